"""What is wrong with a record, and where."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gin_fast.record.line import Record

__all__ = ["RecordError"]


class RecordError(ValueError):
    """A record file, or a list of actions, is not what it should be.

    >>> from gin_fast import RecordError
    >>> error = RecordError("discard Kd: not legal", ply=3).at(line=2)
    >>> print(error)
    line 2, ply 3: discard Kd: not legal

    Args:
        reason: What is wrong.
        path: The file.
        line: The line of the file, from 1.
        ply: The number of the action, from 1: `replay(ply - 1)` is the position before it.
        before: The record up to the fault, without a result, if its deal is whole.

    """

    # As it is imported, and so as it is shown.
    __module__ = "gin_fast"

    def __init__(
        self,
        reason: str,
        path: Path | None = None,
        line: int | None = None,
        ply: int | None = None,
        before: "Record | None" = None,
    ) -> None:
        # All of them, so that a pickled error is whole again.
        super().__init__(reason, path, line, ply, before)
        self.reason = reason
        self.path = path
        self.line = line
        self.ply = ply
        self.before = before

    def at(self, path: Path | None = None, line: int | None = None) -> "RecordError":
        """Return the same error with its place in a file."""
        return RecordError(self.reason, path or self.path, line or self.line, self.ply, self.before)

    def __str__(self) -> str:
        places = [str(self.path)] if self.path is not None else []
        places += [f"line {self.line}"] if self.line is not None else []
        places += [f"ply {self.ply}"] if self.ply is not None else []
        return f"{', '.join(places)}: {self.reason}" if places else self.reason
