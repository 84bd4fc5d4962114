//! Players in Rust, asked one by one.

use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::super::card_set::CardSet as PyCardSet;
use super::super::errors::what_came;
use super::super::hand;
use super::play::read_policy;
use super::rules;
use super::tables::Tables;
use crate::sim::{Action, Phase, Seen, line};
use crate::{Card, CardSet};

/// What a player goes by: the fields of `gin_fast.Observation` under their names.
#[derive(FromPyObject)]
struct Observed<'py> {
    hand: PyRef<'py, PyCardSet>,
    upcard: Option<u8>,
    discards: Vec<u8>,
    stock_count: u8,
    opponent_known: PyRef<'py, PyCardSet>,
    opponent_declined: PyRef<'py, PyCardSet>,
    phase: Bound<'py, PyString>,
    knock_limit: u8,
    legal_actions: Vec<Legal>,
}

#[derive(FromPyObject)]
struct Legal {
    id: Option<u8>,
}

/// Return the ids of the actions of which a player in Rust does one, each as likely as the other, as
/// `gin_fast.sim.policy.choices` says.
#[pyfunction]
pub(crate) fn policy_choices(
    policy: &str,
    rules: &Bound<'_, PyAny>,
    observation: &Bound<'_, PyAny>,
    taken: Option<u8>,
    thrown: u64,
) -> PyResult<Vec<u8>> {
    let policy = read_policy("player", policy)?;
    let rules = rules::read(rules)?;
    if !hand::is_instance(observation, "gin_fast.round", "Observation")? {
        let came = what_came(observation);
        let message = format!("observation: expected an Observation, got {came}");
        return Err(PyTypeError::new_err(message));
    }
    let observed = observation.extract::<Observed<'_>>()?;
    let upcard = observed.upcard.and_then(Card::from_id);
    let discards = observed.discards.iter().filter_map(|&id| Card::from_id(id)).chain(upcard);
    let legal = observed.legal_actions.iter().filter_map(|action| Action::from_id(action.id?));
    let phase = observed.phase.to_string_lossy();
    let phase = Phase::NAMES.iter().find(|(_, name)| *name == phase);
    let seen = Seen {
        rules: &rules,
        phase: phase.map_or(Phase::Over, |(phase, _)| *phase),
        hand: observed.hand.0,
        taken: taken.and_then(Card::from_id),
        upcard: upcard.into_iter().collect(),
        discards: discards.collect(),
        stock: observed.stock_count,
        opponent_known: observed.opponent_known.0,
        opponent_declined: observed.opponent_declined.0,
        limit: observed.knock_limit,
        legal: legal.fold(0, |all, action| all | 1 << action.id()),
    };
    if !seen.has_something_to_do() {
        return Err(PyValueError::new_err(
            "observation: expected legal actions that suit the phase and the hand",
        ));
    }
    let choices = policy.choices(&seen, CardSet::from_mask(thrown).unwrap_or_default());
    Ok((0..Action::COUNT as u8).filter(|id| choices >> id & 1 == 1).collect())
}

/// Return the ids of what two players in Rust do at one table from there on, as
/// `gin_fast.sim.policy.line` says.
#[pyfunction]
pub(crate) fn policy_line(
    tables: &Bound<'_, Tables>,
    table: usize,
    players: (String, String),
    seed: u64,
) -> PyResult<Vec<u8>> {
    let policies = [read_policy("player", &players.0)?, read_policy("player", &players.1)?];
    let tables = tables.get().read()?;
    let mut table = *tables.tables().get(table).ok_or_else(|| PyIndexError::new_err(table))?;
    let line = line(tables.rules(), &mut table, policies, seed);
    Ok(line.into_iter().map(Action::id).collect())
}
