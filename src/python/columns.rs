//! Columns of hands: from texts and ids to masks, and back.

use numpy::{PyArray1, PyArrayDescrMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyMemoryError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyList, PyString, PyTuple};

use super::arrays::{Blocks, element, masks_of, shape_of};
use super::errors::{InvalidCardError, InvalidHandError, no_hand, what_came};
use super::hand;
use super::known::known;
use crate::{Card, CardSet, ParseHandError};

/// Room for so many rows at most is made before the first is seen.
const MOST_FORESEEN: usize = 1 << 16;

/// So many rows are converted between two looks at whether a signal has come.
const BLOCK: usize = 1 << 14;

/// Read a column of texts, one hand each.
///
/// Args:
///     texts: Texts such as `As Td 9h`, or masks in hex such as `0x800400000001`: a list or another
///         iterable, a NumPy array of any shape, or a column of pandas, Polars or pyarrow.
///
/// Returns:
///     A uint64 array of masks, of the shape of a NumPy array, otherwise of one dimension.
///
/// Raises:
///     InvalidCardError: A text holds what is no card; the first such row is named.
///     InvalidHandError: A text holds a card twice, or is the mask of no hand.
///     TypeError: A row is no text.
///
/// >>> import gin_fast as gf
/// >>> gf.parse_hands(["As 2s 3s", "As Ks"])
/// array([   7, 4097], dtype=uint64)
#[pyfunction]
pub(super) fn parse_hands<'py>(texts: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = texts.py();
    let (rows, shape) = rows_of(texts)?;
    // A length is a hint only: it may be whatever the class of the rows says.
    let mut masks = Vec::with_capacity(rows.len().unwrap_or(0).min(MOST_FORESEEN));
    for (row, text) in rows.try_iter()?.enumerate() {
        let text = text?;
        let Ok(text) = text.cast::<PyString>() else {
            let came = what_came(&text);
            let came = if is_missing(&text)? { format!("a missing one ({came})") } else { came };
            return Err(PyTypeError::new_err(format!(
                "texts: expected a str, got {came} in row {row}"
            )));
        };
        masks.push(parse_row(&text.to_string_lossy(), row)?.mask());
        if row % BLOCK == BLOCK - 1 {
            py.check_signals()?;
        }
    }
    let masks = PyArray1::from_vec(py, masks);
    match shape {
        Some(shape) => masks.call_method1("reshape", (shape,)),
        None => Ok(masks.into_any()),
    }
}

/// The texts as a list or another iterable, and the shape if they come in an array.
fn rows_of<'py>(
    texts: &Bound<'py, PyAny>,
) -> PyResult<(Bound<'py, PyAny>, Option<Bound<'py, PyTuple>>)> {
    let wrong_kind = || {
        let came = what_came(texts);
        PyTypeError::new_err(format!(
            "texts: expected a list, array or Series of texts, got {came}"
        ))
    };
    if let Ok(array) = texts.cast::<PyUntypedArray>() {
        if !matches!(array.dtype().kind(), b'U' | b'T' | b'O') {
            return Err(wrong_kind());
        }
        let rows = array.call_method1("reshape", (-1,))?.call_method0("tolist")?;
        return Ok((rows, Some(shape_of(array)?)));
    }
    if texts.is_instance_of::<PyString>() {
        return Err(wrong_kind());
    }
    for to_list in ["to_pylist", "to_list"] {
        if texts.hasattr(to_list)? {
            return Ok((texts.call_method0(to_list)?, None));
        }
    }
    texts.try_iter().map_err(|_| wrong_kind())?;
    Ok((texts.clone(), None))
}

/// Whether it stands for no value: `None`, NaN and its like, or pandas' `NA`.
fn is_missing(text: &Bound<'_, PyAny>) -> PyResult<bool> {
    if text.is_none() || text.get_type().name()? == "NAType" {
        return Ok(true);
    }
    let is_scalar = text.is_instance_of::<PyFloat>() || text.get_type().name()? == "NaTType";
    Ok(is_scalar && text.ne(text)?)
}

