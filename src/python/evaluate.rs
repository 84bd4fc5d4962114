//! The evaluators: each takes one hand, an array of hands or a column of hands.

use numpy::PyUntypedArray;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use super::arrays::{self, BannedCard, Evaluator, Options};
use super::card_set::CardSet as PyCardSet;
use super::errors::what_came;
use super::hand::{self, Hand};
use super::meld::Meld as PyMeld;
use crate::batch::{CHUNK, CHUNK_OF_ROWS};
use crate::{Backend, Beside, Card, CardSet, MAX_CARDS_ARRANGED, Meld};

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
fn check_one(
    hand: CardSet,
    options: Options<'_, '_>,
    cards: std::ops::RangeInclusive<u32>,
) -> PyResult<()> {
    options.refuse_with_one_hand()?;
    Backend::detect()?;
    if cards.contains(&hand.len()) {
        return Ok(());
    }
    let held = hand.len();
    Err(arrays::wrong_count(&format!("{held} cards \"{hand}\""), &cards))
}

const ANY: std::ops::RangeInclusive<u32> = 0..=52;
const ELEVEN: std::ops::RangeInclusive<u32> = 11..=11;

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
            let kernel = |backend: Backend, hands: &[u64], _: Beside<'_>, [out]: [&mut [u8]; 1]| {
                backend.deadwood(hands, out);
            };
            let evaluator = Evaluator { width: 1, chunk: CHUNK, cards: ANY, kernel };
            let [left] = arrays::evaluate(&masks, BannedCard::Nothing, options, &evaluator)?;
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
            let kernel =
                |backend: Backend, hands: &[u64], _: Beside<'_>, [out]: [&mut [u64]; 1]| {
                    backend.melded(hands, out);
                };
            let evaluator = Evaluator { width: 1, chunk: CHUNK, cards: ANY, kernel };
            let [melded] = arrays::evaluate(&masks, BannedCard::Nothing, options, &evaluator)?;
            Ok(melded)
        }
        Hand::Column(column) => of_column("melded", &column, [], options),
    }
}

/// Return the discard from eleven cards that leaves least deadwood, and that deadwood.
///
/// Equally good discards: the dearest, then the one with the highest id.
///
/// Args:
///     hand: A hand of eleven cards, or an array of masks.
///     banned: A card that may not be thrown, such as the upcard just taken. With an array also
///         an integer array of ids that broadcasts with it, in which 255 is none.
///     out: A pair of arrays for the answers: uint8, of the common shape of `hand` and `banned`.
///     threads: As for `deadwood`.
///     backend: As for `deadwood`.
///
/// Returns:
///     The card's id and the deadwood in points; for an array, two uint8 arrays.
///
/// Raises:
///     InvalidHandError: As for `deadwood`, or a hand has not eleven cards.
///     InvalidCardError: `banned` is no card.
///
/// >>> import gin_fast as gf
/// >>> card, deadwood = gf.best_discard("As 2s 3s 4h 4d 4c 5h 6h 7h Kd 9c")
/// >>> gf.card_name(card), deadwood
/// ('Kd', 9)
/// >>> gf.best_discard("As 2s 3s 4h 4d 4c 5h 6h 7h Kd 9c", banned="Kd")
/// (21, 10)
#[pyfunction]
#[pyo3(signature = (hand, banned = None, *, out = None, threads = None, backend = None))]
pub(super) fn best_discard<'py>(
    hand: &Bound<'py, PyAny>,
    banned: Option<&Bound<'py, PyAny>>,
    out: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
    backend: Option<&Bound<'py, PyAny>>,
) -> Answer<'py> {
    let py = hand.py();
    let options = Options { out, threads, backend };
    match hand_and_banned(hand, banned)? {
        Asked::One(cards, banned) => {
            check_one(cards, options, ELEVEN)?;
            let best = crate::best_discard(cards, banned).map(|(card, left)| (card.id(), left));
            Ok(best.into_pyobject(py)?.into_any())
        }
        Asked::Masks(masks, banned) => {
            let kernel = |backend: Backend,
                          hands: &[u64],
                          banned: Beside<'_>,
                          [cards, left]: [&mut [u8]; 2]| {
                backend.best_discard(hands, banned, cards, left);
            };
            let evaluator = Evaluator { width: 1, chunk: CHUNK, cards: ELEVEN, kernel };
            let pair: [_; 2] = arrays::evaluate(&masks, banned, options, &evaluator)?;
            Ok(PyTuple::new(py, pair)?.into_any())
        }
        Asked::Column(column) => of_column("best_discard", &column, [or_none(py, banned)], options),
    }
}

