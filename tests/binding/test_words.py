"""Names of the same thing are alike, names of different things are not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modules.red_beach.wanted import SYNONYMS
from vassal_bridge.binding.words import ENOUGH, Words, likeness

WORDS = Words(SYNONYMS)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("A/1/8", "A Company, 1st Battalion, 8th Marines"),
        ("A/1/8", "a-1-8"),
        ("1/8 HQ", "1st Bn 8th Marines Headquarters"),
        ("8 Rgt HQ", "8th Marines Regimental HQ"),
        ("Med Tank 2", "Sherman Platoon 2"),
        ("Jap Inf 3", "Japanese infantry #3"),
        ("Fort 1-4", "Pillbox 1-4"),
        ("GT 4", "Game Turn 04"),
        ("JRL 100s 3", "Japanese Resistance Level (hundreds): 3"),
        ("Interphase 20 Nov", "November 20th Interphase"),
        ("Engineers Available", "Available enginers"),
    ],
)
def test_one_thing_by_two_names(ours: str, theirs: str) -> None:
    assert WORDS.likeness(ours, theirs) >= ENOUGH


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("A/1/8", "B Company, 1st Battalion, 8th Marines"),
        ("A/1/8", "A Company, 2nd Battalion, 8th Marines"),
        ("1/8 HQ", "8th Marines Regimental HQ"),
        ("Med Tank 2", "Stuart Platoon 2"),
        ("GT 4", "Game Turn 14"),
        ("JRL 10s 3", "Resistance hundreds 3"),
        ("Eliminated", "Available"),
    ],
)
def test_two_things_by_like_names(ours: str, theirs: str) -> None:
    assert WORDS.likeness(ours, theirs) < ENOUGH


WORD = st.sampled_from(["a", "b", "1", "2", "tank", "tanks", "hq", "turn", "available"])


@given(one=st.lists(WORD).map(tuple), other=st.lists(WORD).map(tuple))
def test_likeness_is_a_share_and_the_same_from_either_side_when_exact(
    one: tuple[str, ...], other: tuple[str, ...]
) -> None:
    found = likeness(one, other)
    assert 0.0 <= found <= 1.0
    assert (found == 1.0) == (one == other and bool(one))
