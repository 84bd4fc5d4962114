"""Random and neighbouring-rank hands against the oracle; `--oracle-hands` says how many of each.

Random hands alone are not enough: some faults show in one random hand of 20,000.
"""

import random
from collections.abc import Callable, Iterator

import numpy as np
import pytest

import gin_fast as gf
import oracle
from hands import neighbouring_hands, random_hands

Maker = Callable[[random.Random, int], Iterator[int]]
makers = pytest.mark.parametrize("make", [random_hands, neighbouring_hands])


@pytest.fixture
def count(request: pytest.FixtureRequest) -> int:
    """How many hands each test takes."""
    hands: int = request.config.getoption("oracle_hands")
    return hands


def of_1_to_14_cards(make: Maker, numbers: random.Random, count: int) -> list[int]:
    sizes = [make(numbers, cards) for cards in range(1, 15)]
    return [next(sizes[at % 14]) for at in range(count)]


@makers
def test_hands_are_arranged_as_by_the_oracle(
    make: Maker, numbers: random.Random, count: int
) -> None:
    hands = of_1_to_14_cards(make, numbers, count)
    best = [oracle.arrange(hand) for hand in hands]
    for hand, expected in zip(hands, best, strict=True):
        found = gf.arrange(hand)
        melds = tuple(meld.cards.mask for meld in found.melds)
        assert oracle.Arrangement(melds, found.unmelded.mask) == expected, oracle.text(hand)
        assert found.deadwood == expected.deadwood, oracle.text(hand)
    masks = np.array(hands, dtype=np.uint64)
    for backend in gf.backends():
        deadwood = [one.deadwood for one in best]
        np.testing.assert_array_equal(gf.deadwood(masks, backend=backend), deadwood)
        melded = np.array([one.melded for one in best], dtype=np.uint64)
        np.testing.assert_array_equal(gf.melded(masks, backend=backend), melded)


@makers
def test_discards_are_chosen_as_by_the_oracle(
    make: Maker, numbers: random.Random, count: int
) -> None:
    generator = make(numbers, 11)
    hands = [next(generator) for _ in range(count)]
    masks = np.array(hands, dtype=np.uint64)
    taken = [numbers.choice(oracle.cards_in(hand)) for hand in hands]
    for banned in ([None] * count, taken):
        each = list(zip(hands, banned, strict=True))
        best = [oracle.best_discard(hand, card) for hand, card in each]
        cards = None if banned[0] is None else np.array(taken, dtype=np.uint8)
        assert [gf.best_discard(hand, card) for hand, card in each] == best
        for backend in gf.backends():
            found = np.transpose(gf.best_discard(masks, cards, backend=backend))
            np.testing.assert_array_equal(found, best)
        for limit in (0, 5, 10):
            knocks = [oracle.knock_discards(hand, limit, card) for hand, card in each]
            for backend in gf.backends():
                open_to_knock = gf.knock_discards(masks, limit, cards, backend=backend)
                np.testing.assert_array_equal(open_to_knock, np.array(knocks, dtype=np.uint64))
    after = [oracle.deadwood_after_discard(hand) for hand in hands]
    assert [gf.deadwood_after_discard(hand) for hand in hands] == after


@makers
def test_arrangements_are_listed_as_by_the_oracle(make: Maker, numbers: random.Random) -> None:
    for hand in of_1_to_14_cards(make, numbers, 140):
        for limit in (None, oracle.deadwood(hand) + 5):
            found = gf.arrangements(hand, limit)
            listed = [tuple(meld.cards.mask for meld in one.melds) for one in found]
            expected = oracle.arrangements(hand, limit)
            assert listed == [one.melds for one in expected], oracle.text(hand)


@makers
def test_melds_are_listed_as_by_the_oracle(make: Maker, numbers: random.Random) -> None:
    for hand in of_1_to_14_cards(make, numbers, 500):
        assert [meld.cards.mask for meld in gf.melds(hand)] == oracle.melds(hand)


@pytest.mark.parametrize("cards", range(15, 37))
def test_wide_hands_are_arranged_as_by_the_oracle(cards: int, numbers: random.Random) -> None:
    generator = random_hands(numbers, cards)
    for hand in (next(generator) for _ in range(10)):
        expected = oracle.arrange(hand)
        found = gf.arrange(hand)
        melds = tuple(meld.cards.mask for meld in found.melds)
        assert oracle.Arrangement(melds, found.unmelded.mask) == expected, oracle.text(hand)
