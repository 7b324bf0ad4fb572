"""Reads a game's map, counters, boxes and scenarios from its data folder, as rows.

What units, hexes and boxes there are has one source: the game's own data
(`modules/<game>/data/<edition>`), or the recipe's folder where it holds a counters.csv.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from pathlib import Path
from types import MappingProxyType
from typing import Literal, cast

from vassal_bridge.builder.checking import Checker, Table
from vassal_bridge.builder.csvfile import Row
from vassal_bridge.game.hexes import HexId, HexMap, is_hex
from vassal_bridge.pictures.symbols import MARKS, SIZES, is_mark


@dataclass(frozen=True, slots=True)
class CounterRow:
    """One counter: a unit, or a marker of a kind; `location` is a hex, a box or empty.

    `symbol` and `size` are the unit symbol's where they differ from the kind's, `faces` how many
    faces it has where they are fewer, `count` how many of it are printed; `cells` are all cells
    of its row by their columns, and `row` is where it stands.
    """

    id: str
    name: str
    side: str
    kind: str
    group: str = ""
    location: str = ""
    symbol: tuple[str, ...] = ()
    size: str = ""
    faces: int = 0
    count: int = 1
    cells: Mapping[str, str] = field(default_factory=dict)
    row: Row | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class BoxRow:
    """One box of a track; `box` is its name, exactly as VASSAL will call the place."""

    box: str
    track: str
    order: int
    label: str


@dataclass(frozen=True, slots=True)
class GameMap:
    """What is printed on a game's map.

    `printed` gives the hexes under which a unit's symbol is printed: its kind and its group.
    """

    sheet: HexMap
    terrain: Mapping[HexId, str]
    beaches: Mapping[HexId, str]
    names: Mapping[HexId, str]
    hexsides: tuple[tuple[HexId, HexId, str], ...]
    printed: Mapping[HexId, tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Dial:
    """What a marker shows on its track: a field, whole (`unit` 0) or one digit of a number.

    `unit` is what one box is worth: 1, 10 or 100.
    """

    track: str
    field: str
    unit: int


@dataclass(frozen=True, slots=True)
class Placed:
    """A unit in a scenario: where it stands and how, where that differs from its counter's row."""

    location: str
    back: bool = False
    step_loss: bool = False
    used: bool = False
    moved: bool = False


@dataclass(frozen=True, slots=True)
class Scenario:
    """A set-up: the units that are not where their counters begin, and the tracks' values."""

    name: str
    title: str
    units: Mapping[str, Placed]
    tracks: Mapping[str, str | int]


@dataclass(frozen=True, slots=True)
class GameData:
    """Everything that a recipe takes from the game's data folder."""

    map: GameMap
    units: tuple[CounterRow, ...]
    markers: tuple[CounterRow, ...]
    boxes: tuple[BoxRow, ...]
    scenarios: Mapping[str, Scenario]
    dials: Mapping[str, Dial]

    @property
    def counters(self) -> tuple[CounterRow, ...]:
        """The units, then the markers."""
        return self.units + self.markers


def data_folder(game: str, edition: str) -> Path | None:
    """Return the folder of a game's edition; None where the game is not installed."""
    try:
        spec = importlib.util.find_spec(f"modules.{game}")
    except ImportError:
        return None
    for place in (spec.submodule_search_locations or ()) if spec is not None else ():
        folder = Path(place) / "data" / edition
        if folder.is_dir():
            return folder
    return None


def read_game(checker: Checker, folder: Traversable) -> GameData:
    """Return a game's data; every problem goes to the checker.

    A game may lack markers.csv, boxes.csv, hexsides.csv and scenarios.
    """
    units, markers = read_counters(checker, folder), read_markers(checker, folder)
    dials = {
        row.text("id"): Dial(row.text("track"), row.text("field"), row.number("unit"))
        for row in (marker.row for marker in markers)
        if row is not None
    }
    box_rows = _maybe(checker, folder, "boxes.csv", ("box", "track", "order", "label"))
    boxes = tuple(
        BoxRow(row.text("box"), row.text("track"), row.number("order"), row.text("label"))
        for row in box_rows
    )
    _check_unique("box", box_rows)
    game_map = _read_map(checker, folder, units)
    names = {box.box for box in boxes}
    places = names | set(game_map.terrain)
    for one in units + markers:
        if one.row is not None and one.location and one.location not in places:
            column = next(name for name in _PLACES if one.row.text(name))
            one.row.wrong(column, f"there is no hex or box {one.location!r}")
    known = {unit.id for unit in units}
    scenarios = _read_scenarios(checker, folder, known, places)
    return GameData(game_map, units, markers, boxes, scenarios, dials)


