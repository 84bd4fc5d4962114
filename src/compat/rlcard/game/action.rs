//! The actions and their ids.

use crate::Card;

/// How many ids there are.
pub const NUM_ACTIONS: u8 = 110;

const DISCARDS: u8 = 6;
const KNOCKS: u8 = DISCARDS + 52;

/// An action by RLCard's id: 0 and 1 score North and South, 2 draws, 3 picks up the last discard, 4
/// declares a dead hand, 5 goes gin, 6 + card discards, 58 + card knocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Action(pub(super) u8);

impl Action {
    /// Scores seat 0.
    pub const SCORE_NORTH: Action = Action(0);
    /// Scores seat 1, which ends the game.
    pub const SCORE_SOUTH: Action = Action(1);
    /// Draws from the stock.
    pub const DRAW: Action = Action(2);
    /// Picks up the last discard.
    pub const PICK_UP: Action = Action(3);
    /// Ends the play without a winner.
    pub const DEAD_HAND: Action = Action(4);
    /// Goes out without deadwood.
    pub const GIN: Action = Action(5);

    /// The action with this id.
    pub fn from_id(id: u8) -> Option<Action> {
        (id < NUM_ACTIONS).then_some(Action(id))
    }

    /// Its id.
    pub fn id(self) -> u8 {
        self.0
    }

    /// The discard of a card.
    pub fn discard(card: Card) -> Action {
        Action(DISCARDS + card.id())
    }

    /// The knock that throws a card.
    pub fn knock(card: Card) -> Action {
        Action(KNOCKS + card.id())
    }

    /// The card that it throws, if it names one.
    pub fn card(self) -> Option<Card> {
        Card::from_id(self.0.checked_sub(if self.is_knock() { KNOCKS } else { DISCARDS })?)
    }

    /// Whether it is a knock, by any card.
    pub fn is_knock(self) -> bool {
        self.0 >= KNOCKS
    }

    /// Whether it is a discard that is no knock.
    pub fn is_discard(self) -> bool {
        (DISCARDS..KNOCKS).contains(&self.0)
    }
}

/// One move: who did what, and the card that came to his hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The seat.
    pub player: u8,
    /// What it did.
    pub action: Action,
    /// The card drawn or picked up.
    pub card: Option<Card>,
    /// Whether RLCard failed at it.
    pub is_refused: bool,
}
