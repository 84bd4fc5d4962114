//! `Game`: OpenSpiel's game of `gin_rummy` as a Python object.

use std::fmt::Write;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyMapping};

use super::arguments::{action, flag, number, words};
use super::error::spiel_error;
use super::state::State;
use crate::compat::open_spiel as core;
use crate::python::errors::what_came;

/// The names of the parameters, as OpenSpiel sorts them.
const PARAMETERS: [&str; 7] = [
    "gin_bonus",
    "hand_size",
    "knock_card",
    "num_ranks",
    "num_suits",
    "oklahoma",
    "undercut_bonus",
];
const OKLAHOMA: usize = 5;
const MAX_GAME_LENGTH: u32 = 300;
pub(super) const NO_POPULATIONS: &str = "gin rummy is no game of populations";
pub(super) const NO_INFORMATION_TENSOR: &str =
    "gin rummy has no tensor of an information state; it has information_state_string";

/// A game of OpenSpiel's `gin_rummy`: the rules of one round.
///
/// Args:
///     params: The parameters that are not as usual, by name: `oklahoma` (False), `knock_card` (10,
///         at most 10), `gin_bonus` (25), `undercut_bonus` (25), `num_ranks` (13), `num_suits` (4),
///         `hand_size` (10).
///     compat: Whether to answer as OpenSpiel also where it is wrong; see `docs/openspiel.md`.
///
/// Raises:
///     SpielError: There is no such parameter or no such game.
///     TypeError: `params` is no mapping.
///
/// >>> from gin_fast.compat.open_spiel import Game
/// >>> game = Game({"knock_card": 5})
/// >>> game, game.num_distinct_actions(), game.observation_tensor_shape()
/// (gin_rummy(knock_card=5), 241, [644])
#[pyclass(frozen, eq, hash, weakref, module = "gin_fast.compat.open_spiel")]
#[derive(PartialEq, Eq, Hash)]
pub(in crate::python) struct Game {
    pub(super) game: core::Game,
    /// Which parameters were given: their bits, by their places.
    given: u8,
}

/// Puts the parameter at a place, read from what came.
fn put(at: usize, came: &Bound<'_, PyAny>, parameters: &mut core::Parameters) -> PyResult<()> {
    let py = came.py();
    let name = PARAMETERS[at];
    let (is_bool, came_as) = (came.is_instance_of::<PyBool>(), what_came(came));
    if is_bool != (at == OKLAHOMA) {
        let wanted = if at == OKLAHOMA { "a bool" } else { "an int" };
        return Err(spiel_error(py, format!("{name}: expected {wanted}, got {came_as}")));
    }
    if at == OKLAHOMA {
        parameters.oklahoma = came.is_truthy()?;
        return Ok(());
    }
    let refused = |error: PyErr| spiel_error(py, error.value(py).to_string());
    let value = number(name, came).map_err(refused)?;
    *match at {
        0 => &mut parameters.gin_bonus,
        1 => &mut parameters.hand_size,
        2 => &mut parameters.knock_card,
        3 => &mut parameters.num_ranks,
        4 => &mut parameters.num_suits,
        _ => &mut parameters.undercut_bonus,
    } = value;
    Ok(())
}

impl Game {
    fn read(params: Option<&Bound<'_, PyAny>>, compat: bool) -> PyResult<Game> {
        let (mut parameters, mut given) = (core::Parameters::default(), 0);
        let Some(params) = params else { return Ok(Game { game: usual(compat), given }) };
        let Ok(params) = params.cast::<PyMapping>() else {
            let came = what_came(params);
            return Err(PyTypeError::new_err(format!(
                "params: expected a dict of parameters by name, got {came}"
            )));
        };
        let py = params.py();
        for item in params.items()? {
            let (name, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item.extract()?;
            let place = PARAMETERS.iter().position(|it| name.eq(it).unwrap_or(false));
            let Some(at) = place else {
                let all = PARAMETERS.join(", ");
                let message = format!("params: expected some of {all}, got {}", name.repr()?);
                return Err(spiel_error(py, message));
            };
            put(at, &value, &mut parameters)?;
            given |= 1 << at;
        }
        let game = core::Game::new(parameters, compat);
        let game = game.map_err(|error| spiel_error(py, error.to_string()))?;
        Ok(Game { game, given })
    }

    fn value<'py>(&self, py: Python<'py>, at: usize) -> PyResult<Bound<'py, PyAny>> {
        let parameters = self.game.parameters();
        if at == OKLAHOMA {
            return Ok(PyBool::new(py, parameters.oklahoma).to_owned().into_any());
        }
        let value = match at {
            0 => parameters.gin_bonus,
            1 => parameters.hand_size,
            2 => parameters.knock_card,
            3 => parameters.num_ranks,
            4 => parameters.num_suits,
            _ => parameters.undercut_bonus,
        };
        Ok(value.into_pyobject(py)?.into_any())
    }

    fn is_given(&self, at: usize) -> bool {
        self.given >> at & 1 == 1
    }

    fn text(&self, py: Python<'_>) -> PyResult<String> {
        let mut text = "gin_rummy(".to_owned();
        for at in (0..PARAMETERS.len()).filter(|at| self.is_given(*at)) {
            let comma = if text.ends_with('(') { "" } else { "," };
            let _ = write!(text, "{comma}{}={}", PARAMETERS[at], self.value(py, at)?);
        }
        text.push(')');
        Ok(text)
    }
}

