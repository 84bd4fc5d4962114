"""One hand of a match, from the deal until somebody goes out or two cards are left."""

from typing import Final, Literal

from gin_fast.card import CardSet
from gin_fast.compat.eaai.cards import Card, cards_of, mask_of
from gin_fast.compat.eaai.seat import PlayerSeat
from gin_fast.compat.eaai.settlement import HandResult, settled, what_is_wrong, worth
from gin_fast.round.result import other, seat_of

__all__ = ["Hand"]

_DEAD_CARDS: Final = 2
_DEALT: Final = 10


class Hand:
    """One hand.

    Args:
        seats: The players.
        starter: The one who is offered the first face-up card.
        deck: The pack, the first card to deal last.
        max_turns: After how many draws the hand is void, or None.
        faithful: Whether the defender lays out and lays off as in the framework.

    """

    def __init__(
        self,
        seats: tuple[PlayerSeat, PlayerSeat],
        starter: Literal[0, 1],
        deck: list[Card],
        max_turns: int | None,
        *,
        faithful: bool,
    ) -> None:
        self._seats = seats
        self._starter = starter
        self._deck = deck
        self._max_turns = max_turns
        self._faithful = faithful
        dealt = deck[: -2 * _DEALT - 1 : -1]
        # One by one, player 0 first, whoever starts.
        self._cards = (dealt[0::2], dealt[1::2])
        self._hands = [mask_of("hand", cards) for cards in self._cards]
        del deck[-2 * _DEALT :]
        self._pile = [deck.pop()]
        self._turns = 0

    def play(self) -> HandResult:
        """Play it to its end.

        Raises:
            ForfeitedError: A player did what is not allowed.
            Exception: Whatever a player raises.

        """
        starter = self._starter
        for seat, cards in zip(self._seats, self._cards, strict=True):
            seat.call("startGame", seat.number, starter, list(cards))
        player = starter
        taken: Card | None = None
        if self._offer(starter):
            taken = self._take(starter)
        elif self._offer(other(starter)):
            player = other(starter)
            taken = self._take(player)
        else:
            self._draw(starter)
        while True:
            self._throw(player, taken)
            melds = self._seats[player].melds()
            if melds is not None:
                return self._go_out(player, melds)
            if len(self._deck) <= _DEAD_CARDS or self._turns == self._max_turns:
                return HandResult("void", starter, None, 0, self._turns)
            player = other(player)
            taken = None
            if self._offer(player):
                taken = self._take(player)
            else:
                self._draw(player)

    def _offer(self, player: Literal[0, 1]) -> bool:
        return self._seats[player].takes(self._pile[-1])

    def _take(self, player: Literal[0, 1]) -> Card:
        card = self._pile.pop()
        self._turns += 1
        self._hands[player] |= card.bit
        for seat in self._seats:
            seat.call("reportDraw", player, card)
        return card

    def _draw(self, player: Literal[0, 1]) -> None:
        card = self._deck.pop()
        self._turns += 1
        self._hands[player] |= card.bit
        for seat in self._seats:
            seat.call("reportDraw", player, card if seat.number == player else None)

    def _throw(self, player: Literal[0, 1], taken: Card | None) -> None:
        card = self._seats[player].discard(self._hands[player], taken)
        self._hands[player] ^= card.bit
        self._pile.append(card)
        for seat in self._seats:
            seat.call("reportDiscard", player, card)

    def _go_out(self, knocker: Literal[0, 1], shown: list[int]) -> HandResult:
        defender = other(knocker)
        self._check(knocker, shown, knocks=True)
        self._report_melds(knocker, shown)
        own = self._seats[defender].melds() or []
        self._check(defender, own, knocks=False)
        left = self._hands[knocker]
        for meld in shown:
            left ^= meld
        defence = settled(self._hands[defender], own, shown, gin=not left, faithful=self._faithful)
        self._report_melds(defender, defence.melds)
        for layoff in defence.layoffs:
            for seat in self._seats:
                seat.call("reportLayoff", defender, layoff.card, list(layoff.meld))
        for number, hand in enumerate(self._hands):
            for seat in self._seats:
                seat.call("reportFinalHand", number, cards_of(hand))
        earned = worth(CardSet.from_mask(left).points, defence.deadwood)
        return HandResult(
            earned.kind,
            self._starter,
            seat_of(earned.winner, knocker),
            earned.points,
            self._turns,
            knocker,
            CardSet.from_mask(left).points,
            defence.deadwood,
            tuple(tuple(cards_of(meld)) for meld in shown),
            tuple(tuple(cards_of(meld)) for meld in defence.melds),
            tuple(defence.layoffs),
        )

    def _check(self, player: Literal[0, 1], melds: list[int], *, knocks: bool) -> None:
        wrong = what_is_wrong(self._hands[player], melds, knocks=knocks)
        if wrong is not None:
            raise self._seats[player].forfeit(f"showed what he cannot: {wrong}")

    def _report_melds(self, player: Literal[0, 1], melds: list[int]) -> None:
        for seat in self._seats:
            seat.call("reportFinalMelds", player, [cards_of(meld) for meld in melds])
