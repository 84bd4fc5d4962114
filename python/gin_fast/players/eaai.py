"""The plain player with the layouts and layoffs of the EAAI challenge framework."""

from dataclasses import replace

from gin_fast.card import CardSet, Meld
from gin_fast.evaluate import arrangements
from gin_fast.players.asked import left_of
from gin_fast.players.simple import SimplePlayer
from gin_fast.round import Action, Observation

__all__ = ["SimpleEaaiPlayer"]

# The first ids of clubs, hearts, spades and diamonds, in the framework's order of suits.
_SUITS = (13, 39, 0, 26)


class SimpleEaaiPlayer(SimplePlayer):
    """The player that entries of the EAAI challenge were measured by.

    It draws, throws and goes out as `SimplePlayer` does; but

    - who goes out shows one of the meld sets that leave the least, each as likely as the other;
      runs cut differently are different sets;
    - as defender it shows one of those of its own hand, whatever the knocker shows, and lays off,
      as long as some card fits, the first that does (clubs, hearts, spades, diamonds, each from
      the ace on), on the first meld that it fits, runs before sets.

    It does the latter where the defender lays out by hand: with ``layoff="manual"``. Elsewhere a
    `Round` itself defends, as well as can be done.

    >>> from gin_fast import Round, Rules, SimpleEaaiPlayer
    >>> rules = Rules.preset("eaai")
    >>> playing, players = Round(rules, seed=5, layoff="manual"), []
    >>> for seat in range(2):
    ...     players.append(SimpleEaaiPlayer(seed=seat))
    ...     players[seat].reset(seat, rules)
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

    __module__ = "gin_fast.players"

    name = "simple_eaai"

    def act(self, observation: Observation) -> Action:
        """Return what it does.

        Raises:
            ValueError: There is nothing legal to do: it is not its turn.

        """
        action = super().act(observation)
        if action.kind != "knock" or action.card is None:
            return action
        return replace(action, melds=self._one_of_the_best(observation.hand - {action.card}))

    def _forget(self, hand: CardSet) -> None:
        super()._forget(hand)
        # What it shows as defender is chosen once.
        self._defended = CardSet()
        self._shows: tuple[Meld, ...] = ()

    def _one_of_the_best(self, hand: CardSet) -> tuple[Meld, ...]:
        rules = self._rules
        best = arrangements(hand, ace=rules.ace, ace_deadwood=rules.ace_deadwood)
        return self._random.choice(best).melds

    def _lay_out(self, observation: Observation, legal: tuple[Action, ...]) -> Action:
        if self._defended != observation.hand:
            self._defended, self._shows = observation.hand, self._one_of_the_best(observation.hand)
        left = left_of(observation)
        for action in legal:
            if action.kind == "meld" and action.melds[0] in self._shows:
                return action
        unmelded = left.difference(*self._shows)
        layoffs = [action for action in legal if action.kind == "lay_off"]
        fitting = [action for action in layoffs if action.card in unmelded]
        if fitting:
            return min(fitting, key=_first_fit)
        return next(action for action in legal if action.kind == "pass")


def _first_fit(action: Action) -> tuple[int, int, bool]:
    """Return by what the framework orders layoffs; of two runs it does not matter which comes."""
    card = action.card or 0
    return _SUITS.index(card - card % 13), card % 13, action.melds[0].kind == "set"
