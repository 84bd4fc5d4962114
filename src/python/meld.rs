//! `Meld`: one meld as a Python object.

use std::sync::Mutex;

use pyo3::prelude::*;
use pyo3::types::PyType;

use super::card_set::{CardIds, CardSet};
use super::errors::InvalidHandError;
use super::hand;
use crate::{Meld as Cards, MeldKind};

/// One meld: a set of three or four of a rank, or a run of three or more in suit, the ace low.
///
/// It iterates over the ids of its cards, ascending, and equals a meld of the same cards.
///
/// Args:
///     cards: A text such as `7c7d7h`, ids or texts of cards, or a CardSet.
///
/// Raises:
///     InvalidHandError: The cards are no meld.
///
/// >>> from gin_fast import Meld
/// >>> meld = Meld("7h 7c 7d")
/// >>> meld, meld.kind, meld.cards
/// (Meld('7c7d7h'), 'set', CardSet('7c 7d 7h'))
#[pyclass(frozen, eq, hash, module = "gin_fast")]
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Meld(pub(super) Cards);

#[pymethods]
impl Meld {
    #[new]
    #[pyo3(signature = (cards, /))]
    fn new(cards: &Bound<'_, PyAny>) -> PyResult<Meld> {
        if let Ok(meld) = cards.cast::<Meld>() {
            return Ok(Meld(meld.get().0));
        }
        let cards = hand::read_cards("cards", cards)?;
        let meld = Cards::new(cards).ok_or_else(|| {
            InvalidHandError::new_err(format!(
                "cards: \"{cards}\" is no meld: expected three or four of a rank, or three or more \
                 in a row of one suit, the ace low"
            ))
        })?;
        Ok(Meld(meld))
    }

    /// The cards, as a CardSet.
    #[getter]
    fn cards(&self) -> CardSet {
        CardSet(self.0.cards())
    }

    /// `set` or `run`.
    #[getter]
    fn kind(&self) -> &'static str {
        match self.0.kind() {
            MeldKind::Set => "set",
            MeldKind::Run => "run",
        }
    }

    fn __repr__(&self) -> String {
        format!("Meld('{}')", self.0)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __len__(&self) -> usize {
        self.0.cards().len() as usize
    }

    fn __iter__(&self) -> CardIds {
        CardIds(Mutex::new(self.0.cards().iter()))
    }

    fn __contains__(&self, card: &Bound<'_, PyAny>) -> PyResult<bool> {
        CardSet(self.0.cards()).__contains__(card)
    }

    fn __copy__(this: Py<Meld>) -> Py<Meld> {
        this
    }

    #[pyo3(signature = (_memo, /))]
    fn __deepcopy__(this: Py<Meld>, _memo: &Bound<'_, PyAny>) -> Py<Meld> {
        this
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (String,)) {
        (py.get_type::<Meld>(), (self.0.to_string(),))
    }
}
