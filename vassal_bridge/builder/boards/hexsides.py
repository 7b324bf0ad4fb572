"""What runs along hexsides and across them: walls, rivers and cliffs; roads, railways, bridges.

A feature along a side is drawn from corner to corner. One that crosses it goes from the middle of
one hex to the middle of the other; where a hex is crossed from one side to another it bends.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import TypeAlias

from vassal_bridge.builder.boards.hexfield import Field
from vassal_bridge.builder.layout import Point
from vassal_bridge.builder.reading.boardrecipe import FeatureStyle
from vassal_bridge.game.hexes import HexId
from vassal_bridge.pictures.canvas import Canvas
from vassal_bridge.pictures.colours import Colour, darker, lighter

Way: TypeAlias = Sequence[Point]
"""The points that a feature runs through."""
_BENDS = 8

CROSSING = frozenset({"road", "trail", "railway", "bridge"})
"""Features that cross their hexside; the others run along it."""


def draw_hexsides(canvas: Canvas, field: Field) -> None:
    """Draw the features of all hexsides, in the order in which the recipe names them."""
    for feature, style in field.board.features.items():
        sides = [(one, other) for one, other, found in field.game.hexsides if found == feature]
        draw_feature(canvas, style, list(_ways(field, style, sides)), field)


def draw_feature(canvas: Canvas, style: FeatureStyle, ways: Sequence[Way], field: Field) -> None:
    """Draw a feature along its ways."""
    if style.draw in FEATURES:
        FEATURES[style.draw](canvas, ways, field.palette[style.colour], field.scale)


def _ways(field: Field, style: FeatureStyle, sides: Sequence[tuple[HexId, HexId]]) -> Iterator[Way]:
    if style.draw == "bridge":
        for one, other in sides:
            start, end = field.layout.centre(one), field.layout.centre(other)
            yield _part(start, end, 0.36), _part(start, end, 0.64)
    elif style.draw in CROSSING:
        yield from _roads(field, sides)
    else:
        for one, other in sides:
            yield field.layout.side(one, other)


def _part(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _roads(field: Field, sides: Iterable[tuple[HexId, HexId]]) -> Iterator[Way]:
    """Yield a road's part in each hex: a bend where two sides are crossed, else a star."""
    crossed: dict[HexId, list[Point]] = {}
    for one, other in sides:
        middle = _part(field.layout.centre(one), field.layout.centre(other), 0.5)
        for hex_id in (one, other):
            crossed.setdefault(hex_id, []).append(middle)
    for hex_id, ends in crossed.items():
        centre = field.layout.centre(hex_id)
        if len(ends) == 2:
            yield _bend(ends[0], centre, ends[1])
        else:
            yield from ((end, centre) for end in ends)


def _bend(start: Point, towards: Point, end: Point) -> list[Point]:
    """Return points of the curve that leaves and arrives as if by way of a point."""
    shares = [step / _BENDS for step in range(_BENDS + 1)]
    return [
        _part(_part(start, towards, share), _part(towards, end, share), share) for share in shares
    ]


def _along(way: Way, every: float, first: float = 0.0) -> Iterator[tuple[Point, Point]]:
    """Yield points at equal distances along a way, each with the direction there."""
    wanted, done = first, 0.0
    for start, end in pairwise(way):
        length = math.dist(start, end)
        while length and wanted <= done + length:
            share = (wanted - done) / length
            yield (
                _part(start, end, share),
                ((end[0] - start[0]) / length, (end[1] - start[1]) / length),
            )
            wanted += every
        done += length


def _wall(canvas: Canvas, ways: Sequence[Way], colour: Colour, scale: float) -> None:
    for way in ways:
        canvas.line(way, darker(colour, 0.35), 6.5 * scale)
        canvas.line(way, colour, 4.5 * scale)
        for share in (0.17, 0.5, 0.83):
            canvas.disc(_part(way[0], way[-1], share), 1.3 * scale, darker(colour, 0.5))


def _ditch(canvas: Canvas, ways: Sequence[Way], colour: Colour, scale: float) -> None:
    for way in ways:
        canvas.line(way, lighter(colour, 0.45), 6 * scale)
        _teeth(canvas, way, colour, (5.2 * scale, math.dist(way[0], way[-1]) / 7, 2.4 * scale))


def _teeth(canvas: Canvas, way: Way, colour: Colour, measures: tuple[float, float, float]) -> None:
    """Draw teeth on one side of a way: how long, how far apart and half how wide they are."""
    long, every, half = measures
    for (x, y), (dx, dy) in _along(way, every, every):
        tooth = [
            (x - dx * half, y - dy * half),
            (x + dx * half, y + dy * half),
            (x + dy * long, y - dx * long),
        ]
        canvas.polygon(tooth, colour)


