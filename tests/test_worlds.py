"""Determinization: worlds of tables as one seat may believe them, from Python."""

import pickle
from typing import Any

import numpy as np
import pytest

import gin_fast as gf
from gin_fast.rules import PRESETS
from gin_fast.sim import PHASES, Tables
from interruption import answer_to_ctrl_c, ticks_during


def midgame(n: int, rules: gf.Rules = gf.Rules(), steps: int = 15, seed: int = 4) -> Tables:  # noqa: B008
    """Return tables some random moves on."""
    tables = Tables(n, rules, seed=seed)
    random = np.random.default_rng(seed)
    for _ in range(steps):
        legal = tables.legal_actions()
        tables.step((legal * random.random(legal.shape)).argmax(axis=1))
    return tables


def pile_top(played: gf.Round) -> int:
    return 0 if played.upcard is None else 1 << played.upcard


def hidden_hands(worlds: Tables, seat: int) -> list[gf.CardSet]:
    return [worlds.to_round(row).hands[1 - seat] for row in range(len(worlds))]


@pytest.mark.parametrize("name", PRESETS)
def test_a_world_is_a_round_that_looks_the_same_and_can_be_played(name: str) -> None:
    tables = midgame(20, PRESETS[name])
    for seat in (0, 1):
        worlds = tables.determinize(seat, n=2, seed=1, weights="simple" if seat else None)
        assert len(worlds) == 40
        for row in range(40):
            world, real = worlds.to_round(row), tables.to_round(row // 2)
            assert world.observation(seat) == real.observation(seat)
        random = np.random.default_rng(2)
        steps = 0
        while not worlds.done.all():
            legal = worlds.legal_actions()
            worlds.step((legal * random.random(legal.shape)).argmax(axis=1))
            steps += 1
            assert steps < 2_000
        assert {PHASES[phase] for phase in worlds.phase} == {"over"}


def test_a_world_pickles_and_replays_as_itself() -> None:
    worlds = midgame(30).determinize(0, n=2, seed=9, weights="simple")
    again = pickle.loads(pickle.dumps(worlds))  # noqa: S301 - our own.
    random = np.random.default_rng(3)
    while not worlds.done.all():
        legal = worlds.legal_actions()
        assert np.array_equal(again.legal_actions(), legal)
        actions = (legal * random.random(legal.shape)).argmax(axis=1)
        worlds.step(actions)
        again.step(actions)
    assert np.array_equal(again.points, worlds.points)


def test_worlds_come_again_with_their_seed_for_any_number_of_threads() -> None:
    tables = midgame(50)

    def drawn(**options: Any) -> bytes:
        return pickle.dumps(tables.determinize(0, n=20, weights="simple", **options))

    first = drawn(seed=3)
    assert drawn(seed=3) == first
    assert drawn(seed=3, threads=2) == first
    assert drawn(seed=3, threads=0) == first
    assert drawn(seed=4) != first
    assert drawn() != drawn()


def test_nothing_hidden_tells_on_a_world() -> None:
    tables = midgame(50)
    # The same for all that seat 0 knows, and other cards where he does not see.
    others = tables.determinize(0, seed=1)
    assert pickle.dumps(others) != pickle.dumps(tables)
    for weights in (None, "simple", np.arange(52.0)):
        drawn = [
            pickle.dumps(these.determinize(0, n=3, seed=2, weights=weights))
            for these in (tables, others)
        ]
        assert drawn[0] == drawn[1]


def test_an_array_of_seats_asks_for_each_table_its_own() -> None:
    tables = midgame(40)
    player = tables.player
    assert set(player) == {0, 1}
    worlds = tables.determinize(player, seed=1)
    for row, seat in enumerate(player):
        assert worlds.to_round(row).observation(seat) == tables.to_round(row).observation(seat)


def test_hands_have_what_they_must_and_not_what_they_must_not() -> None:
    tables = midgame(30)
    rounds = [tables.to_round(row) for row in range(30)]
    # What is really there can be.
    held = np.array([next(iter(played.hands[1])) for played in rounds])
    drawn = np.array([next(iter(played.stock)) for played in rounds])
    must, must_not = np.uint64(1) << held.astype(np.uint64), np.uint64(1) << drawn.astype(np.uint64)
    for weights in (None, "simple", np.ones(52)):
        worlds = tables.determinize(
            0,
            n=8,
            seed=1,
            must=must,
            must_not=must_not,
            weights=weights,
        )
        for row, hand in enumerate(hidden_hands(worlds, 0)):
            assert held[row // 8] in hand
            assert drawn[row // 8] not in hand


def test_every_unseen_card_is_held_alike() -> None:
    tables = Tables(1, seed=2)
    mine = tables.to_round(0).hands[0]
    upcard = tables.to_round(0).upcard
    worlds = 4_000
    counts = np.zeros(52)
    for hand in hidden_hands(tables.determinize(0, n=worlds, seed=5), 0):
        counts[list(hand)] += 1
    unseen = [card for card in range(52) if card not in mine and card != upcard]
    assert counts.sum() == counts[unseen].sum() == 10 * worlds
    share = 10 / len(unseen)
    spread = worlds * share * (1 - share)
    chi_square = ((counts[unseen] - worlds * share) ** 2 / spread).sum() * (1 - 1 / len(unseen))
    # 40 degrees of freedom: one in a million is beyond 96, and below 11.
    assert 11 < chi_square < 96


def test_a_card_without_weight_is_not_drawn() -> None:
    tables = midgame(10)
    weights = np.zeros((10, 52))
    for row in range(10):
        played = tables.to_round(row)
        weights[row, list(played.hands[1])] = 1
    worlds = tables.determinize(0, n=3, seed=1, weights=weights)
    for row, hand in enumerate(hidden_hands(worlds, 0)):
        assert hand == tables.to_round(row // 3).hands[1]


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"player": 2}, ValueError, r"player: expected an int from 0 to 1, got 2"),
        ({"player": "0"}, TypeError, r"player: expected an int from 0 to 1, got '0' \(str\)"),
        ({"player": np.array([0, 2, 1])}, ValueError, r"player: .* got 2 at index 1"),
        ({"player": np.zeros(2, int)}, ValueError, r"player: .* shape \(3,\), got \(2,\)"),
        ({"player": np.zeros(3)}, TypeError, r"player: .* integer dtype, got .* float64"),
        ({"n": 0}, ValueError, r"n: expected an int from 1 to \d+, got 0"),
        ({"n": 1.0}, TypeError, r"n: expected an int from 1 to \d+, got 1.0"),
        ({"n": 10**17}, MemoryError, r"n: no memory for 300000000000000000 tables"),
        ({"n": 10**30}, ValueError, r"n: expected an int from 1 to \d+, got 1000"),
        ({"seed": -1}, ValueError, r"seed: expected None or an int not below 0, got -1"),
        ({"must": "As 1x"}, gf.InvalidCardError, r'must: .*"1x"'),
        ({"must_not": 1 << 52}, gf.InvalidHandError, r"must_not: "),
        ({"must": 3.5}, TypeError, r"must: expected cards, an array of masks or None, got 3.5"),
        ({"must": np.array([1, 2])}, ValueError, r"must: .* shape \(3,\), got \(2,\)"),
        ({"must": np.ones(3)}, TypeError, r"must: .* integer dtype"),
        ({"must": np.array([1, -1, 1])}, gf.InvalidHandError, r"must: .* got -1 at index 1"),
        ({"must": np.array([1, 1 << 60, 1])}, gf.InvalidHandError, r"must: .* at index 1"),
        ({"must_not": range(40)}, ValueError, r"must_not: table \d: \d cards are left for the op"),
        ({"weights": "greedy"}, ValueError, r"weights: expected \"simple\" or an array"),
        ({"weights": np.ones(51)}, ValueError, r"weights: .* shape \(52,\) or \(3, 52\), got \(51"),
        ({"weights": ["a"] * 52}, TypeError, r"weights: expected numbers"),
        ({"weights": -np.ones(52)}, ValueError, r"weights: .* got -1 at index 0"),
        ({"weights": np.full((3, 52), np.nan)}, ValueError, r"weights: .* index \(0, 0\)"),
        ({"weights": np.eye(52)[0]}, ValueError, r"weights: table 0: \d cards have a weight"),
        ({"threads": -1}, ValueError, r"threads: "),
    ],
)
def test_what_cannot_be_is_refused(
    arguments: dict[str, Any], error: type[Exception], message: str
) -> None:
    tables = Tables(3, seed=1)
    with pytest.raises(error, match=message):
        tables.determinize(**{"player": 0, "seed": 1, **arguments})


