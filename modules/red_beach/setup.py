"""Set-up: the board, the counters and the scenarios, read from the game's data folder.

The map and the order of battle are not in the rulebook text, so every edition plays on the house
map with the house counters, but for files of the owner's own; the edition decides which tables
count.
"""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, cast

from modules.red_beach.board import AVAILABLE, ELIMINATED, POOL, Board
from modules.red_beach.rules import turns
from modules.red_beach.rules.opening import opening_levels
from modules.red_beach.settings import Settings
from modules.red_beach.state import MEMORY, TRACKS, State
from modules.red_beach.units import FORT, US, Unit
from vassal_bridge.errors import BindingError, RuleError, Where
from vassal_bridge.game.hexes import HexId, HexMap, Hexside, hexside
from vassal_bridge.game.tables import TABLES_FILE, Edition, TableSet, load_tables
from vassal_bridge.game.userdata import user_folder

GAME = "red_beach"
HOUSE = "house"
MAP = "map.toml"
OWN_MAP = "map"
"""The folder in which the owner of a map has painted it (vassal-bridge terrain)."""
MAP_FILES = ("hexes.csv", "hexsides.csv")
WATER = frozenset({"sea", "reef"})
_UNIT_FIELDS = frozenset({"face", "marker1", "used", "moved"})


def data_folder() -> Traversable:
    """Return the game's data folder."""
    return files("modules.red_beach") / "data"


def load_game_tables(edition: str) -> TableSet:
    """Return the tables in an edition, with what the owner typed; raises BindingError."""
    owner: Path = user_folder() / GAME / TABLES_FILE
    return load_tables(GAME, data_folder(), edition=edition, owner=owner)


def load_board(edition: str, settings: Settings | None = None) -> Board:
    """Return the board with the tables of an edition; raises BindingError for damaged data."""
    folder = data_folder() / HOUSE
    terrain: dict[HexId, str] = {}
    beaches: dict[HexId, str] = {}
    for row in _rows(source("hexes.csv", edition)):
        hex_id = HexId(row["hex"])
        if row["terrain"] not in WATER:
            terrain[hex_id] = row["terrain"]
            if row["beach"]:
                beaches[hex_id] = row["beach"]
    sides: dict[Hexside, frozenset[str]] = {}
    for row in _rows(source("hexsides.csv", edition)):
        side = hexside(HexId(row["a"]), HexId(row["b"]))
        sides[side] = sides.get(side, frozenset()) | {row["feature"]}
    return Board(
        sheet=_sheet(_map_file(edition)),
        terrain=terrain,
        tables=load_game_tables(edition),
        sides=sides,
        beaches=beaches,
        boxes=frozenset(row["box"] for row in _rows(folder / "boxes.csv")),
        settings=settings or Settings(),
        fort_hexes=frozenset(
            HexId(row["hex"])
            for row in _rows(source("counters.csv", edition))
            if row["kind"] == FORT
        ),
    )


def source(name: str, edition: str) -> Traversable | Path:
    """Return where a file of map or counters lies: the owner's in his own edition, else ours.

    Of the map that he painted hexes and hexsides count once he has said that it is finished.
    Raises BindingError for a file of the owner's without the columns that ours has.
    """
    ours, own = data_folder() / HOUSE / name, user_folder() / GAME / name
    painted = _painted_map()
    if painted is not None and name in MAP_FILES:
        own = painted.parent / name
    if edition != Edition.OWNER or not own.is_file():
        return ours
    wanted, found = (next(iter(_headings(file)), []) for file in (ours, own))
    if missing := [column for column in wanted if column not in found]:
        columns = ", ".join(missing)
        raise BindingError(f"expected the columns {columns} as well", where=Where(str(own)))
    return own


def _map_file(edition: str) -> Traversable | Path:
    """Return what tells the sheet of hexes: that of the owner's finished map, or ours."""
    painted = _painted_map()
    if painted is not None and edition == Edition.OWNER:
        return painted
    return data_folder() / HOUSE / MAP


def _painted_map() -> Path | None:
    """Return the map.toml of the map that the owner painted; None until it is finished."""
    file = user_folder() / GAME / OWN_MAP / MAP
    return file if file.is_file() and _toml(file).get("finished") is True else None


def _headings(file: Traversable | Path) -> Iterator[list[str]]:
    return csv.reader(file.read_text(encoding="utf-8").splitlines()[:1])


