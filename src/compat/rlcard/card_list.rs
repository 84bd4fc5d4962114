//! Cards in an order, up to a fixed number of them.

use crate::{Card, Rank, Suit};

/// A list of at most `N` cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardList<const N: usize> {
    cards: [Card; N],
    len: u8,
}

impl<const N: usize> CardList<N> {
    /// The list without cards.
    pub fn new() -> CardList<N> {
        CardList { cards: [Card::new(Rank::Ace, Suit::Spades); N], len: 0 }
    }

    /// Appends a card. There must be room for it.
    pub fn push(&mut self, card: Card) {
        self.cards[usize::from(self.len)] = card;
        self.len += 1;
    }

    /// Takes the last card.
    pub fn pop(&mut self) -> Option<Card> {
        self.len = self.len.checked_sub(1)?;
        Some(self.cards[usize::from(self.len)])
    }

    /// Takes a card out; the others keep their order. `false` if it is not there.
    pub fn remove(&mut self, card: Card) -> bool {
        let Some(place) = self.iter().position(|other| *other == card) else { return false };
        let len = usize::from(self.len);
        self.cards.copy_within(place + 1..len, place);
        self.len -= 1;
        true
    }
}

impl<const N: usize> Default for CardList<N> {
    fn default() -> CardList<N> {
        CardList::new()
    }
}

impl<const N: usize> std::ops::Deref for CardList<N> {
    type Target = [Card];

    fn deref(&self) -> &[Card] {
        &self.cards[..usize::from(self.len)]
    }
}

impl<const N: usize> Extend<Card> for CardList<N> {
    fn extend<T: IntoIterator<Item = Card>>(&mut self, cards: T) {
        cards.into_iter().for_each(|card| self.push(card));
    }
}

impl<const N: usize> FromIterator<Card> for CardList<N> {
    fn from_iter<T: IntoIterator<Item = Card>>(cards: T) -> CardList<N> {
        let mut list = CardList::new();
        list.extend(cards);
        list
    }
}
