"""What hands come to: against a referee, layoffs by first fit told anew, worked cases, stories."""

import random
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

import gin_fast as gf
import oracle
from eaai_players import (
    DEFENDER,
    KNOCKER,
    OWN,
    SHOWN,
    Heard,
    Melds,
    Scripted,
    Steered,
    cards,
    mask,
    near_deck,
    of_mask,
    stacked,
)
from gin_fast.compat.eaai import Card, GinRummyGame, GinRummyUtil, HandResult
from referee import Outcome, referee
from test_cases import Case, of_kind

RULES = gf.Rules.preset("eaai")


def told(heard: list[tuple[Any, ...]], number: int) -> list[str]:
    """Return what a player did in one hand, in the words of `gin_fast`."""
    texts: list[str] = []
    for before, (name, *said) in pairwise([("",), *heard]):
        if name == "willDrawFaceUpCard":
            texts.append("take_discard" if said[-1] else "refuses")
        elif name == "reportDraw" and said[0] == number and texts[-1] == "refuses":
            texts.append("draw_stock")
        elif name == "reportDiscard" and said[0] == number:
            texts.append(f"discard {said[1]}")
        elif before[:2] == ("reportDiscard", number) and said[0] is not None:
            melds = " ".join("".join(map(str, meld)) for meld in said[0])
            texts[-1] = f"knock {before[2]}: {melds}"
    return texts


def refereed(deck: list[Card], starter: int, heard: list[list[tuple[Any, ...]]]) -> Outcome:
    """Return what a referee says of a hand that was played."""
    ours = [gf.parse_card(str(card)) for card in reversed(deck)]
    if starter == 1:
        # He deals to who is asked first, the framework to player 0.
        ours[0:20:2], ours[1:20:2] = ours[1:20:2], ours[0:20:2]
    waiting = [told(heard[number], number) for number in (0, 1)]
    play = referee(RULES, ours, dealer=1 - starter)
    player, phase, legal = next(play)
    while True:
        text = waiting[player].pop(0)
        if text == "refuses":
            text = "pass" if phase == "upcard" else waiting[player].pop(0)
        action = gf.Action.parse(text)
        assert str(action).partition(":")[0] in legal
        try:
            player, phase, legal = play.send(str(action))
        except StopIteration as stop:
            outcome: Outcome = stop.value
            return outcome


def first_fit(result: HandResult, defender: list[Card]) -> tuple[set[Card], int]:
    """Return the cards that are laid off by the framework's rule, and the points left."""
    melds = [set(meld) for meld in result.knocker_melds]
    left = sorted(set(defender).difference(*result.defender_melds), key=lambda card: card.id)
    if result.kind == "gin":
        return set(), oracle.points(mask(left))
    laid_off: set[Card] = set()
    again = True
    while again:
        again = False
        for card in left:
            fits = [meld for meld in melds if oracle.is_meld(mask([*meld, card]))]
            if fits:
                fits[0].add(card)
                left.remove(card)
                laid_off.add(card)
                again = True
                break
    return laid_off, oracle.points(mask(left))


@pytest.mark.parametrize("faithful", [False, True])
def test_hands_come_to_what_a_referee_says(
    faithful: bool,  # noqa: FBT001 - a parameter of pytest's.
    numbers: random.Random,
    rounds: int,
) -> None:
    met: Counter[str] = Counter()
    for _ in range(rounds):
        deck = near_deck(numbers)
        players = [Heard(Steered(numbers)) for _ in range(2)]
        game = GinRummyGame(*players, faithful=faithful, decks=[deck], seed=numbers.getrandbits(9))
        starter = game.starter
        result = game.play_hand()
        assert result is not None
        assert result.starter == starter
        assert game.starter == (starter if result.kind == "void" else 1 - starter)
        met[result.kind] += 1
        kind, winner, points = refereed(deck, starter, [player.heard for player in players])
        if result.knocker is None:
            assert (result.kind, result.winner, result.points) == ("void", winner, points)
            assert kind == "draw"
            assert game.scores == (0, 0)
            continue
        assert game.scores[result.winner or 0] == result.points
        hand = of_mask(players[1 - result.knocker].player.hand)
        laid_off = [step.card for step in result.layoffs]
        own = [card for meld in result.defender_melds for card in meld]
        left = mask(hand) & ~mask([*own, *laid_off])
        assert result.defender_deadwood == oracle.points(left)
        assert len(set(own) | set(laid_off)) == len(own) + len(laid_off)
        for step in result.layoffs:
            assert oracle.is_meld(mask([step.card, *step.meld]))
        if faithful:
            named = players[1 - result.knocker].heard
            asked = [said for name, *said in named if name == "getFinalMelds"][-1][0] or []
            assert [list(meld) for meld in result.defender_melds] == asked
            assert (set(laid_off), result.defender_deadwood) == first_fit(result, hand)
        same = (result.kind, result.winner, result.points) == (kind, winner, points)
        assert same or faithful
        if not same:
            met["other layoffs"] += 1
            assert result.defender_deadwood is not None
            # By first fit a defender never comes to more.
            signed = points if winner == result.knocker else -points
            mine = result.points if result.winner == result.knocker else -result.points
            assert mine > signed
    assert {"knock", "void", "gin", "undercut"} <= set(met)
    assert bool(met["other layoffs"]) == faithful


