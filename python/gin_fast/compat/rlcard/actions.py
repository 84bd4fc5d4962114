"""Actions by their ids: RLCard's own classes where it can be imported.

| id | action |
|---|---|
| 0, 1 | score player 0, score player 1 |
| 2, 3 | draw, pick up the last discard |
| 4, 5 | declare a dead hand, go gin |
| 6 + card, 58 + card | discard, knock |
"""

from gin_fast.compat.rlcard._own_actions import (
    ActionEvent,
    DeclareDeadHandAction,
    DiscardAction,
    DrawCardAction,
    GinAction,
    KnockAction,
    PickUpDiscardAction,
    ScoreNorthPlayerAction,
    ScoreSouthPlayerAction,
)

__all__ = [
    "ActionEvent",
    "DeclareDeadHandAction",
    "DiscardAction",
    "DrawCardAction",
    "GinAction",
    "KnockAction",
    "PickUpDiscardAction",
    "ScoreNorthPlayerAction",
    "ScoreSouthPlayerAction",
    "decode_action",
]

try:
    from rlcard.games.gin_rummy.utils import action_event as _theirs
except ImportError:
    pass
else:
    globals().update((name, getattr(_theirs, name)) for name in __all__ if name[0].isupper())

_ACTIONS = {action_id: ActionEvent.decode_action(action_id) for action_id in range(110)}


def decode_action(action_id: int) -> ActionEvent:
    """Return the action with this id; the same object each time.

    Raises:
        ValueError: No action has this id.

    >>> action = decode_action(58)
    >>> str(action), str(action.card), action.action_id
    ('knock AS', 'AS', 58)

    """
    try:
        return _ACTIONS[action_id]
    except KeyError:
        raise ValueError(f"action_id: expected an id from 0 to 109, got {action_id}") from None
