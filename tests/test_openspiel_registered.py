"""`python_gin_fast` in OpenSpiel: its own checks and algorithms, on it and on our states."""

import copy
import pickle
import random
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.observation import make_observation

from gin_fast.compat.open_spiel import State, load_game

GAMES = [
    "python_gin_fast",
    "python_gin_fast(oklahoma=true,compat=true)",
    "python_gin_fast(knock_card=0,gin_bonus=30)",
    "python_gin_fast(num_ranks=10,num_suits=3,hand_size=7)",
    "python_gin_fast(num_ranks=12)",
    # The first draw leaves one card in the stock.
    "python_gin_fast(num_ranks=5,num_suits=1,hand_size=1,knock_card=1)",
    "python_gin_fast(num_ranks=11,num_suits=1,hand_size=4,knock_card=1)",
]


@pytest.mark.parametrize("text", GAMES)
def test_openspiels_own_check_passes(text: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(text), 3, True, False)  # noqa: FBT003


def test_it_has_the_parameters_of_gin_rummy() -> None:
    native = pyspiel.load_game("gin_rummy(knock_card=4,oklahoma=true)")
    game = pyspiel.load_game("python_gin_fast(knock_card=4,oklahoma=true)")
    assert game.get_parameters() == native.get_parameters() | {"compat": False}
    assert game.get_type().short_name == "python_gin_fast"
    assert game.max_chance_nodes_in_history() == native.max_chance_nodes_in_history()
    assert game.observation_tensor_shape() == native.observation_tensor_shape()
    assert game.max_utility() == 125.0
    with pytest.raises(pyspiel.SpielError, match="knock_card: expected 0 to 10, got 11"):
        pyspiel.load_game("python_gin_fast(knock_card=11)")


