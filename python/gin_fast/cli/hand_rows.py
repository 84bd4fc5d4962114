"""The rows of a file with their hands; what is no hand is named and counted on the way."""

from collections.abc import Iterator

import numpy as np
import pyarrow as pa

from gin_fast.cli import hand_column
from gin_fast.cli.bad_rows import BadRows
from gin_fast.cli.hand_column import Hands
from gin_fast.cli.hand_text import hand_of
from gin_fast.cli.progress import batches
from gin_fast.cli.source import UNCLOSED, Batch, Source


class HandRows:
    """One reading of a file, batch by batch; at least one batch, which may be empty.

    Raises:
        click.ClickException: there is no column of hands.

    """

    def __init__(self, source: Source, column: str | None, *, skip: bool) -> None:
        self._source = source
        self._column = column
        self._where = str(source.path)
        self.place = hand_column.choose(source.schema.names, column, self._where)
        self.schema = source.schema
        self.untyped = source.untyped
        self.bad = BadRows(self._where, skip)

    def read(self, *, to_screen: bool) -> Iterator[tuple[Batch, Hands]]:
        """Yield each batch with its hands; `to_screen`: they are printed."""
        first = True
        for batch in batches(self._source, to_screen=to_screen):
            if first:
                self._check_kind(batch.columns[self.place])
                first = False
            yield batch, self._hands(batch)
        if first:
            columns = [pa.array([], kind) for kind in self._source.schema.types]
            self._check_kind(columns[self.place])
            batch = Batch(columns, np.zeros(0, np.int64))
            yield batch, self._hands(batch)

    def _check_kind(self, column: pa.Array) -> None:
        name = self._source.schema.names[self.place]
        hand_column.check_kind(column, name, self._column, self._where)

    def _hands(self, batch: Batch) -> Hands:
        column = batch.columns[self.place]
        hands = hand_column.read(column)
        torn = list(batch.torn)
        hands.bad[torn] = True
        hands.masks[torn] = 0
        bad = np.flatnonzero(hands.bad)
        self.bad.count += len(bad)
        for at in bad[: self.bad.to_name].tolist():
            cell = column[at].as_py()
            row = f"{self._source.unit} {batch.numbers[at]}"
            why = batch.torn.get(at) or _why(cell)
            if self.untyped and at not in batch.torn and "\n" in str(cell):
                why += f"; the cell goes on over lines, {UNCLOSED}"
            self.bad.name(row, why, cell)
        return hands


def _why(cell: object) -> str:
    try:
        hand_of(cell)
    except ValueError as error:
        return str(error)
    return "no hand"
