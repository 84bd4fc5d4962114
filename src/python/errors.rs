//! The error classes, and how the core's errors become Python's.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::{BackendError, ParseHandError, ShowdownError};

create_exception!(
    gin_fast,
    InvalidCardError,
    PyValueError,
    "A text or id that is no card: a ValueError.

The message names the argument, the text or id that came and, of many, its place.

>>> import gin_fast as gf
>>> try:
...     gf.deadwood('As 1x')
... except gf.InvalidCardError as error:
...     print(error)
hand: invalid card \"1x\": expected a rank A23456789TJQK and a suit scdh, such as \"Td\"
"
);
create_exception!(
    gin_fast,
    InvalidHandError,
    PyValueError,
    "Cards that are no hand, or no meld: a ValueError.

A card is repeated, a mask is negative or has bits beyond the 52 cards, the number of cards is not
the one wanted, or the cards are no meld. Of many hands the message names the first bad one by its
index: an int, or a tuple where there is more than one dimension.

>>> import gin_fast as gf
>>> try:
...     gf.deadwood('As As')
... except gf.InvalidHandError as error:
...     print(error)
hand: the card As is repeated: a hand holds each card once
"
);

impl From<BackendError> for PyErr {
    fn from(error: BackendError) -> PyErr {
        PyValueError::new_err(error.to_string())
    }
}

/// The error of a text that is no hand; `place` says whose text, such as `hand` or `texts: row 3`.
pub(super) fn no_hand(place: &str, error: &ParseHandError) -> PyErr {
    let message = format!("{place}: {error}");
    match error {
        ParseHandError::Card(_) => InvalidCardError::new_err(message),
        ParseHandError::Repeated(_) => InvalidHandError::new_err(message),
    }
}

/// The error of hands that no showdown can be made of; `place` says where they are, if they are some
/// of many.
pub(super) fn no_showdown(error: &ShowdownError, place: &str) -> PyErr {
    let message = format!("{error}{place}");
    match error {
        ShowdownError::NoUpcard => PyValueError::new_err(message),
        _ => InvalidHandError::new_err(message),
    }
}

impl From<ShowdownError> for PyErr {
    fn from(error: ShowdownError) -> PyErr {
        no_showdown(&error, "")
    }
}

/// What came, for an error message: the type, and of an array its dtype.
pub(super) fn what_came(came: &Bound<'_, PyAny>) -> String {
    if came.is_none() {
        return "None".to_owned();
    }
    let kind = came.get_type();
    let name = kind.name().map_or_else(|_| "an object".to_owned(), |name| name.to_string());
    match came.getattr("dtype").and_then(|dtype| dtype.str()) {
        Ok(dtype) => format!("{name} of dtype {dtype}"),
        Err(_) => name,
    }
}

/// An object as an error message shows it: an int may have too many digits to be printed.
pub(super) fn shown(object: &Bound<'_, PyAny>) -> String {
    let text = object.str().map(|text| text.to_string_lossy().into_owned());
    text.unwrap_or_else(|_| format!("an object of type {} too long to show", what_came(object)))
}
