"""The figures of the arena against other ways to find them."""

import math
import random
from fractions import Fraction
from statistics import fmean, stdev

import pytest

from gin_fast.arena import SignTest, mean, rate, sign_test
from gin_fast.arena.estimates import _student

# Two-sided 95 %, from printed tables.
STUDENT = {
    1: 12.7062, 2: 4.3027, 3: 3.1824, 4: 2.7764, 5: 2.5706, 6: 2.4469, 8: 2.3060, 10: 2.2281,
    15: 2.1314, 20: 2.0860, 30: 2.0423, 60: 2.0003, 120: 1.9799,
}  # fmt: skip


def by_counting(better: int, worse: int) -> Fraction:
    """The two-sided p-value: every outcome that is as one-sided or more, one by one."""
    trials = better + worse
    apart = abs(better - worse)
    outcomes = [math.comb(trials, k) for k in range(trials + 1) if abs(trials - 2 * k) >= apart]
    return Fraction(sum(outcomes), 2**trials)


def signs(better: int, worse: int, equal: int = 0) -> list[float]:
    return [1.5] * better + [-0.5] * worse + [0.0] * equal


def test_the_sign_test_counts_outcomes() -> None:
    for better in range(25):
        for worse in range(25):
            found = sign_test(signs(better, worse, 3))
            assert found.p == pytest.approx(float(by_counting(better, worse)), rel=1e-14)
            assert (found.better, found.worse, found.equal) == (better, worse, 3)


@pytest.mark.parametrize(
    ("better", "worse"), [(1040, 960), (1000, 1000), (1200, 800), (60, 1940), (999, 1000)]
)
def test_the_sign_test_is_exact_for_thousands_of_pairs(better: int, worse: int) -> None:
    exact = float(by_counting(better, worse))
    assert sign_test(signs(better, worse)).p == pytest.approx(exact, rel=1e-13)


def test_the_sign_test_of_nothing_and_of_more_than_a_float_holds() -> None:
    assert sign_test([]) == SignTest(0, 0, 0, 1.0)
    assert sign_test([0, 0]) == SignTest(0, 0, 2, 1.0)
    assert sign_test(signs(0, 5_000)).p == 0.0


@pytest.mark.parametrize("freedom", STUDENT)
def test_students_quantile_is_that_of_the_tables(freedom: int) -> None:
    # Fisher's expansion is 0.12 % short for three degrees of freedom, the worst.
    close = 1.3e-3 if freedom == 3 else 3e-4 if freedom == 4 else 2e-4 if freedom == 5 else 4e-5
    assert _student(freedom) == pytest.approx(STUDENT[freedom], rel=close)


def test_of_pairs_of_one_size_it_is_the_textbook_interval() -> None:
    numbers = random.Random(1)
    totals = [numbers.gauss(3, 20) for _ in range(31)]
    found = mean(totals, [2] * 31)
    assert found is not None
    halves = [total / 2 for total in totals]
    reach = STUDENT[30] * stdev(halves) / math.sqrt(31)
    assert found.value == pytest.approx(fmean(halves))
    assert found.low == pytest.approx(fmean(halves) - reach, rel=1e-4)
    assert found.high == pytest.approx(fmean(halves) + reach, rel=1e-4)


def test_of_pairs_of_many_sizes_it_is_what_the_jackknife_finds() -> None:
    numbers = random.Random(2)
    counts = [numbers.randint(2, 20) for _ in range(400)]
    totals = [
        sum(numbers.gauss(1, 8) for _ in range(count)) + numbers.gauss(0, 9) for count in counts
    ]
    found = mean(totals, counts)
    assert found is not None
    total, count = sum(totals), sum(counts)
    left_out = [(total - mine) / (count - many) for mine, many in zip(totals, counts, strict=True)]
    error = math.sqrt(399 / 400 * sum((each - fmean(left_out)) ** 2 for each in left_out))
    assert found.high is not None
    assert found.high - found.value == pytest.approx(1.966 * error, rel=0.01)


def test_a_rate_of_independent_plays_is_wilsons() -> None:
    # Half of the pairs won twice or lost twice, half of them one of each: as two coins fall.
    totals = [2, 0, 1, 1] * 100
    found = rate(totals, [2] * 400)
    assert found is not None
    z, n, p = 1.96594, 800 * 399 / 400, 0.5
    middle, reach = p + z * z / (2 * n), z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    assert found.low == pytest.approx((middle - reach) / (1 + z * z / n), rel=1e-4)
    assert found.high == pytest.approx((middle + reach) / (1 + z * z / n), rel=1e-4)


def test_a_rate_stays_within_bounds_and_is_never_certain() -> None:
    for share in (0, 2):
        found = rate([share] * 20, [2] * 20)
        assert found is not None
        assert found.low is not None
        assert found.high is not None
        assert 0 <= found.low <= found.value <= found.high <= 1
        assert found.high - found.low == pytest.approx(0.18, abs=0.01)


def test_of_nothing_there_is_no_estimate_and_of_one_pair_no_interval() -> None:
    assert mean([], []) is None
    assert rate([0, 0], [0, 0]) is None
    found = mean([3], [2])
    assert found is not None
    assert (found.value, found.low, found.high) == (1.5, None, None)


def pairs_of_play(
    numbers: random.Random, pairs: int, luck: float
) -> tuple[list[int], list[float], list[int]]:
    """Return what pairs of plays come to: rounds won, points and rounds.

    The plays of a pair share their luck; they have from one to five rounds each.
    """
    won, points, rounds = [], [], []
    for _ in range(pairs):
        shared = numbers.gauss(0, luck)
        played = [numbers.gauss(0.5, 1) + shared for _ in range(numbers.randint(2, 10))]
        won.append(sum(score > 0 for score in played))
        points.append(sum(played))
        rounds.append(len(played))
    return won, points, rounds


@pytest.mark.parametrize("pairs", [10, 40])
def test_intervals_cover_what_is_true_nineteen_times_in_twenty(pairs: int) -> None:
    numbers = random.Random(3)
    true_mean, luck, times = 0.5, 1.0, 1_500
    # A round's score is normal around 0.5 with variance 1 + luck².
    true_rate = 0.5 * (1 + math.erf(0.5 / math.sqrt(2 * (1 + luck**2))))
    covered = {"mean": 0, "rate": 0, "rounds taken for independent": 0}
    for _ in range(times):
        won, points, rounds = pairs_of_play(numbers, pairs, luck)
        of_points, of_rounds = mean(points, rounds), rate(won, rounds)
        assert of_points is not None
        assert of_rounds is not None
        assert of_points.low is not None
        assert of_points.high is not None
        assert of_rounds.low is not None
        assert of_rounds.high is not None
        covered["mean"] += of_points.low < true_mean < of_points.high
        covered["rate"] += of_rounds.low < true_rate < of_rounds.high
        share, count = sum(won) / sum(rounds), sum(rounds)
        reach = 1.96 * math.sqrt(share * (1 - share) / count)
        covered["rounds taken for independent"] += abs(share - true_rate) < reach
    shares = {what: count / times for what, count in covered.items()}
    assert 0.92 < shares["mean"] < 0.97
    assert 0.92 < shares["rate"] < 0.97
    # That is what pairs are for.
    assert shares["rounds taken for independent"] < 0.85
