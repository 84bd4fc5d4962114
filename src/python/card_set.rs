//! `CardSet`: a hand as a Python object, with the vocabulary of `frozenset`.
//!
//! Against a `set` or `frozenset` the comparisons are those of the frozenset of the ids, so that
//! equality agrees with the hash. The other operators take texts for cards as well; what is no
//! card is passed over where it cannot be in the answer, and refused where it would be.

use std::sync::{Mutex, PoisonError};

use pyo3::basic::CompareOp;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFrozenSet, PyNotImplemented, PySet, PyString, PyTuple, PyType};

use super::errors::{no_hand, what_came};
use super::{card, hand};
use crate::{Card, CardSet as Cards};

/// A set of cards, frozen: a hand, a meld, a pile.
///
/// It iterates over the ids of its cards, ascending, and equals and hashes like the frozenset of
/// them, whose whole vocabulary it has.
///
/// Args:
///     cards: A text such as `As Td 9h`, ids or texts of cards, or a CardSet.
///
/// Raises:
///     InvalidCardError: A text or id is no card.
///     InvalidHandError: A card is repeated.
///
/// >>> from gin_fast import CardSet
/// >>> hand = CardSet("9h As 10d")
/// >>> hand
/// CardSet('As Td 9h')
/// >>> list(hand), hand.points, "Td" in hand
/// ([0, 35, 47], 20, True)
/// >>> hand - {"As"} | CardSet("Ks")
/// CardSet('Ks Td 9h')
#[pyclass(frozen, module = "gin_fast")]
pub(super) struct CardSet(pub(super) Cards);

/// What the constructor takes.
struct Contents(Cards);

impl<'py> FromPyObject<'_, 'py> for Contents {
    type Error = PyErr;

    fn extract(cards: Borrowed<'_, 'py, PyAny>) -> PyResult<Contents> {
        Ok(Contents(hand::read_cards("cards", &cards)?))
    }
}

/// What to do with an item that is no card.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NoCard {
    /// It would be in the answer, which could then be no CardSet.
    Refuse,
    /// It cannot be in the answer.
    PassOver,
}

/// The cards of the other operand of a method: any iterable, or a text of cards.
fn cards_of(others: &Bound<'_, PyAny>, no_card: NoCard) -> PyResult<(Cards, bool)> {
    if let Ok(others) = others.cast::<CardSet>() {
        return Ok((others.get().0, false));
    }
    if let Ok(text) = others.cast::<PyString>() {
        let cards = text.to_string_lossy().parse().map_err(|error| no_hand("others", &error))?;
        return Ok((cards, false));
    }
    let mut cards = Cards::EMPTY;
    let mut passed_over = false;
    for item in hand::iterate("others", others)? {
        let item = item?;
        match as_card(&item)? {
            Some(card) => cards = cards.with(card),
            None if no_card == NoCard::PassOver => passed_over = true,
            None => return Err(not_a_card(&item)),
        }
    }
    Ok((cards, passed_over))
}

/// The card that an item names; `None` for what is no card and no text either.
fn as_card(item: &Bound<'_, PyAny>) -> PyResult<Option<Card>> {
    if let Ok(text) = item.cast::<PyString>() {
        return card::parse("card", &text.to_string_lossy()).map(Some);
    }
    Ok(item.extract::<u8>().ok().and_then(Card::from_id))
}

#[cold]
fn not_a_card(item: &Bound<'_, PyAny>) -> PyErr {
    match card::read("others", item) {
        Err(error) => error,
        Ok(card) => no_hand("others", &crate::ParseHandError::Repeated(card)),
    }
}

/// The cards of the other operand of an operator, which `frozenset` takes only from sets; `None`
/// for what is none.
fn operand(other: &Bound<'_, PyAny>, no_card: NoCard) -> PyResult<Option<Cards>> {
    let is_set = other.is_instance_of::<CardSet>()
        || other.is_instance_of::<PyFrozenSet>()
        || other.is_instance_of::<PySet>();
    if is_set { cards_of(other, no_card).map(|(cards, _)| Some(cards)) } else { Ok(None) }
}

