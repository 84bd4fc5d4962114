//! What RLCard's environment returns.

use numpy::{Element, PyArray2, PyArrayMethods};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList, PyType};

use crate::CardSet;
use crate::compat::rlcard::Action;

static ORDERED_DICT: PyOnceLock<Py<PyType>> = PyOnceLock::new();

/// Sets of cards as rows of 52 numbers, one where the card is in the set.
pub(super) fn planes<'py, T: Element + From<bool> + Copy>(
    py: Python<'py>,
    sets: &[CardSet],
) -> PyResult<Bound<'py, PyArray2<T>>> {
    let array = PyArray2::zeros(py, [sets.len(), 52], false);
    {
        let mut writable = array.try_readwrite()?;
        let cells = writable.as_slice_mut()?;
        for (row, set) in cells.chunks_exact_mut(52).zip(sets) {
            for card in *set {
                row[usize::from(card.id())] = T::from(true);
            }
        }
    }
    Ok(array)
}

/// The state of `GinRummyEnv`: the observation and what is legal.
pub(super) fn state<'py>(
    py: Python<'py>,
    sets: &[CardSet; 5],
    legal: &[Action],
) -> PyResult<Bound<'py, PyDict>> {
    let observation = planes::<i64>(py, sets)?;
    let ids = PyList::new(py, legal.iter().map(|action| action.id()))?;
    let ordered_dict = ORDERED_DICT.import(py, "collections", "OrderedDict")?;
    let state = PyDict::new(py);
    state.set_item(intern!(py, "obs"), &observation)?;
    let keys = ordered_dict.call_method1(intern!(py, "fromkeys"), (&ids,))?;
    state.set_item(intern!(py, "legal_actions"), keys)?;
    state.set_item(intern!(py, "raw_legal_actions"), ids)?;
    state.set_item(intern!(py, "raw_obs"), observation)?;
    Ok(state)
}
