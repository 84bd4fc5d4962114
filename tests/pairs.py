"""Pairs that can have a showdown: a knocker who may knock, and a defender beside him."""

import numpy as np
from numpy.typing import NDArray

import gin_fast as gf

_MELDS = np.array(
    [meld.cards.mask for meld in gf.melds((1 << 52) - 1) if len(meld) <= 4], np.uint64
)
_LOW = np.array([1 << card for card in range(52) if card % 13 < 10], np.uint64)


def knockers(numbers: np.random.Generator, count: int, most: int = 10) -> NDArray[np.uint64]:
    """Return hands of ten cards, melds and low cards together, that leave 1 to `most` points."""
    found: list[NDArray[np.uint64]] = []
    while sum(map(len, found)) < count:
        melds = numbers.choice(_MELDS, (4 * count, 3))
        melds[: 2 * count, 2] = 0
        low = numbers.choice(_LOW, (4 * count, 4))
        low[2 * count :, 1:] = 0
        hands = np.bitwise_or.reduce(np.concatenate([melds, low], axis=1), axis=1)
        hands = hands[np.bitwise_count(hands) == 10]
        left = gf.deadwood(hands)
        found.append(hands[(left > 0) & (left <= most)])
    hands = np.concatenate(found)
    numbers.shuffle(hands)
    return hands[:count]


def beside(numbers: np.random.Generator, hands: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return a hand of ten other cards for each of these."""
    held = (hands[:, None] >> np.arange(52, dtype=np.uint64) & np.uint64(1)).astype(bool)
    order = np.where(held, 2.0, numbers.random(held.shape))
    return gf.masks(order.argsort(axis=1)[:, :10])


def pairs(count: int, seed: int = 5) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Return as many knockers as defenders, always the same; half the defenders have melds too."""
    numbers = np.random.default_rng(seed)
    knocking = knockers(numbers, 20 * count)
    melded = knocking[numbers.permutation(len(knocking))]
    close = np.flatnonzero(knocking & melded == 0)[: count // 2]
    rest = knocking[: count - len(close)]
    knocking = np.concatenate([knocking[close], rest])
    defending = np.concatenate([melded[close], beside(numbers, rest)])
    order = numbers.permutation(count)
    return knocking[order], defending[order]
