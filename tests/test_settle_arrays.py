"""Arrays of showdowns: shapes, strides, dtypes, `out=`, upcards, threads, interruption."""

import itertools
import sys
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import gin_fast as gf
from interruption import answer_to_ctrl_c, ticks_during
from pairs import beside, knockers, pairs

KNOCKERS, DEFENDERS = pairs(1200)
UPCARDS = np.random.default_rng(6).integers(0, 52, 1200, dtype=np.uint8)
OKLAHOMA = gf.Rules(oklahoma=True, spade_double=True)
ROUND_CORNER = gf.Rules.preset("round_corner")
LARGE = 20_011
knock_points: Callable[..., Any] = gf.knock_points


def one_by_one(*arguments: Any) -> list[int]:
    pairs = zip(KNOCKERS.tolist(), DEFENDERS.tolist(), strict=True)
    return [gf.knock_points(knocker, defender, *arguments) for knocker, defender in pairs]


EXPECTED = np.array(one_by_one(), np.int16)


def allowed(rules: gf.Rules) -> tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.uint8]]:
    """Return the pairs whose knocker may go down under these rules, and their upcards."""
    keep = []
    for knocker, defender, upcard in zip(
        KNOCKERS.tolist(), DEFENDERS.tolist(), UPCARDS.tolist(), strict=True
    ):
        try:
            gf.knock_points(knocker, defender, rules, upcard=upcard)
        except gf.InvalidHandError:
            keep.append(False)
        else:
            keep.append(True)
    assert sum(keep) > 50
    return KNOCKERS[keep], DEFENDERS[keep], UPCARDS[keep]


def test_the_pairs_are_worth_looking_at() -> None:
    assert (EXPECTED > 0).any()
    assert (EXPECTED < 0).any()
    assert len(set(EXPECTED.tolist())) > 60
    shown = [
        gf.showdown(knocker, defender)
        for knocker, defender in zip(KNOCKERS.tolist(), DEFENDERS.tolist(), strict=True)
    ]
    assert sum(len(one.laid_off) > 0 for one in shown) > 200
    signed = [one.points if one.winner == 0 else -one.points for one in shown]
    assert signed == EXPECTED.tolist()


@pytest.mark.parametrize("threads", [None, 1, 2, 0])
def test_arrays_get_the_answers_of_their_pairs(backend: str, threads: int | None) -> None:
    points = gf.knock_points(KNOCKERS, DEFENDERS, threads=threads, backend=backend)
    assert points.dtype == np.int16
    np.testing.assert_array_equal(points, EXPECTED)


@pytest.mark.parametrize("length", [*range(71), 511, 512, 513])
def test_every_length_is_settled_to_its_end(length: int, backend: str) -> None:
    out = np.full(length + 2, 0x5555, np.int16)
    gf.knock_points(KNOCKERS[:length], DEFENDERS[:length], out=out[1:-1], backend=backend)
    np.testing.assert_array_equal(out[1:-1], EXPECTED[:length])
    assert out[0] == out[-1] == 0x5555


@pytest.mark.parametrize("layout", ["canonical", "best"])
@pytest.mark.parametrize("rules", [gf.Rules(), OKLAHOMA, ROUND_CORNER, gf.Rules(layoff=False)])
def test_rules_and_layout_are_those_of_each_pair(
    rules: gf.Rules, layout: Any, backend: str
) -> None:
    knocking, defending, upcards = allowed(rules)
    asked = rules.oklahoma or rules.spade_double
    expected = [
        knock_points(*pair, rules, layout, upcard if asked else None)
        for *pair, upcard in zip(
            knocking.tolist(), defending.tolist(), upcards.tolist(), strict=True
        )
    ]
    points = gf.knock_points(knocking, defending, rules, layout, upcards, backend=backend)
    assert points.tolist() == expected


@pytest.mark.parametrize("shape", [(0,), (1,), (1200,), (3, 400), (2, 3, 200), (40, 0, 3)])
def test_any_shape(shape: tuple[int, ...]) -> None:
    count = int(np.prod(shape))
    points = gf.knock_points(KNOCKERS[:count].reshape(shape), DEFENDERS[:count].reshape(shape))
    assert points.shape == shape
    assert points.ravel().tolist() == EXPECTED[:count].tolist()