/// Return what each discard leaves.
///
/// Args:
///     hand: A hand of 1 to 52 cards, or an array of masks, of any shape S.
///     out: As for `deadwood`, but of shape S + (52,).
///     threads: As for `deadwood`.
///     backend: As for `deadwood`.
///
/// Returns:
///     A dict from each card's id to the deadwood of the others; for an array, a uint8 array of
///     shape S + (52,), with 255 where the card is not held.
///
/// Raises:
///     InvalidHandError: As for `deadwood`, or a hand has no card.
///
/// >>> import gin_fast as gf
/// >>> gf.deadwood_after_discard("As 2s 3s Kd")
/// {0: 15, 1: 14, 2: 13, 38: 0}
#[pyfunction]
#[pyo3(signature = (hand, *, out = None, threads = None, backend = None))]
pub(super) fn deadwood_after_discard<'py>(
    hand: &Bound<'py, PyAny>,
    out: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
    backend: Option<&Bound<'py, PyAny>>,
) -> Answer<'py> {
    const SOME: std::ops::RangeInclusive<u32> = 1..=52;
    let options = Options { out, threads, backend };
    match hand::read("hand", hand)? {
        Hand::One(cards) => {
            check_one(cards, options, SOME)?;
            let left = crate::deadwood_after_discard(cards);
            let after = PyDict::new(hand.py());
            for card in cards {
                after.set_item(card.id(), left[card.id() as usize])?;
            }
            Ok(after.into_any())
        }
        Hand::Masks(masks) => {
            let kernel = |backend: Backend, hands: &[u64], _: Beside<'_>, [out]: [&mut [u8]; 1]| {
                backend.deadwood_after_discard(hands, out);
            };
            let evaluator = Evaluator { width: 52, chunk: CHUNK_OF_ROWS, cards: SOME, kernel };
            let [left] = arrays::evaluate(&masks, BannedCard::Nothing, options, &evaluator)?;
            Ok(left)
        }
        Hand::Column(column) => of_column("deadwood_after_discard", &column, [], options),
    }
}

/// Return the discards from eleven cards that leave few enough points to knock.
///
/// Args:
///     hand: A hand of eleven cards, or an array of masks.
///     limit: The most points that may be left, 0 or more.
///     banned: As for `best_discard`.
///     out: As for `deadwood`, but uint64, of the common shape of `hand` and `banned`.
///     threads: As for `deadwood`.
///     backend: As for `deadwood`.
///
/// Returns:
///     A CardSet; for an array, a uint64 array of masks.
///
/// Raises:
///     InvalidHandError: As for `deadwood`, or a hand has not eleven cards.
///     InvalidCardError: `banned` is no card.
///
/// >>> import gin_fast as gf
/// >>> gf.knock_discards("As 2s 3s 4h 4d 4c 5h 6h 7h Kd 9c")
/// CardSet('9c Kd')
/// >>> gf.knock_discards("As 2s 3s 4h 4d 4c 5h 6h 7h Kd 9c", limit=9)
/// CardSet('Kd')
#[pyfunction]
#[pyo3(signature = (hand, limit = None, banned = None, *, out = None, threads = None, backend = None))]
#[pyo3(text_signature = "(hand, limit=10, banned=None, *, out=None, threads=None, backend=None)")]
pub(super) fn knock_discards<'py>(
    hand: &Bound<'py, PyAny>,
    limit: Option<&Bound<'py, PyAny>>,
    banned: Option<&Bound<'py, PyAny>>,
    out: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
    backend: Option<&Bound<'py, PyAny>>,
) -> Answer<'py> {
    let py = hand.py();
    let options = Options { out, threads, backend };
    let limit = limit.map_or(Ok(10), |limit| points("limit", limit))?;
    // No hand leaves more than 170 points, so no higher limit lets more through.
    let limit = u8::try_from(limit).unwrap_or(u8::MAX);
    match hand_and_banned(hand, banned)? {
        Asked::One(cards, banned) => {
            check_one(cards, options, ELEVEN)?;
            let discards = PyCardSet(crate::knock_discards(cards, limit, banned));
            Ok(Bound::new(py, discards)?.into_any())
        }
        Asked::Masks(masks, banned) => {
            let kernel =
                |backend: Backend, hands: &[u64], banned: Beside<'_>, [out]: [&mut [u64]; 1]| {
                    backend.knock_discards(hands, limit, banned, out);
                };
            let evaluator = Evaluator { width: 1, chunk: CHUNK, cards: ELEVEN, kernel };
            let [discards] = arrays::evaluate(&masks, banned, options, &evaluator)?;
            Ok(discards)
        }
        Asked::Column(column) => {
            let limit = limit.into_pyobject(py)?.into_any();
            of_column("knock_discards", &column, [limit, or_none(py, banned)], options)
        }
    }
}

/// A hand and the card that may not be thrown from it, one of each or many of either.
enum Asked<'py> {
    One(CardSet, Option<Card>),
    Masks(Bound<'py, PyUntypedArray>, BannedCard<'py>),
    Column(Bound<'py, PyAny>),
}

