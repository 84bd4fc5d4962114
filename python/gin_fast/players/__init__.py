"""Players to measure others by, and how a player is found by name.

>>> import gin_fast as gf
>>> match = gf.play([gf.SimplePlayer(), gf.RandomPlayer()], gf.Rules(single_hand=True), seed=1)
>>> match.rounds[0].result.winner
0
"""

import importlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeAlias

from gin_fast._fields import described
from gin_fast.players.eaai import SimpleEaaiPlayer
from gin_fast.players.greedy import GreedyPlayer
from gin_fast.players.simple import RandomPlayer, SimplePlayer
from gin_fast.round import Player

__all__ = [
    "PLAYERS",
    "GreedyPlayer",
    "Player",
    "RandomPlayer",
    "SimpleEaaiPlayer",
    "SimplePlayer",
    "find",
]

if TYPE_CHECKING:
    from gin_fast.cli.play import HumanPlayer as HumanPlayer

PlayerFactory: TypeAlias = Callable[[], Player]

PLAYERS: Final[dict[str, PlayerFactory]] = {
    "random": RandomPlayer,
    "simple": SimplePlayer,
    "simple_eaai": SimpleEaaiPlayer,
    "greedy": GreedyPlayer,
}
"""The players that have a name."""


def find(name: str) -> Player | PlayerFactory:
    """Return the player of a name: a class or a function that makes him, or the player himself.

    >>> find("simple")
    <class 'gin_fast.players.SimplePlayer'>
    >>> find("gin_fast.players:RandomPlayer")
    <class 'gin_fast.players.RandomPlayer'>

    Args:
        name: A key of `PLAYERS`, or ``module:attribute``, such as ``my_bots:Careful``.

    Raises:
        TypeError: It is no text.
        ValueError: There is no such player, module or attribute, or it is no player.
        Exception: Whatever importing the module raises, but for a module that is not there.

    """
    if not isinstance(name, str):
        raise TypeError(f"player: expected a name, got {described(name)}")
    if name in PLAYERS:
        return PLAYERS[name]
    module_name, colon, attribute = name.partition(":")
    if not (module_name and colon and attribute):
        known = ", ".join(PLAYERS)
        raise ValueError(f"player: expected {known} or module:attribute, got {name!r}")
    try:
        module = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        # One that the module itself misses is a fault of the module.
        missing = error.name or module_name
        if module_name != missing and not module_name.startswith(f"{missing}."):
            raise
        raise ValueError(f"player: {name!r}: there is no module {missing!r}") from None
    found: object = module
    for part in attribute.split("."):
        if not hasattr(found, part):
            raise ValueError(f"player: {name!r}: {module_name} has no {attribute!r}")
        found = getattr(found, part)
    if not (callable(found) or callable(getattr(found, "act", None))):
        # The name is at fault, whatever it names.
        raise ValueError(  # noqa: TRY004
            f"player: {name!r}: expected a player, or a class or function that makes one, got "
            f"{described(found)}"
        )
    return found  # type: ignore[return-value]  # It has `act` or can be called.


def __getattr__(name: str) -> object:
    # A person plays at a terminal: that takes the extra `cli`, and only who asks for it needs it.
    if name != "HumanPlayer":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return importlib.import_module("gin_fast.cli.play").HumanPlayer
