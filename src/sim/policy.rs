//! Who plays: players in Rust.

mod simple;

pub(crate) use simple::Memory;

use super::chance::{Chance, bit_of_two};
use super::order::RoundRules;
use super::table::{Action, Phase, Table};
use crate::card::Card;
use crate::card_set::CardSet;
use crate::kernel::Cpu;

/// A way to play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Policy {
    /// Anything legal, each as likely as the other.
    Random,
    /// The plain player that knocks as soon as it can.
    Simple,
}

impl Policy {
    /// Every policy with its name.
    pub const NAMES: [(Policy, &str); 2] = [(Policy::Random, "random"), (Policy::Simple, "simple")];

    /// The policy of this name.
    pub fn named(name: &str) -> Option<Policy> {
        Policy::NAMES.iter().find(|(_, other)| *other == name).map(|(policy, _)| *policy)
    }

    /// What it does.
    #[inline(always)]
    pub(super) fn act(
        self,
        seen: Seen<'_>,
        memory: &mut Memory,
        chance: &mut Chance,
        cpu: impl Cpu,
    ) -> Action {
        match self {
            Policy::Random => random(seen, chance, cpu),
            Policy::Simple => simple::act(seen, memory, chance, cpu),
        }
    }
}

/// What the seat to act knows, and nothing else.
#[derive(Clone, Copy)]
pub(super) struct Seen<'a> {
    table: &'a Table,
    rules: &'a RoundRules,
}

impl<'a> Seen<'a> {
    #[inline(always)]
    pub(super) fn of(table: &'a Table, rules: &'a RoundRules) -> Seen<'a> {
        Seen { table, rules }
    }

    #[inline(always)]
    fn rules(self) -> &'a RoundRules {
        self.rules
    }

    #[inline(always)]
    fn phase(self) -> Phase {
        self.table.phase()
    }

    #[inline(always)]
    fn hand(self) -> CardSet {
        self.table.hands()[usize::from(self.table.player() & 1)]
    }

    #[inline(always)]
    fn upcard(self) -> Option<Card> {
        self.table.upcard()
    }

    #[inline(always)]
    fn taken(self) -> Option<Card> {
        self.table.taken()
    }

    #[inline(always)]
    fn legal_actions(self) -> u128 {
        self.table.legal_actions()
    }

    #[inline(always)]
    fn is_legal(self, action: Action) -> bool {
        self.table.is_legal(action)
    }
}

/// Anything legal.
#[inline(always)]
fn random(seen: Seen<'_>, chance: &mut Chance, cpu: impl Cpu) -> Action {
    let legal = seen.legal_actions();
    let id = bit_of_two([legal as u64, (legal >> 64) as u64], chance, cpu);
    Action::from_id(id as u8).unwrap_or(Action::PASS)
}