def test_no_dimension_gives_a_numpy_scalar() -> None:
    for knocker, defender in itertools.product(
        (KNOCKERS[0], np.array(KNOCKERS[0])), (int(DEFENDERS[0]), np.array(DEFENDERS[0]))
    ):
        points = gf.knock_points(knocker, defender)
        assert points == EXPECTED[0]
        is_array = isinstance(knocker, np.ndarray) or isinstance(defender, np.ndarray)
        assert type(points) is (np.int16 if is_array else int)
    assert type(gf.knock_points(KNOCKERS[0], DEFENDERS[0], upcard=np.array(3))) is np.int16


def scattered(hands: NDArray[np.uint64]) -> dict[str, NDArray[Any]]:
    """The same hands, lying or written differently."""
    wide = np.zeros((len(hands), 3), np.uint64)
    wide[:, 1] = hands
    records = np.zeros(len(hands), dtype=[("flag", "u1"), ("mask", "<u8")])
    records["mask"] = hands
    frozen = hands.copy()
    frozen.flags.writeable = False
    return {
        "as they are": hands,
        "strided": wide[:, 1],
        "backwards": hands[::-1].copy()[::-1],
        "unaligned": records["mask"],
        "swapped": hands.astype(hands.dtype.newbyteorder()),
        "read-only": frozen,
        "int64": hands.astype(np.int64),
        "swapped int64": hands.astype(">i8"),
    }


@pytest.mark.parametrize("knocking", scattered(KNOCKERS[:4]))
@pytest.mark.parametrize("defending", scattered(DEFENDERS[:4]))
def test_any_layout_of_either(knocking: str, defending: str) -> None:
    hands = scattered(KNOCKERS)[knocking], scattered(DEFENDERS)[defending]
    np.testing.assert_array_equal(gf.knock_points(*hands), EXPECTED)
    out = np.zeros((1200, 2), np.int16)
    gf.knock_points(*hands, out=out[:, 1], threads=2)
    np.testing.assert_array_equal(out[:, 1], EXPECTED)
    assert not out[:, 0].any()


def test_hands_and_upcards_broadcast() -> None:
    knocker = KNOCKERS[0]
    defending = beside(np.random.default_rng(1), np.full(30, knocker))
    upcards = np.array([255, 3, 20], np.uint8)
    expected = [[gf.knock_points(knocker, defender)] * 3 for defender in defending.tolist()]
    for hand in (int(knocker), gf.CardSet.from_mask(int(knocker)), np.array([knocker])):
        points = knock_points(hand, defending[:, None], upcard=upcards)
        assert points.shape == (30, 3)
        assert points.tolist() == expected
        assert knock_points(hand, defending).tolist() == [row[0] for row in expected]
    columns = KNOCKERS[:, None], DEFENDERS[:, None]
    doubled = gf.knock_points(*columns, gf.Rules(spade_double=True), upcard=UPCARDS[:5])
    times = np.where(UPCARDS[:5] < 13, 2, 1)
    np.testing.assert_array_equal(doubled, EXPECTED[:, None] * times)
    one = knock_points(int(knocker), int(DEFENDERS[0]), upcard=upcards)
    assert one.tolist() == [EXPECTED[0]] * 3


@pytest.mark.parametrize("dtype", [np.uint8, np.int16, ">u4", np.int64, np.uint64])
def test_upcards_of_any_integer_dtype(dtype: Any) -> None:
    rules = gf.Rules(spade_double=True)
    expected = EXPECTED * np.where(UPCARDS < 13, 2, 1)
    upcards = UPCARDS.astype(dtype)
    np.testing.assert_array_equal(
        gf.knock_points(KNOCKERS, DEFENDERS, rules, upcard=upcards), expected
    )
    swapped = KNOCKERS.astype(">u8")
    np.testing.assert_array_equal(
        gf.knock_points(swapped, DEFENDERS, rules, upcard=upcards, threads=2), expected
    )
    for card in ("Ks", 12):
        points = gf.knock_points(KNOCKERS, DEFENDERS, rules, upcard=card)
        np.testing.assert_array_equal(points, 2 * EXPECTED)


