//! RLCard's module `melding`.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyList;

use super::cards::Given;
use crate::Suit;
use crate::compat::rlcard::{
    Cluster, Pile, best_clusters, each_cluster, run_piles, run_piles_of_suit, set_piles,
};

type Lists<'py> = PyResult<Bound<'py, PyList>>;

/// Return every run among some cards.
///
/// Args:
///     hand: Cards, RLCard's or others with `suit` and `rank`, none of them twice; any number.
///
/// Returns:
///     Lists of the cards given, each ascending: by suit, S, H, D, C, by lowest card, by length.
///
/// Raises:
///     ValueError: A suit or rank is none.
///     GinRummyProgramError: A card is repeated.
///
/// >>> from gin_fast.compat.rlcard import card_from_text, melding
/// >>> hand = [card_from_text(text) for text in "5H 2S 4H 3H 6H".split()]
/// >>> [" ".join(map(str, run)) for run in melding.get_all_run_melds(hand)]
/// ['3H 4H 5H', '3H 4H 5H 6H', '4H 5H 6H']
#[pyfunction]
pub(in crate::python) fn get_all_run_melds<'py>(hand: &Bound<'py, PyAny>) -> Lists<'py> {
    let given = Given::read("hand", hand)?;
    lists(hand.py(), &given, &run_piles(&given.cards))
}

/// Return every set among some cards.
///
/// Args:
///     hand: As for `get_all_run_melds`.
///
/// Returns:
///     Lists of the cards given, suits in the order of `hand`: by the rank's letter, which puts A, J,
///     K, Q and T behind 9. Of four equal ranks first all four, then without the first, the second,
///     the third, the fourth.
///
/// Raises:
///     ValueError: A suit or rank is none.
///     GinRummyProgramError: A card is repeated.
///
/// >>> from gin_fast.compat.rlcard import card_from_text, melding
/// >>> hand = [card_from_text(text) for text in "TC AS 9D AH TS 9S AD 9C TD".split()]
/// >>> [" ".join(map(str, pile)) for pile in melding.get_all_set_melds(hand)]
/// ['9D 9S 9C', 'AS AH AD', 'TC TS TD']
#[pyfunction]
pub(in crate::python) fn get_all_set_melds<'py>(hand: &Bound<'py, PyAny>) -> Lists<'py> {
    let given = Given::read("hand", hand)?;
    lists(hand.py(), &given, &set_piles(&given.cards))
}

/// Return every run of one suit among some cards.
///
/// Args:
///     cards: As for `get_all_run_melds`.
///     suit: "S", "H", "D" or "C".
///
/// Returns:
///     Lists of the cards given, each ascending: by lowest card, by length.
///
/// Raises:
///     ValueError: A suit or rank is none.
///     GinRummyProgramError: A card is repeated.
///
/// >>> from gin_fast.compat.rlcard import card_from_text, melding
/// >>> cards = [card_from_text(text) for text in "5H 2S 4H 3H 6H".split()]
/// >>> melding.get_all_run_melds_for_suit(cards, "S")
/// []
#[pyfunction]
pub(in crate::python) fn get_all_run_melds_for_suit<'py>(
    cards: &Bound<'py, PyAny>,
    suit: &str,
) -> Lists<'py> {
    let given = Given::read("cards", cards)?;
    // Our suits stand for RLCard's, in order.
    let place = ["S", "H", "D", "C"].iter().position(|letter| *letter == suit);
    let Some(place) = place else {
        return Err(PyValueError::new_err(format!(
            "suit: expected one of S, H, D, C, got {suit:?}"
        )));
    };
    lists(cards.py(), &given, &run_piles_of_suit(&given.cards, Suit::ALL[place]))
}

