"""Players of one kind at the other one's table."""

# The framework's names.
# ruff: noqa: N802, N803

import random
from typing import Any, Final, Literal

from gin_fast._fields import read_seed
from gin_fast.card import CardSet, Meld
from gin_fast.compat.eaai.cards import Card, cards_of, mask_of, own_card, own_id
from gin_fast.compat.eaai.evaluation import GOAL_SCORE
from gin_fast.compat.eaai.player import GinRummyPlayer
from gin_fast.compat.eaai.seat import ForfeitedError, PlayerSeat
from gin_fast.compat.eaai.settlement import settled, what_is_wrong
from gin_fast.evaluate import arrange
from gin_fast.round import ACTIONS, Action, IllegalActionError, Observation, Player, Round
from gin_fast.round.result import other
from gin_fast.rules import Rules
from gin_fast.settle import defend

__all__ = ["as_player", "from_player"]

_RULES: Final = Rules.preset("eaai")
_TAKE, _PASS = Action.parse("take_discard"), Action.parse("pass")
_KNOCK: Final = 52
_HAND: Final = 10
_WHOLE_STOCK: Final = 31


def as_player(player: Any) -> Player:
    """Return a player of gin_fast's that asks a player with the ten callbacks.

    He hears of everything that his seat sees, up to the last time that he is to act in a round: so
    not of what ends it, unless he defends by hand. Then he is not told which card was drawn in a
    first turn that was a knock. He is dealt ten cards; of an eleven-card opening he draws the last.
    Where rules differ from the framework's, what he does may be illegal.

    >>> import gin_fast as gf
    >>> from gin_fast.compat.eaai import SimpleGinRummyPlayer, as_player
    >>> players = [as_player(SimpleGinRummyPlayer(1)), gf.SimplePlayer()]
    >>> gf.play(players, gf.Rules.preset("eaai"), seed=2).over
    True

    Args:
        player: A `GinRummyPlayer`, or anything with its callbacks.

    Raises:
        TypeError: He lacks a callback.

    """
    return _Called(player)


def from_player(player: Player, seed: int | None = None) -> GinRummyPlayer:
    """Return a player with the ten callbacks that asks a player of gin_fast's.

    He sees what `Observation` has, by the rules of the preset ``eaai``, with scores and target.

    >>> from gin_fast import SimplePlayer
    >>> from gin_fast.compat.eaai import GinRummyGame, SimpleGinRummyPlayer, from_player
    >>> game = GinRummyGame(from_player(SimplePlayer(), 1), SimpleGinRummyPlayer(2), seed=3)
    >>> game.play() in {0, 1}
    True

    Args:
        player: The player.
        seed: What his `reset` is given seeds from, if he has one; None: one that nobody knows
            before.

    Raises:
        TypeError: `seed` is no int.
        ValueError: It is negative.

    """
    return _Asking(player, seed)


