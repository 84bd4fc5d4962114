"""Rounds between two players, by the million."""

from collections.abc import Callable, Iterator
from typing import Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gin_fast import _core
from gin_fast._fields import described, one_of, whole
from gin_fast.rules import Rules
from gin_fast.scoring.round_score import read_rules
from gin_fast.sim.deals import (
    ROUND,
    Deals,
    Results,
    as_bytes,
    dealers_after,
    play_deals,
    room,
)
from gin_fast.sim.seated import Contender, Named, all_named, read_players
from gin_fast.sim.seed import Seed, read_number

__all__ = [
    "ROUND",
    "ROW",
    "Dealers",
    "Progress",
    "play_rounds",
    "read_progress",
    "rounds_in_blocks",
]

Dealers: TypeAlias = Literal["alternate", "rules"]
Progress: TypeAlias = Callable[[int, int], object] | None

ROW: Final = 1024
"""So many rounds are dealt one after the other as the rules have it; then a row begins anew."""

_BETWEEN_CALLS = 1 << 16
"""So many rounds are played between two calls of `progress`."""
_ASKED_ABOUT = 1 << 12
"""Functions are asked about so many rounds at a time, at most."""

_read_count = whole(1)
_read_dealers = one_of("alternate", "rules")


def play_rounds(  # noqa: PLR0913 - what rounds are made of.
    n: int,
    players: tuple[Contender, Contender],
    rules: Rules = Rules(),  # noqa: B008 - rules are frozen.
    seed: Seed = None,
    threads: int | None = 1,
    *,
    dealers: Dealers = "alternate",
    progress: Progress = None,
) -> Results:
    """Play rounds between two players, and return how each went.

    Every round has its own numbers, which come from the seed and its place in the row alone: what
    is played is the same for any number of threads, and the first rounds are whatever `n` is.

    >>> import gin_fast as gf
    >>> rounds = gf.sim.play_rounds(1000, ("simple", "random"), seed=1)
    >>> bool((rounds["winner"] == 0).mean() > 0.9)
    True
    >>> rounds[:3][["kind", "winner", "points"]].tolist()
    [('knock', 0, 66), ('knock', 0, 55), ('knock', 0, 36)]

    Args:
        n: How many rounds.
        players: Who sits in seat 0 and in seat 1, each the name of a player who plays in Rust
            (`random`, `simple`) or a function. A function is asked about many rounds at once: it
            gets what its seat sees in each (as `Tables.observe` has it, uint8) and the legal
            actions (bool, 108 a round), and returns an integer array of one action id each.
        rules: The rules.
        seed: What everything is drawn from: an int not below 0, a SeedSequence, None: what nobody
            knows before.
        threads: How many threads share the work; 0: one a core. Functions are called by one alone.
        dealers: Who deals. `alternate`: the seats in turn, seat 0 first; all rounds are
            independent. `rules`: as in a game, by `first_dealer`, `next_dealer` and
            `dealer_after_draw`, in rows of 1,024 rounds, each of which begins anew.
        progress: Called with how many rounds are played, and how many are to be.

    Returns:
        A structured array of `n` rounds with the fields `kind` (`knock`, `gin`, `big_gin`,
        `undercut`, `draw`), `winner` (-1: nobody), `points` (positive for seat 0), `knocker` (-1:
        nobody), `knocker_deadwood`, `defender_deadwood`, `turns` (draws by both seats), `dealer`
        and `laid_off` (how many cards the defender laid off).

    Raises:
        IllegalActionError: A function answered what is not legal.
        MemoryError: There is no room for so many; `rounds_in_blocks` needs little.
        TypeError: An argument is of the wrong kind, or a function returned no array of ints.
        ValueError: A number is out of range, a name is no player's, there are not two players, or
            a function returned not one action a round.
        Exception: Whatever a function raises.

    """
    count: int = _read_count("n", n)
    series = _Series(players, rules, seed, threads, dealers)
    read_progress(progress)
    out = room(count, ROUND)
    series.play(0, out, progress)
    return out


