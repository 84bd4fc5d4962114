"""What is small enough to be tried whole."""

import csv
import math
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

import gin_fast as gf
import oracle
from hands import DATA


def hands_of(cards: int) -> NDArray[np.uint64]:
    """Return every hand of so many cards, at least one."""
    count = math.comb(52, cards)
    every = combinations((1 << np.arange(52, dtype=np.uint64)).tolist(), cards)
    return np.fromiter(map(sum, every), np.uint64, count)


def turned_to_the_least(hands: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return of all hands that differ in the names of the suits only one and the same."""
    suits = np.sort([hands >> 13 * suit & 0x1FFF for suit in range(4)], axis=0)
    turned: NDArray[np.uint64] = suits[0] | suits[1] << 13 | suits[2] << 26 | suits[3] << 39
    return turned


def every_backend_arranges_as_the_oracle(hands: NDArray[np.uint64]) -> None:
    best = [oracle.arrange(hand) for hand in hands.tolist()]
    deadwood = np.array([one.deadwood for one in best], dtype=np.uint8)
    melded = np.array([one.melded for one in best], dtype=np.uint64)
    for backend in gf.backends():
        np.testing.assert_array_equal(gf.deadwood(hands, backend=backend), deadwood)
        np.testing.assert_array_equal(gf.melded(hands, backend=backend), melded)


@pytest.mark.parametrize("suit", gf.Suit)
def test_every_pattern_of_a_suit(suit: gf.Suit) -> None:
    every_backend_arranges_as_the_oracle(
        np.arange(1 << 13, dtype=np.uint64) << np.uint64(13 * suit)
    )


def test_every_meld() -> None:
    found = gf.melds(gf.CardSet.from_mask(oracle.PACK))
    assert [meld.cards.mask for meld in found] == oracle.MELDS
    assert len(found) == 329
    for meld in found:
        assert gf.is_meld(meld.cards)
        assert gf.deadwood(meld.cards) == 0
        assert gf.Meld(str(meld)) == meld
        assert meld.kind == ("set" if oracle.is_set(meld.cards.mask) else "run")


def test_no_other_cards_are_a_meld() -> None:
    melds = {mask for mask in oracle.MELDS if mask.bit_count() <= 4}
    assert not gf.is_meld([])
    for cards in range(1, 5):
        hands = hands_of(cards).tolist()
        assert {hand for hand in hands if gf.is_meld(gf.CardSet.from_mask(hand))} == {
            meld for meld in melds if meld.bit_count() == cards
        }


@pytest.mark.parametrize("cards", [1, 2, 3])
def test_every_hand_of_up_to_three_cards(cards: int) -> None:
    every_backend_arranges_as_the_oracle(hands_of(cards))


@pytest.mark.parametrize("cards", [4, 5])
def test_every_hand_of_four_and_five_cards_as_its_like_in_other_suits(cards: int) -> None:
    hands = hands_of(cards)
    likes, like = np.unique(turned_to_the_least(hands), return_inverse=True)
    expected = np.array([oracle.deadwood(hand) for hand in likes.tolist()], dtype=np.uint8)[like]
    for backend in gf.backends():
        np.testing.assert_array_equal(gf.deadwood(hands, backend=backend), expected)


def counted_ten_card_hands() -> NDArray[np.int64]:
    """Return how many of all ten-card hands leave 0, 1, 2... points."""
    with (DATA / "deadwood_hist_10.csv").open(newline="") as file:
        rows = [(int(row["deadwood"]), int(row["hands"])) for row in csv.DictReader(file)]
    counts = np.zeros(99, dtype=np.int64)
    for deadwood, hands in rows:
        counts[deadwood] = hands
    return counts


def test_the_count_of_ten_card_hands_is_whole() -> None:
    assert counted_ten_card_hands().sum() == math.comb(52, 10)


def test_a_million_hands_leave_what_all_ten_card_hands_do(backend: str) -> None:
    numbers = np.random.default_rng(10)
    sample = 1_000_000
    found = np.zeros(99, dtype=np.int64)
    for _ in range(10):
        order = numbers.random((sample // 10, 52), dtype=np.float32)
        ids = np.argpartition(order, 10, axis=1)[:, :10].astype(np.uint64)
        hands = np.bitwise_or.reduce(np.uint64(1) << ids, axis=1)
        found += np.bincount(gf.deadwood(hands, backend=backend), minlength=99)
    expected = counted_ten_card_hands() * (sample / math.comb(52, 10))
    common = expected >= 10
    squares = (found[common] - expected[common]) ** 2 / expected[common]
    freedom = common.sum() - 1
    # The sum has this mean and the variance 2 * freedom; the seed is fixed, so this holds or not.
    assert abs(squares.sum() - freedom) < 4 * math.sqrt(2 * freedom)
    assert found[~common].sum() < 2 * expected[~common].sum() + 20
