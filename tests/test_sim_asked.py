"""Python functions as players of `gf.sim`: they are asked about many rounds at once."""

import itertools
from collections.abc import Callable
from typing import Any, Literal

import numpy as np
import pytest
from numpy.typing import NDArray

import gin_fast as gf
from gin_fast.sim import PLANES
from gin_fast.sim.rounds import ROW

RULES = gf.Rules.preset("eaai")
HAND, SCORE = PLANES.index("hand"), PLANES.index("score")
OPPONENT_SCORE = PLANES.index("opponent_score")
DRAW_STOCK, BIG_GIN = 104, 107


def last(seen: NDArray[np.uint8], legal: NDArray[np.bool_]) -> NDArray[np.integer[Any]]:
    """Do the last legal action: go out where that is possible, else pass, take or throw high."""
    assert seen.shape == (len(legal), len(PLANES), 52)
    assert seen.dtype == np.uint8
    assert legal.shape == (len(seen), 108)
    assert legal.dtype == np.bool_
    assert legal.any(axis=1).all()
    actions: NDArray[np.int64] = BIG_GIN - legal[:, ::-1].argmax(axis=1)
    return actions


def drawing(seen: NDArray[np.uint8], legal: NDArray[np.bool_]) -> NDArray[np.integer[Any]]:
    """Draw from the stock where that is legal, so that rounds end."""
    return np.where(legal[:, DRAW_STOCK], DRAW_STOCK, last(seen, legal))


@pytest.mark.parametrize(
    ("dealers", "count", "block"), [("alternate", 6_000, 1_023), ("rules", 150, 100)]
)
def test_a_function_plays_the_same_however_the_work_is_shared(
    dealers: Literal["alternate", "rules"], count: int, block: int
) -> None:
    players = (drawing, "simple")
    whole = gf.sim.play_rounds(count, players, RULES, seed=1, dealers=dealers)
    again = gf.sim.play_rounds(count, players, RULES, seed=1, threads=3, dealers=dealers)
    assert np.array_equal(again, whole)
    blocks = gf.sim.rounds_in_blocks(count, players, RULES, seed=1, dealers=dealers, block=block)
    assert np.array_equal(np.concatenate(list(blocks)), whole)
    assert (whole["winner"] == 1).mean() > 0.8


def test_who_deals_follows_the_rules_where_functions_play() -> None:
    """Row by row, each beginning as it does where nobody is asked."""
    count, rules = 3 * ROW + 5, RULES.replace(next_dealer="winner")
    told: list[tuple[int, int]] = []
    rounds = gf.sim.play_rounds(
        count,
        (drawing, "simple"),
        rules,
        seed=3,
        dealers="rules",
        progress=lambda done, total: told.append((done, total)),
    )
    for first in range(0, count, ROW):
        for played, following in itertools.pairwise(rounds[first : first + ROW]):
            winner = int(played["winner"])
            dealer = gf.next_dealer(rules, int(played["dealer"]), None if winner < 0 else winner)
            assert following["dealer"] == dealer
    named = gf.sim.play_rounds(count, ("simple", "simple"), rules, seed=3, dealers="rules")
    assert rounds["dealer"][::ROW].tolist() == named["dealer"][::ROW].tolist()
    assert told[-1] == (count, count)
    assert told == sorted(told)


def test_both_seats_may_be_functions_and_see_their_own_hands() -> None:
    seats: list[int] = []

    def watching(seat: int) -> Callable[..., NDArray[np.integer[Any]]]:
        def act(seen: NDArray[np.uint8], legal: NDArray[np.bool_]) -> NDArray[np.integer[Any]]:
            seats.append(seat)
            held = seen[:, HAND].astype(bool)
            assert np.isin(held.sum(axis=1), (10, 11)).all()
            # Whatever may be thrown is in the hand.
            assert not (legal[:, :52] & ~held).any()
            return drawing(seen, legal)

        return act

    rounds = gf.sim.play_rounds(500, (watching(0), watching(1)), RULES, seed=1)
    assert set(seats) == {0, 1}
    assert (rounds["turns"] > 0).all()


