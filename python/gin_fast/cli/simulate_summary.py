"""What rounds by the million came to, summed up block by block."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

import gin_fast as gf
from gin_fast.arena.estimates import Estimate, mean, rate, standard_error
from gin_fast.cli.rounds_file import KINDS, kinds_of
from gin_fast.sim.deals import Results

__all__ = ["Figure", "Summary"]

_GROUPS = 1_000
"""There are about so many groups, or those of the most rounds."""
_MOST_IN_GROUP = 1_024
_SEATS = (0, 1)
_LINE = "{:26}{:>12}{:>12}{:>24}"


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure with its standard error and its 95 % interval.

    Attributes:
        value: The figure.
        error: Its standard error; None if there is but one group of rounds.
        low: The lower end of the interval; likewise.
        high: The upper end.

    """

    value: float
    error: float | None
    low: float | None
    high: float | None


@dataclass(slots=True)
class _Sums:
    """A quantity of each round, summed up over groups of rounds; of some rounds it has none."""

    totals: list[float] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)

    def add(
        self, values: NDArray[Any], starts: NDArray[np.intp], among: NDArray[np.bool_] | None
    ) -> None:
        values = values.astype(np.int64)
        if among is None:
            counts = np.diff(np.append(starts, len(values)))
        else:
            values *= among
            counts = np.add.reduceat(among, starts, dtype=np.int64)
        self.totals += np.add.reduceat(values, starts).tolist()
        self.counts += counts.tolist()

    @property
    def total(self) -> int:
        return int(sum(self.totals))

    def share(self) -> Figure | None:
        """Return the share of the rounds where it is 1."""
        return self._figure(rate([int(total) for total in self.totals], self.counts))

    def mean(self) -> Figure | None:
        """Return its mean."""
        return self._figure(mean(self.totals, self.counts))

    def _figure(self, estimate: Estimate | None) -> Figure | None:
        if estimate is None:
            return None
        error = standard_error(self.totals, self.counts)
        return Figure(estimate.value, error, estimate.low, estimate.high)


