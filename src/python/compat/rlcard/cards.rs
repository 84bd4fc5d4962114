//! Reading RLCard's cards: any objects with a suit and a rank.

use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use super::errors::program_error;
use crate::{Card, CardSet};

pub(super) const SUITS: [u8; 4] = *b"SHDC";
pub(super) const RANKS: [u8; 13] = *b"A23456789TJQK";

/// Cards that came from Python, which are given back as they came.
pub(super) struct Given<'py> {
    /// The cards in their order.
    pub(super) cards: Vec<Card>,
    objects: Vec<Bound<'py, PyAny>>,
    /// Where in the list each card is.
    places: [u8; 52],
}

impl<'py> Given<'py> {
    /// Reads an iterable of cards, none of them twice.
    pub(super) fn read(name: &str, given: &Bound<'py, PyAny>) -> PyResult<Given<'py>> {
        let mut hand = Given {
            cards: Vec::with_capacity(11),
            objects: Vec::with_capacity(11),
            places: [0; 52],
        };
        let mut held = CardSet::EMPTY;
        each(given, |object| {
            let card = read_card(name, &object)?;
            if held.contains(card) {
                let text = text(&object);
                let message = format!("{name}: the card {text} is repeated");
                return Err(program_error(object.py(), message));
            }
            held = held.with(card);
            hand.places[usize::from(card.id())] = hand.cards.len() as u8;
            hand.cards.push(card);
            hand.objects.push(object);
            Ok(())
        })?;
        Ok(hand)
    }

    /// The cards, whatever their order.
    pub(super) fn set(&self) -> CardSet {
        self.cards.iter().copied().collect()
    }

    /// These cards as the objects that came, in a list.
    pub(super) fn list(
        &self,
        py: Python<'py>,
        cards: impl ExactSizeIterator<Item = Card>,
    ) -> PyResult<Bound<'py, PyList>> {
        let object = |card: Card| &self.objects[usize::from(self.places[usize::from(card.id())])];
        PyList::new(py, cards.map(object))
    }

    /// Refuses another number of cards than is wanted, as RLCard does.
    pub(super) fn must_have(&self, py: Python<'py>, name: &str, wanted: usize) -> PyResult<()> {
        let count = self.cards.len();
        if count == wanted {
            return Ok(());
        }
        let message = format!("{name}: got {count} cards: should be {wanted}");
        Err(program_error(py, message))
    }
}

/// The cards of an iterable, repeated ones too, in order.
pub(super) fn read_cards(name: &str, given: &Bound<'_, PyAny>) -> PyResult<Vec<Card>> {
    let mut cards = Vec::with_capacity(52);
    each(given, |object| {
        cards.push(read_card(name, &object)?);
        Ok(())
    })?;
    Ok(cards)
}

/// The cards of an iterable, repeated ones too.
pub(super) fn read_set(name: &str, given: &Bound<'_, PyAny>) -> PyResult<CardSet> {
    let mut cards = CardSet::EMPTY;
    each(given, |object| {
        cards = cards.with(read_card(name, &object)?);
        Ok(())
    })?;
    Ok(cards)
}

/// Calls `visit` with each thing of an iterable; lists are what most callers have.
pub(super) fn each<'py>(
    given: &Bound<'py, PyAny>,
    mut visit: impl FnMut(Bound<'py, PyAny>) -> PyResult<()>,
) -> PyResult<()> {
    match given.cast::<PyList>() {
        Ok(list) => list.iter().try_for_each(visit),
        Err(_) => given.try_iter()?.try_for_each(|object| visit(object?)),
    }
}

/// The card that an object stands for.
pub(super) fn read_card(name: &str, object: &Bound<'_, PyAny>) -> PyResult<Card> {
    let py = object.py();
    let suit = object.getattr(intern!(py, "suit"))?;
    let rank = object.getattr(intern!(py, "rank"))?;
    match (place(&SUITS, &suit), place(&RANKS, &rank)) {
        (Some(suit), Some(rank)) => Ok(Card::from_id(suit * 13 + rank).expect("below 52")),
        _ => Err(no_card(name, object)),
    }
}

/// Where a text of one letter is among these.
fn place(letters: &[u8], text: &Bound<'_, PyAny>) -> Option<u8> {
    let text = text.cast::<PyString>().ok()?.to_str().ok()?;
    let &[letter] = text.as_bytes() else { return None };
    letters.iter().position(|other| *other == letter).map(|place| place as u8)
}

#[cold]
fn no_card(name: &str, object: &Bound<'_, PyAny>) -> PyErr {
    let text = text(object);
    PyValueError::new_err(format!(
        "{name}: expected a rank A23456789TJQK and a suit SHDC, got the card {text}"
    ))
}

/// A card as an error shows it.
fn text(object: &Bound<'_, PyAny>) -> String {
    object.str().map_or_else(|_| "?".to_owned(), |text| text.to_string_lossy().into_owned())
}
