"""Scores of games."""

import json
import subprocess
import sys
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gin_fast as gf
from hands import DATA
from score_cases import (
    CASES,
    ROUND,
    RULES,
    SHUTOUTS,
    Played,
    check_fields,
    fields_of_game,
    played_hands,
    rules_named,
    scored,
)

GAME = [case for case in CASES if case["kind"] == "game_score"]


def settled_again(rules: gf.Rules, rounds: Iterable[Played]) -> dict[str, Any]:
    """Score a game from its rounds a second time, sharing nothing with the package."""
    points, boxes, wins, count, winner, over = [0, 0], [0, 0], [0, 0], 0, None, False
    for seat, scored_points, scored_boxes in rounds:
        if over:
            break
        count += 1
        if seat is not None:
            points[seat], boxes[seat] = points[seat] + scored_points, boxes[seat] + scored_boxes
            wins[seat] += 1
            paid = points[seat] + (rules.box_bonus * boxes[seat] if rules.box_immediate else 0)
            if paid >= rules.target:
                winner, over = seat, True
        if rules.single_hand:
            winner, over = seat, True
    found: dict[str, Any] = {
        "over": over,
        "winner": winner,
        "hands_counted": count,
        "hand_points": points,
        "boxes": boxes,
    }
    if not over:
        return found | {"shutout": False, "totals": None, "margin": None}
    if winner is None:
        return found | {"shutout": False, "totals": [0, 0], "margin": 0}
    loser = 1 - winner
    nothing = points[loser] == 0 if rules.shutout == "double_game_bonus" else wins[loser] == 0
    shutout = nothing and rules.shutout != "none"
    times = {name: 1 + (shutout and rules.shutout == name) for name in SHUTOUTS}
    totals = [0, 0]
    totals[loser] = points[loser] + rules.box_bonus * boxes[loser]
    totals[winner] = (
        times["double_hands"] * points[winner]
        + times["double_game_bonus"] * rules.game_bonus
        + rules.box_bonus * boxes[winner]
    ) * times["double_total"]
    margin = totals[winner] - totals[loser]
    return found | {"shutout": shutout, "totals": totals, "margin": margin}


@pytest.mark.parametrize(
    ("case", "preset"),
    [
        pytest.param(case, preset, id=f"{case['id']}-{preset}")
        for case in GAME
        for preset in case["expected"]
    ],
)
def test_games_of_the_case_file(case: dict[str, Any], preset: str) -> None:
    rounds = played_hands(case)
    game = gf.GameScore(rules_named(preset))
    assert [game.add(*played) for played in rounds] == [True] * len(rounds)
    check_fields(case["expected"][preset], fields_of_game(game))


@given(RULES, st.lists(ROUND, max_size=12))
def test_a_game_comes_to_what_a_second_statement_says(
    rules: gf.Rules, rounds: list[Played]
) -> None:
    game = gf.GameScore(rules)
    counted = [game.add(*played) for played in rounds]
    again = settled_again(rules, rounds)
    assert fields_of_game(game) == again
    assert counted.count(True) == game.hands_counted
    assert counted == sorted(counted, reverse=True)
    assert game.rounds == tuple(rounds[: game.hands_counted])


def test_a_shutout_doubles_what_its_rule_says() -> None:
    rounds = [(0, 30, 1), (0, 45, 2), (0, 28, 1)]
    totals = {
        name: scored(rounds, shutout=name, box_bonus=20, game_bonus=50).totals for name in SHUTOUTS
    }
    assert totals == {
        "double_hands": (2 * 103 + 50 + 80, 0),
        "double_game_bonus": (103 + 2 * 50 + 80, 0),
        "double_total": (2 * (103 + 50 + 80), 0),
        "none": (103 + 50 + 80, 0),
    }
    assert [scored(rounds, shutout=name).shutout for name in SHUTOUTS] == [True, True, True, False]


