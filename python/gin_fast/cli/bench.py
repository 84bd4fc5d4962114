"""Measuring this machine: each evaluator beside a yardstick on the same hands, in turns."""

import math
import os
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from statistics import median

import numpy as np
from numpy.typing import NDArray

import gin_fast as gf
from gin_fast.cli import bench_hands
from gin_fast.cli.stopwatch import in_turns

_TEN, _ELEVEN = 10, 11
_HANDS = {"random": bench_hands.random, "play": bench_hands.from_play, "dense": bench_hands.dense}
_PAIRS = {
    "random": bench_hands.random_pairs,
    "play": bench_hands.pairs_from_play,
    "dense": bench_hands.dense_pairs,
}
_POPCOUNT = "np.bitwise_count"
_SECONDS = 0.2
_SINGLES = 4_000
# How many yardsticks each backend may take at most.
_AIMS = {
    ("deadwood", "random", "avx512"): 2.0,
    ("deadwood", "random", "avx2"): 2.8,
    ("deadwood", "random", "scalar"): 11.0,
    ("deadwood", "play", "avx512"): 3.3,
    ("deadwood", "play", "avx2"): 6.6,
    ("deadwood", "play", "scalar"): 20.0,
    ("deadwood", "dense", "avx512"): 170.0,
    ("melded", "random", "avx512"): 3.6,
    ("best_discard", "random", "avx512"): 3.6,
    ("knock_points", "random", "avx512"): 42.0,
}
_OPEN_SPIEL_AIMS = {"avx512": 1100.0, "avx2": 550.0}


@dataclass(frozen=True, slots=True)
class Row:
    """One measurement.

    `ratio` says how many times as long as the yardstick the work takes (`compare` is `time`) or
    how many times as fast it is (`speed`); `aim` bounds it from above or from below.
    `nanoseconds` are for one hand, or for one call where no hands are evaluated.
    """

    what: str
    hands: str
    backend: str
    nanoseconds: float
    ratio: float
    compare: str
    yardstick: str
    aim: float | None
    checksum: int | None


def measure() -> Iterator[Row]:
    """Yield the measurements one by one, as they are made."""
    for backend in gf.backends():
        for evaluator in (_deadwood, _melded, _best_discard, _knock_points):
            for hands in _HANDS:
                yield _against_popcount(evaluator, hands, backend)
    yield from _one_by_one()
    if find_spec("pyspiel"):
        yield from _against_open_spiel()
    if _cores() > 1:
        yield _on_two_cores("play")
        yield _on_two_cores("dense")
    yield _import_time()


def left_out() -> Iterator[str]:
    """Say which measurements `measure` does not make here, and why."""
    if not find_spec("pyspiel"):
        yield "beside OpenSpiel: it is not installed (pip install open_spiel)"
    if _cores() == 1:
        yield "two threads: this process has one core"
    yield "beside the crate gin-rummy: that is Rust, `cargo bench` measures it"


@dataclass(frozen=True, slots=True)
class _Evaluator:
    """An evaluator over many hands or pairs of them, bound to where its results go."""

    name: str
    what: str
    hands: Callable[[str], tuple[NDArray[np.uint64], ...]]
    results: tuple[NDArray[np.uint8] | NDArray[np.int16] | NDArray[np.uint64], ...]

    def run(self, *hands: NDArray[np.uint64], **how: str | int) -> None:
        out = self.results if len(self.results) > 1 else self.results[0]
        getattr(gf, self.name)(*hands, out=out, **how)

    def checksum(self) -> int:
        return sum(sum(result.tolist()) for result in self.results)


def _tens(kind: str) -> tuple[NDArray[np.uint64], ...]:
    return (_HANDS[kind](_TEN),)


def _elevens(kind: str) -> tuple[NDArray[np.uint64], ...]:
    return (_HANDS[kind](_ELEVEN),)


def _pairs(kind: str) -> tuple[NDArray[np.uint64], ...]:
    return _PAIRS[kind]()


def _deadwood() -> _Evaluator:
    return _Evaluator("deadwood", "10 cards", _tens, (np.empty(bench_hands.COUNT, np.uint8),))


def _melded() -> _Evaluator:
    return _Evaluator("melded", "10 cards", _tens, (np.empty(bench_hands.COUNT, np.uint64),))


def _best_discard() -> _Evaluator:
    cards, left = (np.empty(bench_hands.COUNT, np.uint8) for _ in range(2))
    return _Evaluator("best_discard", "11 cards", _elevens, (cards, left))


def _knock_points() -> _Evaluator:
    return _Evaluator("knock_points", "pairs", _pairs, (np.empty(bench_hands.COUNT, np.int16),))


