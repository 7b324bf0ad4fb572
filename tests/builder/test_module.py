import re
import xml.etree.ElementTree as ET
from collections import Counter

import pytest

from tests.built import red_beach_bytes, red_beach_draft, red_beach_module, red_beach_recipe
from vassal_bridge.builder.writing.draft import draft_module
from vassal_bridge.builder.writing.module import build_module, module_bytes
from vassal_bridge.errors import OutputExists
from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.metadata import MODULE_DATA, read_metadata
from vassal_bridge.formats.traits import Trait

IMAGE = re.compile(r"(?<!/images/)\b[A-Za-z0-9_-]+\.png")
ENGINE_REQUIRES = (
    "properties.GlobalProperties",
    "properties.GlobalTranslatableMessages",
    "i18n.Language",
    "module.BasicCommandEncoder",
    "module.Documentation",
    "module.PlayerRoster",
    "module.GlobalOptions",
    "module.PrototypesContainer",
    "module.Chatter",
    "module.KeyNamer",
)
MAP_REQUIRES = (
    "BoardPicker",
    "StackMetrics",
    "ForwardToKeyBuffer",
    "Scroller",
    "ForwardToChatter",
    "MenuDisplayer",
    "MapCenterer",
    "StackExpander",
    "PieceMover",
    "KeyBufferer",
    "SelectionHighlighters",
    "HighlightLastMoved",
)
LATER_THAN_3_7 = ("footprint;", "locCommand;")


def test_the_same_recipe_gives_the_same_bytes() -> None:
    assert module_bytes(draft_module(red_beach_recipe())) == red_beach_bytes()


def test_the_module_is_read_without_a_problem() -> None:
    module = red_beach_module()
    assert module.problems == ()
    assert module.name == red_beach_recipe().module.name
    assert module.vassal_version == "3.7.0"


def test_nothing_in_the_archive_has_a_time_of_its_own() -> None:
    entries = red_beach_module().archive.entries
    assert {entry.stamp for entry in entries} == {(1 << 5 | 1) << 16}
    assert {entry.method for entry in entries} == {8}
    metadata = read_metadata(red_beach_module().archive[MODULE_DATA])
    assert metadata.date_saved == red_beach_recipe().module.date_saved


@pytest.mark.parametrize("tag", ENGINE_REQUIRES)
def test_what_the_engine_always_has_is_there_once(tag: str) -> None:
    found = [one for one in red_beach_module().root.children if one.is_a(tag)]
    assert len(found) == 1


@pytest.mark.parametrize("tag", MAP_REQUIRES)
def test_what_a_map_always_has_is_there_once(tag: str) -> None:
    found = red_beach_module().find_map("Betio")
    assert found is not None
    assert len([one for one in found.component.children if one.kind == tag]) == 1


def test_the_build_file_is_written_as_vassal_writes_xml() -> None:
    text = red_beach_module().archive["buildFile.xml"].decode("utf-8")
    lines = text.splitlines()
    assert lines[0] == '<?xml version="1.0" encoding="UTF-8" standalone="no"?>'
    assert text.endswith("</VASSAL.build.GameModule>\n")
    for line in lines[1:]:
        blanks = len(line) - len(line.lstrip(" "))
        assert blanks % 4 == 0
        names = re.findall(r' ([A-Za-z0-9]+)="', line.split(">", 1)[0])
        assert names == sorted(names)


def test_every_picture_named_is_there_and_every_picture_is_named() -> None:
    module = red_beach_module()
    there = {name.removeprefix("images/") for name in module.archive.names if "/" in name}
    named = set(IMAGE.findall(module.archive["buildFile.xml"].decode("utf-8")))
    assert named == there


def test_gpids_are_unique_and_below_the_next_one() -> None:
    gpids = [slot.gpid for slot in red_beach_module().slots]
    assert [gpid for gpid, count in Counter(gpids).items() if count > 1] == []
    next_one = int(red_beach_module().root.get("nextPieceSlotId"))
    assert max(int(gpid) for gpid in gpids) < next_one


