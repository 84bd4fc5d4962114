"""Rounds under every preset and every rule of play, held against a referee step by step."""

import random
from typing import Any

import pytest

import gin_fast as gf
from gin_fast.rules import PRESETS
from referee import Step, referee
from round_players import choose, deck

# One field of play a row, where the presets do not have it by itself.
VARIANTS: dict[str, dict[str, Any]] = {
    "drawer_may_not_knock": {"wall_rule": "drawer_may_not_knock"},
    "last_discard_knock": {"wall_rule": "last_discard_knock"},
    "last_discard_take": {"wall_rule": "last_discard_take"},
    "swaps_at_the_wall": {
        "wall_rule": "last_discard_take",
        "dead_cards": 20,
        "max_discard_draws": 20,
        "may_rediscard": True,
    },
    "no_dead_cards": {"dead_cards": 0, "wall_rule": "last_discard_knock"},
    "stall_rule": {"may_rediscard": True, "stall_rule": True},
    "max_discard_draws": {"max_discard_draws": 3},
    "max_moves": {"max_moves": 40, "wall_rule": "last_discard_take", "dead_cards": 15},
    "gin_forced": {"gin_forced": True},
    "gin_forced_without_big_gin": {"gin_forced": True, "big_gin": False},
    "not_on_first_turn": {"knock_on_first_turn": False},
    "rediscard_on_knock": {"rediscard_on_knock": True},
    "oklahoma_ace_one": {"oklahoma": True, "oklahoma_ace": "one"},
    "eleven_cards": {"opening": "eleven_card_nondealer", "knock_on_first_turn": False},
    "high_or_low": {"ace": "high_or_low", "ace_deadwood": 15},
}
RULES = dict(PRESETS) | {name: gf.Rules(**fields) for name, fields in VARIANTS.items()}


def every_card(played: gf.Round) -> list[int]:
    """Return the cards of a round, wherever they lie, by id."""
    cards = [*played.hands[0], *played.hands[1], *played.stock, *played.discards]
    cards += [] if played.upcard is None else [played.upcard]
    # The knocking discard lies face down, in no hand and no pile.
    knocks = (action.card for action in played.history if action.kind == "knock")
    return sorted(cards + [card for card in knocks if card is not None])


def offered(played: gf.Round) -> tuple[int, str, set[str]]:
    """Return what the player is offered, listed by id and each once."""
    legal = played.legal_actions()
    ids = [action.id for action in legal if action.id is not None]
    assert len(ids) == len(legal)
    assert ids == sorted(set(ids))
    return played.player, played.phase, set(map(str, legal))


@pytest.mark.parametrize("name", RULES)
def test_a_referee_offers_the_same_and_comes_to_the_same(
    name: str, numbers: random.Random, rounds: int
) -> None:
    rules = RULES[name]
    for at in range(rounds // 2):
        cards, dealer = deck(numbers, near=at % 3 == 0), at % 2
        played = gf.Round(rules, deck=cards, dealer=dealer)
        play = referee(rules, cards, dealer)
        step: Step | None = next(play)
        while step:
            assert offered(played) == step
            assert every_card(played) == list(range(52))
            action = choose(numbers, played, steered=at % 3 < 2)
            played.apply(action)
            try:
                step = play.send(str(action))
            except StopIteration as stop:
                step, outcome = None, stop.value
        result = played.result
        assert result is not None
        assert (played.phase, played.legal_actions()) == ("over", [])
        assert (result.kind, result.winner, result.points) == outcome
        assert every_card(played) == list(range(52))
        again = gf.Round(rules, deck=cards, dealer=dealer)
        for action in played.history:
            again.apply(str(action))
        assert again == played


@pytest.mark.parametrize("name", PRESETS)
def test_a_defence_by_hand_is_priced_as_it_lies(
    name: str, numbers: random.Random, rounds: int
) -> None:
    rules = PRESETS[name]
    knocks = 0
    while knocks < rounds // 15 + 1:
        played = gf.Round(rules, deck=deck(numbers, near=True), layoff="manual")
        while played.phase not in {"layoff", "over"}:
            played.apply(choose(numbers, played, steered=True))
        while played.phase == "layoff":
            played.apply(choose(numbers, played, steered=True))
        result = played.result
        assert result is not None
        if result.knocker is None:
            continue
        knocks += 1
        defender = played.hands[1 - result.knocker]
        own = [card for meld in result.defender_melds for card in meld]
        left = defender - set(own) - result.laid_off
        aces = sum(card % 13 == 0 for card in left)
        assert result.defender_deadwood == left.points + aces * (rules.ace_deadwood - 1)
        assert len(own) + len(result.laid_off) + len(left) == 10
        assert result.price(rules, played.first_upcard) == result
        shown = gf.defend(
            defender, result.knocker_melds, ace=rules.ace, ace_deadwood=rules.ace_deadwood
        )
        if rules.layoff and (result.kind in {"knock", "undercut"} or rules.layoff_on_gin):
            assert result.defender_deadwood >= shown.deadwood
        else:
            assert result.laid_off == gf.CardSet()
