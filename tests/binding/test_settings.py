"""Optional rules and readings: chosen for one run, remembered in the save for the next."""

from automation.policies import Sensible
from tests.built import red_beach_module, red_beach_save
from vassal_bridge.binding.binding import OPTIONS_PROPERTY, property_of
from vassal_bridge.binding.play import Played, Request, play
from vassal_bridge.formats.position import Position
from vassal_bridge.formats.save import Save
from vassal_bridge.game.dice import SeededDice
from vassal_bridge.game.registry import find_game


def night(save: Save, options: tuple[int, ...] = (), values: tuple[str, ...] = ()) -> Played:
    request = Request(find_game("red_beach"), "night", None, 7, options, values)
    return play(save, red_beach_module(), request, SeededDice(7), Sensible())


def remembered(data: bytes) -> str | None:
    return property_of(Position(Save.from_bytes(data)), OPTIONS_PROPERTY)


def test_what_was_chosen_is_remembered_and_can_be_taken_back() -> None:
    first = night(red_beach_save("first_night"), (5,), ("loc_unit=4",))
    assert remembered(first.data) == "more_effective_bombardment=yes loc_unit=4"
    second = night(Save.from_bytes(first.data))
    assert remembered(second.data) == remembered(first.data)
    assert "loc_unit=4" in second.chat[0]
    third = night(Save.from_bytes(first.data), (), ("loc_unit=5",))
    assert remembered(third.data) == "more_effective_bombardment=yes"
