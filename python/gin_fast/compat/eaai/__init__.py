"""The EAAI gin rummy challenge framework's functions, players and matches, on gin_fast.

>>> from gin_fast.compat.eaai import Card, GinRummyUtil
>>> hand = [Card.strCardMap[text] for text in "AC 2C 3C 4C 4H 4D KS".split()]
>>> melds, *others = GinRummyUtil.cardsToBestMeldSets(hand)
>>> GinRummyUtil.getDeadwoodPoints(melds, hand), others
(10, [])

Written from a description of what the framework does, without its source.
"""

from gin_fast.compat.eaai.adapters import as_player, from_player
from gin_fast.compat.eaai.cards import Card, Deck
from gin_fast.compat.eaai.evaluation import (
    GIN_BONUS,
    GOAL_SCORE,
    MAX_DEADWOOD,
    UNDERCUT_BONUS,
    GinRummyUtil,
)
from gin_fast.compat.eaai.game import GinRummyGame
from gin_fast.compat.eaai.player import GinRummyPlayer, SimpleGinRummyPlayer
from gin_fast.compat.eaai.seat import Forfeit
from gin_fast.compat.eaai.settlement import HandResult, Layoff

__all__ = [
    "GIN_BONUS",
    "GOAL_SCORE",
    "MAX_DEADWOOD",
    "UNDERCUT_BONUS",
    "Card",
    "Deck",
    "Forfeit",
    "GinRummyGame",
    "GinRummyPlayer",
    "GinRummyUtil",
    "HandResult",
    "Layoff",
    "SimpleGinRummyPlayer",
    "as_player",
    "from_player",
]
