//! The extension module `gin_fast._core`: convert, detach, call, convert back; no rule of gin.

mod arrays;
mod card;
mod card_set;
mod columns;
mod errors;
mod evaluate;
mod hand;
mod meld;
#[expect(unsafe_code, reason = "NumPy's C API")]
mod ufunc;

use pyo3::prelude::*;

#[pymodule]
mod _core {
    use numpy::{PyArray1, PyArrayMethods};
    use pyo3::prelude::*;
    use pyo3::types::{PyDict, PyTuple};

    #[pymodule_export]
    use super::card::{card_name, parse_card};
    #[pymodule_export]
    use super::card_set::CardSet;
    #[pymodule_export]
    use super::columns::{cards, format_hands, masks, parse_hands};
    #[pymodule_export]
    use super::errors::{InvalidCardError, InvalidHandError};
    #[pymodule_export]
    use super::evaluate::{
        arrange, arrangements, backend, backends, best_discard, deadwood, deadwood_after_discard,
        is_meld, knock_discards, melded, melds,
    };
    #[pymodule_export]
    use super::meld::Meld;
    #[pymodule_export]
    use super::ufunc::ufuncs;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let py = module.py();
        // NumPy's API is looked up on first use, which another thread may fork amid: the child
        // would wait for ever for the look-up to end. So it ends here.
        py.import("numpy")?;
        drop(PyArray1::<u64>::zeros(py, 0, false).try_readwrite());
        let build_info = PyDict::new(py);
        build_info.set_item("version", env!("CARGO_PKG_VERSION"))?;
        build_info.set_item("profile", env!("GIN_FAST_PROFILE"))?;
        let features = [("naive", cfg!(feature = "naive")), ("python", true), ("rayon", true)];
        let active = features.iter().filter(|(_, active)| *active).map(|(name, _)| *name);
        build_info.set_item("features", PyTuple::new(py, active.collect::<Vec<_>>())?)?;
        module.add("build_info", build_info)
    }
}
