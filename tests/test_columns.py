"""The evaluators on columns of pandas, Polars, xarray and Dask, with the libraries themselves."""

import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import dask.array
import dask.dataframe
import numpy as np
import pandas as pd
import polars as pl
import pytest
import xarray as xr
from numpy.typing import NDArray

import gin_fast

# What comes of a column is typed as Any, and Dask is but partly typed.
gf: Any = gin_fast
da: Any = dask.array
dd: Any = dask.dataframe

ELEVEN = 0x7FF  # The ace to the jack of spades.


def deal(count: int) -> NDArray[np.uint64]:
    """Return random hands of eleven cards, always the same."""
    order = np.random.default_rng(11).permuted(np.tile(np.arange(52), (count, 1)), axis=1)
    bits = np.uint64(1) << order[:, :11].astype(np.uint64)
    hands: NDArray[np.uint64] = np.bitwise_or.reduce(bits, axis=1)
    return hands


HANDS = deal(12)
BANNED = np.array([255, *range(0, 44, 4)], dtype=np.uint8)

Evaluator = Callable[..., Any]
EVALUATORS: dict[str, tuple[Evaluator, dict[str, Any]]] = {
    "deadwood": (gf.deadwood, {}),
    "melded": (gf.melded, {}),
    "best_discard": (gf.best_discard, {}),
    "best_discard, one banned": (gf.best_discard, {"banned": "5h"}),
    "best_discard, some banned": (gf.best_discard, {"banned": BANNED}),
    "knock_discards": (gf.knock_discards, {"limit": 60}),
    "knock_discards, one banned": (gf.knock_discards, {"limit": 60, "banned": 4}),
    "knock_discards, some banned": (gf.knock_discards, {"limit": 60, "banned": BANNED}),
    "deadwood_after_discard": (gf.deadwood_after_discard, {}),
    "deadwood, other aces": (gf.deadwood, {"ace": "corner", "ace_deadwood": 15}),
    "knock_discards, other aces": (gf.knock_discards, {"limit": 60, "ace": "high_or_low"}),
}
every_evaluator = pytest.mark.parametrize(
    ("evaluator", "arguments"), EVALUATORS.values(), ids=EVALUATORS.keys()
)


def with_columns(arguments: dict[str, Any], column: Callable[[Any], Any]) -> dict[str, Any]:
    """Return the arguments, arrays among them as columns."""
    return {
        name: column(value) if isinstance(value, np.ndarray) else value
        for name, value in arguments.items()
    }


def check(got: Any, expected: Any, array: Callable[[Any], Any] = np.asarray) -> None:
    """Compare answers with those for arrays, pairs part by part, types included."""
    if isinstance(expected, tuple):
        assert isinstance(got, tuple)
        for part, expected_part in zip(got, expected, strict=True):
            check(part, expected_part, array)
        return
    answer = array(got)
    assert answer.dtype == expected.dtype
    np.testing.assert_array_equal(answer, expected)


def not_computed(_: Any) -> Any:
    raise AssertionError("computed too early")


