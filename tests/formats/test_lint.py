"""Lint: each rule finds the fault that is put into a tiny module, and nothing else."""

import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import CORPUS
from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.linting.lint import RULES, Severity, lint
from vassal_bridge.formats.linting.survey import is_engine, place_of
from vassal_bridge.formats.module import Module, open_module

BUILD = "buildFile.xml"
END = "</VASSAL.build.GameModule>"
MAP_ENDS = "    </VASSAL.build.module.Map>"
PICTURE = "images/a.png"
CORPUS_MODULES = sorted(
    (one for end in ("*.vmod", "*.vmdx") for one in CORPUS.rglob(end)),
    key=lambda path: path.stat().st_size,
)


def entries(path: Path) -> dict[str, bytes]:
    archive = Archive.read(path)
    return {name: archive[name] for name in archive.names}


def replaced(old: str, new: str) -> Callable[[dict[str, bytes]], None]:
    def change(files: dict[str, bytes]) -> None:
        text = files[BUILD].decode()
        assert old in text
        files[BUILD] = text.replace(old, new, 1).encode()

    return change


def with_component(text: str) -> Callable[[dict[str, bytes]], None]:
    return replaced(END, text + END)


def on_map(text: str) -> Callable[[dict[str, bytes]], None]:
    return replaced(MAP_ENDS, text + MAP_ENDS)


def with_trait(type_text: str, state: str = "") -> Callable[[dict[str, bytes]], None]:
    """Put a trait around the tank, which has no other than its Basic Piece."""
    return replaced(
        "+/null/piece;;;a.png;Tank/null;0;0;2;0",
        f"+/null/{type_text}\tpiece;;;a.png;Tank/{state}\tnull;0;0;2;0",
    )


def with_entry(name: str, data: bytes) -> Callable[[dict[str, bytes]], None]:
    def change(files: dict[str, bytes]) -> None:
        files[name] = data

    return change


def without(name: str) -> Callable[[dict[str, bytes]], None]:
    def change(files: dict[str, bytes]) -> None:
        del files[name]

    return change


def both(*changes: Callable[[dict[str, bytes]], None]) -> Callable[[dict[str, bytes]], None]:
    def change(files: dict[str, bytes]) -> None:
        for one in changes:
            one(files)

    return change


def renamed(old: str, new: str) -> Callable[[dict[str, bytes]], None]:
    def change(files: dict[str, bytes]) -> None:
        files[new] = files.pop(old)

    return change


def png(width: int, height: int) -> bytes:
    header = b"IHDR" + struct.pack(">2L5B", width, height, 1, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + struct.pack(">L", 13)
        + header
        + struct.pack(">L", zlib.crc32(header))
    )


def prototype(name: str, definition: str = "+/null/piece;;;;/null;0;0;;0") -> str:
    tag = "VASSAL.build.module.PrototypeDefinition"
    return f'<{tag} name="{name}" description="">{definition}</{tag}>'


def container(*inside: str) -> str:
    tag = "VASSAL.build.module.PrototypesContainer"
    return f"<{tag}>{''.join(inside)}</{tag}>"


def setup(file: str) -> str:
    tag = "VASSAL.build.module.PredefinedSetup"
    return f'<{tag} name="First" isMenu="false" useFile="true" file="{file}"/>'


def save(commands: str, module: str = "Tiny") -> bytes:
    data = f"<data><name>{module}</name></data>".encode()
    return Archive.of([("savedGame", commands.encode()), ("moduledata", data)]).to_bytes()


ESC = "\x1b"
EMPTY_GAME = f"begin_save{ESC}end_save"
AWAY = f"begin_save{ESC}+/1/piece;;;a.png;Tank/Moon;1;1;2;0{ESC}end_save"
CHART = '<VASSAL.build.widget.HtmlChart chartName="Chart" fileName="none.html"/>'
STACK = "VASSAL.build.module.map.SetupStack"

