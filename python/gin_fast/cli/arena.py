"""Letting two players play, and saying what came of it."""

from typing import Literal

import click

import gin_fast as gf
from gin_fast.cli.chosen_player import load_player
from gin_fast.cli.one_line import one_line
from gin_fast.cli.progress import counted

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
    for argument, name in zip(("FIRST", "SECOND"), players, strict=True):
        load_player(argument, name)
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
        raise click.ClickException(one_line(error)) from error
    click.echo(found.to_json() if json else str(found))
    if found.interrupted:
        click.echo(f"interrupted after {len(found.pairs):,} of {found.wanted:,} pairs", err=True)
        raise click.exceptions.Exit(_INTERRUPTED)
