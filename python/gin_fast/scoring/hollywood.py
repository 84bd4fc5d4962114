"""Three games scored side by side."""

from collections.abc import Iterable, Iterator

from gin_fast.rules import Rules
from gin_fast.scoring.game import GameScore
from gin_fast.scoring.round_score import RoundScore, read_round, read_rules, round_note
from gin_fast.scoring.sheet import SEATS, Line, Score, Sheet

__all__ = ["HollywoodScore"]


class HollywoodScore(Score):
    """Three games scored side by side; each win goes into one column more than the one before.

    A player's first win enters column 0, his second 0 and 1, the third and later ones all three.
    Each column is a game of its own, with its own end and bonuses; a win enters the columns that
    are open. Who was shut out of a closed column has his next win as the first in the next open
    one.

    >>> from gin_fast import HollywoodScore, Rules
    >>> sheet = HollywoodScore(Rules(target=50))
    >>> sheet.add(0, 40, 1), sheet.add(0, 25, 1), sheet.add(1, 18, 1)
    (True, True, True)
    >>> sheet.columns_entered
    [[0], [0, 1], [1]]
    >>> print(sheet)
    Hollywood, each column to 50
                       column 0        column 1        column 2
                 seat 0  seat 1  seat 0  seat 1  seat 0  seat 1
    ------------------------------------------------------------------------------
    round 1          40       0                                  seat 0: 40, 1 box
    round 2          65       0      25       0                  seat 0: 25, 1 box
    round 3                          25      18                  seat 1: 18, 1 box
    ------------------------------------------------------------------------------
    boxes won         2       0       1       1       0       0
    hand points      65       0
    shutout          65       0
    game bonus      100       0
    boxes            50       0
    total           280       0
    margin          280

    Args:
        rules: The rules of each column. There are three whatever their `hollywood_columns` says.

    Raises:
        TypeError: `rules` are no Rules.
        ValueError: The rules are those of a `single_hand`.

    """

    def __init__(self, rules: Rules = Rules(hollywood_columns=3)) -> None:  # noqa: B008 - frozen.
        if read_rules(rules).single_hand:
            raise ValueError("rules: single_hand=True leaves no 3 games side by side")
        self._rules = rules
        self._columns = [GameScore(rules) for _ in range(3)]
        self._rounds: list[RoundScore] = []
        self._entered: list[list[int]] = []

    def add(self, winner: int | None, points: int, boxes: int) -> bool:
        """Add a round, and return whether it counted: after all three ends nothing does.

        Args:
            winner: The seat that won the round, or None for a drawn one, which enters no column.
            points: Its points, bonuses of the round included, boxes not.
            boxes: Its boxes.

        Raises:
            TypeError: An argument is no int.
            ValueError: `winner` is no seat, a number is negative, or a drawn round has points.

        """
        played = read_round(winner, points, boxes)
        entered = [] if played[0] is None else self._open_to(played[0])
        self._entered.append(entered)
        if self.over:
            return False
        self._rounds.append(played)
        for column in entered:
            self._columns[column].add(*played)
        return True

    def _open_to(self, seat: int) -> list[int]:
        """Return the columns that a win enters: those it has entered, and the next open one."""
        columns = [at for at, column in enumerate(self._columns) if not column.over]
        old = [at for at in columns if self._columns[at].rounds_won[seat]]
        new = [at for at in columns if not self._columns[at].rounds_won[seat]]
        return sorted(old + new[:1])

    @property
    def rules(self) -> Rules:
        """The rules of each column."""
        return self._rules

    @property
    def columns(self) -> tuple[GameScore, GameScore, GameScore]:
        """The score of each column, copies of their own."""
        first, second, third = (column.copy() for column in self._columns)
        return first, second, third

    @property
    def columns_entered(self) -> list[list[int]]:
        """The columns that each round added has entered; none if drawn or after the end."""
        return [list(columns) for columns in self._entered]

    @property
    def rounds(self) -> tuple[RoundScore, ...]:
        """The rounds before the end, as they were added: winner, points, boxes."""
        return tuple(self._rounds)

    @property
    def hands_counted(self) -> int:
        """How many rounds there were before the end, drawn ones included."""
        return len(self._rounds)

    @property
    def over(self) -> bool:
        """Whether every column is over."""
        return all(column.over for column in self._columns)

    @property
    def margins(self) -> tuple[int | None, int | None, int | None]:
        """The margin of each column for its winner; None where it is open."""
        first, second, third = (column.margin for column in self._columns)
        return first, second, third

    def sheet(self) -> Sheet:
        """Return the score sheet as data: three columns of two seats, points as they run.

        A round has figures in the columns it entered. The settlement has them in those that are
        over, but for the boxes, which are there from the first.
        """
        running = HollywoodScore(self._rules)
        lines = []
        for number, played in enumerate(self._rounds, 1):
            running.add(*played)
            entered = running.columns_entered[-1]
            points = [
                column.counted if at in entered else (None, None)
                for at, column in enumerate(running._columns)
            ]
            note = round_note(played)
            lines.append(Line("rounds", f"round {number}", _flat(points), note=note))
        title = f"Hollywood, each column to {self._rules.target}"
        if self._rules.box_immediate:
            title += f", {self._rules.box_bonus} a box at once"
        groups = tuple(f"column {at}" for at in range(3))
        return Sheet(title, groups, SEATS * 3, (*lines, *self._settlement()))

    def _settlement(self) -> Iterator[Line]:
        """Yield the boxes won, and the lines of the columns' settlements beside each other."""
        if not self._rounds:
            return
        boxes = [column.boxes for column in self._columns]
        yield Line("settlement", "boxes won", _flat(boxes))
        settled = [
            {line.label: line.points for line in column.sheet().lines if line.part == "settlement"}
            for column in self._columns
        ]
        # Under the same rules only a shutout is in some columns and not in others.
        for label in max(settled, key=len):
            points = [column.get(label, (None, None)) for column in settled]
            yield Line("settlement", label, _flat(points))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, HollywoodScore):
            return NotImplemented
        mine = (self._rules, self._rounds, self._entered)
        return mine == (other._rules, other._rounds, other._entered)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        points = (column.hand_points for column in self._columns)
        text = ", ".join(f"{mine}-{other}" for mine, other in points)
        closed = sum(column.over for column in self._columns)
        return f"<HollywoodScore: {self.hands_counted} rounds, hand points {text}, {closed} over>"


def _flat(pairs: Iterable[tuple[int | None, ...]]) -> tuple[int | None, ...]:
    return tuple(figure for pair in pairs for figure in pair)
