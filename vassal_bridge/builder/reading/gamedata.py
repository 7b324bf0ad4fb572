"""Reads a game's map, counters, boxes and scenarios from its data folder, as rows.

What units, hexes and boxes there are has one source: the game's own data
(`modules/<game>/data/<edition>`), or the recipe's folder where it holds a counters.csv.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Literal

from vassal_bridge.builder.layout import Runs
from vassal_bridge.builder.reading.checking import Checker
from vassal_bridge.builder.reading.counterrows import (
    PLACES,
    CounterRow,
    check_unique,
    maybe_rows,
    read_counters,
    read_markers,
)
from vassal_bridge.builder.reading.csvfile import whole_hex
from vassal_bridge.builder.reading.keykinds import Choice, Numbers
from vassal_bridge.builder.reading.keys import Reading, key, read_table
from vassal_bridge.builder.reading.places import Places
from vassal_bridge.builder.reading.scenarios import Scenario, read_scenarios
from vassal_bridge.game.hexes import HexId, HexMap, is_hex
from vassal_bridge.pictures.colours import Palette


@dataclass(frozen=True, slots=True)
class BoxRow:
    """One box of a track; `box` is its name, exactly as VASSAL will call the place."""

    box: str
    track: str
    order: int
    label: str


@dataclass(frozen=True, slots=True)
class GameMap:
    """What is printed on a game's map; `runs` tells which way the numbers of its hexes rise.

    `printed` gives the hexes under which a unit's symbol is printed: its kind and its group.
    """

    sheet: HexMap
    runs: Runs
    terrain: Mapping[HexId, str]
    beaches: Mapping[HexId, str]
    names: Mapping[HexId, str]
    hexsides: tuple[tuple[HexId, HexId, str], ...]
    printed: Mapping[HexId, tuple[str, str]]


NO_MAP = GameMap(HexMap(columns=(1, 1), rows=(1, 1), low="even"), Runs(), {}, {}, {}, (), {})
"""The map of a game whose recipe has no board of hexes."""


@dataclass(frozen=True, slots=True)
class Dial:
    """What a marker shows on its track: a field, whole (`unit` 0) or one digit of a number.

    `unit` is what one box is worth: 1, 10 or 100.
    """

    track: str
    field: str
    unit: int


@dataclass(frozen=True, slots=True)
class MapFile:
    """What map.toml says of the sheet of hexes; a game may keep more there."""

    columns: tuple[int, int] = key(
        Numbers(2, whole=True), "The first and the last column.", default=(1, 50)
    )
    rows: tuple[int, int] = key(
        Numbers(2, whole=True), "The first and the last row.", default=(1, 30)
    )
    low: Literal["even", "odd"] = key(
        Choice(("even", "odd")),
        "Which columns sit half a hex lower, or higher where rows run up; of hexes in rows,"
        " which rows sit half a hex further to the right, or left where columns run left.",
        default="even",
    )
    hexes: Literal["columns", "rows"] = key(
        Choice(("columns", "rows")),
        "Whether hexes touch side by side in upright columns or in level rows.",
        default="columns",
    )
    first: Literal["column", "row"] = key(
        Choice(("column", "row")), "Which number comes first in a hex's name.", default="column"
    )
    columns_run: Literal["right", "left"] = key(
        Choice(("right", "left")), "Where the columns' numbers rise.", default="right"
    )
    rows_run: Literal["down", "up"] = key(
        Choice(("down", "up")), "Where the rows' numbers rise.", default="down"
    )


@dataclass(frozen=True, slots=True)
class GameData:
    """Everything that a recipe takes from the game's data folder."""

    map: GameMap
    units: tuple[CounterRow, ...]
    markers: tuple[CounterRow, ...]
    boxes: tuple[BoxRow, ...]
    scenarios: Mapping[str, Scenario]
    dials: Mapping[str, Dial]
    cards: tuple[CounterRow, ...] = ()

    @property
    def counters(self) -> tuple[CounterRow, ...]:
        """The units, then the markers, then the cards of decks with a file of their own."""
        return self.units + self.markers + self.cards


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


