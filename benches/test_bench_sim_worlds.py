"""Determinization: worlds drawn a second, uniform, by weights and by the model of `simple`."""

import numpy as np
import pytest

import gin_fast as gf
from conftest import Measure

TABLES = 64
WORLDS = 64
WHAT = "worlds drawn"


@pytest.mark.parametrize("weights", ["none", "of cards", "simple"])
def test_worlds(measure: Measure, weights: str) -> None:
    tables = gf.sim.Tables(TABLES, seed=1)
    player = tables.player
    given = {"none": None, "of cards": np.linspace(1, 2, 52), "simple": "simple"}[weights]

    def run() -> list[int]:
        worlds = tables.determinize(player, WORLDS, seed=2, weights=given)  # type: ignore[arg-type]
        return [len(worlds)]

    measure(WHAT, f"Tables.determinize, weights: {weights}", TABLES * WORLDS, run, TABLES * WORLDS)
