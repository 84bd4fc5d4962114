//! Reading melds that lie on the table, and what is said of how a knocker lays out his hand.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::super::card_set::CardSet as PyCardSet;
use super::super::errors::{InvalidHandError, no_hand, what_came};
use super::super::hand;
use super::super::meld::Meld as PyMeld;
use crate::{Aces, CardSet, LayoutChoice, Meld, Shown};

/// How the knocker lays out his hand.
pub(super) enum Layout {
    Chosen(LayoutChoice),
    Melds(Vec<Meld>),
}

impl Layout {
    /// Reads the argument `layout` of a showdown: a word or melds.
    pub(super) fn read(layout: &Bound<'_, PyAny>, aces: Aces) -> PyResult<Layout> {
        let Ok(text) = layout.cast::<PyString>() else {
            return read_melds("layout", layout, aces).map(Layout::Melds);
        };
        let text = text.to_string_lossy();
        if let Some(choice) = chosen(&text) {
            return Ok(Layout::Chosen(choice));
        }
        if words(&text).all(|word| word.parse::<CardSet>().is_ok()) {
            return read_melds("layout", layout, aces).map(Layout::Melds);
        }
        Err(PyValueError::new_err(format!(
            "layout: expected \"canonical\", \"best\" or melds such as \"7c7d7h 2s3s4s\", got \
             {text:?}"
        )))
    }

    /// The same for the core.
    pub(super) fn shown(&self) -> Shown<'_> {
        match self {
            Layout::Chosen(choice) => Shown::Chosen(*choice),
            Layout::Melds(melds) => Shown::Melds(melds),
        }
    }
}

/// The words of a text, each a meld.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty())
}

fn chosen(word: &str) -> Option<LayoutChoice> {
    match word {
        "canonical" => Some(LayoutChoice::Canonical),
        "best" => Some(LayoutChoice::Best),
        _ => None,
    }
}

/// Reads the argument `layout` where it is one of the two words.
pub(super) fn read_choice(layout: Option<&Bound<'_, PyAny>>) -> PyResult<LayoutChoice> {
    let Some(layout) = layout else { return Ok(LayoutChoice::Canonical) };
    let wanted = "layout: expected \"canonical\" or \"best\"";
    let Ok(word) = layout.cast::<PyString>() else {
        let came = what_came(layout);
        return Err(PyTypeError::new_err(format!(
            "{wanted}, got {came}; for melds of his own choice call gf.showdown"
        )));
    };
    let word = word.to_string_lossy();
    chosen(&word).ok_or_else(|| PyValueError::new_err(format!("{wanted}, got {word:?}")))
}

/// Reads melds: an iterable of melds, texts or sets of cards, or one text of melds.
pub(super) fn read_melds(name: &str, melds: &Bound<'_, PyAny>, aces: Aces) -> PyResult<Vec<Meld>> {
    if let Ok(text) = melds.cast::<PyString>() {
        let text = text.to_string_lossy();
        let each = words(&text).map(|word| {
            let cards = word.parse().map_err(|error| no_hand(name, &error))?;
            read_meld(name, cards, aces)
        });
        return each.collect();
    }
    if let Ok(meld) = melds.cast::<PyMeld>() {
        return Ok(vec![read_meld(name, meld.get().0.cards(), aces)?]);
    }
    let wrong_kind = || {
        let came = what_came(melds);
        PyTypeError::new_err(format!(
            "{name}: expected melds, such as \"7c7d7h 2s3s4s\" or an iterable of Meld, got {came}"
        ))
    };
    let is_card_set = melds.is_instance_of::<PyCardSet>();
    if is_card_set || hand::is_integer(melds)? {
        return Err(wrong_kind());
    }
    let each = hand::iterate(name, melds).map_err(|_| wrong_kind())?.map(|meld| {
        let meld = meld?;
        let cards = match meld.cast::<PyMeld>() {
            Ok(meld) => meld.get().0.cards(),
            Err(_) => hand::read_cards(name, &meld)?,
        };
        read_meld(name, cards, aces)
    });
    each.collect()
}

fn read_meld(name: &str, cards: CardSet, aces: Aces) -> PyResult<Meld> {
    Ok(PyMeld::of(name, cards, aces)?.0)
}

/// Refuses melds that share cards with one another or with the defender's hand.
pub(super) fn refuse_shared_cards(name: &str, hand: CardSet, melds: &[Meld]) -> PyResult<()> {
    let mut laid_out = CardSet::EMPTY;
    for meld in melds {
        let held = hand & meld.cards();
        let again = laid_out & meld.cards();
        if !held.is_empty() {
            return Err(InvalidHandError::new_err(format!(
                "{name}: the meld {meld} shares {held} with the defender's hand"
            )));
        }
        if !again.is_empty() {
            return Err(InvalidHandError::new_err(format!(
                "{name}: the meld {meld} shares {again} with another meld"
            )));
        }
        laid_out |= meld.cards();
    }
    Ok(())
}
