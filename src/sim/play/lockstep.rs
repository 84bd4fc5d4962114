//! Rounds in which a seat, or both, is asked for its actions from outside: many at a time.

use super::{Deal, Memory, Played};
use crate::batch::share;
use crate::kernel::{Cpu, Job, at_full_speed};
use crate::sim::chance::Chance;
use crate::sim::order::RoundRules;
use crate::sim::policy::{self, Policy};
use crate::sim::table::{Action, Table};

/// So many rounds are worked on at a time.
const CHUNK: usize = 1 << 8;

/// Rounds side by side, each as far as it goes without an answer.
#[derive(Debug, Clone)]
pub struct Lockstep {
    rules: RoundRules,
    /// The players; those that are asked are none.
    policies: [Option<Policy>; 2],
    rounds: Vec<Round>,
}

#[derive(Debug, Clone)]
struct Round {
    table: Table,
    swapped: bool,
    chance: Chance,
    memories: [Memory; 2],
}

impl Round {
    /// The player, as listed, who is to act.
    #[inline(always)]
    fn player(&self) -> usize {
        usize::from((self.table.player() & 1) ^ u8::from(self.swapped))
    }

    /// Plays on until somebody must be asked.
    #[inline(always)]
    fn advance(&mut self, rules: &RoundRules, policies: [Option<Policy>; 2], cpu: impl Cpu) {
        while !self.table.is_over() && policies[self.player()].is_some() {
            let by_seat = self.by_seat(policies);
            let (table, chance) = (&mut self.table, &mut self.chance);
            let policy_of = |seat: usize| by_seat[seat & 1];
            let top = Table::top_of_stock;
            policy::act(table, rules, policy_of, &mut self.memories, chance, cpu, top);
        }
    }

    /// Does what is legal.
    #[inline(always)]
    fn play(&mut self, rules: &RoundRules, policies: [Option<Policy>; 2], action: Action) {
        let by_seat = self.by_seat(policies);
        policy::play(&mut self.table, rules, action, by_seat, &mut self.chance);
    }

    /// The policy of each seat. Who is asked shows what is canonical and defends as is best, as most
    /// do.
    #[inline(always)]
    fn by_seat(&self, policies: [Option<Policy>; 2]) -> [Policy; 2] {
        let mut by_seat = policies.map(|policy| policy.unwrap_or(Policy::Simple));
        if self.swapped {
            by_seat.reverse();
        }
        by_seat
    }
}

impl Lockstep {
    /// Deals these rounds and plays each until somebody must be asked.
    pub fn new(
        rules: RoundRules,
        policies: [Option<Policy>; 2],
        deals: &[Deal],
        threads: usize,
    ) -> Lockstep {
        let deal = |deal: &Deal| {
            let table = Table::deal(&rules, deal.dealer, deal.seed);
            let (swapped, chance) = (deal.swapped, deal.chance());
            Round { table, swapped, chance, memories: [Memory::new(); 2] }
        };
        let mut lockstep = Lockstep { rules, policies, rounds: deals.iter().map(deal).collect() };
        lockstep.advance(threads);
        lockstep
    }

    /// The rounds.
    pub fn tables(&self) -> impl ExactSizeIterator<Item = &Table> {
        self.rounds.iter().map(|round| &round.table)
    }

    /// The places of the rounds in which this player must be asked.
    pub fn waiting(&self, player: usize) -> impl Iterator<Item = usize> {
        let waits = move |round: &Round| !round.table.is_over() && round.player() == player;
        self.rounds.iter().enumerate().filter(move |(_, round)| waits(round)).map(|(at, _)| at)
    }

    /// Does what was answered in the rounds at these places.
    ///
    /// # Errors
    /// The first of the answers that is not legal, and then nothing is done.
    ///
    /// # Panics
    /// If there are not as many answers as places, or a place is none.
    pub fn answer(&mut self, places: &[usize], actions: &[u8]) -> Result<(), usize> {
        assert_eq!(places.len(), actions.len(), "one action a place");
        let read = |(&at, &id): (&usize, &u8)| {
            Action::from_id(id).filter(|&action| self.rounds[at].table.is_legal(action))
        };
        if let Some(bad) = places.iter().zip(actions).position(|answer| read(answer).is_none()) {
            return Err(bad);
        }
        for (&at, &id) in places.iter().zip(actions) {
            if let Some(action) = Action::from_id(id) {
                self.rounds[at].play(&self.rules, self.policies, action);
            }
        }
        Ok(())
    }

    /// Plays each round on until somebody must be asked.
    pub fn advance(&mut self, threads: usize) {
        let (rules, policies) = (&self.rules, self.policies);
        let parts = self.rounds.chunks_mut(CHUNK);
        let parts = parts.map(|rounds| Part { rules, policies, rounds });
        let work = |part: Part<'_>, _: &mut dyn FnMut() -> bool| {
            at_full_speed(part);
            Ok::<(), ()>(())
        };
        let _ = share(threads, parts, work, &mut || true);
    }

    /// How the rounds went.
    pub fn played(&self) -> impl ExactSizeIterator<Item = Played> {
        self.tables().map(Played::at)
    }
}

struct Part<'a> {
    rules: &'a RoundRules,
    policies: [Option<Policy>; 2],
    rounds: &'a mut [Round],
}

impl Job for Part<'_> {
    type Done = ();

    #[inline(always)]
    fn run(self, cpu: impl Cpu) {
        for round in self.rounds {
            round.advance(self.rules, self.policies, cpu);
        }
    }
}
