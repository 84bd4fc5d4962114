//! Other systems' evaluators and games: how they number cards, order lists and answer.
//!
//! Foreign conventions live here and in the Python package of the same name. What is a meld, what a
//! hand leaves and what a knock scores is asked of the rooms below.

pub mod open_spiel;
pub mod rlcard;
