"""Arrays of hands: shapes, strides, dtypes, `out=`, threads, interruption."""

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import gin_fast as gf

RANDOM = np.random.default_rng(5)
LARGE = 100_003


def dealt(cards: int, count: int, ranks: int = 13) -> NDArray[np.uint64]:
    """Hands from the lowest `ranks` ranks: the fewer, the more melds meet."""
    pack = np.array([card for card in range(52) if card % 13 < ranks])
    order = RANDOM.random((count, len(pack))).argsort(axis=1)[:, :cards]
    return gf.masks(pack[order])


HANDS = np.concatenate([dealt(11, 600), dealt(11, 600, ranks=5)])

Evaluate = Callable[..., Any]
EVALUATORS: dict[str, tuple[Evaluate, type, tuple[int, ...]]] = {
    "deadwood": (gf.deadwood, np.uint8, ()),
    "melded": (gf.melded, np.uint64, ()),
    "best_discard": (gf.best_discard, np.uint8, ()),
    "deadwood_after_discard": (gf.deadwood_after_discard, np.uint8, (52,)),
    "knock_discards": (gf.knock_discards, np.uint64, ()),
}
every_evaluator = pytest.mark.parametrize(
    "evaluate", [evaluate for evaluate, _, _ in EVALUATORS.values()], ids=EVALUATORS
)
every_evaluator_and_its_answers = pytest.mark.parametrize(
    ("evaluate", "dtype", "extra"), EVALUATORS.values(), ids=EVALUATORS
)


def as_arrays(answer: Any) -> tuple[NDArray[Any], ...]:
    """One array or a pair, as a tuple."""
    return answer if isinstance(answer, tuple) else (answer,)


def same(answer: Any, expected: Any) -> bool:
    pairs = zip(as_arrays(answer), as_arrays(expected), strict=True)
    return all(a.dtype == b.dtype and np.array_equal(a, b) for a, b in pairs)


def one_by_one(evaluate: Evaluate, hands: NDArray[np.uint64]) -> list[Any]:
    def plain(answer: Any) -> Any:
        if isinstance(answer, gf.CardSet):
            return answer.mask
        if isinstance(answer, dict):
            return [answer.get(card, 255) for card in range(52)]
        return answer

    return [plain(evaluate(hand)) for hand in hands.tolist()]


@every_evaluator_and_its_answers
def test_an_array_gets_the_answers_of_its_hands(
    evaluate: Evaluate, dtype: type, extra: tuple[int, ...]
) -> None:
    answers = as_arrays(evaluate(HANDS))
    for answer in answers:
        assert answer.dtype == dtype
        assert answer.shape == HANDS.shape + extra
    expected = one_by_one(evaluate, HANDS)
    if len(answers) == 2:
        assert list(zip(*(answer.tolist() for answer in answers), strict=True)) == expected
    else:
        assert answers[0].tolist() == expected


@every_evaluator_and_its_answers
@pytest.mark.parametrize(
    "shape", [(0,), (1,), (1200,), (3, 400), (2, 3, 200), (40, 0, 3), (5, 1, 240)]
)
def test_any_shape(
    evaluate: Evaluate, dtype: type, extra: tuple[int, ...], shape: tuple[int, ...]
) -> None:
    hands = HANDS[: int(np.prod(shape))].reshape(shape)
    flat = as_arrays(evaluate(hands.ravel()))
    for answer, expected in zip(as_arrays(evaluate(hands)), flat, strict=True):
        assert answer.dtype == dtype
        assert answer.shape == shape + extra
        assert answer.ravel().tolist() == expected.ravel().tolist()


@every_evaluator_and_its_answers
def test_no_dimension_gives_a_numpy_scalar(
    evaluate: Evaluate, dtype: type, extra: tuple[int, ...]
) -> None:
    for answer in as_arrays(evaluate(np.array(HANDS[0]))):
        if extra:
            assert answer.shape == extra
        else:
            assert type(answer) is dtype
    assert same(evaluate(np.array(HANDS[0])), tuple(a[0] for a in as_arrays(evaluate(HANDS[:1]))))


def scattered(hands: NDArray[np.uint64]) -> dict[str, NDArray[Any]]:
    """The same hands, lying or written differently."""
    wide = np.zeros((len(hands), 3), np.uint64)
    wide[:, 1] = hands
    records = np.zeros(len(hands), dtype=[("flag", "u1"), ("mask", "<u8"), ("left", "u1")])
    records["mask"] = hands
    frozen = hands.copy()
    frozen.flags.writeable = False
    memory = np.frombuffer(hands.tobytes(), dtype=np.uint64)
    return {
        "strided": wide[:, 1],
        "backwards": hands[::-1].copy()[::-1],
        "unaligned": records["mask"],
        "swapped": hands.astype(hands.dtype.newbyteorder()),
        "read-only": frozen,
        "borrowed": memory,
        "int64": hands.astype(np.int64),
        "swapped int64": hands.astype(">i8"),
        "Fortran": hands.reshape(-1, 4).copy(order="F").reshape(-1, order="C"),
        "subclass": hands.view(np.recarray),
    }


