//! The cards that a seat has not seen, dealt out anew.

use std::ops::Range;

use super::asked::{Asked, Belief, Reason, of};
use crate::card_set::CardSet;
use crate::sim::chance::Chance;
use crate::sim::table::Table;

/// What of one table is drawn for one seat.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hidden {
    pub(super) seat: u8,
    /// The other's cards that the seat has seen.
    pub(super) seen: CardSet,
    /// The unseen cards: those that the other must hold, those that he may, those that he must not;
    /// each by their ids. A world is an order of them: the other's hidden cards, then the stock.
    pub(super) cards: [u8; 52],
    /// How many he must hold.
    pub(super) must: usize,
    /// How many of his are hidden.
    pub(super) hidden: usize,
    /// Where those begin that he must not hold.
    pub(super) may: usize,
    unseen: usize,
    stock: usize,
}

impl Hidden {
    #[inline]
    pub(super) fn of(table: &Table, at: usize, asked: &Asked<'_>) -> Result<Hidden, Reason> {
        let seat = *of(asked.seats, at);
        let view = table.view(seat);
        let (must, must_not) = (*of(asked.must, at), *of(asked.must_not, at));
        let (must_hide, hidden) = (must - view.seen, view.hidden);
        for (cards, reason) in [
            (must & must_not, Reason::Both as fn(CardSet) -> Reason),
            (must_hide - view.unseen, Reason::Elsewhere),
            (must_not & view.seen, Reason::Held),
        ] {
            if !cards.is_empty() {
                return Err(reason(cards));
            }
        }
        if must_hide.len() > hidden {
            return Err(Reason::TooMany { must: must_hide.len(), hidden });
        }
        let may = view.unseen - must_not;
        if may.len() < hidden {
            return Err(Reason::TooFew { left: may.len(), hidden });
        }
        if let Belief::Weights(weights) = asked.belief {
            let weights = of(weights, at);
            let has_weight = |card: &crate::Card| weights[usize::from(card.id())] > 0.0;
            let light = (may - must_hide).iter().filter(|card| !has_weight(card)).count() as u32;
            let left = may.len() - light;
            if left < hidden {
                return Err(Reason::TooLight { left, hidden });
            }
        }
        let mut cards = [0; 52];
        let parts = [must_hide, may - must_hide, view.unseen - may];
        for (place, card) in cards.iter_mut().zip(parts.into_iter().flatten()) {
            *place = card.id();
        }
        Ok(Hidden {
            seat,
            seen: view.seen,
            cards,
            must: must_hide.len() as usize,
            hidden: hidden as usize,
            may: may.len() as usize,
            unseen: view.unseen.len() as usize,
            stock: view.stock,
        })
    }

    /// Puts hidden cards in front, all choices alike.
    #[inline(always)]
    pub(super) fn shuffle_hand(&self, cards: &mut [u8; 52], chance: &mut Chance) {
        for at in self.must..self.hidden {
            cards.swap(at, at + chance.below((self.may - at) as u32) as usize);
        }
    }

    /// Puts hidden cards in front, one after the other by their weights.
    #[inline(always)]
    pub(super) fn draw_hand(&self, cards: &mut [u8; 52], weights: &[f64; 52], chance: &mut Chance) {
        for at in self.must..self.hidden {
            let left = &cards[at..self.may];
            let weight = |&id: &u8| weights[usize::from(id)];
            let mut beyond = chance.share() * left.iter().map(weight).sum::<f64>();
            let mut chosen = None;
            for (place, id) in left.iter().enumerate().filter(|(_, id)| weight(id) > 0.0) {
                // Sums are rounded, so that the last one may be overshot.
                chosen = Some(place);
                beyond -= weight(id);
                if beyond < 0.0 {
                    break;
                }
            }
            cards.swap(at, at + chosen.unwrap_or(0));
        }
    }

    /// The other's hand.
    #[inline(always)]
    pub(super) fn hand(&self, cards: &[u8; 52]) -> CardSet {
        self.seen | set_of(&cards[..self.hidden])
    }

    /// Shuffles what the other does not hold; returns where the stock lies then.
    #[inline(always)]
    pub(super) fn shuffle_stock(&self, cards: &mut [u8; 52], chance: &mut Chance) -> Range<usize> {
        let end = self.hidden + self.stock;
        for at in self.hidden..end {
            cards.swap(at, at + chance.below((self.unseen - at) as u32) as usize);
        }
        self.hidden..end
    }
}

/// These cards as a set.
#[inline(always)]
pub(super) fn set_of(ids: &[u8]) -> CardSet {
    CardSet::truncated(ids.iter().fold(0, |cards, &id| cards | 1 << id))
}
