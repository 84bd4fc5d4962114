"""Files of rounds, one row each: Parquet, CSV or NumPy's own."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import click
import numpy as np
import pyarrow as pa
from numpy.lib import format as npy
from numpy.typing import NDArray

from gin_fast._whole_file import whole_file
from gin_fast.cli.sink import appearing, check_place
from gin_fast.cli.source import reason
from gin_fast.sim.deals import ROUND, Results

__all__ = ["KINDS", "check_rounds_file", "kinds_of", "rounds_file"]

KINDS = ("knock", "gin", "big_gin", "undercut", "draw")
"""How a round may end."""

# The first letter tells kinds apart, and is found without a look at the others.
_LETTER = np.dtype(
    {"names": ["letter"], "formats": ["u4"], "offsets": [0], "itemsize": ROUND.itemsize}
)
_BY_LETTER = np.zeros(128, np.int8)
_BY_LETTER[[ord(kind[0]) for kind in KINDS]] = range(len(KINDS))

_KIND = pa.dictionary(pa.int8(), pa.string())


def kinds_of(rounds: Results) -> NDArray[np.int8]:
    """Return the kind of each round as an index into `KINDS`."""
    letters: NDArray[np.uint32] = rounds.view(_LETTER)["letter"]
    return _BY_LETTER[letters]


def check_rounds_file(path: Path) -> None:
    """Refuse a file that cannot be written.

    Raises:
        click.ClickException: its name says no known kind, or it cannot be written.

    """
    check_place(path, _kind_of_file)


@contextmanager
def rounds_file(path: Path, count: int) -> Iterator[Callable[[Results], object]]:
    """Give a function that writes rounds to a file, which is there, whole, if the block ends well.

    Args:
        path: The file.
        count: How many rounds there will be.

    Raises:
        click.ClickException: it cannot be written.

    """
    if _kind_of_file(path) != ".npy":
        schema = pa.schema([("kind", _KIND), *_numbers()])
        with appearing(path, schema) as sink:
            yield lambda rounds: sink.write(_columns(rounds))
        return
    try:
        with whole_file(path) as file:
            _begin_npy(file, count)
            yield lambda rounds: file.write(np.ascontiguousarray(rounds).data)
    except OSError as error:
        raise click.ClickException(f"{path}: not written: {reason(error)}") from error


def _kind_of_file(path: Path) -> str:
    kind = path.suffix.lower()
    if kind not in (".parquet", ".csv", ".npy"):
        raise click.ClickException(f"{path}: expected a name that ends in .parquet, .csv or .npy")
    return kind


def _begin_npy(file: BinaryIO, count: int) -> None:
    header = {"descr": npy.dtype_to_descr(ROUND), "fortran_order": False, "shape": (count,)}
    npy.write_array_header_1_0(file, header)


def _numbers() -> Iterator[tuple[str, pa.DataType]]:
    for name in ROUND.names or ():
        if name != "kind":
            yield name, pa.from_numpy_dtype(ROUND[name])


def _columns(rounds: Results) -> list[pa.Array]:
    kinds = pa.DictionaryArray.from_arrays(pa.array(kinds_of(rounds)), pa.array(KINDS))
    return [kinds, *(pa.array(rounds[name].copy()) for name, _ in _numbers())]
