//! Reading the ints that an engine is told: seats, actions, decks.

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::compat::rlcard::Action;
use crate::python::errors::{shown, what_came};
use crate::{Card, CardSet};

/// The seat of a player.
pub(super) fn player(given: &Bound<'_, PyAny>) -> PyResult<u8> {
    seat("player", given)
}

/// The seat of the dealer.
pub(super) fn dealer(given: &Bound<'_, PyAny>) -> PyResult<u8> {
    seat("dealer", given)
}

fn seat(name: &str, given: &Bound<'_, PyAny>) -> PyResult<u8> {
    small(name, given, "0 or 1", |seat| (seat < 2).then_some(seat))
}

/// An action by its id.
pub(super) fn action(given: &Bound<'_, PyAny>) -> PyResult<Action> {
    small("action", given, "an id from 0 to 109", Action::from_id)
}

/// How many of the five rows are wanted.
pub(super) fn count(given: &Bound<'_, PyAny>) -> PyResult<usize> {
    small("count", given, "0 to 5", |count| (count <= 5).then_some(usize::from(count)))
}

/// A whole deck by the ids of its cards.
pub(super) fn deck(given: &Bound<'_, PyAny>) -> PyResult<[Card; 52]> {
    const WANTED: &str = "each id from 0 to 51 once";
    let ids = given.try_iter().map_err(|_| {
        let came = what_came(given);
        PyTypeError::new_err(format!("deck: expected {WANTED}, got {came}"))
    })?;
    let mut deck = Vec::with_capacity(52);
    for id in ids.take(53) {
        deck.push(small("deck", &id?, WANTED, Card::from_id)?);
    }
    let held: CardSet = deck.iter().copied().collect();
    let not_whole =
        || PyValueError::new_err(format!("deck: expected {WANTED}, got {}", shown(given)));
    match deck.try_into() {
        Ok(deck) if held == CardSet::FULL => Ok(deck),
        _ => Err(not_whole()),
    }
}

/// What `read` makes of an int; one that it makes nothing of is out of range, however large it is.
fn small<T>(
    name: &str,
    given: &Bound<'_, PyAny>,
    wanted: &str,
    read: impl FnOnce(u8) -> Option<T>,
) -> PyResult<T> {
    match given.extract::<u8>() {
        Ok(number) => read(number),
        Err(error) if error.is_instance_of::<PyOverflowError>(given.py()) => None,
        Err(_) => {
            let came = what_came(given);
            return Err(PyTypeError::new_err(format!("{name}: expected {wanted}, got {came}")));
        }
    }
    .ok_or_else(|| {
        PyValueError::new_err(format!("{name}: expected {wanted}, got {}", shown(given)))
    })
}