def test_melds_that_a_defender_names_stand_where_they_cost_nothing(
    numbers: random.Random, rounds: int
) -> None:
    kept = 0
    for _ in range(rounds // 2):
        players = [Heard(Steered(numbers)) for _ in range(2)]
        game = GinRummyGame(*players, decks=[near_deck(numbers)])
        result = game.play_hand()
        assert result is not None
        if result.knocker is None:
            continue
        defender = players[1 - result.knocker]
        named = [said for name, *said in defender.heard if name == "getFinalMelds"][-1][0] or []
        table = [] if result.kind == "gin" else [mask(list(meld)) for meld in result.knocker_melds]
        judge = gf.defend(defender.player.hand, [gf.Meld(oracle.cards_in(one)) for one in table])
        assert result.defender_deadwood == judge.deadwood
        rest = defender.player.hand & ~mask([card for meld in named for card in meld])
        after = gf.defend(rest, [gf.Meld(oracle.cards_in(one)) for one in table])
        if after.deadwood == judge.deadwood:
            kept += bool(named)
            assert [list(meld) for meld in result.defender_melds][: len(named)] == named
    assert kept


def first_fit_story(shown: list[str], *, faithful: bool) -> HandResult:
    knocker = Scripted("t", "KC", [[cards(meld) for meld in shown]])
    defender = Scripted("", "", [[cards(meld) for meld in OWN]])
    # He takes the upcard for the king that he throws.
    hand = KNOCKER.replace("AC", "KC")
    game = GinRummyGame(
        knocker,
        defender,
        starter=0,
        faithful=faithful,
        decks=[stacked((hand, DEFENDER), "AC")],
    )
    result = game.play_hand()
    assert result is not None
    return result


def test_a_set_named_before_a_run_strands_the_nine_if_it_is_faithful() -> None:
    result = first_fit_story(SHOWN, faithful=True)
    assert [str(step.card) for step in result.layoffs] == ["TD"]
    assert (result.kind, result.winner, result.points) == ("knock", 0, 9 + 2 - 1)


def test_a_run_named_before_the_set_takes_both() -> None:
    result = first_fit_story([SHOWN[1], SHOWN[0], SHOWN[2]], faithful=True)
    assert result.layoffs == (
        (Card.strCardMap["TD"], tuple(cards("JD QD KD"))),
        (Card.strCardMap["9D"], tuple(cards("TD JD QD KD"))),
    )
    assert (result.kind, result.winner, result.points) == ("knock", 0, 2 - 1)


def test_the_order_does_not_matter_by_default() -> None:
    for shown in (SHOWN, SHOWN[::-1]):
        result = first_fit_story(shown, faithful=False)
        assert [str(step.card) for step in result.layoffs] == ["TD", "9D"]
        assert [list(meld) for meld in result.knocker_melds] == [cards(meld) for meld in shown]
        assert [list(meld) for meld in result.defender_melds] == [cards(meld) for meld in OWN]
        assert (result.kind, result.winner, result.points) == ("knock", 0, 2 - 1)


CASES = [
    case for case in of_kind("showdown") if "eaai" in case.values[0]["expected"]["points_by_preset"]
]


def shown_down(case: Case, own: Melds, *, faithful: bool) -> HandResult:
    """Return the end of a hand in which the knocker of a case throws what he has drawn."""
    hands = case["input"]["knocker"], case["input"]["defender"]
    upcard, drawn = [str(card) for card in Card.allCards if str(card) not in " ".join(hands)][:2]
    shown = [cards(meld) for meld in case["input"]["knocker_melds"]]
    game = GinRummyGame(
        Scripted("f", drawn, [shown]),
        Scripted("f", "", [own]),
        starter=0,
        faithful=faithful,
        decks=[stacked(hands, f"{upcard} {drawn}")],
    )
    result = game.play_hand()
    assert result is not None
    return result


@pytest.mark.parametrize("case", CASES)
def test_worked_cases_come_out_by_default_whatever_the_defender_names(case: Case) -> None:
    hand, expected = case["input"]["defender"], case["expected"]
    worth = expected["points_by_preset"]["eaai"]
    sets = GinRummyUtil.cardsToAllMaximalMeldSets(cards(hand))
    for own in [[], *sets]:
        result = shown_down(case, own, faithful=False)
        assert result.kind == worth["outcome"]
        assert result.winner == {"knocker": 0, "defender": 1}[worth["winner"]]
        assert result.points == worth["points"]
        assert result.knocker_deadwood == expected["knocker_deadwood"]
        assert result.defender_deadwood == expected["defender_deadwood"]


@pytest.mark.parametrize("case", CASES)
def test_worked_cases_of_first_fit_come_out_if_it_is_faithful(case: Case) -> None:
    sets = GinRummyUtil.cardsToBestMeldSets(cards(case["input"]["defender"]))
    left = {shown_down(case, own, faithful=True).defender_deadwood for own in sets or [[]]}
    expected = case["expected"]
    assert expected.get("if_layoffs_are_first_fit_greedy", expected["defender_deadwood"]) in left


def test_gin_allows_no_layoff_and_a_tie_is_an_undercut() -> None:
    gin = KNOCKER.replace("AC", "5H")
    deck = stacked((gin, DEFENDER), "KC 9S")
    shown = [cards(meld) for meld in [*SHOWN[:2], "2H 3H 4H 5H"]]
    players = Scripted("f", "9S", [shown]), Scripted("f", "", [None])
    result = GinRummyGame(*players, starter=0, decks=[deck]).play_hand()
    assert result is not None
    assert (result.kind, result.points, result.layoffs) == ("gin", 25 + 21, ())
    # Two points on either side.
    players = (
        Scripted("f", "9S", [[cards(meld) for meld in SHOWN]]),
        Scripted("f", "", [[cards(meld) for meld in OWN]]),
    )
    deck = stacked((KNOCKER.replace("AC", "2C"), DEFENDER), "KC 9S")
    result = GinRummyGame(*players, starter=0, decks=[deck]).play_hand()
    assert result is not None
    assert (result.kind, result.winner, result.points) == ("undercut", 1, 25)
    assert (result.knocker_deadwood, result.defender_deadwood) == (2, 2)
