"""Score sheets, and scores as values: copies, pickles, what they print."""

import copy
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gin_fast as gf
from score_cases import ROUND, RULES, Played, scored


@given(RULES, st.lists(ROUND, min_size=1, max_size=12))
def test_the_settlement_of_the_sheet_adds_up(rules: gf.Rules, rounds: list[Played]) -> None:
    game = gf.GameScore(rules)
    for played in rounds:
        game.add(*played)
    sheet = game.sheet()
    settlement = {line.label: line for line in sheet.lines if line.part == "settlement"}
    running = [line for line in sheet.lines if line.part == "rounds"]
    assert len(running) == game.hands_counted
    assert (running[-1].points, running[-1].boxes) == (game.counted, game.boxes)
    assert bool(settlement) == game.over
    if game.totals is None:
        return
    assert ("shutout" in settlement) == game.shutout
    parts = [line.points for name, line in settlement.items() if name not in {"total", "margin"}]
    assert settlement["total"].points == game.totals
    assert tuple(map(sum, zip(*parts, strict=True))) == game.totals
    if game.winner is not None:
        assert settlement["margin"].points[game.winner] == game.margin


def scores() -> list[Any]:
    match = gf.MatchScore(5)
    match.add(1)
    hollywood = gf.HollywoodScore(gf.Rules(target=50))
    for score in (hollywood, game := gf.GameScore(gf.Rules(target=50))):
        for played in ((0, 30, 1), (None, 0, 0), (1, 20, 1)):
            score.add(*played)
    return [match, hollywood, game]


@pytest.mark.parametrize("score", scores(), ids=lambda score: type(score).__name__)
def test_scores_are_copied_pickled_and_compared_by_value(score: Any) -> None:
    more = (1,) if isinstance(score, gf.MatchScore) else (1, 5, 1)
    twins = [copy.copy(score), copy.deepcopy(score), score.copy()]
    twins += [
        pickle.loads(pickle.dumps(score, protocol))  # noqa: S301 - what was dumped just before.
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
    ]
    before = (str(score), repr(score))
    for twin in twins:
        assert twin == score
        assert (str(twin), repr(twin), twin.sheet()) == (*before, score.sheet())
        assert twin.add(*more)
        assert twin != score
        assert (str(score), repr(score)) == before
    assert score != object()
    with pytest.raises(TypeError, match="unhashable"):
        hash(score)
    with pytest.raises(AttributeError, match="over"):
        score.over = True


def test_a_score_says_what_it_is() -> None:
    game = scored([(0, 24, 1), (1, 29, 2)])
    assert repr(game) == "<GameScore: 2 rounds, hand points 24-29, boxes 1-2>"
    game.add(1, 80, 1)
    assert repr(game).endswith("hand points 24-109, boxes 1-3, seat 1 won, totals 49-284>")
    drawn = scored([(None, 0, 0)], single_hand=True)
    assert repr(drawn).endswith("boxes 0-0, drawn, totals 0-0>")
    match = gf.MatchScore(1)
    assert repr(match) == "<MatchScore: best of 1, games 0-0>"
    match.add(0)
    assert repr(match) == "<MatchScore: best of 1, games 1-0, seat 0 won>"


def test_the_sheet_is_a_page_that_people_can_read() -> None:
    game = scored(
        [(0, 31, 1), (None, 0, 0), (0, 50, 2)],
        box_immediate=True,
        box_bonus=10,
        game_bonus=0,
        shutout="double_total",
    )
    assert str(game).splitlines() == [
        "Game to 100, 10 a box at once",
        "             seat 0  boxes  seat 1  boxes",
        "-" * 80,
        "round 1          41      1       0      0  seat 0: 31, 1 box",
        "round 2          41      1       0      0  drawn",
        "round 3         111      3       0      0  seat 0: 50, 2 boxes",
        "-" * 80,
        "hand points      81              0",
        "game bonus        0              0",
        "boxes            30      3       0      0  10 each",
        "shutout         111              0         seat 1 won no round: everything twice",
        "total           222              0",
        "margin          222                        seat 0 wins",
    ]
    assert str(gf.GameScore()).splitlines()[0] == "Game to 100"
    assert str(gf.GameScore()).endswith("nothing yet")
    assert str(scored([(None, 0, 0)], single_hand=True)).endswith("nobody wins")


@given(RULES, st.lists(ROUND, max_size=12))
def test_the_page_and_the_table_show_the_same(rules: gf.Rules, rounds: list[Played]) -> None:
    game = gf.GameScore(rules)
    for played in rounds:
        game.add(*played)
    sheet = game.sheet()
    table = sheet.table()
    assert {len(row) for row in table} <= {4, 6}
    assert len(table) == 1 + len(sheet.lines)
    page = [line for line in str(game).splitlines()[1:] if set(line) != {"-"}]
    words = [" ".join(row).split() for row in table]
    assert [line.split() for line in page][: len(words)] == words
    assert all(line == line.rstrip() for line in page)
