"""Showdowns: what comes of a knock, the defender always playing his best.

>>> import gin_fast as gf
>>> shown = gf.showdown("As 2s 3s 4h 4d 4c 5h 6h 7h 9c", "4s 5s 6s Ah 2h 3h 8h 9h Td Kd")
>>> shown.kind, shown.winner, shown.points
('knock', 0, 11)
>>> shown.laid_off
CardSet('8h 9h')
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from gin_fast import _core
from gin_fast._core import CardSet, InvalidHandError, Meld, is_meld, knock_points

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gin_fast._core import _Ace, _Card, _Hand, _LaidOut, _Points
    from gin_fast.rules import Rules

__all__ = [
    "Defence",
    "Layoff",
    "Price",
    "Showdown",
    "defend",
    "knock_limit",
    "knock_points",
    "layoffs",
    "price",
    "showdown",
]

Kind: TypeAlias = Literal["knock", "gin", "big_gin", "undercut"]
Winner: TypeAlias = Literal[0, 1] | None


@dataclass(frozen=True, slots=True)
class Price:
    """What a showdown is worth under some rules.

    Attributes:
        kind: `knock`, `gin`, `big_gin` or `undercut`.
        winner: 0 for the knocker, 1 for the defender, None for nobody.
        points: What the winner gets, never negative.
        boxes: The winner's boxes.

    >>> price("knock", 4, 25)
    Price(kind='knock', winner=0, points=21, boxes=1)

    """

    kind: Kind
    winner: Winner
    points: int
    boxes: int


@dataclass(frozen=True, slots=True)
class Defence:
    """A defender's best answer to melds on the table.

    Attributes:
        melds: His own melds, by lowest id.
        laid_off: The cards that he lays off on the melds on the table.
        unmelded: The cards that he is left with.
        deadwood: The points of those.

    >>> from gin_fast import defend
    >>> defend("8h 9h Kd", ["5h6h7h"]).laid_off
    CardSet('8h 9h')

    """

    melds: tuple[Meld, ...]
    laid_off: CardSet
    unmelded: CardSet
    deadwood: int


@dataclass(frozen=True, slots=True)
class Layoff:
    """A card laid off.

    Attributes:
        card: The card's id.
        meld: The meld it goes on, as that lay before.

    """

    card: int
    meld: Meld


@dataclass(frozen=True, slots=True)
class Showdown:
    """How a knock ended.

    Attributes:
        kind: `knock`, `gin`, `big_gin` or `undercut`.
        winner: 0 for the knocker, 1 for the defender, None for nobody.
        points: What the winner gets, never negative.
        boxes: The winner's boxes.
        knocker_melds: The melds that the knocker shows, by lowest id.
        knocker_deadwood: The points of his other cards.
        defender_melds: The defender's own melds, by lowest id.
        laid_off: The cards that the defender lays off.
        defender_deadwood: The points that he is left with.

    >>> from gin_fast import showdown
    >>> shown = showdown("2s 3s 4s 7c 7d 7h Tc Jc Qc Ah", "5s 6s 8s 8c 8d 8h Kc Kd Kh Ac")
    >>> shown.kind, shown.winner, shown.points, shown.boxes
    ('undercut', 1, 25, 1)
    >>> shown.defender_melds, shown.laid_off
    ((Meld('8s8c8d8h'), Meld('KcKdKh')), CardSet('5s 6s'))

    """

    kind: Kind
    winner: Winner
    points: int
    boxes: int
    knocker_melds: tuple[Meld, ...]
    knocker_deadwood: int
    defender_melds: tuple[Meld, ...]
    laid_off: CardSet
    defender_deadwood: int

    def price(self, rules: "Rules", upcard: "_Card | None" = None) -> Price:
        """Return what the same facts are worth under other rules.

        Args:
            rules: The rules.
            upcard: The first upcard, which Oklahoma and spade rules go by.

        Raises:
            ValueError: The rules go by the upcard and there is none.

        Melds, layoffs and the limit are not looked at again: see `price`.

        >>> from gin_fast import Rules, showdown
        >>> gin = showdown("As 2s 3s 4h 4d 4c 5h 6h 7h 8h", "Ac 2c 3c Kd Ks 8c 8d Js Qs Qd")
        >>> gin.points, gin.price(Rules.preset("pagat")).points
        (61, 56)

        """
        return price(self.kind, self.knocker_deadwood, self.defender_deadwood, rules, upcard)


def showdown(
    knocker: "_Hand",
    defender: "_Hand",
    rules: "Rules | None" = None,
    layout: "_LaidOut" = "canonical",
    upcard: "_Card | None" = None,
) -> Showdown:
    """Return how a knock ends, the defender always playing his best.

    >>> shown = showdown("As 2s 3s 4h 4d 4c 5h 6h 7h 9c", "Ac 2c 3c Kd Ks 8c 8d 8h 8s Qs")
    >>> shown.kind, shown.winner, shown.points, shown.boxes
    ('knock', 0, 21, 1)
    >>> shown.knocker_melds
    (Meld('As2s3s'), Meld('4c4d4h'), Meld('5h6h7h'))

    Args:
        knocker: His hand: ten cards that leave no more than the limit, or eleven that are all
            melded where the rules allow big gin.
        defender: His hand of ten cards.
        rules: The rules; the standard ones if None.
        layout: How the knocker lays out his hand. `canonical`: as he can without knowing the
            defender's. `best`: as it scores most against this very defender. Or the melds that he
            shows: a text such as `7c7d7h 2s3s4s`, or an iterable of Meld, texts or CardSets.
        upcard: The first upcard, which Oklahoma and spade rules go by.

    Raises:
        InvalidHandError: A hand is none, has a wrong number of cards, shares a card with the other
            or may not knock, or a layout is not one of the knocker's hand or leaves too much.
        InvalidCardError: A text or id is no card.
        TypeError: An argument is of another kind.
        ValueError: `layout` is another word, or the rules go by the upcard and there is none.

    """
    (kind, winner, points, boxes), (knocker_melds, knocker_deadwood), defended = _core.showdown(
        knocker, defender, rules, layout, upcard
    )
    return Showdown(kind, winner, points, boxes, knocker_melds, knocker_deadwood, *defended)


def defend(
    defender: "_Hand", melds: "_LaidOut", *, ace: "_Ace" = "low", ace_deadwood: "_Points" = 1
) -> Defence:
    """Return the defender's best answer to melds on the table: he may always lay off.

    Among equally good answers he lays off the fewest cards, and then melds the rest in canonical
    order, as `arrange` has it.

    >>> defend("4s 5s 6s 8h 9h Kd", "As2s3s 5h6h7h")
    Defence(melds=(Meld('4s5s6s'),), laid_off=CardSet('8h 9h'), unmelded=CardSet('Kd'), deadwood=10)

    Args:
        defender: A hand of 0 to 52 cards.
        melds: The melds on the table: a text such as `7c7d7h 2s3s4s`, or an iterable of Meld,
            texts or CardSets.
        ace: Which runs an ace may be part of: `low`, A-2-3; `high_or_low`, Q-K-A too; `corner`,
            K-A-2 too.
        ace_deadwood: What an ace costs, 1 to 15 points.

    Raises:
        InvalidHandError: The hand is none, cards are no meld, or melds share cards with each other
            or with the hand.
        InvalidCardError: A text or id is no card.
        TypeError: An argument is of another kind.
        ValueError: No rule about aces is called so, or an ace cannot cost so much.

    """
    return Defence(*_core.defend(defender, melds, ace=ace, ace_deadwood=ace_deadwood))


def layoffs(melds: "Iterable[Meld]", cards: CardSet, *, ace: "_Ace" = "low") -> tuple[Layoff, ...]:
    """Return an order in which cards can be laid off, and the meld that each goes on.

    Which meld matters: a card may fit two of them, and another card may follow it on one only.

    >>> from gin_fast import CardSet, Meld, card_name
    >>> table = [Meld("7c7d7s"), Meld("4h5h6h")]
    >>> [(card_name(step.card), str(step.meld)) for step in layoffs(table, CardSet("7h 8h"))]
    [('7h', '4h5h6h'), ('8h', '4h5h6h7h')]

    Args:
        melds: The melds on the table.
        cards: The cards to lay off, such as those of a `Showdown` or a `Defence`.
        ace: Which runs an ace may be part of, as for `defend`.

    Raises:
        InvalidHandError: They cannot all be laid off.

    """
    steps = _layoffs(tuple(melds), cards, ace)
    if steps is None:
        raise InvalidHandError(f'cards: expected cards that fit the melds, got "{cards}"')
    return steps


def _layoffs(melds: tuple[Meld, ...], cards: CardSet, ace: "_Ace") -> tuple[Layoff, ...] | None:
    if not cards:
        return ()
    for card in cards:
        one = CardSet([card])
        for at, meld in enumerate(melds):
            longer = meld.cards | one
            if is_meld(longer, ace=ace):
                laid = (*melds[:at], Meld(longer, ace=ace), *melds[at + 1 :])
                others = _layoffs(laid, cards - one, ace)
                if others is not None:
                    return (Layoff(card, meld), *others)
    return None


def knock_limit(rules: "Rules | None" = None, upcard: "_Card | None" = None) -> int:
    """Return the most deadwood to knock with in a round.

    >>> from gin_fast import Rules
    >>> knock_limit(), knock_limit(Rules.preset("oklahoma"), "4h")
    (10, 4)
    >>> knock_limit(Rules.preset("oklahoma"), "As")
    0

    Args:
        rules: The rules; the standard ones if None.
        upcard: The first upcard, which Oklahoma goes by, even if it has been taken.

    Raises:
        InvalidCardError: `upcard` is no card.
        TypeError: An argument is of another kind.
        ValueError: The rules are Oklahoma's and there is no upcard.

    """
    return _core.knock_limit(rules, upcard)


def price(
    kind: str,
    knocker_deadwood: "_Points",
    defender_deadwood: "_Points",
    rules: "Rules | None" = None,
    upcard: "_Card | None" = None,
) -> Price:
    """Return what the facts of a showdown are worth under some rules.

    The facts are taken as they are: the limit is not looked at, and whoever laid off under other
    rules has laid off. Equal deadwood after a knock is what these rules make of it, and big gin is
    gin where they know none.

    >>> from gin_fast import Rules
    >>> price("undercut", 7, 7)
    Price(kind='undercut', winner=1, points=25, boxes=1)
    >>> price("undercut", 7, 7, Rules.preset("openspiel"))
    Price(kind='knock', winner=None, points=0, boxes=0)
    >>> price("big_gin", 0, 40, Rules.preset("pagat"))
    Price(kind='gin', winner=0, points=60, boxes=1)

    Args:
        kind: `knock`, `gin`, `big_gin` or `undercut`.
        knocker_deadwood: The knocker's points.
        defender_deadwood: The defender's points, after he laid off.
        rules: The rules; the standard ones if None.
        upcard: The first upcard, which Oklahoma and spade rules go by.

    Raises:
        TypeError: An argument is of another kind.
        ValueError: There is no such kind, it does not go with the points, or the rules go by the
            upcard and there is none.

    """
    return Price(*_core.price(kind, knocker_deadwood, defender_deadwood, rules, upcard))
