//! Reading one card: a text or an id.

use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString};

use super::errors::{InvalidCardError, shown, what_came};
use crate::Card;

/// The card that an object names; `place` says whose object, such as `banned`.
pub(super) fn read(place: &str, card: &Bound<'_, PyAny>) -> PyResult<Card> {
    read_or_hint(place, card, "")
}

/// The same for an item of a list that may be meant as an array of masks.
pub(super) fn read_of_hand(place: &str, card: &Bound<'_, PyAny>) -> PyResult<Card> {
    read_or_hint(place, card, "; for an array of masks pass np.array(masks, dtype=np.uint64)")
}

/// `too_large` is said of an id above 51.
fn read_or_hint(place: &str, card: &Bound<'_, PyAny>, too_large: &str) -> PyResult<Card> {
    if let Ok(text) = card.cast::<PyString>() {
        return parse(place, &text.to_string_lossy());
    }
    let wrong_kind = || {
        let came = what_came(card);
        PyTypeError::new_err(format!("{place}: expected a card's id or text, got {came}"))
    };
    if card.is_instance_of::<PyBool>() {
        return Err(wrong_kind());
    }
    match card.extract::<i64>() {
        Ok(id) => from_id(place, id, too_large),
        Err(error) if error.is_instance_of::<PyOverflowError>(card.py()) => {
            Err(InvalidCardError::new_err(format!("{place}: no card has the id {}", shown(card))))
        }
        Err(_) => Err(wrong_kind()),
    }
}

/// The card with this text.
pub(super) fn parse(place: &str, text: &str) -> PyResult<Card> {
    let card = text.parse::<Card>();
    card.map_err(|error| InvalidCardError::new_err(format!("{place}: {error}")))
}

/// The card with this id.
fn from_id(place: &str, id: i64, too_large: &str) -> PyResult<Card> {
    let card = u8::try_from(id).ok().and_then(Card::from_id);
    card.ok_or_else(|| {
        let hint = if id > 51 { too_large } else { "" };
        let message = format!("{place}: no card has the id {id}: ids are 0 to 51{hint}");
        InvalidCardError::new_err(message)
    })
}

/// Return the id of the card that `text` names.
///
/// Args:
///     text: A rank and a suit, such as `Td`, `10d` or `t♦`.
///
/// Raises:
///     InvalidCardError: The text is no card.
///
/// >>> import gin_fast as gf
/// >>> gf.parse_card("Td")
/// 35
#[pyfunction]
pub(super) fn parse_card(text: &Bound<'_, PyAny>) -> PyResult<u8> {
    let Ok(string) = text.cast::<PyString>() else {
        let came = what_came(text);
        return Err(PyTypeError::new_err(format!("text: expected a str such as 'Td', got {came}")));
    };
    Ok(parse("text", &string.to_string_lossy())?.id())
}

/// Return the text of the card with this id.
///
/// Args:
///     card: An id, 0 to 51.
///
/// Raises:
///     InvalidCardError: No card has the id.
///
/// >>> import gin_fast as gf
/// >>> gf.card_name(35)
/// 'Td'
#[pyfunction]
pub(super) fn card_name(card: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(read("card", card)?.to_string())
}
