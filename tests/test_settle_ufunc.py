"""`gf.ufuncs.knock_points`: a real ufunc of two hands."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import polars as pl
import pytest
from numpy.typing import NDArray

import gin_fast as gf
from gin_fast import ufuncs
from pairs import pairs

KNOCKERS, DEFENDERS = pairs(9000)
EXPECTED = gf.knock_points(KNOCKERS, DEFENDERS)
GIN, OTHERS = 0x3FF, 0x3FF << 26
SCATTERED = gf.CardSet("As 3s 5s 7s 9s Js 2c 4c 6c 2h").mask


def test_it_is_a_ufunc_of_two_hands() -> None:
    assert isinstance(ufuncs.knock_points, np.ufunc)
    assert (ufuncs.knock_points.nin, ufuncs.knock_points.nout) == (2, 1)
    assert (ufuncs.knock_points.signature, ufuncs.knock_points.identity) == (None, None)
    points = ufuncs.knock_points(KNOCKERS, DEFENDERS)
    assert points.dtype == np.int16
    np.testing.assert_array_equal(points, EXPECTED)
    assert (EXPECTED < 0).any()


@pytest.mark.parametrize("length", [*range(71), 255, 256, 257, 4095, 4096, 4097, 8191, 8192, 8193])
def test_every_length_is_settled_to_its_end(length: int) -> None:
    out = np.full(length + 2, 0x5555, np.int16)
    ufuncs.knock_points(KNOCKERS[:length], DEFENDERS[:length], out=out[1:-1])
    np.testing.assert_array_equal(out[1:-1], EXPECTED[:length])
    assert out[0] == out[-1] == 0x5555


TYPES = [np.uint64, np.int64, ">u8", ">i8"]


@pytest.mark.parametrize("one", TYPES)
@pytest.mark.parametrize("other", TYPES)
def test_masks_of_any_two_types_meet(one: Any, other: Any) -> None:
    points = ufuncs.knock_points(KNOCKERS.astype(one), DEFENDERS.astype(other))
    assert points.dtype == np.int16
    np.testing.assert_array_equal(points, EXPECTED)


LAYOUTS: dict[str, Callable[[NDArray[np.uint64]], NDArray[np.uint64]]] = {
    "every third": lambda hands: np.repeat(hands, 3)[::3],
    "backwards": lambda hands: hands[::-1],
    "transposed": lambda hands: hands.reshape(90, 100).T,
    "a window": lambda hands: hands.reshape(90, 100)[3:20, 5:50],
    "misaligned": lambda hands: np.frombuffer(b"." + hands.tobytes(), dtype=np.uint64, offset=1),
    "0-d": lambda hands: hands[5:6].reshape(()),
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_layout_in_memory_is_read(layout: str) -> None:
    knocking, defending = LAYOUTS[layout](KNOCKERS), LAYOUTS[layout](DEFENDERS)
    expected = gf.knock_points(knocking, defending)
    for hands in (
        (knocking, defending),
        (knocking.copy(), defending),
        (knocking, defending.copy()),
    ):
        np.testing.assert_array_equal(ufuncs.knock_points(*hands), expected)


def test_hands_broadcast() -> None:
    disjoint = DEFENDERS[(DEFENDERS & np.uint64(GIN)) == 0]
    expected = gf.knock_points(GIN, disjoint)
    np.testing.assert_array_equal(ufuncs.knock_points(GIN, disjoint), expected)
    np.testing.assert_array_equal(
        ufuncs.knock_points([[GIN]], disjoint[:, None]), expected[:, None]
    )
    outer = ufuncs.knock_points.outer(np.array([GIN, 0x7FF]), np.array([OTHERS]))
    assert outer.tolist() == [[25], [31]]
    assert isinstance(ufuncs.knock_points(GIN, OTHERS), np.int16)


@pytest.mark.parametrize("dtype", [np.int16, np.int32, np.int64, np.float64, np.dtype(">i4")])
@pytest.mark.parametrize("step", [1, 2, -1])
def test_out_of_another_type_or_step_is_written(dtype: Any, step: int) -> None:
    out: NDArray[Any] = np.zeros(18000, dtype)[::step][:9000]
    assert ufuncs.knock_points(KNOCKERS, DEFENDERS, out=out) is out
    np.testing.assert_array_equal(out, EXPECTED)


def test_out_may_be_the_hands_themselves() -> None:
    for at in (0, 1):
        hands = [KNOCKERS.astype(np.int64), DEFENDERS.astype(np.int64)]
        ufuncs.knock_points(*hands, out=hands[at])
        np.testing.assert_array_equal(hands[at], EXPECTED)


def test_where_leaves_the_other_places_alone() -> None:
    wanted = np.arange(9000) % 3 == 0
    knocking = np.where(wanted, KNOCKERS, np.uint64(1 << 60))
    out = np.full(9000, 999, np.int16)
    ufuncs.knock_points(knocking, DEFENDERS, out=out, where=wanted)
    np.testing.assert_array_equal(out, np.where(wanted, EXPECTED, 999))


@pytest.mark.parametrize("at", [0, 256, 4095, 4096, 8999])
@pytest.mark.parametrize("step", [1, 2])
def test_a_bad_mask_is_named(at: int, step: int) -> None:
    for bad in (1 << 52, 1 << 63, -1, -(1 << 63)):
        dtype = np.int64 if bad < 0 else np.uint64
        for name in ("knocker", "defender"):
            hands = {"knocker": KNOCKERS.astype(dtype), "defender": DEFENDERS.astype(dtype)}
            hands[name] = hands[name].repeat(step)[::step]
            hands[name][at] = bad
            with pytest.raises(gf.InvalidHandError, match=f"^{name}: expected masks .* got {bad}$"):
                ufuncs.knock_points(*hands.values())


@pytest.mark.parametrize(
    ("knocker", "defender", "message"),
    [
        (GIN >> 1, OTHERS, r"^knocker: .* got 9 in the masks 511 and \d+$"),
        (GIN, OTHERS | 1 << 36, r"^defender: .* got 11 in the masks 1023 and \d+$"),
        (GIN, OTHERS & ~(1 << 26), r"^defender: .* got 9 in the masks 1023 and \d+$"),
        (GIN, GIN, r"^defender: .* in the masks 1023 and 1023$"),
        (SCATTERED, OTHERS, r"^knocker: .* got 49 in the masks \d+ and \d+$"),
    ],
)
def test_hands_that_cannot_meet_are_shown(knocker: int, defender: int, message: str) -> None:
    knocking, defending = KNOCKERS.copy(), DEFENDERS.copy()
    knocking[5000], defending[5000] = knocker, defender
    with pytest.raises(gf.InvalidHandError, match=message):
        ufuncs.knock_points(knocking, defending)


@pytest.mark.parametrize("no_masks", [1.0, [1.5], None, "As", np.array([7], dtype=object)])
def test_what_is_no_integer_is_refused(no_masks: Any) -> None:
    with pytest.raises(TypeError, match="knock_points"):
        ufuncs.knock_points(no_masks, OTHERS)
    with pytest.raises(TypeError, match="knock_points"):
        ufuncs.knock_points(GIN, no_masks)


def test_there_is_nothing_to_reduce() -> None:
    for method in (ufuncs.knock_points.reduce, ufuncs.knock_points.accumulate):
        with pytest.raises((TypeError, ValueError)):
            method(KNOCKERS)


def test_errors_rise_in_many_threads_at_once() -> None:
    bad = DEFENDERS.copy()
    bad[-1] = 1 << 60

    def settle(at: int) -> bool:
        if at % 2:
            return bool(np.all(ufuncs.knock_points(KNOCKERS, DEFENDERS) == EXPECTED))
        with pytest.raises(gf.InvalidHandError):
            ufuncs.knock_points(KNOCKERS, bad)
        return True

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(settle, range(100)))


def test_columns_answer_by_themselves() -> None:
    signed = pl.Series("k", KNOCKERS, dtype=pl.Int64), pl.Series(DEFENDERS, dtype=pl.Int64)
    answer: Any = ufuncs.knock_points(*signed)
    assert answer.dtype == pl.Int64
    assert answer.to_list() == EXPECTED.tolist()
    unsigned = pl.Series("k", KNOCKERS), pl.Series(DEFENDERS)
    answer = ufuncs.knock_points(*unsigned)
    assert answer.dtype == pl.Float64
    assert answer.to_list() == EXPECTED.tolist()