FAULTS: dict[str, list[Callable[[dict[str, bytes]], None]]] = {
    "missing-image": [
        replaced("a.png;Tank", "b.png;Tank"),
        replaced('color="220,230,210"', 'image="sea.png"'),
        replaced('icon="" name="Pieces"', 'icon="sea.png" name="Pieces"'),
    ],
    "unreadable-image": [with_entry(PICTURE, b"no picture")],
    "oversized-image": [
        with_entry(PICTURE, png(8001, 2)),
        with_entry(PICTURE, png(6000, 6000)),
    ],
    "unused-image": [with_entry("images/other.png", png(2, 2))],
    "missing-file": [with_component(CHART)],
    "missing-sound": [with_trait("playSound;boom.wav;Boom;80,130;false;;false")],
    "duplicate-gpid": [
        replaced('gpid="2"', 'gpid="1"'),
        with_trait("placemark;Mark;77,130;null;null;0;0;false;;;2;0;false;false;;1"),
    ],
    "absent-gpid": [replaced('gpid="2"', 'gpid=""'), replaced('gpid="2" ', "")],
    "low-next-gpid": [replaced('nextPieceSlotId="9"', 'nextPieceSlotId="2"')],
    "unknown-prototype": [with_trait("prototype;None")],
    "duplicate-prototype": [with_component(container(prototype("A"), prototype("A")))],
    "recursive-prototype": [
        with_component(
            container(prototype("A", "+/null/prototype;A\tpiece;;;;/\tnull;0;0;;0")),
        ),
    ],
    "broken-slot": [
        replaced("+/null/piece;;;a.png;Tank/null;0;0;2;0", "nonsense a.png"),
        replaced("+/null/piece;;;a.png;Tank/null;0;0;2;0", "+/null/mark;Type/x"),
    ],
    "state-mismatch": [
        replaced("\tnull;0;0;1;0", ""),
        replaced("Tank/null;0;0;2;0", "Tank/x\tnull;0;0;2;0"),
    ],
    "unknown-trait": [with_trait("glow;7")],
    "missing-class": [with_component("<own.Button/>")],
    "custom-class": [
        both(with_component("<own.Button/>"), with_entry("own/Button.class", b"\xca\xfe\xba\xbe"))
    ],
    "unreadable-key": [
        with_trait("delete;Delete;x,y;"),
        with_trait("delete;Delete;Delete;"),
        replaced('hotkey="" icon="" name="Pieces"', 'hotkey="Q" icon="" name="Pieces"'),
    ],
    "unheard-command": [
        with_trait("macro;;Go;84,130;;;57344\\,0\\,away;false;;;counted;;;1;false;;1;1"),
        on_map('<VASSAL.build.module.map.MassKeyCommand name="Go" hotkey="57344,0,away"/>'),
    ],
    "broken-expression": [with_trait("calcProp;Power;{1 +};")],
    "unevaluated-expression": [with_trait("calcProp;Power;{Random(6)};")],
    "unknown-deck": [with_trait("return;Back;82,130;Discards;Where?;;2;false;")],
    "unknown-board": [
        replaced('owningBoard="Board"', 'owningBoard="Bored"'),
        replaced(
            '<VASSAL.build.module.map.boardPicker.Board color="220',
            "<setup>MainBoardPicker\tBored\t0\t0</setup>"
            '<VASSAL.build.module.map.boardPicker.Board color="220',
        ),
    ],
    "unknown-location": [replaced('location="0101"', 'location="nowhere"')],
    "missing-setup": [with_component(setup("one.vsav")), with_component(setup(""))],
    "broken-setup": [both(with_component(setup("one.vsav")), with_entry("one.vsav", b"none"))],
    "foreign-setup": [
        both(with_component(setup("one.vsav")), with_entry("one.vsav", save(EMPTY_GAME, "Other"))),
    ],
    "lost-setup": [
        both(with_component(setup("one.vsav")), with_entry("one.vsav", save(AWAY))),
        both(
            with_component(setup("one.vsav")),
            with_entry(
                "one.vsav", save(f"begin_save{ESC}MainBoardPicker\tBored\t0\t0{ESC}end_save")
            ),
        ),
    ],
    "unsafe-entry": [with_entry("../evil.txt", b"")],
    "wrong-build-file": [renamed(BUILD, "buildFile")],
    "missing-moduledata": [without("moduledata")],
}
CASES = [(code, number) for code, changes in FAULTS.items() for number in range(len(changes))]


