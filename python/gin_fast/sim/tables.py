"""Many rounds at once over NumPy arrays."""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gin_fast import _core
from gin_fast._fields import shown, whole
from gin_fast.round.action import ACTIONS, IllegalActionError
from gin_fast.rules import Rules
from gin_fast.scoring.round_score import read_rules
from gin_fast.sim.seed import Seed, read_number

__all__ = ["PHASES", "Tables"]

# What the numbers in `Tables.phase` stand for.
PHASES: Final = ("upcard", "draw", "discard", "wall", "over")
_read_count = whole(1)


class Tables:
    """Rounds at many tables, one action at each at a time."""

    __slots__ = ("_core", "_rules")

    def __init__(
        self,
        n: int,
        rules: Rules = Rules(),  # noqa: B008 - rules are frozen.
        seed: Seed = None,
    ) -> None:
        count = _read_count("n", n)
        self._rules = read_rules(rules)
        seeds = _core.Tables.seeds_of(read_number(seed), count)
        first = self._rules.first_dealer
        self._core = _core.Tables(self._rules, seeds, None if first == "random" else first)

    def __len__(self) -> int:
        return len(self._core)

    @property
    def player(self) -> NDArray[np.int8]:
        """The seat that is to act at each table; at the end the one that acted last."""
        return self._core.player()

    @property
    def phase(self) -> NDArray[np.uint8]:
        """What is due at each table, as an index into `PHASES`."""
        return self._core.phase()

    @property
    def done(self) -> NDArray[np.bool_]:
        """Which rounds the last step ended, or which are over."""
        return self._core.done()

    @property
    def points(self) -> NDArray[np.int16]:
        """What those came to, positive for seat 0; 0 for the others."""
        return self._core.points()

    def legal_actions(self) -> NDArray[np.bool_]:
        """Return which actions are legal at each table, by their ids."""
        bits = self._core.legal_bits().view(np.uint8)
        return np.unpackbits(bits, axis=1, bitorder="little")[:, : len(ACTIONS)].view(np.bool_)

    def step(
        self,
        actions: NDArray[np.integer[Any]],
        auto_reset: bool = False,  # noqa: FBT001, FBT002
        threads: int | None = None,
    ) -> None:
        """Do one action at each table, by its id."""
        at = self._core.step(actions, auto_reset, threads)
        if at is not None:
            raise IllegalActionError(
                f"actions: {shown(int(actions[at]))} is not legal at index {at}"
            )
