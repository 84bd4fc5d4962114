"""RLCard's `gin-rummy` on gin_fast: its melds, its game and its environment.

`install()` and `uninstall()` put the same functions into an installed RLCard and take them out.
"""

from gin_fast._core import Engine
from gin_fast.compat.rlcard import actions, game, judge, melding, moves, settings, utils
from gin_fast.compat.rlcard.card import Card
from gin_fast.compat.rlcard.env import GinRummyEnv, make
from gin_fast.compat.rlcard.errors import GinRummyError, GinRummyProgramError
from gin_fast.compat.rlcard.patching import install, uninstall
from gin_fast.compat.rlcard.utils import card_from_text

__all__ = [
    "Card",
    "Engine",
    "GinRummyEnv",
    "GinRummyError",
    "GinRummyProgramError",
    "actions",
    "card_from_text",
    "game",
    "install",
    "judge",
    "make",
    "melding",
    "moves",
    "settings",
    "uninstall",
    "utils",
]
