//! `Tables`: many rounds at once, as `gin_fast.sim` hands them to Python.

use std::sync::{RwLock, RwLockReadGuard, RwLockWriteGuard, TryLockError};

use numpy::{PyArray1, PyArray2, PyArrayDyn, PyReadonlyArray1, PyReadonlyArray2, ndarray};
use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use super::super::arrays::Options;
use super::super::signals::Signals;
use super::position::{self, Position};
use super::{actions, out, rules, worlds};
use crate::sim::{self, Action, Decks, Planes, Table};

/// From so many tables on the interpreter's lock is let go, so that other Python threads run.
const DETACH_FROM: usize = 256;
/// So many rounds are dealt between two looks at whether Ctrl-C was pressed.
const DEALT_AT_ONCE: usize = 1 << 16;

/// Many rounds at once; `gin_fast.sim.Tables` has read the arguments, and documents them.
///
/// Frozen and with a lock of its own, so that who meets another thread at work is told so.
#[pyclass(module = "gin_fast._core", frozen)]
pub(crate) struct Tables {
    tables: RwLock<sim::Tables>,
    count: usize,
}

#[pymethods]
impl Tables {
    /// Deals a round from each seed; `first_dealer` is a seat, or None for what the seeds say.
    #[new]
    fn new(
        py: Python<'_>,
        rules: &Bound<'_, PyAny>,
        seeds: PyReadonlyArray1<'_, u64>,
        first_dealer: Option<u8>,
    ) -> PyResult<Tables> {
        let rules = rules::read(rules)?;
        let seeds = seeds.as_slice()?;
        let first_dealer = |seed| first_dealer.unwrap_or((sim::seed_of(seed, u64::MAX) & 1) as u8);
        let mut decks = room(seeds.len())?;
        decks.extend(seeds.iter().map(|&seed| Decks {
            seed,
            dealt: 0,
            first_dealer: first_dealer(seed),
        }));
        let mut tables = room(seeds.len())?;
        for decks in decks.chunks_mut(DEALT_AT_ONCE) {
            py.check_signals()?;
            py.detach(|| Decks::deal_each(decks, &rules, &mut tables));
        }
        Ok(Tables::of(sim::Tables::with(rules, tables, decks)))
    }

