//! The melds and arrangements of one hand.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::super::arrays;
use super::super::card_set::CardSet as PyCardSet;
use super::super::hand;
use super::super::meld::Meld as PyMeld;
use super::points;
use crate::{Backend, MAX_CARDS_ARRANGED, Meld};

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
pub(in crate::python) fn melds<'py>(hand: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
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
pub(in crate::python) fn is_meld(cards: &Bound<'_, PyAny>, ace: &str) -> PyResult<bool> {
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
pub(in crate::python) fn arrange<'py>(hand: &Bound<'py, PyAny>) -> PyResult<Arranged<'py>> {
    let cards = hand::read_one("hand", hand)?;
    Backend::detect()?;
    arranged(hand.py(), crate::arrange(cards))
}

/// Return the same of every arrangement, as `gin_fast.arrangements` says.
#[pyfunction]
#[pyo3(signature = (hand, max_deadwood = None))]
pub(in crate::python) fn arrangements<'py>(
    hand: &Bound<'py, PyAny>,
    max_deadwood: Option<&Bound<'py, PyAny>>,
) -> PyResult<Vec<Arranged<'py>>> {
    let cards = hand::read_one("hand", hand)?;
    let max_deadwood = max_deadwood.map(|most| points("max_deadwood", most)).transpose()?;
    if cards.len() > MAX_CARDS_ARRANGED {
        let got = format!("{} cards", cards.len());
        return Err(arrays::wrong_count("hand", &got, &(0..=MAX_CARDS_ARRANGED)));
    }
    Backend::detect()?;
    let every = crate::arrangements(cards, max_deadwood);
    every.into_iter().map(|arrangement| arranged(hand.py(), arrangement)).collect()
}
