"""Tests of dice: how often chance alone would do the same or worse, counted where it can be.

Three questions about rolls that were made one after the other: does each face come up as often as
it should (chi-squared), do high and low rolls come in clumps or in turns (Wald and Wolfowitz's
runs), and is the sum of the dice far from what is expected? Nothing here knows a log.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

MOST_SPLITS = 12_000
"""Ways to share out dice over faces that are counted one by one; beyond, p is approximate."""
MOST_RUNS = 600
"""Rolls up to which the runs are counted exactly."""
MOST_SUMS = 3_000
"""Faces of all dice together up to which the sums are counted exactly."""

_CLOSE = 1 + 1e-9
"""Two chances are taken for equal when they differ by less than this."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a test found: its statistic, and the chance of one as far off, or further, by luck.

    `p` is exact where `is_exact`; `approximate` is the textbook's formula for many dice, which is
    what a statistics package gives.
    """

    name: str
    statistic: float
    p: float
    approximate: float
    is_exact: bool


def chi_squared(counts: Sequence[int]) -> Outcome | None:
    """Return Pearson's test that all faces are equally likely; None where it cannot say anything.

    The exact p adds up the chances of all results whose faces are shared out as unevenly or more.
    """
    faces, dice = len(counts), sum(counts)
    if faces < 2 or not dice:
        return None
    expected = dice / faces
    statistic = sum((count - expected) ** 2 for count in counts) / expected
    approximate = chi_squared_tail(statistic, faces - 1)
    if _count_splits(dice, faces) > MOST_SPLITS:
        return Outcome("chi-squared", statistic, approximate, approximate, is_exact=False)
    squares = sum(count * count for count in counts)
    ways = sum(
        _ways(split, faces)
        for split in _splits(dice, faces)
        if sum(part * part for part in split) >= squares
    )
    return Outcome("chi-squared", statistic, ways / faces**dice, approximate, is_exact=True)


def chi_squared_tail(value: float, degrees: int) -> float:
    """Return the chance that chi-squared with whole degrees of freedom is at least a value.

    >>> round(chi_squared_tail(11.0705, 5), 4)
    0.05
    """
    half = value / 2
    if half <= 0:
        return 1.0
    odd = degrees % 2
    tail = math.erfc(math.sqrt(half)) if odd else math.exp(-half)
    power = 0.5 if odd else 1.0
    while power < degrees / 2:
        tail += math.exp(power * math.log(half) - half - math.lgamma(power + 1))
        power += 1
    return min(tail, 1.0)


def runs(signs: Sequence[bool]) -> Outcome | None:
    """Return the runs test of a series of highs and lows; None where one of them is missing.

    A run is a stretch of equals. Both few and many runs count as far off: the exact p adds up the
    chances of every number of runs that is no likelier than the one found.
    """
    highs = sum(signs)
    lows = len(signs) - highs
    if not highs or not lows:
        return None
    found = 1 + sum(one != other for one, other in pairwise(signs))
    total = highs + lows
    mean = 2 * highs * lows / total + 1
    variance = (mean - 1) * (mean - 2) / (total - 1)
    deviation = math.sqrt(variance)
    approximate = _two_tails((found - mean) / deviation) if deviation else 1.0
    if total > MOST_RUNS:
        return Outcome("runs", float(found), approximate, approximate, is_exact=False)
    ways = {number: _runs_ways(number, highs, lows) for number in range(2, total + 1)}
    unlikely = sum(count for count in ways.values() if count <= ways[found])
    p = unlikely / math.comb(total, highs)
    return Outcome("runs", float(found), p, approximate, is_exact=True)


def sums(total: int, sides: Counter[int]) -> Outcome | None:
    """Return the test that a sum of fair dice (so many of so many sides) is so far from expected.

    Far off is as far above or below the expected sum as the sum found, or further.
    """
    dice = Counter({side: count for side, count in sides.items() if side > 1 and count})
    if not dice:
        return None
    expected = expected_sum(sides)
    variance = sum(count * (side * side - 1) / 12 for side, count in dice.items())
    approximate = _two_tails((total - expected) / math.sqrt(variance))
    ones = sides[1]
    if sum(side * count for side, count in dice.items()) > MOST_SUMS:
        return Outcome("sum", float(total), approximate, approximate, is_exact=False)
    ways = _sum_ways(dice)
    least = sum(dice.values())
    distance = abs(total - expected)
    far = sum(
        count
        for place, count in enumerate(ways)
        if abs(least + place + ones - expected) * _CLOSE >= distance
    )
    return Outcome("sum", float(total), far / sum(ways), approximate, is_exact=True)


def expected_sum(sides: Counter[int]) -> float:
    """Return the mean sum of so many fair dice of so many sides."""
    return sum(count * (side + 1) / 2 for side, count in sides.items())


def share_of_sums(count: int, side: int, fits: Callable[[int], bool]) -> float:
    """Return the chance that the sum of fair dice is one that fits."""
    ways = _sum_ways(Counter({side: count}))
    return sum(number for place, number in enumerate(ways, count) if fits(place)) / sum(ways)


def holm(chances: Sequence[float]) -> list[float]:
    """Return p-values corrected for their number, in their order (Holm's step-down method).

    >>> holm([0.04, 0.01, 0.5])
    [0.08, 0.03, 0.5]
    """
    corrected = [1.0] * len(chances)
    least = 0.0
    order = sorted(range(len(chances)), key=lambda place: chances[place])
    for rank, place in enumerate(order):
        least = max(least, min(1.0, chances[place] * (len(chances) - rank)))
        corrected[place] = least
    return corrected


def _two_tails(deviations: float) -> float:
    """Return the chance of so many standard deviations, or more, to either side."""
    return math.erfc(abs(deviations) / math.sqrt(2))


def _count_splits(dice: int, faces: int) -> int:
    """Return in how many ways dice are shared out over faces, the order not counting."""
    ways = [1] + [0] * dice
    for part in range(1, faces + 1):
        for size in range(part, dice + 1):
            ways[size] += ways[size - part]
            if ways[dice] > MOST_SPLITS:
                return ways[dice]
    return ways[dice]


def _splits(dice: int, faces: int, most: int | None = None) -> Iterator[tuple[int, ...]]:
    """Yield each way to share out dice over at most so many faces, the largest share first."""
    if dice == 0:
        yield ()
    elif faces:
        top = dice if most is None else min(dice, most)
        for share in range(top, math.ceil(dice / faces) - 1, -1):
            for rest in _splits(dice - share, faces - 1, share):
                yield (share, *rest)


def _ways(split: tuple[int, ...], faces: int) -> int:
    """Return how many series of throws share out the faces so, whichever face gets which share."""
    ways = math.factorial(sum(split))
    for share in split:
        ways //= math.factorial(share)
    places = math.factorial(faces) // math.factorial(faces - len(split))
    for equal in Counter(split).values():
        places //= math.factorial(equal)
    return ways * places


def _runs_ways(number: int, highs: int, lows: int) -> int:
    """Return how many orders of highs and lows have a number of runs."""
    half = number // 2
    if number % 2 == 0:
        return 2 * math.comb(highs - 1, half - 1) * math.comb(lows - 1, half - 1)
    return math.comb(highs - 1, half) * math.comb(lows - 1, half - 1) + math.comb(
        highs - 1, half - 1
    ) * math.comb(lows - 1, half)


def _sum_ways(sides: Counter[int]) -> list[int]:
    """Return how many throws of so many dice give each sum, from the least sum up."""
    ways = [1]
    for side, count in sorted(sides.items()):
        for _ in range(count):
            longer = [0] * (len(ways) + side - 1)
            window = 0
            for place in range(len(longer)):
                window += ways[place] if place < len(ways) else 0
                window -= ways[place - side] if place >= side else 0
                longer[place] = window
            ways = longer
    return ways