def test_shapes_that_do_not_broadcast_are_named() -> None:
    with pytest.raises(
        ValueError, match=r"^defender: its shape \[3\] does not .* the shape \[2\] of knocker$"
    ):
        gf.knock_points(KNOCKERS[:2], DEFENDERS[:3])
    with pytest.raises(
        ValueError,
        match=r"^upcard: its shape \[3\] does not .* the shape \[2\] of knocker and defender$",
    ):
        gf.knock_points(KNOCKERS[:2], DEFENDERS[0], upcard=UPCARDS[:3])


# What is refused, and that `out` is then as it was.

ELEVEN = gf.CardSet("As 2s 3s 4h 4d 4c 5h 6h 7h 9c Tc").mask
OVER = gf.CardSet("As 2s 3s 4h 4d 4c 5h 6h Qc Qd").mask
OTHERS = gf.CardSet("5s 6s 8s Js Ks 2d 8d Td Kd Kh").mask
GIN, BIG_GIN = 0x3FF << 13, 0x7FF << 13
ANY = gf.Rules()

# What stands at the bad place and behind it: the knocker's hand, the defender's, the upcard.
BAD: dict[str, tuple[tuple[int, int, int], gf.Rules, type[Exception], str]] = {
    "a bit above 51": ((1 << 52, OTHERS, 0), ANY, gf.InvalidHandError, "knocker: .* got {}"),
    "all bits": ((GIN, (1 << 64) - 1, 0), ANY, gf.InvalidHandError, "defender: .* got {}"),
    "nine cards": ((0x1FF << 13, OTHERS, 0), ANY, gf.InvalidHandError, "knocker: .* got 9"),
    "twelve cards": ((0xFFF << 13, OTHERS, 0), ANY, gf.InvalidHandError, "knocker: .* got 12"),
    "no cards": ((GIN, 0, 0), ANY, gf.InvalidHandError, "defender: .* got 0"),
    "eleven": ((ELEVEN, OTHERS, 0), ANY, gf.InvalidHandError, "knocker: .* 11 cards"),
    "no big gin": (
        (BIG_GIN, OTHERS, 0),
        gf.Rules(big_gin=False),
        gf.InvalidHandError,
        "knocker: .* got 11",
    ),
    "over the limit": ((OVER, OTHERS, 0), ANY, gf.InvalidHandError, "knocker: .* 10 .* got 28"),
    "shared": ((GIN, OTHERS ^ 1 << 4 ^ 1 << 13, 0), ANY, gf.InvalidHandError, "defender: .*"),
    "no card": ((GIN, OTHERS, 99), ANY, gf.InvalidCardError, "upcard: no card has the id 99"),
    "negative": ((GIN, OTHERS, -1), ANY, gf.InvalidCardError, "upcard: no card has the id -1"),
    "no upcard": ((GIN, OTHERS, 255), gf.Rules(spade_double=True), ValueError, "upcard: .*"),
}


@pytest.mark.parametrize(("bad", "rules", "error", "message"), BAD.values(), ids=BAD.keys())
@pytest.mark.parametrize("threads", [1, 2])
def test_the_first_bad_pair_is_named_and_out_is_as_it_was(
    bad: tuple[int, int, int], rules: gf.Rules, error: type[Exception], message: str, threads: int
) -> None:
    knocking, defending = np.resize(KNOCKERS, LARGE), np.resize(DEFENDERS, LARGE)
    upcards = np.resize(UPCARDS, LARGE).astype(np.int16)
    for bad_at in (LARGE - 1, 1100, 0):
        knocking[bad_at:], defending[bad_at:], upcards[bad_at:] = bad
        message = message.format(max(bad))
        layouts = [
            (knocking, defending, upcards, str(bad_at)),
            (knocking[:, None], defending[:, None], upcards[:, None], rf"\({bad_at}, 0\)"),
            (knocking.astype(">u8"), defending.repeat(2)[::2], upcards, str(bad_at)),
        ]
        for knocker, defender, upcard, index in layouts:
            expected = f"^{message}.* at index {index}"
            out = np.full(knocker.shape, 0x5555, np.int16)
            for given in (None, out, out[::-1]):
                with pytest.raises(error, match=expected):
                    gf.knock_points(
                        knocker, defender, rules, upcard=upcard, out=given, threads=threads
                    )
            assert (out == 0x5555).all()


