//! `knock_points`: what a knock is worth, for one pair of hands or for arrays of them.

use pyo3::prelude::*;

use super::super::arrays::{self, CardBeside, Evaluator, Hands, Inputs, Names, Options, Refusal};
use super::super::card_set::CardSet as PyCardSet;
use super::super::errors::InvalidHandError;
use super::super::evaluate::on_column;
use super::super::hand::{self, Hand};
use super::{layout, rules};
use crate::batch::CHUNK_OF_PAIRS;
use crate::{Backend, Beside, Card, CardSet, LayoutChoice, Rules, Terms};

/// Return what a knock is worth to the knocker, negative where the defender wins.
///
/// The defender always plays his best.
///
/// Args:
///     knocker: The knocker's hand, or an array of masks: ten cards that leave no more than the
///         limit, or eleven that are all melded where the rules allow big gin.
///     defender: The defender's ten cards, or an array of masks.
///     rules: A `gin_fast.Rules`; the standard ones if None.
///     layout: How the knocker lays out his hand: `canonical`, as he can without knowing the
///         defender's, or `best` in hindsight.
///     upcard: The first upcard, which Oklahoma and spade rules go by. With an array also an
///         integer array of ids that broadcasts with it, in which 255 is none.
///     out: An array for the answers: int16, of the common shape of the arguments, no memory in
///         common with them.
///     threads: As for `deadwood`.
///     backend: As for `deadwood`.
///
/// Returns:
///     An int; if any argument is an array, an int16 array of the common shape.
///
/// Raises:
///     InvalidHandError: A hand is none, has a wrong number of cards, shares a card with the other,
///         or may not knock; of many the index is named, and `out` is as it was.
///     InvalidCardError: A text or id is no card.
///     TypeError: An argument is of another kind, or `out`, `threads` or `backend` comes with one
///         pair of hands.
///     ValueError: The rules go by the upcard and there is none, shapes do not broadcast, or as for
///         `deadwood`.
///
/// >>> import gin_fast as gf
/// >>> gf.knock_points("As 2s 3s 4h 4d 4c 5h 6h 7h 9c", "Ac 2c 3c Kd Ks 8c 8d 8h 8s Qs")
/// 21
/// >>> gf.knock_points("As 2s 3s 4h 4d 4c 5h 6h 7h 9c", "4s 5s 6s Ah 2h 3h 8h 9h Td Kd")
/// 11
#[pyfunction]
#[pyo3(signature = (
    knocker, defender, rules = None, layout = None, upcard = None, *,
    out = None, threads = None, backend = None
))]
#[pyo3(text_signature = "(knocker, defender, rules=None, layout='canonical', upcard=None, *, \
    out=None, threads=None, backend=None)")]
#[expect(clippy::too_many_arguments, reason = "Python's keyword arguments")]
pub(in crate::python) fn knock_points<'py>(
    knocker: &Bound<'py, PyAny>,
    defender: &Bound<'py, PyAny>,
    rules: Option<&Bound<'py, PyAny>>,
    layout: Option<&Bound<'py, PyAny>>,
    upcard: Option<&Bound<'py, PyAny>>,
    out: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
    backend: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = knocker.py();
    let options = Options { out, threads, backend };
    let terms = Settlement { rules: rules::read(rules)?, layout: layout::read_choice(layout)? };
    let inputs = match read_pair(knocker, defender, upcard)? {
        Asked::One(knocker, defender, upcard) => {
            options.refuse_with_one_hand("knocker and defender are one hand each")?;
            Backend::detect()?;
            let points =
                crate::knock_points(knocker, defender, &terms.rules, terms.layout, upcard)?;
            return Ok(points.into_pyobject(py)?.into_any());
        }
        Asked::Many(inputs) => inputs,
        Asked::Columns { name, column, knocker, defender } => {
            options.refuse_with_column(name, &column)?;
            let hands = [("knocker", Some(&knocker)), ("defender", Some(&defender))];
            let others = [("rules", rules), ("layout", layout), ("upcard", upcard)];
            return on_column("knock_points", py, hands.into_iter().chain(others));
        }
    };
    let kernel = |backend: Backend, hands: Hands<'_, 2>, [out]: [&mut [i16]; 1]| {
        let [knockers, defenders] = hands.masks;
        backend.knock_points(knockers, defenders, &terms.beside(hands.beside), out);
    };
    let evaluator = Evaluator {
        names: Names { hands: ["knocker", "defender"], beside: "upcard" },
        width: 1,
        chunk: CHUNK_OF_PAIRS,
        // The showdown itself says how many cards it takes.
        cards: [0..=52, 0..=52],
        refusal: Some(&terms),
        kernel,
    };
    let [points] = arrays::evaluate(inputs, options, &evaluator)?;
    Ok(points)
}

