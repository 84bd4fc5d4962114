"""The challenge framework's static functions: melds, sets of melds and deadwood of cards.

Its orders: runs come before sets of a rank; runs by suit, first rank and length; of a rank first
the threes, by the suit they miss, then all four. Sets of melds come by their number of melds, then
by the places of their melds in that order.
"""

# The names are the framework's.
# ruff: noqa: N802

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, TypeAlias, overload

from gin_fast import _core
from gin_fast._fields import described, is_whole
from gin_fast.card import CardSet
from gin_fast.compat.eaai.cards import Card, CardLike, cards_of, mask_of, read_card

__all__ = [
    "GIN_BONUS",
    "GOAL_SCORE",
    "MAX_DEADWOOD",
    "UNDERCUT_BONUS",
    "GinRummyUtil",
    "meld_masks",
]

GOAL_SCORE: Final = 100
"""The points that end a match."""
GIN_BONUS: Final = 25
"""What gin earns beside the opponent's deadwood."""
UNDERCUT_BONUS: Final = 25
"""What an undercut earns beside the difference."""
MAX_DEADWOOD: Final = 10
"""The most deadwood to knock with."""

Cards: TypeAlias = Iterable[CardLike]
Hand: TypeAlias = Cards | int
# `arrangements` is not made for more.
_MOST_ARRANGED: Final = 14
_SUIT: Final = (1 << 13) - 1


def _order(meld: int) -> tuple[int, ...]:
    lowest = (meld & -meld).bit_length() - 1
    suit, rank = divmod(lowest, 13)
    if meld >> suit * 13 <= _SUIT:
        return 0, suit, rank, meld.bit_count()
    missing = [suit for suit in range(4) if not meld >> suit * 13 & _SUIT]
    return 1, rank, *(missing or [4])


_MELDS: Final = sorted((meld.cards.mask for meld in _core.melds((1 << 52) - 1)), key=_order)
_PLACES: Final = {meld: place for place, meld in enumerate(_MELDS)}
_PLACES_BY_MELD: Final = {meld: _PLACES[meld.cards.mask] for meld in _core.melds((1 << 52) - 1)}
_AS_CARDS: Final = [cards_of(meld) for meld in _MELDS]
_AS_IDS: Final = [[card.id for card in cards] for cards in _AS_CARDS]


