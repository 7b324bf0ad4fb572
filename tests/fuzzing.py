"""What a damaged file may do to the readers: be opened or refused, and nothing else.

Each target takes any bytes and touches all that a command would; a `BridgeError` is an answer,
any other exception is a find. tests/formats/test_fuzzing.py runs the targets over mutated seeds.
Longer runs, guided by what the code does with the bytes, are made by hand (CONTRIBUTING.md):

    pip install atheris
    python -m tests.fuzz module -max_total_time=120
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path

from vassal_bridge.errors import BridgeError
from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.boards.gridreading import grid_from
from vassal_bridge.formats.boards.grids import HexGrid, SquareGrid
from vassal_bridge.formats.buildfile import BuildFile
from vassal_bridge.formats.check import find_problems
from vassal_bridge.formats.comparing.diff import diff
from vassal_bridge.formats.editing.changesfile import read_changes
from vassal_bridge.formats.editing.changing import make
from vassal_bridge.formats.envelope import unwrap
from vassal_bridge.formats.expressions import Kind, NotEvaluated, Values, parse
from vassal_bridge.formats.imagesize import size_of
from vassal_bridge.formats.linting.lint import lint
from vassal_bridge.formats.logs.log import Log
from vassal_bridge.formats.logs.story import story
from vassal_bridge.formats.metadata import read_metadata
from vassal_bridge.formats.module import Module, open_module
from vassal_bridge.formats.pieces import PieceId
from vassal_bridge.formats.roundtrip import compare_archives
from vassal_bridge.formats.save import SAVED_GAME, Save, open_save
from vassal_bridge.formats.sight import View
from vassal_bridge.formats.text import dump, load
from vassal_bridge.pictures.art import ModuleArt
from vassal_bridge.pictures.mapview import MapView

GOLDEN = Path(__file__).resolve().parent / "data" / "golden"
TEXT = (
    "begin_save\x1b\x1b\\\x1b+/11/obs;77,130;m.png;Mask;G;?;sides:US:JP;;;;\tlabel;76,130;L;10;;;t"
    ";0;c;0;b;c;$pieceName$ ($label$);Dialog;0;0;T;;\\\temb2;;2;;;2;;;2;;;;1;false;0;0;a.png,b.png"
    ";x+,+y;true;Layer;;;true;{Level};1;1;true;;;;;\\\\\tmark;Side\\\\\\\tpiece;;;a.png;P/null;"
    "\thello\\\t2\\\\\tUS\\\\\\\tTheatre;300;300;1;1;OldZone;z"
    "\\\x1b+/12/piece;;;a.png;Q/Theatre;300;300;2;0\\\x1b+/20/stack/Theatre;300;300;11;12;@@1"
    "\x1bPLAYER\tpw\tAnn\tUS\x1bTheatreBoardPicker\tWest\t0\t0\tEast\t1\t0\tSouth/rev\t0\t1\x1bend_save"
    "\x1bLOG\tM/11/Theatre/7/7/null/Theatre/300/300/null/pw\\\x1bLOG\t+/30/stack/Theatre;7;7;11;@@1"
    "\x1bLOG\tCHAT* hello\x1bLOG\tMutableProperty\tVP\t1\t2\tModule\x1bLOG\t-/12"
)
"""A small log on the golden module, with the traits that decide what a piece is called."""
EXPRESSIONS = (
    '{Level > 2 && Side == "US" ? Name + "x" : If(Half < 2, Math.max(1, 2), 3)}',
    "$Side$ takes $Name$",
    'Side = US && Level > 2 || Name =~ "T.*"',
    '{Name.substring(1).toUpperCase().replaceAll("[A-N]", "$0") + (int) 2.5 % 2}',
    '{SumStack("Level") + GetProperty("Half") + String.valueOf(5 >>> 1)}',
)
CHANGES = """[[change]]
move = "1/8 Inf"
to = [1, 2]
[[change]]
set = "Tank"
property = "Strength"
value = 3
[[change]]
shuffle = "Draw"
seed = 1
"""
JSON_CHANGES = '{"change": [{"say": "x"}, {"turn": "next"}, {"draw": "Draw", "to": "0101"}]}'
POINTS = ((0, 0), (37, 52), (-400, 9999), (640, 333))
PROPERTIES = Values({"Side": "US", "Level": "3", "Name": "Tank", "Half": "1.5", "Empty": ""})
"""What expressions are evaluated over."""


@cache
def kitchen() -> Module:
    """Return the golden module in which saves are looked at."""
    return open_module(GOLDEN / "kitchen.vmod")


@cache
def start() -> Save:
    """Return the golden save that changes are made on."""
    return open_save(GOLDEN / "kitchen" / "01-new.vsav")


def _unshuffled(seed: int | None, cards: list[PieceId]) -> tuple[int, list[PieceId]]:
    return seed or 0, cards


def fuzz_archive(data: bytes) -> None:
    """Read bytes as a file: its entries, and whatever it then is."""
    archive = Archive.from_bytes(data)
    for entry in archive:
        try:
            archive.content(entry)
        except BridgeError:
            continue
    assert archive.to_bytes() == data
    compare_archives(archive, Archive.from_bytes(archive.rebuilt()))
    if SAVED_GAME in archive:
        look_at_save(Save(archive))
    elif {"buildFile", "buildFile.xml"} & set(archive.names):
        look_at_module(Module.from_archive(archive))


def fuzz_envelope(data: bytes) -> None:
    """Read bytes as an entry savedGame, and wrap the text again."""
    envelope, text = unwrap(data)
    assert unwrap(envelope.wrap(text))[1] == text


def fuzz_metadata(data: bytes) -> None:
    """Read bytes as moduledata, and as the first bytes of a picture."""
    size_of(data)
    read_metadata(data)


def fuzz_module(data: bytes) -> None:
    """Read bytes as a build file, and look at all that a module tells."""
    look_at_module(Module.from_archive(Archive.of([("buildFile.xml", data)], name="m.vmod")))


def look_at_module(module: Module) -> None:
    """Ask a module for everything, its places and its lint."""
    assert module.maps is not None
    assert all(slot is not None for slot in module.slots)
    assert module.prototypes is not None
    assert (module.sides, module.properties, module.dice, module.turn_trackers) is not None
    assert (module.setups, module.problems, module.name, module.version) is not None
    for layout in module.default_layouts().values():
        for point in POINTS:
            layout.location_name(*point)
            layout.snap(*point)
            layout.zone_at(*point)
        layout.find("0101")
        layout.place("0101")
        layout.range(POINTS[0], POINTS[1])
    lint(module)


def fuzz_build_edit(data: bytes) -> None:
    """Change an attribute of a build file's last component: nothing else may change."""
    build = BuildFile(data)
    parts = list(build.root.walk())
    for component in parts[:1] + parts[-1:]:
        edited = BuildFile(build.with_attribute(component, "name", "<é & \"'>"))
        again = list(edited.root.walk())
        assert [one.tag for one in again] == [one.tag for one in parts]
        assert again[parts.index(component)].get("name") == "<é & \"'>"