class _Called:
    """Finds out, from one observation to the next, what there is to report."""

    def __init__(self, player: Any) -> None:
        self.name = getattr(player, "name", type(player).__name__)
        self._seats = (PlayerSeat(0, player), PlayerSeat(1, player))
        self._rules = _RULES
        self._scores = (0, 0)
        self._forget()

    def _forget(self) -> None:
        self._began = False
        # His cards, in the framework's numbering, and the pile as he left it.
        self._hand = 0
        self._pile: tuple[int, ...] | None = None
        self._stock_count = 0
        self._taken: Card | None = None
        self._defence: list[Action] | None = None

    def reset(self, seat: int, rules: Rules, seed: int | None = None) -> None:
        """Begin a round."""
        del seat, seed
        self._rules = rules
        self._forget()

    def act(self, seen: Observation) -> Action:
        """Return what he does."""
        seat = self._seats[seen.seat]
        if not self._began or seen.stock_count > self._stock_count:
            self._begin(seen, seat)
        self._stock_count = seen.stock_count
        try:
            if seen.phase == "layoff":
                return self._lay_out(seen, seat)
            if seen.phase == "discard":
                return self._throw(seen, seat)
            return self._draw(seen, seat)
        except ForfeitedError as error:
            raise IllegalActionError(str(error)) from None

    def _begin(self, seen: Observation, seat: PlayerSeat) -> None:
        self._forget()
        self._began = True
        if seen.scores != self._scores:
            self._scores = seen.scores
            seat.call("reportScores", list(seen.scores))
        cards = cards_of(_mask(seen.hand))[:_HAND]
        self._hand = mask_of("hand", cards)
        seat.call("startGame", seat.number, other(seen.dealer), cards)

    def _draw(self, seen: Observation, seat: PlayerSeat) -> Action:
        self._report_turn(seen, seat)
        self._pile = _pile(seen)
        self._taken = None
        legal = list(seen.legal_actions)
        if _TAKE in legal and seen.upcard is not None:
            legal.remove(_TAKE)
            card = own_card(seen.upcard)
            if seat.takes(card):
                self._taken = card
                self._pile = self._pile[:-1]
                return _TAKE
        return legal[0]

    def _report_turn(self, seen: Observation, seat: PlayerSeat) -> None:
        """Report what the other one drew and threw, if he has had a turn."""
        both_refused = seen.phase == "draw" and _TAKE not in seen.legal_actions
        if seen.phase == "upcard" or (both_refused and self._pile == _pile(seen)):
            return
        drawn = None
        if self._pile is None:
            # His was the first turn, and he took the upcard, or was dealt eleven cards.
            drawn = min(seen.opponent_known, default=None)
        elif len(_pile(seen)) == len(self._pile):
            drawn = self._pile[-1]
        self._report(seen, seat, drawn)
        if seen.upcard is not None:
            seat.call("reportDiscard", other(seen.seat), own_card(seen.upcard))

    @staticmethod
    def _report(seen: Observation, seat: PlayerSeat, drawn: int | None) -> None:
        card = None if drawn is None else own_card(drawn)
        seat.call("reportDraw", other(seen.seat), card)

    def _throw(self, seen: Observation, seat: PlayerSeat) -> Action:
        hand = _mask(seen.hand)
        for card in cards_of(hand & ~self._hand):
            seat.call("reportDraw", seat.number, card)
        thrown = seat.discard(hand, self._taken)
        self._hand = hand & ~thrown.bit
        self._pile = (*_pile(seen), own_id(thrown))
        seat.call("reportDiscard", seat.number, thrown)
        melds = seat.melds()
        if melds is None:
            return ACTIONS[own_id(thrown)]
        self._check(seat, melds, knocks=True)
        return Action(_KNOCK + own_id(thrown), "knock", own_id(thrown), _melds(melds))

    def _check(self, seat: PlayerSeat, melds: list[int], *, knocks: bool) -> None:
        wrong = what_is_wrong(self._hand, melds, knocks=knocks)
        if wrong is not None:
            raise seat.forfeit(f"showed what he cannot: {wrong}")

    def _lay_out(self, seen: Observation, seat: PlayerSeat) -> Action:
        if self._defence is None:
            self._defence = self._defend(seen, seat)
        return self._defence.pop(0) if self._defence else _PASS

    def _defend(self, seen: Observation, seat: PlayerSeat) -> list[Action]:
        """Ask him for his melds, and return them and the best layoffs as actions."""
        # The card that was thrown lies face down.
        took = self._pile is not None and len(_pile(seen)) < len(self._pile)
        self._report(seen, seat, self._pile[-1] if took and self._pile else None)
        shown = [_mask(meld.cards) for meld in seen.melds_on_table]
        seat.call("reportFinalMelds", other(seen.seat), [cards_of(meld) for meld in shown])
        own = seat.melds() or []
        self._check(seat, own, knocks=False)
        gin = sum(meld.bit_count() for meld in shown) >= _HAND
        forbidden = not self._rules.layoff or (gin and not self._rules.layoff_on_gin)
        best = settled(self._hand, own, shown, gin=forbidden, faithful=False)
        actions = [Action(None, "meld", None, (meld,)) for meld in _melds(best.melds)]
        return actions + [
            Action(None, "lay_off", own_id(card), _melds([mask_of("meld", meld)]))
            for card, meld in best.layoffs
        ]


