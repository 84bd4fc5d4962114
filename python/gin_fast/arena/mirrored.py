"""Playing pairs of mirrored deals."""

import pickle
import traceback
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from gin_fast._fields import described, one_of, whole
from gin_fast.arena.evaluation import Evaluation, Pair, Tally, Unit
from gin_fast.arena.workers import worked
from gin_fast.match import Match
from gin_fast.match.seeds import read_or_draw, spawn
from gin_fast.players import find
from gin_fast.round import Player
from gin_fast.rules import Rules
from gin_fast.scoring import GameScore
from gin_fast.scoring.round_score import read_rules

if TYPE_CHECKING:
    from gin_fast.match import Game

__all__ = ["Contender", "evaluate"]

Contender: TypeAlias = Player | Callable[[], Player] | str
"""A player, what makes one, or the name of either as `players.find` knows it."""

_read_pairs = whole(1, 100_000_000)
_read_processes = whole(1, 1024)
_read_unit = one_of("round", "game")


def evaluate(  # noqa: PLR0913 - what an evaluation is made of.
    first: Contender,
    second: Contender,
    pairs: int,
    rules: Rules = Rules(),  # noqa: B008 - rules are frozen.
    seed: int | None = None,
    *,
    unit: Unit = "round",
    processes: int = 1,
    progress: Callable[[int, int], object] | None = None,
) -> Evaluation:
    """Evaluate two players on mirrored deals.

    Each pair is one deal that is played twice: the same cards, the same seat to deal, the players'
    seats swapped. Random choices belong to the seat as well. So each player has the luck that the
    other had, and players who do the same come out exactly equal.

    What is found depends on the seed and not on `processes`, provided that a player goes by what
    he is told and by the seed that his `reset` gets before each round. A class or function makes a
    player anew for each play; a player that is given as such stays the same one throughout each
    process. With more than one process the players must be picklable, as must be whatever makes
    them, and a script must do its work under ``if __name__ == "__main__":``.

    Ctrl-C ends an evaluation early: what has been played is returned.

    >>> from gin_fast import arena
    >>> found = arena.evaluate("simple", "random", pairs=50, seed=1)
    >>> found.rounds, found.interrupted
    (100, False)
    >>> arena.evaluate("simple", "simple", pairs=20, seed=1).points
    Estimate(value=0.0, low=0.0, high=0.0)

    Args:
        first: The player whose results are told: a player, a class or function without arguments
            that makes one, or a name: of `players.PLAYERS`, or ``module:attribute``.
        second: The other one.
        pairs: How many pairs.
        rules: The rules.
        seed: What everything is drawn from, None: one that nobody knows before; `Evaluation.seed`
            tells it.
        unit: What is played twice: a `round`, or a whole `game` to the target.
        processes: How many processes share the work.
        progress: Called with how many pairs are played, and how many are to be.

    Raises:
        IllegalActionError: A player did what is not legal; the message says who and where.
        RuntimeError: A process ended before its work was done.
        TypeError: An argument is of the wrong kind.
        ValueError: A number is out of range, a name is no player's, or both players are the same
            object: make two, or pass a class.
        Exception: Whatever a player raises, with a note that says in which pair.

    """
    found = _found("first", first)
    if found is _found("second", second) and not _makes_players(found):
        raise ValueError(
            "second: expected another player than first, got the same object, whose memory would "
            "be both seats'; pass its class, or make two"
        )
    wanted: int = _read_pairs("pairs", pairs)
    count: int = _read_processes("processes", processes)
    drawn_from = read_or_draw(seed)
    playing = _Playing(first, second, read_rules(rules), _read_unit("unit", unit), drawn_from)
    if progress is not None and not callable(progress):
        raise TypeError(f"progress: expected a function or None, got {described(progress)}")
    played: dict[int, Pair] = {}
    names = playing.names()
    if count > 1:
        _refuse_what_stays_here(playing)
    results = _one_by_one(playing, wanted) if count == 1 else _shared(playing, wanted, count)
    try:
        with closing(results):
            for number, pair in results:
                played[number] = pair
                if progress is not None:
                    progress(len(played), wanted)
    except KeyboardInterrupt:
        # It is asked for by someone who wants to see what there is so far.
        pass
    in_order = tuple(played[number] for number in sorted(played))
    return Evaluation(*names, playing.rules, playing.unit, playing.seed, wanted, in_order)


