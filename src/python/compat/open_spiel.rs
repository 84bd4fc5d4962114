//! Bindings of `crate::compat::open_spiel`.

mod arguments;
mod cards;
mod error;
mod game;
mod state;
mod utils;

pub(in crate::python) use self::cards::Known;
pub(in crate::python) use self::game::Game;
pub(in crate::python) use self::state::{State, observed_places, observed_text};
pub(in crate::python) use self::utils::GinRummyUtils;
