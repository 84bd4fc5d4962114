"""RLCard's module `utils`: ids, texts and points of cards, and what hands leave."""

from collections.abc import Iterable, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from gin_fast._core import get_deadwood, get_deadwood_count
from gin_fast.compat.rlcard.card import Card
from gin_fast.compat.rlcard.errors import GinRummyProgramError

__all__ = [
    "AnyCard",
    "card_from_card_id",
    "card_from_text",
    "decode_cards",
    "encode_cards",
    "get_card",
    "get_card_id",
    "get_deadwood",
    "get_deadwood_count",
    "get_deadwood_value",
    "get_deck",
    "get_rank_id",
    "get_suit_id",
    "rank_to_deadwood_value",
    "valid_rank",
    "valid_suit",
]

valid_rank = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"]
valid_suit = ["S", "H", "D", "C"]
_MOST_POINTS = 10
rank_to_deadwood_value = {
    rank: min(place + 1, _MOST_POINTS) for place, rank in enumerate(valid_rank)
}


class AnyCard(Protocol):
    """A card of RLCard's, ours, or any other object with these letters."""

    @property
    def suit(self) -> str:
        """S, H, D or C."""

    @property
    def rank(self) -> str:
        """A, 2 to 9, T, J, Q or K."""


_DECK = [Card(suit, rank) for suit in valid_suit for rank in valid_rank]


def card_from_card_id(card_id: int) -> Card:
    """Return a new card with this id.

    Raises:
        GinRummyProgramError: The id is not from 0 to 51.

    >>> str(card_from_card_id(14))
    '2H'

    """
    if not 0 <= card_id < len(_DECK):
        raise GinRummyProgramError(f"card_id: expected an id from 0 to 51, got {card_id}")
    return Card(valid_suit[card_id // 13], valid_rank[card_id % 13])


def card_from_text(text: str) -> Card:
    """Return a new card with this rank and suit.

    Raises:
        GinRummyProgramError: The text is not a letter of a rank and one of a suit. RLCard makes a
            card of any two letters.

    >>> card_from_text("TD")
    Card('D', 'T')

    """
    if len(text) != 2 or text[0] not in valid_rank or text[1] not in valid_suit:  # noqa: PLR2004
        raise GinRummyProgramError(
            f"text: expected a rank A23456789TJQK and a suit SHDC, got {text!r}"
        )
    return Card(text[1], text[0])


def get_deck() -> list[Card]:
    """Return the 52 cards by id, in a new list.

    >>> [str(card) for card in get_deck()[11:15]]
    ['QS', 'KS', 'AH', '2H']
    """
    return _DECK.copy()


def get_card(card_id: int) -> Card:
    """Return the card of the deck with this id.

    Raises:
        IndexError: The id is not from 0 to 51. RLCard takes negative ones too.

    >>> str(get_card(51))
    'KC'

    """
    if not 0 <= card_id < len(_DECK):
        raise IndexError(f"card_id: expected an id from 0 to 51, got {card_id}")
    return _DECK[card_id]


def get_card_id(card: AnyCard) -> int:
    """Return `13 * suit + rank` of a card.

    Raises:
        ValueError: Its suit or rank is none.

    >>> get_card_id(Card("C", "K"))
    51

    """
    return get_rank_id(card) + 13 * get_suit_id(card)


def get_rank_id(card: AnyCard) -> int:
    """Return the rank of a card, 0 for the ace to 12 for the king.

    Raises:
        ValueError: Its rank is none.

    >>> get_rank_id(Card("S", "T"))
    9

    """
    return valid_rank.index(card.rank)


def get_suit_id(card: AnyCard) -> int:
    """Return the suit of a card: S, H, D, C are 0 to 3.

    Raises:
        ValueError: Its suit is none.

    >>> get_suit_id(Card("D", "T"))
    2

    """
    return valid_suit.index(card.suit)


def get_deadwood_value(card: AnyCard) -> int:
    """Return the points of a card; 10 also for a rank that is none, as RLCard does.

    >>> get_deadwood_value(Card("S", "A")), get_deadwood_value(Card("S", "Q"))
    (1, 10)
    """
    return rank_to_deadwood_value.get(card.rank, _MOST_POINTS)


def encode_cards(cards: Iterable[AnyCard]) -> NDArray[np.int64]:
    """Return 52 numbers, 1 at the id of each card.

    Raises:
        ValueError: The suit or rank of a card is none.

    >>> encode_cards([Card("S", "A"), Card("S", "4")])[:5].tolist()
    [1, 0, 0, 1, 0]

    """
    plane = np.zeros(len(_DECK), dtype=np.int64)
    for card in cards:
        plane[get_card_id(card)] = 1
    return plane


def decode_cards(env_cards: Sequence[int] | NDArray[np.integer]) -> list[Card]:
    """Return the cards at whose ids there is a 1, by id.

    Raises:
        GinRummyProgramError: Not 52 numbers.

    >>> decode_cards(encode_cards([Card("H", "2")]))
    [Card('H', '2')]

    """
    if len(env_cards) != len(_DECK):
        raise GinRummyProgramError(f"env_cards: expected 52 numbers, got {len(env_cards)}")
    return [card for card, is_there in zip(_DECK, env_cards, strict=True) if is_there == 1]
