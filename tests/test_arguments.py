"""How an argument that is a hand is read, and what is said of one that is none."""

import array
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import dask.array as da
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import xarray as xr

import gin_fast as gf

HAND = "As 2s 3s 4h 4d 4c 5h 6h 7h Kd 9c"
MASK = gf.CardSet(HAND).mask

WITH_HANDS: list[Callable[..., Any]] = [
    gf.deadwood,
    gf.melded,
    gf.best_discard,
    gf.deadwood_after_discard,
    gf.knock_discards,
]
FOR_ONE_HAND: list[Callable[..., Any]] = [gf.melds, gf.arrange, gf.is_meld]
EVERY = [*WITH_HANDS, *FOR_ONE_HAND]


def cards_one_by_one() -> Iterator[int]:
    yield from gf.CardSet(HAND)


@pytest.mark.parametrize("function", EVERY)
@pytest.mark.parametrize(
    "hand",
    [
        gf.CardSet(HAND),
        HAND.replace(" ", ""),
        HAND.lower().replace(" ", ","),
        MASK,
        np.uint64(MASK),
        np.int64(MASK),
        list(gf.CardSet(HAND)),
        tuple(HAND.split()),
        set(gf.CardSet(HAND)),
        frozenset(HAND.split()),
        [np.uint8(card) for card in gf.CardSet(HAND)],
        dict.fromkeys(HAND.split()).keys(),
    ],
    ids=lambda hand: type(hand).__name__,
)
def test_one_hand_in_any_form_gets_the_same_answer(function: Callable[..., Any], hand: Any) -> None:
    expected = function(HAND)
    answer = function(hand)
    assert type(answer) is type(expected)
    assert answer == expected


@pytest.mark.parametrize("function", EVERY)
def test_an_iterator_of_cards_is_one_hand(function: Callable[..., Any]) -> None:
    assert function(cards_one_by_one()) == function(HAND)
    assert function(iter(HAND.split())) == function(HAND)


def test_answers_for_one_hand_are_python_values() -> None:
    assert type(gf.deadwood(np.uint64(MASK))) is int
    assert type(gf.melded(MASK)) is gf.CardSet
    card, deadwood = gf.best_discard(MASK)
    assert (type(card), type(deadwood)) == (int, int)
    assert {type(value) for pair in gf.deadwood_after_discard(MASK).items() for value in pair} == {
        int
    }
    assert list(gf.deadwood_after_discard(MASK)) == list(gf.CardSet(HAND))


@pytest.mark.parametrize("function", EVERY)
@pytest.mark.parametrize(
    "thing",
    [
        None,
        True,
        np.True_,
        1.0,
        np.float64(1),
        1j,
        b"As",
        bytearray(b"As"),
        {0: 1},
        memoryview(b"\0"),
        array.array("Q", [7]),
        np.array([1.0]),
        np.array([True]),
        np.array([7], dtype=object),
        np.array(["As"]),
        np.array(["2001-01-01"], dtype="datetime64[D]"),
        np.ma.masked_array([7], mask=[False]),
        pa.array([7]),
        pa.chunked_array([[7]]),
        pa.table({"hand": [7]}),
        pd.DataFrame({"hand": [7]}),
        pl.DataFrame({"hand": [7]}),
        pl.LazyFrame({"hand": [7]}),
        xr.Dataset({"hand": ("n", [7])}),
        object(),
        len,
    ],
    ids=lambda thing: f"{type(thing).__module__}.{type(thing).__name__}",
)
def test_what_says_too_little_is_a_type_error(function: Callable[..., Any], thing: object) -> None:
    with pytest.raises(TypeError, match=r"^(hand|cards): .*(np\.asarray|pl\.col)"):
        function(thing)


@pytest.mark.parametrize("function", EVERY)
@pytest.mark.parametrize("item", [None, 1.0, True, b"As", [0], np.array([0, 1]), gf.CardSet("As")])
def test_an_item_that_is_no_card_is_a_type_error(
    function: Callable[..., Any], item: object
) -> None:
    with pytest.raises(TypeError, match="expected a card's id or text"):
        function(["As", item])


