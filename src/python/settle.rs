//! Settling a knock: one pair of hands with everything that comes of it, or many for the points.

mod layout;
mod points;
pub(super) mod rules;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use self::layout::Layout;
pub(super) use self::points::knock_points;
use super::aces::AceOptions;
use super::arrays::CardBeside;
use super::card_set::CardSet as PyCardSet;
use super::errors::{shown, what_came};
use super::hand;
use super::meld::Meld as PyMeld;
use super::signals::Signals;
use crate::{Aces, Backend, Card, CardSet, Kind, Meld, Score, Side};

/// What a score says as Python's results take it: kind, winner, points, boxes.
type Scored = (&'static str, Option<u8>, u16, u16);

fn scored(score: Score) -> Scored {
    let winner = score.winner.map(|side| match side {
        Side::Knocker => 0,
        Side::Defender => 1,
    });
    (score.kind.name(), winner, score.points, score.boxes)
}

fn tuple_of(py: Python<'_>, melds: Vec<Meld>) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, melds.into_iter().map(PyMeld))
}

/// Reads the argument `upcard` where it is one card for one hand.
fn read_upcard(upcard: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Card>> {
    match CardBeside::read("upcard", upcard)? {
        CardBeside::Each(_) => {
            let came = upcard.map_or_else(String::new, what_came);
            Err(PyTypeError::new_err(format!("upcard: expected one card, got {came}")))
        }
        upcard => Ok(upcard.card()),
    }
}

/// What a showdown comes to: a score, the knocker's melds and deadwood, the defender's melds, what
/// he laid off, his deadwood.
type Shown<'py> = (Scored, (Bound<'py, PyTuple>, u8), (Bound<'py, PyTuple>, PyCardSet, u8));

/// Settle one pair of hands, as `gin_fast.showdown` says.
#[pyfunction]
#[pyo3(signature = (knocker, defender, rules, layout, upcard))]
pub(super) fn showdown<'py>(
    knocker: &Bound<'py, PyAny>,
    defender: &Bound<'py, PyAny>,
    rules: Option<&Bound<'py, PyAny>>,
    layout: &Bound<'py, PyAny>,
    upcard: Option<&Bound<'py, PyAny>>,
) -> PyResult<Shown<'py>> {
    let py = knocker.py();
    let rules = rules::read(rules)?;
    let (knocker, defender) =
        (hand::read_one("knocker", knocker)?, hand::read_one("defender", defender)?);
    let layout = Layout::read(layout, rules.aces)?;
    let upcard = read_upcard(upcard)?;
    Backend::detect()?;
    let shown = crate::showdown(knocker, defender, &rules, layout.shown(), upcard)?;
    let defence = shown.defence;
    Ok((
        scored(shown.score),
        (tuple_of(py, shown.knocker_melds)?, shown.knocker_deadwood),
        (tuple_of(py, defence.melds)?, PyCardSet(defence.laid_off), defence.deadwood),
    ))
}

/// A defence as Python's `Defence` takes it: melds, cards laid off, unmelded cards, deadwood.
type Defended<'py> = (Bound<'py, PyTuple>, PyCardSet, PyCardSet, u8);

/// Find the defender's best answer, as `gin_fast.defend` says.
#[pyfunction]
#[pyo3(signature = (defender, melds, *, ace = None, ace_deadwood = None))]
#[pyo3(text_signature = "(defender, melds, *, ace='low', ace_deadwood=1)")]
pub(super) fn defend<'py>(
    defender: &Bound<'py, PyAny>,
    melds: &Bound<'py, PyAny>,
    ace: Option<&Bound<'py, PyAny>>,
    ace_deadwood: Option<&Bound<'py, PyAny>>,
) -> PyResult<Defended<'py>> {
    let py = defender.py();
    let aces = AceOptions { ace, ace_deadwood }.read()?;
    let hand = hand::read_one("defender", defender)?;
    let melds = layout::read_melds("melds", melds, aces)?;
    layout::refuse_shared_cards("melds", hand, &melds)?;
    Backend::detect()?;
    let defence = match hand.len() {
        0..=MOST_AT_ONCE => crate::defend(hand, &melds, aces),
        _ => defend_at_length(py, hand, &melds, aces)?,
    };
    let (laid_off, unmelded) = (PyCardSet(defence.laid_off), PyCardSet(defence.unmelded));
    Ok((tuple_of(py, defence.melds)?, laid_off, unmelded, defence.deadwood))
}