class TestPandas:
    INDEX = pd.Index([f"deal {at}" for at in range(12)], name="deal")

    def series(self, values: NDArray[Any]) -> "pd.Series[Any]":
        return pd.Series(values, index=self.INDEX, name="hand")

    @every_evaluator
    @pytest.mark.parametrize("dtype", [np.uint64, np.int64, ">u8"])
    def test_a_series_keeps_its_index_and_name(
        self, evaluator: Evaluator, arguments: dict[str, Any], dtype: Any
    ) -> None:
        given = with_columns(arguments, self.series)
        got = evaluator(self.series(HANDS.astype(dtype)), **given)
        check(got, evaluator(HANDS, **arguments))
        for answer in got if isinstance(got, tuple) else [got]:
            assert answer.index.equals(self.INDEX)
            if answer.ndim == 1:
                assert answer.name == "hand"

    def test_an_index_and_an_extension_array_stay_what_they_are(self) -> None:
        index = gf.deadwood(pd.Index(HANDS, name="hand"))
        assert isinstance(index, pd.Index)
        assert index.name == "hand"
        assert index.dtype == np.uint8
        array = gf.deadwood(pd.array([7, None], dtype="UInt64"))
        assert array.dtype == "UInt8"
        assert array.isna().tolist() == [False, True]

    @pytest.mark.parametrize(
        ("dtype", "answer"),
        [
            ("UInt64", "UInt8"),
            ("Int64", "UInt8"),
            ("uint64[pyarrow]", "uint8[pyarrow]"),
        ],
    )
    def test_nulls_stay_null(self, dtype: Any, answer: Any) -> None:
        hands = pd.Series([ELEVEN, None, ELEVEN], dtype=dtype, index=[5, 6, 7])
        for got in [gf.deadwood(hands), *gf.best_discard(hands)]:
            assert got.dtype == answer
            assert got.isna().tolist() == [False, True, False]
            assert got.index.tolist() == [5, 6, 7]
        assert gf.deadwood(hands)[5] == 0
        assert gf.melded(hands)[7] == ELEVEN
        after = gf.deadwood_after_discard(hands)
        assert after.isna().all(axis=1).tolist() == [False, True, False]
        assert (after.dtypes == answer).all()

    def test_a_null_among_the_banned_is_null(self) -> None:
        banned = pd.Series([3, None], dtype="UInt8")
        card, left = gf.best_discard(pd.Series([ELEVEN, ELEVEN]), banned=banned)
        assert card.isna().tolist() == left.isna().tolist() == [False, True]

    def test_columns_of_a_frame_are_taken_and_given(self) -> None:
        frame = pd.DataFrame({"hand": HANDS})
        frame["deadwood"] = gf.deadwood(frame["hand"])
        frame["card"], frame["left"] = gf.best_discard(frame["hand"])
        assert frame.dtypes.astype(str).tolist() == ["uint64", "uint8", "uint8", "uint8"]
        assert gf.deadwood(frame.loc[:, "hand"].iloc[:0]).dtype == np.uint8

    def test_another_index_is_refused(self) -> None:
        banned = pd.Series(BANNED, index=range(1, 13))
        with pytest.raises(ValueError, match="banned: its index"):
            gf.best_discard(pd.Series(HANDS), banned=banned)

    def test_a_bad_mask_is_named_with_its_place(self) -> None:
        with pytest.raises(gf.InvalidHandError, match="got -3 at index 2"):
            gf.deadwood(pd.Series([1, 2, -3]))


def lazy(values: NDArray[Any], chunks: int = 5) -> Any:
    return da.from_array(values, chunks=chunks)


def uncomputable(values: NDArray[Any]) -> Any:
    """Return a Dask array that fails when computed."""
    return lazy(values).map_blocks(not_computed, dtype=values.dtype, meta=values[:0])


