"""What can be drawn into a hex to show its terrain: palms, jungle, hills, houses and the like.

Marks are measured for hexes that lie 70 pixels apart and scaled to those of the board.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from vassal_bridge.builder.boards.hexfield import Field, Spot
from vassal_bridge.builder.layout import Point
from vassal_bridge.game.hexes import HexId
from vassal_bridge.pictures.canvas import Canvas
from vassal_bridge.pictures.colours import Colour, darker, lighter, mix


def _palms(canvas: Canvas, field: Field, spot: Spot) -> None:
    leaf = darker(field.palette[spot.style.fill], 0.34)
    for number, at in enumerate(spot.marks("palm", 9, field.scale)):
        _palm(canvas, at, (4.6 + 0.5 * (number % 4)) * field.scale, leaf)


def _palm(canvas: Canvas, at: Point, radius: float, leaf: Colour) -> None:
    x, y = at
    canvas.line([(x + 1.6, y + radius * 1.15), (x, y)], darker(leaf, 0.3), 1.0)
    for turn in range(6):
        angle = math.pi * (turn / 3 + 0.12)
        tip = (x + radius * math.cos(angle), y + radius * 0.72 * math.sin(angle))
        bend = (x + radius * 0.55 * math.cos(angle), y + radius * 0.42 * math.sin(angle) - 1.1)
        canvas.line([(x, y), bend, tip], leaf, 1.3)


def _stipple(canvas: Canvas, field: Field, spot: Spot) -> None:
    grain = darker(field.palette[spot.style.fill], 0.2)
    for at in spot.marks("sand", 44, field.scale):
        canvas.disc(at, 0.75 * field.scale, grain)


def _planks(canvas: Canvas, field: Field, spot: Spot) -> None:
    """Draw a pier towards each neighbour that has the same terrain or is land."""
    wood = field.palette["wood"]
    x, y = spot.at
    ends: list[Point] = []
    if spot.hex_id is not None:
        for there in field.layout.sheet.neighbours(spot.hex_id):
            if field.game.terrain.get(there) == field.game.terrain[spot.hex_id]:
                ax, ay = field.layout.centre(there)
                ends.append(((x + ax) / 2, (y + ay) / 2))
        if len(ends) < 2:
            ends.extend(_landward(field, spot.hex_id, ends))
    for end in ends or [(x - 20, y), (x + 20, y)]:
        _deck(canvas, (float(x), float(y)), end, wood)


def _landward(field: Field, hex_id: HexId, ends: list[Point]) -> list[Point]:
    """Return the shore end of a pier's hex: the land nearest to going straight on."""
    x, y = field.layout.centre(hex_id)
    found: list[tuple[float, Point]] = []
    for there in field.layout.sheet.neighbours(hex_id):
        terrain = field.game.terrain.get(there)
        if terrain is not None and field.board.terrain[terrain].ground == "land":
            ax, ay = field.layout.centre(there)
            end = ((x + ax) / 2, (y + ay) / 2)
            bend = sum(math.dist(end, other) for other in ends)
            found.append((-bend, end))
    return [end for _, end in sorted(found)[:1]]


def _deck(canvas: Canvas, start: Point, end: Point, wood: Colour) -> None:
    length = math.dist(start, end) or 1.0
    along = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)

    def at(forward: float, aside: float) -> Point:
        return (
            start[0] + along[0] * forward - along[1] * aside,
            start[1] + along[1] * forward + along[0] * aside,
        )

    for wide, colour in ((9.5, darker(wood, 0.5)), (8.0, wood)):
        deck = [at(0, -wide), at(length, -wide), at(length, wide), at(0, wide)]
        canvas.polygon(deck, colour)
    for step in range(1, int(length), 4):
        canvas.line([at(step, -8), at(step, 8)], darker(wood, 0.22), 0.8)


def _tufts(canvas: Canvas, field: Field, spot: Spot) -> None:
    """Mark bare ground with a few short tufts."""
    ink = darker(field.palette[spot.style.fill], 0.17)
    lean, high, wide = 2 * field.scale, 2.2 * field.scale, 0.8 * field.scale
    for x, y in spot.marks("tuft", 7, field.scale):
        canvas.line([(x - lean, y - high), (x, y)], ink, wide)
        canvas.line([(x + lean, y - high), (x, y)], ink, wide)


def _jungle(canvas: Canvas, field: Field, spot: Spot) -> None:
    """Draw crowns of trees that hide the ground."""
    leaf = darker(field.palette[spot.style.fill], 0.22)
    for number, (x, y) in enumerate(spot.marks("jungle", 26, field.scale)):
        radius = (3.6 + number % 3) * field.scale
        canvas.disc((x + 0.8, y + 1.0), radius, darker(leaf, 0.3))
        canvas.disc((x, y), radius, leaf if number % 2 else lighter(leaf, 0.12))


def _trees(canvas: Canvas, field: Field, spot: Spot) -> None:
    """Draw single round trees with their trunks."""
    leaf = darker(field.palette[spot.style.fill], 0.34)
    for x, y in spot.marks("trees", 12, field.scale):
        foot = y + 6.5 * field.scale
        canvas.line([(x, y), (x, foot)], darker(leaf, 0.4), 1.2 * field.scale)
        canvas.disc((x, y), 3.8 * field.scale, leaf)


def _hills(canvas: Canvas, field: Field, spot: Spot) -> None:
    """Draw hachures around a rounded top."""
    ink = darker(field.palette[spot.style.fill], 0.3)
    x, y = spot.at[0], spot.at[1] + 3 * field.scale
    for turn in range(26):
        angle = math.tau * turn / 26
        across, down = math.cos(angle), math.sin(angle) * 0.8
        far = (15 + 4 * (turn % 2)) * field.scale
        near = 9 * field.scale
        line = [(x + across * near, y + down * near), (x + across * far, y + down * far)]
        canvas.line(line, ink, 1.1 * field.scale)


