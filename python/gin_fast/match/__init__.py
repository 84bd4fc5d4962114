"""Games and matches: rounds dealt one after another, counted, and played by players.

>>> from gin_fast.match import Game
>>> game = Game(seed=7)
>>> game.dealer, game.scores, game.target
(1, (0, 0), 100)
"""

from gin_fast.match.game import Game
from gin_fast.match.match import Match, play

__all__ = ["Game", "Match", "play"]