def test_the_same_player_in_both_seats_gains_from_no_seat() -> None:
    rounds = gf.sim.play_rounds(4_000, (drawing, drawing), RULES, seed=1)
    one, other = ((rounds["winner"] == seat).sum() for seat in (0, 1))
    assert abs(one - other) < 5 * np.sqrt(one + other)


def test_a_function_that_asks_nothing_may_spoil_what_it_is_given() -> None:
    """What it gets is its own."""

    def spoiling(seen: NDArray[np.uint8], legal: NDArray[np.bool_]) -> NDArray[np.integer[Any]]:
        actions = drawing(seen, legal)
        seen[:], legal[:] = 255, False
        return actions

    played = [
        gf.sim.play_rounds(300, (player, "random"), RULES, seed=1) for player in (spoiling, drawing)
    ]
    assert np.array_equal(played[0], played[1])


def test_games_are_played_by_functions_who_are_told_the_score() -> None:
    told: list[NDArray[np.uint8]] = []

    def watching(seen: NDArray[np.uint8], legal: NDArray[np.bool_]) -> NDArray[np.integer[Any]]:
        told.append(seen[:, [SCORE, OPPONENT_SCORE], 0])
        return drawing(seen, legal)

    games = gf.sim.play_games(40, (watching, "simple"), RULES, seed=2, mirrored=True)
    scores = np.concatenate(told)
    assert not told[0].any()
    assert (scores < 255).all()
    # The other one wins nearly all, wherever he sits.
    assert scores[:, 1].mean() > scores[:, 0].mean() > 0
    assert ((games["winner"] == games["swapped"]).mean()) < 0.3


def test_an_illegal_answer_is_named() -> None:
    def passing(seen: NDArray[np.uint8], legal: NDArray[np.bool_]) -> NDArray[np.integer[Any]]:
        actions = last(seen, legal)
        actions[3] = 104
        return actions

    with pytest.raises(gf.IllegalActionError) as refused:
        gf.sim.play_rounds(10, ("simple", passing), RULES, seed=1)
    assert str(refused.value).startswith("players[1]: draw_stock is not legal at index 3 of the ")
    assert str(refused.value).endswith("; legal there: take_discard, pass")


@pytest.mark.parametrize(
    ("answer", "error", "message"),
    [
        (
            lambda seen, _: [0] * len(seen),
            TypeError,
            "players[0]: expected it to return an integer array, got [0",
        ),
        (
            lambda seen, _: np.zeros(len(seen)),
            TypeError,
            "players[0]: expected it to return an integer array, got one of float64",
        ),
        (
            lambda _, legal: legal.sum(),
            TypeError,
            "players[0]: expected it to return an integer array, got np.int64(",
        ),
        (
            lambda seen, _: np.zeros((len(seen), 1), int),
            ValueError,
            "players[0]: expected it to return one action a round, an array of shape (",
        ),
        (
            lambda seen, _: np.full(len(seen), 1_000),
            gf.IllegalActionError,
            "players[0]: 1000 is not legal at index 0 of the ",
        ),
        (
            lambda seen, _: np.full(len(seen), -1),
            gf.IllegalActionError,
            "players[0]: -1 is not legal at index 0 of the ",
        ),
        (lambda _seen, _legal: 1 // 0, ZeroDivisionError, "integer division or modulo by zero"),
        (lambda _seen, _legal: next(iter(())), StopIteration, ""),
    ],
)
def test_what_is_no_answer_is_refused(
    answer: Callable[..., Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error) as refused:
        gf.sim.play_rounds(20, (answer, "simple"), RULES, seed=1)
    assert str(refused.value).startswith(message)


def test_progress_is_told_while_functions_play() -> None:
    told: list[tuple[int, int]] = []
    players = (drawing, "simple")
    gf.sim.play_rounds(
        9_000, players, RULES, seed=1, progress=lambda done, total: told.append((done, total))
    )
    assert told[-1] == (9_000, 9_000)
    assert told == sorted(told)
    assert len(told) > 1
