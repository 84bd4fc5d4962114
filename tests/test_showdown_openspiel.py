"""Knocks played out in OpenSpiel's engine, with every choice that its defender has."""

import random
from collections.abc import Iterator
from itertools import chain, islice

import pyspiel
import pytest

import gin_fast as gf
import oracle
import oracle_showdown
from oracle import cards_in, hand_of
from showdown_pairs import (
    Pair,
    breaking_pairs,
    gin_pairs,
    neighbouring_pairs,
    random_pairs,
)

GAME = pyspiel.load_game("gin_rummy")
UTILS = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
DRAW_UPCARD = pyspiel.gin_rummy.DRAW_UPCARD_ACTION
PASS = pyspiel.gin_rummy.PASS_ACTION
KNOCK = pyspiel.gin_rummy.KNOCK_ACTION
FIRST_MELD = pyspiel.gin_rummy.MELD_ACTION_BASE


@pytest.fixture
def count(request: pytest.FixtureRequest) -> int:
    """How many knocks: 300 for 2,000 hands of the other tests."""
    hands: int = request.config.getoption("oracle_hands")
    return hands * 3 // 20


def pairs(numbers: random.Random) -> Iterator[Pair]:
    table = oracle_showdown.aces()
    makers = (random_pairs, neighbouring_pairs, gin_pairs, breaking_pairs)
    return chain.from_iterable(zip(*(make(numbers, table) for make in makers), strict=False))


def meld_actions(melds: tuple[gf.Meld, ...]) -> Iterator[int]:
    """Yield the engine's melds; it has none of six cards or more and takes those as two."""
    for meld in melds:
        cards = sorted(meld)
        at = 0 if len(cards) <= 5 else len(cards) // 2
        for part in filter(None, (cards[:at], cards[at:])):
            yield FIRST_MELD + UTILS.meld_to_int(part)


def knocked(knocker: int, defender: int, thrown: int) -> pyspiel.State | None:
    """Return the state after the first player knocked and laid his canonical arrangement.

    He takes the upcard and throws another card; None if the engine does not let him knock, which
    happens as it looks for the knock in eleven cards first.
    """
    *dealt, upcard = cards_in(knocker)
    state = GAME.new_initial_state()
    for card in (*dealt, thrown, *cards_in(defender), upcard):
        state.apply_action(card)
    state.apply_action(DRAW_UPCARD)
    if KNOCK not in state.legal_actions():
        return None
    state.apply_action(KNOCK)
    if thrown not in state.legal_actions():
        return None
    state.apply_action(thrown)
    for action in (*meld_actions(gf.arrange(knocker).melds), PASS):
        assert action in state.legal_actions(), state
        state.apply_action(action)
    return state


def knock_in_engine(numbers: random.Random, pair: Pair) -> pyspiel.State:
    others = cards_in(oracle.PACK & ~hand_of(chain(*map(cards_in, pair))))
    numbers.shuffle(others)
    states = (knocked(*pair, thrown) for thrown in others)
    return next(state for state in states if state is not None)


def best_for_defender(state: pyspiel.State) -> int:
    """Return the most that the second player can make of the showdown, whatever he does."""
    met: dict[frozenset[int], int] = {}

    def best(state: pyspiel.State, done: frozenset[int], passes: int) -> int:
        if state.is_terminal():
            return int(state.returns()[1])
        assert state.current_player() == 1
        # The order of what he has done does not matter; a pass ends his layoffs.
        here = done | {-passes}
        if here not in met:
            after = [
                best(
                    state.child(action),
                    done if action == PASS else done | {action},
                    passes + (action == PASS),
                )
                for action in state.legal_actions()
            ]
            met[here] = max(after)
        return met[here]

    return best(state, frozenset(), 1)


def test_points_are_those_of_the_best_play_in_open_spiel(
    numbers: random.Random, count: int
) -> None:
    rules = gf.Rules.preset("openspiel")
    for knocker, defender in islice(pairs(numbers), count):
        state = knock_in_engine(numbers, (knocker, defender))
        points = gf.knock_points(knocker, defender, rules)
        what = f"{oracle.text(knocker)} against {oracle.text(defender)}"
        assert best_for_defender(state) == -points, what
