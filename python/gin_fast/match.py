"""Games and matches: rounds dealt one after another, counted, and played by players.

>>> from gin_fast.match import Game
>>> game = Game(seed=7)
>>> game.dealer, game.scores, game.target
(1, (0, 0), 100)
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Literal

import numpy as np

from gin_fast._fields import described, is_whole, one_of, shown
from gin_fast.round import IllegalActionError, Observation, Player, Round
from gin_fast.rules import Rules
from gin_fast.scoring import GameScore, HollywoodScore, MatchScore, next_dealer
from gin_fast.scoring.round_score import read_rules

__all__ = ["Game", "Match", "play"]

_read_dealer = one_of(0, 1, None)
# What the seeds of a game are for.
_FIRST_DEALER, _DEALS = 0, 1


class Game:
    """A game: who deals, what is dealt, and the score of the rounds played.

    It plays no card: `deal` gives the round that is due, whoever plays it hands it to `add` when
    it is over. The deals depend on the seed alone, not on how rounds are played.

    >>> from gin_fast import Game, Rules
    >>> game = Game(Rules(target=50), seed=4)
    >>> dealt = game.deal()
    >>> while dealt.phase != "over":
    ...     dealt.apply(dealt.legal_actions()[0])
    >>> game.add(dealt)
    >>> game.scores, game.over, game.deal().seed == dealt.seed
    ((0, 0), False, False)

    Args:
        rules: The rules of the game; three columns side by side where they are Hollywood's.
        seed: What the deals are drawn from, and the first dealer if the rules leave him to
            chance; None: one that nobody knows before, `seed` tells it.
        dealer: The seat that deals first, None: as the rules say.
        layoff: How defenders lay off, as in `Round`.

    Raises:
        TypeError: `rules` are no Rules, or another argument is of the wrong kind.
        ValueError: `seed` is negative, or there is no such seat.

    """

    def __init__(
        self,
        rules: Rules = Rules(),  # noqa: B008 - rules are frozen.
        seed: int | None = None,
        *,
        dealer: int | None = None,
        layoff: Literal["best", "manual"] = "best",
    ) -> None:
        self._rules = read_rules(rules)
        self._seed = _read_or_draw(seed)
        self._layoff = layoff
        self._dealer = _first_dealer(rules, self._seed, dealer)
        self._rounds: list[Round] = []
        self._score: GameScore | HollywoodScore = (
            GameScore(rules) if rules.hollywood_columns == 1 else HollywoodScore(rules)
        )
        # A word that is none is refused here and not with the first round.
        self.deal()

    def deal(self) -> Round:
        """Return the round that is due, dealt; until one is added it is always the same.

        Raises:
            ValueError: The game is over.

        """
        if self.over:
            raise ValueError("the game is over, no round is due")
        seed = _spawn(self._seed, _DEALS, len(self._rounds))
        return Round(self._rules, seed=seed, dealer=self._dealer, layoff=self._layoff)

    def add(self, played: Round) -> None:
        """Count a round that is over, and pass on the deal.

        Args:
            played: The round; not necessarily one that `deal` gave, but by the same rules and dealt
                by the seat whose turn it is.

        Raises:
            TypeError: It is no Round.
            ValueError: It is not over, of other rules or another dealer, or the game is over.

        """
        if not isinstance(played, Round):
            raise TypeError(f"played: expected a Round, got {described(played)}")
        if self.over:
            raise ValueError("played: the game is over, no round is due")
        result = played.result
        if result is None:
            raise ValueError("played: the round is not over")
        if played.rules != self._rules:
            raise ValueError(f"played: expected a round of {self._rules}, got {played.rules}")
        if played.dealer != self._dealer:
            raise ValueError(
                f"played: expected a round dealt by seat {self._dealer}, got one by seat "
                f"{played.dealer}"
            )
        self._score.add(result.winner, result.points, result.boxes)
        self._rounds.append(played)
        self._dealer = next_dealer(self._rules, self._dealer, result.winner)

    def observation(self, playing: Round, seat: int) -> Observation:
        """Return what a seat may know of a round of this game, the score included.

        Args:
            playing: The round.
            seat: The seat, 0 or 1.

        Raises:
            ValueError: There is no such seat.

        """
        return playing.observation(seat, scores=self.scores, target=self.target)

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self._rules

    @property
    def seed(self) -> int:
        """What the deals are drawn from; a game made with it deals the same."""
        return self._seed

    @property
    def dealer(self) -> int:
        """The seat that deals the next round; after the end, that would."""
        return self._dealer

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The rounds that were added."""
        return tuple(self._rounds)

    @property
    def score(self) -> GameScore | HollywoodScore:
        """The score, a copy of its own; `print` shows its sheet."""
        return self._score.copy()

    @property
    def scores(self) -> tuple[int, int]:
        """What each seat has towards the target.

        Of Hollywood's columns it is the first that is open, or the last one after the end.
        """
        if isinstance(self._score, GameScore):
            return self._score.counted
        columns = self._score.columns
        return next((column for column in columns if not column.over), columns[-1]).counted

    @property
    def target(self) -> int | None:
        """The points that end the game; None if it is a single round."""
        return None if self._rules.single_hand else self._rules.target

    @property
    def over(self) -> bool:
        """Whether the target is reached: in every column, if there are three."""
        return self._score.over

    @property
    def winner(self) -> int | None:
        """The seat that won; None before the end, of a drawn single round, and in Hollywood."""
        return self._score.winner if isinstance(self._score, GameScore) else None

    def __str__(self) -> str:
        return str(self._score)

    def __repr__(self) -> str:
        over = "over" if self.over else f"seat {self._dealer} to deal"
        return f"<Game: seed {self._seed}, {len(self._rounds)} rounds, {over}>"


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
        self._seed = _read_or_draw(seed)
        self._layoff = layoff
        self._score = MatchScore(rules.best_of)
        self._games = [self._game(dealer)]
        self._playing: Round | None = None

    def _game(self, dealer: int | None) -> Game:
        """Return the next game, whose deals are its own."""
        seed = _spawn(self._seed, self._score.games_played)
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
            Exception: Whatever a player raises, with a note that says who and at which ply.

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
                reset(seat, self._rules, _spawn(playing.seed, seat))
            except Exception as error:
                error.add_note(f"raised by the reset of {self._who(seat)}")
                raise

    def _ply(self, game: Game, playing: Round) -> None:
        """Ask the player whose turn it is, and do what he says."""
        seat = playing.player
        try:
            action = self._players[seat].act(game.observation(playing, seat))
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


