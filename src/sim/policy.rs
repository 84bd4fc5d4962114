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
use crate::card_set::CardSet;
use crate::kernel::Cpu;
use crate::showdown::{Knock, Settled};

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
    /// To throw one of these cards, and to knock with those that are among `knocks`.
    Throw {
        cards: CardSet,
        knocks: CardSet,
    },
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
        self.choice(seen, thrown).actions()
    }

    #[inline(always)]
    fn choice(self, seen: &Seen<'_>, thrown: CardSet) -> Choice {
        match self {
            Policy::Random => Choice::Any([seen.legal as u64, (seen.legal >> 64) as u64]),
            Policy::Simple | Policy::SimpleEaai if seen.phase == Phase::Discard => {
                simple::throw(seen, thrown)
            }
            Policy::Simple | Policy::SimpleEaai => Choice::Only(simple::draw(seen)),
            Policy::Greedy => Choice::Only(greedy::act(seen)),
        }
    }

    /// Whether what it throws, and whether it knocks, follows from its hand alone.
    #[inline(always)]
    fn goes_by_hand(self, table: &Table, rules: &RoundRules) -> bool {
        matches!(self, Policy::Simple | Policy::SimpleEaai) && simple::goes_by_hand(table, rules)
    }
}

impl Choice {
    /// The actions, as bits of their ids.
    fn actions(self) -> u128 {
        match self {
            Choice::Only(action) => 1 << action.id(),
            Choice::Throw { cards, knocks } => {
                let plain = u128::from((cards - knocks).mask());
                plain | u128::from((cards & knocks).mask()) << Action::FIRST_KNOCK
            }
            Choice::Any(legal) => u128::from(legal[0]) | u128::from(legal[1]) << 64,
        }
    }
}

/// Has the player to act do what the policy of its seat says. What is drawn from the stock, `top`
/// says.
#[inline(always)]
pub(super) fn act(
    table: &mut Table,
    rules: &RoundRules,
    policy_of: impl Fn(usize) -> Policy,
    memories: &mut [Memory; 2],
    chance: &mut Chance,
    cpu: impl Cpu,
    top: impl FnOnce(&Table) -> CardSet,
) -> Action {
    if table.phase() == Phase::Discard {
        throw(table, rules, policy_of, memories, chance, cpu)
    } else {
        draw(table, rules, policy_of, memories, chance, cpu, top)
    }
}

/// The same before the throw of a card: draws one, or passes.
#[inline(always)]
fn draw(
    table: &mut Table,
    rules: &RoundRules,
    policy_of: impl Fn(usize) -> Policy,
    memories: &mut [Memory; 2],
    chance: &mut Chance,
    cpu: impl Cpu,
    top: impl FnOnce(&Table) -> CardSet,
) -> Action {
    let seat = usize::from(table.player() & 1);
    memories[seat].before_draw(table.hand());
    let seen = Seen::of(table, rules);
    let action = match policy_of(seat).choice(&seen, CardSet::EMPTY) {
        Choice::Only(action) => action,
        Choice::Any(legal) => any_of(legal, chance, cpu),
        Choice::Throw { .. } => unreachable!("nothing is thrown before a draw"),
    };
    if action == Action::TAKE_DISCARD {
        table.take(rules);
    } else if action == Action::DRAW_STOCK {
        let drawn = top(table);
        table.draw(rules, drawn);
    } else {
        table.pass(rules);
    }
    action
}

/// The same with eleven cards: throws one, or goes out.
#[inline(always)]
fn throw(
    table: &mut Table,
    rules: &RoundRules,
    policy_of: impl Fn(usize) -> Policy,
    memories: &mut [Memory; 2],
    chance: &mut Chance,
    cpu: impl Cpu,
) -> Action {
    let seat = usize::from(table.player() & 1);
    let (policy, memory) = (policy_of(seat), &mut memories[seat]);
    let policies = [policy_of(0), policy_of(1)];
    let drawn = memory.drawn(table.hand());
    let choice = if policy.goes_by_hand(table, rules) {
        simple::throw_by_hand(table, rules, memory.thrown_for(drawn))
    } else {
        table.work_out_legal(rules);
        policy.choice(&Seen::of(table, rules), memory.thrown_for(drawn))
    };
    let action = match choice {
        Choice::Throw { cards, knocks } => {
            let card = chance.card_of(cards, cpu);
            memory.note(drawn, card);
            if knocks.is_disjoint(card) {
                table.discard(rules, card);
                return Action::discarding(card);
            }
            table.knock(rules, card, |knock| settled(knock, seat, policies, chance));
            return Action::knocking(card);
        }
        Choice::Only(action) => action,
        Choice::Any(legal) => any_of(legal, chance, cpu),
    };
    play(table, rules, action, policies, chance);
    action
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
    let seat = usize::from(table.player() & 1);
    table.play_settled_by(rules, action, |knock| settled(knock, seat, policies, chance));
}

/// What a knock by this seat comes to among players of these policies.
#[inline(always)]
fn settled(knock: &Knock<'_>, seat: usize, policies: [Policy; 2], chance: &mut Chance) -> Settled {
    if policies.contains(&Policy::SimpleEaai) {
        eaai::settled(knock, seat, policies, chance)
    } else {
        knock.settled()
    }
}

/// One of these actions, each as likely as the other.
#[inline(always)]
fn any_of(legal: [u64; 2], chance: &mut Chance, cpu: impl Cpu) -> Action {
    Action::from_id(bit_of_two(legal, chance, cpu) as u8).unwrap_or(Action::PASS)
}
