"""Rounds between two players, deal and showdown included, beside OpenSpiel's loop in C++.

OpenSpiel's is `evaluate_bots` with its own bots, on a copy of a state made once, which is its best
practice. All play by OpenSpiel's rules. Its simple bot draws, discards and knocks as `simple` does,
but neither shuns a card it has thrown before nor lays off.
"""

import numpy as np
import pyspiel
import pytest
from numpy.typing import NDArray

import gin_fast as gf
from conftest import Measure

FEW = 300
MANY = 100_000
RULES = gf.Rules.preset("openspiel")
GAME = pyspiel.load_game("gin_rummy")
TEMPLATE = GAME.new_initial_state()
RULER = "OpenSpiel's loop in C++"


def bots_of(name: str) -> list[object]:
    if name == "random":
        return [pyspiel.make_uniform_random_bot(seat, seat) for seat in (0, 1)]
    return [pyspiel.make_simple_gin_rummy_bot(GAME.get_parameters(), seat) for seat in (0, 1)]


@pytest.mark.parametrize("name", ["simple", "random"])
def test_open_spiel(measure: Measure, name: str) -> None:
    bots = bots_of(name)

    def run() -> list[int]:
        returns = (pyspiel.evaluate_bots(TEMPLATE.clone(), bots, seed) for seed in range(FEW))
        return [int(sum(both) == 0) for both in returns]

    measure(f"rounds of {name}", RULER, FEW, run, FEW)


@pytest.mark.parametrize("threads", [1, 0])
@pytest.mark.parametrize("name", ["simple", "random"])
def test_play_rounds(measure: Measure, name: str, threads: int) -> None:
    def run() -> list[int]:
        rounds = gf.sim.play_rounds(MANY, (name, name), RULES, seed=1, threads=threads)
        return [len(rounds)]

    cores = "one core" if threads == 1 else "every core"
    measure(f"rounds of {name}", f"play_rounds, {cores}", MANY, run, MANY)


@pytest.mark.parametrize("name", ["simple", "random"])
def test_playout(measure: Measure, name: str) -> None:
    """From the deal on, so that both end the same rounds."""
    tables = gf.sim.Tables(1_000, RULES, seed=1)

    def run() -> list[int]:
        values = gf.sim.playout(tables, name, MANY // 1_000, seed=1, shuffle=True)
        return [int(np.isfinite(values["points"]).sum()) * MANY // 1_000]

    measure(f"rounds of {name}", "playout, one core", MANY, run, MANY)


def test_play_games(measure: Measure) -> None:
    """Most of it is the score, which Python keeps."""
    rules = gf.Rules.preset("eaai")

    def run() -> NDArray[np.int32]:
        games = gf.sim.play_games(1_000, ("simple", "simple"), rules, seed=1)
        played: NDArray[np.int32] = games["rounds"]
        return played

    rounds = int(run().sum())
    measure("rounds in games of simple", "play_games, one core", rounds, run, rounds)
