"""A match between two players: its games, its rounds one by one."""

from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from gin_fast._fields import described
from gin_fast.match.game import Game
from gin_fast.match.seeds import read_or_draw, spawn
from gin_fast.round import IllegalActionError, Player, Round
from gin_fast.rules import Rules
from gin_fast.scoring import MatchScore
from gin_fast.scoring.round_score import read_rules

__all__ = ["Match", "play"]


class Match:
    """Two players and the games that they play: one, or as many as `best_of` asks for.

    Iterating plays: each item is a round that is over, and the next one is not begun before it is
    asked for. A match iterated again gives the rounds that are played, and then goes on.

    Before each round a player that has `reset` is told his seat, the rules and a seed of
    his own, which comes from the seed of the round. So a round can be played again by itself, and
    nothing else that players do changes what is dealt.

    >>> from gin_fast import Match, Rules
    >>> class First:
    ...     def act(self, observation):
    ...         return observation.legal_actions[0]
    >>> match = Match([First(), First()], Rules(single_hand=True), seed=1)
    >>> [played.result.kind for played in match]
    ['draw']

    Args:
        players: Two players, of seat 0 and seat 1.
        rules: The rules.
        seed: What everything is drawn from, None: one that nobody knows before.
        dealer: The seat that deals first, None: as the rules say.
        layoff: How defenders lay off, as in `Round`.

    Raises:
        TypeError: A player has no `act`, or another argument is of the wrong kind.
        ValueError: There are not two players, an argument is out of range, or the rules ask for
            several games of three columns each.

    """

    def __init__(
        self,
        players: Sequence[Player],
        rules: Rules = Rules(),  # noqa: B008 - rules are frozen.
        seed: int | None = None,
        *,
        dealer: int | None = None,
        layoff: Literal["best", "manual"] = "best",
    ) -> None:
        self._players = _read_players(players)
        self._rules = read_rules(rules)
        if rules.hollywood_columns > 1 and rules.best_of > 1:
            raise ValueError(
                f"rules: three columns side by side have no winner to play best of {rules.best_of}"
                " with; change hollywood_columns or best_of to 1"
            )
        self._seed = read_or_draw(seed)
        self._layoff = layoff
        self._score = MatchScore(rules.best_of)
        self._games = [self._game(dealer)]
        self._playing: Round | None = None

    def _game(self, dealer: int | None) -> Game:
        """Return the next game, whose deals are its own."""
        seed = spawn(self._seed, self._score.games_played)
        return Game(self._rules, seed, dealer=dealer, layoff=self._layoff)

    def __iter__(self) -> Iterator[Round]:
        given = 0
        while True:
            rounds = self.rounds
            if given < len(rounds):
                yield rounds[given]
                given += 1
            elif self.over:
                return
            else:
                self.play_round()

    def play_round(self) -> Round:
        """Play the round that is due to its end, count it and return it.

        A round that an error has broken off goes on where it stopped.

        Raises:
            IllegalActionError: A player did what is not legal; the message says who, at which ply
                and what. The round stays as it was, `round` shows it.
            TypeError: What he did is no action.
            ValueError: The match is over.
            Exception: Whatever a player raises, with a note that says who and at which ply;
                for a StopIteration a RuntimeError.

        """
        if self.over:
            raise ValueError("the match is over, no round is due")
        game = self._games[-1]
        if game.over:
            # The dealer of a match's next game follows the same rule as that of a next round.
            game = self._game(game.dealer)
            self._games.append(game)
        playing = self._playing
        if playing is None:
            playing = game.deal()
            self._reset(playing)
            # Not before: after an error in a reset both players are told again.
            self._playing = playing
        while playing.phase != "over":
            self._ply(game, playing)
        game.add(playing)
        self._playing = None
        if game.winner is not None:
            self._score.add(game.winner)
        return playing

    def _reset(self, playing: Round) -> None:
        """Tell players that keep something that a round begins."""
        assert playing.seed is not None  # noqa: S101 - rounds of a game are dealt by seeds.
        for seat, player in enumerate(self._players):
            reset = getattr(player, "reset", None)
            if reset is None:
                continue
            try:
                reset(seat, self._rules, spawn(playing.seed, seat))
            except Exception as error:
                error.add_note(f"raised by the reset of {self._who(seat)}")
                raise

    def _ply(self, game: Game, playing: Round) -> None:
        """Ask the player whose turn it is, and do what he says."""
        seat = playing.player
        try:
            action = self._players[seat].act(game.observation(playing, seat))
        except StopIteration as error:
            # As it is, it would end the iteration of the match without a word.
            raise RuntimeError(f"{self._where(playing)} raised StopIteration") from error
        except Exception as error:
            error.add_note(f"raised by {self._where(playing)}")
            raise
        try:
            playing.apply(action)
        except (TypeError, ValueError) as error:
            kind = TypeError if isinstance(error, TypeError) else IllegalActionError
            raise kind(f"{self._where(playing)} played {action!r}: {error}") from error

    def _where(self, playing: Round) -> str:
        """Return who is to act and where, for an error."""
        return f"{self._who(playing.player)}, ply {len(playing.history) + 1}"

    def _who(self, seat: int) -> str:
        return f"seat {seat} ({self.names[seat]}), round {len(self.rounds) + 1}"

    @property
    def players(self) -> tuple[Player, Player]:
        """The two players, by seat."""
        return self._players

    @property
    def names(self) -> tuple[str, str]:
        """Their names: a player's `name` if it is a text, else the name of his type."""
        first, second = map(_name, self._players)
        return first, second

    @property
    def rules(self) -> Rules:
        """The rules."""
        return self._rules

    @property
    def seed(self) -> int:
        """What everything is drawn from; a match made with it deals the same."""
        return self._seed

    @property
    def games(self) -> tuple[Game, ...]:
        """The games begun, the one being played last."""
        return tuple(self._games)

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The rounds that are over, of all games."""
        return tuple(played for game in self._games for played in game.rounds)

    @property
    def round(self) -> Round | None:
        """The round being played; None between rounds. After an error it is as it was before."""
        return self._playing

    @property
    def score(self) -> MatchScore:
        """The games won, a copy of its own; those of `games` have points."""
        return self._score.copy()

    @property
    def over(self) -> bool:
        """Whether the match is decided, or its only game over without a winner."""
        return self._score.over or (self._rules.best_of == 1 and self._games[-1].over)

    @property
    def winner(self) -> int | None:
        """The seat that won; None before the end, and where nobody did."""
        return self._score.winner

    def __str__(self) -> str:
        sheets = [str(game) for game in self._games]
        if self._rules.best_of > 1:
            sheets.append(str(self._score))
        return "\n\n".join(sheets)

    def __repr__(self) -> str:
        over = ", over" if self.over else ""
        return (
            f"<Match: {' against '.join(self.names)}, seed {self._seed}, "
            f"{len(self._games)} games, {len(self.rounds)} rounds{over}>"
        )


def play(
    players: Sequence[Player],
    rules: Rules = Rules(),  # noqa: B008 - rules are frozen.
    seed: int | None = None,
    *,
    progress: Callable[[Match], object] | None = None,
) -> Match:
    """Play a match to its end and return it.

    Players who never go out play on for ever: to stop early, iterate a `Match`.

    >>> import gin_fast as gf
    >>> class First:
    ...     def act(self, observation):
    ...         return observation.legal_actions[0]
    >>> gf.play([First(), First()], gf.Rules(single_hand=True), seed=1).names
    ('First', 'First')

    Args:
        players: Two players, of seat 0 and seat 1.
        rules: The rules.
        seed: What everything is drawn from, None: one that nobody knows before.
        progress: Called with the match after each round.

    Raises:
        IllegalActionError: A player did what is not legal. To look at the match then, make a
            `Match` and iterate it.
        TypeError: An argument is of the wrong kind, or what a player did is no action.
        ValueError: There are not two players, or an argument is out of range.
        Exception: Whatever a player raises.

    """
    if progress is not None and not callable(progress):
        raise TypeError(f"progress: expected a function or None, got {described(progress)}")
    match = Match(players, rules, seed)
    for _ in match:
        if progress is not None:
            progress(match)
    return match


def _read_players(players: object) -> tuple[Player, Player]:
    if not isinstance(players, Sequence) or isinstance(players, str):
        raise TypeError(f"players: expected two players, got {described(players)}")
    if len(players) != 2:  # noqa: PLR2004 - seats 0 and 1.
        raise ValueError(f"players: expected two players, got {len(players)}")
    for seat, player in enumerate(players):
        if isinstance(player, type):
            raise TypeError(
                f"players[{seat}]: expected a player, got a type; pass {player.__name__}()"
            )
        if not callable(getattr(player, "act", None)):
            hint = f"; pass gf.players.find({player!r})()" if isinstance(player, str) else ""
            raise TypeError(
                f"players[{seat}]: expected a player with act, got {described(player)}{hint}"
            )
    first, second = players
    return first, second


def _name(player: Player) -> str:
    name = getattr(player, "name", None)
    return name if isinstance(name, str) else type(player).__name__
