//! `State`: a state of OpenSpiel's `gin_rummy` as a Python object.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use super::arguments::action;
use super::error::spiel_error;
use super::game::{Game, NO_INFORMATION_TENSOR, call};
use crate::compat::open_spiel::{self as core, Hands};

mod asked;
mod dicts;
mod lists;
mod observed;
mod seed;

pub(in crate::python) use self::observed::{observed_places, observed_text};

/// A state of a round: where it stands, and the actions that led there.
///
/// A state comes from `Game.new_initial_state`, from another state, or from a text or pickle. Its
/// methods are those of OpenSpiel's states. An action that is not legal raises SpielError and
/// leaves the state as it was.
///
/// >>> from gin_fast.compat.open_spiel import load_game
/// >>> state = load_game("gin_rummy").new_initial_state()
/// >>> for card in range(21):
/// ...     state.apply_action(card)
/// >>> state.current_player(), state.legal_actions(), state.hands()[1][:3]
/// (0, [52, 54], [10, 11, 12])
#[pyclass(weakref, module = "gin_fast.compat.open_spiel")]
pub(in crate::python) struct State {
    state: core::State,
    game: Py<Game>,
}

#[pymethods]
impl State {
    /// Return the player to act: 0 or 1, -1 for chance, -4 when the game is over.
    fn current_player(&self) -> i8 {
        self.state.current_player()
    }

    /// Return whether the game is over.
    fn is_terminal(&self) -> bool {
        self.state.is_over()
    }

    /// Return whether chance gives a card.
    fn is_chance_node(&self) -> bool {
        self.state.is_chance()
    }

    /// Return whether a player is to act.
    fn is_player_node(&self) -> bool {
        self.state.current_player() >= 0
    }

    /// Return False: players never act at once.
    fn is_simultaneous_node(&self) -> bool {
        false
    }

    /// Return False: there is no population of players.
    fn is_mean_field_node(&self) -> bool {
        false
    }

    /// Return whether no card has been dealt.
    fn is_initial_state(&self) -> bool {
        self.state.history().is_empty()
    }

    /// Return whether a player is to act and none has acted before.
    fn is_initial_non_chance_state(&self) -> bool {
        let dealt = 2 * self.state.game().parameters().hand_size + 1;
        self.is_player_node() && self.state.history().len() == dealt as usize
    }

