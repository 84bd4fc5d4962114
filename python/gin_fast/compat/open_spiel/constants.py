"""The numbers and phases of OpenSpiel's `gin_rummy`."""

from enum import Enum
from typing import Final

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
    "Phase",
]

DEFAULT_NUM_RANKS: Final = 13
DEFAULT_NUM_SUITS: Final = 4
DEFAULT_NUM_CARDS: Final = 52
NUM_PLAYERS: Final = 2
MAX_POSSIBLE_DEADWOOD: Final = 98
MAX_NUM_DRAW_UPCARD_ACTIONS: Final = 50
DEFAULT_HAND_SIZE: Final = 10
WALL_STOCK_SIZE: Final = 2
DEFAULT_KNOCK_CARD: Final = 10
DEFAULT_GIN_BONUS: Final = 25
DEFAULT_UNDERCUT_BONUS: Final = 25
DRAW_UPCARD_ACTION: Final = 52
DRAW_STOCK_ACTION: Final = 53
PASS_ACTION: Final = 54
KNOCK_ACTION: Final = 55
MELD_ACTION_BASE: Final = 56
NUM_MELD_ACTIONS: Final = 185
NUM_DISTINCT_ACTIONS: Final = 241
OBSERVATION_TENSOR_SIZE: Final = 644


class Phase(Enum):
    """Where a state stands. As in OpenSpiel a phase is no int, but has one.

    >>> from gin_fast.compat.open_spiel import DRAW, Phase
    >>> Phase.DRAW is DRAW, int(DRAW), DRAW == 2
    (True, 2, False)
    """

    DEAL = 0
    FIRST_UPCARD = 1
    DRAW = 2
    DISCARD = 3
    KNOCK = 4
    LAYOFF = 5
    WALL = 6
    GAME_OVER = 7

    def __int__(self) -> int:
        return int(self.value)

    def __index__(self) -> int:
        return int(self)

    def __hash__(self) -> int:
        return int(self)


Phase.__module__ = "gin_fast.compat.open_spiel"

DEAL: Final = Phase.DEAL
FIRST_UPCARD: Final = Phase.FIRST_UPCARD
DRAW: Final = Phase.DRAW
DISCARD: Final = Phase.DISCARD
KNOCK: Final = Phase.KNOCK
LAYOFF: Final = Phase.LAYOFF
WALL: Final = Phase.WALL
GAME_OVER: Final = Phase.GAME_OVER
