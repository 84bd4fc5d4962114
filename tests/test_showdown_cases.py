"""The worked cases of showdowns, layoffs and limits: each field, under each preset it names."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Literal

import pytest

import gin_fast as gf
from gin_fast import settle
from hands import DATA
from oracle_showdown import Ace
from test_cases import Case, card_sets, check_fields, layout_of, of_kind

LAYOFFS = json.loads((DATA / "edge_hands.json").read_text())["layoffs"]
# What the cases call who wins, and kinds that have another name here.
WINNERS = {"knocker": 0, "defender": 1, None: None}
KINDS = {"tie_no_score": "knock"}
# The ace columns of the cases.
ACES: dict[str, Ace] = {
    "ace_low": "low",
    "ace_high_or_low": "high_or_low",
    "around_the_corner": "corner",
}


def rules_named(name: str) -> gf.Rules:
    if name == "tie_no_bonus":
        return gf.Rules(tie_rule="undercut_no_bonus")
    return gf.Rules.preset(name)


def check_worth(found: gf.Showdown | settle.Price, expected: Case) -> None:
    """Hold a score against what a case expects under one preset."""
    outcome = expected["outcome"]
    checks = {
        "outcome": outcome if found.kind == KINDS.get(outcome, outcome) else found.kind,
        "winner": expected["winner"] if found.winner == WINNERS[expected["winner"]] else "another",
        "points": found.points,
        "boxes": found.boxes,
    }
    check_fields(expected, checks)


def check_steps(steps: Sequence[str], knocker_melds: Sequence[str], laid_off: gf.CardSet) -> None:
    """Lay the cards off one by one, each on a meld as it lies."""
    table = [gf.CardSet(meld) for meld in knocker_melds]
    laid = gf.CardSet()
    for step in steps:
        card, meld = (gf.CardSet(text) for text in step.split(" -> "))
        assert gf.is_meld(meld | card), step
        table[table.index(meld)] = meld | card
        laid |= card
    assert laid == laid_off


def own_minimum_first(defender: gf.CardSet, knocker_melds: Sequence[str]) -> int:
    """Return what is left to a defender who melds all he can and only then lays off."""
    own = gf.arrangements(defender)
    return min(gf.defend(one.unmelded, knocker_melds).deadwood for one in own)


def first_fit(defender: gf.CardSet, knocker_melds: Sequence[str]) -> int:
    """Return what is left to one who besides lays each card on the first meld that takes it."""
    table = [gf.CardSet(meld) for meld in knocker_melds]
    left = gf.arrange(defender).unmelded

    def fitting() -> Iterator[tuple[int, int]]:
        return (
            (card, at)
            for card in left
            for at, meld in enumerate(table)
            if gf.is_meld(meld | {card})
        )

    while step := next(fitting(), None):
        card, at = step
        table[at] |= {card}
        left -= {card}
    return left.points


@pytest.mark.parametrize("case", of_kind("showdown"))
def test_showdown(case: Case) -> None:
    hands, expected = case["input"], dict(case["expected"])
    knocker, defender = gf.CardSet(hands["knocker"]), gf.CardSet(hands["defender"])
    shown, upcard = hands["knocker_melds"], hands.get("upcard")
    rules = rules_named(hands["rules"])
    found = gf.showdown(knocker, defender, rules, shown, upcard)
    check_worth(found, {name: expected.pop(name) for name in ("outcome", "winner", "points")})
    for name, worth in expected.pop("points_by_preset").items():
        there = rules_named(name)
        again = gf.showdown(knocker, defender, there, shown, upcard)
        check_worth(again, worth)
        check_worth(found.price(there, upcard), worth)
        assert again.defender_deadwood == found.defender_deadwood

    canonical = gf.showdown(knocker, defender, rules, upcard=upcard)
    assert found.knocker_melds == tuple(sorted(map(gf.Meld, shown), key=min))
    if layout_of(gf.arrange(knocker)) == frozenset(map(gf.CardSet, shown)):
        assert found == canonical
        signed = found.points if found.winner != 1 else -found.points
        assert gf.knock_points(knocker, defender, rules, upcard=upcard) == signed

    # One with fewest cards laid off is found; the case lists them all.
    least = card_sets(expected.pop("minimal_layoff_sets"))
    laid_off = gf.CardSet(expected.pop("layoffs"))
    assert laid_off in least
    assert found.laid_off in least
    check_steps(expected.pop("layoff_steps"), shown, laid_off)
    melds = frozenset(map(gf.CardSet, expected.pop("defender_melds")))
    assert melds in {layout_of(one) for one in gf.arrangements(defender - laid_off)}
    assert found.defender_melds == gf.arrange(defender - found.laid_off).melds

    checks = {
        "knocker_deadwood": found.knocker_deadwood,
        "knocker_min_deadwood": gf.deadwood(knocker),
        "defender_deadwood_before_layoff": gf.deadwood(defender),
        "defender_deadwood": found.defender_deadwood,
        "undercut": found.kind == "undercut",
        "would_be_if_layoff_were_allowed": gf.defend(defender, shown).deadwood,
        "if_defender_commits_to_min_melds_first": own_minimum_first(defender, shown),
        "if_layoffs_are_first_fit_greedy": first_fit(defender, shown),
    }
    check_fields(expected, checks)


@pytest.mark.parametrize("case", of_kind("big_gin"))
def test_big_gin(case: Case) -> None:
    hands, expected = case["input"], dict(case["expected"])
    knocker, defender, shown = hands["knocker"], hands["defender"], hands["knocker_melds"]
    rules = rules_named(hands["rules"])
    found = gf.showdown(knocker, defender, rules, shown)
    check_worth(found, {name: expected.pop(name) for name in ("outcome", "winner", "points")})
    # With eleven melded cards every layout scores the same.
    canonical = gf.showdown(knocker, defender, rules)
    assert canonical.knocker_melds == gf.arrange(knocker).melds
    assert canonical == replace(found, knocker_melds=canonical.knocker_melds)
    assert gf.knock_points(knocker, defender, rules) == found.points
    assert found.laid_off == gf.CardSet()
    checks = {
        "defender_deadwood": found.defender_deadwood,
        "would_be_if_layoff_were_allowed": gf.defend(defender, shown).deadwood,
        "points_with_bonus_50": gf.knock_points(knocker, defender, rules.replace(big_gin_bonus=50)),
        "points_if_only_gin": found.price(rules.replace(big_gin=False)).points,
    }
    check_fields(expected, checks)


OKLAHOMA_ACES: dict[str, Literal["gin", "one"]] = {"ace_gin": "gin", "ace_one": "one"}
# One unmelded card beside nine melded ones.
UNMELDED = ["As", "2s", "3s", "4s", "5s", "6s", "8s", "9s", "Ks"]
KNOCKS = [f"7c7d7h 2c3c4c TcJcQc {card}" for card in UNMELDED]


def may_knock(hand: gf.CardSet | str, rules: gf.Rules, upcard: str) -> bool:
    knocker = gf.CardSet(hand)
    defender = sorted(gf.CardSet(range(52)) - knocker)[:10]
    try:
        gf.showdown(knocker, defender, rules, upcard=upcard)
    except gf.InvalidHandError:
        return False
    return True


@pytest.mark.parametrize("case", of_kind("oklahoma"))
def test_oklahoma(case: Case) -> None:
    upcard, hand = case["input"]["upcard"], gf.CardSet(case["input"]["hand"])
    expected = dict(case["expected"])
    for name, ace in OKLAHOMA_ACES.items():
        rules = gf.Rules(oklahoma=True, oklahoma_ace=ace)
        knocks = [card for card in hand if may_knock(hand - {card}, rules, upcard)]
        limited = dict(expected.pop(name))
        assert gf.CardSet(knocks) == gf.CardSet(limited.pop("knock_discards"))
        allowed = {gf.deadwood(text) for text in KNOCKS if may_knock(text, rules, upcard)}
        limit = settle.knock_limit(rules, upcard)
        # None of the hands leaves seven, and no case has that limit.
        assert allowed == {*range(1, limit + 1)} - {7}
        check_fields(limited, {"limit": limit, "best": gf.best_discard(hand)[1]})
    doubling = gf.Rules(spade_double=True)
    factor = settle.price("knock", 4, 10, doubling, upcard).points // (10 - 4)
    check_fields(expected, {"score_multiplier_with_spade_double": factor})


@pytest.mark.parametrize("case", of_kind("meld_validity"))
def test_meld_validity_under_every_rule_of_the_aces(case: Case) -> None:
    cards = case["input"]["cards"]
    checks = {column: gf.is_meld(cards, ace=ace) for column, ace in ACES.items()}
    check_fields(case["expected"], checks)
    for ace in ACES.values():
        held = [meld.cards for meld in gf.melds(cards, ace=ace)]
        assert (gf.CardSet(cards) in held) is gf.is_meld(cards, ace=ace)


@pytest.mark.parametrize("case", [pytest.param(case, id=case["name"]) for case in LAYOFFS])
def test_layoffs_of_the_edge_hands(case: Case) -> None:
    found = gf.defend(case["defender"], case["knocker_melds"])
    checks: dict[str, Any] = {
        "name": case["name"],
        "defender": case["defender"],
        "knocker_melds": case["knocker_melds"],
        "deadwood_without_layoff": gf.deadwood(case["defender"]),
        "optimal_deadwood": found.deadwood,
        "one_optimal_layoff": case["one_optimal_layoff"],
        "knocker_deadwood": case["knocker_deadwood"],
    }
    assert found.laid_off == gf.CardSet(case["one_optimal_layoff"])
    if case["knocker_deadwood"] is not None:
        assert "undercut" in case["name"]
        worth = settle.price("undercut", case["knocker_deadwood"], found.deadwood)
        assert (worth.kind, worth.winner) == ("undercut", 1)
    check_fields(case, checks)


def test_every_kind_of_showdown_has_its_cases() -> None:
    counts = {kind: len(of_kind(kind)) for kind in ("showdown", "big_gin", "oklahoma")}
    assert counts == {"showdown": 24, "big_gin": 2, "oklahoma": 3}
    assert len(LAYOFFS) == 5
