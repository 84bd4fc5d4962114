"""The rules of a table: their fields, presets and what is refused."""

import copy
import inspect
import json
import pickle
import re
from dataclasses import FrozenInstanceError, fields
from enum import Enum
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gin_fast as gf
from hands import DATA

CASE_PRESETS = json.loads((DATA / "rules_cases.json").read_text())["meta"]["presets"]
PAGE = (Path(__file__).parent.parent / "docs" / "rules.md").read_text(encoding="utf-8")
FIELDS = {field.name: field for field in fields(gf.Rules)}
DEFAULTS = {name: field.default for name, field in FIELDS.items()}
ROUND_CORNER = {
    "ace": "corner",
    "ace_deadwood": 15,
    "gin_bonus": 20,
    "undercut_bonus": 20,
    "box_bonus": 20,
    "target": 125,
    "layoff_on_gin": True,
}

# What each field may hold, stated again: the ends of a range, or all words.
RANGES = {
    "knock_limit": (0, 10),
    **dict.fromkeys(
        ["gin_bonus", "big_gin_bonus", "undercut_bonus", "knock_bonus"],
        (0, 1000),
    ),
    **dict.fromkeys(["game_bonus", "box_bonus"], (0, 1000)),
    **dict.fromkeys(["gin_extra_boxes", "undercut_extra_boxes"], (0, 100)),
    "dead_cards": (0, 20),
    "ace_deadwood": (1, 15),
    "target": (1, 100_000),
    "best_of": (1, 99),
    "max_discard_draws": (1, 1_000_000),
    "max_moves": (1, 1_000_000),
}
CHOICES: dict[str, list[Any]] = {
    "oklahoma_ace": ["gin", "one"],
    "tie_rule": ["undercut", "undercut_no_bonus", "no_score"],
    "knock_layout": ["any", "minimal"],
    "wall_rule": [
        "drawer_may_knock",
        "last_discard_knock",
        "last_discard_take",
        "drawer_may_not_knock",
    ],
    "opening": ["upcard_offer", "eleven_card_nondealer"],
    "ace": ["low", "high_or_low", "corner"],
    "first_dealer": ["random", 0, 1],
    "next_dealer": ["alternate", "loser", "winner"],
    "dealer_after_draw": ["same", "next"],
    "shutout": ["double_hands", "double_game_bonus", "double_total", "none"],
    "hollywood_columns": [1, 3],
}
FLAGS = sorted(DEFAULTS.keys() - RANGES.keys() - CHOICES.keys())
CAPS = ["max_discard_draws", "max_moves"]


def rules_with(changes: dict[str, Any]) -> gf.Rules:
    """Return rules with fields whose names and values no type checker sees."""
    return gf.Rules(**changes)


def one_field(name: str) -> st.SearchStrategy[Any]:
    if name in RANGES:
        least, most = RANGES[name]
        numbers = st.integers(least, most)
        if name == "best_of":
            return numbers.filter(lambda games: games % 2 == 1)
        return numbers | st.none() if name in CAPS else numbers
    return st.sampled_from(CHOICES.get(name, [False, True]))


def contradict(changes: dict[str, Any]) -> bool:
    eleven = changes.get("opening") == "eleven_card_nondealer"
    return bool(
        (changes.get("layoff_on_gin") and not changes.get("layoff", True))
        or (eleven and (changes.get("oklahoma") or changes.get("spade_double")))
        or (
            changes.get("single_hand")
            and (changes.get("best_of", 1) > 1 or changes.get("hollywood_columns") == 3)
        )
    )


CHANGES = st.fixed_dictionaries({}, optional={name: one_field(name) for name in DEFAULTS})


def test_every_field_is_a_flag_a_range_or_a_choice() -> None:
    assert len(DEFAULTS) == 38
    assert len(FLAGS) + len(RANGES) + len(CHOICES) == 38
    assert all(isinstance(DEFAULTS[name], bool) for name in FLAGS)
    for name, words in CHOICES.items():
        assert list(get_args(FIELDS[name].type)) == words


@pytest.mark.parametrize("name", CASE_PRESETS)
def test_presets_are_those_of_the_case_file(name: str) -> None:
    preset = gf.Rules.preset(name)
    held = json.loads(preset.to_json())
    assert held == DEFAULTS | CASE_PRESETS[name]


