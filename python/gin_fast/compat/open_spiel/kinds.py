"""What OpenSpiel says a game, a state, an action in a history and a tensor are.

Where OpenSpiel can be imported its own types are used, so that what its algorithms compare agrees.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

__all__ = [
    "PARAMETERS",
    "GameType",
    "Phase",
    "PlayerAction",
    "PlayerId",
    "StateType",
    "TensorLayout",
    "UniformProbabilitySampler",
    "described_type",
    "game_type",
    "player_actions",
    "state_type",
]

PARAMETERS: Final = {
    "gin_bonus": 25,
    "hand_size": 10,
    "knock_card": 10,
    "num_ranks": 13,
    "num_suits": 4,
    "oklahoma": False,
    "undercut_bonus": 25,
}
_TERMINAL: Final = -4


class PlayerAction(NamedTuple):
    """An action in a history, and the player who made it; chance is -1."""

    player: int
    action: int


def player_actions(history: Iterable[tuple[int, int]]) -> list[PlayerAction]:
    """Return the actions of a history."""
    return [PlayerAction(*one) for one in history]


def described_type(
    kinds: Any,  # The class `GameType`, OpenSpiel's or ours.
    short_name: str,
    long_name: str,
    parameters: dict[str, int],
    *,
    is_python: bool,
) -> Any:
    """Return what sort of game gin rummy is."""
    return kinds(
        short_name=short_name,
        long_name=long_name,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=is_python,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


if TYPE_CHECKING:
    from gin_fast.compat.open_spiel.own_kinds import (
        GameType,
        Phase,
        PlayerId,
        StateType,
        TensorLayout,
        UniformProbabilitySampler,
    )
else:
    try:
        from pyspiel import (
            GameType,
            PlayerId,
            StateType,
            TensorLayout,
            UniformProbabilitySampler,
            gin_rummy,
        )
    except ImportError:
        from gin_fast.compat.open_spiel.own_kinds import (
            GameType,
            Phase,
            PlayerId,
            StateType,
            TensorLayout,
            UniformProbabilitySampler,
        )
    else:
        Phase = gin_rummy.Phase


_GAME_TYPE: Final = described_type(GameType, "gin_rummy", "Gin Rummy", PARAMETERS, is_python=False)


def game_type() -> Any:
    """Return what sort of game gin rummy is: a `GameType`."""
    return _GAME_TYPE


def state_type(player: int) -> StateType:
    """Return who is to act at a state where this player is."""
    if player == _TERMINAL:
        return StateType.TERMINAL
    return StateType.CHANCE if player < 0 else StateType.DECISION
