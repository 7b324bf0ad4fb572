"""What an extension adds stands where its target says: boards, zones, regions, stacks, trackers."""

from __future__ import annotations

from pathlib import Path

import pytest

from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.buildfile import BuildFile
from vassal_bridge.formats.extensions import component_at
from vassal_bridge.formats.kinds import PlacedBoard
from vassal_bridge.formats.module import Module

V = "VASSAL.build."
M = V + "module.map."
B = M + "boardPicker.board."
BOARD = M + "boardPicker.Board"

BASE = (
    f'<{V}GameModule name="Base" version="1">'
    f'<{V}module.Map mapName="Main" edgeWidth="10" edgeHeight="5">'
    f'<{M}BoardPicker title="Choose"><{BOARD} name="One" width="100" height="80">'
    f"<{B}ZonedGrid>"
    f'<{B}mapgrid.Zone name="Old" path="0,0;40,0;40,40;0,40" locationFormat="$name$"/>'
    f'<{B}RegionGrid><{B}Region name="Town" originx="70" originy="70"/></{B}RegionGrid>'
    f"</{B}ZonedGrid></{BOARD}></{M}BoardPicker>"
    f"<{V}module.properties.GlobalProperties/>"
    f"</{V}module.Map>"
    f'<{V}module.turn.TurnTracker name="Turn"/>'
    f"</{V}GameModule>"
)
MAP = f"{V}module.Map:Main"
PICKER = f"{MAP}/{M}BoardPicker"
ON_BOARD = f"{PICKER}/{BOARD}:One/{B}ZonedGrid"


def element(target: str, inside: str) -> str:
    return f'<{V}module.ExtensionElement target="{target}">{inside}</{V}module.ExtensionElement>'


def extension(*elements: str, name: str = "more.vmdx") -> Module:
    inside = "".join(elements)
    text = f'<{V}module.ModuleExtension module="Base">{inside}</{V}module.ModuleExtension>'
    return Module(Archive.of([("buildFile.xml", text.encode())], name=name))


def base() -> Archive:
    return Archive.of([("buildFile.xml", BASE.encode())], name="base.vmod")


def with_extensions(*extensions: Module) -> Module:
    return Module(base(), extensions)


def test_8_11_a_board_is_added_to_the_maps_picker() -> None:
    board = f'<{BOARD} name="Two" width="60" height="80"/>'
    module = with_extensions(extension(element(PICKER, board)))
    assert [one.name for one in module.maps["Main"].boards] == ["One", "Two"]
    layout = module.maps["Main"].layout([PlacedBoard("One", 0, 0), PlacedBoard("Two", 1, 0)])
    found = layout.board_at(10 + 100 + 30, 20)
    assert found is not None
    assert (found.name, found.x, found.y) == ("Two", 110, 5)


def test_8_11_a_zone_and_a_region_are_added_to_the_boards_grids() -> None:
    zone = f'<{B}mapgrid.Zone name="New" path="40,0;90,0;90,40;40,40" locationFormat="$name$"/>'
    region = f'<{B}Region name="Ford" originx="5" originy="70"/>'
    module = with_extensions(
        extension(element(ON_BOARD, zone), element(f"{ON_BOARD}/{B}RegionGrid", region))
    )
    layout = module.default_layouts()["Main"]
    names = [
        layout.location_name(10 + x, 5 + y) for x, y in [(20, 20), (60, 20), (6, 60), (72, 60)]
    ]
    assert names == ["Old", "New", "Ford", "Town"]
    alone = with_extensions().default_layouts()["Main"]
    assert alone.location_name(70, 25) == "Town"


def test_8_11_a_grid_of_its_own_takes_the_place_of_the_boards() -> None:
    """The last grid of a board counts, as VASSAL's setGrid has it."""
    grid = f'<{B}RegionGrid><{B}Region name="All" originx="1" originy="1"/></{B}RegionGrid>'
    module = with_extensions(extension(element(f"{PICKER}/{BOARD}:One", grid)))
    assert module.default_layouts()["Main"].location_name(30, 25) == "All"


