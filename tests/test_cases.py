"""The worked cases of the rules: each field of what is expected."""

import json
from typing import Any

import pytest

import gin_fast as gf
from hands import DATA

CASES = json.loads((DATA / "rules_cases.json").read_text())["cases"]
EDGE_HANDS = json.loads((DATA / "edge_hands.json").read_text())["hands"]

Case = dict[str, Any]
# A way to lay out a hand, without the order of its melds.
Layout = frozenset[gf.CardSet]


def of_kind(kind: str) -> list[Any]:
    return [pytest.param(case, id=case["id"]) for case in CASES if case["kind"] == kind]


def card_sets(texts: list[str]) -> set[gf.CardSet]:
    return {gf.CardSet(text) for text in texts}


def layouts(listed: list[list[str]]) -> set[Layout]:
    return {frozenset(gf.CardSet(meld) for meld in melds) for melds in listed}


def layout_of(arrangement: gf.Arrangement) -> Layout:
    return frozenset(meld.cards for meld in arrangement.melds)


def by_id(after: dict[str, int]) -> dict[int, int]:
    return {gf.parse_card(card): left for card, left in after.items()}


def check_fields(expected: Case, checks: dict[str, Any]) -> None:
    """Hold every expected field against what `checks` found under its name."""
    assert expected.keys() <= checks.keys(), "a field that no check knows"
    assert {name: checks[name] for name in expected} == expected


@pytest.mark.parametrize("case", of_kind("meld_validity"))
def test_meld_validity_with_the_ace_low(case: Case) -> None:
    assert gf.is_meld(case["input"]["cards"], ace="low") is case["expected"]["ace_low"]


@pytest.mark.parametrize("case", of_kind("deadwood"))
def test_deadwood(case: Case) -> None:
    hand, expected = case["input"]["hand"], dict(case["expected"])
    optimal = gf.arrangements(hand)
    found = {layout_of(arrangement) for arrangement in optimal}
    shown = layouts(expected.pop("optimal_arrangements"))
    assert len(found) == len(optimal)
    # A case with many shows some of them and gives their number.
    assert shown == found if len(shown) == expected["n_optimal_arrangements"] else shown < found
    unmelded = card_sets(expected.pop("optimal_deadwood_sets"))
    assert {arrangement.unmelded for arrangement in optimal} == unmelded
    assert all(arrangement.deadwood == expected["deadwood"] for arrangement in optimal)
    canonical = gf.arrange(hand)
    assert canonical == optimal[0]
    assert gf.melded(hand) == gf.CardSet(hand) - canonical.unmelded
    checks = {
        "deadwood": gf.deadwood(hand),
        "is_gin": not canonical.unmelded,
        "n_optimal_arrangements": len(optimal),
    }
    check_fields(expected, checks)


@pytest.mark.parametrize("case", of_kind("eleven"))
def test_eleven(case: Case) -> None:
    hand, expected = case["input"]["hand"], dict(case["expected"])
    taken = case["input"].get("taken_from_discard")
    after = gf.deadwood_after_discard(hand)
    least = min(after.values())
    card, left = gf.best_discard(hand)
    best = gf.CardSet([card for card, left in after.items() if left == least])
    assert best == gf.CardSet(expected.pop("best_discards"))
    assert (card, left) == (max(best, key=lambda card: (gf.CardSet([card]).points, card)), least)
    assert after == by_id(expected.pop("deadwood_after_discard"))
    whole = [layout_of(one) for one in gf.arrangements(hand, max_deadwood=0)]
    if "big_gin_arrangements" in expected:
        assert set(whole) == layouts(expected.pop("big_gin_arrangements"))
    for limit in case["input"]["limits"]:
        knocks = gf.CardSet(expected.pop(f"legal_knock_discards_limit_{limit}"))
        assert gf.knock_discards(hand, limit) == knocks
    assert gf.knock_discards(hand, 0) == gf.CardSet(expected.pop("gin_discards"))
    for limit, knocks in expected.pop("legal_knock_discards_if_rediscard_forbidden", {}).items():
        assert gf.knock_discards(hand, int(limit), banned=taken) == gf.CardSet(knocks)
    checks = {
        "min_deadwood_after_discard": left,
        "big_gin": gf.deadwood(hand) == 0,
        "n_big_gin_arrangements": len(whole),
    }
    if taken:
        untaken = gf.best_discard(hand, banned=taken)[1]
        checks["min_deadwood_after_discard_if_rediscard_forbidden"] = untaken
    check_fields(expected, checks)


@pytest.mark.parametrize("case", [pytest.param(case, id=case["name"]) for case in EDGE_HANDS])
def test_edge_hands(case: Case) -> None:
    hand = case["hand"]
    optimal = gf.arrangements(hand)
    checks = {
        "name": case["name"],
        "hand": hand,
        "deadwood": gf.deadwood(hand),
        "optimal_deadwood_card_sets": case["optimal_deadwood_card_sets"],
    }
    unmelded = card_sets(case["optimal_deadwood_card_sets"])
    assert {arrangement.unmelded for arrangement in optimal} == unmelded
    assert all(arrangement.deadwood == case["deadwood"] for arrangement in optimal)
    if "deadwood_after_discard" in case:
        after = by_id(case["deadwood_after_discard"])
        assert gf.deadwood_after_discard(hand) == after
        checks["deadwood_after_discard"] = case["deadwood_after_discard"]
    check_fields(case, checks)


def test_every_kind_of_evaluation_has_its_cases() -> None:
    counts = {kind: len(of_kind(kind)) for kind in ("meld_validity", "deadwood", "eleven")}
    assert counts == {"meld_validity": 7, "deadwood": 9, "eleven": 8}
    assert len(EDGE_HANDS) == 19
