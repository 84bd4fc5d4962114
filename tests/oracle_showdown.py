"""Showdowns settled slowly, from the rules alone: what the tests hold gin_fast against.

It shares nothing with the package. Runs are read off the ranks as a rule of the aces lines them
up, melds grow by one card at a time as they lie, and every layout and every answer is tried.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Literal, NamedTuple, TypeAlias

import oracle
from oracle import cards_in, hand_of, is_set

# A run is a stretch of this line, of one suit and of at most thirteen cards.
LINES = {"low": "A23456789TJQK", "high_or_low": "A23456789TJQKA", "corner": "A23456789TJQK" * 2}
ACES = hand_of(range(0, 52, 13))

Ace: TypeAlias = Literal["low", "high_or_low", "corner"]
Layout: TypeAlias = Literal["canonical", "best"]
# Masks, by lowest card.
Melds: TypeAlias = tuple[int, ...]


class Arrangement(NamedTuple):
    """Disjoint melds in the canonical order: the fields come in the order of the comparison."""

    deadwood: int
    openings: int
    melded: int
    in_sets: int
    melds: Melds


class Defence(NamedTuple):
    """What a defender lays down."""

    melds: Melds
    laid_off: int
    unmelded: int
    deadwood: int


class Score(NamedTuple):
    """What a showdown is worth; the winner is 0 for the knocker, 1 for the defender."""

    kind: str
    winner: int | None
    points: int
    boxes: int

    @property
    def signed(self) -> int:
        """The points, positive to the knocker."""
        return -self.points if self.winner == 1 else self.points


class Showdown(NamedTuple):
    """A showdown settled."""

    score: Score
    knocker_melds: Melds
    knocker_deadwood: int
    defence: Defence


def by_lowest(melds: Sequence[int]) -> Melds:
    return tuple(sorted(melds, key=lambda meld: (meld & -meld, meld.bit_count(), meld)))


def union(melds: Sequence[int]) -> int:
    together = 0
    for meld in melds:
        together |= meld
    return together


def all_melds(ace: Ace) -> frozenset[int]:
    line = [oracle.RANKS.index(rank) for rank in LINES[ace]]
    stretches = [line[at : at + length] for length in range(3, 14) for at in range(len(line))]
    ranks = {hand_of(ranks) for ranks in stretches if len(ranks) == len(set(ranks)) >= 3}
    runs = {run << 13 * suit for run in ranks for suit in range(4)}
    return oracle.SETS | runs


class Aces:
    """Everything that depends on the aces: which runs they are part of and what they cost."""

    def __init__(self, ace: Ace = "low", ace_deadwood: int = 1) -> None:
        self.ace = ace
        self.ace_deadwood = ace_deadwood
        self.melds = all_melds(ace)
        self.with_lowest: dict[int, list[int]] = {card: [] for card in range(52)}
        for meld in self.melds:
            self.with_lowest[cards_in(meld)[0]].append(meld)
        self.fits = {meld: self._fitting(meld) for meld in self.melds}
        self.least: dict[int, int] = {0: 0}

    def _fitting(self, meld: int) -> int:
        others = cards_in(oracle.PACK & ~meld)
        return hand_of(card for card in others if meld | 1 << card in self.melds)

    def points(self, hand: int) -> int:
        """Return what the cards count together."""
        return oracle.points(hand) + (hand & ACES).bit_count() * (self.ace_deadwood - 1)

    def melds_in(self, hand: int) -> Melds:
        """Return every meld in the hand, by lowest card, then length, then mask."""
        return by_lowest([meld for meld in self.melds if meld & hand == meld])

    def deadwood(self, hand: int) -> int:
        """Return the least deadwood over every packing."""
        found = self.least.get(hand)
        if found is None:
            card = cards_in(hand)[0]
            options = [self.points(1 << card) + self.deadwood(hand & ~(1 << card))]
            options += [
                self.deadwood(hand & ~meld)
                for meld in self.with_lowest[card]
                if meld & hand == meld
            ]
            # A long run of tests would fill the memory.
            if len(self.least) > 1_000_000:
                self.least = {0: 0}
            found = self.least[hand] = min(options)
        return found

    def packings(self, hand: int, most: int) -> Iterator[Melds]:
        """Yield every choice of disjoint melds that leaves at most `most` points."""
        if self.deadwood(hand) > most:
            return
        if not hand:
            yield ()
            return
        card = cards_in(hand)[0]
        yield from self.packings(hand & ~(1 << card), most - self.points(1 << card))
        for meld in self.with_lowest[card]:
            if meld & hand == meld:
                for others in self.packings(hand & ~meld, most):
                    yield (meld, *others)

    def shown(self, hand: int, melds: Sequence[int]) -> Arrangement:
        """Return the place of these melds in the canonical order of their hand."""
        melded = union(melds)
        fitting = union([self.fits[meld] for meld in melds])
        return Arrangement(
            deadwood=self.points(hand & ~melded),
            openings=(fitting & ~hand).bit_count(),
            melded=melded,
            in_sets=union([meld for meld in melds if is_set(meld)]),
            melds=by_lowest(melds),
        )

    def whole(self, one: Arrangement) -> Arrangement:
        """Return the same with runs joined; an ace between two of them goes with the low one."""
        melds = list(one.melds)
        while pair := self._two_in_one(melds):
            for meld in pair:
                melds.remove(meld)
            melds.append(union(pair))
        for run in [meld for meld in melds if not is_set(meld)]:
            ace = run & ACES
            # The run that begins with the two of this suit, where the ace ends another.
            others = [meld for meld in melds if meld & ace << 1 and not meld & ace]
            low = next((meld for meld in others if meld | ace in self.melds), 0)
            if low and run & ~ace in self.melds:
                melds = [meld for meld in melds if meld not in {run, low}]
                melds += [run & ~ace, low | ace]
        return one._replace(melds=by_lowest(melds))

    def _two_in_one(self, melds: list[int]) -> list[int]:
        for at, one in enumerate(melds):
            for other in melds[at + 1 :]:
                if one | other in self.melds and not is_set(one | other):
                    return [one, other]
        return []

    def arrange(self, hand: int) -> Arrangement:
        """Return the canonical arrangement."""
        packings = self.packings(hand, self.deadwood(hand))
        return self.whole(min(self.shown(hand, melds) for melds in packings))

    def deadwood_after_discard(self, hand: int) -> dict[int, int]:
        """Return what each card of the hand leaves when it is thrown."""
        return {card: self.deadwood(hand & ~(1 << card)) for card in cards_in(hand)}

    def best_discard(self, hand: int, banned: int | None = None) -> tuple[int, int]:
        """Return the card to throw and what it leaves: least, then highest value, then id."""
        after = self.deadwood_after_discard(hand)
        after.pop(-1 if banned is None else banned, None)
        card = min(after, key=lambda card: (after[card], -self.points(1 << card), -card))
        return card, after[card]

    def knock_discards(self, hand: int, limit: int, banned: int | None = None) -> int:
        """Return the cards that leave at most `limit` when they are thrown."""
        after = self.deadwood_after_discard(hand)
        return hand_of(card for card, left in after.items() if left <= limit and card != banned)

    def layoffs(self, hand: int, melds: Sequence[int]) -> set[int]:
        """Return every set of cards that can be laid off, one at a time on melds as they lie."""
        seen = {tuple(melds)}
        waiting = [tuple(melds)]
        while waiting:
            lying = waiting.pop()
            for at, meld in enumerate(lying):
                for card in cards_in(self.fits[meld] & hand & ~union(lying)):
                    longer = (*lying[:at], meld | 1 << card, *lying[at + 1 :])
                    if longer not in seen:
                        seen.add(longer)
                        waiting.append(longer)
        return {union(lying) & ~union(melds) for lying in seen}

    def defend(self, hand: int, melds: Sequence[int], *, lay_off: bool = True) -> Defence:
        """Return the best answer to melds on the table.

        Of equal ones it lays off fewest cards, then keeps what comes first in the canonical order.
        """
        layoffs = self.layoffs(hand, melds) if lay_off else {0}
        places = {cards: (self.deadwood(hand & ~cards), cards.bit_count()) for cards in layoffs}
        best = min(places.values())
        equal = [cards for cards, place in places.items() if place == best]
        laid_off = min(equal, key=lambda cards: self.arrange(hand & ~cards))
        rest = self.arrange(hand & ~laid_off)
        return Defence(rest.melds, laid_off, hand & ~laid_off & ~rest.melded, rest.deadwood)

    def by_own_minimum_first(self, hand: int, melds: Sequence[int]) -> int:
        """Return what is left if the defender melds all he can and only then lays off."""
        least = self.deadwood(hand)
        unmelded = {hand & ~union(own) for own in self.packings(hand, least)}
        return min(
            self.points(left & ~cards) for left in unmelded for cards in self.layoffs(left, melds)
        )


@cache
def aces(ace: Ace = "low", ace_deadwood: int = 1) -> Aces:
    """Return the oracle for a rule of the aces; they are costly to make."""
    return Aces(ace, ace_deadwood)


def limit(rules: Mapping[str, Any], upcard: int | None) -> int:
    """Return the most deadwood with which the rules let a player knock."""
    own: int = rules["knock_limit"]
    if not rules["oklahoma"]:
        return own
    assert upcard is not None
    if upcard % 13 == 0:
        return min(own, {"gin": 0, "one": 1}[rules["oklahoma_ace"]])
    return min(own, oracle.value(upcard))


def score(
    rules: Mapping[str, Any],
    knocker: int,
    defender: int,
    *,
    big_gin: bool = False,
    upcard: int | None = None,
) -> Score:
    """Return what the deadwood of both sides is worth."""
    spades = rules["spade_double"] and upcard is not None and upcard // 13 == 0
    factor = 2 if spades else 1
    if knocker == 0:
        kind = "big_gin" if big_gin else "gin"
        if rules["layoff_on_gin"] and defender == 0:
            return Score(kind, None, 0, 0)
        points = rules[f"{kind}_bonus"] + defender
        return Score(kind, 0, factor * points, 1 + factor * rules["gin_extra_boxes"])
    if knocker < defender:
        return Score("knock", 0, factor * (rules["knock_bonus"] + defender - knocker), 1)
    bonus = rules["undercut_bonus"]
    if knocker == defender:
        if rules["tie_rule"] == "no_score":
            return Score("knock", None, 0, 0)
        if rules["tie_rule"] == "undercut_no_bonus":
            # No bonus, neither in points nor in boxes.
            return Score("undercut", 1, 0, 1)
    boxes = 1 + factor * rules["undercut_extra_boxes"]
    return Score("undercut", 1, factor * (bonus + knocker - defender), boxes)


def aces_of(rules: Mapping[str, Any]) -> Aces:
    """Return the oracle for the rule of the aces that these rules have."""
    return aces(rules["ace"], rules["ace_deadwood"])


def layouts(knocker: int, rules: Mapping[str, Any], upcard: int | None = None) -> list[Arrangement]:
    """Return every layout that the rules let the knocker show, runs cut anywhere."""
    table = aces_of(rules)
    ten = knocker.bit_count() == 10
    least = table.deadwood(knocker)
    must_show_gin = rules["gin_forced"] and least == 0
    free = ten and rules["knock_layout"] == "any" and not must_show_gin
    most = limit(rules, upcard) if free else least
    return [table.shown(knocker, melds) for melds in table.packings(knocker, most)]


def settle(
    knocker: int,
    defender: int,
    shown: Arrangement,
    rules: Mapping[str, Any],
    upcard: int | None = None,
) -> Showdown:
    """Return the showdown of a layout as it is shown."""
    lay_off = rules["layoff"] and (shown.deadwood > 0 or rules["layoff_on_gin"])
    defence = aces_of(rules).defend(defender, shown.melds, lay_off=lay_off)
    worth = score(
        rules,
        shown.deadwood,
        defence.deadwood,
        big_gin=knocker.bit_count() == 11,
        upcard=upcard,
    )
    return Showdown(worth, shown.melds, shown.deadwood, defence)


def showdown(
    knocker: int,
    defender: int,
    rules: Mapping[str, Any],
    layout: Layout = "canonical",
    upcard: int | None = None,
) -> Showdown:
    """Return the showdown of the canonical layout, or of the one that scores most."""
    table = aces_of(rules)
    if layout == "canonical":
        return settle(knocker, defender, table.arrange(knocker), rules, upcard)

    def worth(shown: Arrangement) -> tuple[int, Arrangement]:
        return -settle(knocker, defender, shown, rules, upcard).score.signed, shown

    best = min(layouts(knocker, rules, upcard), key=worth)
    return settle(knocker, defender, table.whole(best), rules, upcard)