    /// The seeds of so many tables that belong to one seed.
    #[staticmethod]
    fn seeds_of(py: Python<'_>, seed: u64, count: usize) -> PyResult<Bound<'_, PyArray1<u64>>> {
        let mut seeds = room(count)?;
        seeds.extend((0..count as u64).map(|table| sim::seed_of(seed, table)));
        Ok(PyArray1::from_vec(py, seeds))
    }

    /// Rounds at these positions; the place of the first that does not hold together if one does
    /// not.
    #[staticmethod]
    fn at(
        py: Python<'_>,
        rules: &Bound<'_, PyAny>,
        positions: Vec<Position>,
        seeds: PyReadonlyArray1<'_, u64>,
    ) -> PyResult<Py<PyAny>> {
        let rules = rules::read(rules)?;
        let (mut tables, mut decks) = (Vec::new(), Vec::new());
        for (at, (position, &seed)) in positions.into_iter().zip(seeds.as_slice()?).enumerate() {
            let table = position.parts().and_then(|parts| Table::from_parts(&rules, &parts));
            let Some(table) = table else { return Ok(at.into_pyobject(py)?.into_any().unbind()) };
            // The other seat deals the next round.
            decks.push(Decks { seed, dealt: 0, first_dealer: table.dealer() ^ 1 });
            tables.push(table);
        }
        Ok(Py::new(py, Tables::of(sim::Tables::with(rules, tables, decks)))?.into_any())
    }

    /// What the table at this place is made of, by the names of the fields.
    fn position<'py>(&self, py: Python<'py>, at: usize) -> PyResult<Bound<'py, PyDict>> {
        position::fields(py, &self.read()?.tables()[at].parts())
    }

    fn __len__(&self) -> usize {
        self.count
    }

    fn player<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        self.each(py, |table| table.player() as i8)
    }

    fn dealer<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        self.each(py, |table| table.dealer() as i8)
    }

    fn phase<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        self.each(py, |table| table.phase() as u8)
    }

    fn done<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        Ok(PyArray1::from_slice(py, self.read()?.done()))
    }

    fn points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i16>>> {
        Ok(PyArray1::from_slice(py, self.read()?.points()))
    }

    /// Where the decks of each table come from: the seed.
    fn seeds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u64>>> {
        let seeds = self.read()?.decks().iter().map(|decks| decks.seed).collect();
        Ok(PyArray1::from_vec(py, seeds))
    }

    fn hands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u64>>> {
        let tables = self.read()?;
        let hands = tables.tables().iter().map(|table| table.hands().map(crate::CardSet::mask));
        Ok(pairs(py, hands.collect()))
    }

    fn legal_bits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u64>>> {
        Ok(pairs(py, self.read()?.legal().to_vec()))
    }

    /// A byte an action, 1 where it is legal.
    fn legal<'py>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArrayDyn<bool>>> {
        let threads = Options { out: None, threads, backend: None }.threads()?;
        let array = out::array::<bool>(py, out, &[self.count, Action::COUNT])?;
        let bytes = out::as_bytes(&array)?;
        let mut bytes = out::writable(&bytes)?;
        let bytes = bytes.as_slice_mut()?;
        self.work(py, |tables, go_on| tables.write_legal(bytes, threads, go_on))?;
        Ok(array)
    }

    /// The planes of cards alone or all of them; `scores` has two bytes a table.
    fn observe<'py>(
        &self,
        py: Python<'py>,
        whole: bool,
        scores: Option<PyReadonlyArray2<'py, u8>>,
        out: Option<&Bound<'py, PyAny>>,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArrayDyn<u8>>> {
        let threads = Options { out: None, threads, backend: None }.threads()?;
        let planes = if whole { Planes::All } else { Planes::Cards };
        let scores = scores.as_ref().map(PyReadonlyArray2::as_slice).transpose()?;
        let scores = scores.unwrap_or_default();
        let array = out::array::<u8>(py, out, &[self.count, planes.count(), 52])?;
        {
            let mut bytes = out::writable(&array)?;
            let bytes = bytes.as_slice_mut()?;
            self.work(py, |tables, go_on| tables.observe(planes, scores, bytes, threads, go_on))?;
        }
        Ok(array)
    }

    /// Does one action a table; the place of the first that is not legal, and then no table has
    /// moved.
    fn step(
        &self,
        py: Python<'_>,
        actions: &Bound<'_, PyAny>,
        auto_reset: bool,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<usize>> {
        let threads = Options { out: None, threads, backend: None }.threads()?;
        let ids = actions::read(actions, self.count)?;
        let mut tables = self.change()?;
        let tables = &mut *tables;
        let done = if ids.len() < DETACH_FROM {
            tables.step(&ids, auto_reset, 1)
        } else {
            py.detach(|| tables.step(&ids, auto_reset, threads))
        };
        Ok(done.err())
    }

    /// Deals the next round at these tables, none of them named twice.
    fn reset(&self, py: Python<'_>, places: PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        let places = read_places(&places)?;
        let mut tables = self.change()?;
        let tables = &mut *tables;
        // Dealt beside the tables: Ctrl-C leaves all of them as they were.
        let mut dealt = room(places.len())?;
        for places in places.chunks(DEALT_AT_ONCE) {
            py.check_signals()?;
            py.detach(|| tables.deal_following(places, &mut dealt));
        }
        tables.follow(&places, &dealt);
        Ok(())
    }

    /// Copies of these tables.
    fn take(&self, py: Python<'_>, places: PyReadonlyArray1<'_, i64>) -> PyResult<Tables> {
        let places = read_places(&places)?;
        let tables = self.read()?;
        let tables = &*tables;
        Ok(Tables::of(py.detach(|| tables.take(&places))))
    }

    fn copy(&self, py: Python<'_>) -> PyResult<Tables> {
        let tables = self.read()?;
        let tables = &*tables;
        Ok(Tables::of(py.detach(|| tables.clone())))
    }

    fn equals(&self, other: &Tables) -> PyResult<bool> {
        Ok(*self.read()? == *other.read()?)
    }

    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.read()?.to_bytes()))
    }

    /// The tables of these bytes, or None if they are no such bytes.
    #[staticmethod]
    fn from_bytes(rules: &Bound<'_, PyAny>, state: &[u8]) -> PyResult<Option<Tables>> {
        Ok(sim::Tables::from_bytes(rules::read(rules)?, state).map(Tables::of))
    }

    /// The names of the planes.
    #[staticmethod]
    fn planes() -> Vec<&'static str> {
        Planes::NAMES.to_vec()
    }

    /// Worlds of the tables, table by table.
    fn determinize(
        &self,
        py: Python<'_>,
        arguments: worlds::Arguments<'_>,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Tables> {
        let threads = Options { out: None, threads, backend: None }.threads()?;
        worlds::determinize(py, &*self.read()?, &arguments, threads).map(Tables::of)
    }
}

