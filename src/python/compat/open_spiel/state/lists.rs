//! Lists that are asked for at every turn, of objects that are made once.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyFloat, PyList, PyTuple};

use crate::compat::open_spiel::{OBSERVATION_SIZE, State, View};

const CARDS: usize = 52;

/// The pairs of a card's number and how likely chance is to give it, by how many cards are left:
/// made when first asked for, since most of them never are.
static PAIRS: [PyOnceLock<Vec<Py<PyTuple>>>; CARDS + 1] = [const { PyOnceLock::new() }; CARDS + 1];

fn pairs(py: Python<'_>, left: u8) -> PyResult<&[Py<PyTuple>]> {
    let pairs = PAIRS[usize::from(left)].get_or_try_init(py, || {
        let likelihood = PyFloat::new(py, 1.0 / f64::from(left));
        let pair = |card| (card, likelihood.clone()).into_pyobject(py).map(Bound::unbind);
        (0..CARDS).map(pair).collect::<PyResult<_>>()
    });
    pairs.map(Vec::as_slice)
}

/// The cards that chance may give, each with how likely it is.
pub(super) fn chance_outcomes<'py>(py: Python<'py>, state: &State) -> PyResult<Bound<'py, PyList>> {
    let pairs = pairs(py, state.stock_size())?;
    PyList::new(py, Exactly(state.stock().map(|card| pairs[usize::from(card)].bind(py)), state))
}

/// The numbers of the stock's cards, as many as it says.
struct Exactly<'a, I>(I, &'a State);

impl<I: Iterator> Iterator for Exactly<'_, I> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        self.0.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::from(self.1.stock_size());
        (left, Some(left))
    }
}

impl<I: Iterator> ExactSizeIterator for Exactly<'_, I> {}

/// A list of 644 zeros, which is copied, and a one.
static BLANK: PyOnceLock<(Py<PyList>, Py<PyFloat>)> = PyOnceLock::new();

/// What a player sees, as 644 floats.
pub(super) fn observation_tensor<'py>(
    py: Python<'py>,
    state: &State,
    player: usize,
) -> PyResult<Bound<'py, PyList>> {
    let (blank, one) = BLANK.get_or_try_init(py, || {
        let blank = PyList::new(py, vec![PyFloat::new(py, 0.0); OBSERVATION_SIZE])?;
        Ok::<_, PyErr>((blank.unbind(), PyFloat::new(py, 1.0).unbind()))
    })?;
    let (floats, one) = (blank.bind(py).get_slice(0, OBSERVATION_SIZE), one.bind(py));
    let mut written = Ok(());
    state.observe(View::PLAYER, player, |place| {
        written = std::mem::replace(&mut written, Ok(())).and(floats.set_item(place, one));
    });
    written.map(|()| floats)
}

/// Of both seats a list of numbers.
pub(super) fn of_both<'py, I: Iterator<Item = u8>>(
    py: Python<'py>,
    numbers: impl Fn(usize) -> I,
) -> PyResult<[Bound<'py, PyList>; 2]> {
    let list = |seat| PyList::new(py, numbers(seat).collect::<Vec<u8>>());
    Ok([list(0)?, list(1)?])
}
