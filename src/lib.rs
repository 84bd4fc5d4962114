//! The fastest exact gin rummy evaluator there is.
//!
//! A hand is a [`CardSet`], a set of cards held in one 64-bit mask. [`deadwood`] says how few
//! points it can leave unmelded, [`arrange`] with which melds, [`best_discard`] what to throw. The
//! [`batch`] functions do the same for slices of masks, with vector instructions chosen at run
//! time. [`showdown`] settles a knock: the defender's best melds and layoffs, and the points.
//!
//! # Features
//! - `rayon`: threads for the batch functions.
//! - `naive`: the brute-force evaluator that the tests and benches compare with.
//! - `compat`: the evaluators and games of other systems, with their numbers, orders and answers.
//! - `sim`: rounds by the million.
//! - `python`: the extension module `gin_fast._core`.

mod aces;
mod arrangement;
pub mod batch;
mod card;
mod card_set;
#[cfg(feature = "compat")]
pub mod compat;
#[cfg(test)]
mod hands;
mod kernel;
mod meld;
#[cfg(any(test, feature = "naive"))]
pub mod naive;
#[cfg(any(test, feature = "compat", feature = "sim"))]
mod numbers;
#[cfg(feature = "python")]
mod python;
mod rules;
mod showdown;
#[cfg(feature = "sim")]
pub mod sim;

pub use aces::{Ace, Aces};
pub use arrangement::{
    Arrangement, MAX_CARDS as MAX_CARDS_ARRANGED, arrange, arrangements, best_discard, deadwood,
    deadwood_after_discard, knock_discards, melded,
};
pub use card::{Card, ParseCardError, Rank, Suit};
pub use card_set::{CardSet, Cards, ParseHandError};
pub use kernel::{Backend, BackendError, Beside, NO_CARD, Terms, VARIABLE as BACKEND_VARIABLE};
pub use meld::{Meld, MeldKind, melds_in};
pub use rules::{Kind, KnockLayout, OklahomaAce, Rules, Score, Side, TieRule};
pub use showdown::{
    Defence, LayoutChoice, Showdown, ShowdownError, Shown, defend, knock_points, showdown,
};
