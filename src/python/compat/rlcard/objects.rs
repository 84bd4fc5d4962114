//! What RLCard's own objects ask for once `gin_fast.compat.rlcard.install` was called.

use numpy::PyArray2;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList, PyString};

use super::cards::{Given, RANKS, SUITS, each, read_card, read_cards, read_set};
use super::state;
use crate::compat::rlcard::{GoingOut, Pile, Search, going_out_cards};
use crate::{Card, CardSet};

type List<'py> = Bound<'py, PyList>;

/// A meld that a player of RLCard's keeps: its cards, and the objects.
struct Kept<'py> {
    pile: Pile,
    objects: Vec<Bound<'py, PyAny>>,
}

impl<'py> Kept<'py> {
    fn read(meld: &Bound<'py, PyAny>) -> PyResult<Kept<'py>> {
        let (mut cards, mut objects) = (Vec::with_capacity(4), Vec::with_capacity(4));
        each(meld, |object| {
            cards.push(read_card("melds", &object)?);
            objects.push(object);
            Ok(())
        })?;
        Ok(Kept { pile: cards.into_iter().collect(), objects })
    }

    /// The objects in the order of the frozenset that RLCard makes of them.
    fn in_set_order(&self, py: Python<'py>) -> PyResult<List<'py>> {
        let result = PyList::empty(py);
        for card in self.pile.in_set_order().list.iter() {
            let place = self.pile.list.iter().position(|other| other == card);
            result.append(&self.objects[place.expect("the same cards")])?;
        }
        Ok(result)
    }
}

/// The melds that a player keeps: of each rank, then of each suit.
fn read_kept<'py>(
    of_ranks: &Bound<'py, PyAny>,
    of_suits: &Bound<'py, PyAny>,
) -> PyResult<Vec<Kept<'py>>> {
    let mut melds = Vec::new();
    for lists in [of_ranks, of_suits] {
        each(lists, |of_one| {
            each(&of_one, |meld| {
                melds.push(Kept::read(&meld)?);
                Ok(())
            })
        })?;
    }
    Ok(melds)
}

/// The clusters of the melds that a player keeps: RLCard's `GinRummyPlayer.get_meld_clusters`.
#[pyfunction]
pub(in crate::python) fn clusters_of_kept<'py>(
    of_ranks: &Bound<'py, PyAny>,
    of_suits: &Bound<'py, PyAny>,
) -> PyResult<List<'py>> {
    let py = of_ranks.py();
    let melds = read_kept(of_ranks, of_suits)?;
    let piles: Vec<Pile> = melds.iter().map(|meld| meld.pile).collect();
    super::melding::clusters(py, &piles, |place| melds[place].in_set_order(py))
}

/// The ids of a hand of eleven, those of the cards to knock with, and whether there is gin, by the
/// melds that a player keeps.
#[pyfunction]
pub(in crate::python) fn throws_of_kept<'py>(
    hand: &Bound<'py, PyAny>,
    of_ranks: &Bound<'py, PyAny>,
    of_suits: &Bound<'py, PyAny>,
    going_out_deadwood_count: i32,
    compat: bool,
) -> PyResult<(List<'py>, List<'py>, bool)> {
    let py = hand.py();
    let given = Given::read("hand", hand)?;
    given.must_have(py, "hand", 11)?;
    let piles: Vec<Pile> =
        read_kept(of_ranks, of_suits)?.into_iter().map(|meld| meld.pile).collect();
    let out = going_out_cards(&given.cards, &piles, going_out_deadwood_count, compat);
    let ids = |cards: &[Card]| PyList::new(py, cards.iter().map(|card| card.id()));
    Ok((ids(&given.cards)?, ids(&out.knock)?, !out.gin.is_empty()))
}

