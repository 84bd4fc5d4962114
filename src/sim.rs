//! Rounds by the million: the order of play in a state of fixed size.
//!
//! It is stated in `gin_fast.Round` for people and once more here for speed: a [`Table`] is copied
//! in a few nanoseconds, goes a step on or back, and holds nothing on the heap. Both are held
//! together move by move, under every preset.

mod chance;
mod order;
mod pack;
mod play;
mod policy;
mod table;
mod tables;
mod worlds;

pub use chance::{Chance, Purpose, seed_of};
pub use order::{Opening, OrderOfPlay, RoundRules, WallRule};
pub use play::{Continued, Deal, Dealers, Lockstep, Played, Playing, ROW, Row, play_rounds};
pub use policy::{Policy, Seen, line};
pub use table::{Action, Ended, Ending, IllegalAction, Parts, Phase, Step, Table, View};
pub use tables::{Decks, Planes, Tables};
pub use worlds::{Asked, Belief, NoWorlds, Reason};