def test_every_rule_has_a_fault_that_shows_it() -> None:
    assert list(FAULTS) == [rule.code for rule in RULES]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_every_rule_says_what_it_means(rule: object) -> None:
    assert rule in RULES
    texts = (rule.title, rule.consequence)  # type: ignore[attr-defined]  # a rule
    for text in texts:
        assert text[0].islower() or text.startswith(("VASSAL", "Refresh Counters"))
        assert not text.endswith(".")


@pytest.mark.parametrize(("code", "number"), CASES)
def test_a_fault_is_found_by_its_rule_alone(golden: Path, code: str, number: int) -> None:
    files = entries(golden / "broken" / "tiny.vmod")
    FAULTS[code][number](files)
    found = lint(Module.from_archive(Archive.of(files.items(), name="tiny.vmod")))
    assert [finding.code for finding in found] == [code]
    assert found[0].message


def test_a_set_up_whose_entry_is_damaged_is_broken(golden: Path) -> None:
    files = entries(golden / "broken" / "tiny.vmod")
    with_component(setup("one.vsav"))(files)
    content = save(EMPTY_GAME)
    archive = Archive.of([*files.items(), ("one.vsav", content)]).to_bytes()
    crc = struct.pack("<L", zlib.crc32(content))
    assert archive.count(crc) == 2
    damaged = Archive.from_bytes(archive.replace(crc, b"\0\0\0\0"))
    (finding,) = lint(Module.from_archive(damaged))
    assert finding.code == "broken-setup"
    assert "CRC" in finding.message


def test_a_finding_names_its_place_in_the_tree(golden: Path) -> None:
    files = entries(golden / "broken" / "tiny.vmod")
    FAULTS["missing-image"][0](files)
    (finding,) = lint(Module.from_archive(Archive.of(files.items())))
    assert finding.place == ("PieceWindow:Pieces", "ListWidget:L", "PieceSlot:Tank")
    assert finding.severity is Severity.ERROR
    assert b"Tank" in files[BUILD].split(b"\n")[finding.line - 1]


def test_an_image_of_the_engines_of_no_name_or_made_here_is_not_missing(
    golden: Path,
) -> None:
    layout = '<VASSAL.build.module.gamepieceimage.GamePieceImage name="Made" props=""/>'
    for name in ("/images/die.gif", "die.gif", "Made", " "):
        files = entries(golden / "broken" / "tiny.vmod")
        both(replaced("a.png;Tank", f"{name};Tank"), with_component(layout))(files)
        assert lint(Module.from_archive(Archive.of(files.items()))) == []


def test_an_image_whose_name_a_prototype_puts_together_is_used(golden: Path) -> None:
    files = entries(golden / "broken" / "tiny.vmod")
    both(
        with_entry("images/us-1.png", png(2, 2)),
        with_component(
            container(prototype("P", "+/null/piece;;;$side$-1.png;/null;0;0;;0")),
        ),
    )(files)
    assert lint(Module.from_archive(Archive.of(files.items()))) == []


def test_an_image_inside_a_placed_marker_is_looked_for(golden: Path) -> None:
    files = entries(golden / "broken" / "tiny.vmod")
    marker = "+\\/null\\/piece\\;\\;\\;sea.png\\;Mark\\/null\\;0\\;0\\;3\\;0"
    with_trait(f"placemark;Mark;77,130;{marker};null;0;0;false;;;3;0;false;false;;1")(files)
    found = lint(Module.from_archive(Archive.of(files.items())))
    assert [finding.code for finding in found] == ["missing-image"]
    assert "'sea.png'" in found[0].message


