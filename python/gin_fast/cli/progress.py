"""How far the work is, drawn on a terminal and nowhere else."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

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
    bar = _bar("{task.fields[rows]:,} rows")
    rows = 0
    with bar:
        task = bar.add_task(source.path.name, total=source.total or None, rows=0)
        for batch in source.batches():
            yield batch
            rows += len(batch.numbers)
            bar.update(task, completed=source.done, rows=rows)


@contextmanager
def counted(what: str, unit: str) -> Iterator[Callable[[int, int], None]]:
    """Give a function that is told how much is done, and how much there is to do.

    It draws a bar on standard error, if that is a terminal.
    """
    if not sys.stderr.isatty():
        yield lambda _done, _total: None
        return
    bar = _bar(f"{{task.completed:,}} {unit}")
    with bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _bar(count: str) -> Progress:
    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn(count),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
