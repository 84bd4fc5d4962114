import os
import random
import secrets

import pytest
from hypothesis import settings

import gin_fast as gf
from gin_fast._core import build_info

# `GIN_FAST_HYPOTHESIS=slow` looks longer.
settings.register_profile("fast", max_examples=100, deadline=None, print_blob=True)
settings.register_profile("slow", max_examples=5_000, deadline=None, print_blob=True)
settings.load_profile(os.environ.get("GIN_FAST_HYPOTHESIS", "fast"))


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("gin_fast")
    group.addoption(
        "--oracle-hands",
        type=int,
        default=2_000,
        help="how many random and how many neighbouring-rank hands to hold against the oracle",
    )
    group.addoption(
        "--rounds",
        type=int,
        default=150,
        help="how many rounds to play beside OpenSpiel, and to record under each preset; against a "
        "referee half",
    )
    group.addoption(
        "--seed",
        type=int,
        default=secrets.randbits(32),
        help="where the random hands begin; another one each time if not given",
    )


def pytest_report_header(config: pytest.Config) -> list[str]:
    seed, count = config.getoption("seed"), config.getoption("oracle_hands")
    rounds = config.getoption("rounds")
    profile = os.environ.get("GIN_FAST_HYPOTHESIS", "fast")
    return [
        f"gin_fast {build_info['version']}, profile {build_info['profile']}",
        f"backends: {', '.join(gf.backends())}; the others use {gf.backend()}",
        f"hands: --seed={seed} --oracle-hands={count} GIN_FAST_HYPOTHESIS={profile}",
        f"rounds: --seed={seed} --rounds={rounds}",
    ]


@pytest.fixture
def numbers(request: pytest.FixtureRequest) -> random.Random:
    """Random numbers, the same for every test; `--seed` repeats them."""
    return random.Random(request.config.getoption("seed"))


@pytest.fixture
def rounds(request: pytest.FixtureRequest) -> int:
    """How many rounds to play."""
    count: int = request.config.getoption("rounds")
    return count


@pytest.fixture(params=gf.backends())
def backend(request: pytest.FixtureRequest) -> str:
    """Each backend that works on this machine."""
    name: str = request.param
    return name
