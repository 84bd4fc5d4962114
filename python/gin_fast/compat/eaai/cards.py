"""The challenge framework's cards: clubs, hearts, spades, diamonds; aces to kings.

Its suits come in another order than ours, and nothing else is different: what a hand melds and
leaves is the same whatever the suits are called. So masks of this numbering go to the evaluators
as they are.
"""

# The names are the framework's.
# ruff: noqa: N802, N815

import secrets
from collections.abc import Iterable
from typing import ClassVar, Self, TypeAlias, overload

from gin_fast._fields import described, is_whole, shown
from gin_fast.card import InvalidCardError, InvalidHandError

__all__ = ["Card", "Deck", "cards_of", "mask_of", "own_card", "own_id", "read_card"]

_RANKS = "A23456789TJQK"
_SUITS = "CHSD"
# Where clubs, hearts, spades and diamonds stand in our own order.
_OWN_SUITS = (1, 3, 0, 2)
_PACK = 52
_OWN_IDS = [suit * len(_RANKS) + rank for suit in _OWN_SUITS for rank in range(len(_RANKS))]

# What a card may be given as.
CardLike: TypeAlias = "Card | int"


class Card:
    """One of the 52 cards; each is there once, so that ``is`` and ``==`` say the same.

    >>> from gin_fast.compat.eaai import Card
    >>> card = Card.strCardMap["TD"]
    >>> card, card.id, card.rank, card.suit
    (Card.getCard(48), 48, 9, 3)
    >>> str(Card.getCard(0, 2)), Card.getCard(9, 3) is card
    ('AS', True)

    Args:
        rank: 0 for the ace to 12 for the king.
        suit: 0 to 3: clubs, hearts, spades, diamonds.

    Attributes:
        id: ``suit * 13 + rank``.
        rank: The rank.
        suit: The suit.

    Raises:
        InvalidCardError: There is no such rank or suit.
        TypeError: They are no ints.

    """

    __slots__ = ("_name", "bit", "id", "rank", "suit")

    allCards: ClassVar[tuple["Card", ...]] = ()
    """The 52 cards, by id."""
    strCardMap: ClassVar[dict[str, "Card"]] = {}
    """The cards by their texts, such as `AC`."""

    id: int
    rank: int
    suit: int
    bit: int
    """The card's bit in a mask."""
    _name: str

    def __new__(cls, rank: int, suit: int) -> Self:
        """Return the card that there is of a rank and a suit."""
        return cls.getCard(rank, suit)  # type: ignore[return-value]  # There are no subclasses.

    @overload
    @staticmethod
    def getCard(rank: int, suit: int, /) -> "Card": ...
    @overload
    @staticmethod
    def getCard(id: int, /) -> "Card": ...
    @staticmethod
    def getCard(first: int, suit: int | None = None, /) -> "Card":
        """Return the card of an id, or of a rank and a suit.

        >>> from gin_fast.compat.eaai import Card
        >>> str(Card.getCard(13)), str(Card.getCard(12, 0))
        ('AH', 'KC')

        Raises:
            InvalidCardError: There is no such card.
            TypeError: An argument is no int.

        """
        if suit is None:
            return Card.allCards[_within("id", first, _PACK)]
        return Card.allCards[
            _within("suit", suit, len(_SUITS)) * len(_RANKS) + _within("rank", first, len(_RANKS))
        ]

    @staticmethod
    def getShuffle(seed: int | None = None) -> list["Card"]:
        """Return the pack as Java's ``Collections.shuffle`` leaves it, the first card to deal last.

        >>> from gin_fast.compat.eaai import Card
        >>> [str(card) for card in Card.getShuffle(42)[:4]]
        ['3H', 'AD', '9S', 'TS']

        Args:
            seed: What ``java.util.Random`` is made with; None: one that nobody knows before.

        Raises:
            TypeError: It is no int.

        """
        if seed is None:
            seed = secrets.randbits(48)
        elif not is_whole(seed):
            raise TypeError(f"seed: expected an int or None, got {described(seed)}")
        cards = list(Card.allCards)
        numbers = _JavaRandom(int(seed))
        for count in range(_PACK, 1, -1):
            at = numbers.below(count)
            cards[count - 1], cards[at] = cards[at], cards[count - 1]
        return cards

    def getId(self) -> int:
        """Return the id."""
        return self.id

    def getRank(self) -> int:
        """Return the rank."""
        return self.rank

    def getSuit(self) -> int:
        """Return the suit."""
        return self.suit

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a card does not change; {name} is not to be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a card does not change; {name} is not to be deleted")

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _memo: object, /) -> Self:
        return self

    def __reduce__(self) -> tuple[type[Self], tuple[int, int]]:
        return type(self), (self.rank, self.suit)

    def __str__(self) -> str:
        return self._name

    def __repr__(self) -> str:
        return f'Card.strCardMap["{self}"]'


