//! Rounds in which Python functions are asked for actions, many at a time.

use numpy::{PyArray1, PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2};
use pyo3::prelude::*;

use super::super::arrays::Options;
use super::actions;
use super::play::{read_deals, read_policy, rows, same_length, write};
use super::rules;
use super::tables::Tables;
use crate::sim::{self, Decks};

/// Rounds side by side, each as far as it goes without an answer.
#[pyclass(module = "gin_fast._core")]
pub(crate) struct Lockstep {
    lockstep: sim::Lockstep,
    rules: sim::RoundRules,
    threads: usize,
    /// The rounds about which the player asked last was asked.
    asked: Vec<usize>,
}

#[pymethods]
impl Lockstep {
    /// Deals a round of each seed; players without a name are asked.
    #[new]
    fn new(
        rules: &Bound<'_, PyAny>,
        players: (Option<String>, Option<String>),
        seeds: PyReadonlyArray1<'_, u64>,
        dealers: PyReadonlyArray1<'_, u8>,
        swapped: PyReadonlyArray1<'_, bool>,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Lockstep> {
        let threads = Options { out: None, threads, backend: None }.threads()?;
        let policy = |name: Option<String>| {
            name.as_deref().map(|name| read_policy("players", name)).transpose()
        };
        let policies = [policy(players.0)?, policy(players.1)?];
        let (rules, deals) = (rules::read(rules)?, read_deals(&seeds, &dealers, &swapped)?);
        let py = seeds.py();
        let lockstep = py.detach(|| sim::Lockstep::new(rules, policies, &deals, threads));
        Ok(Lockstep { lockstep, rules, threads, asked: Vec::new() })
    }

    /// The places of the rounds about which the player asked last was asked.
    fn asked<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<usize>> {
        PyArray1::from_slice(py, &self.asked)
    }

    /// The rounds in which a player must be asked.
    fn waiting<'py>(&mut self, py: Python<'py>, player: usize) -> PyResult<Bound<'py, Tables>> {
        self.asked = self.lockstep.waiting(player).collect();
        let all: Vec<&sim::Table> = self.lockstep.tables().collect();
        let tables = self.asked.iter().map(|&at| *all[at]).collect();
        // No round follows these, so it does not matter by what it would be dealt.
        let decks = vec![Decks { seed: 0, dealt: 0, first_dealer: 0 }; self.asked.len()];
        Bound::new(py, Tables::of(sim::Tables::with(self.rules, tables, decks)))
    }

    /// Does what was answered to the last question; the first answer that is not legal, and then
    /// nothing is done.
    fn answer(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
        let ids = actions::read(actions, self.asked.len())?;
        let (lockstep, asked, threads) = (&mut self.lockstep, &self.asked, self.threads);
        Ok(py.detach(|| {
            let done = lockstep.answer(asked, &ids);
            if done.is_ok() {
                lockstep.advance(threads);
            }
            done.err()
        }))
    }

    /// Writes how the rounds went, as `play_deals` does.
    fn write(
        &self,
        mut out: PyReadwriteArray2<'_, u8>,
        mut boxes: PyReadwriteArray1<'_, u16>,
    ) -> PyResult<()> {
        let (rows, boxes) = (rows(&mut out)?, boxes.as_slice_mut()?);
        let played = self.lockstep.played();
        same_length(played.len(), rows.len())?;
        same_length(played.len(), boxes.len())?;
        for ((row, boxes), played) in rows.iter_mut().zip(boxes).zip(played) {
            write(row, &played);
            *boxes = played.ended.boxes;
        }
        Ok(())
    }
}
