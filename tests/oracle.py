"""Gin rummy hands evaluated slowly, from the rules alone: what the tests hold gin_fast against.

It shares nothing with the package: a hand is a mask of card ids (`suit * 13 + rank`, suits `scdh`,
ranks `A` to `K`), and everything follows from the list of all melds.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

RANKS = "A23456789TJQK"
SUITS = "scdh"
PACK = (1 << 52) - 1


def cards_in(hand: int) -> list[int]:
    """Return the ids of the cards in the hand, lowest first."""
    return [card for card in range(52) if hand >> card & 1]


def hand_of(cards: Iterable[int]) -> int:
    """Return the hand that holds these cards."""
    hand = 0
    for card in cards:
        hand |= 1 << card
    return hand


def card_text(card: int) -> str:
    """Return rank and suit, `Td`."""
    return RANKS[card % 13] + SUITS[card // 13]


def text(hand: int) -> str:
    """Return the texts of the cards, lowest id first, with spaces between."""
    return " ".join(card_text(card) for card in cards_in(hand))


def parse(hand: str) -> int:
    """Return the hand of texts such as `TD` or `td`, with spaces between."""
    cards = hand.split()
    return hand_of(
        RANKS.index(card[0].upper()) + 13 * SUITS.index(card[1].lower()) for card in cards
    )


def value(card: int) -> int:
    """Return what a card counts: ace 1, court cards 10, the others their number."""
    return min(card % 13 + 1, 10)


SUIT_POINTS = [sum(value(card) for card in cards_in(cards)) for cards in range(1 << 13)]


def points(hand: int) -> int:
    """Return what the cards of a hand count together."""
    return sum(SUIT_POINTS[hand >> 13 * suit & 0x1FFF] for suit in range(4))


def is_set(hand: int) -> bool:
    """Return whether the cards are three or four of one rank."""
    cards = cards_in(hand)
    return len(cards) in {3, 4} and len({card % 13 for card in cards}) == 1


def is_run(hand: int) -> bool:
    """Return whether the cards are three or more in a row in one suit, the ace below the two."""
    cards = cards_in(hand)
    in_a_row = all(after == card + 1 for card, after in pairwise(cards))
    return len(cards) >= 3 and in_a_row and len({card // 13 for card in cards}) == 1


def is_meld(hand: int) -> bool:
    """Return whether the cards are a set or a run."""
    return is_set(hand) or is_run(hand)


def _all_melds() -> Iterator[int]:
    for rank in range(13):
        four = hand_of(rank + 13 * suit for suit in range(4))
        yield four
        for missing in cards_in(four):
            yield four & ~(1 << missing)
    for suit in range(4):
        for lowest in range(11):
            for highest in range(lowest + 2, 13):
                yield hand_of(13 * suit + rank for rank in range(lowest, highest + 1))


def _meld_order(meld: int) -> tuple[int, int, int]:
    return cards_in(meld)[0], meld.bit_count(), meld


MELDS = sorted(_all_melds(), key=_meld_order)
SETS = frozenset(filter(is_set, MELDS))


def _fitting(meld: int) -> int:
    """Return the cards that the meld can take in, each alone."""
    others = cards_in(PACK & ~meld)
    return hand_of(card for card in others if is_meld(meld | 1 << card))


FITS = {meld: _fitting(meld) for meld in MELDS}
# Longer runs fall into these.
SHORT_MELDS = [meld for meld in MELDS if meld.bit_count() <= 5]


def melds(hand: int) -> list[int]:
    """Return every meld in the hand, by lowest card, then length, then mask."""
    return [meld for meld in MELDS if meld & hand == meld]


class Arrangement(NamedTuple):
    """Disjoint melds, by lowest card, and the cards outside them."""

    melds: tuple[int, ...]
    unmelded: int

    @property
    def deadwood(self) -> int:
        """The points of the unmelded cards."""
        return points(self.unmelded)

    @property
    def melded(self) -> int:
        """All melded cards."""
        return hand_of(card for meld in self.melds for card in cards_in(meld))


def choices(hand: int, held: Sequence[int], most: int) -> Iterator[tuple[int, ...]]:
    """Yield every choice of disjoint melds out of `held` that leaves at most `most` points."""
    in_reach = 0
    for meld in held:
        in_reach |= meld
    # Cards in no meld that is left stay unmelded, whatever is chosen.
    lost = points(hand & ~in_reach)
    if lost > most:
        return
    if not held:
        yield ()
        return
    lowest = in_reach & -in_reach
    for meld in held:
        if meld & lowest:
            disjoint = [other for other in held if not other & meld]
            for rest in choices(hand & ~meld, disjoint, most):
                yield (meld, *rest)
    without = [meld for meld in held if not meld & lowest]
    yield from choices(hand, without, most)


def arrangements(hand: int, max_deadwood: int | None = None) -> list[Arrangement]:
    """Return every optimal arrangement, or every one with at most that deadwood.

    Runs cut differently count as different, and melds may be left unused where the limit allows it.
    The canonical one comes first where it is among them, then they go by deadwood, then by melds.
    """
    most = deadwood(hand) if max_deadwood is None else max_deadwood
    found = []
    for chosen in choices(hand, melds(hand), most):
        unmelded = hand
        for meld in chosen:
            unmelded &= ~meld
        found.append(Arrangement(tuple(sorted(chosen, key=_meld_order)), unmelded))
    first = arrange(hand)
    return sorted(found, key=lambda one: (one != first, one.deadwood, one.melds))


@lru_cache(maxsize=1 << 18)
def deadwood(hand: int) -> int:
    """Return the fewest points that the hand can leave unmelded."""
    held = [meld for meld in SHORT_MELDS if meld & hand == meld]
    return _least(hand, held, points(hand))


def _least(hand: int, held: Sequence[int], best: int) -> int:
    """Return the fewest points that disjoint melds out of `held` leave, at most `best`."""
    in_reach = 0
    for meld in held:
        in_reach |= meld
    lost = points(hand & ~in_reach)
    if lost >= best or not held:
        return min(lost, best)
    lowest = in_reach & -in_reach
    for meld in reversed(held):
        if meld & lowest:
            best = _least(hand & ~meld, [other for other in held if not other & meld], best)
    return _least(hand, [meld for meld in held if not meld & lowest], best)


def openings(hand: int, chosen: Iterable[int]) -> int:
    """Return the cards outside the hand that fit one of the melds as it lies."""
    fitting = 0
    for meld in chosen:
        fitting |= FITS[meld]
    return fitting & ~hand


def arrange(hand: int) -> Arrangement:
    """Return the canonical arrangement.

    It has least deadwood; then fewest openings; then the lowest mask of melded cards; then the
    lowest mask of cards in sets. Its runs are shown whole.
    """
    best: tuple[int, int, int] | None = None
    held = [meld for meld in SHORT_MELDS if meld & hand == meld]
    for chosen in choices(hand, held, deadwood(hand)):
        in_sets = hand_of(card for meld in chosen if meld in SETS for card in cards_in(meld))
        melded = hand_of(card for meld in chosen for card in cards_in(meld))
        # A cut run has the openings of the whole one: the cards at the cut are in the hand.
        key = openings(hand, chosen).bit_count(), melded, in_sets
        best = key if best is None else min(best, key)
    assert best is not None
    _, melded, in_sets = best
    chosen = (*_sets_of(in_sets), *_whole_runs_of(melded & ~in_sets))
    return Arrangement(tuple(sorted(chosen, key=_meld_order)), hand & ~melded)


def _sets_of(cards: int) -> Iterator[int]:
    for rank in range(13):
        alike = hand_of(card for card in cards_in(cards) if card % 13 == rank)
        if alike:
            yield alike


def _whole_runs_of(cards: int) -> Iterator[int]:
    """Yield the runs, each as long as the cards let it be."""
    while cards:
        card = cards_in(cards)[0]
        run = 1 << card
        while (card + 1) % 13 and cards >> card + 1 & 1:
            card += 1
            run |= 1 << card
        yield run
        cards &= ~run


def melded(hand: int) -> int:
    """Return the cards that the canonical arrangement melds."""
    return arrange(hand).melded


def deadwood_after_discard(hand: int) -> dict[int, int]:
    """Return what each card of the hand leaves when it is thrown."""
    return {card: deadwood(hand & ~(1 << card)) for card in cards_in(hand)}


def best_discard(hand: int, banned: int | None = None) -> tuple[int, int]:
    """Return the card to throw and what it leaves: least, then highest value, then highest id."""
    after = {card: left for card, left in deadwood_after_discard(hand).items() if card != banned}
    card = min(after, key=lambda card: (after[card], -value(card), -card))
    return card, after[card]


def knock_discards(hand: int, limit: int = 10, banned: int | None = None) -> int:
    """Return the cards that leave at most `limit` when they are thrown."""
    after = deadwood_after_discard(hand)
    return hand_of(card for card, left in after.items() if left <= limit and card != banned)
