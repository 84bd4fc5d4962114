"""Our own of OpenSpiel's kinds of games, states and tensors, where OpenSpiel is not installed."""

from dataclasses import dataclass
from enum import Enum
from typing import Any

__all__ = ["GameType", "StateType", "TensorLayout"]


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
