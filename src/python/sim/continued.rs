//! What tables come to, played on many times.

use numpy::PyArray1;
use pyo3::prelude::*;

use super::super::arrays::Options;
use super::play::{interruptible, read_policy};
use super::tables::Tables;
use crate::sim::{Continued, Playing};

/// Of each table, over its continuations: the sum of the points, that of their squares, how many
/// each seat won, and the draws.
type Sums<'py> = (
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<u64>>,
    Bound<'py, PyArray1<u64>>,
    Bound<'py, PyArray1<u64>>,
    Bound<'py, PyArray1<u64>>,
);

/// Plays each table on to its end, `times` times.
#[pyfunction]
pub(crate) fn playout<'py>(
    tables: &Bound<'py, Tables>,
    players: (String, String),
    times: u32,
    seed: u64,
    shuffle: bool,
    threads: Option<&Bound<'py, PyAny>>,
) -> PyResult<Sums<'py>> {
    let py = tables.py();
    let policies = [read_policy("players", &players.0)?, read_policy("players", &players.1)?];
    let threads = Options { out: None, threads, backend: None }.threads()?;
    let tables = tables.get().read()?;
    let playing = Playing { rules: *tables.rules(), policies, threads };
    let tables = tables.tables();
    let mut sums = Vec::new();
    interruptible(py, |go_on| {
        sums = playing.continued(tables, times, seed, shuffle, go_on);
    })?;
    Ok((
        PyArray1::from_iter(py, sums.iter().map(|sum| sum.points)),
        column(py, &sums, |sum| sum.squares),
        column(py, &sums, |sum| sum.won[0]),
        column(py, &sums, |sum| sum.won[1]),
        column(py, &sums, |sum| sum.turns),
    ))
}

fn column<'py>(
    py: Python<'py>,
    sums: &[Continued],
    of: impl Fn(&Continued) -> u64,
) -> Bound<'py, PyArray1<u64>> {
    PyArray1::from_iter(py, sums.iter().map(of))
}
