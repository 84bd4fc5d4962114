//! RLCard's `gin-rummy`.
//!
//! RLCard numbers cards as we do, `13 * suit + rank`, but its suits are S, H, D, C. Sets, runs and
//! points do not ask which suit is which, so a [`CardSet`](crate::CardSet) holds RLCard's cards under
//! RLCard's numbers here, and the rooms below answer as for our own.
//!
//! Its lists come in the order in which Python's sets hand out cards ([`SetOrder`]), and its rules of
//! play are its own ([`Game`]): eleven cards to the first player, no upcard, nothing but the deadwood
//! paid.

mod card_list;
mod game;
mod going_out;
mod melding;
mod set_order;

pub use card_list::CardList;
pub use game::{Action, Dealer, Game, Move, MoveError, NUM_ACTIONS, Settings};
pub use going_out::{GoingOut, Search, going_out_cards};
pub use melding::{
    Cluster, Pile, best_clusters, each_cluster, run_piles, run_piles_of_suit, set_piles,
};
pub use set_order::SetOrder;