def test_round_the_corner_is_as_its_source_has_it() -> None:
    assert json.loads(gf.Rules.preset("round_corner").to_json()) == DEFAULTS | ROUND_CORNER


def test_the_presets_are_all_there_and_cannot_be_changed() -> None:
    presets = gf.rules.PRESETS
    assert set(presets) == {*CASE_PRESETS, "round_corner"}
    assert all(gf.Rules.preset(name) is rules for name, rules in presets.items())
    assert presets["standard"] == gf.Rules()
    assert len(set(presets.values())) == len(presets)
    with pytest.raises(TypeError, match="does not support item assignment"):
        presets["standard"] = gf.Rules(target=1)  # type: ignore[index]


def test_an_unknown_preset_is_named_with_those_there_are() -> None:
    with pytest.raises(ValueError, match=r"name: unknown preset 'palce' .*'palace'\?") as caught:
        gf.Rules.preset("palce")
    assert all(name in str(caught.value) for name in gf.rules.PRESETS)
    with pytest.raises(ValueError, match="name: unknown preset ''; known are standard, "):
        gf.Rules.preset("")
    with pytest.raises(TypeError, match=r"name: expected the name of a preset, got 3 \(int\)"):
        gf.Rules.preset(3)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", DEFAULTS)
@given(data=st.data())
def test_any_one_field_may_be_changed(name: str, data: st.DataObject) -> None:
    value = data.draw(one_field(name))
    rules = rules_with({name: value})
    assert getattr(rules, name) == value
    assert type(getattr(rules, name)) is type(value)
    assert gf.Rules().replace(**{name: value}) == rules
    assert (rules == gf.Rules()) == (value == DEFAULTS[name])


@pytest.mark.parametrize("name", RANGES)
def test_a_number_out_of_range_is_refused(name: str) -> None:
    least, most = RANGES[name]
    for number in (least - 1, most + 1, -(10**30), 10**6000):
        with pytest.raises(ValueError, match=rf"^{name}: .*from {least} to {most}, got"):
            rules_with({name: number})
    assert rules_with({name: least}) != rules_with({name: most})


@pytest.mark.parametrize("games", [2, 4, 98])
def test_a_match_has_an_odd_number_of_games(games: int) -> None:
    with pytest.raises(
        ValueError, match=f"^best_of: expected an odd int from 1 to 99, got {games}"
    ):
        gf.Rules(best_of=games)


@pytest.mark.parametrize("name", CHOICES)
def test_an_unknown_word_is_refused_and_the_known_ones_named(name: str) -> None:
    for word in ("", "Gin", "alternately", "upcard"):
        kind = ValueError if str in map(type, CHOICES[name]) else TypeError
        with pytest.raises(kind, match=rf"^{name}: expected ") as caught:
            rules_with({name: word})
        assert all(repr(choice) in str(caught.value) for choice in CHOICES[name])
        assert repr(word) in str(caught.value)


@pytest.mark.parametrize("name", ["first_dealer", "hollywood_columns"])
def test_another_number_is_refused_where_numbers_are_choices(name: str) -> None:
    for number in (-1, 2, 4):
        with pytest.raises(ValueError, match=rf"^{name}: expected .* got {number}$"):
            rules_with({name: number})


@pytest.mark.parametrize("name", DEFAULTS)
def test_a_wrong_kind_of_value_is_a_type_error(name: str) -> None:
    wrong: list[object] = [1.0, b"gin", [1], {}, object(), np.float64(1), np.array([1, 2])]
    wrong += [] if name in CAPS else [None]
    wrong += [0, 1, "True", np.int8(1)] if name in FLAGS else [True, False, np.True_]
    wrong += ["1"] if name in RANGES else []
    for value in wrong:
        with pytest.raises(TypeError, match=rf"^{name}: expected .* got .*{type(value).__name__}"):
            rules_with({name: value})


