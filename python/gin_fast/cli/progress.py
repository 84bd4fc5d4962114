"""How far the reading of a file is, drawn on a terminal and nowhere else."""

import sys
from collections.abc import Iterator

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from gin_fast.cli.source import Batch, Source


def batches(source: Source, *, to_screen: bool) -> Iterator[Batch]:
    """Yield the batches of a file, with a bar on standard error while they are worked on.

    There is no bar where standard error is no terminal, or where rows are printed on one.
    """
    if not sys.stderr.isatty() or (to_screen and sys.stdout.isatty()):
        yield from source.batches()
        return
    bar = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[rows]:,} rows"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
    rows = 0
    with bar:
        task = bar.add_task(source.path.name, total=source.total or None, rows=0)
        for batch in source.batches():
            yield batch
            rows += len(batch.numbers)
            bar.update(task, completed=source.done, rows=rows)
