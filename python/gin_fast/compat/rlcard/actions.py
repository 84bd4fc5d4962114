"""Actions by their ids: RLCard's own classes where it can be imported.

| id | action |
|---|---|
| 0, 1 | score player 0, score player 1 |
| 2, 3 | draw, pick up the last discard |
| 4, 5 | declare a dead hand, go gin |
| 6 + card, 58 + card | discard, knock |
"""

import operator
from typing import Any

from gin_fast._fields import described
from gin_fast.compat.rlcard._own_actions import (
    DISCARDS,
    KNOCKS,
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
    "declare_dead_hand_action_id",
    "decode_action",
    "discard_action_id",
    "draw_card_action_id",
    "gin_action_id",
    "knock_action_id",
    "pick_up_discard_action_id",
    "score_player_0_action_id",
    "score_player_1_action_id",
]

score_player_0_action_id, score_player_1_action_id = 0, 1
draw_card_action_id, pick_up_discard_action_id = 2, 3
declare_dead_hand_action_id, gin_action_id = 4, 5
# Those of the first card.
discard_action_id, knock_action_id = DISCARDS, KNOCKS

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
        found = None
    except TypeError:
        # An array of NumPy's without dimensions has no hash, and is an id all the same.
        found = _ACTIONS.get(_index(action_id))
    if found is None:
        raise ValueError(
            f"action_id: expected an id from 0 to 109, got {described(action_id)}"
        ) from None
    return found


def _index(number: Any) -> int:
    try:
        return operator.index(number)
    except TypeError:
        return -1


def id_of(action: Any) -> int:
    """Return the id of an action.

    Raises:
        TypeError: It is no action.

    >>> id_of(GinAction())
    5

    """
    try:
        return action.action_id  # type: ignore[no-any-return]
    except AttributeError:
        raise TypeError(f"action: expected an ActionEvent, got {described(action)}") from None