fn parse_row(text: &str, row: usize) -> PyResult<CardSet> {
    if let Some(digits) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        // `from_str_radix` would take a sign too.
        let is_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        let mask = u64::from_str_radix(digits, 16).ok().filter(|_| is_hex);
        let mask = mask.and_then(CardSet::from_mask);
        return mask.ok_or_else(|| {
            InvalidHandError::new_err(format!(
                "texts: row {row}: expected a mask of the bits 0 to 51, got {text:?}"
            ))
        });
    }
    text.parse().map_err(|error: ParseHandError| no_hand(&format!("texts: row {row}"), &error))
}

/// Return the texts of a column of masks.
///
/// Args:
///     masks: Masks, in an integer array of one dimension or what `np.asarray` makes one of.
///
/// Returns:
///     A list of texts such as `As Td 9h`, one a mask, the cards by ascending id.
///
/// Raises:
///     InvalidHandError: A mask is no hand; the first such row is named.
///     TypeError: The dtype is not an integer one.
///     ValueError: The array has not one dimension.
///
/// >>> import gin_fast as gf
/// >>> gf.format_hands([7, 4097])
/// ['As 2s 3s', 'As Ks']
#[pyfunction]
pub(super) fn format_hands<'py>(masks: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
    let array = as_integers("masks", masks)?;
    if array.ndim() != 1 {
        let shape = shape_of(&array)?;
        return Err(PyValueError::new_err(format!(
            "masks: expected one dimension, got the shape {shape}"
        )));
    }
    let texts = PyList::empty(masks.py());
    each_hand(&array, |cards, _| texts.append(cards.to_string()))?;
    Ok(texts)
}

/// Return the masks of hands given as ids of their cards.
///
/// Args:
///     ids: Ids, in an integer array of shape S + (k,) or what `np.asarray` makes one of: hands of
///         k cards.
///
/// Returns:
///     A uint64 array of shape S.
///
/// Raises:
///     InvalidCardError: No card has an id; the first is named with its index.
///     InvalidHandError: A hand holds a card twice.
///     TypeError: The dtype is not an integer one.
///
/// >>> import gin_fast as gf
/// >>> gf.masks([[0, 1, 2], [12, 0, 51]])
/// array([               7, 2251799813689345], dtype=uint64)
#[pyfunction]
pub(super) fn masks<'py>(ids: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = ids.py();
    let array = as_integers("ids", ids)?;
    let Some((&held, shape)) = array.shape().split_last() else {
        return Err(PyValueError::new_err(
            "ids: expected an array of shape (hands, cards), got one id",
        ));
    };
    if held > 52 {
        return Err(InvalidHandError::new_err(format!(
            "ids: expected at most 52 cards a hand, got {held}"
        )));
    }
    let count = shape.iter().try_fold(1_usize, |count, &length| count.checked_mul(length));
    let mut masks = Vec::new();
    if count.is_none_or(|count| masks.try_reserve_exact(count).is_err()) {
        return Err(PyMemoryError::new_err(format!(
            "ids: no room for masks of the shape {shape:?}"
        )));
    }
    for block in Blocks::new(array.shape(), BLOCK) {
        let ids = masks_of(&array, &block)?;
        for (at, ids) in ids.as_slice()?.chunks_exact(held).enumerate() {
            let mut cards = CardSet::EMPTY;
            for (place, &id) in ids.iter().enumerate() {
                let at = block.at + at * held + place;
                let Some(card) = u8::try_from(id).ok().and_then(Card::from_id) else {
                    let (place, id) = element(&array, at);
                    let id = id?;
                    return Err(InvalidCardError::new_err(format!(
                        "ids: no card has the id {id}{place}: ids are 0 to 51"
                    )));
                };
                if cards.contains(card) {
                    let (place, _) = element(&array, at);
                    return Err(no_hand(
                        &format!("ids: {}", place.trim_start()),
                        &ParseHandError::Repeated(card),
                    ));
                }
                cards = cards.with(card);
            }
            masks.push(cards.mask());
        }
        py.check_signals()?;
    }
    // Hands without cards come in no block.
    masks.resize(count.unwrap_or(0), 0);
    PyArray1::from_vec(py, masks).call_method1("reshape", (PyTuple::new(py, shape)?,))
}

