"""The ufuncs: what NumPy does with them, and what they refuse."""

import copy
import doctest
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

import gin_fast as gf
from gin_fast import ufuncs

EVERY = [getattr(ufuncs, name) for name in ufuncs.__all__]
# Those of one hand.
ALL = [ufunc for ufunc in EVERY if ufunc.nin == 1]
ONE_OUTPUT = [ufunc for ufunc in ALL if ufunc.nout == 1]
ELEVEN = [ufunc for ufunc in ALL if ufunc.__name__.startswith("best_discard")]

masks = st.integers(0, (1 << 52) - 1)


def deal(cards: int, count: int) -> NDArray[np.uint64]:
    """Return random hands, always the same."""
    order = np.random.default_rng(cards).permuted(np.tile(np.arange(52), (count, 1)), axis=1)
    bits = np.uint64(1) << order[:, :cards].astype(np.uint64)
    hands: NDArray[np.uint64] = np.bitwise_or.reduce(bits, axis=1)
    return hands


HANDS = deal(11, 9000)


def one_by_one(ufunc: np.ufunc, hands: NDArray[np.integer]) -> NDArray[np.uint64]:
    """Return what the functions answer for one hand after the other."""
    functions: dict[str, Callable[[int], Any]] = {
        "deadwood": gf.deadwood,
        "melded": lambda hand: gf.melded(hand).mask,
        "best_discard": gf.best_discard,
        "best_discard_card": lambda hand: gf.best_discard(hand)[0],
        "best_discard_deadwood": lambda hand: gf.best_discard(hand)[1],
    }
    answer = functions[ufunc.__name__]
    answers = np.array([answer(int(hand)) for hand in hands.flat], dtype=np.uint64)
    if ufunc.nout == 1:
        return answers.reshape(hands.shape)
    return np.moveaxis(answers.reshape(*hands.shape, ufunc.nout), -1, 0)


@pytest.mark.parametrize("ufunc", ALL, ids=lambda ufunc: ufunc.__name__)
def test_each_is_a_ufunc_of_one_hand(ufunc: np.ufunc) -> None:
    assert isinstance(ufunc, np.ufunc)
    assert (ufunc.nin, ufunc.signature, ufunc.identity) == (1, None, None)
    np.testing.assert_array_equal(
        np.stack(ufunc(HANDS)) if ufunc.nout > 1 else ufunc(HANDS), one_by_one(ufunc, HANDS)
    )


@given(st.lists(masks))
def test_any_hands_get_what_the_functions_say(hands: list[int]) -> None:
    array = np.array(hands, dtype=np.uint64)
    np.testing.assert_array_equal(ufuncs.deadwood(array), one_by_one(ufuncs.deadwood, array))
    np.testing.assert_array_equal(ufuncs.melded(array), one_by_one(ufuncs.melded, array))


@pytest.mark.parametrize("length", [*range(71), 255, 256, 257, 4095, 4096, 4097, 8191, 8192, 8193])
def test_every_length_is_evaluated_to_its_end(length: int) -> None:
    hands = HANDS[:length]
    out = np.full(length + 2, 0xAA, dtype=np.uint8)
    ufuncs.deadwood(hands, out=out[1:-1])
    np.testing.assert_array_equal(out[1:-1], gf.deadwood(hands))
    assert out[0] == out[-1] == 0xAA


def test_a_million_hands_get_what_the_functions_say() -> None:
    hands = np.tile(HANDS, 112)
    np.testing.assert_array_equal(ufuncs.deadwood(hands), gf.deadwood(hands))
    np.testing.assert_array_equal(ufuncs.melded(hands), gf.melded(hands))
    for got, expected in zip(ufuncs.best_discard(hands), gf.best_discard(hands), strict=True):
        np.testing.assert_array_equal(got, expected)


@pytest.mark.parametrize("dtype", ["u1", "i1", "u2", "i2", "u4", "i4", "u8", "i8", ">u8", ">i4"])
def test_every_integer_type_is_cast(dtype: str) -> None:
    hands = np.arange(100).astype(dtype)
    expected = one_by_one(ufuncs.deadwood, hands)
    assert ufuncs.deadwood(hands).dtype == np.uint8
    assert ufuncs.melded(hands).dtype == np.uint64
    np.testing.assert_array_equal(ufuncs.deadwood(hands), expected)


def test_lists_and_ints_are_taken() -> None:
    assert ufuncs.deadwood([[7, 1 << 51]]).tolist() == [[0, 10]]
    assert ufuncs.deadwood(1 << 51) == 10
    assert isinstance(ufuncs.deadwood(1 << 51), np.uint8)
    assert isinstance(ufuncs.melded(7), np.uint64)
    assert ufuncs.best_discard(0x7FF) == (10, 0)
    assert ufuncs.deadwood(np.zeros((0, 3), dtype=np.int64)).shape == (0, 3)


