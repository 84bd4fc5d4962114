"""Rounds that are dealt side by side and played to their ends."""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gin_fast import _core
from gin_fast._fields import described, shown
from gin_fast.round import ACTIONS, IllegalActionError
from gin_fast.rules import Rules
from gin_fast.scoring import next_dealer
from gin_fast.sim.seated import Answerer, Contender, all_named
from gin_fast.sim.tables import Tables

__all__ = ["ROUND", "Deals", "Results", "as_bytes", "dealers_after", "play_deals", "room"]

ROUND: Final = np.dtype(
    [
        ("kind", "U8"),
        ("winner", "i1"),
        ("points", "i2"),
        ("knocker", "i1"),
        ("knocker_deadwood", "u1"),
        ("defender_deadwood", "u1"),
        ("turns", "u2"),
        ("dealer", "u1"),
        ("laid_off", "u1"),
    ]
)
"""One round, as `play_rounds` gives it; Rust writes it byte for byte."""

Results = NDArray[np.void]


class Deals:
    """What some rounds begin with.

    Attributes:
        seeds: What each is shuffled by.
        dealers: The seat that deals each.
        swapped: Whether the players have changed their seats.
        scores: What each seat has towards the target, of which functions that are asked are told.

    """

    __slots__ = ("dealers", "scores", "seeds", "swapped")

    def __init__(
        self,
        seeds: NDArray[np.uint64],
        dealers: NDArray[np.uint8],
        swapped: NDArray[np.bool_] | None = None,
        scores: NDArray[np.int64] | None = None,
    ) -> None:
        self.seeds = seeds
        self.dealers = dealers
        self.swapped = np.zeros(len(seeds), np.bool_) if swapped is None else swapped
        self.scores = scores

    def __len__(self) -> int:
        return len(self.seeds)


def play_deals(
    rules: Rules, players: tuple[Contender, Contender], deals: Deals, threads: int | None
) -> tuple[Results, NDArray[np.uint16]]:
    """Play rounds to their ends; return how they went, and the winners' boxes."""
    out, boxes = np.empty(len(deals), ROUND), np.empty(len(deals), np.uint16)
    dealt = (deals.seeds, deals.dealers, deals.swapped)
    if all_named(players):
        _core.play_deals(rules, players, *dealt, as_bytes(out), boxes, threads)
        return out, boxes
    first, second = (player if isinstance(player, str) else None for player in players)
    lockstep = _core.Lockstep(rules, (first, second), *dealt, threads)
    asked = [_Asked(number, player) for number, player in enumerate(players) if callable(player)]
    # Not `any`, which would not ask the second one where the first one was.
    # A list, since a generator would turn a StopIteration of a player's into another error.
    while sum([each.answer(lockstep, rules, deals.scores) for each in asked]):
        pass
    lockstep.write(as_bytes(out), boxes)
    return out, boxes


def room(count: int, row: "np.dtype[np.void]") -> Results:
    """Return room for the results of `count` rounds or games."""
    try:
        return np.empty(count, row)
    except ValueError as error:
        # More than has an address; what only does not fit in is a MemoryError of NumPy's.
        raise MemoryError(f"n: no memory for {shown(count)} of them") from error


def as_bytes(out: Results) -> NDArray[np.uint8]:
    """Return rows of rounds as the bytes that they are."""
    return out.view(np.uint8).reshape(len(out), ROUND.itemsize)


def dealers_after(rules: Rules) -> NDArray[np.uint8]:
    """Return who deals next, by who dealt and who won: nobody, seat 0, seat 1."""
    winners = (None, 0, 1)
    after = [[next_dealer(rules, dealer, winner) for winner in winners] for dealer in (0, 1)]
    return np.array(after, np.uint8)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A function that is asked, and its number among the players."""

    number: int
    player: Answerer

    def answer(
        self, lockstep: _core.Lockstep, rules: Rules, scores: NDArray[np.int64] | None
    ) -> bool:
        """Ask about all rounds that wait for it, and do what it says; whether there was any."""
        waiting = Tables._of(lockstep.waiting(self.number), rules)  # noqa: SLF001 - one room.
        if not len(waiting):
            return False
        if scores is not None:
            scores = scores[lockstep.asked()]
        seen, legal = waiting.observe(scores=scores), waiting.legal_actions()
        actions = self._read(self.player(seen, legal.copy()), len(waiting))
        at = lockstep.answer(actions)
        if at is not None:
            action = int(actions[at])
            named = str(ACTIONS[action]) if 0 <= action < len(ACTIONS) else shown(action)
            could = ", ".join(str(ACTIONS[each]) for each in np.flatnonzero(legal[at]))
            raise IllegalActionError(
                f"players[{self.number}]: {named} is not legal at index {at} of the "
                f"{len(waiting)} rounds it was asked about; legal there: {could}"
            )
        return True

    def _read(self, actions: object, count: int) -> NDArray[np.integer[Any]]:
        """Read what the function returned: one action a round."""
        if not isinstance(actions, np.ndarray) or actions.dtype.kind not in "iu":
            came = described(actions)
            if isinstance(actions, np.ndarray):
                came = f"one of {actions.dtype}"
            raise TypeError(
                f"players[{self.number}]: expected it to return an integer array, got {came}"
            )
        if actions.shape != (count,):
            raise ValueError(
                f"players[{self.number}]: expected it to return one action a round, an array of "
                f"shape ({count},), got one of shape {actions.shape}"
            )
        return actions
