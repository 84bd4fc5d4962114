"""A match between two players who are called back, hand after hand to 100 points."""

import random
from collections.abc import Iterable
from typing import Any, Final, Literal

from gin_fast._fields import described, flag, one_of, read_seed, whole
from gin_fast.card import InvalidHandError
from gin_fast.compat.eaai.cards import Card, mask_of, read_card
from gin_fast.compat.eaai.evaluation import GOAL_SCORE
from gin_fast.compat.eaai.hand import Hand
from gin_fast.compat.eaai.seat import Forfeit, ForfeitedError, PlayerSeat
from gin_fast.compat.eaai.settlement import HandResult
from gin_fast.round.result import other

__all__ = ["GinRummyGame"]

_PACK: Final = 52
_read_starter = one_of(0, 1, None)
_read_cap = whole(1, or_none=True)


class GinRummyGame:
    """A match: hands are played until a player has 100 points.

    Cards are dealt one by one, player 0 first. The first face-up card is offered to the starter,
    then to the other one; if both refuse it the starter draws face down. Who throws the face-up
    card that he has just taken, a card that he does not hold, or shows what is no set of melds or
    leaves more than ten points, loses the match. A hand is void when two cards are left after a
    discard. The starter alternates after each hand that was scored, and the first one is drawn.

    Who goes out names the melds that he shows, and they stand. The other one is asked for his:

    - By default he loses nothing by his answer. The melds that he names stand, with the best
      layoffs and any further melds, if this leaves as little as can be; otherwise he shows and lays
      off what leaves least.
    - With ``faithful=True`` it is as in the framework: his melds stand as he names them, and
      then, as long as a card fits, the first one by id goes on the first meld that it fits.

    >>> from gin_fast.compat.eaai import GinRummyGame, SimpleGinRummyPlayer
    >>> game = GinRummyGame(SimpleGinRummyPlayer(1), SimpleGinRummyPlayer(2), seed=3)
    >>> winner = game.play()
    >>> game.scores[winner] >= 100 > game.scores[1 - winner]
    True

    Args:
        player0: A `GinRummyPlayer`, or anything with its ten callbacks.
        player1: Another one.
        seed: What the deals and the first starter are drawn from; None: one that nobody knows
            before.
        faithful: Whether defenders lay out and lay off as in the framework.
        starter: The player who starts, None: drawn.
        decks: Decks to deal first, each of 52 cards with the first card to deal last, as
            `Card.getShuffle` gives them.
        max_turns: After how many draws a hand is void, or None: two players who only take face-up
            cards never end one.
        max_hands: After how many hands the match is over, won by who is ahead, or None.

    Raises:
        InvalidCardError: A card of a deck is none.
        InvalidHandError: A deck lacks a card.
        TypeError: An argument is of another kind, or a player lacks a callback.
        ValueError: An argument is out of range, or the players are one object.

    """

    def __init__(  # noqa: PLR0913 - each is a choice of its own.
        self,
        player0: Any,
        player1: Any,
        *,
        seed: int | None = None,
        faithful: bool = False,
        starter: Literal[0, 1] | None = None,
        decks: Iterable[Iterable[Card | int]] = (),
        max_turns: int | None = None,
        max_hands: int | None = None,
    ) -> None:
        if player0 is player1:
            raise ValueError(
                "player1: expected another player than player0, since each remembers his own cards"
            )
        self._seats = (PlayerSeat(0, player0), PlayerSeat(1, player1))
        self._random = random.Random(read_seed("seed", seed))  # noqa: S311 - no secret is drawn.
        self._faithful = flag("faithful", faithful)
        first: Literal[0, 1] | None = _read_starter("starter", starter)
        drawn: Literal[0, 1] = 1 if self._random.random() < 0.5 else 0  # noqa: PLR2004 - a half.
        self._starter = drawn if first is None else first
        self._decks = _read_decks(decks)
        self._max_turns: int | None = _read_cap("max_turns", max_turns)
        self._max_hands: int | None = _read_cap("max_hands", max_hands)
        self._scores = [0, 0]
        self._hands: list[HandResult] = []
        self._forfeit: Forfeit | None = None

    @property
    def scores(self) -> tuple[int, int]:
        """The points of player 0 and player 1."""
        first, second = self._scores
        return first, second

    @property
    def hands(self) -> tuple[HandResult, ...]:
        """The hands that were played to their ends."""
        return tuple(self._hands)

    @property
    def starter(self) -> Literal[0, 1]:
        """The player who starts the next hand."""
        return self._starter

    @property
    def forfeit(self) -> Forfeit | None:
        """Who lost the match by what he did, and why; None if nobody did."""
        return self._forfeit

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        if self._forfeit is not None or max(self._scores) >= GOAL_SCORE:
            return True
        return self._max_hands is not None and len(self._hands) >= self._max_hands

    @property
    def winner(self) -> Literal[0, 1] | None:
        """The player who won; None before the end, and where `max_hands` ends a level match."""
        if not self.over:
            return None
        if self._forfeit is not None:
            return other(self._forfeit.player)
        first, second = self._scores
        return None if first == second else 0 if first > second else 1

    def play(self) -> Literal[0, 1] | None:
        """Play the match to its end, and return who won: 0 or 1.

        None is only returned where `max_hands` has ended a match that is level.

        Raises:
            Exception: Whatever a player raises, with a note that names him and the callback.

        """
        while not self.over:
            self.play_hand()
        return self.winner

    def play_hand(self) -> HandResult | None:
        """Play the next hand and return how it ended, or None if it was forfeited.

        Raises:
            ValueError: The match is over.
            Exception: Whatever a player raises, with a note that names him and the callback.

        """
        if self.over:
            raise ValueError("the match is over, no hand is due")
        # Drawn in any case, so that decks that are given change none of those that follow.
        deck = Card.getShuffle(self._random.getrandbits(48))
        if len(self._hands) < len(self._decks):
            deck = self._decks[len(self._hands)].copy()
        hand = Hand(self._seats, self._starter, deck, self._max_turns, faithful=self._faithful)
        try:
            result = hand.play()
        except ForfeitedError as error:
            self._forfeit = error.forfeit
            return None
        self._hands.append(result)
        if result.winner is not None:
            self._scores[result.winner] += result.points
            self._starter = other(self._starter)
            for seat in self._seats:
                seat.call("reportScores", list(self._scores))
        return result

    def __repr__(self) -> str:
        over = "over" if self.over else f"player {self._starter} to start"
        return f"<GinRummyGame: {len(self._hands)} hands, {self.scores}, {over}>"


def _read_decks(decks: object) -> list[list[Card]]:
    if isinstance(decks, str | bytes) or not isinstance(decks, Iterable):
        raise TypeError(f"decks: expected decks, each of 52 cards, got {described(decks)}")
    read = []
    for at, deck in enumerate(decks):
        name = f"decks[{at}]"
        if isinstance(deck, str | bytes) or not isinstance(deck, Iterable):
            raise TypeError(f"{name}: expected cards in order, got {described(deck)}")
        cards = [read_card(name, card) for card in deck]
        if mask_of(name, cards).bit_count() != _PACK:
            raise InvalidHandError(f"{name}: expected 52 cards, got {len(cards)}")
        read.append(cards)
    return read
