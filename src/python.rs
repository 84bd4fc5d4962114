//! The extension module `gin_fast._core`: convert, detach, call, convert back; no rule of gin.

mod aces;
mod arrays;
mod backend;
mod card;
mod card_set;
mod columns;
mod compat;
mod errors;
mod evaluate;
mod hand;
mod known;
mod last_read;
mod meld;
mod settle;
mod signals;
mod sim;
#[expect(unsafe_code, reason = "NumPy's C API")]
mod ufunc;

use pyo3::prelude::*;

#[pymodule]
mod _core {
    use pyo3::prelude::*;
    use pyo3::types::{PyDict, PyTuple};

    #[pymodule_export]
    use super::backend::{backend, backends};
    #[pymodule_export]
    use super::card::{card_name, parse_card};
    #[pymodule_export]
    use super::card_set::CardSet;
    #[pymodule_export]
    use super::columns::{cards, format_hands, masks, parse_hands};
    #[pymodule_export]
    use super::compat::open_spiel::{Game, GinRummyUtils, State, observed_places, observed_text};
    #[pymodule_export]
    use super::compat::rlcard::{
        Engine, clusters_of_kept, get_all_run_melds, get_all_run_melds_for_suit, get_all_set_melds,
        get_best_meld_clusters, get_deadwood, get_deadwood_count, get_going_out_cards,
        get_meld_clusters, going_out_of_clusters, observation_of_piles, throws_of_kept,
        view_of_piles,
    };
    #[pymodule_export]
    use super::errors::{InvalidCardError, InvalidHandError};
    #[pymodule_export]
    use super::evaluate::{
        arrange, arrangements, best_discard, deadwood, deadwood_after_discard, is_meld,
        knock_discards, melded, melds,
    };
    #[pymodule_export]
    use super::meld::Meld;
    #[pymodule_export]
    use super::settle::{defend, knock_limit, knock_points, price, showdown};
    #[pymodule_export]
    use super::sim::{
        Lockstep, Tables, first_dealers, play_deals, play_rows, playout, policies, policy_choices,
        policy_line, seeds_of,
    };
    #[pymodule_export]
    use super::ufunc::ufuncs;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let py = module.py();
        super::known::known(py)?;
        super::compat::open_spiel::Known::get(py)?;
        // A class that is not exported would else be made on first use, as `known` explains.
        py.get_type::<super::card_set::CardIds>();
        let build_info = PyDict::new(py);
        build_info.set_item("version", env!("CARGO_PKG_VERSION"))?;
        build_info.set_item("profile", env!("GIN_FAST_PROFILE"))?;
        let features = [("naive", cfg!(feature = "naive")), ("python", true), ("rayon", true)];
        let active = features.iter().filter(|(_, active)| *active).map(|(name, _)| *name);
        build_info.set_item("features", PyTuple::new(py, active.collect::<Vec<_>>())?)?;
        module.add("build_info", build_info)
    }
}
