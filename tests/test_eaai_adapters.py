"""Players of one kind at the other one's table: they are told the same, and play the same."""

import random
from collections import Counter
from typing import Any

import pytest

import gin_fast as gf
from eaai_players import DEFENDER, KNOCKER, Heard, Scripted, Steered, near_deck, stacked
from gin_fast.compat.eaai import (
    Card,
    GinRummyGame,
    SimpleGinRummyPlayer,
    as_player,
    from_player,
)
from gin_fast.rules import PRESETS
from round_players import deck
from seated import Chance, sensible

RULES = gf.Rules.preset("eaai")


class Copied:
    """Plays as `sensible` does, and keeps each observation."""

    def __init__(self, numbers: random.Random) -> None:
        self.numbers = numbers
        self.seen: list[gf.Observation] = []

    def act(self, observation: gf.Observation) -> gf.Action:
        self.seen.append(observation)
        return sensible(list(observation.legal_actions), observation.hand, self.numbers)


def own(deck_of_theirs: list[Card], starter: int) -> list[int]:
    """Return a deck that a round deals as the framework deals its own."""
    ours = [gf.parse_card(str(card)) for card in reversed(deck_of_theirs)]
    if starter == 1:
        ours[0:20:2], ours[1:20:2] = ours[1:20:2], ours[0:20:2]
    return ours


def test_a_player_of_ours_sees_at_their_table_what_he_sees_at_ours(
    numbers: random.Random, rounds: int
) -> None:
    met: Counter[str] = Counter()
    for _ in range(rounds):
        theirs, starter, seed = near_deck(numbers), numbers.randrange(2), numbers.getrandbits(32)
        there = [Copied(random.Random(seed + seat)) for seat in (0, 1)]
        game = GinRummyGame(
            *map(from_player, there),
            starter=starter,  # type: ignore[arg-type]
            decks=[theirs],
        )
        result = game.play_hand()
        assert result is not None
        here = [Copied(random.Random(seed + seat)) for seat in (0, 1)]
        playing = gf.Round(RULES, deck=own(theirs, starter), dealer=1 - starter)
        while playing.phase != "over":
            seen = playing.observation(playing.player, target=100)
            # He who must draw from the stock is not asked there.
            if playing.phase == "draw" and len(seen.legal_actions) == 1:
                playing.apply(seen.legal_actions[0])
            else:
                playing.apply(here[playing.player].act(seen))
        for seat in (0, 1):
            assert there[seat].seen == here[seat].seen
        outcome = playing.result
        assert outcome is not None
        met[outcome.kind] += 1
        assert (result.winner, result.points) == (outcome.winner, outcome.points)
    assert met["knock"]


def played(player: Any, other: gf.Player, rules: gf.Rules, seat: int, **dealt: Any) -> gf.Round:
    """Return a round between a player with callbacks, in a seat, and another one."""
    playing = gf.Round(rules, dealer=0, **dealt)
    player.reset(seat, rules, 0)
    while playing.phase != "over":
        asked = player if playing.player == seat else other
        playing.apply(asked.act(playing.observation(playing.player)))
    return playing


class Choosing:
    """Draws, throws and lays out by chance."""

    def __init__(self, numbers: random.Random) -> None:
        self.numbers = numbers
        self.playing: gf.Round | None = None

    def act(self, observation: gf.Observation) -> gf.Action:
        legal = list(observation.legal_actions)
        if len(observation.hand) == 11 and self.numbers.random() < 0.9:
            return sensible(legal, observation.hand, self.numbers)
        return self.numbers.choice(legal)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_player_of_theirs_hears_at_our_table_what_happened(
    seat: int, numbers: random.Random, rounds: int
) -> None:
    met: Counter[str] = Counter()
    for at in range(rounds):
        heard = Heard(Steered(numbers))
        laid = "manual" if at % 2 else "best"
        playing = played(
            as_player(heard),
            Choosing(numbers),
            RULES,
            seat,
            deck=deck(numbers, near=True),
            layoff=laid,
        )
        assert playing.result is not None
        met[playing.result.kind] += 1
        expected = story(playing, seat)
        told = [said for said in heard.heard if said[0] in {"reportDraw", "reportDiscard"}]
        if told == [("reportDraw", 1 - seat, None)]:
            # A first turn that was a knock: he does not see whether the upcard was taken.
            told = expected[:1]
        # What came after his last turn he never hears.
        assert told == expected[: len(told)]
        asked = sum(action.kind in {"discard", "knock"} for action in heard_turns(playing, seat))
        assert sum(said[0] == "getDiscard" for said in heard.heard) == asked
        assert sum(said == ("reportDiscard", seat, said[-1]) for said in told) == asked
        # He hears all up to what he last did himself, and a defender by hand the last draw too.
        left = expected[len(told) :]
        assert all(number != seat for _, number, _ in left)
        assert len(left) <= 2
        begins = [said for said in heard.heard if said[0] == "startGame"]
        assert len(begins) <= 1
        if playing.result.knocker == 1 - seat and laid == "manual" and begins:
            met["defends"] += 1
            (shown,) = [said for said in heard.heard if said[0] == "reportFinalMelds"]
            assert shown[1] == 1 - seat
            names = {"".join(sorted(map(str, meld))) for meld in shown[2]}
            melds = playing.result.knocker_melds
            assert names == {
                "".join(sorted(gf.card_name(card).upper() for card in meld)) for meld in melds
            }
            best = gf.defend(playing.hands[seat], () if playing.result.kind == "gin" else melds)
            assert playing.result.defender_deadwood == best.deadwood
    assert met["defends"]
    assert met["knock"]


