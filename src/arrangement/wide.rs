//! The canonical layout of a hand with many ranks in conflict, found rank by rank.
//!
//! Trying every choice of sets takes up to six to the power of thirteen steps for the whole pack.
//! But what a choice means for higher ranks is little: for each suit, how many free cards (held
//! and in no set) lie directly below, up to three, and whether the card below those would be an
//! opening that nobody has counted. Of all choices that agree in this the one first in the
//! canonical order can be kept alone: points, openings and masks only add up.
//!
//! Where runs go beyond the king the ranks have no first one. So what lies at the seam between
//! king and ace is assumed, in every way it could be, and choices that end otherwise are dropped.
//! Around the corner the seam may lie between any two ranks: it is put where least can be assumed.

use std::collections::BTreeMap;

use super::Layout;
use crate::aces::{Ace, Aces};
use crate::card::{Card, Rank, Suit};
use crate::card_set::CardSet;

/// What the cards below a rank mean for it, in one suit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
struct Below {
    /// Free cards directly below, counted up to three.
    free: u8,
    /// Whether the card below those is outside the hand and not yet counted as an opening.
    uncounted: bool,
}

/// The choices so far; lower is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
struct Choices {
    /// Points melded, as a negative number.
    not_melded: i32,
    openings: u32,
    melded: CardSet,
    sets: CardSet,
}

/// What is assumed of one suit at the seam, which lies below the first rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Seam {
    /// No run crosses it.
    Closed,
    /// A run ends with the ace, or with the king so that the ace would fit.
    AceHigh,
    /// The card of the first rank lies on these cards.
    Around(Below),
}

pub(super) fn canonical(aces: Aces, hand: CardSet) -> Layout {
    let may_be_first = if aces.ace() == Ace::Corner { 0..13 } else { 0..1 };
    let options = |first| Suit::ALL.map(|suit| seams(aces.ace(), hand, suit, first));
    let all = may_be_first.map(|first| (first, options(first)));
    let count = |options: &[Vec<Seam>; 4]| options.iter().map(Vec::len).product::<usize>();
    let (first, [s, c, d, h]) =
        all.min_by_key(|(_, options)| count(options)).expect("some rank is first");
    let best = (0..s.len() * c.len() * d.len() * h.len()).filter_map(|at| {
        let (at, s) = (at / s.len(), s[at % s.len()]);
        let (at, c) = (at / c.len(), c[at % c.len()]);
        let (at, d) = (at / d.len(), d[at % d.len()]);
        Search { aces, hand, first, seams: [s, c, d, h[at]] }.best()
    });
    let best = best.min().expect("some assumption holds for the best layout");
    Layout { sets: best.sets, runs: best.melded - best.sets }
}

/// What can be assumed of a suit.
fn seams(ace: Ace, hand: CardSet, suit: Suit, first: u8) -> Vec<Seam> {
    match ace {
        Ace::Corner => what_may_lie_below(hand, suit, first),
        Ace::HighOrLow if hand.contains(card(12, suit)) => vec![Seam::Closed, Seam::AceHigh],
        Ace::Low | Ace::HighOrLow => vec![Seam::Closed],
    }
}

/// What the cards below a rank, around the corner, can mean for the card of that rank.
fn what_may_lie_below(hand: CardSet, suit: Suit, rank: u8) -> Vec<Seam> {
    let mut seams = Vec::new();
    let around = |free, uncounted| Seam::Around(Below { free, uncounted });
    for free in 0..3 {
        // Free cards end at one that is not held or lies in a set, or at three.
        let below = card(rank + 12 - free, suit);
        if !hand.contains(below) {
            seams.extend([around(free, false), around(free, true)]);
            return seams;
        }
        if (CardSet::all_of_ranks(1 << below.rank() as u32) & hand).len() >= 3 {
            seams.push(around(free, false));
        }
    }
    seams.push(around(3, false));
    seams
}

/// The card of a rank from 0 on, beyond 12 around the corner.
fn card(rank: u8, suit: Suit) -> Card {
    Card::new(Rank::ALL[usize::from(rank % 13)], suit)
}

