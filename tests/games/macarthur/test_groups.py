"""[8.3.2] Bombing groups, compared with every way of parting the bombers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from modules.macarthur.rules.groups import MOST, equal_groups, fewest_groups


def partings(items: Sequence[int]) -> Iterator[list[list[int]]]:
    """Yield every way to part some items into groups."""
    if not items:
        yield []
        return
    first, rest = items[0], items[1:]
    for parting in partings(rest):
        yield [[first], *parting]
        for place in range(len(parting)):
            yield [*parting[:place], [first, *parting[place]], *parting[place + 1 :]]


def brute_force(factors: Sequence[int]) -> int:
    """Return the least number of lawful groups of all ways to part the bombers."""
    lawful = (
        len(parting)
        for parting in partings(range(len(factors)))
        if all(sum(factors[place] for place in group) <= MOST for group in parting)
    )
    return min(lawful)


@given(st.lists(st.integers(1, 6), max_size=7))
@example([4, 3, 3, 2])
@example([5, 2, 2, 2, 1])
@example([3, 3, 2, 2, 2])
def test_mac_8_3_2_b_and_8_3_2_c_groups_are_lawful_and_as_few_as_brute_force_finds(
    factors: list[int],
) -> None:
    groups = fewest_groups(factors)
    assert sorted(place for group in groups for place in group) == list(range(len(factors)))
    assert all(sum(factors[place] for place in group) <= MOST for group in groups)
    assert len(groups) == brute_force(factors)


def test_mac_8_3_2_d_factors_4_3_3_2_are_two_groups() -> None:
    assert fewest_groups([4, 3, 3, 2]) == ((0, 3), (1, 2))


def test_filling_one_group_after_the_other_may_need_one_too_many() -> None:
    """The biggest that fits, group by group, makes 4+2, 3+2 and 1 of these; 4+2, 3+2+1 do."""
    assert len(fewest_groups([4, 3, 2, 2, 1])) == 2
    assert len(fewest_groups([3, 3, 2, 2, 2])) == 2


@pytest.mark.parametrize("factors", [[7], [0], [3, -1]])
def test_factors_that_no_group_takes_are_refused(factors: list[int]) -> None:
    with pytest.raises(ValueError, match="expected factors of 1 to 6"):
        fewest_groups(factors)


def test_many_bombers_are_parted_at_once() -> None:
    groups = fewest_groups([3] * 7 + [2] * 6 + [1] * 3)
    assert len(groups) == 6


@given(st.lists(st.integers(1, 6), max_size=7))
@example([3, 2, 2])
@example([3, 3, 2, 2, 2])
def test_mac_8_3_2_c_every_set_of_sums_of_the_fewest_groups_is_offered_once(
    factors: list[int],
) -> None:
    least = brute_force(factors)
    wanted = {
        tuple(sorted(sums))
        for parting in partings(range(len(factors)))
        if len(parting) == least
        and max(sums := [sum(factors[p] for p in group) for group in parting], default=0) <= MOST
    }
    ways = equal_groups(factors)
    sums = [tuple(sorted(sum(factors[p] for p in group) for group in one)) for one in ways]
    assert sorted(sums) == sorted(wanted)
    assert ways[0] == fewest_groups(factors)
    for one in ways:
        assert sorted(place for group in one for place in group) == list(range(len(factors)))
