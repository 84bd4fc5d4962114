"""RLCard's melds and random play: RLCard, our environment, and RLCard with our functions in it."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
import rlcard
from rlcard.games.gin_rummy.utils import melding as their_melding
from rlcard.games.gin_rummy.utils import utils as their_utils

import gin_fast as gf
from conftest import Measure
from gin_fast.cli import bench_hands
from gin_fast.compat.rlcard import install, make, melding, uninstall

HANDS = {
    "random10": bench_hands.random(10)[:1_000],
    "play10": bench_hands.from_play(10)[:1_000],
}
SUITS = "SCDH"
GAMES = 20


def cards(mask: int) -> list[Any]:
    """Return RLCard's cards of one of our masks, in no order."""
    ids = list(gf.CardSet.from_mask(mask))
    found = [
        their_utils.card_from_text("A23456789TJQK"[card % 13] + SUITS[card // 13]) for card in ids
    ]
    random.Random(mask).shuffle(found)
    return found


def total(answers: list[list[list[list[Any]]]]) -> int:
    """Return a number that other clusters, or another order, would change."""
    places = enumerate(
        card for hand in answers for cluster in hand for pile in cluster for card in pile
    )
    return sum(hash(card) * (place % 997 + 1) for place, card in places)


@pytest.mark.parametrize("kind", HANDS)
@pytest.mark.parametrize("engine", ["RLCard", "gf"])
def test_best_meld_clusters(measure: Measure, kind: str, engine: str) -> None:
    hands = [cards(mask) for mask in HANDS[kind].tolist()]
    function = (their_melding if engine == "RLCard" else melding).get_best_meld_clusters

    def run() -> list[Any]:
        return [function(hand) for hand in hands]

    expected = total([their_melding.get_best_meld_clusters(hand) for hand in hands])
    measure(f"get_best_meld_clusters, {kind}", engine, len(hands), run, expected, total)


def play(env: Any) -> int:
    """Play games by chance; return a number that another course of them would change."""
    numbers, seen = random.Random(1), 0
    env.seed(1)
    for _ in range(GAMES):
        state, _ = env.reset()
        while not env.is_over():
            action = numbers.choice(list(state["legal_actions"]))
            state, player = env.step(action)
            seen = (seen * 31 + action * 2 + player) % 2**31
        seen += round(100 * sum(env.get_payoffs()))
    return seen


@pytest.fixture
def env(request: pytest.FixtureRequest) -> Iterator[Any]:
    if request.param.startswith("gf"):
        yield make(compat="compat" in request.param)
        return
    if "installed" in request.param:
        install(compat="compat" in request.param)
    yield rlcard.make("gin-rummy")
    uninstall()


ENVS = ["RLCard", "gf", "gf, compat", "RLCard, installed", "RLCard, installed, compat"]


@pytest.mark.parametrize(
    ("env", "engine"), [*zip(ENVS, ENVS, strict=True)], ids=ENVS, indirect=["env"]
)
def test_random_play(measure: Measure, env: Any, engine: str) -> None:
    expected = play(make(compat=True))
    plays = sum_of_steps()
    measure("a step of random play", engine, plays, lambda: play(env), expected, int)


def sum_of_steps() -> int:
    env = make()
    play(env)
    return env.timestep
