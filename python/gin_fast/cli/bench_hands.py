"""The hands that the speed of evaluation is measured on.

Random hands alone flatter: cards of neighbouring ranks, where sets and runs compete, take an
evaluator much longer, and hands that players hold lie between the two.
"""

from functools import cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

import gin_fast as gf

# Hands, masks and results together fit in a core's own cache.
COUNT = 65_536
_RANKS = 13
_SUITS = 4


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


def _first(order: NDArray[np.float64], cards: int) -> NDArray[np.uint64]:
    """Return the hands of the cards that come first in each row's order."""
    return gf.masks(np.argpartition(order, cards, axis=1)[:, :cards])