/// The answer of an operator, or `NotImplemented` to let the other operand try.
fn answer<'py>(py: Python<'py>, cards: Option<Cards>) -> PyResult<Bound<'py, PyAny>> {
    match cards {
        Some(cards) => Ok(Bound::new(py, CardSet(cards))?.into_any()),
        None => Ok(PyNotImplemented::get(py).to_owned().into_any()),
    }
}

/// What a method makes of the cards here and those of each argument in turn.
fn fold(
    cards: Cards,
    others: &Bound<'_, PyTuple>,
    no_card: NoCard,
    combine: impl Fn(Cards, Cards) -> Cards,
) -> PyResult<CardSet> {
    let cards = others.iter().try_fold(cards, |cards, others| {
        cards_of(&others, no_card).map(|(others, _)| combine(cards, others))
    });
    cards.map(CardSet)
}

impl CardSet {
    fn ids<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyFrozenSet>> {
        PyFrozenSet::new(py, self.0.iter().map(Card::id))
    }
}

#[pymethods]
impl CardSet {
    #[new]
    #[pyo3(signature = (cards = Contents(Cards::EMPTY), /))]
    fn new(cards: Contents) -> CardSet {
        CardSet(cards.0)
    }

    /// Return the cards of a mask with bit *id* set for each.
    ///
    /// Raises:
    ///     InvalidHandError: The mask is negative or has a bit above 51.
    ///
    /// >>> from gin_fast import CardSet
    /// >>> CardSet.from_mask(0b111)
    /// CardSet('As 2s 3s')
    #[staticmethod]
    fn from_mask(mask: &Bound<'_, PyAny>) -> PyResult<CardSet> {
        if mask.is_instance_of::<PyBool>() {
            let came = what_came(mask);
            return Err(PyTypeError::new_err(format!("mask: expected an int, got {came}")));
        }
        hand::from_mask("mask", mask).map(CardSet)
    }

    /// The mask: bit *id* is set for each card.
    #[getter]
    fn mask(&self) -> u64 {
        self.0.mask()
    }

    /// What the cards cost together as deadwood.
    #[getter]
    fn points(&self) -> u32 {
        self.0.points()
    }

    /// Return the cards drawn suit by rank, four lines of thirteen places.
    ///
    /// >>> from gin_fast import CardSet
    /// >>> print(CardSet("As 2s 3s Td Kh").grid())
    /// As 2s 3s .. .. .. .. .. .. .. .. .. ..
    /// .. .. .. .. .. .. .. .. .. .. .. .. ..
    /// .. .. .. .. .. .. .. .. .. Td .. .. ..
    /// .. .. .. .. .. .. .. .. .. .. .. .. Kh
    fn grid(&self) -> String {
        self.0.grid()
    }

    fn __int__(&self) -> u64 {
        self.0.mask()
    }

    fn __repr__(&self) -> String {
        format!("CardSet('{}')", self.0)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __len__(&self) -> usize {
        self.0.len() as usize
    }

    fn __iter__(&self) -> CardIds {
        CardIds(Mutex::new(self.0.iter()))
    }

    pub(super) fn __contains__(&self, card: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(as_card(card)?.is_some_and(|card| self.0.contains(card)))
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.ids(py)?.hash()
    }

    fn __richcmp__<'py>(
        &self,
        other: &Bound<'py, PyAny>,
        compare: CompareOp,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        if let Ok(other) = other.cast::<CardSet>() {
            let (this, other) = (self.0, other.get().0);
            let holds = match compare {
                CompareOp::Eq => this == other,
                CompareOp::Ne => this != other,
                CompareOp::Le => this.is_subset(other),
                CompareOp::Lt => this.is_subset(other) && this != other,
                CompareOp::Ge => other.is_subset(this),
                CompareOp::Gt => other.is_subset(this) && this != other,
            };
            return Ok(PyBool::new(py, holds).to_owned().into_any());
        }
        if other.is_instance_of::<PyFrozenSet>() || other.is_instance_of::<PySet>() {
            return self.ids(py)?.rich_compare(other, compare);
        }
        answer(py, None)
    }