class TestDaskArray:
    @every_evaluator
    def test_it_is_evaluated_when_computed(
        self, evaluator: Evaluator, arguments: dict[str, Any]
    ) -> None:
        given = with_columns(arguments, lambda values: lazy(values, chunks=4))
        expected = evaluator(HANDS, **arguments)
        check(evaluator(lazy(HANDS), **given), expected, lambda answer: answer.compute())
        signed = evaluator(lazy(HANDS.astype(np.int64)), **arguments)
        check(signed, expected, lambda answer: answer.compute())

    @every_evaluator
    def test_it_stays_lazy(self, evaluator: Evaluator, arguments: dict[str, Any]) -> None:
        got = evaluator(uncomputable(HANDS), **with_columns(arguments, uncomputable))
        expected = evaluator(HANDS, **arguments)
        pair = isinstance(got, tuple)
        for answer, like in zip(
            got if pair else [got], expected if pair else [expected], strict=True
        ):
            assert isinstance(answer, da.Array)
            assert (answer.dtype, answer.shape) == (like.dtype, like.shape)
            assert answer._meta.dtype == like.dtype  # noqa: SLF001
            with pytest.raises(AssertionError, match="computed too early"):
                answer.compute(scheduler="synchronous")

    def test_many_dimensions_broadcast(self) -> None:
        hands, banned = HANDS.reshape(3, 4), BANNED[:4]
        got = gf.knock_discards(da.from_array(hands, chunks=2), limit=70, banned=lazy(banned, 3))
        check(got.compute(), gf.knock_discards(hands, limit=70, banned=banned))
        assert gf.deadwood_after_discard(da.from_array(hands, chunks=2)).chunks[2] == (52,)

    def test_unknown_lengths_are_fine(self) -> None:
        hands = lazy(HANDS)
        some = hands[hands % 2 == 0]
        check(gf.deadwood(some).compute(), gf.deadwood(HANDS[HANDS % 2 == 0]))

    def test_a_bad_limit_or_card_is_told_at_once(self) -> None:
        with pytest.raises(ValueError, match="limit"):
            gf.knock_discards(uncomputable(HANDS), limit=-1)
        with pytest.raises(gf.InvalidCardError, match="banned"):
            gf.best_discard(uncomputable(HANDS), banned="11s")
        with pytest.raises(ValueError, match="ace_deadwood"):
            gf.deadwood(uncomputable(HANDS), ace_deadwood=16)

    def test_a_bad_mask_is_told_with_a_note_on_its_index(self) -> None:
        bad = HANDS.copy()
        bad[7] = 1 << 60
        with pytest.raises(gf.InvalidHandError, match="at index 2 of one block") as caught:
            gf.deadwood(lazy(bad)).compute()
        assert "one block" in caught.value.__notes__[0]

    def test_the_graph_can_be_sent_to_other_processes(self) -> None:
        graph = pickle.loads(pickle.dumps(gf.best_discard(lazy(HANDS), banned=3)))  # noqa: S301
        check(tuple(part.compute() for part in graph), gf.best_discard(HANDS, banned=3))


class TestDaskDataFrame:
    @every_evaluator
    def test_a_column_stays_lazy_and_keeps_its_index(
        self, evaluator: Evaluator, arguments: dict[str, Any]
    ) -> None:
        frame = pd.DataFrame({"hand": HANDS, "banned": BANNED}, index=range(100, 112))
        parts = dd.from_pandas(frame, npartitions=3)
        given = with_columns(arguments, lambda _: parts["banned"])
        got = evaluator(parts["hand"], **given)
        check(got, evaluator(HANDS, **arguments), lambda answer: answer.compute().to_numpy())
        for answer in got if isinstance(got, tuple) else [got]:
            assert isinstance(answer, dd.DataFrame if answer.ndim > 1 else dd.Series)
            assert answer.compute().index.tolist() == list(range(100, 112))

    def test_nothing_is_computed_before_it_is_asked_for(self) -> None:
        parts = dd.from_pandas(pd.Series(HANDS, name="hand"), npartitions=3)
        parts = parts.map_partitions(not_computed, meta=("hand", np.uint64))
        answer = gf.deadwood(parts)
        assert answer.dtype == np.uint8
        with pytest.raises(AssertionError, match="computed too early"):
            answer.compute(scheduler="synchronous")

    def test_an_array_beside_a_column_is_refused(self) -> None:
        parts = dd.from_pandas(pd.Series(HANDS), npartitions=3)
        with pytest.raises(ValueError, match="banned: expected a Dask column"):
            gf.best_discard(parts, banned=BANNED)


def labelled(values: Any) -> xr.DataArray:
    return xr.DataArray(values, dims="deal", coords={"deal": range(100, 112)}, name="hand")


