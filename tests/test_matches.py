"""Scores of matches, and who deals next."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gin_fast as gf
from score_cases import CASES, check_fields


def test_a_match_of_the_case_file() -> None:
    [case] = [case for case in CASES if case["kind"] == "match"]
    match = gf.MatchScore(case["input"]["best_of"])
    assert all(match.add(winner) for winner in case["input"]["game_winners"])
    found = {
        "winner": match.winner,
        "games_won": list(match.games_won),
        "games_played": match.games_played,
    }
    check_fields(case["expected"], found)


@pytest.mark.parametrize(
    "convention", ["alternate", "loser", "winner", "alternate_also_after_draw"]
)
def test_dealers_of_the_case_file(convention: str) -> None:
    [case] = [case for case in CASES if case["kind"] == "dealer"]
    assert len(case["expected"]) == 4
    rules = gf.Rules().replace(next_dealer=convention.removesuffix("_also_after_draw"))
    if convention.endswith("_also_after_draw"):
        rules = rules.replace(dealer_after_draw="next")
    dealers = [case["input"]["first_dealer"]]
    for winner in case["input"]["hand_winners"]:
        dealers.append(gf.next_dealer(rules, dealers[-1], winner))
    assert dealers == case["expected"][convention]


@pytest.mark.parametrize("games", [0, 2, 100, -1])
def test_a_match_of_an_impossible_length_is_refused(games: int) -> None:
    with pytest.raises(
        ValueError, match=f"^best_of: expected an odd int from 1 to 99, got {games}$"
    ):
        gf.MatchScore(games)


def test_a_match_wants_a_number_and_winners() -> None:
    with pytest.raises(TypeError, match=r"^best_of: expected an odd int, .* pass rules.best_of$"):
        gf.MatchScore(gf.Rules())  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^best_of: expected an odd int .* got 5.0 \(float\)$"):
        gf.MatchScore(5.0)  # type: ignore[arg-type]
    match = gf.MatchScore(3)
    wrong: list[Any] = [None, True, "0", 2, -1]
    for winner in wrong:
        with pytest.raises((TypeError, ValueError), match=r"^winner: expected 0 or 1, got"):
            match.add(winner)
    assert match == gf.MatchScore(3)


@given(st.sampled_from([1, 3, 5, 7, 99]), st.lists(st.sampled_from([0, 1]), max_size=120))
def test_a_match_ends_when_more_than_half_are_won(best_of: int, winners: list[int]) -> None:
    match = gf.MatchScore(best_of)
    counted = [match.add(winner) for winner in winners]
    games = next(
        (
            played
            for played in range(len(winners))
            if max(winners[:played].count(0), winners[:played].count(1)) * 2 > best_of
        ),
        len(winners),
    )
    assert counted == [True] * games + [False] * (len(winners) - games)
    won = (winners[:games].count(0), winners[:games].count(1))
    assert (match.games_won, match.games_played) == (won, games)
    assert match.over == (max(won) * 2 > best_of)
    assert match.winner == (won.index(max(won)) if match.over else None)
    assert match.best_of == best_of


@given(st.sampled_from([0, 1]), st.sampled_from([0, 1]))
def test_each_convention_says_who_deals(dealer: int, winner: int) -> None:
    rules = gf.Rules()
    assert gf.next_dealer(rules, dealer, winner) == 1 - dealer
    assert gf.next_dealer(rules.replace(next_dealer="winner"), dealer, winner) == winner
    assert gf.next_dealer(rules.replace(next_dealer="loser"), dealer, winner) == 1 - winner
    for convention in ("alternate", "winner", "loser"):
        after = rules.replace(next_dealer=convention)
        assert gf.next_dealer(after, dealer, None) == dealer
        assert gf.next_dealer(after.replace(dealer_after_draw="next"), dealer, None) == 1 - dealer


def test_no_other_seat_deals() -> None:
    for dealer in (2, -1):
        with pytest.raises(ValueError, match=f"^dealer: expected 0 or 1, got {dealer}$"):
            gf.next_dealer(gf.Rules(), dealer, 0)
    with pytest.raises(TypeError, match=r"^dealer: expected 0 or 1, got None \(NoneType\)$"):
        gf.next_dealer(gf.Rules(), None, 0)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"^winner: expected 0, 1 or None, got 3$"):
        gf.next_dealer(gf.Rules(), 0, 3)