def _against_popcount(make: Callable[[], _Evaluator], kind: str, backend: str) -> Row:
    evaluator = make()
    hands = evaluator.hands(kind)
    counts = np.empty(len(hands[0]), np.uint8)
    taken, yardstick = in_turns(
        lambda: evaluator.run(*hands, backend=backend),
        lambda: np.bitwise_count(hands[0], out=counts),
        _SECONDS,
    )
    return Row(
        f"{evaluator.name}, {evaluator.what}",
        kind,
        backend,
        taken / len(hands[0]) * 1e9,
        taken / yardstick,
        "time",
        _POPCOUNT,
        _AIMS.get((evaluator.name, kind, backend)),
        evaluator.checksum(),
    )


def _one_by_one() -> Iterator[Row]:
    """Measure one hand a call; `deque` and `map` make the calls without a loop in Python."""
    for kind, hands in _HANDS.items():
        masks = hands(_TEN)[:_SINGLES].tolist()
        taken, yardstick = in_turns(
            lambda masks=masks: deque(map(gf.deadwood, masks), maxlen=0),  # type: ignore[misc]
            lambda masks=masks: deque(map(math.isqrt, masks), maxlen=0),  # type: ignore[misc]
            _SECONDS,
        )
        yield Row(
            "deadwood, one mask",
            kind,
            "one hand",
            taken / len(masks) * 1e9,
            taken / yardstick,
            "time",
            "math.isqrt",
            2.0 if kind == "random" else None,
            sum(map(gf.deadwood, masks)),
        )


def _against_open_spiel() -> Iterator[Row]:
    """Measure beside `min_deadwood` on lists of ids, which it takes, made beforehand."""
    import pyspiel  # noqa: PLC0415 - only where it is installed

    least = pyspiel.gin_rummy.GinRummyUtils(13, 4, _TEN).min_deadwood
    hands = bench_hands.from_play(_TEN)
    masks = hands[:_SINGLES].tolist()
    lists = [list(gf.CardSet.from_mask(mask)) for mask in masks]
    theirs = sum(map(least, lists))
    evaluator = _deadwood()
    for backend in gf.backends():
        taken, yardstick = in_turns(
            lambda backend=backend: evaluator.run(hands, backend=backend),  # type: ignore[misc]
            lambda: deque(map(least, lists), maxlen=0),
            _SECONDS,
        )
        taken /= len(hands)
        yield Row(
            "deadwood, 10 cards",
            "play",
            backend,
            taken * 1e9,
            yardstick / len(lists) / taken,
            "speed",
            "OpenSpiel min_deadwood",
            _OPEN_SPIEL_AIMS.get(backend),
            evaluator.checksum(),
        )
    taken, yardstick = in_turns(
        lambda: deque(map(gf.deadwood, masks), maxlen=0),
        lambda: deque(map(least, lists), maxlen=0),
        _SECONDS,
    )
    yield Row(
        "deadwood, one mask",
        "play",
        "one hand",
        taken / len(masks) * 1e9,
        yardstick / taken,
        "speed",
        "OpenSpiel min_deadwood",
        12.0,
        theirs,
    )


def _on_two_cores(kind: str) -> Row:
    """Measure two threads beside one, on more hands, so that starting them does not count."""
    hands = np.tile(_HANDS[kind](_TEN), 16 if kind == "play" else 4)
    out = np.empty(len(hands), np.uint8)
    taken, yardstick = in_turns(
        lambda: gf.deadwood(hands, out=out, threads=2),
        lambda: gf.deadwood(hands, out=out, threads=1),
        2 * _SECONDS,
        threads=True,
    )
    return Row(
        "deadwood, two threads",
        kind,
        gf.backend(),
        taken / len(hands) * 1e9,
        yardstick / taken,
        "speed",
        "one thread",
        1.8,
        int(out.sum(dtype=np.uint64)),
    )


def _import_time() -> Row:
    """Measure importing in fresh interpreters."""
    times: dict[str, list[float]] = {"gin_fast": [], "numpy": []}
    for _ in range(5):
        for name, taken in times.items():
            lines = ["import time", "start = time.process_time()", f"import {name}"]
            code = "; ".join([*lines, "print(time.process_time() - start)"])
            run = [sys.executable, "-c", code]
            taken.append(float(subprocess.run(run, capture_output=True, check=True).stdout))  # noqa: S603
    ours, numpys = (median(taken) for taken in times.values())
    return Row(
        "import gin_fast",
        "",
        "",
        ours * 1e9,
        ours / numpys,
        "time",
        "import numpy",
        1.25,
        None,
    )


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
