"""A seat knows his own hand and what was done in the open, and nothing more."""

import random
from collections.abc import Iterator
from typing import Literal

import pytest

import gin_fast as gf
from gin_fast.rules import PRESETS
from round_players import choose, deck


def position(played: gf.Round, numbers: random.Random | None, seat: int) -> gf.Round:
    """Return the same position, all that is hidden from a seat dealt anew."""
    hands, stock = list(played.hands), list(played.stock)
    if numbers:
        other = 1 - seat
        hidden = [*(hands[other] - played.known[other]), *stock]
        numbers.shuffle(hidden)
        hands[other] = played.known[other] | gf.CardSet(hidden[len(stock) :])
        stock = hidden[: len(stock)]
    first, second = hands
    return gf.Round.from_parts(
        rules=played.rules,
        dealer=played.dealer,
        hands=(first, second),
        upcard=played.upcard,
        stock=stock,
        discards=played.discards,
        first_upcard=played.first_upcard,
        phase=played.phase,
        player=played.player,
        taken=played.taken,
        known=played.known,
        declined=played.declined,
        layoff=played.layoff,
    )


def positions(
    numbers: random.Random, rules: gf.Rules, rounds: int, layoff: Literal["best", "manual"] = "best"
) -> Iterator[gf.Round]:
    for at in range(rounds):
        cards = deck(numbers, near=at % 2 == 0)
        played = gf.Round(rules, deck=cards, dealer=at % 2, layoff=layoff)
        while played.phase not in {"layoff", "over"}:
            yield played.copy()
            played.apply(choose(numbers, played, steered=at % 3 < 2))


@pytest.mark.parametrize("name", PRESETS)
def test_dealing_hidden_cards_anew_changes_no_observation(
    name: str, numbers: random.Random, rounds: int
) -> None:
    # Moves that were made are no part of a position.
    rules = PRESETS[name].replace(max_moves=None)
    for played in positions(numbers, rules, rounds // 30):
        for seat in (0, 1):
            seen = played.observation(seat)
            assert position(played, numbers, seat).observation(seat) == seen
            assert position(played, None, seat).observation(seat) == seen


def test_a_knock_shows_nothing_of_the_defender_or_of_the_discard(
    numbers: random.Random, rounds: int
) -> None:
    knocks = 0
    for played in positions(numbers, gf.Rules(), rounds // 2, "manual"):
        knock = next((one for one in played.legal_actions() if one.kind == "knock"), None)
        if knock is None or knock.card is None:
            continue
        knocks += 1
        knocker = played.player
        twin = position(played, numbers, knocker)
        for one in (played, twin):
            one.apply(knock)
        assert twin.observation(knocker) == played.observation(knocker)
        seen = played.observation(1 - knocker)
        assert seen.opponent_known == played.hands[knocker]
        assert knock.card not in {*seen.hand, *seen.opponent_known, *seen.discards, seen.upcard}
        assert set().union(*seen.melds_on_table) <= seen.opponent_known
    assert knocks > 0


def test_what_is_seen_in_the_course_of_a_turn() -> None:
    deck = list(range(52))
    played = gf.Round(deck=deck, dealer=1)
    seen = played.observation(1)
    assert (seen.seat, seen.player, seen.dealer, seen.phase) == (1, 0, 1, "upcard")
    assert (seen.upcard, seen.discards, seen.stock_count) == (20, (), 31)
    assert seen.hand == gf.CardSet(range(1, 20, 2))
    assert (seen.legal_actions, seen.knock_limit) == ((), 10)
    played.apply("take_discard")
    seen = played.observation(1)
    assert seen.opponent_known == gf.CardSet([20])
    assert (seen.upcard, seen.melds_on_table) == (None, ())
    played.apply("discard As")
    assert played.observation(1).upcard == 0
    assert [str(one) for one in played.observation(1).legal_actions] == [
        "draw_stock",
        "take_discard",
    ]
    played.apply("draw_stock")
    # Who draws from the stock has refused the card that lay face up.
    assert played.observation(0).opponent_declined == gf.CardSet("As")
    assert played.observation(0).opponent_known == gf.CardSet()


def test_a_taken_card_that_is_thrown_is_no_longer_known() -> None:
    played = gf.Round(gf.Rules(may_rediscard=True), deck=range(52), dealer=1)
    played.apply("take_discard")
    played.apply(20)
    assert played.observation(1).opponent_known == gf.CardSet()


def test_both_refuse_the_upcard_in_the_open() -> None:
    played = gf.Round(deck=range(52), dealer=1)
    played.apply("pass")
    assert played.observation(1).opponent_declined == gf.CardSet([20])
    assert played.observation(0).opponent_declined == gf.CardSet()
    played.apply("pass")
    assert played.observation(0).opponent_declined == gf.CardSet([20])


def test_scores_and_target_are_those_of_the_game() -> None:
    played = gf.Round(seed=1)
    assert (played.observation(0).scores, played.observation(0).target) == ((0, 0), None)
    seen = played.observation(0, scores=(70, 31), target=100)
    assert (seen.scores, seen.target) == ((70, 31), 100)


def test_a_seat_is_0_or_1() -> None:
    with pytest.raises(ValueError, match="seat: expected 0 or 1, got 2"):
        gf.Round(seed=1).observation(2)
    with pytest.raises(TypeError, match="seat: expected 0 or 1, got None"):
        gf.Round(seed=1).observation(None)  # type: ignore[arg-type]


def test_after_the_showdown_both_hands_are_open() -> None:
    hands = ("7c 7d 7h 2s 3s 4s Tc Jc Qc 9h Kd", "6c 6d 6h 8s 9s Ts Kc Kh 4d 3d")
    rest = [card for card in range(52) if card not in gf.CardSet(hands[0]) | gf.CardSet(hands[1])]
    played = gf.Round.from_parts(hands=hands, upcard=rest[0], stock=rest[1:])
    played.apply("knock Kd")
    for seat in (0, 1):
        seen = played.observation(seat)
        assert seen.opponent_known == played.hands[1 - seat]
        # The defender has laid off the Kc.
        table = tuple(map(gf.Meld, ("2s3s4s", "7c7d7h", "TcJcQcKc")))
        assert seen.melds_on_table[:3] == table
        assert seen.phase == "over"


class Thrower:
    """A player who throws the first card that he may."""

    def act(self, observation: gf.Observation) -> gf.Action | int | str:
        return observation.legal_actions[0]


def test_a_player_plays_by_observations_alone() -> None:
    players: tuple[gf.Player, gf.Player] = (Thrower(), Thrower())
    played = gf.Round(seed=3)
    while played.legal_actions():
        played.apply(players[played.player].act(played.observation(played.player)))
    assert played.phase == "over"