@pytest.mark.parametrize("kind", [np.int8, np.uint16, np.int64, np.uint64])
def test_integers_of_numpy_are_converted(kind: type[np.integer[Any]]) -> None:
    rules = gf.Rules(knock_limit=kind(7), max_moves=kind(9), first_dealer=kind(1))  # type: ignore[arg-type]
    assert rules == gf.Rules(knock_limit=7, max_moves=9, first_dealer=1)
    assert [type(value) for value in (rules.knock_limit, rules.max_moves)] == [int, int]
    assert type(rules.first_dealer) is int
    assert repr(rules) == "Rules(knock_limit=7, max_moves=9, first_dealer=1)"


def test_bools_and_texts_of_numpy_are_converted() -> None:
    rules = gf.Rules(oklahoma=np.True_, ace=np.str_("corner"))  # type: ignore[arg-type]
    assert repr(rules) == "Rules(oklahoma=True, ace='corner')"
    assert type(rules.oklahoma) is bool
    assert type(rules.ace) is str


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"layoff_on_gin": True, "layoff": False}, "^layoff_on_gin: with layoff=False"),
        ({"single_hand": True, "best_of": 5}, "^best_of: single_hand=True .* 5 games"),
        ({"single_hand": True, "hollywood_columns": 3}, "^hollywood_columns: single_hand=True"),
        ({"oklahoma": True, "opening": "eleven_card_nondealer"}, "^oklahoma: it needs an upcard"),
        (
            {"spade_double": True, "opening": "eleven_card_nondealer"},
            "^spade_double: it needs an upcard",
        ),
    ],
)
def test_contradictions_are_refused_with_the_reason(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        gf.Rules(**changes)
    *first, last = changes.items()
    with pytest.raises(ValueError, match=reason):
        gf.Rules(**dict(first)).replace(**dict([last]))


@given(CHANGES)
def test_only_contradictions_are_refused(changes: dict[str, Any]) -> None:
    if contradict(changes):
        with pytest.raises(ValueError, match=r"needs an upcard|single_hand=True|layoff=False"):
            gf.Rules(**changes)
        return
    rules = gf.Rules(**changes)
    assert {name: getattr(rules, name) for name in DEFAULTS} == DEFAULTS | changes


@given(CHANGES.filter(lambda changes: not contradict(changes)))
def test_rules_come_back_from_json_pickle_repr_and_copies(changes: dict[str, Any]) -> None:
    rules = gf.Rules(**changes)
    text = rules.to_json()
    assert "\n" not in text
    assert list(json.loads(text)) == list(DEFAULTS)
    assert gf.Rules.from_json(text) == rules
    assert eval(repr(rules), {"Rules": gf.Rules}) == rules  # noqa: S307 - the text is our own.
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(rules, protocol)) == rules  # noqa: S301
    for twin in (copy.copy(rules), copy.deepcopy(rules), rules.replace()):
        assert twin == rules
        assert hash(twin) == hash(rules)
    written = set(re.findall(r"(?:\(|, )(\w+)=", repr(rules)))
    assert written == {name for name, value in changes.items() if value != DEFAULTS[name]}


def test_rules_are_frozen() -> None:
    rules = gf.Rules()
    with pytest.raises(FrozenInstanceError):
        rules.target = 250  # type: ignore[misc]
    with pytest.raises((AttributeError, TypeError)):
        rules.targets = 250  # type: ignore[attr-defined]
    with pytest.raises(TypeError, match=r"^Rules: expected fields by name, got 'pagat'.*preset"):
        gf.Rules("pagat")  # type: ignore[arg-type, call-arg]
    assert rules == gf.Rules()


def test_an_unknown_field_is_named_with_the_closest() -> None:
    rules = gf.Rules()
    with pytest.raises(ValueError, match=r"^unknown field 'knok_limit' .*'knock_limit'\?"):
        rules.replace(knok_limit=3)
    with pytest.raises(ValueError, match=r"^unknown field 'target_points'"):
        gf.Rules.from_json('{"target_points": 3}')
    with pytest.raises(ValueError, match=r"^unknown field 'qqq'$"):
        rules.replace(target=3, qqq=1)
    with pytest.raises(ValueError, match=r"^unknown field 'self'$"):
        rules.replace(self=1)
    with pytest.raises(ValueError, match=r"^unknown field 'gin_bonu' .*'gin_bonus'\?"):
        gf.Rules(gin_bonu=3)  # type: ignore[call-arg]


