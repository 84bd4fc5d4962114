"""`gf.sim.playout`: what tables come to."""

from typing import Any

import numpy as np
import pytest

import gin_fast as gf
from gin_fast import _core

RULES = gf.Rules.preset("eaai")
NAMES = ", ".join(_core.policies())


def tables(count: int, steps: int, seed: int = 1) -> gf.sim.Tables:
    """Tables some plies into their rounds."""
    made, numbers = gf.sim.Tables(count, RULES, seed), np.random.default_rng(seed)
    for _ in range(steps):
        weights = numbers.random((count, 108)) * made.legal_actions()
        made.step(weights.argmax(axis=1))
    return made


def test_values_are_the_means_of_single_playouts() -> None:
    some = tables(40, 9)
    values = gf.sim.playout(some, "random", 200, seed=5)
    assert (np.abs(values["points"]) <= 123).all()
    assert (values["won"] + values["lost"] <= 1).all()
    once = gf.sim.playout(some, "random", 1, seed=5)
    assert np.isnan(once["error"]).all()
    assert set(np.unique(once["won"])) <= {0.0, 1.0}
    assert (once["turns"] == once["turns"].astype(int)).all()


def test_errors_are_those_of_the_means() -> None:
    """Many values of the same tables spread as their standard errors say."""
    some = tables(20, 4)
    values = [gf.sim.playout(some, "simple", 64, seed, shuffle=True) for seed in range(60)]
    spread = np.std([value["points"] for value in values], axis=0, ddof=1)
    error = np.mean([value["error"] for value in values], axis=0)
    assert np.abs(spread / error - 1).mean() < 0.25


def test_nothing_depends_on_threads_and_the_tables_stay() -> None:
    some = tables(300, 6)
    before = some.legal_actions(), some.player, some.phase
    values = gf.sim.playout(some, ("simple", "random"), 7, seed=2)
    for threads in (0, 3):
        again = gf.sim.playout(some, ("simple", "random"), 7, seed=2, threads=threads)
        assert np.array_equal(again, values)
    for old, new in zip(before, (some.legal_actions(), some.player, some.phase), strict=True):
        assert np.array_equal(old, new)


def test_seats_are_played_by_whom_they_are_given_to() -> None:
    some = tables(200, 0)
    good, bad = (
        gf.sim.playout(some, policy, 20, seed=1, shuffle=True)["points"].mean()
        for policy in (("simple", "random"), ("random", "simple"))
    )
    assert good > 30
    assert bad < -30


def test_a_stock_that_stays_leaves_less_to_chance() -> None:
    some = tables(100, 0)
    lies, shuffled = (
        gf.sim.playout(some, "simple", 50, seed=1, shuffle=shuffle)["error"].mean()
        for shuffle in (False, True)
    )
    assert 0 < lies < 0.75 * shuffled


def test_a_round_that_is_over_comes_to_what_it_came_to() -> None:
    some = tables(50, 400)
    assert some.done.all()
    values = gf.sim.playout(some, "simple", 5, seed=1)
    assert np.array_equal(values["points"], some.points)
    assert not values["error"].any()
    assert not values["turns"].any()


@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        ({"tables": gf.Round(seed=1)}, TypeError, "tables: expected gin_fast.sim.Tables, got "),
        ({"n": 0}, ValueError, "n: expected an int from 1 to 4294967295, got 0"),
        ({"policy": "clever"}, ValueError, f"policy: expected {NAMES}, got 'clever'"),
        (
            {"policy": ("simple", "clever")},
            ValueError,
            f"policy[1]: expected {NAMES}, got 'clever'",
        ),
        ({"policy": ("simple",)}, ValueError, "policy: expected two players, got 1"),
        ({"policy": 5}, TypeError, "policy: expected a player's name or two, got 5 (int)"),
        (
            {"policy": ("simple", len)},
            TypeError,
            f"policy[1]: expected the name of a player ({NAMES}), got ",
        ),
        ({"shuffle": None}, TypeError, "shuffle: expected True or False, got None (NoneType)"),
    ],
)
def test_a_bad_argument_is_named(
    changes: dict[str, object], error: type[Exception], message: str
) -> None:
    arguments: dict[str, Any] = {"tables": tables(2, 0), "policy": "simple", "n": 3} | changes
    with pytest.raises(error) as refused:
        gf.sim.playout(**arguments)
    assert str(refused.value).startswith(message)


def test_continuations_tell_nothing_where_tables_have_the_same_seed() -> None:
    tables = gf.sim.Tables(50_000, gf.Rules(first_dealer=0, max_moves=1), seed=1)
    red = np.bitwise_count(tables.hands[:, 0] & np.uint64(((1 << 26) - 1) << 26))
    both_passed = gf.sim.playout(tables, "random", 1, seed=1)["turns"] == 0
    apart = red[both_passed].mean() - red[~both_passed].mean()
    # Of ten cards five are red, with a variance of 2.06.
    shares = 1 / both_passed.sum() + 1 / (~both_passed).sum()
    assert abs(apart) < 5 * (2.06 * shares) ** 0.5
