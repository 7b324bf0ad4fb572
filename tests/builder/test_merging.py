from pathlib import Path
from typing import Any

import pytest

from tests.cli_kit import call
from tests.living_kit import BEACHHEAD, late
from vassal_bridge.builder.living.gpids import gpids_in, renumbered
from vassal_bridge.builder.living.merging import merge, split
from vassal_bridge.errors import BindingError
from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.buildfile import BuildFile, Component
from vassal_bridge.formats.comparing.modules import What, compare_modules
from vassal_bridge.formats.editing.newpieces import new_piece
from vassal_bridge.formats.extensions import component_at
from vassal_bridge.formats.module import Module, open_module
from vassal_bridge.formats.refreshing.refresh import Refresher
from vassal_bridge.formats.tokens import decode, encode_safely
from vassal_bridge.formats.xmltext import escape_attribute

V = "VASSAL.build."
MAP = f"{V}module.Map:Beachhead"


def slot(name: str, gpid: str, traits: str = "", states: str = "") -> str:
    piece = f"+/null/{traits}piece;;;u01.png;{name}/{states}null;0;0;{gpid};0"
    return (
        f'<{V}widget.PieceSlot entryName="{name}" gpid="{gpid}" height="36" width="36">'
        f"{piece}</{V}widget.PieceSlot>"
    )


PLACES = (
    r"placemark;Dig in;68,130;+\/null\/piece\;\;\;\;Trench\/null\;0\;0\;\;0"
    ";null;0;0;false;;;abc:2;0;false;false;;1"
)
STACK = V + "module.map.SetupStack"
EXTRA = (
    ("", f'<{V}module.turn.TurnTracker name="Weather"/>'),
    (
        MAP,
        f'<{STACK} name="Reserve" x="4" y="6">{slot("4 Res", "abc:0")}</{STACK}>',
    ),
    (f"{MAP}/{V}module.map.SetupStack:Reserve", slot("5 Res", "abc:1", PLACES + "\t", "\t")),
    ("", f'<{V}module.turn.TurnTracker name="Weather"/>'),
)


def extension(
    *elements: tuple[str, str], of: str = "Beachhead", more: dict[str, bytes] | None = None
) -> Module:
    inside = "".join(
        f'<{V}module.ExtensionElement target="{target}">{xml}</{V}module.ExtensionElement>'
        for target, xml in elements
    )
    text = (
        f'<{V}module.ModuleExtension anyModule="false" description="More" extensionId="abc"'
        f' module="{of}" moduleVersion="0.3" nextPieceSlotId="3" vassalVersion="3.7.0"'
        f' version="1.0">{inside}</{V}module.ModuleExtension>'
    )
    contents = {"buildFile.xml": text.encode(), "extensiondata": b"<data/>", **(more or {})}
    return Module(Archive.from_bytes(Archive.of(contents.items()).to_bytes(), name="more.vmdx"))


def reread(archive: Archive, name: str = "merged.vmod") -> Module:
    return Module(Archive.from_bytes(archive.to_bytes(), name=name))


def places(module: Module) -> list[tuple[str, ...]]:
    return [(*one.place, one.tag) for root in module.roots for one in root.walk()]


def test_a_merged_module_is_what_module_and_extension_are_together() -> None:
    base = open_module(BEACHHEAD)
    more = extension(*EXTRA, more={"images/extra.png": b"extra"})
    merged = reread(merge(base, more).archive)
    together = Module(base.archive, (more,))
    assert sorted(places(merged)) == sorted(places(together))
    assert [one.place for one in merged.slots] == [one.place for one in together.slots]
    assert merged.archive["images/extra.png"] == b"extra"
    assert [tracker.name for tracker in merged.turn_trackers] == [
        tracker.name for tracker in together.turn_trackers
    ]


def test_the_extensions_gpids_become_numbers_of_the_module() -> None:
    base = open_module(BEACHHEAD)
    merged = reread(merge(base, extension(*EXTRA)).archive)
    gpids = gpids_in(merged.root)
    assert all(gpid.isdecimal() for gpid in gpids)
    assert len(gpids) == len(gpids_in(base.root)) + 3
    assert int(merged.root.get("nextPieceSlotId")) > max(map(int, gpids))
    (res,) = (one for one in merged.slots if one.name == "5 Res")
    assert f";{int(res.gpid) + 1};" in res.definition
    assert f"null;0;0;{res.gpid};0" in res.definition


def test_split_gives_the_extension_and_the_module_back() -> None:
    base, more = open_module(BEACHHEAD), extension(*EXTRA, more={"images/extra.png": b"extra"})
    merged = reread(merge(base, more).archive)
    made, rest = split(merged)
    assert made.notes == ()
    back = reread(made.archive, "more.vmdx")
    assert back.is_extension
    assert [dict(one.attributes) for one in back.root.walk()] == [
        dict(one.attributes) for one in more.root.walk()
    ]
    assert [one.text for one in back.root.walk()] == [one.text for one in more.root.walk()]
    assert back.archive["images/extra.png"] == b"extra"
    assert back.archive["extensiondata"] == b"<data/>"
    left = reread(rest.archive)
    assert compare_modules(base, left) == []
    assert left.archive.names == base.archive.names


