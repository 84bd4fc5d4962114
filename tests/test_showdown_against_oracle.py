"""Showdowns and the ace variants against the oracle; `--oracle-hands` scales how many."""

import random
from collections.abc import Callable, Iterator
from dataclasses import fields
from functools import partial
from itertools import islice
from typing import Any

import numpy as np
import pytest

import gin_fast as gf
import oracle
import oracle_showdown
from gin_fast.rules import PRESETS
from hands import random_hands
from oracle_showdown import Aces, Layout
from showdown_pairs import (
    Pair,
    breaking_pairs,
    drawn,
    gin_pairs,
    layout_of,
    neighbouring_pairs,
    random_pairs,
)

Maker = Callable[[random.Random, Aces], Iterator[Pair]]
MAKERS = {
    "random": random_pairs,
    "neighbouring": neighbouring_pairs,
    "gin": gin_pairs,
    "big gin": partial(gin_pairs, cards=11),
    "breaking a meld pays": breaking_pairs,
}
makers = pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
LAYOUTS: list[Layout] = ["canonical", "best"]
# Each rule of the aces, as the evaluators take it.
ACES = [
    {"ace": "low", "ace_deadwood": 1},
    {"ace": "low", "ace_deadwood": 15},
    {"ace": "high_or_low", "ace_deadwood": 1},
    {"ace": "high_or_low", "ace_deadwood": 15},
    {"ace": "corner", "ace_deadwood": 1},
    {"ace": "corner", "ace_deadwood": 15},
]
every_ace = pytest.mark.parametrize(
    "aces", ACES, ids=lambda aces: "{ace} {ace_deadwood}".format(**aces)
)


@pytest.fixture
def count(request: pytest.FixtureRequest) -> int:
    """How many pairs or hands each test takes: 300 for 2,000 hands of the other tests."""
    hands: int = request.config.getoption("oracle_hands")
    return hands * 3 // 20


def as_mapping(rules: gf.Rules) -> dict[str, Any]:
    return {field.name: getattr(rules, field.name) for field in fields(rules)}


def any_rules(numbers: random.Random, aces: dict[str, Any]) -> gf.Rules:
    """Return a preset with some fields changed that bear on a settlement."""
    rules = numbers.choice([PRESETS[name] for name in sorted(PRESETS)])
    changes: dict[str, list[Any]] = {
        "knock_limit": [10, 10, 10, 5],
        "oklahoma_ace": ["gin", "one"],
        "gin_bonus": [0, 25, 1000],
        "gin_forced": [True, False],
        "big_gin": [True],
        "big_gin_bonus": [31, 50],
        "undercut_bonus": [0, 10, 25],
        "tie_rule": ["undercut", "undercut_no_bonus", "no_score"],
        "knock_bonus": [0, 15],
        "knock_layout": ["any", "minimal"],
        "gin_extra_boxes": [0, 2],
        "undercut_extra_boxes": [0, 1],
    }
    chosen = numbers.sample(sorted(changes), 5)
    return rules.replace(
        **{"big_gin": True} | {name: numbers.choice(changes[name]) for name in chosen} | aces
    )


def in_order(melds: tuple[gf.Meld, ...]) -> oracle_showdown.Melds:
    return tuple(meld.cards.mask for meld in melds)


def check_defence(found: gf.Defence, expected: oracle_showdown.Defence) -> None:
    assert (
        oracle_showdown.Defence(
            in_order(found.melds), found.laid_off.mask, found.unmelded.mask, found.deadwood
        )
        == expected
    )


def check_showdown(found: gf.Showdown, expected: oracle_showdown.Showdown) -> None:
    score = oracle_showdown.Score(found.kind, found.winner, found.points, found.boxes)
    assert score == expected.score
    assert in_order(found.knocker_melds) == expected.knocker_melds
    assert found.knocker_deadwood == expected.knocker_deadwood
    assert in_order(found.defender_melds) == expected.defence.melds
    assert found.laid_off.mask == expected.defence.laid_off
    assert found.defender_deadwood == expected.defence.deadwood


