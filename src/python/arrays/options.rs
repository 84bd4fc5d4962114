//! `out=`, `threads=` and `backend=`: what only arrays take.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::super::errors::{shown, what_came};
use super::super::hand;
use crate::Backend;

/// More threads than any machine has would only cost memory.
const MOST_THREADS: usize = 1024;

/// The keyword arguments that arrays take, as they came.
#[derive(Clone, Copy)]
pub(in crate::python) struct Options<'a, 'py> {
    pub(in crate::python) out: Option<&'a Bound<'py, PyAny>>,
    pub(in crate::python) threads: Option<&'a Bound<'py, PyAny>>,
    pub(in crate::python) backend: Option<&'a Bound<'py, PyAny>>,
}

impl Options<'_, '_> {
    /// Whether none is given.
    #[inline(always)]
    pub(in crate::python) fn are_unset(&self) -> bool {
        self.first_given().is_none()
    }

    #[inline(always)]
    fn first_given(&self) -> Option<&'static str> {
        match self {
            Options { out: Some(_), .. } => Some("out"),
            Options { threads: Some(_), .. } => Some("threads"),
            Options { backend: Some(_), .. } => Some("backend"),
            _ => None,
        }
    }

    /// Refuses them beside one hand; `what_is_one` says of which argument, as in `hand is one hand`.
    pub(in crate::python) fn refuse_with_one_hand(&self, what_is_one: &str) -> PyResult<()> {
        match self.first_given() {
            Some(option) => Err(PyTypeError::new_err(format!(
                "{option}: only an array of hands takes it, and {what_is_one}"
            ))),
            None => Ok(()),
        }
    }

    /// Refuses them beside a column, whose own library shares the work.
    pub(in crate::python) fn refuse_with_column(
        &self,
        name: &str,
        column: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        match self.first_given() {
            Some(option) => Err(PyValueError::new_err(format!(
                "{option}: only a NumPy array of hands takes it, and {name} is a {}",
                what_came(column)
            ))),
            None => Ok(()),
        }
    }

    /// How many threads to use; 0 for one a core.
    pub(in crate::python) fn threads(&self) -> PyResult<usize> {
        let Some(threads) = self.threads else { return Ok(1) };
        if !hand::is_integer(threads)? {
            let came = what_came(threads);
            return Err(PyTypeError::new_err(format!(
                "threads: expected an int or None, got {came}"
            )));
        }
        match threads.extract::<usize>() {
            Ok(threads) if threads <= MOST_THREADS => Ok(threads),
            _ => Err(PyValueError::new_err(format!(
                "threads: expected 1 to {MOST_THREADS}, or 0 for all cores, got {}",
                shown(threads)
            ))),
        }
    }

    /// The backend to use.
    pub(in crate::python) fn backend(&self) -> PyResult<Backend> {
        let Some(backend) = self.backend else { return Ok(Backend::detect()?) };
        match backend.cast::<PyString>() {
            Ok(name) => Ok(Backend::named(&name.to_string_lossy())?),
            Err(_) => Err(PyTypeError::new_err(format!(
                "backend: expected a str or None, got {}",
                what_came(backend)
            ))),
        }
    }
}
