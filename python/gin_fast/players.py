"""Players to measure others by, and how a player is found by name.

>>> import gin_fast as gf
>>> match = gf.play([gf.SimplePlayer(), gf.RandomPlayer()], gf.Rules(single_hand=True), seed=1)
>>> match.rounds[0].result.winner
0
"""

import importlib
import random
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final, TypeAlias

from gin_fast._fields import described, read_seed
from gin_fast.card import CardSet, Meld
from gin_fast.evaluate import deadwood_after_discard, melds
from gin_fast.round import Action, Observation, Player
from gin_fast.round.layoffs import lay_on
from gin_fast.rules import Rules
from gin_fast.scoring.round_score import read_rules
from gin_fast.settle import Defence, defend

__all__ = ["PLAYERS", "Player", "RandomPlayer", "SimplePlayer", "find"]

if TYPE_CHECKING:
    from gin_fast.cli.play import HumanPlayer as HumanPlayer  # noqa: PLC0414 - from here too.

PlayerFactory: TypeAlias = Callable[[], Player]


class RandomPlayer:
    """A player that does anything legal, each as likely as the other.

    >>> from gin_fast import RandomPlayer, Round
    >>> playing, player = Round(seed=1), RandomPlayer(seed=5)
    >>> player.act(playing.observation(playing.player)) in playing.legal_actions()
    True

    Args:
        seed: What his choices are drawn from, None: one that nobody knows before.

    Raises:
        TypeError: `seed` is no int.
        ValueError: It is negative.

    """

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(read_seed("seed", seed))  # noqa: S311 - no secret is drawn.

    def reset(self, seat: int, rules: Rules, seed: int | None = None) -> None:
        """Begin a round: `seed`, if there is one, is what the next choices are drawn from."""
        del seat, rules
        _seed(self._random, seed)

    def act(self, observation: Observation) -> Action:
        """Return one of the legal actions.

        Raises:
            ValueError: There is none: it is not his turn.

        """
        return self._random.choice(_legal(observation))


class SimplePlayer:
    """A plain player that knocks as soon as it can, the yardstick of many a tournament.

    - It takes the face-up card exactly if some meld of the hand and that card holds it.
    - It throws one of the cards that leave the least deadwood, each as likely as the other; but
      neither the card just taken, nor a card that it has already thrown in this round after drawing
      the same one: two such players would pass a pair of cards to and fro for ever. Only where
      these two leave nothing legal are they put aside, the second one first.
    - It goes out as soon as what is left is at most the limit, and shows its canonical layout.
      Eleven melded cards are declared, where the rules know big gin.
    - A defender who lays off by hand lays off and melds as `defend` finds best.

    It remembers its cards and what it threw for which card, within one round. What it throws among
    equals comes from its seed.

    >>> from gin_fast import Round, SimplePlayer
    >>> playing, players = Round(seed=1), (SimplePlayer(seed=2), SimplePlayer(seed=3))
    >>> while playing.phase != "over":
    ...     player = players[playing.player]
    ...     playing.apply(player.act(playing.observation(playing.player)))
    >>> playing.result.kind
    'knock'

    Args:
        seed: What its choices among equals are drawn from, None: one that nobody knows before.

    Raises:
        TypeError: `seed` is no int.
        ValueError: It is negative.

    """

    name = "simple"

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(read_seed("seed", seed))  # noqa: S311 - no secret is drawn.
        self._rules = Rules()
        self._forget(CardSet())

    def reset(self, seat: int, rules: Rules, seed: int | None = None) -> None:
        """Begin a round: forget the last one, and play by these rules.

        Args:
            seat: The seat; it plays alike in both.
            rules: The rules; of a player that was never told it, the standard ones.
            seed: What the next choices are drawn from; None: as before.

        Raises:
            TypeError: An argument is of the wrong kind.
            ValueError: `seed` is negative.

        """
        del seat
        self._rules = read_rules(rules)
        _seed(self._random, seed)
        self._forget(CardSet())

    def act(self, observation: Observation) -> Action:
        """Return what it does.

        Raises:
            ValueError: There is nothing legal to do: it is not its turn.

        """
        legal = _legal(observation)
        if observation.phase == "layoff":
            return self._lay_off(observation, legal)
        if observation.phase == "discard":
            return self._throw(observation.hand, legal)
        return self._draw(observation, {action.kind: action for action in legal})

    def _forget(self, hand: CardSet) -> None:
        """Remember a hand of ten and nothing else."""
        self._hand = hand
        self._hand_to_throw_from = CardSet()
        self._drawn: int | None = None
        self._taken: int | None = None
        self._thrown: set[tuple[int | None, int]] = set()

    def _remember(self, hand: CardSet) -> None:
        """Learn from a hand of ten what it threw, since it may be asked more than once."""
        thrown = self._hand_to_throw_from - hand
        if len(thrown) == 1 and hand < self._hand_to_throw_from:
            self._thrown.add((self._drawn, min(thrown)))
        elif hand != self._hand:
            # Cards that it did not leave itself with are those of another round.
            self._forget(hand)
        self._hand, self._hand_to_throw_from, self._taken = hand, CardSet(), None

    def _draw(self, observation: Observation, legal: dict[str, Action]) -> Action:
        self._remember(observation.hand)
        upcard = observation.upcard
        if upcard is not None and "take_discard" in legal and self._melds_with(upcard):
            self._taken = upcard
            return legal["take_discard"]
        for kind in ("draw_stock", "pass"):
            if kind in legal:
                return legal[kind]
        self._taken = upcard
        return legal["take_discard"]

    def _melds_with(self, card: int) -> bool:
        """Whether a meld of the hand and the card holds the card."""
        with_card = self._hand | {card}
        return any(card in meld for meld in melds(with_card, ace=self._rules.ace))

    def _throw(self, hand: CardSet, legal: tuple[Action, ...]) -> Action:
        drawn = hand - self._hand
        if len(drawn) == 1:
            self._drawn = min(drawn)
        else:
            # The first discard of an eleven-card opening, or of a round that it did not begin.
            self._forget(hand)
        self._hand_to_throw_from = hand
        if legal[-1].kind == "big_gin":
            return legal[-1]
        # Of a card that may be thrown either way the knock comes last, and so in the end.
        throws = {action.card: action for action in legal if action.card is not None}
        fresh = [card for card in throws if card != self._taken]
        unused = [card for card in fresh if (self._drawn, card) not in self._thrown]
        choice = unused or fresh or list(throws)
        left = deadwood_after_discard(
            hand, ace=self._rules.ace, ace_deadwood=self._rules.ace_deadwood
        )
        least = min(left[card] for card in choice)
        return throws[self._random.choice([card for card in choice if left[card] == least])]

    def _lay_off(self, observation: Observation, legal: tuple[Action, ...]) -> Action:
        hand, table = observation.hand, observation.melds_on_table
        layoffs = [action for action in legal if action.kind == "lay_off"]
        # A layoff and a meld of its own lie on the table and are still in the hand it is shown.
        left = hand
        for meld in table:
            left -= meld.cards
        # `defend` always lays off, which is not allowed after gin, and not by every rule.
        theirs = [meld for meld in table if layoffs and not meld.cards <= hand]
        best = self._defend(left, theirs)
        for action in layoffs:
            card, (onto,) = action.card, action.melds
            if card is None or card not in best.laid_off:
                continue
            # A card that fits two melds may open only one of them to the next card.
            after = lay_on(theirs, onto, card, self._rules.ace)
            if self._defend(left - {card}, after).deadwood == best.deadwood:
                return action
        for action in legal:
            if action.kind == "meld" and action.melds[0] in best.melds:
                return action
        return next(action for action in legal if action.kind == "pass")

    def _defend(self, hand: CardSet, theirs: Iterable[Meld]) -> Defence:
        return defend(hand, theirs, ace=self._rules.ace, ace_deadwood=self._rules.ace_deadwood)