def test_what_came_into_the_merged_part_since_is_split_off_with_new_gpids() -> None:
    merged = reread(merge(open_module(BEACHHEAD), extension(*EXTRA)).archive)
    stack = next(one for one in merged.root.walk() if one.get("name") == "Reserve")
    data = merged.build_file.with_children({stack: [slot("6 Res", "77").encode()]})
    changed = Module(merged.archive.replace("buildFile.xml", data))
    back = reread(split(changed)[0].archive, "more.vmdx")
    assert ("6 Res", "abc:3") in [(one.name, one.gpid) for one in back.slots]
    assert back.root.get("nextPieceSlotId") == "4"


def test_saves_with_the_extensions_pieces_are_refreshed_to_the_merged_module() -> None:
    base, more = open_module(BEACHHEAD), extension(*EXTRA)
    save = late()
    made = new_piece(Module(base.archive, (more,)), "4 Res")
    state = made.states[-1].replace("null;0;0", "null;5;7")
    text = "+/" + encode_safely(["99999", made.type_text, state], "/")
    save = save.with_text(save.text.replace("\x1bSETUP_STACK", f"\x1b{text}\x1bSETUP_STACK"))
    if "99999" not in save.pieces:
        save = save.with_text(save.text + "\x1b" + text)
    merged = reread(merge(base, more).archive)
    refreshed, report = Refresher(merged).refresh(save)
    assert report.by_name == 0
    assert report.kept == []
    piece = refreshed.pieces["99999"]
    (res,) = (one for one in merged.slots if one.name == "4 Res")
    assert getattr(piece, "gpid", "") == res.gpid


def test_a_lost_target_and_a_second_picture_of_one_name_are_told() -> None:
    lost = extension((f"{V}module.Map:Nowhere/{V}x:Y", "<x/>"), more={"images/u01.png": b"other"})
    made = merge(open_module(BEACHHEAD), lost)
    assert any("Nowhere" in note for note in made.notes)
    assert any("images/u01.png" in note for note in made.notes)


def test_what_does_not_belong_together_is_refused() -> None:
    base, more = open_module(BEACHHEAD), extension(*EXTRA)
    with pytest.raises(BindingError, match="found a module"):
        merge(base, base)
    with pytest.raises(BindingError, match="one of 'Other'"):
        merge(base, extension(of="Other"))
    with pytest.raises(BindingError, match="already"):
        merge(reread(merge(base, more).archive), more)
    with pytest.raises(BindingError, match="no extension was merged"):
        split(base)
    with pytest.raises(BindingError, match=r"merged into it \(more.vmdx\), found 'other'"):
        split(reread(merge(base, more).archive), "other")


def test_a_real_extension_merges_and_splits(corpus: Path) -> None:
    path = next(iter(sorted(corpus.rglob("*.vmdx"))))
    more = open_module(path)
    base = _skeleton(more)
    merged = reread(merge(base, more).archive)
    assert len(merged.slots) == len(more.slots) > 0
    back = reread(split(merged)[0].archive, path.name)
    assert [(one.name, one.gpid, one.definition) for one in back.slots] == [
        (one.name, one.gpid, one.definition) for one in more.slots
    ]


KINDS = (
    *("PanelWidget", "ListWidget", "PieceSlot", "CardSlot", "PrototypeDefinition", "Board"),
    *("Zone", "Map", "PrivateMap", "DrawPile", "SetupStack", "DiceButton", "SpecialDiceButton"),
    *("Chart", "PredefinedSetup", "GlobalProperty", "TurnTracker", "GlobalKeyCommand"),
    *("ToolbarMenu", "GamePieceLayout"),
)


def path_to(one: Component) -> str:
    steps = [one, *one.ancestors()][:-1]
    return "/".join(
        f"{step.tag}:{step.label}" if step.label else step.tag for step in reversed(steps)
    )


def taken_apart(whole: Module) -> tuple[Module, Module, int]:
    """Return a module without the first component of each kind, and those as an extension."""
    out: list[Component] = []
    for kind in KINDS:
        for one in whole.root.walk():
            parent = one.parent
            around = {*one.walk(), *one.ancestors()}
            if one.kind != kind or parent is None or around.intersection(out):
                continue
            if component_at(whole.root, path_to(parent)) is parent:
                out.append(one)
                break
    out.sort(key=lambda one: one.number)
    numbers = {
        gpid: f"abc:{number}"
        for number, gpid in enumerate(dict.fromkeys(g for one in out for g in gpids_in(one)))
    }
    parts = [
        (
            escape_attribute(path_to(one.parent)) if one.parent else "",
            renumbered(whole.build_file.element(one), numbers).decode("utf-8"),
        )
        for one in out
    ]
    rest = whole.archive.replace(whole.build_file_name, whole.build_file.without(out))
    picture = next((name for name in rest.names if name.startswith("images/") and rest[name]), "")
    more = {picture: rest[picture]} if picture else {}
    module = reread(rest.remove(picture) if picture else rest)
    return module, extension(*parts, of=escape_attribute(whole.name), more=more), len(out)