/// One pair of hands and an upcard, many of any of these, or hands of which one is a column.
enum Asked<'py> {
    One(CardSet, CardSet, Option<Card>),
    Many(Inputs<'py, 2>),
    Columns {
        /// The first argument that is a column.
        name: &'static str,
        column: Bound<'py, PyAny>,
        knocker: Bound<'py, PyAny>,
        defender: Bound<'py, PyAny>,
    },
}

fn read_pair<'py>(
    knocker: &Bound<'py, PyAny>,
    defender: &Bound<'py, PyAny>,
    upcard: Option<&Bound<'py, PyAny>>,
) -> PyResult<Asked<'py>> {
    let py = knocker.py();
    let array = |hand| match hand {
        Hand::One(cards) => arrays::scalar(py, cards),
        Hand::Masks(masks) => masks,
        Hand::Column(_) => unreachable!("columns are handled apart"),
    };
    match (hand::read("knocker", knocker)?, hand::read("defender", defender)?) {
        (Hand::Column(column), other) => {
            let defender = as_object(py, other)?;
            let (name, knocker) = ("knocker", column.clone());
            Ok(Asked::Columns { name, column, knocker, defender })
        }
        (other, Hand::Column(column)) => {
            let knocker = as_object(py, other)?;
            let (name, defender) = ("defender", column.clone());
            Ok(Asked::Columns { name, column, knocker, defender })
        }
        (knocker, defender) => Ok(match (knocker, defender, CardBeside::read("upcard", upcard)?) {
            (Hand::One(knocker), Hand::One(defender), upcard) if upcard.each().is_none() => {
                Asked::One(knocker, defender, upcard.card())
            }
            (knocker, defender, beside) => {
                Asked::Many(Inputs { hands: [array(knocker), array(defender)], beside })
            }
        }),
    }
}

/// A hand as the columns' code takes it: one hand as a CardSet, read already.
fn as_object<'py>(py: Python<'py>, hand: Hand<'py>) -> PyResult<Bound<'py, PyAny>> {
    Ok(match hand {
        Hand::One(cards) => Bound::new(py, PyCardSet(cards))?.into_any(),
        Hand::Masks(masks) => masks.into_any(),
        Hand::Column(column) => column,
    })
}

/// How all pairs of a call are settled.
struct Settlement {
    rules: Rules,
    layout: LayoutChoice,
}

impl Settlement {
    fn beside<'a>(&self, upcards: Beside<'a>) -> Terms<'a> {
        Terms { rules: self.rules, layout: self.layout, upcards }
    }
}

impl Refusal<2> for Settlement {
    fn first(&self, backend: Backend, hands: Hands<'_, 2>) -> Option<usize> {
        let [knockers, defenders] = hands.masks;
        backend.first_no_showdown(knockers, defenders, &self.beside(hands.beside))
    }

    fn error(&self, hands: [CardSet; 2], upcard: Option<Card>, place: &str) -> PyErr {
        let [knocker, defender] = hands;
        match crate::knock_points(knocker, defender, &self.rules, self.layout, upcard) {
            Err(error) => super::super::errors::no_showdown(&error, place),
            Ok(_) => InvalidHandError::new_err(format!(
                "knocker: something else wrote to the hands during the call{place}"
            )),
        }
    }
}
