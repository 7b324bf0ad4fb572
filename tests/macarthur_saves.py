"""Saves of our MacArthur module for tests, without the drawing on its board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from automation.policies import Scripted, Sensible
from modules.macarthur import GAME
from modules.macarthur.binding import BINDING
from modules.macarthur.state import State
from tests.built import undrawn_module_of, undrawn_save_of
from vassal_bridge.binding.geography import ModuleGeography
from vassal_bridge.binding.play import Played, Request, play
from vassal_bridge.formats.position import Position
from vassal_bridge.formats.save import Save
from vassal_bridge.game.changes import Advance, Change, Flip, Place, Set, Value
from vassal_bridge.game.dice import SeededDice

NAME = "macarthur"


def first_day() -> Save:
    return undrawn_save_of(NAME, "first_day")


def state_of(save: Save) -> State:
    """Return the state that a save shows."""
    places = ModuleGeography(undrawn_module_of(NAME), save)
    state = BINDING.read(Position(save), places, "house").state
    assert isinstance(state, State)
    return state


def with_units_at(save: Save, at: dict[str, str]) -> Save:
    """Return a save in which some units stand in other boxes."""
    return prepared(save, {name: {"location": place} for name, place in at.items()}, {})


def prepared(
    save: Save, units: Mapping[str, Mapping[str, Value]], tracks: Mapping[str, str | int]
) -> Save:
    """Return a save in which some units and tracks are otherwise, written by the binding."""
    position, places = Position(save), ModuleGeography(undrawn_module_of(NAME), save)
    bound = BINDING.read(position, places, "house")
    state = bound.state
    changes: list[Change] = []
    for name, fields in units.items():
        for field, value in fields.items():
            before = getattr(state.units[name], field)
            if field == "location":
                changes.append(Place(name, before, str(value), "[test]"))
            elif field == "face":
                changes.append(Flip(name, before, str(value), "[test]"))
            else:
                changes.append(Set(name, field, before, value, "[test]"))
    changes += [
        Advance(name, state.tracks[name], value, "[test]")
        for name, value in tracks.items()
        if state.tracks[name] != value
    ]
    for change in changes:
        state.push(change)
    BINDING.write(position, places, bound, changes)
    return Save.from_bytes(save.to_bytes(), name=save.name)


def played(
    save: Save,
    sequence: str,
    answers: Iterable[str] = (),
    seed: int = 7,
    options: tuple[int, ...] = (),
) -> Played:
    """Play a sequence on a save with given answers, then sensible ones."""
    request = Request(GAME, sequence, None, seed, options)
    decider = Scripted(answers, Sensible())
    return play(save, undrawn_module_of(NAME), request, SeededDice(seed), decider)


def after(save: Save, sequence: str, answers: Iterable[str] = (), seed: int = 7) -> Save:
    """Return the save that a sequence leads to."""
    return Save.from_bytes(played(save, sequence, answers, seed).data, name="after.vsav")
