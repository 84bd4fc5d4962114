"""`gf.sim.play_rounds`: rounds between two players, by the million."""

import itertools
import sys
from collections.abc import Callable
from typing import Any, Literal, cast

import numpy as np
import pytest

import gin_fast as gf
from gin_fast import _core
from gin_fast.rules import PRESETS
from gin_fast.sim.rounds import ROW
from interruption import answer_to_ctrl_c, ticks_during

SIMPLE = ("simple", "simple")
NAMES = ", ".join(_core.policies())
MIXED = ("simple", "random")
EAAI = gf.Rules.preset("eaai")


def test_the_fields_are_those_that_are_documented() -> None:
    rounds = gf.sim.play_rounds(10, SIMPLE, seed=1)
    assert rounds.dtype == [
        ("kind", "U8"),
        ("winner", np.int8),
        ("points", np.int16),
        ("knocker", np.int8),
        ("knocker_deadwood", np.uint8),
        ("defender_deadwood", np.uint8),
        ("turns", np.uint16),
        ("dealer", np.uint8),
        ("laid_off", np.uint8),
    ]
    assert rounds.shape == (10,)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_round_is_priced_as_the_rules_price_it(preset: str) -> None:
    rules = gf.Rules.preset(preset)
    rounds = gf.sim.play_rounds(3_000, MIXED if preset != "straight" else SIMPLE, rules, seed=3)
    without_upcard = not (rules.oklahoma or rules.spade_double)
    for played in rounds:
        kind, winner, knocker = str(played["kind"]), int(played["winner"]), int(played["knocker"])
        if kind == "draw":
            assert (winner, knocker, played["points"], played["laid_off"]) == (-1, -1, 0, 0)
            continue
        won_by = {"undercut": 1 - knocker, "knock": knocker}.get(kind, knocker)
        assert winner in {won_by, -1}
        assert (played["knocker_deadwood"] == 0) == (kind in {"gin", "big_gin"})
        if without_upcard:
            deadwood = int(played["knocker_deadwood"]), int(played["defender_deadwood"])
            price = gf.settle.price(kind, *deadwood, rules)
            signed = price.points if winner == 0 else -price.points
            assert (played["points"], winner >= 0) == (signed, price.winner is not None)


def test_each_kind_comes_about() -> None:
    rules = gf.Rules(dead_cards=10)
    kinds = set(gf.sim.play_rounds(20_000, SIMPLE, rules, seed=1)["kind"].tolist())
    assert kinds == {"knock", "gin", "big_gin", "undercut", "draw"}


def test_a_knock_is_worth_what_the_hands_are_apart() -> None:
    rounds = gf.sim.play_rounds(50_000, SIMPLE, EAAI, seed=2)
    out = rounds[rounds["kind"] != "draw"]
    knocked = out[out["kind"] == "knock"]
    apart = knocked["defender_deadwood"].astype(int) - knocked["knocker_deadwood"]
    assert (np.abs(knocked["points"]) == apart).all()
    assert (out["knocker_deadwood"] <= 10).all()
    assert (rounds["turns"] <= 31 + 50).all()
    assert 11 < rounds["turns"].mean() < 14


@pytest.mark.parametrize("dealers", ["alternate", "rules"])
def test_nothing_depends_on_threads_or_on_how_many_are_asked_for(
    dealers: Literal["alternate", "rules"],
) -> None:
    whole = gf.sim.play_rounds(5_000, MIXED, EAAI, seed=7, dealers=dealers)
    for threads in (0, 2, 5):
        again = gf.sim.play_rounds(5_000, MIXED, EAAI, 7, threads, dealers=dealers)
        assert np.array_equal(again, whole)
    fewer = gf.sim.play_rounds(777, MIXED, EAAI, seed=7, dealers=dealers)
    assert np.array_equal(fewer, whole[:777])


