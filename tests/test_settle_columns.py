"""`gf.knock_points` on columns of pandas, Polars, xarray and Dask."""

import pickle
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
from pairs import beside, pairs

# What comes of a column is typed as Any, and Dask is but partly typed.
gf: Any = gin_fast
da: Any = dask.array
dd: Any = dask.dataframe

KNOCKERS, DEFENDERS = pairs(12)
UPCARDS = np.arange(0, 48, 4, dtype=np.uint8)
RULES = gin_fast.Rules(spade_double=True, undercut_bonus=10)
EXPECTED = gin_fast.knock_points(KNOCKERS, DEFENDERS)
PRICED = gin_fast.knock_points(KNOCKERS, DEFENDERS, RULES, "best", UPCARDS)
INDEX = pd.Index([f"deal {at}" for at in range(12)], name="deal")

KNOCKER = "As 2s 3s 4h 4d 4c 5h 6h 7h 9c"
DEFENDER = "4s 5s 6s Ah 2h 3h 8h 9h Td Kd"
AGAINST = beside(np.random.default_rng(2), np.full(12, gin_fast.CardSet(KNOCKER).mask, np.uint64))


def series(values: NDArray[Any]) -> "pd.Series[Any]":
    return pd.Series(values, index=INDEX, name="knocker")


def lazy(values: NDArray[Any], chunks: int = 5) -> Any:
    return da.from_array(values, chunks=chunks)


def labelled(values: Any) -> xr.DataArray:
    return xr.DataArray(values, dims="deal", coords={"deal": range(100, 112)}, name="knocker")


def parts(values: NDArray[Any]) -> Any:
    return dd.from_pandas(pd.Series(values, name="knocker", index=range(100, 112)), npartitions=3)


def not_computed(_: Any) -> Any:
    raise AssertionError("computed too early")


COLUMNS: dict[str, Callable[[Any], Any]] = {
    "pandas": series,
    "pandas array": lambda values: pd.array(values, dtype="UInt64"),
    "polars": lambda values: pl.Series("knocker", values),
    "dask array": lazy,
    "dask series": parts,
    "xarray": labelled,
    "xarray over dask": lambda values: labelled(lazy(values)),
}
every_column = pytest.mark.parametrize("column", COLUMNS.values(), ids=COLUMNS.keys())


def values_of(answer: Any) -> list[int]:
    if hasattr(answer, "compute"):
        answer = answer.compute()
    values: list[int] = np.asarray(answer).tolist()
    return values


@every_column
def test_two_columns_make_a_column(column: Callable[[Any], Any]) -> None:
    points = gf.knock_points(column(KNOCKERS), column(DEFENDERS))
    assert isinstance(points, type(column(KNOCKERS)))
    assert str(points.dtype).lower() == "int16"
    assert values_of(points) == EXPECTED.tolist()
    priced = gf.knock_points(column(KNOCKERS), column(DEFENDERS), RULES, "best", column(UPCARDS))
    assert values_of(priced) == PRICED.tolist()
    by_name = {"knocker": column(KNOCKERS), "defender": column(DEFENDERS), "upcard": "Td"}
    assert values_of(gf.knock_points(**by_name)) == EXPECTED.tolist()


@every_column
def test_a_column_beside_one_hand(column: Callable[[Any], Any]) -> None:
    expected = gf.knock_points(KNOCKER, AGAINST)
    for hand in (KNOCKER, gf.CardSet(KNOCKER), gf.CardSet(KNOCKER).mask, iter(KNOCKER.split())):
        assert values_of(gf.knock_points(hand, column(AGAINST))) == expected.tolist()
    knocking = np.full(12, gin_fast.CardSet(KNOCKER).mask, np.uint64)
    expected = gf.knock_points(knocking, DEFENDER)
    assert values_of(gf.knock_points(column(knocking), DEFENDER)) == expected.tolist()


@every_column
def test_options_of_arrays_are_refused(column: Callable[[Any], Any]) -> None:
    options: list[dict[str, Any]] = [
        {"out": np.empty(12, np.int16)}, {"threads": 2}, {"backend": "scalar"},
    ]  # fmt: skip
    for option in options:
        name = next(iter(option))
        with pytest.raises(ValueError, match=f"^{name}: .* and knocker is a "):
            gf.knock_points(column(KNOCKERS), DEFENDER, **option)
        with pytest.raises(ValueError, match=f"^{name}: .* and defender is a "):
            gf.knock_points(KNOCKER, column(AGAINST), **option)


