//! Which worlds are asked for, and why there may be none.

use std::fmt;

use crate::card_set::CardSet;

/// What worlds are drawn, and how. A slice holds one element for all tables or one a table.
#[derive(Debug, Clone, Copy)]
pub struct Asked<'a> {
    /// The seats whose knowledge it is.
    pub seats: &'a [u8],
    /// How many worlds of each table.
    pub worlds: usize,
    /// What chance is drawn from.
    pub seed: u64,
    /// Cards that the other holds.
    pub must: &'a [CardSet],
    /// Cards that he does not hold.
    pub must_not: &'a [CardSet],
    /// How likely his hands are.
    pub belief: Belief<'a>,
}

/// How likely the hidden hands of the other seat are. The stock is always in any order alike.
#[derive(Debug, Clone, Copy)]
pub enum Belief<'a> {
    /// All alike.
    Uniform,
    /// Cards are drawn one after the other, each with a chance in proportion to its weight among
    /// those that are left. A card without weight is not drawn. A weight is 0 or of a size that
    /// sums of them are exact enough, such as 1e-100 to 1e100.
    Weights(&'a [[f64; 52]]),
    /// As the plain player holds them in the middle of a round.
    Simple,
}

impl Asked<'_> {
    /// Looks whether there is an element for each table.
    pub(super) fn assert_fits(&self, tables: usize) {
        let weights = if let Belief::Weights(weights) = self.belief { weights.len() } else { 1 };
        for len in [self.seats.len(), self.must.len(), self.must_not.len(), weights] {
            assert!(len == 1 || len == tables, "one element for all tables or one a table");
        }
    }
}

/// The element for a table.
#[inline(always)]
pub(super) fn of<T>(each: &[T], at: usize) -> &T {
    if let [all] = each { all } else { &each[at] }
}

/// Why there are no worlds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoWorlds {
    /// A table has none.
    Impossible(usize, Reason),
    /// They are too many.
    OutOfMemory,
}

/// Why a table has no worlds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// The other must hold these cards, which lie elsewhere.
    Elsewhere(CardSet),
    /// He must not hold these cards, which he was seen to take or to show.
    Held(CardSet),
    /// He must and must not hold these cards.
    Both(CardSet),
    /// He must hold more cards than are hidden in his hand.
    TooMany {
        /// How many must be among them.
        must: u32,
        /// How many are hidden.
        hidden: u32,
    },
    /// Fewer cards are left that he may hold than are hidden in his hand.
    TooFew {
        /// How many are left.
        left: u32,
        /// How many are hidden.
        hidden: u32,
    },
    /// So are cards with a weight.
    TooLight {
        /// How many are left.
        left: u32,
        /// How many are hidden.
        hidden: u32,
    },
    /// Nothing was found from which play goes on.
    Unplayable,
}

impl Reason {
    /// The argument that is to blame.
    pub fn argument(&self) -> &'static str {
        match self {
            Reason::Elsewhere(_) | Reason::Both(_) | Reason::TooMany { .. } => "must",
            Reason::Held(_) | Reason::TooFew { .. } => "must_not",
            Reason::TooLight { .. } => "weights",
            Reason::Unplayable => "must, must_not",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Elsewhere(cards) => {
                write!(f, "the opponent cannot hold {cards}, which the player sees elsewhere")
            }
            Reason::Held(cards) => write!(f, "the opponent was seen to hold {cards}"),
            Reason::Both(cards) => write!(f, "must_not has {cards} too"),
            Reason::TooMany { must, hidden } => {
                write!(f, "the opponent holds {hidden} hidden cards, not {must}")
            }
            Reason::TooFew { left, hidden } => {
                write!(f, "{left} cards are left for the opponent's {hidden} hidden ones")
            }
            Reason::TooLight { left, hidden } => {
                write!(f, "{left} cards have a weight for the opponent's {hidden} hidden ones")
            }
            Reason::Unplayable => {
                write!(f, "of {} hands drawn none lets the round be where it is", super::TRIES)
            }
        }
    }
}
