"""RLCard's game by ids, held against RLCard's own environment move by move."""

import copy
import pickle
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import rlcard

from gin_fast.compat.rlcard import Engine, GinRummyProgramError


def assert_same(theirs: rlcard.envs.Env, state: dict[str, Any], ours: Engine) -> None:
    assert list(state["legal_actions"]) == ours.legal_actions()
    player = theirs.get_player_id()
    assert player == ours.player
    assert np.array_equal(state["obs"], ours.planes(player))
    assert theirs.is_over() == ours.is_over


def choose(numbers: random.Random, legal: list[int], eagerness: float) -> int:
    knocks = [action for action in legal if action >= 58]
    if knocks and numbers.random() < eagerness:
        return numbers.choice(knocks)
    return numbers.choice(legal)


def play_both(numbers: random.Random, theirs: rlcard.envs.Env, ours: Engine) -> None:
    state, _ = theirs.reset()
    eagerness = numbers.random()
    assert_same(theirs, state, ours)
    while not theirs.is_over():
        action = choose(numbers, ours.legal_actions(), eagerness)
        assert ours.payoffs() is None
        state, _ = theirs.step(action)
        ours.apply(action)
        assert_same(theirs, state, ours)
    assert list(theirs.get_payoffs()) == list(ours.payoffs() or ())


def test_games_of_chance_are_the_same(numbers: random.Random, rounds: int) -> None:
    theirs = rlcard.make("gin-rummy")
    for _ in range(rounds // 2):
        seed = numbers.randrange(2**32)
        theirs.seed(seed)
        ours = Engine(compat=True)
        random_state, _ = rlcard.utils.seeding.np_random(seed)
        ours.reset(random_state)
        play_both(numbers, theirs, ours)


def test_what_the_other_seat_may_see(numbers: random.Random) -> None:
    ours = Engine()
    ours.reset(np.random.RandomState(numbers.randrange(2**32)))
    while not ours.is_over:
        for player in (0, 1):
            planes = ours.planes(player)
            hand, last, rest, known, unknown = (set(np.flatnonzero(row).tolist()) for row in planes)
            assert hand == set(ours.hand(player))
            assert last == set(ours.discards()[-1:])
            assert rest == set(ours.discards()[:-1])
            assert known == set(ours.known_cards(1 - player))
            assert unknown == (set(ours.stock()) | set(ours.hand(1 - player))) - known
            allowed = ours.legal_actions() if player == ours.player else []
            assert np.flatnonzero(ours.legal_mask(player)).tolist() == sorted(allowed)
        ours.apply(numbers.choice(ours.legal_actions()))
    assert not ours.planes(0).any()


def test_what_is_not_legal_is_refused_and_nothing_is_done() -> None:
    ours = Engine()
    with pytest.raises(GinRummyProgramError, match="the game is over"):
        ours.apply(2)
    ours.reset(np.random.RandomState(1))
    before = pickle.dumps(ours)
    with pytest.raises(
        GinRummyProgramError, match=r"action 3 is not legal here: expected one of \d"
    ):
        ours.apply(3)
    with pytest.raises(ValueError, match="action: expected an id from 0 to 109, got 110"):
        ours.apply(110)
    assert pickle.dumps(ours) == before


def pickled(engine: Engine) -> Engine:
    other: Engine = pickle.loads(pickle.dumps(engine))  # noqa: S301 - our own bytes.
    return other


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, Engine.copy, pickled])
def test_a_copy_stands_where_the_other_one_does(
    again: Callable[[Engine], Engine], numbers: random.Random
) -> None:
    ours = Engine()
    ours.reset(np.random.RandomState(numbers.randrange(2**32)))
    for _ in range(20):
        ours.apply(numbers.choice(ours.legal_actions()))
    other = again(ours)
    assert other.moves() == ours.moves()
    while not ours.is_over:
        action = numbers.choice(ours.legal_actions())
        assert other.legal_actions() == ours.legal_actions()
        ours.apply(action)
        assert other.moves() == ours.moves()[:-1]
        other.apply(action)
        assert np.array_equal(ours.planes(0), other.planes(0))


def test_settings_hold_from_the_next_move_on() -> None:
    ours = Engine()
    ours.choose((1, 2, 98, 52, 200, True, True, True, True, True, False))
    ours.reset(np.random.RandomState(1))
    assert (ours.dealer, ours.player) == (1, 0)
    # With a limit of 98 nearly every card may be knocked with, and who can knock must.
    assert {action >= 58 for action in ours.legal_actions()} == {True}
    ours.choose((1, 2, 98, 52, 200, False, True, True, True, True, False))
    assert {6 <= action < 58 for action in ours.legal_actions()} == {True}
