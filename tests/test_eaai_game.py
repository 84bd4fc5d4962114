"""Matches between players with callbacks: what they are told, what is allowed, how they end."""

# The framework's names.
# ruff: noqa: N802, N803

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import gin_fast as gf
from eaai_players import (
    CALLBACKS,
    DEFENDER,
    KNOCKER,
    OWN,
    SHOWN,
    Heard,
    Scripted,
    cards,
    stacked,
)
from gin_fast.compat.eaai import (
    Card,
    Forfeit,
    GinRummyGame,
    GinRummyPlayer,
    HandResult,
    SimpleGinRummyPlayer,
)


def test_players_are_told_all_that_they_may_know() -> None:
    knocker = Heard(Scripted("f", "9S", [[cards(meld) for meld in SHOWN]]))
    defender = Heard(Scripted("f", "", [[cards(meld) for meld in OWN]]))
    deck = stacked((KNOCKER, DEFENDER), "KC 9S")
    game = GinRummyGame(knocker, defender, starter=0, decks=[deck])
    assert game.play_hand() is not None
    ten, nine, spade = (Card.strCardMap[text] for text in ("TD", "9D", "9S"))
    shown, own = [cards(meld) for meld in SHOWN], [cards(meld) for meld in OWN]
    ending = [
        ("reportFinalMelds", 0, shown),
        ("reportFinalMelds", 1, own),
        ("reportLayoff", 1, ten, cards("JD QD KD")),
        ("reportLayoff", 1, nine, cards("TD JD QD KD")),
        ("reportFinalHand", 0, sorted(cards(KNOCKER), key=Card.getId)),
        ("reportFinalHand", 1, sorted(cards(DEFENDER), key=Card.getId)),
        ("reportScores", [1, 0]),
    ]
    upcard = Card.strCardMap["KC"]
    assert knocker.heard == [
        ("startGame", 0, 0, cards(KNOCKER)),
        ("willDrawFaceUpCard", upcard, False),
        # The other one refused it too.
        ("reportDraw", 0, spade),
        ("getDiscard", spade),
        ("reportDiscard", 0, spade),
        ("getFinalMelds", shown),
        *ending,
    ]
    assert defender.heard == [
        ("startGame", 1, 0, cards(DEFENDER)),
        ("willDrawFaceUpCard", upcard, False),
        ("reportDraw", 0, None),
        ("reportDiscard", 0, spade),
        ending[0],
        ("getFinalMelds", own),
        *ending[1:],
    ]


class Ids(Scripted):
    cards_as_ids = True


def test_a_player_who_asks_for_ids_gets_ids() -> None:
    by_cards = Heard(Scripted("f", "9S", [[cards(meld) for meld in SHOWN]]))
    by_ids = Heard(Ids("f", "", [[[card.id for card in cards(meld)] for meld in OWN]]))
    deck = stacked((KNOCKER, DEFENDER), "KC 9S")
    result = GinRummyGame(by_cards, by_ids, starter=0, decks=[deck]).play_hand()
    assert result is not None
    assert result.points == 1

    def ids(value: Any) -> Any:
        if isinstance(value, Card):
            return value.id
        return [ids(one) for one in value] if isinstance(value, list) else value

    told_both = [said for said in by_cards.heard if said[0].startswith("report")][2:]
    assert [tuple(map(ids, said)) for said in told_both] == [
        said for said in by_ids.heard if said[0].startswith("report")
    ][2:]
    assert by_ids.heard[0] == ("startGame", 1, 0, [card.id for card in cards(DEFENDER)])