def test_it_plays_as_the_native_game(numbers: random.Random, rounds: int) -> None:
    native = pyspiel.load_game("gin_rummy").new_initial_state()
    game = pyspiel.load_game("python_gin_fast(compat=true)")
    for _ in range(max(3, rounds // 30)):
        theirs, ours = native.clone(), game.new_initial_state()
        while not theirs.is_terminal():
            assert ours.legal_actions() == theirs.legal_actions()
            assert ours.current_player() == theirs.current_player()
            assert str(ours) == str(theirs)
            assert ours.to_json() == theirs.to_json()
            for player in (0, 1):
                assert ours.observation_tensor(player) == theirs.observation_tensor(player)
                assert ours.observation_string(player) == theirs.observation_string(player)
                known = ours.information_state_string(player)
                assert known == theirs.information_state_string(player)
            assert ours.hands() == theirs.hands()
            action = numbers.choice(theirs.legal_actions())
            assert ours.action_to_string(action) == theirs.action_to_string(action)
            theirs.apply_action(action)
            ours.apply_action(action)
        assert ours.is_terminal()
        assert ours.returns() == theirs.returns()


def test_its_states_are_copied_saved_and_resampled() -> None:
    game = pyspiel.load_game("python_gin_fast")
    state = game.new_initial_state()
    for action in [*range(21), 54, 54, 53, 21]:
        state.apply_action(action)
    for other in (
        state.clone(),
        copy.deepcopy(state),
        pickle.loads(pickle.dumps(state)),  # noqa: S301
        game.deserialize_state(state.serialize()),
    ):
        assert str(other) == str(state)
        other.apply_action(3)
        assert state.history()[-1] == 21
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    drawn = {state.resample_from_infostate(0, sampler).serialize() for _ in range(10)}
    assert len(drawn) == 10
    other = state.resample_from_infostate(0, 5)
    assert other.information_state_string(0) == state.information_state_string(0)
    assert str(game.deserialize_state(other.serialize())) == str(other)
    # OpenSpiel lets nothing be taken back from a history that it keeps itself.
    with pytest.raises(pyspiel.SpielError):
        state.undo_action(-1, 21)
    with pytest.raises(AttributeError, match="melds_of_both"):
        state.melds_of_both()


MADE: dict[str, Callable[[], Any]] = {
    "our game": lambda: load_game("gin_rummy"),
    "the registered game": lambda: pyspiel.load_game("python_gin_fast"),
}


@pytest.mark.parametrize("made", MADE)
@pytest.mark.parametrize("by_observation", [False, True])
def test_ismcts_plays_a_whole_game(made: str, *, by_observation: bool) -> None:
    game, drawn = MADE[made](), np.random.RandomState(3)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(
        game,
        evaluator,
        uct_c=2.0,
        max_simulations=5,
        random_state=np.random.RandomState(2),
        use_observation_string=by_observation,
        # O10: an observation does not tell whether both have passed on the first upcard.
        allow_inconsistent_action_sets=by_observation,
    )
    state, decisions = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            cards, likelihoods = zip(*state.chance_outcomes(), strict=True)
            action = drawn.choice(cards, p=likelihoods)
        else:
            action = bot.step(state)
            decisions += 1
        state.apply_action(int(action))
    assert decisions > 4
    assert sum(state.returns()) == 0


KINDS = [None] + [
    pyspiel.IIGObservationType(public_info=public, perfect_recall=recalls, private_info=private)
    for private in pyspiel.PrivateInfoType.__members__.values()
    for public in (False, True)
    for recalls in (False, True)
]


def observer_or_none(game: Any, kind: Any) -> Any:
    try:
        return make_observation(game, kind)
    except pyspiel.SpielError:
        return None


@pytest.mark.parametrize("made", MADE)
def test_observers_see_what_openspiels_see(numbers: random.Random, made: str) -> None:
    native, game = pyspiel.load_game("gin_rummy"), MADE[made]()
    theirs, ours = native.new_initial_state(), game.new_initial_state()
    while not theirs.is_terminal() and theirs.move_number() < 60:
        action = numbers.choice(theirs.legal_actions())
        theirs.apply_action(action)
        ours.apply_action(action)
    observers = [(observer_or_none(native, kind), observer_or_none(game, kind)) for kind in KINDS]
    assert [None in pair for pair in observers] == [pair == (None, None) for pair in observers]
    for expected, seen in observers:
        if expected is None:
            continue
        for player in (0, 1):
            assert seen.string_from(ours, player) == expected.string_from(theirs, player)
            if expected.tensor is None:
                with pytest.raises(pyspiel.SpielError):
                    seen.set_from(ours, player)
                continue
            expected.set_from(theirs, player)
            seen.set_from(ours, player)
            assert (seen.tensor == expected.tensor).all()
            assert list(seen.dict) == list(expected.dict)
            assert all((seen.dict[name] == part).all() for name, part in expected.dict.items())
    assert [seen.tensor is None for _, seen in observers if seen].count(True) == 1


WITHOUT_OPENSPIEL = """
import sys
sys.modules["pyspiel"] = None
from gin_fast.compat.open_spiel import SpielError, State, load_game
import pickle
game = load_game("gin_rummy(oklahoma=true)")
state = game.new_initial_state()
for action in [*range(21), 54, 54, 53, 21]:
    state.apply_action(action)
try:
    state.apply_action(100)
except SpielError as error:
    assert isinstance(error, RuntimeError) and type(error).__module__.startswith("gin_fast")
kind = game.get_type()
assert kind.dynamics == kind.Dynamics.SEQUENTIAL and kind.short_name == "gin_rummy"
assert state.get_type().name == "DECISION" and game.observation_tensor_layout().name == "CHW"
observer = game.make_observer({})
observer.set_from(state, 0)
assert observer.tensor.sum() == sum(state.observation_tensor(0))
assert pickle.loads(pickle.dumps(state)).history() == state.history()
assert state.resample_from_infostate(0, 1).observation_string(0) == state.observation_string(0)
assert "gin_fast.compat.open_spiel.registered" not in sys.modules
"""


def test_openspiel_is_not_needed() -> None:
    subprocess.run([sys.executable, "-W", "error", "-c", WITHOUT_OPENSPIEL], check=True)


def test_our_states_are_of_one_class() -> None:
    state = pyspiel.load_game("python_gin_fast").new_initial_state()
    assert isinstance(state.state, State)
