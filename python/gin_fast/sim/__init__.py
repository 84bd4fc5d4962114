"""Rounds by the million: the order of play in Rust, for search, learning and statistics.

>>> import gin_fast as gf
>>> tables = gf.sim.Tables(3, seed=1)
>>> tables.step(tables.legal_actions().argmax(axis=1))
>>> [gf.sim.PHASES[phase] for phase in tables.phase]
['discard', 'discard', 'discard']
"""

from gin_fast.sim import policy as policy
from gin_fast.sim.games import play_games
from gin_fast.sim.rounds import play_rounds, rounds_in_blocks
from gin_fast.sim.tables import PHASES, PLANES, Tables
from gin_fast.sim.values import playout

__all__ = [
    "PHASES",
    "PLANES",
    "Tables",
    "play_games",
    "play_rounds",
    "playout",
    "rounds_in_blocks",
]