@pytest.mark.parametrize("function", EVERY)
def test_a_list_of_masks_gets_a_hint(function: Callable[..., Any]) -> None:
    with pytest.raises(gf.InvalidCardError, match=r"np\.array\(masks, dtype=np\.uint64\)"):
        function([MASK, MASK])


@pytest.mark.parametrize(
    "ask", [lambda: gf.best_discard(HAND, banned=99), lambda: gf.card_name(52)]
)
def test_where_no_masks_are_taken_none_are_hinted_at(ask: Callable[[], object]) -> None:
    with pytest.raises(gf.InvalidCardError, match=r"ids are 0 to 51$"):
        ask()


def test_a_list_of_banned_ids_is_told_to_be_an_array() -> None:
    for banned in ([38, 255], (38, 255)):
        with pytest.raises(
            TypeError, match=r"^banned: .* array .*np\.asarray\(ids, dtype=np\.uint8\)"
        ):
            gf.best_discard(np.array([MASK, MASK]), banned=banned)


def test_ids_taken_for_masks_are_told_where_to_go() -> None:
    ids = np.arange(22).reshape(2, 11)
    for function in (gf.best_discard, gf.knock_discards):
        for hands in (ids, ids[0], np.array([51]), ids.astype(np.uint64), np.tile(ids, 5000)):
            with pytest.raises(gf.InvalidHandError, match=r"if these are ids .*gf\.masks\(ids\)$"):
                function(hands)
        for hands in (np.array([51, 52]), np.array([MASK, 7])):
            with pytest.raises(gf.InvalidHandError, match=r"cards at index \d$"):
                function(hands)


@pytest.mark.parametrize("function", EVERY)
@pytest.mark.parametrize(
    "hand", ["As 11s", "As 2x", "1s", "As Xh", "As -", ["As", "11s"], [0, -1], ["As 2s"]]
)
def test_what_is_no_card_is_named(function: Callable[..., Any], hand: Any) -> None:
    with pytest.raises(gf.InvalidCardError, match=r"^(hand|cards): "):
        function(hand)


@pytest.mark.parametrize("function", EVERY)
@pytest.mark.parametrize("hand", ["As 2s As", [0, 1, 0], ["As", 0]])
def test_a_repeated_card_is_named(function: Callable[..., Any], hand: Any) -> None:
    with pytest.raises(gf.InvalidHandError, match="the card As is repeated"):
        function(hand)


@pytest.mark.parametrize("function", EVERY)
@pytest.mark.parametrize(
    "mask", [-1, 1 << 52, 1 << 63, 1 << 64, 1 << 200, np.int64(-1), np.uint64(1 << 52)]
)
def test_a_mask_that_is_no_hand_is_shown(function: Callable[..., Any], mask: int) -> None:
    with pytest.raises(gf.InvalidHandError, match=f"got {mask}$"):
        function(mask)


@pytest.mark.parametrize("function", [gf.best_discard, gf.knock_discards])
def test_a_discard_is_made_from_eleven_cards(function: Callable[..., Any]) -> None:
    for hand in ("", "As", HAND[:-3], HAND + " Qd"):
        with pytest.raises(gf.InvalidHandError, match="expected 11 cards, got"):
            function(hand)
    ten = gf.CardSet(HAND[:-3]).mask
    with pytest.raises(gf.InvalidHandError, match="expected 11 cards, got 10 cards at index 1"):
        function(np.array([MASK, ten, ten], dtype=np.uint64))
    with pytest.raises(gf.InvalidHandError, match=r"got 0 cards at index \(1, 0\)"):
        function(np.array([[MASK, MASK], [0, MASK]]))


def test_no_card_can_be_discarded_from_an_empty_hand() -> None:
    with pytest.raises(gf.InvalidHandError, match="expected 1 to 52 cards, got 0"):
        gf.deadwood_after_discard("")
    with pytest.raises(gf.InvalidHandError, match="expected 1 to 52 cards, got 0 cards at index 1"):
        gf.deadwood_after_discard(np.array([1, 0]))


@pytest.mark.parametrize("function", FOR_ONE_HAND)
@pytest.mark.parametrize(
    "hands", [np.array([7]), np.array(7), pd.Series([7]), pl.Series([7]), da.ones(3)]
)
def test_where_one_hand_is_wanted_more_are_refused(
    function: Callable[..., Any], hands: Any
) -> None:
    with pytest.raises(TypeError, match="expected one hand"):
        function(hands)


