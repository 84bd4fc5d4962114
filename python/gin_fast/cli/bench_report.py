"""The measurements of this machine as a table, or as lines of JSON."""

import json as json_text
import os
import platform
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict
from itertools import groupby
from pathlib import Path

import click
import numpy as np
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

import gin_fast as gf
from gin_fast._core import build_info
from gin_fast.cli.bench import Row, left_out, measure
from gin_fast.cli.bench_hands import COUNT
from gin_fast.cli.show import show

_LOW_BITS = 0xFFFF_FFFF
# From here on digits after the point mean nothing.
_LARGE = 100
# The fixed widths of the columns together, and the spaces between them.
_WIDTH = 80
# What is left of the load average of a machine on which nothing else runs.
_IDLE_LOAD = 0.5
_STYLES = {True: "yellow", False: "green", None: ""}


def report_bench(*, json: bool) -> None:
    """Measure, and print a table, or one line of JSON a row.

    Raises:
        click.ClickException: the package is built without optimisation, or two backends
            answer differently.

    """
    if build_info["profile"] in ("debug", "dev"):
        raise click.ClickException(
            "gin_fast is built for debugging, so its times would mean nothing; "
            "build it with optimisation (pip install .)"
        )
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    with _waiting():
        rows = list(measure())
    _check_agreement(rows)
    if json:
        for row in rows:
            click.echo(json_text.dumps(asdict(row)))
        return
    show(_table(rows), least_width=_WIDTH)
    show(
        "aim: at most (≤) or at least (≥) so many times is wanted of an idle machine; "
        "missed: it is not reached."
    )
    if load > _IDLE_LOAD:
        show(
            f"The load average was {load:.1f} when this began: other programs are running, so that "
            "times, and those of two threads above all, mean little."
        )
    show(
        f"gin_fast {build_info['version']} (profile {build_info['profile']}, backend in use "
        f"{gf.backend()}), NumPy {np.__version__}, Python {platform.python_version()}, "
        f"{_processor()}. {COUNT:,} hands in cache; medians of runs in turns with the "
        "yardstick, of processor time on one core (two threads: of time on the wall)."
    )
    for line in left_out():
        show(f"Left out {line}.")


def _waiting() -> AbstractContextManager[object]:
    screen = Console(stderr=True)
    return screen.status("measuring, about ten seconds") if screen.is_terminal else nullcontext()


def _check_agreement(rows: Sequence[Row]) -> None:
    """Refuse times of wrong answers: the same work has the same checksum in every backend."""
    first: dict[tuple[str, str], Row] = {}
    for row in rows:
        other = first.setdefault((row.what, row.hands), row)
        if row.checksum != other.checksum:
            raise click.ClickException(
                f"{row.what} of {row.hands} hands: {other.backend} has the checksum "
                f"{other.checksum}, {row.backend} ({row.yardstick}) {row.checksum}"
            )


def _table(rows: Sequence[Row]) -> RenderableType:
    """Lay out the rows in groups that share a yardstick."""
    parts: list[RenderableType] = []
    for (yardstick, compare), group in groupby(rows, lambda row: (row.yardstick, row.compare)):
        relation = "times as long as" if compare == "time" else "times as fast as"
        parts += [Text(f"{relation} {yardstick}", style="bold"), _group(group), ""]
    return Group(*parts)


def _group(rows: Iterable[Row]) -> Table:
    # The widths are fixed, so that the groups line up.
    table = Table(
        box=None, padding=(0, 1), collapse_padding=True, pad_edge=False, header_style="dim"
    )
    for name, width in (("what", 22), ("hands", 6), ("backend", 8)):
        table.add_column(name, min_width=width, no_wrap=True)
    for name, width in (("time", 9), ("ratio", 7), ("aim", 7)):
        table.add_column(name, min_width=width, no_wrap=True, justify="right")
    table.add_column("", min_width=6, no_wrap=True)
    table.add_column("checksum", min_width=8, no_wrap=True, justify="right")
    for row in rows:
        sign = "≤" if row.compare == "time" else "≥"
        table.add_row(
            row.what,
            row.hands,
            row.backend,
            _time(row.nanoseconds),
            Text(_ratio(row.ratio), style=_STYLES[_missed(row)]),
            "" if row.aim is None else f"{sign} {row.aim:,g}",
            Text("missed" if _missed(row) else "", style=_STYLES[True]),
            "" if row.checksum is None else f"{row.checksum & _LOW_BITS:08x}",
        )
    return table


def _missed(row: Row) -> bool | None:
    if row.aim is None:
        return None
    return row.ratio > row.aim if row.compare == "time" else row.ratio < row.aim


def _ratio(ratio: float) -> str:
    return f"{ratio:,.0f}" if ratio >= _LARGE else f"{ratio:.2f}"


def _time(nanoseconds: float) -> str:
    for unit, length in (("ms", 1e6), ("µs", 1e3)):
        if nanoseconds >= length:
            return f"{nanoseconds / length:.1f} {unit}"
    return f"{nanoseconds:.2f} ns"


def _processor() -> str:
    """Return the processor's name, where the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.machine())
