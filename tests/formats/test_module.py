"""Modules: what VASSAL itself sees in them, version rules, prototypes, layouts, extensions."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import CORPUS
from vassal_bridge.errors import FormatError
from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.boards.layout import OFFBOARD
from vassal_bridge.formats.buildfile import Component
from vassal_bridge.formats.imagesize import size_of
from vassal_bridge.formats.module import Module, open_module
from vassal_bridge.formats.prototypes import Prototype as Proto
from vassal_bridge.formats.prototypes import expand, find_cycles, parse_definition, substitute
from vassal_bridge.formats.save import open_save

MODULES = ("kitchen", "beachhead")
CORPUS_MODULES = sorted(CORPUS.rglob("*.vmod"), key=lambda path: path.stat().st_size)
PROTOTYPE = "VASSAL.build.module.PrototypeDefinition"
ROOT = '<VASSAL.build.GameModule name="Own" version="0.1" VassalVersion="{}">{}</{}>'


def engine(golden: Path, module: str, what: str) -> dict[str, Any]:
    text = (golden / f"{module}.{what}.engine.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def made(
    inside: str = "", *, version: str | None = "3.7.5", entry: str = "buildFile.xml"
) -> Module:
    tag = "VASSAL.build.GameModule"
    entries = [(entry, ROOT.format(version or "", inside, tag).encode())]
    if version is not None:
        data = f"<data><name>Own</name><VassalVersion>{version}</VassalVersion></data>"
        entries.append(("moduledata", data.encode()))
    return Module.from_archive(Archive.of(entries, name="own.vmod"))


@pytest.mark.parametrize("name", MODULES)
def test_a_module_is_what_the_engine_says(golden: Path, name: str) -> None:
    module, seen = open_module(golden / f"{name}.vmod"), engine(golden, name, "module")
    assert (module.file, module.name, module.version) == (
        f"{name}.vmod",
        seen["name"],
        seen["version"],
    )
    assert module.vassal_version == seen["engine"].removeprefix("VASSAL ")
    assert list(module.sides) == seen["sides"]
    assert module.root.get("nextPieceSlotId") == str(seen["nextPieceSlotId"])
    assert module.problems == ()
    assert [
        {"name": s.name, "menu": s.is_menu, "useFile": bool(s.file), "file": s.file}
        for s in module.setups
    ] == seen["setups"]


@pytest.mark.parametrize("name", MODULES)
def test_properties_begin_with_the_engines_values(golden: Path, name: str) -> None:
    module, seen = open_module(golden / f"{name}.vmod"), engine(golden, name, "module")
    own = {p.name: p.initial for p in module.properties if p.holder.kind == "module"}
    assert own
    assert own.items() <= seen["globalProperties"].items()
    counted = {level.property for tracker in module.turn_trackers for level in levels(tracker)}
    dice = {f"{one.name}_result" for one in module.dice}
    preferences = {key for key in seen["globalProperties"] if key.startswith("pref")}
    about = ("_result", "_total", "_keep", "_summary", "_command", "_value")
    made_by_others = {key for key in seen["globalProperties"] if key.endswith(about)}
    assert seen[
        "globalProperties"
    ].keys() - own.keys() - made_by_others - preferences <= counted | {
        "ring_i",
        "SideToMove",
        "Inter",
    }
    assert dice <= seen["globalProperties"].keys()


def levels(one: Any) -> list[Any]:
    return [inner for level in one.levels for inner in (level, *levels(level))]


@pytest.mark.parametrize("name", MODULES)
def test_maps_boards_zones_and_stacks_are_the_engines(golden: Path, name: str) -> None:
    module, seen = open_module(golden / f"{name}.vmod"), engine(golden, name, "module")
    shown = [one for one in module.maps.values() if not one.component.is_a("WidgetMap")]
    assert len(shown) == len(seen["maps"])
    for one, row in zip(shown, seen["maps"], strict=True):
        assert (one.id, one.name, one.component.tag) == (row["id"], row["name"], row["class"])
        boards = [
            (b.name, b.image or None, b.width, b.height, grid(b.grid_component)) for b in one.boards
        ]
        assert boards == [(b["name"], b["image"], b["w"], b["h"], b["grid"]) for b in row["boards"]]
        for board, wanted in zip(one.boards, row["boards"], strict=True):
            zones = [z.get("name") for z in board.component.find_all("mapgrid.Zone")]
            assert zones == [z.partition(" (")[0] for z in wanted.get("zones", [])]
        stacks = [
            (
                s.component.kind,
                s.name,
                sum(1 for _ in s.component.find_all("PieceSlot", "CardSlot")),
            )
            for s in one.at_start
        ]
        for found, stack in zip(stacks, row.get("setupStacks", []), strict=True):
            assert (found[0], found[2]) == (stack["type"], stack["slots"])
            assert stack["name"].startswith(found[1])


def grid(component: Component | None) -> str | None:
    return None if component is None else component.kind


@pytest.mark.parametrize("name", MODULES)
def test_the_component_tree_is_the_engines(golden: Path, name: str) -> None:
    module = open_module(golden / f"{name}-rewritten.vmod")
    counts: dict[str, int] = {}
    for one in module.root.walk():
        if one.tag.startswith("VASSAL."):
            kind = one.tag.removeprefix("VASSAL.build.").removeprefix("module.")
            counts[kind] = counts.get(kind, 0) + 1
    assert counts == engine(golden, name, "module")["componentCounts"]


@pytest.mark.parametrize("name", MODULES)
def test_every_slot_expands_as_in_the_engine(golden: Path, name: str) -> None:
    module, seen = open_module(golden / f"{name}.vmod"), engine(golden, name, "slots")["slots"]
    assert len(module.slots) == len(seen) > 30
    for slot, row in zip(module.slots, seen, strict=True):
        kind = "CardSlot" if slot.is_card else "PieceSlot"
        assert (kind, slot.entry_name, slot.gpid) == (
            row["slot"],
            row["entryName"] or "",
            row["gpid"],
        )
        assert slot.name == (row["entryName"] or row["name"])
        assert slot.definition == row["definition"]
        expanded = module.expand(row["rewritten"])
        texts = [[trait.type, trait.state] for trait in expanded.traits]
        assert texts == [own for _, *own in row["expanded"]], row["entryName"]
        assert str(expanded.type_chain) == row["expandedType"]
        assert str(expanded.state_chain) == row["expandedState"]
        assert module.expand(slot.definition) == expanded  # old forms are made new


@pytest.mark.parametrize("name", MODULES)
def test_prototypes_are_the_engines(golden: Path, name: str) -> None:
    module, seen = open_module(golden / f"{name}.vmod"), engine(golden, name, "module")
    assert list(module.prototypes) == [row["name"] for row in seen["prototypes"]]
    for prototype, row in zip(module.prototypes.values(), seen["prototypes"], strict=True):
        assert len(parse_definition(prototype.definition).traits) == len(row["traits"])


@pytest.mark.parametrize(
    ("name", "save"), [("kitchen", "kitchen/02-script"), ("beachhead", "beachhead/0-setup")]
)
def test_places_are_called_as_in_the_engine(golden: Path, name: str, save: str) -> None:
    module = open_module(golden / f"{name}.vmod")
    layouts = module.layouts_for(open_save(golden / f"{save}.vsav"))
    for row in rows(golden / f"{name}.locate.csv"):
        one = module.find_map(row["map"])
        assert one is not None
        layout, x, y = layouts[one.id], int(row["x"]), int(row["y"])
        snapped = layout.snap(x, y)
        assert layout.location_name(x, y) == row["location"], row
        assert snapped == (int(row["snap_x"]), int(row["snap_y"])), row
        assert layout.location_name(*snapped) == row["snap_location"], row
        board = layout.board_at(x, y)
        assert (board.name if board is not None else "") == row["board"], row
        zone = layout.zone_at(x, y)
        assert (zone.name if zone is not None else "") == row["zone"], row


@pytest.mark.parametrize(
    ("name", "save"), [("kitchen", "kitchen/01-new"), ("beachhead", "beachhead/0-setup")]
)
def test_at_start_stacks_stand_where_the_engine_puts_them(
    golden: Path, name: str, save: str
) -> None:
    module = open_module(golden / f"{name}.vmod")
    seen = json.loads((golden / f"{save}.engine.json").read_text(encoding="utf-8"))
    points: dict[tuple[str, str], set[tuple[int, int]]] = {}
    for row in seen["maps"]:
        one = module.find_map(row["name"])
        assert one is not None
        for piece in row["pieces"]:
            points.setdefault((one.id, piece["gpid"]), set()).add((piece["x"], piece["y"]))
    layouts = module.default_layouts()
    checked = 0
    for one in module.maps.values():
        for stack in one.at_start:
            point = one.start_point(stack, layouts[one.id])
            for slot in stack.component.find_all("PieceSlot", "CardSlot"):
                assert point in points[one.id, slot.get("gpid")], stack.name
                checked += 1
    assert checked > 30


def test_turns_and_dice_are_listed(golden: Path) -> None:
    module = open_module(golden / "beachhead.vmod")
    (tracker,) = module.turn_trackers
    assert (tracker.id, tracker.name) == ("TurnTracker0", "Turn")
    assert [level.property for level in levels(tracker)] == ["TurnNo", "Phase"]
    assert [(one.name, one.number, one.sides) for one in module.dice] == [
        ("2d6", 2, 6),
        ("1d6", 1, 6),
    ]


def test_a_property_knows_its_holder_and_its_bounds(golden: Path) -> None:
    module = open_module(golden / "kitchen.vmod")
    found = {(one.holder.kind, one.name): one for one in module.properties}
    points = found["module", "VP"]
    assert (points.minimum, points.maximum, points.wraps) == (-9, 99, False)
    assert found["module", "Weather"].minimum is None
    assert {one.holder.kind for one in module.properties} == {"module", "map", "zone"}


# --- which build file, and what is missing


def test_without_moduledata_the_build_file_says_what_it_can(golden: Path) -> None:
    module = open_module(golden / "broken" / "18a-moduledata-missing.vmod")
    assert any("version and name are unknown" in str(one) for one in module.problems)
    assert module.name == "Tiny"
    assert module.metadata is None


@pytest.mark.parametrize(
    ("version", "entry", "remarks"),
    [
        ("3.7.5", "buildFile.xml", 0),
        ("3.5.0-beta2", "buildFile.xml", 0),
        ("3.4.13", "buildFile", 0),
        ("3.4.13", "buildFile.xml", 1),
        ("3.7.5", "buildFile", 1),
        ("", "buildFile", 0),
        (None, "buildFile.xml", 1),
        (None, "buildFile", 2),
    ],
)
def test_the_build_files_name_follows_the_version(
    version: str | None, entry: str, remarks: int
) -> None:
    module = made(version=version, entry=entry)
    assert module.build_file_name == entry
    assert module.name == "Own"
    assert len(module.problems) == remarks
    assert all("own.vmod" in str(one) for one in module.problems)


def test_an_old_name_in_a_new_module_is_remarked_upon(golden: Path) -> None:
    module = open_module(golden / "broken" / "27-old-name-new-version.vmod")
    assert any("version rule" in str(one) for one in module.problems)


def test_a_zip_without_a_build_file_is_no_module() -> None:
    archive = Archive.of([("images/a.png", b"")], name="x.vmod")
    with pytest.raises(FormatError, match=r"x.vmod: expected an entry buildFile.xml, found only"):
        Module.from_archive(archive)


# --- prototypes


def proto(name: str, *types: str) -> Proto:
    tabs = "".join(one + "\\" * level + "\t" for level, one in enumerate(types))
    states = "".join(f"{level}" + "\\" * level + "\t" for level, _ in enumerate(types))
    return Proto(name, f"+/null/{tabs}piece;;;;/{states}null;0;0;;0")


def types_of(definition: str, *prototypes: Proto) -> list[str]:
    return [one.type for one in expand(definition, {p.name: p for p in prototypes}).traits]


def test_7_2_a_prototype_is_spliced_between_its_neighbours() -> None:
    outer = proto("", "delete;T1", "prototype;P", "delete;T2").definition
    found = types_of(outer, proto("P", "clone;A", "prototype;Q", "cmt;gone"), proto("Q", "clone;B"))
    assert found == ["delete;T1", "clone;A", "clone;B", "delete;T2", "piece;;;;"]


def test_7_2_unknown_prototypes_and_comments_vanish() -> None:
    assert types_of(proto("", "prototype;none", "cmt;x", "clone;A").definition) == [
        "clone;A",
        "piece;;;;",
    ]


def test_7_2_a_ring_of_prototypes_ends_and_is_reported() -> None:
    ring = proto("P", "clone;A", "prototype;Q"), proto("Q", "prototype;P", "clone;B")
    assert types_of(proto("", "prototype;P").definition, *ring) == [
        "clone;A",
        "clone;B",
        "piece;;;;",
    ]
    problems = [str(one) for one in find_cycles({p.name: p for p in ring})]
    assert len(problems) == 1
    assert "cycle: 'P' > 'Q' > 'P'" in problems[0]


def test_7_2_the_same_prototype_twice_is_no_ring() -> None:
    pair = proto("P", "prototype;Q", "prototype;Q"), proto("Q", "clone;A")
    assert list(find_cycles({p.name: p for p in pair})) == []
    assert types_of(proto("", "prototype;P").definition, *pair).count("clone;A") == 2


def test_7_2_prototypes_that_multiply_are_refused() -> None:
    doubled = [proto(f"P{n}", *[f"prototype;P{n + 1}"] * 2) for n in range(40)]
    assert list(find_cycles({p.name: p for p in doubled})) == []
    with pytest.raises(FormatError, match="traits in one piece"):
        types_of(proto("", "prototype;P0").definition, *doubled)


def test_7_2_parameters_replace_names_between_dollar_signs() -> None:
    assert substitute("a $x$ $y$ $x$", {"x": "1"}) == "a 1 $y$ 1"
    assert substitute("a $x b", {"x": "1"}) == "a x b"
    assert substitute("a $x$", {}) == "a $x$"


def test_the_last_definition_of_a_name_counts() -> None:
    inside = "".join(f'<{PROTOTYPE} name="P">{text}</{PROTOTYPE}>' for text in ("first", "second"))
    assert made(inside).prototypes["P"].definition == "second"


# --- extensions


def test_an_extension_adds_slots_and_prototypes(golden: Path, tmp_path: Path) -> None:
    path = tmp_path / "more.vmdx"
    build = (
        '<VASSAL.build.module.ModuleExtension extensionId="abc" module="Beachhead">'
        '<VASSAL.build.module.ExtensionElement target="">'
        f'<{PROTOTYPE} name="Common">+/null/clone;X\tpiece;;;;/'
        f"\tnull;0;0;;0</{PROTOTYPE}></VASSAL.build.module.ExtensionElement>"
        '<VASSAL.build.module.ExtensionElement target="">'
        '<VASSAL.build.widget.PieceSlot entryName="new" gpid="abc:0">'
        "+/null/prototype;Common\tpiece;;;a;new/"
        "\tnull;0;0;;0</VASSAL.build.widget.PieceSlot></VASSAL.build.module.ExtensionElement>"
        '<VASSAL.build.module.ExtensionElement target=""><VASSAL.build.module.Map mapName="New">'
        '<VASSAL.build.module.map.boardPicker.Board name="B" image="b.gif"/>'
        "</VASSAL.build.module.Map></VASSAL.build.module.ExtensionElement>"
        "</VASSAL.build.module.ModuleExtension>"
    )
    data = b"<data><version>1</version><VassalVersion>3.7.5</VassalVersion></data>"
    image = ("images/b.gif", b"GIF89a\x07\0\x05\0")
    entries = [("buildFile.xml", build.encode()), ("extensiondata", data), image]
    path.write_bytes(Archive.of(entries).to_bytes())
    module = open_module(golden / "beachhead.vmod")
    more = module.with_extensions([path])
    assert [one.gpid for one in more.slots] == [*(one.gpid for one in module.slots), "abc:0"]
    assert [one.type for one in more.expand(more.slots[-1].definition).traits] == [
        "clone;X;67,130;",
        "piece;;;a;new",
    ]
    assert more.name == "Beachhead"
    assert list(more.maps) == [*module.maps, "New"]
    assert [(one.width, one.height) for one in more.maps["New"].boards] == [(7, 5)]
    assert more.problems == ()
    with pytest.raises(FormatError, match="expected an extension, found a module"):
        module.with_extensions([golden / "kitchen.vmod"])


# --- sizes of pictures


@pytest.mark.parametrize(
    ("data", "size"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\1\2\0\0\0\3", (258, 3)),
        (b"GIF89a\x02\x01\x03\x00rest", (258, 3)),
        (b"\xff\xd8\xff\xe0\0\4ab\xff\xff\xc4\0\2\xff\xc2\0\x0b\x08\0\3\1\2\3", (258, 3)),
        (b"<?xml version='1.0'?><svg width='10.5px' height=\"7\"/>", (11, 7)),
        (b"<svg width='100%' viewBox='0 0 40 30.2'>", (40, 30)),
        (b"<svg stroke-width='3'>", None),
        (b"\xff\xd8\xff", None),
        (b"", None),
    ],
)
def test_a_picture_tells_its_size(data: bytes, size: tuple[int, int] | None) -> None:
    assert size_of(data) == size


def test_a_board_without_its_image_is_a_problem() -> None:
    board = "VASSAL.build.module.map.boardPicker.Board"
    tag = "VASSAL.build.module.Map"
    inside = f'<{tag} mapName="M"><{board} name="B" image="b.png"/></{tag}>'
    module = made(inside)
    assert [one.width for one in module.maps["M"].boards] == [0]
    assert [str(one) for one in module.problems] == [
        "own.vmod!buildFile.xml: the board 'B' has no size: its image 'b.png' is not in the module"
    ]


# --- real modules


def look_through(module: Module) -> None:
    assert module.name
    for slot in module.slots:
        expanded = module.expand(slot.definition)
        assert expanded.traits[-1].type.startswith("piece;")
        assert list(expanded.type_chain) == [one.type for one in expanded.traits]
    assert module.default_layouts().keys() == module.maps.keys()
    assert len(module.maps) == sum(1 for _ in module.root.find_all("BoardPicker", "ASLBoardPicker"))
    assert all(one.where.file == module.file for one in module.problems)


@pytest.mark.parametrize("path", CORPUS_MODULES[:3], ids=lambda path: path.name)
def test_a_sample_of_public_modules_opens(path: Path) -> None:
    look_through(open_module(path))


@pytest.mark.slow
@pytest.mark.parametrize("path", CORPUS_MODULES, ids=lambda path: path.name)
def test_public_modules_open(path: Path) -> None:
    look_through(open_module(path))


@pytest.mark.slow
def test_public_build_files_without_their_module_open(corpus: Path) -> None:
    found = sorted((*corpus.rglob("buildFile.xml"), *corpus.rglob("buildFile")))
    assert found
    for path in found:
        archive = Archive.of([("buildFile.xml", path.read_bytes())], name=path.parent.name)
        look_through(Module.from_archive(archive))


def test_a_public_save_lies_on_its_modules_boards(corpus: Path) -> None:
    (path,) = corpus.rglob("ragnarok-start.vsav")
    (module_path,) = corpus.rglob("*Ragnarok_SPI_1981.repack.vmod")
    save, module = open_save(path), open_module(module_path)
    layouts = module.layouts_for(save)
    assert layouts.keys() == module.maps.keys()
    pieces = [piece for piece in save.pieces if piece.map == "Main Map"]
    assert len(pieces) == 13
    for piece in pieces:
        layout = layouts["Main Map"]
        assert layout.location_name(piece.x, piece.y) != OFFBOARD
        assert layout.snap(piece.x, piece.y) == (piece.x, piece.y)
