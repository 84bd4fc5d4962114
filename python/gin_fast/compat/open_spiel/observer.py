"""What of a state is seen, as arrays with names and as a picture."""

from collections.abc import Mapping
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from gin_fast._core import State, observed_places, observed_text
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
        if not (params is None or isinstance(params, Mapping)):
            came = type(params).__name__
            raise TypeError(f"params: expected a dict of parameters by name, got {came}")
        if params:
            raise SpielError(f"params: expected none for an observer, got {params!r}")
        self._public, self._recalls, self._hands = _kind(iig_obs_type)
        if self._recalls and not (self._public and self._hands == "SINGLE_PLAYER"):
            raise SpielError(
                "iig_obs_type: with perfect recall there is only what one player sees,"
                " public_info=True and private_info=SINGLE_PLAYER"
            )
        self._lay_out()

    def _lay_out(self) -> None:
        self.tensor, self.dict = None, {}
        if self._recalls:
            return
        parts = [("player", (2,)), *_HANDS[self._hands], *(_PUBLIC if self._public else [])]
        sizes = [int(np.prod(shape)) for _, shape in parts]
        self.tensor = np.zeros(sum(sizes), np.float32)
        ends = np.cumsum(sizes)
        for (name, shape), end, size in zip(parts, ends, sizes, strict=True):
            self.dict[name] = self.tensor[end - size : end].reshape(shape)

    def set_from(self, state: State | Holding, player: int) -> None:
        """Write what a player sees of a state."""
        tensor = self._written()
        places = observed_places(_ours(state), player, self._hands, self._public)
        tensor.fill(0)
        tensor[places] = 1

    def string_from(self, state: State | Holding, player: int) -> str:
        """Return what a player sees of a state as a text."""
        if self._recalls:
            return _ours(state).information_state_string(player)
        return observed_text(_ours(state), player, self._hands)

    def compress(self) -> bytes:
        """Return the tensor in OpenSpiel's short form: a bit for each of its numbers."""
        tensor = self._written()
        if ((tensor == 0) | (tensor == 1)).all():
            return b"\1" + np.packbits(tensor != 0, bitorder="little").tobytes()
        return b"\0" + tensor.tobytes()

    def decompress(self, compressed_observation: bytes) -> None:
        """Write the tensor that `compress` made short.

        Raises:
            SpielError: It is not of such a tensor.

        """
        tensor = self._written()
        form, rest = compressed_observation[:1], compressed_observation[1:]
        if form == b"\1" and len(rest) == (tensor.size + 7) // 8:
            bits = np.unpackbits(np.frombuffer(rest, np.uint8), bitorder="little")
            tensor[:] = bits[: tensor.size]
        elif form == b"\0" and len(rest) == tensor.nbytes:
            tensor[:] = np.frombuffer(rest, np.float32)
        else:
            came = len(compressed_observation)
            raise SpielError(
                f"compressed_observation: expected what `compress` returns for {tensor.size}"
                f" numbers, got {came} bytes"
            )

    def _written(self) -> NDArray[np.float32]:
        if self.tensor is None:
            raise SpielError("with perfect recall there is no tensor, but string_from")
        return self.tensor

    def __getstate__(self) -> tuple[bool, bool, str, NDArray[np.float32] | None]:
        return self._public, self._recalls, self._hands, self.tensor

    def __setstate__(self, kept: tuple[bool, bool, str, NDArray[np.float32] | None]) -> None:
        # The parts by name are views of the tensor, which a copy made part by part would not be.
        self._public, self._recalls, self._hands, tensor = kept
        self._lay_out()
        if self.tensor is not None:
            self.tensor[:] = tensor


Observer.__module__ = "gin_fast.compat.open_spiel"


def _kind(iig_obs_type: Any) -> tuple[bool, bool, str]:
    """Return whether an observation is public, whether it recalls all, and whose hands it shows."""
    if iig_obs_type is None:
        return True, False, "SINGLE_PLAYER"
    try:
        hands = iig_obs_type.private_info.name
        kind = bool(iig_obs_type.public_info), bool(iig_obs_type.perfect_recall), hands
    except AttributeError:
        came = type(iig_obs_type).__name__
        message = f"iig_obs_type: expected an IIGObservationType or None, got {came}"
        raise TypeError(message) from None
    return kind


def _ours(state: State | Holding) -> State:
    ours = state if isinstance(state, State) else getattr(state, "state", None)
    if not isinstance(ours, State):
        raise TypeError(f"state: expected a State, got {type(state).__name__}")
    return ours
