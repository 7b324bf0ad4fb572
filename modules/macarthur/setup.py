"""Set-up: the board, the counters and the scenarios, read from the game's data folder.

The map is not in the rulebook text, so every edition plays on the house map with the house
counters; the edition decides which tables count, the figures of the aircraft among them.
"""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, cast

from modules.macarthur.board import Battery, Board, Field
from modules.macarthur.rules.pads import ORDERS
from modules.macarthur.settings import Settings
from modules.macarthur.state import MEMORY, TRACKS, State
from modules.macarthur.units import ORDER, Unit
from vassal_bridge.errors import BindingError, RuleError, Where
from vassal_bridge.game.hexes import HexId, HexMap, Hexside, hexside
from vassal_bridge.game.tables import TABLES_FILE, TableSet, load_tables
from vassal_bridge.game.userdata import user_folder

GAME = "macarthur"
HOUSE = "house"
_UNIT_FIELDS = frozenset({"face", "moved"})


def data_folder() -> Traversable:
    """Return the game's data folder."""
    return files("modules.macarthur") / "data"


def load_game_tables(edition: str) -> TableSet:
    """Return the tables in an edition, with what the owner typed; raises BindingError."""
    owner = user_folder() / GAME / TABLES_FILE
    return load_tables(GAME, data_folder(), edition=edition, owner=owner)


def load_board(edition: str, settings: Settings | None = None) -> Board:
    """Return the board with the tables of an edition; raises BindingError for damaged data."""
    rows, pads = list(_rows("hexes.csv")), load_pads()
    sides: dict[Hexside, frozenset[str]] = {}
    for row in _rows("hexsides.csv"):
        side = hexside(HexId(row["a"]), HexId(row["b"]))
        sides[side] = sides.get(side, frozenset()) | {row["feature"]}
    entries: dict[str, tuple[HexId, ...]] = {}
    for row in rows:
        if row["entry"]:
            entries[row["entry"]] = (*entries.get(row["entry"], ()), HexId(row["hex"]))
    return Board(
        sheet=_sheet(),
        terrain={HexId(row["hex"]): row["terrain"] for row in rows},
        tables=load_game_tables(edition),
        fields=load_fields(),
        places={row["name"]: HexId(row["hex"]) for row in rows if row["name"]},
        roads=frozenset(HexId(row["hex"]) for row in rows if row["road"]),
        sides=sides,
        beaches={HexId(row["hex"]): row["beach"] for row in rows if row["beach"]},
        entries=entries,
        boxes=frozenset(load_boxes()) | frozenset(pads),
        pads=pads,
        batteries=tuple(
            Battery(row["battery"], row["island"], row["local"] == "yes")
            for row in _rows("batteries.csv")
        ),
        settings=settings or Settings(),
    )


def load_fields() -> dict[str, Field]:
    """Return every airfield by its name, in the order of the charts [MAC-2.2.1-a]."""
    return {
        row["field"]: Field(
            name=row["field"],
            chart=row["chart"],
            hex=HexId(row["hex"]) if row["hex"] else None,
            owner=row["owner"],
            area=int(row["area"] or 0),
        )
        for row in _rows("fields.csv")
    }


def load_units() -> dict[str, Unit]:
    """Return every unit by its id, where it is kept before a scenario."""
    return {
        row["id"]: Unit(
            id=row["id"],
            name=row["id"],
            side=row["side"],
            kind=row["kind"],
            location=row["hex"] or row["box"],
            service=row["service"],
            model=row["model"],
            points=int(row["points"] or 0),
            steps=int(row["steps"] or 1),
            asterisks=int(row["asterisks"] or 0),
            formation=row["formation"],
        )
        for row in _rows("counters.csv")
        if row["kind"] != ORDER
    }


def load_pads() -> dict[str, str]:
    """Return the boxes of the planning pads with their sides, in order [2.2.7]."""
    return {row["box"]: row["side"] for row in _rows("pads.csv")}


def load_cards() -> dict[str, str]:
    """Return the order cards by their ids, with the boxes of the pads that they belong to."""
    return {row["card"]: row["box"] for row in _rows("pads.csv")}


@dataclass(frozen=True, slots=True)
class Dial:
    """A marker on a track: the track that it shows, and the boxes of its track in order."""

    name: str
    track: str
    field: str
    boxes: tuple[str, ...]


def load_boxes() -> dict[str, str]:
    """Return the track of every box off the map, in the order of the file."""
    return {row["box"]: row["track"] for row in _rows("boxes.csv")}


def load_dials() -> dict[str, Dial]:
    """Return every marker on a track by its id; its box's name is the track's value."""
    boxes = load_boxes()
    return {
        row["id"]: Dial(
            name=row["name"],
            track=row["track"],
            field=row["field"],
            boxes=tuple(box for box, track in boxes.items() if track == row["track"]),
        )
        for row in _rows("markers.csv")
    }


def start(scenario: str, edition: str, settings: Settings | None = None) -> State:
    """Return the position at the start of a scenario, with the tables of an edition.

    Raises RuleError for an unknown scenario and BindingError for damaged data.
    """
    file = data_folder() / HOUSE / "scenarios" / f"{scenario}.toml"
    if not file.is_file():
        raise RuleError(f"there is no scenario {scenario!r}")
    document = _toml(file)
    units = load_units()
    for name, placed in document.get("units", {}).items():
        if name not in units:
            raise BindingError(f"there is no counter {name!r}", where=Where(file.name))
        units[name] = _place(units[name], placed, file)
    given = {**MEMORY, ORDERS: "", **document["tracks"]}
    tracks = {track: given[track] for track in TRACKS}
    return State(load_board(edition, settings), units.values(), tracks)


def _place(unit: Unit, placed: Mapping[str, Any], file: Traversable) -> Unit:
    unknown = sorted(set(placed) - _UNIT_FIELDS - {"at"})
    if unknown:
        found = ", ".join(unknown)
        raise BindingError(f"{unit.id} has no field {found}", where=Where(file.name))
    fields = {name: value for name, value in placed.items() if name != "at"}
    return replace(unit, location=placed.get("at", unit.location), **fields)


def _sheet() -> HexMap:
    document = _toml(data_folder() / HOUSE / "map.toml")
    columns, rows = document["columns"], document["rows"]
    return HexMap((columns[0], columns[1]), (rows[0], rows[1]), low=document["low"])


def _toml(file: Traversable) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise BindingError(f"expected TOML: {error}", where=Where(file.name)) from None


def _rows(name: str) -> Iterator[dict[str, str]]:
    text = (data_folder() / HOUSE / name).read_text(encoding="utf-8")
    return (cast("dict[str, str]", row) for row in csv.DictReader(text.splitlines()))
