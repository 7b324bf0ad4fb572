"""MacArthur's binding: steps of the air phase alone, each on the save that the one before left."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from automation.policies import Scripted, Sensible
from modules.macarthur.binding import BINDING, UNITS_PROPERTY, format_units, parse_units
from modules.macarthur.setup import load_units
from modules.macarthur.state import State
from tests.built import undrawn_module_of, undrawn_save_of
from vassal_bridge.binding.geography import ModuleGeography
from vassal_bridge.binding.play import Played, Request, as_log, play
from vassal_bridge.errors import BindingError
from vassal_bridge.formats.logs.log import Log
from vassal_bridge.formats.position import Position
from vassal_bridge.formats.save import Save
from vassal_bridge.game.dice import SeededDice
from vassal_bridge.game.registry import find_game

STEPS = ("air_plan", "air_scramble", "air_combat", "air_flak", "air_bombing", "air_strafing",
         "air_end", "air_home")  # fmt: skip


def run_on(save: Save, name: str, seed: int = 5) -> Played:
    request = Request(find_game("macarthur"), name, None, seed)
    return play(save, undrawn_module_of("macarthur"), request, SeededDice(seed), Sensible())


def state_of(save: Save) -> State:
    places = ModuleGeography(undrawn_module_of("macarthur"), save)
    found: State = BINDING.read(Position(save), places, "house").state
    return found


@pytest.mark.slow
def test_the_steps_one_by_one_on_saves() -> None:
    save = undrawn_save_of("macarthur", "first_day")
    flown = set()
    for name in STEPS:
        played = run_on(save, name)
        assert played.problems == ()
        save = Save.from_bytes(played.data, name=f"{name}.vsav")
        flown |= {unit.mission for unit in state_of(save).units.values()}
    assert {"bomb", "escort", "spent"} <= flown
    out = {unit.mission for unit in state_of(save).units.values() if unit.side == "jp"}
    assert out == {""}
    assert run_on(save, "air_bombing").outcome.changes == ()


def test_an_air_phase_is_a_log_that_steps_to_the_save() -> None:
    save = undrawn_save_of("macarthur", "first_day")
    played = run_on(save, "air")
    log = Log(Save.from_bytes(as_log(save, played), name="turn.vlog"))
    assert len(log.steps) > 20


def test_missions_and_bases_are_remembered_by_the_save() -> None:
    played = run_on(undrawn_save_of("macarthur", "first_day"), "air_plan")
    after = state_of(Save.from_bytes(played.data, name="after.vsav"))
    flying = [unit for unit in after.units.values() if unit.mission]
    assert flying
    assert all(unit.base in after.board.fields for unit in flying)


@given(
    st.sampled_from(sorted(load_units())),
    st.sampled_from(["", "Takao", "Batan Island"]),
    st.sampled_from(["", "field", "bridge 0919 0920"]),
    st.integers(0, 2),
)
def test_what_no_counter_shows_is_read_as_written(
    name: str, base: str, target: str, losses: int
) -> None:
    unit = replace(load_units()[name], base=base, target=target, losses=losses)
    given_fields = {"base": base, "target": target, "losses": losses}
    wanted = {key: value for key, value in given_fields.items() if value}
    assert parse_units(format_units([unit])) == ({name: wanted} if wanted else {})


@pytest.mark.parametrize("text", ["Betty 1, x=y", "Betty 1, losses=many", "Betty 1, base"])
def test_a_damaged_property_is_told(text: str) -> None:
    with pytest.raises(BindingError, match=UNITS_PROPERTY):
        parse_units(text)


def test_given_answers_play_the_same_air_phase() -> None:
    save = undrawn_save_of("macarthur", "first_day")
    played = run_on(save, "air")
    request = Request(find_game("macarthur"), "air", None, 5)
    again = Scripted(played.outcome.answers)
    assert (
        play(save, undrawn_module_of("macarthur"), request, SeededDice(5), again).data
        == played.data
    )
