//! A set of cards: a hand, a meld, a pile.

use std::fmt;
use std::iter::FusedIterator;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Sub};
use std::str::FromStr;

use crate::card::{Card, ParseCardError, Rank, Suit};

/// A set of cards, as a mask with bit *id* set for each card held; bits 52 to 63 are always 0.
///
/// ```
/// use gin_fast::CardSet;
/// let hand: CardSet = "As 2s 3s Kd".parse()?;
/// assert_eq!((hand.len(), hand.points()), (4, 16));
/// assert_eq!(hand.to_string(), "As 2s 3s Kd");
/// # Ok::<(), gin_fast::ParseHandError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct CardSet(u64);

/// One rank in all four suits: multiply by a mask of ranks to spread it over the suits.
pub(crate) const EVERY_SUIT: u64 = 1 | 1 << 13 | 1 << 26 | 1 << 39;
/// The thirteen ranks of one suit.
pub(crate) const SUIT: u64 = (1 << 13) - 1;
/// The id of the spade whose rank a byte of text names, and the id of the ace whose suit it names;
/// 100 for none.
const RANKS: [u8; 256] = numbered(b"A23456789TJQK", 1);
const SUITS: [u8; 256] = numbered(b"SCDH", 13);

const fn numbered(letters: &[u8], step: u8) -> [u8; 256] {
    let mut numbers = [100; 256];
    let mut at = 0;
    while at < letters.len() {
        numbers[letters[at].to_ascii_uppercase() as usize] = at as u8 * step;
        numbers[letters[at].to_ascii_lowercase() as usize] = at as u8 * step;
        at += 1;
    }
    numbers
}

/// The binary digits of a card's points, each as the mask of the cards that have it set.
const POINT_DIGITS: [u64; 4] = {
    let mut digits = [0; 4];
    let mut id = 0;
    while id < 52 {
        let points = Card::from_id(id).unwrap().points();
        let mut digit = 0;
        while digit < 4 {
            digits[digit] |= ((points as u64 >> digit) & 1) << id;
            digit += 1;
        }
        id += 1;
    }
    digits
};

impl CardSet {
    /// No card.
    pub const EMPTY: CardSet = CardSet(0);
    /// The whole pack.
    pub const FULL: CardSet = CardSet((1 << 52) - 1);

    /// The set with this mask, if no bit above 51 is set.
    pub const fn from_mask(mask: u64) -> Option<CardSet> {
        if mask <= CardSet::FULL.0 { Some(CardSet(mask)) } else { None }
    }

    /// The set with the lowest 52 bits of this mask.
    #[inline]
    pub(crate) const fn truncated(mask: u64) -> CardSet {
        CardSet(mask & CardSet::FULL.0)
    }

    /// The set with this mask, which is known to have no bit above 51.
    #[inline]
    pub(crate) const fn known(mask: u64) -> CardSet {
        debug_assert!(mask <= CardSet::FULL.0);
        CardSet(mask)
    }

    /// All four cards of each rank in this 13-bit mask.
    #[inline]
    pub(crate) const fn all_of_ranks(ranks: u64) -> CardSet {
        CardSet(ranks * EVERY_SUIT)
    }

    /// The mask: bit *id* is set for each card held.
    #[inline]
    pub const fn mask(self) -> u64 {
        self.0
    }

