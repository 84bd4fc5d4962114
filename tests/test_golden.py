"""The golden files, hands with the answers of the oracle, one hand and all of them at once."""

import csv

import numpy as np

import gin_fast as gf
import oracle
from hands import DATA


def rows(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(newline="") as file:
        return list(csv.DictReader(file))


def masks(hands: list[str]) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    return np.array([oracle.parse(hand) for hand in hands], dtype=np.uint64)


def test_golden_hands_are_arranged_as_written() -> None:
    for row in rows("golden_hands.csv"):
        arrangement = gf.arrange(row["hand"])
        melds = tuple(gf.Meld(meld) for meld in row["melds"].split())
        unmelded = gf.CardSet(row["unmelded"])
        assert arrangement == gf.Arrangement(melds, unmelded, int(row["deadwood"])), row
        assert gf.deadwood(row["hand"]) == int(row["deadwood"]), row
        assert gf.melded(row["hand"]) == gf.CardSet(row["hand"]) - unmelded, row


def test_golden_hands_are_arranged_as_written_by_every_backend(backend: str) -> None:
    golden = rows("golden_hands.csv")
    hands = masks([row["hand"] for row in golden])
    deadwood = [int(row["deadwood"]) for row in golden]
    melded = hands & ~masks([row["unmelded"] for row in golden])
    np.testing.assert_array_equal(gf.deadwood(hands, backend=backend), deadwood)
    np.testing.assert_array_equal(gf.melded(hands, backend=backend), melded)


def test_golden_discards_are_chosen_as_written() -> None:
    for row in rows("golden_discards.csv"):
        hand, limit, taken = gf.CardSet(row["hand"]), int(row["limit"]), row["taken"]
        best = gf.parse_card(row["best"]), int(row["left"])
        assert gf.best_discard(hand) == best, row
        best = gf.parse_card(row["best_untaken"]), int(row["left_untaken"])
        assert gf.best_discard(hand, banned=taken) == best, row
        assert gf.knock_discards(hand, limit) == gf.CardSet(row["knocks"]), row
        knocks = gf.knock_discards(hand, limit, banned=taken)
        assert knocks == gf.CardSet(row["knocks_untaken"]), row
        after = dict(zip(hand, map(int, row["after"].split()), strict=True))
        assert gf.deadwood_after_discard(hand) == after, row


def test_golden_discards_are_chosen_as_written_by_every_backend(backend: str) -> None:
    golden = rows("golden_discards.csv")
    hands = masks([row["hand"] for row in golden])
    taken = np.array([gf.parse_card(row["taken"]) for row in golden], dtype=np.uint8)
    for banned, suffix in [(None, ""), (taken, "_untaken")]:
        cards, left = gf.best_discard(hands, banned, backend=backend)
        best = [gf.parse_card(row["best" + suffix]) for row in golden]
        np.testing.assert_array_equal(cards, best)
        np.testing.assert_array_equal(left, [int(row["left" + suffix]) for row in golden])
        for limit in (0, 3, 7, 10):
            asked = [int(row["limit"]) == limit for row in golden]
            knocks = masks([row["knocks" + suffix] for row in golden])
            found = gf.knock_discards(hands, limit, banned, backend=backend)
            np.testing.assert_array_equal(found[asked], knocks[asked])
