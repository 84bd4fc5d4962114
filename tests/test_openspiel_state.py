"""`State`: what it takes and refuses, copies, texts, taking back."""

import copy
import pickle
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel
import pytest

from gin_fast.compat.open_spiel import (
    GinRummyObservationStruct,
    GinRummyStateStruct,
    Phase,
    SpielError,
    State,
    load_game,
)
from openspiel_pair import Pair

DEAL = [*range(10), *range(10, 20), 20]


def after(*actions: int, compat: bool = False) -> State:
    state = load_game("gin_rummy", compat=compat).new_initial_state()
    for action in actions:
        state.apply_action(action)
    return state


def theirs_after(*actions: int) -> Any:
    state = pyspiel.load_game("gin_rummy").new_initial_state()
    for action in actions:
        state.apply_action(action)
    return state


POSITIONS: dict[str, list[int]] = {
    "before the deal": [],
    "first upcard": DEAL,
    "chance": [*DEAL, 54, 54, 53],
    "discard": [*DEAL, 54, 54, 53, 21],
    "draw": [*DEAL, 54, 54, 53, 21, 3],
    "knock": [*DEAL, 54, 54, 53, 21, 55],
}
CALLS: dict[str, Callable[[Any], object]] = {
    "none": lambda state: state.apply_action(-1),
    "241": lambda state: state.apply_action(241),
    "1000": lambda state: state.apply_action(1000),
    "child": lambda state: state.child(240),
    "checked": lambda state: state.apply_action_with_legality_check(240),
    "joint": lambda state: state.apply_actions([1, 2]),
    "joint, checked": lambda state: state.apply_actions_with_legality_checks([1, 2]),
    "tensor of 2": lambda state: state.observation_tensor(2),
    "string of -1": lambda state: state.observation_string(-1),
    "knowledge of 2": lambda state: state.information_state_string(2),
    "knowledge as a tensor": lambda state: state.information_state_tensor(0),
    "struct of 2": lambda state: state.to_observation_struct(2),
    "return of 2": lambda state: state.player_return(2),
    "reward of -1": lambda state: state.player_reward(-1),
    "words of 300": lambda state: state.action_to_string(0, 300),
    "words of chance": lambda state: state.action_to_string(-1, 54),
    "no words": lambda state: state.string_to_action("x"),
    "no words of 1": lambda state: state.string_to_action(1, "x"),
    "undo": lambda state: state.undo_action(0, 300),
}


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("position", POSITIONS)
def test_what_openspiel_refuses_is_refused(position: str, call: str) -> None:
    theirs, ours = theirs_after(*POSITIONS[position]), after(*POSITIONS[position])
    before = str(ours), ours.history()
    with pytest.raises(pyspiel.SpielError):
        CALLS[call](theirs)
    with pytest.raises(SpielError):
        CALLS[call](ours)
    assert (str(ours), ours.history()) == before


@pytest.mark.parametrize("came", ["3", 3.0, None, [3]])
@pytest.mark.parametrize("method", ["apply_action", "child", "legal_actions_mask", "player_return"])
def test_other_kinds_are_refused(method: str, came: Any) -> None:
    if method == "legal_actions_mask" and came is None:
        return
    for state in (theirs_after(), after()):
        with pytest.raises(TypeError):
            getattr(state, method)(came)


def test_numpy_integers_are_ints() -> None:
    state = after()
    state.apply_action(np.int64(3))
    assert state.history() == [3]
    assert state.legal_actions(np.int32(-1)) == state.legal_actions()


@pytest.mark.parametrize(
    ("position", "action", "message"),
    [
        ("before the deal", 52, "player -1 may make 0, 1, 2"),
        ("first upcard", 3, "action: player 0 may make 52, 54 in phase FirstUpcard, got 3"),
        ("discard", 30, "in phase Discard, got 30"),
        ("discard", 2**31 - 1, "in phase Discard, got 2147483647"),
        ("draw", 54, "action: player 1 may make 52, 53 in phase Draw, got 54"),
    ],
)
def test_an_illegal_action_is_told_what_is_legal(position: str, action: int, message: str) -> None:
    state = after(*POSITIONS[position])
    with pytest.raises(SpielError) as caught:
        state.apply_action(action)
    assert message in str(caught.value)
    assert state.history() == POSITIONS[position]


