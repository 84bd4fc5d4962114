"""Many tables at once: `Tables` beside rounds, move by move."""

import numpy as np
import pytest

import gin_fast as gf
from gin_fast.rules import PRESETS
from gin_fast.sim import PHASES, Tables


@pytest.mark.parametrize("name", PRESETS)
def test_rounds_of_random_legal_moves_come_to_an_end(name: str) -> None:
    tables = Tables(50, PRESETS[name], seed=3)
    random = np.random.default_rng(1)
    steps = 0
    while not tables.done.all():
        legal = tables.legal_actions()
        assert np.array_equal(legal.any(axis=1), ~tables.done)
        assert np.array_equal(tables.phase == PHASES.index("over"), tables.done)
        tables.step((legal * random.random(legal.shape)).argmax(axis=1))
        steps += 1
        assert steps < 2_000
    assert not tables.legal_actions().any()


def test_an_illegal_action_is_named_with_its_table() -> None:
    tables = Tables(3, seed=1)
    with pytest.raises(gf.IllegalActionError, match="104 is not legal at index 1"):
        tables.step(np.array([106, 104, 106]))
