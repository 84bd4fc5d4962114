//! The evaluators: each takes one hand, an array of hands or a column of hands.

mod arrangement;
mod discards;

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering};

use numpy::PyUntypedArray;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

pub(super) use self::arrangement::{arrange, arrangements, is_meld, melds};
pub(super) use self::discards::{best_discard, deadwood_after_discard, knock_discards};
use super::aces::AceOptions;
use super::arrays::{self, CardBeside, Evaluator, Hands, Inputs, Options};
use super::card_set::CardSet as PyCardSet;
use super::errors::what_came;
use super::hand::{self, Hand};
use crate::{Backend, CardSet};

/// What a function makes of a hand that it asks about at all.
type Answer<'py> = PyResult<Bound<'py, PyAny>>;

/// Whether a backend was found, so that the shortest calls need not ask again: that costs each of
/// them two nanoseconds of forty.
static HAS_BACKEND: AtomicBool = AtomicBool::new(false);

/// The mask of a plain `int` that comes without options, which is answered at once.
#[inline(always)]
fn plain_mask(
    hand: &Bound<'_, PyAny>,
    aces: AceOptions<'_, '_>,
    options: Options<'_, '_>,
) -> Option<CardSet> {
    let is_plain = aces.are_unset() && options.are_unset() && HAS_BACKEND.load(Ordering::Relaxed);
    if is_plain { hand::plain_mask(hand) } else { None }
}

/// An argument by its name, if it is given.
type Argument<'a, 'py> = (&'static str, Option<&'a Bound<'py, PyAny>>);

/// Has a column of hands evaluated by its own library, chunk by chunk or lazily as that does.
fn of_column<'py>(
    function: &str,
    column: &Bound<'py, PyAny>,
    arguments: &[Argument<'_, 'py>],
    aces: AceOptions<'_, 'py>,
    options: Options<'_, 'py>,
) -> Answer<'py> {
    options.refuse_with_column("hand", column)?;
    let hand = [("hand", Some(column))];
    on_column(function, column.py(), hand.iter().chain(arguments).chain(&aces.named()).copied())
}

/// Calls the function of that name in `gin_fast.ufuncs`.
pub(super) fn on_column<'a, 'py: 'a>(
    function: &str,
    py: Python<'py>,
    arguments: impl Iterator<Item = Argument<'a, 'py>>,
) -> Answer<'py> {
    let given = PyDict::new(py);
    for (name, argument) in arguments {
        if let Some(argument) = argument {
            given.set_item(name, argument)?;
        }
    }
    py.import("gin_fast.ufuncs")?.getattr("on_column")?.call((function,), Some(&given))
}

/// Checks what holds for one hand with any function.
fn check_one(hand: CardSet, options: Options<'_, '_>, cards: RangeInclusive<u32>) -> PyResult<()> {
    options.refuse_with_one_hand("hand is one hand")?;
    Backend::detect()?;
    HAS_BACKEND.store(true, Ordering::Relaxed);
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
///     ace: Which runs an ace may be part of: `low`, A-2-3; `high_or_low`, Q-K-A too; `corner`,
///         K-A-2 too.
///     ace_deadwood: What an ace costs, 1 to 15 points.
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
///     ValueError: `out` has another shape or shares memory with `hand`, no such backend or rule
///         about aces is known, or an option of arrays comes with a column, whose own library shares
///         the work.
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
/// >>> gf.deadwood("Qs Ks As Ac", ace="high_or_low", ace_deadwood=15)
/// 15
#[pyfunction]
#[pyo3(signature = (
    hand, *, ace = None, ace_deadwood = None, out = None, threads = None, backend = None
))]
#[pyo3(
    text_signature = "(hand, *, ace='low', ace_deadwood=1, out=None, threads=None, backend=None)"
)]
#[inline(always)]
pub(super) fn deadwood<'py>(
    hand: &Bound<'py, PyAny>,
    ace: Option<&Bound<'py, PyAny>>,
    ace_deadwood: Option<&Bound<'py, PyAny>>,
    out: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
    backend: Option<&Bound<'py, PyAny>>,
) -> Answer<'py> {
    let options = Options { out, threads, backend };
    let aces = AceOptions { ace, ace_deadwood };
    match plain_mask(hand, aces, options) {
        Some(cards) => Ok(crate::deadwood(cards).into_pyobject(hand.py())?.into_any()),
        None => deadwood_of_any(hand, aces, options),
    }
}

#[cold]
fn deadwood_of_any<'py>(
    hand: &Bound<'py, PyAny>,
    ace_options: AceOptions<'_, 'py>,
    options: Options<'_, 'py>,
) -> Answer<'py> {
    let aces = ace_options.read()?;
    match hand::read("hand", hand)? {
        Hand::One(cards) => {
            check_one(cards, options, ANY)?;
            Ok(aces.deadwood(cards).into_pyobject(hand.py())?.into_any())
        }
        Hand::Masks(masks) => {
            let kernel = |backend: Backend, hands: Hands<'_, 1>, [out]: [&mut [u8]; 1]| {
                backend.under(aces).deadwood(hands.masks[0], out);
            };
            let evaluator = Evaluator::of_hands(ANY, kernel);
            let [left] = arrays::evaluate(alone(masks), options, &evaluator)?;
            Ok(left)
        }
        Hand::Column(column) => of_column("deadwood", &column, &[], ace_options, options),
    }
}

/// Return the cards that the canonical arrangement of the hand melds.
///
/// Args:
///     hand: A hand of 0 to 52 cards, or an array of masks.
///     ace: As for `deadwood`.
///     ace_deadwood: As for `deadwood`.
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
#[pyo3(signature = (
    hand, *, ace = None, ace_deadwood = None, out = None, threads = None, backend = None
))]
#[pyo3(
    text_signature = "(hand, *, ace='low', ace_deadwood=1, out=None, threads=None, backend=None)"
)]
#[inline(always)]
pub(super) fn melded<'py>(
    hand: &Bound<'py, PyAny>,
    ace: Option<&Bound<'py, PyAny>>,
    ace_deadwood: Option<&Bound<'py, PyAny>>,
    out: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
    backend: Option<&Bound<'py, PyAny>>,
) -> Answer<'py> {
    let options = Options { out, threads, backend };
    let ace_options = AceOptions { ace, ace_deadwood };
    let one = |melded| Ok(Bound::new(hand.py(), PyCardSet(melded))?.into_any());
    if let Some(cards) = plain_mask(hand, ace_options, options) {
        return one(crate::melded(cards));
    }
    let aces = ace_options.read()?;
    match hand::read("hand", hand)? {
        Hand::One(cards) => {
            check_one(cards, options, ANY)?;
            one(aces.melded(cards))
        }
        Hand::Masks(masks) => {
            let kernel = |backend: Backend, hands: Hands<'_, 1>, [out]: [&mut [u64]; 1]| {
                backend.under(aces).melded(hands.masks[0], out);
            };
            let evaluator = Evaluator::of_hands(ANY, kernel);
            let [melded] = arrays::evaluate(alone(masks), options, &evaluator)?;
            Ok(melded)
        }
        Hand::Column(column) => of_column("melded", &column, &[], ace_options, options),
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