@pytest.mark.parametrize("dealers", ["alternate", "rules"])
@pytest.mark.parametrize("block", [1, 100, ROW, ROW + 1, 5_000, 10**9])
def test_blocks_put_together_are_the_whole(
    block: int, dealers: Literal["alternate", "rules"]
) -> None:
    count = 2_500 if block > 1 else 60
    whole = gf.sim.play_rounds(count, MIXED, EAAI, seed=7, dealers=dealers)
    blocks = list(gf.sim.rounds_in_blocks(count, MIXED, EAAI, seed=7, dealers=dealers, block=block))
    assert [len(part) for part in blocks[:-1]] == [block] * (len(blocks) - 1)
    assert np.array_equal(np.concatenate(blocks), whole)


def test_another_seed_is_another_row() -> None:
    one, other = (gf.sim.play_rounds(2_000, SIMPLE, seed=seed) for seed in (1, 2))
    assert not np.array_equal(one, other)
    assert not np.array_equal(gf.sim.play_rounds(200, SIMPLE), gf.sim.play_rounds(200, SIMPLE))
    spawned = np.random.SeedSequence(1)
    assert np.array_equal(gf.sim.play_rounds(2_000, SIMPLE, seed=spawned), one)
    large = gf.sim.play_rounds(50, SIMPLE, seed=10**40)
    assert np.array_equal(gf.sim.play_rounds(50, SIMPLE, seed=10**40), large)


def test_seats_deal_in_turn_unless_the_rules_are_asked() -> None:
    dealers = gf.sim.play_rounds(100, SIMPLE, seed=1)["dealer"]
    assert dealers.tolist() == [0, 1] * 50


@pytest.mark.parametrize("next_dealer", ["alternate", "loser", "winner"])
@pytest.mark.parametrize("after_draw", ["same", "next"])
@pytest.mark.parametrize("first", ["random", 0, 1])
def test_dealers_follow_the_rules_within_a_row(
    next_dealer: str, after_draw: str, first: str | int
) -> None:
    rules = gf.Rules(
        **cast("Any", {"next_dealer": next_dealer, "dealer_after_draw": after_draw}),
        first_dealer=cast("Any", first),
        dead_cards=12,
    )
    rounds = gf.sim.play_rounds(8 * ROW, SIMPLE, rules, seed=5, dealers="rules")
    assert (rounds["kind"] == "draw").sum() > 100
    firsts = []
    for row in np.split(rounds, 8):
        firsts.append(int(row["dealer"][0]))
        for played, following in itertools.pairwise(row):
            winner = int(played["winner"])
            dealer = gf.next_dealer(rules, int(played["dealer"]), None if winner < 0 else winner)
            assert following["dealer"] == dealer
    assert set(firsts) == ({0, 1} if first == "random" else {first})


def test_players_sit_where_they_are_named() -> None:
    for players, seat in ((("simple", "random"), 0), (("random", "simple"), 1)):
        rounds = gf.sim.play_rounds(2_000, players, seed=1)
        assert (rounds["winner"] == seat).mean() > 0.95


