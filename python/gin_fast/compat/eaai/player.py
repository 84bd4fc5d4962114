"""Players as the challenge framework knows them: ten callbacks, and its plain player."""

# The names are the framework's.
# ruff: noqa: N802, N803

import random
from typing import ClassVar

from gin_fast._fields import read_seed
from gin_fast.compat.eaai.cards import Card, cards_of, mask_of
from gin_fast.compat.eaai.evaluation import MAX_DEADWOOD, GinRummyUtil
from gin_fast.evaluate import deadwood_after_discard, melds

__all__ = ["GinRummyPlayer", "SimpleGinRummyPlayer"]


class GinRummyPlayer:
    """A player: a game calls these ten, of which four are answered.

    A player need not derive from this class, which answers nothing itself and ignores every report.

    Attributes:
        cards_as_ids: Whether the player is given ids in place of Cards. Either may be answered.

    """

    cards_as_ids: ClassVar[bool] = False

    def startGame(self, playerNum: int, startingPlayerNum: int, cards: list[Card]) -> None:
        """Begin a hand.

        Args:
            playerNum: The player's own number, 0 or 1.
            startingPlayerNum: The player who is offered the first face-up card.
            cards: The player's ten cards.

        """

    def willDrawFaceUpCard(self, card: Card) -> bool:
        """Return whether to take the card that lies face up, else one is drawn face down."""
        raise NotImplementedError

    def reportDraw(self, playerNum: int, drawnCard: Card | None) -> None:
        """Learn that a player drew; None: a card that the other one drew face down."""

    def getDiscard(self) -> Card:
        """Return the card to throw: not the face-up card taken in this turn."""
        raise NotImplementedError

    def reportDiscard(self, playerNum: int, discardedCard: Card) -> None:
        """Learn what a player threw."""

    def getFinalMelds(self) -> list[list[Card]] | None:
        """Return the melds to go out with, or None to play on; as defender the melds to show.

        It is asked after each discard of the player's own, and when the other one has gone out.
        """
        raise NotImplementedError

    def reportFinalMelds(self, playerNum: int, melds: list[list[Card]]) -> None:
        """Learn what a player shows: first who went out, then the defender."""

    def reportScores(self, scores: list[int]) -> None:
        """Learn the score of player 0 and player 1, after each hand that was scored."""

    def reportLayoff(self, playerNum: int, layoffCard: Card, opponentMeld: list[Card]) -> None:
        """Learn that a defender laid off a card, and on which meld, as it lay before."""

    def reportFinalHand(self, playerNum: int, hand: list[Card]) -> None:
        """Learn what a player held when the other one or he had gone out."""


class SimpleGinRummyPlayer(GinRummyPlayer):
    """The plain player that the challenge measured its entries against.

    - It takes the face-up card exactly if some meld of the hand and that card holds it.
    - It throws one of the cards that leave the least deadwood, each as likely as the other; but
      neither the face-up card just taken, nor a card that it has already thrown in this hand after
      drawing the same one. Only where nothing else is left it throws such a card again.
    - It goes out as soon as what is left is at most ten, with one of the best sets of melds by
      chance; as defender it shows one of these too.

    >>> from gin_fast.compat.eaai import GinRummyGame, SimpleGinRummyPlayer
    >>> game = GinRummyGame(SimpleGinRummyPlayer(1), SimpleGinRummyPlayer(2), seed=3)
    >>> game.play() == game.winner
    True

    Args:
        seed: What its choices among equals are drawn from, None: one that nobody knows before.

    Raises:
        TypeError: `seed` is no int.
        ValueError: It is negative.

    """

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(read_seed("seed", seed))  # noqa: S311 - no secret is drawn.
        self._number = 0
        self._hand = 0
        self._drawn: Card | None = None
        self._taken: Card | None = None
        self._thrown: set[tuple[Card | None, Card]] = set()
        self._defends = False

    def startGame(self, playerNum: int, startingPlayerNum: int, cards: list[Card]) -> None:
        """Begin a hand: forget the last one."""
        del startingPlayerNum
        self._number = playerNum
        self._hand = mask_of("cards", cards)
        self._drawn = self._taken = None
        self._thrown = set()
        self._defends = False

    def willDrawFaceUpCard(self, card: Card) -> bool:
        """Return whether some meld of the hand and the card holds the card."""
        takes = any(meld.cards.mask & card.bit for meld in melds(self._hand | card.bit))
        self._taken = card if takes else None
        return takes

    def reportDraw(self, playerNum: int, drawnCard: Card | None) -> None:
        """Learn what it drew itself."""
        if playerNum == self._number and drawnCard is not None:
            self._drawn = drawnCard
            self._hand |= drawnCard.bit

    def getDiscard(self) -> Card:
        """Return one of the cards that leave the least deadwood and may be thrown."""
        left = deadwood_after_discard(self._hand)
        fresh = [card for card in cards_of(self._hand) if card is not self._taken]
        unused = [card for card in fresh if (self._drawn, card) not in self._thrown] or fresh
        least = min(left[card.id] for card in unused)
        card = self._random.choice([card for card in unused if left[card.id] == least])
        self._thrown.add((self._drawn, card))
        return card

    def reportDiscard(self, playerNum: int, discardedCard: Card) -> None:
        """Learn what it threw itself."""
        if playerNum == self._number:
            self._hand &= ~discardedCard.bit
            self._taken = None

    def getFinalMelds(self) -> list[list[Card]] | None:
        """Return one of the best sets of melds if it may go out or defends."""
        best = GinRummyUtil.cardsToBestMeldSets(self._hand)
        if not best:
            return [] if self._defends else None
        chosen = self._random.choice(best)
        if not self._defends and GinRummyUtil.getDeadwoodPoints1(chosen, self._hand) > MAX_DEADWOOD:
            return None
        return [cards_of(meld) for meld in chosen]

    def reportFinalMelds(self, playerNum: int, melds: list[list[Card]]) -> None:
        """Learn that the other one has gone out."""
        del melds
        self._defends = playerNum != self._number
