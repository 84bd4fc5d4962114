"""What `Game`, `State` and `Observer` take, and what they refuse as OpenSpiel's do."""

import copy
import pickle
import weakref
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.observation import make_observation

from gin_fast.compat.open_spiel import (
    Game,
    SpielError,
    load_game,
)
from openspiel_three import DEAL, KNOCK, OVER, after, theirs_and_ours

NOT_THERE: list[tuple[str, tuple[Any, ...]]] = [
    ("action_to_struct", (3,)),
    ("action_to_struct", (0, 3)),
    ("actions_to_struct", ([3],)),
    ("get_action_struct_sampler", (3,)),
    ("distribution_support", ()),
    ("mean_field_population", ()),
    ("update_distribution", ([1.0],)),
]


@pytest.mark.parametrize(("name", "arguments"), NOT_THERE)
def test_methods_that_gin_rummy_has_not_got_are_refused(
    name: str, arguments: tuple[Any, ...]
) -> None:
    for state in theirs_and_ours(DEAL):
        with pytest.raises(SpielError):
            getattr(state, name)(*arguments)


def test_actions_have_no_structs() -> None:
    for name in ("apply_action_struct", "struct_to_actions", "validate_action_struct"):
        with pytest.raises(SpielError, match="actions of gin rummy have no structs"):
            getattr(load_game("gin_rummy").new_initial_state(), name)({})


@pytest.mark.parametrize("actions", [[], DEAL, [*DEAL, 54, 54, 53], OVER], ids=len)
def test_what_is_legal_for_whom(actions: list[int]) -> None:
    theirs, *others = theirs_and_ours(actions)
    for player in range(-5, 4):
        for ours in others:
            assert ours.legal_actions(player) == theirs.legal_actions(player)
            assert ours.legal_actions_mask(player) == theirs.legal_actions_mask(player)
    for ours in others:
        assert ours.legal_actions() == theirs.legal_actions()
        assert ours.legal_actions_mask() == theirs.legal_actions_mask()


@pytest.mark.parametrize("action", [2**31, 2**63 - 1, -(2**31) - 1])
def test_actions_have_64_bits(action: int) -> None:
    for state in theirs_and_ours(DEAL)[:2]:
        with pytest.raises(SpielError):
            state.apply_action(action)
        with pytest.raises(SpielError):
            state.child(action)
        for player in (-1, 0):
            with pytest.raises(SpielError):
                state.action_to_string(player, action)
        for too_much in (2**63, -(2**63) - 1, 10**30):
            with pytest.raises(TypeError):
                state.apply_action(too_much)
    game, theirs = load_game("gin_rummy"), pyspiel.load_game("gin_rummy")
    assert game.action_to_string(0, action) == theirs.action_to_string(0, action)


def test_kinds_of_arguments_of_a_game() -> None:
    class Bad:
        def __index__(self) -> int:
            raise KeyError

    ours: Any = load_game("gin_rummy")
    for game in (pyspiel.load_game("gin_rummy"), ours):
        for came in (Bad(), 2**70, "1", None, 1.0):
            with pytest.raises(TypeError):
                game.action_to_string(0, came)
            with pytest.raises(TypeError):
                game.new_initial_state_for_population(came)
        assert game.action_to_string(np.int8(1), np.bool_(1)) == "Action(id=1, player=1)"
        assert game.deserialize_state(b"3\n4\n").history() == [3, 4]
        assert after(game, []).string_to_action(b"Chance outcome: As") == 0
        for actions in (3, "x", ["x"]):
            with pytest.raises(TypeError):
                after(game, []).apply_actions(actions)
    with pytest.raises(TypeError, match="compat: expected True or False, got str"):
        Game(compat="no")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="text: expected a str, got int"):
        ours.deserialize_state(3)


def test_states_and_games_can_be_referred_to_weakly() -> None:
    game = load_game("gin_rummy")
    state = game.new_initial_state()
    assert weakref.ref(game)() is game
    assert weakref.WeakKeyDictionary({state: 1})[state] == 1


def test_observers_are_copied_and_compressed() -> None:
    theirs, ours, _ = theirs_and_ours(KNOCK)
    expected = make_observation(pyspiel.load_game("gin_rummy"))
    made = make_observation(load_game("gin_rummy"))
    for seen in (made, copy.deepcopy(made), pickle.loads(pickle.dumps(made))):  # noqa: S301
        for player in (0, 1):
            expected.set_from(theirs, player)
            seen.set_from(ours, player)
            assert (seen.tensor == expected.tensor).all()
            assert all((seen.dict[name] == part).all() for name, part in expected.dict.items())
        for value in (1.0, 0.5):
            expected.tensor[3] = seen.tensor[3] = value
            text = seen.compress()
            assert text == expected.compress()
            seen.tensor.fill(7)
            seen.decompress(text)
            assert (seen.tensor == expected.tensor).all()
        for bad in (b"", b"\1", b"\2" + text[1:], text[:-1]):
            with pytest.raises(SpielError):
                expected.decompress(bad)
            with pytest.raises(SpielError, match="compressed_observation: expected what"):
                seen.decompress(bad)


def test_what_observers_refuse() -> None:
    game: Any = load_game("gin_rummy")
    with pytest.raises(TypeError, match="iig_obs_type: expected an IIGObservationType or None"):
        game.make_py_observer("public")
    for params in (3, "x", [("a", 1)]):
        with pytest.raises(TypeError, match="params: expected a dict of parameters by name"):
            game.make_observer(params)
    for state in (None, 3, theirs_and_ours([])[0]):
        with pytest.raises(TypeError, match="state: expected a State, got"):
            game.make_py_observer().set_from(state, 0)