def load_units(edition: str = HOUSE) -> dict[str, Unit]:
    """Return every unit by its id, where it is kept before a scenario; forts stand [RB-2.0-b]."""
    return {
        row["id"]: Unit(
            id=row["id"],
            name=row["name"],
            side=row["side"],
            kind=row["kind"],
            location=row["hex"] or row.get("box") or _waiting_box(row["side"]),
            regiment=row["regiment"],
            battalion=row["battalion"],
            group=row["group"],
            long_pier=row["long_pier"] == "yes",
            green=row["green"] == "yes",
            printed=int(row["front"]) if row["kind"] == FORT else 0,
        )
        for row in _rows(source("counters.csv", edition))
    }


@dataclass(frozen=True, slots=True)
class Dial:
    """A marker on a track: the field that it shows, and the boxes of its track in order.

    `unit` is what one box counts, such as 100 for the hundreds of the JRL; 0 where the box's own
    name is the value, as on the turn track.
    """

    name: str
    track: str
    field: str
    unit: int
    boxes: tuple[str, ...]


def load_boxes() -> dict[str, str]:
    """Return the track of every box off the map, in the order of the file."""
    rows = _rows(data_folder() / HOUSE / "boxes.csv")
    return {row["box"]: row["track"] for row in rows}


def load_dials() -> dict[str, Dial]:
    """Return every marker on a track by its id [2.0]."""
    folder = data_folder() / HOUSE
    tracks: dict[str, list[tuple[int, str]]] = {}
    for row in _rows(folder / "boxes.csv"):
        tracks.setdefault(row["track"], []).append((int(row["order"]), row["box"]))
    return {
        row["id"]: Dial(
            name=row["name"],
            track=row["track"],
            field=row["field"],
            unit=int(row["unit"] or 0),
            boxes=tuple(box for _, box in sorted(tracks[row["track"]])),
        )
        for row in _rows(folder / "markers.csv")
    }


def _waiting_box(side: str) -> str:
    return AVAILABLE if side == US else POOL


def start(scenario: str, edition: str, settings: Settings | None = None) -> State:
    """Return the position at the start of a scenario, with the tables of an edition [RB-2.0-a].

    Options 1 and 4 change where the markers of the landing begin [RB-12.0-a, RB-12.0-d].
    Raises RuleError for an unknown scenario and BindingError for damaged data.
    """
    file = data_folder() / HOUSE / "scenarios" / f"{scenario}.toml"
    if not file.is_file():
        raise RuleError(f"there is no scenario {scenario!r}")
    document = _toml(file)
    units = load_units(edition)
    for fort in document["forts_destroyed"]:
        units[fort] = replace(_unit(units, fort, file), location=ELIMINATED)
    for name, placed in document["units"].items():
        units[name] = _place(_unit(units, name, file), placed, file)
    given = {**MEMORY, **document["tracks"]}
    tracks = {track: given[track] for track in TRACKS}
    if tracks["turn"] == turns.TRACK[0]:
        tracks.update(opening_levels(settings or Settings()))
    return State(load_board(edition, settings), units.values(), tracks)


def _unit(units: Mapping[str, Unit], name: str, file: Traversable) -> Unit:
    if name not in units:
        raise BindingError(f"there is no counter {name!r}", where=Where(file.name))
    return units[name]


def _place(unit: Unit, placed: Mapping[str, Any], file: Traversable) -> Unit:
    unknown = sorted(set(placed) - _UNIT_FIELDS - {"at"})
    if unknown:
        found = ", ".join(unknown)
        raise BindingError(f"{unit.id} has no field {found}", where=Where(file.name))
    fields = {name: value for name, value in placed.items() if name != "at"}
    return replace(unit, location=placed.get("at", unit.location), **fields)


def _sheet(file: Traversable | Path) -> HexMap:
    document = _toml(file)
    try:
        columns, rows = document["columns"], document["rows"]
        return HexMap(
            (columns[0], columns[1]),
            (rows[0], rows[1]),
            low=document["low"],
            sideways=document.get("hexes") == "rows",
            rows_first=document.get("first") == "row",
        )
    except (KeyError, IndexError, TypeError):
        raise BindingError("expected columns, rows and low", where=Where(str(file))) from None


def _toml(file: Traversable | Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise BindingError(f"expected TOML: {error}", where=Where(file.name)) from None


def _rows(file: Traversable | Path) -> Iterator[dict[str, str]]:
    rows = csv.DictReader(file.read_text(encoding="utf-8").splitlines())
    return (cast("dict[str, str]", row) for row in rows)