class _Asking(GinRummyPlayer):
    """Keeps what it was called back with, and shows it as a position in which nobody sees more."""

    def __init__(self, player: Player, seed: int | None) -> None:
        self._player = player
        self._random = random.Random(read_seed("seed", seed))  # noqa: S311 - no secret is drawn.
        self.name = getattr(player, "name", type(player).__name__)
        self._number: Literal[0, 1] = 0
        self._starter: Literal[0, 1] = 0
        self._scores = (0, 0)
        self._begin(0, 0, [])

    def _begin(self, number: Literal[0, 1], starter: Literal[0, 1], cards: list[Card]) -> None:
        self._number, self._starter = number, starter
        self._hand = CardSet(map(own_id, cards))
        self._pile: list[int] = []
        self._stock_count = _WHOLE_STOCK
        self._known = [CardSet(), CardSet()]
        self._declined = [CardSet(), CardSet()]
        self._taken: int | None = None
        self._untouched = True
        self._knock: Action | None = None
        self._shown: list[Meld] | None = None

    def startGame(self, playerNum: int, startingPlayerNum: int, cards: list[Card]) -> None:
        """Begin a hand."""
        self._begin(1 if playerNum else 0, 1 if startingPlayerNum else 0, cards)
        reset = getattr(self._player, "reset", None)
        if reset is not None:
            reset(playerNum, _RULES, self._random.getrandbits(53))

    def willDrawFaceUpCard(self, card: Card) -> bool:
        """Return whether he takes the card."""
        upcard = own_id(card)
        if self._untouched:
            self._pile = [upcard]
            if self._number != self._starter:
                self._declined[self._starter] = CardSet(self._pile)
            phase: Literal["upcard", "draw"] = "upcard"
        else:
            phase = "draw"
        takes = self._ask(phase) is _TAKE
        if not takes:
            self._declined[self._number] |= {upcard}
        return takes

    def reportDraw(self, playerNum: int, drawnCard: Card | None) -> None:
        """Learn what was drawn."""
        number: Literal[0, 1] = 1 if playerNum else 0
        drawn = None if drawnCard is None else own_id(drawnCard)
        if self._untouched and not self._pile and drawn is not None:
            # The starter took the upcard before it was offered here.
            self._pile = [drawn]
        self._taken = None
        if drawn is not None and self._pile and self._pile[-1] == drawn:
            self._pile.pop()
            self._known[number] |= {drawn}
            self._taken = drawn if number == self._number else None
        else:
            self._stock_count -= 1
            # Whoever draws from the stock refuses the card that lies face up; and the starter's
            # first draw is one only if the other refused the upcard too.
            self._declined[number] |= set(self._pile[-1:])
            if self._untouched:
                self._declined[other(number)] |= set(self._pile)
        self._untouched = False
        if number == self._number and drawn is not None:
            self._hand |= {drawn}

    def getDiscard(self) -> Card:
        """Return what he throws."""
        action = self._ask("discard")
        self._knock = action if action.kind == "knock" else None
        assert action.card is not None  # noqa: S101 - these rules know no big gin.
        return own_card(action.card)

    def reportDiscard(self, playerNum: int, discardedCard: Card) -> None:
        """Learn what was thrown."""
        thrown = own_id(discardedCard)
        self._pile.append(thrown)
        self._known[1 if playerNum else 0] -= {thrown}
        if playerNum == self._number:
            self._hand -= {thrown}
            self._taken = None

    def getFinalMelds(self) -> list[list[Card]] | None:
        """Return the layout of his knock, the best defence, or None."""
        if self._shown is not None:
            gin = sum(map(len, self._shown)) == _HAND
            melds = defend(self._hand, () if gin else self._shown).melds
        elif self._knock is not None:
            melds = self._knock.melds or arrange(self._hand).melds
        else:
            return None
        return [[own_card(card) for card in meld] for meld in melds]

    def reportFinalMelds(self, playerNum: int, melds: list[list[Card]]) -> None:
        """Learn what the other one goes out with."""
        if playerNum != self._number:
            self._shown = [Meld(map(own_id, meld)) for meld in melds]

    def reportScores(self, scores: list[int]) -> None:
        """Learn the score."""
        first, second = scores
        self._scores = (first, second)

    def _ask(self, phase: Literal["upcard", "draw", "discard"]) -> Action:
        """Return his answer to what he may know here, with other cards where he knows none."""
        opponent = other(self._number)
        hidden = [
            card
            for card in range(52)
            if card not in self._hand
            and card not in self._pile
            and card not in self._known[opponent]
        ]
        held = _HAND - len(self._known[opponent])
        theirs = self._known[opponent] | set(hidden[:held])
        hands = (theirs, self._hand) if self._number else (self._hand, theirs)
        first, second = self._declined
        playing = Round.from_parts(
            rules=_RULES,
            hands=hands,
            upcard=self._pile[-1] if self._pile else None,
            discards=self._pile[:-1],
            stock=hidden[held:],
            dealer=other(self._starter),
            phase=phase,
            player=self._number,
            taken=self._taken,
            known=(self._known[0], self._known[1]),
            declined=(first, second),
        )
        seen = playing.observation(self._number, scores=self._scores, target=GOAL_SCORE)
        playing.apply(self._player.act(seen))
        return playing.history[-1]


def _pile(seen: Observation) -> tuple[int, ...]:
    return seen.discards if seen.upcard is None else (*seen.discards, seen.upcard)


def _mask(cards: CardSet) -> int:
    """Return the mask of cards in the framework's numbering."""
    return mask_of("cards", map(own_card, cards))


def _melds(masks: list[int]) -> tuple[Meld, ...]:
    """Return melds of the framework's numbering."""
    return tuple(Meld(map(own_id, cards_of(mask))) for mask in masks)
