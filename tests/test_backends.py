"""Every backend at every length, within its buffers, and what asking for another one says."""

import os
import random
import subprocess
import sys
from typing import Generic, TypeVar

import numpy as np
import pytest
from numpy.typing import NDArray

import gin_fast as gf
from hands import neighbouring_hands, random_hands

LENGTHS = [*range(71), 70_001]
MARGIN = 67


def mixed_hands(numbers: random.Random, count: int) -> NDArray[np.uint64]:
    """Return hands of eleven cards, random and from neighbouring ranks by turns."""
    makers = [make(numbers, 11) for make in (random_hands, neighbouring_hands)]
    few = [next(makers[at % 2]) for at in range(2_003)]
    return np.resize(np.array(few, dtype=np.uint64), count)


Number = TypeVar("Number", np.uint8, np.uint64)


class Guarded(Generic[Number]):
    """Outputs between margins, all of it filled with 0xAA; the margins must stay so."""

    def __init__(self, length: int, dtype: type[Number]) -> None:
        size = np.dtype(dtype).itemsize
        self.bytes = np.full((length + 2 * MARGIN) * size, 0xAA, dtype=np.uint8)
        self.out: NDArray[Number] = self.bytes.view(dtype)[MARGIN : MARGIN + length]
        self.margin = MARGIN * size

    def assert_holds(self, expected: NDArray[Number]) -> None:
        np.testing.assert_array_equal(self.out, expected)
        for margin in (self.bytes[: self.margin], self.bytes[-self.margin :]):
            assert (margin == 0xAA).all()


def test_every_length_within_its_buffer(backend: str, numbers: random.Random) -> None:
    hands = mixed_hands(numbers, max(LENGTHS) + 1)
    once = {int(hand): gf.CardSet.from_mask(int(hand)) for hand in hands[:2_003]}
    deadwood = np.array([gf.deadwood(once[int(hand)]) for hand in hands], dtype=np.uint8)
    melded = np.array([int(gf.melded(once[int(hand)])) for hand in hands], dtype=np.uint64)
    best = np.array([gf.best_discard(once[int(hand)]) for hand in hands], dtype=np.uint8)
    knocks = np.array([int(gf.knock_discards(once[int(hand)])) for hand in hands], np.uint64)
    for length in LENGTHS:
        for part in (np.s_[:length], np.s_[1 : length + 1]):
            points = Guarded(length, np.uint8)
            gf.deadwood(hands[part], out=points.out, backend=backend)
            points.assert_holds(deadwood[part])
            cards = Guarded(length, np.uint64)
            gf.melded(hands[part], out=cards.out, backend=backend)
            cards.assert_holds(melded[part])
            cards = Guarded(length, np.uint64)
            gf.knock_discards(hands[part], out=cards.out, backend=backend)
            cards.assert_holds(knocks[part])
            card, left = Guarded(length, np.uint8), Guarded(length, np.uint8)
            gf.best_discard(hands[part], out=(card.out, left.out), backend=backend)
            card.assert_holds(best[part, 0])
            left.assert_holds(best[part, 1])


def test_the_required_backends_were_there() -> None:
    """`GIN_FAST_REQUIRE=avx2,avx512` says what a machine must have run."""
    required = os.environ.get("GIN_FAST_REQUIRE", "")
    missing = {name.strip() for name in required.split(",")} - {"", *gf.backends()}
    assert not missing, f"this machine has only {gf.backends()}"


def test_an_unknown_backend_is_refused() -> None:
    hands, out = np.zeros(3, dtype=np.uint64), np.full(3, 0xAA, dtype=np.uint8)
    with pytest.raises(ValueError, match=r"backend: expected one of .*, got .avx3."):
        gf.deadwood(hands, out=out, backend="avx3")
    assert (out == 0xAA).all()


def evaluate_elsewhere(**environment: str) -> subprocess.CompletedProcess[str]:
    """Evaluate a hand in another process, for the backend is chosen once."""
    line = "import gin_fast as gf; print(gf.deadwood('As 2s 3s Kd'), gf.backend())"
    return subprocess.run(
        [sys.executable, "-c", line],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_environment_forces_a_backend(backend: str) -> None:
    assert evaluate_elsewhere(GIN_FAST_BACKEND=backend).stdout == f"10 {backend}\n"


def test_without_a_choice_the_fastest_backend_is_used() -> None:
    assert evaluate_elsewhere(GIN_FAST_BACKEND="").stdout == f"10 {gf.backends()[-1]}\n"


def test_a_wrong_name_in_the_environment_is_an_error_at_the_first_evaluation() -> None:
    found = evaluate_elsewhere(GIN_FAST_BACKEND="sse2")
    assert found.returncode != 0
    assert "ValueError: GIN_FAST_BACKEND: expected one of" in found.stderr
    assert "PanicException" not in found.stderr
