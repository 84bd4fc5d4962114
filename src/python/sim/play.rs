//! Rounds played to their ends: results go to rows of bytes, as `gin_fast.sim` lays them out.

use numpy::{PyArray1, PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::super::arrays::Options;
use super::super::signals::Signals;
use super::rules;
use crate::sim::{Deal, Dealers, Ending, Played, Playing, Policy, Row};
use crate::{Kind, sim};

/// The bytes of a row: a text of eight characters of four bytes, and the numbers.
const BYTES: usize = 42;
/// Those of the text.
const TEXT: usize = 32;

/// The names of those that play in Rust.
#[pyfunction]
pub(crate) fn policies() -> Vec<&'static str> {
    Policy::NAMES.iter().map(|(_, name)| *name).collect()
}

/// Reads the name of a policy.
pub(super) fn read_policy(argument: &str, name: &str) -> PyResult<Policy> {
    Policy::named(name).ok_or_else(|| {
        let names = Policy::NAMES.map(|(_, name)| name).join(", ");
        PyValueError::new_err(format!("{argument}: expected one of {names}, got {name:?}"))
    })
}

/// Reads what all ways to play begin with.
pub(super) fn read_playing(
    rules: &Bound<'_, PyAny>,
    players: [&str; 2],
    threads: Option<&Bound<'_, PyAny>>,
) -> PyResult<Playing> {
    let [first, second] = players;
    Ok(Playing {
        rules: rules::read(rules)?,
        policies: [read_policy("players", first)?, read_policy("players", second)?],
        threads: Options { out: None, threads, backend: None }.threads()?,
    })
}

/// Plays the rounds of a series from number `first` on into `out`.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "all of one kind of call")]
pub(crate) fn play_rows(
    py: Python<'_>,
    rules: &Bound<'_, PyAny>,
    players: (String, String),
    seed: u64,
    first_dealer: Option<u8>,
    next_dealer: [[u8; 3]; 2],
    first: u64,
    mut out: PyReadwriteArray2<'_, u8>,
    threads: Option<&Bound<'_, PyAny>>,
) -> PyResult<()> {
    let playing = read_playing(rules, [&players.0, &players.1], threads)?;
    let row = Row { seed, dealers: Dealers { first: first_dealer, next: next_dealer } };
    let rows = rows(&mut out)?;
    interruptible(py, |go_on| playing.rows(&row, first, rows, write, go_on))
}

/// Plays one round of each seed into `out`, and notes the boxes beside it.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "all of one kind of call")]
pub(crate) fn play_deals(
    py: Python<'_>,
    rules: &Bound<'_, PyAny>,
    players: (String, String),
    seeds: PyReadonlyArray1<'_, u64>,
    dealers: PyReadonlyArray1<'_, u8>,
    swapped: PyReadonlyArray1<'_, bool>,
    mut out: PyReadwriteArray2<'_, u8>,
    mut boxes: PyReadwriteArray1<'_, u16>,
    threads: Option<&Bound<'_, PyAny>>,
) -> PyResult<()> {
    let playing = read_playing(rules, [&players.0, &players.1], threads)?;
    let deals = read_deals(&seeds, &dealers, &swapped)?;
    let rows = rows(&mut out)?;
    let boxes = boxes.as_slice_mut()?;
    same_length(deals.len(), rows.len())?;
    same_length(deals.len(), boxes.len())?;
    let mut places: Vec<_> = rows.iter_mut().zip(boxes).collect();
    let note = |(row, boxes): &mut (&mut [u8; BYTES], &mut u16), played: &Played| {
        write(row, played);
        **boxes = played.ended.boxes;
    };
    interruptible(py, |go_on| playing.deals(&deals, &mut places, note, go_on))
}

/// The seed with a number of those that belong to a seed, for each of both.
#[pyfunction]
pub(crate) fn seeds_of<'py>(
    seeds: PyReadonlyArray1<'py, u64>,
    numbers: PyReadonlyArray1<'py, u64>,
) -> PyResult<Bound<'py, PyArray1<u64>>> {
    let (of, numbers) = (seeds.as_slice()?, numbers.as_slice()?);
    same_length(of.len(), numbers.len())?;
    let each = of.iter().zip(numbers).map(|(&seed, &number)| sim::seed_of(seed, number));
    Ok(PyArray1::from_iter(seeds.py(), each))
}

