"""Two of RLCard's environments, side by side."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

State = dict[str, Any]
# Which of the legal actions is played.
Choice = Callable[[list[int]], int]


def random_choice(numbers: random.Random) -> Choice:
    """Return a player by chance, who knocks more or less eagerly."""
    eagerness = numbers.random()

    def choose(legal: list[int]) -> int:
        knocks = [action for action in legal if action >= 58]
        return numbers.choice(knocks if knocks and numbers.random() < eagerness else legal)

    return choose


def assert_same_state(theirs: State, ours: State) -> None:
    assert list(theirs) == list(ours)
    for name in ("obs", "raw_obs"):
        assert theirs[name].dtype == ours[name].dtype
        assert np.array_equal(theirs[name], ours[name])
    assert type(theirs["legal_actions"]) is type(ours["legal_actions"])
    assert list(theirs["legal_actions"].items()) == list(ours["legal_actions"].items())
    assert theirs["raw_legal_actions"] == ours["raw_legal_actions"]


def steps(theirs: Any, ours: Any, choose: Choice) -> Iterator[State]:
    """Play a game on both, the states held together; yield each of ours."""
    (state, player), (our_state, our_player) = theirs.reset(), ours.reset()
    while True:
        assert player == our_player
        assert_same_state(state, our_state)
        yield our_state
        if theirs.is_over():
            break
        action = choose(state["raw_legal_actions"])
        state, player = theirs.step(action)
        our_state, our_player = ours.step(action)
    assert ours.is_over()
    assert np.array_equal(theirs.get_payoffs(), ours.get_payoffs())
    assert theirs.get_payoffs().dtype == ours.get_payoffs().dtype
