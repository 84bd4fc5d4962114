"""`gin-fast showdown`: settlements explained line by line, JSON, misuse."""

import json
import re
from pathlib import Path

import pytest

import gin_fast as gf
from command import gin_fast, on_terminal, refusal
from hands import DATA

CASES = json.loads((DATA / "rules_cases.json").read_text())["cases"]
SHOWDOWNS = {case["id"]: case for case in CASES if case["kind"] == "showdown"}
BROKEN_MELD = SHOWDOWNS["K13"]["input"]
GIN = SHOWDOWNS["K09"]["input"]


def page(*arguments: str) -> list[list[str]]:
    """Return the cells of each line, without what is only drawn."""
    done = gin_fast("showdown", *arguments)
    assert done.returncode == 0, done
    lines = [line.strip() for line in done.stdout.splitlines()[2:]]
    return [[cell.strip() for cell in line.split("   ") if cell.strip()] for line in lines if line]


def test_an_undercut_is_explained_line_by_line() -> None:
    assert page(BROKEN_MELD["knocker"], BROKEN_MELD["defender"]) == [
        ["knocker", "shows", "TsJsQsKs  3c4c5c6c"],
        ["is left with", "6s Ac", "7"],
        ["defender", "melds", "7s7d7h  4d5d6d"],
        ["lays off", "9s on TsJsQsKs"],
        ["lays off", "7c on 3c4c5c6c"],
        ["lays off", "8c on 3c4c5c6c7c"],
        ["is left with", "6h", "6"],
        ["without layoffs", "23"],
        ["had he kept his own melds", "14"],
        ["undercut", "6 is less than the knocker's 7", "1"],
        ["undercut bonus", "+ 25"],
        ["defender wins", "1 box", "26"],
    ]


def test_bonus_and_doubling_add_up_to_the_points() -> None:
    case = SHOWDOWNS["O05"]["input"]
    arguments = (case["knocker"], case["defender"], "--upcard", case["upcard"])
    assert page(*arguments, "--rules", "oklahoma_kisses")[-4:] == [
        ["undercut", "4 is less than the knocker's 9", "5"],
        ["undercut bonus", "+ 25"],
        ["doubled by the upcard", "Ks", "x 2"],
        ["defender wins", "3 boxes", "60"],
    ]


def test_gin_names_no_layoffs_and_its_bonus() -> None:
    lines = page(GIN["knocker"], GIN["defender"], "--rules", "pagat")
    assert ["defender", "melds", "none"] in lines
    assert not any("lays off" in line for line in lines)
    assert lines[-3:] == [
        ["gin", "the defender's deadwood", "64"],
        ["gin bonus", "+ 20"],
        ["knocker wins", "1 box", "84"],
    ]


@pytest.mark.parametrize("name", SHOWDOWNS)
def test_every_worked_showdown_is_told_as_it_is_settled(name: str) -> None:
    case = SHOWDOWNS[name]["input"]
    layout = " ".join(meld.replace(" ", "") for meld in case["knocker_melds"])
    done = gin_fast(
        "showdown", "--json", "--layout", layout, "--", case["knocker"], case["defender"]
    )
    assert done.returncode == 0, done
    told = json.loads(done.stdout)
    expected = SHOWDOWNS[name]["expected"]
    assert told["kind"] == expected["outcome"]
    assert told["winner"] == expected["winner"]
    assert told["points"] == expected["points"]
    assert told["knocker_deadwood"] == expected["knocker_deadwood"]
    assert told["defender_deadwood"] == expected["defender_deadwood"]
    laid_off = [step["card"] for step in told["laid_off"]]
    assert gf.CardSet(laid_off) == gf.CardSet(expected["layoffs"])
    on_the_table = {gf.CardSet(meld) for meld in case["knocker_melds"]}
    for step in told["laid_off"]:
        meld = gf.CardSet(step["meld"])
        on_the_table.remove(meld)
        longer = meld | gf.CardSet(step["card"])
        assert gf.is_meld(longer)
        on_the_table.add(longer)


def test_a_card_is_laid_where_the_next_can_follow() -> None:
    case = SHOWDOWNS["K18"]["input"]
    lines = page(case["knocker"], case["defender"])
    assert [line for line in lines if "lays off" in line] == [
        ["lays off", "7h on 4h5h6h"],
        ["lays off", "8h on 4h5h6h7h"],
    ]


def test_hindsight_says_what_the_knocker_could_be_left_with() -> None:
    case = SHOWDOWNS["K23"]["input"]
    lines = page(case["knocker"], case["defender"], "--layout", "best")
    assert ["could be left with", "1"] in lines
    assert lines[-1] == ["knocker wins", "1 box", "42"]


