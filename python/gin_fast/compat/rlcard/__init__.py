"""RLCard's `gin-rummy`: its melds, its game and its environment."""

from gin_fast._core import Engine
from gin_fast.compat.rlcard.errors import GinRummyError, GinRummyProgramError

__all__ = ["Engine", "GinRummyError", "GinRummyProgramError"]