def _cliff(canvas: Canvas, ways: Sequence[Way], colour: Colour, scale: float) -> None:
    """Draw an edge with teeth, as steep ground is drawn."""
    for way in ways:
        canvas.line(way, colour, 2.6 * scale)
        _teeth(canvas, way, colour, (6.0 * scale, 5.4 * scale, 2.2 * scale))


def _dashes(canvas: Canvas, ways: Sequence[Way], colour: Colour, scale: float) -> None:
    for way in ways:
        for start, end in pairwise(way):
            canvas.dashes(start, end, colour, 3.2 * scale, 7 * scale, 5 * scale)


def _line(canvas: Canvas, ways: Sequence[Way], colour: Colour, scale: float) -> None:
    for way in ways:
        canvas.line(way, colour, 3.6 * scale)


def _river(canvas: Canvas, ways: Sequence[Way], colour: Colour, scale: float) -> None:
    winding = [_winding(way, 2.6 * scale) for way in ways]
    for way in winding:
        canvas.line(way, darker(colour, 0.25), 8.5 * scale)
    for way in winding:
        canvas.line(way, colour, 6.5 * scale)


def _stream(canvas: Canvas, ways: Sequence[Way], colour: Colour, scale: float) -> None:
    for way in ways:
        canvas.line(_winding(way, 2.2 * scale), colour, 3.0 * scale)


def _winding(way: Way, far: float) -> list[Point]:
    """Return a way that winds a little to either side, with its ends where they are."""
    (ax, ay), (bx, by) = sorted((way[0], way[-1]))
    length = math.dist((ax, ay), (bx, by)) or 1.0
    aside = (by - ay) / length, (ax - bx) / length
    found: list[Point] = []
    for step in range(2 * _BENDS + 1):
        share = step / (2 * _BENDS)
        off = far * math.sin(math.tau * share)
        x, y = _part((ax, ay), (bx, by), share)
        found.append((x + aside[0] * off, y + aside[1] * off))
    return found


def _road(canvas: Canvas, ways: Sequence[Way], colour: Colour, scale: float) -> None:
    for way in ways:
        canvas.line(way, darker(colour, 0.45), 4.8 * scale)
    for way in ways:
        canvas.line(way, colour, 3.2 * scale)


def _trail(canvas: Canvas, ways: Sequence[Way], colour: Colour, scale: float) -> None:
    for way in ways:
        for (x, y), (dx, dy) in _along(way, 8.5 * scale, 2 * scale):
            end = (x + dx * 3.6 * scale, y + dy * 3.6 * scale)
            canvas.line([(x, y), end], colour, 2.2 * scale)


def _railway(canvas: Canvas, ways: Sequence[Way], colour: Colour, scale: float) -> None:
    for way in ways:
        canvas.line(way, colour, 2.0 * scale)
        for (x, y), (dx, dy) in _along(way, 5.5 * scale, 2.7 * scale):
            aside = (dy * 3.2 * scale, -dx * 3.2 * scale)
            tie = [(x - aside[0], y - aside[1]), (x + aside[0], y + aside[1])]
            canvas.line(tie, colour, 1.3 * scale)


def _bridge(canvas: Canvas, ways: Sequence[Way], colour: Colour, scale: float) -> None:
    """Draw two rails with wings at their ends."""
    for start, end in ways:
        length = math.dist(start, end) or 1.0
        dx, dy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
        for hand in (-1, 1):
            ax, ay = (dy * 4.2 * scale * hand, -dx * 4.2 * scale * hand)
            wing = 3.0 * scale
            rail = [
                (start[0] + 1.8 * ax - dx * wing, start[1] + 1.8 * ay - dy * wing),
                (start[0] + ax, start[1] + ay),
                (end[0] + ax, end[1] + ay),
                (end[0] + 1.8 * ax + dx * wing, end[1] + 1.8 * ay + dy * wing),
            ]
            canvas.line(rail, colour, 2.0 * scale)


FEATURES: Mapping[str, Callable[[Canvas, Sequence[Way], Colour, float], None]] = MappingProxyType(
    {
        "wall": _wall,
        "ditch": _ditch,
        "dashes": _dashes,
        "line": _line,
        "cliff": _cliff,
        "river": _river,
        "stream": _stream,
        "road": _road,
        "trail": _trail,
        "railway": _railway,
        "bridge": _bridge,
    }
)
"""How features of hexsides are drawn, by the name that a recipe uses; `none` is not drawn."""
