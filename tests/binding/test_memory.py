"""What a save remembers without a counter: the segment in progress, and whether AMTRACs landed."""

from __future__ import annotations

import pytest

from automation.policies import Sensible
from modules.red_beach import GAME
from modules.red_beach.binding import BINDING, PROPERTIES
from modules.red_beach.state import State
from tests.built import red_beach_module, red_beach_save
from tests.red_beach_saves import read_state
from vassal_bridge.binding.binding import property_of
from vassal_bridge.binding.geography import ModuleGeography
from vassal_bridge.binding.play import Request, play
from vassal_bridge.errors import BindingError
from vassal_bridge.formats.editing import edits
from vassal_bridge.formats.position import Position
from vassal_bridge.formats.save import Save
from vassal_bridge.game.changes import Advance
from vassal_bridge.game.dice import SeededDice

CHANGES = [
    Advance("segment", "", "units=E/2/8;begun=2711", "[3.2]"),
    Advance("amtracs_used", 0, 1, "[3.2]"),
]


def written(save: Save, changes: list[Advance]) -> Save:
    """Return a save with changes written into it by the binding."""
    position, places = Position(save), ModuleGeography(red_beach_module(), save)
    bound = BINDING.read(position, places, "house")
    BINDING.write(position, places, bound, changes)
    return Save.from_bytes(save.to_bytes(), name="written.vsav")


def without_properties(save: Save) -> Save:
    """Return a save of a module that has no such properties."""
    for command in list(save.commands.all("SetGlobalProperty")):
        if command["name"] in PROPERTIES.values():
            save.commands.remove(command)
    return Save.from_bytes(save.to_bytes(), name="old.vsav")


def test_memory_is_written_into_properties_and_read_again() -> None:
    save = written(red_beach_save("first_night"), CHANGES)
    assert property_of(Position(save), "bridge_segment") == "units=E/2/8;begun=2711"
    state = read_state(save)
    assert state.tracks["segment"] == "units=E/2/8;begun=2711"
    assert state.level("amtracs_used") == 1
    again = written(save, [change.inverse() for change in CHANGES])
    assert read_state(again) == read_state(red_beach_save("first_night"))


def test_only_a_changed_property_is_declared() -> None:
    save = red_beach_save("first_night")
    bound = BINDING.read(Position(save), ModuleGeography(red_beach_module(), save), "house")
    assert BINDING.declared(bound, CHANGES[1:], ()).properties == {"bridge_amtracs_used"}


def test_a_save_without_the_properties_begins_empty_and_is_written_without_them() -> None:
    old = without_properties(red_beach_save("first_night"))
    state = read_state(old)
    assert (state.tracks["segment"], state.tracks["amtracs_used"]) == ("", 0)
    assert state.forgets == {"segment", "amtracs_used"}
    after = written(old, CHANGES)
    assert after.to_bytes() == old.to_bytes()
    for change in CHANGES:
        state.push(change)
    assert state == read_state(after)
    assert state.copy().forgets == state.forgets


def test_what_a_save_can_hold_counts_when_positions_are_compared() -> None:
    one, other = (read_state(red_beach_save("first_night")) for _ in range(2))
    assert isinstance(one, State)
    one.push(CHANGES[0])
    assert one != other


def test_a_property_that_is_no_truth_is_refused() -> None:
    save = red_beach_save("first_night")
    Position(save).apply_all(edits.set_property("bridge_amtracs_used", "0", "maybe"))
    with pytest.raises(BindingError, match="expected 0 or 1 in bridge_amtracs_used, found 'maybe'"):
        read_state(save)


def test_3_2_an_old_save_plays_a_whole_segment_and_tells_that_it_cannot_be_left_half_done() -> None:
    day = written(red_beach_save("first_night"), [Advance("turn", "GT 4", "GT 6", "[test]")])
    old = without_properties(day)
    request = Request(GAME, "segment", None, 1)
    played = play(old, red_beach_module(), request, SeededDice(1), Sensible())
    assert "no property bridge_segment" in played.story[0]
    after = read_state(Save.from_bytes(played.data))
    assert after.tracks["segment"] == ""
    assert any(unit.moved for unit in after.units.values())
