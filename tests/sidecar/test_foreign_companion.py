"""The companion on a module that is not ours, with the extension's properties in its saves."""

from __future__ import annotations

from pathlib import Path

from automation.policies import Sensible
from modules.red_beach import GAME
from modules.red_beach.binding import BINDING
from modules.red_beach.setup import start
from modules.red_beach.state import State
from tests import foreign_red_beach as foreign
from tests.built import red_beach_recipe
from vassal_bridge.binding.binding import property_of
from vassal_bridge.binding.bindingfile import binding_path, write_binding
from vassal_bridge.binding.companion import Kind, Turned, respond
from vassal_bridge.binding.foreign import binding_for
from vassal_bridge.binding.geography import ModuleGeography
from vassal_bridge.binding.play import Request
from vassal_bridge.binding.proposing import propose
from vassal_bridge.binding.requests import parse_request
from vassal_bridge.builder.writing.extensionparts import texts_for
from vassal_bridge.formats.commands import Command
from vassal_bridge.formats.position import Position
from vassal_bridge.formats.save import Save
from vassal_bridge.game.changes import Advance, Move
from vassal_bridge.game.dice import SeededDice


def with_extension(save: Save) -> Save:
    """Return a save of the module with our extension: it stores the extension's properties."""
    places = [n for n, one in enumerate(save.commands) if one.kind == "AddPiece"]
    at = save.commands[places[-1]]
    for one in texts_for(red_beach_recipe()):
        line = Command(f"GlobalProperty\t;{one.name};{one.value};Module", at.level)
        save.commands.insert(places[-1] + 1, line)
    return Save.from_bytes(save.to_bytes(), name=save.name)


def bound_save() -> Save:
    """Return the first-night position by day in the foreign module, which is bound."""
    night = start("first_night", "house")
    day = State(night.board, night.units.values(), {**night.tracks, "turn": "GT 3"})
    save = with_extension(foreign.save_of(day))
    wanted = BINDING.wanted()
    path = binding_path(GAME.name, foreign.NAME)
    path.parent.mkdir(parents=True)
    found = propose(GAME.name, foreign.module(), wanted, save)
    path.write_text(write_binding(found.binding, wanted), encoding="utf-8")
    return save


def changed(save: Save, *changes: Move | Advance) -> Save:
    """Return a save in which a player has moved counters."""
    copy = Save.from_bytes(save.to_bytes(), name="later.vsav")
    position, places = Position(copy), ModuleGeography(foreign.module(), copy)
    binding = binding_for(GAME, copy)
    bound = binding.read(position, places, "house")
    binding.write(position, places, bound, changes)
    return Save.from_bytes(copy.to_bytes(), name="later.vsav")


def test_moves_in_a_foreign_module_are_judged_and_played(tmp_path: Path) -> None:
    save = bound_save()

    def answer(later: Save, earlier: Save | None, asked: str = "") -> tuple[Kind, Save]:
        turned = Turned(later, earlier, parse_request(asked) if asked else None, "abc")
        request = Request(GAME, None, "house", 7)
        found = respond(turned, foreign.module(), request, SeededDice(7), Sensible())
        assert found.data is not None
        return found.kind, Save.from_bytes(found.data, name="answer.vsav")

    kind, begun = answer(save, None)
    assert kind is Kind.BEGUN
    assert property_of(Position(begun), "bridge_answer") == "abc"
    kind, unlawful = answer(changed(begun, Advance("jrl", 328, 329, "x")), begun)
    assert kind is Kind.UNLAWFUL
    kind, moved = answer(changed(unlawful, Move("K/3/8", "2715", "2814", "x")), unlawful)
    assert kind is Kind.PLAYED
    assert property_of(Position(moved), "bridge_segment")
    kind, ended = answer(moved, moved, "end phase")
    assert kind is Kind.PLAYED
    assert property_of(Position(ended), "bridge_segment") == ""