def test_of_two_faults_in_one_place_the_first_argument_is_named() -> None:
    knocking, defending = KNOCKERS[:9].copy(), DEFENDERS[:9].copy()
    knocking[7], defending[7] = 1 << 60, 1 << 61
    defending[8] = 0
    with pytest.raises(gf.InvalidHandError, match=f"^knocker: .* got {1 << 60} at index 7$"):
        gf.knock_points(knocking, defending)
    defending[6] = 0
    with pytest.raises(gf.InvalidHandError, match=r"^defender: .* got 0 at index 6$"):
        gf.knock_points(knocking, defending)


def test_a_negative_mask_is_shown_as_it_came() -> None:
    defending = DEFENDERS.astype(np.int64)
    defending[3] = -7
    with pytest.raises(gf.InvalidHandError, match=r"^defender: .* got -7 at index 3$"):
        gf.knock_points(KNOCKERS, defending)


def test_ids_taken_for_masks_are_told_where_to_go() -> None:
    for hands in (np.arange(20).reshape(2, 10), np.arange(10)):
        with pytest.raises(gf.InvalidHandError, match=r"^knocker: .*ids .*gf\.masks\(ids\)$"):
            gf.knock_points(hands, DEFENDERS[0])
        with pytest.raises(gf.InvalidHandError, match=r"^defender: .*ids .*gf\.masks\(ids\)$"):
            gf.knock_points(KNOCKERS[0], hands)
    with pytest.raises(gf.InvalidHandError, match=r"at index 0$"):
        gf.knock_points(np.array([3, int(KNOCKERS[0])]), DEFENDERS[0])


# Where answers go.


def test_out_is_filled_and_returned() -> None:
    for shape in ((1200,), (3, 400), (0,), ()):
        count = int(np.prod(shape))
        hands = KNOCKERS[:count].reshape(shape), DEFENDERS[:count].reshape(shape)
        out = np.full(shape, 0x5555, np.int16)
        assert gf.knock_points(*hands, out=out) is out
        assert out.ravel().tolist() == EXPECTED[:count].tolist()


def test_out_must_fit() -> None:
    wrong: Any
    for wrong in (np.empty(1200, np.uint16), np.empty(1200, np.int32), np.empty(1200, ">i2"), [0]):
        with pytest.raises(
            TypeError, match=r"^out: expected a int16 array of shape \(1200,\), got .*; pass np\."
        ):
            gf.knock_points(KNOCKERS, DEFENDERS, out=wrong)
    for shape in ((1199,), (1200, 1), ()):
        with pytest.raises(ValueError, match=r"^out: expected a int16 array of shape \(1200,\)"):
            gf.knock_points(KNOCKERS, DEFENDERS, out=np.empty(shape, np.int16))
    frozen = np.empty(1200, np.int16)
    frozen.flags.writeable = False
    with pytest.raises(ValueError, match="out: the array is read-only"):
        gf.knock_points(KNOCKERS, DEFENDERS, out=frozen)


