"""A Red Beach module that is deliberately unlike ours, and saves of it that show a given state.

Other names, other order of traits, regions instead of a hex grid (rows first, and counted from
elsewhere), the map's board beside another one behind a margin, the tracks on a map of their own
as zones of other names, faces and losses shown by other traits.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from modules.red_beach.setup import load_board, load_boxes, load_dials, load_units
from modules.red_beach.state import State
from modules.red_beach.units import BACK, Unit
from vassal_bridge.builder.spelling import components as parts
from vassal_bridge.builder.spelling.traits import (
    TraitText,
    add_piece,
    basic_piece,
    layer,
    mark_when_moved,
    piece_in_play,
    use_prototype,
)
from vassal_bridge.builder.spelling.xmltree import Component, component, to_xml
from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.envelope import VASSAL_37
from vassal_bridge.formats.metadata import MODULE_DATA, SAVE_DATA, Metadata, write_metadata
from vassal_bridge.formats.module import BUILD_FILE, Module
from vassal_bridge.formats.save import SAVED_GAME, Save
from vassal_bridge.formats.tokens import encode_safely
from vassal_bridge.game.hexes import HexId, parse_hex

NAME = "Bloody Betio 1943"
ISLAND, CHARTS = "Island", "Charts"
EDGE = (30, 20)
LEGEND, ATOLL, CHART = (300, 2600), (3000, 2600), (1400, 3600)
ADD_COLUMNS, ADD_ROWS = 10, 2
LACKING = "Fort I-12"
"""The one counter that the foreign module does not have."""
SPARE = "Smoke"
"""A counter of the foreign module that is nothing of the game's."""
ESC = "\x1b"

Point = tuple[int, int]

MONTHS = {"Nov": "November"}
FACTS: Mapping[str, tuple[str, str]] = {"back": ("full", "reduced")}


def hex_name(hex_id: str) -> str:
    """Return what the foreign map calls a hex: rows first, counted from elsewhere."""
    column, row = parse_hex(hex_id)
    return f"R{row + ADD_ROWS:02d}/C{column + ADD_COLUMNS:02d}"


def hex_point(hex_id: str) -> Point:
    """Return where a region lies on its board: as somebody has clicked it, not on a grid."""
    column, row = parse_hex(hex_id)
    lower = 34 if column % 2 == 0 else 0
    wobble = (column * 7 + row * 5) % 5 - 2
    return 59 * column + wobble, 68 * row + lower + wobble


def box_zone(box: str, track: str) -> tuple[str, str]:
    """Return the zone of a box and its name there; the name is empty for a zone without a grid."""
    last = box.rpartition(" ")[2]
    match track.split(" "):
        case ["Turn"]:
            if box.startswith("Interphase"):
                return "Game Turn Track", f"{box.split()[1]} November Interphase"
            return "Game Turn Track", "End of Game" if box == "End" else last
        case ["JRL", digit]:
            named = {"100s": "Hundreds", "10s": "Tens", "1s": "Ones"}[digit]
            return f"Resistance {named}", last
        case ["Status"]:
            return "Support Track", last
        case ["Available"]:
            return "Reserves", ""
        case ["Eliminated"]:
            return "Casualties", ""
        case ["Japanese", "Pool"]:
            return "Japanese Units", ""
        case [kind, *beach]:
            zone = " ".join(beach)
            what = "landing waves" if kind == "Wave" else "assault hexes"
            return f"{zone} {what}", box.removeprefix(zone).strip().title()
    raise AssertionError(track)


@dataclass(frozen=True)
class Counter:
    """A counter of the foreign module: what it is called, and its traits in a state."""

    name: str
    gpid: str
    kind: str

    def traits(self, unit: Unit | None) -> list[TraitText]:
        """Return its traits, the outermost first; without a unit as they begin."""
        back = unit is not None and unit.face == BACK
        hit = unit is not None and unit.marker1
        used = unit is not None and unit.used
        moved = "true" if unit is not None and unit.moved else "false"
        label = TraitText(f"mark;{encode_safely(['nation'], ',')}", "x")
        match self.kind:
            case "fort" | "marker":
                return [label]
            case "arty":
                return [label, _moved(moved), _fired(back)]
            case "btn_hq" | "rgt_hq":
                return [_moved(moved), _disrupted(back), _hits(hit), _spent(used), label]
            case _:
                return [_moved(moved), _hits(hit), label, _strength(back)]