/// Return every choice of one to three melds that share no card.
///
/// Args:
///     hand: As for `get_all_run_melds`.
///
/// Returns:
///     Clusters: lists of melds, which are lists of the cards given. Runs come before sets; each meld
///     alone is followed by what can be laid with it. The cards of a meld are in the order of the
///     frozenset that RLCard makes of it.
///
/// Raises:
///     ValueError: A suit or rank is none.
///     GinRummyProgramError: A card is repeated.
///
/// >>> from gin_fast.compat.rlcard import card_from_text, melding
/// >>> hand = [card_from_text(text) for text in "7H 8H 9H AS AD AC".split()]
/// >>> for cluster in melding.get_meld_clusters(hand):
/// ...     print([" ".join(map(str, pile)) for pile in cluster])
/// ['7H 8H 9H']
/// ['7H 8H 9H', 'AS AC AD']
/// ['AS AC AD']
#[pyfunction]
pub(in crate::python) fn get_meld_clusters<'py>(hand: &Bound<'py, PyAny>) -> Lists<'py> {
    let given = Given::read("hand", hand)?;
    let piles: Vec<Pile> = melds_of(&given).iter().map(Pile::in_set_order).collect();
    clusters(hand.py(), &piles, |place| given.list(hand.py(), piles[place].list.iter().copied()))
}

/// Return the choices of melds that leave least deadwood of ten cards.
///
/// Args:
///     hand: As for `get_all_run_melds`, but ten cards.
///
/// Returns:
///     Those of `get_meld_clusters(hand)` that leave least, in their order; `[]` without a meld.
///
/// Raises:
///     ValueError: A suit or rank is none.
///     GinRummyProgramError: Not ten cards, or one of them is repeated.
///
/// >>> from gin_fast.compat.rlcard import card_from_text, melding
/// >>> hand = [card_from_text(text) for text in "KH QH JH TH TS TD 2C 4C 6C 8C".split()]
/// >>> for cluster in melding.get_best_meld_clusters(hand):
/// ...     print([" ".join(map(str, pile)) for pile in cluster])
/// ['KH JH QH', 'TS TD TH']
#[pyfunction]
pub(in crate::python) fn get_best_meld_clusters<'py>(hand: &Bound<'py, PyAny>) -> Lists<'py> {
    let py = hand.py();
    let given = Given::read("hand", hand)?;
    given.must_have(py, "hand", 10)?;
    let piles = melds_of(&given);
    let result = PyList::empty(py);
    for cluster in best_clusters(given.set(), &piles) {
        result.append(one_cluster(py, &given, &piles, &cluster)?)?;
    }
    Ok(result)
}

fn melds_of(given: &Given<'_>) -> Vec<Pile> {
    let mut piles = run_piles(&given.cards);
    piles.extend(set_piles(&given.cards));
    piles
}

/// Piles as lists of the cards given, in their own order.
fn lists<'py>(py: Python<'py>, given: &Given<'py>, piles: &[Pile]) -> Lists<'py> {
    let result = PyList::empty(py);
    for pile in piles {
        result.append(given.list(py, pile.list.iter().copied())?)?;
    }
    Ok(result)
}

/// One cluster, the cards of its piles in the order of their frozensets.
fn one_cluster<'py>(
    py: Python<'py>,
    given: &Given<'py>,
    piles: &[Pile],
    cluster: &Cluster,
) -> Lists<'py> {
    let result = PyList::empty(py);
    for place in cluster.iter() {
        result.append(given.list(py, piles[place].in_set_order().list.iter().copied())?)?;
    }
    Ok(result)
}

/// Every cluster of some piles; `list` gives the list of one. As with RLCard the list of a pile that
/// stands before others is the same in all of them.
pub(super) fn clusters<'py>(
    py: Python<'py>,
    piles: &[Pile],
    list: impl Fn(usize) -> Lists<'py>,
) -> Lists<'py> {
    let result = PyList::empty(py);
    let mut laid: [Option<Bound<'py, PyList>>; 3] = [None, None, None];
    let mut failed = Ok(());
    each_cluster(piles, |places, _| {
        let last = places.len() - 1;
        let mut append = || {
            laid[last] = Some(list(places[last])?);
            let cluster = PyList::empty(py);
            laid[..=last].iter().flatten().try_for_each(|pile| cluster.append(pile))?;
            result.append(cluster)
        };
        if failed.is_ok() {
            failed = append();
        }
    });
    failed.map(|()| result)
}
