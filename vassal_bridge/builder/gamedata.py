"""Reads a game's map, counters, boxes and scenarios from its data folder, as rows.

The one source of what units, hexes and boxes there are is the game's own data
(`modules/<game>/data/<edition>`); a recipe only says how they look.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Literal, cast

from vassal_bridge.builder.checking import Checker, Row, Table
from vassal_bridge.game.hexes import HexId, HexMap, is_hex


@dataclass(frozen=True, slots=True)
class CounterRow:
    """One counter: a unit, or a marker of a kind; `location` is a hex, a box or empty."""

    id: str
    name: str
    side: str
    kind: str
    regiment: str = ""
    battalion: str = ""
    front: str = ""
    back: str = ""
    group: str = ""
    location: str = ""
    flags: tuple[str, ...] = ()


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
    """Return a game's data; every problem goes to the checker."""
    units = tuple(_counter(row) for row in checker.csv(folder, "counters.csv", _COUNTER))
    marker_rows = checker.csv(folder, "markers.csv", ("id", "name", "track", "field", "unit"))
    markers = tuple(_marker(row) for row in marker_rows)
    dials = {
        row.text("id"): Dial(row.text("track"), row.text("field"), row.number("unit"))
        for row in marker_rows
    }
    boxes = tuple(
        BoxRow(row.text("box"), row.text("track"), row.number("order"), row.text("label"))
        for row in checker.csv(folder, "boxes.csv", ("box", "track", "order", "label"))
    )
    _check_unique(checker, "counters.csv", [unit.id for unit in units])
    _check_unique(checker, "boxes.csv", [box.box for box in boxes])
    game_map = _read_map(checker, folder, units)
    names = {box.box for box in boxes}
    for unit in units + markers:
        place = unit.location
        if place and place not in names and place not in game_map.terrain:
            checker.add("counters.csv", unit.id, f"there is no hex or box {place!r}")
    places = names | set(game_map.terrain)
    known = {unit.id for unit in units}
    scenarios = _read_scenarios(checker, folder, known, places)
    return GameData(game_map, units, markers, boxes, scenarios, dials)


_COUNTER = ("id", "name", "side", "kind", "front", "back")
_FLAGS = ("long_pier", "green")


def _counter(row: Row) -> CounterRow:
    return CounterRow(
        id=row.text("id"),
        name=row.text("name"),
        side=row.text("side"),
        kind=row.text("kind"),
        regiment=row.text("regiment"),
        battalion=row.text("battalion"),
        front=row.text("front"),
        back=row.text("back"),
        group=row.text("group"),
        location=row.text("hex") or row.text("box"),
        flags=tuple(flag for flag in _FLAGS if row.truth(flag)),
    )


def _marker(row: Row) -> CounterRow:
    return CounterRow(
        id=row.text("id"),
        name=row.text("name"),
        side="",
        kind=row.text("kind") or "marker",
        front=row.text("front"),
        back=row.text("back"),
        location=row.text("box") or row.text("hex") or row.text("start"),
    )


def _check_unique(checker: Checker, file: str, names: list[str]) -> None:
    for name in sorted({name for name in names if names.count(name) > 1}):
        checker.add(file, name, "this name stands there twice")


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
    for row in checker.csv(folder, "hexsides.csv", ("a", "b", "feature")):
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
