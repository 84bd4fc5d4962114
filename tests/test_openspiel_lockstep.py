"""Games of ours and of OpenSpiel's native `gin_rummy`, action by action."""

import random
from collections import Counter
from typing import Any

import pyspiel
import pytest

import oracle
from gin_fast.compat.open_spiel import State
from openspiel_pair import Pair, Params

GAMES: list[Params] = [
    {},
    {"oklahoma": True},
    {"knock_card": 0},
    {"knock_card": 5, "gin_bonus": 7, "undercut_bonus": -3},
    {"hand_size": 7},
]
# Smaller decks of thirteen ranks; of fewer OpenSpiel's own numbers for melds are no cards.
SMALL: list[Params] = [{"num_suits": 3, "hand_size": 7}, {"num_suits": 2, "hand_size": 4}]
FACTS = [
    "current_phase",
    "hands",
    "known_cards",
    "deadwood",
    "layoffs",
    "layed_melds",
    "finished_layoffs",
    "discard_pile",
    "knocked",
    "pass_on_first_upcard",
    "upcard",
    "prev_upcard",
    "knock_card",
    "stock_size",
    "history",
    "history_str",
    "serialize",
    "move_number",
    "returns",
    "rewards",
    "get_type",
    "is_initial_state",
    "is_initial_non_chance_state",
    "is_player_node",
    "is_mean_field_node",
    "is_simultaneous_node",
    "legal_actions_mask",
    "to_string",
    "to_json",
    "to_dict",
    "num_players",
    "num_distinct_actions",
    "starting_state",
    "starting_state_str",
]


def assert_seen_alike(theirs: pyspiel.State, ours: State) -> None:
    assert ours.current_player() == theirs.current_player()
    assert ours.is_terminal() == theirs.is_terminal()
    assert ours.is_chance_node() == theirs.is_chance_node()
    for player in (0, 1):
        assert ours.observation_tensor(player) == theirs.observation_tensor(player)
    assert ours.returns() == theirs.returns()


def plain(answer: Any) -> Any:
    return int(answer) if type(answer).__name__ == "Phase" else answer


def assert_wholly_alike(theirs: pyspiel.State, ours: State) -> None:
    for fact in FACTS:
        expected = plain(getattr(theirs, fact)())
        assert plain(getattr(ours, fact)()) == expected, fact
    assert str(ours) == repr(ours) == str(theirs)
    assert ours.to_struct().to_json() == theirs.to_struct().to_json()
    history = [(one.player, one.action) for one in theirs.full_history()]
    assert ours.full_history() == history
    for player in (0, 1):
        assert ours.legal_actions(player) == theirs.legal_actions(player)
        assert ours.legal_actions_mask(player) == theirs.legal_actions_mask(player)
        assert ours.observation_string(player) == theirs.observation_string(player)
        known = ours.information_state_string(player)
        assert known == theirs.information_state_string(player)
        seen, expected = ours.to_observation_struct(player), theirs.to_observation_struct(player)
        assert seen.to_json() == expected.to_json()
        assert seen.to_dict() == expected.to_dict()
        assert ours.player_return(player) == theirs.player_return(player)
        assert ours.player_reward(player) == theirs.player_reward(player)
    if theirs.is_chance_node():
        assert ours.chance_outcomes() == theirs.chance_outcomes()
    for action in theirs.legal_actions():
        words = theirs.action_to_string(action)
        assert ours.action_to_string(action) == words
        assert ours.string_to_action(words) == action


