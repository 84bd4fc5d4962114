"""Where a round stands as plain numbers, and its result as plain facts: as tables in Rust do it."""

from typing import Final, Literal, NamedTuple, TypeAlias

from gin_fast import settle
from gin_fast.round.result import RoundResult, Seat, other, result_of
from gin_fast.rules import Rules

__all__ = ["NOTHING_EARLIER", "Earlier", "Phase", "Position", "ending_of", "facts_of"]

Phase: TypeAlias = Literal["upcard", "draw", "discard", "wall", "layoff", "over"]
# Masks of cards, by seat.
Sets: TypeAlias = tuple[int, int]
# Kind, winner, points, boxes, knocker, both deadwoods, and what was laid off.
Facts: TypeAlias = tuple[str, Seat | None, int, int, Seat | None, int, int, int]


class Earlier(NamedTuple):
    """What was done before the history of a round: how many moves, the cards that each threw."""

    moves: int
    thrown: Sets


NOTHING_EARLIER: Final = Earlier(0, (0, 0))


class Position(NamedTuple):
    """Where a round stands: cards by place, what is due, what caps count, what was seen."""

    hands: Sets
    # What of them was seen to be taken, the upcards refused and the cards thrown.
    known: Sets
    declined: Sets
    thrown: Sets
    # Next drawn last, and the upcard last.
    stock: tuple[int, ...]
    pile: tuple[int, ...]
    dealer: Seat
    player: Seat
    phase: Phase
    # Ids as bits: the first 64, and the others.
    legal: tuple[int, int]
    first: int | None
    taken: int | None
    stalled: bool
    turns: int
    takes: int
    moves: int
    draws: int
    ended: Facts | None


def facts_of(result: RoundResult) -> Facts:
    """Return what a result says but for the melds."""
    return (
        result.kind,
        result.winner,
        result.points,
        result.boxes,
        result.knocker,
        result.knocker_deadwood or 0,
        result.defender_deadwood or 0,
        result.laid_off.mask,
    )


def ending_of(rules: Rules, position: Position) -> RoundResult:
    """Return the result of a round that is over: that of the canonical layout after a knock."""
    knocker = position.ended and position.ended[4]
    if knocker is None:
        return RoundResult("draw")
    hand, defender = position.hands[knocker], position.hands[other(knocker)]
    shown = settle.showdown(hand, defender, rules, "canonical", position.first)
    return result_of(shown, knocker)
