"""Worlds that a player cannot tell apart: nothing leaks, all come up, and they can be saved."""

import pickle
import random
from collections import Counter
from collections.abc import Iterator
from itertools import permutations

import pyspiel
import pytest

from gin_fast.compat.open_spiel import SpielError, State, load_game
from openspiel_pair import Pair, Params


def states_of_games(numbers: random.Random, count: int, *, compat: bool) -> Iterator[State]:
    for at in range(count):
        pair = Pair(numbers, {}, compat=compat, steered=at % 4 > 0)
        for _, ours in pair.states():
            yield ours


def seen_by(state: State, player: int) -> tuple[object, ...]:
    return (
        state.information_state_string(player),
        state.observation_string(player),
        state.observation_tensor(player),
        state.hands()[player],
        state.known_cards(),
        state.legal_actions(player),
        state.current_player(),
    )


@pytest.mark.parametrize("compat", [False, True])
def test_the_player_sees_no_difference(
    numbers: random.Random, rounds: int, *, compat: bool
) -> None:
    met: Counter[str] = Counter()
    for state in states_of_games(numbers, max(10, rounds // 10), compat=compat):
        phase = state.to_dict()["phase"]
        for player in (0, 1):
            seed = numbers.getrandbits(32)
            other = state.resample_from_infostate(player, seed)
            assert seen_by(other, player) == seen_by(state, player)
            if not compat:
                seen = state.to_observation_struct(player)
                assert other.to_observation_struct(player) == seen
            in_play = [*other.hands()[0], *other.hands()[1], *other.discard_pile()]
            assert len(set(in_play)) == len(in_play)
            met[f"{phase}, other" if other.history() != state.history() else f"{phase}, same"] += 1
            # Its history is that of the other world, and every action in it is legal.
            text = other.serialize()
            restored = state.get_game().deserialize_state(text)
            assert str(restored) == str(other)
            assert pickle.loads(pickle.dumps(other)).serialize() == text  # noqa: S301
            again = state.resample_from_infostate(player, seed)
            assert again.history() == other.history()
    for phase in ("Deal", "FirstUpcard", "Draw", "Discard", "Knock", "Layoff"):
        assert met[f"{phase}, other"] > 0, met
    assert met["GameOver, other"] == 0


def after_knock() -> tuple[State, list[int]]:
    """Return the state after the knocker has laid all down, and what the defender does then."""
    state = load_game("gin_rummy").new_initial_state()
    knocker = [4, 5, 6, 13, 26, 39, 27, 40, 14, 15]
    defender = [7, 8, 9, 25, 37, 49, 47, 19, 30, 42]
    # Both throw what they drew before player 0 knocks.
    draws = [54, 54, 53, 51, 51, 53, 50, 50, 53, 0]
    melds = [56 + 0, 56 + 5, 56 + 69]
    for action in [*knocker, *defender, 38, *draws, 55, 0, *melds, 54]:
        state.apply_action(action)
    return state, [7, 8, 54, 54]


def hidden(state: State, player: int) -> set[int]:
    """Return what the other player holds and has never shown."""
    other = 1 - player
    if state.to_dict()["phase"] == "Layoff" and state.knocked()[other]:
        return set()
    return set(state.hands()[other]) - set(state.known_cards()[other])


def phases() -> Iterator[tuple[str, State, int]]:
    """Yield a state of each ply with each player from whom something is hidden."""
    state, rest = after_knock()
    actions = [*state.history(), *rest]
    for length in range(len(actions)):
        part = state.get_game().new_initial_state()
        for action in actions[:length]:
            part.apply_action(action)
        for player in (0, 1):
            if hidden(part, player):
                name = f"{length} actions, {part.to_dict()['phase']}, player {player}"
                yield name, part, player


PHASES = {name: (state, player) for name, state, player in phases()}


@pytest.mark.parametrize("name", PHASES)
def test_what_is_drawn_does_not_depend_on_the_true_hand(name: str) -> None:
    # The same seed draws the same world from any two that the player cannot tell apart: what is
    # drawn is a function of what he sees and of the seed, so nothing else can be in it.
    state, player = PHASES[name]
    other = state.resample_from_infostate(player, 1)
    assert other.information_state_string(player) == state.information_state_string(player)
    drawn = set()
    for seed in range(40):
        ours = state.resample_from_infostate(player, seed)
        theirs = other.resample_from_infostate(player, seed)
        assert ours.history() == theirs.history()
        drawn.add(frozenset(hidden(ours, player)))
    assert len(drawn) > 5


def test_the_knocker_is_not_told_the_defenders_hand() -> None:
    # O8: OpenSpiel shows it in its struct and returns the true hand from each resampling.
    state, _ = after_knock()
    seen = state.to_observation_struct(0)
    assert seen.phase == "Layoff"
    assert (seen.hands[1], seen.deadwood[1]) == (["XX"] * 10, -1)
    drawn = [state.resample_from_infostate(0, seed).hands()[1] for seed in range(20)]
    assert all(set(hand) != set(state.hands()[1]) for hand in drawn)
    # What the knocker has laid out lies open to the defender.
    assert state.to_observation_struct(1).hands[0] == ["3c"]


def worlds(state: State, player: int) -> Iterator[str]:
    """Yield every history that `player` cannot tell from that of the state, as a text."""
    game, history = state.get_game(), state.history()
    gifts = [
        ply
        for ply, (who, _) in enumerate(state.full_history())
        if who == -1 and gift_to(state, ply) == 1 - player
    ]
    seen = state.information_state_string(player)
    cards = set(range(game.max_chance_outcomes()))
    fixed = {
        action
        for ply, (who, action) in enumerate(state.full_history())
        if who == -1 and ply not in gifts
    }
    for choice in permutations(sorted(cards - fixed), len(gifts)):
        for ply, card in zip(gifts, choice, strict=True):
            history[ply] = card
        text = "".join(f"{action}\n" for action in history)
        try:
            world = game.deserialize_state(text)
        except SpielError:
            continue
        if world.information_state_string(player) == seen:
            yield text


def gift_to(state: State, ply: int) -> int | None:
    """Return who was given the card of a ply; nobody gets the first upcard."""
    before = state.get_game().new_initial_state()
    for action in state.history()[:ply]:
        before.apply_action(action)
    after = before.child(state.history()[ply])
    return next((seat for seat in (0, 1) if after.hands()[seat] != before.hands()[seat]), None)


SMALL: Params = {"num_ranks": 6, "num_suits": 2, "hand_size": 3, "knock_card": 7}


@pytest.mark.parametrize(
    ("player", "actions"),
    [
        # Player 1 has shown a card that he was dealt, drawn, and shown one that may be either.
        (0, [0, 1, 2, 6, 9, 10, 3, 54, 54, 53, 4, 4, 52, 9, 52, 0, 53, 7, 10]),
        # Player 0 has drawn and knocked, and has yet to throw a card.
        (1, [0, 1, 2, 6, 9, 10, 3, 54, 54, 53, 4, 55]),
        # He has thrown one, and has yet to lay down a meld.
        (1, [0, 1, 2, 6, 9, 10, 3, 54, 54, 53, 4, 55, 4]),
        # All that is hidden from the knocker is the defender's hand.
        (0, [0, 1, 2, 6, 9, 10, 3, 54, 54, 53, 4, 55, 4, 56 + 65, 54]),
    ],
)
def test_every_world_is_as_likely_as_any_other(player: int, actions: list[int]) -> None:
    state = load_game("gin_rummy", SMALL).new_initial_state()
    for action in actions:
        state.apply_action(action)
    possible = sorted(worlds(state, player))
    assert state.serialize() in possible
    assert len(possible) > 10
    each = 60
    drawn = Counter(
        state.resample_from_infostate(player, seed).serialize()
        for seed in range(each * len(possible))
    )
    assert set(drawn) == set(possible)
    chi_square = sum((drawn[text] - each) ** 2 / each for text in possible)
    degrees = len(possible) - 1
    # Four standard deviations; the seeds are always the same.
    assert abs(chi_square - degrees) < 4 * (2 * degrees) ** 0.5


def test_what_the_worlds_are_drawn_by() -> None:
    state, _ = after_knock()
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    drawn = {state.resample_from_infostate(0, sampler).serialize() for _ in range(20)}
    assert len(drawn) == 20
    rng = random.Random(3).random
    first = state.resample_from_infostate(0, rng).serialize()
    assert state.resample_from_infostate(0, random.Random(3).random).serialize() == first
    assert len({state.resample_from_infostate(0).serialize() for _ in range(20)}) == 20
    assert state.resample_from_infostate(0, 7).serialize() == (
        state.resample_from_infostate(0, 7).serialize()
    )


def test_bad_input_to_resampling() -> None:
    state, _ = after_knock()
    for player in (-1, 2, -4):
        with pytest.raises(SpielError, match=f"player: expected 0 or 1, got {player}"):
            state.resample_from_infostate(player, 1)
    with pytest.raises(TypeError, match="rng: expected a function, an int or None, got str"):
        state.resample_from_infostate(0, "seed")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="rng: expected a function that returns a float"):
        state.resample_from_infostate(0, lambda: "one")  # type: ignore[arg-type,return-value]
    with pytest.raises(ValueError, match="rng: expected a function that returns 0 to 1"):
        state.resample_from_infostate(0, lambda: 1.5)
    with pytest.raises(ValueError, match="rng: expected a seed from 0"):
        state.resample_from_infostate(0, -1)
    with pytest.raises(ZeroDivisionError):
        state.resample_from_infostate(0, lambda: 1 / 0)
