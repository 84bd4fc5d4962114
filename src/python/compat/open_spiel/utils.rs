//! `GinRummyUtils`: OpenSpiel's evaluator as a Python object.

use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyList, PyString, PyType};

use super::arguments::{flag, items, number, numbers};
use super::cards::Cards;
use super::error::spiel_error;
use crate::compat::open_spiel::{
    Deck, MeldId, all_layoffs, all_melds, best_meld_group, each_meld_group, legal_discards,
    legal_melds, meld_layoffs, min_deadwood, rank_melds, suit_melds,
};
use crate::{Card, CardSet, Meld, MeldKind};

/// So many groups of melds are listed between two looks for a signal, such as that of Ctrl-C.
const BETWEEN_LOOKS: usize = 1 << 10;

/// OpenSpiel's evaluator of hands, for a deck and a number of cards in a hand.
///
/// A card is its number, suit by suit and within it ace to king: in the whole deck 0 is the ace of
/// spades, 13 that of clubs, 51 the king of hearts. A hand is a list of numbers or any other
/// sequence of them, each card once. Lists come in OpenSpiel's order.
///
/// Args:
///     num_ranks: How many ranks a suit has, 1 to 13.
///     num_suits: How many suits there are, 1 to 4.
///     hand_size: How many cards a hand holds. One card more is a hand about to discard.
///     compat: Whether `min_deadwood` and `all_layoffs` answer as OpenSpiel also where it is wrong.
///
/// Raises:
///     SpielError: There is no such deck, or `hand_size` is below 0. The methods raise it for a
///         number that is no card and for a card that is repeated.
///     TypeError: An argument is of another kind.
///
/// >>> from gin_fast.compat.open_spiel import GinRummyUtils
/// >>> utils = GinRummyUtils(13, 4, 10)
/// >>> utils.min_deadwood([0, 1, 2, 12, 25])
/// 20
/// >>> utils
/// GinRummyUtils(13, 4, 10)
#[pyclass(frozen, subclass, module = "gin_fast.compat.open_spiel")]
pub(in crate::python) struct GinRummyUtils {
    cards: Cards,
    hand_size: u32,
    compat: bool,
}

impl GinRummyUtils {
    fn made_of(&self) -> (u8, u8, u32, bool) {
        (self.cards.deck.ranks(), self.cards.deck.suits(), self.hand_size, self.compat)
    }
}

/// A number of ranks, of suits or of cards.
fn count(name: &str, count: &Bound<'_, PyAny>, least: i32, most: i32) -> PyResult<i32> {
    let number = number(name, count)?;
    if (least..=most).contains(&number) {
        return Ok(number);
    }
    let wanted = match most {
        i32::MAX => format!("{least} or more"),
        _ => format!("{least} to {most}"),
    };
    Err(spiel_error(count.py(), format!("{name}: expected {wanted}, got {number}")))
}

fn is_of_kind(cards: CardSet, kind: MeldKind) -> bool {
    Meld::new(cards).is_some_and(|meld| meld.kind() == kind)
}

