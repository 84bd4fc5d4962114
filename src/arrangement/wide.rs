//! The canonical layout of a hand with many ranks in conflict, found rank by rank.
//!
//! Trying every choice of sets takes up to six to the power of thirteen steps for the whole pack.
//! But what a choice means for higher ranks is little: for each suit, how many free cards (held
//! and in no set) lie directly below, up to three, and whether the card below those would be an
//! opening that nobody has counted. Of all choices that agree in this the one first in the
//! canonical order can be kept alone: points, openings and masks only add up.

use std::collections::BTreeMap;

use super::Layout;
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

pub(super) fn canonical(hand: CardSet) -> Layout {
    let mut states = BTreeMap::from([([Below::default(); 4], Choices::default())]);
    for rank in Rank::ALL {
        let held = Suit::ALL
            .into_iter()
            .map(|suit| Card::new(rank, suit))
            .filter(|&card| hand.contains(card))
            .collect();
        let mut next = BTreeMap::new();
        for (below, choices) in &states {
            for set in sets_of(held) {
                let (below, choices) = step(rank, held, set, *below, *choices);
                let best = next.entry(below).or_insert(choices);
                *best = choices.min(*best);
            }
        }
        states = next;
    }
    let best = states.into_values().min().expect("each rank keeps at least one choice");
    Layout { sets: best.sets, runs: best.melded - best.sets }
}

/// The sets that the cards of one rank can form, and no set.
fn sets_of(held: CardSet) -> impl Iterator<Item = CardSet> {
    let threes = held.iter().map(move |card| held.without(card));
    threes.chain([held]).filter(|set| set.len() >= 3).chain([CardSet::EMPTY])
}

fn step(
    rank: Rank,
    held: CardSet,
    set: CardSet,
    mut below: [Below; 4],
    mut choices: Choices,
) -> ([Below; 4], Choices) {
    choices.meld(set);
    choices.sets |= set;
    for (suit, below) in Suit::ALL.into_iter().zip(&mut below) {
        let card = Card::new(rank, suit);
        if set.contains(card) {
            *below = Below::default();
        } else if held.contains(card) {
            choices.extend_run(card, below);
        } else {
            let opening = below.free == 3 || !set.is_empty();
            choices.openings += u32::from(opening);
            *below = Below { free: 0, uncounted: !opening };
        }
    }
    (below, choices)
}

impl Choices {
    fn meld(&mut self, cards: CardSet) {
        self.melded |= cards;
        self.not_melded -= cards.points() as i32;
    }

    /// Puts a free card on those below it; the third makes a run of them.
    fn extend_run(&mut self, card: Card, below: &mut Below) {
        match below.free {
            3 => self.meld(card.into()),
            2 => {
                self.meld(CardSet::truncated(0b111 << (card.id() - 2)));
                self.openings += u32::from(below.uncounted);
                *below = Below { free: 3, uncounted: false };
            }
            _ => below.free += 1,
        }
    }
}
