"""Evaluation of one hand or of arrays and columns of hands.

Wherever a hand is asked for, these are taken:

- one hand: a text such as ``As Td 9h``, a mask as an int, a ``CardSet``, ids or texts of cards;
- hands: a NumPy array of an integer dtype, one mask an element; or a column of pandas, Polars,
  xarray or Dask that holds such masks.

A mask has bit *id* set for each card; bits 52 to 63 are 0.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gin_fast import _core
from gin_fast._core import (
    CardSet,
    Meld,
    backend,
    backends,
    best_discard,
    cards,
    deadwood,
    deadwood_after_discard,
    format_hands,
    is_meld,
    knock_discards,
    masks,
    melded,
    melds,
    parse_hands,
)

if TYPE_CHECKING:
    from typing import Any

    import numpy as np

    from gin_fast._core import _Ace, _Hand

__all__ = [
    "Arrangement",
    "arrange",
    "arrangements",
    "backend",
    "backends",
    "best_discard",
    "cards",
    "deadwood",
    "deadwood_after_discard",
    "format_hands",
    "is_meld",
    "knock_discards",
    "masks",
    "melded",
    "melds",
    "parse_hands",
]


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Disjoint melds of a hand, and what they leave.

    Attributes:
        melds: The melds, by lowest id.
        unmelded: The cards in no meld.
        deadwood: The points of the unmelded cards.

    >>> from gin_fast import arrange
    >>> arrange("As 2s 3s Kd").melds
    (Meld('As2s3s'),)

    """

    melds: tuple[Meld, ...]
    unmelded: CardSet
    deadwood: int


def arrange(
    hand: "_Hand", *, ace: "_Ace" = "low", ace_deadwood: "int | np.integer[Any]" = 1
) -> Arrangement:
    """Return the canonical arrangement of a hand.

    It has the least deadwood; then the fewest openings, which are cards outside the hand that fit
    one of its melds; then the lowest mask of melded cards; then the lowest mask of cards in sets.

    >>> arrange("7c 7d 7h 8h 9h Ks")
    Arrangement(melds=(Meld('7h8h9h'),), unmelded=CardSet('Ks 7c 7d'), deadwood=24)
    >>> arrange("As Ac Qs Ks", ace="high_or_low", ace_deadwood=15).deadwood
    15

    Args:
        hand: One hand of 0 to 52 cards.
        ace: Which runs an ace may be part of: `low`, A-2-3; `high_or_low`, Q-K-A too; `corner`,
            K-A-2 too.
        ace_deadwood: What an ace costs, 1 to 15 points.

    Raises:
        InvalidHandError: A card is repeated, or the mask has a bit above 51.
        ValueError: No rule about aces is called so, or an ace cannot cost so much.

    """
    return Arrangement(*_core.arrange(hand, ace=ace, ace_deadwood=ace_deadwood))


def arrangements(
    hand: "_Hand",
    max_deadwood: "int | np.integer[Any] | None" = None,
    *,
    ace: "_Ace" = "low",
    ace_deadwood: "int | np.integer[Any]" = 1,
) -> tuple[Arrangement, ...]:
    """Return every arrangement with least deadwood, or every one with at most so much.

    Runs cut differently count as different, and where the limit allows it melds may be left in
    hand. The canonical arrangement comes first, the others by deadwood, then by their masks.

    >>> [str(one.melds[0]) for one in arrangements("7c 7d 7h 8h 9h 8s", max_deadwood=25)]
    ['7h8h9h', '7c7d7h']

    Args:
        hand: One hand of at most 14 cards.
        max_deadwood: The most points that may be left, 0 or more; the least possible if None.
        ace: As for `arrange`.
        ace_deadwood: As for `arrange`.

    Returns:
        A tuple of Arrangement, empty where no arrangement leaves so few points.

    Raises:
        InvalidHandError: As for `arrange`, or the hand has more than 14 cards.
        ValueError: `max_deadwood` is negative, or as for `arrange`.

    """
    every = _core.arrangements(hand, max_deadwood, ace=ace, ace_deadwood=ace_deadwood)
    return tuple(Arrangement(*one) for one in every)
