"""Cards: their ids, texts, suits and ranks, and sets of them.

A card is its id, ``suit * 13 + rank``.
"""

from collections.abc import Set as AbstractSet
from enum import IntEnum

from gin_fast._core import CardSet, InvalidCardError, InvalidHandError, Meld, card_name, parse_card

__all__ = [
    "CardSet",
    "InvalidCardError",
    "InvalidHandError",
    "Meld",
    "Rank",
    "Suit",
    "card_name",
    "parse_card",
]

AbstractSet.register(CardSet)


class Suit(IntEnum):
    """The four suits, in the order of card ids.

    >>> Suit(35 // 13).name
    'DIAMONDS'
    """

    SPADES = 0
    CLUBS = 1
    DIAMONDS = 2
    HEARTS = 3


class Rank(IntEnum):
    """The thirteen ranks, the ace low.

    >>> Rank(35 % 13).name
    'TEN'
    """

    ACE = 0
    TWO = 1
    THREE = 2
    FOUR = 3
    FIVE = 4
    SIX = 5
    SEVEN = 6
    EIGHT = 7
    NINE = 8
    TEN = 9
    JACK = 10
    QUEEN = 11
    KING = 12
