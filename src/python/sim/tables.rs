//! `Tables`: many rounds at once, as `gin_fast.sim` hands them to Python.

use numpy::{PyArray1, PyArray2, PyReadonlyArray1, ndarray};
use pyo3::exceptions::{PyMemoryError, PyRuntimeError};
use pyo3::prelude::*;

use super::super::arrays::Options;
use super::actions::Actions;
use super::rules;
use crate::sim::{self, Decks};

/// From so many tables on the interpreter's lock is let go, so that other Python threads run.
const DETACH_FROM: usize = 256;

/// Many rounds at once; `gin_fast.sim.Tables` says how.
#[pyclass(module = "gin_fast._core")]
pub(crate) struct Tables(sim::Tables);

#[pymethods]
impl Tables {
    /// Deals a round from each seed; `first_dealer` is a seat, or None for what the seeds say.
    #[new]
    fn new(
        rules: &Bound<'_, PyAny>,
        seeds: PyReadonlyArray1<'_, u64>,
        first_dealer: Option<u8>,
    ) -> PyResult<Tables> {
        let rules = rules::read(rules)?;
        let seeds = seeds.as_slice()?;
        let mut decks = Vec::new();
        decks.try_reserve_exact(seeds.len()).map_err(|_| out_of_memory(seeds.len()))?;
        decks.extend(seeds.iter().map(|&seed| Decks {
            seed,
            dealt: 0,
            first_dealer: first_dealer.unwrap_or((sim::seed_of(seed, u64::MAX) & 1) as u8),
        }));
        Ok(Tables(sim::Tables::deal(rules, decks)))
    }

    /// The seeds of so many tables that belong to one seed.
    #[staticmethod]
    fn seeds_of(py: Python<'_>, seed: u64, count: usize) -> Bound<'_, PyArray1<u64>> {
        PyArray1::from_iter(py, (0..count as u64).map(|table| sim::seed_of(seed, table)))
    }

    fn __len__(&self) -> usize {
        self.0.tables().len()
    }

    fn player<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        PyArray1::from_iter(py, self.0.tables().iter().map(|table| table.player() as i8))
    }

    fn phase<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        PyArray1::from_iter(py, self.0.tables().iter().map(|table| table.phase() as u8))
    }

    fn done<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        PyArray1::from_slice(py, self.0.done())
    }

    fn points<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i16>> {
        PyArray1::from_slice(py, self.0.points())
    }

    fn legal_bits<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<u64>> {
        let bits = self.0.tables().iter().flat_map(|table| {
            let legal = table.legal_actions();
            [legal as u64, (legal >> 64) as u64]
        });
        let bits = ndarray::Array::from_iter(bits);
        let shape = (self.0.tables().len(), 2);
        PyArray2::from_owned_array(py, bits.into_shape_with_order(shape).expect("two a table"))
    }

    /// Does one action a table; the place of the first that is not legal, and then no table has
    /// moved.
    fn step(
        slf: &Bound<'_, Self>,
        actions: &Bound<'_, PyAny>,
        auto_reset: bool,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<usize>> {
        let threads = Options { out: None, threads, backend: None }.threads()?;
        let mut tables = slf.try_borrow_mut().map_err(|_| in_use())?;
        let tables = &mut tables.0;
        let actions = Actions::read(actions, tables.tables().len())?;
        let ids = actions.ids()?;
        let done = if ids.len() < DETACH_FROM {
            tables.step(ids, auto_reset, 1)
        } else {
            slf.py().detach(|| tables.step(ids, auto_reset, threads))
        };
        Ok(done.err())
    }
}

fn in_use() -> PyErr {
    PyRuntimeError::new_err(
        "tables: another thread is at work on them; give each thread a copy() of its own",
    )
}

fn out_of_memory(count: usize) -> PyErr {
    PyMemoryError::new_err(format!("n: no memory for {count} tables"))
}
