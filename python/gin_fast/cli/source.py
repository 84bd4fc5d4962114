"""Reading a file of hands batch by batch, each row with the number that names it.

CSV and text are cut into blocks of whole records and each block is parsed at once. CSV cells
are kept as text, letter for letter; what types they have is settled where they are written.
"""

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, Protocol

import click
import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet
from numpy.typing import NDArray

ROWS = 1 << 17
_BLOCK = 4 << 20
# A record longer than this has a quote that is never closed.
_LONGEST_RECORD = 64 << 20
_BATCH_BYTES = 32 << 20
UNCLOSED = "perhaps a quote is not closed"
# A quote within a cell that does not begin with one is a letter like any other.
_QUOTED = re.compile(rb'(?<![^,\r\n])"(?:[^"]++|"")*+"?')
_LINE_END = re.compile(rb"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Batch:
    """Some rows, the number of each, and by place what is wrong with those that are torn."""

    columns: list[pa.Array]
    numbers: NDArray[np.int64]
    torn: dict[int, str] = field(default_factory=dict)


class Source(Protocol):
    """A file of rows.

    `unit` says what numbers a row: `line`, counted from 1 with the header, or `row`. `total`
    and `done` are in bytes or rows; `untyped`: all columns are text, whatever they mean.
    """

    path: Path
    unit: str
    untyped: bool
    schema: pa.Schema
    total: int
    done: int

    def batches(self) -> Iterator[Batch]:
        """Yield the rows in order."""


def open_source(path: Path) -> Source:
    """Open a file by its extension.

    Raises:
        click.ClickException: it is not there, not readable, empty or not what its name says.

    """
    if path.is_dir():
        raise click.ClickException(f"{path}: expected a file of hands, got a folder")
    kinds: dict[str, Callable[[Path], Source]]
    kinds = {".csv": CsvSource, ".txt": TextSource, ".parquet": ParquetSource}
    kind = kinds[extension(path)]
    try:
        if path.exists() and not path.is_file():
            # It is read more than once, which these are not.
            raise click.ClickException(f"{path}: expected a file of hands, got a pipe or a device")
        with path.open("rb") as file:
            # What the size says is not so everywhere: below /proc it is 0.
            if not file.read(1):
                raise click.ClickException(f"{path}: the file is empty")
        return kind(path)
    except (OSError, pa.ArrowException) as error:
        raise click.ClickException(f"{path}: not readable: {reason(error)}") from error


def reason(error: Exception) -> str:
    """Return why a file cannot be read or written, on one line."""
    text = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return " ".join(str(text).split())


def extension(path: Path) -> str:
    """Return the extension that says what a file is, in lower case.

    Raises:
        click.ClickException: it is none that is known.

    """
    known = path.suffix.lower()
    if known not in (".csv", ".txt", ".parquet"):
        raise click.ClickException(f"{path}: expected a name that ends in .csv, .txt or .parquet")
    return known


class ParquetSource:
    """The rows of a Parquet file, counted from 1."""

    unit = "row"
    untyped = False

    def __init__(self, path: Path) -> None:
        self.path = path
        # Reading ahead holds whole row groups: three times the memory on a file of one.
        self._file = pa.parquet.ParquetFile(path, pre_buffer=False, buffer_size=1 << 20)
        self.schema = self._file.schema_arrow
        self.total = self._file.metadata.num_rows
        self.done = 0

    def batches(self) -> Iterator[Batch]:
        """Yield the rows in order."""
        try:
            for batch in self._file.iter_batches(self._rows_at_once(), use_threads=False):
                numbers = np.arange(self.done + 1, self.done + 1 + len(batch))
                self.done += len(batch)
                yield Batch(batch.columns, numbers)
        except (OSError, pa.ArrowException) as error:
            raise click.ClickException(
                f"{self.path}: not readable after row {self.done}: {reason(error)}"
            ) from error

    def _rows_at_once(self) -> int:
        metadata = self._file.metadata
        groups = [metadata.row_group(at) for at in range(metadata.num_row_groups)]
        widest = max((g.total_byte_size // max(g.num_rows, 1) for g in groups), default=0)
        return max(1, min(ROWS, _BATCH_BYTES // max(widest, 1)))


class TextSource:
    """One hand a line: a single column `hand`."""

    unit = "line"
    untyped = True

    def __init__(self, path: Path) -> None:
        self.path = path
        self.schema = pa.schema([("hand", pa.string())])
        self.total = path.stat().st_size
        self.done = 0

    def batches(self) -> Iterator[Batch]:
        """Yield the rows in order."""
        line = 1
        with self.path.open("rb") as file:
            for block in _blocks(file, self.path, quotes=False):
                self.done = file.tell()
                text = _decode(block, self.path, line)
                lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
                if not lines[-1]:
                    lines.pop()
                yield Batch([pa.array(lines, pa.string())], np.arange(line, line + len(lines)))
                line += len(lines)


class CsvSource:
    """The rows of a CSV file with a header; a row is named by the line it begins on."""

    unit = "line"
    untyped = True

    def __init__(self, path: Path) -> None:
        self.path = path
        self.total = path.stat().st_size
        self.done = 0
        with path.open("rb") as file:
            first = next(_blocks(file, path, quotes=True), b"")
        header, self._header_lines = _header(_decode(first, path, 1))
        if not header:
            raise click.ClickException(f"{path}: expected a header line, got blank lines only")
        self.schema = pa.schema([(name, pa.string()) for name in header])

    def batches(self) -> Iterator[Batch]:
        """Yield the rows in order."""
        line = 1
        with self.path.open("rb") as file:
            for block in _blocks(file, self.path, quotes=True):
                self.done = file.tell()
                rows, start = block, line
                if line == 1:
                    rows = _without_lines(block, self._header_lines)
                    start += self._header_lines
                if rows.strip(b"\r\n"):
                    yield self._parse(rows, start)
                line += _line_ends(block)

    def _parse(self, rows: bytes, line: int) -> Batch:
        names = [str(at) for at in range(len(self.schema))]
        try:
            table = pa.csv.read_csv(
                pa.BufferReader(rows),
                pa.csv.ReadOptions(use_threads=False, block_size=len(rows) + 1, column_names=names),
                pa.csv.ParseOptions(newlines_in_values=True),
                pa.csv.ConvertOptions(column_types=dict.fromkeys(names, pa.string())),
            )
        except pa.ArrowInvalid:
            return self._parse_torn(_decode(rows, self.path, line), line)
        lines = _line_ends(rows) + (not rows.endswith((b"\n", b"\r")))
        if table.num_rows == lines:
            numbers = np.arange(line, line + lines)
        else:  # Blank lines, or line breaks in cells: count as the rows are read.
            numbers = np.array(
                [at for at, *_ in _records(_decode(rows, self.path, line), line)], np.int64
            )
        return Batch([column.combine_chunks() for column in table.columns], numbers)

    def _parse_torn(self, text: str, line: int) -> Batch:
        """Read rows of which some have too few cells (filled up) or too many (joined)."""
        width = len(self.schema)
        numbers: list[int] = []
        rows: list[list[str]] = []
        torn: dict[int, str] = {}
        for number, cells, lines in _records(text, line):
            if len(cells) != width:
                wanted = "1 cell" if width == 1 else f"{width} cells"
                torn[len(rows)] = f"expected {wanted} as in the header, got {len(cells)}"
                if lines > 1:
                    torn[len(rows)] += f" on {lines} lines; {UNCLOSED}"
            numbers.append(number)
            whole = [*cells[: width - 1], ",".join(cells[width - 1 :])]
            rows.append(whole + [""] * (width - len(whole)))
        columns = [pa.array([row[at] for row in rows], pa.string()) for at in range(width)]
        return Batch(columns, np.array(numbers, np.int64), torn)


def _blocks(file: BinaryIO, path: Path, *, quotes: bool) -> Iterator[bytes]:
    """Yield the bytes of a file, a byte order mark left out, cut where a record ends."""
    block = _read(file, path).removeprefix(b"\xef\xbb\xbf")
    line = 1
    while block:
        if len(block) > _LONGEST_RECORD:
            what = "a quote opened after here is never closed" if quotes else "the line is too long"
            raise click.ClickException(f"{path}, line {line}: {what}")
        more = _read(file, path)
        end = _last_end(block, quotes=quotes) if more else len(block)
        if end:
            yield block[:end]
            line += _line_ends(block, end)
        block = block[end:] + more


def _read(file: BinaryIO, path: Path) -> bytes:
    try:
        return file.read(_BLOCK)
    except OSError as error:
        raise click.ClickException(f"{path}: not readable: {reason(error)}") from error


def _last_end(block: bytes, *, quotes: bool) -> int:
    """Return where the last whole record ends: after a line break outside quotes."""
    after = len(block)
    for begin, end in _quoted_from_last(block) if quotes and b'"' in block else ():
        if found := _last_line_end(block, end, after):
            return found
        after = begin
    return _last_line_end(block, 0, after)


def _quoted_from_last(block: bytes) -> Iterable[tuple[int, int]]:
    """Give begin and end of each stretch in quotes; one that goes on ends with the block."""
    letters = np.frombuffer(block, np.uint8)
    at = np.flatnonzero(letters == ord('"'))
    opening, closing = at[::2], at[1::2]
    before = letters[opening - 1]
    # A quote opens only where a cell begins, or again right after one that closed (`""`).
    opens = (opening == 0) | np.isin(before, np.frombuffer(b',\r\n"', np.uint8))
    if opens.all():
        ends = np.full(len(opening), len(block))
        ends[: len(closing)] = closing + 1
        return zip(opening[::-1], ends[::-1], strict=True)
    return reversed([quoted.span() for quoted in _QUOTED.finditer(block)])


def _last_line_end(block: bytes, begin: int, end: int) -> int:
    """Return where the last line break between two places ends, 0 if there is none."""
    # A carriage return at the very end may be the first half of a line break.
    alone = block.rfind(b"\r", begin, min(end, len(block) - 1))
    return max(block.rfind(b"\n", begin, end), alone) + 1


def _line_ends(block: bytes, end: int | None = None) -> int:
    """Count the line breaks up to a place: LF, CR LF, or CR alone, as the CSV readers do."""
    returns = block.count(b"\r", 0, end) - block.count(b"\r\n", 0, end)
    return block.count(b"\n", 0, end) + returns


def _without_lines(block: bytes, count: int) -> bytes:
    """Return what comes after the first lines, nothing if there are no more."""
    parts = _LINE_END.split(block, count)
    return parts[-1] if len(parts) > count else b""


def _decode(block: bytes, path: Path, line: int) -> str:
    try:
        return block.decode()
    except UnicodeDecodeError as error:
        at = line + _line_ends(block, error.start)
        raise click.ClickException(
            f"{path}, line {at}: expected UTF-8 text, got the byte 0x{block[error.start]:02x}"
        ) from error


def _records(text: str, line: int) -> Iterator[tuple[int, list[str], int]]:
    """Yield the line on which each CSV record that is not blank begins, its cells and lines."""
    csv.field_size_limit(_LONGEST_RECORD)
    reader = csv.reader(io.StringIO(text, newline=""))
    begin = 0
    for cells in reader:
        if cells:
            yield line + begin, cells, reader.line_num - begin
        begin = reader.line_num


def _header(text: str) -> tuple[list[str], int]:
    """Return the names in the first record, and the number of the line on which it ends."""
    csv.field_size_limit(_LONGEST_RECORD)
    reader = csv.reader(io.StringIO(text, newline=""))
    for names in reader:
        if names:
            return names, reader.line_num
    return [], 0


def same_file(one: Path, other: Path) -> bool:
    """Whether two names mean one file that is there."""
    return one.exists() and other.exists() and one.samefile(other)
