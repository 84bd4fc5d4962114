//! What eleven cards can throw, and what it leaves.

use std::ops::RangeInclusive;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use super::super::aces::AceOptions;
use super::super::arrays::{self, CardBeside, Evaluator, Hands, Inputs, Options};
use super::super::card_set::CardSet as PyCardSet;
use super::super::hand::{self, Hand};
use super::{Answer, alone, check_one, of_column, points};
use crate::batch::CHUNK_OF_ROWS;
use crate::{Backend, Card, CardSet};

const ELEVEN: RangeInclusive<u32> = 11..=11;

/// Return the discard from eleven cards that leaves least deadwood, and that deadwood.
///
/// Equally good discards: the dearest, then the one with the highest id.
///
/// Args:
///     hand: A hand of eleven cards, or an array of masks.
///     banned: A card that may not be thrown, such as the upcard just taken. With an array also
///         an integer array of ids that broadcasts with it, in which 255 is none.
///     ace: As for `deadwood`.
///     ace_deadwood: As for `deadwood`.
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
#[pyo3(signature = (
    hand, banned = None, *,
    ace = None, ace_deadwood = None, out = None, threads = None, backend = None
))]
#[pyo3(text_signature = "(hand, banned=None, *, ace='low', ace_deadwood=1, \
    out=None, threads=None, backend=None)")]
pub(in crate::python) fn best_discard<'py>(
    hand: &Bound<'py, PyAny>,
    banned: Option<&Bound<'py, PyAny>>,
    ace: Option<&Bound<'py, PyAny>>,
    ace_deadwood: Option<&Bound<'py, PyAny>>,
    out: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
    backend: Option<&Bound<'py, PyAny>>,
) -> Answer<'py> {
    let py = hand.py();
    let options = Options { out, threads, backend };
    let ace_options = AceOptions { ace, ace_deadwood };
    let aces = ace_options.read()?;
    match hand_and_banned(hand, banned)? {
        Asked::One(cards, banned) => {
            check_one(cards, options, ELEVEN)?;
            let best = aces.best_discard(cards, banned).map(|(card, left)| (card.id(), left));
            Ok(best.into_pyobject(py)?.into_any())
        }
        Asked::Many(inputs) => {
            let kernel = |backend: Backend, hands: Hands<'_, 1>, [cards, left]: [&mut [u8]; 2]| {
                backend.under(aces).best_discard(hands.masks[0], hands.beside, cards, left);
            };
            let evaluator = Evaluator::of_hands(ELEVEN, kernel);
            let pair: [_; 2] = arrays::evaluate(inputs, options, &evaluator)?;
            Ok(PyTuple::new(py, pair)?.into_any())
        }
        Asked::Column(column) => {
            of_column("best_discard", &column, &[("banned", banned)], ace_options, options)
        }
    }
}

/// Return what each discard leaves.
///
/// Args:
///     hand: A hand of 1 to 52 cards, or an array of masks, of any shape S.
///     ace: As for `deadwood`.
///     ace_deadwood: As for `deadwood`.
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
#[pyo3(signature = (
    hand, *, ace = None, ace_deadwood = None, out = None, threads = None, backend = None
))]
#[pyo3(
    text_signature = "(hand, *, ace='low', ace_deadwood=1, out=None, threads=None, backend=None)"
)]
pub(in crate::python) fn deadwood_after_discard<'py>(
    hand: &Bound<'py, PyAny>,
    ace: Option<&Bound<'py, PyAny>>,
    ace_deadwood: Option<&Bound<'py, PyAny>>,
    out: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
    backend: Option<&Bound<'py, PyAny>>,
) -> Answer<'py> {
    const SOME: RangeInclusive<u32> = 1..=52;
    let options = Options { out, threads, backend };
    let ace_options = AceOptions { ace, ace_deadwood };
    let aces = ace_options.read()?;
    match hand::read("hand", hand)? {
        Hand::One(cards) => {
            check_one(cards, options, SOME)?;
            let left = aces.deadwood_after_discard(cards);
            let after = PyDict::new(hand.py());
            for card in cards {
                after.set_item(card.id(), left[card.id() as usize])?;
            }
            Ok(after.into_any())
        }
        Hand::Masks(masks) => {
            let kernel = |backend: Backend, hands: Hands<'_, 1>, [out]: [&mut [u8]; 1]| {
                backend.under(aces).deadwood_after_discard(hands.masks[0], out);
            };
            let evaluator =
                Evaluator { width: 52, chunk: CHUNK_OF_ROWS, ..Evaluator::of_hands(SOME, kernel) };
            let [left] = arrays::evaluate(alone(masks), options, &evaluator)?;
            Ok(left)
        }
        Hand::Column(column) => {
            of_column("deadwood_after_discard", &column, &[], ace_options, options)
        }
    }
}

