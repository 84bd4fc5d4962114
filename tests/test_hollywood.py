"""Three games scored side by side."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gin_fast as gf
from score_cases import CASES, Played, check_fields, fields_of_game, played_hands

ROUND = st.one_of(
    st.just((None, 0, 0)),
    st.tuples(st.sampled_from([0, 1]), st.integers(0, 90), st.integers(0, 2)),
)


def scored(rounds: list[Played], **changes: Any) -> gf.HollywoodScore:
    hollywood = gf.HollywoodScore(gf.Rules(**changes))
    for played in rounds:
        hollywood.add(*played)
    return hollywood


@pytest.mark.parametrize(
    "case", [pytest.param(case, id=case["id"]) for case in CASES if case["kind"] == "hollywood"]
)
@pytest.mark.parametrize("columns", [1, 3])
def test_sheets_of_the_case_file(case: dict[str, Any], columns: int) -> None:
    hollywood = scored(
        played_hands(case), target=case["input"]["target"], hollywood_columns=columns
    )
    expected = dict(case["expected"])
    wanted = expected.pop("columns")
    assert len(wanted) == 3
    for column, fields in zip(hollywood.columns, wanted, strict=True):
        check_fields(fields, fields_of_game(column))
    check_fields(expected, {"columns_entered": hollywood.columns_entered})


def entered_again(target: int, rounds: list[Played]) -> tuple[list[list[int]], list[list[int]]]:
    """Say again which columns each round enters, and with which points the columns stand."""
    points = [[0, 0] for _ in range(3)]
    began: list[set[int]] = [set(), set()]
    entered: list[list[int]] = []
    for seat, scored_points, _ in rounds:
        entered.append([])
        still_open = [at for at in range(3) if max(points[at]) < target]
        if seat is None:
            continue
        first = True
        for at in still_open:
            if at not in began[seat]:
                if not first:
                    continue
                first = False
                began[seat].add(at)
            points[at][seat] += scored_points
            entered[-1].append(at)
    return entered, points


@given(st.integers(1, 120), st.lists(ROUND, max_size=20))
def test_wins_enter_the_columns_that_a_second_statement_says(
    target: int, rounds: list[Played]
) -> None:
    hollywood = scored(rounds, target=target)
    entered, points = entered_again(target, rounds)
    assert hollywood.columns_entered == entered
    assert [list(column.hand_points) for column in hollywood.columns] == points
    assert hollywood.over == all(max(column) >= target for column in points)
    assert hollywood.margins == tuple(column.margin for column in hollywood.columns)
    assert hollywood.rounds == tuple(rounds[: hollywood.hands_counted])


@given(st.integers(1, 120), st.lists(ROUND, max_size=20))
def test_each_column_is_a_game_of_the_rounds_that_entered_it(
    target: int, rounds: list[Played]
) -> None:
    rules = gf.Rules(target=target, shutout="double_game_bonus", box_immediate=True, box_bonus=10)
    hollywood = gf.HollywoodScore(rules)
    for played in rounds:
        hollywood.add(*played)
    for at, column in enumerate(hollywood.columns):
        game = gf.GameScore(rules)
        for played, entered in zip(rounds, hollywood.columns_entered, strict=True):
            if at in entered:
                assert game.add(*played)
        assert game == column
        assert game.totals == column.totals


def test_who_is_blitzed_in_a_column_enters_the_next_open_one() -> None:
    # Seat 0 closes column 0 before seat 1 has won anything.
    hollywood = scored([(0, 60, 1), (0, 50, 1), (1, 10, 1), (1, 12, 1), (1, 7, 1)])
    assert hollywood.columns_entered == [[0], [0, 1], [1], [1, 2], [1, 2]]
    first, second, third = hollywood.columns
    assert (first.over, first.shutout, first.totals) == (True, True, (220 + 100 + 50, 0))
    assert (second.hand_points, third.hand_points) == ((50, 29), (0, 19))
    assert hollywood.margins == (370, None, None)


def test_one_win_can_close_a_column_at_once() -> None:
    hollywood = scored([(0, 100, 1), (0, 100, 1), (1, 100, 1)])
    assert hollywood.columns_entered == [[0], [1], [2]]
    assert hollywood.over
    assert [column.winner for column in hollywood.columns] == [0, 0, 1]
    assert [column.shutout for column in hollywood.columns] == [True] * 3


def test_drawn_rounds_enter_no_column() -> None:
    hollywood = scored([(None, 0, 0), (1, 20, 1), (None, 0, 0)])
    assert hollywood.columns_entered == [[], [0], []]
    assert hollywood.hands_counted == 3
    assert [column.hands_counted for column in hollywood.columns] == [1, 0, 0]


def test_a_round_after_the_end_enters_no_column() -> None:
    hollywood = scored([(0, 100, 1)] * 3)
    before = hollywood.copy()
    assert hollywood.over
    assert not hollywood.add(1, 100, 1)
    assert hollywood.columns == before.columns
    assert hollywood.rounds == before.rounds
    assert hollywood.sheet() == before.sheet()
    assert hollywood.columns_entered == [[0], [1], [2], []]


def test_what_is_given_out_is_a_copy() -> None:
    hollywood = scored([(0, 20, 1)])
    hollywood.columns[0].add(0, 90, 1)
    hollywood.columns_entered[0].append(2)
    assert hollywood == scored([(0, 20, 1)])
    assert hollywood.columns_entered == [[0]]
    assert hollywood.columns[0].hand_points == (20, 0)


def test_one_round_makes_no_three_games() -> None:
    with pytest.raises(ValueError, match=r"^rules: single_hand=True leaves no 3 games"):
        gf.HollywoodScore(gf.Rules.preset("openspiel"))


def test_a_sheet_shows_three_columns_side_by_side() -> None:
    hollywood = scored(
        [(0, 90, 1), (0, 10, 1), (None, 0, 0), (1, 8, 2)],
        shutout="double_total",
        box_immediate=True,
        box_bonus=10,
    )
    assert str(hollywood).splitlines() == [
        "Hollywood, each column to 100, 10 a box at once",
        "                   column 0        column 1        column 2",
        "             seat 0  seat 1  seat 0  seat 1  seat 0  seat 1",
        "-" * 79,
        "round 1         100       0                                  seat 0: 90, 1 box",
        "round 2                          20       0                  seat 0: 10, 1 box",
        "round 3                                                      drawn",
        "round 4                          20      28                  seat 1: 8, 2 boxes",
        "-" * 79,
        "boxes won         1       0       1       2       0       0",
        "hand points      90       0",
        "game bonus      100       0",
        "boxes            10       0",
        "shutout         200       0",
        "total           400       0",
        "margin          400",
    ]
    assert repr(hollywood) == "<HollywoodScore: 4 rounds, hand points 90-0, 10-8, 0-0, 1 over>"
    assert str(gf.HollywoodScore()).endswith("nothing yet")


@given(st.integers(1, 120), st.lists(ROUND, max_size=20))
def test_the_sheet_holds_each_column_as_its_own_sheet_does(
    target: int, rounds: list[Played]
) -> None:
    hollywood = scored(rounds, target=target, shutout="double_game_bonus")
    settled = {
        line.label: line.points for line in hollywood.sheet().lines if line.label[-1].isalpha()
    }
    for at, column in enumerate(hollywood.columns):
        own = {
            line.label: line.points for line in column.sheet().lines if line.part == "settlement"
        }
        mine = {label: points[2 * at : 2 * at + 2] for label, points in settled.items()}
        assert mine.pop("boxes won", (0, 0)) == column.boxes
        assert {label: points for label, points in mine.items() if points != (None, None)} == {
            label: points for label, points in own.items() if points != (None, None)
        }
