"""How Movement Trails and Areas of Effect look (VASSAL.counters.Footprint, AreaOfEffect)."""

from __future__ import annotations

import math
from dataclasses import replace

from vassal_bridge.formats.boards.grids import Grid, HexGrid, SquareGrid
from vassal_bridge.formats.boards.zones import ZonedGrid
from vassal_bridge.formats.expressions import NotEvaluated
from vassal_bridge.formats.fields import read_int
from vassal_bridge.formats.traits import Trait
from vassal_bridge.pictures.boards import map_size
from vassal_bridge.pictures.colours import read_ink
from vassal_bridge.pictures.counter import Brush, Counter, Ground, TraitLook
from vassal_bridge.pictures.shapes import (
    Corner,
    Polygon,
    Rect,
    Shape,
    hex_outline,
    shifted,
    stretched,
)
from vassal_bridge.pictures.sheet import Ink


class TrailLook(TraitLook):
    """A Movement Trail: the inner piece, then the way it came, over it."""

    def draw(self, counter: Counter, trait: Trait, brush: Brush, x: int, y: int) -> None:
        """Draw the inner piece and the trail, which ends where its stack stands."""
        super().draw(counter, trait, brush, x, y)
        points = trail_of(counter, trait) if brush.with_trails else []
        if not points:
            return
        if counter.ground is None:
            return
        shown = _shown_part(counter.ground, trait.type.number("display_buffer"), brush.zoom)
        part = brush.sheet.part(shown)
        if part is not None:
            self._draw_trail(trait, replace(brush, sheet=part), points, counter)
            brush.sheet.put_back(part)

    def _draw_trail(
        self, trait: Trait, brush: Brush, points: list[tuple[int, int]], counter: Counter
    ) -> None:
        record, place = trait.type, counter.place
        share = record.number("unselected_transparency") / 100
        line, fill = _ink(record["line"], share), _ink(record["fill"], share)
        radius, zoom = record.number("radius"), brush.zoom
        width = max(1.0, zoom * record.real("line_width"))
        if line is not None:
            for one, other in zip(points, [*points[1:], place], strict=True):
                span = _between(one, other, radius)
                if span is not None:
                    brush.sheet.stroke([[(px * zoom, py * zoom) for px, py in span]], line, width)
        near = _whole(counter.ground, record.number("point_buffer"))
        for px, py in points:
            if (px, py) != place and radius > 0 and near.holds(px, py):
                corner = int((px - radius) * zoom), int((py - radius) * zoom)
                brush.sheet.disc((*corner, int(2 * radius * zoom)), fill, line, width)


def _whole(ground: Ground | None, buffer: int) -> Rect:
    """Return the rectangle of a map, larger on all sides by a buffer."""
    width, height = (0, 0) if ground is None else map_size(ground.found, ground.layout)
    return Rect(-buffer, -buffer, width + 2 * buffer, height + 2 * buffer)


def _shown_part(ground: Ground, buffer: int, zoom: float) -> Rect:
    """Return where trails show: the map without its margins, and so much of those as asked."""
    across, down = ground.found.edge_width, ground.found.edge_height
    width, height = map_size(ground.found, ground.layout)
    left, top = across - min(across, buffer), down - min(down, buffer)
    sides = left * zoom, top * zoom, (width - left) * zoom, (height - top) * zoom
    x, y = math.floor(sides[0]), math.floor(sides[1])
    return Rect(x, y, math.ceil(sides[2]) - x, math.ceil(sides[3]) - y)


def trail_of(counter: Counter, trait: Trait) -> list[tuple[int, int]]:
    """Return the old places of a trail that is seen; none where it is not."""
    state, record, ground = trait.state, trait.type, counter.ground
    flag = state["visible"]
    is_shown = record.flag("initially_visible") if not flag else state.flag("visible")
    if not is_shown or ground is None:
        return []
    known = (ground.found.id, f"Map{ground.found.number}")
    if state["map"].startswith("Map") and state["map"] not in known:
        return []
    points = []
    for text in state.rest:
        x, _, y = text.partition(",")
        points.append((read_int(x), read_int(y)))
    return points


