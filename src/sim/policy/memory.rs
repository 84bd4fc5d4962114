//! What a player remembers of a round.

use crate::card::Card;
use crate::card_set::CardSet;

/// His hand before the last draw, and what he threw after drawing which card.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Memory {
    hand: CardSet,
    /// The cards that have an entry below.
    noted: CardSet,
    thrown: [CardSet; 52],
}

impl Memory {
    pub(crate) fn new() -> Memory {
        Memory { hand: CardSet::EMPTY, noted: CardSet::EMPTY, thrown: [CardSet::EMPTY; 52] }
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
    pub(super) fn drawn(&self, hand: CardSet) -> Option<Card> {
        if self.hand.is_empty() { None } else { (hand - self.hand).first() }
    }

    /// What was thrown after drawing this card.
    #[inline(always)]
    pub(super) fn thrown_for(&self, drawn: Card) -> CardSet {
        if self.noted.contains(drawn) {
            self.thrown[usize::from(drawn.id())]
        } else {
            CardSet::EMPTY
        }
    }

    /// Notes what was thrown after drawing which card.
    #[inline(always)]
    pub(super) fn note(&mut self, drawn: Card, thrown: Card) {
        self.thrown[usize::from(drawn.id())] = self.thrown_for(drawn).with(thrown);
        self.noted = self.noted.with(drawn);
    }
}
