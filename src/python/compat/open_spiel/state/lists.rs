//! Lists that are asked for at every turn, of objects that are made once.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyFloat, PyList, PyTuple};

use crate::compat::open_spiel::actions::{ACTIONS, ActionSet};
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

/// Lists of zeros, which are copied, and a one to put into them.
struct Zeros {
    floats: Py<PyList>,
    one: Py<PyFloat>,
    ints: Py<PyList>,
}

static ZEROS: PyOnceLock<Zeros> = PyOnceLock::new();

fn zeros(py: Python<'_>) -> PyResult<&Zeros> {
    ZEROS.get_or_try_init(py, || {
        Ok(Zeros {
            floats: PyList::new(py, vec![PyFloat::new(py, 0.0); OBSERVATION_SIZE])?.unbind(),
            one: PyFloat::new(py, 1.0).unbind(),
            ints: PyList::new(py, [0_u8; ACTIONS as usize])?.unbind(),
        })
    })
}

/// What a player sees, as 644 floats.
pub(super) fn observation_tensor<'py>(
    py: Python<'py>,
    state: &State,
    player: usize,
) -> PyResult<Bound<'py, PyList>> {
    let zeros = zeros(py)?;
    let floats = zeros.floats.bind(py).get_slice(0, OBSERVATION_SIZE);
    let mut written = Ok(());
    state.observe(View::PLAYER, player, |place| {
        written = std::mem::replace(&mut written, Ok(())).and(floats.set_item(place, &zeros.one));
    });
    written.map(|()| floats)
}

/// The numbers of actions, ascending.
pub(super) fn actions(py: Python<'_>, actions: ActionSet) -> PyResult<Bound<'_, PyList>> {
    let mut numbers = [0; 64];
    let mut count = 0;
    for action in actions.iter() {
        numbers[count] = action;
        count += 1;
    }
    PyList::new(py, &numbers[..count])
}

/// A one for each of these actions, a zero for each other one of the first `length`.
pub(super) fn mask<'py>(
    py: Python<'py>,
    actions: ActionSet,
    length: usize,
) -> PyResult<Bound<'py, PyList>> {
    let mask = zeros(py)?.ints.bind(py).get_slice(0, length);
    actions.iter().try_for_each(|action| mask.set_item(usize::from(action), 1))?;
    Ok(mask)
}

/// Of both seats a list of numbers.
pub(super) fn of_both<'py, I: Iterator<Item = u8>>(
    py: Python<'py>,
    numbers: impl Fn(usize) -> I,
) -> PyResult<[Bound<'py, PyList>; 2]> {
    let list = |seat| PyList::new(py, numbers(seat).collect::<Vec<u8>>());
    Ok([list(0)?, list(1)?])
}
