"""RLCard's classes of actions, for where RLCard is not there."""

from gin_fast.compat.rlcard.utils import AnyCard, get_card, get_card_id

DISCARDS = 6
KNOCKS = DISCARDS + 52
NUM_ACTIONS = KNOCKS + 52


class ActionEvent:
    """What a player does, by its id; equal if the ids are."""

    def __init__(self, action_id: int) -> None:
        self.action_id = action_id

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ActionEvent) and self.action_id == other.action_id

    def __hash__(self) -> int:
        return hash(self.action_id)

    @staticmethod
    def get_num_actions() -> int:
        """Return how many ids there are."""
        return NUM_ACTIONS

    @staticmethod
    def decode_action(action_id: int) -> "ActionEvent":
        """Return the action with this id.

        Raises:
            ValueError: No action has it.

        """
        if 0 <= action_id < DISCARDS:
            return _WITHOUT_CARD[action_id]()
        if DISCARDS <= action_id < KNOCKS:
            return DiscardAction(get_card(action_id - DISCARDS))
        if KNOCKS <= action_id < NUM_ACTIONS:
            return KnockAction(get_card(action_id - KNOCKS))
        raise ValueError(f"action_id: expected an id from 0 to 109, got {action_id}")


class ScoreNorthPlayerAction(ActionEvent):
    """Player 0 is scored."""

    def __init__(self) -> None:
        super().__init__(0)

    def __str__(self) -> str:
        return "score N"


class ScoreSouthPlayerAction(ActionEvent):
    """Player 1 is scored, which ends the game."""

    def __init__(self) -> None:
        super().__init__(1)

    def __str__(self) -> str:
        return "score S"


class DrawCardAction(ActionEvent):
    """The next card of the stock is drawn."""

    def __init__(self) -> None:
        super().__init__(2)

    def __str__(self) -> str:
        return "draw_card"


class PickUpDiscardAction(ActionEvent):
    """The last discard is picked up."""

    def __init__(self) -> None:
        super().__init__(3)

    def __str__(self) -> str:
        return "pick_up_discard"


class DeclareDeadHandAction(ActionEvent):
    """The play ends without a winner."""

    def __init__(self) -> None:
        super().__init__(4)

    def __str__(self) -> str:
        return "declare_dead_hand"


class GinAction(ActionEvent):
    """The player goes out without deadwood."""

    def __init__(self) -> None:
        super().__init__(5)

    def __str__(self) -> str:
        return "gin"


class DiscardAction(ActionEvent):
    """A card is discarded."""

    def __init__(self, card: AnyCard) -> None:
        super().__init__(DISCARDS + get_card_id(card))
        self.card = card

    def __str__(self) -> str:
        return f"discard {self.card}"


class KnockAction(ActionEvent):
    """A card is discarded with a knock."""

    def __init__(self, card: AnyCard) -> None:
        super().__init__(KNOCKS + get_card_id(card))
        self.card = card

    def __str__(self) -> str:
        return f"knock {self.card}"


_WITHOUT_CARD: tuple[type["_WithoutCard"], ...]
_WithoutCard = (
    ScoreNorthPlayerAction
    | ScoreSouthPlayerAction
    | DrawCardAction
    | PickUpDiscardAction
    | DeclareDeadHandAction
    | GinAction
)
_WITHOUT_CARD = (
    ScoreNorthPlayerAction,
    ScoreSouthPlayerAction,
    DrawCardAction,
    PickUpDiscardAction,
    DeclareDeadHandAction,
    GinAction,
)