class TestXarray:
    @every_evaluator
    @pytest.mark.parametrize("blocks", [np.asarray, lazy])
    def test_dimensions_and_coordinates_stay(
        self, evaluator: Evaluator, arguments: dict[str, Any], blocks: Callable[[Any], Any]
    ) -> None:
        given = with_columns(arguments, lambda values: labelled(blocks(values)))
        got = evaluator(labelled(blocks(HANDS)), **given)
        check(got, evaluator(HANDS, **arguments))
        for answer in got if isinstance(got, tuple) else [got]:
            assert answer.name == "hand"
            assert answer.dims == (("deal", "card") if answer.ndim > 1 else ("deal",))
            assert answer["deal"].to_numpy().tolist() == list(range(100, 112))
            assert isinstance(answer.data, da.Array if blocks is lazy else np.ndarray)

    @every_evaluator
    def test_over_dask_it_stays_lazy(self, evaluator: Evaluator, arguments: dict[str, Any]) -> None:
        given = with_columns(arguments, lambda values: labelled(uncomputable(values)))
        got = evaluator(labelled(uncomputable(HANDS)), **given)
        expected = evaluator(HANDS, **arguments)
        pair = isinstance(got, tuple)
        for answer, like in zip(
            got if pair else [got], expected if pair else [expected], strict=True
        ):
            assert isinstance(answer.data, da.Array)
            assert (answer.dtype, answer.shape) == (like.dtype, like.shape)

    def test_dimensions_broadcast_by_name(self) -> None:
        banned = xr.DataArray(BANNED[:3], dims="seat")
        got = gf.knock_discards(labelled(HANDS), limit=70, banned=banned)
        assert got.dims == ("deal", "seat")
        check(got, gf.knock_discards(HANDS[:, None], limit=70, banned=BANNED[:3]))

    def test_a_variable_stays_a_variable(self) -> None:
        assert isinstance(gf.deadwood(xr.Variable("deal", HANDS)), xr.Variable)


def plain(answer: pl.Series) -> Any:
    """Return the answers as arrays, of a struct a pair."""
    if isinstance(answer.dtype, pl.Struct):
        return tuple(field.to_numpy() for field in answer.struct.unnest().get_columns())
    return answer.to_numpy()


def polars_dtype(expected: Any) -> Any:
    if isinstance(expected, tuple):
        return pl.Struct({"card": pl.UInt8, "deadwood": pl.UInt8})
    kind = pl.UInt8 if expected.dtype == np.uint8 else pl.UInt64
    return kind if expected.ndim == 1 else pl.Array(kind, 52)


