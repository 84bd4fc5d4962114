"""What an evaluation of two players found: pair by pair, summed up, as a table and as JSON."""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from typing import Any, Literal, TypeAlias

from gin_fast.arena.estimates import Estimate, SignTest, mean, rate, sign_test
from gin_fast.rules import Rules

__all__ = ["Evaluation", "Pair", "Tally", "Unit"]

Unit: TypeAlias = Literal["round", "game"]

_LEAST_SHOWN = 1e-300


@dataclass(frozen=True, slots=True)
class Tally:
    """What the first player did in one play, a round or a game.

    Attributes:
        seat: The first player's seat.
        rounds: How many rounds were played; 1 where the unit is a round.
        won: How many of them he won.
        lost: How many of them the second player won.
        points: The first player's points of all rounds less the second's, boxes and the bonuses of
            a game not included.
        games: How many games were played; 0 where the unit is a round, 3 in Hollywood.
        games_won: How many of them he won.
        games_lost: How many of them the second player won.

    """

    seat: Literal[0, 1]
    rounds: int
    won: int
    lost: int
    points: int
    games: int = 0
    games_won: int = 0
    games_lost: int = 0

    @property
    def drawn(self) -> int:
        """How many rounds nobody won."""
        return self.rounds - self.won - self.lost


@dataclass(frozen=True, slots=True)
class Pair:
    """One deal, or the deals of one game, played twice with the players' seats swapped.

    Attributes:
        seed: What the cards, the dealer and the seats' random choices come from: `play` with it and
            the same players plays the same.
        plays: With the first player in seat 0, and in seat 1.

    """

    seed: int
    plays: tuple[Tally, Tally]

    def sum(self, what: str) -> int:
        """Return the sum of a field of both plays.

        >>> Pair(5, (Tally(0, 1, 1, 0, 31), Tally(1, 1, 0, 1, -12))).sum("points")
        19
        """
        first, second = (getattr(tally, what) for tally in self.plays)
        total: int = first + second
        return total


