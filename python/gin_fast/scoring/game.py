"""The score of one game."""

from collections.abc import Iterator

from gin_fast.rules import Rules
from gin_fast.scoring.round_score import RoundScore, read_round, read_rules, round_note
from gin_fast.scoring.sheet import SEATS, Line, Score, Sheet

__all__ = ["GameScore"]


class GameScore(Score):
    """The score of one game: rounds up to the target, then bonuses and boxes.

    Matches and Hollywood, which `rules` may ask for too, are many games: each has its own score.

    >>> from gin_fast import GameScore, Rules
    >>> game = GameScore(Rules(target=50))
    >>> game.add(0, 31, 1), game.add(1, 12, 1), game.add(None, 0, 0), game.add(0, 25, 1)
    (True, True, True, True)
    >>> game.over, game.winner, game.hand_points, game.boxes
    (True, 0, (56, 12), (2, 1))
    >>> print(game)
    Game to 50
                 seat 0  boxes  seat 1  boxes
    ------------------------------------------------------------
    round 1          31      1       0      0  seat 0: 31, 1 box
    round 2          31      1      12      1  seat 1: 12, 1 box
    round 3          31      1      12      1  drawn
    round 4          56      2      12      1  seat 0: 25, 1 box
    ------------------------------------------------------------
    hand points      56             12
    game bonus      100              0
    boxes            50      2      25      1  25 each
    total           206             37
    margin          169                        seat 0 wins

    Args:
        rules: The rules that price the game.

    Raises:
        TypeError: `rules` are no Rules.

    """

    def __init__(self, rules: Rules = Rules()) -> None:  # noqa: B008 - rules are frozen.
        self._rules = read_rules(rules)
        self._rounds: list[RoundScore] = []
        self._hand_points = [0, 0]
        self._boxes = [0, 0]
        self._rounds_won = [0, 0]
        self._over = False

    def add(self, winner: int | None, points: int, boxes: int) -> bool:
        """Add a round, and return whether it counted: after the end nothing does.

        >>> from gin_fast import GameScore, Rules
        >>> game = GameScore(Rules(single_hand=True))
        >>> game.add(1, 29, 1)
        True
        >>> game.add(1, 29, 1)
        False

        Args:
            winner: The seat that won the round, or None for a drawn one.
            points: Its points, bonuses of the round included, boxes not.
            boxes: Its boxes; one, and what the rules add for gin or an undercut.

        Raises:
            TypeError: An argument is no int.
            ValueError: `winner` is no seat, a number is negative, or a drawn round has points.

        """
        played = read_round(winner, points, boxes)
        if self._over:
            return False
        self._rounds.append(played)
        seat, points, boxes = played
        if seat is not None:
            self._hand_points[seat] += points
            self._boxes[seat] += boxes
            self._rounds_won[seat] += 1
        self._over = self._rules.single_hand or max(self.counted) >= self._rules.target
        return True

    @property
    def rules(self) -> Rules:
        """The rules that price the game."""
        return self._rules

    @property
    def over(self) -> bool:
        """Whether a player has reached the target, or the one round of `single_hand` is played."""
        return self._over

    @property
    def winner(self) -> int | None:
        """The seat that reached the target; None before the end, and if the one round is drawn."""
        if not self._over:
            return None
        return self._rounds[-1][0]

    @property
    def rounds(self) -> tuple[RoundScore, ...]:
        """The rounds that counted, as they were added: winner, points, boxes."""
        return tuple(self._rounds)

    @property
    def hands_counted(self) -> int:
        """How many rounds counted, drawn ones included."""
        return len(self._rounds)

    @property
    def rounds_won(self) -> tuple[int, int]:
        """How many rounds each seat has won."""
        return _pair(self._rounds_won)

    @property
    def hand_points(self) -> tuple[int, int]:
        """The points of each seat's rounds, without boxes, game bonus and shutout."""
        return _pair(self._hand_points)

    @property
    def boxes(self) -> tuple[int, int]:
        """The boxes of each seat."""
        return _pair(self._boxes)

    @property
    def counted(self) -> tuple[int, int]:
        """What counts towards the target: hand points, and boxes where `box_immediate` says so."""
        if not self._rules.box_immediate:
            return self.hand_points
        each = self._rules.box_bonus
        seats = zip(self._hand_points, self._boxes, strict=True)
        return _pair([points + each * boxes for points, boxes in seats])

    @property
    def shutout(self) -> bool:
        """Whether the winner shut the loser out, as the rules' `shutout` has it; only at the end.

        Under ``double_hands`` and ``double_total`` the loser won no round; under
        ``double_game_bonus`` he has no hand points.
        """
        winner = self.winner
        if winner is None or self._rules.shutout == "none":
            return False
        if self._rules.shutout == "double_game_bonus":
            return self._hand_points[1 - winner] == 0
        return self._rounds_won[1 - winner] == 0

    @property
    def totals(self) -> tuple[int, int] | None:
        """What each seat has with bonuses and boxes; None before the end."""
        if not self._over:
            return None
        parts = list(self._parts())
        return _pair([sum(line.points[seat] or 0 for line in parts) for seat in (0, 1)])

    @property
    def margin(self) -> int | None:
        """The winner's total less the other's, and so at times negative; None before the end.

        It is 0 where the one round of `single_hand` is drawn.
        """
        totals, winner = self.totals, self.winner
        if totals is None:
            return None
        return 0 if winner is None else totals[winner] - totals[1 - winner]

    def sheet(self) -> Sheet:
        """Return the score sheet as data: the rounds with running points and, at the end, the rest.

        The running points are those that count towards the target. The lines of the settlement
        before the total add up to it.
        """
        rules = self._rules
        title = "One round" if rules.single_hand else f"Game to {rules.target}"
        if rules.box_immediate:
            title += f", {rules.box_bonus} a box at once"
        running = GameScore(rules)
        lines = []
        for number, played in enumerate(self._rounds, 1):
            running.add(*played)
            note = round_note(played)
            lines.append(Line("rounds", f"round {number}", running.counted, running.boxes, note))
        return Sheet(title, (), SEATS, (*lines, *self._settlement()))

    def _parts(self) -> Iterator[Line]:
        """Yield what the totals add up from; the only place that prices a game."""
        rules, winner = self._rules, self.winner
        doubled = rules.shutout if self.shutout else "none"
        hand_points = self.hand_points
        bonus = _to_seat(winner, rules.game_bonus)
        boxes = _pair([rules.box_bonus * boxes for boxes in self._boxes])

        yield Line("settlement", "hand points", hand_points)
        if winner is not None and doubled == "double_hands":
            again = _to_seat(winner, hand_points[winner])
            note = f"seat {1 - winner} won no round: hand points twice"
            yield Line("settlement", "shutout", again, note=note)
        yield Line("settlement", "game bonus", bonus)
        if winner is not None and doubled == "double_game_bonus":
            note = f"seat {1 - winner} scored no point: game bonus twice"
            yield Line("settlement", "shutout", bonus, note=note)
        yield Line("settlement", "boxes", boxes, self.boxes, f"{rules.box_bonus} each")
        if winner is not None and doubled == "double_total":
            # The loser won no round, so that he has nothing to double.
            again = _to_seat(winner, hand_points[winner] + bonus[winner] + boxes[winner])
            note = f"seat {1 - winner} won no round: everything twice"
            yield Line("settlement", "shutout", again, note=note)

    def _settlement(self) -> Iterator[Line]:
        """Yield the lines of the settlement; none before the end."""
        totals, winner = self.totals, self.winner
        if totals is None:
            return
        yield from self._parts()
        yield Line("settlement", "total", totals)
        if winner is None:
            yield Line("settlement", "margin", (None, None), note="nobody wins")
        else:
            margin = (self.margin, None) if winner == 0 else (None, self.margin)
            yield Line("settlement", "margin", margin, note=f"seat {winner} wins")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GameScore):
            return NotImplemented
        return (self._rules, self._rounds) == (other._rules, other._rounds)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        points, boxes = self.hand_points, self.boxes
        text = f"hand points {points[0]}-{points[1]}, boxes {boxes[0]}-{boxes[1]}"
        if self.totals is not None:
            won = "drawn" if self.winner is None else f"seat {self.winner} won"
            text += f", {won}, totals {self.totals[0]}-{self.totals[1]}"
        return f"<GameScore: {self.hands_counted} rounds, {text}>"


def _pair(figures: list[int]) -> tuple[int, int]:
    first, second = figures
    return first, second


def _to_seat(seat: int | None, points: int) -> tuple[int, int]:
    """Return points of one seat and none of the other."""
    return (points if seat == 0 else 0, points if seat == 1 else 0)
