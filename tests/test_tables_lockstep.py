"""Tables beside rounds, move by move: `--rounds` says how many."""

import random

import numpy as np
import pytest
from numpy.typing import NDArray

import gin_fast as gf
from gin_fast.round import ACTIONS
from gin_fast.rules import PRESETS
from gin_fast.sim import PHASES, Tables
from round_players import choose, deck
from test_round_referee import RULES


def ids(played: gf.Round) -> list[int]:
    return [action.id for action in played.legal_actions() if action.id is not None]


def signed(played: gf.Round) -> int:
    """What seat 0 got."""
    result = played.result
    return 0 if result is None else result.points * (-1 if result.winner == 1 else 1)


def assert_same(tables: Tables, rounds: list[gf.Round]) -> None:
    """Everything that is shown of all tables is what the rounds say."""
    legal = tables.legal_actions()
    expected = np.zeros_like(legal)
    for row, played in zip(expected, rounds, strict=True):
        row[ids(played)] = True
    assert np.array_equal(legal, expected)
    bits = np.array([played._legal for played in rounds], dtype=object)  # noqa: SLF001
    lower, upper = tables.legal_bits().T.astype(object)
    assert (lower + (upper << 64) == bits).all()
    assert [PHASES[phase] for phase in tables.phase] == [played.phase for played in rounds]
    assert tables.player.tolist() == [played.player for played in rounds]
    assert tables.dealer.tolist() == [played.dealer for played in rounds]
    assert tables.done.tolist() == [played.result is not None for played in rounds]
    assert tables.points.tolist() == [signed(played) for played in rounds]
    masks = [[hand.mask for hand in played.hands] for played in rounds]
    assert tables.hands.tolist() == masks


def assert_kept(kept: gf.Round, played: gf.Round) -> None:
    """Everything is the same but the history."""
    assert kept._position() == played._position()  # noqa: SLF001
    for name in ("hands", "stock", "discards", "upcard", "first_upcard", "knock_limit", "rules"):
        assert getattr(kept, name) == getattr(played, name)
    for name in ("phase", "player", "dealer", "taken", "known", "declined", "layoff", "result"):
        assert getattr(kept, name) == getattr(played, name)
    assert kept.legal_actions() == played.legal_actions()
    for seat in (0, 1):
        assert kept.observation(seat) == played.observation(seat)


def moves(numbers: random.Random, rounds: list[gf.Round], steered: NDArray[np.bool_]) -> list[int]:
    """Choose an action for each round, and do it; anything where a round is over."""
    chosen = []
    for at, played in enumerate(rounds):
        if played.phase == "over":
            chosen.append(numbers.randrange(len(ACTIONS)))
            continue
        action = choose(numbers, played, steered=bool(steered[at]))
        assert action.id is not None
        played.apply(action)
        chosen.append(action.id)
    return chosen


@pytest.mark.parametrize("name", RULES)
def test_tables_and_rounds_go_the_same_way_move_by_move(
    name: str, numbers: random.Random, rounds: int
) -> None:
    rules, count = RULES[name], rounds // 4 + 3
    beside = [
        gf.Round(rules, deck=deck(numbers, near=at % 3 == 0), dealer=at % 2) for at in range(count)
    ]
    steered = np.arange(count) % 3 < 2
    tables = Tables.from_rounds(beside)
    assert_same(tables, beside)
    while not tables.done.all():
        tables.step(np.array(moves(numbers, beside, steered), np.uint8))
        assert_same(tables, beside)
        at = numbers.randrange(count)
        assert_kept(tables.to_round(at), beside[at])
        if numbers.random() < 0.1:
            # Taken up in the middle they go on in the same way: counters and knowledge are kept.
            tables = Tables.from_rounds(beside)
            beside = [tables.to_round(place) for place in range(count)]
            assert Tables.from_rounds(beside, tables.seeds) == tables
    for at in range(count):
        assert_kept(tables.to_round(at), beside[at])


@pytest.mark.parametrize("name", PRESETS)
def test_resets_deal_what_tables_of_the_same_seeds_deal(name: str, numbers: random.Random) -> None:
    rules = PRESETS[name]
    tables = Tables(40, rules, seed=numbers.getrandbits(40))
    twins = Tables(40, rules, seed=tables.seeds)
    assert tables == twins
    beside = [tables.to_round(at) for at in range(40)]
    ended = 0
    while ended < 60:
        actions = np.array(moves(numbers, beside, np.full(40, fill_value=True)))
        tables.step(actions, auto_reset=True)
        twins.step(actions)
        assert tables.done.tolist() == [played.phase == "over" for played in beside]
        assert tables.points.tolist() == [signed(played) for played in beside]
        assert np.array_equal(twins.done, tables.done)
        ended += int(tables.done.sum())
        before = tables.dealer
        for at in tables.done.nonzero()[0]:
            dealer = beside[at].dealer
            beside[at] = tables.to_round(int(at))
            assert beside[at].dealer == 1 - dealer
            assert beside[at].phase in {"upcard", "discard"}
        twins.reset(twins.done)
        assert np.array_equal(twins.dealer, before)
        assert np.array_equal(twins.hands, tables.hands)
        assert np.array_equal(twins.legal_bits(), tables.legal_bits())
