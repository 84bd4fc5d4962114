"""RLCard's classes of moves, for where RLCard is not there."""

from collections.abc import Sequence
from typing import Protocol

from gin_fast.compat.rlcard.actions import ActionEvent
from gin_fast.compat.rlcard.utils import AnyCard


class Player(Protocol):
    """Who made a move."""

    @property
    def player_id(self) -> int:
        """0 or 1."""


class GinRummyMove:
    """What happened in a round."""


class PlayerMove(GinRummyMove):
    """What a player did."""

    def __init__(self, player: Player, action: ActionEvent) -> None:
        self.player = player
        self.action = action

    def __str__(self) -> str:
        return f"{self.player} {self.action}"


class DealHandMove(GinRummyMove):
    """The deck was shuffled and dealt."""

    def __init__(self, player_dealing: Player, shuffled_deck: Sequence[AnyCard]) -> None:
        self.player_dealing = player_dealing
        self.shuffled_deck = shuffled_deck

    def __str__(self) -> str:
        deck = " ".join(map(str, self.shuffled_deck))
        return f"{self.player_dealing} deal shuffled_deck=[{deck}]"


class _CardMove(PlayerMove):
    def __init__(self, player: Player, action: ActionEvent, card: AnyCard) -> None:
        super().__init__(player, action)
        self.card = card

    def __str__(self) -> str:
        return f"{self.player} {self.action} {self.card}"


class DrawCardMove(_CardMove):
    """A card was drawn from the stock."""


class PickupDiscardMove(_CardMove):
    """The last discard was picked up."""


class DeclareDeadHandMove(PlayerMove):
    """The play ended without a winner."""


class DiscardMove(PlayerMove):
    """A card was discarded."""


class KnockMove(PlayerMove):
    """A card was discarded with a knock."""


class GinMove(PlayerMove):
    """The player went out without deadwood."""


class _ScoreMove(PlayerMove):
    def __init__(
        self,
        player: Player,
        action: ActionEvent,
        best_meld_cluster: Sequence[Sequence[AnyCard]],
        deadwood_count: int,
    ) -> None:
        super().__init__(player, action)
        self.best_meld_cluster = best_meld_cluster
        self.deadwood_count = deadwood_count

    def __str__(self) -> str:
        cluster = [list(map(str, pile)) for pile in self.best_meld_cluster]
        return f"{self.player} {self.action} {self.deadwood_count} {cluster}"


class ScoreNorthMove(_ScoreMove):
    """Player 0 was scored."""


class ScoreSouthMove(_ScoreMove):
    """Player 1 was scored."""