def facts(module: Module) -> list[tuple[object, ...]]:
    return [
        (one.place, one.tag, dict(one.attributes), one.text)
        for one in module.root.walk()
        if one.parent is not None
    ]


def check_taken_apart(whole: Module) -> int:
    base, more, count = taken_apart(whole)
    made = merge(base, more)
    assert made.notes == ()
    merged = reread(made.archive)
    told = [one for one in compare_modules(whole, merged) if one.what is not What.GPID]
    assert {one.name for one in told if one.what is not What.CHANGED} == {"merged-more.json"}
    assert sorted(places(merged)) == sorted(places(whole))
    assert len({one.gpid for one in merged.slots}) == len({one.gpid for one in whole.slots})
    back, rest = split(merged)
    assert facts(reread(back.archive, "more.vmdx")) == facts(more)
    assert facts(reread(rest.archive)) == facts(base)
    left = reread(rest.archive).archive
    assert [name for name in left.names if left[name] != base.archive[name]] in (
        [],
        [base.build_file_name],
    )
    return count


def test_components_of_every_kind_go_into_an_extension_and_come_back(golden: Path) -> None:
    assert check_taken_apart(open_module(golden / "kitchen.vmod")) >= 18


@pytest.mark.slow
def test_parts_of_real_modules_go_into_an_extension_and_come_back(corpus: Path) -> None:
    counts = [check_taken_apart(open_module(path)) for path in sorted(corpus.rglob("*.vmod"))]
    assert len(counts) >= 8
    assert max(counts) >= 12


def _skeleton(more: Module) -> Module:
    """Return a module with nothing but the places that an extension adds to."""
    name = more.root.get("module").replace("&", "&amp;").replace('"', "&quot;")
    tree: dict[str, Any] = {}
    for one in more.root.children:
        here = tree
        for step in decode(one.get("target"), "/") if one.get("target") else []:
            here = here.setdefault(step, {})
    inside = _nested(tree)
    text = f'<{V}GameModule name="{name}">{inside}</{V}GameModule>'
    return Module(Archive.of([("buildFile.xml", text.encode())], name="base.vmod"))


def _nested(tree: dict[str, Any]) -> str:
    found = []
    for step, below in tree.items():
        tag, *name = decode(step, ":")
        attribute = f' entryName="{name[0]}"' if name else ""
        found.append(f"<{tag}{attribute}>{_nested(below)}</{tag}>")
    return "".join(found)


def test_renumbering_leaves_every_other_byte() -> None:
    xml = f'<a>{slot("x", "abc:1")}<!-- gpid="abc:1" --></a>'.encode()
    new = renumbered(xml, {"abc:1": "9"})
    assert new == xml.replace(b'gpid="abc:1" height', b'gpid="9" height').replace(
        b";abc:1;0<", b";9;0<"
    )
    assert renumbered(xml, {}) == xml


def test_spans_are_those_of_the_elements() -> None:
    data = b"<?xml version='1.0'?>\n<a><b x='>'/><!-- <c> --><d>text</d>\n</a>"
    build = BuildFile(data)
    tags = {one.number: one for one in build.root.walk()}
    assert [data[one.start : one.end][:2] for one in build.spans] == [
        f"<{tags[n].tag}".encode() for n in range(len(tags))
    ]
    d = next(one for one in build.root.walk() if one.tag == "d")
    assert build.element(d) == b"<d>text</d>"
    assert isinstance(d, Component)
    assert b"<d>" not in build.without([d])


def test_the_commands_merge_and_split(tmp_path: Path) -> None:
    more = tmp_path / "more.vmdx"
    more.write_bytes(extension(*EXTRA).archive.to_bytes())
    merged = tmp_path / "merged.vmod"
    done = call("module", "merge", BEACHHEAD, more, "-o", merged)
    assert done.exit_code == 0, done.output
    out, rest = tmp_path / "back.vmdx", tmp_path / "rest.vmod"
    done = call("module", "split", merged, "--extension", "more", "-o", out, "--rest", rest)
    assert done.exit_code == 0, done.output
    assert compare_modules(open_module(more), open_module(out)) == []
    assert compare_modules(open_module(BEACHHEAD), open_module(rest)) == []
    assert call("lint", merged).exit_code == call("lint", BEACHHEAD).exit_code
