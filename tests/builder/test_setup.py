from functools import cache

import pytest

from tests.built import red_beach_draft, red_beach_module, red_beach_recipe, red_beach_save
from vassal_bridge.builder.writing.setup import draft_scenario_save, scenario_save
from vassal_bridge.errors import RuleError
from vassal_bridge.formats.metadata import MODULE_DATA, SAVE_DATA, read_metadata
from vassal_bridge.formats.pieces import Piece
from vassal_bridge.formats.save import Save

SCENARIOS = tuple(red_beach_recipe().data.scenarios)


@cache
def save_of(scenario: str) -> Save:
    return red_beach_save(scenario)


def unit(save: Save, unit_id: str) -> Piece:
    return next(piece for piece in save.pieces if piece.marker("unit_id") == unit_id)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_scenario_gives_the_same_bytes_every_time(scenario: str) -> None:
    draft = red_beach_draft()
    made = draft_scenario_save(draft, draft.recipe.data.scenarios[scenario])
    assert made == red_beach_module().archive[f"{scenario}.vsav"]


@pytest.mark.slow
def test_a_scenario_can_be_written_by_its_name() -> None:
    assert scenario_save("red_beach", "start") == red_beach_module().archive["start.vsav"]


def test_an_unknown_scenario_is_an_error_that_lists_the_known() -> None:
    with pytest.raises(RuleError, match=r"no scenario 'dawn'.*first_night.*start"):
        scenario_save(red_beach_recipe(), "dawn")


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_entries_are_those_of_a_save(scenario: str) -> None:
    archive = save_of(scenario).archive
    assert archive.names == ("savedGame", SAVE_DATA, MODULE_DATA)
    assert archive[MODULE_DATA] == red_beach_module().archive[MODULE_DATA]
    written = read_metadata(archive[SAVE_DATA])
    assert (written.vassal_version, written.version) == ("3.7.0", red_beach_module().version)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_commands_stand_in_the_engines_order(scenario: str) -> None:
    commands = [command for command in save_of(scenario).commands if command.level == 0]
    kinds = [command.kind for command in commands]
    assert kinds == [
        "BeginSave",
        "Null",
        "Null",
        *["SetGlobalProperty"] * (2 + len(red_beach_recipe().module.properties)),
        "SetBoards",
        "MarkGameNotNew",
        "SetTurn",
        "ScenarioNotes",
        "ScenarioNotes",
        "EndSave",
    ]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_members_come_before_stacks_and_stand_where_their_stack_stands(scenario: str) -> None:
    save = save_of(scenario)
    kinds = [type(thing).__name__ for thing in save.pieces.everything()]
    assert kinds == sorted(kinds)
    held: list[str] = []
    for stack in save.pieces.stacks:
        for member in stack.members:
            piece = save.pieces[member]
            assert (piece.map, piece.x, piece.y) == (stack.map, stack.x, stack.y)
            held.append(member)
    assert sorted(held) == sorted(piece.id for piece in save.pieces)
    points = [(stack.x, stack.y) for stack in save.pieces.stacks]
    assert len(points) == len(set(points))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_pieces_are_the_expanded_slots(scenario: str) -> None:
    """Types are equal to the engine's expansion; ids are plausible and kept in the piece."""
    module, save = red_beach_module(), save_of(scenario)
    slots = {slot.gpid: slot for slot in module.slots}
    for piece in save.pieces:
        assert list(piece.problems()) == []
        expanded = module.expand(slots[piece.gpid].definition)
        assert piece.type_text == str(expanded.type_chain)
        assert piece.persistent == {"UniqueID": piece.id}
        assert len(piece.id) == 13
        assert piece.id.isdigit()


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_unit_is_where_and_as_the_scenario_says(scenario: str) -> None:
    recipe, save = red_beach_recipe(), save_of(scenario)
    layout = red_beach_module().layouts_for(save)["Betio"]
    placed = recipe.data.scenarios[scenario].units
    for row in recipe.data.units:
        piece = unit(save, row.id)
        here = layout.location_name(piece.x, piece.y)
        says = placed.get(row.id)
        assert here == (says.location if says and says.location else recipe.home(row))
        states = {
            "Face": "2" if says and says.face == "back" else "1",
            "Step": "1" if says and says.step_loss else "-1",
            "HQUsed": "1" if says and says.used else "-1",
        }
        for name, state in states.items():
            trait = piece.trait("emb2;", name)
            if trait is not None:
                assert trait.state_text == state


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_markers_show_the_tracks_of_the_scenario(scenario: str) -> None:
    recipe, save = red_beach_recipe(), save_of(scenario)
    layout = red_beach_module().layouts_for(save)["Betio"]
    labels = {box.box: box.label for box in recipe.data.boxes}
    shown: dict[str, int | str] = {}
    for marker, dial in recipe.data.dials.items():
        piece = unit(save, marker)
        box = layout.location_name(piece.x, piece.y)
        if dial.unit:
            shown[dial.field] = int(shown.get(dial.field, 0)) + int(labels[box]) * dial.unit
        else:
            shown[dial.field] = box
    assert shown == dict(recipe.data.scenarios[scenario].tracks)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_turn_tracker_stands_at_the_turn_of_the_marker(scenario: str) -> None:
    save = save_of(scenario)
    turns = [box.box for box in red_beach_recipe().data.boxes if box.track == "Turn"]
    (command,) = save.commands.all("SetTurn")
    level = command.text.split("|")[1].split(";")
    assert turns[int(level[0])] == red_beach_recipe().data.scenarios[scenario].tracks["turn"]
    assert level[3].split(",") == ["true"] * len(turns)