def _moved(text: str) -> TraitText:
    return TraitText(mark_when_moved("", (0, 0)).type, text)


def _fired(back: bool) -> TraitText:
    """Two levels, the first of which is the back."""
    names = ["gun-fired.png", "gun-ready.png"]
    return layer(
        "Fire state", names, ["fired", ""], menu="Fire", letter="F", optional=False,
        level=1 if back else 2,
    )  # fmt: skip


def _disrupted(back: bool) -> TraitText:
    """One level that is on or off."""
    return layer(
        "Disrupted", ["disrupted.png"], ["+ (disrupted)"], menu="Disrupt", letter="R",
        optional=True, level=1 if back else -1,
    )  # fmt: skip


def _hits(hit: bool) -> TraitText:
    """Two levels, always on."""
    return layer(
        "Hit marker", ["blank.png", "hit1.png"], ["", "one hit"], menu="Hit", letter="H",
        optional=False, level=2 if hit else 1,
    )  # fmt: skip


def _spent(used: bool) -> TraitText:
    return _property("HQ use", "spent" if used else "ready", ("ready", "spent"))


def _strength(back: bool) -> TraitText:
    return _property("Strength", "reduced" if back else "full", ("full", "reduced"))


def _property(name: str, value: str, values: Iterable[str]) -> TraitText:
    commands = [
        encode_safely([text, "65,130", encode_safely(["P", text], ",")], ":") for text in values
    ]
    constraints = encode_safely(["false", "0", "100", "false"], ",")
    text = encode_safely(["PROP", name, constraints, encode_safely(commands, ",")], ";")
    return TraitText(text, value)


ORDINALS = {"1": "1st", "2": "2nd", "3": "3rd", "6": "6th", "8": "8th"}


def _name(unit: Unit) -> str:
    """Return what the foreign module calls a unit's counter."""
    battalion = ORDINALS.get(unit.battalion, "") + " Bn"
    regiment = ORDINALS.get(unit.regiment, "") + " Marines"
    number = unit.id.rpartition(" ")[2]
    match unit.kind:
        case "inf":
            return f"{unit.id[0]} Company, {battalion}, {regiment}"
        case "btn_hq":
            return f"{battalion} {regiment} Headquarters"
        case "rgt_hq":
            return f"{regiment} Regimental HQ"
        case "lt_tank":
            return f"Stuart platoon {number}"
        case "med_tank":
            return f"Shermann Platoon {number}"
        case "arty":
            return f"{number} Btry, 10th {regiment[-7:]} (75mm pack)"
        case "jp_inf":
            return "SNLF rikusentai"
        case "jp_tank":
            return "Japanese Type 95 tank"
        case _:
            return f"Bunker {number}"


MARKERS = {
    "turn": "Game-Turn",
    "jrl_100": "Japanese Resistance (hundreds)",
    "jrl_10": "Japanese Resistance (tens)",
    "jrl_1": "Japanese Resistance (ones)",
    "amtracs": "LVTs",
    "engineer_level": "Engineer level",
    "engineers_available": "Engineers, available",
    "air_strikes": "Airstrikes",
    "destroyers": "Destroyer support",
}


@cache
def counters() -> dict[str, Counter]:
    """Return the foreign counters by the game's ids; alike ones come from one slot."""
    found: dict[str, Counter] = {}
    gpids: dict[str, str] = {}
    units = [unit for unit in load_units().values() if unit.id != LACKING]
    for name, called, kind in [
        *((unit.id, _name(unit), unit.kind) for unit in units),
        *((name, MARKERS[name], "marker") for name in load_dials()),
    ]:
        gpid = gpids.setdefault(called, str(500 + len(gpids)))
        found[name] = Counter(called, gpid, kind)
    return found


