//! RLCard's game and melds.

mod arguments;
mod cards;
mod engine;
mod errors;
mod judge;
mod melding;
mod objects;
mod state;

pub(in crate::python) use engine::Engine;
pub(in crate::python) use judge::{get_deadwood, get_deadwood_count, get_going_out_cards};
pub(in crate::python) use melding::{
    get_all_run_melds, get_all_run_melds_for_suit, get_all_set_melds, get_best_meld_clusters,
    get_meld_clusters,
};
pub(in crate::python) use objects::{
    clusters_of_kept, going_out_of_clusters, observation_of_piles, throws_of_kept, view_of_piles,
};
