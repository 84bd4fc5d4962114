"""The player that makes the most of each turn; what it does is chosen in Rust."""

from gin_fast._fields import read_seed
from gin_fast.card import CardSet
from gin_fast.players.asked import laid_out_best, legal_in
from gin_fast.round import Action, Observation
from gin_fast.rules import Rules
from gin_fast.scoring.round_score import read_rules
from gin_fast.sim.policy import choices

__all__ = ["GreedyPlayer"]


class GreedyPlayer:
    """A player that weighs each card by what it may still become, on either side of the table.

    - It takes the face-up card where some meld of the hand and that card holds it and it is left
      with less than before.
    - It throws the card that costs least: the deadwood that is left, less a point for each unseen
      card that would make a meld with the hand, and more for each pair with which the opponent
      could make a meld of the card. He may hold any card that is not seen, but no two that would
      have made a meld with a card he threw or refused; pairs with a card that he took count four
      times.
    - With gin it goes out at once; with deadwood only in the first turns, within a limit that falls
      by about two points with each card drawn from the stock (by less where the bonuses for gin and
      for an undercut are small): who waits for gin undercuts who does not.
    - A knocker shows the canonical layout; a defender who lays off by hand does so as `defend`
      finds best.

    It leaves nothing to chance: the same observation, after the same draw, gets the same answer.

    >>> from gin_fast import GreedyPlayer, Round, SimplePlayer
    >>> playing, players = Round(seed=1), (GreedyPlayer(), SimplePlayer(seed=3))
    >>> while playing.phase != "over":
    ...     player = players[playing.player]
    ...     playing.apply(player.act(playing.observation(playing.player)))
    >>> playing.result.winner
    0

    Args:
        seed: As for other players; nothing is drawn from it.

    Raises:
        TypeError: `seed` is no int.
        ValueError: It is negative.

    """

    __module__ = "gin_fast.players"

    name = "greedy"

    def __init__(self, seed: int | None = None) -> None:
        read_seed("seed", seed)
        self._rules = Rules()
        self._taken: int | None = None
        self._with_taken = CardSet()

    def reset(self, seat: int, rules: Rules, seed: int | None = None) -> None:
        """Begin a round: forget the last one, and play by these rules.

        Args:
            seat: The seat; it plays alike in both.
            rules: The rules; of a player that was never told it, the standard ones.
            seed: As for other players; nothing is drawn from it.

        Raises:
            TypeError: An argument is of the wrong kind.
            ValueError: `seed` is negative.

        """
        del seat
        self._rules = read_rules(rules)
        read_seed("seed", seed)
        self._forget()

    def act(self, observation: Observation) -> Action:
        """Return what it does.

        Raises:
            ValueError: There is nothing legal to do: it is not its turn.

        """
        legal = legal_in(observation)
        if observation.phase == "layoff":
            return laid_out_best(observation, legal, self._rules)
        hand = observation.hand
        if observation.phase != "discard":
            self._forget()
        taken = self._taken if hand == self._with_taken else None
        (action,) = choices("greedy", self._rules, observation, taken=taken)
        if action.kind == "take_discard" and observation.upcard is not None:
            self._taken, self._with_taken = observation.upcard, hand | {observation.upcard}
        return action

    def _forget(self) -> None:
        """Remember no card taken."""
        self._taken, self._with_taken = None, CardSet()