def test_two_entries_of_one_name_are_found(golden: Path) -> None:
    files = entries(golden / "broken" / "tiny.vmod")
    archive = Archive.of([*files.items(), (PICTURE, files[PICTURE])], name="tiny.vmod")
    assert [finding.code for finding in lint(Module.from_archive(archive))] == ["unsafe-entry"]


def test_a_good_module_has_no_findings(golden: Path) -> None:
    assert lint(open_module(golden / "broken" / "tiny.vmod")) == []
    assert lint(open_module(golden / "beachhead.vmod")) == []


def test_the_kitchen_module_has_the_faults_that_were_put_into_it(golden: Path) -> None:
    """Two pieces name prototypes that are not there, as the slots' own names say.

    The rest are remarks: commands of pieces that show one trait each, so nobody answers.
    """
    found = lint(open_module(golden / "kitchen.vmod"))
    unknown = [one for one in found if one.code == "unknown-prototype"]
    assert [one.place[-1] for one in unknown] == [
        "PieceSlot:Prototype with a bare semicolon",
        "PieceSlot:Prototype unknown",
    ]
    others = {one.code for one in found} - {"unknown-prototype"}
    assert others == {"unheard-command"}


BROKEN = {
    "16-path-traversal": {"unsafe-entry", "unused-image"},
    "18a-moduledata-missing": {"missing-moduledata"},
    "24-prototype-cycle": {"recursive-prototype"},
    "27-old-name-new-version": {"wrong-build-file"},
}


@pytest.mark.parametrize("name", BROKEN)
def test_the_damaged_modules_have_the_fault_that_they_are_named_for(
    golden: Path, name: str
) -> None:
    found = lint(open_module(golden / "broken" / f"{name}.vmod"))
    assert {finding.code for finding in found} == BROKEN[name]


def test_an_extension_alone_is_not_judged_by_its_modules_prototypes() -> None:
    tag = "VASSAL.build.module.ModuleExtension"
    slot = '<VASSAL.build.widget.PieceSlot entryName="x" gpid="abc:1">{}</{}>'.format(
        "+/null/prototype;Base\tpiece;;;base.png;x/\tnull;0;0;abc:1;0",
        "VASSAL.build.widget.PieceSlot",
    )
    text = (
        f'<{tag} extensionId="abc" nextPieceSlotId="{{}}">'
        f'<VASSAL.build.module.ExtensionElement target="">{slot}'
        f"</VASSAL.build.module.ExtensionElement></{tag}>"
    )
    data = b"<data><VassalVersion>3.7.5</VassalVersion></data>"
    for following, codes in ((2, []), (1, ["low-next-gpid"])):
        files = [("extensiondata", data), (BUILD, text.format(following).encode())]
        found = lint(Module.from_archive(Archive.of(files, name="x.vmdx")))
        assert [finding.code for finding in found] == codes


@pytest.mark.parametrize("path", CORPUS_MODULES[:4], ids=lambda path: path.name)
def test_public_modules_are_looked_through(path: Path) -> None:
    check_public(path)


@pytest.mark.slow
@pytest.mark.parametrize("path", CORPUS_MODULES, ids=lambda path: path.name)
def test_every_public_module_is_looked_through(path: Path) -> None:
    check_public(path)


def check_public(path: Path) -> None:
    module = open_module(path)
    places = {place_of(one) for root in module.roots for one in root.walk()} | {()}
    for finding in lint(module):
        assert finding.place in places
        assert str(finding).isprintable()


def test_a_class_is_the_engines_by_its_package() -> None:
    assert is_engine("VASSAL.build.module.Map")
    assert is_engine("setup")
    assert not is_engine("VASL.build.module.ASLMap")
