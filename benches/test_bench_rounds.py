"""Random rounds driven from Python, the deal included, beside OpenSpiel at its best.

Its best practice is to copy a state made once: making one takes a hundred times as long. Both
choose uniformly among what is legal, with numbers that begin alike, and play by OpenSpiel's rules.
It has layoffs by hand only, which are a few steps in a hundred rounds.
"""

import random

import pyspiel
import pytest

import gin_fast as gf
from conftest import Measure

ROUNDS = 200
WHAT = "random rounds, deal included"
RULES = gf.Rules.preset("openspiel")
TEMPLATE = pyspiel.load_game("gin_rummy").new_initial_state()


def play_open_spiel() -> list[int]:
    number = random.Random(1).random
    finished = []
    for _ in range(ROUNDS):
        state = TEMPLATE.clone()
        while not state.is_terminal():
            # Chance is uniform too: a card is dealt from its legal actions.
            actions = state.legal_actions()
            state.apply_action(actions[int(number() * len(actions))])
        finished.append(int(sum(state.returns()) == 0))
    return finished


def play_rounds(layoff: str) -> list[int]:
    number = random.Random(1).random
    finished = []
    for seed in range(ROUNDS):
        played = gf.Round(RULES, seed=seed, layoff=layoff)  # type: ignore[arg-type]
        while actions := played.legal_actions():
            played.apply(actions[int(number() * len(actions))])
        finished.append(int(played.result is not None))
    return finished


def test_open_spiel(measure: Measure) -> None:
    measure(WHAT, "OpenSpiel, a copy a round", ROUNDS, play_open_spiel, ROUNDS)


@pytest.mark.parametrize("layoff", ["best", "manual"])
def test_rounds(measure: Measure, layoff: str) -> None:
    def run() -> list[int]:
        return play_rounds(layoff)

    measure(WHAT, f'gf.Round, layoff="{layoff}"', ROUNDS, run, ROUNDS)
