"""The evaluators on columns: pandas, Polars, xarray and Dask.

No library is imported here: whoever holds one of its columns has loaded it. A column is taken
apart into NumPy arrays, block by block where it is lazy. Where there is a null, every column gets
hands and cards that the evaluator takes, and the answer is null.
"""

import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import Any, Final

import numpy as np
from numpy.typing import DTypeLike

from gin_fast import _core
from gin_fast._core import CardSet

# What each evaluator answers a hand: the fields and their types, by the name that pandas and Polars
# give them.
_FIELDS: Final = {
    "deadwood": {"deadwood": "UInt8"},
    "melded": {"melded": "UInt64"},
    "best_discard": {"card": "UInt8", "deadwood": "UInt8"},
    "knock_discards": {"knock_discards": "UInt64"},
    "deadwood_after_discard": {"deadwood": "UInt8"},
    "knock_points": {"knock_points": "Int16"},
}

# The arguments that may be columns, the one whose name and index the answer gets first.
_COLUMNS: Final = ("hand", "knocker", "defender", "banned", "upcard")

# The places of the 52 cards, which `deadwood_after_discard` adds behind the shape of the hands.
_CARDS: Final = ("card", 52)

# The cards of a defender.
_DEALT: Final = 10

# What stands in for nulls: eleven cards, ten spades that are gin, ten clubs, no card, an ace.
_FILL: Final = {
    "hand": 0x7FF,
    "knocker": 0x3FF,
    "defender": 0x3FF << 13,
    "banned": 255,
    "upcard": 0,
}

_INDEX: Final = re.compile(r" at index (\d+|\([\d, ]+\))")


@dataclass(frozen=True)
class _Question:
    """An evaluator and what is given besides columns; called with an array for each column."""

    name: str
    columns: tuple[str, ...]
    arguments: dict[str, Any]
    fill: dict[str, int]
    in_blocks: bool = False

    def __call__(self, *values: Any) -> Any:
        given = dict(zip(self.columns, values, strict=True))
        try:
            return getattr(_core, self.name)(**given, **self.arguments)
        except ValueError as error:
            if self.in_blocks:
                error.add_note("An index counts from the start of one block of the column.")
                error.args = (_INDEX.sub(r"\g<0> of one block", str(error)),)
            raise

    def without_nulls(self, arrays: Sequence[Any], present: Any) -> Any:
        """Answer as if all places had values; those where `present` is false get any answer."""
        filled = []
        for argument, array in zip(self.columns, arrays, strict=True):
            if array.dtype.kind in "iu":
                # Wide enough for whatever is filled in.
                wide = array.astype(np.uint64 if array.dtype.kind == "u" else np.int64)
                filled.append(np.where(present, wide, wide.dtype.type(self.fill[argument])))
            else:
                filled.append(array)
        return self(*filled)

    def by_blocks(self) -> "_Question":
        return replace(self, in_blocks=True)

    @property
    def __name__(self) -> str:
        return self.name  # Dask calls its tasks so.

    @property
    def fields(self) -> dict[str, str]:
        return _FIELDS[self.name]

    @property
    def dtypes(self) -> list[DTypeLike]:
        return [np.dtype(kind.lower()) for kind in self.fields.values()]

    @property
    def has_place_for_each_card(self) -> bool:
        return self.name == "deadwood_after_discard"


def on_column(name: str, **arguments: object) -> Any:
    """Evaluate columns, in the library that they come from.

    Args:
        name: Which evaluator, such as `deadwood`.
        arguments: The arguments of the evaluator that are given, at least one of them a column.

    Returns:
        A column like the one given, lazy if it was lazy: uint8 or uint64, null where it was null.
        Of two answers a pair, in Polars a struct. `deadwood_after_discard` gives Dask arrays and
        xarray a last dimension of 52 cards, pandas 52 columns, Polars arrays of 52.

    Raises:
        TypeError: A data frame or data set came, or a column of another kind than integers.
        ValueError: The library of the column is unknown and the answer more than a ufunc can give.

    """
    columns = {
        argument: arguments.pop(argument)
        for argument in _COLUMNS
        if _is_array(arguments.get(argument))
    }
    for argument, column in columns.items():
        _refuse_frame(argument, column)
    fill = _fill_beside(arguments)
    if arguments:
        # What is wrong in them is told at once, not when something lazy is computed.
        getattr(_core, name)(**{argument: fill[argument] for argument in columns}, **arguments)
    question = _Question(name, tuple(columns), arguments, fill)
    values = list(columns.values())
    for module, kinds, answer in _LIBRARIES:
        loaded = _loaded(module, *kinds)
        if any(isinstance(value, loaded) for value in values):
            return answer(question, values)
    return _by_ufunc(question, values)