def rounds_in_blocks(  # noqa: PLR0913 - what rounds are made of.
    n: int,
    players: tuple[Contender, Contender],
    rules: Rules = Rules(),  # noqa: B008 - rules are frozen.
    seed: Seed = None,
    threads: int | None = 1,
    *,
    dealers: Dealers = "alternate",
    block: int = 1 << 20,
) -> Iterator[Results]:
    """Play rounds as `play_rounds` does, and yield them block by block.

    Put together they are what `play_rounds` returns, whatever the size of the blocks, and no more
    than one block is held at a time.

    >>> import gin_fast as gf
    >>> blocks = gf.sim.rounds_in_blocks(2500, ("simple", "simple"), seed=1, block=1024)
    >>> [len(block) for block in blocks]
    [1024, 1024, 452]

    Args:
        n: How many rounds.
        players: As for `play_rounds`.
        rules: The rules.
        seed: As for `play_rounds`.
        threads: As for `play_rounds`.
        dealers: As for `play_rounds`.
        block: How many rounds a block has. With `dealers="rules"` one that is no multiple of 1,024
            costs time: the row that it cuts is played twice.

    Raises:
        Exception: As for `play_rounds`.

    """
    count: int = _read_count("n", n)
    size: int = _read_count("block", block)
    series = _Series(players, rules, seed, threads, dealers)
    return _blocks(series, count, size)


def read_progress(progress: object) -> None:
    """Refuse what cannot be called."""
    if progress is not None and not callable(progress):
        raise TypeError(f"progress: expected a function or None, got {described(progress)}")


def _blocks(series: "_Series", count: int, size: int) -> Iterator[Results]:
    for first in range(0, count, size):
        out = room(min(size, count - first), ROUND)
        series.play(first, out, None)
        yield out


class _Series:
    """An endless series of rounds, of which any stretch can be played."""

    def __init__(
        self, players: object, rules: object, seed: Seed, threads: int | None, dealers: object
    ) -> None:
        self._players = read_players(players)
        self._named = self._players if all_named(self._players) else None
        self._rules = read_rules(rules)
        self._by_rules = _read_dealers("dealers", dealers) == "rules"
        self._seed = read_number(seed)
        self._threads = threads

    def play(self, first: int, out: Results, progress: Progress) -> None:
        """Play the rounds from number `first` on."""
        if self._named is not None:
            step = len(out) if progress is None else _BETWEEN_CALLS
            for at in range(0, len(out), step):
                self._in_rust(self._named, first + at, out[at : at + step])
                if progress is not None:
                    progress(min(at + step, len(out)), len(out))
        elif self._by_rules:
            self._row_by_row(first, out, progress)
        else:
            for at in range(0, len(out), _ASKED_ABOUT):
                part = out[at : at + _ASKED_ABOUT]
                numbers = np.arange(first + at, first + at + len(part), dtype=np.uint64)
                part[:] = self._asked(numbers, (numbers & 1).astype(np.uint8))
                if progress is not None:
                    progress(at + len(part), len(out))

    def _in_rust(self, players: Named, first: int, out: Results) -> None:
        dealer: int | None = 0
        after = [[1, 1, 1], [0, 0, 0]]
        if self._by_rules:
            dealer = None if self._rules.first_dealer == "random" else self._rules.first_dealer
            after = dealers_after(self._rules).tolist()
        _core.play_rows(
            self._rules,
            players,
            self._seed,
            dealer,
            after,
            first,
            as_bytes(out),
            self._threads,
        )

    def _row_by_row(self, first: int, out: Results, progress: Progress) -> None:
        """Play a round of each row, then the next one of each: who deals it is known then."""
        rows = np.arange(first // ROW, (first + len(out) - 1) // ROW + 1, dtype=np.uint64)
        after = dealers_after(self._rules)
        if self._rules.first_dealer == "random":
            dealers = _core.first_dealers(self._seed, int(rows[0]), len(rows))
        else:
            dealers = np.full(len(rows), self._rules.first_dealer, np.uint8)
        done = 0
        for place in range(ROW):
            numbers = rows * ROW + place
            # Of the last row only the beginning may be asked for.
            is_due = numbers < first + len(out)
            if not is_due.any():
                break
            rows, numbers, dealers = rows[is_due], numbers[is_due], dealers[is_due]
            played = self._asked(numbers, dealers)
            dealers = after[dealers, played["winner"] + 1]
            is_wanted = numbers >= first
            out[numbers[is_wanted] - np.uint64(first)] = played[is_wanted]
            done += int(is_wanted.sum())
            if progress is not None:
                progress(done, len(out))

    def _asked(self, numbers: NDArray[np.uint64], dealers: NDArray[np.uint8]) -> Results:
        seeds = _core.seeds_of(np.full(len(numbers), self._seed, np.uint64), numbers)
        return play_deals(self._rules, self._players, Deals(seeds, dealers), self._threads)[0]