def test_python_and_rust_play_the_same_game() -> None:
    """Rounds of the same players through `Round` come to the same, as far as chance lets tell."""
    count = 300
    found = gf.arena.evaluate("simple", "random", count // 2, seed=4)
    rounds = gf.sim.play_rounds(20_000, MIXED, seed=4)
    assert found.points is not None
    assert found.points.low is not None
    assert found.points.high is not None
    spread = 2 * (found.points.high - found.points.low)
    assert abs(rounds["points"].mean() - found.points.value) < spread


def test_progress_is_told_and_changes_nothing() -> None:
    told: list[tuple[int, int]] = []
    count = 150_000
    rounds = gf.sim.play_rounds(
        count, SIMPLE, seed=1, progress=lambda done, total: told.append((done, total))
    )
    assert told[-1] == (count, count)
    assert len(told) > 1
    assert told == sorted(set(told))
    assert np.array_equal(rounds, gf.sim.play_rounds(count, SIMPLE, seed=1))


def test_blocks_are_played_when_they_are_asked_for() -> None:
    blocks = gf.sim.rounds_in_blocks(10**12, SIMPLE, seed=1, block=1_000)
    assert np.array_equal(next(blocks), gf.sim.play_rounds(1_000, SIMPLE, seed=1))
    assert len(next(blocks)) == 1_000


CALLS: list[Callable[..., object]] = [gf.sim.play_rounds, gf.sim.rounds_in_blocks]


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        ({"n": 0}, ValueError, "n: expected an int not below 1, got 0"),
        ({"n": 1e6}, TypeError, "n: expected an int not below 1, got 1000000.0 (float)"),
        ({"players": "simple"}, TypeError, "players: expected two players, got 'simple' (str)"),
        ({"players": ("simple",)}, ValueError, "players: expected two players, got 1"),
        (
            {"players": ("simple", "clever")},
            ValueError,
            f"players[1]: expected {NAMES}, got 'clever'",
        ),
        (
            {"players": (3, "simple")},
            TypeError,
            f"players[0]: expected the name of a player ({NAMES}) or a function of",
        ),
        (
            {"players": ("simple", gf.SimplePlayer)},
            TypeError,
            "a player with act plays in gin_fast.play and gin_fast.arena",
        ),
        ({"rules": "eaai"}, TypeError, "rules: expected Rules, got 'eaai' (str); pass"),
        ({"seed": -1}, ValueError, "seed: expected None or an int not below 0, got -1"),
        ({"seed": 1.5}, TypeError, "seed: expected None or an int not below 0, got 1.5 (float)"),
        ({"dealers": "loser"}, ValueError, "dealers: expected 'alternate' or 'rules', got 'loser'"),
        ({"threads": -1}, ValueError, "threads: expected 1 to 1024, or 0 for all cores, got -1"),
        ({"threads": 1.0}, TypeError, "threads: expected an int or None, got float"),
    ],
)
def test_a_bad_argument_is_named(
    call: Callable[..., object], changes: dict[str, object], error: type[Exception], message: str
) -> None:
    arguments: dict[str, object] = {"n": 10, "players": SIMPLE} | changes
    with pytest.raises(error) as refused:
        list(cast("Any", call(**arguments)))
    assert message in str(refused.value)
    assert len(str(refused.value).splitlines()) == 1


def test_a_block_has_a_round_at_least() -> None:
    with pytest.raises(ValueError, match="block: expected an int not below 1, got 0"):
        gf.sim.rounds_in_blocks(10, SIMPLE, block=0)


def test_progress_is_a_function() -> None:
    with pytest.raises(TypeError, match=r"progress: expected a function or None, got 5 \(int\)"):
        gf.sim.play_rounds(10, SIMPLE, progress=cast("Any", 5))


@pytest.mark.parametrize("count", [10**15, 10**18, 2**63, 10**40])
def test_rounds_that_no_memory_holds_are_refused(count: int) -> None:
    with pytest.raises(MemoryError):
        gf.sim.play_rounds(count, SIMPLE)
    with pytest.raises(MemoryError):
        gf.sim.play_games(count, SIMPLE)
    with pytest.raises(MemoryError):
        next(gf.sim.rounds_in_blocks(count, SIMPLE, block=count))


def test_other_threads_run_meanwhile() -> None:
    assert ticks_during(lambda: gf.sim.play_rounds(300_000, SIMPLE, seed=1), every=0.001) > 10


ENDLESS = """
import gin_fast as gf
print("ready", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
@pytest.mark.parametrize(
    "call",
    [
        "gf.sim.play_rounds(100_000_000, ('random', 'random'), threads=1)",
        "gf.sim.play_rounds(100_000_000, ('random', 'random'), threads=2)",
        "gf.sim.play_games(100_000_000, ('random', 'random'))",
        "gf.sim.playout(gf.sim.Tables(10_000), 'random', 100_000, threads=2)",
    ],
)
def test_ctrl_c_is_answered_within_a_second(call: str) -> None:
    answer_to_ctrl_c(ENDLESS.format(call=call))
