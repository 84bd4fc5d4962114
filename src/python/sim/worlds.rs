//! Determinization: what `gin_fast.sim` has read, handed to the core.

use numpy::{PyReadonlyArray1, PyReadonlyArray2};
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;

use super::super::signals::Signals;
use crate::CardSet;
use crate::sim::{Asked, Belief, NoWorlds, Tables};

/// From so many worlds on the interpreter's lock is let go, so that other Python threads run.
const DETACH_FROM: usize = 64;

/// What is asked for, by the names of the arguments; arrays have one row or one a table.
#[derive(FromPyObject)]
pub(super) struct Arguments<'py> {
    seats: PyReadonlyArray1<'py, u8>,
    n: usize,
    seed: u64,
    must: PyReadonlyArray1<'py, u64>,
    must_not: PyReadonlyArray1<'py, u64>,
    weights: Weights<'py>,
}

#[derive(FromPyObject)]
enum Weights<'py> {
    OfCards(PyReadonlyArray2<'py, f64>),
    IsSimple(bool),
}

/// The worlds of some tables.
pub(super) fn determinize(
    py: Python<'_>,
    tables: &Tables,
    arguments: &Arguments<'_>,
    threads: usize,
) -> PyResult<Tables> {
    let sets = |masks: &PyReadonlyArray1<'_, u64>| -> PyResult<Vec<CardSet>> {
        Ok(masks.as_slice()?.iter().map(|&mask| CardSet::truncated(mask)).collect())
    };
    let (must, must_not) = (sets(&arguments.must)?, sets(&arguments.must_not)?);
    let belief = match &arguments.weights {
        Weights::IsSimple(false) => Belief::Uniform,
        Weights::IsSimple(true) => Belief::Simple,
        Weights::OfCards(weights) => Belief::Weights(weights.as_slice()?.as_chunks().0),
    };
    let asked = Asked {
        seats: arguments.seats.as_slice()?,
        worlds: arguments.n,
        seed: arguments.seed,
        must: &must,
        must_not: &must_not,
        belief,
    };
    let rows = tables.tables().len().saturating_mul(asked.worlds);
    let mut signals = Signals::new();
    let drawn = if rows < DETACH_FROM {
        tables.determinize(&asked, 1, &mut || true)
    } else {
        py.detach(|| tables.determinize(&asked, threads, &mut || signals.go_on()))
    };
    if let Some(error) = signals.raised() {
        return Err(error);
    }
    match drawn {
        Ok(worlds) => Ok(worlds.expect("it was given up only because of a signal")),
        Err(NoWorlds::OutOfMemory) => {
            Err(PyMemoryError::new_err(format!("n: no memory for {rows} tables")))
        }
        Err(NoWorlds::Impossible(at, reason)) => {
            Err(PyValueError::new_err(format!("{}: table {at}: {reason}", reason.argument())))
        }
    }
}
