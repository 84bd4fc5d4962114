//! What the plain player holds in the middle of a round.
//!
//! A hidden hand is as likely as `exp(-cost)` says, where the cost is a sum of
//! - the deadwood of his ten cards, times his turns, times a constant: turn by turn he melds more
//!   and throws high cards;
//! - a constant for each card that would lie in a meld with his hand, though he threw or refused
//!   it;
//! - a constant for each card of his hand of the same rank as one he threw, or next to it in suit;
//! - a constant for each card that he was seen to take and that lies in no meld of his hand;
//! - so much that it hardly ever happens, if his deadwood was enough to knock at his last discard.
//!
//! Hands are drawn by Metropolis' method: from a uniform one on, a hidden card and one that he
//! may hold instead change places, always if that costs no more, else with the chance `exp(-more)`;
//! that is tried [`STEPS`] times. Where he has eleven cards, and the last one was not seen, that
//! one is any of those left.
//!
//! The constants are those of greatest likelihood for rounds that two plain players play by the
//! standard rules: where the mean of each measure over the hands drawn equals its mean over the
//! real ones. The ignored test `fit` finds them by that, with exchanges enough that more change
//! nothing.

use super::hidden::{Hidden, set_of};
use crate::aces::{AceLow, AceRule, Aces};
use crate::arrangement::deadwood_by;
use crate::card_set::CardSet;
use crate::meld;
use crate::sim::chance::Chance;
use crate::sim::order::RoundRules;
use crate::sim::table::{Phase, Table};

/// How often two cards change places at most.
pub(super) const STEPS: u32 = 192;
/// Costs are counted in parts of a nat.
pub(super) const PARTS: i32 = 512;
/// What it costs to have held back a knock.
const HELD_BACK: i32 = 64 * PARTS;

/// What hands cost, in 512ths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Costs {
    /// A point of deadwood for each ten turns that the hand's owner has ended.
    pub(super) deadwood: i32,
    /// A card refused that would have melded.
    pub(super) refused: i32,
    /// A card near one that was thrown.
    pub(super) near: i32,
    /// A card taken and not melded.
    pub(super) unmelded: i32,
}

/// Fitted on the standard rules.
pub(super) const FITTED: Costs = Costs { deadwood: 113, refused: 582, near: 379, unmelded: 2430 };

/// What costs twelve nats more is never taken.
const MOST_MORE: usize = 12 * PARTS as usize;

/// `exp(-more)` by the cost, as a share of 2^24. It is the same on every machine.
static CHANCES: [u32; MOST_MORE] = {
    // exp(-1 / 512)
    const FACTOR: f64 = 0.998_048_781_107_475_5;
    let mut chances = [0; MOST_MORE];
    let (mut at, mut share) = (0, (1 << 24) as f64);
    while at < chances.len() {
        chances[at] = share as u32;
        share *= FACTOR;
        at += 1;
    }
    chances
};

/// What a seat believes of the other's hidden cards at one table.
#[derive(Debug, Clone, Copy)]
pub(super) struct Believed<'a> {
    costs: &'a Costs,
    aces: Aces,
    /// What a point of deadwood costs.
    deadwood: i32,
    /// The deadwood that he would have knocked with.
    knocks: Option<u8>,
    /// His cards among the ten that are no matter of belief.
    seen: CardSet,
    /// The card that he has just taken.
    taken: CardSet,
    refused: CardSet,
    near: CardSet,
    must: CardSet,
    /// How many hidden cards are among the ten.
    ten: usize,
    /// The first place whose card may go.
    first: usize,
    hidden: usize,
    may: usize,
}

/// What is measured of a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Measures {
    pub(super) deadwood: u8,
    pub(super) refused: u32,
    pub(super) near: u32,
    pub(super) unmelded: u32,
}

