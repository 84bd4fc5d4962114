//! Reading the rules of a round off Python's `Rules`.

use pyo3::prelude::*;
use pyo3::types::PyString;

use super::super::last_read::LastRead;
use super::super::settle::rules::{read as read_settlement, word};
use crate::sim::{Opening, OrderOfPlay, RoundRules, WallRule};

/// The fields of `gin_fast.Rules` that bear on the order of play, by their names.
#[derive(FromPyObject)]
struct Fields<'py> {
    knock_on_first_turn: bool,
    may_rediscard: bool,
    rediscard_on_knock: bool,
    dead_cards: u8,
    wall_rule: Bound<'py, PyString>,
    max_discard_draws: Option<u32>,
    stall_rule: bool,
    max_moves: Option<u32>,
    opening: Bound<'py, PyString>,
}

/// To read them takes longer than to play a round.
static LAST: LastRead<RoundRules> = LastRead::new();

/// Reads the argument `rules`.
pub(in crate::python) fn read(rules: &Bound<'_, PyAny>) -> PyResult<RoundRules> {
    LAST.of(rules, || read_fields(rules))
}

fn read_fields(rules: &Bound<'_, PyAny>) -> PyResult<RoundRules> {
    let settlement = read_settlement(Some(rules))?;
    let fields = rules.extract::<Fields<'_>>()?;
    let order = OrderOfPlay {
        knock_on_first_turn: fields.knock_on_first_turn,
        may_rediscard: fields.may_rediscard,
        rediscard_on_knock: fields.rediscard_on_knock,
        dead_cards: fields.dead_cards,
        wall_rule: word("wall_rule", &fields.wall_rule, WallRule::named)?,
        max_discard_draws: fields.max_discard_draws,
        stall_rule: fields.stall_rule,
        max_moves: fields.max_moves,
        opening: word("opening", &fields.opening, Opening::named)?,
    };
    Ok(RoundRules { order, settlement })
}
