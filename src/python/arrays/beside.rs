//! The card beside each hand, such as one that may not be thrown.

use numpy::PyUntypedArray;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use super::super::errors::what_came;
use super::super::{card, hand};
use super::blocks::{Block, masks_of};
use crate::{Beside, Card, NO_CARD};

/// A card beside each hand: none, one for all hands, or one a hand.
pub(in crate::python) enum CardBeside<'py> {
    Nothing,
    Card(Card),
    Each(Bound<'py, PyUntypedArray>),
}

impl<'py> CardBeside<'py> {
    /// Reads the argument called `name`: a card, `None`, or an integer array in which 255 is none.
    pub(in crate::python) fn read(
        name: &str,
        card: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<CardBeside<'py>> {
        let Some(card) = card else { return Ok(CardBeside::Nothing) };
        if let Ok(array) = card.cast::<PyUntypedArray>() {
            return if hand::is_integer_array(array)? {
                Ok(CardBeside::Each(array.clone()))
            } else {
                Err(no_ids(name, card))
            };
        }
        if card.extract::<u8>().is_ok_and(|id| id == NO_CARD) {
            return Ok(CardBeside::Nothing);
        }
        if card.is_instance_of::<PyList>()
            || card.is_instance_of::<PyTuple>()
            || hand::is_column(card)?
        {
            return Err(no_ids(name, card));
        }
        card::read(name, card).map(CardBeside::Card)
    }

    /// The one card for all hands, if it is one.
    pub(in crate::python) fn card(&self) -> Option<Card> {
        match self {
            CardBeside::Card(card) => Some(*card),
            CardBeside::Nothing | CardBeside::Each(_) => None,
        }
    }

    /// The array, if each hand has a card of its own.
    pub(in crate::python) fn each(&self) -> Option<&Bound<'py, PyUntypedArray>> {
        match self {
            CardBeside::Each(ids) => Some(ids),
            CardBeside::Nothing | CardBeside::Card(_) => None,
        }
    }

    /// The same for the core, `ids` being those of the hands at issue.
    pub(super) fn of<'a>(&self, ids: Option<&'a [u8]>) -> Beside<'a> {
        match (ids, self) {
            (Some(ids), _) => Beside::Each(ids),
            (None, CardBeside::Card(card)) => Beside::Card(*card),
            (None, _) => Beside::Nothing,
        }
    }

    /// The ids of a block, if each hand has one. What is no id becomes 254, which is found when the
    /// block is validated.
    pub(super) fn ids_of(&self, block: &Block) -> PyResult<Option<Vec<u8>>> {
        let Some(ids) = self.each() else { return Ok(None) };
        let ids = masks_of(ids, block)?;
        let ids = ids.as_slice()?.iter();
        Ok(Some(ids.map(|&id| u8::try_from(id).unwrap_or(NO_CARD - 1)).collect()))
    }
}

/// The error for what is no card and no array of ids.
fn no_ids(name: &str, came: &Bound<'_, PyAny>) -> PyErr {
    let came = what_came(came);
    PyTypeError::new_err(format!(
        "{name}: expected a card's id or text, or an array of ids, got {came}; \
         pass np.asarray(ids, dtype=np.uint8)"
    ))
}
