"""`State` of `gin_fast.compat.open_spiel` beside OpenSpiel's own, call by call and in whole games.

Both do the same with the same numbers, on states of 21 actions (the deal), 45 and 75. Games are
played by one loop in Python, at random. What OpenSpiel cannot do, take back an action, has no
peer.
"""

import random
import zlib
from collections.abc import Callable
from typing import Any

import pyspiel
import pytest

from conftest import Measure
from gin_fast.compat.open_spiel import load_game

GAMES: dict[str, Any] = {
    "OpenSpiel": pyspiel.load_game("gin_rummy"),
    "gin_fast": load_game("gin_rummy", compat=True),
}
TEMPLATES = {engine: game.new_initial_state() for engine, game in GAMES.items()}
LENGTHS = [21, 45, 75]
CALLS: dict[str, Callable[[Any], object]] = {
    "clone": lambda state: state.clone().history(),
    "observation_tensor": lambda state: state.observation_tensor(0),
    "observation_string": lambda state: state.observation_string(0),
    "information_state_string": lambda state: state.information_state_string(0),
    "legal_actions": lambda state: state.legal_actions(),
    "legal_actions_mask": lambda state: state.legal_actions_mask(),
    "serialize": lambda state: state.serialize(),
    "to_json": lambda state: state.to_json(),
}
ROUNDS = 60
both = pytest.mark.parametrize("engine", GAMES)


def checksum(answer: object) -> int:
    return zlib.crc32(repr(answer).encode())


def actions_of(length: int) -> list[int]:
    """Return the actions of a game that goes on so long, without a knock."""
    for seed in range(1_000):
        numbers = random.Random(seed)
        state = TEMPLATES["OpenSpiel"].clone()
        while state.move_number() < length and not state.is_terminal():
            state.apply_action(numbers.choice([it for it in state.legal_actions() if it != 55]))
        if state.move_number() == length and not state.is_terminal():
            history: list[int] = state.history()
            return history
    raise AssertionError("most games go on so long")


HISTORIES = {length: actions_of(length) for length in LENGTHS}


def state_of(engine: str, length: int) -> Any:
    state = TEMPLATES[engine].clone()
    for action in HISTORIES[length]:
        state.apply_action(action)
    return state


@both
@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("call", CALLS)
def test_calls(measure: Measure, call: str, length: int, engine: str) -> None:
    state, expected = state_of(engine, length), CALLS[call](state_of("OpenSpiel", length))
    what = f"{call}, {length} actions"
    if call == "clone":
        measure(what, engine, 1, state.clone, checksum(expected), lambda it: checksum(it.history()))
    else:
        measure(what, engine, 1, lambda: CALLS[call](state), checksum(expected), checksum)


@both
@pytest.mark.parametrize("length", LENGTHS)
def test_resampling(measure: Measure, length: int, engine: str) -> None:
    state = state_of(engine, length)
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)

    def run() -> Any:
        return state.resample_from_infostate(0, sampler)

    def seen(drawn: Any) -> int:
        return checksum(drawn.observation_string(0))

    expected = seen(state_of("OpenSpiel", length))
    measure(f"resample_from_infostate, {length} actions", engine, 1, run, expected, seen)


@pytest.mark.parametrize("length", LENGTHS)
def test_taking_back(measure: Measure, length: int) -> None:
    state = state_of("gin_fast", length)
    player, action = state.current_player(), state.legal_actions()[0]

    def run() -> Any:
        state.apply_action(action)
        state.undo_action(player, action)
        return state

    what = f"apply_action and undo_action, {length} actions"
    expected = checksum(HISTORIES[length])
    measure(what, "gin_fast", 1, run, expected, lambda it: checksum(it.history()))


@both
def test_making_one(measure: Measure, engine: str) -> None:
    game = GAMES[engine]
    expected = checksum(str(TEMPLATES["OpenSpiel"]))
    what = "new_initial_state"
    measure(what, engine, 1, game.new_initial_state, expected, lambda it: checksum(str(it)))


@both
@pytest.mark.parametrize("length", LENGTHS)
def test_reading_one(measure: Measure, length: int, engine: str) -> None:
    game, text = GAMES[engine], state_of(engine, length).serialize()
    what, expected = f"deserialize_state, {length} actions", checksum(HISTORIES[length])

    def run() -> Any:
        return game.deserialize_state(text)

    measure(what, engine, 1, run, expected, lambda it: checksum(it.history()))


def play(make: Callable[[], Any]) -> list[float]:
    number = random.Random(1).random
    won = []
    for _ in range(ROUNDS):
        state = make()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                action = outcomes[int(number() * len(outcomes))][0]
            else:
                actions = state.legal_actions()
                action = actions[int(number() * len(actions))]
            state.apply_action(action)
        won.extend(state.returns())
    return won


@both
@pytest.mark.parametrize("beginning", ["new_initial_state", "clone"])
def test_random_games(measure: Measure, beginning: str, engine: str) -> None:
    make = TEMPLATES[engine].clone if beginning == "clone" else GAMES[engine].new_initial_state
    expected = checksum(play(TEMPLATES["OpenSpiel"].clone))
    what = f"a random game from {beginning}"
    measure(what, engine, ROUNDS, lambda: play(make), expected, checksum)
