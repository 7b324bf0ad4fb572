"""[8.1] How far it is by air: over the map, from Formosa and from the Bicol Peninsula."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from modules.macarthur.board import BICOL_CHART, FORMOSA_CHART, OFF, Board
from vassal_bridge.game.hexes import HexId, is_hex

if TYPE_CHECKING:
    from modules.macarthur.units import Unit

UNREACHABLE = 9999
"""The distance to and from a field beyond the reach of any aircraft."""


def distance(board: Board, one: str, other: str) -> int:
    """Return the movement from a hex or a field to another; every hex costs one [MAC-8.1-A].

    From or to Formosa it is the number of the field and the way from an F hex [MAC-8.1-C,
    MAC-8.1-D, MAC-2.2.3-B]; from or to Bicol six an area and the way from a B hex [MAC-8.1-F].
    The sea off an area is as far as the area.
    """
    one, other = one.removeprefix(OFF), other.removeprefix(OFF)
    if one == other:
        return 0
    known = board.ways.get((one, other))
    if known is None:
        known = board.ways[one, other] = _measure(board, one, other)
    return known


def _measure(board: Board, one: str, other: str) -> int:
    beside = _on_the_same_chart(board, one, other)
    if beside is not None:
        return beside
    ways = [
        cost + board.sheet.distance(here, there) + more
        for here, cost in _ways_in(board, one)
        for there, more in _ways_in(board, other)
    ]
    return min(ways, default=UNREACHABLE)


def _ways_in(board: Board, place: str) -> Iterator[tuple[HexId, int]]:
    """Yield the hexes by which a place is reached, with the cost up to there."""
    if is_hex(place):
        yield HexId(place), 0
        return
    field = board.fields[place]
    if field.hex is not None:
        yield field.hex, 0
    elif field.chart == FORMOSA_CHART:
        number = int(board.tables.lookup("airfields", place, "distance"))
        yield from ((entry, number) for entry in board.entries.get("F", ()))
    elif field.chart == BICOL_CHART:
        cost = board.settings.bicol_crossing * field.area
        yield from ((entry, cost) for entry in board.entries.get("B", ()))


def _on_the_same_chart(board: Board, one: str, other: str) -> int | None:
    """Return the way between two fields of one chart off the map; None for other places."""
    if one not in board.fields or other not in board.fields:
        return None
    here, there = board.fields[one], board.fields[other]
    if here.chart != there.chart:
        return None
    if here.chart == BICOL_CHART:
        return board.settings.bicol_crossing * abs(here.area - there.area)
    if here.chart == FORMOSA_CHART:
        numbers = [int(board.tables.lookup("airfields", name, "distance")) for name in (one, other)]
        return abs(numbers[0] - numbers[1])
    return None


def reach(board: Board, unit: Unit) -> int:
    """Return an aircraft's range, one way."""
    return board.factor(unit.model, "range")


def is_within(board: Board, unit: Unit, base: str, place: str, *, part: int = 1) -> bool:
    """Whether a place lies within an aircraft's range, or within half of it where `part` is 2."""
    return part * distance(board, base, place) <= reach(board, unit)
