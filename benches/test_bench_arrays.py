"""Arrays of hands, beside NumPy's count of their bits and the evaluators in use today."""

from collections.abc import Callable
from functools import cache, partial

import numpy as np
import pyspiel
import pytest
from numpy.typing import NDArray
from rlcard.games.gin_rummy.utils import melding, utils

import gin_fast as gf
from conftest import Measure
from gin_fast.cli import bench_hands

TENS = ["random10", "play10", "dense10"]
ELEVENS = ["random11", "play11", "dense11"]
PAIRS = {
    "random": bench_hands.random_pairs,
    "play": bench_hands.pairs_from_play,
    "dense": bench_hands.dense_pairs,
}
# The engines that answer one hand after the other get the first of the hands only.
FEW = 2_000
SPIEL = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)

ten_cards = pytest.mark.parametrize("hands", TENS)
eleven_cards = pytest.mark.parametrize("hands", ELEVENS)
pairs_of_hands = pytest.mark.parametrize("pairs", PAIRS)
every_backend = pytest.mark.parametrize("backend", gf.backends())


@cache
def masks(hands: str) -> NDArray[np.uint64]:
    makers = {
        "random": bench_hands.random,
        "play": bench_hands.from_play,
        "dense": bench_hands.dense,
    }
    return makers[hands[:-2]](int(hands[-2:]))


@cache
def ids(hands: str) -> list[list[int]]:
    held = masks(hands)[:, None] >> np.arange(52, dtype=np.uint64) & 1
    rows: list[list[int]] = np.nonzero(held)[1].reshape(len(held), -1).tolist()
    return rows


def points(hands: NDArray[np.uint64]) -> int:
    """Return what the cards of all hands count together."""
    of_rank = [np.uint64(sum(1 << 13 * suit + rank for suit in range(4))) for rank in range(13)]
    ranks = enumerate(of_rank, start=1)
    return sum(min(rank, 10) * int(np.bitwise_count(hands & cards).sum()) for rank, cards in ranks)


# OpenSpiel answers eleven cards inexactly, so it is asked about the ten that are left.
def spiel_after_discard(cards: list[int]) -> int:
    return min(int(SPIEL.min_deadwood(cards[:at] + cards[at + 1 :])) for at in range(len(cards)))


@cache
def checksum(answer: Callable[[list[int]], int], hands: str, count: int | None = None) -> int:
    """Return what OpenSpiel's answers add up to; every engine must agree."""
    return sum(map(answer, ids(hands)[:count]))


@pytest.mark.parametrize("function", ["deadwood", "melded"])
@ten_cards
def test_bitwise_count_beside_ten(measure: Measure, function: str, hands: str) -> None:
    held = masks(hands)
    run = partial(np.bitwise_count, held, out=np.empty(len(held), np.uint8))
    measure(f"{function}/{hands}", "np.bitwise_count", len(held), run, 10 * len(held))


@eleven_cards
def test_bitwise_count_beside_eleven(measure: Measure, hands: str) -> None:
    held = masks(hands)
    run = partial(np.bitwise_count, held, out=np.empty(len(held), np.uint8))
    measure(f"best_discard/{hands}", "np.bitwise_count", len(held), run, 11 * len(held))


@every_backend
@ten_cards
def test_deadwood(measure: Measure, hands: str, backend: str) -> None:
    held = masks(hands)
    run = partial(gf.deadwood, held, out=np.empty(len(held), np.uint8), backend=backend)
    measure(f"deadwood/{hands}", backend, len(held), run, checksum(SPIEL.min_deadwood, hands))


@every_backend
@ten_cards
def test_melded(measure: Measure, hands: str, backend: str) -> None:
    held = masks(hands)
    run = partial(gf.melded, held, out=np.empty(len(held), np.uint64), backend=backend)
    melded = points(held) - checksum(SPIEL.min_deadwood, hands)
    measure(f"melded/{hands}", backend, len(held), run, melded, points)


@every_backend
@eleven_cards
def test_best_discard(measure: Measure, hands: str, backend: str) -> None:
    held = masks(hands)
    out = np.empty(len(held), np.uint8), np.empty(len(held), np.uint8)
    run = partial(gf.best_discard, held, out=out, backend=backend)
    after = checksum(spiel_after_discard, hands)
    what = f"best_discard/{hands}"
    measure(what, backend, len(held), run, after, lambda best: int(best[1].sum(dtype=np.int64)))


@cache
def points_one_by_one(pairs: str) -> int:
    """Return what the showdowns add up to, each settled with everything on the table."""
    shown = (
        gf.showdown(knocker, defender)
        for knocker, defender in zip(*(hands.tolist() for hands in PAIRS[pairs]()), strict=True)
    )
    return sum(one.points if one.winner == 0 else -one.points for one in shown)


@pairs_of_hands
def test_bitwise_count_beside_pairs(measure: Measure, pairs: str) -> None:
    held, _ = PAIRS[pairs]()
    run = partial(np.bitwise_count, held, out=np.empty(len(held), np.uint8))
    measure(f"knock_points/{pairs}", "np.bitwise_count", len(held), run, 10 * len(held))


@every_backend
@pairs_of_hands
def test_knock_points(measure: Measure, pairs: str, backend: str) -> None:
    hands = PAIRS[pairs]()
    out = np.empty(len(hands[0]), np.int16)
    run = partial(gf.knock_points, *hands, out=out, backend=backend)
    measure(f"knock_points/{pairs}", backend, len(out), run, points_one_by_one(pairs))


@ten_cards
def test_open_spiel(measure: Measure, hands: str) -> None:
    few = ids(hands)[:FEW]
    expected = checksum(SPIEL.min_deadwood, hands, FEW)
    run = lambda: [SPIEL.min_deadwood(cards) for cards in few]  # noqa: E731 - as its users write it.
    measure(f"deadwood/{hands}", "open_spiel", FEW, run, expected)


@eleven_cards
def test_open_spiel_discards(measure: Measure, hands: str) -> None:
    few = ids(hands)[:FEW]
    expected = checksum(spiel_after_discard, hands, FEW)
    run = lambda: [spiel_after_discard(cards) for cards in few]  # noqa: E731
    measure(f"best_discard/{hands}", "open_spiel", FEW, run, expected)


def rlcard_deadwood(cards: list[object]) -> int:
    best = melding.get_best_meld_clusters(cards)
    return int(utils.get_deadwood_count(cards, best[0] if best else []))


@ten_cards
def test_rlcard(measure: Measure, hands: str) -> None:
    texts = [[gf.card_name(card).upper() for card in cards] for cards in ids(hands)[:FEW]]
    few = [[utils.card_from_text(text) for text in hand] for hand in texts]
    expected = checksum(SPIEL.min_deadwood, hands, FEW)
    run = lambda: [rlcard_deadwood(cards) for cards in few]  # noqa: E731
    measure(f"deadwood/{hands}", "rlcard", FEW, run, expected)