def test_nobody_scores() -> None:
    case = SHOWDOWNS["K03"]["input"]
    lines = page(case["knocker"], case["defender"], "--rules", "openspiel")
    assert lines[-1] == ["knock", "both have 5: nobody scores", "0"]
    lines = page(case["knocker"], case["defender"], "--set", "tie_rule=undercut_no_bonus")
    assert lines[-2:] == [
        ["undercut", "5 is the same as the knocker's 5", "0"],
        ["defender wins", "1 box", "0"],
    ]
    knocker, defender = "As 2s 3s 4s Ac 2c 3c Ad 2d 3d", "5s 6s 7s 4c 5c 6c 4d 5d 6d 7d"
    lines = page(knocker, defender, "--rules", "round_corner")
    assert lines[-1] == ["gin", "the defender is left with nothing: nobody scores", "0"]


def test_an_ace_beyond_the_king_keeps_its_place() -> None:
    knocker = "Qs Ks As 7c 7d 7h 4c 5c 6c 2d"
    lines = page(knocker, "Js 2s 9c 9d 9h Tc Jc Qc Kd 5d", "--rules", "round_corner")
    assert lines[0] == ["knocker", "shows", "QsKsAs  4c5c6c  7c7d7h"]
    assert ["lays off", "2s on JsQsKsAs"] in lines or ["lays off", "2s on QsKsAs"] in lines


def test_a_terminal_gets_colours() -> None:
    drawn = on_terminal("showdown", BROKEN_MELD["knocker"], BROKEN_MELD["defender"])
    assert "\x1b[1;31m7d" in drawn


@pytest.mark.parametrize("columns", [20, 40, 60])
def test_a_narrow_terminal_loses_nothing(columns: int) -> None:
    drawn = on_terminal(
        "showdown",
        BROKEN_MELD["knocker"],
        BROKEN_MELD["defender"],
        COLUMNS=str(columns),
        NO_COLOR="1",
    )
    words = re.sub(r"\x1b\[[0-9;]*m", "", drawn).split()
    for word in ("TsJsQsKs", "3c4c5c6c7c", "6h", "23", "14", "25", "26"):
        assert word in words


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["7c 7d 7h", GIN["defender"]], "knocker: expected 10 cards"),
        ([GIN["knocker"], "7c"], "defender: expected 10 cards, got 1"),
        ([GIN["knocker"], "7x"], "defender: invalid card"),
        ([GIN["knocker"], GIN["knocker"]], "defender: expected none of the knocker's cards"),
        ([GIN["knocker"], GIN["defender"], "--rules", "oklahoma"], "upcard: expected"),
        ([GIN["knocker"], GIN["defender"], "--upcard", "1x"], "upcard: invalid card"),
        ([GIN["knocker"], GIN["defender"], "--layout", "5d6d7d"], "knocker: expected at most 10"),
        ([GIN["knocker"], GIN["defender"], "--layout", "worst"], "layout: "),
    ],
)
def test_what_makes_no_showdown_is_named(arguments: list[str], message: str) -> None:
    assert message in refusal(gin_fast("showdown", *arguments))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--rules", "palaces"], "--rules: unknown preset 'palaces' (did you mean 'palace'?)"),
        (["--set", "gin"], "--set: expected FIELD=VALUE"),
        (["--set", "gin=1"], "--set: unknown field 'gin'"),
        (["--set", "gin_bonus=1001"], "--set: gin_bonus: expected"),
        (["--set", "layoff=perhaps"], "--set: layoff: expected"),
    ],
)
def test_rules_that_there_are_not_are_a_matter_of_usage(arguments: list[str], message: str) -> None:
    done = gin_fast("showdown", GIN["knocker"], GIN["defender"], *arguments)
    assert message in refusal(done, status=2)


@pytest.mark.parametrize("value", ["False", "false"])
def test_values_are_written_as_in_python_or_json(value: str) -> None:
    options = ("--set", f"big_gin={value}", "--set", "tie_rule='no_score'")
    assert page(GIN["knocker"], GIN["defender"], *options)[-1][-1] == "89"


def test_rules_come_from_a_file(tmp_path: Path) -> None:
    house = tmp_path / "house.json"
    house.write_text(gf.Rules(gin_bonus=40).to_json())
    lines = page(GIN["knocker"], GIN["defender"], "--rules", str(house))
    assert lines[-1] == ["knocker wins", "1 box", "104"]
    missing = gin_fast("showdown", "7c", "7d", "--rules", str(tmp_path / "none.json"))
    assert "No such file" in refusal(missing)


def test_a_layout_that_he_has_already_is_not_called_broken() -> None:
    # Two arrangements leave him the least, and he keeps the one that lays off more.
    lines = page("7s 8s 9s Ts Js Qs Jc 9d Td Jd", "8c Tc Qc 7d 8d Qd 7h 8h 9h Qh")
    assert ["without layoffs", "33"] in lines
    assert not any("had he kept" in cell for line in lines for cell in line)
