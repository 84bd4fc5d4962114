"""The game `python_gin_fast`, which OpenSpiel's own `load_game` finds.

It has the parameters of `gin_rummy`, and `compat`. Its states are OpenSpiel's in kind, so that its
algorithms take them, and ask ours for everything.

OpenSpiel keeps the history of such a state itself and lets nothing be taken back from it, so that
`undo_action` raises SpielError as it does for OpenSpiel's own game. Of its algorithms those in
Python ask a game in Python to resample; those in C++ do not.
"""

from collections.abc import Mapping
from typing import Any, Final

import pyspiel

from gin_fast._core import Game, State
from gin_fast.compat.open_spiel.constants import NUM_DISTINCT_ACTIONS
from gin_fast.compat.open_spiel.kinds import PARAMETERS, described_type
from gin_fast.compat.open_spiel.observer import Observer
from gin_fast.compat.open_spiel.structs import GinRummyObservationStruct, GinRummyStateStruct

__all__ = ["GinFastGame", "GinFastState"]

_GAME_TYPE: Final = described_type(
    pyspiel.GameType,
    "python_gin_fast",
    "Python Gin Fast",
    PARAMETERS | {"compat": False},
    is_python=True,
)


class GinFastGame(pyspiel.Game):  # type: ignore[misc]
    """A game that OpenSpiel's algorithms take; `pyspiel.load_game("python_gin_fast")` makes it.

    Args:
        params: The parameters of `gin_rummy`, and `compat`.

    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        compat = given.pop("compat", False)
        self.game: Final = Game(given, compat=compat)
        info = pyspiel.GameInfo(
            num_distinct_actions=NUM_DISTINCT_ACTIONS,
            max_chance_outcomes=self.game.max_chance_outcomes(),
            num_players=self.game.num_players(),
            min_utility=self.game.min_utility(),
            max_utility=self.game.max_utility(),
            utility_sum=self.game.utility_sum(),
            max_game_length=self.game.max_game_length(),
        )
        super().__init__(_GAME_TYPE, info, dict(params or {}))

    StateStruct: Final = GinRummyStateStruct
    ObservationStruct: Final = GinRummyObservationStruct

    def oklahoma(self) -> bool:
        """Return whether the first upcard is the limit of a knock."""
        return self.game.oklahoma()

    def knock_card(self) -> int:
        """Return the most deadwood to knock with."""
        return self.game.knock_card()

    def new_initial_state(self) -> "GinFastState":
        """Return the state before the deal."""
        return GinFastState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return how many cards chance gives in a game at most."""
        return self.game.max_chance_nodes_in_history()

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Return an observer."""
        return Observer(iig_obs_type, params)


class GinFastState(pyspiel.State):  # type: ignore[misc]
    """A state that OpenSpiel's algorithms take; `state` is ours."""

    def __init__(self, game: GinFastGame) -> None:
        super().__init__(game)
        self.state: State = game.game.new_initial_state()

    def current_player(self) -> int:
        """Return the player to act: 0 or 1, -1 for chance, -4 when the game is over."""
        return self.state.current_player()

    def _legal_actions(self, player: int) -> list[int]:
        return self.state.legal_actions(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the cards that chance may give, each with its probability."""
        return self.state.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        self.state.apply_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.state.action_to_string(player, action)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.state.is_terminal()

    def returns(self) -> list[float]:
        """Return what each player has won; zeros before the end."""
        return self.state.returns()

    def __str__(self) -> str:
        return str(self.state)

    # OpenSpiel's own methods of a game in Python tell any player what chance may give, and return
    # structs without parts; those of its games in C++ do neither.

    def legal_actions(self, *player: Any) -> list[int]:
        """Return the legal actions, ascending; of `player`, `[]` unless it is to act."""
        return self.state.legal_actions(*player)

    def legal_actions_mask(self, *player: Any) -> list[int]:
        """Return a 1 for each action that is legal and a 0 for each other one."""
        return self.state.legal_actions_mask(*player)

    def apply_actions(self, actions: Any) -> None:
        """Raise SpielError: players never act at once."""
        self.state.apply_actions(actions)

    def apply_actions_with_legality_checks(self, actions: Any) -> None:
        """Raise SpielError: players never act at once."""
        self.state.apply_actions_with_legality_checks(actions)

    def distribution_support(self) -> list[str]:
        """Raise SpielError: there is no population of players."""
        return self.state.distribution_support()

    def update_distribution(self, distribution: Any) -> None:
        """Raise SpielError: there is no population of players."""
        self.state.update_distribution(distribution)

    def to_struct(self) -> GinRummyStateStruct:
        """Return all of the state, part by part."""
        return self.state.to_struct()

    def to_observation_struct(self, player: Any) -> GinRummyObservationStruct:
        """Return what a player may see of it, part by part."""
        return self.state.to_observation_struct(player)

    def _to_struct(self) -> dict[str, Any]:
        return self.state.to_dict()

    def _to_observation_struct(self, player: int) -> dict[str, Any]:
        return self.state.to_observation_struct(player).to_dict()

    def resample_from_infostate(self, player: int, rng: Any = None) -> "GinFastState":
        """Return a state that `player` cannot tell from this one, with a history of its own."""
        resampled: GinFastState = self.get_game().new_initial_state()
        for action in self.state.resample_from_infostate(player, rng).history():
            resampled.apply_action(action)
        return resampled

    def __getattr__(self, name: str) -> Any:
        # What only gin rummy has, such as `hands`; without a state yet, nothing.
        if name == "state" or name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.state, name)


pyspiel.register_game(_GAME_TYPE, GinFastGame)
