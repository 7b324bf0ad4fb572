"""The coast: beaches and their neighbours, the arrows off them, coastal ways, Manila Bay.

The four areas of the Bicol Peninsula can be invaded as beaches are [MAC-4.8-C]; they are boxes, and
so are the arrows off them.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from modules.macarthur.board import BICOL_CHART, OFF
from vassal_bridge.game.hexes import HexId

if TYPE_CHECKING:
    from modules.macarthur.board import Board

CORREGIDOR = "Corregidor"
BAY_TOWNS = ("Manila", "Cavite")


def beach_names(board: Board) -> tuple[str, ...]:
    """Return the beaches of the map and the areas of Bicol by their names, in order."""
    return tuple(sorted((*(name.title() for name in board.beaches.values()), *areas(board))))


def areas(board: Board) -> tuple[str, ...]:
    """Return the areas of the Bicol Peninsula, boxes that can be invaded [MAC-4.8-C]."""
    return tuple(one.name for one in board.fields.values() if one.chart == BICOL_CHART)


def ashore(board: Board, beach: str) -> str:
    """Return where a landing ends: a beach's hex, or an area of Bicol; raises KeyError."""
    return beach if beach in areas(board) else beach_hex(board, beach)


def beach_hex(board: Board, name: str) -> HexId:
    """Return the hex of a beach; raises KeyError for a name that is none."""
    return {beach.title(): hex_id for hex_id, beach in board.beaches.items()}[name]


def neighbours(board: Board, name: str) -> tuple[str, ...]:
    """Return the nearest beach on either side along the coast [MAC-4.4.5-D]."""
    found = (str(board.tables.lookup("beaches", name, side)) for side in ("before", "after"))
    return tuple(beach for beach in found if beach != "-")


def arrows(board: Board, beach: str) -> tuple[str, ...]:
    """Return the sea hexes beside a beach, whose arrows point to its hex [MAC-4.4.4-A].

    Off an area of Bicol it is a box.
    """
    if beach in areas(board):
        return (f"{OFF}{beach}",)
    near = board.sheet.neighbours(beach_hex(board, beach))
    return tuple(hex_id for hex_id in near if board.terrain.get(hex_id) == "sea")


def beach_off(board: Board, arrow: str) -> str | None:
    """Return the beach that an arrow's hex points to, None for a hex that has no arrow."""
    return next((name for name in beach_names(board) if arrow in arrows(board, name)), None)


def coastal_reach(board: Board, start: HexId, most: int) -> dict[HexId, int]:
    """Return the coastal land hexes within some coastal hexes of a start, with the distance.

    A step goes from one coastal hex to the next, over land or over the sea beside them
    [MAC-4.5.1-A].
    """
    distance = {start: 0}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        if distance[here] == most:
            continue
        for there in board.sheet.neighbours(here):
            if there not in distance and _is_on_the_coast(board, there):
                distance[there] = distance[here] + 1
                queue.append(there)
    return {one: steps for one, steps in distance.items() if steps and board.is_coastal(one)}


def _is_on_the_coast(board: Board, hex_id: HexId) -> bool:
    if board.is_land(hex_id):
        return board.is_coastal(hex_id)
    return any(board.is_land(near) for near in board.sheet.neighbours(hex_id))


def manila_bay(board: Board) -> frozenset[HexId]:
    """Return the land hexes on Manila Bay [MAC-4.5.2-a].

    The water is what can be reached by sea from Manila or Cavite without passing Corregidor or
    the hexes beside it, which are the western limit and belong to the bay themselves.
    """
    gate = {board.places[CORREGIDOR], *board.sheet.neighbours(board.places[CORREGIDOR])}
    water: set[HexId] = set()
    queue = deque(board.places[town] for town in BAY_TOWNS if town in board.places)
    while queue:
        for near in board.sheet.neighbours(queue.popleft()):
            if near not in water | gate and board.terrain.get(near) == "sea":
                water.add(near)
                queue.append(near)
    shore = {near for one in water for near in board.sheet.neighbours(one)}
    return frozenset(one for one in shore | gate if board.is_land(one))
