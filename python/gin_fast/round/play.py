"""The order of play of one round, from the deal to the showdown, for every field of `Rules`.

It is stated here and nowhere else. The settlement of a knock is not: that is `gin_fast.settle`.
Hands are evaluated once a turn, when eleven cards are due to go down to ten.
"""

from typing import TYPE_CHECKING, Any, Final, Literal

from gin_fast import settle
from gin_fast._fields import is_whole
from gin_fast.card import InvalidHandError
from gin_fast.evaluate import deadwood, knock_discards
from gin_fast.round.action import FIRST_ID, Action
from gin_fast.round.deal import dealt, read_deck, read_layoff, read_seat
from gin_fast.round.layoffs import Layoffs
from gin_fast.round.parts import Parts, read_parts
from gin_fast.round.refusal import read_for, refusal
from gin_fast.round.result import RoundResult, other, result_of
from gin_fast.round.state import STOCK, TAKE, State
from gin_fast.rules import Rules
from gin_fast.scoring.round_score import read_rules

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np

    from gin_fast._core import _Card, _Hand
    from gin_fast.round.deal import Seed

__all__ = ["Round"]

_PASS: Final = 1 << FIRST_ID["pass"]
_BIG_GIN: Final = 1 << FIRST_ID["big_gin"]
_KNOCKS: Final = FIRST_ID["knock"]
_DRAWN: Final = RoundResult("draw")
# Turns alternate, so that the first two are the first one of each seat.
_FIRST_TURNS: Final = 2