LAYOUTS: dict[str, Callable[[NDArray[np.uint64]], NDArray[np.uint64]]] = {
    "every third": lambda hands: np.repeat(hands, 3)[::3],
    "backwards": lambda hands: hands[::-1],
    "transposed": lambda hands: hands.reshape(90, 100).T,
    "columns first": lambda hands: np.asfortranarray(hands.reshape(90, 100)),
    "a window": lambda hands: hands.reshape(90, 100)[3:20, 5:50],
    "repeated": lambda hands: np.broadcast_to(hands[0], (9000,)),
    "read-only": lambda hands: np.frombuffer(hands.tobytes(), dtype=np.uint64),
    "misaligned": lambda hands: np.frombuffer(b"." + hands.tobytes(), dtype=np.uint64, offset=1),
    "byte-swapped": lambda hands: hands.astype(hands.dtype.newbyteorder()),
    "a field": lambda hands: np.array([(0, hand) for hand in hands], dtype="u1, u8")["f1"],
    "0-d": lambda hands: hands[5:6].reshape(()),
}


@pytest.mark.parametrize("ufunc", ONE_OUTPUT, ids=lambda ufunc: ufunc.__name__)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_layout_in_memory_is_read(ufunc: np.ufunc, layout: str) -> None:
    hands = LAYOUTS[layout](HANDS)
    got = ufunc(hands)
    assert np.shape(got) == hands.shape
    np.testing.assert_array_equal(got, one_by_one(ufunc, hands))


@pytest.mark.parametrize("dtype", [np.uint8, np.uint64, np.int64, np.float64, np.dtype(">u4")])
@pytest.mark.parametrize("step", [1, 2, -1])
def test_out_of_another_type_or_step_is_written(dtype: type, step: int) -> None:
    whole: NDArray[Any] = np.full(18000, 99).astype(dtype)
    out = whole[::step][:9000]
    assert ufuncs.deadwood(HANDS, out=out) is out
    np.testing.assert_array_equal(out, gf.deadwood(HANDS))
    assert np.count_nonzero(whole == 99) >= 9000


def test_out_may_be_the_hands_themselves() -> None:
    for ufunc in ONE_OUTPUT:
        expected = ufunc(HANDS)
        hands = HANDS.copy()
        ufunc(hands, out=hands)
        np.testing.assert_array_equal(hands, expected)
    hands = HANDS.copy()
    ufuncs.melded(hands[:-1], out=hands[1:])
    np.testing.assert_array_equal(hands[1:], ufuncs.melded(HANDS[:-1]))
    hands = HANDS.copy()
    ufuncs.deadwood(hands, out=hands.view(np.uint8)[:9000])
    np.testing.assert_array_equal(hands.view(np.uint8)[:9000], ufuncs.deadwood(HANDS))


def test_out_of_a_type_that_cannot_hold_points_is_refused() -> None:
    with pytest.raises(TypeError, match="deadwood"):
        ufuncs.deadwood(HANDS, out=np.empty(9000, dtype=bool))
    with pytest.raises(ValueError, match="broadcast"):
        ufuncs.deadwood(HANDS, out=np.empty(8999, dtype=np.uint8))


def test_both_outputs_are_written() -> None:
    card, left = np.empty(9000, np.uint8), np.empty(18000, np.uint16)[::2]
    ufuncs.best_discard(HANDS, out=(card, left))
    np.testing.assert_array_equal(card, ufuncs.best_discard_card(HANDS))
    np.testing.assert_array_equal(left, ufuncs.best_discard_deadwood(HANDS))


def test_out_broadcasts_the_hands() -> None:
    out = np.empty((4, 9000), dtype=np.uint8)
    ufuncs.deadwood(HANDS, out=out)
    np.testing.assert_array_equal(out, np.tile(gf.deadwood(HANDS), (4, 1)))


def test_where_leaves_the_other_places_alone() -> None:
    hands = HANDS.copy()
    wanted = np.arange(9000) % 3 == 0
    hands[~wanted] = 1 << 60
    out = np.full(9000, 99, dtype=np.uint8)
    ufuncs.deadwood(hands, out=out, where=wanted)
    np.testing.assert_array_equal(out, np.where(wanted, gf.deadwood(HANDS), 99))


def test_the_type_can_be_asked_for() -> None:
    assert ufuncs.deadwood(HANDS, dtype=np.uint64).dtype == np.uint64
    assert ufuncs.deadwood(HANDS.astype(np.int64), dtype=np.int64).dtype == np.int64
    assert ufuncs.melded(HANDS.astype(np.int64), dtype=np.int64).dtype == np.int64
    # Polars looks for the type of its input among the types of outputs.
    for ufunc in ONE_OUTPUT:
        assert {"L->L", "l->l"} <= {
            types.replace("Q", "L").replace("q", "l") for types in ufunc.types
        }


@pytest.mark.parametrize("no_masks", [1.0, [1.5], None, "As", b"As", np.array([7], dtype=object)])
def test_what_is_no_integer_is_refused(no_masks: object) -> None:
    with pytest.raises(TypeError, match="deadwood"):
        ufuncs.deadwood(no_masks)