@every_column
def test_what_is_wrong_besides_is_told_at_once(column: Callable[[Any], Any]) -> None:
    for hands in ((column(KNOCKERS), column(DEFENDERS)), (KNOCKER, column(AGAINST))):
        with pytest.raises(TypeError, match=r"^rules: expected a gin_fast\.Rules"):
            gf.knock_points(*hands, "palace")
        with pytest.raises(ValueError, match=r"^layout: expected"):
            gf.knock_points(*hands, layout="worst")
        with pytest.raises(ValueError, match=r"^upcard: "):
            gf.knock_points(*hands, gf.Rules(oklahoma=True))
        with pytest.raises(gf.InvalidCardError, match=r"^upcard: "):
            gf.knock_points(*hands, upcard="1x")
    with pytest.raises(gf.InvalidHandError, match=r"^knocker: .* got 3"):
        gf.knock_points("As 2s 3s", column(DEFENDERS))
    with pytest.raises(gf.InvalidHandError, match=r"^defender: .* got 3"):
        gf.knock_points(column(KNOCKERS), "As 2s 3s")


def test_a_series_keeps_its_index_and_name() -> None:
    for points in (
        gf.knock_points(series(KNOCKERS), series(DEFENDERS)),
        gf.knock_points(series(KNOCKERS), DEFENDERS),
        gf.knock_points(KNOCKER, series(AGAINST)),
    ):
        assert points.index.equals(INDEX)
        assert points.name == "knocker"
    with pytest.raises(ValueError, match="defender: its index is not that of knocker"):
        gf.knock_points(series(KNOCKERS), pd.Series(DEFENDERS))


@pytest.mark.parametrize(
    ("dtype", "answer"),
    [("UInt64", "Int16"), ("Int64", "Int16"), ("uint64[pyarrow]", "int16[pyarrow]")],
)
def test_nulls_of_either_stay_null_in_pandas(dtype: Any, answer: Any) -> None:
    held = np.arange(12)
    knocking = series(KNOCKERS).astype(dtype).where(held != 3)
    defending = series(DEFENDERS).astype(dtype).where(held != 7)
    points = gf.knock_points(knocking, defending)
    assert points.dtype == answer
    assert np.flatnonzero(points.isna()).tolist() == [3, 7]
    assert points.dropna().tolist() == np.delete(EXPECTED, [3, 7]).tolist()
    upcards = series(UPCARDS).astype("UInt8").where(held != 0)
    points = gf.knock_points(knocking, defending, RULES, "best", upcards)
    assert np.flatnonzero(points.isna()).tolist() == [0, 3, 7]
    assert points.dropna().tolist() == np.delete(PRICED, [0, 3, 7]).tolist()


@pytest.mark.parametrize(
    "hand",
    [KNOCKER, "As 2s 3s 4s 5s 6s 7s 8s 9s Ts", "Th Jh Qh Kh 2c 2d 2s 3c 3d 3s"],
)
def test_nulls_beside_one_hand_share_no_card_with_it(hand: str) -> None:
    mask = gf.CardSet(hand).mask
    others = beside(np.random.default_rng(4), np.full(3, mask, np.uint64))
    points = gf.knock_points(hand, pd.Series([others[0], None, others[2]], dtype="UInt64"))
    assert points.isna().tolist() == [False, True, False]
    assert points[2] == gf.knock_points(hand, int(others[2]))
    nothing = [None, None]
    assert gf.knock_points(pd.Series(nothing, dtype="UInt64"), hand).isna().all()
    assert gf.knock_points(pl.Series(nothing, dtype=pl.UInt64), hand).is_null().all()


class TestDask:
    def test_it_stays_lazy(self) -> None:
        never = lazy(KNOCKERS).map_blocks(not_computed, dtype=np.uint64, meta=KNOCKERS[:0])
        for points in (gf.knock_points(never, lazy(DEFENDERS)), gf.knock_points(KNOCKER, never)):
            assert isinstance(points, da.Array)
            assert (points.dtype, points.shape) == (np.int16, (12,))
            with pytest.raises(AssertionError, match="computed too early"):
                points.compute(scheduler="synchronous")

    def test_chunks_need_not_agree(self) -> None:
        points = gf.knock_points(
            lazy(KNOCKERS, 4), lazy(DEFENDERS, 5), RULES, "best", lazy(UPCARDS, 7)
        )
        assert points.compute().tolist() == PRICED.tolist()

    def test_many_dimensions_broadcast(self) -> None:
        knocking = da.from_array(np.full((3, 1), gf.CardSet(KNOCKER).mask), chunks=2)
        points = gf.knock_points(knocking, lazy(AGAINST))
        assert points.shape == (3, 12)
        assert points.compute().tolist() == [gf.knock_points(KNOCKER, AGAINST).tolist()] * 3

    def test_a_bad_pair_is_told_with_a_note_on_its_index(self) -> None:
        bad = DEFENDERS.copy()
        bad[7] = 7
        with pytest.raises(
            gf.InvalidHandError, match=r"defender: .* at index 2 of one block"
        ) as caught:
            gf.knock_points(lazy(KNOCKERS), lazy(bad)).compute()
        assert "one block" in caught.value.__notes__[0]

    def test_the_graph_can_be_sent_to_other_processes(self) -> None:
        graph = gf.knock_points(lazy(KNOCKERS), lazy(DEFENDERS), RULES, "best", lazy(UPCARDS))
        again = pickle.loads(pickle.dumps(graph))  # noqa: S301
        assert again.compute().tolist() == PRICED.tolist()
        beside_one = pickle.loads(pickle.dumps(gf.knock_points(KNOCKER, lazy(AGAINST))))  # noqa: S301
        assert beside_one.compute().tolist() == gf.knock_points(KNOCKER, AGAINST).tolist()


