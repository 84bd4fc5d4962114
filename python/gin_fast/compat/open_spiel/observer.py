"""What of a state is seen, as arrays with names and as a picture."""

from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from gin_fast._core import State
from gin_fast.compat.open_spiel.error import SpielError

__all__ = ["Observer"]

_CARDS: Final = 52
_HANDS: Final = {
    "NONE": [],
    "SINGLE_PLAYER": [("private_hand", (2, _CARDS))],
    "ALL_PLAYERS": [("private_hands", (2, _CARDS))],
}
_PUBLIC: Final = [
    ("current_player", (2,)),
    ("knock_card", (10,)),
    ("upcard", (_CARDS,)),
    ("discard_pile", (_CARDS,)),
    ("stock_size", (_CARDS,)),
    ("layed_melds", (2, 185)),
]


class Holding(Protocol):
    """A state of OpenSpiel's that has one of ours in it."""

    state: State


class Observer:
    """Sees states of `gin_rummy`, as OpenSpiel's `make_observation` returns it.

    `tensor` is one array of float32, `dict` has its parts by name; both are written anew by
    `set_from`. With perfect recall there are none, but a text of all that a player has seen.

    Args:
        iig_obs_type: OpenSpiel's `IIGObservationType`, or None for what a player sees.
        params: Must be empty.

    Raises:
        SpielError: There is no such observer.

    >>> from gin_fast.compat.open_spiel import load_game
    >>> game = load_game("gin_rummy")
    >>> observer = game.make_py_observer()
    >>> observer.set_from(game.new_initial_state(), 1)
    >>> observer.tensor.size, observer.dict["player"]
    (644, array([0., 1.], dtype=float32))

    """

    tensor: NDArray[np.float32] | None
    dict: dict[str, NDArray[np.float32]]

    def __init__(self, iig_obs_type: Any = None, params: Any = None) -> None:
        if params:
            raise SpielError(f"params: expected none for an observer, got {params!r}")
        self._public = getattr(iig_obs_type, "public_info", True)
        self._hands = getattr(getattr(iig_obs_type, "private_info", None), "name", "SINGLE_PLAYER")
        self._recalls = getattr(iig_obs_type, "perfect_recall", False)
        self.tensor, self.dict = None, {}
        if not self._recalls:
            self._lay_out(
                [("player", (2,)), *_HANDS[self._hands], *(_PUBLIC if self._public else [])]
            )
        elif not (self._public and self._hands == "SINGLE_PLAYER"):
            raise SpielError(
                "iig_obs_type: with perfect recall there is only what one player sees,"
                " public_info=True and private_info=SINGLE_PLAYER"
            )

    def _lay_out(self, parts: list[tuple[str, tuple[int, ...]]]) -> None:
        sizes = [int(np.prod(shape)) for _, shape in parts]
        self.tensor = np.zeros(sum(sizes), np.float32)
        ends = np.cumsum(sizes)
        for (name, shape), end, size in zip(parts, ends, sizes, strict=True):
            self.dict[name] = self.tensor[end - size : end].reshape(shape)

    def set_from(self, state: State | Holding, player: int) -> None:
        """Write what a player sees of a state."""
        if self.tensor is None:
            raise SpielError("with perfect recall there is no tensor, but string_from")
        places = _ours(state)._places(player, self._hands, self._public)  # noqa: SLF001
        self.tensor.fill(0)
        self.tensor[places] = 1

    def string_from(self, state: State | Holding, player: int) -> str:
        """Return what a player sees of a state as a text."""
        if self._recalls:
            return _ours(state).information_state_string(player)
        return _ours(state)._picture(player, self._hands)  # noqa: SLF001


Observer.__module__ = "gin_fast.compat.open_spiel"


def _ours(state: State | Holding) -> State:
    return state if isinstance(state, State) else state.state
