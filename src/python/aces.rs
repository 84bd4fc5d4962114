//! Reading `ace=` and `ace_deadwood=`: which runs an ace may be part of, and what it costs.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::errors::{shown, what_came};
use super::hand;
use crate::{Ace, Aces};

/// The arguments as they came.
#[derive(Clone, Copy, Default)]
pub(super) struct AceOptions<'a, 'py> {
    pub(super) ace: Option<&'a Bound<'py, PyAny>>,
    pub(super) ace_deadwood: Option<&'a Bound<'py, PyAny>>,
}

impl<'a, 'py> AceOptions<'a, 'py> {
    /// Whether neither is given.
    #[inline(always)]
    pub(super) fn are_unset(&self) -> bool {
        self.ace.is_none() && self.ace_deadwood.is_none()
    }

    /// Both by their names.
    pub(super) fn named(&self) -> [(&'static str, Option<&'a Bound<'py, PyAny>>); 2] {
        [("ace", self.ace), ("ace_deadwood", self.ace_deadwood)]
    }

    /// The rule that they tell.
    pub(super) fn read(&self) -> PyResult<Aces> {
        let ace = self.ace.map_or(Ok(Ace::Low), read_ace)?;
        let deadwood = self.ace_deadwood.map_or(Ok(1), read_deadwood)?;
        Ok(Aces::new(ace, deadwood).expect("read as 1 to 15"))
    }
}

/// Reads the argument `ace`.
pub(super) fn read_ace(ace: &Bound<'_, PyAny>) -> PyResult<Ace> {
    let names = Ace::ALL.map(Ace::name);
    let Ok(name) = ace.cast::<PyString>() else {
        let came = what_came(ace);
        return Err(PyTypeError::new_err(format!("ace: expected one of {names:?}, got {came}")));
    };
    let name = name.to_string_lossy();
    Ace::named(&name).ok_or_else(|| {
        PyValueError::new_err(format!("ace: expected one of {names:?}, got {name:?}"))
    })
}

fn read_deadwood(deadwood: &Bound<'_, PyAny>) -> PyResult<u8> {
    if !hand::is_integer(deadwood)? {
        let came = what_came(deadwood);
        return Err(PyTypeError::new_err(format!(
            "ace_deadwood: expected an int of points, got {came}"
        )));
    }
    let points = deadwood.extract::<u8>().ok().filter(|points| (1..=15).contains(points));
    points.ok_or_else(|| {
        let came = shown(deadwood);
        PyValueError::new_err(format!("ace_deadwood: expected 1 to 15, got {came}"))
    })
}