class TestPolars:
    FRAME = pl.LazyFrame({"knocker": KNOCKERS, "defender": DEFENDERS, "upcard": UPCARDS})

    def test_expressions_are_settled_in_a_query(self) -> None:
        query = self.FRAME.select(
            points=gf.knock_points(pl.col("knocker"), pl.col("defender")),
            priced=gf.knock_points(
                pl.col("knocker"), pl.col("defender"), RULES, "best", pl.col("upcard")
            ),
        )
        assert query.collect_schema() == {"points": pl.Int16, "priced": pl.Int16}
        answer = query.collect()
        assert answer["points"].to_list() == EXPECTED.tolist()
        assert answer["priced"].to_list() == PRICED.tolist()

    def test_the_answer_is_called_like_the_knocker(self) -> None:
        points = self.FRAME.select(gf.knock_points(pl.col("knocker"), pl.col("defender"))).collect()
        assert points.columns == ["knocker"]
        query = self.FRAME.select(gf.knock_points(KNOCKER, pl.lit(pl.Series("d", AGAINST))))
        assert query.collect()["d"].to_list() == gf.knock_points(KNOCKER, AGAINST).tolist()

    def test_nulls_of_either_stay_null(self) -> None:
        knocking = pl.Series("knocker", [*KNOCKERS.tolist()[:11], None], dtype=pl.UInt64)
        defending = pl.Series("defender", [None, *DEFENDERS.tolist()[1:]], dtype=pl.UInt64)
        expected = [None, *EXPECTED.tolist()[1:11], None]
        points = gf.knock_points(knocking, defending)
        assert (points.name, points.dtype) == ("knocker", pl.Int16)
        assert points.to_list() == expected
        frame = pl.DataFrame([knocking, defending])
        answers = frame.lazy().select(gf.knock_points(pl.col("knocker"), pl.col("defender")))
        assert answers.collect()["knocker"].to_list() == expected

    def test_an_empty_column_is_settled(self) -> None:
        empty = pl.Series("knocker", [], dtype=pl.UInt64)
        for points in (gf.knock_points(empty, empty), gf.knock_points(empty, DEFENDER)):
            assert (points.dtype, len(points)) == (pl.Int16, 0)

    def test_a_bad_pair_is_named(self) -> None:
        with pytest.raises(gf.InvalidHandError, match=r"^knocker: .* at index 1$"):
            gf.knock_points(pl.Series([int(KNOCKERS[0]), 7]), pl.Series(DEFENDERS[:2]))


def test_a_frame_or_another_dtype_is_refused() -> None:
    for frame in (pd.DataFrame({"hand": KNOCKERS}), pl.DataFrame({"hand": KNOCKERS})):
        with pytest.raises(TypeError, match=r"^(knocker|defender): expected .* DataFrame"):
            gf.knock_points(frame, series(DEFENDERS))
        with pytest.raises(TypeError, match=r"^(knocker|defender): expected .* DataFrame"):
            gf.knock_points(series(KNOCKERS), frame)
    with pytest.raises(TypeError, match=r"^defender: .* for texts pass gf\.parse_hands"):
        gf.knock_points(series(KNOCKERS), series(np.array(["As"] * 12)))
    with pytest.raises(TypeError, match=r"^knocker: expected a column of an integer dtype"):
        gf.knock_points(pl.Series([1.0]), pl.Series(DEFENDERS[:1]))


def test_another_library_answers_to_the_ufunc() -> None:
    class Recorder:
        def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: object) -> str:
            return f"{ufunc.__name__} {method} {len(inputs)}"

    assert gf.knock_points(Recorder(), Recorder()) == "knock_points __call__ 2"
    with pytest.raises(ValueError, match=r"^knocker: knock_points cannot take .*Recorder"):
        gf.knock_points(Recorder(), Recorder(), layout="best")


def test_a_wrong_defender_beside_a_column_is_named() -> None:
    eleven, many = gf.CardSet(list(range(11))), gf.CardSet(list(range(45)))
    for defender, count in ((eleven, 11), (many, 45)):
        with pytest.raises(
            gf.InvalidHandError, match=rf"^defender: expected 10 cards, got {count}"
        ):
            gf.knock_points(series(KNOCKERS), defender)


def test_a_column_of_upcards_beside_arrays_is_told_to_be_an_array() -> None:
    rules = gf.Rules(spade_double=True)
    for upcards in (pd.Series([1, 13]), pl.Series([1, 13]), [1, 13], np.array([1.0, 13.0])):
        with pytest.raises(TypeError, match=r"^upcard: .*np\.asarray\(ids, dtype=np\.uint8\)"):
            gf.knock_points(KNOCKERS[:2], DEFENDERS[:2], rules, upcard=upcards)
