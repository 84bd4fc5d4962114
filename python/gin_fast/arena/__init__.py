"""Which of two players is better: mirrored deals, so that the luck of the cards cancels out.

>>> from gin_fast import arena
>>> found = arena.evaluate("simple", "random", 20, seed=1)
>>> found.won.value > 0.5, found.lost.value, found.sign_test.p < 0.01
(True, 0.0, True)
"""

from gin_fast.arena.estimates import Estimate, SignTest, mean, rate, sign_test, standard_error
from gin_fast.arena.evaluation import Evaluation, Pair, Tally, Unit
from gin_fast.arena.mirrored import evaluate

__all__ = [
    "Estimate",
    "Evaluation",
    "Pair",
    "SignTest",
    "Tally",
    "Unit",
    "evaluate",
    "mean",
    "rate",
    "sign_test",
    "standard_error",
]
