"""The hands, and pairs of hands, that the speed of evaluation is measured on.

Random hands alone flatter: cards of neighbouring ranks, where sets and runs compete, take an
evaluator much longer, and hands that players hold lie between the two.
"""

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

import gin_fast as gf

# Hands, masks and results together fit in a core's own cache.
COUNT = 65_536
_RANKS = 13
_SUITS = 4

# Knockers and defenders: ten cards each, none in common, the knockers leave 1 to 10 points.
Pairs: TypeAlias = tuple[NDArray[np.uint64], NDArray[np.uint64]]


@cache
def random(cards: int) -> NDArray[np.uint64]:
    """Return hands of so many cards from the whole pack."""
    order = np.random.default_rng(cards).random((COUNT, _SUITS * _RANKS))
    return _first(order, cards)


@cache
def from_play(cards: int) -> NDArray[np.uint64]:
    """Return hands that two simple players held at their turns, repeated to the full number."""
    text = files("gin_fast.cli").joinpath("hands_from_play.csv").read_text()
    rows = (line.split(",") for line in text.splitlines()[1:])
    held = [int(mask, 16) for count, mask in rows if int(count) == cards]
    return np.resize(np.array(held, np.uint64), COUNT)


@cache
def dense(cards: int) -> NDArray[np.uint64]:
    """Return hands of so many cards from three to five neighbouring ranks."""
    draw = np.random.default_rng(cards)
    ranks = draw.integers(3, 6, COUNT)
    lowest = draw.integers(0, _RANKS + 1 - ranks)
    rank = np.tile(np.arange(_RANKS), _SUITS)
    within = (rank >= lowest[:, None]) & (rank < (lowest + ranks)[:, None])
    order = draw.random((COUNT, _SUITS * _RANKS))
    return _first(np.where(within, order, 2.0), cards)


@cache
def random_pairs() -> Pairs:
    """Return knockers of random melds and low cards, and any ten other cards beside them."""
    draw = np.random.default_rng(10)
    melds = np.array([meld.cards.mask for meld in gf.melds(2 ** (_SUITS * _RANKS) - 1)], np.uint64)
    low = gf.masks([[suit * _RANKS + rank] for suit in range(_SUITS) for rank in range(10)])

    def some() -> Pairs:
        parts = draw.choice(melds, (COUNT, 3))
        # Half of them have a meld less, and more cards beside.
        parts[::2, 2] = 0
        rest = draw.choice(low, (COUNT, 4))
        rest[1::2, 2:] = 0
        knockers = np.bitwise_or.reduce(np.concatenate([parts, rest], axis=1), axis=1)
        knockers = knockers[np.bitwise_count(knockers) == 10]  # noqa: PLR2004
        held = knockers[:, None] >> np.arange(_SUITS * _RANKS, dtype=np.uint64) & np.uint64(1)
        return knockers, _first(np.where(held, 2.0, draw.random(held.shape)), 10)

    return _enough(some)


@cache
def pairs_from_play() -> Pairs:
    """Return hands that players could knock with, beside others that share no card with them."""
    draw = np.random.default_rng(11)
    drawn, waiting = np.unique(from_play(11)), np.unique(from_play(10))
    knockers = drawn ^ np.uint64(1) << gf.best_discard(drawn)[0].astype(np.uint64)
    knockers = knockers[_may_knock(knockers)]
    return _enough(lambda: (draw.choice(knockers, COUNT), draw.choice(waiting, COUNT)))


@cache
def dense_pairs() -> Pairs:
    """Return pairs from six neighbouring ranks."""
    draw = np.random.default_rng(12)
    rank = np.tile(np.arange(_RANKS), _SUITS)

    def some() -> Pairs:
        lowest = draw.integers(0, _RANKS - 5, (COUNT, 1))
        within = (rank >= lowest) & (rank < lowest + 6)
        cards = np.where(within, draw.random((COUNT, _SUITS * _RANKS)), 2.0).argsort(axis=1)
        return gf.masks(cards[:, :10]), gf.masks(cards[:, 10:20])

    return _enough(some)


def _enough(some: Callable[[], Pairs]) -> Pairs:
    """Return the full number of pairs, of those drawn the ones that are as they must be."""
    knockers, defenders = np.empty(0, np.uint64), np.empty(0, np.uint64)
    while len(knockers) < COUNT:
        more = some()
        fit = _may_knock(more[0]) & (more[0] & more[1] == 0)
        knockers = np.concatenate([knockers, more[0][fit]])
        defenders = np.concatenate([defenders, more[1][fit]])
    return knockers[:COUNT], defenders[:COUNT]


def _may_knock(hands: NDArray[np.uint64]) -> NDArray[np.bool_]:
    left = gf.deadwood(hands)
    return (left > 0) & (left <= 10)  # noqa: PLR2004


def _first(order: NDArray[np.float64], cards: int) -> NDArray[np.uint64]:
    """Return the hands of the cards that come first in each row's order."""
    return gf.masks(np.argpartition(order, cards, axis=1)[:, :cards])