/// Return the ids of the cards of hands that all hold the same number of cards.
///
/// Args:
///     masks: Masks, in an integer array of any shape S or what `np.asarray` makes one of.
///
/// Returns:
///     A uint8 array of shape S + (k,), the ids of a hand ascending.
///
/// Raises:
///     InvalidHandError: A mask is no hand, or has not as many cards as the first.
///     TypeError: The dtype is not an integer one.
///
/// >>> import gin_fast as gf
/// >>> gf.cards([0b111, 0b1011])
/// array([[0, 1, 2],
///        [0, 1, 3]], dtype=uint8)
#[pyfunction]
pub(super) fn cards<'py>(masks: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = masks.py();
    let array = as_integers("masks", masks)?;
    let mut ids = Vec::new();
    let mut held = None;
    each_hand(&array, |cards, at| {
        let expected = *held.get_or_insert(cards.len());
        if cards.len() != expected {
            let (place, _) = element(&array, at);
            let got = cards.len();
            return Err(InvalidHandError::new_err(format!(
                "masks: every hand must have as many cards as the first, {expected}, \
                 got {got}{place}"
            )));
        }
        ids.extend(cards.iter().map(Card::id));
        Ok(())
    })?;
    let shape = shape_of(&array)?.add((held.unwrap_or(0),))?;
    PyArray1::from_vec(py, ids).call_method1("reshape", (shape,))
}

/// Hands each hand of an array on, with its place in C order.
fn each_hand(
    array: &Bound<'_, PyUntypedArray>,
    mut take: impl FnMut(CardSet, usize) -> PyResult<()>,
) -> PyResult<()> {
    for block in Blocks::new(array.shape(), BLOCK) {
        let masks = masks_of(array, &block)?;
        for (at, &mask) in masks.as_slice()?.iter().enumerate() {
            let at = block.at + at;
            let Some(cards) = CardSet::from_mask(mask) else {
                let (place, mask) = element(array, at);
                let mask = mask?;
                return Err(InvalidHandError::new_err(format!(
                    "masks: expected masks of the bits 0 to 51, got {mask}{place}"
                )));
            };
            take(cards, at)?;
        }
        array.py().check_signals()?;
    }
    Ok(())
}

/// The argument as an array of integers.
fn as_integers<'py>(
    name: &str,
    values: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyUntypedArray>> {
    if let Ok(array) = values.cast::<PyUntypedArray>() {
        let is_right = hand::is_integer_array(array)?;
        return if is_right { Ok(array.clone()) } else { Err(hand::wrong_array(name, values)) };
    }
    let py = values.py();
    let array = known(py)?.asarray.bind(py).call1((values,)).map_err(|error| {
        let is_ragged = values.is_instance_of::<PyList>() || values.is_instance_of::<PyTuple>();
        if !is_ragged || !error.is_instance_of::<PyValueError>(py) {
            return error;
        }
        let ragged = PyValueError::new_err(format!(
            "{name}: expected rows of one length, got rows of different lengths"
        ));
        ragged.set_cause(py, Some(error));
        ragged
    })?;
    let array = array.cast_into::<PyUntypedArray>()?;
    if hand::is_integer_array(&array)? {
        return Ok(array);
    }
    if array.is_empty() && array.ndim() > 0 {
        // An empty list says nothing of its dtype.
        return Ok(array.call_method1("astype", ("uint64",))?.cast_into()?);
    }
    if matches!(array.dtype().kind(), b'U' | b'T') {
        let came = what_came(values);
        return Err(PyTypeError::new_err(format!(
            "{name}: expected an array of an integer dtype, got a {came} of texts; \
             those go to gf.parse_hands, one text a hand"
        )));
    }
    Err(hand::wrong_array(name, values))
}