def test_a_round_won_without_points_parts_the_shutout_rules() -> None:
    # Seat 1 wins a tie that earns no bonus: a box, and no point.
    rounds = [(1, 0, 1), (0, 60, 1), (0, 40, 1)]
    found = {name: scored(rounds, shutout=name) for name in SHUTOUTS}
    assert {name: game.shutout for name, game in found.items()} == {
        "double_hands": False,
        "double_game_bonus": True,
        "double_total": False,
        "none": False,
    }
    assert found["double_hands"].totals == (100 + 100 + 50, 25)
    assert found["double_game_bonus"].totals == (100 + 200 + 50, 25)
    assert found["double_hands"].hand_points == (100, 0)


def test_a_drawn_round_is_no_win_of_the_loser() -> None:
    game = scored([(None, 0, 0), (0, 100, 1)])
    assert game.shutout
    assert game.totals == (200 + 100 + 25, 0)
    assert game.hands_counted == 2
    assert game.rounds_won == (1, 0)


def test_boxes_at_once_count_towards_the_target() -> None:
    game = scored([(0, 45, 1), (1, 12, 2)], box_immediate=True, box_bonus=10)
    assert (game.counted, game.hand_points) == ((55, 32), (45, 12))
    assert game.add(0, 35, 1)
    assert game.over
    assert (game.winner, game.counted, game.hand_points) == (0, (100, 32), (80, 12))
    assert game.totals == (80 + 100 + 20, 12 + 20)
    # The same rounds with boxes at the end are no game yet.
    assert not scored(game.rounds, box_bonus=10).over


def test_a_box_at_once_is_no_hand_point() -> None:
    rounds = [(1, 0, 1), (0, 100, 1)]
    game = scored(rounds, box_immediate=True, shutout="double_game_bonus")
    assert game.counted == (125, 25)
    assert game.shutout
    assert game.totals == (100 + 200 + 25, 25)


@pytest.mark.parametrize("target", [1, 100, 250, 100_000])
def test_the_target_itself_ends_the_game(target: int) -> None:
    game = scored([(0, target - 1, 1), (1, 0, 1)], target=target)
    assert not game.over
    assert (game.winner, game.totals, game.margin, game.shutout) == (None, None, None, False)
    assert game.add(0, 1, 1)
    assert game.over
    assert game.winner == 0


def test_bonuses_may_favour_the_loser() -> None:
    # Seat 1 has 99 points and eight boxes, seat 0 100 and one.
    game = scored([(1, 11, 1)] * 9 + [(0, 100, 1)])
    assert game.winner == 0
    assert game.totals == (225, 324)
    assert game.margin == -99
    assert "-99" in str(game)


@pytest.mark.parametrize("played", [(0, 25, 1), (1, 3, 1), (1, 0, 0), (None, 0, 0)])
def test_one_round_is_all_there_is_of_a_single_hand(played: Played) -> None:
    game = scored([played, (0, 60, 1)], single_hand=True, game_bonus=0, box_bonus=0, shutout="none")
    assert (game.over, game.hands_counted, game.winner) == (True, 1, played[0])
    assert game.totals == (played[1] * (played[0] == 0), played[1] * (played[0] == 1))
    assert game.margin == played[1]


def test_a_round_after_the_end_changes_nothing() -> None:
    game = scored([(0, 100, 1)])
    before = game.copy()
    for played in ((1, 500, 3), (None, 0, 0), (0, 0, 0)):
        assert not game.add(*played)
    assert game == before
    assert game.sheet() == before.sheet()


