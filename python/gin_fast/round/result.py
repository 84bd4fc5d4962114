"""How a round ended: the facts, and what they earn."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from gin_fast import settle
from gin_fast.card import CardSet, Meld
from gin_fast.rules import Rules

__all__ = ["RoundResult"]

ResultKind: TypeAlias = Literal["knock", "gin", "big_gin", "undercut", "draw"]
Seat: TypeAlias = Literal[0, 1]


_NO_CARDS = CardSet()


@dataclass(frozen=True, slots=True)
class RoundResult:
    """How a round ended.

    Attributes:
        kind: `knock`, `gin`, `big_gin`, `undercut` or `draw`.
        winner: The seat that won, or None.
        points: What the winner gets, never negative.
        boxes: The winner's boxes.
        knocker: The seat that knocked; None in a drawn round, as are both deadwoods.
        knocker_deadwood: The points of the knocker's other cards.
        defender_deadwood: The points that the defender is left with.
        knocker_melds: The melds that the knocker shows, by lowest id.
        defender_melds: The defender's own melds, by lowest id.
        laid_off: The cards that the defender lays off.

    >>> from gin_fast import RoundResult
    >>> RoundResult("draw").winner is None
    True

    """

    kind: ResultKind
    winner: Seat | None = None
    points: int = 0
    boxes: int = 0
    knocker: Seat | None = None
    knocker_deadwood: int | None = None
    defender_deadwood: int | None = None
    knocker_melds: tuple[Meld, ...] = ()
    defender_melds: tuple[Meld, ...] = ()
    laid_off: CardSet = _NO_CARDS

    def price(self, rules: Rules, upcard: int | str | None = None) -> "RoundResult":
        """Return what the same facts are worth under other rules.

        Melds, layoffs and the limit are not looked at again; a drawn round stays one.

        >>> from gin_fast import RoundResult, Rules
        >>> gin = RoundResult("gin", 1, 45, 1, 1, 0, 20)
        >>> gin.price(Rules.preset("pagat")).points
        40

        Args:
            rules: The rules.
            upcard: The first upcard, which Oklahoma and spade rules go by.

        Raises:
            ValueError: The rules go by the upcard and there is none.

        """
        if self.knocker is None or self.knocker_deadwood is None or self.defender_deadwood is None:
            return self
        worth = settle.price(
            self.kind, self.knocker_deadwood, self.defender_deadwood, rules, upcard
        )
        return RoundResult(
            worth.kind,
            seat_of(worth.winner, self.knocker),
            worth.points,
            worth.boxes,
            self.knocker,
            self.knocker_deadwood,
            self.defender_deadwood,
            self.knocker_melds,
            self.defender_melds,
            self.laid_off,
        )


def seat_of(side: Seat | None, knocker: Seat) -> Seat | None:
    """Return the seat of a side: 0 is the knocker's, 1 the defender's."""
    if side is None:
        return None
    return knocker if side == 0 else other(knocker)


def other(seat: Seat) -> Seat:
    """Return the other seat."""
    return 0 if seat else 1


def result_of(shown: settle.Showdown, knocker: Seat) -> RoundResult:
    """Return the result of a round that a seat knocked in."""
    return RoundResult(
        shown.kind,
        seat_of(shown.winner, knocker),
        shown.points,
        shown.boxes,
        knocker,
        shown.knocker_deadwood,
        shown.defender_deadwood,
        shown.knocker_melds,
        shown.defender_melds,
        shown.laid_off,
    )
