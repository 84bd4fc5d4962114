"""What comes of melds that players show: who lays off what, and what it earns."""

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

from gin_fast import settle
from gin_fast.card import CardSet, Meld
from gin_fast.compat.eaai.cards import Card, cards_of
from gin_fast.compat.eaai.evaluation import MAX_DEADWOOD
from gin_fast.evaluate import is_meld
from gin_fast.rules import Rules

__all__ = ["HandResult", "Layoff", "Settlement", "settled", "what_is_wrong", "worth"]

Seat: TypeAlias = Literal[0, 1]
Kind: TypeAlias = Literal["knock", "gin", "big_gin", "undercut", "void"]
Cards: TypeAlias = tuple[Card, ...]
_RULES: Final = Rules.preset("eaai")


class Layoff(NamedTuple):
    """A card that a defender laid off, and the meld that it went on, as that lay before."""

    card: Card
    meld: Cards


@dataclass(frozen=True, slots=True)
class HandResult:
    """How one hand ended.

    Attributes:
        kind: `knock`, `gin`, `undercut`, or `void`: nobody went out.
        starter: The player who was offered the first face-up card.
        winner: The player who scored; None for a void hand, and for nothing left on either side.
        points: What he scored.
        turns: How many cards were drawn or taken.
        knocker: The player who went out, or None, as the rest of a void hand is empty.
        knocker_deadwood: The points of his other cards.
        defender_deadwood: The points that the other one was left with.
        knocker_melds: The melds that he showed.
        defender_melds: The melds that the other one showed.
        layoffs: What the other one laid off, in order.

    """

    kind: Kind
    starter: Seat
    winner: Seat | None
    points: int
    turns: int
    knocker: Seat | None = None
    knocker_deadwood: int | None = None
    defender_deadwood: int | None = None
    knocker_melds: tuple[Cards, ...] = ()
    defender_melds: tuple[Cards, ...] = ()
    layoffs: tuple[Layoff, ...] = ()


class Settlement(NamedTuple):
    """A defence: melds as masks, what is laid off in order, what is left."""

    melds: list[int]
    layoffs: list[Layoff]
    deadwood: int


def what_is_wrong(hand: int, melds: list[int], *, knocks: bool) -> str | None:
    """Return why melds cannot be shown, or None if they can."""
    left = hand
    for meld in melds:
        names = " ".join(map(str, cards_of(meld)))
        if not is_meld(meld):
            return f"{names or 'no card'} is no meld"
        if meld & ~left:
            return f"{names} is not in what is left of his hand"
        left &= ~meld
    points = CardSet.from_mask(left).points
    if knocks and points > MAX_DEADWOOD:
        return f"the melds leave {points} points, and the limit is {MAX_DEADWOOD}"
    return None


def settled(
    hand: int, own: list[int], shown: list[int], *, gin: bool, faithful: bool
) -> Settlement:
    """Return the defence of a hand.

    Args:
        hand: The defender's cards.
        own: The melds that he names.
        shown: The melds of who went out, in the order in which he named them.
        gin: Whether that one has nothing left, so that nothing is laid off.
        faithful: Whether the melds stand as named and layoffs are the framework's; else he loses
            nothing by what he names.

    """
    table = [] if gin else shown
    if faithful:
        return _first_fit(hand, own, table)
    return _best(hand, own, table)


def worth(knocker_deadwood: int, defender_deadwood: int) -> settle.Price:
    """Return what the facts earn under the framework's rules."""
    undercut = knocker_deadwood > 0 and defender_deadwood <= knocker_deadwood
    kind = "undercut" if undercut else "knock" if knocker_deadwood else "gin"
    return settle.price(kind, knocker_deadwood, defender_deadwood, _RULES)


def _first_fit(hand: int, own: list[int], table: list[int]) -> Settlement:
    """Lay off, as long as one fits, the first card by id on the first meld as named."""
    left = hand
    for meld in own:
        left &= ~meld
    melds = list(table)
    layoffs: list[Layoff] = []
    while step := _first_step(left, melds):
        card, at = step
        layoffs.append(Layoff(card, tuple(cards_of(melds[at]))))
        melds[at] |= card.bit
        left ^= card.bit
    return Settlement(own, layoffs, CardSet.from_mask(left).points)


def _first_step(left: int, melds: list[int]) -> tuple[Card, int] | None:
    for card in cards_of(left):
        for at, meld in enumerate(melds):
            if is_meld(meld | card.bit):
                return card, at
    return None


def _best(hand: int, own: list[int], table: list[int]) -> Settlement:
    """Return the best defence; it keeps the melds that were named where they cost nothing."""
    melds = [Meld(CardSet.from_mask(meld)) for meld in table]
    rest = hand
    for meld in own:
        rest &= ~meld
    kept, best = settle.defend(rest, melds), settle.defend(hand, melds)
    if kept.deadwood == best.deadwood:
        named, best = own, kept
    else:
        named = []
    layoffs = [
        Layoff(Card.allCards[step.card], tuple(cards_of(step.meld.cards.mask)))
        for step in settle.layoffs(melds, best.laid_off)
    ]
    return Settlement([*named, *(meld.cards.mask for meld in best.melds)], layoffs, best.deadwood)