def test_the_first_table_without_a_world_is_named() -> None:
    tables = midgame(8)
    rounds = [tables.to_round(row) for row in range(8)]
    mine, theirs = ([played.hands[seat] for played in rounds] for seat in (0, 1))
    must = np.zeros(8, np.uint64)
    must[5] = mine[5].mask
    with pytest.raises(ValueError, match=r"must: table 5: .* cannot hold .*, which the player"):
        tables.determinize(0, must=must)
    must[5] = theirs[5].mask
    assert len(tables.determinize(0, must=must)) == 8
    with pytest.raises(ValueError, match=r"must: table 5: must_not has .* too"):
        tables.determinize(0, must=must, must_not=must)
    everything_else = gf.CardSet(range(52)) - mine[2] - gf.CardSet(rounds[2].discards)
    must[2] = everything_else.mask & ~pile_top(rounds[2])
    with pytest.raises(ValueError, match=r"must: table 2: the opponent holds \d+ hidden cards, no"):
        tables.determinize(0, must=must)


def test_what_was_seen_to_be_taken_cannot_be_ruled_out() -> None:
    tables = Tables(1, seed=1)
    upcard = gf.CardSet.from_mask(pile_top(tables.to_round(0)))
    seat = int(tables.player[0])
    tables.step(np.array([105]))
    with pytest.raises(ValueError, match=r"must_not: table 0: the opponent was seen to hold"):
        tables.determinize(1 - seat, must_not=upcard)
    worlds = tables.determinize(1 - seat, n=20, seed=1, must=upcard)
    assert all(upcard <= hand for hand in hidden_hands(worlds, 1 - seat))