@every_evaluator
@pytest.mark.parametrize("name", scattered(HANDS[:4]))
def test_any_layout(evaluate: Evaluate, name: str) -> None:
    assert same(evaluate(scattered(HANDS)[name]), evaluate(HANDS))


@every_evaluator
def test_axes_in_any_order(evaluate: Evaluate) -> None:
    cube = HANDS.reshape(10, 12, 10)
    for axes in itertools.permutations(range(3)):
        for step in (1, 2, -1):
            view = cube.transpose(axes)[:, ::step]
            assert same(evaluate(view), evaluate(view.copy(order="C")))
    wide = np.broadcast_to(HANDS[:3, None], (3, 70))
    assert same(evaluate(wide), evaluate(wide.copy()))


@pytest.mark.parametrize(
    "dtype", [np.int8, np.uint8, np.int16, ">u2", np.int32, "<u4", ">i4", np.int64, ">u8"]
)
def test_any_integer_dtype(dtype: Any) -> None:
    hands = np.arange(128)
    assert same(gf.deadwood(hands.astype(dtype)), gf.deadwood(hands.astype(np.uint64)))
    negative = hands.astype(np.dtype(dtype).newbyteorder("="))
    if np.dtype(dtype).kind == "i":
        negative[77] = -3
        with pytest.raises(gf.InvalidHandError, match="got -3 at index 77"):
            gf.deadwood(negative.astype(dtype))


def test_large_scattered_arrays_are_evaluated_block_by_block() -> None:
    hands = dealt(11, LARGE)
    expected = gf.deadwood(hands)
    wide = np.zeros((LARGE, 2), np.uint64)
    wide[:, 0] = hands
    for threads in (1, 2, 0):
        assert same(gf.deadwood(wide[:, 0], threads=threads), expected)
        assert same(gf.deadwood(hands.astype(">u8"), threads=threads), expected)
        out = np.zeros((LARGE, 3), np.uint8)
        gf.deadwood(wide[:, 0], out=out[:, 1], threads=threads)
        assert np.array_equal(out[:, 1], expected)
        assert not out[:, ::2].any()


@every_evaluator
def test_threads_change_no_answer(evaluate: Evaluate) -> None:
    hands = np.resize(HANDS, LARGE)
    expected = evaluate(hands)
    for threads in (None, 1, 2, 3, 0):
        assert same(evaluate(hands, threads=threads), expected)


@every_evaluator
def test_every_backend_gives_the_same_answers(evaluate: Evaluate) -> None:
    for length in (0, 1, 7, 31, 32, 33, 70, 1200):
        expected = evaluate(HANDS[:length])
        for backend in gf.backends():
            assert same(evaluate(HANDS[:length], backend=backend), expected)


# Where answers go.


def empty_out(answer: Any) -> Any:
    arrays = tuple(np.full_like(array, 0xAA) for array in as_arrays(answer))
    return arrays if isinstance(answer, tuple) else arrays[0]


@every_evaluator
def test_out_is_filled_and_returned(evaluate: Evaluate) -> None:
    for hands in (
        HANDS,
        HANDS.reshape(3, 400),
        HANDS[:0],
        HANDS[::2],
        HANDS[:1].reshape(()),
        HANDS.astype(">i8"),
    ):
        expected = evaluate(hands)
        out = empty_out(expected)
        answer = evaluate(hands, out=out)
        for given, returned in zip(as_arrays(out), as_arrays(answer), strict=True):
            assert returned is given
        assert all(
            np.array_equal(a, b) for a, b in zip(as_arrays(out), as_arrays(expected), strict=True)
        )


@every_evaluator_and_its_answers
def test_out_may_be_scattered(evaluate: Evaluate, dtype: type, extra: tuple[int, ...]) -> None:
    for hands in (HANDS, HANDS.reshape(30, 40), HANDS[::3]):
        expected = as_arrays(evaluate(hands))
        room = [np.full((2, *hands.shape, *extra), 0xAA, dtype) for _ in expected]
        views = tuple(np.moveaxis(array, 0, -1)[..., 0] for array in room)
        evaluate(hands, out=views if len(views) == 2 else views[0])
        for array, answer in zip(room, expected, strict=True):
            assert np.array_equal(array[0], answer)
            assert (array[1] == 0xAA).all()


def test_out_may_be_another_field_of_the_same_records() -> None:
    records = np.zeros(1200, dtype=[("mask", "u8"), ("left", "u1")])
    records["mask"] = HANDS
    gf.deadwood(records["mask"], out=records["left"])
    assert np.array_equal(records["left"], gf.deadwood(HANDS))
    assert np.array_equal(records["mask"], HANDS)


