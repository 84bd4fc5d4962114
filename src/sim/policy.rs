//! Who plays: players in Rust.

mod eaai;
mod greedy;
mod line;
mod memory;
mod seen;
mod simple;
#[cfg(test)]
mod tests;

pub use line::line;
pub(crate) use memory::Memory;
pub use seen::Seen;

use super::chance::{Chance, bit_of_two};
use super::order::RoundRules;
use super::table::{Action, Phase, Table};
use crate::card::Card;
use crate::card_set::CardSet;
use crate::kernel::Cpu;
use crate::showdown::Knock;

/// A way to play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Policy {
    /// Anything legal, each as likely as the other.
    Random,
    /// The plain player that knocks as soon as it can.
    Simple,
    /// The same with the layouts and layoffs of the EAAI challenge framework.
    SimpleEaai,
    /// A player that weighs what each card may still become, for itself and for the opponent.
    Greedy,
}

/// What a player may do, each as likely as the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Choice {
    Only(Action),
    /// To throw one of these cards, to knock where that is legal.
    Throw(CardSet),
    /// Any of these actions, as bits of their ids.
    Any([u64; 2]),
}

impl Policy {
    /// Every policy with its name.
    pub const NAMES: [(Policy, &str); 4] = [
        (Policy::Random, "random"),
        (Policy::Simple, "simple"),
        (Policy::SimpleEaai, "simple_eaai"),
        (Policy::Greedy, "greedy"),
    ];

    /// The policy of this name.
    pub fn named(name: &str) -> Option<Policy> {
        Policy::NAMES.iter().find(|(_, other)| *other == name).map(|(policy, _)| *policy)
    }

    /// The actions of which it does one, each as likely as the other, as bits of their ids. `thrown`
    /// is what it has thrown in this round after drawing the card that it has just drawn.
    ///
    /// There must be something legal that suits the phase.
    pub fn choices(self, seen: &Seen<'_>, thrown: CardSet) -> u128 {
        match self.choice(seen, || thrown) {
            Choice::Only(action) => 1 << action.id(),
            Choice::Throw(cards) => {
                cards.iter().fold(0, |all, card| all | 1 << seen.throw(card).id())
            }
            Choice::Any(legal) => u128::from(legal[0]) | u128::from(legal[1]) << 64,
        }
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
        if self == Policy::Random {
            // He remembers nothing.
            return any_of([seen.legal as u64, (seen.legal >> 64) as u64], chance, cpu);
        }
        if seen.phase != Phase::Discard {
            memory.before_draw(seen.hand);
        }
        let drawn = memory.drawn(seen.hand);
        let thrown = || drawn.map_or(CardSet::EMPTY, |drawn| memory.thrown_for(drawn));
        let choice = self.choice(&seen, thrown);
        let action = choice.one(&seen, chance, cpu);
        if let (Choice::Throw(_), Some(drawn)) = (choice, drawn)
            && let Some(thrown) = action.card()
        {
            memory.note(drawn, thrown);
        }
        action
    }

    #[inline(always)]
    fn choice(self, seen: &Seen<'_>, thrown: impl FnOnce() -> CardSet) -> Choice {
        match self {
            Policy::Random => Choice::Any([seen.legal as u64, (seen.legal >> 64) as u64]),
            Policy::Simple | Policy::SimpleEaai if seen.phase == Phase::Discard => {
                simple::throw(seen, thrown())
            }
            Policy::Simple | Policy::SimpleEaai => Choice::Only(simple::draw(seen)),
            Policy::Greedy => Choice::Only(greedy::act(seen)),
        }
    }
}

/// Does what is known to be legal, at a table of players of these policies.
///
/// Where one of them lays out and lays off in a way of its own, so is a knock settled: each side by
/// its own policy, the knocker first.
#[inline(always)]
pub(super) fn play(
    table: &mut Table,
    rules: &RoundRules,
    action: Action,
    policies: [Policy; 2],
    chance: &mut Chance,
) {
    if policies.contains(&Policy::SimpleEaai) {
        let seat = usize::from(table.player() & 1);
        let settle = |knock: &Knock<'_>| eaai::settled(knock, seat, policies, chance);
        table.play_settled_by(rules, action, settle);
    } else {
        table.play(rules, action);
    }
}

impl Choice {
    #[inline(always)]
    fn one(self, seen: &Seen<'_>, chance: &mut Chance, cpu: impl Cpu) -> Action {
        match self {
            Choice::Only(action) => action,
            Choice::Throw(cards) => {
                let card = Card::from_id(chance.card_of(cards, cpu));
                seen.throw(card.expect("an id of a card that is there"))
            }
            Choice::Any(legal) => any_of(legal, chance, cpu),
        }
    }
}

/// One of these actions, each as likely as the other.
#[inline(always)]
fn any_of(legal: [u64; 2], chance: &mut Chance, cpu: impl Cpu) -> Action {
    Action::from_id(bit_of_two(legal, chance, cpu) as u8).unwrap_or(Action::PASS)
}
