//! One card: its suit, rank, id and text.

use std::fmt;
use std::str::FromStr;

/// The four suits, in the order of card ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Suit {
    /// Spades, `s`.
    Spades,
    /// Clubs, `c`.
    Clubs,
    /// Diamonds, `d`.
    Diamonds,
    /// Hearts, `h`.
    Hearts,
}

impl Suit {
    /// All suits, in the order of card ids.
    pub const ALL: [Suit; 4] = [Suit::Spades, Suit::Clubs, Suit::Diamonds, Suit::Hearts];

    /// The letter of the suit: one of `scdh`.
    pub const fn letter(self) -> char {
        ['s', 'c', 'd', 'h'][self as usize]
    }

    fn from_char(symbol: char) -> Option<Suit> {
        match symbol {
            's' | 'S' | '♠' | '♤' => Some(Suit::Spades),
            'c' | 'C' | '♣' | '♧' => Some(Suit::Clubs),
            'd' | 'D' | '♦' | '♢' => Some(Suit::Diamonds),
            'h' | 'H' | '♥' | '♡' => Some(Suit::Hearts),
            _ => None,
        }
    }
}

/// The thirteen ranks; the ace is low.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Rank {
    /// Ace, one point.
    Ace,
    /// Two.
    Two,
    /// Three.
    Three,
    /// Four.
    Four,
    /// Five.
    Five,
    /// Six.
    Six,
    /// Seven.
    Seven,
    /// Eight.
    Eight,
    /// Nine.
    Nine,
    /// Ten.
    Ten,
    /// Jack, ten points.
    Jack,
    /// Queen, ten points.
    Queen,
    /// King, ten points.
    King,
}

impl Rank {
    /// All ranks, lowest first.
    pub const ALL: [Rank; 13] = [
        Rank::Ace,
        Rank::Two,
        Rank::Three,
        Rank::Four,
        Rank::Five,
        Rank::Six,
        Rank::Seven,
        Rank::Eight,
        Rank::Nine,
        Rank::Ten,
        Rank::Jack,
        Rank::Queen,
        Rank::King,
    ];

    const LETTERS: &'static [u8; 13] = b"A23456789TJQK";

    /// The letter of the rank: one of `A23456789TJQK`.
    pub const fn letter(self) -> char {
        Rank::LETTERS[self as usize] as char
    }

    /// What a card of this rank costs as deadwood: the ace 1, courts 10.
    #[inline]
    pub const fn points(self) -> u8 {
        let pips = self as u8 + 1;
        if pips < 10 { pips } else { 10 }
    }

    fn from_char(symbol: char) -> Option<Rank> {
        let symbol = u8::try_from(symbol.to_ascii_uppercase()).ok()?;
        let index = Rank::LETTERS.iter().position(|&letter| letter == symbol)?;
        Some(Rank::ALL[index])
    }
}

/// One of the 52 cards, as its id `suit * 13 + rank`.
///
/// ```
/// use gin_fast::{Card, Rank, Suit};
/// let card: Card = "Td".parse()?;
/// assert_eq!((card.rank(), card.suit(), card.id()), (Rank::Ten, Suit::Diamonds, 35));
/// assert_eq!(card.to_string(), "Td");
/// # Ok::<(), gin_fast::ParseCardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The card of this rank and suit.
    pub const fn new(rank: Rank, suit: Suit) -> Card {
        Card(suit as u8 * 13 + rank as u8)
    }

    /// The card with this id, if it is below 52.
    #[inline]
    pub const fn from_id(id: u8) -> Option<Card> {
        if id < 52 { Some(Card(id)) } else { None }
    }

    /// The id, 0 to 51.
    #[inline]
    pub const fn id(self) -> u8 {
        self.0
    }

    /// The rank.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank::ALL[(self.0 % 13) as usize]
    }

    /// The suit.
    #[inline]
    pub const fn suit(self) -> Suit {
        Suit::ALL[(self.0 / 13) as usize]
    }

    /// What the card costs as deadwood.
    #[inline]
    pub const fn points(self) -> u8 {
        self.rank().points()
    }

    /// Reads one card off the front of `text` and returns it with what follows.
    pub(crate) fn split_from(text: &str) -> Result<(Card, &str), ParseCardError> {
        let bad = || ParseCardError { text: first_word(text).to_owned() };
        let (rank, rest) = match text.strip_prefix("10") {
            Some(rest) => (Rank::Ten, rest),
            None => {
                let symbol = text.chars().next().ok_or_else(bad)?;
                (Rank::from_char(symbol).ok_or_else(bad)?, &text[symbol.len_utf8()..])
            }
        };
        let symbol = rest.chars().next().ok_or_else(bad)?;
        let suit = Suit::from_char(symbol).ok_or_else(bad)?;
        let rest = &rest[symbol.len_utf8()..];
        // U+FE0F asks for a coloured picture of the suit before it; it says nothing of the card.
        Ok((Card::new(rank, suit), rest.strip_prefix('\u{fe0f}').unwrap_or(rest)))
    }
}

/// The first word of a text that failed to parse, short enough for an error message.
fn first_word(text: &str) -> &str {
    let end = text
        .char_indices()
        .find(|&(at, symbol)| at >= 24 || symbol == ',' || symbol.is_whitespace())
        .map_or(text.len(), |(at, _)| at);
    &text[..end]
}

impl FromStr for Card {
    type Err = ParseCardError;

    fn from_str(text: &str) -> Result<Card, ParseCardError> {
        match Card::split_from(text.trim()) {
            Ok((card, "")) => Ok(card),
            _ => Err(ParseCardError { text: text.chars().take(24).collect() }),
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rank().letter(), self.suit().letter())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a card such as `Td`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseCardError {
    text: String,
}

impl fmt::Display for ParseCardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "invalid card {:?}: expected a rank A23456789TJQK and a suit scdh, such as \"Td\"",
            self.text
        )
    }
}

impl std::error::Error for ParseCardError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_reads_back_from_its_text_in_any_case() {
        for id in 0..52 {
            let card = Card::from_id(id).unwrap();
            let text = card.to_string();
            assert_eq!(text.parse(), Ok(card));
            assert_eq!(text.to_lowercase().parse(), Ok(card));
            assert_eq!(text.to_uppercase().parse(), Ok(card));
            assert_eq!(Card::new(card.rank(), card.suit()), card);
        }
        assert_eq!(Card::from_id(52), None);
    }

    #[test]
    fn tens_and_suit_symbols_read_as_people_write_them() {
        assert_eq!("10h".parse::<Card>().unwrap().to_string(), "Th");
        assert_eq!(" A♠ ".parse::<Card>().unwrap().id(), 0);
        assert_eq!("K\u{2665}\u{fe0f}".parse::<Card>().unwrap().id(), 51);
    }

    #[test]
    fn what_is_no_card_is_shown_in_the_error() {
        for text in ["", "1s", "11s", "A", "Ax", "AsA", "As2s", "0h", "100h", "é♠"] {
            let error = text.parse::<Card>().unwrap_err();
            assert!(error.to_string().contains(&format!("{text:?}")), "{error}");
        }
    }
}