BAD_AT = 1100
SPOILED = {
    "a bit above 51": lambda hands: hands | np.uint64(1 << 52),
    "all bits": lambda hands: ~(hands & np.uint64(0)),
}


@every_evaluator
@pytest.mark.parametrize("spoil", SPOILED.values(), ids=SPOILED.keys())
@pytest.mark.parametrize("threads", [1, 2])
def test_a_bad_mask_is_named_and_out_is_as_it_was(
    evaluate: Evaluate,
    spoil: Callable[[NDArray[np.uint64]], NDArray[np.uint64]],
    threads: int,
) -> None:
    good = np.resize(HANDS, 60_000)
    for bad_at in (0, BAD_AT, 59_999):
        hands = good.copy()
        hands[bad_at:] = spoil(hands[bad_at:])
        layouts = [
            (hands, bad_at),
            (hands[:, None], rf"\({bad_at}, 0\)"),
            (hands.reshape(300, 200), rf"\({bad_at // 200}, {bad_at % 200}\)"),
            (hands.astype(">u8"), bad_at),
            (hands.repeat(2)[::2], bad_at),
        ]
        for masks, index in layouts:
            expected = f"hand: expected masks .* got {int(hands[bad_at])} at index {index}$"
            with pytest.raises(gf.InvalidHandError, match=expected):
                evaluate(masks, threads=threads)
            out = empty_out(evaluate(good.reshape(masks.shape)[:1]))
            out_arrays = tuple(
                np.resize(array, (*masks.shape, *array.shape[masks.ndim :]))
                for array in as_arrays(out)
            )
            with pytest.raises(gf.InvalidHandError, match=expected):
                evaluate(
                    masks,
                    out=out_arrays if len(out_arrays) == 2 else out_arrays[0],
                    threads=threads,
                )
            for array in out_arrays:
                assert (array == 0xAA).all()


@every_evaluator_and_its_answers
def test_out_must_fit(evaluate: Evaluate, dtype: type, extra: tuple[int, ...]) -> None:
    right = empty_out(evaluate(HANDS))
    pair = isinstance(right, tuple)

    def out(array: Any) -> Any:
        return (right[0], array) if pair else array

    name = np.dtype(dtype).name
    swapped = np.dtype(dtype).newbyteorder() if dtype is np.uint64 else np.dtype(np.int8)
    shape = (1200, *extra)
    for wrong in (
        np.empty(shape, np.float32),
        np.empty(shape, swapped),
        np.empty(shape, bool),
        [0],
        None,
    ):
        if wrong is None and not pair:
            continue
        with pytest.raises(
            TypeError, match=rf"out: expected a {name} array of shape \(1200,.*; pass np\.empty"
        ):
            evaluate(HANDS, out=out(wrong))
    with pytest.raises(TypeError, match="out: expected"):
        evaluate(HANDS, out=out(np.ma.masked_array(np.empty(shape, dtype))))
    for bad_shape in ((1199, *extra), (1200, 1, *extra), (1, 1200, *extra), (), (1200, *extra, 1)):
        with pytest.raises(ValueError, match=r"out: expected a .* got .* of shape"):
            evaluate(HANDS, out=out(np.empty(bad_shape, dtype)))
    frozen: NDArray[Any] = np.empty(shape, dtype)
    frozen.flags.writeable = False
    with pytest.raises(ValueError, match="out: the array is read-only"):
        evaluate(HANDS, out=out(frozen))
    with pytest.raises(ValueError, match="out: the array is read-only"):
        evaluate(
            HANDS[::2], out=(np.empty((600, *extra), dtype), frozen[::2]) if pair else frozen[::2]
        )
    for array in as_arrays(right):
        assert (array == 0xAA).all()


def test_a_pair_of_answers_goes_to_a_pair_of_arrays() -> None:
    one = np.empty(1200, np.uint8)
    wrong: Any
    for wrong in (one, (one,), (one, one.copy(), one.copy()), 5):
        with pytest.raises(TypeError, match="out: expected a pair of arrays"):
            gf.best_discard(HANDS, out=wrong)
    both = np.empty(1201, np.uint8)
    for pair in ((one, one), (both[:-1], both[1:]), (both[::-1][1:], both[1:])):
        with pytest.raises(ValueError, match="out: shares memory"):
            gf.best_discard(HANDS, out=pair)