    fn __and__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let other_cards = operand(other, NoCard::PassOver)?;
        answer(other.py(), other_cards.map(|cards| self.0 & cards))
    }

    fn __rand__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.__and__(other)
    }

    fn __or__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let other_cards = operand(other, NoCard::Refuse)?;
        answer(other.py(), other_cards.map(|cards| self.0 | cards))
    }

    fn __ror__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.__or__(other)
    }

    fn __sub__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let other_cards = operand(other, NoCard::PassOver)?;
        answer(other.py(), other_cards.map(|cards| self.0 - cards))
    }

    fn __rsub__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let other_cards = operand(other, NoCard::Refuse)?;
        answer(other.py(), other_cards.map(|cards| cards - self.0))
    }

    fn __xor__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let other_cards = operand(other, NoCard::Refuse)?;
        answer(other.py(), other_cards.map(|cards| self.0 ^ cards))
    }

    fn __rxor__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.__xor__(other)
    }

    /// Return the cards that are here or in any of the others.
    #[pyo3(signature = (*others))]
    fn union(&self, others: &Bound<'_, PyTuple>) -> PyResult<CardSet> {
        fold(self.0, others, NoCard::Refuse, |cards, others| cards | others)
    }

    /// Return the cards that are here and in all of the others.
    #[pyo3(signature = (*others))]
    fn intersection(&self, others: &Bound<'_, PyTuple>) -> PyResult<CardSet> {
        fold(self.0, others, NoCard::PassOver, |cards, others| cards & others)
    }

    /// Return the cards that are here and in none of the others.
    #[pyo3(signature = (*others))]
    fn difference(&self, others: &Bound<'_, PyTuple>) -> PyResult<CardSet> {
        fold(self.0, others, NoCard::PassOver, |cards, others| cards - others)
    }

    /// Return the cards that are either here or in the other, not in both.
    #[pyo3(signature = (other, /))]
    fn symmetric_difference(&self, other: &Bound<'_, PyAny>) -> PyResult<CardSet> {
        cards_of(other, NoCard::Refuse).map(|(cards, _)| CardSet(self.0 ^ cards))
    }

    /// Whether no card here is also in the other.
    #[pyo3(signature = (other, /))]
    fn isdisjoint(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        cards_of(other, NoCard::PassOver).map(|(cards, _)| self.0.is_disjoint(cards))
    }

    /// Whether every card here is also in the other.
    #[pyo3(signature = (other, /))]
    fn issubset(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        cards_of(other, NoCard::PassOver).map(|(cards, _)| self.0.is_subset(cards))
    }

    /// Whether every item of the other is a card here.
    #[pyo3(signature = (other, /))]
    fn issuperset(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let (cards, more) = cards_of(other, NoCard::PassOver)?;
        Ok(!more && cards.is_subset(self.0))
    }

    /// Return the set itself: it never changes.
    fn copy(this: Py<CardSet>) -> Py<CardSet> {
        this
    }

    fn __copy__(this: Py<CardSet>) -> Py<CardSet> {
        this
    }

    #[pyo3(signature = (_memo, /))]
    fn __deepcopy__(this: Py<CardSet>, _memo: &Bound<'_, PyAny>) -> Py<CardSet> {
        this
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (String,)) {
        (py.get_type::<CardSet>(), (self.0.to_string(),))
    }
}

/// The ids of the cards of a CardSet, ascending.
#[pyclass(frozen, module = "gin_fast._core")]
pub(super) struct CardIds(pub(super) Mutex<crate::Cards>);

#[pymethods]
impl CardIds {
    fn __iter__(this: Py<CardIds>) -> Py<CardIds> {
        this
    }

    fn __next__(&self) -> Option<u8> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).next().map(Card::id)
    }

    fn __length_hint__(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).len()
    }
}
