//! Cards as OpenSpiel numbers them, to and fro.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyInt, PyList, PyString};

use super::arguments::{items, number, numbers, text};
use super::error::spiel_error;
use crate::compat::open_spiel::{Deck, MeldId};
use crate::python::errors::shown;
use crate::{Card, CardSet, Meld, Rank, Suit};

/// What is the same for all decks and made once, when the module is loaded: on first use another
/// thread may fork the process meanwhile, and the child would wait for ever.
pub(in crate::python) struct Known {
    /// The texts of all cards, by our id.
    texts: Vec<Py<PyString>>,
    /// The numbers of all melds and their cards where suits have thirteen ranks; also as a dict.
    melds: Vec<(Py<PyInt>, Py<PyList>)>,
    melds_by_number: Py<PyDict>,
}

static KNOWN: PyOnceLock<Known> = PyOnceLock::new();

impl Known {
    pub(in crate::python) fn get(py: Python<'_>) -> PyResult<&Known> {
        KNOWN.get_or_try_init(py, || Known::new(py))
    }

    fn new(py: Python<'_>) -> PyResult<Known> {
        let text = |card: Card| PyString::intern(py, &card.to_string()).unbind();
        let meld = |id: MeldId| {
            let cards = PyList::new(py, id.cards().iter().map(Card::id))?;
            PyResult::Ok((PyInt::new(py, id.get()).unbind(), cards.unbind()))
        };
        let melds = MeldId::all().map(meld).collect::<PyResult<Vec<_>>>()?;
        let melds_by_number = PyDict::new(py);
        for (number, cards) in &melds {
            melds_by_number.set_item(number, cards)?;
        }
        let texts = CardSet::FULL.iter().map(text).collect();
        Ok(Known { texts, melds, melds_by_number: melds_by_number.unbind() })
    }
}

/// The rank and the suit that a byte of text names; 255 for none.
const RANKS: [u8; 256] = {
    let mut ranks = [u8::MAX; 256];
    let mut at = 0;
    while at < Rank::ALL.len() {
        ranks[Rank::ALL[at].letter() as usize] = at as u8;
        at += 1;
    }
    ranks
};
const SUITS: [u8; 256] = {
    let mut suits = [u8::MAX; 256];
    let mut at = 0;
    while at < Suit::ALL.len() {
        suits[Suit::ALL[at].letter() as usize] = at as u8;
        at += 1;
    }
    suits
};

/// How the cards of a deck are read and told.
pub(super) struct Cards {
    pub(super) deck: Deck,
    /// The deck that melds are made of: their numbers count four suits, and OpenSpiel knows all of
    /// them whatever the suits in play. With fewer ranks it gives some the wrong cards; there only
    /// melds of the deck are known.
    pub(super) deck_of_melds: Deck,
    /// The cards of the two decks.
    in_deck: CardSet,
    in_melds: CardSet,
    /// The mask of each number that is a card of some meld, and 0 of each that is none.
    masks: [u64; 52],
}

impl Cards {
    pub(super) fn new(deck: Deck) -> Cards {
        let deck_of_melds = if deck.ranks() == 13 { Deck::FULL } else { deck };
        let in_melds = deck_of_melds.cards();
        let mut masks = [0; 52];
        for card in in_melds {
            masks[usize::from(deck.number(card))] = CardSet::from(card).mask();
        }
        Cards { deck, deck_of_melds, in_deck: deck.cards(), in_melds, masks }
    }

    /// The distinct cards of a list of plain ints, as most lists are; `None` for any other.
    #[inline(always)]
    fn plain(&self, cards: &Bound<'_, PyAny>, within: CardSet) -> Option<CardSet> {
        let list = cards.cast_exact::<PyList>().ok()?;
        let (mut mask, mut count) = (0, 0);
        for item in list {
            // As signed: up to Python 3.12 an unsigned one is read by way of a byte array.
            let number = usize::try_from(item.extract::<i64>().ok()?).ok()?;
            mask |= self.masks.get(number)?;
            count += 1;
        }
        // Neither a repeated card nor what is none adds to the mask.
        let cards = CardSet::truncated(mask) & within;
        (cards.len() == count).then_some(cards)
    }

    /// The cards of a hand.
    #[inline(always)]
    pub(super) fn hand(&self, name: &str, hand: &Bound<'_, PyAny>) -> PyResult<CardSet> {
        match self.plain(hand, self.in_deck) {
            Some(hand) => Ok(hand),
            None => self.read_hand(name, hand),
        }
    }

    #[cold]
    fn read_hand(&self, name: &str, hand: &Bound<'_, PyAny>) -> PyResult<CardSet> {
        let list = items(name, "ints", hand)?;
        if let Some(hand) = self.plain(&list, self.in_deck) {
            return Ok(hand);
        }
        self.distinct(hand.py(), name, &self.list(name, &list)?)
    }

    /// A list of cards that may be repeated.
    pub(super) fn list(&self, name: &str, cards: &Bound<'_, PyAny>) -> PyResult<Vec<Card>> {
        let numbers = numbers(name, cards)?;
        numbers.iter().map(|number| of(cards.py(), self.deck, name, *number)).collect()
    }

    /// The cards of a list in which some may be repeated, as a set.
    pub(super) fn set(&self, name: &str, cards: &Bound<'_, PyAny>) -> PyResult<CardSet> {
        match self.plain(cards, self.in_deck) {
            Some(cards) => Ok(cards),
            None => Ok(self.list(name, cards)?.into_iter().collect()),
        }
    }