WRONG: dict[str, tuple[Scripted, str]] = {
    "takes and throws": (
        Scripted("t", "KC", [None]),
        "threw KC, the face-up card that he had just taken",
    ),
    "holds no such card": (Scripted("f", "9D", [None]), "threw 9D, which he does not hold"),
    "more than ten": (
        Scripted("f", "9S", [[cards(SHOWN[2])]]),
        "showed what he cannot: the melds leave 61 points, and the limit is 10",
    ),
    "no meld": (
        Scripted("f", "9S", [[cards("TC TH")]]),
        "showed what he cannot: TC TH is no meld",
    ),
    "not his": (
        Scripted("f", "9S", [[cards("5C 6C 7C")]]),
        "showed what he cannot: 5C 6C 7C is not in what is left of his hand",
    ),
    "twice": (
        Scripted("f", "9S", [[cards("TC TH TS"), cards("TC TH TS")]]),
        "showed what he cannot: TC TH TS is not in what is left of his hand",
    ),
    "nothing melded": (
        Scripted("f", "9S", [[]]),
        "showed what he cannot: the melds leave 70 points, and the limit is 10",
    ),
    "no melds at all": (
        Scripted("f", "9S", [7]),
        "showed what are no melds: getFinalMelds: expected a list of melds, got 7 (int)",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_not_allowed_forfeits_the_match(name: str) -> None:
    player, reason = WRONG[name]
    deck = stacked((KNOCKER, DEFENDER), "KC 9S")
    game = GinRummyGame(player, Scripted("f", "", []), starter=0, decks=[deck])
    assert game.play() == game.winner == 1
    assert game.forfeit == Forfeit(0, f"player 0 (Scripted) {reason}")
    assert (game.over, game.scores, game.hands) == (True, (0, 0), ())
    with pytest.raises(ValueError, match=r"^the match is over, no hand is due$"):
        game.play_hand()


def test_a_defender_forfeits_by_wrong_melds_too() -> None:
    deck = stacked((KNOCKER, DEFENDER), "KC 9S")
    knocker = Scripted("f", "9S", [[cards(meld) for meld in SHOWN]])
    game = GinRummyGame(knocker, Scripted("f", "", [[cards("TC TH TS")]]), starter=0, decks=[deck])
    assert game.play() == 0
    assert game.forfeit is not None
    assert game.forfeit.player == 1


def test_what_is_no_card_is_no_discard() -> None:
    for thrown in (None, "9S", 52, 1.5, [3]):
        player = Scripted("f", "", [])
        player.throws = [thrown]
        deck = stacked((KNOCKER, DEFENDER), "KC 9S")
        game = GinRummyGame(player, Scripted("f", "", []), starter=0, decks=[deck])
        assert game.play() == 1
        assert game.forfeit is not None
        assert game.forfeit.reason == f"player 0 (Scripted) threw {thrown!r}, which is no card"


@pytest.mark.parametrize("callback", CALLBACKS)
def test_what_a_player_raises_says_which_callback_it_was(callback: str) -> None:
    class Failing(SimpleGinRummyPlayer):
        name = "Failing"

    def fail(self: object, *arguments: object) -> None:
        del self, arguments
        raise ZeroDivisionError("own fault")

    setattr(Failing, callback, fail)
    game = GinRummyGame(SimpleGinRummyPlayer(1), Failing(2), seed=1)
    with pytest.raises(ZeroDivisionError, match="own fault") as caught:
        game.play()
    assert caught.value.__notes__ == [f"raised by {callback} of player 1 (Failing)"]


def test_an_answer_that_is_neither_true_nor_false_says_whose_it_was() -> None:
    class Undecided(SimpleGinRummyPlayer):
        def willDrawFaceUpCard(self, card: Card) -> Any:
            del card
            return np.array([True, False])

    game = GinRummyGame(Undecided(1), SimpleGinRummyPlayer(2), seed=1, starter=0)
    with pytest.raises(ValueError, match="ambiguous") as caught:
        game.play()
    assert caught.value.__notes__ == ["raised by willDrawFaceUpCard of player 0 (Undecided)"]


class FaceUpOnly(GinRummyPlayer):
    """Takes every face-up card, and throws the oldest other one, for ever."""

    def startGame(self, playerNum: int, startingPlayerNum: int, cards: list[Card]) -> None:
        del startingPlayerNum
        self.number = playerNum
        self.held = list(cards)

    def willDrawFaceUpCard(self, card: Card) -> bool:
        del card
        return True

    def reportDraw(self, playerNum: int, drawnCard: Card | None) -> None:
        if playerNum == self.number and drawnCard is not None:
            self.held.append(drawnCard)

    def getDiscard(self) -> Card:
        return self.held.pop(0)

    def getFinalMelds(self) -> None:
        return None


def test_two_players_who_take_for_ever_are_ended_by_caps() -> None:
    game = GinRummyGame(FaceUpOnly(), FaceUpOnly(), seed=1, max_turns=500, max_hands=3, starter=1)
    assert game.play() is None
    assert [(hand.kind, hand.turns, hand.starter) for hand in game.hands] == [("void", 500, 1)] * 3
    assert (game.over, game.winner, game.scores, game.starter) == (True, None, (0, 0), 1)
    assert repr(game) == "<GinRummyGame: 3 hands, (0, 0), over>"


def test_max_hands_gives_the_match_to_who_is_ahead() -> None:
    game = GinRummyGame(SimpleGinRummyPlayer(1), SimpleGinRummyPlayer(2), seed=3, max_hands=1)
    assert game.play() == game.hands[0].winner
    assert max(game.scores) < 100


def test_the_drawer_of_the_last_card_may_go_out_and_nobody_after_him() -> None:
    class Drawing(Scripted):
        def startGame(self, playerNum: int, startingPlayerNum: int, cards: list[Card]) -> None:
            del startingPlayerNum, cards
            self.number = playerNum

        def willDrawFaceUpCard(self, card: Card) -> bool:
            del card
            return False

        def reportDraw(self, playerNum: int, drawnCard: Card | None) -> None:
            if playerNum == self.number:
                self.throws = [drawnCard]

        def getFinalMelds(self) -> Any:
            return self.shows.pop(0) if self.shows else None

    shown = [cards(meld) for meld in SHOWN]
    # The starter draws the 1st, 3rd, ... 29th card of the stock.
    for last, kind in ((14, "knock"), (15, "void")):
        players = Drawing("", "", [None] * last + [shown]), Drawing("", "", [])
        players[1].shows = [None] * 14 + [[cards(meld) for meld in OWN]]
        deck = stacked((KNOCKER, DEFENDER), "KC")
        result = GinRummyGame(*players, starter=0, decks=[deck]).play_hand()
        assert result is not None
        assert (result.kind, result.turns) == (kind, 29)


def test_a_match_goes_to_a_hundred_and_the_same_seed_is_the_same_match() -> None:
    def match(seed: int) -> GinRummyGame:
        players = SimpleGinRummyPlayer(seed), SimpleGinRummyPlayer(seed + 1)
        return GinRummyGame(*players, seed=seed)

    starters = set()
    for seed in range(20):
        game, twin = match(seed), match(seed)
        starters.add(game.starter)
        # Hands of both in turn: neither knows of the other.
        while not game.over:
            assert game.play_hand() == twin.play_hand()
        assert game.play() == game.winner
        assert game.scores == twin.scores
        before, after = sum(game.scores) - game.hands[-1].points, sum(game.scores)
        assert max(game.scores) >= 100 > max(game.scores) - game.hands[-1].points
        assert after == sum(hand.points for hand in game.hands)
        assert before < after
        for hand, following in pairwise(game.hands):
            assert following.starter == 1 - hand.starter or hand.kind == "void"
    assert starters == {0, 1}


def test_decks_that_are_given_change_nothing_in_those_that_follow() -> None:
    def hands(decks: list[list[Card]]) -> tuple[HandResult, ...]:
        players = Heard(SimpleGinRummyPlayer(1)), Heard(SimpleGinRummyPlayer(2))
        game = GinRummyGame(*players, seed=5, starter=0, decks=decks, max_hands=2)
        game.play()
        return tuple(said[-1] for said in players[0].heard if said[0] == "startGame")

    first, second = hands([]), hands([Card.getShuffle(1)])
    assert first[0] != second[0]
    assert first[1] == second[1]


def test_arguments_are_refused_by_name() -> None:
    simple, other = SimpleGinRummyPlayer(1), SimpleGinRummyPlayer(2)
    with pytest.raises(ValueError, match=r"^player1: expected another player than player0"):
        GinRummyGame(simple, simple)
    with pytest.raises(TypeError, match=r"^player1: expected a player with startGame, got <object"):
        GinRummyGame(simple, object())
    with pytest.raises(TypeError, match=r"^player0: expected a player, got a type; pass Simple"):
        GinRummyGame(SimpleGinRummyPlayer, simple)
    with pytest.raises(TypeError, match=r"^seed: expected None or an int not below 0, got 'a'"):
        GinRummyGame(simple, other, seed="a")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"^starter: expected 0, 1 or None, got 2$"):
        GinRummyGame(simple, other, starter=2)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^faithful: expected True or False, got 1 \(int\)$"):
        GinRummyGame(simple, other, faithful=1)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"^max_turns: expected None or an int not below 1"):
        GinRummyGame(simple, other, max_turns=0)
    with pytest.raises(gf.InvalidHandError, match=r"^decks\[0\]: expected 52 cards, got 51$"):
        GinRummyGame(simple, other, decks=[range(51)])
    with pytest.raises(gf.InvalidHandError, match=r"^decks\[0\]: expected every card once"):
        GinRummyGame(simple, other, decks=[[3] * 52])
    with pytest.raises(TypeError, match=r"^decks\[0\]: expected cards in order, got 3 \(int\)$"):
        GinRummyGame(simple, other, decks=[3])  # type: ignore[list-item]
    with pytest.raises(TypeError, match=r"^decks: expected decks, each of 52 cards, got 3"):
        GinRummyGame(simple, other, decks=3)  # type: ignore[arg-type]