def _fill_beside(arguments: dict[str, Any]) -> dict[str, int]:
    """Return what stands in for nulls, disjoint from the one hand that may be given."""
    fill = dict(_FILL)
    knocker, defender = arguments.get("knocker"), arguments.get("defender")
    if isinstance(knocker, CardSet):
        fill["defender"] = CardSet(
            [card for card in range(52) if card not in knocker][:_DEALT]
        ).mask
    # To another number of cards the standard stand-in serves: it is the defender that is wrong.
    if isinstance(defender, CardSet) and len(defender) == _DEALT:
        # A hand of ten has none of at least three ranks: gin of a set of four and two of three.
        held = {card % 13 for card in defender}
        ranks = [rank for rank in range(13) if rank not in held][:3]
        gin = [rank + suit * 13 for suit in range(4) for rank in ranks][:_DEALT]
        fill["knocker"] = CardSet(gin).mask
    return fill


def _loaded(module: str, *names: str) -> tuple[type, ...]:
    """Return classes of a module; none if it is not loaded."""
    loaded = sys.modules.get(module)
    return () if loaded is None else tuple(getattr(loaded, name) for name in names)


def _is_array(value: object) -> bool:
    if isinstance(value, np.ndarray):
        return True
    return hasattr(type(value), "__array_ufunc__") and not isinstance(value, np.generic)


def _refuse_frame(argument: str, value: object) -> None:
    kind = type(value)
    # A column of Dask has `columns` too, but a name besides.
    if hasattr(kind, "data_vars") or (hasattr(kind, "columns") and not hasattr(kind, "name")):
        raise TypeError(
            f"{argument}: expected a column, got {_kind(value)}; pick one of its columns"
        )


def _kind(value: object) -> str:
    kind = type(value)
    return f"{kind.__module__.partition('.')[0]}.{kind.__name__}"


def _require_integers(argument: str, column: Any, *, integers: bool) -> None:
    if not integers:
        raise TypeError(
            f"{argument}: expected a column of an integer dtype, "
            f"got {_kind(column)} of dtype {column.dtype}{_instead(argument, column.dtype)}"
        )


def _instead(argument: str, dtype: Any) -> str:
    """Say what to do with a column of this dtype."""
    # Polars' dtypes have no kind but a name.
    kind = getattr(dtype, "kind", None) or str(dtype).partition("(")[0]
    if kind in ("f", "Float32", "Float64"):
        return "; cast it to an integer dtype, with nulls to a nullable one such as UInt64"
    texts = ("O", "U", "T", "String", "Categorical", "Enum", "Object")
    if argument in ("hand", "knocker", "defender") and kind in texts:
        return "; for texts pass gf.parse_hands(texts)"
    return ""


def _require_integer_dtypes(question: _Question, values: Sequence[Any]) -> None:
    for argument, value in zip(question.columns, values, strict=True):
        _require_integers(argument, value, integers=value.dtype.kind in "iu")