class GinRummyUtil:
    """The static functions, under their names in Python.

    Where cards are asked for, a list of Cards or of ids is taken, or a mask, whose bit *id* is set
    for each card. Melds come as the cards came: lists of Cards, lists of ids, or masks.

    >>> from gin_fast.compat.eaai import Card, GinRummyUtil
    >>> hand = [Card.strCardMap[text] for text in "AC 2C 3C 4C 4H 4D KS".split()]
    >>> [[str(card) for card in meld] for meld in GinRummyUtil.cardsToBestMeldSets(hand)[0]]
    [['AC', '2C', '3C'], ['4C', '4H', '4D']]
    """

    GOAL_SCORE = GOAL_SCORE
    GIN_BONUS = GIN_BONUS
    UNDERCUT_BONUS = UNDERCUT_BONUS
    MAX_DEADWOOD = MAX_DEADWOOD

    @staticmethod
    def cardsToBitstring(cards: Hand) -> int:
        """Return the mask of cards.

        >>> from gin_fast.compat.eaai import GinRummyUtil
        >>> GinRummyUtil.cardsToBitstring([0, 3])
        9

        Args:
            cards: Cards, ids, or a mask, which is returned.

        Raises:
            InvalidCardError: An id is no card.
            InvalidHandError: A card is there twice, or a mask has a bit above 51.
            TypeError: They are something else.

        """
        return mask_of("cards", cards)

    @staticmethod
    def bitstringToCards(bitstring: Hand) -> list[Card]:
        """Return the Cards of a mask, by id.

        >>> from gin_fast.compat.eaai import GinRummyUtil
        >>> [str(card) for card in GinRummyUtil.bitstringToCards(1 << 13 | 1)]
        ['AC', 'AH']

        Args:
            bitstring: A mask, Cards or ids.

        Raises:
            InvalidHandError: It has a bit above 51.
            TypeError: It is no int.

        """
        return cards_of(mask_of("bitstring", bitstring))

    @staticmethod
    def getAllMeldBitstrings() -> list[int]:
        """Return the masks of all 329 melds.

        >>> from gin_fast.compat.eaai import GinRummyUtil
        >>> len(GinRummyUtil.getAllMeldBitstrings())
        329
        """
        return _MELDS.copy()

    @staticmethod
    def cardsToAllMeldBitstrings(cards: Hand) -> list[int]:
        """Return the masks of all melds among cards.

        >>> from gin_fast.compat.eaai import GinRummyUtil
        >>> GinRummyUtil.cardsToAllMeldBitstrings([0, 1, 2, 13, 26])
        [7, 67117057]

        Args:
            cards: Any number of cards.

        Raises:
            InvalidCardError: An id is no card.
            InvalidHandError: A card is there twice, or a mask has a bit above 51.
            TypeError: They are something else.

        """
        return [_MELDS[place] for place in _places(mask_of("cards", cards))]

    @overload
    @staticmethod
    def cardsToAllMelds(cards: int) -> list[int]: ...
    @overload
    @staticmethod
    def cardsToAllMelds(cards: Iterable[Card]) -> list[list[Card]]: ...
    @overload
    @staticmethod
    def cardsToAllMelds(cards: Iterable[int]) -> list[list[int]]: ...
    @staticmethod
    def cardsToAllMelds(cards: Hand) -> Sequence[int | list[Card] | list[int]]:
        """Return all melds among cards.

        >>> from gin_fast.compat.eaai import GinRummyUtil
        >>> GinRummyUtil.cardsToAllMelds([0, 1, 2, 13, 26])
        [[0, 1, 2], [0, 13, 26]]

        Args:
            cards: Any number of cards.

        Raises:
            InvalidCardError: An id is no card.
            InvalidHandError: A card is there twice, or a mask has a bit above 51.
            TypeError: They are something else.

        """
        mask, written = _read(cards)
        return [written(place) for place in _places(mask)]

    @overload
    @staticmethod
    def cardsToAllMaximalMeldSets(cards: int) -> list[list[int]]: ...
    @overload
    @staticmethod
    def cardsToAllMaximalMeldSets(cards: Iterable[Card]) -> list[list[list[Card]]]: ...
    @overload
    @staticmethod
    def cardsToAllMaximalMeldSets(cards: Iterable[int]) -> list[list[list[int]]]: ...
    @staticmethod
    def cardsToAllMaximalMeldSets(cards: Hand) -> Sequence[Sequence[int | list[Card] | list[int]]]:
        """Return all sets of disjoint melds that no other meld of the cards can be added to.

        >>> from gin_fast.compat.eaai import GinRummyUtil
        >>> GinRummyUtil.cardsToAllMaximalMeldSets([0, 1, 2, 13, 26])
        [[[0, 1, 2]], [[0, 13, 26]]]

        Args:
            cards: Any number of cards; of many there are very many sets.

        Raises:
            InvalidCardError: An id is no card.
            InvalidHandError: A card is there twice, or a mask has a bit above 51.
            TypeError: They are something else.

        """
        mask, written = _read(cards)
        return [[written(place) for place in chosen] for chosen in _maximal(_places(mask))]

    @overload
    @staticmethod
    def cardsToBestMeldSets(cards: int) -> list[list[int]]: ...
    @overload
    @staticmethod
    def cardsToBestMeldSets(cards: Iterable[Card]) -> list[list[list[Card]]]: ...
    @overload
    @staticmethod
    def cardsToBestMeldSets(cards: Iterable[int]) -> list[list[list[int]]]: ...
    @staticmethod
    def cardsToBestMeldSets(cards: Hand) -> Sequence[Sequence[int | list[Card] | list[int]]]:
        """Return the sets of disjoint melds that leave the least deadwood; none without a meld.

        >>> from gin_fast.compat.eaai import GinRummyUtil
        >>> GinRummyUtil.cardsToBestMeldSets([0, 1, 2, 13, 26])
        [[[0, 1, 2]]]
        >>> GinRummyUtil.cardsToBestMeldSets([0, 1])
        []

        Args:
            cards: Any number of cards; more than fourteen take longer.

        Raises:
            InvalidCardError: An id is no card.
            InvalidHandError: A card is there twice, or a mask has a bit above 51.
            TypeError: They are something else.

        """
        mask, written = _read(cards)
        return [[written(place) for place in chosen] for chosen in _best(mask)]

    @staticmethod
    def getDeadwoodPoints1(melds: Iterable[Hand], hand: Hand) -> int:
        """Return the points of a hand's cards that are in none of some melds.

        >>> from gin_fast.compat.eaai import GinRummyUtil
        >>> GinRummyUtil.getDeadwoodPoints1([[0, 1, 2]], [0, 1, 2, 12, 25])
        20

        Args:
            melds: The melds, each as cards can be given.
            hand: The hand.

        Raises:
            InvalidCardError: An id is no card.
            InvalidHandError: A card is there twice, or a mask has a bit above 51.
            TypeError: They are something else.

        """
        return _points(mask_of("hand", hand) & ~_union(meld_masks("melds", melds)))

    @staticmethod
    def getDeadwoodPoints2(card: CardLike) -> int:
        """Return the points of a card.

        >>> from gin_fast.compat.eaai import GinRummyUtil
        >>> GinRummyUtil.getDeadwoodPoints2(12)
        10

        Args:
            card: A Card, or an id.

        Raises:
            InvalidCardError: An id is no card.
            TypeError: It is something else.

        """
        return _points(read_card("card", card).bit)

    @staticmethod
    def getDeadwoodPoints3(cards: Hand) -> int:
        """Return the points of cards, whatever they could meld.

        >>> from gin_fast.compat.eaai import GinRummyUtil
        >>> GinRummyUtil.getDeadwoodPoints3([0, 1, 2])
        6

        Args:
            cards: The cards.

        Raises:
            InvalidCardError: An id is no card.
            InvalidHandError: A card is there twice, or a mask has a bit above 51.
            TypeError: They are something else.

        """
        return _points(mask_of("cards", cards))

    @overload
    @staticmethod
    def getDeadwoodPoints(melds: Iterable[Hand], hand: Hand, /) -> int: ...
    @overload
    @staticmethod
    def getDeadwoodPoints(card: CardLike, /) -> int: ...
    @overload
    @staticmethod
    def getDeadwoodPoints(cards: Cards, /) -> int: ...
    @staticmethod
    def getDeadwoodPoints(first: Any, hand: Hand | None = None, /) -> int:
        """Return the points of a hand beside melds, of one card, or of cards.

        An int alone is the id of a card; `getDeadwoodPoints3` takes a mask.

        >>> from gin_fast.compat.eaai import GinRummyUtil
        >>> points = GinRummyUtil.getDeadwoodPoints
        >>> points([[0, 1, 2]], [0, 1, 2, 12]), points(12), points([0, 12])
        (10, 10, 11)

        Raises:
            InvalidCardError: An id is no card.
            InvalidHandError: A card is there twice, or a mask has a bit above 51.
            TypeError: They are something else.

        """
        if hand is not None:
            return GinRummyUtil.getDeadwoodPoints1(first, hand)
        is_card = isinstance(first, Card) or is_whole(first)
        return _points(read_card("card", first).bit if is_card else mask_of("cards", first))


