"""The numbers and phases of OpenSpiel's `gin_rummy`."""

from typing import Final

from gin_fast.compat.open_spiel.kinds import Phase

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

DEAL: Final = Phase.DEAL
FIRST_UPCARD: Final = Phase.FIRST_UPCARD
DRAW: Final = Phase.DRAW
DISCARD: Final = Phase.DISCARD
KNOCK: Final = Phase.KNOCK
LAYOFF: Final = Phase.LAYOFF
WALL: Final = Phase.WALL
GAME_OVER: Final = Phase.GAME_OVER