# --- the module --------------------------------------------------------------------------------


def _zone(name: str, shown: str, box: tuple[int, int, int, int], *inner: Component) -> Component:
    left, top, right, bottom = box
    corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
    return component(
        parts.BOARD + "mapgrid.Zone",
        {
            "locationFormat": shown,
            "name": name,
            "path": ";".join(f"{x},{y}" for x, y in corners),
            "useParentGrid": "false",
        },
        inner,
    )


def _regions(regions: Iterable[tuple[str, Point]]) -> Component:
    return component(
        parts.BOARD + "RegionGrid",
        {"snapto": "true", "visible": "false"},
        [
            component(parts.BOARD + "Region", {"name": name, "originx": str(x), "originy": str(y)})
            for name, (x, y) in regions
        ],
    )


def _board(name: str, size: Point, *grids: Component) -> Component:
    width, height = map(str, size)
    return component(
        parts.MAP + "boardPicker.Board",
        {"image": "", "name": name, "width": width, "height": height, "reversible": "false"},
        grids,
    )


def _map(name: str, edge: Point, boards: Iterable[Component]) -> Component:
    attributes = parts.map_attributes(name, "255,255,255")
    return component(
        parts.MODULE + "Map",
        {**attributes, "edgeWidth": str(edge[0]), "edgeHeight": str(edge[1])},
        [component(parts.MAP + "BoardPicker", {}, boards)],
    )


@cache
def _rows() -> dict[str, list[tuple[str, str]]]:
    """Return each zone of the charts with its boxes: the game's name and the name there."""
    found: dict[str, list[tuple[str, str]]] = {}
    for box, track in load_boxes().items():
        zone, name = box_zone(box, track)
        found.setdefault(zone, []).append((box, name))
    return found


def _charts() -> list[Component]:
    zones = []
    for number, (zone, boxes) in enumerate(_rows().items()):
        box = (0, 200 * number, CHART[0], 200 * number + 199)
        regions = [(name, _on_chart(number, place)) for place, (_, name) in enumerate(boxes)]
        is_free = not boxes[0][1]
        shown = "$name$: $gridLocation$" if number % 2 else "$gridLocation$"
        inner = () if is_free else (_regions(regions),)
        zones.append(_zone(zone, "$name$" if is_free else shown, box, *inner))
    return zones


def _on_chart(zone: int, place: int) -> Point:
    return 50 + 50 * place, 200 * zone + 100


@cache
def module_bytes() -> bytes:
    """Return the foreign module as the bytes of a `.vmod`."""
    hexes = [(hex_name(h), hex_point(h)) for h in sorted(load_board("house").terrain)]
    atoll = _zone("Atoll", "$gridLocation$", (0, 0, *ATOLL), _regions(hexes))
    grid = component(parts.BOARD + "ZonedGrid", {}, [atoll])
    charts = component(parts.BOARD + "ZonedGrid", {}, _charts())
    slots = {counter.gpid: counter for counter in counters().values()}
    slots["999"] = Counter(SPARE, "999", "marker")
    turns = [box for box, track in load_boxes().items() if track == "Turn"]
    prototype = add_piece([TraitText("delete;Delete;68,130;"), basic_piece("", "")])
    tree = component(
        parts.BUILD + "GameModule",
        {"name": NAME, "version": "2.1", "VassalVersion": "3.7.15", "nextPieceSlotId": "1000"},
        [
            component(parts.MODULE + "BasicCommandEncoder"),
            parts.roster(["Marines"]),
            component(
                parts.MODULE + "PrototypesContainer",
                children=[
                    component(parts.MODULE + "PrototypeDefinition", {"name": "All"}, text=prototype)
                ],
            ),
            _map(CHARTS, (0, 0), [_board("Tracks", CHART, charts)]),
            _map(ISLAND, EDGE, [_board("Legend", LEGEND), _board("Betio", ATOLL, grid)]),
            component(
                parts.MODULE + "PieceWindow",
                {"name": "Pieces"},
                [component(parts.WIDGET + "ListWidget", {}, map(_slot, slots.values()))],
            ),
            parts.turn_tracker(turns),
        ],
    )
    contents = [
        (BUILD_FILE, to_xml(tree).encode("utf-8")),
        (MODULE_DATA, _metadata()),
    ]
    return Archive.of(contents).to_bytes()