fn hand_and_banned<'py>(
    hand: &Bound<'py, PyAny>,
    banned: Option<&Bound<'py, PyAny>>,
) -> PyResult<Asked<'py>> {
    let hand = match hand::read("hand", hand)? {
        Hand::Column(column) => return Ok(Asked::Column(column)),
        hand => hand,
    };
    Ok(match (hand, BannedCard::read(banned)?) {
        (Hand::One(cards), BannedCard::Nothing) => Asked::One(cards, None),
        (Hand::One(cards), BannedCard::Card(card)) => Asked::One(cards, Some(card)),
        (Hand::One(cards), BannedCard::Each(ids)) => {
            Asked::Masks(arrays::scalar(ids.py(), cards)?, BannedCard::Each(ids))
        }
        (Hand::Masks(masks), banned) => Asked::Masks(masks, banned),
        (Hand::Column(column), _) => Asked::Column(column),
    })
}

fn or_none<'py>(py: Python<'py>, argument: Option<&Bound<'py, PyAny>>) -> Bound<'py, PyAny> {
    argument.cloned().unwrap_or_else(|| py.None().into_bound(py))
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

/// Return every meld in the hand, by lowest id, then length, then mask.
///
/// Args:
///     hand: One hand of 0 to 52 cards.
///
/// Returns:
///     A tuple of Meld; melds may share cards.
///
/// Raises:
///     InvalidHandError: A card is repeated, or the mask has a bit above 51.
///
/// >>> import gin_fast as gf
/// >>> gf.melds("7c 7d 7h 8h 9h")
/// (Meld('7c7d7h'), Meld('7h8h9h'))
#[pyfunction]
pub(super) fn melds<'py>(hand: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
    let cards = hand::read_one("hand", hand)?;
    PyTuple::new(hand.py(), crate::melds_in(cards).into_iter().map(PyMeld))
}

/// Whether the cards are a meld: three or four of a rank, or three or more in a row of one suit.
///
/// Args:
///     cards: A text, a mask, a CardSet, or ids or texts of cards.
///     ace: `low`: the ace comes before the two.
///
/// Raises:
///     InvalidHandError: A card is repeated, or the mask has a bit above 51.
///     ValueError: `ace` is another text.
///
/// >>> import gin_fast as gf
/// >>> gf.is_meld("As 2s 3s"), gf.is_meld("Qs Ks As")
/// (True, False)
#[pyfunction]
#[pyo3(signature = (cards, ace = "low"))]
pub(super) fn is_meld(cards: &Bound<'_, PyAny>, ace: &str) -> PyResult<bool> {
    if ace != "low" {
        return Err(PyValueError::new_err(format!("ace: expected \"low\", got {ace:?}")));
    }
    Ok(Meld::new(hand::read_one("cards", cards)?).is_some())
}

/// An arrangement as Python's `Arrangement` takes it: melds, unmelded cards, deadwood.
type Arranged<'py> = (Bound<'py, PyTuple>, PyCardSet, u8);

fn arranged<'py>(py: Python<'py>, arrangement: crate::Arrangement) -> PyResult<Arranged<'py>> {
    let deadwood = arrangement.deadwood();
    let melds = PyTuple::new(py, arrangement.melds.into_iter().map(PyMeld))?;
    Ok((melds, PyCardSet(arrangement.unmelded), deadwood))
}

/// Return the melds, the unmelded cards and the deadwood of the canonical arrangement.
#[pyfunction]
pub(super) fn arrange<'py>(hand: &Bound<'py, PyAny>) -> PyResult<Arranged<'py>> {
    let cards = hand::read_one("hand", hand)?;
    Backend::detect()?;
    arranged(hand.py(), crate::arrange(cards))
}

/// Return the same of every arrangement, as `gin_fast.arrangements` says.
#[pyfunction]
#[pyo3(signature = (hand, max_deadwood = None))]
pub(super) fn arrangements<'py>(
    hand: &Bound<'py, PyAny>,
    max_deadwood: Option<&Bound<'py, PyAny>>,
) -> PyResult<Vec<Arranged<'py>>> {
    let cards = hand::read_one("hand", hand)?;
    let max_deadwood = max_deadwood.map(|most| points("max_deadwood", most)).transpose()?;
    if cards.len() > MAX_CARDS_ARRANGED {
        let got = format!("{} cards", cards.len());
        return Err(arrays::wrong_count(&got, &(0..=MAX_CARDS_ARRANGED)));
    }
    Backend::detect()?;
    let every = crate::arrangements(cards, max_deadwood);
    every.into_iter().map(|arrangement| arranged(hand.py(), arrangement)).collect()
}

/// Return the name of the backend that arrays are evaluated with unless a call says otherwise.
///
/// Raises:
///     ValueError: The environment variable `GIN_FAST_BACKEND` names none that works here.
///
/// >>> import gin_fast as gf
/// >>> gf.backend() in gf.backends()
/// True
#[pyfunction]
pub(super) fn backend() -> PyResult<&'static str> {
    Ok(Backend::detect()?.name())
}

/// Return the names of the backends that work on this machine, slowest first.
///
/// >>> import gin_fast as gf
/// >>> gf.backends()[0]
/// 'scalar'
#[pyfunction]
pub(super) fn backends(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, Backend::available().into_iter().map(Backend::name))
}
