//! The melds and arrangements of one hand.

use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::super::aces::AceOptions;
use super::super::arrays;
use super::super::card_set::CardSet as PyCardSet;
use super::super::hand;
use super::super::meld::Meld as PyMeld;
use super::points;
use crate::{Aces, Backend, MAX_CARDS_ARRANGED};

/// Return every meld in the hand, by lowest id, then length, then mask.
///
/// Args:
///     hand: One hand of 0 to 52 cards.
///     ace: Which runs an ace may be part of, as for `deadwood`.
///
/// Returns:
///     A tuple of Meld; melds may share cards.
///
/// Raises:
///     InvalidHandError: A card is repeated, or the mask has a bit above 51.
///     ValueError: No rule about aces is called so.
///
/// >>> import gin_fast as gf
/// >>> gf.melds("7c 7d 7h 8h 9h")
/// (Meld('7c7d7h'), Meld('7h8h9h'))
/// >>> gf.melds("As Ks Qs", ace="high_or_low")
/// (Meld('QsKsAs', ace='high_or_low'),)
#[pyfunction]
#[pyo3(signature = (hand, *, ace = None))]
#[pyo3(text_signature = "(hand, *, ace='low')")]
pub(in crate::python) fn melds<'py>(
    hand: &Bound<'py, PyAny>,
    ace: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyTuple>> {
    let aces = AceOptions { ace, ace_deadwood: None }.read()?;
    let cards = hand::read_one("hand", hand)?;
    PyTuple::new(hand.py(), aces.melds_in(cards).into_iter().map(PyMeld))
}

/// Whether the cards are a meld: three or four of a rank, or three or more in a row of one suit.
///
/// Args:
///     cards: A text, a mask, a CardSet, or ids or texts of cards.
///     ace: Which runs an ace may be part of, as for `deadwood`.
///
/// Raises:
///     InvalidHandError: A card is repeated, or the mask has a bit above 51.
///     ValueError: No rule about aces is called so.
///
/// >>> import gin_fast as gf
/// >>> gf.is_meld("As 2s 3s"), gf.is_meld("Qs Ks As")
/// (True, False)
/// >>> gf.is_meld("Qs Ks As", ace="high_or_low"), gf.is_meld("Ks As 2s", ace="corner")
/// (True, True)
#[pyfunction]
#[pyo3(signature = (cards, ace = None))]
#[pyo3(text_signature = "(cards, ace='low')")]
pub(in crate::python) fn is_meld(
    cards: &Bound<'_, PyAny>,
    ace: Option<&Bound<'_, PyAny>>,
) -> PyResult<bool> {
    let aces = AceOptions { ace, ace_deadwood: None }.read()?;
    Ok(aces.meld(hand::read_one("cards", cards)?).is_some())
}

/// An arrangement as Python's `Arrangement` takes it: melds, unmelded cards, deadwood.
type Arranged<'py> = (Bound<'py, PyTuple>, PyCardSet, u32);

fn arranged<'py>(
    py: Python<'py>,
    arrangement: crate::Arrangement,
    aces: Aces,
) -> PyResult<Arranged<'py>> {
    let melds = PyTuple::new(py, arrangement.melds.into_iter().map(PyMeld))?;
    let deadwood = aces.points(arrangement.unmelded);
    Ok((melds, PyCardSet(arrangement.unmelded), deadwood))
}

/// Return the melds, the unmelded cards and the deadwood of the canonical arrangement.
#[pyfunction]
#[pyo3(signature = (hand, *, ace = None, ace_deadwood = None))]
#[pyo3(text_signature = "(hand, *, ace='low', ace_deadwood=1)")]
pub(in crate::python) fn arrange<'py>(
    hand: &Bound<'py, PyAny>,
    ace: Option<&Bound<'py, PyAny>>,
    ace_deadwood: Option<&Bound<'py, PyAny>>,
) -> PyResult<Arranged<'py>> {
    let aces = AceOptions { ace, ace_deadwood }.read()?;
    let cards = hand::read_one("hand", hand)?;
    Backend::detect()?;
    arranged(hand.py(), aces.arrange(cards), aces)
}

/// Return the same of every arrangement, as `gin_fast.arrangements` says.
#[pyfunction]
#[pyo3(signature = (hand, max_deadwood = None, *, ace = None, ace_deadwood = None))]
#[pyo3(text_signature = "(hand, max_deadwood=None, *, ace='low', ace_deadwood=1)")]
pub(in crate::python) fn arrangements<'py>(
    hand: &Bound<'py, PyAny>,
    max_deadwood: Option<&Bound<'py, PyAny>>,
    ace: Option<&Bound<'py, PyAny>>,
    ace_deadwood: Option<&Bound<'py, PyAny>>,
) -> PyResult<Vec<Arranged<'py>>> {
    let aces = AceOptions { ace, ace_deadwood }.read()?;
    let cards = hand::read_one("hand", hand)?;
    let max_deadwood = max_deadwood.map(|most| points("max_deadwood", most)).transpose()?;
    if cards.len() > MAX_CARDS_ARRANGED {
        let got = format!("{} cards", cards.len());
        return Err(arrays::wrong_count("hand", &got, &(0..=MAX_CARDS_ARRANGED)));
    }
    Backend::detect()?;
    let every = aces.arrangements(cards, max_deadwood);
    every.into_iter().map(|arrangement| arranged(hand.py(), arrangement, aces)).collect()
}