@dataclass(frozen=True, slots=True, repr=False)
class Evaluation:
    """Two players on mirrored deals, from the first one's side; `print` shows it as a table.

    Attributes:
        first: The name of the first player.
        second: The name of the second.
        rules: The rules.
        unit: Whether `"round"` or `"game"` is what each play of a pair is.
        seed: What the seeds of the pairs come from; `evaluate` with it finds the same.
        wanted: How many pairs were asked for.
        pairs: The pairs that were played, in order. Fewer than wanted: it was interrupted.

    """

    first: str
    second: str
    rules: Rules
    unit: Unit
    seed: int
    wanted: int
    pairs: tuple[Pair, ...]

    @property
    def interrupted(self) -> bool:
        """Whether it was broken off before all pairs were played."""
        return len(self.pairs) < self.wanted

    @property
    def rounds(self) -> int:
        """How many rounds were played."""
        return self._count("rounds")

    @property
    def won(self) -> Estimate | None:
        """The share of all rounds that the first player won; None if none was played."""
        return self._rate("won", "rounds")

    @property
    def lost(self) -> Estimate | None:
        """The share of all rounds that the second player won."""
        return self._rate("lost", "rounds")

    @property
    def drawn(self) -> Estimate | None:
        """The share of all rounds that nobody won."""
        return self._rate("drawn", "rounds")

    @property
    def points(self) -> Estimate | None:
        """The first player's points a round less the second's, boxes and bonuses of games aside."""
        return mean(self._sums("points"), self._sums("rounds"))

    @property
    def games(self) -> int:
        """How many games were played; 0 where the unit is a round."""
        return self._count("games")

    @property
    def games_won(self) -> Estimate | None:
        """The share of all games that the first player won; None if none was played."""
        return self._rate("games_won", "games")

    @property
    def games_lost(self) -> Estimate | None:
        """The share of all games that the second player won."""
        return self._rate("games_lost", "games")

    @property
    def sign_test(self) -> SignTest:
        """The sign test over pairs: of rounds by their points, of games by those won."""
        if self.unit == "round":
            return sign_test(self._sums("points"))
        won, lost = self._sums("games_won"), self._sums("games_lost")
        return sign_test([mine - theirs for mine, theirs in zip(won, lost, strict=True)])

    def _sums(self, what: str) -> list[int]:
        return [pair.sum(what) for pair in self.pairs]

    def _count(self, what: str) -> int:
        return sum(self._sums(what))

    def _rate(self, what: str, out_of: str) -> Estimate | None:
        return rate(self._sums(what), self._sums(out_of))

    def to_json(self, *, pairs: bool = True) -> str:
        """Return everything as one line of JSON.

        Args:
            pairs: Whether every pair is in it, with its seed.

        """
        counts = {"played": self.rounds}
        counts |= {what: self._count(what) for what in ("won", "lost", "drawn")}
        games = {
            "played": self.games,
            "won": self._count("games_won"),
            "lost": self._count("games_lost"),
        }
        found: dict[str, Any] = {
            "first": self.first,
            "second": self.second,
            "rules": _changed(self.rules),
            "unit": self.unit,
            "seed": self.seed,
            "wanted": self.wanted,
            "played": len(self.pairs),
            "interrupted": self.interrupted,
            "rounds": counts
            | {
                "win_rate": _object(self.won),
                "loss_rate": _object(self.lost),
                "draw_rate": _object(self.drawn),
            },
            "points_a_round": _object(self.points),
            "games": None,
            "sign_test": asdict(self.sign_test),
        }
        if self.unit == "game":
            rates = {"win_rate": _object(self.games_won), "loss_rate": _object(self.games_lost)}
            found["games"] = games | rates
        if pairs:
            found["pairs"] = [asdict(pair) for pair in self.pairs]
        return json.dumps(found)

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        yield f"{self.first} against {self.second}"
        what = "deals" if self.unit == "round" else "games"
        many = f"{len(self.pairs):,}"
        if self.interrupted:
            many += f" of {self.wanted:,}"
        yield f"{many} mirrored {what}, {self.rounds:,} rounds, seed {self.seed}, {self.rules}"
        yield ""
        yield f"{'':24}{'':>9}{'95 % interval':>22}"
        rows = [
            ("rounds won", self.won, _percent),
            ("rounds lost", self.lost, _percent),
            ("rounds drawn", self.drawn, _percent),
            ("points a round", self.points, _signed),
            ("games won", self.games_won, _percent),
            ("games lost", self.games_lost, _percent),
        ]
        for name, estimate, shown in rows:
            if estimate is not None:
                yield _row(name, estimate, shown)
        test = self.sign_test
        p = f"p = {test.p:.3g}" if test.p > _LEAST_SHOWN else f"p < {_LEAST_SHOWN}"
        yield ""
        yield (
            f"pairs better {test.better:,}, worse {test.worse:,}, equal {test.equal:,}; "
            f"sign test {p}"
        )
        if self.interrupted:
            yield f"interrupted: {self.wanted - len(self.pairs):,} pairs were not played"

    def __repr__(self) -> str:
        return (
            f"<Evaluation: {self.first} against {self.second}, {len(self.pairs)} of {self.wanted} "
            f"pairs, seed {self.seed}>"
        )


def _changed(rules: Rules) -> dict[str, object]:
    """Return what differs from the standard rules."""
    values = ((field.name, field.default, getattr(rules, field.name)) for field in fields(rules))
    return {name: value for name, default, value in values if value != default}


def _object(estimate: Estimate | None) -> dict[str, float | None] | None:
    return None if estimate is None else asdict(estimate)


def _percent(share: float) -> str:
    return f"{100 * share:.2f} %"


def _signed(points: float) -> str:
    return f"{points:+.3f}"


def _row(name: str, estimate: Estimate, shown: Any) -> str:
    low, high = estimate.low, estimate.high
    interval = "" if low is None or high is None else f"{shown(low)} to {shown(high)}"
    return f"{name:24}{shown(estimate.value):>9}{interval:>22}".rstrip()
