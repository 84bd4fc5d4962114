"""A state of OpenSpiel's game, of ours and of the registered one, after the same actions."""

from typing import Any

import pyspiel

from gin_fast.compat.open_spiel import (
    load_game,
)

DEAL = [*range(21)]
KNOCK = [*DEAL, 54, 54, 53, 21, 55, 21, 56 + 149]
OVER = [*KNOCK, 56 + 154, 54, 54]


def after(game: Any, actions: list[int]) -> Any:
    state = game.new_initial_state()
    for action in actions:
        state.apply_action(action)
    return state


def theirs_and_ours(actions: list[int]) -> tuple[Any, Any, Any]:
    """Return the state after these actions of the native, of our and of the registered game."""
    return (
        after(pyspiel.load_game("gin_rummy"), actions),
        after(load_game("gin_rummy", compat=True), actions),
        after(pyspiel.load_game("python_gin_fast(compat=true)"), actions),
    )
