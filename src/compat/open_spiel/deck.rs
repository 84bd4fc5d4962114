//! Decks of fewer ranks and suits, and how their cards are numbered.

use crate::card::{Card, Rank, Suit};
use crate::card_set::CardSet;

/// A deck of the lowest ranks of the first suits. Its cards are a part of ours: the card of rank
/// *r* and suit *s* is number *s × ranks + r* there.
///
/// ```
/// use gin_fast::compat::open_spiel::Deck;
/// let deck = Deck::new(10, 3).unwrap();
/// assert_eq!(deck.card(29).unwrap().to_string(), "Td");
/// assert_eq!(deck.number("Td".parse()?), 29);
/// assert_eq!(deck.card(30), None);
/// # Ok::<(), gin_fast::ParseCardError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Deck {
    ranks: u8,
    suits: u8,
}

impl Deck {
    /// All 52 cards, numbered as ours.
    pub const FULL: Deck = Deck { ranks: 13, suits: 4 };

    /// The deck of 1 to 13 ranks and 1 to 4 suits.
    pub const fn new(ranks: u8, suits: u8) -> Option<Deck> {
        if matches!(ranks, 1..=13) && matches!(suits, 1..=4) {
            Some(Deck { ranks, suits })
        } else {
            None
        }
    }

    /// How many ranks a suit has.
    #[inline]
    pub const fn ranks(self) -> u8 {
        self.ranks
    }

    /// How many suits there are.
    #[inline]
    pub const fn suits(self) -> u8 {
        self.suits
    }

    /// How many cards there are.
    #[inline]
    #[expect(clippy::len_without_is_empty, reason = "no deck is empty")]
    pub const fn len(self) -> u8 {
        self.ranks * self.suits
    }

    /// The card of this number.
    #[inline]
    pub const fn card(self, number: u8) -> Option<Card> {
        if number >= self.len() {
            return None;
        }
        Card::from_id(if self.ranks == 13 {
            number
        } else {
            number / self.ranks * 13 + number % self.ranks
        })
    }

    /// The number of this card. Cards of suits that the deck has not got are numbered on.
    #[inline]
    pub const fn number(self, card: Card) -> u8 {
        card.suit() as u8 * self.ranks + card.rank() as u8
    }

    /// Its cards.
    pub fn cards(self) -> CardSet {
        let suits = &Suit::ALL[..self.suits.into()];
        let ranks = &Rank::ALL[..self.ranks.into()];
        suits.iter().flat_map(|suit| ranks.iter().map(|rank| Card::new(*rank, *suit))).collect()
    }

    /// The cards drawn in a frame, a line a suit and a place a rank.
    ///
    /// ```
    /// # use gin_fast::compat::open_spiel::Deck;
    /// let deck = Deck::new(3, 2).unwrap();
    /// assert_eq!(deck.picture("As 3c".parse()?), "+------+\n|As    |\n|    3c|\n+------+\n");
    /// # Ok::<(), gin_fast::ParseHandError>(())
    /// ```
    pub fn picture(self, hand: CardSet) -> String {
        let mut picture = String::with_capacity(256);
        let edge = |picture: &mut String| {
            picture.push('+');
            (0..self.ranks).for_each(|_| picture.push_str("--"));
            picture.push_str("+\n");
        };
        edge(&mut picture);
        for suit in &Suit::ALL[..self.suits.into()] {
            picture.push('|');
            for rank in &Rank::ALL[..self.ranks.into()] {
                let is_held = hand.contains(Card::new(*rank, *suit));
                picture.push(if is_held { rank.letter() } else { ' ' });
                picture.push(if is_held { suit.letter() } else { ' ' });
            }
            picture.push_str("|\n");
        }
        edge(&mut picture);
        picture
    }

    /// The cards of its ranks in all four suits.
    #[inline]
    pub(crate) const fn ranks_in_four_suits(self) -> CardSet {
        CardSet::all_of_ranks((1 << self.ranks) - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_no_gaps_and_keep_our_order() {
        for ranks in 1..=13 {
            for suits in 1..=4 {
                let deck = Deck::new(ranks, suits).unwrap();
                let cards: Vec<Card> = deck.cards().iter().collect();
                let numbers: Vec<u8> = cards.iter().map(|card| deck.number(*card)).collect();
                assert!(numbers.iter().copied().eq(0..deck.len()), "{deck:?}");
                let back = numbers.iter().map(|number| deck.card(*number).unwrap());
                assert!(back.eq(cards), "{deck:?}");
                assert_eq!(deck.card(deck.len()), None);
                assert!(deck.cards().is_subset(deck.ranks_in_four_suits()));
            }
        }
        assert_eq!(Deck::FULL.cards(), CardSet::FULL);
        for (ranks, suits) in [(0, 4), (14, 4), (13, 0), (13, 5)] {
            assert_eq!(Deck::new(ranks, suits), None);
        }
    }
}
