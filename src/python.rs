//! The extension module `gin_fast._core`: convert, detach, call, convert back; no rule of gin.

use pyo3::prelude::*;

#[pymodule]
mod _core {
    use pyo3::exceptions::PyValueError;
    use pyo3::prelude::*;

    use crate::{Backend, CardSet};

    #[pyfunction]
    fn deadwood(hand: u64) -> PyResult<u8> {
        let hand = CardSet::from_mask(hand).ok_or_else(|| PyValueError::new_err("no hand"))?;
        Ok(crate::deadwood(hand))
    }

    #[pyfunction]
    fn backends() -> Vec<&'static str> {
        Backend::available().into_iter().map(Backend::name).collect()
    }
}