def test_8_11_an_at_start_stack_belongs_to_its_map() -> None:
    slot = f'<{V}widget.PieceSlot entryName="x" gpid="abc:1">+/null/piece;;;;x/null;0;0;;0'
    stack = f'<{M}SetupStack name="S" x="4" y="6">{slot}</{V}widget.PieceSlot></{M}SetupStack>'
    module = with_extensions(extension(element(MAP, stack)))
    assert [(one.name, one.map_id) for one in module.maps["Main"].at_start] == [("S", "Main")]
    assert [one.place for one in module.slots] == [("Main", "S")]


def test_8_11_a_property_of_a_map_is_the_maps() -> None:
    target = f"{MAP}/{V}module.properties.GlobalProperties"
    inside = f'<{V}module.properties.GlobalProperty name="Rain" initialValue="no"/>'
    found = with_extensions(extension(element(target, inside))).properties
    assert [(one.name, one.holder.kind, one.holder.name) for one in found] == [
        ("Rain", "map", "Main")
    ]


def test_8_11_turn_trackers_are_counted_on() -> None:
    tracker = f'<{V}module.turn.TurnTracker name="Weather"/>'
    module = with_extensions(extension(element("", tracker)))
    assert [(one.id, one.name) for one in module.turn_trackers] == [
        ("TurnTracker0", "Turn"),
        ("TurnTracker1", "Weather"),
    ]


def test_8_11_a_later_extension_finds_what_an_earlier_one_added() -> None:
    first = extension(element(PICKER, f'<{BOARD} name="Two" width="9" height="9"/>'))
    grid = f'<{B}RegionGrid><{B}Region name="R" originx="1" originy="1"/></{B}RegionGrid>'
    second = extension(element(f"{PICKER}/{BOARD}:Two", grid))
    module = with_extensions(first, second)
    assert module.problems[-1].message.startswith("moduledata")
    assert module.maps["Main"].layout([PlacedBoard("Two", 0, 0)]).location_name(12, 7) == "R"


def test_8_11_a_lost_target_is_a_problem_and_the_rest_is_read() -> None:
    lost = element(f"{V}module.Map:Other/{M}BoardPicker", f'<{BOARD} name="Gone"/>')
    kept = element(PICKER, f'<{BOARD} name="Two" width="9" height="9"/>')
    module = with_extensions(extension(lost, kept))
    assert [one.name for one in module.maps["Main"].boards] == ["One", "Two"]
    problems = [one for one in module.problems if "no place" in one.message]
    assert [one.where.file for one in problems] == ["more.vmdx"]
    assert "'Gone'" in problems[0].message


def test_the_trees_of_the_files_stay_as_they_are() -> None:
    more = extension(element(PICKER, f'<{BOARD} name="Two" width="9" height="9"/>'))
    module = with_extensions(more)
    assert len(module.maps["Main"].boards) == 2
    assert len(list(module.root.find_all(BOARD))) == 1
    assert len(list(more.root.find_all(BOARD))) == 1


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("", "Base"),
        ("A:x", "x"),
        ("A:z", "x"),  # the last step takes the first of the class
        ("A:z/C", None),
        ("A:y/C:n\\/m", "n/m"),
        ("A", "x"),
        ("D", None),
    ],
)
def test_8_11_paths(path: str, found: str | None) -> None:
    root = BuildFile(b'<R name="Base"><A name="x"/><A name="y"><C name="n/m"/></A></R>').root
    component = component_at(root, path)
    assert (None if component is None else component.label) == found


def test_a_public_extension_finds_all_its_places(corpus: Path) -> None:
    folder = corpus / "michalxo__vasl" / "dist"
    path = next(corpus.rglob("ffs.vmdx"))
    archive = Archive.of([("buildFile.xml", (folder / "buildFile").read_bytes())])
    module = Module(archive)
    more = module.with_extensions([path])
    assert not [one for one in more.problems if "no place" in one.message]
    added = len(more.extensions[0].slots)
    assert added > 0
    assert len(more.slots) == len(module.slots) + added
    assert {one.place[0] for one in more.slots if one.gpid.count(":")} <= {
        one.place[0] for one in module.slots
    }
