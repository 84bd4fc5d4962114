"""Hands to test with: from the whole pack, from neighbouring ranks, and from play."""

import csv
import random
from collections.abc import Iterator
from pathlib import Path

import oracle

DATA = Path(__file__).parent / "data"


def random_hands(numbers: random.Random, cards: int) -> Iterator[int]:
    """Yield hands of so many cards from the whole pack."""
    while True:
        yield oracle.hand_of(numbers.sample(range(52), cards))


def neighbouring_hands(numbers: random.Random, cards: int) -> Iterator[int]:
    """Yield hands from four to six neighbouring ranks, more where so many cards need them.

    Sets and runs conflict in most of them; in random hands they hardly do.
    """
    while True:
        ranks = max(numbers.randint(4, 6), -(-cards // 4))
        lowest = numbers.randint(0, 13 - ranks)
        pack = [card for card in range(52) if lowest <= card % 13 < lowest + ranks]
        yield oracle.hand_of(numbers.sample(pack, cards))


def hands_from_play(cards: int) -> list[int]:
    """Return the hands of so many cards that were met in play."""
    with (DATA / "midgame_hands.csv").open(newline="") as file:
        return [int(row["hand"], 16) for row in csv.DictReader(file) if int(row["cards"]) == cards]