def _save_of(data: bytes) -> Save:
    return Save(Archive.of([(SAVED_GAME, data)], name="s.vsav"))


def fuzz_save(data: bytes) -> None:
    """Read bytes as a save's text, and look at it as `info`, `pieces`, `dump` and `diff` do."""
    look_at_save(_save_of(data))


def look_at_save(save: Save) -> None:
    """Ask a save for everything that is shown of one."""
    find_problems(save)
    for module in (None, kitchen()):
        for seen in View(save, module).sorted():
            assert (seen.name, seen.place, seen.location) is not None
            for name in ("LocationName", "Strength", "Layer_Level", "OldZone"):
                try:
                    seen.value(name)
                except NotEvaluated:
                    continue
    assert not diff(save, save)
    assert load(dump(save))[SAVED_GAME] == save.archive[SAVED_GAME]


def fuzz_log(data: bytes) -> None:
    """Read bytes as a log's text: step through it, tell it, cut it."""
    log = Log(_save_of(data))
    assert list(story(log)) is not None
    if log.steps:
        log.replay(1)
    Save.from_bytes(log.replay().save.to_bytes())


def fuzz_picture(data: bytes) -> None:
    """Draw a save on the golden module's first map."""
    save = _save_of(data)
    art = ModuleArt(kitchen())
    for found in list(art.module.maps.values())[:2]:
        MapView(art, save, found).draw(0.1)


def fuzz_expression(data: bytes) -> None:
    """Evaluate a text as each kind of field; its own spelling must mean the same."""
    text = data.decode("utf-8", "replace")
    for kind in Kind:
        parsed = parse(text, kind)
        try:
            value = parsed.evaluate(PROPERTIES)
            again = parse(str(parsed), kind).evaluate(PROPERTIES)
        except NotEvaluated:
            continue
        assert again.text == value.text, (kind, text, str(parsed), value, again)


class _Part:
    """A component of a build file, made of fuzzed values."""

    def __init__(self, tag: str, attributes: dict[str, str], children: "list[_Part]") -> None:
        self.tag, self.attributes, self.children = tag, attributes, children


_NUMBERS = ("0", "1", "-1", "0.0", "1e-300", "1e300", "nan", "inf", "55.42562584220407", "", "x")
_NAMES = ("$gridLocation$", "$column$$row$", "$name$ $gridLocation$", "", "$", "\\$", "$x$", "{1}")


