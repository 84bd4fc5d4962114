"""What types the text columns of a CSV file have, for files that keep types.

A column is of whole numbers, of numbers or of text. It is whole numbers only where writing them
back gives the same text, so that a code such as `007` stays one; an empty cell is missing.
"""

import pyarrow as pa
import pyarrow.compute as pc

# In the order tried. At most 18 and 15 digits: what int64 and float64 hold exactly.
_KINDS = (
    (pa.int64(), r"^$|^(0|-?[1-9][0-9]{0,17})$"),
    (pa.float64(), r"^$|^-?(0|[1-9][0-9]{0,14})(\.[0-9]{1,15})?([eE][-+]?[0-9]{1,2})?$"),
)


class MisfitError(Exception):
    """A later cell does not fit the type that the cells before it gave their column."""

    def __init__(self, place: int, kind: pa.DataType) -> None:
        super().__init__(place, kind)
        self.place = place
        self.kind = kind


def kind_of(column: pa.Array, at_least: pa.DataType | None = None) -> pa.DataType:
    """Return the type of a column of text: the first it fits, not before `at_least`."""
    if at_least == pa.string() or not pc.any(pc.not_equal(column, "")).as_py():
        return pa.string()
    kinds = [kind for kind, _ in _KINDS]
    start = kinds.index(at_least) if at_least in kinds else 0
    return next((kind for kind, form in _KINDS[start:] if _fits(column, form)), pa.string())


def convert(column: pa.Array, kind: pa.DataType, place: int) -> pa.Array:
    """Return a column of text as this type.

    Raises:
        MisfitError: a cell does not fit; it carries the type that the column needs.

    """
    if kind == pa.string():
        return column
    if not _fits(column, dict(_KINDS)[kind]):
        raise MisfitError(place, kind_of(column, kind))
    blank = pc.equal(column, "")
    return pc.if_else(blank, pa.scalar(None, pa.string()), column).cast(kind)


def _fits(column: pa.Array, form: str) -> bool:
    return bool(pc.all(pc.match_substring_regex(column, form)).as_py())
