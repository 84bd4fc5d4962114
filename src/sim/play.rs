//! Rounds played to their ends.

mod continued;
mod lockstep;
mod row;

pub use continued::Continued;
pub use lockstep::Lockstep;
pub use row::{Dealers, ROW, Row};

use super::chance::{Chance, Purpose};
use super::order::RoundRules;
use super::policy::{self, Memory, Policy};
use super::table::{Ended, Table};
use crate::batch::share;
use crate::card_set::CardSet;
use crate::kernel::{Cpu, Job, at_full_speed};

/// So many rounds are played by one thread at a time.
const CHUNK: usize = 1 << 10;

/// How a round went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Played {
    /// How it ended.
    pub ended: Ended,
    /// The draws of both seats.
    pub turns: u16,
    /// The seat that dealt.
    pub dealer: u8,
}

impl Played {
    /// A round that nobody has played yet.
    pub const NONE: Played = Played { ended: Ended::DRAWN, turns: 0, dealer: 0 };

    fn at(table: &Table) -> Played {
        Played {
            ended: table.ended().copied().unwrap_or(Ended::DRAWN),
            turns: table.draws().try_into().unwrap_or(u16::MAX),
            dealer: table.dealer(),
        }
    }
}

/// What a round begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deal {
    /// What the deck is shuffled by, and then all that players leave to chance.
    pub seed: u64,
    /// The seat that deals.
    pub dealer: u8,
    /// Whether the players have changed their seats.
    pub swapped: bool,
}

impl Deal {
    /// What players leave to chance, which is no matter of the cards: who draws fewer of them draws
    /// the same.
    #[inline(always)]
    fn chance(&self) -> Chance {
        Chance::new(Purpose::Choices, self.seed)
    }
}

/// Two players, the rules, and how many threads share the work.
///
/// Each round has its own numbers, so that nothing depends on the number of threads.
#[derive(Debug, Clone, Copy)]
pub struct Playing {
    /// The rules.
    pub rules: RoundRules,
    /// Who plays, by seats.
    pub policies: [Policy; 2],
    /// How many threads, 0 for one a core.
    pub threads: usize,
}

impl Playing {
    /// Plays these deals; `note` is told of each place in `out` how its round went.
    ///
    /// # Panics
    /// If there are not as many of both.
    pub fn deals<T: Send>(
        &self,
        deals: &[Deal],
        out: &mut [T],
        note: impl Fn(&mut T, &Played) + Sync,
        go_on: &mut dyn FnMut() -> bool,
    ) {
        assert_eq!(deals.len(), out.len(), "each deal has its place");
        let parts = deals.chunks(CHUNK).zip(out.chunks_mut(CHUNK));
        let parts = parts.map(|(deals, out)| Deals { playing: self, deals, out, note: &note });
        self.share(parts, go_on);
    }

    /// Does jobs, until there is none left or work shall not go on.
    fn share<J: Job + Send>(
        &self,
        jobs: impl ExactSizeIterator<Item = J> + Send,
        go_on: &mut dyn FnMut() -> bool,
    ) {
        let work = |job: J, _: &mut dyn FnMut() -> bool| {
            at_full_speed(job);
            Ok::<(), ()>(())
        };
        // Nothing goes wrong in a round.
        let _ = share(self.threads, jobs, work, go_on);
    }
}

/// Plays rounds with seats of these policies, the dealers alternating from seat 0 on.
///
/// Rounds `first..` of a longer row are what they are in the whole.
pub fn play_rounds(
    rules: &RoundRules,
    policies: [Policy; 2],
    seed: u64,
    first: u64,
    out: &mut [Played],
    threads: usize,
    go_on: &mut dyn FnMut() -> bool,
) {
    let playing = Playing { rules: *rules, policies, threads };
    let row = Row { seed, dealers: Dealers::ALTERNATING };
    playing.rows(&row, first, out, |place, played| *place = *played, go_on);
}

struct Deals<'a, T, N> {
    playing: &'a Playing,
    deals: &'a [Deal],
    out: &'a mut [T],
    note: &'a N,
}

impl<T, N: Fn(&mut T, &Played)> Job for Deals<'_, T, N> {
    type Done = ();

    #[inline(always)]
    fn run(self, cpu: impl Cpu) {
        let mut memories = [Memory::new(), Memory::new()];
        for (deal, place) in self.deals.iter().zip(self.out) {
            (self.note)(place, &dealt(self.playing, *deal, &mut memories, cpu));
        }
    }
}

/// Deals a round and plays it.
#[inline(always)]
fn dealt(playing: &Playing, deal: Deal, memories: &mut [Memory; 2], cpu: impl Cpu) -> Played {
    let (mut table, mut pack) =
        Table::dealt_but_for_the_stock(&playing.rules, deal.dealer, deal.seed, cpu);
    let mut chance = deal.chance();
    let [first, second] = playing.policies;
    let policies = if deal.swapped { [second, first] } else { [first, second] };
    to_the_end(&playing.rules, &mut table, policies, memories, &mut chance, cpu, |_| {
        pack.next(cpu)
    });
    Played::at(&table)
}

/// Plays a round to its end, by players who remember nothing.
#[inline(always)]
fn to_the_end(
    rules: &RoundRules,
    table: &mut Table,
    policies: [Policy; 2],
    memories: &mut [Memory; 2],
    chance: &mut Chance,
    cpu: impl Cpu,
    top: impl FnMut(&Table) -> CardSet,
) {
    memories.iter_mut().for_each(Memory::forget);
    // Compiled for the commonest pairs by themselves, where nothing is asked at each step.
    match policies {
        [Policy::Random, Policy::Random] => {
            by(|_| Policy::Random, rules, table, memories, chance, cpu, top);
        }
        [Policy::Simple, Policy::Simple] => {
            by(|_| Policy::Simple, rules, table, memories, chance, cpu, top);
        }
        _ => by(|seat| policies[seat & 1], rules, table, memories, chance, cpu, top),
    }
}

/// Plays a round to its end by the policy of each seat.
#[inline(always)]
fn by(
    policy_of: impl Fn(usize) -> Policy,
    rules: &RoundRules,
    table: &mut Table,
    memories: &mut [Memory; 2],
    chance: &mut Chance,
    cpu: impl Cpu,
    mut top: impl FnMut(&Table) -> CardSet,
) {
    while !table.is_over() {
        policy::act(table, rules, &policy_of, memories, chance, cpu, &mut top);
    }
}

#[cfg(test)]
mod tests;