@dataclass(frozen=True, slots=True)
class _Playing:
    """Everything that the result of a pair depends on, but for its number.

    Players who have a name are found by it in each process, so that it need not be picklable what
    makes them.
    """

    first: Contender
    second: Contender
    rules: Rules
    unit: Unit
    seed: int

    def names(self) -> tuple[str, str]:
        """Return the players' names."""
        return Match(self._seated(0), self._rules_of_play(), seed=0).names

    def __call__(self, number: int) -> Pair:
        """Play a pair."""
        seed = spawn(self.seed, number)
        return Pair(seed, (self._play(number, seed, 0), self._play(number, seed, 1)))

    def _seated(self, seat: int) -> list[Player]:
        """Return the players by seat, the first one in `seat`."""
        players = [_player("first", self.first), _player("second", self.second)]
        return players if seat == 0 else players[::-1]

    def _rules_of_play(self) -> Rules:
        if self.unit == "game":
            return self.rules.replace(best_of=1)
        return self.rules.replace(single_hand=True, best_of=1, hollywood_columns=1)

    def _play(self, number: int, seed: int, seat: int) -> Tally:
        """Play the deals of a seed with the first player in a seat."""
        match = Match(self._seated(seat), self._rules_of_play(), seed)
        try:
            results = [played.result for played in match]
        except Exception as error:
            error.add_note(f"in pair {number + 1} (seed {seed}), the first player in seat {seat}")
            _note_place(error)
            raise
        won = lost = points = 0
        for result in results:
            if result is None or result.winner is None:
                continue
            if result.winner == seat:
                won, points = won + 1, points + result.points
            else:
                lost, points = lost + 1, points - result.points
        games = _winners(match.games[0]) if self.unit == "game" else []
        return Tally(
            0 if seat == 0 else 1,
            len(results),
            won,
            lost,
            points,
            len(games),
            games.count(seat),
            games.count(1 - seat),
        )


def _winners(game: "Game") -> list[int | None]:
    """Return who won the game, or each of the three that are scored side by side."""
    score = game.score
    return (
        [score.winner] if isinstance(score, GameScore) else [each.winner for each in score.columns]
    )


def _one_by_one(playing: _Playing, wanted: int) -> Generator[tuple[int, Pair], None, None]:
    for number in range(wanted):
        yield number, playing(number)


def _shared(
    playing: _Playing, wanted: int, processes: int
) -> Generator[tuple[int, Pair], None, None]:
    return worked(playing, range(wanted), min(processes, wanted))


def _refuse_what_stays_here(playing: _Playing) -> None:
    """Refuse players that no other process can be given."""
    try:
        pickle.dumps(playing)
    except Exception as error:
        raise TypeError(
            "processes: players for more than one process must be picklable, or named as "
            f"module:attribute: {error}"
        ) from error


def _note_place(error: Exception) -> None:
    """Note which line of a player's own an error passed: another process sends no traceback."""
    package = str(Path(__file__).parent.parent)
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if not frame.filename.startswith(package)]
    if own:
        error.add_note(f"at {own[-1].filename}, line {own[-1].lineno}")


def _makes_players(contender: object) -> bool:
    return isinstance(contender, type) or not hasattr(contender, "act")


def _found(name: str, contender: object) -> object:
    """Return a player or what makes one; who is named is found."""
    found: object = contender
    if isinstance(contender, str):
        try:
            found = find(contender)
        except ValueError as error:
            raise ValueError(f"{name}: {str(error).removeprefix('player: ')}") from error
    if not callable(found if _makes_players(found) else getattr(found, "act", None)):
        raise TypeError(
            f"{name}: expected a player, a class or function that makes one, or a name, got "
            f"{described(contender)}"
        )
    return found


def _with_callbacks(player: object) -> str:
    """Say how a player of the EAAI challenge comes to this table."""
    if not callable(getattr(player, "getFinalMelds", None)):
        return ""
    return "; wrap a player with callbacks in gin_fast.compat.eaai.as_player"


def _player(name: str, contender: object) -> Player:
    player: Any = _found(name, contender)
    if _makes_players(player):
        player = player()
        if not callable(getattr(player, "act", None)):
            raise TypeError(
                f"{name}: expected it to make a player with act, got {described(player)}"
                f"{_with_callbacks(player)}"
            )
    known: Player = player
    return known