def heard_turns(playing: gf.Round, seat: int) -> list[gf.Action]:
    again = gf.Round(playing.rules, deck=playing.deck, dealer=playing.dealer, layoff=playing.layoff)
    done = []
    for action in playing.history:
        if again.player == seat:
            done.append(action)
        again.apply(action)
    return done


def story(playing: gf.Round, seat: int) -> list[tuple[str, int, Card | None]]:
    """Return the draws and discards of a round as a seat is to hear them."""
    again = gf.Round(playing.rules, deck=playing.deck, dealer=playing.dealer, layoff=playing.layoff)
    told: list[tuple[str, int, Card | None]] = []
    for action in playing.history:
        player = again.player
        if action.kind == "take_discard":
            assert again.upcard is not None
            told.append(("reportDraw", player, theirs(again.upcard)))
        elif action.kind == "draw_stock":
            drawn = theirs(again.stock[0]) if player == seat else None
            told.append(("reportDraw", player, drawn))
        elif action.kind == "discard" or (action.kind == "knock" and player == seat):
            assert action.card is not None
            told.append(("reportDiscard", player, theirs(action.card)))
        again.apply(action)
    return told


def theirs(card: int) -> Card:
    return Card.strCardMap[gf.card_name(card).upper()]


# He knows neither another limit nor another ace.
KNOWN = [
    name
    for name, rules in PRESETS.items()
    if rules.knock_limit == 10 and not rules.oklahoma and rules.ace == "low"
]


@pytest.mark.parametrize("name", KNOWN)
def test_the_plain_player_plays_whole_matches_under_other_rules(name: str) -> None:
    rules = gf.Rules.preset(name)
    match = gf.play([as_player(SimpleGinRummyPlayer(1)), Chance()], rules, seed=3)
    assert match.over
    assert match.names == ("SimpleGinRummyPlayer", "Chance")


def test_scores_are_reported_when_they_have_changed() -> None:
    heard = Heard(SimpleGinRummyPlayer(1))
    match = gf.play([as_player(heard), gf.SimplePlayer()], RULES, seed=3)
    scores = [tuple(said[1]) for said in heard.heard if said[0] == "reportScores"]
    assert scores == sorted(set(scores))
    assert len(scores) <= len(match.rounds)
    begins = [said for said in heard.heard if said[0] == "startGame"]
    assert [said[2] for said in begins] == [1 - played.dealer for played in match.rounds]


@pytest.mark.parametrize(
    ("takes", "throws", "shows", "reason"),
    [
        ("t", "KC", None, "threw KC, the face-up card that he had just taken"),
        ("t", "KH", None, "threw KH, which he does not hold"),
        ("t", "AC", [["TC", "TH"]], "showed what he cannot"),
        ("t", "AC", 3, "showed what are no melds"),
        ("t", "AC", [], "showed what he cannot: the melds leave"),
    ],
)
def test_what_is_not_allowed_is_an_illegal_action(
    takes: str, throws: str, shows: Any, reason: str
) -> None:
    if isinstance(shows, list):
        shows = [[Card.strCardMap[text] for text in meld] for meld in shows]
    player = as_player(Scripted(takes, throws, [shows]))
    dealt = own(stacked((KNOCKER, DEFENDER), "KC"), 0)
    playing = gf.Round(RULES, deck=dealt, dealer=1)
    playing.apply(player.act(playing.observation(0)))
    with pytest.raises(gf.IllegalActionError) as caught:
        playing.apply(player.act(playing.observation(0)))
    assert reason in str(caught.value)


def test_a_player_of_ours_who_errs_is_named_by_the_callback() -> None:
    class Stubborn:
        def act(self, observation: gf.Observation) -> str:
            del observation
            return "discard Ks"

    game = GinRummyGame(from_player(Stubborn()), SimpleGinRummyPlayer(1), seed=1, starter=0)
    with pytest.raises(gf.IllegalActionError, match=r"discard Ks is not legal") as caught:
        game.play()
    assert caught.value.__notes__ == ["raised by willDrawFaceUpCard of player 0 (_Asking)"]