def test_a_card_is_dealt_once_and_a_game_ends() -> None:
    # OpenSpiel deals a card twice.
    state = after(3)
    with pytest.raises(SpielError, match=r"got 3$"):
        state.apply_action(3)
    over = after(*DEAL, 54, 54, 53, 21, 55, 21, 56 + 149, 56 + 154, 54, 54)
    assert (over.current_player(), over.is_terminal(), over.legal_actions()) == (-4, True, [])
    with pytest.raises(SpielError, match="action: the game is over, got 54"):
        over.apply_action(54)
    with pytest.raises(SpielError, match="chance is not to act in phase GameOver"):
        over.chance_outcomes()


def test_actions_are_taken_back(numbers: random.Random) -> None:
    for at in range(20):
        pair = Pair(numbers, {}, compat=False, steered=at % 4 > 0)
        pictures = [(str(state), state.history()) for _, state in pair.states()]
        state = pair.ours
        for player, action in reversed(state.full_history()):
            picture = pictures.pop()
            assert (str(state), state.history()) == picture
            for wrong in ((player, action + 1), (1 - player, action), (player, -1)):
                with pytest.raises(SpielError, match="undo: expected the last action"):
                    state.undo_action(*wrong)
            assert (str(state), state.history()) == picture
            state.undo_action(player, action)
        assert (str(state), state.history()) == pictures.pop()
        with pytest.raises(SpielError, match="undo: no action was made"):
            state.undo_action(-1, 3)


def test_copies_go_their_own_ways() -> None:
    state = after(*DEAL)
    copies = [state.clone(), copy.copy(state), copy.deepcopy(state), copy.deepcopy([state])[0]]
    state.apply_action(52)
    for other in copies:
        assert other.history() == DEAL
        assert other.get_game() is state.get_game()
        other.apply_action(54)
    child = state.child(3)
    assert (child.history()[-1], state.history()[-1]) == (3, 52)


def test_states_are_saved_and_read_back(numbers: random.Random) -> None:
    for compat in (False, True):
        pair = Pair(numbers, {"oklahoma": True}, compat=compat, steered=True)
        game = pair.ours.get_game()
        for theirs, ours in pair.states():
            assert ours.serialize() == theirs.serialize()
            for other in (
                game.deserialize_state(ours.serialize()),
                pickle.loads(pickle.dumps(ours)),  # noqa: S301
            ):
                assert str(other) == str(ours)
                assert other.get_game() == game
                assert other.history() == ours.history()


@pytest.mark.parametrize("text", ["", "\n", "3", "3\n", "3\n\n", " 3\n"])
def test_texts_are_read_as_openspiel_reads_them(text: str) -> None:
    theirs = pyspiel.load_game("gin_rummy").deserialize_state(text)
    ours = load_game("gin_rummy").deserialize_state(text)
    assert ours.history() == theirs.history()


def test_bad_texts_are_refused() -> None:
    game = load_game("gin_rummy")
    with pytest.raises(ValueError, match="state: line 2: expected an int, got 'x'"):
        game.deserialize_state("3\nx\n")
    with pytest.raises(SpielError, match=r"state: line 2: action: player -1 may make .* got 3$"):
        game.deserialize_state("3\n3\n")


def test_structs_hold_the_parts() -> None:
    state = after(*POSITIONS["discard"])
    struct = state.to_struct()
    assert isinstance(struct, GinRummyStateStruct)
    assert struct.hands[0][:2] == ["As", "2s"]
    assert GinRummyStateStruct(struct.to_json()) == struct == GinRummyStateStruct(struct.to_dict())
    seen = state.to_observation_struct(1)
    assert isinstance(seen, GinRummyObservationStruct)
    assert (seen.observing_player, seen.deadwood[0], set(seen.hands[0])) == (1, -1, {"XX"})
    assert GinRummyObservationStruct(seen.to_json()) == seen != struct
    assert repr(seen).startswith("GinRummyObservationStruct({'current_player': 'Player_0'")
    with pytest.raises(RuntimeError, match=r"contents: expected all parts, \['current_player', "):
        GinRummyStateStruct({"foo": 1})
    with pytest.raises(TypeError):
        hash(struct)


def test_a_function_that_draws_may_use_the_state() -> None:
    state = after(*DEAL)

    def draw() -> float:
        state.apply_action(54)
        return 0.5

    other = state.resample_from_infostate(0, draw)
    assert other.history()[21:] == [54]
    assert other.current_phase() is Phase.FIRST_UPCARD
