"""A score sheet as data: what a page of text and a table in a terminal both show."""

import copy
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Literal, Self

__all__ = ["Line", "Score", "Sheet"]

# The columns of a sheet, one for each player.
SEATS = ("seat 0", "seat 1")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a score sheet.

    Attributes:
        part: ``"rounds"`` for what was played, ``"settlement"`` for what it comes to.
        label: What the line is, such as ``round 3`` or ``game bonus``.
        points: One number for each column of the sheet, None where the line has none. In the
            rounds they are running totals.
        boxes: Boxes likewise, or empty.
        note: What else there is to say, or an empty text.

    """

    part: Literal["rounds", "settlement"]
    label: str
    points: tuple[int | None, ...]
    boxes: tuple[int | None, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A score sheet; `str` draws it.

    Attributes:
        title: What is played, and to what.
        groups: The names of what several columns are part of, or empty. Each spans as many.
        columns: The names of the columns of points.
        lines: The lines, rounds first.

    """

    title: str
    groups: tuple[str, ...]
    columns: tuple[str, ...]
    lines: tuple[Line, ...]

    def table(self) -> list[list[str]]:
        """Return the names of the columns and then, for each line, what stands in them.

        The label comes first, the note last. A column of points has one of boxes beside it where
        the lines have boxes.

        >>> from gin_fast import MatchScore
        >>> match = MatchScore(3)
        >>> match.add(1)
        True
        >>> match.sheet().table()
        [['', 'seat 0', 'seat 1', ''], ['game 1', '0', '1', 'seat 1 wins']]
        """
        with_boxes = any(line.boxes for line in self.lines)
        head = ["", *self.columns, ""]
        if with_boxes:
            head = ["", *(name for column in self.columns for name in (column, "boxes")), ""]
        rows = [head]
        for line in self.lines:
            figures: list[int | None] = list(line.points)
            if with_boxes:
                boxes = line.boxes or (None,) * len(line.points)
                pairs = zip(line.points, boxes, strict=True)
                figures = [figure for pair in pairs for figure in pair]
            cells = ["" if figure is None else str(figure) for figure in figures]
            rows.append([line.label, *cells, line.note])
        return rows

    def __str__(self) -> str:
        rows = self.table()
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        drawn = [_row(row, widths) for row in rows]
        rule = "-" * max(map(len, drawn))
        page = [self.title]
        if self.groups:
            page.append(self._group_names(widths[0], widths[1:-1]))
        page += [drawn[0], rule]
        part = "rounds"
        for line, text in zip(self.lines, drawn[1:], strict=True):
            if line.part != part:
                page.append(rule)
            part = line.part
            page.append(text)
        return "\n".join(page if self.lines else [*page, "nothing yet"])

    def _group_names(self, label: int, widths: list[int]) -> str:
        """Return the line that names groups, each name at the right of its columns."""
        span = len(widths) // len(self.groups)
        text = " " * label
        for at, name in enumerate(self.groups):
            columns = widths[at * span : (at + 1) * span]
            text += "  " + name.rjust(sum(columns) + 2 * (span - 1))
        return text


def _row(cells: list[str], widths: list[int]) -> str:
    """Return one row of text: the label and the note to the left, figures to the right."""
    label, *figures, note = cells
    first, *others, _ = widths
    columns = [label.ljust(first)]
    columns += [figure.rjust(width) for figure, width in zip(figures, others, strict=True)]
    return "  ".join([*columns, note]).rstrip()


class Score(ABC):
    """What all scores share: they are copied whole, and shown as their sheet."""

    @abstractmethod
    def sheet(self) -> Sheet:
        """Return the score sheet as data."""

    def copy(self) -> Self:
        """Return a score of its own with the same rounds."""
        return copy.deepcopy(self)

    def __copy__(self) -> Self:
        return self.copy()

    def __str__(self) -> str:
        return str(self.sheet())