def _metadata() -> bytes:
    return write_metadata(Metadata(name=NAME, version="2.1", vassal_version="3.7.15"))


def _slot(counter: Counter) -> Component:
    chain = [use_prototype("All"), *counter.traits(None)]
    text = add_piece([*chain, basic_piece("", counter.name, gpid=counter.gpid)])
    return component(
        parts.WIDGET + "PieceSlot", {"entryName": counter.name, "gpid": counter.gpid}, text=text
    )


@cache
def module() -> Module:
    """Return the foreign module, opened."""
    return Module.from_archive(Archive.from_bytes(module_bytes(), name="betio.vmod"))


# --- saves -------------------------------------------------------------------------------------


def point_of(location: str) -> tuple[str, int, int]:
    """Return the map and the pixels of a hex or box of the game."""
    if location.isdigit():
        x, y = hex_point(HexId(location))
        return ISLAND, x + EDGE[0] + LEGEND[0], y + EDGE[1]
    for number, boxes in enumerate(_rows().values()):
        for place, (box, _) in enumerate(boxes):
            if box == location:
                return CHARTS, *_on_chart(number, place)
    raise AssertionError(location)


def save_of(state: State) -> Save:
    """Return a save of the foreign module that shows a state."""
    known = counters()
    places = {unit.id: unit.location for unit in state.units.values() if unit.id in known}
    for name, dial in load_dials().items():
        value = state.tracks[dial.field]
        index = int(value) // dial.unit % 10 if dial.unit else 0
        if dial.unit and dial.field != "jrl":
            index = int(value)
        places[name] = dial.boxes[index] if dial.unit else str(value)
    pieces: list[str] = []
    stacks: dict[tuple[str, int, int], list[str]] = {}
    for number, (name, location) in enumerate(places.items(), start=1700000000000):
        spot, counter = point_of(location), known[name]
        traits = [
            TraitText("delete;Delete;68,130;"),
            *counter.traits(state.units.get(name)),
            piece_in_play("", counter.name, counter.gpid, spot, str(number)),
        ]
        pieces.append(add_piece(traits, str(number)))
        stacks.setdefault(spot, []).append(str(number))
    for number, (spot, held) in enumerate(stacks.items(), start=1800000000000):
        state_text = encode_safely([spot[0], str(spot[1]), str(spot[2]), *held, "@@-1"], ";")
        pieces.append("+/" + encode_safely([str(number), "stack", state_text], "/"))
    return _save(pieces)


def _save(pieces: list[str]) -> Save:
    turns = sum(track == "Turn" for track in load_boxes().values())
    level = encode_safely(["0", "0", "0", encode_safely(["true"] * turns, ",")], ";")
    commands = [
        "begin_save",
        "",
        encode_safely(["", *pieces], ESC),
        encode_safely([f"{CHARTS}BoardPicker", "Tracks", "0", "0"], "\t"),
        encode_safely([f"{ISLAND}BoardPicker", "Legend", "0", "0", "Betio", "1", "0"], "\t"),
        encode_safely(["TURNTurnTracker0", encode_safely(["0", level], "|")], "\t"),
        "end_save",
    ]
    text = encode_safely(commands, ESC)
    contents = [
        (SAVED_GAME, VASSAL_37.wrap(text.encode("utf-8"))),
        (SAVE_DATA, write_metadata(Metadata(version="2.1", vassal_version="3.7.15"))),
        (MODULE_DATA, _metadata()),
    ]
    return Save.from_bytes(Archive.of(contents).to_bytes(), name="foreign.vsav")
