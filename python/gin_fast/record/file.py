"""Files of records: written whole or line by line, and read back with everything checked."""

import errno
import json
import os
import re
import sys
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Final, Self, overload

from gin_fast._fields import described
from gin_fast._whole_file import whole_file
from gin_fast.match import Game, Match
from gin_fast.record.error import RecordError
from gin_fast.record.line import HEAD, Record, read_players
from gin_fast.round import Round

if sys.platform != "win32":
    import fcntl

__all__ = ["Records", "Writer", "load", "read", "save"]

# A round that was played has some kilobytes. What has no line ends at all is not read whole.
_LONGEST_LINE: Final = 1 << 26
_CUT_ESCAPE: Final = re.compile(r"(\\?u)?[0-9A-Fa-f]{0,4}")


@dataclass(frozen=True, slots=True)
class Records(Sequence[Record]):
    """The records of a file, in their order.

    Attributes:
        records: All that are whole.
        unfinished: What there is to say of a last line that a crash cut off, or None.

    """

    records: tuple[Record, ...]
    unfinished: RecordError | None = None

    @overload
    def __getitem__(self, at: int) -> Record: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Record, ...]: ...
    def __getitem__(self, at: int | slice) -> Record | tuple[Record, ...]:
        return self.records[at]

    def __len__(self) -> int:
        return len(self.records)


def load(path: str | os.PathLike[str]) -> Records:
    """Return the records of a file, every action checked.

    A last line that a crash cut off is left out, with a warning, and in `Records.unfinished`.

    Args:
        path: The file.

    Raises:
        RecordError: The first fault, with its line and ply.
        OSError: The file cannot be read.

    """
    unfinished: list[RecordError] = []
    records = tuple(_read(Path(path), unfinished))
    for error in unfinished:
        warnings.warn(str(error), stacklevel=2)
    return Records(records, unfinished[0] if unfinished else None)


def read(path: str | os.PathLike[str]) -> Iterator[Record]:
    """Yield the records of a file one by one, for files that are large.

    A last line that a crash cut off is left out, with a warning.

    Args:
        path: The file.

    Raises:
        RecordError: The first fault, with its line and ply, when it is reached.
        OSError: The file cannot be read.

    """
    unfinished: list[RecordError] = []
    yield from _read(Path(path), unfinished)
    for error in unfinished:
        warnings.warn(str(error), stacklevel=2)


def _read(path: Path, unfinished: list[RecordError]) -> Iterator[Record]:
    """Yield the records of a file; a last line that is cut off goes to `unfinished`."""
    with path.open("rb") as file:
        for number, line in _lines(file, path):
            if _is_cut_off(line):
                reason = "not finished, as after a crash; the lines before it are whole"
                unfinished.append(RecordError(reason, path, number))
            else:
                yield _record(line, path, number)


