//! RLCard's game and melds.

mod engine;
mod errors;
mod state;

pub(in crate::python) use engine::Engine;
