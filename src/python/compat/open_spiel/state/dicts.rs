//! A state by the names of its parts, as OpenSpiel's structs have them.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::Card;
use crate::compat::open_spiel::{MeldId, State};

const HIDDEN: &str = "XX";

fn texts(state: &State, cards: &[u8]) -> Vec<String> {
    let deck = state.game().deck();
    let text = |number: &u8| deck.card(*number).map_or(HIDDEN.to_owned(), |card| card.to_string());
    cards.iter().map(text).collect()
}

fn hand(state: &State, seat: usize) -> Vec<String> {
    let mut cards = state.hand(seat).to_vec();
    cards.sort_unstable();
    texts(state, &cards)
}

fn melds(state: &State, seat: usize) -> Vec<Vec<String>> {
    let melds = state.melds(seat).iter().filter_map(|&meld| MeldId::new(meld));
    melds.map(|meld| meld.cards().iter().map(|card: Card| card.to_string()).collect()).collect()
}

/// All of a state, or what `observer` may see of it.
pub(super) fn contents<'py>(
    py: Python<'py>,
    state: &State,
    observer: Option<usize>,
) -> PyResult<Bound<'py, PyDict>> {
    let hidden = observer.filter(|&player| state.hides_other_hand(player)).map(|it| 1 - it);
    let seats = [0, 1];
    let dict = PyDict::new(py);
    let upcard = |card: Option<u8>| card.map(|card| texts(state, &[card]).swap_remove(0));
    dict.set_item("current_player", state.player_name())?;
    let deadwood = |seat| {
        if hidden == Some(seat) { -1 } else { i16::from(state.deadwood(seat)) }
    };
    dict.set_item("deadwood", seats.map(deadwood))?;
    dict.set_item("discard_pile", texts(state, state.discard_pile()))?;
    dict.set_item("finished_layoffs", state.finished_layoffs())?;
    let hand = |seat| {
        if hidden == Some(seat) {
            vec![HIDDEN.to_owned(); state.hand(seat).len()]
        } else {
            hand(state, seat)
        }
    };
    dict.set_item("hands", seats.map(hand))?;
    dict.set_item("knock_card", state.knock_card())?;
    dict.set_item("knocked", seats.map(|seat| state.has_knocked(seat)))?;
    dict.set_item("layed_melds", seats.map(|seat| melds(state, seat)))?;
    dict.set_item("layoffs", texts(state, state.layoffs()))?;
    if let Some(player) = observer {
        dict.set_item("observing_player", player)?;
    }
    dict.set_item("pass_on_first_upcard", seats.map(|seat| state.has_passed(seat)))?;
    dict.set_item("phase", state.phase().name())?;
    dict.set_item("prev_upcard", upcard(state.prev_upcard()))?;
    dict.set_item("stock_size", state.stock_size())?;
    dict.set_item("upcard", upcard(state.upcard()))?;
    Ok(dict)
}