def test_out_may_not_overlap_memory_that_came_by_another_object() -> None:
    memory = bytearray(9 * LARGE)
    hands = np.frombuffer(memory, np.uint64, LARGE)
    hands[:] = np.arange(LARGE)
    for start in (0, 5 * LARGE, 8 * LARGE - 1):
        out = np.frombuffer(memory, np.uint8, LARGE, offset=start)
        with pytest.raises(ValueError, match="out: shares memory"):
            gf.deadwood(hands, out=out)
    out = np.frombuffer(memory, np.uint8, LARGE, offset=8 * LARGE)
    assert (gf.deadwood(hands, out=out) == gf.deadwood(hands.copy())).all()
    one, other = (np.frombuffer(memory, np.uint8, len(HANDS)) for _ in range(2))
    with pytest.raises(ValueError, match="out: shares memory"):
        gf.best_discard(HANDS, out=(one, other))


def test_out_may_not_overlap_the_hands() -> None:
    hands = np.resize(HANDS, 2401)
    kept = hands.copy()
    octets = hands.view(np.uint8)
    for masks, out in [
        (hands[:1200], octets[:1200]),
        (hands[1200:2400], octets[1200 * 8 : 1200 * 9]),
        (hands[:2400:2], octets[: 1200 * 8 : 8]),
        (hands[:1200].astype("i8").view(">i8"), None),
        (hands[::-1][:1200], octets[-1200:]),
    ]:
        if out is None:
            out = masks.view(np.uint8)[:1200]  # noqa: PLW2901
        with pytest.raises(ValueError, match="shares memory"):
            gf.deadwood(masks, out=out)
    with pytest.raises(ValueError, match="shares memory"):
        gf.melded(hands, out=hands)
    with pytest.raises(ValueError, match="shares memory"):
        gf.melded(hands[:-1], out=hands[1:])
    assert np.array_equal(hands, kept)


# The banned card beside each hand.


def test_banned_broadcasts_with_the_hands() -> None:
    hands = HANDS[:30]
    banned = np.arange(52, dtype=np.uint8)
    cards, left = gf.best_discard(hands[:, None], banned)
    knocks = gf.knock_discards(hands[:, None], 25, banned)
    assert cards.shape == left.shape == knocks.shape == (30, 52)
    for (at, card), hand in zip(np.ndindex(30, 52), hands.repeat(52).tolist(), strict=True):
        assert (cards[at, card], left[at, card]) == gf.best_discard(hand, card)
        assert int(knocks[at, card]) == gf.knock_discards(hand, 25, card).mask


def test_one_hand_beside_many_banned_cards_gives_arrays() -> None:
    for hand in (int(HANDS[0]), gf.CardSet.from_mask(int(HANDS[0])), np.array(HANDS[0])):
        cards, left = gf.best_discard(hand, np.arange(52).reshape(4, 13))
        assert cards.shape == left.shape == (4, 13)
        assert gf.knock_discards(hand, 10, np.array(255)) == gf.knock_discards(int(HANDS[0])).mask
    assert (cards != np.arange(52).reshape(4, 13)).all()


@pytest.mark.parametrize("dtype", [np.uint8, np.int16, ">u4", np.int64, np.uint64])
def test_255_bans_nothing_in_any_integer_dtype(dtype: Any) -> None:
    banned = np.where(np.arange(1200) % 2, 255, gf.best_discard(HANDS)[0]).astype(dtype)
    for hands in (HANDS, HANDS.astype(">u8")):
        cards, left = gf.best_discard(hands, banned)
        assert np.array_equal(cards[1::2], gf.best_discard(HANDS)[0][1::2])
        assert (cards[::2] != banned[::2]).all()
        assert same(gf.best_discard(hands, banned, threads=2), (cards, left))
    for card in (0, 51):
        assert same(gf.best_discard(HANDS, card), gf.best_discard(HANDS, np.full(1200, card)))


@pytest.mark.parametrize("wrong", [52, 254, 256, 256 + 51, -1])
def test_an_id_that_bans_no_card_is_named_and_out_is_as_it_was(wrong: int) -> None:
    banned = np.full(1200, 255, np.int16)
    banned[700] = wrong
    arrays = [banned] if not 0 <= wrong < 256 else [banned, banned.astype(np.uint8)]
    out = np.full(1200, 0xAA, np.uint64)
    ids: Any
    for ids in arrays:
        with pytest.raises(
            gf.InvalidCardError, match=f"banned: no card has the id {wrong} at index 700"
        ):
            gf.best_discard(HANDS, ids)
        with pytest.raises(gf.InvalidCardError, match="at index 700"):
            gf.knock_discards(HANDS, banned=ids, out=out)
    assert (out == 0xAA).all()


def test_shapes_that_do_not_broadcast_are_shown() -> None:
    with pytest.raises(
        ValueError, match=r"banned: its shape \[3\] does not broadcast with the shape \[1200\]"
    ):
        gf.best_discard(HANDS, np.array([0, 1, 2]))


def test_an_array_too_large_for_memory_is_a_memory_error() -> None:
    endless = np.broadcast_to(np.uint64(7), 1 << 50)
    with pytest.raises(MemoryError):
        gf.deadwood(endless)
