"""One hand a call from Python, beside `math.isqrt` of its mask and OpenSpiel's list of ids."""

import math
from collections.abc import Callable

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
