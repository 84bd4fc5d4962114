"""The players that others are measured by: anything legal, and the plain player."""

import random

from gin_fast._fields import read_seed
from gin_fast.card import CardSet
from gin_fast.evaluate import deadwood_after_discard, melds
from gin_fast.players.asked import draw_from, laid_out_best, legal_in
from gin_fast.round import Action, Observation
from gin_fast.rules import Rules
from gin_fast.scoring.round_score import read_rules

__all__ = ["RandomPlayer", "SimplePlayer"]


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

    # Where it is public: tracebacks and pickles name it so.
    __module__ = "gin_fast.players"

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(read_seed("seed", seed))  # noqa: S311 - no secret is drawn.

    def reset(self, seat: int, rules: Rules, seed: int | None = None) -> None:
        """Begin a round: `seed`, if there is one, is what the next choices are drawn from."""
        del seat, rules
        draw_from(self._random, seed)

    def act(self, observation: Observation) -> Action:
        """Return one of the legal actions.

        Raises:
            ValueError: There is none: it is not his turn.

        """
        return self._random.choice(legal_in(observation))


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

    # Where it is public: tracebacks and pickles name it so.
    __module__ = "gin_fast.players"

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
        draw_from(self._random, seed)
        self._forget(CardSet())

    def act(self, observation: Observation) -> Action:
        """Return what it does.

        Raises:
            ValueError: There is nothing legal to do: it is not its turn.

        """
        legal = legal_in(observation)
        if observation.phase == "layoff":
            return self._lay_out(observation, legal)
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

    def _lay_out(self, observation: Observation, legal: tuple[Action, ...]) -> Action:
        return laid_out_best(observation, legal, self._rules)
