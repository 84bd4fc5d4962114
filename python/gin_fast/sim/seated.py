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
    return _read_two("players", players)


def read_named(name: str, players: object) -> Named:
    """Read players who all play in Rust: one name for both seats, or two."""
    if isinstance(players, str):
        known = _read_player(name, players), _read_player(name, players)
    elif isinstance(players, Sequence):
        known = _read_two(name, players)
    else:
        raise TypeError(f"{name}: expected a player or two, got {described(players)}")
    if all_named(known):
        return known
    raise TypeError(
        f"{name}: expected names of players ({', '.join(_core.policies())}), got a function"
    )


def all_named(players: tuple[Contender, Contender]) -> TypeGuard[Named]:
    """Whether nobody is asked."""
    return all(isinstance(player, str) for player in players)


def _read_two(name: str, players: Sequence[object]) -> tuple[Contender, Contender]:
    if len(players) != 2:  # noqa: PLR2004 - seats 0 and 1.
        raise ValueError(f"{name}: expected two players, got {len(players)}")
    first, second = (_read_player(f"{name}[{seat}]", each) for seat, each in enumerate(players))
    return first, second


def _read_player(name: str, player: object) -> Contender:
    known = _core.policies()
    if isinstance(player, str):
        if player not in known:
            raise ValueError(f"{name}: expected {', '.join(known)}, got {shown(player)}")
        return player
    if isinstance(player, type) or hasattr(player, "act") or not callable(player):
        hint = ""
        if hasattr(player, "act"):
            hint = "; a player with act plays in gin_fast.play and gin_fast.arena"
        raise TypeError(
            f"{name}: expected the name of a player ({', '.join(known)}) or a function of "
            f"observations and legal actions, got {described(player)}{hint}"
        )
    return player
