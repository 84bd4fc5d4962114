//! Why two hands are no showdown.

use std::fmt;

use crate::aces::Ace;
use crate::card_set::CardSet;
use crate::meld::Meld;

/// The hands, melds or rules do not make a showdown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ShowdownError {
    /// The knocker has neither ten cards nor eleven.
    KnockerCards(CardSet),
    /// The knocker has eleven cards, and there is no big gin.
    NoBigGin,
    /// The knocker has eleven cards, and not all are in the melds.
    NotAllMelded(CardSet),
    /// The defender has not ten cards.
    DefenderCards(CardSet),
    /// Both hold these cards.
    Shared(CardSet),
    /// The knocker has more deadwood than the limit.
    OverLimit {
        /// What he has.
        deadwood: u32,
        /// What he may have.
        limit: u8,
    },
    /// The knocker does not hold all cards of the meld.
    NotInHand(Meld),
    /// The meld shares cards with one before it.
    Overlapping(Meld),
    /// The meld is none as long as aces may do no more than this.
    NoMeld(Meld, Ace),
    /// The melds leave more than the least, which the rules ask for.
    NotMinimal {
        /// What the melds leave.
        deadwood: u32,
        /// The least that melds can leave.
        least: u8,
    },
    /// The rules depend on the first upcard, and none is given.
    NoUpcard,
}

impl fmt::Display for ShowdownError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ShowdownError::KnockerCards(hand) => write!(
                f,
                "knocker: expected 10 cards, the discard not among them, or for big gin 11, got {}",
                hand.len()
            ),
            ShowdownError::NoBigGin => {
                write!(f, "knocker: expected 10 cards, as these rules have no big gin, got 11")
            }
            ShowdownError::NotAllMelded(unmelded) => write!(
                f,
                "knocker: expected 11 cards that are all melded, for big gin, got \"{unmelded}\" \
                 unmelded; to knock leave out the discard"
            ),
            ShowdownError::DefenderCards(hand) => {
                write!(f, "defender: expected 10 cards, got {}", hand.len())
            }
            ShowdownError::Shared(cards) => {
                write!(f, "defender: expected none of the knocker's cards, got \"{cards}\"")
            }
            ShowdownError::OverLimit { deadwood, limit } => {
                write!(f, "knocker: expected at most {limit} points of deadwood, got {deadwood}")
            }
            ShowdownError::NotInHand(meld) => {
                write!(f, "layout: expected melds of the knocker's cards, got {meld}")
            }
            ShowdownError::Overlapping(meld) => {
                write!(f, "layout: expected melds that share no card, got {meld} beside another")
            }
            ShowdownError::NoMeld(meld, ace) => {
                write!(f, "layout: expected melds with the ace \"{}\", got {meld}", ace.name())
            }
            ShowdownError::NotMinimal { deadwood, least } => write!(
                f,
                "layout: expected melds that leave the least, {least} points, as these rules ask, \
                 got {deadwood}"
            ),
            ShowdownError::NoUpcard => {
                write!(
                    f,
                    "upcard: expected the first upcard of the round, as these rules depend on it"
                )
            }
        }
    }
}

impl std::error::Error for ShowdownError {}
