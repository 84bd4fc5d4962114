"""OpenSpiel's `gin_rummy`: import this where `pyspiel.gin_rummy` was used.

>>> from gin_fast.compat import open_spiel as gin_rummy
>>> utils = gin_rummy.GinRummyUtils(13, 4, 10)
>>> utils.best_meld_group([0, 1, 2, 12, 25, 38])
[[12, 25, 38], [0, 1, 2]]
"""

import sys
from importlib import import_module
from typing import Final

from gin_fast._core import Game, GinRummyUtils, State
from gin_fast.compat.open_spiel.constants import (
    DEAL,
    DEFAULT_GIN_BONUS,
    DEFAULT_HAND_SIZE,
    DEFAULT_KNOCK_CARD,
    DEFAULT_NUM_CARDS,
    DEFAULT_NUM_RANKS,
    DEFAULT_NUM_SUITS,
    DEFAULT_UNDERCUT_BONUS,
    DISCARD,
    DRAW,
    DRAW_STOCK_ACTION,
    DRAW_UPCARD_ACTION,
    FIRST_UPCARD,
    GAME_OVER,
    KNOCK,
    KNOCK_ACTION,
    LAYOFF,
    MAX_NUM_DRAW_UPCARD_ACTIONS,
    MAX_POSSIBLE_DEADWOOD,
    MELD_ACTION_BASE,
    NUM_DISTINCT_ACTIONS,
    NUM_MELD_ACTIONS,
    NUM_PLAYERS,
    OBSERVATION_TENSOR_SIZE,
    PASS_ACTION,
    WALL,
    WALL_STOCK_SIZE,
)
from gin_fast.compat.open_spiel.error import SpielError
from gin_fast.compat.open_spiel.kinds import Phase, PlayerId, UniformProbabilitySampler
from gin_fast.compat.open_spiel.load import (
    deserialize_game_and_state,
    load_game,
    serialize_game_and_state,
)
from gin_fast.compat.open_spiel.observer import Observer
from gin_fast.compat.open_spiel.structs import GinRummyObservationStruct, GinRummyStateStruct

# OpenSpiel's names of our classes; and its module, for code that says `pyspiel.gin_rummy`.
GinRummyGame: Final = Game
GinRummyState: Final = State
gin_rummy: Final = sys.modules[__name__]

if SpielError.__module__ == "pyspiel":
    # OpenSpiel's own `load_game` finds the game once this is imported.
    import_module("gin_fast.compat.open_spiel.registered")

__all__ = [
    "DEAL",
    "DEFAULT_GIN_BONUS",
    "DEFAULT_HAND_SIZE",
    "DEFAULT_KNOCK_CARD",
    "DEFAULT_NUM_CARDS",
    "DEFAULT_NUM_RANKS",
    "DEFAULT_NUM_SUITS",
    "DEFAULT_UNDERCUT_BONUS",
    "DISCARD",
    "DRAW",
    "DRAW_STOCK_ACTION",
    "DRAW_UPCARD_ACTION",
    "FIRST_UPCARD",
    "GAME_OVER",
    "KNOCK",
    "KNOCK_ACTION",
    "LAYOFF",
    "MAX_NUM_DRAW_UPCARD_ACTIONS",
    "MAX_POSSIBLE_DEADWOOD",
    "MELD_ACTION_BASE",
    "NUM_DISTINCT_ACTIONS",
    "NUM_MELD_ACTIONS",
    "NUM_PLAYERS",
    "OBSERVATION_TENSOR_SIZE",
    "PASS_ACTION",
    "WALL",
    "WALL_STOCK_SIZE",
    "Game",
    "GinRummyGame",
    "GinRummyObservationStruct",
    "GinRummyState",
    "GinRummyStateStruct",
    "GinRummyUtils",
    "Observer",
    "Phase",
    "PlayerId",
    "SpielError",
    "State",
    "UniformProbabilitySampler",
    "deserialize_game_and_state",
    "gin_rummy",
    "load_game",
    "serialize_game_and_state",
]
