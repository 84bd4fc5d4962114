//! The errors of a move, in the classes that RLCard raises.

use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

use crate::compat::rlcard::MoveError;

static PROGRAM_ERROR: PyOnceLock<Py<PyType>> = PyOnceLock::new();

/// RLCard's `GinRummyProgramError`, or ours where RLCard is not there.
pub(super) fn program_error(py: Python<'_>, message: String) -> PyErr {
    match PROGRAM_ERROR.import(py, "gin_fast.compat.rlcard.errors", "GinRummyProgramError") {
        Ok(class) => PyErr::from_type(class.clone(), message),
        Err(error) => error,
    }
}

/// The error of a move that is refused: of the class that RLCard raises.
pub(super) fn refused(py: Python<'_>, error: &MoveError) -> PyErr {
    let message = error.to_string();
    match error {
        MoveError::NotHeld(_) | MoveError::Unknown(_) => PyValueError::new_err(message),
        MoveError::NoCardLeft | MoveError::NoGin => PyIndexError::new_err(message),
        _ => program_error(py, message),
    }
}
