"""A game: who deals, what is dealt, and the score."""

from typing import Literal

from gin_fast._fields import described, one_of
from gin_fast.match.seeds import read_or_draw, spawn
from gin_fast.round import Observation, Round
from gin_fast.rules import Rules
from gin_fast.scoring import GameScore, HollywoodScore, next_dealer
from gin_fast.scoring.round_score import read_rules

__all__ = ["Game"]

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
        self._seed = read_or_draw(seed)
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
        seed = spawn(self._seed, _DEALS, len(self._rounds))
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


def _first_dealer(rules: Rules, seed: int, dealer: object) -> int:
    seat: int | None = _read_dealer("dealer", dealer)
    if seat is not None:
        return seat
    if rules.first_dealer != "random":
        return rules.first_dealer
    return spawn(seed, _FIRST_DEALER) & 1