impl<'a> Believed<'a> {
    #[inline]
    pub(super) fn of(
        table: &Table,
        rules: &RoundRules,
        hidden: &Hidden,
        costs: &'a Costs,
    ) -> Believed<'a> {
        let other = hidden.seat & 1 ^ 1;
        let (turns, could_knock) = table.turns_of(rules, other);
        let has_drawn = table.phase() == Phase::Discard && table.player() == other;
        let taken = if has_drawn { table.taken() } else { None };
        let taken = taken.map_or(CardSet::EMPTY, CardSet::from);
        // A card from the stock, or the eleventh dealt, is among the hidden ones.
        let is_hidden = has_drawn && taken.is_empty() && hidden.hidden > 0;
        let thrown = table.thrown()[usize::from(other)];
        let neighbours = AceLow.next_up(thrown) | AceLow.next_down(thrown);
        Believed {
            costs,
            aces: rules.settlement.aces,
            deadwood: (costs.deadwood * turns as i32 + 5) / 10,
            knocks: could_knock.then_some(table.knock_limit()),
            seen: hidden.seen - taken,
            taken,
            refused: (thrown | table.declined()[usize::from(other)]) - hidden.seen,
            near: neighbours | CardSet::all_of_ranks(meld::ranks(thrown)),
            must: set_of(&hidden.cards[..hidden.must]),
            ten: hidden.hidden - usize::from(is_hidden),
            first: if is_hidden { 0 } else { hidden.must },
            hidden: hidden.hidden,
            may: hidden.may,
        }
    }

    /// Changes the hidden cards, which lie in front, until they are as likely as is believed.
    #[inline(always)]
    pub(super) fn settle(&self, cards: &mut [u8; 52], chance: &mut Chance, steps: u32) {
        let Believed { first, ten, hidden, may, .. } = *self;
        if ten < hidden {
            // Any of them may be the card drawn last.
            cards.swap(hidden - 1, chance.below(hidden as u32) as usize);
        }
        if first >= ten || ten >= may {
            return;
        }
        let mut hand = self.seen | set_of(&cards[..ten]);
        let mut cost = self.cost(hand);
        for _ in 0..steps {
            let any = chance.any();
            let out = first + below((any & LOW_BITS) as usize, ten - first);
            let into = ten + below((any >> BITS & LOW_BITS) as usize, may - ten);
            if into >= hidden && self.must.mask() >> cards[out] & 1 == 1 {
                continue;
            }
            let changed = hand ^ CardSet::truncated(1 << cards[out] | 1 << cards[into]);
            let changed_cost = self.cost(changed);
            let more = changed_cost - cost;
            let is_taken = more <= 0
                || CHANCES.get(more as usize).is_some_and(|&chance| ((any >> 40) as u32) < chance);
            if is_taken {
                (hand, cost) = (changed, changed_cost);
                cards.swap(out, into);
            }
        }
    }

    /// What ten cards cost.
    #[inline(always)]
    fn cost(&self, hand: CardSet) -> i32 {
        let Measures { deadwood, refused, near, unmelded } = self.measures(hand);
        let held_back = self.knocks.is_some_and(|most| deadwood <= most);
        self.deadwood * i32::from(deadwood)
            + self.costs.refused * refused as i32
            + self.costs.near * near as i32
            + self.costs.unmelded * unmelded as i32
            + if held_back { HELD_BACK } else { 0 }
    }

    #[inline(always)]
    pub(super) fn measures(&self, hand: CardSet) -> Measures {
        let (deadwood, in_runs) = match self.aces {
            Aces::LOW => (deadwood_by(AceLow, hand), AceLow.in_some_run(hand | self.taken)),
            aces => (deadwood_by(aces, hand), aces.in_some_run(hand | self.taken)),
        };
        let melded = in_runs | CardSet::all_of_ranks(meld::set_ranks(hand | self.taken));
        Measures {
            deadwood,
            refused: (completing(hand) & self.refused).len(),
            near: (hand & self.near).len(),
            unmelded: ((self.seen | self.taken) - melded).len(),
        }
    }
}

/// Of 64 bits 20 say which card goes, 20 which comes, and 24 whether they change places.
const BITS: u32 = 20;
const LOW_BITS: u64 = (1 << BITS) - 1;

#[inline(always)]
fn below(bits: usize, bound: usize) -> usize {
    (bits * bound) >> BITS
}

/// The cards that would lie in a meld with some of these; runs around the corner do not count.
#[inline(always)]
fn completing(hand: CardSet) -> CardSet {
    let (up, down) = (AceLow.next_up(hand), AceLow.next_down(hand));
    let runs = up & AceLow.next_up(up) | up & down | down & AceLow.next_down(down);
    let mask = hand.mask();
    let (s, c, d, h) = (mask & SUIT, mask >> 13 & SUIT, mask >> 26 & SUIT, mask >> 39);
    let pairs = s & c | d & h | (s | c) & (d | h);
    runs | CardSet::all_of_ranks(pairs)
}

const SUIT: u64 = 0x1fff;
