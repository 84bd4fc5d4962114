"""Pairs of hands to test showdowns with: disjoint, ten cards each unless said, a knock legal."""

import random
from collections.abc import Iterator
from typing import TypeAlias

import oracle
import oracle_showdown
from oracle import cards_in, hand_of
from oracle_showdown import Aces, union

# A knocker's hand and a defender's.
Pair: TypeAlias = tuple[int, int]


def drawn(numbers: random.Random, cards: int, pack: int) -> int:
    """Return so many cards of the pack, or all if they are fewer."""
    held = cards_in(pack)
    return hand_of(numbers.sample(held, min(cards, len(held))))


def melded_cards(numbers: random.Random, table: Aces, most: int) -> int:
    """Return the cards of up to three disjoint melds, at most `most` of them."""
    melded = 0
    for _ in range(3):
        # Uniform choice among all melds would make most of them long runs.
        room = min(numbers.choice([3, 3, 4, 4, 5, 10]), most - melded.bit_count())
        fitting = [meld for meld in table.melds if meld.bit_count() <= room and not meld & melded]
        if fitting:
            melded |= numbers.choice(sorted(fitting))
    return melded


def near(numbers: random.Random, hand: int) -> int:
    """Return the cards at most two places from the hand in suit, around the corner; some ranks."""
    steps = (-2, -1, 0, 1, 2)
    cards = {card - card % 13 + (card + by) % 13 for card in cards_in(hand) for by in steps}
    ranks = {card % 13 for card in numbers.sample(sorted(cards), 3)}
    return hand_of(card for card in range(52) if card in cards or card % 13 in ranks)


def defender_of(numbers: random.Random, knocker: int) -> int:
    """Return ten other cards, half of the time from those near the knocker's."""
    rest = oracle.PACK & ~knocker
    hand = drawn(numbers, 10, near(numbers, knocker) & rest) if numbers.random() < 0.5 else 0
    return hand | drawn(numbers, 10 - hand.bit_count(), rest & ~hand)


def random_pairs(numbers: random.Random, table: Aces, limit: int = 10) -> Iterator[Pair]:
    """Yield knockers made of melds and low cards, with any defender."""
    while True:
        melded = melded_cards(numbers, table, 10)
        others = cards_in(oracle.PACK & ~melded)
        low = hand_of(card for card in others if table.points(1 << card) <= limit)
        knocker = melded | drawn(numbers, 10 - melded.bit_count(), low)
        if knocker.bit_count() == 10 and table.deadwood(knocker) <= limit:
            yield knocker, defender_of(numbers, knocker)


def neighbouring_pairs(numbers: random.Random, table: Aces, limit: int = 10) -> Iterator[Pair]:
    """Yield pairs from five to seven neighbouring ranks; four do not hold twenty cards.

    Where aces are not low only, the ranks go around the corner.
    """
    while True:
        ranks = numbers.randint(5, 7)
        lowest = numbers.randint(0, 13 - ranks if table.ace == "low" else 12)
        pack = hand_of(card for card in range(52) if (card % 13 - lowest) % 13 < ranks)
        knocker = drawn(numbers, 10, pack)
        if table.deadwood(knocker) <= limit:
            yield knocker, drawn(numbers, 10, pack & ~knocker)


def gin_pairs(numbers: random.Random, table: Aces, cards: int = 10) -> Iterator[Pair]:
    """Yield knockers with gin or, of eleven cards, big gin."""
    while True:
        knocker = melded_cards(numbers, table, cards)
        if knocker.bit_count() == cards:
            yield knocker, defender_of(numbers, knocker)


def breaking_pairs(numbers: random.Random, table: Aces, limit: int = 10) -> Iterator[Pair]:
    """Yield pairs whose defender gains by breaking a meld of his own least deadwood.

    They are rare, so each that is found is changed a little, again and again.
    """
    fresh = random_pairs(numbers, table, limit)
    found: list[Pair] = []
    seen: set[Pair] = set()
    while True:
        # Some are always made afresh, so that they do not all descend from a few.
        old = found and numbers.random() < 0.75
        knocker, defender = changed(numbers, numbers.choice(found)) if old else next(fresh)
        if (knocker, defender) in seen or table.deadwood(knocker) > limit:
            continue
        seen.add((knocker, defender))
        shown = table.arrange(knocker).melds
        left = table.defend(defender, shown).deadwood
        if left < table.by_own_minimum_first(defender, shown):
            found.append((knocker, defender))
            yield knocker, defender


def changed(numbers: random.Random, pair: Pair) -> Pair:
    """Return the pair with another card in one hand, or with its suits turned."""
    knocker, defender = pair
    rest = oracle.PACK & ~union(pair)
    if numbers.random() < 0.25:
        by = 13 * numbers.randint(1, 3)
        turned = [(hand << by | hand >> 52 - by) & oracle.PACK for hand in pair]
        return turned[0], turned[1]
    if numbers.random() < 0.33:
        return knocker & ~drawn(numbers, 1, knocker) | drawn(numbers, 1, rest), defender
    return knocker, defender & ~drawn(numbers, 1, defender) | drawn(numbers, 1, rest)


def layout_of(
    numbers: random.Random, knocker: int, rules: dict[str, object], upcard: int | None
) -> oracle_showdown.Arrangement:
    """Return one of the layouts that the knocker may show."""
    return numbers.choice(oracle_showdown.layouts(knocker, rules, upcard))
