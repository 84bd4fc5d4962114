//! The evaluators: each takes one hand, an array of hands or a column of hands.

mod arrangement;
mod discards;

use std::ops::RangeInclusive;

use numpy::PyUntypedArray;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

pub(super) use self::arrangement::{arrange, arrangements, is_meld, melds};
pub(super) use self::discards::{best_discard, deadwood_after_discard, knock_discards};
use super::arrays::{self, CardBeside, Evaluator, Hands, Inputs, Options};
use super::card_set::CardSet as PyCardSet;
use super::errors::what_came;
use super::hand::{self, Hand};
use crate::{Backend, CardSet};

/// What a function makes of a hand that it asks about at all.
type Answer<'py> = PyResult<Bound<'py, PyAny>>;

/// The mask of a plain `int` that comes without options, which is answered at once.
#[inline(always)]
fn plain_mask(hand: &Bound<'_, PyAny>, options: Options<'_, '_>) -> Option<CardSet> {
    let cards = hand::plain_mask(hand)?;
    (options.are_unset() && Backend::detect().is_ok()).then_some(cards)
}

/// Has a column evaluated by its own library, chunk by chunk or lazily as that does.
fn of_column<'py, const N: usize>(
    function: &str,
    column: &Bound<'py, PyAny>,
    arguments: [Bound<'py, PyAny>; N],
    options: Options<'_, 'py>,
) -> Answer<'py> {
    options.refuse_with_column(column)?;
    let py = column.py();
    let on_column = py.import("gin_fast.ufuncs")?.getattr("on_column")?;
    let mut all = vec![function.into_pyobject(py)?.into_any(), column.clone()];
    all.extend(arguments);
    on_column.call1(PyTuple::new(py, all)?)
}

/// Checks what holds for one hand with any function.
fn check_one(hand: CardSet, options: Options<'_, '_>, cards: RangeInclusive<u32>) -> PyResult<()> {
    options.refuse_with_one_hand()?;
    Backend::detect()?;
    if cards.contains(&hand.len()) {
        return Ok(());
    }
    let held = hand.len();
    Err(arrays::wrong_count("hand", &format!("{held} cards \"{hand}\""), &cards))
}

/// An array of hands with no card beside them.
fn alone(masks: Bound<'_, PyUntypedArray>) -> Inputs<'_, 1> {
    Inputs { hands: [masks], beside: CardBeside::Nothing }
}

const ANY: RangeInclusive<u32> = 0..=52;

/// Return the fewest points the hand can leave unmelded.
///
/// Args:
///     hand: A hand of 0 to 52 cards, or an array of masks.
///     out: An array for the answers: uint8, of the shape of `hand`, no memory in common with it.
///     threads: How many threads share the work, 0 for one a core; one if None.
///     backend: A name of `gin_fast.backends()`; the fastest if None.
///
/// Returns:
///     An int; for an array, a uint8 array of its shape, in points.
///
/// Raises:
///     InvalidHandError: A card is repeated, or a mask is negative or has a bit above 51: then its
///         index is named, and `out` is as it was.
///     InvalidCardError: A text or id is no card.
///     TypeError: `hand` is of another kind or not of an integer dtype, or `out`, `threads` or
///         `backend` comes with one hand.
///     ValueError: `out` has another shape or shares memory with `hand`, no such backend works
///         here, or an option comes with a column, whose own library shares the work.
///
/// The array must not be written to during the call. A column of pandas, Polars, xarray or Dask is
/// answered by a column of that library.
///
/// >>> import gin_fast as gf
/// >>> gf.deadwood("As 2s 3s 4h 4d 4c 5d 5h 5c Kd")
/// 10
/// >>> import numpy as np
/// >>> gf.deadwood(np.array([0b111, 0b1011], dtype=np.uint64))
/// array([0, 7], dtype=uint8)
#[pyfunction]
#[pyo3(signature = (hand, *, out = None, threads = None, backend = None))]
pub(super) fn deadwood<'py>(
    hand: &Bound<'py, PyAny>,
    out: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
    backend: Option<&Bound<'py, PyAny>>,
) -> Answer<'py> {
    let options = Options { out, threads, backend };
    match plain_mask(hand, options) {
        Some(cards) => Ok(crate::deadwood(cards).into_pyobject(hand.py())?.into_any()),
        None => deadwood_of_any(hand, options),
    }
}

#[cold]
fn deadwood_of_any<'py>(hand: &Bound<'py, PyAny>, options: Options<'_, 'py>) -> Answer<'py> {
    match hand::read("hand", hand)? {
        Hand::One(cards) => {
            check_one(cards, options, ANY)?;
            Ok(crate::deadwood(cards).into_pyobject(hand.py())?.into_any())
        }
        Hand::Masks(masks) => {
            let kernel = |backend: Backend, hands: Hands<'_, 1>, [out]: [&mut [u8]; 1]| {
                backend.deadwood(hands.masks[0], out);
            };
            let evaluator = Evaluator::of_hands(ANY, kernel);
            let [left] = arrays::evaluate(alone(masks), options, &evaluator)?;
            Ok(left)
        }
        Hand::Column(column) => of_column("deadwood", &column, [], options),
    }
}

/// Return the cards that the canonical arrangement of the hand melds.
///
/// Args:
///     hand: A hand of 0 to 52 cards, or an array of masks.
///     out: As for `deadwood`, but uint64.
///     threads: As for `deadwood`.
///     backend: As for `deadwood`.
///
/// Returns:
///     A CardSet; for an array, a uint64 array of its shape, of masks.
///
/// Raises:
///     InvalidHandError: As for `deadwood`.
///
/// >>> import gin_fast as gf
/// >>> gf.melded("As 2s 3s Kd Kc Kh 9h")
/// CardSet('As 2s 3s Kc Kd Kh')
#[pyfunction]
#[pyo3(signature = (hand, *, out = None, threads = None, backend = None))]
pub(super) fn melded<'py>(
    hand: &Bound<'py, PyAny>,
    out: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
    backend: Option<&Bound<'py, PyAny>>,
) -> Answer<'py> {
    let options = Options { out, threads, backend };
    let one = |cards| Ok(Bound::new(hand.py(), PyCardSet(crate::melded(cards)))?.into_any());
    if let Some(cards) = plain_mask(hand, options) {
        return one(cards);
    }
    match hand::read("hand", hand)? {
        Hand::One(cards) => {
            check_one(cards, options, ANY)?;
            one(cards)
        }
        Hand::Masks(masks) => {
            let kernel = |backend: Backend, hands: Hands<'_, 1>, [out]: [&mut [u64]; 1]| {
                backend.melded(hands.masks[0], out);
            };
            let evaluator = Evaluator::of_hands(ANY, kernel);
            let [melded] = arrays::evaluate(alone(masks), options, &evaluator)?;
            Ok(melded)
        }
        Hand::Column(column) => of_column("melded", &column, [], options),
    }
}

/// Reads a number of points.
fn points(name: &str, points: &Bound<'_, PyAny>) -> PyResult<u32> {
    let is_int = hand::is_integer(points)?;
    if !is_int {
        let came = what_came(points);
        return Err(PyTypeError::new_err(format!("{name}: expected an int of points, got {came}")));
    }
    if points.lt(0)? {
        return Err(PyValueError::new_err(format!("{name}: expected 0 or more, got {points}")));
    }
    // More than 32 bits of points are more than any hand has.
    Ok(points.extract().unwrap_or(u32::MAX))
}
