"""The worked cases of play: scripted deals, eleven cards, Oklahoma limits, big gin."""

from typing import Any, Literal

import pytest

import gin_fast as gf
from test_cases import Case, check_fields, of_kind

# What the cases call phases and actions.
PHASES = {"last_call": "wall"}
ACTIONS = {"take_discard_to_knock": "take_discard"}


def rules_of(text: str) -> gf.Rules:
    """Read rules such as `standard + wall_rule=last_discard_knock`."""
    name, *changes = text.split(" + ")
    fields: dict[str, Any] = dict(change.split("=") for change in changes)
    return gf.Rules.preset(name).replace(**fields)


def action_of(action: str | dict[str, Any]) -> str:
    """Return what a case does as the text of an action; its gin is a knock that leaves nothing."""
    if isinstance(action, dict):
        layout = " ".join(str(gf.Meld(meld)) for meld in action["melds"])
        return f"{action_of(action['action'])}: {layout}"
    return ACTIONS.get(action, action).replace("gin ", "knock ")


def texts(actions: list[str]) -> set[str]:
    return {str(gf.Action.parse(action_of(action))) for action in actions}


def gins(played: gf.Round) -> set[str]:
    """Return the knocks that leave nothing."""
    after = gf.deadwood_after_discard(played.hands[played.player])
    knocks = [one for one in played.legal_actions() if one.kind == "knock"]
    return {str(one) for one in knocks if one.card is not None and not after[one.card]}


def check_step(played: gf.Round, expected: Case) -> None:
    legal = expected["legal"]
    checks = {
        "step": len(played.history),
        "player": played.player,
        "phase": expected["phase"],
        "legal": legal,
        "stock": len(played.stock),
    }
    assert played.phase == PHASES.get(expected["phase"], expected["phase"])
    found = played.legal_actions()
    assert set(map(str, found)) == texts(legal)
    assert len(found) == len(legal)
    if played.phase == "discard":
        assert gins(played) == texts([action for action in legal if action.startswith("gin ")])
    check_fields(expected, checks)


@pytest.mark.parametrize("case", of_kind("flow"))
def test_flow(case: Case) -> None:
    given, expected = case["input"], case["expected"]
    played = gf.Round.from_parts(
        rules=rules_of(given["rules"]),
        dealer=given["dealer"],
        hands=(given["hands"]["0"], given["hands"]["1"]),
        upcard=given["upcard"],
        stock=given["stock_top_first"],
    )
    checks = {check["step"]: check for check in expected["checks"]}
    for step in range(len(given["actions"]) + 1):
        if step in checks:
            check_step(played, checks.pop(step))
        if step < len(given["actions"]):
            played.apply(action_of(given["actions"][step]))
    assert checks == {}
    result = played.result
    if expected["result"] is None:
        assert result is None
        return
    assert result is not None
    found = {
        "outcome": result.kind,
        "winner": result.winner,
        "points": result.points,
        "boxes": result.boxes,
        "knocker": result.knocker,
        "knocker_deadwood": result.knocker_deadwood,
        "defender_deadwood": result.defender_deadwood,
    }
    check_fields(expected["result"], found)


def due_to_discard(
    hand: str, rules: gf.Rules, *, taken: str | None = None, first_upcard: str | None = None
) -> gf.Round:
    """Return a round in which seat 0 holds eleven cards, some turns after the opening."""
    held = gf.CardSet(hand)
    first = None if first_upcard is None else gf.parse_card(first_upcard)
    others = [card for card in range(52) if card not in held and card != first]
    pile = [*others[10:14], *([] if first is None else [first])]
    return gf.Round.from_parts(
        rules=rules,
        hands=(held, others[:10]),
        upcard=pile[-1],
        discards=pile[:-1],
        stock=others[14:],
        first_upcard=first,
        taken=taken,
    )


def knocks(played: gf.Round) -> gf.CardSet:
    found = (one.card for one in played.legal_actions() if one.kind == "knock")
    return gf.CardSet([card for card in found if card is not None])


@pytest.mark.parametrize("case", of_kind("eleven"))
def test_eleven_cards_in_play(case: Case) -> None:
    given, expected = case["input"], case["expected"]
    hand = given["hand"]
    for limit in given["limits"]:
        played = due_to_discard(hand, gf.Rules(knock_limit=limit))
        assert knocks(played) == gf.CardSet(expected[f"legal_knock_discards_limit_{limit}"])
        actions = set(map(str, played.legal_actions()))
        assert ("big_gin" in actions) is expected["big_gin"]
        assert {f"discard {gf.card_name(card)}" for card in gf.CardSet(hand)} <= actions
        banned = expected.get("legal_knock_discards_if_rediscard_forbidden", {}).get(str(limit))
        if banned is not None:
            taken = given["taken_from_discard"]
            again = due_to_discard(hand, gf.Rules(knock_limit=limit), taken=taken)
            assert knocks(again) == gf.CardSet(banned)
            allowed = gf.Rules(knock_limit=limit, rediscard_on_knock=True)
            assert knocks(due_to_discard(hand, allowed, taken=taken)) == knocks(played)
    straight = due_to_discard(hand, gf.Rules.preset("straight"))
    assert knocks(straight) == gf.CardSet(expected.get("gin_discards", expected["best_discards"]))


OKLAHOMA_ACES: dict[str, Literal["gin", "one"]] = {"ace_gin": "gin", "ace_one": "one"}


@pytest.mark.parametrize("case", of_kind("oklahoma"))
def test_oklahoma_in_play(case: Case) -> None:
    for name, ace in OKLAHOMA_ACES.items():
        rules = gf.Rules(oklahoma=True, oklahoma_ace=ace)
        upcard = case["input"]["upcard"]
        played = due_to_discard(case["input"]["hand"], rules, first_upcard=upcard)
        assert played.knock_limit == case["expected"][name]["limit"]
        assert knocks(played) == gf.CardSet(case["expected"][name]["knock_discards"])


@pytest.mark.parametrize("case", of_kind("big_gin"))
def test_big_gin_in_play(case: Case) -> None:
    """Declared with the eleventh card, without a discard."""
    held, defender = gf.CardSet(case["input"]["knocker"]), gf.CardSet(case["input"]["defender"])
    others = [card for card in range(52) if card not in held | defender]
    played = gf.Round.from_parts(hands=(held, defender), upcard=others[0], stock=others[1:])
    played.apply("big_gin")
    assert played.result is not None
    assert played.result.kind == "big_gin"
    assert (played.result.winner, played.hands[0]) == (0, held)
    assert played.result.points == case["expected"]["points"]


def test_every_kind_of_play_has_its_cases() -> None:
    counts = {kind: len(of_kind(kind)) for kind in ("flow", "eleven", "oklahoma", "big_gin")}
    assert counts == {"flow": 9, "eleven": 8, "oklahoma": 3, "big_gin": 2}
