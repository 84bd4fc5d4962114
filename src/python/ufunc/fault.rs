//! Why a loop stopped, and how Python hears of it.

use std::ffi::c_char;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use super::super::errors::{InvalidHandError, no_showdown};
use super::table::I64;
use super::terms;
use crate::{BackendError, CardSet};

/// Why a loop stopped.
pub(super) enum Fault {
    Backend(BackendError),
    NoHand {
        name: &'static str,
        mask: u64,
        kind: c_char,
    },
    NotEleven {
        hand: CardSet,
    },
    /// The masks of the knocker and the defender.
    NoShowdown {
        hands: [u64; 2],
    },
    Interrupted(PyErr),
    Panic,
}

impl Fault {
    /// Sets the exception, with the interpreter lock, which NumPy has mostly released.
    pub(super) fn raise(self) {
        // While the interpreter shuts down nobody is left to tell.
        let _ = Python::try_attach(|py| {
            // Of several loops that fail in one call the first is told.
            if !PyErr::occurred(py) {
                PyErr::from(self).restore(py);
            }
        });
    }
}

impl From<Fault> for PyErr {
    fn from(fault: Fault) -> PyErr {
        match fault {
            Fault::Backend(error) => error.into(),
            Fault::Interrupted(error) => error,
            Fault::NoHand { name, mask, kind } => {
                let mask =
                    if kind == I64 { mask.cast_signed().to_string() } else { mask.to_string() };
                InvalidHandError::new_err(format!(
                    "{name}: expected masks of the bits 0 to 51, got {mask}"
                ))
            }
            Fault::NotEleven { hand } => InvalidHandError::new_err(format!(
                "hand: expected 11 cards, got {} in the mask {}",
                hand.len(),
                hand.mask()
            )),
            Fault::NoShowdown { hands } => {
                let [knocker, defender] = hands.map(CardSet::truncated);
                let place = format!(" in the masks {} and {}", hands[0], hands[1]);
                let terms = terms();
                match crate::knock_points(knocker, defender, &terms.rules, terms.layout, None) {
                    Err(error) => no_showdown(&error, &place),
                    Ok(_) => Fault::Panic.into(),
                }
            }
            Fault::Panic => PyRuntimeError::new_err("a gin_fast ufunc failed; please report it"),
        }
    }
}
