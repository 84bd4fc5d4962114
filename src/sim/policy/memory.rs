//! What a player remembers of a round.

use crate::card_set::CardSet;

/// His hand before the last draw, and what he threw after drawing which card.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Memory {
    hand: CardSet,
    /// The cards that have an entry below.
    noted: CardSet,
    thrown: [CardSet; 65],
}

impl Memory {
    pub(crate) fn new() -> Memory {
        Memory { hand: CardSet::EMPTY, noted: CardSet::EMPTY, thrown: [CardSet::EMPTY; 65] }
    }

    /// Forgets the last round.
    #[inline(always)]
    pub(crate) fn forget(&mut self) {
        (self.hand, self.noted) = (CardSet::EMPTY, CardSet::EMPTY);
    }

    /// Notes the hand before a draw.
    #[inline(always)]
    pub(super) fn before_draw(&mut self, hand: CardSet) {
        self.hand = hand;
    }

    /// The card that was drawn to this hand; the opening with eleven cards draws none.
    #[inline(always)]
    pub(super) fn drawn(&self, hand: CardSet) -> CardSet {
        if self.hand.is_empty() { CardSet::EMPTY } else { hand - self.hand }
    }

    /// What was thrown after drawing this card.
    #[inline(always)]
    pub(super) fn thrown_for(&self, drawn: CardSet) -> CardSet {
        if self.noted.is_disjoint(drawn) { CardSet::EMPTY } else { self.thrown[place(drawn)] }
    }

    /// Notes what was thrown after drawing which card.
    #[inline(always)]
    pub(super) fn note(&mut self, drawn: CardSet, thrown: CardSet) {
        self.thrown[place(drawn)] = self.thrown_for(drawn) | thrown;
        self.noted |= drawn;
    }
}

/// The place of a card; no card has the last one.
#[inline(always)]
fn place(card: CardSet) -> usize {
    card.mask().trailing_zeros() as usize
}
