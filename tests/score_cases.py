"""Games to score: the worked cases, and any rounds under any rules."""

import json
from collections.abc import Iterable
from typing import Any

from hypothesis import strategies as st

import gin_fast as gf
from hands import DATA

CASES: list[dict[str, Any]] = json.loads((DATA / "rules_cases.json").read_text())["cases"]

Played = tuple[int | None, int, int]

SHUTOUTS = ["double_hands", "double_game_bonus", "double_total", "none"]

ROUND = st.one_of(
    st.just((None, 0, 0)),
    st.tuples(st.sampled_from([0, 1]), st.integers(0, 130), st.integers(0, 3)),
)
RULES = st.builds(
    gf.Rules,
    target=st.integers(1, 200),
    game_bonus=st.sampled_from([0, 100, 7]),
    box_bonus=st.sampled_from([0, 10, 25]),
    box_immediate=st.booleans(),
    shutout=st.sampled_from(SHUTOUTS),
    single_hand=st.booleans(),
)


def scored(rounds: Iterable[Played], **changes: Any) -> gf.GameScore:
    game = gf.GameScore(gf.Rules(**changes))
    for played in rounds:
        game.add(*played)
    return game


def rules_named(key: str) -> gf.Rules:
    """Return the rules under which a case expects something: a preset, or a shutout rule."""
    if key in gf.rules.PRESETS:
        return gf.Rules.preset(key)
    return gf.Rules().replace(shutout=key)


def played_hands(case: dict[str, Any]) -> list[Played]:
    return [(hand["winner"], hand["points"], hand["boxes"]) for hand in case["input"]["hands"]]


def fields_of_game(game: gf.GameScore) -> dict[str, Any]:
    """Return what a game says, under the names and in the types of the case file."""
    return {
        "over": game.over,
        "winner": game.winner,
        "hands_counted": game.hands_counted,
        "hand_points": list(game.hand_points),
        "boxes": list(game.boxes),
        "shutout": game.shutout,
        "totals": None if game.totals is None else list(game.totals),
        "margin": game.margin,
    }


def check_fields(expected: dict[str, Any], found: dict[str, Any]) -> None:
    """Hold every expected field against what was found under its name."""
    assert expected.keys() <= found.keys(), "a field that no check knows"
    assert {name: found[name] for name in expected} == expected
