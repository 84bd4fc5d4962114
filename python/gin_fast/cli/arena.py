"""Letting two players play, and saying what came of it."""

import sys
from pathlib import Path
from typing import Literal

import click

import gin_fast as gf
from gin_fast.cli.progress import counted
from gin_fast.players import find

_INTERRUPTED = 130


def run_arena(  # noqa: PLR0913 - the options of the command
    players: tuple[str, str],
    pairs: int,
    rules: gf.Rules,
    seed: int | None,
    *,
    unit: Literal["round", "game"],
    processes: int,
    json: bool,
) -> None:
    """Evaluate two players and print the evaluation.

    Raises:
        click.UsageError: There is no such player.
        click.ClickException: A player failed.
        click.exceptions.Exit: It was interrupted; what was found is printed.

    """
    if any(":" in name for name in players):
        # As `python -m` does; a command that is installed does not look there by itself.
        sys.path.insert(0, str(Path.cwd()))
    _refuse_unknown(players)
    first, second = players
    try:
        with counted(f"{first} against {second}", "pairs") as progress:
            found = gf.arena.evaluate(
                first,
                second,
                pairs,
                rules,
                seed,
                unit=unit,
                processes=processes,
                progress=progress,
            )
    except Exception as error:
        # Whatever a player may raise; the notes say who, where and with which cards.
        what = f"{type(error).__name__}: {error}"
        raise click.ClickException("; ".join([what, *getattr(error, "__notes__", ())])) from error
    click.echo(found.to_json() if json else str(found))
    if found.interrupted:
        click.echo(f"interrupted after {len(found.pairs):,} of {found.wanted:,} pairs", err=True)
        raise click.exceptions.Exit(_INTERRUPTED)


def _refuse_unknown(players: tuple[str, str]) -> None:
    for argument, name in zip(("FIRST", "SECOND"), players, strict=True):
        try:
            find(name)
        except ValueError as error:
            raise click.UsageError(f"{argument}: {str(error).removeprefix('player: ')}") from error
        except Exception as error:
            what = f"{type(error).__name__}: {error}"
            raise click.ClickException(f"{argument}: {name!r} cannot be loaded: {what}") from error
