//! What a state is asked for: who may look, of which action, and in which words.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use super::{State, dicts, lists};
use crate::compat::open_spiel as core;
use crate::compat::open_spiel::actions::ActionSet;
use crate::python::compat::open_spiel::arguments::{self, items, number};
use crate::python::compat::open_spiel::error::spiel_error;
use crate::python::compat::open_spiel::game::{Game, NO_POPULATIONS, call};
use crate::python::signals::Signals;

/// The names of the phases in Python.
pub(super) const PHASES: [&str; 8] =
    ["DEAL", "FIRST_UPCARD", "DRAW", "DISCARD", "KNOCK", "LAYOFF", "WALL", "GAME_OVER"];

impl State {
    pub(in crate::python::compat::open_spiel) fn new(game: Py<Game>) -> State {
        State { state: core::State::new(game.get().game), game }
    }

    /// The state that a text of actions leads to.
    pub(in crate::python::compat::open_spiel) fn read(
        game: Py<Game>,
        py: Python<'_>,
        text: &str,
    ) -> PyResult<State> {
        let mut state = State::new(game);
        for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let place = format!("state: line {}: ", at + 1);
            let Ok(action) = line.trim().parse() else {
                let message = format!("{place}expected an int, got '{line}'");
                return Err(PyValueError::new_err(message));
            };
            let applied = state.state.apply(action);
            applied.map_err(|error| spiel_error(py, format!("{place}{error}")))?;
        }
        Ok(state)
    }

    pub(super) fn copy(&self, py: Python<'_>) -> State {
        State { state: self.state.clone(), game: self.game.clone_ref(py) }
    }

    pub(super) fn apply(&mut self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = action.py();
        let action = arguments::action("action", action)?;
        self.state.apply(action).map_err(|error| spiel_error(py, error.to_string()))
    }

    pub(super) fn after(&self, action: &Bound<'_, PyAny>) -> PyResult<State> {
        let mut after = self.copy(action.py());
        after.apply(action)?;
        Ok(after)
    }

    pub(super) fn undo(
        &mut self,
        player: &Bound<'_, PyAny>,
        action: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let py = player.py();
        let (player, action) = (number("player", player)?, arguments::action("action", action)?);
        let undone = self.state.undo(player.into(), action);
        undone.map_err(|error| spiel_error(py, error.to_string()))
    }

    pub(super) fn outcomes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        if !self.state.is_chance() {
            let phase = self.state.phase().name();
            return Err(spiel_error(py, format!("chance is not to act in phase {phase}")));
        }
        lists::chance_outcomes(py, &self.state)
    }

    /// What a player may see, part by part.
    pub(super) fn seen_by<'py>(&self, player: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = player.py();
        let observer = self.observer(Some(player), py)?;
        let contents = dicts::contents(py, &self.state, Some(observer))?;
        call(py, "structs", "observation_struct", (contents,))
    }

    /// A player who may look: the one given, or the one to act.
    pub(super) fn observer(
        &self,
        player: Option<&Bound<'_, PyAny>>,
        py: Python<'_>,
    ) -> PyResult<usize> {
        let player = match player {
            Some(player) => number("player", player)?,
            None => self.state.current_player().into(),
        };
        match player {
            0 | 1 => Ok(player as usize),
            _ => Err(spiel_error(py, format!("player: expected 0 or 1, got {player}"))),
        }
    }

    /// Whose actions are asked for: those of the player given, or of the one to act.
    pub(super) fn asked(&self, player: Option<&Bound<'_, PyAny>>) -> PyResult<i32> {
        let to_act = self.state.current_player().into();
        player.map_or(Ok(to_act), |player| number("player", player))
    }

    /// The legal actions of a player, none unless it is to act.
    pub(super) fn legal(&self, player: i32) -> ActionSet {
        let is_to_act = player == i32::from(self.state.current_player());
        if is_to_act { self.state.legal_actions() } else { ActionSet::EMPTY }
    }

    /// A state that `player` cannot tell from this one.
    pub(super) fn resampled(&self, py: Python<'_>, player: usize, seed: u64) -> PyResult<State> {
        let mut signals = Signals::new();
        match self.state.resample(player, seed, &mut || signals.go_on()) {
            Some(state) => Ok(State { state, game: self.game.clone_ref(py) }),
            None => Err(signals.raised().expect("nothing else gives it up")),
        }
    }

    /// Refuses what is no list of actions, and then that players act at once.
    pub(super) fn at_once(&self, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = actions.py();
        for action in items("actions", "ints", actions)? {
            arguments::action("actions", &action)?;
        }
        let message = "players never act at once in gin rummy: use apply_action".to_owned();
        Err(spiel_error(py, message))
    }

    /// What is said where actions are asked for as structs.
    pub(super) fn without_structs(&self, asked: &Bound<'_, PyTuple>) -> PyResult<()> {
        let message = "actions of gin rummy have no structs: they are ints".to_owned();
        Err(spiel_error(asked.py(), message))
    }

    /// What is said where a population of players is asked for.
    pub(super) fn without_populations(&self, asked: &Bound<'_, PyTuple>) -> PyResult<()> {
        Err(spiel_error(asked.py(), NO_POPULATIONS.to_owned()))
    }

    /// Reads `(player, it)` or `(it)`; without a player, the one to act.
    pub(super) fn player_and<'a, 'py>(
        &self,
        first: &'a Bound<'py, PyAny>,
        second: Option<&'a Bound<'py, PyAny>>,
    ) -> PyResult<(i64, &'a Bound<'py, PyAny>)> {
        match second {
            Some(second) => Ok((number("player", first)?.into(), second)),
            None => Ok((self.state.current_player().into(), first)),
        }
    }

    pub(super) fn words(&self, py: Python<'_>, player: i64, action: i64) -> PyResult<String> {
        let words = self.state.action_text(player, action);
        words.map_err(|error| spiel_error(py, error.to_string()))
    }

    /// The legal action of these words.
    pub(super) fn action_of(&self, player: i64, words: &Bound<'_, PyAny>) -> PyResult<u8> {
        let text = arguments::words("words", words)?;
        let is_meant = |action: &u8| {
            self.state.action_text(player, (*action).into()).is_ok_and(|words| words == text)
        };
        self.state.legal_actions().iter().find(is_meant).ok_or_else(|| {
            let message = format!("words: expected those of a legal action, got {text:?}");
            spiel_error(words.py(), message)
        })
    }
}