def fuzz_grid(data: bytes) -> None:
    """Make grids of numbers as nobody would write them, and ask them for places."""
    values = iter(data)

    def number() -> str:
        kind = next(values, 0)
        return _NUMBERS[kind] if kind < len(_NUMBERS) else str((next(values, 0) - 128) * kind / 7)

    def yes() -> str:
        return ("false", "true")[next(values, 0) & 1]

    def numbering(tag: str) -> _Part:
        return _Part(
            tag,
            {
                "first": "HV"[next(values, 0) & 1],
                "sep": ("", ".", "-", "1")[next(values, 0) & 3],
                "hType": "NA"[next(values, 0) & 1],
                "vType": "NA"[next(values, 0) & 1],
                "hLeading": number(),
                "vLeading": number(),
                "hOff": number(),
                "vOff": number(),
                "hDescend": yes(),
                "vDescend": yes(),
                "stagger": yes(),
                "locationFormat": _NAMES[next(values, 0) & 7],
            },
            [],
        )

    def regular(tag: str) -> _Part:
        oblique = "Oblique" if tag == "HexGrid" and next(values, 0) & 1 else ""
        attributes = {name: number() for name in ("dx", "dy", "x0", "y0")}
        attributes |= {name: yes() for name in ("sideways", "edgesLegal", "cornersLegal")}
        return _Part(tag, attributes, [numbering(f"{oblique}{tag}Numbering")])

    def zone(inner: _Part) -> _Part:
        path = ";".join(f"{number()},{number()}" for _ in range(next(values, 0) & 7))
        shape = {"path": path, "locationFormat": _NAMES[next(values, 0) & 7], "name": "Z"}
        return _Part("Zone", {**shape, "useParentGrid": yes()}, [inner])

    tag = ("HexGrid", "SquareGrid")[next(values, 0) & 1]
    grid = regular(tag)
    if next(values, 0) & 1:
        grid = _Part("ZonedGrid", {}, [zone(regular(tag)), grid])
    found = grid_from([grid], (next(values, 0) * 9, next(values, 0) * 9))
    for x, y in POINTS:
        found.snap(x, y)
        name = found.location_name(x, y)
        if name is not None:
            found.point(name)
    found.range(POINTS[0], POINTS[3])
    if isinstance(found, HexGrid) and min(found.dx, found.dy) > 5:
        assert list(found.cells_within(100, 100)) is not None
    assert not isinstance(found, SquareGrid) or found.snap(0, 0) is not None


def fuzz_changes(data: bytes) -> None:
    """Read bytes as a file of changes, and make them on a golden save."""
    text = data.decode("utf-8", "replace")
    for as_json in (False, True):
        try:
            changes = read_changes(text, as_json=as_json)
        except BridgeError:
            continue
        save = Save(start().archive)
        save.belongs_to(kitchen())
        make(save.editor, changes[:3], _unshuffled)


Target = Callable[[bytes], None]
TARGETS: dict[str, Target] = {
    "archive": fuzz_archive,
    "envelope": fuzz_envelope,
    "metadata": fuzz_metadata,
    "module": fuzz_module,
    "build_edit": fuzz_build_edit,
    "save": fuzz_save,
    "log": fuzz_log,
    "picture": fuzz_picture,
    "expression": fuzz_expression,
    "grid": fuzz_grid,
    "changes": fuzz_changes,
}
"""Every target by name."""


def seeds(target: str) -> list[bytes]:
    """Return files from which a target's damaged ones are made."""
    broken = GOLDEN / "broken"
    good = open_save(broken / "00-good.vsav")
    tiny = Archive.read(broken / "tiny.vmod")
    builds = [tiny["buildFile.xml"], Archive.read(GOLDEN / "beachhead.vmod")["buildFile.xml"]]
    game = [good.text.encode("utf-8"), TEXT.encode("utf-8")]
    match target:
        case "archive":
            return [(broken / name).read_bytes() for name in ("00-good.vsav", "tiny.vmod")]
        case "envelope":
            return [good.archive[SAVED_GAME], b"VOBS\x01a", b"!VCSZ00", b"!VOBS\x01a"]
        case "metadata":
            return [good.archive[name] for name in good.archive.names if name != SAVED_GAME]
        case "module" | "build_edit":
            return builds
        case "save" | "log" | "picture":
            return game
        case "expression":
            return [text.encode("utf-8") for text in EXPRESSIONS]
        case "changes":
            return [CHANGES.encode("utf-8"), JSON_CHANGES.encode("utf-8")]
        case _:
            return [bytes(range(40)), bytes(40), b"\x08\x90\x08\x90" * 10]