def _on_pandas(question: _Question, values: Sequence[Any]) -> Any:
    """Evaluate a Series, an Index or an extension array, keeping index, name and kind of dtype."""
    pd: Any = sys.modules["pandas"]
    kinds = (*_loaded("pandas", "Series", "Index"), pd.api.extensions.ExtensionArray)
    _require_integer_dtypes(question, values)
    like = next(value for value in values if isinstance(value, kinds))
    arrays = []
    nulls: Any = None
    for argument, value in zip(question.columns, values, strict=True):
        if not isinstance(value, kinds):
            arrays.append(value)
            continue
        both_have_an_index = isinstance(value, pd.Series) and isinstance(like, pd.Series)
        if both_have_an_index and not value.index.equals(like.index):
            raise ValueError(
                f"{argument}: its index is not that of {question.columns[0]}; align them first"
            )
        if isinstance(value.dtype, np.dtype):
            arrays.append(value.to_numpy())
            continue
        wide = pd.array(value, dtype="UInt64" if value.dtype.kind == "u" else "Int64")
        nulls = wide.isna() if nulls is None else nulls | wide.isna()
        arrays.append(wide.fillna(0).to_numpy(wide.dtype.numpy_dtype))
    answers = question(*arrays) if nulls is None else question.without_nulls(arrays, ~nulls)
    wrap = partial(_like_pandas, pd, like=like, nulls=nulls)
    return tuple(map(wrap, answers)) if isinstance(answers, tuple) else wrap(answers)


def _like_pandas(pd: Any, answer: Any, *, like: Any, nulls: Any) -> Any:
    index = like.index if isinstance(like, pd.Series) else None
    if answer.ndim > 1:
        made = pd.DataFrame(answer, index=index)
    else:
        made = pd.Series(answer, index=index, name=getattr(like, "name", None))
    if nulls is not None:
        made = made.convert_dtypes()
        made[nulls] = pd.NA
        if isinstance(like.dtype, pd.ArrowDtype):
            made = made.convert_dtypes(dtype_backend="pyarrow")
    if isinstance(like, pd.Series) or answer.ndim > 1:
        return made
    return pd.Index(made) if isinstance(like, pd.Index) else made.array


def _on_dask_array(question: _Question, values: Sequence[Any]) -> Any:
    da: Any = sys.modules["dask.array"]
    _require_integer_dtypes(question, values)
    arrays = [da.asarray(value) for value in values]
    axes = (tuple(range(-array.ndim, 0)) for array in arrays)
    _, arrays = da.core.unify_chunks(*chain.from_iterable(zip(arrays, axes, strict=True)))
    place, size = _CARDS
    core = f"({place})" if question.has_place_for_each_card else "()"
    inputs, outputs = ["()"] * len(values), [core] * len(question.fields)
    dtypes = question.dtypes
    return da.apply_gufunc(
        question.by_blocks(),
        f"{','.join(inputs)}->{','.join(outputs)}",
        *arrays,
        # Told rather than tried out: the hand that Dask would try has no eleven cards.
        output_dtypes=tuple(dtypes) if len(dtypes) > 1 else dtypes[0],
        output_sizes={place: size} if question.has_place_for_each_card else None,
    )


def _on_dask_series(question: _Question, values: Sequence[Any]) -> Any:
    dd: Any = sys.modules["dask.dataframe"]
    for argument, value in zip(question.columns, values, strict=True):
        if isinstance(value, np.ndarray) and value.ndim:
            raise ValueError(f"{argument}: expected a Dask column beside another, got an array")
    # An empty column, so that Dask need not try out a hand of its own.
    empty = _on_pandas(question, [getattr(value, "_meta", value) for value in values])
    question = question.by_blocks()
    if not isinstance(empty, tuple):
        return dd.map_partitions(partial(_nth_on_pandas, None, question), *values, meta=empty)
    return tuple(
        dd.map_partitions(partial(_nth_on_pandas, at, question), *values, meta=part)
        for at, part in enumerate(empty)
    )


def _nth_on_pandas(at: int | None, question: _Question, *values: Any) -> Any:
    answers = _on_pandas(question, values)
    return answers if at is None else answers[at]


def _on_xarray(question: _Question, values: Sequence[Any]) -> Any:
    xr: Any = sys.modules["xarray"]
    _require_integer_dtypes(question, values)
    place, size = _CARDS
    core = [place] if question.has_place_for_each_card else []
    lazy = any(getattr(value, "chunks", None) is not None for value in values)
    return xr.apply_ufunc(
        question.by_blocks() if lazy else question,
        *values,
        output_core_dims=[core] * len(question.fields),
        dask="parallelized",
        output_dtypes=question.dtypes,
        dask_gufunc_kwargs={"output_sizes": {place: size}} if core else None,
    )