/// What makes a game again: a function, and what it takes.
type Pickled<'py> = (Bound<'py, PyAny>, (Bound<'py, PyDict>, bool));

/// The game of the usual parameters.
fn usual(compat: bool) -> core::Game {
    core::Game::new(core::Parameters::default(), compat).expect("the usual parameters are a game")
}

/// Calls a function of a module of `gin_fast.compat.open_spiel`.
pub(super) fn call<'py>(
    py: Python<'py>,
    module: &str,
    name: &str,
    arguments: impl pyo3::call::PyCallArgs<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    py.import(format!("gin_fast.compat.open_spiel.{module}"))?.getattr(name)?.call1(arguments)
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(
        signature = (params = None, *, compat = None),
        text_signature = "(params=None, *, compat=False)"
    )]
    fn new(params: Option<&Bound<'_, PyAny>>, compat: Option<&Bound<'_, PyAny>>) -> PyResult<Game> {
        Game::read(params, compat.map_or(Ok(false), |compat| flag("compat", compat))?)
    }

    /// Return the state before the deal. OpenSpiel's gin rummy has no other to begin with.
    #[pyo3(signature = (beginning = None, /))]
    fn new_initial_state(
        slf: Bound<'_, Self>,
        beginning: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<State> {
        if beginning.is_some() {
            let message = "new_initial_state: gin rummy begins with the deal only".to_owned();
            return Err(spiel_error(slf.py(), message));
        }
        Ok(State::new(slf.unbind()))
    }

    /// Return the list of the states that a game begins with: one.
    fn new_initial_states(slf: Bound<'_, Self>) -> [State; 1] {
        [State::new(slf.unbind())]
    }

    /// Raise SpielError: gin rummy is no game of populations.
    fn new_initial_state_for_population(&self, population: &Bound<'_, PyAny>) -> PyResult<()> {
        number("population", population)?;
        Err(spiel_error(population.py(), NO_POPULATIONS.to_owned()))
    }

    /// Return the state that a text of actions, one a line, leads to.
    ///
    /// Raises:
    ///     SpielError: An action is not legal.
    ///     ValueError: A line is no int.
    fn deserialize_state(slf: Bound<'_, Self>, text: &Bound<'_, PyAny>) -> PyResult<State> {
        State::read(slf.unbind(), text.py(), &words("text", text)?)
    }

    /// Return how many actions there are: 241.
    fn num_distinct_actions(&self) -> u8 {
        core::actions::ACTIONS
    }

    /// Return the shape of a policy over all actions: `[241]`.
    fn policy_tensor_shape(&self) -> [u16; 1] {
        [core::actions::ACTIONS.into()]
    }

    /// Return between how many cards chance chooses at most.
    fn max_chance_outcomes(&self) -> u8 {
        self.game.cards()
    }

    /// Return how many cards chance gives in a game at most.
    fn max_chance_nodes_in_history(&self) -> u8 {
        self.game.max_chance_nodes()
    }

    /// Return how many actions the players make in a game at most.
    fn max_game_length(&self) -> u32 {
        MAX_GAME_LENGTH
    }

    /// Return how many actions a history has at most, those of chance among them.
    fn max_history_length(&self) -> u32 {
        MAX_GAME_LENGTH + u32::from(self.game.max_chance_nodes())
    }

    /// Return how many moves a game has at most, those of chance among them.
    fn max_move_number(&self) -> u32 {
        self.max_history_length()
    }

    /// Return how many players there are: 2.
    fn num_players(&self) -> u8 {
        2
    }

    /// Return the most that a player can lose, as a negative number.
    fn min_utility(&self) -> f64 {
        -self.game.max_utility()
    }

    /// Return the most that a player can win. OpenSpiel says too little, as `compat` does.
    fn max_utility(&self) -> f64 {
        self.game.max_utility()
    }

    /// Return what both players win together: 0.0.
    fn utility_sum(&self) -> f64 {
        0.0
    }

    /// Return the shape of the observation tensor: `[644]`.
    fn observation_tensor_shape(&self) -> [usize; 1] {
        [core::OBSERVATION_SIZE]
    }

    /// Return how many numbers the observation tensor has: 644.
    fn observation_tensor_size(&self) -> usize {
        core::OBSERVATION_SIZE
    }

    /// Return how the observation tensor lies: `TensorLayout.CHW`.
    fn observation_tensor_layout<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("gin_fast.compat.open_spiel.kinds")?.getattr("TensorLayout")?.getattr("CHW")
    }

    /// Raise SpielError: there is no tensor of an information state.
    fn information_state_tensor_shape(&self, py: Python<'_>) -> PyResult<()> {
        Err(spiel_error(py, NO_INFORMATION_TENSOR.to_owned()))
    }

    /// Raise SpielError: there is no tensor of an information state.
    fn information_state_tensor_size(&self, py: Python<'_>) -> PyResult<()> {
        self.information_state_tensor_shape(py)
    }

    /// Return how a tensor of an information state would lie: `TensorLayout.CHW`.
    fn information_state_tensor_layout<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.observation_tensor_layout(py)
    }

    /// Return what sort of game it is: a `GameType`, OpenSpiel's own where it can be imported.
    fn get_type<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        call(py, "kinds", "game_type", ())
    }

    /// Return the parameters by name, those not given among them.
    fn get_parameters<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let parameters = PyDict::new(py);
        for (at, name) in PARAMETERS.into_iter().enumerate() {
            parameters.set_item(name, self.value(py, at)?)?;
        }
        Ok(parameters)
    }

    /// Return whether the first upcard is the limit of a knock.
    fn oklahoma(&self) -> bool {
        self.game.parameters().oklahoma
    }

    /// Return the most deadwood to knock with.
    fn knock_card(&self) -> i32 {
        self.game.parameters().knock_card
    }

    /// Whether it answers as OpenSpiel also where that is wrong.
    #[getter]
    fn compat(&self) -> bool {
        self.game.compat()
    }

    /// The class of what `State.to_struct` returns.
    #[getter(StateStruct)]
    fn state_struct<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("gin_fast.compat.open_spiel.structs")?.getattr("GinRummyStateStruct")
    }

    /// The class of what `State.to_observation_struct` returns.
    #[getter(ObservationStruct)]
    fn observation_struct<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("gin_fast.compat.open_spiel.structs")?.getattr("GinRummyObservationStruct")
    }

    /// Return an observer: `make_observer(iig_obs_type, params)` or `make_observer(params)`.
    #[pyo3(signature = (type_or_params, params = None, /))]
    fn make_observer<'py>(
        &self,
        type_or_params: Bound<'py, PyAny>,
        params: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = type_or_params.py();
        match params {
            Some(params) => call(py, "observer", "Observer", (type_or_params, params)),
            None => call(py, "observer", "Observer", (py.None(), type_or_params)),
        }
    }

    /// Return an observer, as OpenSpiel's `make_observation` asks for one.
    #[pyo3(signature = (iig_obs_type = None, params = None))]
    fn make_py_observer<'py>(
        &self,
        py: Python<'py>,
        iig_obs_type: Option<Bound<'py, PyAny>>,
        params: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        call(py, "observer", "Observer", (iig_obs_type, params))
    }

    /// Return an action in words that say nothing of its meaning; a state's do.
    fn action_to_string(
        &self,
        player: &Bound<'_, PyAny>,
        action: &Bound<'_, PyAny>,
    ) -> PyResult<String> {
        let (player, action) = (number("player", player)?, self::action("action", action)?);
        Ok(format!("Action(id={action}, player={player})"))
    }

    /// Return two empty texts: actions have no structs.
    fn action_struct_spec(&self) -> (&'static str, &'static str) {
        ("", "")
    }

    /// Return the text that `load_game` makes the game from again.
    fn serialize(&self, py: Python<'_>) -> PyResult<String> {
        self.text(py)
    }

    /// Return the text that `load_game` makes the game from again.
    #[pyo3(name = "to_string")]
    fn as_text(&self, py: Python<'_>) -> PyResult<String> {
        self.text(py)
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.text(py)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.text(py)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Pickled<'py>> {
        let (py, game) = (slf.py(), slf.get());
        let given = PyDict::new(py);
        for at in (0..PARAMETERS.len()).filter(|at| game.is_given(*at)) {
            given.set_item(PARAMETERS[at], game.value(py, at)?)?;
        }
        let load = py.import("gin_fast.compat.open_spiel.load")?.getattr("load_pickled")?;
        Ok((load, (given, game.game.compat())))
    }
}
