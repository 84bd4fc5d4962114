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

/// What is assumed of one suit at the seam between king and ace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Seam {
    /// No run crosses it.
    Closed,
    /// A run ends with the ace, or with the king so that the ace would fit.
    AceHigh,
    /// Around the corner the ace lies on these cards.
    Around(Below),
}

pub(super) fn canonical(aces: Aces, hand: CardSet) -> Layout {
    let through = |seams| Search { aces, hand, seams }.best();
    let best = seams(aces.ace(), hand).into_iter().filter_map(through).min();
    let best = best.expect("some assumption holds for the best layout");
    Layout { sets: best.sets, runs: best.melded - best.sets }
}

/// Every assumption about the four seams.
fn seams(ace: Ace, hand: CardSet) -> Vec<[Seam; 4]> {
    let mut all = vec![[Seam::Closed; 4]];
    for suit in Suit::ALL {
        let options = match (ace, hand.contains(Card::new(Rank::King, suit))) {
            (Ace::Low, _) | (Ace::HighOrLow, false) => vec![Seam::Closed],
            (Ace::HighOrLow, true) => vec![Seam::Closed, Seam::AceHigh],
            (Ace::Corner, _) => what_may_lie_below_the_ace(hand, suit).map(Seam::Around).collect(),
        };
        let chosen = |mut seams: [Seam; 4], option| {
            seams[suit as usize] = option;
            seams
        };
        all =
            all.iter().flat_map(|&seams| options.iter().map(move |&o| chosen(seams, o))).collect();
    }
    all
}

/// What the cards from the king down can mean for the ace of their suit.
fn what_may_lie_below_the_ace(hand: CardSet, suit: Suit) -> impl Iterator<Item = Below> {
    let top = Rank::ALL.into_iter().rev().take(3).map(move |rank| Card::new(rank, suit));
    let held = top.clone().take_while(move |card| hand.contains(*card)).count();
    // Free cards end at three, at a card that is not held, or at one that lies in a set.
    let ends = move |free: usize| {
        let card_below = top.clone().nth(free)?;
        if !hand.contains(card_below) {
            return Some(vec![false, true]);
        }
        let of_rank = CardSet::all_of_ranks(1 << card_below.rank() as u32) & hand;
        (of_rank.len() >= 3).then(|| vec![false])
    };
    (0..=held).flat_map(move |free| {
        let uncounted = if free == 3 { Some(vec![false]) } else { ends(free) };
        uncounted
            .unwrap_or_default()
            .into_iter()
            .map(move |uncounted| Below { free: free as u8, uncounted })
    })
}

/// The search under one assumption.
struct Search {
    aces: Aces,
    hand: CardSet,
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
        for rank in Rank::ALL {
            let of_rank = Suit::ALL.into_iter().map(|suit| Card::new(rank, suit));
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
        rank: Rank,
        set: CardSet,
        mut below: [Below; 4],
        mut choices: Choices,
    ) -> ([Below; 4], Choices) {
        self.meld(set, &mut choices);
        choices.sets |= set;
        for (suit, below) in Suit::ALL.into_iter().zip(&mut below) {
            let card = Card::new(rank, suit);
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
            let ace = Card::new(Rank::Ace, suit);
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
    fn extend_run(&self, card: Card, below: &mut Below, choices: &mut Choices) {
        match below.free {
            3 => self.meld(card.into(), choices),
            2 => {
                let ace_of_suit = 13 * card.suit() as u8;
                let down = |ranks| (card.rank() as u8 + 13 - ranks) % 13 + ace_of_suit;
                let three = [0, 1, 2].map(down).into_iter().filter_map(Card::from_id);
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