class Summary:
    """How many rounds ended how, who won them and with what.

    Args:
        players: Their names, by seats.
        rules: The rules.
        wanted: How many rounds are to be played.
        seed: What they are drawn from.
        dealers: Who deals.

    """

    def __init__(
        self, players: tuple[str, str], rules: gf.Rules, wanted: int, seed: int, dealers: str
    ) -> None:
        self._players = players
        self._rules = rules
        self._wanted = wanted
        self._seed = seed
        self._dealers = dealers
        # Intervals go by groups of neighbours, for who deals may depend on the round before.
        at_most = min(max(wanted // _GROUPS, 1), _MOST_IN_GROUP)
        self._in_group = 1 << (at_most.bit_length() - 1)
        self._kinds = {kind: _Sums() for kind in KINDS}
        self._points, self._turns, self._dealer_won = _Sums(), _Sums(), _Sums()
        self._won = {seat: _Sums() for seat in _SEATS}
        self._earned = {seat: _Sums() for seat in _SEATS}
        self._won_by = {(seat, kind): 0 for seat in _SEATS for kind in KINDS}
        self.played = 0

    def add(self, rounds: Results) -> None:
        """Count some more rounds."""
        starts = np.arange(0, len(rounds), self._in_group)
        kinds, winner = kinds_of(rounds), rounds["winner"]
        is_decisive, points = winner >= 0, rounds["points"].astype(np.int64)
        for at, kind in enumerate(KINDS):
            is_one = kinds == at
            self._kinds[kind].add(is_one, starts, None)
            for seat in _SEATS:
                self._won_by[seat, kind] += int(np.count_nonzero(is_one & (winner == seat)))
        self._points.add(np.abs(points), starts, is_decisive)
        self._turns.add(rounds["turns"], starts, None)
        self._dealer_won.add(winner == rounds["dealer"], starts, is_decisive)
        for seat, signed in zip(_SEATS, (points, -points), strict=True):
            self._won[seat].add(winner == seat, starts, None)
            self._earned[seat].add(np.maximum(signed, 0), starts, None)
        self.played += len(rounds)

    def to_json(self, seconds: float) -> str:
        """Return everything as one line of JSON."""
        standard = ((each.name, each.default) for each in fields(self._rules))
        values = ((name, default, getattr(self._rules, name)) for name, default in standard)
        seats = [
            {
                "player": self._players[seat],
                "won": _object(self._won[seat].share()),
                "points_a_round": _object(self._earned[seat].mean()),
                **{f"won_by_{kind}": self._won_by[seat, kind] for kind in KINDS[:-1]},
            }
            for seat in _SEATS
        ]
        found = {
            "players": self._players,
            "rules": {name: value for name, default, value in values if value != default},
            "seed": self._seed,
            "dealers": self._dealers,
            "wanted": self._wanted,
            "played": self.played,
            "kinds": {
                kind: {"rounds": sums.total} | (_object(sums.share()) or {})
                for kind, sums in self._kinds.items()
            },
            "points_of_a_decisive_round": _object(self._points.mean()),
            "turns": _object(self._turns.mean()),
            "won_by_dealer": _object(self._dealer_won.share()),
            "seats": seats,
            "seconds": seconds,
        }
        return json.dumps(found)

    def to_text(self, seconds: float) -> str:
        """Return everything as a table."""
        return "\n".join(self._lines(seconds))

    def _lines(self, seconds: float) -> Iterator[str]:
        yield " against ".join(self._players)
        many = f"{self.played:,}"
        if self.played < self._wanted:
            many += f" of {self._wanted:,}"
        many += " round" if self._wanted == 1 else " rounds"
        dealers = "seats deal in turn" if self._dealers == "alternate" else "dealers by the rules"
        yield f"{many}, seed {self._seed}, {dealers}, {self._rules}"
        if not self.played:
            return
        yield ""
        yield _LINE.format("", "", "std. error", "95 % interval")
        for kind, sums in self._kinds.items():
            if sums.total or kind != "big_gin":
                yield from _row(kind.replace("_", " "), sums.share(), percent=True)
        yield from _row("dealer won, of decisive", self._dealer_won.share(), percent=True)
        yield from _row("points, decisive", self._points.mean())
        yield from _row("turns", self._turns.mean())
        yield ""
        names = [f"seat {seat}: {self._players[seat]}" for seat in _SEATS]
        yield _columns("", names)
        yield _columns("won", [_percent(self._won[seat].total, self.played) for seat in _SEATS])
        for kind in KINDS[:-1]:
            won = [self._won_by[seat, kind] for seat in _SEATS]
            if any(won):
                by = f"  by {kind.replace('_', ' ')}"
                yield _columns(by, [_percent(count, self.played) for count in won])
        earned = [f"{self._earned[seat].total / self.played:.3f}" for seat in _SEATS]
        yield _columns("points a round", earned)
        yield ""
        yield f"{self.played / seconds:,.0f} rounds a second"


def _object(figure: Figure | None) -> dict[str, float | None] | None:
    return None if figure is None else asdict(figure)


def _percent(count: int, out_of: int) -> str:
    return f"{100 * count / out_of:.3f} %"


def _row(name: str, figure: Figure | None, *, percent: bool = False) -> Iterator[str]:
    """Yield a figure's line, if there is any."""
    if figure is None:
        return

    def shown(value: float | None) -> str:
        if value is None:
            return ""
        return f"{100 * value:.3f} %" if percent else f"{value:.4f}"

    ends = (figure.low, figure.high)
    interval = "" if None in ends else " to ".join(map(shown, ends))
    yield _LINE.format(name, shown(figure.value), shown(figure.error), interval).rstrip()


def _columns(name: str, cells: Sequence[str]) -> str:
    return f"{name:26}{cells[0]:>24}{cells[1]:>24}"
