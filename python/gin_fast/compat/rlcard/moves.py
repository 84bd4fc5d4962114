"""The moves of a round's move sheet: RLCard's own classes where it can be imported."""

from gin_fast.compat.rlcard._own_moves import (
    DealHandMove,
    DeclareDeadHandMove,
    DiscardMove,
    DrawCardMove,
    GinMove,
    GinRummyMove,
    KnockMove,
    PickupDiscardMove,
    PlayerMove,
    ScoreNorthMove,
    ScoreSouthMove,
)

__all__ = [
    "DealHandMove",
    "DeclareDeadHandMove",
    "DiscardMove",
    "DrawCardMove",
    "GinMove",
    "GinRummyMove",
    "KnockMove",
    "PickupDiscardMove",
    "PlayerMove",
    "ScoreNorthMove",
    "ScoreSouthMove",
]

try:
    from rlcard.games.gin_rummy.utils import move as _theirs
except ImportError:
    pass
else:
    globals().update((name, getattr(_theirs, name)) for name in __all__)
