//! Reading an argument that is a hand, an array of hands or a column of hands.

use numpy::{PyArrayDescrMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{
    PyBool, PyByteArray, PyBytes, PyComplex, PyDict, PyFloat, PyFrozenSet, PyInt, PyIterator,
    PyList, PyMemoryView, PySet, PyString, PyTuple, PyType,
};

use super::card;
use super::card_set::CardSet as PyCardSet;
use super::errors::{InvalidHandError, no_hand, shown, what_came};
use super::known::known;
use crate::CardSet;

/// What an argument turned out to be.
pub(super) enum Hand<'py> {
    /// One hand.
    One(CardSet),
    /// An array of some integer dtype: one mask an element.
    Masks(Bound<'py, PyUntypedArray>),
    /// A column of another library, such as a pandas Series or a Dask array.
    Column(Bound<'py, PyAny>),
}

/// The hand whose mask a plain `int` is, or `None` to have the argument read with care.
#[inline(always)]
pub(super) fn plain_mask(hand: &Bound<'_, PyAny>) -> Option<CardSet> {
    let mask = hand.cast_exact::<PyInt>().ok()?;
    // As signed: up to Python 3.12 an unsigned one is read by way of a byte array.
    let mask = mask.extract::<i64>().ok()?;
    CardSet::from_mask(mask.cast_unsigned())
}

/// Reads the argument called `name`.
pub(super) fn read<'py>(name: &str, hand: &Bound<'py, PyAny>) -> PyResult<Hand<'py>> {
    if let Ok(hand) = hand.cast::<PyCardSet>() {
        return Ok(Hand::One(hand.get().0));
    }
    if is_plain_collection(hand) {
        return Ok(Hand::One(from_cards(name, hand.try_iter()?)?));
    }
    if let Ok(array) = hand.cast::<PyUntypedArray>() {
        if is_integer_array(array)? {
            return Ok(Hand::Masks(array.clone()));
        }
        return Err(wrong_array(name, hand));
    }
    if let Ok(text) = hand.cast::<PyString>() {
        let cards = text.to_string_lossy().parse().map_err(|error| no_hand(name, &error))?;
        return Ok(Hand::One(cards));
    }
    if hand.is_instance_of::<PyBool>() {
        return Err(wrong_kind(name, hand));
    }
    if is_integer(hand)? {
        return Ok(Hand::One(from_mask(name, hand)?));
    }
    if is_refused(hand)? {
        return Err(wrong_kind(name, hand));
    }
    if is_frame(hand)? {
        let came = what_came(hand);
        let instead = if is_instance(hand, "polars", "LazyFrame")? {
            "name a column inside its select or with_columns: pl.col(...)"
        } else {
            "pass one column of it, or np.asarray of that column"
        };
        return Err(PyTypeError::new_err(format!(
            "{name}: expected hands, got a {came}; {instead}"
        )));
    }
    if is_column(hand)? {
        return Ok(Hand::Column(hand.clone()));
    }
    let cards = hand.try_iter().map_err(|_| wrong_kind(name, hand))?;
    Ok(Hand::One(from_cards(name, cards)?))
}

/// The items of an iterable that may hold cards: neither an array nor raw memory.
pub(super) fn iterate<'py>(
    name: &str,
    cards: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyIterator>> {
    if is_refused(cards)? || cards.is_instance_of::<PyUntypedArray>() {
        return Err(wrong_kind(name, cards));
    }
    cards.try_iter().map_err(|_| wrong_kind(name, cards))
}

/// Reads an argument that must be one hand.
pub(super) fn read_one(name: &str, hand: &Bound<'_, PyAny>) -> PyResult<CardSet> {
    match read(name, hand)? {
        Hand::One(cards) => Ok(cards),
        Hand::Masks(_) | Hand::Column(_) => {
            let came = what_came(hand);
            Err(PyTypeError::new_err(format!("{name}: expected one hand, got {came}")))
        }
    }
}

/// The collections that hands mostly come in. To find out by exclusion, as for any other iterable,
/// takes ten times as long as to read ten cards.
fn is_plain_collection(hand: &Bound<'_, PyAny>) -> bool {
    hand.is_exact_instance_of::<PyList>()
        || hand.is_exact_instance_of::<PyTuple>()
        || hand.is_exact_instance_of::<PySet>()
        || hand.is_exact_instance_of::<PyFrozenSet>()
}

/// Whether the object is an `int` or a NumPy integer scalar, and no `bool`.
pub(super) fn is_integer(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    if object.is_instance_of::<PyInt>() {
        return Ok(!object.is_instance_of::<PyBool>());
    }
    let py = object.py();
    object.is_instance(known(py)?.integer.bind(py))
}

