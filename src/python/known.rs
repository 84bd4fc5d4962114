//! Functions and types of NumPy that are looked up once, when the module is loaded.
//!
//! Not on first use: another thread may fork the process amid a look-up, and the child would wait
//! for ever for it to end.

use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyType};

pub(super) struct Known {
    /// The modules loaded so far, to know classes of libraries without loading these.
    pub(super) modules: Py<PyDict>,
    pub(super) integer: Py<PyType>,
    pub(super) generic: Py<PyType>,
    pub(super) uint64: Py<PyType>,
    pub(super) empty: Py<PyAny>,
    pub(super) asarray: Py<PyAny>,
    pub(super) broadcast_arrays: Py<PyAny>,
    pub(super) shares_memory: Py<PyAny>,
}

static KNOWN: PyOnceLock<Known> = PyOnceLock::new();

/// What is known of NumPy.
pub(super) fn known(py: Python<'_>) -> PyResult<&Known> {
    KNOWN.get_or_try_init(py, || look_up(py))
}

fn look_up(py: Python<'_>) -> PyResult<Known> {
    let numpy = py.import("numpy")?;
    // This looks up NumPy's C API and the registry of borrowed arrays.
    drop(PyArray1::<u64>::zeros(py, 0, false).try_readwrite());
    let class = |name| Ok::<_, PyErr>(numpy.getattr(name)?.cast_into::<PyType>()?.unbind());
    let function = |name| Ok::<_, PyErr>(numpy.getattr(name)?.unbind());
    Ok(Known {
        modules: py.import("sys")?.getattr("modules")?.cast_into()?.unbind(),
        integer: class("integer")?,
        generic: class("generic")?,
        uint64: class("uint64")?,
        empty: function("empty")?,
        asarray: function("asarray")?,
        broadcast_arrays: function("broadcast_arrays")?,
        shares_memory: function("shares_memory")?,
    })
}
