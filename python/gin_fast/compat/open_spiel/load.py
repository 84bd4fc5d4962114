"""Games by their text, such as `gin_rummy(oklahoma=true)`."""

import re
from collections.abc import Mapping
from typing import Any, Final

from gin_fast._core import Game
from gin_fast.compat.open_spiel.error import SpielError

__all__ = ["load_game"]

_NAME: Final = "gin_rummy"
_BOOLS: Final = {"true": True, "True": True, "false": False, "False": False}


def load_game(name: str, params: Mapping[str, Any] | None = None, *, compat: bool = False) -> Game:
    """Return the game of a text, as OpenSpiel's function of that name does.

    >>> from gin_fast.compat.open_spiel import load_game
    >>> load_game("gin_rummy(oklahoma=true,knock_card=8)").get_parameters()["knock_card"]
    8
    >>> load_game("gin_rummy", {"gin_bonus": 20})
    gin_rummy(gin_bonus=20)

    Args:
        name: ``gin_rummy``, with parameters in brackets or without.
        params: The parameters by name, where the text has none.
        compat: Whether the game answers as OpenSpiel also where it is wrong.

    Raises:
        SpielError: There is no such game or parameter, or both the text and `params` have some.
        TypeError: `name` is no str, or `params` are no mapping.

    """
    if not isinstance(name, str):
        raise TypeError(f"name: expected a str such as 'gin_rummy', got {type(name).__name__}")
    found, bracket, rest = name.partition("(")
    if found != _NAME:
        raise SpielError(f"name: expected 'gin_rummy', got {name!r}")
    if not bracket:
        return Game(params, compat=compat)
    if not rest.endswith(")"):
        raise SpielError(f"name: expected a bracket at the end, got {name!r}")
    given = _parameters(rest[:-1])
    if given and params:
        raise SpielError(f"params: the name has parameters, {name!r}, and there are others")
    return Game(given or params, compat=compat)


def _parameters(text: str) -> dict[str, Any]:
    """Read parameters; the kind of a value is seen by how it is written."""
    given: dict[str, Any] = {}
    for part in text.removesuffix(",").split(",") if text else []:
        key, equals, value = part.partition("=")
        if not equals:
            raise SpielError(f"name: expected parameters such as knock_card=10, got {part!r}")
        if value in _BOOLS:
            given[key] = _BOOLS[value]
        else:
            given[key] = int(value) if re.fullmatch(r"[+-]?\d+", value) else value
    return given


def load_pickled(params: dict[str, Any], compat: bool) -> Game:  # noqa: FBT001
    """Return the game that was pickled."""
    return Game(params, compat=compat)