    /// Return whether chance, a player or nobody is to act: a `StateType`.
    fn get_type<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        call(py, "kinds", "state_type", (self.state.current_player(),))
    }

    /// Return the legal actions, ascending; of `player`, `[]` unless it is to act.
    #[pyo3(signature = (player = None, /))]
    fn legal_actions<'py>(
        &self,
        py: Python<'py>,
        player: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyList>> {
        lists::actions(py, self.legal(self.asked(player)?))
    }

    /// Return a 1 for each action that is legal and a 0 for each other one; for chance, cards only.
    #[pyo3(signature = (player = None, /))]
    fn legal_actions_mask<'py>(
        &self,
        py: Python<'py>,
        player: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let asked = self.asked(player)?;
        let is_chance = asked == i32::from(core::CHANCE);
        let length = if is_chance { self.state.game().cards() } else { core::actions::ACTIONS };
        lists::mask(py, self.legal(asked), length.into())
    }

    /// Return the cards that chance may give, each with its probability.
    ///
    /// Raises:
    ///     SpielError: Chance is not to act.
    fn chance_outcomes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.outcomes(py)
    }

    /// Make an action.
    ///
    /// Raises:
    ///     SpielError: It is not legal. The state is as it was.
    #[pyo3(signature = (action, /))]
    fn apply_action(&mut self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        self.apply(action)
    }

    /// Make an action, as `apply_action` does.
    #[pyo3(signature = (action, /))]
    fn apply_action_with_legality_check(&mut self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        self.apply(action)
    }

    /// Raise SpielError, as OpenSpiel's gin rummy does: players never act at once.
    #[pyo3(signature = (actions, /))]
    fn apply_actions(&self, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        self.at_once(actions)
    }

    /// Raise SpielError, as OpenSpiel's gin rummy does: players never act at once.
    #[pyo3(signature = (actions, /))]
    fn apply_actions_with_legality_checks(&self, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        self.at_once(actions)
    }

    /// Raise SpielError, as OpenSpiel's gin rummy does: actions have no structs.
    #[pyo3(signature = (*asked))]
    fn action_to_struct(&self, asked: &Bound<'_, PyTuple>) -> PyResult<()> {
        self.without_structs(asked)
    }

    /// Raise SpielError, as OpenSpiel's gin rummy does: actions have no structs.
    #[pyo3(signature = (*asked))]
    fn actions_to_struct(&self, asked: &Bound<'_, PyTuple>) -> PyResult<()> {
        self.without_structs(asked)
    }

    /// Raise SpielError, as OpenSpiel's gin rummy does: actions have no structs.
    #[pyo3(signature = (*asked))]
    fn apply_action_struct(&self, asked: &Bound<'_, PyTuple>) -> PyResult<()> {
        self.without_structs(asked)
    }

    /// Raise SpielError, as OpenSpiel's gin rummy does: actions have no structs.
    #[pyo3(signature = (*asked))]
    fn get_action_struct_sampler(&self, asked: &Bound<'_, PyTuple>) -> PyResult<()> {
        self.without_structs(asked)
    }

    /// Raise SpielError, as OpenSpiel's gin rummy does: actions have no structs.
    #[pyo3(signature = (*asked))]
    fn struct_to_actions(&self, asked: &Bound<'_, PyTuple>) -> PyResult<()> {
        self.without_structs(asked)
    }

    /// Raise SpielError, as OpenSpiel's gin rummy does: actions have no structs.
    #[pyo3(signature = (*asked))]
    fn validate_action_struct(&self, asked: &Bound<'_, PyTuple>) -> PyResult<()> {
        self.without_structs(asked)
    }

    /// Raise SpielError, as OpenSpiel's gin rummy does: there is no population of players.
    #[pyo3(signature = (*asked))]
    fn distribution_support(&self, asked: &Bound<'_, PyTuple>) -> PyResult<()> {
        self.without_populations(asked)
    }

    /// Raise SpielError, as OpenSpiel's gin rummy does: there is no population of players.
    #[pyo3(signature = (*asked))]
    fn mean_field_population(&self, asked: &Bound<'_, PyTuple>) -> PyResult<()> {
        self.without_populations(asked)
    }

    /// Raise SpielError, as OpenSpiel's gin rummy does: there is no population of players.
    #[pyo3(signature = (*asked))]
    fn update_distribution(&self, asked: &Bound<'_, PyTuple>) -> PyResult<()> {
        self.without_populations(asked)
    }

    /// Take back the last action, which `player` made; chance is player -1.
    ///
    /// Raises:
    ///     SpielError: It is not the last action. The state is as it was.
    #[pyo3(signature = (player, action, /))]
    fn undo_action(
        &mut self,
        player: &Bound<'_, PyAny>,
        action: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        self.undo(player, action)
    }

    /// Return a copy.
    fn clone(&self, py: Python<'_>) -> State {
        self.copy(py)
    }

    /// Return a copy in which an action is made.
    #[pyo3(signature = (action, /))]
    fn child(&self, action: &Bound<'_, PyAny>) -> PyResult<State> {
        self.after(action)
    }

    fn __copy__(&self, py: Python<'_>) -> State {
        self.copy(py)
    }

    fn __deepcopy__(&self, memo: &Bound<'_, PyAny>) -> State {
        self.copy(memo.py())
    }

    /// Return a state that `player` cannot tell from this one, any one as likely as another.
    ///
    /// What the other player hides and what is left in the stock is dealt anew, so that what both
    /// have done stays legal. The history is that of the new state: it can be saved and read back.
    ///
    /// Args:
    ///     player: Who is to see no difference, 0 or 1.
    ///     rng: A function that returns a float from 0 to 1, as OpenSpiel takes it; or a seed; or
    ///         None for another state each time.
    #[pyo3(signature = (player, rng = None, /))]
    fn resample_from_infostate(
        slf: &Bound<'_, Self>,
        player: &Bound<'_, PyAny>,
        rng: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<State> {
        let player = slf.borrow().observer(Some(player), slf.py())?;
        // The function may be of any kind: the state is not borrowed while it runs.
        let seed = seed::read(rng)?;
        slf.borrow().resampled(slf.py(), player, seed)
    }

    /// Return what each player has won; zeros before the end.
    fn returns(&self) -> [f64; 2] {
        self.state.returns()
    }

    /// Return what each player has won by the last action: all, or nothing before the end.
    fn rewards(&self) -> [f64; 2] {
        self.state.returns()
    }

    /// Return what a player has won.
    #[pyo3(signature = (player, /))]
    fn player_return(&self, player: &Bound<'_, PyAny>) -> PyResult<f64> {
        Ok(self.state.returns()[self.observer(Some(player), player.py())?])
    }

    /// Return what a player has won by the last action.
    #[pyo3(signature = (player, /))]
    fn player_reward(&self, player: &Bound<'_, PyAny>) -> PyResult<f64> {
        self.player_return(player)
    }

    /// Return the actions made so far, those of chance among them.
    fn history<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.state.history())
    }

    /// Return the actions made so far, each with its player.
    fn full_history<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        call(py, "kinds", "player_actions", (self.state.full_history(),))
    }

    /// Return the actions made so far as a text.
    fn history_str(&self) -> String {
        self.state.history_text(b", ")
    }

    /// Return how many actions were made.
    fn move_number(&self) -> usize {
        self.state.history().len()
    }

    /// Return the actions made so far, one a line.
    fn serialize(&self) -> String {
        self.state.serialize()
    }

    /// Return the game.
    fn get_game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// Return how many actions there are: 241.
    fn num_distinct_actions(&self) -> u8 {
        core::actions::ACTIONS
    }

    /// Return how many players there are: 2.
    fn num_players(&self) -> u8 {
        2
    }

    /// Return None: a state begins with the deal only.
    fn starting_state(&self) {}

    /// Return an empty text: a state begins with the deal only.
    fn starting_state_str(&self) -> &'static str {
        ""
    }

    /// Return an action in words: `action_to_string(player, action)`, or of the player to act.
    #[pyo3(signature = (player_or_action, action = None, /))]
    fn action_to_string(
        &self,
        player_or_action: &Bound<'_, PyAny>,
        action: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let (player, action) = self.player_and(player_or_action, action)?;
        self.words(action.py(), player, self::action("action", action)?)
    }

    /// Return the legal action of these words, of the player to act or `(player, words)`.
    #[pyo3(signature = (player_or_words, words = None, /))]
    fn string_to_action(
        &self,
        player_or_words: &Bound<'_, PyAny>,
        words: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<u8> {
        let (player, words) = self.player_and(player_or_words, words)?;
        self.action_of(player, words)
    }

    /// Return what a player sees, the one to act if none is given, as 644 floats.
    #[pyo3(signature = (player = None, /))]
    fn observation_tensor<'py>(
        &self,
        py: Python<'py>,
        player: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyList>> {
        lists::observation_tensor(py, &self.state, self.observer(player, py)?)
    }

    /// Return a picture of what a player sees, the one to act if none is given.
    #[pyo3(signature = (player = None, /))]
    fn observation_string(
        &self,
        py: Python<'_>,
        player: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        Ok(self.state.observation(self.observer(player, py)?, Hands::Own))
    }

    /// Return all that a player has seen and done, the one to act if none is given.
    #[pyo3(signature = (player = None, /))]
    fn information_state_string(
        &self,
        py: Python<'_>,
        player: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        Ok(self.state.information_state(self.observer(player, py)?))
    }

    /// Raise SpielError: there is no tensor of an information state.
    #[pyo3(signature = (player = None, /))]
    fn information_state_tensor(
        &self,
        py: Python<'_>,
        player: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        self.asked(player)?;
        Err(spiel_error(py, NO_INFORMATION_TENSOR.to_owned()))
    }

    /// Return the part of the game: a `Phase`.
    fn current_phase<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.phases(py)?.getattr(asked::PHASES[self.state.phase() as usize])
    }

    /// The phases, which older releases of OpenSpiel have here.
    #[getter(Phase)]
    fn phases<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("gin_fast.compat.open_spiel")?.getattr("Phase")
    }

    /// Return the card that lies face up, or None.
    fn upcard(&self) -> Option<u8> {
        self.state.upcard()
    }

    /// Return the upcard that was last taken or left lying, or None.
    fn prev_upcard(&self) -> Option<u8> {
        self.state.prev_upcard()
    }

    /// Return the most deadwood to knock with.
    fn knock_card(&self) -> u8 {
        self.state.knock_card()
    }

    /// Return how many cards are left in the stock.
    fn stock_size(&self) -> u8 {
        self.state.stock_size()
    }

    /// Return both hands, the cards as they came.
    fn hands<'py>(&self, py: Python<'py>) -> PyResult<[Bound<'py, PyList>; 2]> {
        lists::of_both(py, |seat| self.state.hand(seat).iter().copied())
    }

    /// Return of both hands the cards that were taken as upcards, ascending.
    fn known_cards<'py>(&self, py: Python<'py>) -> PyResult<[Bound<'py, PyList>; 2]> {
        lists::of_both(py, |seat| self.state.known_cards(seat))
    }

    /// Return the cards out of play, as they came; the upcard is not among them.
    fn discard_pile<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.state.discard_pile())
    }

    /// Return the least deadwood of both hands; after a knock the points in them.
    fn deadwood(&self) -> [u16; 2] {
        [0, 1].map(|seat| self.state.deadwood(seat).into())
    }

    /// Return of both players whether they have knocked.
    fn knocked(&self) -> [bool; 2] {
        [0, 1].map(|seat| self.state.has_knocked(seat))
    }

    /// Return of both players whether they have passed on the first upcard.
    fn pass_on_first_upcard(&self) -> [bool; 2] {
        [0, 1].map(|seat| self.state.has_passed(seat))
    }

    /// Return the numbers of the melds that both players have laid down, as they came.
    fn layed_melds<'py>(&self, py: Python<'py>) -> PyResult<[Bound<'py, PyList>; 2]> {
        lists::of_both(py, |seat| self.state.melds(seat).iter().copied())
    }

    /// Return the cards laid off, as they came.
    fn layoffs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.state.layoffs())
    }

    /// Return whether nothing more can be laid off.
    fn finished_layoffs(&self) -> bool {
        self.state.finished_layoffs()
    }

    /// Return all of the state, part by part, as a dict.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        dicts::contents(py, &self.state, None)
    }

    /// Return all of the state, part by part, as JSON.
    fn to_json(&self) -> String {
        self.state.to_json()
    }

    /// Return all of the state, part by part, as a `GinRummyStateStruct`.
    fn to_struct<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        call(py, "structs", "state_struct", (self.to_dict(py)?,))
    }

    /// Return what a player may see of it, part by part, as a `GinRummyObservationStruct`.
    #[pyo3(signature = (player, /))]
    fn to_observation_struct<'py>(
        &self,
        player: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.seen_by(player)
    }

    /// Return a picture of the state, with both hands.
    #[pyo3(name = "to_string")]
    fn as_text(&self) -> String {
        self.state.picture()
    }

    fn __str__(&self) -> String {
        self.state.picture()
    }

    fn __repr__(&self) -> String {
        self.state.picture()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((self.game.bind(py).getattr("deserialize_state")?, (self.serialize(),)))
    }
}