def _on_polars_series(question: _Question, values: Sequence[Any]) -> Any:
    pl: Any = sys.modules["polars"]
    arrays = []
    present: Any = np.True_
    for argument, value in zip(question.columns, values, strict=True):
        if not isinstance(value, pl.Series):
            arrays.append(value)
            continue
        dtype = value.dtype
        _require_integers(argument, value, integers=dtype.is_integer() or dtype == pl.Null)
        wide = value.cast(pl.UInt64 if dtype.is_unsigned_integer() else pl.Int64)
        if value.null_count():
            # With nulls in it a column would reach NumPy as floats.
            present = present & value.is_not_null().to_numpy()
            wide = wide.fill_null(0)
        arrays.append(wide.to_numpy())
    name = next(value.name for value in values if isinstance(value, pl.Series))
    all_present = bool(np.all(present))
    answers = question(*arrays) if all_present else question.without_nulls(arrays, present)
    if min(map(np.size, arrays)) == 0:
        return pl.Series(name, [], dtype=_polars_dtype(pl, question))
    if isinstance(answers, tuple):
        made = pl.DataFrame(dict(zip(question.fields, answers, strict=True))).to_struct(name)
    else:
        made = pl.Series(name, answers, dtype=_polars_dtype(pl, question))
    if all_present:
        return made
    known = pl.Series(np.broadcast_to(present, made.len()))
    return pl.select(pl.when(known).then(made)).to_series().alias(name)


def _polars_dtype(pl: Any, question: _Question) -> Any:
    fields = {field: getattr(pl, kind) for field, kind in question.fields.items()}
    if len(fields) > 1:
        return pl.Struct(fields)
    (kind,) = fields.values()
    return pl.Array(kind, _CARDS[1]) if question.has_place_for_each_card else kind


def _on_polars_expression(question: _Question, values: Sequence[Any]) -> Any:
    pl: Any = sys.modules["polars"]
    question = question.by_blocks()
    hand, *others = (_as_expression(pl, value) for value in values)
    kind = {"return_dtype": _polars_dtype(pl, question), "is_elementwise": True}
    if not others:
        return hand.map_batches(lambda hands: _on_polars_series(question, [hands]), **kind)
    # The struct's first field names the answer.
    renamed = [other.alias(f"gin_fast argument {at}") for at, other in enumerate(others)]
    return pl.struct(hand, *renamed).map_batches(
        lambda fields: _on_polars_series(question, fields.struct.unnest().get_columns()), **kind
    )


def _as_expression(pl: Any, value: Any) -> Any:
    if isinstance(value, pl.Expr):
        return value
    return pl.lit(value if isinstance(value, pl.Series) else pl.Series(value))


def _by_ufunc(question: _Question, values: Sequence[Any]) -> Any:
    """Let the object answer to the ufunc by itself."""
    from gin_fast import ufuncs  # noqa: PLC0415 - which imports this module.

    if not question.arguments:
        match question.name, question.columns:
            case "deadwood", ("hand",):
                return ufuncs.deadwood(*values)
            case "melded", ("hand",):
                return ufuncs.melded(*values)
            case "best_discard", ("hand",):
                return ufuncs.best_discard_card(*values), ufuncs.best_discard_deadwood(*values)
            case "knock_points", ("knocker", "defender"):
                return ufuncs.knock_points(*values)
    argument, value = question.columns[0], values[0]
    raise ValueError(
        f"{argument}: {question.name} cannot take {_kind(value)}; pass np.asarray of it"
    )


# Asked in this order: an xarray may hold a Dask array.
_LIBRARIES: Final[
    Sequence[tuple[str, Sequence[str], Callable[[_Question, Sequence[Any]], Any]]]
] = [
    ("polars", ["Expr"], _on_polars_expression),
    ("polars", ["Series"], _on_polars_series),
    ("dask.dataframe", ["Series", "Index"], _on_dask_series),
    ("pandas", ["Series", "Index"], _on_pandas),
    ("pandas.api.extensions", ["ExtensionArray"], _on_pandas),
    ("xarray", ["DataArray", "Variable"], _on_xarray),
    ("dask.array", ["Array"], _on_dask_array),
]
