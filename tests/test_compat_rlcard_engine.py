"""RLCard's game by ids, held against RLCard's own environment move by move."""

import copy
import pickle
import random
import sys
import threading
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


CALLS: dict[str, Callable[[Engine, Any], object]] = {
    "player: expected 0 or 1": lambda engine, number: engine.hand(number),
    "player: expected 0 or 1, got": lambda engine, number: engine.state(number),
    "player: expected 0 or 1, got ": lambda engine, number: engine.legal_mask(number),
    "dealer: expected 0 or 1": lambda engine, number: engine.deal(number, range(52)),
    "deck: expected each id from 0 to 51 once": lambda engine, number: engine.deal(
        0, [*range(51), number]
    ),
    "action: expected an id from 0 to 109": lambda engine, number: engine.apply(number),
    "count: expected 0 to 5": lambda engine, number: engine.planes(0, number),
}


@pytest.mark.parametrize("message", CALLS)
def test_a_number_out_of_range_is_refused_however_large(message: str) -> None:
    engine = Engine()
    engine.reset(np.random.RandomState(1))
    before = pickle.dumps(engine)
    for number in (-1, 110, 256, 10**30, -(10**30), np.int64(-1)):
        with pytest.raises(ValueError, match=f"^{message}.*{abs(int(number))}"):
            CALLS[message](engine, number)
    for wrong in (1.0, "1", None):
        with pytest.raises(TypeError, match=f"^{message}"):
            CALLS[message](engine, wrong)
    assert pickle.dumps(engine) == before


def test_before_a_deal_there_is_no_deck() -> None:
    assert Engine().deck() == []
    with pytest.raises(TypeError, match=r"^deck: expected each id from 0 to 51 once, got int"):
        Engine().deal(0, 5)  # type: ignore[arg-type]


def test_who_draws_the_numbers_may_look_at_the_game() -> None:
    class Watching(np.random.RandomState):
        def shuffle(self, x: Any) -> None:
            seen.append((engine.is_over, engine.legal_actions()))
            super().shuffle(x)

    seen: list[object] = []
    engine = Engine()
    engine.reset(Watching(1))
    assert seen == [(True, [])]
    assert len(engine.hand(engine.player)) == 11


def test_one_thread_may_look_while_another_one_plays(numbers: random.Random) -> None:
    engine = Engine()
    random_state = np.random.RandomState(1)
    engine.reset(random_state)
    is_done = threading.Event()
    failed: list[BaseException] = []

    def look() -> None:
        while not is_done.is_set():
            try:
                for player in (0, 1):
                    engine.state(player)
                    engine.planes(player)
                    engine.legal_mask(player)
            except BaseException as error:
                failed.append(error)
                raise

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    thread = threading.Thread(target=look)
    thread.start()
    try:
        for _ in range(100):
            engine.reset(random_state)
            while not engine.is_over:
                state, _ = engine.step(numbers.choice(engine.legal_actions()))
                assert len(state) == 4
    finally:
        is_done.set()
        thread.join()
        sys.setswitchinterval(before)
    assert failed == []
