"""Writing rows to a file that is complete or absent, or to standard output.

CSV and text (tabs between the columns, no header) are written alike; Parquet keeps types.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Protocol

import click
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet

from gin_fast._whole_file import whole_file
from gin_fast.cli.source import extension, reason


class Sink(Protocol):
    """Where rows go."""

    def write(self, columns: list[pa.Array]) -> None:
        """Write the rows of these columns."""

    def close(self) -> None:
        """Write what is held back. The file stays open."""


class _ParquetSink:
    def __init__(self, file: BinaryIO, schema: pa.Schema) -> None:
        self._schema = schema
        # Masks hardly repeat: a dictionary of them is built only to be thrown away.
        repeating = [field.name for field in schema if field.name != "melded"]
        self._writer = pa.parquet.ParquetWriter(file, schema, use_dictionary=repeating)

    def write(self, columns: list[pa.Array]) -> None:
        self._writer.write_batch(pa.record_batch(columns, schema=self._schema))

    def close(self) -> None:
        self._writer.close()


class _TextSink:
    """Lines of cells, quoted only where they must be: Arrow's own writer quotes every text."""

    def __init__(self, file: BinaryIO, schema: pa.Schema, delimiter: str) -> None:
        for field in schema:
            if pa.types.is_nested(field.type):
                raise click.ClickException(
                    f"column {field.name}: {field.type} does not fit in text; write to .parquet"
                )
        self._file = file
        self._delimiter = delimiter

    def write_header(self, names: list[str]) -> None:
        self.write([pa.array([name]) for name in names])

    def write(self, columns: list[pa.Array]) -> None:
        cells = [self._cells(column) for column in columns]
        lines = _join(*cells, self._delimiter)
        ended = _join(lines, "", "\n")
        # The texts of an array lie end to end, which is the file as it shall be.
        end = pc.sum(pc.binary_length(ended)).as_py() or 0
        self._file.write(memoryview(ended.buffers()[2] or b"")[:end])

    def _cells(self, column: pa.Array) -> pa.Array:
        texts = column.cast(pa.large_string())
        if not _is_text(column.type):
            return texts
        quoted = pc.match_substring_regex(texts, f'["\r\n{self._delimiter}]')
        if not pc.any(quoted).as_py():
            return texts
        doubled = pc.replace_substring(texts, '"', '""')
        return pc.if_else(quoted, _join("", doubled, "", '"'), texts)

    def close(self) -> None:
        self._file.flush()


def _is_text(kind: pa.DataType) -> bool:
    numbers = pa.types.is_primitive(kind) or pa.types.is_decimal(kind)
    return not numbers


def _join(*parts: pa.Array | str) -> pa.Array:
    """Join the cells of each row by the last part; a missing cell is empty."""
    joined = [pa.scalar(p, pa.large_string()) if isinstance(p, str) else p for p in parts]
    return pc.binary_join_element_wise(*joined, null_handling="replace", null_replacement="")


def _sink(file: BinaryIO, kind: str, schema: pa.Schema) -> Sink:
    if kind == ".parquet":
        return _ParquetSink(file, schema)
    if kind == ".txt":
        return _TextSink(file, schema, "\t")
    sink = _TextSink(file, schema, ",")
    sink.write_header(schema.names)
    return sink


def check_target(path: Path) -> None:
    """Refuse an output that cannot be written, before anything is read.

    Raises:
        click.ClickException: its name says no known kind, or it cannot be written.

    """
    check_place(path, extension)


def check_place(path: Path, check_name: Callable[[Path], object]) -> None:
    """Refuse a place where no file can be written; `check_name` refuses a name of no known kind.

    Raises:
        click.ClickException: it cannot be written, or has no name that is known.

    """
    folder = path.parent
    if path.is_dir():
        raise click.ClickException(f"{path}: expected a file to write, got a folder")
    check_name(path)
    if path.exists() and not path.is_file():
        raise click.ClickException(f"{path}: expected a file to write, got a pipe or a device")
    if not folder.is_dir():
        raise click.ClickException(f"{path}: there is no folder {folder}")
    if path.exists() and not os.access(path, os.W_OK):
        raise click.ClickException(f"{path}: not writable")


@contextmanager
def appearing(path: Path, schema: pa.Schema) -> Iterator[Sink]:
    """Write rows to a file that is at `path`, whole, if the block ends well, and else is not.

    It is written as `whole_file` does it.

    Raises:
        click.ClickException: it cannot be written.

    """
    try:
        with whole_file(path) as file:
            sink = _sink(file, extension(path), schema)
            try:
                yield sink
            except BaseException:
                with suppress(Exception):
                    sink.close()
                raise
            sink.close()
    except (OSError, pa.ArrowException) as error:
        raise click.ClickException(f"{path}: not written: {reason(error)}") from error


@contextmanager
def printing(schema: pa.Schema) -> Iterator[Sink]:
    """Write rows as CSV to standard output.

    Raises:
        click.ClickException: a cell cannot be written as text.

    """
    try:
        sink = _sink(sys.stdout.buffer, ".csv", schema)
        yield sink
        sink.close()
    except pa.ArrowException as error:
        raise click.ClickException(f"standard output: not written: {reason(error)}") from error