/// Reads the cards of one set of cards, where an `int` would be neither mask nor id.
pub(super) fn read_cards(name: &str, cards: &Bound<'_, PyAny>) -> PyResult<CardSet> {
    if !is_plain_collection(cards) && is_integer(cards)? {
        return Err(PyTypeError::new_err(format!(
            "{name}: expected a text, ids, texts or a CardSet, got the int {}; \
             for a mask call CardSet.from_mask",
            shown(cards)
        )));
    }
    read_one(name, cards)
}

/// The hand with this mask, an int of any size.
pub(super) fn from_mask(name: &str, mask: &Bound<'_, PyAny>) -> PyResult<CardSet> {
    let hand = match mask.extract::<u64>() {
        Ok(mask) => CardSet::from_mask(mask),
        Err(error) if error.is_instance_of::<PyOverflowError>(mask.py()) => None,
        Err(_) => return Err(wrong_kind(name, mask)),
    };
    hand.ok_or_else(|| {
        InvalidHandError::new_err(format!(
            "{name}: expected a mask of the bits 0 to 51, got {}",
            shown(mask)
        ))
    })
}

fn from_cards(name: &str, items: Bound<'_, PyIterator>) -> PyResult<CardSet> {
    let mut cards = CardSet::EMPTY;
    for item in items {
        let card = card::read_of_hand(name, &item?)?;
        if cards.contains(card) {
            return Err(no_hand(name, &crate::ParseHandError::Repeated(card)));
        }
        cards = cards.with(card);
    }
    Ok(cards)
}

/// Whether the array may hold masks: an integer dtype and no mask of its own.
pub(super) fn is_integer_array(array: &Bound<'_, PyUntypedArray>) -> PyResult<bool> {
    if !matches!(array.dtype().kind(), b'i' | b'u') {
        return Ok(false);
    }
    let is_plain = array.is_exact_instance_of::<PyUntypedArray>();
    Ok(is_plain || !is_instance(array, "numpy.ma", "MaskedArray")?)
}

/// The error for an array that holds no masks.
pub(super) fn wrong_array(name: &str, array: &Bound<'_, PyAny>) -> PyErr {
    let came = what_came(array);
    PyTypeError::new_err(format!(
        "{name}: expected an array of an integer dtype, got {came}; \
         pass np.asarray(masks, dtype=np.uint64), or for texts gf.parse_hands(texts)"
    ))
}

fn wrong_kind(name: &str, hand: &Bound<'_, PyAny>) -> PyErr {
    let came = what_came(hand);
    PyTypeError::new_err(format!(
        "{name}: expected a hand (a text, a mask, a CardSet, ids or texts of cards) or an array of \
         masks, got {came}; for an array pass np.asarray(masks, dtype=np.uint64)"
    ))
}

/// Whether the object is of a class that its module, if loaded at all, calls so.
pub(super) fn is_instance(object: &Bound<'_, PyAny>, module: &str, class: &str) -> PyResult<bool> {
    let py = object.py();
    let modules = known(py)?.modules.bind(py);
    let Some(module) = modules.get_item(module)? else { return Ok(false) };
    let Ok(class) = module.getattr(class) else { return Ok(false) };
    object.is_instance(&class)
}

/// Kinds that could be taken for a hand or an array but say too little of what they hold.
fn is_refused(hand: &Bound<'_, PyAny>) -> PyResult<bool> {
    let py = hand.py();
    Ok(hand.is_none()
        || hand.is_instance_of::<PyFloat>()
        || hand.is_instance_of::<PyComplex>()
        || hand.is_instance_of::<PyBytes>()
        || hand.is_instance_of::<PyByteArray>()
        || hand.is_instance_of::<PyDict>()
        || hand.is_instance_of::<PyMemoryView>()
        || is_instance(hand, "array", "array")?
        || hand.is_instance(known(py)?.generic.bind(py))?
        || comes_from(&hand.get_type(), "pyarrow"))
}

/// Whether the class is of this library.
fn comes_from(class: &Bound<'_, PyType>, library: &str) -> bool {
    let Ok(module) = class.module() else { return false };
    module.to_str().is_ok_and(|module| module.split('.').next() == Some(library))
}

/// Whether the object is a table of columns. Only the class is asked: to ask a lazy frame for its
/// columns may start a computation.
fn is_frame(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    let class = object.get_type();
    // A Series of Dask has columns too, but a name besides.
    let has_columns = class.hasattr("columns")? && !class.hasattr("name")?;
    Ok(has_columns || class.hasattr("data_vars")?)
}

/// Whether the object answers to ufuncs by itself, or is a column of Polars.
pub(super) fn is_column(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    let class = object.get_type();
    if class.hasattr("__array_ufunc__")? {
        return Ok(true);
    }
    let name = class.name()?;
    Ok(comes_from(&class, "polars") && matches!(name.to_str()?, "Series" | "Expr"))
}