/// The seats that deal the first rounds of some rows of a series, where chance says who.
#[pyfunction]
pub(crate) fn first_dealers(
    py: Python<'_>,
    seed: u64,
    first: u64,
    count: u64,
) -> Bound<'_, PyArray1<u8>> {
    let dealers = Dealers { first: None, ..Dealers::ALTERNATING };
    PyArray1::from_iter(py, (first..first + count).map(|row| dealers.first(seed, row)))
}

pub(super) fn read_deals(
    seeds: &PyReadonlyArray1<'_, u64>,
    dealers: &PyReadonlyArray1<'_, u8>,
    swapped: &PyReadonlyArray1<'_, bool>,
) -> PyResult<Vec<Deal>> {
    let (seeds, dealers, swapped) = (seeds.as_slice()?, dealers.as_slice()?, swapped.as_slice()?);
    same_length(seeds.len(), dealers.len())?;
    same_length(seeds.len(), swapped.len())?;
    let deals = seeds.iter().zip(dealers).zip(swapped);
    Ok(deals
        .map(|((&seed, &dealer), &swapped)| Deal { seed, dealer: dealer & 1, swapped })
        .collect())
}

/// Lets the interpreter's lock go, and gives up on Ctrl-C.
pub(super) fn interruptible(
    py: Python<'_>,
    work: impl FnOnce(&mut dyn FnMut() -> bool) + Send,
) -> PyResult<()> {
    let mut signals = Signals::new();
    py.detach(|| work(&mut || signals.go_on()));
    signals.raised().map_or(Ok(()), Err)
}

/// The rows of an array of bytes.
pub(super) fn rows<'a>(out: &'a mut PyReadwriteArray2<'_, u8>) -> PyResult<&'a mut [[u8; BYTES]]> {
    let (rows, rest) = out.as_slice_mut()?.as_chunks_mut::<BYTES>();
    same_length(rest.len(), 0)?;
    Ok(rows)
}

pub(super) fn same_length(expected: usize, got: usize) -> PyResult<()> {
    if expected == got {
        Ok(())
    } else {
        Err(PyValueError::new_err(format!("expected {expected} places, got {got}")))
    }
}

/// Writes how a round went: the fields of `gin_fast.sim.ROUND` in order.
pub(super) fn write(row: &mut [u8; BYTES], played: &Played) {
    const DRAW: [u8; TEXT] = text("draw");
    const KNOCK: [u8; TEXT] = text("knock");
    const GIN: [u8; TEXT] = text("gin");
    const BIG_GIN: [u8; TEXT] = text("big_gin");
    const UNDERCUT: [u8; TEXT] = text("undercut");
    let ended = &played.ended;
    let kind = match ended.ending {
        Ending::Drawn => DRAW,
        Ending::Out(Kind::Knock) => KNOCK,
        Ending::Out(Kind::Gin) => GIN,
        Ending::Out(Kind::BigGin) => BIG_GIN,
        Ending::Out(Kind::Undercut) => UNDERCUT,
    };
    // -1 for nobody.
    let seat = |seat: Option<u8>| seat.unwrap_or(u8::MAX);
    let [points_a, points_b] = ended.points_of_first_seat().to_ne_bytes();
    let [turns_a, turns_b] = played.turns.to_ne_bytes();
    row[..TEXT].copy_from_slice(&kind);
    row[TEXT..].copy_from_slice(&[
        seat(ended.winner),
        points_a,
        points_b,
        seat(ended.knocker),
        ended.knocker_deadwood,
        ended.defender_deadwood,
        turns_a,
        turns_b,
        played.dealer,
        ended.laid_off.len() as u8,
    ]);
}

/// A text of ASCII as NumPy holds it: four bytes a character, then zeros.
const fn text(name: &str) -> [u8; TEXT] {
    let mut bytes = [0; TEXT];
    let mut at = 0;
    while at < name.len() {
        let character = (name.as_bytes()[at] as u32).to_ne_bytes();
        let mut byte = 0;
        while byte < 4 {
            bytes[4 * at + byte] = character[byte];
            byte += 1;
        }
        at += 1;
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_its_name() {
        for &(kind, name) in Kind::NAMES {
            let mut played = Played::NONE;
            played.ended.ending = Ending::Out(kind);
            let mut row = [0xAA; BYTES];
            write(&mut row, &played);
            assert_eq!(row[..TEXT], text(name));
        }
    }
}
