"""The tests of dice agree with counting every case, and with scipy where it is."""

from __future__ import annotations

import importlib
from collections import Counter
from fractions import Fraction
from itertools import pairwise, permutations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vassal_bridge.audit import dice_tests
from vassal_bridge.audit.dice_tests import chi_squared, chi_squared_tail, holm, runs, sums


def close(value: float) -> Any:
    return pytest.approx(value, rel=1e-9, abs=1e-12)


def squares(faces: tuple[int, ...], sides: int) -> int:
    return sum(faces.count(face) ** 2 for face in range(1, sides + 1))


def run_count(signs: tuple[bool, ...]) -> int:
    return 1 + sum(one != other for one, other in pairwise(signs))


@pytest.mark.parametrize(("dice", "sides"), [(1, 6), (4, 6), (5, 3), (7, 2), (6, 4)])
def test_the_exact_chi_squared_is_what_counting_every_throw_gives(dice: int, sides: int) -> None:
    throws = list(product(range(1, sides + 1), repeat=dice))
    of_all = [squares(throw, sides) for throw in throws]
    for throw in throws[:: max(1, len(throws) // 40)]:
        outcome = chi_squared([throw.count(face) for face in range(1, sides + 1)])
        assert outcome is not None
        worse = sum(one >= squares(throw, sides) for one in of_all)
        assert outcome.is_exact
        assert outcome.p == close(worse / len(throws))


@pytest.mark.parametrize(("highs", "lows"), [(1, 1), (3, 2), (4, 4), (2, 6), (1, 7)])
def test_the_exact_runs_are_what_counting_every_order_gives(highs: int, lows: int) -> None:
    orders = set(permutations([True] * highs + [False] * lows))
    likelihood = Counter(run_count(order) for order in orders)
    for order in sorted(orders):
        outcome = runs(order)
        assert outcome is not None
        found = run_count(order)
        unlikely = sum(n for n in likelihood.values() if n <= likelihood[found])
        assert (outcome.statistic, outcome.p) == (found, close(unlikely / len(orders)))


@pytest.mark.parametrize("dice", [(6,), (6, 6), (6, 6, 10), (4, 8, 8), (2, 2, 2, 2), (1, 6)])
def test_the_exact_sum_is_what_counting_every_throw_gives(dice: tuple[int, ...]) -> None:
    totals = [sum(throw) for throw in product(*(range(1, side + 1) for side in dice))]
    mean = Fraction(sum(totals), len(totals))
    for total in sorted(set(totals)):
        outcome = sums(total, Counter(dice))
        assert outcome is not None
        further = sum(abs(other - mean) >= abs(total - mean) for other in totals)
        assert outcome.p == close(further / len(totals))


def test_nothing_is_said_where_nothing_can_be_said() -> None:
    assert chi_squared([]) is None
    assert chi_squared([4]) is None
    assert chi_squared([0, 0]) is None
    assert runs([]) is None
    assert runs([True, True]) is None
    assert sums(3, Counter({1: 3})) is None


def test_many_dice_are_judged_by_the_textbook() -> None:
    outcome = chi_squared([500, 480, 520, 510, 490, 500])
    assert outcome is not None
    assert not outcome.is_exact
    assert outcome.p == outcome.approximate
    assert outcome.statistic == close(2.0)
    for found in (runs([True, False] * 400), sums(7000, Counter({6: 2000}))):
        assert found is not None
        assert not found.is_exact


@given(st.lists(st.integers(0, 9), min_size=2, max_size=6))
def test_a_chance_is_a_chance_whatever_the_order_of_the_faces(counts: list[int]) -> None:
    one, other = chi_squared(counts), chi_squared(sorted(counts))
    if one is None or other is None:
        assert one is other
        return
    assert 0 < one.p <= 1
    assert one.p == close(other.p)


@given(st.lists(st.booleans(), max_size=60))
def test_runs_are_the_same_backwards_and_turned_round(signs: list[bool]) -> None:
    one = runs(signs)
    assert one == runs(signs[::-1]) == runs([not sign for sign in signs])
    assert one is None or 0 < one.p <= 1


@given(st.lists(st.floats(0, 1), max_size=12))
def test_holm_never_makes_a_chance_smaller_nor_changes_their_order(chances: list[float]) -> None:
    corrected = holm(chances)
    assert all(new >= old for new, old in zip(corrected, chances, strict=True))
    assert all(new <= 1 for new in corrected)
    pairs = sorted(zip(chances, corrected, strict=True))
    assert [new for _, new in pairs] == sorted(corrected)


def test_holm_is_as_in_the_textbook() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == [close(0.03), close(0.06), close(0.06), close(0.02)]
    assert holm([]) == []


def scipy_stats() -> Any:
    pytest.importorskip("scipy", reason="scipy, with which the tests are compared, is not here")
    return importlib.import_module("scipy.stats")


@settings(max_examples=20)
@given(st.lists(st.integers(0, 300), min_size=2, max_size=20).filter(any))
@pytest.mark.slow
def test_chi_squared_agrees_with_scipy(counts: list[int]) -> None:
    expected = scipy_stats().chisquare(counts)
    outcome = chi_squared(counts)
    assert outcome is not None
    assert outcome.statistic == close(float(expected.statistic))
    assert outcome.approximate == pytest.approx(float(expected.pvalue), rel=1e-6, abs=1e-12)


@given(st.floats(0, 200), st.integers(1, 60))
def test_the_tail_agrees_with_scipy(value: float, degrees: int) -> None:
    expected = float(scipy_stats().chi2.sf(value, degrees))
    assert chi_squared_tail(value, degrees) == pytest.approx(expected, rel=1e-8, abs=1e-14)


@given(st.integers(0, 40), st.integers(1, 40))
def test_sums_of_coins_agree_with_scipy(heads: int, coins: int) -> None:
    heads = min(heads, coins)
    outcome = sums(coins + heads, Counter({2: coins}))
    assert outcome is not None
    expected = scipy_stats().binomtest(heads, coins, 0.5).pvalue
    assert outcome.p == pytest.approx(float(expected), rel=1e-9)


def test_the_limits_keep_counting_short() -> None:
    """So many dice are still counted exactly, where chi-squared is no good formula yet."""
    assert dice_tests._count_splits(48, 6) <= dice_tests.MOST_SPLITS
    assert dice_tests._count_splits(200, 6) > dice_tests.MOST_SPLITS
