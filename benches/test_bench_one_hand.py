"""One hand or pair a call from Python, beside `math.isqrt` and OpenSpiel's lists of ids."""

import math
from collections.abc import Callable
from itertools import starmap

import numpy as np
import pyspiel
import pytest

import gin_fast as gf
from conftest import Measure
from gin_fast.cli import bench_hands

MASKS: list[int] = bench_hands.from_play(10)[:2_000].tolist()
IDS = [list(gf.CardSet.from_mask(mask)) for mask in MASKS]
SPIEL = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
DEADWOOD = sum(map(SPIEL.min_deadwood, IDS))
WHAT = "one hand a call, play10"
KNOCKERS, DEFENDERS = (hands[:2_000].tolist() for hands in bench_hands.pairs_from_play())


@pytest.mark.parametrize(
    ("engine", "function", "hands", "checksum"),
    [
        pytest.param("math.isqrt", math.isqrt, MASKS, sum(map(math.isqrt, MASKS)), id="isqrt"),
        pytest.param("gf.deadwood(mask)", gf.deadwood, MASKS, DEADWOOD, id="mask"),
        pytest.param("gf.deadwood(ids)", gf.deadwood, IDS, DEADWOOD, id="ids"),
        pytest.param("open_spiel(ids)", SPIEL.min_deadwood, IDS, DEADWOOD, id="open_spiel"),
    ],
)
def test_one_hand_a_call(
    measure: Measure,
    engine: str,
    function: Callable[[object], int],
    hands: list[object],
    checksum: int,
) -> None:
    def run() -> list[int]:
        return [function(hand) for hand in hands]

    measure(WHAT, engine, len(hands), run, checksum)


def test_isqrt_beside_pairs(measure: Measure) -> None:
    def run() -> list[int]:
        return list(map(math.isqrt, KNOCKERS))

    measure("one pair a call, play", "math.isqrt", len(KNOCKERS), run, sum(run()))


@pytest.mark.parametrize("rules", [None, gf.Rules.preset("palace")], ids=["standard", "palace"])
def test_one_pair_a_call(measure: Measure, rules: gf.Rules | None) -> None:
    pairs = [(*pair, rules) for pair in zip(KNOCKERS, DEFENDERS, strict=True)]
    expected = gf.knock_points(np.array(KNOCKERS), np.array(DEFENDERS), rules)

    def run() -> list[int]:
        return list(starmap(gf.knock_points, pairs))

    engine = f"gf.knock_points, {'palace' if rules else 'standard'}"
    measure("one pair a call, play", engine, len(pairs), run, int(expected.sum()))