def check_pair(numbers: random.Random, pair: Pair, rules: gf.Rules) -> None:
    """Hold all that is said about a pair, the knocker's melds shown in each way."""
    knocker, defender = pair
    upcard = numbers.randrange(52) if rules.oklahoma or rules.spade_double else None
    told = as_mapping(rules)
    table = oracle_showdown.aces_of(told)
    at_most = oracle_showdown.limit(told, upcard)
    if knocker.bit_count() == 10 and table.deadwood(knocker) > at_most:
        with pytest.raises(gf.InvalidHandError, match="knocker"):
            gf.showdown(knocker, defender, rules, upcard=upcard)
        return
    for layout in LAYOUTS:
        expected = oracle_showdown.showdown(knocker, defender, told, layout, upcard)
        check_showdown(gf.showdown(knocker, defender, rules, layout, upcard), expected)
        points = gf.knock_points(knocker, defender, rules, layout, upcard)
        assert points == expected.score.signed
        assert type(points) is int
    shown = layout_of(numbers, knocker, told, upcard)
    melds = [gf.Meld(gf.CardSet.from_mask(meld), ace=rules.ace) for meld in shown.melds]
    answer = gf.defend(defender, melds, ace=rules.ace, ace_deadwood=rules.ace_deadwood)
    check_defence(answer, table.defend(defender, shown.melds))
    expected = oracle_showdown.settle(knocker, defender, shown, told, upcard)
    check_showdown(gf.showdown(knocker, defender, rules, melds, upcard), expected)


@makers
def test_showdowns_are_settled_as_by_the_oracle(
    make: Maker, numbers: random.Random, count: int
) -> None:
    for at, pair in enumerate(islice(make(numbers, oracle_showdown.aces()), count)):
        rules = gf.Rules() if at % 3 == 0 else any_rules(numbers, ACES[0])
        check_pair(numbers, pair, rules)


