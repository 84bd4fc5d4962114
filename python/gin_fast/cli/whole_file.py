"""Evaluating a file of hands in bounded memory: read a batch, evaluate it, write it."""

import sys
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import click
import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

import gin_fast as gf
from gin_fast.cli.column_types import MisfitError, convert, kind_of
from gin_fast.cli.hand_column import Hands
from gin_fast.cli.hand_rows import HandRows
from gin_fast.cli.one_hand import ELEVEN, report
from gin_fast.cli.show import as_json, bad_as_json
from gin_fast.cli.sink import appearing, check_target, printing
from gin_fast.cli.source import Batch, extension, open_source, same_file

_RESULTS = [pa.field("deadwood", pa.uint8()), pa.field("melded", pa.uint64())]
# Arrow's handler would turn Ctrl-C into an error of its own.
pa.enable_signal_handlers(False)  # noqa: FBT003 - it takes no keyword

_RUNNING_ON = "rows before these may be written"
_DISCARDS = [pa.field("best_discard", pa.uint8()), pa.field("after_discard", pa.uint8())]


@dataclass(frozen=True, slots=True)
class Job:
    """A file of hands, and how to evaluate it.

    `column` is the name of the column of hands, None for the usual ones. `skip` lets bad rows
    stay without results. `discards` adds the columns of the best discard; None: where there
    are hands of eleven cards.
    """

    path: Path
    column: str | None
    skip: bool
    discards: bool | None

    def write(self, output: Path | None) -> None:
        """Write all columns and the results to a file, or as CSV to standard output.

        Raises:
            click.ClickException: something cannot be read, evaluated or written; then there is
                no output file, or it is as it was.

        """
        if output is not None:
            check_target(output)
            if same_file(self.path, output):
                raise click.ClickException(f"{output}: this is the input; name another file")
        once = _Pass(self, output)
        # What the first rows do not tell shows later: then the file is read again.
        while True:
            try:
                once.run()
            except MisfitError as misfit:
                once.kinds[misfit.place] = misfit.kind
            except _LateElevensError:
                once.late_elevens = True
            else:
                return

    def write_json(self, limit: int) -> None:
        """Write one line of JSON a row to standard output.

        Raises:
            click.ClickException: something cannot be read or is no hand.

        """
        rows = HandRows(open_source(self.path), self.column, skip=self.skip)
        for batch, hands in rows.read(to_screen=True):
            if rows.bad.fail:
                continue
            cells = batch.columns[rows.place]
            for at, (mask, bad) in enumerate(zip(hands.masks.tolist(), hands.bad, strict=True)):
                if bad:
                    line = bad_as_json(cells[at].as_py())
                else:
                    line = as_json(report(gf.CardSet.from_mask(mask), limit))
                sys.stdout.write(line + "\n")
        rows.bad.conclude(_RUNNING_ON)


class _LateElevensError(Exception):
    """A hand of eleven cards came after the columns were chosen without discards."""


@dataclass(slots=True)
class _Pass:
    """Reading and writing the file once, under what an earlier pass found out."""

    job: Job
    target: Path | None
    kinds: dict[int, pa.DataType] = field(default_factory=dict)
    late_elevens: bool = False

    def run(self) -> None:
        """Evaluate and write every row; after a bad row that is not skipped, only count on."""
        rows = HandRows(open_source(self.job.path), self.job.column, skip=self.job.skip)
        sink, adds_discards, without_discard = None, False, 0
        with ExitStack() as stack:
            for batch, hands in rows.read(to_screen=self.target is None):
                if rows.bad.fail:
                    continue
                elevens = np.bitwise_count(hands.masks) == ELEVEN
                if sink is None:
                    adds_discards = self._adds_discards(elevens)
                    schema = self._schema(rows, batch, adds_discards=adds_discards)
                    sink = stack.enter_context(
                        printing(schema) if self.target is None else appearing(self.target, schema)
                    )
                elif self._misses_discards(elevens, adds_discards=adds_discards):
                    without_discard += int(np.count_nonzero(elevens))
                results = _evaluate(hands)
                if adds_discards:
                    results += _evaluate_discards(hands, elevens)
                sink.write(self._typed(batch) + results)
            rows.bad.conclude(_RUNNING_ON if self.target is None else "nothing is written")
        if without_discard:
            click.echo(
                f"{self.job.path}: {without_discard:,} hands of eleven cards came after the header "
                "was written without best_discard and after_discard (--discards adds these)",
                err=True,
            )

    def _adds_discards(self, elevens: NDArray[np.bool_]) -> bool:
        if self.job.discards is not None:
            return self.job.discards
        return self.late_elevens or bool(elevens.any())

    def _misses_discards(self, elevens: NDArray[np.bool_], *, adds_discards: bool) -> bool:
        """Whether there are hands of eleven cards that want columns which are not there."""
        missed = self.job.discards is None and not adds_discards and bool(elevens.any())
        if missed and self.target is not None:
            raise _LateElevensError
        return missed

    def _schema(self, rows: HandRows, batch: Batch, *, adds_discards: bool) -> pa.Schema:
        """Return the output's columns; untyped cells get types where these are kept."""
        schema = rows.schema
        if rows.untyped and self.target is not None and extension(self.target) == ".parquet":
            for place, column in enumerate(batch.columns):
                kind = self.kinds.setdefault(place, kind_of(column))
                schema = schema.set(place, schema.field(place).with_type(kind))
        for result in _RESULTS + (_DISCARDS if adds_discards else []):
            if result.name in schema.names:
                raise click.ClickException(
                    f"{self.job.path}: there is a column {result.name} already; rename it first"
                )
            schema = schema.append(result)
        return schema

    def _typed(self, batch: Batch) -> list[pa.Array]:
        columns = list(batch.columns)
        for place, kind in self.kinds.items():
            columns[place] = convert(columns[place], kind, place)
        return columns


def _evaluate(hands: Hands) -> list[pa.Array]:
    return [
        pa.array(gf.deadwood(hands.masks), mask=hands.bad),
        pa.array(gf.melded(hands.masks), mask=hands.bad),
    ]


def _evaluate_discards(hands: Hands, elevens: NDArray[np.bool_]) -> list[pa.Array]:
    """Evaluate the hands of eleven cards; the others have no discard."""
    columns = []
    for result in gf.best_discard(hands.masks[elevens]):
        everywhere = np.zeros(len(elevens), np.uint8)
        everywhere[elevens] = result
        columns.append(pa.array(everywhere, mask=~elevens))
    return columns