@pytest.mark.parametrize("function", WITH_HANDS)
@pytest.mark.parametrize(
    "option",
    [{"out": np.empty(1, np.uint8)}, {"threads": 1}, {"threads": 0}, {"backend": "scalar"}],
)
def test_one_hand_takes_no_option_of_arrays(
    function: Callable[..., Any], option: dict[str, Any]
) -> None:
    for hand in (HAND, MASK, gf.CardSet(HAND)):
        with pytest.raises(TypeError, match=f"^{next(iter(option))}: only an array"):
            function(hand, **option)


@pytest.mark.parametrize("function", WITH_HANDS)
@pytest.mark.parametrize(
    "option", [{"out": np.empty(1, np.uint8)}, {"threads": 2}, {"backend": "scalar"}]
)
@pytest.mark.parametrize(
    "column", [pd.Series([MASK]), pl.Series([MASK]), pl.col("hand"), da.ones(3)]
)
def test_a_column_takes_no_option_of_arrays(
    function: Callable[..., Any], option: dict[str, Any], column: object
) -> None:
    with pytest.raises(ValueError, match=f"^{next(iter(option))}: only a NumPy array"):
        function(column, **option)


def test_banned_is_a_card_or_nothing() -> None:
    free = gf.best_discard(HAND)
    assert gf.card_name(free[0]) == "Kd"
    banned: Any
    for banned in ("Kd", 38, np.uint8(38), "kD", "K♦"):
        assert gf.best_discard(HAND, banned) == gf.best_discard(HAND, banned=banned)
        assert gf.card_name(gf.best_discard(HAND, banned)[0]) == "9c"
        assert gf.knock_discards(HAND, 10, banned) == gf.CardSet("9c")
    for banned in (None, 255, np.uint8(255), "2h"):
        assert gf.best_discard(HAND, banned) == free
    for hand in (HAND, np.array([MASK])):
        for banned in (52, -1, 254, 256, "11s", ""):
            with pytest.raises(gf.InvalidCardError, match=r"^banned: "):
                gf.best_discard(hand, banned)
        for banned in (1.0, True, b"Kd", [38], np.array([1.0]), np.array(["Kd"])):
            with pytest.raises(TypeError, match=r"^banned: "):
                gf.best_discard(hand, banned)


def test_limit_is_a_number_of_points() -> None:
    assert gf.knock_discards(HAND) == gf.knock_discards(HAND, 10) == gf.CardSet("9c Kd")
    assert gf.knock_discards(HAND, limit=9) == gf.CardSet("Kd")
    assert gf.knock_discards(HAND, limit=np.int8(9)) == gf.CardSet("Kd")
    assert gf.knock_discards(HAND, limit=0) == gf.CardSet()
    assert gf.knock_discards(HAND, limit=10**30) == gf.knock_discards(HAND, 200) == gf.CardSet(HAND)
    with pytest.raises(ValueError, match="limit: expected 0 or more, got -1"):
        gf.knock_discards(HAND, limit=-1)
    limit: Any
    for limit in (9.0, "9", True):
        with pytest.raises(TypeError, match="limit: expected an int"):
            gf.knock_discards(HAND, limit=limit)


def test_threads_is_a_number_of_them() -> None:
    hands = np.array([MASK])
    for threads in (-1, 1025, 10**30):
        with pytest.raises(ValueError, match=f"threads: expected .* got {threads}"):
            gf.deadwood(hands, threads=threads)
    wrong: Any
    for wrong in (1.0, "2", True):
        with pytest.raises(TypeError, match="threads: expected an int"):
            gf.deadwood(hands, threads=wrong)


def test_a_backend_is_named_as_they_are() -> None:
    hands = np.array([MASK])
    assert gf.backend() in gf.backends()
    for name in gf.backends():
        assert gf.deadwood(hands, backend=name) == gf.deadwood(hands)
    for name in ("", "sse9", "AVX2"):
        with pytest.raises(ValueError, match=f'backend: expected one of .* got "{name}"'):
            gf.deadwood(hands, backend=name)
    with pytest.raises(TypeError, match="backend: expected a str"):
        gf.deadwood(hands, backend=1)  # type: ignore[call-overload]