def test_a_word_of_an_enum_is_the_text_it_equals() -> None:
    class Tie(str, Enum):  # noqa: UP042 - a StrEnum writes its text, this one its name.
        NOBODY = "no_score"

    rules = gf.Rules(tie_rule=Tie.NOBODY)  # type: ignore[arg-type]
    assert (rules.tie_rule, type(rules.tie_rule)) == ("no_score", str)

    class Liar(str):
        __slots__ = ()

        def __str__(self) -> str:
            return "undercut"

    with pytest.raises(ValueError, match=r"^tie_rule: expected"):
        gf.Rules(tie_rule=Liar("zzz"))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "^text: expected one JSON object: "),
        ("{", "^text: expected one JSON object: "),
        ("{} {}", "^text: expected one JSON object: Extra data"),
        ("[]", r"^text: expected one JSON object, got \[\]$"),
        ("null", "^text: expected one JSON object, got None$"),
        ("3", "^text: expected one JSON object, got 3$"),
        ('{"target": 1, "target": 1}', "^text: .*the key 'target' is repeated$"),
        ('{"target": ' + "[" * 100_000, "^text: expected one JSON object, got one nested"),
        ('{"target": ' + "9" * 9_999 + "}", "^text: expected one JSON object: .*digits"),
        ('{"target": 0}', "^target: expected an int from 1 to 100000, got 0$"),
        ('{"single_hand": true, "best_of": 3}', "^best_of: single_hand=True"),
    ],
)
def test_a_text_that_is_no_rules_is_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        gf.Rules.from_json(text)


def test_a_wrong_kind_in_json_is_a_type_error() -> None:
    for text, came in (
        ("100.0", "float"),
        ('"100"', "str"),
        ("true", "bool"),
        ("null", "NoneType"),
    ):
        with pytest.raises(TypeError, match=rf"^target: expected an int .*\({came}\)$"):
            gf.Rules.from_json(f'{{"target": {text}}}')
    with pytest.raises(TypeError, match=r"^text: expected a str of JSON, got b'\{\}' \(bytes\)"):
        gf.Rules.from_json(b"{}")  # type: ignore[arg-type]


def test_missing_fields_of_json_are_the_standard() -> None:
    assert gf.Rules.from_json("{}") == gf.Rules()
    assert gf.Rules.from_json(' {"max_moves": null, "ace": "corner"}\n') == gf.Rules(ace="corner")


@pytest.mark.parametrize("name", DEFAULTS)
def test_the_docstring_says_what_a_field_means_and_where_it_comes_from(name: str) -> None:
    attributes = inspect.getdoc(gf.Rules).split("Attributes:\n")[1].split("\nRaises:")[0]  # type: ignore[union-attr]
    entries = re.findall(r"^    (\w+): ((?:.|\n     +)+)", attributes, re.MULTILINE)
    assert [entry[0] for entry in entries] == list(DEFAULTS)
    said = dict(entries)[name]
    assert re.search(r"\b(S\d+|W|P|B|RG|OS|RL|S?CA|RT|GRC)\b", said)
    assert all(f'"{word}"' in said for word in CHOICES.get(name, []) if isinstance(word, str))
    if name in RANGES and name not in CAPS:
        assert re.search(r"\b{}\s+to\s+{}\b".format(*RANGES[name]), said)


@pytest.mark.parametrize("name", DEFAULTS)
def test_the_page_has_a_row_for_a_field_with_its_standard_and_source(name: str) -> None:
    rows = re.findall(rf"^\| `{name}` \| `([^`]*)` \| (.*) \| (.*) \|$", PAGE, re.MULTILINE)
    assert [row[0] for row in rows] == [repr(DEFAULTS[name])]
    assert re.search(r"\b(S\d+|W|P|B|RG|OS|RL|SCA)\b", rows[0][2])


def test_the_page_shows_every_preset_as_it_is() -> None:
    table = PAGE.split("## Presets")[1].split("## Fields")[0]
    rows = re.findall(r"^\| `(\w+)` \| (?:`(.*?)` )?\| (.+) \|$", table, re.MULTILINE)
    assert [row[0] for row in rows] == list(gf.rules.PRESETS)
    for name, differs, _ in rows:
        assert f"Rules({differs})" == repr(gf.rules.PRESETS[name])
        assert f"``{name}``" in (gf.Rules.preset.__doc__ or "")