/// Return the discards from eleven cards that leave few enough points to knock.
///
/// Args:
///     hand: A hand of eleven cards, or an array of masks.
///     limit: The most points that may be left, 0 or more.
///     banned: As for `best_discard`.
///     ace: As for `deadwood`.
///     ace_deadwood: As for `deadwood`.
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
#[pyo3(signature = (
    hand, limit = None, banned = None, *,
    ace = None, ace_deadwood = None, out = None, threads = None, backend = None
))]
#[pyo3(text_signature = "(hand, limit=10, banned=None, *, ace='low', ace_deadwood=1, \
    out=None, threads=None, backend=None)")]
#[expect(clippy::too_many_arguments, reason = "Python's arguments")]
pub(in crate::python) fn knock_discards<'py>(
    hand: &Bound<'py, PyAny>,
    limit: Option<&Bound<'py, PyAny>>,
    banned: Option<&Bound<'py, PyAny>>,
    ace: Option<&Bound<'py, PyAny>>,
    ace_deadwood: Option<&Bound<'py, PyAny>>,
    out: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
    backend: Option<&Bound<'py, PyAny>>,
) -> Answer<'py> {
    let py = hand.py();
    let options = Options { out, threads, backend };
    let ace_options = AceOptions { ace, ace_deadwood };
    let aces = ace_options.read()?;
    let most = limit.map_or(Ok(10), |limit| points("limit", limit))?;
    // No hand leaves more points than a byte holds, so no higher limit lets more through.
    let most = u8::try_from(most).unwrap_or(u8::MAX);
    match hand_and_banned(hand, banned)? {
        Asked::One(cards, banned) => {
            check_one(cards, options, ELEVEN)?;
            let discards = PyCardSet(aces.knock_discards(cards, most, banned));
            Ok(Bound::new(py, discards)?.into_any())
        }
        Asked::Many(inputs) => {
            let kernel = |backend: Backend, hands: Hands<'_, 1>, [out]: [&mut [u64]; 1]| {
                backend.under(aces).knock_discards(hands.masks[0], most, hands.beside, out);
            };
            let evaluator = Evaluator::of_hands(ELEVEN, kernel);
            let [discards] = arrays::evaluate(inputs, options, &evaluator)?;
            Ok(discards)
        }
        Asked::Column(column) => {
            let arguments = [("limit", limit), ("banned", banned)];
            of_column("knock_discards", &column, &arguments, ace_options, options)
        }
    }
}

/// A hand and the card that may not be thrown from it, one of each or many of either.
enum Asked<'py> {
    One(CardSet, Option<Card>),
    Many(Inputs<'py, 1>),
    Column(Bound<'py, PyAny>),
}

fn hand_and_banned<'py>(
    hand: &Bound<'py, PyAny>,
    banned: Option<&Bound<'py, PyAny>>,
) -> PyResult<Asked<'py>> {
    let read = match hand::read("hand", hand)? {
        Hand::Column(column) => return Ok(Asked::Column(column)),
        read => read,
    };
    Ok(match (read, CardBeside::read("banned", banned)?) {
        (Hand::One(cards), beside @ CardBeside::Each(_)) => {
            Asked::Many(Inputs { hands: [arrays::scalar(hand.py(), cards)], beside })
        }
        (Hand::One(cards), banned) => Asked::One(cards, banned.card()),
        (Hand::Masks(masks), beside) => Asked::Many(Inputs { hands: [masks], beside }),
        (Hand::Column(column), _) => Asked::Column(column),
    })
}
