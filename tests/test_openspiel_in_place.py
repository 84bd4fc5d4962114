"""Our module in place of OpenSpiel's: its names, its own tests, its texts."""

import pickle
import subprocess
import sys
import types
import unittest
from pathlib import Path
from typing import Any

import pyspiel
import pytest

from gin_fast.compat import open_spiel
from gin_fast.compat.open_spiel import (
    Game,
    GinRummyStateStruct,
    Phase,
    SpielError,
    State,
    deserialize_game_and_state,
    load_game,
    serialize_game_and_state,
)
from gin_fast.compat.open_spiel.own_kinds import Phase as OwnPhase
from gin_fast.compat.open_spiel.own_kinds import PlayerId as OwnPlayerId
from gin_fast.compat.open_spiel.own_kinds import UniformProbabilitySampler as OwnSampler
from openspiel_three import DEAL, KNOCK, OVER, after, theirs_and_ours

# What stands for `pyspiel` in OpenSpiel's tests of its bindings, and which game they load.
IN_PLACE: dict[str, tuple[Any, str]] = {
    "our module": (open_spiel, "gin_rummy"),
    "the registered game": (
        types.SimpleNamespace(**vars(pyspiel) | {"gin_rummy": open_spiel}),
        "python_gin_fast",
    ),
}


@pytest.mark.parametrize("ours", IN_PLACE)
def test_openspiels_tests_of_its_bindings_pass(ours: str) -> None:
    tests = Path(pyspiel.__file__).parent / "open_spiel/python/tests/games_gin_rummy_test.py"
    text = tests.read_text(encoding="utf-8").partition("if __name__")[0]
    module: Any = types.ModuleType("games_gin_rummy_test")
    module.pyspiel, game = IN_PLACE[ours]
    text = text.replace("import pyspiel", "").replace("'gin_rummy'", f"'{game}'")
    exec(text, vars(module))  # noqa: S102
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(module.GamesGinRummyTest)
    result = unittest.TestResult()
    suite.run(result)
    assert result.testsRun >= 4
    assert not result.errors + result.failures


def test_every_name_of_openspiels_module_is_there() -> None:
    public = {name for name in dir(pyspiel.gin_rummy) if not name.startswith("_")}
    assert public <= set(dir(open_spiel))
    assert open_spiel.GinRummyState is State
    assert open_spiel.GinRummyGame is Game
    assert open_spiel.gin_rummy is open_spiel
    assert open_spiel.PlayerId is pyspiel.PlayerId


def test_phases_are_openspiels() -> None:
    # Where only some of a program has changed its import, both meet in one comparison.
    for actions in ([], DEAL, KNOCK, OVER):
        for state in theirs_and_ours(actions):
            name = theirs_and_ours(actions)[0].current_phase().name
            assert state.current_phase() == getattr(pyspiel.gin_rummy.Phase, name)
            assert state.current_phase() == getattr(open_spiel, name)
    # Older releases have the phases at a state.
    assert after(load_game("gin_rummy"), []).Phase is Phase


def test_our_own_kinds_are_as_openspiels() -> None:
    theirs = pyspiel.gin_rummy.Phase.__members__
    assert list(OwnPhase.__members__) == list(theirs)
    for name, phase in OwnPhase.__members__.items():
        for of in (int, str, repr, hash):
            assert of(phase) == of(theirs[name])
        assert (phase.name, phase.value) == (theirs[name].name, theirs[name].value)
        number: object = int(phase)
        assert (phase == number) is (theirs[name] == number) is False
        assert range(10)[phase] == range(10)[theirs[name]]
    for name, player in pyspiel.PlayerId.__members__.items():
        assert OwnPlayerId[name] == player == int(player)
    assert {0.25 <= OwnSampler(0.25, 0.5)() <= 0.5 for _ in range(50)} == {True}
    assert pickle.loads(pickle.dumps(Phase.DRAW)) == Phase.DRAW  # noqa: S301


def test_a_game_and_its_state_are_one_text() -> None:
    for actions in ([], DEAL, OVER):
        for text in ("gin_rummy()", "gin_rummy(knock_card=8,oklahoma=True)"):
            native = pyspiel.load_game(text)
            theirs = pyspiel.serialize_game_and_state(native, after(native, actions))
            game = load_game(text, compat=True)
            ours = serialize_game_and_state(game, after(game, actions))
            assert ours == theirs
            read, state = deserialize_game_and_state(theirs, compat=True)
            assert (read, state.history()) == (game, actions)
            assert pyspiel.deserialize_game_and_state(ours)[1].history() == actions
    for bad in (
        "",
        "x",
        "[Game]\ngin_rummy()\n[State]\n",
        ours.replace("Version: 1", "Version: 2"),
    ):
        with pytest.raises(SpielError, match="text: expected the parts"):
            deserialize_game_and_state(bad)
    with pytest.raises(TypeError, match="state: expected a State, got GinRummyState"):
        serialize_game_and_state(game, after(native, []))
    with pytest.raises(TypeError, match="game: expected a Game, got GinRummyGame"):
        serialize_game_and_state(native, after(game, []))


def test_the_registered_game_refuses_a_flag_that_is_none() -> None:
    registered: Any = type(pyspiel.load_game("python_gin_fast"))
    with pytest.raises(TypeError, match="compat: expected True or False, got str"):
        registered({"compat": "no"})
    game = pyspiel.load_game("python_gin_fast(oklahoma=true,knock_card=4)")
    assert (game.oklahoma(), game.knock_card()) == (True, 4)
    assert isinstance(game.new_initial_state().to_struct(), GinRummyStateStruct)
    with pytest.raises(SpielError, match="players never act at once"):
        game.new_initial_state().apply_actions([1])


WITHOUT_OPENSPIEL = """
import sys
sys.modules["pyspiel"] = None
from gin_fast.compat import open_spiel as pyspiel
state = pyspiel.load_game("gin_rummy").new_initial_state()
assert state.current_player() == pyspiel.PlayerId.CHANCE
assert state.current_phase() is state.Phase.DEAL is pyspiel.gin_rummy.Phase.DEAL
drawn = state.resample_from_infostate(0, pyspiel.UniformProbabilitySampler(0., 1.))
text = pyspiel.serialize_game_and_state(state.get_game(), drawn)
assert pyspiel.deserialize_game_and_state(text)[1].history() == []
import pickle
assert pickle.loads(pickle.dumps(pyspiel.Phase.DRAW)) is pyspiel.DRAW
"""


def test_openspiel_is_not_needed_for_any_of_it() -> None:
    subprocess.run([sys.executable, "-W", "error", "-c", WITHOUT_OPENSPIEL], check=True)
