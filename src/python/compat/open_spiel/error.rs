//! OpenSpiel's error class.

use pyo3::prelude::*;
use pyo3::types::PyType;

/// A `SpielError`: OpenSpiel's own where it can be imported.
#[cold]
pub(super) fn spiel_error(py: Python<'_>, message: String) -> PyErr {
    let class = py
        .import("gin_fast.compat.open_spiel.error")
        .and_then(|module| module.getattr("SpielError"))
        .and_then(|class| Ok(class.cast_into::<PyType>()?));
    class.map_or_else(|error| error, |class| PyErr::from_type(class, message))
}
