//! What a state is asked for: who may look, of which action, and in which words.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::State;
use crate::compat::open_spiel::{self as core, Hands};
use crate::python::compat::open_spiel::arguments::number;
use crate::python::compat::open_spiel::error::spiel_error;
use crate::python::compat::open_spiel::game::Game;
use crate::python::errors::what_came;

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
        let number = number("action", action)?;
        self.state.apply(number.into()).map_err(|error| spiel_error(action.py(), error.to_string()))
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

    pub(super) fn is_current(&self, player: Option<&Bound<'_, PyAny>>) -> PyResult<bool> {
        let Some(player) = player else { return Ok(true) };
        Ok(number("player", player)? == i32::from(self.state.current_player()))
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
        let Ok(text) = words.cast::<PyString>() else {
            let came = what_came(words);
            return Err(PyTypeError::new_err(format!("words: expected a str, got {came}")));
        };
        let text = text.to_string_lossy();
        let is_meant = |action: &u8| {
            self.state.action_text(player, (*action).into()).is_ok_and(|words| words == text)
        };
        self.state.legal_actions().iter().find(is_meant).ok_or_else(|| {
            let message = format!("words: expected those of a legal action, got {text:?}");
            spiel_error(words.py(), message)
        })
    }
}

/// Whose hands an observation shows, by OpenSpiel's word.
pub(super) fn shown(hands: &str) -> Hands {
    match hands {
        "NONE" => Hands::None,
        "ALL_PLAYERS" => Hands::All,
        _ => Hands::Own,
    }
}
