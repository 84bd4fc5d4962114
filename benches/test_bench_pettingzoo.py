"""Random play through PettingZoo's interface: steps of games dealt by seeds.

The old environment needs PettingZoo 1.26.1: `pettingzoo_loop.py` measures either in its own place.
"""

from typing import Any

import pytest

from conftest import Measure
from gin_fast.envs import pettingzoo as gin_rummy_v4
from pettingzoo_loop import play

GAMES = 10
ENVIRONMENTS: dict[str, Any] = {
    "raw": gin_rummy_v4.raw_env(),
    "wrapped": gin_rummy_v4.env(),
    "plain raw": gin_rummy_v4.raw_env(rules="standard"),
    "plain wrapped": gin_rummy_v4.env(rules="standard"),
}


@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_steps(measure: Measure, name: str) -> None:
    env = ENVIRONMENTS[name]
    steps = play(env, range(GAMES))

    def run() -> list[int]:
        return [play(env, range(GAMES))]

    measure("steps of random play", name, steps, run, steps)