    /// How many cards there are.
    #[inline(always)]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the card is in the set.
    #[inline]
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.id() & 1 == 1
    }

    /// Whether every card is also in `other`.
    #[inline]
    pub const fn is_subset(self, other: CardSet) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether no card is also in `other`.
    #[inline]
    pub const fn is_disjoint(self, other: CardSet) -> bool {
        self.0 & other.0 == 0
    }

    /// The set with this card in it.
    #[inline]
    #[must_use]
    pub const fn with(self, card: Card) -> CardSet {
        CardSet(self.0 | 1 << card.id())
    }

    /// The set without this card.
    #[inline]
    #[must_use]
    pub const fn without(self, card: Card) -> CardSet {
        CardSet(self.0 & !(1 << card.id()))
    }

    /// The ranks held in one suit, as a 13-bit mask.
    #[inline]
    pub const fn ranks_in(self, suit: Suit) -> u64 {
        self.0 >> (13 * suit as u32) & SUIT
    }

    /// What the cards cost together as deadwood.
    #[inline(always)]
    pub const fn points(self) -> u32 {
        (self.0 & POINT_DIGITS[0]).count_ones()
            + 2 * (self.0 & POINT_DIGITS[1]).count_ones()
            + 4 * (self.0 & POINT_DIGITS[2]).count_ones()
            + 8 * (self.0 & POINT_DIGITS[3]).count_ones()
    }

    /// The card with the lowest id.
    #[inline]
    pub const fn first(self) -> Option<Card> {
        if self.0 == 0 { None } else { Card::from_id(self.0.trailing_zeros() as u8) }
    }

    /// The cards, by ascending id.
    pub const fn iter(self) -> Cards {
        Cards(self)
    }

    /// Reads a text of letters, blanks and commas only, each card once: nearly all texts, in a
    /// third of the time.
    fn from_plain_text(text: &[u8]) -> Option<CardSet> {
        let mut cards = 0;
        let mut at = 0;
        while at < text.len() {
            if matches!(text[at], b' ' | b',') {
                at += 1;
                continue;
            }
            let suit = *text.get(at + 1)?;
            let card =
                u64::from(RANKS[usize::from(text[at])]) + u64::from(SUITS[usize::from(suit)]);
            // Symbols that are neither rank nor suit have a number beyond all cards.
            if card >= 52 || cards >> card & 1 == 1 {
                return None;
            }
            cards |= 1 << card;
            at += 2;
        }
        Some(CardSet(cards))
    }

    /// The cards drawn suit by rank: four lines of thirteen places, `..` where a card is missing.
    ///
    /// ```
    /// # use gin_fast::CardSet;
    /// let hand: CardSet = "As 2s 3s Td Kh".parse()?;
    /// let picture = [
    ///     "As 2s 3s .. .. .. .. .. .. .. .. .. ..",
    ///     ".. .. .. .. .. .. .. .. .. .. .. .. ..",
    ///     ".. .. .. .. .. .. .. .. .. Td .. .. ..",
    ///     ".. .. .. .. .. .. .. .. .. .. .. .. Kh",
    /// ];
    /// assert_eq!(hand.grid(), picture.join("\n"));
    /// # Ok::<(), gin_fast::ParseHandError>(())
    /// ```
    pub fn grid(self) -> String {
        let line = |suit| {
            let place = |rank| match Card::new(rank, suit) {
                card if self.contains(card) => card.to_string(),
                _ => "..".to_owned(),
            };
            Rank::ALL.map(place).join(" ")
        };
        Suit::ALL.map(line).join("\n")
    }
}

impl fmt::Display for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::with_capacity(3 * self.len() as usize);
        for card in self.iter() {
            text.push(card.rank().letter());
            text.push(card.suit().letter());
            text.push(' ');
        }
        f.pad(text.trim_end())
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CardSet({self})")
    }
}

impl FromStr for CardSet {
    type Err = ParseHandError;

    /// Reads cards with spaces, commas or nothing between them.
    fn from_str(text: &str) -> Result<CardSet, ParseHandError> {
        if let Some(cards) = CardSet::from_plain_text(text.as_bytes()) {
            return Ok(cards);
        }
        let mut cards = CardSet::EMPTY;
        let between = |symbol: char| symbol == ',' || symbol.is_whitespace();
        let mut rest = text.trim_start_matches(between);
        while !rest.is_empty() {
            let (card, after) = Card::split_from(rest)?;
            if cards.contains(card) {
                return Err(ParseHandError::Repeated(card));
            }
            cards = cards.with(card);
            rest = after.trim_start_matches(between);
        }
        Ok(cards)
    }
}

/// The text is not a hand such as `As Td 9h`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ParseHandError {
    /// A part of the text is no card.
    Card(ParseCardError),
    /// A card is named twice.
    Repeated(Card),
}

impl fmt::Display for ParseHandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseHandError::Card(error) => error.fmt(f),
            ParseHandError::Repeated(card) => {
                write!(f, "the card {card} is repeated: a hand holds each card once")
            }
        }
    }
}

