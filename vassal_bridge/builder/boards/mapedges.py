"""Edges of a board over which the land runs on: what lies there is no coast.

Land at such an edge is painted a hex further than the sheet goes, and cut off at the sheet.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from vassal_bridge.builder.boards.hexfield import Field
from vassal_bridge.builder.layout import HexLayout, Point
from vassal_bridge.game.hexes import HexId

LEFT, RIGHT, TOP, BOTTOM = "left", "right", "top", "bottom"


@dataclass(frozen=True, slots=True)
class Beyond:
    """A hex that the sheet no longer has: its middle, and the land of the sheet that goes on."""

    at: tuple[int, int]
    land: HexId


def land_beyond(field: Field) -> Iterator[Beyond]:
    """Yield the hexes beyond the open edges that lie next to land, each once."""
    layout, edges = field.layout, field.board.grid.open_edges
    if not edges:
        return
    centres = {layout.centre(hex_id) for hex_id in layout.sheet.hexes()}
    frame = _frame(centres)
    found: set[tuple[int, int]] = set()
    for hex_id in field.hexes(lambda style: style.ground == "land"):
        for point in _around(layout, layout.centre(hex_id)):
            if _is_among(point, centres) or _is_among(point, found):
                continue
            if _edge(point, frame, sideways=layout.sheet.sideways) in edges:
                found.add(point)
                yield Beyond(point, hex_id)


def _around(layout: HexLayout, centre: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Yield the middles of the six hexes around one, on the sheet or not."""
    x, y = layout.turned(*centre)
    half = layout.along / 2
    for dx, dy in ((0.0, -2 * half), (0.0, 2 * half), *_sides(layout.across, half)):
        across, down = layout.turned(x + dx, y + dy)
        yield round(across), round(down)


def _sides(across: float, half: float) -> tuple[Point, ...]:
    return (-across, -half), (-across, half), (across, -half), (across, half)


def _is_among(point: tuple[int, int], points: set[tuple[int, int]]) -> bool:
    """Tell whether a point is one of some middles of hexes, but for rounding."""
    x, y = point
    return any((x + dx, y + dy) in points for dx in range(-2, 3) for dy in range(-2, 3))


def _frame(centres: set[tuple[int, int]]) -> tuple[int, int, int, int]:
    """Return the left, top, right and bottom of the middles of all hexes."""
    xs, ys = [x for x, _ in centres], [y for _, y in centres]
    return min(xs), min(ys), max(xs), max(ys)


def _edge(point: tuple[int, int], frame: tuple[int, int, int, int], *, sideways: bool) -> str:
    """Return the edge beyond which a point lies; at a corner that of the outer line of hexes."""
    (x, y), (left, top, right, bottom) = point, frame
    level = LEFT if x < (left + right) / 2 else RIGHT
    upright = TOP if y < (top + bottom) / 2 else BOTTOM
    if sideways:
        return level if top - 2 <= y <= bottom + 2 else upright
    return upright if left - 2 <= x <= right + 2 else level