def _maybe(checker: Checker, folder: Traversable, name: str, columns: tuple[str, ...]) -> list[Row]:
    return checker.csv(folder, name, columns) if (folder / name).is_file() else []


COUNTERS = "counters.csv"
COLUMNS: Mapping[str, str] = MappingProxyType(
    {
        "id": "the counter's own name, which never changes; saves know it by this (needed)",
        "name": "what stands on the counter and in VASSAL's menus (needed)",
        "side": "whose it is: a name of [side_colours]; empty where a fill is given (needed)",
        "kind": "what it is: a name of [kind.NAME] (needed)",
        "count": "how many the sheet prints; 1 where empty, 0 for none",
        "hex": "the hex where it begins",
        "box": "the box where it begins, instead of a hex",
        "symbol": "the marks of its symbol where they are not the kind's: `infantry + marine`",
        "size": "its size where it is not the kind's: I, II, III, X ...",
        "fill": "its ground where it is not the kind's: a colour of the palette or #rrggbb",
        "faces": "how many faces it has, where fewer than its kind: 1 for a one-step unit",
        "image": "a picture in the recipe's folder art, for layouts that show one",
        "group": "a figure that the map prints too, such as a fort's group",
        "back_...": "what stands on the back instead: back_attack for {attack}, back_fill, ...",
        "any other": "yours: a layout or a field shows it as {column}",
    }
)
"""The columns of counters.csv and what they are for."""
_COUNTER = ("id", "name", "side", "kind")
_PLACES = ("hex", "box", "start")
_MARKER = ("id", "name", "track", "field", "unit")
_LABEL = "label"


def read_counters(checker: Checker, folder: Traversable) -> tuple[CounterRow, ...]:
    """Return the counters of a folder's counters.csv."""
    rows = checker.csv(folder, COUNTERS, _COUNTER)
    _check_unique("id", rows)
    return tuple(_counter(row) for row in rows)


def read_markers(checker: Checker, folder: Traversable) -> tuple[CounterRow, ...]:
    """Return the markers of a folder's markers.csv, which may be missing."""
    rows = _maybe(checker, folder, "markers.csv", _MARKER)
    _check_unique("id", rows)
    return tuple(_marker(row) for row in rows)


def _counter(row: Row) -> CounterRow:
    for column in _COUNTER[:1] + _COUNTER[3:]:
        if not row.text(column):
            row.wrong(column, "expected a text, found an empty cell")
    size = row.text("size")
    if size and size not in SIZES:
        row.wrong("size", f"expected one of {', '.join(SIZES)}, found {size!r}")
    return CounterRow(
        id=row.text("id"),
        name=row.text("name"),
        side=row.text("side"),
        kind=row.text("kind"),
        group=row.text("group"),
        location=next((row.text(column) for column in _PLACES if row.text(column)), ""),
        symbol=_symbol(row),
        size=size if size in SIZES else "",
        faces=row.number("faces", 0, least=1),
        count=row.number("count", 1, least=0),
        cells={_LABEL: row.text("name")} | dict(row.cells),
        row=row,
    )


def _symbol(row: Row) -> tuple[str, ...]:
    """Return the marks that a cell names, joined with + as in `infantry + marine`."""
    marks = [mark.strip() for mark in row.text("symbol").split("+") if mark.strip()]
    for mark in marks:
        if not is_mark(mark):
            row.wrong("symbol", f"expected marks out of {', '.join(MARKS)}, found {mark!r}")
    return tuple(mark for mark in marks if is_mark(mark))


