import json
from pathlib import Path

import pytest

from tests.cli_kit import call
from tests.living_kit import BEACHHEAD, changed
from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.buildfile import BuildFile
from vassal_bridge.formats.comparing.filled import is_filled_in
from vassal_bridge.formats.comparing.modules import Change, Subject, What, compare_modules
from vassal_bridge.formats.module import Module, open_module


def differences(*replacements: tuple[str, str]) -> list[Change]:
    return compare_modules(open_module(BEACHHEAD), changed(*replacements))


def test_a_module_does_not_differ_from_itself(golden: Path) -> None:
    for name in ("beachhead.vmod", "kitchen.vmod"):
        assert compare_modules(open_module(golden / name), open_module(golden / name)) == []


@pytest.mark.parametrize(
    ("replacement", "subject", "what", "told"),
    [
        (('gpid="1"', 'gpid="901"'), Subject.SLOT, What.GPID, "the gpid was 1, is 901"),
        (('entryName="1/1 Mar"', 'entryName="A"'), Subject.SLOT, What.RENAMED, "from '1/1 Mar'"),
        ((",hit.png", ",hurt.png"), Subject.PROTOTYPE, What.CHANGED, "Layer 'Losses', images"),
        (("steps left", "losses"), Subject.PROTOTYPE, What.CHANGED, "Dynamic Property 'Steps'"),
        (('name="Common"', 'name="Shared"'), Subject.PROTOTYPE, What.REMOVED, "Common: gone"),
        (('edgeWidth="', 'edgeWidth="1'), Subject.COMPONENT, What.CHANGED, "edgeWidth is"),
        (('name="Island"', 'name="Atoll"'), Subject.COMPONENT, What.ADDED, "Board Atoll: new"),
        (('version="0.3"', 'version="0.4"'), Subject.MODULE, What.CHANGED, "version"),
        (("US,Infantry,II,6,3,4", "US,Infantry,II,7,3,4"), Subject.SLOT, What.CHANGED,
         "Marker 'Full' is '7' (was '6')"),
    ],
)  # fmt: skip
def test_a_change_is_told_in_a_builders_words(
    replacement: tuple[str, str], subject: Subject, what: What, told: str
) -> None:
    if subject is Subject.MODULE:
        old = open_module(BEACHHEAD)
        data = old.archive["moduledata"].replace(b">0.3<", b">0.4<")
        found = compare_modules(old, Module(old.archive.replace("moduledata", data)))
    else:
        found = differences(replacement)
    assert [
        one for one in found if one.subject is subject and one.what is what and told in str(one)
    ]


def test_a_slot_that_lies_elsewhere_has_moved_and_one_that_is_gone_is_told_once() -> None:
    found = differences(('name="0404"', 'name="Reef"'))
    moved = [one for one in found if one.what is What.MOVED]
    assert moved
    assert all("Reef" in one.place for one in moved)
    assert all("0404" in one.before for one in moved)
    slot = next(one for one in open_module(BEACHHEAD).slots if one.gpid == "1")
    text = open_module(BEACHHEAD).archive["buildFile.xml"].decode("utf-8")
    line = next(line for line in text.splitlines() if ' gpid="1" ' in line)
    (gone,) = differences((line, ""))
    assert (gone.what, gone.name, gone.place) == (What.REMOVED, slot.name, slot.place)


def test_images_and_files_are_compared_by_their_content() -> None:
    old = open_module(BEACHHEAD).archive
    image = next(name for name in old.names if name.startswith("images/u01"))
    new = (
        old.replace(image, old["images/u02.png"]).add("images/new.png", b"x").add("rules.txt", b"")
    )
    found = compare_modules(
        Module(old), Module(Archive.from_bytes(new.remove("images/u03.png").to_bytes()))
    )
    assert [(one.subject, one.what, one.name) for one in found] == [
        (Subject.IMAGE, What.CHANGED, image),
        (Subject.IMAGE, What.ADDED, "images/new.png"),
        (Subject.FILE, What.ADDED, "rules.txt"),
        (Subject.IMAGE, What.REMOVED, "images/u03.png"),
    ]
    assert "pixels" in found[0].after


def test_the_command_groups_changes_and_leaves_with_1(tmp_path: Path) -> None:
    new = tmp_path / "new.vmod"
    new.write_bytes(changed(('gpid="1"', 'gpid="901"')).archive.to_bytes())
    done = call("module", "diff", BEACHHEAD, new)
    assert done.exit_code == 1
    assert "Counters and cards: 1" in done.output
    (one,) = json.loads(call("module", "diff", BEACHHEAD, new, "--json").stdout)["changes"]
    assert (one["what"], one["before"], one["after"]) == ("gpid", "1", "901")
    assert call("module", "diff", BEACHHEAD, BEACHHEAD).exit_code == 0


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("kitchen", {"height", "width", "props", ""}),
        ("beachhead", {"height", "width"}),
    ],
)
def test_what_vassals_editor_fills_in_is_not_a_change_of_the_builders(
    golden: Path, name: str, told: set[str]
) -> None:
    twins = (open_module(golden / f"{name}{end}.vmod") for end in ("", "-rewritten"))
    found = compare_modules(*twins)
    assert {one.part for one in found if not one.filled_in} == told
    assert len([one for one in found if one.filled_in]) > 80


@pytest.mark.parametrize(
    ("old", "new", "filled_in"),
    [
        ("", 'losThickness="1"', True),
        ("", 'losThickness="2"', False),
        ('losThickness="2"', 'losThickness="1"', False),
        ('hotkey="57379,0,Look"', 'hotkey="57344,0,Look"', True),
        ('hotkey="57379,0,Look"', 'hotkey="57379,0,Gaze"', False),
        ('hotkey="57379,0,Look"', 'hotkey="57379,128,Look"', False),
        ('name="LOS" tooltip=""', 'name="LOS" tooltip="LOS"', True),
        ('name="LOS" tooltip=""', 'name="LOS" tooltip="See"', False),
    ],
)
def test_a_value_is_filled_in_where_nobody_chose_it(old: str, new: str, filled_in: bool) -> None:
    trees = (
        BuildFile(f"<VASSAL.build.module.map.LOS_Thread {one}/>".encode()).root
        for one in (old, new)
    )
    before, after = trees
    assert {
        is_filled_in(before, after, part)
        for part in {*before.attributes, *after.attributes}
        if before.get(part) != after.get(part)
    } == {filled_in}


def test_the_command_counts_what_was_filled_in_and_lists_it_when_asked(golden: Path) -> None:
    twins = [str(golden / f"beachhead{end}.vmod") for end in ("", "-rewritten")]
    short = call("module", "diff", *twins)
    assert "tooltip" not in short.output
    assert "Filled in by VASSAL's editor when it saved: " in short.output
    long = call("module", "diff", *twins, "--all")
    assert "inTooltip is 'Zoom in'" in long.output
    assert "Filled in" not in long.output
