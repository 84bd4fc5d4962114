"""The seed of a round, which a record names."""

from typing import Any

import numpy as np

import gin_fast as gf


def test_a_round_remembers_the_number_that_shuffled_its_deck() -> None:
    assert gf.Round(seed=5).seed == 5
    whole: Any = np.int64(5)
    assert type(gf.Round(seed=whole).seed) is int
    assert gf.Round(seed=5).copy().seed == 5
    assert gf.Round(seed=np.random.SeedSequence(5)).seed is None
    assert gf.Round().seed is None
    assert gf.Round(deck=range(52)).seed is None


def test_equal_decks_are_equal_whatever_shuffled_them() -> None:
    assert gf.Round(seed=5) == gf.Round(deck=gf.Round(seed=5).deck)
