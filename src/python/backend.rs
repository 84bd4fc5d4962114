//! The backends that work on this machine.

use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::Backend;

/// Return the name of the backend that arrays are evaluated with unless a call says otherwise.
///
/// Raises:
///     ValueError: The environment variable `GIN_FAST_BACKEND` names none that works here.
///
/// >>> import gin_fast as gf
/// >>> gf.backend() in gf.backends()
/// True
#[pyfunction]
pub(super) fn backend() -> PyResult<&'static str> {
    Ok(Backend::detect()?.name())
}

/// Return the names of the backends that work on this machine, slowest first.
///
/// >>> import gin_fast as gf
/// >>> gf.backends()[0]
/// 'scalar'
#[pyfunction]
pub(super) fn backends(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, Backend::available().into_iter().map(Backend::name))
}
