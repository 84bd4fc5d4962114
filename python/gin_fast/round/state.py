"""Where a round stands: the cards, whose turn it is, what is legal, and what a seat may know of it.

Cards are masks and ids, legal actions a mask of ids. How one state leads to the next is the order
of play, which is in `play`.
"""

from typing import Final, Literal, Self

from gin_fast import settle
from gin_fast.card import CardSet, Meld
from gin_fast.round.action import ACTIONS, FIRST_ID, Action, listed
from gin_fast.round.deal import read_seat
from gin_fast.round.layoffs import Layoffs, lay_on
from gin_fast.round.observation import Observation
from gin_fast.round.position import NOTHING_EARLIER, Earlier, Phase, Position, ending_of, facts_of
from gin_fast.round.result import RoundResult, Seat, other
from gin_fast.rules import Rules

__all__ = ["State"]

_HAND: Final = 10
_LOWER: Final = (1 << 64) - 1
STOCK = 1 << FIRST_ID["draw_stock"]
TAKE = 1 << FIRST_ID["take_discard"]
# At every other step a player may draw from either pile.
_EITHER_PILE = [ACTIONS[FIRST_ID["draw_stock"]], ACTIONS[FIRST_ID["take_discard"]]]


class State:
    """Where a round stands."""

    __slots__ = (
        "_count",
        "_dealer",
        "_deck",
        "_declined",
        "_earlier",
        "_first",
        "_hands",
        "_history",
        "_known",
        "_layoffs",
        "_legal",
        "_limit",
        "_manual",
        "_phase",
        "_pile",
        "_player",
        "_result",
        "_rules",
        "_seed",
        "_stalled",
        "_stock",
        "_taken",
        "_takes",
        "_turns",
    )

    _rules: Rules
    _dealer: Seat
    # Whether the defender lays out his cards by hand.
    _manual: bool
    _limit: int
    _first: int | None
    _deck: tuple[int, ...] | None
    _seed: int | None
    # Next drawn last, so that what is left of it is its first `_count` cards.
    _stock: tuple[int, ...]
    _count: int
    # By seat: the hand, what of it was seen to be taken, and the upcards refused.
    _hands: list[int]
    _known: list[int]
    _declined: list[int]
    # The discard pile, the upcard last.
    _pile: list[int]
    # What was done before the history, in a round that came from elsewhere.
    _earlier: Earlier
    _history: list[Action]
    _phase: Phase
    _player: Seat
    # The ids that are legal, as bits.
    _legal: int
    # The card taken from the discard pile in this turn.
    _taken: int | None
    # Turns that ended in a plain discard.
    _turns: int
    # Takes that count towards `max_discard_draws`.
    _takes: int
    # Whether the last turn threw back the card that it took.
    _stalled: bool
    # What lies on the table while the defender lays out by hand.
    _layoffs: Layoffs | None
    _result: RoundResult | None

    def _begin(
        self, rules: Rules, dealer: Seat, hands: tuple[int, int], stock: tuple[int, ...]
    ) -> None:
        """Set up a round that has not begun, the hands by seat and the stock next drawn first.

        `_turn_up` completes it.
        """
        self._rules = rules
        self._dealer = dealer
        self._manual = False
        self._deck = self._seed = None
        self._hands = list(hands)
        self._stock = stock[::-1]
        self._count = len(stock)
        self._known = [0, 0]
        self._declined = [0, 0]
        self._pile = []
        self._earlier = NOTHING_EARLIER
        self._history = []
        self._phase = "upcard"
        self._player = other(dealer)
        self._legal = 0
        self._turns = self._takes = 0
        self._stalled = False
        self._taken = self._layoffs = self._result = None

    def _turn_up(self, first_upcard: int | None) -> None:
        """Note the first upcard, which may be the limit."""
        self._first = first_upcard
        self._limit = settle.knock_limit(self._rules, first_upcard)

    @property
    def rules(self) -> Rules:
        """The rules."""
        return self._rules

    @property
    def phase(self) -> Phase:
        """What is due: `upcard`, `draw`, `discard`, `wall`, `layoff`, or nothing: `over`."""
        return self._phase

    @property
    def player(self) -> Seat:
        """The seat that is to act; at the end the one that acted last."""
        return self._player

    @property
    def dealer(self) -> Seat:
        """The seat that dealt."""
        return self._dealer

    @property
    def layoff(self) -> Literal["best", "manual"]:
        """Who chooses what a defender lays out: he himself if it is `manual`."""
        return "manual" if self._manual else "best"

    @property
    def knock_limit(self) -> int:
        """The most deadwood to knock with in this round."""
        return self._limit

    @property
    def deck(self) -> tuple[int, ...] | None:
        """The 52 cards as they were dealt, first dealt first; None for a round from parts."""
        return self._deck

    @property
    def seed(self) -> int | None:
        """The int that the deck was shuffled with; None if there was none."""
        return self._seed

    @property
    def hands(self) -> tuple[CardSet, CardSet]:
        """Each seat's cards. After a knock its discard is in no hand, and layoffs still are."""
        first, second = self._hands
        return CardSet.from_mask(first), CardSet.from_mask(second)

    @property
    def stock(self) -> tuple[int, ...]:
        """The stock, next drawn first."""
        return self._stock[: self._count][::-1]

    @property
    def upcard(self) -> int | None:
        """The card that lies face up, or None."""
        return self._pile[-1] if self._pile else None

    @property
    def discards(self) -> tuple[int, ...]:
        """The cards under the upcard, oldest first."""
        return tuple(self._pile[:-1])

    @property
    def first_upcard(self) -> int | None:
        """The upcard that was dealt, which Oklahoma and spade rules go by, or None."""
        return self._first

    @property
    def taken(self) -> int | None:
        """The card that was taken from the discard pile in this turn, or None."""
        return self._taken

    @property
    def known(self) -> tuple[CardSet, CardSet]:
        """The cards that each seat holds and was seen to take."""
        first, second = self._known
        return CardSet.from_mask(first), CardSet.from_mask(second)

    @property
    def declined(self) -> tuple[CardSet, CardSet]:
        """The upcards that each seat has refused at some time."""
        first, second = self._declined
        return CardSet.from_mask(first), CardSet.from_mask(second)

    @property
    def history(self) -> tuple[Action, ...]:
        """What was done so far."""
        return tuple(self._history)

    @property
    def result(self) -> RoundResult | None:
        """How the round ended; None before."""
        return self._result

    def legal_actions(self) -> list[Action]:
        """Return everything that the player can do here, by id; nothing at the end.

        After a knock that is laid out by hand, melds and layoffs follow `pass`.

        >>> from gin_fast import Round
        >>> [action.id for action in Round(seed=1).legal_actions()]
        [105, 106]
        """
        if self._legal == STOCK | TAKE:
            return _EITHER_PILE.copy()
        actions = listed(self._legal)
        if self._layoffs is not None:
            actions += self._layoffs.actions()
        return actions

    def copy(self) -> Self:
        """Return a copy that goes its own way.

        >>> from gin_fast import Round
        >>> played = Round(seed=1)
        >>> twin = played.copy()
        >>> twin.apply("pass")
        >>> played.player, twin.player
        (1, 0)
        """
        twin = object.__new__(type(self))
        twin._rules = self._rules
        twin._dealer = self._dealer
        twin._manual = self._manual
        twin._limit = self._limit
        twin._first = self._first
        twin._deck = self._deck
        twin._seed = self._seed
        twin._stock = self._stock
        twin._count = self._count
        twin._hands = self._hands.copy()
        twin._pile = self._pile.copy()
        twin._known = self._known.copy()
        twin._declined = self._declined.copy()
        twin._earlier = self._earlier
        twin._history = self._history.copy()
        twin._phase = self._phase
        twin._player = self._player
        twin._legal = self._legal
        twin._taken = self._taken
        twin._turns = self._turns
        twin._takes = self._takes
        twin._stalled = self._stalled
        twin._layoffs = self._layoffs and self._layoffs.copy()
        twin._result = self._result
        return twin

    __copy__ = copy

    def observation(
        self, seat: int, *, scores: tuple[int, int] = (0, 0), target: int | None = None
    ) -> Observation:
        """Return what a seat knows, and nothing more.

        >>> from gin_fast import Round
        >>> Round(seed=1).observation(0).legal_actions
        ()

        Args:
            seat: The seat, 0 or 1.
            scores: What counts towards the target in the game that the round is part of, by seat.
            target: The points that end that game, or None.

        Raises:
            TypeError: `seat` is no int.
            ValueError: It is no seat.

        """
        seat = read_seat("seat", seat)
        opponent = other(seat)
        seen = self._known[opponent]
        melds: tuple[Meld, ...] = ()
        if self._result is not None and self._result.knocker is not None:
            melds = self._on_the_table(self._result)
            seen = self._hands[opponent]
        elif self._layoffs is not None:
            melds = self._layoffs.melds + self._layoffs.own_melds
            # The knocker has shown his whole hand, the defender what he has laid out.
            seen = self._hands[opponent] if seat == self._player else seen | self._layoffs.laid_out
        return Observation(
            hand=CardSet.from_mask(self._hands[seat]),
            upcard=self.upcard,
            discards=self.discards,
            stock_count=self._count,
            opponent_known=CardSet.from_mask(seen),
            opponent_declined=CardSet.from_mask(self._declined[opponent]),
            phase=self._phase,
            player=self._player,
            seat=seat,
            knock_limit=self._limit,
            scores=scores,
            target=target,
            dealer=self._dealer,
            melds_on_table=melds,
            legal_actions=tuple(self.legal_actions()) if seat == self._player else (),
        )

    def _on_the_table(self, result: RoundResult) -> tuple[Meld, ...]:
        """Return the knocker's melds with what was laid off on them, and the defender's own."""
        ace, melds = self._rules.ace, result.knocker_melds
        for layoff in settle.layoffs(melds, result.laid_off, ace=ace):
            melds = lay_on(melds, layoff.meld, layoff.card, ace)
        return melds + result.defender_melds

    def _position(self) -> Position:
        """Return where the round stands, without how it came about."""
        over = self._result
        knocked = over is not None and over.knocker is not None
        # A turn begins with a draw, but for the first one of an eleven-card opening.
        within = (
            self._phase == "discard" or knocked or self._hands[self._player].bit_count() > _HAND
        )
        draws = self._turns + within - (self._rules.opening == "eleven_card_nondealer")
        return Position(
            hands=_pair(self._hands),
            known=_pair(self._known),
            declined=_pair(self._declined),
            thrown=self._thrown(),
            stock=self._stock[: self._count],
            pile=tuple(self._pile),
            dealer=self._dealer,
            player=self._player,
            phase=self._phase,
            legal=(self._legal & _LOWER, self._legal >> 64),
            first=self._first,
            taken=self._taken,
            stalled=self._stalled,
            turns=self._turns,
            takes=self._takes,
            moves=self._moves(),
            draws=draws,
            ended=None if over is None else facts_of(over),
        )

    @classmethod
    def _at(cls, rules: Rules, position: Position) -> Self:
        """Return a round that stands so, without a history."""
        played = object.__new__(cls)
        played._begin(rules, position.dealer, position.hands, position.stock[::-1])
        played._turn_up(position.first)
        played._pile = list(position.pile)
        played._known, played._declined = list(position.known), list(position.declined)
        played._earlier = Earlier(position.moves - 1, position.thrown)
        played._phase, played._player = position.phase, position.player
        played._legal = position.legal[0] | position.legal[1] << 64
        played._taken, played._stalled = position.taken, position.stalled
        played._turns, played._takes = position.turns, position.takes
        if position.ended is not None:
            played._result = ending_of(rules, position)
        return played

    def _moves(self) -> int:
        """Return how many moves were made, the deal counted as one."""
        return self._earlier.moves + len(self._history) + 1

    def _thrown(self) -> tuple[int, int]:
        """Return the cards that each seat has thrown, as far as the history goes."""
        thrown = list(self._earlier.thrown)
        cards = [action.card for action in self._history if action.kind == "discard"]
        ended_it = self._result is not None and self._history[-1:] and self._history[-1].kind
        seat = self._player if ended_it == "discard" else other(self._player)
        # Turns alternate, and the last one is known.
        for card in reversed(cards):
            thrown[seat] |= 1 << (card or 0)
            seat = other(seat)
        return _pair(thrown)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        # A round is what it is wherever its deck came from.
        names = set(State.__slots__) - {"_seed"}
        return all(getattr(self, name) == getattr(other, name) for name in names)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        if self._result is not None:
            return f"<Round: over, {self._result.kind}>"
        stock = f"{self._count} cards in the stock"
        return f"<Round: {self._phase}, seat {self._player} to act, {stock}>"


def _pair(sets: list[int]) -> tuple[int, int]:
    first, second = sets
    return first, second