def _mountains(canvas: Canvas, field: Field, spot: Spot) -> None:
    """Draw peaks, dark on the side away from the light."""
    fill = field.palette[spot.style.fill]
    scale = field.scale
    for dx, dy, size in ((-11, 2, 15), (13, 4, 13), (1, 12, 18)):
        x, y = spot.at[0] + dx * scale, spot.at[1] + dy * scale
        half, high = size * scale * 0.8, size * scale
        top, left, right = (x, y - high), (x - half, y + high * 0.35), (x + half, y + high * 0.35)
        middle = (x + half * 0.15, y + high * 0.35)
        canvas.polygon([top, left, middle], lighter(fill, 0.28))
        canvas.polygon([top, middle, right], darker(fill, 0.32))
        canvas.line([left, top, right], darker(fill, 0.5), 1.1 * scale)


def _swamp(canvas: Canvas, field: Field, spot: Spot) -> None:
    """Draw level water with reeds."""
    ink = darker(field.palette[spot.style.fill], 0.42)
    scale = field.scale
    for x, y in spot.marks("swamp", 10, scale):
        canvas.line([(x - 6 * scale, y), (x + 6 * scale, y)], ink, 1.1 * scale)
        for lean in (-2.4, 0.0, 2.4):
            tip = (x + 1.5 * lean * scale, y - (6 - abs(lean) * 0.6) * scale)
            canvas.line([(x + lean * 0.5 * scale, y), tip], ink, 0.9 * scale)


def _fields(canvas: Canvas, field: Field, spot: Spot) -> None:
    """Draw dikes between paddies."""
    ink = darker(field.palette[spot.style.fill], 0.2)
    scale = field.scale
    x, y = spot.at
    for down in (-8, 4, 16):
        wide = (27 - abs(down) * 0.5) * scale
        canvas.line([(x - wide, y + down * scale), (x + wide, y + down * scale)], ink, scale)
    for across, top in ((-16, -8), (2, -8), (18, -8), (-8, 4), (11, 4)):
        at = x + across * scale
        canvas.line([(at, y + top * scale), (at, y + (top + 12) * scale)], ink, scale)


def _rough(canvas: Canvas, field: Field, spot: Spot) -> None:
    """Draw broken ground: small angular strokes."""
    ink = darker(field.palette[spot.style.fill], 0.34)
    scale = field.scale
    for number, (x, y) in enumerate(spot.marks("rough", 13, scale)):
        lean = 2.6 if number % 2 else -2.6
        points = [(x - 4, y + 2), (x + lean * 0.4, y - 3), (x + 4, y + 2)]
        scaled = [(x + (px - x) * scale, y + (py - y) * scale) for px, py in points]
        canvas.line(scaled, ink, 1.2 * scale)


def _town(canvas: Canvas, field: Field, spot: Spot) -> None:
    """Draw a cluster of houses."""
    _houses(canvas, field, spot, ((-9, -3), (4, -6), (-2, 6), (11, 4), (-14, 9)))


def _city(canvas: Canvas, field: Field, spot: Spot) -> None:
    """Draw streets between blocks of houses."""
    blocks = [(dx, dy) for dy in (-10, 2, 14) for dx in (-20, -7, 6, 19)]
    inside = [(dx, dy) for dx, dy in blocks if abs(dx) + abs(dy) * 0.58 < 30]
    _houses(canvas, field, spot, inside)


def _houses(canvas: Canvas, field: Field, spot: Spot, places: Iterable[Point]) -> None:
    scale = field.scale
    roof = mix(darker(field.palette[spot.style.fill], 0.55), field.palette["fort"], 0.3)
    for number, (dx, dy) in enumerate(places):
        x, y = spot.at[0] + dx * scale, spot.at[1] + dy * scale
        wide, high = (4.6, 3.6) if number % 2 else (3.8, 4.4)
        box = (x - wide * scale, y - high * scale, x + wide * scale, y + high * scale)
        canvas.rectangle(box, roof)
        ridge = [(box[0] + scale, y), (box[2] - scale, y)]
        canvas.line(ridge, lighter(roof, 0.3), 0.8 * scale)


def _airfield(canvas: Canvas, field: Field, spot: Spot) -> None:
    """Draw two crossing runways."""
    scale = field.scale
    x, y = spot.at[0], spot.at[1] + 4 * scale
    ink = darker(field.palette[spot.style.fill], 0.5)
    for dx, dy in ((22, -6), (9, 15)):
        line = [(x - dx * scale, y - dy * scale), (x + dx * scale, y + dy * scale)]
        canvas.line(line, ink, 7.5 * scale)
    for dx, dy in ((22, -6), (9, 15)):
        line = [(x - dx * scale, y - dy * scale), (x + dx * scale, y + dy * scale)]
        canvas.line(line, lighter(ink, 0.55), 5.5 * scale)


PATTERNS: Mapping[str, Callable[[Canvas, Field, Spot], None]] = MappingProxyType(
    {
        "palms": _palms,
        "stipple": _stipple,
        "planks": _planks,
        "tufts": _tufts,
        "jungle": _jungle,
        "trees": _trees,
        "hills": _hills,
        "mountains": _mountains,
        "swamp": _swamp,
        "fields": _fields,
        "rough": _rough,
        "town": _town,
        "city": _city,
        "airfield": _airfield,
    }
)
"""What can be drawn into a hex, by the name that a recipe uses."""
