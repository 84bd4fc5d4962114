//! Rounds played to their ends.

use super::chance::{Chance, seed_of};
use super::order::RoundRules;
use super::policy::{Memory, Policy, Seen};
use super::table::{Ended, Table};
use crate::batch::share;
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
}

/// Plays rounds with seats of these policies, the dealers alternating from seat 0 on.
///
/// Each round has its own numbers, so that the answer is the same for any number of threads, and
/// rounds `first..` of a longer row are what they are in the whole.
pub fn play_rounds(
    rules: &RoundRules,
    policies: [Policy; 2],
    seed: u64,
    first: u64,
    out: &mut [Played],
    threads: usize,
    go_on: &mut dyn FnMut() -> bool,
) {
    let parts = out.chunks_mut(CHUNK).enumerate().map(|(chunk, out)| Rounds {
        rules,
        policies,
        seed,
        first: first + (chunk * CHUNK) as u64,
        out,
    });
    let play = |part: Rounds<'_>, _: &mut dyn FnMut() -> bool| {
        at_full_speed(part);
        Ok::<(), ()>(())
    };
    // Nothing goes wrong in a round.
    let _ = share(threads, parts, play, go_on);
}

struct Rounds<'a> {
    rules: &'a RoundRules,
    policies: [Policy; 2],
    seed: u64,
    first: u64,
    out: &'a mut [Played],
}

impl Job for Rounds<'_> {
    type Done = ();

    #[inline(always)]
    fn run(self, cpu: impl Cpu) {
        let mut memories = [Memory::new(), Memory::new()];
        for (number, played) in (self.first..).zip(self.out) {
            let mut chance = Chance::new(seed_of(self.seed, number));
            let mut table = Table::deal(self.rules, (number & 1) as u8, &chance.deck());
            memories.iter_mut().for_each(Memory::forget);
            to_the_end(self.rules, &mut table, self.policies, &mut memories, &mut chance, cpu);
            *played = Played {
                ended: table.ended().copied().unwrap_or(Ended::DRAWN),
                turns: table.draws().try_into().unwrap_or(u16::MAX),
                dealer: table.dealer(),
            };
        }
    }
}

/// Plays a round to its end.
#[inline(always)]
fn to_the_end(
    rules: &RoundRules,
    table: &mut Table,
    policies: [Policy; 2],
    memories: &mut [Memory; 2],
    chance: &mut Chance,
    cpu: impl Cpu,
) {
    while !table.is_over() {
        let seat = usize::from(table.player() & 1);
        let action = policies[seat].act(Seen::of(table, rules), &mut memories[seat], chance, cpu);
        table.play(rules, action);
    }
}