@pytest.mark.parametrize("params", [*GAMES, *SMALL], ids=str)
def test_compat_plays_as_openspiel(numbers: random.Random, rounds: int, params: Params) -> None:
    met: Counter[str] = Counter()
    for at in range(rounds if params in GAMES[:1] else rounds // 3):
        pair = Pair(numbers, params, compat=True, steered=at % 4 > 0)
        is_sample = at % 20 == 1
        for theirs, ours in pair.states():
            assert_seen_alike(theirs, ours)
            met[ours.to_dict()["phase"]] += 1
            if is_sample:
                assert_wholly_alike(theirs, ours)
        met["layoffs"] += len(pair.ours.layoffs())
    assert met["Knock"] > 0
    assert met["Layoff"] > 0
    assert met["GameOver"] > 0


@pytest.mark.parametrize("params", GAMES[:4], ids=str)
def test_what_differs_without_compat_is_a_fault_that_is_proved(
    numbers: random.Random, rounds: int, params: Params
) -> None:
    met: Counter[str] = Counter()
    for at in range(rounds // 2):
        pair = Pair(numbers, params, compat=False, steered=at % 4 > 0, met=met)
        for theirs, ours in pair.states():
            assert_seen_alike(theirs, ours)
            for player, (exact, found) in enumerate(
                zip(ours.deadwood(), theirs.deadwood(), strict=True)
            ):
                if exact == found:
                    continue
                # Only of eleven cards, and then less.
                hand = ours.hands()[player]
                assert len(hand) == 11
                left = [oracle.deadwood(oracle.hand_of(set(hand) - {card})) for card in hand]
                assert exact == min(left) < found
                met["deadwood of eleven"] += 1
    # These are rare: what came is told, and what must come is in the cases below.
    print(dict(met))  # noqa: T201


def play(state: Any, hands: tuple[str, str], upcard: str, actions: list[int]) -> None:
    cards = [oracle.cards_in(oracle.parse(text)) for text in (*hands, upcard)]
    for action in [*cards[0], *cards[1], *cards[2], *actions]:
        state.apply_action(action)


def test_a_knock_that_openspiel_refuses(numbers: random.Random) -> None:
    # O2: of these eleven OpenSpiel finds 12, and throwing the 6c leaves 10.
    hands = ("3s 4s 5s 6s 2c 3c 5c 6c 4d 5d", "Kh Qh Jh 9h 8h 7h Ks Qs 9d 8d")
    pair = Pair(numbers, {}, compat=False, steered=False)
    for state in (pair.theirs, pair.ours):
        play(state, hands, "6d", [52])
    assert pair.agreed() == sorted(pair.theirs.legal_actions())
    assert pair.met == {"O1 to O3": 1}
    assert (pair.ours.deadwood()[0], pair.theirs.deadwood()[0]) == (10, 12)


def test_gin_that_openspiel_misses(numbers: random.Random) -> None:
    # O3: of these eleven OpenSpiel finds 2, and throwing the 6s leaves nothing.
    hands = ("4s 5s 6s 4c 5c 4d 5d 2h 3h 4h", "Kh Qh Jh 9h 8h 7h Ks Qs 9d 8d")
    pair = Pair(numbers, {"knock_card": 0}, compat=False, steered=False)
    for state in (pair.theirs, pair.ours):
        play(state, hands, "5h", [52])
    assert 55 not in pair.agreed()
    assert pair.met == {"O1 to O3": 1}
    pair.ours.apply_action(55)
    assert pair.ours.legal_actions() == [oracle.cards_in(oracle.parse("6s"))[0]]


def test_a_third_layoff_that_openspiel_does_not_offer(numbers: random.Random) -> None:
    # O5: on 5s6s7s go the 8s, the 9s and the Ts.
    hands = ("5s 6s 7s Ac Ad Ah 2c 2d 2h 3c", "8s 9s Ts Kc Qd Jh 9h 7c 5d 4h")
    pair = Pair(numbers, {}, compat=False, steered=False)
    knock = [52, 55, oracle.cards_in(oracle.parse("Kd"))[0]]
    knock += [56 + 0, 56 + 5, 56 + 69, 54, 7, 8]
    for state in (pair.theirs, pair.ours):
        play(state, hands, "Kd", knock)
    assert pair.theirs.legal_actions() == [54]
    assert pair.ours.legal_actions() == [9, 54]
    assert pair.agreed() == [54]
    assert pair.met == {"O5": 1}


def test_returns_within_bounds() -> None:
    # O6: gin against ten tens that nobody lays down.
    for compat, within in ((True, False), (False, True)):
        state = Pair(random.Random(0), {}, compat=compat, steered=False).ours
        hands = ("As 2s 3s 4s Ac 2c 3c Ad 2d 3d", "Ks Kc Kd Kh Qs Qc Qd Qh Js Jc")
        melds = [56 + 109, 56 + 65 + 11, 56 + 65 + 22]
        play(state, hands, "9h", [52, 55, 47, *melds, 54, 54])
        assert state.returns() == [125.0, -125.0]
        assert (state.returns()[0] <= state.get_game().max_utility()) == within


def test_the_fiftieth_upcard_ends_a_game(numbers: random.Random) -> None:
    pair = Pair(numbers, {}, compat=True, steered=False)
    states = (pair.theirs, pair.ours)
    deck = list(range(52))
    numbers.shuffle(deck)
    for action in [*deck[:21], 54, 54, 53, deck[21], deck[0]]:
        for state in states:
            state.apply_action(action)
    drawn = 0
    while not pair.ours.is_terminal():
        assert_wholly_alike(*states)
        thrown = [card for card in pair.ours.legal_actions() if card != pair.ours.prev_upcard()]
        is_draw = 53 in thrown
        drawn += is_draw
        for state in states:
            state.apply_action(52 if is_draw else thrown[0])
    assert drawn == 50
    assert_wholly_alike(*states)
    assert pair.ours.returns() == [0.0, 0.0]


def test_a_game_ends_when_both_throw_what_they_took(numbers: random.Random) -> None:
    pair = Pair(numbers, {}, compat=True, steered=False)
    for state in (pair.theirs, pair.ours):
        play(state, ("As 3s 5s 7s 9s Js Ks 2c 4c 6c", "Ac 3c 5c 7c 9c Jc Kc 2s 4s 6s"), "Kd", [])
        for action in (52, 38, 52, 38):
            assert not state.is_terminal()
            state.apply_action(action)
    assert_wholly_alike(pair.theirs, pair.ours)
    assert pair.ours.to_dict()["phase"] == "GameOver"
