"""What can be said of two players from pairs of mirrored deals: intervals and the sign test.

The two plays of a pair share their cards, so they are no independent observations; the pairs are.
Every interval therefore takes the pair as its unit (a cluster, in the words of surveys), however
many rounds or games are played in it.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["Estimate", "SignTest", "mean", "rate", "sign_test", "standard_error"]

_CONFIDENCE = 0.95
_NORMAL = 1.959963984540054
"""What 97.5 % of a normal distribution lie below."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure and its 95 % interval.

    Attributes:
        value: The figure.
        low: The lower end of its interval; None if there is but one pair.
        high: The upper end.

    """

    value: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class SignTest:
    """Which of two players does better in more pairs, and how likely chance does as much.

    Attributes:
        better: The pairs in which the first player did better.
        worse: The pairs in which the second did.
        equal: The pairs in which neither did; they say nothing.
        p: How likely a fair coin, thrown for each pair that is not equal, comes down at least as
            one-sidedly as that: the two-sided p-value of the binomial distribution. 0.0 where it is
            less than a float can hold.

    """

    better: int
    worse: int
    equal: int
    p: float


def mean(totals: Sequence[float], counts: Sequence[int]) -> Estimate | None:
    """Return the mean over all rounds or games of all pairs, None where there are none.

    It is a ratio of two sums over pairs, and its error that of a linearized ratio, with Student's
    quantile for as many degrees of freedom as there are pairs but one.

    >>> mean([3, 5, 4, 8], [2, 2, 2, 2])  # doctest: +ELLIPSIS
    Estimate(value=2.5, low=0.783..., high=4.216...)

    Args:
        totals: The sum of each pair.
        counts: Over how many rounds or games.

    """
    count = sum(counts)
    if not count:
        return None
    value = sum(totals) / count
    variance = _variance(value, totals, counts)
    if variance is None:
        return Estimate(value, None, None)
    reach = _student(len(totals) - 1) * math.sqrt(variance)
    return Estimate(value, value - reach, value + reach)


def rate(totals: Sequence[int], counts: Sequence[int]) -> Estimate | None:
    """Return which share of all rounds or games it is, None where there are none.

    The interval is Wilson's, for as many independent trials as would vary as these pairs do. It
    stays within 0 and 1, and where the share is 0 or 1 and nothing varies at all each pair is one
    trial: that no round was lost does not prove that none ever will be.

    >>> rate([2, 2, 2, 2], [2, 2, 2, 2])  # doctest: +ELLIPSIS
    Estimate(value=1.0, low=0.283..., high=1.0)
    >>> rate([1, 2, 0, 1], [2, 2, 2, 2])  # doctest: +ELLIPSIS
    Estimate(value=0.5, low=0.103..., high=0.896...)

    Args:
        totals: How many rounds or games of each pair count.
        counts: Out of how many.

    """
    count = sum(counts)
    if not count:
        return None
    value = sum(totals) / count
    variance = _variance(value, totals, counts)
    if variance is None:
        return Estimate(value, None, None)
    spread = value * (1 - value)
    trials = spread / variance if variance else len(totals) if spread == 0 else math.inf
    quantile = _student(len(totals) - 1)
    pull = quantile * quantile / trials
    middle = (value + pull / 2) / (1 + pull)
    reach = math.sqrt(spread * pull + pull * pull / 4) / (1 + pull)
    # Rounding alone may put an end beyond the figure itself.
    return Estimate(value, max(min(middle - reach, value), 0), min(max(middle + reach, value), 1))


def standard_error(totals: Sequence[float], counts: Sequence[int]) -> float | None:
    """Return the standard error that `mean` and `rate` go by, None where there are not two pairs.

    >>> standard_error([3, 5, 4, 8], [2, 2, 2, 2])  # doctest: +ELLIPSIS
    0.540...

    Args:
        totals: The sum of each pair.
        counts: Over how many rounds or games.

    """
    count = sum(counts)
    if not count:
        return None
    variance = _variance(sum(totals) / count, totals, counts)
    return None if variance is None else math.sqrt(variance)


def sign_test(differences: Sequence[float]) -> SignTest:
    """Return the sign test of the differences between two players, one of each pair.

    >>> sign_test([4, 1, 9, 3, 2, 0, -1])
    SignTest(better=5, worse=1, equal=1, p=0.21875)
    """
    better = sum(difference > 0 for difference in differences)
    worse = sum(difference < 0 for difference in differences)
    trials, least = better + worse, min(better, worse)
    # From the likeliest outcome of the tail outwards. The first is a quotient of ints, which is
    # rounded once however large they are, and the others shrink from it.
    outcome = tail = math.comb(trials, least) / (1 << trials)
    for successes in range(least, 0, -1):
        outcome *= successes / (trials - successes + 1)
        tail += outcome
        if outcome <= tail * 1e-18:
            break
    return SignTest(better, worse, len(differences) - trials, min(2 * tail, 1.0))


def _variance(value: float, totals: Sequence[float], counts: Sequence[int]) -> float | None:
    """Return the variance of a ratio of sums over pairs, None for a single pair."""
    pairs = len(totals)
    if pairs < 2:  # noqa: PLR2004 - what varies takes two.
        return None
    apart = math.fsum(
        (total - value * count) ** 2 for total, count in zip(totals, counts, strict=True)
    )
    return pairs / (pairs - 1) * apart / sum(counts) ** 2


def _student(freedom: int) -> float:
    """Return what 97.5 % of Student's distribution lie below.

    Exact for one and two degrees of freedom; for more, Fisher's expansion around the normal
    quantile, which is 0.1 % short for three and right to five digits from ten on.
    """
    if freedom == 1:
        return math.tan(math.pi * _CONFIDENCE / 2)
    if freedom == 2:  # noqa: PLR2004
        return _CONFIDENCE * math.sqrt(2 / (1 - _CONFIDENCE**2))
    z, n = _NORMAL, freedom
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4)
    )
