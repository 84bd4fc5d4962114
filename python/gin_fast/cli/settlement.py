"""A settlement told line by line: who shows what, what is laid off where, and what it is worth."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypedDict

import gin_fast as gf
from gin_fast import settle

if TYPE_CHECKING:
    from gin_fast._core import _Ace

_SPADES = gf.Suit.SPADES


@dataclass(frozen=True, slots=True)
class Line:
    """One line: whose, what, with which melds and cards if it speaks of any, and points."""

    who: str
    what: str
    melds: tuple[gf.Meld, ...] | None = None
    cards: gf.CardSet | None = None
    points: str = ""


@dataclass(frozen=True, slots=True)
class Settlement:
    """A showdown between two hands, and the rules it was settled by."""

    knocker: gf.CardSet
    defender: gf.CardSet
    rules: gf.Rules
    upcard: int | None
    showdown: gf.Showdown

    @property
    def layoffs(self) -> tuple[settle.Layoff, ...]:
        """What the defender laid off, in an order in which it can be."""
        shown = self.showdown
        return settle.layoffs(shown.knocker_melds, shown.laid_off, ace=self.rules.ace)

    def lines(self) -> Iterator[Line]:
        """Tell the settlement."""
        yield from self._knocker()
        yield from self._defender()
        yield from self._price()

    def _knocker(self) -> Iterator[Line]:
        shown = self.showdown
        yield Line("knocker", "shows", melds=shown.knocker_melds)
        unmelded = self.knocker - _cards(shown.knocker_melds)
        yield Line("", "is left with", cards=unmelded, points=str(shown.knocker_deadwood))
        least = _deadwood(self.knocker, self.rules)
        if shown.knocker_deadwood > least:
            yield Line("", "could be left with", points=str(least))

    def _defender(self) -> Iterator[Line]:
        shown = self.showdown
        yield Line("defender", "melds", melds=shown.defender_melds)
        for layoff in self.layoffs:
            yield Line("", "lays off", melds=(layoff.meld,), cards=gf.CardSet([layoff.card]))
        unmelded = self.defender - _cards(shown.defender_melds) - shown.laid_off
        yield Line("", "is left with", cards=unmelded, points=str(shown.defender_deadwood))
        if not shown.laid_off:
            return
        yield Line("", "without layoffs", points=str(_deadwood(self.defender, self.rules)))
        kept = self._deadwood_of_own_melds_first()
        if kept > shown.defender_deadwood:
            yield Line("", "had he kept his own melds", points=str(kept))

    def _deadwood_of_own_melds_first(self) -> int:
        """Return the least that one of his best arrangements leaves after layoffs."""
        aces, table = _aces(self.rules), self.showdown.knocker_melds
        alone = gf.arrangements(self.defender, **aces)
        return min(gf.defend(own.unmelded, table, **aces).deadwood for own in alone)

    def _price(self) -> Iterator[Line]:
        shown, rules = self.showdown, self.rules
        own, other = shown.knocker_deadwood, shown.defender_deadwood
        if shown.kind in {"gin", "big_gin"}:
            name = shown.kind.replace("_", " ")
            if shown.winner is None:
                yield Line(name, "the defender is left with nothing: nobody scores", points="0")
                return
            bonus = rules.big_gin_bonus if shown.kind == "big_gin" else rules.gin_bonus
            yield Line(name, "the defender's deadwood", points=str(other))
            yield from _bonus(f"{name} bonus", bonus)
        elif shown.kind == "undercut":
            than = "the same as" if other == own else "less than"
            yield Line(
                "undercut", f"{other} is {than} the knocker's {own}", points=str(own - other)
            )
            bonus = rules.undercut_bonus
            if other == own and rules.tie_rule == "undercut_no_bonus":
                bonus = 0
            yield from _bonus("undercut bonus", bonus)
        elif shown.winner is None:
            yield Line("knock", f"both have {own}: nobody scores", points="0")
            return
        else:
            yield Line("knock", f"{other} less {own}", points=str(other - own))
            yield from _bonus("knock bonus", rules.knock_bonus)
        if rules.spade_double and self.upcard is not None and self.upcard // 13 == _SPADES:
            upcard = gf.CardSet([self.upcard])
            yield Line("", "doubled by the upcard", cards=upcard, points="x 2")
        winner = "defender" if shown.winner else "knocker"
        boxes = f"{shown.boxes} box" + "es" * (shown.boxes > 1)
        yield Line(f"{winner} wins", boxes, points=str(shown.points))


def _bonus(name: str, points: int) -> Iterator[Line]:
    if points:
        yield Line("", name, points=f"+ {points}")


class _Aces(TypedDict):
    ace: "_Ace"
    ace_deadwood: int


def _aces(rules: gf.Rules) -> _Aces:
    return {"ace": rules.ace, "ace_deadwood": rules.ace_deadwood}


def _deadwood(hand: gf.CardSet, rules: gf.Rules) -> int:
    return gf.deadwood(hand, **_aces(rules))


def _cards(melds: Sequence[gf.Meld]) -> gf.CardSet:
    return gf.CardSet([card for meld in melds for card in meld])
