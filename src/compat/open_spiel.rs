//! OpenSpiel's `gin_rummy`.
//!
//! Its cards are numbered as ours where a suit has thirteen ranks, and suit by suit without gaps
//! where it has fewer ([`Deck`]). Sets and runs of up to five cards have numbers ([`MeldId`]); a
//! longer run is laid as several. What a hand leaves is asked of the evaluator; that OpenSpiel
//! looks at lists of melds shows only in their order and in what it says of a hand with a card too
//! many ([`min_deadwood`]).
//!
//! A [`Game`] is the rules of one round; a [`State`] is where one stands and how it came there.

pub mod actions;
mod deck;
mod evaluate;
mod game;
mod layoffs;
mod meld_id;
mod melds;
mod state;

pub use deck::Deck;
pub use evaluate::{legal_discards, legal_melds, min_deadwood};
pub use game::{Game, GameError, Parameters};
pub use layoffs::{all_layoffs, meld_layoffs};
pub use meld_id::{MeldId, MeldIds};
pub use melds::{all_melds, best_meld_group, each_meld_group, rank_melds, suit_melds};
pub use state::{
    CHANCE, Hands, NoAction, NoWords, OBSERVATION_SIZE, Part, Phase, State, TERMINAL, View,
};

#[cfg(test)]
mod tests;