/// Return the most deadwood to knock with, as `gin_fast.settle.knock_limit` says.
#[pyfunction]
#[pyo3(signature = (rules, upcard))]
pub(super) fn knock_limit(
    rules: Option<&Bound<'_, PyAny>>,
    upcard: Option<&Bound<'_, PyAny>>,
) -> PyResult<u8> {
    let rules = rules::read(rules)?;
    let upcard = read_upcard(upcard)?;
    if rules.oklahoma {
        rules::require_upcard(&rules, upcard)?;
    }
    Ok(rules.limit(upcard))
}

/// Hands of more cards may take long.
const MOST_AT_ONCE: u32 = 14;

/// Finds the best answer with the interpreter's lock let go, and gives it up on Ctrl-C.
fn defend_at_length(
    py: Python<'_>,
    hand: CardSet,
    melds: &[Meld],
    aces: Aces,
) -> PyResult<crate::Defence> {
    let mut signals = Signals::new();
    let defence = py
        .detach(|| crate::showdown::defend_or_give_up(hand, melds, aces, &mut || signals.go_on()));
    match (defence, signals.raised()) {
        (_, Some(error)) => Err(error),
        (Some(defence), None) => Ok(defence),
        (None, None) => unreachable!("nothing else gives it up"),
    }
}

/// Ten cards count no more, an ace at fifteen points included.
const MOST_DEADWOOD: u8 = 150;

/// Price the facts of a showdown, as `gin_fast.settle.price` says.
#[pyfunction]
#[pyo3(signature = (kind, knocker_deadwood, defender_deadwood, rules, upcard))]
pub(super) fn price(
    kind: &Bound<'_, PyAny>,
    knocker_deadwood: &Bound<'_, PyAny>,
    defender_deadwood: &Bound<'_, PyAny>,
    rules: Option<&Bound<'_, PyAny>>,
    upcard: Option<&Bound<'_, PyAny>>,
) -> PyResult<Scored> {
    let rules = rules::read(rules)?;
    let kind = read_kind(kind)?;
    let knocker = read_deadwood("knocker_deadwood", knocker_deadwood)?;
    let defender = read_deadwood("defender_deadwood", defender_deadwood)?;
    refuse_nonsense(kind, knocker, defender)?;
    let upcard = read_upcard(upcard)?;
    rules::require_upcard(&rules, upcard)?;
    Ok(scored(rules.score(kind == Kind::BigGin, knocker, defender, upcard)))
}

fn read_kind(kind: &Bound<'_, PyAny>) -> PyResult<Kind> {
    let names: Vec<&str> = Kind::NAMES.iter().map(|(_, name)| *name).collect();
    let Ok(name) = kind.cast::<PyString>() else {
        let came = what_came(kind);
        return Err(PyTypeError::new_err(format!("kind: expected one of {names:?}, got {came}")));
    };
    let name = name.to_string_lossy();
    Kind::named(&name).ok_or_else(|| {
        PyValueError::new_err(format!("kind: expected one of {names:?}, got {name:?}"))
    })
}

fn read_deadwood(name: &str, deadwood: &Bound<'_, PyAny>) -> PyResult<u8> {
    if !hand::is_integer(deadwood)? {
        let came = what_came(deadwood);
        return Err(PyTypeError::new_err(format!("{name}: expected an int of points, got {came}")));
    }
    deadwood.extract::<u8>().ok().filter(|&points| points <= MOST_DEADWOOD).ok_or_else(|| {
        let came = shown(deadwood);
        PyValueError::new_err(format!("{name}: expected 0 to {MOST_DEADWOOD}, got {came}"))
    })
}

/// Refuses facts that no showdown ends in. Equal deadwood is a knock or an undercut, as the rules
/// say that it was played by.
fn refuse_nonsense(kind: Kind, knocker: u8, defender: u8) -> PyResult<()> {
    let wanted = match kind {
        Kind::Gin | Kind::BigGin if knocker > 0 => "knocker_deadwood: expected 0",
        Kind::Knock | Kind::Undercut if knocker == 0 => "knocker_deadwood: expected 1 or more",
        Kind::Knock if defender < knocker => {
            "defender_deadwood: expected no less than the knocker's"
        }
        Kind::Undercut if defender > knocker => {
            "defender_deadwood: expected no more than the knocker's"
        }
        _ => return Ok(()),
    };
    let came = if wanted.starts_with('k') { knocker } else { defender };
    let kind = kind.name();
    Err(PyValueError::new_err(format!("{wanted} after the kind {kind:?}, got {came}")))
}