class Deck(list[Card]):
    """A shuffled pack; the first card to deal is the last one of the list, which ``pop`` gives.

    >>> from gin_fast.compat.eaai import Deck
    >>> deck = Deck(42)
    >>> str(deck.pop()), len(deck)
    ('AS', 51)

    Args:
        seed: As for `Card.getShuffle`.

    Raises:
        TypeError: It is no int.

    """

    __slots__ = ()

    def __init__(self, seed: int | None = None) -> None:
        super().__init__(Card.getShuffle(seed))

    @staticmethod
    def getShuffle(seed: int | None = None) -> list[Card]:
        """Return what `Card.getShuffle` does."""
        return Card.getShuffle(seed)


class _JavaRandom:
    """The generator that ``java.util.Random`` is documented to be."""

    def __init__(self, seed: int) -> None:
        self._state = (seed ^ 0x5DEECE66D) & ((1 << 48) - 1)

    def _bits(self) -> int:
        self._state = (self._state * 0x5DEECE66D + 0xB) & ((1 << 48) - 1)
        return self._state >> 17

    def below(self, bound: int) -> int:
        """Return an int from 0 to below the bound, each as likely as the other."""
        if bound & -bound == bound:
            return bound * self._bits() >> 31
        while True:
            drawn = self._bits()
            found = drawn % bound
            # The highest draws would favour the lowest answers.
            if drawn - found + bound <= 1 << 31:
                return found


def _within(name: str, value: object, count: int) -> int:
    if not is_whole(value):
        raise TypeError(f"{name}: expected an int, got {described(value)}")
    number = int(value)
    if not 0 <= number < count:
        raise InvalidCardError(f"{name}: expected 0 to {count - 1}, got {shown(number)}")
    return number


def _make_pack() -> tuple[Card, ...]:
    pack = []
    for number in range(_PACK):
        suit, rank = divmod(number, len(_RANKS))
        card = object.__new__(Card)
        facts = {
            "id": number,
            "rank": rank,
            "suit": suit,
            "bit": 1 << number,
            "_name": _RANKS[rank] + _SUITS[suit],
        }
        for name, value in facts.items():
            object.__setattr__(card, name, value)
        pack.append(card)
    return tuple(pack)


Card.allCards = _make_pack()
Card.strCardMap = {str(card): card for card in Card.allCards}


def read_card(name: str, card: object) -> Card:
    """Read a card: a Card, or an id."""
    if isinstance(card, Card):
        return card
    if not is_whole(card):
        raise TypeError(f"{name}: expected a Card or an id, got {described(card)}")
    return Card.allCards[_within(name, card, _PACK)]


def mask_of(name: str, cards: object) -> int:
    """Read cards that are a list of Cards or ids, or a mask; return the mask."""
    if type(cards) is not list and is_whole(cards):
        mask = int(cards)
        if not 0 <= mask < 1 << _PACK:
            raise InvalidHandError(f"{name}: expected bits 0 to 51, got {shown(mask)}")
        return mask
    if isinstance(cards, str | bytes) or not isinstance(cards, Iterable):
        raise TypeError(f"{name}: expected Cards, ids or a mask, got {described(cards)}")
    mask = count = 0
    for card in cards:
        # Asking an int whether it is a whole number takes longer than all the rest.
        if type(card) is Card:
            mask |= card.bit
        elif type(card) is int and 0 <= card < _PACK:
            mask |= 1 << card
        else:
            mask |= read_card(name, card).bit
        count += 1
    if mask.bit_count() != count:
        raise InvalidHandError(f"{name}: expected every card once, got {shown(cards)}")
    return mask


def cards_of(mask: int) -> list[Card]:
    """Return the cards of a mask, by id."""
    found = []
    while mask:
        lowest = mask & -mask
        found.append(Card.allCards[lowest.bit_length() - 1])
        mask ^= lowest
    return found


def own_id(card: Card) -> int:
    """Return the id that a card has everywhere else in gin_fast."""
    return _OWN_IDS[card.id]


def own_card(number: int) -> Card:
    """Return the card that has an id everywhere else in gin_fast."""
    return Card.allCards[_OWN_IDS.index(number)]
