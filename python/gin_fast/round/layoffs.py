"""A defender who lays out his cards by hand: melds of his own, and layoffs one by one."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal

from gin_fast import settle
from gin_fast.card import CardSet, Meld
from gin_fast.evaluate import is_meld, melds
from gin_fast.round.action import Action
from gin_fast.round.result import RoundResult, Seat, seat_of

if TYPE_CHECKING:
    from gin_fast.rules import Rules
    from gin_fast.settle import Showdown

__all__ = ["Layoffs", "lay_on"]

_ACES = sum(1 << ace for ace in range(0, 52, 13))


def lay_on(
    table: Iterable[Meld], meld: Meld, card: int, ace: Literal["low", "high_or_low", "corner"]
) -> tuple[Meld, ...]:
    """Return the melds on the table, by lowest id, with a card laid on one of them."""
    longer = Meld(meld.cards | {card}, ace=ace)
    return tuple(sorted((longer if lying == meld else lying for lying in table), key=min))


class Layoffs:
    """What lies on the table after a knock, and what the defender still holds.

    Each card that he lays off makes the meld longer for the next one. What he does not lay out is
    his deadwood, whatever melds it could have made.
    """

    __slots__ = ("_may_lay_off", "_rules", "_shown", "held", "laid_off", "melds", "own_melds")

    def __init__(self, rules: "Rules", shown: "Showdown", defender: int) -> None:
        self._rules = rules
        self._shown = shown
        going_out = shown.kind in {"gin", "big_gin"}
        self._may_lay_off = rules.layoff and (rules.layoff_on_gin or not going_out)
        self.melds = shown.knocker_melds
        self.own_melds: tuple[Meld, ...] = ()
        self.held = defender
        self.laid_off = 0

    def actions(self) -> list[Action]:
        """Return what he can lay out: melds, then layoffs by card and meld."""
        ace = self._rules.ace
        held = CardSet.from_mask(self.held)
        found = [Action(None, "meld", None, (meld,)) for meld in melds(held, ace=ace)]
        if self._may_lay_off:
            found += [
                Action(None, "lay_off", card, (meld,))
                for card in held
                for meld in self.melds
                if is_meld(meld.cards | {card}, ace=ace)
            ]
        return found

    def apply(self, action: Action) -> None:
        """Lay out a meld or lay a card off, which must be one of `actions`."""
        (meld,) = action.melds
        if action.card is None:
            self.own_melds = tuple(sorted((*self.own_melds, meld), key=min))
            self.held ^= meld.cards.mask
            return
        bit = 1 << action.card
        self.melds = lay_on(self.melds, meld, action.card, self._rules.ace)
        self.held ^= bit
        self.laid_off |= bit

    def result(self, knocker: Seat, upcard: int | None) -> RoundResult:
        """Return how the round ended, now that the defender is done."""
        rules, shown = self._rules, self._shown
        left = CardSet.from_mask(self.held)
        deadwood = left.points + (rules.ace_deadwood - 1) * (self.held & _ACES).bit_count()
        kind = shown.kind
        # The showdown said what the best defence makes of a knock; this is the one that was chosen.
        if kind in {"knock", "undercut"}:
            kind = "undercut" if deadwood <= shown.knocker_deadwood else "knock"
        worth = settle.price(kind, shown.knocker_deadwood, deadwood, rules, upcard)
        return RoundResult(
            worth.kind,
            seat_of(worth.winner, knocker),
            worth.points,
            worth.boxes,
            knocker,
            shown.knocker_deadwood,
            deadwood,
            shown.knocker_melds,
            self.own_melds,
            CardSet.from_mask(self.laid_off),
        )

    @property
    def laid_out(self) -> int:
        """The cards of the defender that lie on the table."""
        return self.laid_off | sum(meld.cards.mask for meld in self.own_melds)

    def copy(self) -> "Layoffs":
        """Return a copy that goes its own way."""
        twin = object.__new__(Layoffs)
        for name in Layoffs.__slots__:
            setattr(twin, name, getattr(self, name))
        return twin

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Layoffs):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in Layoffs.__slots__)

    __hash__ = None  # type: ignore[assignment]
