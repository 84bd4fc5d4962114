//! Reading what a resampled state is drawn by.

use std::hash::{BuildHasher, RandomState};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::python::errors::what_came;
use crate::python::hand::is_integer;

/// The seed that is given, or drawn from the function that is given, or another one each time.
pub(super) fn read(rng: Option<&Bound<'_, PyAny>>) -> PyResult<u64> {
    let Some(rng) = rng else { return Ok(RandomState::new().hash_one(0)) };
    if rng.is_callable() {
        let drawn = rng.call0()?;
        let Ok(number) = drawn.extract::<f64>() else {
            let came = what_came(&drawn);
            let message =
                format!("rng: expected a function that returns a float, it returned {came}");
            return Err(PyTypeError::new_err(message));
        };
        if !(0.0..=1.0).contains(&number) {
            let message =
                format!("rng: expected a function that returns 0 to 1, it returned {number}");
            return Err(PyValueError::new_err(message));
        }
        // All the bits that a float below 1 has.
        return Ok(number.to_bits());
    }
    if !is_integer(rng)? {
        let came = what_came(rng);
        let message = format!("rng: expected a function, an int or None, got {came}");
        return Err(PyTypeError::new_err(message));
    }
    rng.extract::<u64>().map_err(|_| {
        PyValueError::new_err(format!("rng: expected a seed from 0 to 2**64 - 1, got {rng}"))
    })
}
