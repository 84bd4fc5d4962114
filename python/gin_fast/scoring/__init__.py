"""Scores of games, matches and Hollywood, and who deals next.

They are told the result of each round, and price it by the `Rules` they were made with. A score
changes by `add` alone; what it refuses leaves it as it was.
"""

from gin_fast.scoring.game import GameScore
from gin_fast.scoring.hollywood import HollywoodScore
from gin_fast.scoring.match import MatchScore, next_dealer
from gin_fast.scoring.sheet import Line, Score, Sheet

__all__ = ["GameScore", "HollywoodScore", "Line", "MatchScore", "Score", "Sheet", "next_dealer"]
