//! `Meld`: one meld as a Python object.

use std::sync::Mutex;

use pyo3::prelude::*;
use pyo3::types::PyType;

use super::aces::AceOptions;
use super::card_set::{CardIds, CardSet};
use super::errors::InvalidHandError;
use super::hand;
use crate::{Ace, Aces, Meld as Cards, MeldKind};

/// One meld: a set of three or four of a rank, or a run of three or more in suit.
///
/// It iterates over the ids of its cards, ascending, and equals a meld of the same cards.
///
/// Args:
///     cards: A text such as `7c7d7h`, ids or texts of cards, or a CardSet.
///     ace: Which runs an ace may be part of: `low`, A-2-3; `high_or_low`, Q-K-A too; `corner`,
///         K-A-2 too.
///
/// Raises:
///     InvalidHandError: The cards are no meld.
///     ValueError: No rule about aces is called so.
///
/// >>> from gin_fast import Meld
/// >>> meld = Meld("7h 7c 7d")
/// >>> meld, meld.kind, meld.cards
/// (Meld('7c7d7h'), 'set', CardSet('7c 7d 7h'))
/// >>> Meld("As Ks Qs", ace="corner")
/// Meld('QsKsAs', ace='high_or_low')
#[pyclass(frozen, eq, hash, module = "gin_fast")]
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Meld(pub(super) Cards);

impl Meld {
    /// The meld of these cards, which came in the argument called `name`.
    pub(super) fn of(name: &str, cards: crate::CardSet, aces: Aces) -> PyResult<Meld> {
        aces.meld(cards).map(Meld).ok_or_else(|| {
            let ace = match aces.ace() {
                Ace::Low => "the ace low",
                Ace::HighOrLow => "the ace low or high",
                Ace::Corner => "around the corner",
            };
            InvalidHandError::new_err(format!(
                "{name}: \"{cards}\" is no meld: expected three or four of a rank, or three or more \
                 in a row of one suit, {ace}"
            ))
        })
    }
}

#[pymethods]
impl Meld {
    #[new]
    #[pyo3(signature = (cards, /, ace = None))]
    #[pyo3(text_signature = "(cards, /, ace='low')")]
    fn new(cards: &Bound<'_, PyAny>, ace: Option<&Bound<'_, PyAny>>) -> PyResult<Meld> {
        let aces = AceOptions { ace, ace_deadwood: None }.read()?;
        let cards = match cards.cast::<Meld>() {
            Ok(meld) => meld.get().0.cards(),
            Err(_) => hand::read_cards("cards", cards)?,
        };
        Meld::of("cards", cards, aces)
    }

    /// The cards, as a CardSet.
    #[getter]
    fn cards(&self) -> CardSet {
        CardSet(self.0.cards())
    }

    /// The strictest rule about aces under which it is a meld: `low`, `high_or_low` or `corner`.
    #[getter]
    fn ace(&self) -> &'static str {
        self.0.ace().name()
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
        match self.0.ace() {
            Ace::Low => format!("Meld('{}')", self.0),
            ace => format!("Meld('{}', ace='{}')", self.0, ace.name()),
        }
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

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (String, &'static str)) {
        (py.get_type::<Meld>(), (self.0.to_string(), self.ace()))
    }
}