def read_game(
    checker: Checker,
    folder: Traversable,
    more: Places,
    cards: tuple[CounterRow, ...] = (),
    *,
    has_board: bool = True,
) -> GameData:
    """Return a game's data; every problem goes to the checker.

    A game may lack markers.csv, boxes.csv, hexsides.csv and scenarios. `more` are places that a
    recipe has beside the board's hexes and boxes; without a board there is no map to be read.
    """
    units, markers = read_counters(checker, folder), read_markers(checker, folder)
    dials = {
        row.text("id"): Dial(row.text("track"), row.text("field"), row.number("unit"))
        for row in (marker.row for marker in markers)
        if row is not None
    }
    box_rows = maybe_rows(checker, folder, "boxes.csv", ("box", "track", "order", "label"))
    boxes = tuple(
        BoxRow(row.text("box"), row.text("track"), row.number("order"), row.text("label"))
        for row in box_rows
    )
    check_unique("box", box_rows)
    game_map = _read_map(checker, folder) if has_board else NO_MAP
    places = more.with_names(frozenset(box.box for box in boxes) | frozenset(game_map.terrain))
    units = tuple(_with_zeros(one, places) for one in units)
    if has_board:
        game_map = replace(game_map, printed=_printed(units))
    for one in units + markers + cards:
        if one.row is not None and one.location and one.location not in places:
            column = next(name for name in PLACES if one.row.text(name))
            one.row.wrong(column, f"there is no hex or box {one.location!r}")
    scenarios = read_scenarios(checker, folder, units + cards, places)
    return GameData(game_map, units, markers, boxes, scenarios, dials, cards)


def _with_zeros(unit: CounterRow, places: Places) -> CounterRow:
    """Return a counter whose hex has its leading zeros again, if a spreadsheet took them off."""
    if unit.location in places or unit.row is None or unit.row.text("hex") != unit.location:
        return unit
    whole = whole_hex(unit.row, "hex")
    return replace(unit, location=whole) if whole in places else unit


def _printed(units: tuple[CounterRow, ...]) -> dict[HexId, tuple[str, str]]:
    """Return the kind and the group of the unit that begins in each hex."""
    return {
        HexId(unit.location): (unit.kind, unit.group) for unit in units if is_hex(unit.location)
    }


def _read_map(checker: Checker, folder: Traversable) -> GameMap:
    reading = Reading(checker, "map.toml", Palette({}))
    values = checker.values(folder, "map.toml")
    read = read_table(MapFile, reading, "", values, has_more=True)
    sheet = HexMap(
        columns=read.columns,
        rows=read.rows,
        low=read.low,
        sideways=read.hexes == "rows",
        rows_first=read.first == "row",
    )
    terrain: dict[HexId, str] = {}
    beaches: dict[HexId, str] = {}
    names: dict[HexId, str] = {}
    for row in checker.csv(folder, "hexes.csv", ("hex", "terrain")):
        hex_id = HexId(whole_hex(row, "hex"))
        if not is_hex(hex_id) or hex_id not in sheet:
            row.wrong("hex", f"expected a hex of the sheet that map.toml tells, found {hex_id!r}")
            continue
        if hex_id in terrain:
            row.wrong("hex", f"the hex {hex_id} stands there twice")
        terrain[hex_id] = row.text("terrain")
        if row.text("beach"):
            beaches[hex_id] = row.text("beach")
        if row.text("name"):
            names[hex_id] = row.text("name")
    sides: list[tuple[HexId, HexId, str]] = []
    for row in maybe_rows(checker, folder, "hexsides.csv", ("a", "b", "feature")):
        one, other = HexId(whole_hex(row, "a")), HexId(whole_hex(row, "b"))
        if not (is_hex(one) and is_hex(other)) or other not in sheet.neighbours(one):
            row.wrong("b", f"the hexes {one} and {other} are not adjacent on the sheet")
            continue
        sides.append((one, other, row.text("feature")))
    runs = Runs(left=read.columns_run == "left", up=read.rows_run == "up")
    return GameMap(sheet, runs, terrain, beaches, names, tuple(sides), {})
