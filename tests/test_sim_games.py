"""`gf.sim.play_games`: games to the target between two players."""

from typing import Any, cast

import numpy as np
import pytest

import gin_fast as gf
from gin_fast import _core
from gin_fast.rules import PRESETS
from gin_fast.sim.deals import Deals, play_deals
from gin_fast.sim.seed import read_number

SIMPLE = ("simple", "simple")
NAMES = ", ".join(_core.policies())
MIXED = ("simple", "random")


@pytest.mark.parametrize("preset", [name for name in PRESETS if name != "hollywood"])
def test_games_are_scored_as_their_rounds_are_added_up(preset: str) -> None:
    """Each game is played again, round by round, and scored by hand."""
    rules = gf.Rules.preset(preset)
    count, seed = 30, 6
    games = gf.sim.play_games(count, SIMPLE, rules, seed=seed)
    numbers = np.arange(count, dtype=np.uint64)
    seeds = _core.seeds_of(np.full(count, read_number(seed), np.uint64), numbers)
    for game, game_seed in zip(games, seeds, strict=True):
        score, dealer = gf.GameScore(rules), int(game["dealer"])
        for number in range(int(game["rounds"])):
            assert not score.over
            of_round = np.array([game_seed]), np.array([number], np.uint64)
            deals = Deals(_core.seeds_of(*of_round), np.array([dealer], np.uint8))
            (played,), (boxes,) = play_deals(rules, SIMPLE, deals, 1)
            winner = None if played["winner"] < 0 else int(played["winner"])
            score.add(winner, abs(int(played["points"])), int(boxes))
            dealer = gf.next_dealer(rules, dealer, winner)
        assert score.over
        assert game["winner"] == (-1 if score.winner is None else score.winner)
        assert tuple(game["totals"]) == score.totals
        assert tuple(game["points"]) == score.hand_points
        assert tuple(game["boxes"]) == score.boxes
        assert tuple(game["rounds_won"]) == score.rounds_won
        assert game["shutout"] == score.shutout
        assert not game["swapped"]


def test_nothing_depends_on_threads_or_on_how_many_are_asked_for() -> None:
    games = gf.sim.play_games(5_000, MIXED, seed=3)
    for threads in (0, 2):
        assert np.array_equal(gf.sim.play_games(5_000, MIXED, seed=3, threads=threads), games)
    assert np.array_equal(gf.sim.play_games(100, MIXED, seed=3), games[:100])
    assert not np.array_equal(gf.sim.play_games(100, MIXED, seed=4), games[:100])


def test_who_does_the_same_comes_out_equal_in_mirrored_games() -> None:
    games = gf.sim.play_games(400, SIMPLE, seed=1, mirrored=True)
    assert games["swapped"].tolist() == [False, True] * 200
    one, other = games[::2], games[1::2]
    for name in games.dtype.names or ():
        if name != "swapped":
            assert np.array_equal(one[name], other[name])


def test_mirrored_players_change_their_seats_and_keep_the_deals() -> None:
    rules = gf.Rules(single_hand=True)
    games = gf.sim.play_games(2_000, MIXED, rules, seed=1, mirrored=True)
    assert (games["winner"] == games["swapped"]).mean() > 0.95
    assert np.array_equal(games["dealer"][::2], games["dealer"][1::2])
    again = gf.sim.play_games(2_000, MIXED[::-1], rules, seed=1, mirrored=True)
    for name in ("winner", "points", "totals"):
        assert np.array_equal(again[name][::2], games[name][1::2])


@pytest.mark.parametrize("first_dealer", ["random", 0, 1])
def test_the_first_dealer_is_as_the_rules_say(first_dealer: str | int) -> None:
    rules = gf.Rules(first_dealer=cast("Any", first_dealer))
    dealers = gf.sim.play_games(200, SIMPLE, rules, seed=1)["dealer"]
    if first_dealer == "random":
        assert 60 < dealers.sum() < 140
    else:
        assert (dealers == first_dealer).all()


def test_a_single_round_may_be_drawn() -> None:
    rules = gf.Rules(single_hand=True, dead_cards=18)
    games = gf.sim.play_games(2_000, SIMPLE, rules, seed=1)
    drawn = games[games["winner"] == -1]
    assert len(drawn) > 50
    assert not drawn["totals"].any()
    assert (games["rounds"] == 1).all()


def test_progress_counts_the_games_that_are_over() -> None:
    told: list[tuple[int, int]] = []
    gf.sim.play_games(
        6_000, SIMPLE, seed=1, progress=lambda done, total: told.append((done, total))
    )
    assert told[-1] == (6_000, 6_000)
    assert [done for done, _ in told] == sorted(done for done, _ in told)


@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        ({"n": 0}, ValueError, "n: expected an int not below 1, got 0"),
        (
            {"n": 3, "mirrored": True},
            ValueError,
            "n: expected an even number of games where they are mirrored, got 3",
        ),
        ({"mirrored": 1}, TypeError, "mirrored: expected True or False, got 1 (int)"),
        (
            {"rules": gf.Rules.preset("hollywood")},
            ValueError,
            "rules: 3 columns side by side are no single game; change hollywood_columns to 1",
        ),
        ({"players": ("simple", "")}, ValueError, f"players[1]: expected {NAMES}, got ''"),
        ({"progress": 1}, TypeError, "progress: expected a function or None, got 1 (int)"),
        ({"threads": 5_000}, ValueError, "threads: expected 1 to 1024, or 0 for all cores"),
    ],
)
def test_a_bad_argument_is_named(
    changes: dict[str, object], error: type[Exception], message: str
) -> None:
    arguments: dict[str, Any] = {"n": 10, "players": SIMPLE} | changes
    with pytest.raises(error) as refused:
        gf.sim.play_games(**arguments)
    assert str(refused.value).startswith(message)