@pytest.mark.parametrize("lying", ["side by side", "converted"])
def test_out_may_not_overlap_any_input(lying: str) -> None:
    step = 1 if lying == "side by side" else 2
    knocking, defending = KNOCKERS.repeat(step)[::step], DEFENDERS.repeat(step)[::step]
    upcards = UPCARDS.repeat(2)
    for memory in (knocking, defending):
        out = memory[:600].view(np.int16)[:1200] if step == 1 else None
        if out is None:
            out = memory.base.view(np.int16)[:1200]  # type: ignore[union-attr]
        kept = memory.copy()
        with pytest.raises(ValueError, match=r"^\w+: shares memory"):
            gf.knock_points(knocking, defending, out=out)
        assert np.array_equal(memory, kept)
    with pytest.raises(ValueError, match=r"^\w+: shares memory"):
        gf.knock_points(
            knocking, defending, upcard=upcards[:1200], out=upcards.view(np.int16)[:1200]
        )
    room = bytearray(18 * 1200)
    borrowed = np.frombuffer(room, np.uint64, 1200)
    borrowed[:] = KNOCKERS
    for start in (0, 2, 8 * 1200 - 2):
        with pytest.raises(ValueError, match=r"^\w+: shares memory"):
            gf.knock_points(
                borrowed, DEFENDERS, out=np.frombuffer(room, np.int16, 1200, offset=start)
            )
    out = np.frombuffer(room, np.int16, 1200, offset=8 * 1200)
    assert np.array_equal(gf.knock_points(borrowed, DEFENDERS, out=out), EXPECTED)


def test_the_same_array_may_come_twice() -> None:
    with pytest.raises(gf.InvalidHandError, match=r"^defender: .* at index 0$"):
        gf.knock_points(KNOCKERS, KNOCKERS)


@pytest.mark.parametrize(
    "option", [{"out": np.empty(1, np.int16)}, {"threads": 1}, {"backend": ""}]
)
def test_one_pair_takes_no_option_of_arrays(option: dict[str, Any]) -> None:
    name = next(iter(option))
    with pytest.raises(TypeError, match=f"^{name}: only an array of hands takes it, and knocker"):
        knock_points(int(KNOCKERS[0]), int(DEFENDERS[0]), **option)


# Threads and signals.


def test_many_python_threads_may_settle_the_same_arrays() -> None:
    hands = np.resize(KNOCKERS, LARGE), np.resize(DEFENDERS, LARGE)
    expected = np.resize(EXPECTED, LARGE)
    answers: list[NDArray[np.int16]] = []

    def settle() -> None:
        answers.extend(gf.knock_points(*hands, threads=threads) for threads in (1, 2, 3))

    workers = [threading.Thread(target=settle) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert len(answers) == 12
    assert all(np.array_equal(answer, expected) for answer in answers)


def test_other_threads_run_while_arrays_are_settled() -> None:
    hands = np.resize(KNOCKERS, 200_000), np.resize(DEFENDERS, 200_000)
    assert (
        ticks_during(lambda: gf.knock_points(*hands, gf.Rules(ace="corner"), "best"), every=0.0005)
        > 10
    )


ENDLESS = """
import numpy as np
import gin_fast as gf

knockers = np.broadcast_to(np.uint64({knocker}), (20_000_000,))
defenders = np.broadcast_to(np.uint64({defender}), (20_000_000,))
{prepare}
print("ready", flush=True)
try:
    while True:
        gf.knock_points(knockers, defenders, {arguments})
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
@pytest.mark.parametrize(
    ("prepare", "arguments"),
    [
        ("knockers, defenders = np.tile(knockers, 1), np.tile(defenders, 1)", "layout='best'"),
        ("", "layout='best', threads=2"),
        ("out = np.empty(20_000_000, np.int16)", "gf.Rules(ace='corner'), 'best', out=out"),
    ],
)
def test_ctrl_c_is_answered_within_a_second(prepare: str, arguments: str) -> None:
    hands = {"knocker": int(KNOCKERS[0]), "defender": int(DEFENDERS[0])}
    program = ENDLESS.format(prepare=prepare, arguments=arguments, **hands)
    answer_to_ctrl_c(program)


def test_a_knocker_of_every_kind_is_among_the_pairs() -> None:
    numbers = np.random.default_rng(3)
    few = knockers(numbers, 200, most=3)
    assert set(gf.deadwood(few).tolist()) == {1, 2, 3}
    assert (few & beside(numbers, few) == 0).all()