@pytest.mark.parametrize(
    ("played", "error", "message"),
    [
        ((2, 1, 1), ValueError, "^winner: expected 0, 1 or None, got 2$"),
        ((-1, 1, 1), ValueError, "^winner: expected 0, 1 or None, got -1$"),
        ((True, 1, 1), TypeError, r"^winner: expected 0, 1 or None, got True \(bool\)$"),
        (("0", 1, 1), TypeError, r"^winner: expected 0, 1 or None, got '0' \(str\)$"),
        ((0.0, 1, 1), TypeError, r"^winner: .* got 0.0 \(float\)$"),
        ((0, -1, 1), ValueError, "^points: expected an int from 0 to 1000000, got -1$"),
        ((0, 1.0, 1), TypeError, r"^points: expected an int from 0 to 1000000, got 1.0 \(float\)$"),
        ((0, True, 1), TypeError, r"^points: .* got True \(bool\)$"),
        ((0, None, 1), TypeError, r"^points: .* got None \(NoneType\)$"),
        ((0, 1, -1), ValueError, "^boxes: expected an int from 0 to 1000000, got -1$"),
        ((0, 1, "1"), TypeError, r"^boxes: .* got '1' \(str\)$"),
        ((None, 1, 0), ValueError, "^points: expected 0 for a round without a winner, got 1$"),
        ((None, 0, 1), ValueError, "^boxes: expected 0 for a round without a winner, got 1$"),
    ],
)
@pytest.mark.parametrize("over", [False, True])
def test_a_result_that_is_none_is_refused(
    played: tuple[Any, Any, Any], error: type[Exception], message: str, *, over: bool
) -> None:
    games: list[gf.GameScore | gf.HollywoodScore]
    games = [gf.GameScore(), gf.HollywoodScore()]
    for game in games:
        for _ in range(9 if over else 1):
            game.add(0, 50, 1)
        assert game.over is over
        before = game.copy()
        with pytest.raises(error, match=message):
            game.add(*played)
        assert game == before


def test_numbers_of_numpy_are_taken() -> None:
    game = gf.GameScore()
    assert game.add(np.int8(1), np.int16(24), np.uint8(1))  # type: ignore[arg-type]
    assert game.rounds == ((1, 24, 1),)
    assert {type(figure) for figure in game.rounds[0]} == {int}
    assert game == scored([(1, 24, 1)])


def test_what_is_no_rules_is_refused() -> None:
    makers: list[Any] = [gf.GameScore, gf.HollywoodScore, lambda it: gf.next_dealer(it, 0, 0)]
    for make in makers:
        with pytest.raises(TypeError, match=r"^rules: expected Rules, got 'palace' \(str\); pass"):
            make("palace")
        with pytest.raises(TypeError, match=r"^rules: expected Rules, got None \(NoneType\)$"):
            make(None)


def test_scores_of_other_rules_are_other_scores() -> None:
    assert gf.GameScore() == gf.GameScore(gf.Rules())
    assert gf.GameScore() != gf.GameScore(gf.Rules(target=101))
    assert gf.MatchScore(3) != gf.MatchScore(5)
    assert gf.HollywoodScore() != gf.HollywoodScore(gf.Rules(target=101, hollywood_columns=3))
    assert gf.GameScore(gf.Rules(target=7)).rules == gf.Rules(target=7)


def test_nothing_of_it_is_loaded_before_it_is_asked_for() -> None:
    code = (
        "import sys, gin_fast as gf\n"
        "names = ['gin_fast.rules', 'gin_fast.scoring', 'gin_fast._fields']\n"
        "before = [name in sys.modules for name in names]\n"
        "gf.MatchScore(3), gf.Rules(), gf.GameScore\n"
        "print(before, [name in sys.modules for name in names], gf.rules.__name__, gf.Rules())\n"
        "print('GameScore' in vars(gf), 'rich' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    first, second = run.stdout.splitlines()
    assert first == "[False, False, False] [True, True, True] gin_fast.rules Rules()"
    assert second == "True False"
    assert gf.rules is sys.modules["gin_fast.rules"]
    assert gf.scoring.GameScore is gf.GameScore


def test_the_case_file_has_no_other_preset() -> None:
    names = {preset for case in GAME for preset in case["expected"]}
    presets = json.loads((DATA / "rules_cases.json").read_text())["meta"]["presets"]
    assert names - set(presets) == {"double_total", "none"}


def test_numbers_beyond_any_round_are_refused() -> None:
    game = gf.GameScore()
    for points, boxes in ((10**5000, 1), (1_000_001, 1), (10, 10**9)):
        with pytest.raises(ValueError, match=r"^(points|boxes): expected an int from 0 to 1000000"):
            game.add(0, points, boxes)
    assert (game.hands_counted, game.hand_points) == (0, (0, 0))