class Round(State):
    """One deal, from the opening to the showdown.

    >>> from gin_fast import Round
    >>> played = Round(seed=1)
    >>> played.phase, played.player, [str(action) for action in played.legal_actions()]
    ('upcard', 1, ['take_discard', 'pass'])
    >>> for action in ("pass", "pass", "draw_stock"):
    ...     played.apply(action)
    >>> played
    <Round: discard, seat 1 to act, 30 cards in the stock>

    Args:
        rules: The rules.
        deck: 52 cards, first dealt first: to the non-dealer and the dealer in turn, ten each; the
            21st is the upcard (in the eleven-card opening the non-dealer's eleventh), and the rest
            the stock, next drawn first. Ids, or texts, or one text.
        seed: Where no deck is given, it is shuffled with ``numpy.random.default_rng(seed)``.
        dealer: The seat that deals, 0 or 1; the other one acts first.
        layoff: Who chooses what a defender lays out: ``"best"``, and he always plays his best, or
            ``"manual"``, and he does so by `meld`, `lay_off` and `pass`.

    Raises:
        InvalidCardError: A text or id in the deck is no card.
        TypeError: An argument is of another kind.
        ValueError: The deck lacks a card or has one twice, is given beside a seed, or another
            argument is out of range.

    """

    __slots__ = ()

    def __init__(
        self,
        rules: Rules = Rules(),  # noqa: B008 - rules are frozen.
        *,
        deck: "str | Iterable[int | str] | np.ndarray | None" = None,
        seed: "Seed" = None,
        dealer: int = 0,
        layoff: Literal["best", "manual"] = "best",
    ) -> None:
        rules, seat = read_rules(rules), read_seat("dealer", dealer)
        manual, cards = read_layoff(layoff), read_deck(deck, seed)
        first, second = dealt(cards)
        # The non-dealer is dealt to first, and acts first.
        self._begin(rules, seat, (first, second) if seat else (second, first), cards[21:])
        self._deck = cards
        # A sequence of seeds has no number that could be written down.
        self._seed = int(seed) if is_whole(seed) else None
        self._manual = manual
        if rules.opening == "upcard_offer":
            self._pile.append(cards[20])
            self._turn_up(cards[20])
            self._legal = TAKE | _PASS
        else:
            self._turn_up(None)
            self._hands[self._player] |= 1 << cards[20]
            self._due_to_discard()

    @classmethod
    def from_parts(  # noqa: PLR0913 - each is one fact of a position.
        cls,
        *,
        hands: "tuple[_Hand, _Hand]",
        upcard: "_Card | None",
        stock: "str | Iterable[_Card]",
        rules: Rules = Rules(),  # noqa: B008 - rules are frozen.
        dealer: int = 0,
        discards: "str | Iterable[_Card]" = (),
        first_upcard: "_Card | None" = None,
        phase: str | None = None,
        player: int | None = None,
        taken: "_Card | None" = None,
        known: "tuple[_Hand, _Hand]" = ((), ()),
        declined: "tuple[_Hand, _Hand]" = ((), ()),
        layoff: Literal["best", "manual"] = "best",
    ) -> "Round":
        """Return a round from any position, the middle of one included.

        All 52 cards are to be somewhere. Where `phase` or `player` is None and the cards say which
        it is, that is taken. Moves, takes and turns thrown back, which caps count, begin anew;
        whether a turn is a player's first is told by the cards that were drawn.

        >>> from gin_fast import CardSet, Round
        >>> deck = [card for rank in range(13) for card in range(rank, 52, 13)]
        >>> played = Round.from_parts(
        ...     hands=(deck[:10], deck[10:21]),
        ...     upcard=deck[21],
        ...     stock=deck[22:],
        ... )
        >>> played
        <Round: discard, seat 1 to act, 30 cards in the stock>

        Args:
            hands: The cards of seat 0 and of seat 1.
            upcard: The card that lies face up, or None.
            stock: The stock, next drawn first.
            rules: The rules.
            dealer: The seat that dealt.
            discards: The cards under the upcard, oldest first.
            first_upcard: The upcard that was dealt, which Oklahoma and spade rules go by.
            phase: `upcard`, `draw`, `discard` or `wall`.
            player: The seat that is to act.
            taken: The card that he has just taken from the discard pile.
            known: The cards that each seat holds and was seen to take.
            declined: The upcards that each seat has refused.
            layoff: As for `Round`.

        Raises:
            InvalidCardError: A text or id is no card.
            InvalidHandError: A card is twice or nowhere, or in a place where it cannot be.
            TypeError: An argument is of another kind.
            ValueError: The phase is none, or does not go with the rest.

        """
        given = {
            "dealer": dealer,
            "hands": hands,
            "upcard": upcard,
            "stock": stock,
            "discards": discards,
            "first_upcard": first_upcard,
            "phase": phase,
            "player": player,
            "taken": taken,
            "known": known,
            "declined": declined,
        }
        parts = read_parts(read_rules(rules), given)
        played = object.__new__(cls)
        played._begin(rules, parts.dealer, parts.hands, parts.stock)
        played._resume(parts, manual=read_layoff(layoff))
        return played

    def _resume(self, parts: Parts, *, manual: bool) -> None:
        """Go on from a position that has been read."""
        self._manual = manual
        self._pile = list(parts.pile)
        self._known, self._declined = list(parts.known), list(parts.declined)
        self._taken, self._player = parts.taken, parts.player
        self._turns = parts.turns
        self._turn_up(parts.first_upcard)
        if parts.phase == "upcard":
            self._legal = TAKE | _PASS
        elif parts.phase == "draw":
            self._due_to_draw(STOCK if parts.both_refused else STOCK | TAKE)
        elif parts.phase == "wall":
            self._at_the_wall()
        else:
            self._due_to_discard()
            if not self._legal:
                raise InvalidHandError(
                    "taken: the last discard may be taken only to knock, which "
                    f"hands[{self._player}] cannot"
                )

    def apply(self, action: "Action | int | str | np.integer[Any]") -> None:
        """Do what the player to act says: an `Action`, its id or its text.

        >>> from gin_fast import Round
        >>> played = Round(seed=1)
        >>> played.apply("take_discard")
        >>> played.phase
        'discard'

        Raises:
            IllegalActionError: It is no action or not legal here; the round stays as it was.
            TypeError: It is of another kind.

        """
        if type(action) is not Action:
            action = read_for(self, action)
        kind, card, at = action.kind, action.card, action.id
        if at is None or not self._legal >> at & 1:
            layoffs = self._layoffs
            if layoffs is None or action not in layoffs.actions():
                raise refusal(self, action)
            layoffs.apply(action)
            self._history.append(action)
            return
        if kind == "knock" or kind == "big_gin":  # noqa: PLR1714 - a set is slower.
            self._knock(action)
            return
        self._history.append(action)
        if kind == "discard" and card is not None:
            self._discard(card)
        elif kind == "draw_stock":
            self._draw()
        elif kind == "take_discard":
            self._take()
        else:
            self._pass()

    def _draw(self) -> None:
        """Draw from the stock, which refuses the card that lies face up."""
        seat = self._player
        self._declined[seat] |= 1 << self._pile[-1]
        self._count -= 1
        self._hands[seat] |= 1 << self._stock[self._count]
        self._taken = None
        rules = self._rules
        if self._count <= rules.dead_cards and rules.wall_rule == "drawer_may_not_knock":
            self._end(_DRAWN)
        else:
            self._due_to_discard()

    def _take(self) -> None:
        """Take the card that lies face up: the offered upcard, a discard, or the last one."""
        seat = self._player
        card = self._pile.pop()
        self._hands[seat] |= 1 << card
        self._known[seat] |= 1 << card
        self._taken = card
        rules = self._rules
        # The cap is there to end swapping. The offer comes once, and a last discard that may only
        # be taken to knock ends the round anyway.
        swapping = rules.wall_rule == "last_discard_take" if self._phase == "wall" else True
        if self._phase != "upcard" and swapping:
            self._takes += 1
            if self._takes == rules.max_discard_draws:
                self._end(_DRAWN)
                return
        self._due_to_discard()

    def _pass(self) -> None:
        """Refuse the upcard, give up a round without an end, or be done with laying out."""
        if self._layoffs is not None:
            self._end(self._layoffs.result(other(self._player), self._first))
            return
        seat = self._player
        self._declined[seat] |= 1 << self._pile[-1]
        if self._phase != "upcard":
            self._end(_DRAWN)
            return
        self._player = other(seat)
        if seat == self._dealer:
            # Both refused it: the non-dealer draws from the stock (S5).
            self._due_to_draw(STOCK)

    def _discard(self, card: int) -> None:
        """Discard without knocking, which ends the turn."""
        seat = self._player
        bit = 1 << card
        self._hands[seat] ^= bit
        self._known[seat] &= ~bit
        self._pile.append(card)
        self._turns += 1
        thrown_back = card == self._taken
        self._taken = None
        rules = self._rules
        if thrown_back and self._stalled and rules.stall_rule:
            self._end(_DRAWN)
            return
        self._stalled = thrown_back
        if self._count > rules.dead_cards:
            self._player = other(seat)
            self._due_to_draw(STOCK | TAKE)
        elif rules.wall_rule in {"last_discard_knock", "last_discard_take"}:
            self._player = other(seat)
            self._at_the_wall()
        else:
            self._end(_DRAWN)

    def _knock(self, action: Action) -> None:
        """Knock, go gin or big gin: lay out the hand; the round is settled or the defender's."""
        seat = self._player
        hand = self._hands[seat]
        if action.card is not None:
            hand ^= 1 << action.card
        rules = self._rules
        defender = self._hands[other(seat)]
        layout = action.melds or "canonical"
        try:
            shown = settle.showdown(hand, defender, rules, layout, self._first)
        except InvalidHandError as error:
            raise refusal(self, action, str(error)) from None
        self._history.append(action)
        self._hands[seat] = hand
        self._known[seat] &= hand
        self._taken = None
        if self._manual:
            self._layoffs = Layoffs(rules, shown, defender)
            self._phase = "layoff"
            self._player = other(seat)
            self._legal = _PASS
            return
        self._end(result_of(shown, seat))

    def _due_to_draw(self, legal: int) -> None:
        self._phase = "draw"
        self._legal = _PASS if self._too_long() else legal

    def _at_the_wall(self) -> None:
        """With only dead cards left, let the player use the last discard as the rules have it."""
        self._phase = "wall"
        self._legal = _PASS
        if self._too_long():
            return
        last = self._pile[-1]
        hand = self._hands[self._player] | 1 << last
        if self._rules.wall_rule == "last_discard_take" or self._going_out(hand, last):
            self._legal |= TAKE

    def _due_to_discard(self) -> None:
        """Find what a hand of eleven can do: throw a card, knock, go gin or big gin."""
        rules = self._rules
        self._phase = "discard"
        hand = self._hands[self._player]
        taken = self._taken
        legal = self._going_out(hand, taken)
        plain = hand
        if taken is not None:
            if not rules.may_rediscard:
                plain ^= 1 << taken
            if self._count <= rules.dead_cards and rules.wall_rule == "last_discard_knock":
                # He took the last discard, which he may only do to knock.
                plain = 0
        if legal and rules.gin_forced:
            gin = self._knocks(hand, 0, taken) | legal & _BIG_GIN
            if gin:
                legal, plain = gin, 0
        self._legal = plain | legal

    def _going_out(self, hand: int, taken: int | None) -> int:
        """Return the knocks of eleven cards, gin among them, and big gin, as bits of their ids."""
        rules = self._rules
        if self._turns < _FIRST_TURNS and not rules.knock_on_first_turn:
            return 0
        legal = self._knocks(hand, self._limit, taken)
        # Eleven melded cards have a meld of four or more, which can spare a card: no knock, no
        # big gin either.
        if legal and rules.big_gin and not self._leaves(hand):
            legal |= _BIG_GIN
        return legal

    def _leaves(self, hand: int) -> int:
        rules = self._rules
        return deadwood(hand, ace=rules.ace, ace_deadwood=rules.ace_deadwood)

    def _knocks(self, hand: int, limit: int, taken: int | None) -> int:
        rules = self._rules
        banned = None if rules.rediscard_on_knock else taken
        if rules.ace == "low" and rules.ace_deadwood == 1:
            return knock_discards(hand, limit, banned).mask << _KNOCKS
        cards = knock_discards(hand, limit, banned, ace=rules.ace, ace_deadwood=rules.ace_deadwood)
        return cards.mask << _KNOCKS

    def _too_long(self) -> bool:
        """Whether so many moves were made, the deal counted as one, that only a pass is left."""
        most = self._rules.max_moves
        return most is not None and self._moves() >= most

    def _end(self, result: RoundResult) -> None:
        self._phase = "over"
        self._legal = 0
        self._layoffs = None
        self._result = result
