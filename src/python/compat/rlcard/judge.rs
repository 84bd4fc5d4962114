//! What hands leave, and who may go out: RLCard's `utils.get_deadwood*` and `judge`.

use pyo3::prelude::*;
use pyo3::types::PyList;

use super::cards::{Given, each, read_set};
use crate::CardSet;
use crate::compat::rlcard::{CardList, going_out_cards, run_piles, set_piles};

/// Return the cards of a hand that some melds leave.
///
/// Args:
///     hand: Ten cards, RLCard's or others with `suit` and `rank`.
///     meld_cluster: Melds: iterables of cards.
///
/// Returns:
///     The cards of `hand` that are in no meld, in the order of `hand`.
///
/// Raises:
///     ValueError: A suit or rank is none.
///     GinRummyProgramError: Not ten cards, or one of them is repeated.
///
/// >>> from gin_fast.compat.rlcard import card_from_text, utils
/// >>> hand = [card_from_text(text) for text in "KH QH JH TH TS TD 2C 4C 6C 8C".split()]
/// >>> [str(card) for card in utils.get_deadwood(hand, [hand[:4]])]
/// ['TS', 'TD', '2C', '4C', '6C', '8C']
#[pyfunction]
pub(in crate::python) fn get_deadwood<'py>(
    hand: &Bound<'py, PyAny>,
    meld_cluster: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyList>> {
    let (given, melded) = read(hand, meld_cluster)?;
    let left: Vec<_> = given.cards.iter().copied().filter(|card| !melded.contains(*card)).collect();
    given.list(hand.py(), left.into_iter())
}

/// Return the points of the cards of a hand that some melds leave.
///
/// Args:
///     hand: As for `get_deadwood`.
///     meld_cluster: As for `get_deadwood`.
///
/// Raises:
///     ValueError: A suit or rank is none.
///     GinRummyProgramError: Not ten cards, or one of them is repeated.
///
/// >>> from gin_fast.compat.rlcard import card_from_text, utils
/// >>> hand = [card_from_text(text) for text in "KH QH JH TH TS TD 2C 4C 6C 8C".split()]
/// >>> utils.get_deadwood_count(hand, [hand[:4]])
/// 40
#[pyfunction]
pub(in crate::python) fn get_deadwood_count(
    hand: &Bound<'_, PyAny>,
    meld_cluster: &Bound<'_, PyAny>,
) -> PyResult<u32> {
    let (given, melded) = read(hand, meld_cluster)?;
    Ok((given.set() - melded).points())
}

fn read<'py>(
    hand: &Bound<'py, PyAny>,
    meld_cluster: &Bound<'py, PyAny>,
) -> PyResult<(Given<'py>, CardSet)> {
    let given = Given::read("hand", hand)?;
    given.must_have(hand.py(), "hand", 10)?;
    let mut melded = CardSet::EMPTY;
    each(meld_cluster, |pile| {
        melded |= read_set("meld_cluster", &pile)?;
        Ok(())
    })?;
    Ok((given, melded))
}

/// Return the cards with which eleven cards may knock, and those with which they may go gin.
///
/// Args:
///     hand: Eleven cards, RLCard's or others with `suit` and `rank`.
///     going_out_deadwood_count: The most points that a knock may leave.
///     compat: Whether to answer as RLCard does where it is wrong: limits above ten hardly matter,
///         and a card from the middle of a run may be said to leave gin.
///
/// Returns:
///     Two lists of the cards given, in the order of RLCard's sets. A card that leaves gin is among
///     the first only if it also leaves little with a meld less.
///
/// Raises:
///     ValueError: A suit or rank is none.
///     GinRummyProgramError: Not eleven cards, or one of them is repeated.
///
/// >>> from gin_fast.compat.rlcard import card_from_text, judge
/// >>> hand = [card_from_text(text) for text in "JS JH JD 8C 7S 7H 7D 4S 3D 2S AC".split()]
/// >>> knock_cards, gin_cards = judge.get_going_out_cards(hand, 10)
/// >>> [str(card) for card in knock_cards], gin_cards
/// (['8C'], [])
#[pyfunction]
#[pyo3(signature = (hand, going_out_deadwood_count, *, compat = false))]
pub(in crate::python) fn get_going_out_cards<'py>(
    hand: &Bound<'py, PyAny>,
    going_out_deadwood_count: i32,
    compat: bool,
) -> PyResult<(Bound<'py, PyList>, Bound<'py, PyList>)> {
    let py = hand.py();
    let given = Given::read("hand", hand)?;
    given.must_have(py, "hand", 11)?;
    let piles = [run_piles(&given.cards), set_piles(&given.cards)].concat();
    let out = going_out_cards(&given.cards, &piles, going_out_deadwood_count, compat);
    let list = |cards: CardList<11>| given.list(py, cards.iter().copied());
    Ok((list(out.knock)?, list(out.gin)?))
}