impl Tables {
    pub(super) fn of(tables: sim::Tables) -> Tables {
        Tables { count: tables.tables().len(), tables: RwLock::new(tables) }
    }

    /// The tables, which no other thread is changing.
    pub(super) fn read(&self) -> PyResult<RwLockReadGuard<'_, sim::Tables>> {
        unless_in_use(self.tables.try_read())
    }

    /// The tables, which no other thread is at work on.
    fn change(&self) -> PyResult<RwLockWriteGuard<'_, sim::Tables>> {
        unless_in_use(self.tables.try_write())
    }

    fn each<'py, T: numpy::Element>(
        &self,
        py: Python<'py>,
        of: impl Fn(&Table) -> T,
    ) -> PyResult<Bound<'py, PyArray1<T>>> {
        Ok(PyArray1::from_vec(py, self.read()?.tables().iter().map(of).collect()))
    }

    /// Has something read off all tables, which Ctrl-C can end.
    fn work(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&sim::Tables, &mut dyn FnMut() -> bool) + Send,
    ) -> PyResult<()> {
        let tables = self.read()?;
        let tables = &*tables;
        if self.count < DETACH_FROM {
            work(tables, &mut || true);
            return Ok(());
        }
        let mut signals = Signals::new();
        py.detach(|| work(tables, &mut || signals.go_on()));
        signals.raised().map_or(Ok(()), Err)
    }
}

/// What a lock holds, or the error for tables that another thread is at work on.
fn unless_in_use<G>(locked: Result<G, TryLockError<G>>) -> PyResult<G> {
    match locked {
        Ok(tables) => Ok(tables),
        Err(TryLockError::Poisoned(tables)) => Ok(tables.into_inner()),
        Err(TryLockError::WouldBlock) => Err(PyRuntimeError::new_err(
            "tables: another thread is at work on them; give each thread a copy() of its own",
        )),
    }
}

/// Places that NumPy has found among those of the tables.
fn read_places(places: &PyReadonlyArray1<'_, i64>) -> PyResult<Vec<usize>> {
    let places = places.as_array();
    let read = places.iter().map(|&at| usize::try_from(at)).collect::<Result<_, _>>();
    read.map_err(|_| PyValueError::new_err("places: expected no negative ones"))
}

fn pairs(py: Python<'_>, pairs: Vec<[u64; 2]>) -> Bound<'_, PyArray2<u64>> {
    PyArray2::from_owned_array(py, ndarray::Array2::from(pairs))
}

/// Room for so many, if there is memory.
fn room<T>(count: usize) -> PyResult<Vec<T>> {
    let mut room = Vec::new();
    room.try_reserve_exact(count)
        .map_err(|_| PyMemoryError::new_err(format!("n: no memory for {count} tables")))?;
    Ok(room)
}