def _spawn(seed: int, *key: int) -> int:
    """Return the seed of a part of what `seed` stands for.

    53 bits, which any program that reads JSON keeps.
    """
    state = np.random.SeedSequence(seed, spawn_key=key).generate_state(1, np.uint64)
    return int(state[0]) >> 11


def read_seed(name: str, seed: object) -> int | None:
    """Read a seed: an int as large as one likes, or None."""
    if seed is None:
        return None
    if not is_whole(seed):
        raise TypeError(f"{name}: expected None or an int not below 0, got {described(seed)}")
    if int(seed) < 0:
        raise ValueError(f"{name}: expected None or an int not below 0, got {shown(seed)}")
    return int(seed)


def _read_or_draw(seed: object) -> int:
    known = read_seed("seed", seed)
    if known is not None:
        return known
    return int(np.random.SeedSequence().generate_state(1, np.uint64)[0]) >> 11


def _first_dealer(rules: Rules, seed: int, dealer: object) -> int:
    seat: int | None = _read_dealer("dealer", dealer)
    if seat is not None:
        return seat
    if rules.first_dealer != "random":
        return rules.first_dealer
    return _spawn(seed, _FIRST_DEALER) & 1


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
            raise TypeError(f"players[{seat}]: expected a player with act, got {described(player)}")
    first, second = players
    return first, second


def _name(player: Player) -> str:
    name = getattr(player, "name", None)
    return name if isinstance(name, str) else type(player).__name__