def test_after_a_knock_both_hands_lie_open() -> None:
    tables = midgame(200, steps=400)
    results = [tables.to_round(row).result for row in range(200)]
    over = [row for row, result in enumerate(results) if result and result.kind != "draw"]
    assert over
    worlds = tables.determinize(0, seed=1)
    for row in over:
        assert worlds.to_round(row).hands == tables.to_round(row).hands
        assert worlds.to_round(row).result == tables.to_round(row).result


LONG = "import gin_fast as gf\ntables = gf.sim.Tables(1000, seed=1)\n"


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_ends_it_within_a_second(threads: int) -> None:
    answer_to_ctrl_c(
        f"{LONG}print('ready', flush=True)\n"
        "try:\n"
        f"    tables.determinize(0, n=10_000, seed=1, weights='simple', threads={threads})\n"
        "except KeyboardInterrupt:\n"
        "    print('interrupted', flush=True)\n"
    )


def test_other_threads_run_meanwhile() -> None:
    tables = Tables(100, seed=1)
    assert ticks_during(lambda: tables.determinize(0, n=300, seed=1, weights="simple"), 0.001) > 5


def test_worlds_tell_nothing_where_tables_have_the_same_seed() -> None:
    tables = gf.sim.Tables(50_000, gf.Rules(first_dealer=0), seed=1)
    for player in (0, 1):
        # Ten of 41 unseen cards, ten times.
        expected, deviation = 100 / 41, (10 * 10 / 41 * 31 / 41 * 31 / 40) ** 0.5
        for n, world in ((1, 0), (3, 2)):
            worlds = tables.determinize(player, n=n, seed=1)
            guessed = worlds.hands[world::n, 1 - player] & tables.hands[:, 1 - player]
            mean = np.bitwise_count(guessed).mean()
            assert abs(mean - expected) < 5 * deviation / len(tables) ** 0.5
