from collections import defaultdict
from collections.abc import Callable
from typing import Protocol

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import gin_fast as gf
from gin_fast._core import build_info

# What a benchmark found: the function and kind of hands, the engine, nanoseconds a hand or round.
Row = tuple[str, str, float]
ROWS = pytest.StashKey[list[Row]]()
RULERS = (
    "np.bitwise_count",
    "math.isqrt",
    "OpenSpiel",
    "OpenSpiel, a copy a round",
    "OpenSpiel's loop in C++",
    "RLCard",
)


def add_up(answers: object) -> int:
    """Return the sum of a number a hand."""
    return int(np.sum(answers, dtype=np.int64))  # type: ignore[call-overload]


class Measure(Protocol):
    def __call__(
        self,
        what: str,
        engine: str,
        count: int,
        run: Callable[[], object],
        checksum: int,
        total: Callable[..., int] = add_up,
    ) -> None:
        """Time `run`, which evaluates `count` hands, once its answers add up to the checksum."""


def pytest_configure(config: pytest.Config) -> None:
    if build_info["profile"] in {"debug", "dev"}:
        pytest.exit("gin_fast is a debug build: its speed says nothing", returncode=2)
    config.stash[ROWS] = []


def pytest_report_header() -> str:
    return f"gin_fast: profile {build_info['profile']}, backends {', '.join(gf.backends())}"


@pytest.fixture
def measure(benchmark: BenchmarkFixture, pytestconfig: pytest.Config) -> Measure:
    def measure_one(
        what: str,
        engine: str,
        count: int,
        run: Callable[[], object],
        checksum: int,
        total: Callable[..., int] = add_up,
    ) -> None:
        assert total(run()) == checksum, f"{engine}, {what}"
        benchmark.group = what
        benchmark.extra_info.update(engine=engine, hands=count)
        benchmark(run)
        if benchmark.stats is not None:
            nanoseconds = benchmark.stats.stats.median / count * 1e9
            pytestconfig.stash[ROWS].append((what, engine, nanoseconds))

    return measure_one


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Print what a hand or round takes, and how many times the ruler's time that is."""
    groups = defaultdict(list)
    for what, engine, nanoseconds in config.stash[ROWS]:
        groups[what].append((engine, nanoseconds))
    for what, rows in groups.items():
        terminalreporter.section(what)
        ruler = next((took for engine, took in rows if engine in RULERS), float("nan"))
        for engine, took in sorted(rows, key=lambda row: row[1]):
            line = f"{engine:26}{took:14,.3f} ns each{took / ruler:14,.2f} x"
            terminalreporter.write_line(line)