/// The search under one assumption.
struct Search {
    aces: Aces,
    hand: CardSet,
    /// The rank that is looked at first.
    first: u8,
    seams: [Seam; 4],
}

impl Search {
    /// The best choices that end as assumed, if there are any.
    fn best(&self) -> Option<Choices> {
        let start = self.seams.map(|seam| match seam {
            Seam::Around(below) => below,
            Seam::Closed | Seam::AceHigh => Below::default(),
        });
        let mut states = BTreeMap::from([(start, Choices::default())]);
        for rank in self.first..self.first + 13 {
            let of_rank = Suit::ALL.into_iter().map(|suit| card(rank, suit));
            let to_lay =
                of_rank.filter(|&card| self.hand.contains(card) && !self.is_high_ace(card));
            let to_lay = to_lay.collect();
            let mut next = BTreeMap::new();
            for (below, choices) in &states {
                for set in sets_of(to_lay) {
                    let (below, choices) = self.step(rank, set, *below, *choices);
                    let best = next.entry(below).or_insert(choices);
                    *best = choices.min(*best);
                }
            }
            states = next;
        }
        states.into_iter().filter_map(|(below, choices)| self.close(below, choices)).min()
    }

    fn is_high_ace(&self, card: Card) -> bool {
        card.rank() == Rank::Ace && self.seams[card.suit() as usize] == Seam::AceHigh
    }

    /// The cards of one rank: those of the set leave the others free.
    fn step(
        &self,
        rank: u8,
        set: CardSet,
        mut below: [Below; 4],
        mut choices: Choices,
    ) -> ([Below; 4], Choices) {
        self.meld(set, &mut choices);
        choices.sets |= set;
        for (suit, below) in Suit::ALL.into_iter().zip(&mut below) {
            let card = card(rank, suit);
            if !self.hand.contains(card) {
                let opening = below.free == 3 || !set.is_empty() || self.is_high_ace(card);
                choices.openings += u32::from(opening);
                *below = Below { free: 0, uncounted: !opening };
            } else if set.contains(card) || self.is_high_ace(card) {
                *below = Below::default();
            } else {
                self.extend_run(card, below, &mut choices);
            }
        }
        (below, choices)
    }

    /// The choices with what happens at the seams, if that is what was assumed.
    fn close(&self, below: [Below; 4], mut choices: Choices) -> Option<Choices> {
        for (suit, mut below) in Suit::ALL.into_iter().zip(below) {
            let ace = card(0, suit);
            let is_held = self.hand.contains(ace);
            let as_assumed = match self.seams[suit as usize] {
                Seam::Around(assumed) => below == assumed,
                Seam::AceHigh if is_held => {
                    self.extend_run(ace, &mut below, &mut choices);
                    below.free == 3
                }
                Seam::AceHigh => below.free == 3,
                // A run up to the king has an opening, the ace, where that may be high.
                Seam::Closed => self.aces.ace() == Ace::Low || is_held || below.free < 3,
            };
            if !as_assumed {
                return None;
            }
        }
        Some(choices)
    }

    fn meld(&self, cards: CardSet, choices: &mut Choices) {
        choices.melded |= cards;
        choices.not_melded -= self.aces.points(cards) as i32;
    }

    /// Puts a free card on those below it; the third makes a run of them.
    fn extend_run(&self, top: Card, below: &mut Below, choices: &mut Choices) {
        match below.free {
            3 => self.meld(top.into(), choices),
            2 => {
                let (rank, suit) = (top.rank() as u8 + 13, top.suit());
                let three = (rank - 2..=rank).map(|rank| card(rank, suit));
                self.meld(three.collect(), choices);
                choices.openings += u32::from(below.uncounted);
                *below = Below { free: 3, uncounted: false };
            }
            _ => below.free += 1,
        }
    }
}

/// The sets that the cards of one rank can form, and no set.
fn sets_of(held: CardSet) -> impl Iterator<Item = CardSet> {
    let threes = held.iter().map(move |card| held.without(card));
    threes.chain([held]).filter(|set| set.len() >= 3).chain([CardSet::EMPTY])
}