@every_ace
@makers
def test_showdowns_under_other_aces_are_settled_as_by_the_oracle(
    make: Maker, aces: dict[str, Any], numbers: random.Random, count: int
) -> None:
    table = oracle_showdown.aces(**aces)
    for at, pair in enumerate(islice(make(numbers, table), count // 5)):
        rules = gf.Rules(**aces) if at % 3 == 0 else any_rules(numbers, aces)
        check_pair(numbers, pair, rules)


@makers
@pytest.mark.parametrize("preset", sorted(PRESETS))
@pytest.mark.parametrize("layout", LAYOUTS)
def test_arrays_of_pairs_are_settled_as_by_the_oracle(
    make: Maker, preset: str, layout: Layout, numbers: random.Random, count: int
) -> None:
    rules = PRESETS[preset].replace(big_gin=True)
    told = as_mapping(rules)
    table = oracle_showdown.aces_of(told)
    rows = []
    for knocker, defender in islice(make(numbers, table), count // 10):
        upcard = numbers.randrange(52)
        eleven, left = knocker.bit_count() == 11, table.deadwood(knocker)
        if eleven or left <= oracle_showdown.limit(told, upcard):
            found = oracle_showdown.showdown(knocker, defender, told, layout, upcard)
            rows.append((knocker, defender, upcard, found.score.signed))
    columns = np.array(rows, dtype=np.int64).reshape(-1, 4)
    knockers, defenders = columns[:, 0].astype(np.uint64), columns[:, 1].astype(np.uint64)
    upcards, expected = columns[:, 2].astype(np.uint8), columns[:, 3]
    for backend in gf.backends():
        points = gf.knock_points(knockers, defenders, rules, layout, upcards, backend=backend)
        assert points.dtype == np.int16
        np.testing.assert_array_equal(points, expected)
        if not (rules.oklahoma or rules.spade_double):
            points = gf.knock_points(knockers, defenders, rules, layout, backend=backend)
            np.testing.assert_array_equal(points, expected)


def hands_of(numbers: random.Random, cards: int) -> Iterator[int]:
    """Yield hands from the whole pack, from neighbouring ranks, and with much of one suit."""
    anything = random_hands(numbers, cards)
    while True:
        yield next(anything)
        ranks = max(numbers.randint(4, 6), -(-cards // 4))
        lowest = numbers.randrange(13)
        yield drawn(
            numbers,
            cards,
            oracle.hand_of(card for card in range(52) if (card - lowest) % 13 < ranks),
        )
        suit = 0x1FFF << 13 * numbers.randrange(4)
        hand = drawn(numbers, cards * 2 // 3, suit)
        yield hand | drawn(numbers, cards - hand.bit_count(), oracle.PACK & ~hand)


@every_ace
def test_hands_are_arranged_as_by_the_oracle_under_every_rule_of_the_aces(
    aces: dict[str, Any], numbers: random.Random, count: int
) -> None:
    table = oracle_showdown.aces(**aces)
    sizes = [hands_of(numbers, cards) for cards in range(1, 15)]
    hands = [next(sizes[at % 14]) for at in range(count)]
    hands += [next(hands_of(numbers, cards)) for cards in range(15, 21)]
    best = [table.arrange(hand) for hand in hands]
    for hand, expected in zip(hands, best, strict=True):
        found = gf.arrange(hand, **aces)
        assert in_order(found.melds) == expected.melds, oracle.text(hand)
        assert found.unmelded.mask == hand & ~expected.melded
        assert found.deadwood == expected.deadwood == gf.deadwood(hand, **aces)
        assert gf.melded(hand, **aces).mask == expected.melded
        held = gf.melds(hand, ace=aces["ace"])
        assert in_order(tuple(held)) == table.melds_in(hand)
        assert all(gf.is_meld(meld.cards, ace=aces["ace"]) for meld in held)
    masks = np.array(hands, dtype=np.uint64)
    melded = np.array([one.melded for one in best], dtype=np.uint64)
    for backend in gf.backends():
        left = gf.deadwood(masks, **aces, backend=backend)
        np.testing.assert_array_equal(left, [one.deadwood for one in best])
        np.testing.assert_array_equal(gf.melded(masks, **aces, backend=backend), melded)


@every_ace
def test_discards_are_chosen_as_by_the_oracle_under_every_rule_of_the_aces(
    aces: dict[str, Any], numbers: random.Random, count: int
) -> None:
    table = oracle_showdown.aces(**aces)
    hands = list(islice(hands_of(numbers, 11), count))
    taken = [numbers.choice(oracle.cards_in(hand)) for hand in hands]
    masks, cards = np.array(hands, dtype=np.uint64), np.array(taken, dtype=np.uint8)
    each = list(zip(hands, taken, strict=True))
    best = [table.best_discard(hand, card) for hand, card in each]
    assert [gf.best_discard(hand, card, **aces) for hand, card in each] == best
    knocks = [table.knock_discards(hand, 10, card) for hand, card in each]
    found_one_by_one = [gf.knock_discards(hand, 10, card, **aces).mask for hand, card in each]
    assert found_one_by_one == knocks
    after = [table.deadwood_after_discard(hand) for hand in hands]
    assert [gf.deadwood_after_discard(hand, **aces) for hand in hands] == after
    for backend in gf.backends():
        found = np.transpose(gf.best_discard(masks, cards, **aces, backend=backend))
        np.testing.assert_array_equal(found, best)
        open_to_knock = gf.knock_discards(masks, 10, cards, **aces, backend=backend)
        np.testing.assert_array_equal(open_to_knock, np.array(knocks, dtype=np.uint64))
        rows = gf.deadwood_after_discard(masks, **aces, backend=backend)
        left = [[one.get(card, 255) for card in range(52)] for one in after]
        np.testing.assert_array_equal(rows, left)


@every_ace
def test_arrangements_are_listed_as_by_the_oracle_under_every_rule_of_the_aces(
    aces: dict[str, Any], numbers: random.Random
) -> None:
    table = oracle_showdown.aces(**aces)
    sizes = [hands_of(numbers, cards) for cards in range(1, 13)]
    for at in range(60):
        hand = next(sizes[at % 12])
        for most in (None, table.deadwood(hand) + 5):
            reach = table.deadwood(hand) if most is None else most
            packings = [table.shown(hand, melds) for melds in table.packings(hand, reach)]
            first = table.arrange(hand).melds
            packings.sort(key=lambda one: (one.melds != first, one.deadwood, one.melds))
            listed = [in_order(one.melds) for one in gf.arrangements(hand, most, **aces)]
            assert listed == [one.melds for one in packings], oracle.text(hand)