def _marker(row: Row) -> CounterRow:
    return CounterRow(
        id=row.text("id"),
        name=row.text("name"),
        side=row.text("side"),
        kind=row.text("kind") or "marker",
        location=next((row.text(column) for column in _PLACES if row.text(column)), ""),
        symbol=_symbol(row),
        count=row.number("count", 1, least=0),
        cells={_LABEL: row.text("name")} | dict(row.cells),
        row=row,
    )


def _check_unique(column: str, rows: list[Row]) -> None:
    seen: set[str] = set()
    for row in rows:
        name = row.text(column)
        if name in seen:
            row.wrong(column, f"{name!r} stands there twice")
        seen.add(name)


def _read_map(checker: Checker, folder: Traversable, units: tuple[CounterRow, ...]) -> GameMap:
    table = checker.toml(folder, "map.toml")
    sheet = _read_sheet(table)
    terrain: dict[HexId, str] = {}
    beaches: dict[HexId, str] = {}
    names: dict[HexId, str] = {}
    for row in checker.csv(folder, "hexes.csv", ("hex", "terrain")):
        hex_id = HexId(row.text("hex"))
        if not is_hex(hex_id) or hex_id not in sheet:
            row.wrong("hex", f"expected a hex of the sheet, found {hex_id!r}")
            continue
        if hex_id in terrain:
            row.wrong("hex", f"the hex {hex_id} stands there twice")
        terrain[hex_id] = row.text("terrain")
        if row.text("beach"):
            beaches[hex_id] = row.text("beach")
        if row.text("name"):
            names[hex_id] = row.text("name")
    sides: list[tuple[HexId, HexId, str]] = []
    for row in _maybe(checker, folder, "hexsides.csv", ("a", "b", "feature")):
        one, other = HexId(row.text("a")), HexId(row.text("b"))
        if not (is_hex(one) and is_hex(other)) or other not in sheet.neighbours(one):
            row.wrong("b", f"the hexes {one} and {other} are not adjacent on the sheet")
            continue
        sides.append((one, other, row.text("feature")))
    printed = {
        HexId(unit.location): (unit.kind, unit.group) for unit in units if is_hex(unit.location)
    }
    return GameMap(sheet, terrain, beaches, names, tuple(sides), printed)


def _read_sheet(table: Table) -> HexMap:
    columns = table.numbers("columns", 2, (1, 50))
    rows = table.numbers("rows", 2, (1, 30))
    low = table.choice("low", ("even", "odd"), "even")
    return HexMap(
        columns=(int(columns[0]), int(columns[1])),
        rows=(int(rows[0]), int(rows[1])),
        low=cast("Literal['even', 'odd']", low),
    )


def _read_scenarios(
    checker: Checker, folder: Traversable, units: set[str], places: set[str]
) -> dict[str, Scenario]:
    found: dict[str, Scenario] = {}
    scenarios = folder / "scenarios"
    if not scenarios.is_dir():
        return found
    for file in sorted(scenarios.iterdir(), key=lambda entry: entry.name):
        if file.name.endswith(".toml"):
            name = file.name.removesuffix(".toml")
            found[name] = _read_scenario(checker.toml(scenarios, file.name), name, units, places)
    return found


def _read_scenario(table: Table, name: str, units: set[str], places: set[str]) -> Scenario:
    placed: dict[str, Placed] = {}
    for fort in table.texts("forts_destroyed", ()):
        if fort not in units:
            table.wrong("forts_destroyed", f"there is no counter {fort!r}")
        placed[fort] = Placed(table.text("eliminated", "Eliminated"))
    for unit, row in table.named("units").items():
        if unit not in units:
            table.wrong(f"units.{unit}", "there is no such counter")
        location = row.text("at", "")
        if location and location not in places:
            row.wrong("at", f"there is no hex or box {location!r}")
        placed[unit] = Placed(
            location=location,
            back=row.choice("face", ("front", "back"), "front") == "back",
            step_loss=row.truth("marker1"),
            used=row.truth("used"),
            moved=row.truth("moved"),
        )
    tracks = table.table("tracks")
    values = {key: tracks.value(key) for key in tracks.names()}
    return Scenario(name, table.text("title", name), placed, values)
