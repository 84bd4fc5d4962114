"""Who sits where: players that have a name, who play in Rust, and functions that are asked."""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, TypeGuard

import numpy as np
from numpy.typing import NDArray

from gin_fast import _core
from gin_fast._fields import described, shown

__all__ = ["Answerer", "Contender", "Named", "all_named", "read_named", "read_players"]

Answerer: TypeAlias = Callable[[NDArray[np.uint8], NDArray[np.bool_]], NDArray[np.integer[Any]]]
"""What is asked about many rounds at once: observations and legal actions in, action ids out."""

Contender: TypeAlias = str | Answerer
"""The name of a player in Rust, or a function that is asked."""

Named: TypeAlias = tuple[str, str]


def read_players(players: object) -> tuple[Contender, Contender]:
    """Read the argument `players`: two names or functions, by seats."""
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise TypeError(f"players: expected two players, got {described(players)}")
    first, second = _two("players", players)
    return _read_player("players[0]", first), _read_player("players[1]", second)


def read_named(name: str, players: object) -> Named:
    """Read players who all play in Rust: one name for both seats, or two."""
    if isinstance(players, str):
        return _read_name(name, players), _read_name(name, players)
    if not isinstance(players, Sequence):
        raise TypeError(f"{name}: expected a player's name or two, got {described(players)}")
    first, second = _two(name, players)
    return _read_name(f"{name}[0]", first), _read_name(f"{name}[1]", second)


def all_named(players: tuple[Contender, Contender]) -> TypeGuard[Named]:
    """Whether nobody is asked."""
    return all(isinstance(player, str) for player in players)


def _two(name: str, players: Sequence[object]) -> tuple[object, object]:
    if len(players) != 2:  # noqa: PLR2004 - seats 0 and 1.
        raise ValueError(f"{name}: expected two players, got {len(players)}")
    return players[0], players[1]


def _read_name(name: str, player: object) -> str:
    known = ", ".join(_core.policies())
    if not isinstance(player, str):
        raise TypeError(f"{name}: expected the name of a player ({known}), got {described(player)}")
    if player not in _core.policies():
        raise ValueError(f"{name}: expected {known}, got {shown(player)}")
    return player


def _read_player(name: str, player: object) -> Contender:
    if isinstance(player, str):
        return _read_name(name, player)
    if isinstance(player, type) or hasattr(player, "act") or not callable(player):
        known = ", ".join(_core.policies())
        hint = ""
        if hasattr(player, "act"):
            hint = "; a player with act plays in gin_fast.play and gin_fast.arena"
        raise TypeError(
            f"{name}: expected the name of a player ({known}) or a function of observations and "
            f"legal actions, got {described(player)}{hint}"
        )
    return player
