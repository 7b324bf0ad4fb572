"""Files damaged at random are opened or refused by every reader; what fuzzing found stays found."""

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzzing import TARGETS, seeds
from vassal_bridge.errors import BridgeError

FOUND = [
    ("grid", bytes(40)),  # hexes without a height were divided by
    (
        "grid",
        bytes.fromhex("ffffffffff7090089008900890080001021304059007060808090000002190"),
    ),  # no digits
]
"""What was found: a target and the bytes that were more than a BridgeError."""

QUICK = ("grid", "envelope", "metadata", "expression", "build_edit", "archive")


@st.composite
def damaged(draw: st.DrawFn, target: str) -> bytes:
    """Return a seed with some bytes of it replaced, doubled or taken out."""
    data = draw(st.sampled_from(seeds(target)))
    for _ in range(draw(st.integers(1, 5))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.integers(0, 8)))
        new = draw(st.one_of(st.binary(max_size=4), st.just(data[start:end] * 2)))
        data = data[:start] + new + data[end:]
    return data


def run(target: str, data: bytes) -> None:
    with suppress(BridgeError):
        TARGETS[target](data)


@pytest.mark.parametrize(("target", "data"), FOUND)
def test_what_fuzzing_found_is_opened_or_refused(target: str, data: bytes) -> None:
    run(target, data)


@pytest.mark.parametrize("target", QUICK)
@given(st.data())
def test_damaged_files_are_opened_or_refused(target: str, data: st.DataObject) -> None:
    run(target, data.draw(damaged(target)))


@pytest.mark.slow
@pytest.mark.parametrize("target", sorted(set(TARGETS) - set(QUICK)))
@given(st.data())
@settings(max_examples=60)
def test_damaged_games_are_opened_or_refused(target: str, data: st.DataObject) -> None:
    run(target, data.draw(damaged(target)))
