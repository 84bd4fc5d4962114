"""Our own of OpenSpiel's kinds of games, states and tensors, where OpenSpiel is not installed."""

import random
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Any

__all__ = [
    "GameType",
    "Phase",
    "PlayerId",
    "StateType",
    "TensorLayout",
    "UniformProbabilitySampler",
]


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


class PlayerId(IntEnum):
    """Who is to act where no player is."""

    DEFAULT_PLAYER_ID = 0
    INVALID = -3
    TERMINAL = -4
    CHANCE = -1
    MEAN_FIELD = -5
    SIMULTANEOUS = -2


class UniformProbabilitySampler:
    """A function that returns a random float between two bounds each time."""

    def __init__(self, least: float = 0.0, most: float = 1.0, /) -> None:
        self._bounds = least, most

    def __call__(self) -> float:
        """Return the next one."""
        return random.uniform(*self._bounds)  # noqa: S311


for _kind in (Phase, PlayerId, UniformProbabilitySampler):
    _kind.__module__ = "gin_fast.compat.open_spiel"


class StateType(Enum):
    """Who is to act at a state."""

    TERMINAL = 0
    CHANCE = 1
    DECISION = 2
    MEAN_FIELD = 3


class TensorLayout(Enum):
    """How a tensor of three dimensions lies."""

    HWC = 0
    CHW = 1


@dataclass(frozen=True, kw_only=True)
class GameType:
    """What sort of game a game is."""

    class Dynamics(Enum):
        """Whether players act in turn."""

        SIMULTANEOUS = 0
        SEQUENTIAL = 1
        MEAN_FIELD = 2

    class ChanceMode(Enum):
        """Whether chance acts, and is seen to."""

        DETERMINISTIC = 0
        EXPLICIT_STOCHASTIC = 1
        SAMPLED_STOCHASTIC = 2

    class Information(Enum):
        """Whether players see all."""

        ONE_SHOT = 0
        PERFECT_INFORMATION = 1
        IMPERFECT_INFORMATION = 2

    class Utility(Enum):
        """What players win together."""

        ZERO_SUM = 0
        CONSTANT_SUM = 1
        GENERAL_SUM = 2
        IDENTICAL = 3

    class RewardModel(Enum):
        """When players win."""

        REWARDS = 0
        TERMINAL = 1

    short_name: str
    long_name: str
    dynamics: Dynamics
    chance_mode: ChanceMode
    information: Information
    utility: Utility
    reward_model: RewardModel
    max_num_players: int
    min_num_players: int
    provides_information_state_string: bool
    provides_information_state_tensor: bool
    provides_observation_string: bool
    provides_observation_tensor: bool
    parameter_specification: dict[str, Any]
    default_loadable: bool = True
    provides_factored_observation_string: bool = False
    action_structs_only: bool = False