impl std::error::Error for ParseHandError {}

impl From<ParseCardError> for ParseHandError {
    fn from(error: ParseCardError) -> ParseHandError {
        ParseHandError::Card(error)
    }
}

/// The cards of a [`CardSet`], by ascending id.
#[derive(Debug, Clone)]
pub struct Cards(CardSet);

impl Iterator for Cards {
    type Item = Card;

    #[inline]
    fn next(&mut self) -> Option<Card> {
        let card = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(card)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len() as usize, Some(self.0.len() as usize))
    }
}

impl ExactSizeIterator for Cards {}
impl FusedIterator for Cards {}

impl IntoIterator for CardSet {
    type Item = Card;
    type IntoIter = Cards;

    fn into_iter(self) -> Cards {
        self.iter()
    }
}

impl FromIterator<Card> for CardSet {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> CardSet {
        cards.into_iter().fold(CardSet::EMPTY, CardSet::with)
    }
}

impl From<Card> for CardSet {
    #[inline]
    fn from(card: Card) -> CardSet {
        CardSet(1 << card.id())
    }
}

impl BitOr for CardSet {
    type Output = CardSet;
    #[inline]
    fn bitor(self, other: CardSet) -> CardSet {
        CardSet(self.0 | other.0)
    }
}

impl BitOrAssign for CardSet {
    #[inline]
    fn bitor_assign(&mut self, other: CardSet) {
        self.0 |= other.0;
    }
}

impl BitAnd for CardSet {
    type Output = CardSet;
    #[inline]
    fn bitand(self, other: CardSet) -> CardSet {
        CardSet(self.0 & other.0)
    }
}

impl BitAndAssign for CardSet {
    #[inline]
    fn bitand_assign(&mut self, other: CardSet) {
        self.0 &= other.0;
    }
}

impl BitXor for CardSet {
    type Output = CardSet;
    #[inline]
    fn bitxor(self, other: CardSet) -> CardSet {
        CardSet(self.0 ^ other.0)
    }
}

impl Sub for CardSet {
    type Output = CardSet;
    #[inline]
    fn sub(self, other: CardSet) -> CardSet {
        CardSet(self.0 & !other.0)
    }
}

impl Not for CardSet {
    type Output = CardSet;
    #[inline]
    fn not(self) -> CardSet {
        CardSet::FULL - self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hand(text: &str) -> CardSet {
        text.parse().unwrap()
    }

    #[test]
    fn separators_do_not_matter() {
        let expected = hand("As Td 9h");
        for text in ["AsTd9h", "as,td,9h", " A♠ 10d,9H ", "9h\tTd\nAs", ",,As,,Td9h,"] {
            assert_eq!(hand(text), expected, "{text:?}");
        }
        assert_eq!(hand(""), CardSet::EMPTY);
    }

    #[test]
    fn a_repeated_card_and_a_bad_card_are_named() {
        let repeated = "As Kd As".parse::<CardSet>().unwrap_err();
        assert_eq!(repeated, ParseHandError::Repeated("As".parse().unwrap()));
        let bad = "As 11s Kd".parse::<CardSet>().unwrap_err();
        assert!(bad.to_string().contains("\"11s\""), "{bad}");
    }

    #[test]
    fn points_add_up_card_by_card() {
        for card in CardSet::FULL {
            assert_eq!(CardSet::from(card).points(), u32::from(card.points()), "{card}");
        }
        assert_eq!(CardSet::FULL.points(), 340);
    }

    #[test]
    fn masks_above_the_pack_are_refused() {
        assert_eq!(CardSet::from_mask(1 << 52), None);
        assert_eq!(CardSet::from_mask((1 << 52) - 1), Some(CardSet::FULL));
    }

    #[test]
    fn text_and_iteration_are_by_ascending_id() {
        assert_eq!(hand("9h Td As").to_string(), "As Td 9h");
        assert_eq!(CardSet::FULL.iter().len(), 52);
        assert!(CardSet::FULL.iter().map(Card::id).eq(0..52));
        assert_eq!(CardSet::FULL.iter().collect::<CardSet>(), CardSet::FULL);
        assert_eq!(!hand("As"), CardSet::FULL - hand("As"));
    }
}