    /// The cards of what may be a meld, whether or not they are distinct.
    pub(super) fn of_meld(
        &self,
        name: &str,
        meld: &Bound<'_, PyAny>,
    ) -> PyResult<Result<CardSet, Vec<Card>>> {
        if let Some(cards) = self.plain(meld, self.in_melds) {
            return Ok(Ok(cards));
        }
        let card = |number: &i32| of(meld.py(), self.deck_of_melds, name, *number);
        let cards = numbers(name, meld)?.iter().map(card).collect::<PyResult<Vec<Card>>>()?;
        let held: CardSet = cards.iter().copied().collect();
        Ok(if held.len() as usize == cards.len() { Ok(held) } else { Err(cards) })
    }

    /// The meld that a list of cards is, if it is one.
    pub(super) fn meld(&self, name: &str, meld: &Bound<'_, PyAny>) -> PyResult<Option<Meld>> {
        match self.of_meld(name, meld)? {
            Ok(cards) => Ok(Meld::new(cards)),
            Err(cards) => self.distinct(meld.py(), name, &cards).map(Meld::new),
        }
    }

    /// One card of the deck.
    pub(super) fn card(&self, name: &str, card: &Bound<'_, PyAny>) -> PyResult<Card> {
        of(card.py(), self.deck, name, number(name, card)?)
    }

    /// One card that melds may have.
    pub(super) fn card_of_melds(&self, name: &str, card: &Bound<'_, PyAny>) -> PyResult<Card> {
        of(card.py(), self.deck_of_melds, name, number(name, card)?)
    }

    /// The set of these cards.
    pub(super) fn distinct(&self, py: Python<'_>, name: &str, cards: &[Card]) -> PyResult<CardSet> {
        let mut all = CardSet::EMPTY;
        for card in cards {
            if all.contains(*card) {
                let number = self.deck.number(*card);
                let message = format!("{name}: the card {number}, {card}, is repeated");
                return Err(spiel_error(py, message));
            }
            all = all.with(*card);
        }
        Ok(all)
    }

    /// The number of the card with this text.
    pub(super) fn number_of_text(&self, name: &str, card: &Bound<'_, PyAny>) -> PyResult<u8> {
        if let Some([rank, suit]) = text(name, card)? {
            let (rank, suit) = (RANKS[usize::from(rank)], SUITS[usize::from(suit)]);
            if rank < self.deck.ranks() && suit < self.deck.suits() {
                return Ok(suit * self.deck.ranks() + rank);
            }
        }
        let ranks = &Rank::ALL[..self.deck.ranks().into()];
        let suits = &Suit::ALL[..self.deck.suits().into()];
        let message = format!(
            "{name}: expected one of the ranks {} and one of the suits {}, got {}",
            ranks.iter().map(|rank| rank.letter()).collect::<String>(),
            suits.iter().map(|suit| suit.letter()).collect::<String>(),
            card.repr().map_or_else(|_| shown(card), |card| card.to_string()),
        );
        Err(spiel_error(card.py(), message))
    }

    /// The text of a card.
    pub(super) fn text<'py>(&self, py: Python<'py>, card: Card) -> PyResult<Bound<'py, PyString>> {
        Ok(Known::get(py)?.texts[usize::from(card.id())].bind(py).clone())
    }

    /// The cards of each meld, by its number.
    pub(super) fn melds_by_number<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        if self.deck_of_melds == Deck::FULL {
            // The copy has room for all of them, and each gets a list of its own.
            let known = Known::get(py)?;
            let melds = known.melds_by_number.bind(py).copy()?;
            for (number, cards) in &known.melds {
                melds.set_item(number, cards.bind(py).get_slice(0, 5))?;
            }
            return Ok(melds);
        }
        let melds = PyDict::new(py);
        for id in MeldId::all().filter(|id| id.cards().is_subset(self.in_melds)) {
            melds.set_item(id.get(), self.told(py, id.cards())?)?;
        }
        Ok(melds)
    }

    /// The meld of a number.
    pub(super) fn meld_of(&self, number: i32) -> Option<MeldId> {
        let id = u8::try_from(number).ok().and_then(MeldId::new);
        id.filter(|id| id.cards().is_subset(self.in_melds))
    }

    /// The numbers of cards, ascending.
    pub(super) fn told<'py>(
        &self,
        py: Python<'py>,
        cards: CardSet,
    ) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, cards.iter().map(|card| self.deck.number(card)))
    }

    /// The numbers of the cards of melds, a list a meld.
    pub(super) fn told_melds<'py>(
        &self,
        py: Python<'py>,
        melds: impl IntoIterator<Item = CardSet>,
    ) -> PyResult<Bound<'py, PyList>> {
        let melds = melds.into_iter().map(|meld| self.told(py, meld));
        PyList::new(py, melds.collect::<PyResult<Vec<_>>>()?)
    }
}

fn of(py: Python<'_>, deck: Deck, name: &str, number: i32) -> PyResult<Card> {
    let card = u8::try_from(number).ok().and_then(|number| deck.card(number));
    card.ok_or_else(|| {
        let last = deck.len() - 1;
        let message = format!("{name}: no card has the number {number}: they are 0 to {last}");
        spiel_error(py, message)
    })
}