class TestPolars:
    @every_evaluator
    @pytest.mark.parametrize("dtype", [pl.UInt64, pl.Int64])
    def test_a_series_gives_a_series(
        self, evaluator: Evaluator, arguments: dict[str, Any], dtype: Any
    ) -> None:
        given = with_columns(arguments, pl.Series)
        got = evaluator(pl.Series("hand", HANDS, dtype=dtype), **given)
        expected = evaluator(HANDS, **arguments)
        assert (got.name, got.dtype) == ("hand", polars_dtype(expected))
        check(plain(got), expected)

    @every_evaluator
    @pytest.mark.parametrize("engine", ["in-memory", "streaming"])
    def test_an_expression_works_in_a_lazy_frame(
        self, evaluator: Evaluator, arguments: dict[str, Any], engine: Any
    ) -> None:
        given = with_columns(arguments, lambda _: pl.col("banned"))
        frame = pl.LazyFrame({"hand": HANDS, "banned": BANNED})
        query = frame.select(evaluator(pl.col("hand"), **given))
        expected = evaluator(HANDS, **arguments)
        assert query.collect_schema() == {"hand": polars_dtype(expected)}
        got = query.collect(engine=engine)["hand"]
        assert got.dtype == polars_dtype(expected)
        check(plain(got), expected)

    @pytest.mark.parametrize("dtype", [pl.UInt64, pl.Int64])
    @every_evaluator
    def test_nulls_stay_null(
        self, evaluator: Evaluator, arguments: dict[str, Any], dtype: Any
    ) -> None:
        present = [at % 3 != 1 for at in range(12)]
        hands = pl.Series("hand", HANDS, dtype=dtype)
        hands = pl.select(pl.when(pl.Series(present)).then(hands)).to_series().alias("hand")
        given = with_columns(arguments, pl.Series)
        expected = evaluator(HANDS[present], **with_columns(arguments, lambda one: one[present]))
        frame = hands.to_frame().lazy().with_columns(pl.Series("banned", BANNED))
        column = with_columns(arguments, lambda _: pl.col("banned"))
        for got in [
            evaluator(hands, **given),
            frame.select(evaluator(pl.col("hand"), **column)).collect()["hand"],
        ]:
            assert got.name == "hand"
            assert got.dtype == polars_dtype(expected)
            assert got.is_not_null().to_list() == present
            check(plain(got.drop_nulls()), expected)

    def test_a_null_among_the_banned_is_null(self) -> None:
        hands = pl.Series("hand", [ELEVEN, ELEVEN])
        got = gf.knock_discards(hands, banned=pl.Series([3, None]))
        assert got.is_null().to_list() == [False, True]

    def test_nothing_but_nulls_and_nothing_at_all(self) -> None:
        assert gf.deadwood(pl.Series([None, None])).to_list() == [None, None]
        empty = pl.Series("hand", [], dtype=pl.UInt64)
        for evaluator, arguments in EVALUATORS.values():
            if "banned" not in arguments:
                expected = polars_dtype(evaluator(HANDS, **arguments))
                got = evaluator(empty, **arguments)
                assert (got.len(), got.dtype) == (0, expected)

    def test_chunks_slices_and_small_types_are_read(self) -> None:
        hands = pl.concat([pl.Series(HANDS[:5]), pl.Series(HANDS[5:])], rechunk=False)
        check(gf.deadwood(hands[3:]).to_numpy(), gf.deadwood(HANDS[3:]))
        small = pl.Series([7, None, 3], dtype=pl.Int8)
        assert gf.deadwood(small).to_list() == [0, None, 3]

    def test_expressions_work_in_groups_windows_and_filters(self) -> None:
        frame = pl.LazyFrame({"hand": HANDS, "seat": np.arange(12) % 2})
        left = gf.deadwood(HANDS)
        sums = frame.group_by("seat").agg(gf.deadwood(pl.col("hand")).cast(int).sum()).sort("seat")
        assert sums.collect()["hand"].to_list() == [left[::2].sum(), left[1::2].sum()]
        few = frame.filter(gf.deadwood(pl.col("hand")) < 60).select("hand").collect()["hand"]
        assert few.to_list() == HANDS[left < 60].tolist()
        best = frame.select(gf.best_discard(pl.col("hand")).struct.field("card")).collect()
        check(best["card"].to_numpy(), gf.best_discard(HANDS)[0])

    def test_literals_and_several_columns_at_once_are_expressions_too(self) -> None:
        frame = pl.DataFrame({"hand": [7, 3], "banned": [1, 255]})
        left = frame.select(gf.deadwood(pl.col("hand", "banned")).name.suffix(" left"))
        assert left.to_dict(as_series=False) == {"hand left": [0, 3], "banned left": [1, 0]}
        best = frame.select(gf.best_discard(pl.Series([ELEVEN] * 2), banned=pl.col("banned")))
        assert best.to_series().struct.field("card").to_list() == [10, 10]

    def test_the_bare_ufunc_takes_a_series_and_an_expression(self) -> None:
        for dtype in [pl.UInt64, pl.Int64]:
            hands = pl.Series("hand", [7, None, 1 << 51], dtype=dtype)
            got = gf.ufuncs.deadwood(hands)
            assert isinstance(got, pl.Series)
            assert got.to_list() == [0, None, 10]
            frame = hands.to_frame().lazy().select(gf.ufuncs.melded(pl.col("hand")))
            assert frame.collect()["hand"].to_list() == [7, None, 0]

    def test_a_bad_mask_is_named_with_its_place(self) -> None:
        with pytest.raises(gf.InvalidHandError, match="got -3 at index 2"):
            gf.deadwood(pl.Series([1, 2, -3]))
        with pytest.raises(
            (gf.InvalidHandError, pl.exceptions.ComputeError),
            match="got -3 at index 2 of one block",
        ):
            pl.select(gf.deadwood(pl.lit(pl.Series([1, 2, -3]))))