def _lines(file: BinaryIO, path: Path) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of a file, numbered from 1."""
    number = 1
    while line := file.readline(_LONGEST_LINE):
        if len(line) == _LONGEST_LINE:
            raise RecordError("no record: the line does not end", path, number)
        yield number, line
        number += 1


def _record(line: bytes, path: Path, number: int) -> Record:
    try:
        return Record.from_json(line.decode())
    except UnicodeDecodeError:
        raise RecordError("no record: not UTF-8", path, number) from None
    except RecordError as error:
        raise error.at(path, number) from error.__cause__


def _is_cut_off(line: bytes) -> bool:
    """Whether a line is the beginning of a record and no more.

    Lines are written with their end, so that only the last one can lack it. JSON says the rest:
    no object is whole before its last brace, and a beginning has no fault before its end.
    """
    head = HEAD.encode()
    if line.endswith(b"\n") or not (line.startswith(head + b",") or head.startswith(line)):
        return False
    try:
        json.loads(line.decode())
    except json.JSONDecodeError as error:
        return _is_at_the_end(error)
    except (ValueError, RecursionError):
        return False
    return False


def _is_at_the_end(error: json.JSONDecodeError) -> bool:
    """Whether more text could mend what JSON complains about."""
    rest = error.doc[error.pos :]
    if error.msg.startswith("Unterminated string"):
        return True
    if error.msg.startswith("Invalid \\u"):
        # Where in the escape the place is differs between versions of Python.
        return _CUT_ESCAPE.fullmatch(rest) is not None
    if error.msg == "Expecting value":
        return any(word.startswith(rest) for word in ("null", "true", "false", "-"))
    return not rest


class Writer:
    """Writes rounds to the end of a file, each as soon as it is given.

    A line goes out whole or, if that fails, is taken back, so that a crash costs at most the line
    being written. An unfinished last line of an older file is cut off before anything is added.
    Until it is closed no other writer gets the file, where the system has such locks; it can be
    read.

    >>> import tempfile
    >>> from gin_fast import Round, record
    >>> path = tempfile.mkdtemp() + "/evening.ginr"
    >>> with record.Writer(path, players=("Ann", "Bob")) as writer:
    ...     writer.write(Round(seed=1))
    >>> [one.players for one in record.load(path)]
    [('Ann', 'Bob')]

    Args:
        path: The file, made if it is not there.
        players: The names of seat 0 and seat 1, or empty.

    Raises:
        RecordError: There is a file already that is none of records.
        TypeError: A name is no text.
        ValueError: There are not two names.
        BlockingIOError: Another writer has the file.
        OSError: The file cannot be written.

    """

    def __init__(self, path: str | os.PathLike[str], players: Iterable[str] = ()) -> None:
        self._players = read_players(players)
        self._path = Path(path)
        _refuse_what_is_no_file(self._path)
        # Without a buffer: what is written is out of this process's hands.
        self._file: BinaryIO = self._path.open("ab", buffering=0)
        try:
            # Before anything is looked at: a line that another writes is not one that a crash cut.
            _lock(self._file, self._path)
            self._mend()
        except BaseException:
            self._file.close()
            raise

    def _mend(self) -> None:
        """Refuse a file of something else, and end the last line, or cut it off."""
        number, start, last = 0, 0, b""
        with self._path.open("rb") as file:
            for number, line in _lines(file, self._path):
                start, last = start + len(last), line
                if number == 1 and not _is_cut_off(line):
                    _record(line, self._path, number)
        if _is_cut_off(last):
            self._file.truncate(start)
        elif not last.endswith(b"\n") and last:
            _record(last, self._path, number)
            self._put(b"\n")

    def write(self, played: Round | Record) -> None:
        """Add a round.

        Args:
            played: The round, over or not, or a record, which keeps its names if it has any.

        Raises:
            TypeError: It is no Round and no Record.
            ValueError: The round was made from parts, or the writer is closed.
            OSError: It cannot be written; the file is as it was.

        """
        self._put(_line(played, self._players))

    def _put(self, line: bytes) -> None:
        start = self._file.seek(0, os.SEEK_END)
        try:
            rest = memoryview(line)
            while rest:
                rest = rest[self._file.write(rest) :]
        except BaseException:
            with suppress(OSError):
                self._file.truncate(start)
            raise

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def save(
    path: str | os.PathLike[str],
    played: Match | Game | Round | Record | Iterable[Round | Record],
    players: Iterable[str] = (),
) -> None:
    """Write rounds to a file that is there whole afterwards, or as it was before.

    >>> import tempfile
    >>> from gin_fast import Round, record
    >>> path = tempfile.mkdtemp() + "/evening.ginr"
    >>> record.save(path, [Round(seed=1), Round(seed=2)])
    >>> [one.seed for one in record.load(path)]
    [1, 2]

    Args:
        path: The file; an older one of that name is replaced.
        played: Rounds or records, or a match or a game: all its rounds, with the names of its
            players if no others are given.
        players: The names of seat 0 and seat 1, or empty.

    Raises:
        TypeError: Something is no Round and no Record, or a name is no text.
        ValueError: A round was made from parts, or there are not two names.
        OSError: The file cannot be written.

    """
    names = read_players(players)
    if isinstance(played, Match):
        names = names or played.names
    place = Path(path)
    _refuse_what_is_no_file(place)
    with whole_file(place) as file:
        for one in _rounds(played):
            file.write(_line(one, names))


def _refuse_what_is_no_file(path: Path) -> None:
    """Refuse a folder, a pipe or a device: none can be replaced, or cut off behind a line."""
    if path.exists() and not path.is_file():
        message = "expected a file to write, got a folder, a pipe or a device"
        raise OSError(errno.EINVAL, message, str(path))


def _lock(file: BinaryIO, path: Path) -> None:
    """Keep other writers from a file until it is closed, where the system can."""
    if sys.platform == "win32":
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        message = "another writer has the file open"
        raise BlockingIOError(error.errno, message, str(path)) from None
    except OSError as error:
        # Some shared file systems have no locks.
        if error.errno not in {errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS}:
            raise


def _rounds(played: object) -> Iterable[Round | Record]:
    if isinstance(played, Match):
        # Not iterated: that would play it on.
        return played.rounds if played.round is None else (*played.rounds, played.round)
    if isinstance(played, Game):
        return played.rounds
    if isinstance(played, Round | Record):
        return (played,)
    if isinstance(played, Iterable) and not isinstance(played, str | bytes):
        return played
    raise TypeError(f"played: expected rounds or records, got {described(played)}")


def _line(played: object, players: tuple[str, ...]) -> bytes:
    """Return the line of a round, with its end."""
    if isinstance(played, Record):
        record = played
        if not record.players:
            record = replace(record, players=players)
    elif isinstance(played, Round):
        record = Record.of(played, players)
    else:
        raise TypeError(f"played: expected a Round or a Record, got {described(played)}")
    return record.to_json().encode() + b"\n"