@pytest.mark.parametrize("ufunc", ALL, ids=lambda ufunc: ufunc.__name__)
@pytest.mark.parametrize("bad", [1 << 52, 1 << 63, -1, -(1 << 63)])
@pytest.mark.parametrize("step", [1, 2])
@pytest.mark.parametrize("at", [0, 256, 4095, 4096, 8999])
def test_a_bad_mask_is_named(ufunc: np.ufunc, bad: int, step: int, at: int) -> None:
    hands = np.repeat(HANDS, step)[::step].astype(np.int64 if bad < 0 else np.uint64)
    hands = np.repeat(hands, step)[::step]
    hands[at] = bad
    with pytest.raises(gf.InvalidHandError, match=f"hand: .* got {bad}$"):
        ufunc(hands)


def test_of_several_bad_masks_the_first_is_named() -> None:
    hands = np.tile(HANDS[:10], (20, 1))
    hands[3, 4], hands[7, 1] = 1 << 55, 1 << 56
    # A row at a time, so that one loop fails after the other.
    with pytest.raises(gf.InvalidHandError, match=f"got {1 << 55}$"):
        ufuncs.deadwood(hands[:, ::2])


@pytest.mark.parametrize("ufunc", ELEVEN, ids=lambda ufunc: ufunc.__name__)
@pytest.mark.parametrize("hand", [0, 0x3FF, 0xFFF])
def test_a_discard_wants_eleven_cards(ufunc: np.ufunc, hand: int) -> None:
    hands = HANDS.copy()
    hands[1500] = hand
    with pytest.raises(
        gf.InvalidHandError, match=rf"expected 11 cards, got {hand.bit_count()} in the mask {hand}$"
    ):
        ufunc(hands)


def test_errors_rise_in_many_threads_at_once() -> None:
    bad = HANDS.copy()
    bad[-1] = 1 << 60

    def evaluate(at: int) -> bool:
        if at % 2:
            return bool(np.all(ufuncs.deadwood(HANDS) == expected))
        with pytest.raises(gf.InvalidHandError):
            ufuncs.deadwood(bad)
        return True

    expected = gf.deadwood(HANDS)
    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(evaluate, range(400)))


def test_a_wrong_backend_is_an_error_at_the_first_evaluation() -> None:
    code = "from gin_fast import ufuncs; ufuncs.deadwood([7])"
    environment = {**os.environ, "GIN_FAST_BACKEND": "abacus"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "ValueError: GIN_FAST_BACKEND" in done.stderr
    assert "abacus" in done.stderr


@pytest.mark.parametrize("ufunc", ALL, ids=lambda ufunc: ufunc.__name__)
def test_there_is_nothing_to_reduce(ufunc: np.ufunc) -> None:
    for method in [ufunc.reduce, ufunc.accumulate]:
        with pytest.raises(ValueError, match="binary functions"):
            method(HANDS)


def test_at_evaluates_in_place() -> None:
    hands = HANDS.copy()
    ufuncs.melded.at(hands, [3, 5])
    assert hands[3] == gf.melded(int(HANDS[3])).mask
    assert hands[4] == HANDS[4]
    hands[7] = 1 << 60
    with pytest.raises(gf.InvalidHandError):
        ufuncs.melded.at(hands, [7])


def test_objects_answer_by_themselves() -> None:
    class Recorder:
        def __array_ufunc__(
            self, ufunc: np.ufunc, method: str, *inputs: object, **kwargs: object
        ) -> str:
            return f"{ufunc.__name__} {method} {len(inputs)} {kwargs}"

    assert ufuncs.melded(Recorder()) == "melded __call__ 1 {}"


@pytest.mark.parametrize("ufunc", EVERY, ids=lambda ufunc: ufunc.__name__)
def test_they_pickle_by_name(ufunc: np.ufunc) -> None:
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(ufunc, protocol)) is ufunc  # noqa: S301
    assert copy.deepcopy(ufunc) is ufunc
    code = "import pickle, sys; print(pickle.load(sys.stdin.buffer).__name__)"
    done = subprocess.run(
        [sys.executable, "-c", code], input=pickle.dumps(ufunc), capture_output=True, check=True
    )
    assert done.stdout.decode().strip() == ufunc.__name__


@pytest.mark.parametrize("ufunc", EVERY, ids=lambda ufunc: ufunc.__name__)
def test_their_examples_run(ufunc: np.ufunc) -> None:
    assert ufunc.__doc__ is not None
    tests = doctest.DocTestParser().get_doctest(
        ufunc.__doc__, {ufunc.__name__: ufunc}, ufunc.__name__, None, None
    )
    assert tests.examples
    assert doctest.DocTestRunner().run(tests).failed == 0


def test_the_package_makes_them_on_first_use() -> None:
    code = (
        "import sys, gin_fast as gf; print('gin_fast.ufuncs' in sys.modules, gf.ufuncs.deadwood(7))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "0"]
