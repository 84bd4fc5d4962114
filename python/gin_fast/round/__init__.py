"""One round of play: what is legal, what is done, what each seat may know.

>>> import gin_fast as gf
>>> played = gf.Round(seed=1)
>>> while actions := played.legal_actions():
...     played.apply(actions[0])
>>> played.result.kind
'draw'
"""

from gin_fast.round.action import ACTIONS, Action, IllegalActionError
from gin_fast.round.observation import Observation, Player
from gin_fast.round.play import Round
from gin_fast.round.result import RoundResult

__all__ = [
    "ACTIONS",
    "Action",
    "IllegalActionError",
    "Observation",
    "Player",
    "Round",
    "RoundResult",
]