PLAYERS: Final[dict[str, PlayerFactory]] = {"random": RandomPlayer, "simple": SimplePlayer}
"""The players that have a name."""


def find(name: str) -> Player | PlayerFactory:
    """Return the player of a name: a class or a function that makes him, or the player himself.

    >>> find("simple")
    <class 'gin_fast.players.SimplePlayer'>
    >>> find("gin_fast.players:RandomPlayer")
    <class 'gin_fast.players.RandomPlayer'>

    Args:
        name: A key of `PLAYERS`, or ``module:attribute``, such as ``my_bots:Careful``.

    Raises:
        TypeError: It is no text.
        ValueError: There is no such player, module or attribute, or it is no player.
        Exception: Whatever importing the module raises, but for a module that is not there.

    """
    if not isinstance(name, str):
        raise TypeError(f"player: expected a name, got {described(name)}")
    if name in PLAYERS:
        return PLAYERS[name]
    module_name, colon, attribute = name.partition(":")
    if not (module_name and colon and attribute):
        known = ", ".join(PLAYERS)
        raise ValueError(f"player: expected {known} or module:attribute, got {name!r}")
    try:
        module = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        # One that the module itself misses is a fault of the module.
        missing = error.name or module_name
        if module_name != missing and not module_name.startswith(f"{missing}."):
            raise
        raise ValueError(f"player: {name!r}: there is no module {missing!r}") from None
    found: object = module
    for part in attribute.split("."):
        if not hasattr(found, part):
            raise ValueError(f"player: {name!r}: {module_name} has no {attribute!r}")
        found = getattr(found, part)
    if not (callable(found) or callable(getattr(found, "act", None))):
        # The name is at fault, whatever it names.
        raise ValueError(  # noqa: TRY004
            f"player: {name!r}: expected a player, or a class or function that makes one, got "
            f"{described(found)}"
        )
    return found  # type: ignore[return-value]  # It has `act` or can be called.


def _legal(observation: Observation) -> tuple[Action, ...]:
    if not observation.legal_actions:
        raise ValueError(
            f"observation: seat {observation.seat} has nothing to do in phase {observation.phase}"
        )
    return observation.legal_actions


def _seed(numbers: random.Random, seed: object) -> None:
    known: int | None = read_seed("seed", seed)
    if known is not None:
        numbers.seed(known)


def __getattr__(name: str) -> object:
    # A person plays at a terminal: that takes the extra `cli`, and only who asks for it needs it.
    if name != "HumanPlayer":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return importlib.import_module("gin_fast.cli.play").HumanPlayer