#[pymethods]
impl GinRummyUtils {
    #[new]
    #[pyo3(
        signature = (num_ranks, num_suits, hand_size, /, compat = None),
        text_signature = "(num_ranks, num_suits, hand_size, /, compat=False)"
    )]
    fn new(
        num_ranks: &Bound<'_, PyAny>,
        num_suits: &Bound<'_, PyAny>,
        hand_size: &Bound<'_, PyAny>,
        compat: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<GinRummyUtils> {
        let ranks = count("num_ranks", num_ranks, 1, 13)? as u8;
        let suits = count("num_suits", num_suits, 1, 4)? as u8;
        let hand_size = count("hand_size", hand_size, 0, i32::MAX)? as u32;
        let compat = compat.map_or(Ok(false), |compat| flag("compat", compat))?;
        let deck = Deck::new(ranks, suits).unwrap_or(Deck::FULL);
        Ok(GinRummyUtils { cards: Cards::new(deck), hand_size, compat })
    }

    /// How many ranks a suit has.
    #[getter]
    fn num_ranks(&self) -> u8 {
        self.cards.deck.ranks()
    }

    /// How many suits there are.
    #[getter]
    fn num_suits(&self) -> u8 {
        self.cards.deck.suits()
    }

    /// How many cards a hand holds.
    #[getter]
    fn hand_size(&self) -> u32 {
        self.hand_size
    }

    /// Whether the answers are OpenSpiel's also where it is wrong.
    #[getter]
    fn compat(&self) -> bool {
        self.compat
    }

    /// Return rank and suit of a card, such as `As`, and `XX` for None.
    #[pyo3(signature = (card, /))]
    fn card_string<'py>(&self, card: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyString>> {
        if card.is_none() {
            return Ok(PyString::new(card.py(), "XX"));
        }
        self.cards.text(card.py(), self.cards.card("card", card)?)
    }

    /// Return the number of the card with this text: an upper-case rank and a lower-case suit.
    #[pyo3(signature = (card, /))]
    fn card_int(&self, card: &Bound<'_, PyAny>) -> PyResult<u8> {
        self.cards.number_of_text("card", card)
    }

    /// Return the texts of cards.
    #[pyo3(signature = (cards, /))]
    fn card_ints_to_card_strings<'py>(
        &self,
        cards: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyList>> {
        let py = cards.py();
        let cards = self.cards.list("cards", cards)?;
        let texts = cards.into_iter().map(|card| self.cards.text(py, card));
        PyList::new(py, texts.collect::<PyResult<Vec<_>>>()?)
    }

    /// Return the numbers of the cards with these texts.
    #[pyo3(signature = (cards, /))]
    fn card_strings_to_card_ints<'py>(
        &self,
        cards: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyList>> {
        let texts = items("cards", "texts of cards", cards)?;
        let mut numbers = Vec::with_capacity(texts.len());
        for text in texts {
            numbers.push(self.cards.number_of_text("cards", &text)?);
        }
        PyList::new(cards.py(), numbers)
    }

    /// Return a picture of a hand in a frame: a line a suit, a place a rank.
    #[pyo3(signature = (hand, /))]
    fn hand_to_string(&self, hand: &Bound<'_, PyAny>) -> PyResult<String> {
        Ok(self.cards.deck.picture(self.cards.set("hand", hand)?))
    }

    /// Return what a card counts: an ace 1, a court card 10, any other its number.
    #[pyo3(signature = (card, /))]
    fn card_value(&self, card: &Bound<'_, PyAny>) -> PyResult<u8> {
        Ok(self.cards.card_of_melds("card", card)?.points())
    }

    /// Return the rank of a card, from 0 for an ace.
    #[pyo3(signature = (card, /))]
    fn card_rank(&self, card: &Bound<'_, PyAny>) -> PyResult<u8> {
        Ok(self.cards.card_of_melds("card", card)?.rank() as u8)
    }

    /// Return the suit of a card: spades, clubs, diamonds and hearts are 0 to 3.
    #[pyo3(signature = (card, /))]
    fn card_suit(&self, card: &Bound<'_, PyAny>) -> PyResult<u8> {
        Ok(self.cards.card_of_melds("card", card)?.suit() as u8)
    }

    /// Return what cards count together. They may come as one list or as a list of lists.
    #[pyo3(signature = (cards, /))]
    fn total_card_value(&self, cards: &Bound<'_, PyAny>) -> PyResult<u32> {
        let total = |cards: &Bound<'_, PyAny>| {
            let of_each =
                |cards: Vec<Card>| cards.iter().map(|card| u32::from(card.points())).sum();
            let cards = self.cards.of_meld("cards", cards)?;
            PyResult::Ok(cards.map_or_else(of_each, CardSet::points))
        };
        if let Ok(list) = cards.cast_exact::<PyList>()
            && list.get_item(0).is_ok_and(|first| first.is_exact_instance_of::<PyInt>())
        {
            return total(cards);
        }
        // What is no list may be used up by reading it.
        let items = items("cards", "ints or lists of ints", cards)?;
        let of_lists = || items.iter().map(|cards| total(&cards)).sum::<PyResult<u32>>();
        if items.get_item(0).is_ok_and(|first| first.is_exact_instance_of::<PyList>()) {
            return of_lists();
        }
        total(&items).or_else(|error| {
            let is_of_type = error.is_instance_of::<PyTypeError>(cards.py());
            if is_of_type { of_lists().map_err(|_| error) } else { Err(error) }
        })
    }

    /// Return whether each number is one more than the number before it.
    #[pyo3(signature = (numbers, /))]
    fn is_consecutive(&self, numbers: &Bound<'_, PyAny>) -> PyResult<bool> {
        let numbers = self::numbers("numbers", numbers)?;
        Ok(numbers.windows(2).all(|two| two[0].checked_add(1) == Some(two[1])))
    }

    /// Return whether the cards are three or four of one rank.
    #[pyo3(signature = (cards, /))]
    fn is_rank_meld(&self, cards: &Bound<'_, PyAny>) -> PyResult<bool> {
        let held = match self.cards.of_meld("cards", cards)? {
            Ok(cards) => return Ok(is_of_kind(cards, MeldKind::Set)),
            Err(held) => held,
        };
        let of_one_rank = held.windows(2).all(|two| two[0].rank() == two[1].rank());
        if of_one_rank && matches!(held.len(), 3..=4) {
            // OpenSpiel counts the card twice.
            self.cards.distinct(cards.py(), "cards", &held)?;
        }
        Ok(false)
    }

    /// Return whether the cards are three or more in a row in one suit, in any order.
    #[pyo3(signature = (cards, /))]
    fn is_suit_meld(&self, cards: &Bound<'_, PyAny>) -> PyResult<bool> {
        let cards = self.cards.of_meld("cards", cards)?;
        Ok(cards.is_ok_and(|cards| is_of_kind(cards, MeldKind::Run)))
    }

    /// Return the sets in a hand.
    #[pyo3(signature = (hand, /))]
    fn rank_melds<'py>(&self, hand: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        self.cards.told_melds(hand.py(), rank_melds(self.cards.hand("hand", hand)?))
    }

    /// Return the runs of three to five cards in a hand.
    #[pyo3(signature = (hand, /))]
    fn suit_melds<'py>(&self, hand: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        self.cards.told_melds(hand.py(), suit_melds(self.cards.hand("hand", hand)?))
    }

    /// Return the sets, then the runs of three to five cards in a hand.
    #[pyo3(signature = (hand, /))]
    fn all_melds<'py>(&self, hand: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        self.cards.told_melds(hand.py(), all_melds(self.cards.hand("hand", hand)?))
    }

    /// Return every group of melds that share no card and leave no further meld.
    ///
    /// A group is listed once for each order of its melds.
    #[pyo3(signature = (hand, /))]
    fn all_meld_groups<'py>(&self, hand: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        let py = hand.py();
        let mut groups = Vec::new();
        each_meld_group(self.cards.hand("hand", hand)?, |group| {
            if groups.len() % BETWEEN_LOOKS == BETWEEN_LOOKS - 1 {
                py.check_signals()?;
            }
            groups.push(self.cards.told_melds(py, group.iter().copied())?);
            PyResult::Ok(())
        })?;
        PyList::new(py, groups)
    }

    /// Return the first of the groups of melds that leave least.
    #[pyo3(signature = (hand, /))]
    fn best_meld_group<'py>(&self, hand: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        self.cards.told_melds(hand.py(), best_meld_group(self.cards.hand("hand", hand)?))
    }

    /// Return the least deadwood of a hand.
    ///
    /// Of one card more than a hand holds it is what the best discard leaves; with `compat`, what
    /// is left when the highest card beside the first best group of melds is thrown.
    ///
    /// Args:
    ///     hand: The cards.
    ///     card: One more card, or None.
    ///     compat: Whether to answer as OpenSpiel; None means as the evaluator was made.
    ///
    /// >>> from gin_fast.compat.open_spiel import GinRummyUtils
    /// >>> utils = GinRummyUtils(13, 4, 10)
    /// >>> hand = utils.card_strings_to_card_ints("8s Js 8c 9c Tc Jc 8d 9d Td Th Jh".split())
    /// >>> utils.min_deadwood(hand), utils.min_deadwood(hand, compat=True)
    /// (8, 9)
    #[pyo3(signature = (hand, card = None, /, *, compat = None))]
    fn min_deadwood(
        &self,
        hand: &Bound<'_, PyAny>,
        card: Option<&Bound<'_, PyAny>>,
        compat: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<u8> {
        let compat = compat.map_or(Ok(self.compat), |compat| flag("compat", compat))?;
        let mut held = self.cards.hand("hand", hand)?;
        if let Some(card) = card {
            let card = self.cards.card("card", card)?;
            let both: Vec<Card> = held.iter().chain([card]).collect();
            held = self.cards.distinct(hand.py(), "card", &both)?;
        }
        Ok(min_deadwood(held, self.hand_size, compat))
    }

    /// Return the card that may be laid off on a set of three, whether the deck has it or not.
    #[pyo3(signature = (meld, /))]
    fn rank_meld_layoff(&self, meld: &Bound<'_, PyAny>) -> PyResult<u8> {
        let read = self.cards.meld("meld", meld)?;
        let set = read.filter(|meld| meld.kind() == MeldKind::Set);
        let layoffs = set.map(|meld| meld_layoffs(self.cards.deck, meld));
        let layoff = layoffs.and_then(CardSet::first).map(|card| self.cards.deck.number(card));
        layoff.ok_or_else(|| {
            spiel_error(meld.py(), "meld: expected three cards of one rank".to_owned())
        })
    }

    /// Return the cards that may be laid off on a run.
    #[pyo3(signature = (meld, /))]
    fn suit_meld_layoffs<'py>(&self, meld: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        let read = self.cards.meld("meld", meld)?;
        let Some(run) = read.filter(|meld| meld.kind() == MeldKind::Run) else {
            let message = "meld: expected three or more cards in a row in one suit".to_owned();
            return Err(spiel_error(meld.py(), message));
        };
        self.cards.told(meld.py(), meld_layoffs(self.cards.deck, run))
    }

    /// Return the numbers of the melds that a hand can lay and still leave at most `knock_card`.
    #[pyo3(signature = (hand, knock_card, /))]
    fn legal_melds<'py>(
        &self,
        hand: &Bound<'py, PyAny>,
        knock_card: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyList>> {
        let knock_card = number("knock_card", knock_card)?;
        let melds = legal_melds(self.cards.hand("hand", hand)?, knock_card);
        PyList::new(hand.py(), melds.iter().map(MeldId::get))
    }

    /// Return the cards whose discard leaves at most `knock_card`.
    #[pyo3(signature = (hand, knock_card, /))]
    fn legal_discards<'py>(
        &self,
        hand: &Bound<'py, PyAny>,
        knock_card: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyList>> {
        let knock_card = number("knock_card", knock_card)?;
        let held = self.cards.hand("hand", hand)?;
        let discards = legal_discards(held, self.hand_size, knock_card, self.compat);
        self.cards.told(hand.py(), discards)
    }

    /// Return the cards that may be laid off on melds, whoever holds them.
    ///
    /// With `compat` a run counts as grown by one card at either end at most.
    ///
    /// Args:
    ///     layed_melds: The numbers of the melds.
    ///     previous_layoffs: The cards laid off on them before.
    ///
    /// Raises:
    ///     IndexError: No meld has the number.
    #[pyo3(signature = (layed_melds, previous_layoffs, /))]
    fn all_layoffs<'py>(
        &self,
        layed_melds: &Bound<'py, PyAny>,
        previous_layoffs: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyList>> {
        let meld = |number: i32| {
            self.cards.meld_of(number).ok_or_else(|| {
                let message = format!("layed_melds: no meld of this deck has the number {number}");
                PyIndexError::new_err(message)
            })
        };
        let melds = numbers("layed_melds", layed_melds)?.into_iter().map(meld);
        let melds = melds.collect::<PyResult<Vec<MeldId>>>()?;
        let deck = self.cards.deck_of_melds;
        let card = |number| u8::try_from(number).ok().and_then(|number| deck.card(number));
        // As in OpenSpiel, what is no card has been laid off nowhere.
        let previous = numbers("previous_layoffs", previous_layoffs)?.into_iter();
        let layoffs = all_layoffs(deck, melds, previous.filter_map(card).collect(), self.compat);
        self.cards.told(layed_melds.py(), layoffs)
    }

    /// The cards of each meld by its number: a dict of its own each time.
    #[getter]
    fn int_to_meld<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.cards.melds_by_number(py)
    }

    /// Return the number of a meld of at most five cards, in any order.
    #[pyo3(signature = (meld, /))]
    fn meld_to_int(&self, meld: &Bound<'_, PyAny>) -> PyResult<u8> {
        let read = self.cards.meld("meld", meld)?;
        read.and_then(|meld| MeldId::of(meld.cards())).map(MeldId::get).ok_or_else(|| {
            let wanted = if read.is_some() {
                "a run of at most five cards"
            } else {
                "three or four cards of one rank, or three to five in a row in one suit"
            };
            spiel_error(meld.py(), format!("meld: expected {wanted}"))
        })
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let class = slf.get_type().name()?;
        let (ranks, suits, hand_size, compat) = slf.get().made_of();
        let compat = if compat { ", compat=True" } else { "" };
        Ok(format!("{class}({ranks}, {suits}, {hand_size}{compat})"))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().made_of() == self.made_of())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.made_of().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (u8, u8, u32, bool)) {
        (slf.get_type(), slf.get().made_of())
    }
}
