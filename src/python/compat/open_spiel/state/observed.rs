//! What of a state is seen, for the class `Observer`.

use pyo3::prelude::*;

use super::State;
use crate::compat::open_spiel::{Hands, View};

/// Return the places of the ones in the tensor of an observation.
#[pyfunction]
#[pyo3(signature = (state, player, hands, public))]
pub(in crate::python) fn observed_places(
    state: PyRef<'_, State>,
    player: &Bound<'_, PyAny>,
    hands: &str,
    public: bool,
) -> PyResult<Vec<usize>> {
    let player = state.observer(Some(player), player.py())?;
    let mut places = Vec::with_capacity(64);
    let view = View { hands: shown(hands), public };
    state.state.observe(view, player, |place| places.push(place));
    Ok(places)
}

/// Return the picture of an observation.
#[pyfunction]
#[pyo3(signature = (state, player, hands))]
pub(in crate::python) fn observed_text(
    state: PyRef<'_, State>,
    player: &Bound<'_, PyAny>,
    hands: &str,
) -> PyResult<String> {
    let player = state.observer(Some(player), player.py())?;
    Ok(state.state.observation(player, shown(hands)))
}

/// Whose hands an observation shows, by OpenSpiel's word.
fn shown(hands: &str) -> Hands {
    match hands {
        "NONE" => Hands::None,
        "ALL_PLAYERS" => Hands::All,
        _ => Hands::Own,
    }
}
