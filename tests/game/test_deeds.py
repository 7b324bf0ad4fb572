"""Deeds: what leads from one position to another, and the changes that come to the same."""

from __future__ import annotations

from dataclasses import replace

import pytest

from modules.red_beach.board import ELIMINATED
from modules.red_beach.state import State
from modules.red_beach.units import BACK, Unit
from tests.red_beach_field import btn, field, inf
from tests.red_beach_positions import random_night
from vassal_bridge.game.deeds import Deed, DeedKind, as_changes, deeds

A, HQ = inf("2612", "A/1/8"), btn("2612", "1/8")


def with_units(state: State, *units: Unit) -> State:
    kept = {**state.units, **{unit.id: unit for unit in units}}
    return State(state.board, kept.values(), state.tracks)


def test_units_that_went_together_are_one_deed() -> None:
    before = field(A, HQ)
    after = with_units(before, replace(A, location="2711"), replace(HQ, location="2711"))
    (deed,) = deeds(before, after)
    assert (deed.kind, deed.before, deed.after) == (DeedKind.MOVED, "2612", "2711")
    assert set(deed.units) == {A.id, HQ.id}
    assert (
        str(deed) == f"{before.units[deed.units[0]].name} + {before.units[deed.units[1]].name}"
        " moved from 2612 to 2711"
    )


@pytest.mark.parametrize(
    ("here", "there", "kind"),
    [
        ("2612", "2711", DeedKind.MOVED),
        (ELIMINATED, "2711", DeedKind.PLACED),
        ("2612", ELIMINATED, DeedKind.TAKEN),
        (ELIMINATED, "Interphase 21 Nov", DeedKind.SHIFTED),
    ],
)
def test_the_kind_tells_whether_a_unit_was_and_is_in_a_hex(
    here: str, there: str, kind: DeedKind
) -> None:
    before = field(replace(A, location=here))
    (deed,) = deeds(before, with_units(before, replace(A, location=there)))
    assert deed.kind is kind


def test_faces_markers_and_tracks_are_deeds_of_their_own() -> None:
    before = field(A, HQ)
    after = with_units(before, replace(A, marker1=True, moved=True), replace(HQ, face=BACK))
    after = State(after.board, after.units.values(), {**after.tracks, "jrl": before.jrl - 2})
    found = deeds(before, after)
    assert {(deed.kind, deed.what) for deed in found} == {
        (DeedKind.MARKED, "marker1"),
        (DeedKind.MARKED, "moved"),
        (DeedKind.FLIPPED, "face"),
        (DeedKind.ADVANCED, "jrl"),
    }
    assert f"jrl went from {before.jrl} to {before.jrl - 2}" in [str(deed) for deed in found]


def test_nothing_was_done_between_equal_positions() -> None:
    state = random_night(5)
    assert deeds(state, state.copy()) == ()


@pytest.mark.parametrize("seed", range(12))
def test_the_changes_lead_from_one_position_to_the_other(seed: int) -> None:
    """Two random positions of one force differ in places, faces, markers and tracks at once."""
    before, other = random_night(2 * seed), random_night(2 * seed + 1)
    after = State(before.board, other.units.values(), other.tracks)
    found = deeds(before, after)
    assert found
    for change in as_changes(found, "[test]"):
        before.push(change)
    assert before == after


def test_a_deed_is_told_in_a_sentence() -> None:
    placed = Deed(DeedKind.PLACED, ("x",), "Pool", "2612", "Jap Inf 1")
    marked = Deed(DeedKind.MARKED, ("x",), False, True, "A/1/8", "moved")
    assert str(placed) == "Jap Inf 1 placed from Pool to 2612"
    assert str(marked) == "A/1/8: moved went from no to yes"