def _between(one: Corner, other: Corner, radius: float) -> tuple[Corner, Corner] | None:
    """Return the line from circle to circle; None where the circles touch."""
    length = math.dist(one, other)
    if length <= 2 * radius:
        return None
    part = radius / length
    dx, dy = (other[0] - one[0]) * part, (other[1] - one[1]) * part
    return (one[0] + dx, one[1] + dy), (other[0] - dx, other[1] - dy)


def _ink(text: str, share: float) -> Ink | None:
    ink = read_ink(text)
    return None if ink is None else (*ink[:3], math.floor(255 * share + 0.5))


class AreaLook(TraitLook):
    """An Area of Effect: the cells or the circle around the piece, then the piece."""

    def draw(self, counter: Counter, trait: Trait, brush: Brush, x: int, y: int) -> None:
        """Draw the area around the piece's place, and the inner piece over it."""
        if brush.with_trails and counter.ground is not None and is_active(trait):
            record = trait.type
            ink = _ink(record["colour"], record.number("opacity") / 100)
            if ink is not None and not record["shader"]:
                shape = area_of(counter.ground, counter.place, self.radius(counter, trait))
                brush.sheet.fill(stretched(shape, brush.zoom, brush.zoom), ink)
        super().draw(counter, trait, brush, x, y)

    def radius(self, counter: Counter, trait: Trait) -> int:
        """Return how far the area reaches, in cells or pixels."""
        record = trait.type
        if record.flag("fixed_radius"):
            return record.number("radius")
        try:
            value = counter.look.get(record["radius_property"])
        except NotEvaluated as error:
            counter.art.doubt(f"{counter.look.piece.id}: a radius is not evaluated: {error}")
            return 0
        return read_int(str(value if value is not None else ""))


def is_active(trait: Trait) -> bool:
    """Tell whether an Area of Effect is shown."""
    return trait.type.flag("always_active") or trait.state.flag("active")


def area_of(ground: Ground, place: tuple[int, int], radius: int) -> Shape:
    """Return the area around a place of a map: cells of its grid, or a circle of pixels."""
    if radius <= 0:
        return ()
    grid = _grid_at(ground, place)
    if isinstance(grid, HexGrid):
        return shifted(_hexes(grid, radius), *place)
    if isinstance(grid, SquareGrid):
        across, down = grid.dx * (2 * radius + 1), grid.dy * (2 * radius + 1)
        left, top = math.floor(-across / 2 + 0.5), math.floor(-down / 2 + 0.5)
        return shifted(Rect(left, top, int(across), int(down)).shape, *place)
    sides = max(60, 4 * radius)
    circle: Polygon = tuple(
        (
            place[0] + radius * math.cos(2 * math.pi * step / sides),
            place[1] + radius * math.sin(2 * math.pi * step / sides),
        )
        for step in range(sides)
    )
    return (circle,)


def _grid_at(ground: Ground, place: tuple[int, int]) -> Grid | None:
    board = ground.layout.board_at(*place)
    if board is None:
        return None
    grid = board.grid
    if isinstance(grid, ZonedGrid):
        zone = grid.zone_at(*board.local(*place))
        own = None if zone is None else grid.background if zone.uses_parent else zone.grid
        return own if isinstance(own, (HexGrid, SquareGrid)) else grid.background
    return grid


def _hexes(grid: HexGrid, radius: int) -> Shape:
    """Return the hexes around one whose centre is the point, each a pixel wider and deeper."""
    dx, dy = grid.dx, grid.dy
    found: list[Polygon] = []
    for column in range(-radius, radius + 1):
        rows = 2 * radius + 1 - abs(column)
        for row in range(rows):
            x, y = column * dx, (row - (rows - 1) / 2) * dy
            found.append(hex_outline(x, y, dx, dy, sideways=grid.sideways, more=1))
    return tuple(found)
