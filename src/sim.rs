//! Rounds by the million: the order of play in a state of fixed size.
//!
//! It is stated in `gin_fast.Round` for people and once more here for speed: a [`Table`] is copied
//! in a few nanoseconds, goes a step on or back, and holds nothing on the heap. Both are held
//! together move by move, under every preset.

mod order;
mod table;

pub use order::{Opening, OrderOfPlay, RoundRules, WallRule};
pub use table::{Action, Ended, Ending, IllegalAction, Parts, Phase, Step, Table};
