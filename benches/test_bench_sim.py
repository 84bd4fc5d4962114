"""Many tables at once: steps with the actions given, legality checked, rounds dealt anew."""

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from conftest import Measure
from gin_fast.sim import Tables

TABLES = 4_096
STEPS = 200
WHAT = f"a step at {TABLES:,} tables"


@cache
def actions() -> list[NDArray[np.uint8]]:
    """Random legal actions for each step from the deal on."""
    tables, numbers = Tables(TABLES, seed=1), np.random.default_rng(1)
    chosen = []
    for _ in range(STEPS):
        legal = tables.legal_actions()
        chosen.append((legal * numbers.random(legal.shape)).argmax(axis=1).astype(np.uint8))
        tables.step(chosen[-1], auto_reset=True)
    return chosen


def ended(tables: Tables) -> int:
    return int(tables.done.sum())


CARDS = np.empty((TABLES, 6, 52), np.uint8)
EVERYTHING = np.empty((TABLES, 21, 52), np.uint8)
LEGAL = np.empty((TABLES, 108), np.bool_)


def nothing(_: Tables) -> None:
    pass


def cards_and_legal(tables: Tables) -> None:
    tables.observe(out=CARDS, planes="cards")
    tables.legal_actions(out=LEGAL)


def everything_and_legal(tables: Tables) -> None:
    tables.observe(out=EVERYTHING)
    tables.legal_actions(out=LEGAL)


def copied(tables: Tables) -> None:
    tables.copy()


@pytest.mark.parametrize(
    ("engine", "then"),
    [
        ("step", nothing),
        ("step, six planes, legal", cards_and_legal),
        ("step, all planes, legal", everything_and_legal),
        ("step, copy", copied),
    ],
)
def test_steps(measure: Measure, engine: str, then: Callable[[Tables], None]) -> None:
    chosen, begun = actions(), Tables(TABLES, seed=1)

    def run() -> Tables:
        tables = begun.copy()
        for at in chosen:
            tables.step(at, auto_reset=True)
            then(tables)
        return tables

    measure(WHAT, engine, TABLES * STEPS, run, ended(run()), total=ended)


def test_the_ruler(measure: Measure) -> None:
    masks = np.random.default_rng(1).integers(0, 1 << 52, 65_536, dtype=np.uint64)
    out = np.empty(masks.shape, np.uint8)

    def run() -> NDArray[np.uint8]:
        return np.bitwise_count(masks, out=out)

    measure(WHAT, "np.bitwise_count", len(masks), run, int(np.bitwise_count(masks).sum()))