/// Who may go out by some clusters: RLCard's `judge._get_going_out_cards`.
#[pyfunction]
pub(in crate::python) fn going_out_of_clusters<'py>(
    meld_clusters: &Bound<'py, PyAny>,
    hand: &Bound<'py, PyAny>,
    going_out_deadwood_count: i32,
    compat: bool,
) -> PyResult<(List<'py>, List<'py>)> {
    let py = hand.py();
    let given = Given::read("hand", hand)?;
    given.must_have(py, "hand", 11)?;
    let mut search = Search::new(&given.cards, going_out_deadwood_count, compat);
    each(meld_clusters, |cluster| {
        let (mut melded, mut first_of_long) = (CardSet::EMPTY, None);
        each(&cluster, |meld| {
            let pile = Kept::read(&meld)?.pile;
            melded |= pile.cards;
            if pile.list.len() > 3 {
                first_of_long = first_of_long.or(pile.list.first().copied());
            }
            Ok(())
        })?;
        search.consider(melded, || first_of_long);
        Ok(())
    })?;
    let GoingOut { knock, gin } = search.found();
    Ok((given.list(py, knock.iter().copied())?, given.list(py, gin.iter().copied())?))
}

/// RLCard's observation of int64, from the cards of its objects.
#[pyfunction]
pub(in crate::python) fn observation_of_piles<'py>(
    hand: &Bound<'py, PyAny>,
    discard_pile: &Bound<'py, PyAny>,
    known_cards: &Bound<'py, PyAny>,
    stock_pile: &Bound<'py, PyAny>,
    other_hand: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray2<i64>>> {
    let mut last = CardSet::EMPTY;
    let mut rest = CardSet::EMPTY;
    each(discard_pile, |object| {
        rest |= last;
        last = CardSet::from(read_card("discard_pile", &object)?);
        Ok(())
    })?;
    let known = read_set("known_cards", known_cards)?;
    let other = read_set("hand", other_hand)? - known;
    let unknown = read_set("stock_pile", stock_pile)? | other;
    state::planes(hand.py(), &[read_set("hand", hand)?, last, rest, known, unknown])
}

static TEXTS: PyOnceLock<Vec<Py<PyString>>> = PyOnceLock::new();

/// The texts of the cards of piles, suit before rank: RLCard's `GinRummyGame.get_state`.
#[pyfunction]
pub(in crate::python) fn view_of_piles<'py>(
    player_id: u8,
    hand: &Bound<'py, PyAny>,
    discard_pile: &Bound<'py, PyAny>,
    known_cards: &Bound<'py, PyAny>,
    stock_pile: &Bound<'py, PyAny>,
    other_hand: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyDict>> {
    let py = hand.py();
    let texts = TEXTS.get_or_init(py, || {
        let text = |id: usize| String::from_iter([SUITS[id / 13], RANKS[id % 13]].map(char::from));
        (0..52).map(|id| PyString::intern(py, &text(id)).unbind()).collect()
    });
    let named =
        |cards: &[Card]| PyList::new(py, cards.iter().map(|card| &texts[usize::from(card.id())]));
    let discards = read_cards("discard_pile", discard_pile)?;
    let known = read_cards("known_cards", known_cards)?;
    let mut unknown = read_cards("stock_pile", stock_pile)?;
    let mut other = read_cards("hand", other_hand)?;
    other.retain(|card| !known.contains(card));
    unknown.append(&mut other);
    let (dead, top) = discards.split_at(discards.len().saturating_sub(1));
    let view = PyDict::new(py);
    view.set_item(intern!(py, "player_id"), player_id)?;
    view.set_item(intern!(py, "hand"), named(&read_cards("hand", hand)?)?)?;
    view.set_item(intern!(py, "top_discard"), named(top)?)?;
    view.set_item(intern!(py, "dead_cards"), named(dead)?)?;
    view.set_item(intern!(py, "opponent_known_cards"), named(&known)?)?;
    view.set_item(intern!(py, "unknown_cards"), named(&unknown)?)?;
    Ok(view)
}
