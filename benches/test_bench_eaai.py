"""The challenge's functions and matches; its own programs cannot stand beside them here.

For `cardsToBestMeldSets` its Python version took 11.3 us a random ten-card hand and 39 one from
neighbouring ranks, its Java version 1.8 and 15.7; the former played 30 matches a second, the latter
some 480. So it was measured once, on a machine like the README's.
"""

import random
from typing import Any

import pytest

from conftest import Measure
from gin_fast.compat.eaai import Card, GinRummyGame, GinRummyUtil, SimpleGinRummyPlayer

HANDS = 2_000
MATCHES = 10


def hands(kind: str) -> list[list[int]]:
    numbers = random.Random(1)
    if kind == "random":
        return [numbers.sample(range(52), 10) for _ in range(HANDS)]
    drawn = []
    for _ in range(HANDS):
        lowest = numbers.randrange(9)
        drawn.append(
            numbers.sample([card for card in range(52) if lowest <= card % 13 < lowest + 5], 10)
        )
    return drawn


@pytest.mark.parametrize("kind", ["random", "dense"])
@pytest.mark.parametrize("given", ["Cards", "ids", "masks"])
def test_best_meld_sets(measure: Measure, kind: str, given: str) -> None:
    ids = hands(kind)
    read: list[Any] = {
        "Cards": [[Card.allCards[card] for card in hand] for hand in ids],
        "ids": ids,
        "masks": [GinRummyUtil.cardsToBitstring(hand) for hand in ids],
    }[given]  # type: ignore[assignment]

    def run() -> list[int]:
        return [len(GinRummyUtil.cardsToBestMeldSets(hand)) for hand in read]

    checksum = sum(len(GinRummyUtil.cardsToBestMeldSets(hand)) for hand in ids)
    measure(f"cardsToBestMeldSets, {kind}10", given, HANDS, run, checksum)


@pytest.mark.parametrize("faithful", [False, True])
def test_matches(measure: Measure, faithful: bool) -> None:  # noqa: FBT001 - pytest's.
    def run() -> list[int]:
        finished = []
        for seed in range(MATCHES):
            players = SimpleGinRummyPlayer(seed), SimpleGinRummyPlayer(seed + MATCHES)
            game = GinRummyGame(*players, seed=seed, faithful=faithful)
            game.play()
            finished.append(int(game.over))
        return finished

    measure("matches of the plain player", f"faithful={faithful}", MATCHES, run, MATCHES)