def test_every_counter_is_in_the_tray_and_every_placed_one_at_its_start() -> None:
    recipe, module = red_beach_recipe(), red_beach_module()
    ids: dict[str, list[str]] = {"tray": [], "map": []}
    for slot in module.slots:
        where = "map" if "SetupStack" in str(slot.component.parent.tag) else "tray"
        trait = next(t for t in slot_traits(slot.definition) if t.prefix == "mark;")
        ids[where].append(trait.state.rest[trait.type.rest.index("unit_id")])
    assert sorted(ids["tray"]) == sorted(counter.id for counter in recipe.data.counters)
    starting = [counter.id for counter in recipe.data.counters if recipe.home(counter)]
    assert sorted(ids["map"]) == sorted(starting)


def slot_traits(definition: str) -> list[Trait]:
    texts = red_beach_module().expand(definition).traits
    return [Trait(place, one.type, one.state) for place, one in enumerate(texts)]


def test_at_start_stacks_stand_where_the_game_says() -> None:
    recipe, module = red_beach_recipe(), red_beach_module()
    found = module.find_map("Betio")
    assert found is not None
    layout = module.default_layouts()["Betio"]
    homes = {counter.id: recipe.home(counter) for counter in recipe.data.counters}
    for at_start in found.at_start:
        name = layout.location_name(*found.start_point(at_start, layout))
        for slot in at_start.component.children:
            trait = next(t for t in slot_traits(slot.text) if t.prefix == "mark;")
            assert homes[trait.state.rest[0]] == name


def test_every_slot_expands_to_traits_that_3_7_knows_whole() -> None:
    for slot in red_beach_module().slots:
        traits = slot_traits(slot.definition)
        assert [trait for trait in traits if trait.is_opaque] == []
        assert [t for t in traits if t.prefix in ("prototype;", *LATER_THAN_3_7)] == []
        for trait in traits:
            if trait.prefix == "emb2;":
                images = trait.type.values("images")
                assert 1 <= abs(trait.state.number("level")) <= len(images)


def test_a_counter_has_the_layers_that_the_rules_speak_of() -> None:
    wanted = {
        "inf": {"Face", "Step"},
        "med_tank": {"Face", "Step"},
        "btn_hq": {"Face", "Step", "HQUsed"},
        "rgt_hq": {"Face", "Step", "HQUsed"},
        "arty": {"Face"},
        "jp_inf": {"Face", "Step"},
        "jp_tank": {"Face", "Step"},
        "fort": set(),
    }
    seen = set()
    for slot in red_beach_module().slots:
        traits = slot_traits(slot.definition)
        marker = next(trait for trait in traits if trait.prefix == "mark;")
        kind = marker.state.rest[marker.type.rest.index("kind")]
        if kind in wanted:
            layers = {t.type["name"] for t in traits if t.prefix == "emb2;"}
            assert layers == wanted[kind]
            seen.add(kind)
    assert seen == set(wanted)


def test_a_save_can_tell_its_game_and_edition() -> None:
    values = {one.name: one.initial for one in red_beach_module().properties}
    memory = {one.name: one.value for one in red_beach_recipe().module.properties}
    assert values == {"bridge_game": "red_beach", "bridge_edition": "house", **memory}


def test_the_turn_tracker_walks_the_turn_track() -> None:
    boxes = [box.box for box in red_beach_recipe().data.boxes if box.track == "Turn"]
    (tracker,) = red_beach_module().turn_trackers
    assert list(tracker.levels[0].names) == boxes


def test_there_are_buttons_for_one_die_and_two() -> None:
    buttons = ET.fromstring(red_beach_module().archive["buildFile.xml"].decode("utf-8")).findall(
        "VASSAL.build.module.DiceButton"
    )
    assert sorted((one.get("nDice"), one.get("nSides")) for one in buttons) == [
        ("1", "6"),
        ("2", "6"),
    ]


@pytest.mark.slow
def test_building_writes_the_file_and_reports(tmp_path) -> None:
    out = tmp_path / "dist" / "red_beach.vmod"
    report = build_module(red_beach_recipe(), out)
    assert out.read_bytes() == red_beach_bytes()
    archive = Archive.read(out)
    assert report.images == sum(name.startswith("images/") for name in archive.names)
    assert report.size == out.stat().st_size
    with pytest.raises(OutputExists):
        build_module(red_beach_recipe(), out)


def test_prototypes_hold_a_bare_piece() -> None:
    for prototype in red_beach_module().prototypes.values():
        assert prototype.definition.endswith("null;0;0;;0")
    assert set(red_beach_module().prototypes) == set(red_beach_draft().prototypes)