@pytest.mark.parametrize(
    "evaluate",
    [
        "gf.deadwood(7)",
        "gf.arrange('As')",
        "gf.deadwood(np.array([7]))",
        "gf.backend()",
        "gf.knock_points(0x3ff, 0x3ff << 13)",
        "gf.showdown(0x3ff, 0x3ff << 13)",
        "gf.defend('As', '')",
    ],
)
def test_a_wrong_backend_in_the_environment_is_an_error_at_the_first_evaluation(
    evaluate: str,
) -> None:
    program = f"""
import gin_fast as gf
import numpy as np
print(gf.CardSet("As"))
try:
    {evaluate}
except ValueError as error:
    print(error)
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"GIN_FAST_BACKEND": "sse9"},
        capture_output=True,
        text=True,
        check=True,
    )
    hand, message = done.stdout.splitlines()
    assert hand == "As"
    assert message.startswith("GIN_FAST_BACKEND: expected one of")
    assert '"sse9"' in message


def test_texts_make_masks() -> None:
    texts = ["As 2s 3s", "3s,2s,as", "10h K♠", "", "0x7", "0x000FFFFFFFFFFFFF"]
    expected = [7, 7, gf.CardSet("Th Ks").mask, 0, 7, (1 << 52) - 1]
    for column in (
        texts,
        tuple(texts),
        iter(texts),
        np.array(texts),
        np.array(texts, dtype=object),
        np.array(texts, dtype=np.dtypes.StringDType()),
        pd.Series(texts, index=range(3, 9)),
        pl.Series(texts),
        pa.array(texts),
    ):
        masks = gf.parse_hands(column)
        assert masks.dtype == np.uint64
        assert masks.tolist() == expected
    assert (
        gf.parse_hands(np.array(texts).reshape(3, 2)).tolist()
        == np.reshape(expected, (3, 2)).tolist()
    )
    assert gf.parse_hands([]).shape == (0,)
    assert gf.parse_hands(gf.format_hands(masks)).tolist() == expected


@pytest.mark.parametrize(
    ("bad", "error", "message"),
    [
        ("As 11s", gf.InvalidCardError, 'texts: row 2: invalid card "11s"'),
        ("As As", gf.InvalidHandError, "texts: row 2: the card As is repeated"),
        ("0x10000000000000", gf.InvalidHandError, "texts: row 2: expected a mask"),
        ("0x", gf.InvalidHandError, "texts: row 2: expected a mask"),
        (None, TypeError, r"texts: expected a str, got a missing one \(None\) in row 2"),
        (pd.NA, TypeError, r"texts: expected a str, got a missing one \(NAType\) in row 2"),
        (pd.NaT, TypeError, r"texts: expected a str, got a missing one \(NaTType\) in row 2"),
        (1.5, TypeError, "texts: expected a str, got float in row 2"),
        (7, TypeError, "texts: expected a str, got int in row 2"),
        (float("nan"), TypeError, r"texts: expected a str, got a missing one \(float\) in row 2"),
    ],
)
def test_the_first_bad_text_is_named(bad: object, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        gf.parse_hands(["As", "Ks", bad, "worse"])  # type: ignore[list-item]


@pytest.mark.parametrize("texts", [None, 7, "As", np.array([7]), np.array([1.0]), pl.col("hand")])
def test_a_column_of_texts_is_wanted(texts: Any) -> None:
    with pytest.raises(TypeError, match="texts: expected a list, array or Series of texts"):
        gf.parse_hands(texts)


def test_ids_make_masks_and_masks_make_ids() -> None:
    hands = [[0, 1, 2], [51, 0, 12]]
    for ids in (
        hands,
        np.array(hands),
        np.array(hands, np.int8),
        np.array(hands, ">i4", order="F"),
    ):
        masks = gf.masks(ids)
        assert masks.dtype == np.uint64
        assert gf.format_hands(masks) == ["As 2s 3s", "As Ks Kh"]
    ids = gf.cards(masks)
    assert ids.dtype == np.uint8
    assert ids.tolist() == [[0, 1, 2], [0, 12, 51]]
    assert gf.cards(masks.reshape(2, 1)).shape == (2, 1, 3)
    assert gf.masks([5]).shape == ()
    assert gf.masks(np.empty((0, 10), int)).shape == (*gf.masks([]).shape, 0)
    assert gf.masks(np.empty((4, 0), int)).tolist() == [0, 0, 0, 0]
    assert gf.cards(np.zeros(4, int)).shape == (4, 0)
    assert gf.cards([]).shape == (0, 0)
    assert gf.format_hands([]) == []


def test_the_first_bad_row_of_a_column_is_named() -> None:
    with pytest.raises(gf.InvalidCardError, match=r"ids: no card has the id 52 at index \(1, 1\)"):
        gf.masks([[0, 1], [2, 52], [-1, 0]])
    with pytest.raises(gf.InvalidCardError, match=r"ids: no card has the id -1"):
        gf.masks([[0, -1]])
    with pytest.raises(
        gf.InvalidHandError, match=r"ids: at index \(1, 1\): the card 3s is repeated"
    ):
        gf.masks([[0, 1], [2, 2]])
    with pytest.raises(gf.InvalidHandError, match="at most 52 cards a hand, got 53"):
        gf.masks(np.zeros((1, 53), int))
    with pytest.raises(ValueError, match="got one id"):
        gf.masks(3)
    with pytest.raises(
        TypeError, match=r"^ids: .* got a list of texts; those go to gf\.parse_hands"
    ):
        gf.masks([["As", "Kd"]])
    with pytest.raises(
        ValueError, match=r"^ids: expected rows of one length, got rows of different"
    ):
        gf.masks([[1, 2], [3]])
    for convert in (gf.cards, gf.format_hands):
        with pytest.raises(
            gf.InvalidHandError, match=r"masks: expected masks .* got -7 at index 1"
        ):
            convert([7, -7, -8])
        wrong: Any
        for wrong in (None, "As", [1.0], np.array([True]), np.ma.masked_array([7])):
            with pytest.raises(TypeError, match="masks: expected an array of an integer dtype"):
                convert(wrong)
    with pytest.raises(gf.InvalidHandError, match="the first, 2, got 3 at index 2"):
        gf.cards([3, 5, 7, 1])
    with pytest.raises(ValueError, match="masks: expected one dimension"):
        gf.format_hands([[7]])


def test_sizes_beyond_the_memory_are_a_memory_error() -> None:
    class Boaster:
        def __len__(self) -> int:
            return 2**45

        def __iter__(self) -> Iterator[str]:
            return iter(["As"])

    boaster: Any = Boaster()
    assert gf.parse_hands(boaster).tolist() == [1]
    for shape in ((2**45, 1), (2**62, 0), (2**40, 2**22, 0)):
        with pytest.raises(MemoryError, match="ids: no room"):
            gf.masks(np.broadcast_to(np.uint8(3), shape))


def test_half_a_character_is_no_card() -> None:
    for read in (gf.deadwood, gf.CardSet, gf.parse_card):
        with pytest.raises(gf.InvalidCardError, match="invalid card"):
            read("\ud800")
    with pytest.raises(ValueError, match="backend: expected one of"):
        gf.deadwood(np.array([7]), backend="\ud800")


def test_what_is_too_long_to_print_has_a_readable_error() -> None:
    with pytest.raises(gf.InvalidHandError, match="got an object of type int too long"):
        gf.deadwood(10**5000)
    with pytest.raises(gf.InvalidCardError, match="no card has the id"):
        gf.deadwood([10**5000])


def test_integers_that_are_no_masks_are_refused() -> None:
    no_mask: Any = np.timedelta64(7)
    with pytest.raises(TypeError, match="hand: expected a hand"):
        gf.deadwood(no_mask)
    for text in ("0x+7", "0x", "0x-1"):
        with pytest.raises(gf.InvalidHandError, match="texts: row 0: expected a mask"):
            gf.parse_hands([text])


def test_numpy_integers_count_threads() -> None:
    two: Any = np.int64(2)
    assert gf.deadwood(np.array([7, 8]), threads=two).tolist() == [0, 4]
