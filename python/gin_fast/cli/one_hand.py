"""What there is to say about one hand."""

from dataclasses import dataclass

import gin_fast as gf

TEN = 10
ELEVEN = 11


@dataclass(frozen=True, slots=True)
class Discard:
    """One of eleven cards to throw, and what it leaves."""

    card: int
    left: gf.Arrangement
    can_knock: bool


@dataclass(frozen=True, slots=True)
class Report:
    """A hand evaluated.

    `gin` and `can_knock` are None for hands that are neither of ten nor of eleven cards;
    `discards`, best first, is None for all but eleven.
    """

    hand: gf.CardSet
    best: gf.Arrangement
    limit: int
    gin: bool | None
    can_knock: bool | None
    discards: tuple[Discard, ...] | None

    @property
    def big_gin(self) -> bool:
        """Whether all of eleven cards are in melds."""
        return len(self.hand) == ELEVEN and self.best.deadwood == 0


def report(hand: gf.CardSet, limit: int) -> Report:
    """Evaluate a hand under a knock limit."""
    best = gf.arrange(hand)
    if len(hand) == TEN:
        points = best.deadwood
        return Report(hand, best, limit, points == 0, points <= limit, discards=None)
    if len(hand) == ELEVEN:
        discards = _discards(hand, limit)
        gin = any(discard.left.deadwood == 0 for discard in discards)
        can_knock = any(discard.can_knock for discard in discards)
        return Report(hand, best, limit, gin, can_knock, discards)
    return Report(hand, best, limit, gin=None, can_knock=None, discards=None)


def _discards(hand: gf.CardSet, limit: int) -> tuple[Discard, ...]:
    """Every discard in the order of `best_discard`: least left, then dearest, then highest id."""
    knocks = gf.knock_discards(hand, limit=limit)
    left = gf.deadwood_after_discard(hand)
    order = sorted(left, key=lambda card: (left[card], -gf.CardSet([card]).points, -card))
    return tuple(
        Discard(card, gf.arrange(hand - gf.CardSet([card])), can_knock=card in knocks)
        for card in order
    )
