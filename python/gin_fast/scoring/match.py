"""The score of a match, and who deals its rounds."""

from gin_fast._fields import one_of, whole
from gin_fast.rules import Rules
from gin_fast.scoring.round_score import read_rules
from gin_fast.scoring.sheet import SEATS, Line, Score, Sheet

__all__ = ["MatchScore", "next_dealer"]

_read_seat = one_of(0, 1)
_read_winner = one_of(0, 1, None)
_read_best_of = whole(1, 99, odd=True)


class MatchScore(Score):
    """The score of a match: who has won more than half of the games that it has at most.

    >>> from gin_fast import MatchScore, Rules
    >>> match = MatchScore(Rules.preset("tournament").best_of)
    >>> match.add(0), match.add(1), match.add(0), match.add(0), match.add(1)
    (True, True, True, True, False)
    >>> match.winner, match.games_won, match.games_played
    (0, (3, 1), 4)

    Args:
        best_of: How many games there are at most, odd, 1 to 99.

    Raises:
        TypeError: It is no int.
        ValueError: It is even or out of range.

    """

    def __init__(self, best_of: int) -> None:
        if isinstance(best_of, Rules):
            raise TypeError("best_of: expected an odd int, got Rules; pass rules.best_of")
        self._best_of: int = _read_best_of("best_of", best_of)
        self._winners: list[int] = []

    def add(self, winner: int) -> bool:
        """Add a game, and return whether it counted: after the end nothing does.

        Args:
            winner: The seat that won the game.

        Raises:
            TypeError: It is no int.
            ValueError: It is no seat.

        """
        seat: int = _read_seat("winner", winner)
        if self.over:
            return False
        self._winners.append(seat)
        return True

    @property
    def best_of(self) -> int:
        """How many games there are at most."""
        return self._best_of

    @property
    def over(self) -> bool:
        """Whether a player has won more than half of the games."""
        return max(self.games_won) > self._best_of // 2

    @property
    def winner(self) -> int | None:
        """The seat that won the match; None before the end."""
        return self._winners[-1] if self.over else None

    @property
    def games_won(self) -> tuple[int, int]:
        """How many games each seat has won."""
        return self._winners.count(0), self._winners.count(1)

    @property
    def games_played(self) -> int:
        """How many games counted."""
        return len(self._winners)

    def sheet(self) -> Sheet:
        """Return the score sheet as data: the games won so far after each game."""
        running = MatchScore(self._best_of)
        lines = []
        for number, seat in enumerate(self._winners, 1):
            running.add(seat)
            lines.append(
                Line("rounds", f"game {number}", running.games_won, note=f"seat {seat} wins")
            )
        if self.over:
            note = f"seat {self.winner} wins the match"
            lines.append(Line("settlement", "games won", self.games_won, note=note))
        return Sheet(f"Match, best of {self._best_of}", (), SEATS, tuple(lines))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, MatchScore):
            return NotImplemented
        return (self._best_of, self._winners) == (other._best_of, other._winners)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        won = self.games_won
        over = f", seat {self.winner} won" if self.over else ""
        return f"<MatchScore: best of {self._best_of}, games {won[0]}-{won[1]}{over}>"


def next_dealer(rules: Rules, dealer: int, winner: int | None) -> int:
    """Return the seat that deals the next round.

    >>> from gin_fast import Rules, next_dealer
    >>> next_dealer(Rules(), 0, winner=0), next_dealer(Rules(next_dealer="winner"), 0, winner=0)
    (1, 0)

    Args:
        rules: Their `next_dealer` and, for a drawn round, their `dealer_after_draw` say who.
        dealer: The seat that dealt the round just played.
        winner: The seat that won it, or None if it was drawn.

    Raises:
        TypeError: `rules` are no Rules, or a seat is no int.
        ValueError: There is no such seat.

    """
    read_rules(rules)
    dealt: int = _read_seat("dealer", dealer)
    won: int | None = _read_winner("winner", winner)
    if won is None:
        return dealt if rules.dealer_after_draw == "same" else 1 - dealt
    if rules.next_dealer == "alternate":
        return 1 - dealt
    return won if rules.next_dealer == "winner" else 1 - won