def meld_masks(name: str, melds: object) -> list[int]:
    """Read melds, each as cards can be given; return their masks."""
    if isinstance(melds, str | bytes) or not isinstance(melds, Iterable):
        raise TypeError(f"{name}: expected a list of melds, got {described(melds)}")
    return [mask_of(f"{name}[{at}]", meld) for at, meld in enumerate(melds)]


def _read(cards: Hand) -> tuple[int, Callable[[int], Any]]:
    """Return the mask of cards, and what writes a meld in their way."""
    # A list is no number, which `is_whole` takes long to find out.
    if type(cards) is not list and is_whole(cards):
        return mask_of("cards", cards), _MELDS.__getitem__
    held = list(cards) if isinstance(cards, Iterator) else cards
    mask = mask_of("cards", held)
    # Each meld a list of its own, which the caller may change.
    if mask and not isinstance(next(iter(held)), Card):  # type: ignore[arg-type]  # Read by now.
        return mask, lambda place: _AS_IDS[place].copy()
    return mask, lambda place: _AS_CARDS[place].copy()


def _places(mask: int) -> list[int]:
    """Return the places of the melds of a hand."""
    return sorted(_PLACES_BY_MELD[meld] for meld in _core.melds(mask))


def _best(mask: int) -> list[list[int]]:
    """Return the best sets of melds, as places.

    One that leaves least is maximal, since every card of another meld would count.
    """
    if mask.bit_count() <= _MOST_ARRANGED:
        found = [
            sorted(_PLACES_BY_MELD[meld] for meld in melds)
            for melds, _, _ in _core.arrangements(mask)
        ]
        if found == [[]]:
            return []
    else:
        found = list(_maximal(_places(mask)))
        left = [_points(mask & ~_union(_MELDS[place] for place in chosen)) for chosen in found]
        least = min(left, default=0)
        found = [chosen for chosen, points in zip(found, left, strict=True) if points == least]
    if len(found) > 1:
        found.sort(key=lambda chosen: (len(chosen), chosen))
    return found


def _maximal(places: Sequence[int]) -> list[list[int]]:
    found = list(_maximal_after((), 0, places, places))
    found.sort(key=lambda chosen: (len(chosen), chosen))
    return found


def _maximal_after(
    chosen: tuple[int, ...], used: int, later: Sequence[int], every: Sequence[int]
) -> Iterator[list[int]]:
    """Yield the maximal sets that add melds out of `later` to those chosen."""
    disjoint = [place for place in every if not _MELDS[place] & used]
    if not disjoint and chosen:
        yield list(chosen)
    for at, place in enumerate(later):
        if not _MELDS[place] & used:
            yield from _maximal_after(
                (*chosen, place), used | _MELDS[place], later[at + 1 :], disjoint
            )


def _union(melds: Iterable[int]) -> int:
    used = 0
    for meld in melds:
        used |= meld
    return used


def _points(mask: int) -> int:
    return CardSet.from_mask(mask).points
