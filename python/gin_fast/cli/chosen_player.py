"""The players that arguments of the command line name."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

import gin_fast as gf
from gin_fast.cli.one_line import one_line
from gin_fast.players import find

__all__ = ["load_player", "made_player"]


def load_player(argument: str, name: str) -> gf.Player | Callable[[], gf.Player]:
    """Return the player of a name, or what makes him.

    Args:
        argument: What the error calls it.
        name: a key of `gin_fast.players.PLAYERS`, or ``MODULE:ATTRIBUTE``.

    Raises:
        click.UsageError: There is no such player.
        click.ClickException: His module cannot be loaded.

    """
    here = str(Path.cwd())
    if ":" in name and here not in sys.path:
        # As `python -m` does; a command that is installed does not look there by itself.
        sys.path.insert(0, here)
    try:
        return find(name)
    except ValueError as error:
        raise click.UsageError(f"{argument}: {str(error).removeprefix('player: ')}") from error
    except Exception as error:
        what = one_line(error)
        raise click.ClickException(f"{argument}: {name!r} cannot be loaded: {what}") from error


def made_player(argument: str, found: object) -> gf.Player:
    """Return a player, made if need be.

    Raises:
        click.ClickException: It cannot be made, or what is made is no player.

    """
    player: Any = found
    if isinstance(found, type) or not hasattr(found, "act"):
        try:
            player = player()
        except Exception as error:
            what = one_line(error)
            raise click.ClickException(f"{argument}: cannot be made: {what}") from error
    if not callable(getattr(player, "act", None)):
        made = type(player).__name__
        raise click.ClickException(f"{argument}: expected a player, who has act, got {made}")
    known: gf.Player = player
    return known
