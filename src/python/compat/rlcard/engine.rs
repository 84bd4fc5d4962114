//! One game of RLCard's, dealt and played by ids.

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyType};

use super::arguments;
use super::errors::refused;
use super::state;
use crate::Card;
use crate::compat::rlcard::{Action, Dealer, Game, NUM_ACTIONS, Settings, each_cluster};

/// Settings, in the order of RLCard's class `Setting`.
type Chosen = (u8, i32, i32, i32, i32, bool, bool, bool, bool, bool, bool);
/// A move: the player, the id of the action, the card that came to his hand.
type Move = (u8, u8, Option<u8>);
/// What an engine is made of again: its kind, settings, dealer, deck and actions.
type Parts = (bool, Chosen, u8, Vec<u8>, Vec<u8>);

/// RLCard's game of gin rummy by ids alone: dealt, played and observed without objects.
///
/// Cards are RLCard's ids (suits S, H, D, C, each from ace to king), actions its 110 ids. A game that
/// is not yet dealt is over. `GinRummyEnv` stands on it.
///
/// Args:
///     compat: Whether every action is played as RLCard plays it, legal or not, and who may go out is
///         told with RLCard's faults.
///
/// >>> import numpy as np
/// >>> from gin_fast.compat.rlcard import Engine
/// >>> engine = Engine()
/// >>> engine.reset(np.random.RandomState(1))
/// >>> engine.player, len(engine.hand(engine.player)), len(engine.stock())
/// (0, 11, 31)
/// >>> engine.apply(engine.legal_actions()[0])
/// >>> engine.legal_actions()
/// [2, 3]
#[pyclass(name = "Engine", module = "gin_fast.compat.rlcard")]
pub(in crate::python) struct Engine {
    game: Game,
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (*, compat = false))]
    fn new(compat: bool) -> Engine {
        Engine { game: Game::new(Settings::default(), compat) }
    }

    /// Deal a new game as RLCard does.
    ///
    /// Args:
    ///     np_random: A `numpy.random.RandomState`, from which is drawn who deals and then how the
    ///         deck lies.
    fn reset(slf: &Bound<'_, Engine>, np_random: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = np_random.py();
        // Python draws, and other threads may look at the engine meanwhile: it is not borrowed.
        let chosen = slf.borrow().game.settings().dealer;
        let drawn = np_random.call_method1(intern!(py, "choice"), (PyList::new(py, [0, 1])?,))?;
        let dealer = match chosen {
            Dealer::North => 0,
            Dealer::South => 1,
            Dealer::Random => arguments::dealer(&drawn)?,
        };
        let deck = PyList::new(py, 0..52_u8)?;
        np_random.call_method1(intern!(py, "shuffle"), (&deck,))?;
        let deck = arguments::deck(&deck)?;
        slf.borrow_mut().game.deal(dealer, deck);
        Ok(())
    }

    /// Deal a deck from its end: eleven cards to the player beside the dealer, then ten to the dealer.
    ///
    /// Args:
    ///     dealer: 0 or 1.
    ///     deck: Each id from 0 to 51 once.
    ///
    /// Raises:
    ///     ValueError: Another dealer, or another deck.
    fn deal(
        &mut self,
        #[pyo3(from_py_with = arguments::dealer)] dealer: u8,
        #[pyo3(from_py_with = arguments::deck)] deck: [Card; 52],
    ) {
        self.game.deal(dealer, deck);
    }

    /// Choose RLCard's settings, in the order of its class `Setting`. They hold at once, who deals
    /// from the next game on.
    ///
    /// Args:
    ///     settings: The dealer (0 or 1; 2 by chance), four numbers and six bools.
    fn choose(&mut self, settings: Chosen) {
        let (dealer, dead_stock, knock_limit, most_draws, most_moves, ..) = settings;
        let (.., may_knock, may_go_gin, may_pick_up, may_discard, must_knock, south) = settings;
        self.game.set_settings(Settings {
            dealer: match dealer {
                0 => Dealer::North,
                1 => Dealer::South,
                _ => Dealer::Random,
            },
            dead_stock,
            knock_limit,
            most_draws,
            most_moves,
            may_knock,
            may_go_gin,
            may_pick_up,
            may_discard_picked_up: may_discard,
            must_knock,
            south_never_knocks: south,
        });
    }

    /// Return the ids that the player to act may choose, in RLCard's order; none once it is over.
    fn legal_actions<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let legal = self.game.legal_actions().map_err(|error| refused(py, &error))?;
        PyList::new(py, legal.iter().map(|action| action.id()))
    }

    /// Return 110 numbers of int8, 1 where `player` may choose the action: none unless he is to act.
    fn legal_mask<'py>(
        slf: &Bound<'py, Engine>,
        #[pyo3(from_py_with = arguments::player)] player: u8,
    ) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let py = slf.py();
        let legal = slf.borrow_mut().legal_to(py, player)?;
        let array = PyArray1::zeros(py, usize::from(NUM_ACTIONS), false);
        {
            let mut writable = array.try_readwrite()?;
            let cells = writable.as_slice_mut()?;
            legal.iter().for_each(|action| cells[usize::from(action.id())] = 1);
        }
        Ok(array)
    }

    /// Play an action of the player to act.
    ///
    /// Raises:
    ///     GinRummyProgramError: The action is not legal; then nothing is done. With `compat` only
    ///         what RLCard fails at is refused, with the error that RLCard has for it.
    ///     ValueError: No action has this id.
    fn apply(
        &mut self,
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::action)] action: Action,
    ) -> PyResult<()> {
        self.game.apply(action).map_err(|error| refused(py, &error))
    }

    /// Return what `player` may see as rows of 52 numbers of int8, empty once the game is over.
    ///
    /// Args:
    ///     player: 0 or 1.
    ///     count: How many of the five rows: his hand, the last discard, the other discards, what he
    ///         knows of the other hand, the cards he knows nothing of.
    #[pyo3(signature = (player, count = 5))]
    fn planes<'py>(
        slf: &Bound<'py, Engine>,
        #[pyo3(from_py_with = arguments::player)] player: u8,
        #[pyo3(from_py_with = arguments::count)] count: usize,
    ) -> PyResult<Bound<'py, PyArray2<i8>>> {
        let sets = slf.borrow().game.planes(player);
        state::planes(slf.py(), &sets[..count])
    }

    /// Return RLCard's state for `player`.
    ///
    /// Only the player to act has legal actions in it, unless `compat` is on.
    fn state<'py>(
        slf: &Bound<'py, Engine>,
        #[pyo3(from_py_with = arguments::player)] player: u8,
    ) -> PyResult<Bound<'py, PyDict>> {
        state_for(slf, player)
    }

    /// Play an action; return the state of the player who acts next, and who that is.
    fn step<'py>(
        slf: &Bound<'py, Engine>,
        #[pyo3(from_py_with = arguments::action)] action: Action,
    ) -> PyResult<(Bound<'py, PyDict>, u8)> {
        slf.borrow_mut().apply(slf.py(), action)?;
        let player = slf.borrow().game.player();
        Ok((state_for(slf, player)?, player))
    }

    /// The player to act; once it is over, the one who acted last.
    #[getter]
    fn player(&self) -> u8 {
        self.game.player()
    }

    /// Who dealt.
    #[getter]
    fn dealer(&self) -> u8 {
        self.game.dealer()
    }

    /// Whether both players are scored.
    #[getter]
    fn is_over(&self) -> bool {
        self.game.is_over()
    }

    /// Whether it plays as RLCard, legal or not.
    #[getter]
    fn compat(&self) -> bool {
        self.game.has_faults()
    }

    /// Who ended the play and by which action: a knock, gin or a dead hand; or None.
    #[getter]
    fn went_out(&self) -> Option<(u8, u8)> {
        self.game.went_out().map(|(player, action)| (player, action.id()))
    }

    /// The action played last, or None.
    #[getter]
    fn last_action(&self) -> Option<u8> {
        self.game.last_action().map(Action::id)
    }

    /// Return what the two players are paid, or None until both are scored.
    fn payoffs(&self) -> Option<(f64, f64)> {
        self.game.payoffs().map(|[north, south]| (north, south))
    }

    /// Return the least points that a player's cards leave unmelded.
    fn deadwood(&self, #[pyo3(from_py_with = arguments::player)] player: u8) -> PyResult<u8> {
        Ok(self.game.deadwood(player))
    }

    /// Return a player's cards, in the order in which they came.
    fn hand<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::player)] player: u8,
    ) -> PyResult<Bound<'py, PyList>> {
        ids(py, self.game.hand(player))
    }

    /// Return the cards that a player picked up and still holds, in the order in which they came.
    fn known_cards<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::player)] player: u8,
    ) -> PyResult<Bound<'py, PyList>> {
        ids(py, self.game.known(player))
    }

    /// Return the deck that was dealt from its end; nothing before the first deal.
    fn deck<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        ids(py, if self.game.was_dealt() { self.game.deck() } else { &[] })
    }

    /// Return the stock, next drawn last.
    fn stock<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        ids(py, self.game.stock())
    }

    /// Return the discards, oldest first.
    fn discards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        ids(py, self.game.discards())
    }

    /// Return the ids of the actions since the deal.
    fn actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let done = self.game.moves().iter().filter(|played| !played.is_refused);
        PyList::new(py, done.map(|played| played.action.id()).collect::<Vec<_>>())
    }

    /// Return a player's clusters of melds, as ids, in the order of RLCard's
    /// `GinRummyPlayer.get_meld_clusters`.
    fn meld_clusters(
        &self,
        #[pyo3(from_py_with = arguments::player)] player: u8,
    ) -> PyResult<Vec<Vec<Vec<u8>>>> {
        let piles = self.game.piles(player);
        let ids: Vec<Vec<u8>> = piles
            .iter()
            .map(|pile| pile.in_set_order().list.iter().map(|card| card.id()).collect())
            .collect();
        let mut clusters = Vec::new();
        each_cluster(&piles, |places, _| {
            clusters.push(places.iter().map(|place| ids[*place].clone()).collect());
        });
        Ok(clusters)
    }

    /// Return the moves since the deal: the player, the id of the action, and the card that came to
    /// his hand or None.
    fn moves(&self) -> Vec<Move> {
        let moves = self.game.moves().iter();
        moves.map(|played| (played.player, played.action.id(), played.card.map(Card::id))).collect()
    }

    /// Return the hands as they were scored, in turn.
    fn scored_hands<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyList>>> {
        self.game.scored().iter().map(|hand| ids(py, hand)).collect()
    }

    /// Return a game that stands where this one does.
    fn copy(&self) -> Engine {
        Engine { game: self.game.clone() }
    }

    fn __copy__(&self) -> Engine {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Engine {
        self.copy()
    }

    /// How it pickles: as its deal and moves, which are played again.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Parts)> {
        let class: Bound<'py, PyType> = slf.get_type();
        let game = &slf.borrow().game;
        let settings = game.settings();
        let dealer = match settings.dealer {
            Dealer::North => 0,
            Dealer::South => 1,
            Dealer::Random => 2,
        };
        let chosen = (
            dealer,
            settings.dead_stock,
            settings.knock_limit,
            settings.most_draws,
            settings.most_moves,
            settings.may_knock,
            settings.may_go_gin,
            settings.may_pick_up,
            settings.may_discard_picked_up,
            settings.must_knock,
            settings.south_never_knocks,
        );
        let deck = game.deck().iter().map(|card| card.id()).collect();
        let deck = if game.was_dealt() { deck } else { vec![] };
        let actions = game.moves().iter().map(|played| played.action.id()).collect();
        let parts = (game.has_faults(), chosen, game.dealer(), deck, actions);
        Ok((class.getattr(intern!(slf.py(), "_of_parts"))?, parts))
    }

    #[staticmethod]
    #[pyo3(name = "_of_parts")]
    fn of_parts(
        compat: bool,
        settings: Chosen,
        dealer: u8,
        deck: &Bound<'_, PyAny>,
        actions: Vec<u8>,
    ) -> PyResult<Engine> {
        let mut engine = Engine::new(compat);
        engine.choose(settings);
        if !deck.is_empty()? {
            engine.game.deal(dealer, arguments::deck(deck)?);
            for action in actions.into_iter().filter_map(Action::from_id) {
                // A move that RLCard fails at is recorded and fails again.
                let _ = engine.game.play(action);
            }
        }
        Ok(engine)
    }
}

impl Engine {
    /// What `player` may choose: nothing unless he is to act.
    fn legal_to(&mut self, py: Python<'_>, player: u8) -> PyResult<Vec<Action>> {
        if player != self.game.player() {
            return Ok(vec![]);
        }
        Ok(self.game.legal_actions().map_err(|error| refused(py, &error))?.to_vec())
    }
}

/// RLCard's state for a player. NumPy lets other threads run while it makes an array, so by then the
/// engine is borrowed no more.
fn state_for<'py>(engine: &Bound<'py, Engine>, player: u8) -> PyResult<Bound<'py, PyDict>> {
    let py = engine.py();
    let (sets, legal) = {
        let mut engine = engine.borrow_mut();
        let asked = if engine.game.has_faults() { engine.game.player() } else { player };
        (engine.game.planes(player), engine.legal_to(py, asked)?)
    };
    state::state(py, &sets, &legal)
}

fn ids<'py>(py: Python<'py>, cards: &[Card]) -> PyResult<Bound<'py, PyList>> {
    PyList::new(py, cards.iter().map(|card| card.id()))
}