def frames() -> list[Any]:
    frame = pd.DataFrame({"hand": HANDS})
    return [
        frame,
        pl.DataFrame({"hand": HANDS}),
        pl.LazyFrame({"hand": HANDS}),
        xr.Dataset({"hand": ("deal", HANDS)}),
        dd.from_pandas(frame, npartitions=2),
    ]


@pytest.mark.parametrize("frame", frames(), ids=lambda frame: type(frame).__module__)
def test_of_a_frame_a_column_must_be_picked(frame: Any) -> None:
    with pytest.raises(TypeError, match=r"hand: .* column"):
        gf.deadwood(frame)
    if isinstance(frame, pl.LazyFrame):
        with pytest.raises(TypeError, match=r"pl\.col\(\.\.\.\)$"):
            gf.deadwood(frame)
    with pytest.raises(TypeError, match="banned: expected a c"):
        gf.best_discard(pd.Series(HANDS), banned=frame)


@pytest.mark.parametrize("values", [[1.5, 2.5], [True, False], ["As", "Kd"]])
@pytest.mark.parametrize(
    "column", [pd.Series, pl.Series, lambda values: lazy(np.array(values)), xr.DataArray]
)
def test_other_columns_than_integers_are_refused(column: Callable[[Any], Any], values: Any) -> None:
    with pytest.raises(TypeError, match="hand: expected a column of an integer dtype, got"):
        gf.deadwood(column(values))
    if isinstance(values[0], str):
        with pytest.raises(TypeError, match=r"for texts pass gf\.parse_hands\(texts\)$"):
            gf.deadwood(column(values))
    if isinstance(values[0], float):
        with pytest.raises(TypeError, match=r"; cast it to an integer dtype, .* UInt64$"):
            gf.deadwood(column(values))
        with pytest.raises(TypeError, match="banned: expected a column of an integer dtype, got"):
            gf.best_discard(column([ELEVEN, ELEVEN]), banned=column(values))


@pytest.mark.parametrize("column", [pd.Series, pl.Series, lazy, xr.DataArray])
def test_options_for_arrays_are_refused(column: Callable[[Any], Any]) -> None:
    for name, value in {"out": np.empty(12, np.uint8), "threads": 2, "backend": "scalar"}.items():
        with pytest.raises(ValueError, match=name):
            gf.deadwood(column(HANDS), **{name: value})


class Other:
    """A column of a library that is not known."""

    def __array_ufunc__(self, ufunc: np.ufunc, *_: object, **__: object) -> str:
        return f"answers to {ufunc.__name__}"


def test_other_columns_answer_to_the_ufuncs_by_themselves() -> None:
    assert gf.deadwood(Other()) == "answers to deadwood"
    assert gf.melded(Other()) == "answers to melded"
    names = ["best_discard_card", "best_discard_deadwood"]
    assert gf.best_discard(Other()) == tuple(f"answers to {name}" for name in names)


def test_what_no_ufunc_gives_other_columns_are_told_to_convert() -> None:
    for evaluator, arguments in EVALUATORS.values():
        if arguments or evaluator is gf.deadwood_after_discard:
            with pytest.raises(
                ValueError, match=r"cannot take test_columns.Other; pass np\.asarray"
            ):
                evaluator(Other(), **arguments)


def test_no_library_is_imported_for_the_others() -> None:
    code = (
        "import sys, pandas, gin_fast as gf; gf.deadwood(pandas.Series([7]));"
        "print(*{'polars', 'xarray', 'dask'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
