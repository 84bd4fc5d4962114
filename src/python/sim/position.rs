//! One round as `gin_fast.Round` and a table hold it: the fields of `gin_fast.round.position`.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::rules::Kind;
use crate::sim::{Ended, Ending, Parts, Phase};
use crate::{Card, CardSet};

/// How a round without a knock ended.
const DRAW: &str = "draw";

/// A position, field by field: sets of cards as masks by seat, cards as ids.
#[derive(FromPyObject)]
pub(super) struct Position {
    hands: [u64; 2],
    known: [u64; 2],
    declined: [u64; 2],
    thrown: [u64; 2],
    stock: Vec<u8>,
    pile: Vec<u8>,
    dealer: u8,
    player: u8,
    phase: String,
    legal: [u64; 2],
    first: Option<u8>,
    taken: Option<u8>,
    stalled: bool,
    turns: u32,
    takes: u32,
    moves: u32,
    draws: u32,
    ended: Option<Facts>,
}

/// Kind, winner, points, boxes, knocker, both deadwoods, and the cards laid off.
type Facts = (String, Option<u8>, u16, u16, Option<u8>, u8, u8, u64);

impl Position {
    /// The parts of a table; `None` if some card or word is none.
    pub(super) fn parts(self) -> Option<Parts> {
        let sets = |[first, second]: [u64; 2]| {
            Some([CardSet::from_mask(first)?, CardSet::from_mask(second)?])
        };
        // The outer `None` is that of an error.
        let card = |id: Option<u8>| id.map_or(Some(None), |id| Card::from_id(id).map(Some));
        let (phase, _) = Phase::NAMES.iter().find(|(_, name)| *name == self.phase)?;
        Some(Parts {
            hands: sets(self.hands)?,
            known: sets(self.known)?,
            declined: sets(self.declined)?,
            thrown: sets(self.thrown)?,
            stock: self.stock,
            pile: self.pile,
            dealer: self.dealer,
            player: self.player,
            phase: *phase,
            legal: u128::from(self.legal[0]) | u128::from(self.legal[1]) << 64,
            first: card(self.first)?,
            taken: card(self.taken)?,
            stalled: self.stalled,
            turns: self.turns,
            takes: self.takes,
            moves: self.moves,
            draws: self.draws,
            ended: self.ended.map_or(Some(None), |facts| ended(facts).map(Some))?,
        })
    }
}

fn ended(facts: Facts) -> Option<Ended> {
    let (kind, winner, points, boxes, knocker, knocker_deadwood, defender_deadwood, laid_off) =
        facts;
    let ending = if kind == DRAW { Ending::Drawn } else { Ending::Out(Kind::named(&kind)?) };
    let laid_off = CardSet::from_mask(laid_off)?;
    Some(Ended {
        ending,
        winner,
        points,
        boxes,
        knocker,
        knocker_deadwood,
        defender_deadwood,
        laid_off,
    })
}

/// The fields of a table's position, by their names.
pub(super) fn fields<'py>(py: Python<'py>, parts: &Parts) -> PyResult<Bound<'py, PyDict>> {
    let fields = PyDict::new(py);
    let sets = |[first, second]: [CardSet; 2]| (first.mask(), second.mask());
    for (name, value) in [
        ("hands", parts.hands),
        ("known", parts.known),
        ("declined", parts.declined),
        ("thrown", parts.thrown),
    ] {
        fields.set_item(name, sets(value))?;
    }
    for (name, cards) in [("stock", &parts.stock), ("pile", &parts.pile)] {
        fields.set_item(name, PyTuple::new(py, cards.iter().copied())?)?;
    }
    fields.set_item("dealer", parts.dealer)?;
    fields.set_item("player", parts.player)?;
    let phase = Phase::NAMES.iter().find(|(phase, _)| *phase == parts.phase);
    fields.set_item("phase", phase.map(|(_, name)| *name))?;
    fields.set_item("legal", (parts.legal as u64, (parts.legal >> 64) as u64))?;
    fields.set_item("first", parts.first.map(Card::id))?;
    fields.set_item("taken", parts.taken.map(Card::id))?;
    fields.set_item("stalled", parts.stalled)?;
    for (name, count) in [
        ("turns", parts.turns),
        ("takes", parts.takes),
        ("moves", parts.moves),
        ("draws", parts.draws),
    ] {
        fields.set_item(name, count)?;
    }
    fields.set_item("ended", parts.ended.as_ref().map(facts))?;
    Ok(fields)
}

fn facts(ended: &Ended) -> (&'static str, Option<u8>, u16, u16, Option<u8>, u8, u8, u64) {
    let kind = match ended.ending {
        Ending::Drawn => DRAW,
        Ending::Out(kind) => kind.name(),
    };
    (
        kind,
        ended.winner,
        ended.points,
        ended.boxes,
        ended.knocker,
        ended.knocker_deadwood,
        ended.defender_deadwood,
        ended.laid_off.mask(),
    )
}
