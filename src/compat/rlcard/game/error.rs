//! Why a move is refused.

use std::error::Error;
use std::fmt;

use super::Action;
use crate::Card;

/// Why a move is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// It is not legal here.
    Illegal {
        /// What came.
        action: Action,
        /// What is legal.
        legal: Vec<Action>,
    },
    /// No action has this id.
    Unknown(Action),
    /// It takes a hand of another size.
    HandSize {
        /// How many cards the player holds.
        count: usize,
        /// How many he should.
        wanted: usize,
    },
    /// A hand that is scored has not ten cards.
    ScoredHand(usize),
    /// It is the other player's turn.
    WrongPlayer {
        /// Whose turn it is.
        player: u8,
        /// Whose it should be.
        wanted: u8,
    },
    /// The card thrown is not in the hand.
    NotHeld(Card),
    /// The pile to take from is empty.
    NoCardLeft,
    /// No card leaves gin.
    NoGin,
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveError::Illegal { action, legal } if legal.is_empty() => {
                write!(f, "action {} is not legal: the game is over", action.id())
            }
            MoveError::Illegal { action, legal } => {
                let ids: Vec<String> = legal.iter().map(|legal| legal.id().to_string()).collect();
                write!(
                    f,
                    "action {} is not legal here: expected one of {}",
                    action.id(),
                    ids.join(", ")
                )
            }
            MoveError::Unknown(action) => write!(f, "no action has the id {}", action.id()),
            MoveError::HandSize { count, wanted } => {
                write!(f, "the player to act holds {count} cards: should be {wanted}")
            }
            MoveError::ScoredHand(count) => {
                write!(f, "the hand to be scored holds {count} cards: should be 10")
            }
            MoveError::WrongPlayer { player, wanted } => {
                write!(f, "it is player {player}'s turn: should be player {wanted}'s")
            }
            MoveError::NotHeld(card) => {
                write!(f, "the player to act does not hold card {}", card.id())
            }
            MoveError::NoCardLeft => f.write_str("no card is left in the pile"),
            MoveError::NoGin => f.write_str("no discard leaves gin"),
        }
    }
}

impl Error for MoveError {}
