"""Games between two players, by the thousand."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from gin_fast import _core
from gin_fast._fields import flag, whole
from gin_fast.rules import Rules
from gin_fast.scoring import GameScore
from gin_fast.scoring.round_score import read_rules
from gin_fast.sim.deals import Deals, Results, dealers_after, play_deals, room
from gin_fast.sim.rounds import Progress, read_progress
from gin_fast.sim.seated import Contender, all_named, read_players
from gin_fast.sim.seed import Seed, read_number

__all__ = ["GAME", "play_games"]

GAME: Final = np.dtype(
    [
        ("winner", "i1"),
        ("totals", "i4", (2,)),
        ("points", "i4", (2,)),
        ("boxes", "i4", (2,)),
        ("rounds", "i4"),
        ("rounds_won", "i4", (2,)),
        ("shutout", "?"),
        ("dealer", "u1"),
        ("swapped", "?"),
    ]
)
"""One game, as `play_games` gives it."""

_SIDE_BY_SIDE = 1 << 12
"""So many games are played at a time, at most; each keeps its score."""
_FIRST_DEALER = np.uint64(2**64 - 1)
"""No round of a game has this number."""

_read_count = whole(1)


def play_games(  # noqa: PLR0913 - what games are made of.
    n: int,
    players: tuple[Contender, Contender],
    rules: Rules = Rules(),  # noqa: B008 - rules are frozen.
    seed: Seed = None,
    threads: int | None = 1,
    *,
    mirrored: bool = False,
    progress: Progress = None,
) -> Results:
    """Play games to the target between two players, and return how each went.

    One round of every game that is not over is played in Rust, then the next one of each. Scores
    are kept by `GameScore`; who deals is what `first_dealer`, `next_dealer` and `dealer_after_draw`
    of the rules say. Of a match (`best_of`) each game stands by itself. Players who never go out
    play for ever.

    >>> import gin_fast as gf
    >>> games = gf.sim.play_games(200, ("simple", "random"), seed=1, mirrored=True)
    >>> first_player_won = games["winner"] == games["swapped"]
    >>> bool(first_player_won.mean() > 0.95)
    True

    Args:
        n: How many games.
        players: As for `play_rounds`.
        rules: The rules, of games without columns side by side.
        seed: As for `play_rounds`.
        threads: As for `play_rounds`.
        mirrored: Whether two games each, one after the other in what is returned, have the same
            deals in the same order, the players' seats swapped in the second one. `n` is even then.
        progress: Called with how many games are over, and how many are to be.

    Returns:
        A structured array of `n` games, in order, with the fields `winner` (a seat; -1: the one
        round of `single_hand` was drawn), `totals`, `points` (hand points), `boxes` and
        `rounds_won` (two numbers each, by seats), `rounds` (how many were played), `shutout`,
        `dealer` (of the first round) and `swapped` (whether the first player sat in seat 1).

    Raises:
        ValueError: The rules ask for columns side by side, `n` is odd with `mirrored`, or as for
            `play_rounds`.
        Exception: As for `play_rounds`.

    """
    count: int = _read_count("n", n)
    seated = read_players(players)
    known = read_rules(rules)
    if known.hollywood_columns > 1:
        raise ValueError(
            f"rules: {known.hollywood_columns} columns side by side are no single game; change "
            "hollywood_columns to 1"
        )
    in_pairs = flag("mirrored", mirrored)
    if in_pairs and count % 2:
        raise ValueError(f"n: expected an even number of games where they are mirrored, got {n}")
    drawn_from = read_number(seed)
    read_progress(progress)
    out = room(count, GAME)
    for first in range(0, count, _SIDE_BY_SIDE):
        part = out[first : first + _SIDE_BY_SIDE]
        numbers = np.arange(first, first + len(part), dtype=np.uint64)
        part["swapped"] = in_pairs & (numbers & 1).astype(np.bool_)
        if in_pairs:
            numbers //= 2
        games = _Games(known, _seeds(drawn_from, numbers), part)
        while games.are_on:
            games.play_round(seated, threads)
            if progress is not None:
                progress(first + games.over, count)
    return out


class _Games:
    """Games side by side, each with its score."""

    def __init__(self, rules: Rules, seeds: NDArray[np.uint64], out: Results) -> None:
        self._rules = rules
        self._seeds = seeds
        self._out = out
        self._after = dealers_after(rules)
        self._scores = [GameScore(rules) for _ in out]
        # The places of the games that are not over, and who deals their next rounds.
        self._on = np.arange(len(out))
        if rules.first_dealer == "random":
            numbers = np.full(len(seeds), _FIRST_DEALER)
            self._dealers = (_core.seeds_of(seeds, numbers) & 1).astype(np.uint8)
        else:
            self._dealers = np.full(len(seeds), rules.first_dealer, np.uint8)
        out["dealer"] = self._dealers
        self._number = 0

    @property
    def are_on(self) -> bool:
        return bool(len(self._on))

    @property
    def over(self) -> int:
        """How many games are over."""
        return len(self._out) - len(self._on)

    def play_round(self, players: tuple[Contender, Contender], threads: int | None) -> None:
        """Play the next round of each game that is not over."""
        numbers = np.full(len(self._on), self._number, np.uint64)
        seeds = _core.seeds_of(self._seeds[self._on], numbers)
        scores = None
        if not all_named(players):
            scores = np.array([self._scores[at].counted for at in self._on.tolist()])
        deals = Deals(seeds, self._dealers, self._out["swapped"][self._on], scores)
        played, boxes = play_deals(self._rules, players, deals, threads)
        self._number += 1
        ended = zip(
            self._on.tolist(),
            played["winner"].tolist(),
            np.abs(played["points"]).tolist(),
            boxes.tolist(),
            strict=True,
        )
        for at, winner, points, won in ended:
            self._scores[at].add(None if winner < 0 else winner, points, won)
        goes_on = np.array([not self._scores[at].over for at in self._on.tolist()])
        for at in self._on[~goes_on].tolist():
            self._write(at)
        dealers = self._after[self._dealers, played["winner"] + 1]
        self._on, self._dealers = self._on[goes_on], dealers[goes_on]

    def _write(self, at: int) -> None:
        """Write how a game went that is over."""
        score, out = self._scores[at], self._out[at]
        out["winner"] = -1 if score.winner is None else score.winner
        out["totals"] = score.totals
        out["points"] = score.hand_points
        out["boxes"] = score.boxes
        out["rounds"] = score.hands_counted
        out["rounds_won"] = score.rounds_won
        out["shutout"] = score.shutout


def _seeds(seed: int, numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    return _core.seeds_of(np.full(len(numbers), seed, np.uint64), numbers)
