"""Draws the hex field of a board: water, land, woods, works, hexsides, grid and numbers."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from vassal_bridge.builder.boardrecipe import BoardRecipe, FeatureStyle, TerrainStyle
from vassal_bridge.builder.gamedata import GameMap
from vassal_bridge.builder.layout import HexLayout, Point
from vassal_bridge.game.hexes import HexId
from vassal_bridge.pictures.canvas import Canvas
from vassal_bridge.pictures.colours import Colour, Palette, darker, lighter, mix
from vassal_bridge.pictures.symbols import Frame, draw_symbol
from vassal_bridge.pictures.texture import scatter, shape_mask, tint, within, without

if TYPE_CHECKING:
    from PIL import Image

NUMBER_SIZE = 9.5
"""Pixels of a hex number."""
_COAST = 9.0
"""Pixels by which the coast is rounded off."""


@dataclass(frozen=True, slots=True)
class Field:
    """What the hex field is drawn from."""

    board: BoardRecipe
    game: GameMap
    layout: HexLayout
    palette: Palette

    def style(self, hex_id: HexId) -> TerrainStyle:
        """Return how the terrain of a hex is drawn."""
        return self.board.terrain[self.game.terrain[hex_id]]

    def hexes(self, wanted: Callable[[TerrainStyle], bool]) -> list[HexId]:
        """Return the hexes whose terrain is drawn in a wanted way."""
        return [hex_id for hex_id in self.game.terrain if wanted(self.style(hex_id))]

    def shapes(self, hexes: list[HexId], grow: float = 0.0) -> list[list[Point]]:
        """Return the outlines of hexes."""
        return [self.layout.corners(hex_id, grow) for hex_id in hexes]


@dataclass(frozen=True, slots=True)
class Spot:
    """A hex to be filled with a pattern; a sample in the key to the map has no number."""

    at: tuple[int, int]
    style: TerrainStyle
    hex_id: HexId | None = None
    group: str = ""

    @property
    def name(self) -> str:
        """What scattered marks are computed from."""
        return self.hex_id or self.style.label


def draw_field(image: Image.Image, field: Field) -> Image.Image:
    """Draw the hex field over a picture of open water; return the new picture."""
    _draw_water(image, field)
    _draw_land(image, field)
    canvas = Canvas.over(image, factor=2)
    _draw_strips(canvas, field)
    _draw_grid(canvas, field)
    for hex_id, terrain in field.game.terrain.items():
        style = field.board.terrain[terrain]
        if style.pattern:
            spot = Spot(field.layout.centre(hex_id), style, hex_id)
            PATTERNS[style.pattern](canvas, field, spot)
    for hex_id, (kind, group) in field.game.printed.items():
        if kind in field.board.printed:
            spot = Spot(field.layout.centre(hex_id), field.style(hex_id), hex_id, group)
            PRINTED_SYMBOLS[field.board.printed[kind].draw](canvas, field, spot)
    _draw_hexsides(canvas, field)
    _draw_numbers(canvas, field)
    _draw_names(canvas, field)
    return canvas.finish()


def _draw_water(image: Image.Image, field: Field) -> None:
    """Tint the sea paler towards the land, in steps, as sea charts do."""
    land = field.shapes(field.hexes(lambda style: style.ground == "land"))
    shoal = field.shapes(field.hexes(lambda style: style.ground != "water")) or land
    for shelf in field.board.shelf:
        shapes = land if shelf.around == "land" else shoal
        mask = shape_mask(image.size, shapes, shelf.width, shelf.level)
        tint(image, field.palette[shelf.colour], mask)


def _draw_land(image: Image.Image, field: Field) -> None:
    land_hexes = field.hexes(lambda style: style.ground == "land")
    land = shape_mask(image.size, field.shapes(land_hexes, 1.0), _COAST, 0.42)
    surf = shape_mask(image.size, field.shapes(land_hexes, 5.0), _COAST, 0.34)
    tint(image, field.palette["surf"], surf, 0.8)
    tint(image, field.palette["shore"], land)
    inner = shape_mask(image.size, field.shapes(land_hexes, -1.0), _COAST, 0.52)
    for name, style in field.board.terrain.items():
        if style.ground != "land":
            continue
        hexes = [hex_id for hex_id in land_hexes if field.game.terrain[hex_id] == name]
        if hexes:
            patch = shape_mask(image.size, field.shapes(hexes, 0.8), 5.0, 0.5)
            tint(image, field.palette[style.fill], within(patch, land))
    rim = without(land, inner)
    tint(image, darker(field.palette["shore"], 0.45), rim, 0.35)


def _draw_strips(canvas: Canvas, field: Field) -> None:
    """Draw runways and taxiways: broad bands between two hexes."""
    for strip in field.board.strips:
        start, end = (field.layout.centre(HexId(name)) for name in (strip.start, strip.end))
        colour = field.palette[strip.colour]
        canvas.line([start, end], darker(colour, 0.22), strip.width + 3)
        canvas.line([start, end], colour, strip.width)
        if strip.width >= 20:
            canvas.dashes(start, end, lighter(colour, 0.55), 1.6, 18, 14)


def _draw_grid(canvas: Canvas, field: Field) -> None:
    water, land = field.palette["grid_water"], field.palette["grid_land"]
    hidden = [track.box for track in field.board.panels]
    drawn: dict[tuple[Point, Point], bool] = {}
    for hex_id in field.layout.sheet.hexes():
        x, y = field.layout.centre(hex_id)
        if hex_id not in field.game.terrain and any(
            left - 46 < x < right + 46 and top - 41 < y < bottom + 41
            for left, top, right, bottom in hidden
        ):
            continue
        corners = field.layout.corners(hex_id)
        on_land = hex_id in field.game.terrain and field.style(hex_id).ground == "land"
        for index, corner in enumerate(corners):
            following = corners[(index + 1) % 6]
            side = (min(corner, following), max(corner, following))
            drawn[side] = drawn.get(side, False) or on_land
    for (start, end), on_land in drawn.items():
        canvas.line([start, end], land if on_land else water, 1.0)


def _draw_palms(canvas: Canvas, field: Field, spot: Spot) -> None:
    leaf = darker(field.palette[spot.style.fill], 0.34)
    x, y = spot.at
    for across, down in scatter(f"palm/{spot.name}", 9):
        dx, dy = across * 27, down * 26
        if abs(dx) * 1.25 + abs(dy) * 0.55 > 36 or (dy < -14 and abs(dx) < 22):
            continue
        _draw_palm(canvas, (x + dx, y + dy), 5.2 + 1.4 * across * down, leaf)


def _draw_palm(canvas: Canvas, at: Point, radius: float, leaf: Colour) -> None:
    x, y = at
    canvas.line([(x + 1.6, y + radius * 1.15), (x, y)], darker(leaf, 0.3), 1.0)
    for turn in range(6):
        angle = math.pi * (turn / 3 + 0.12)
        tip = (x + radius * math.cos(angle), y + radius * 0.72 * math.sin(angle))
        bend = (x + radius * 0.55 * math.cos(angle), y + radius * 0.42 * math.sin(angle) - 1.1)
        canvas.line([(x, y), bend, tip], leaf, 1.3)


def _draw_stipple(canvas: Canvas, field: Field, spot: Spot) -> None:
    grain = darker(field.palette[spot.style.fill], 0.2)
    x, y = spot.at
    for across, down in scatter(f"sand/{spot.name}", 40):
        dx, dy = across * 36, down * 32
        if abs(dx) + abs(dy) * 0.58 < 37 and not (dy < -15 and abs(dx) < 20):
            canvas.disc((x + dx, y + dy), 0.75, grain)


def _draw_planks(canvas: Canvas, field: Field, spot: Spot) -> None:
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
        _draw_deck(canvas, (float(x), float(y)), end, wood)


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


def _draw_deck(canvas: Canvas, start: Point, end: Point, wood: Colour) -> None:
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


def _draw_pads(canvas: Canvas, field: Field, spot: Spot) -> None:
    """Mark bare ground with a few short tufts."""
    ink = darker(field.palette[spot.style.fill], 0.17)
    x, y = spot.at
    for across, down in scatter(f"tuft/{spot.name}", 7):
        px, py = x + across * 24, y + down * 22
        if py < y - 12:
            continue
        canvas.line([(px - 2, py - 2.2), (px, py)], ink, 0.8)
        canvas.line([(px + 2, py - 2.2), (px, py)], ink, 0.8)


def _draw_printed_fort(canvas: Canvas, field: Field, spot: Spot) -> None:
    x, y = spot.at
    ground = field.palette[spot.style.fill]
    if spot.style.ground == "land":
        tinted = mix(ground, field.palette["fort"], 0.16)
        canvas.polygon(field.layout.around(spot.at, -4.5), tinted)
    else:
        ground = mix(field.palette["wood"], (255, 255, 255), 0.45)
        edge = darker(field.palette["wood"], 0.5)
        canvas.rectangle((x - 21, y - 12, x + 21, y + 20), edge, radius=3)
        canvas.rectangle((x - 20, y - 11, x + 20, y + 19), ground, radius=2)
    ink = mix(ground, field.palette["fort"], 0.72)
    draw_symbol(canvas, Frame((x - 17, y - 7, x + 17, y + 15), ink), ("fort",), ground)
    if spot.group:
        canvas.text((x, y + 8.5), spot.group, lighter(ground, 0.6), 11, face="bold")


PATTERNS: Mapping[str, Callable[[Canvas, Field, Spot], None]] = MappingProxyType(
    {
        "palms": _draw_palms,
        "stipple": _draw_stipple,
        "planks": _draw_planks,
        "tufts": _draw_pads,
    }
)
"""What can be drawn into a hex, by the name that a recipe uses."""

PRINTED_SYMBOLS: Mapping[str, Callable[[Canvas, Field, Spot], None]] = MappingProxyType(
    {"fort": _draw_printed_fort}
)
"""What can be printed where units begin, by the name that a recipe uses."""


def _draw_hexsides(canvas: Canvas, field: Field) -> None:
    for feature, style in field.board.features.items():
        if style.draw == "none":
            continue
        for one, other, found in field.game.hexsides:
            if found == feature:
                draw_side(canvas, field.layout.side(one, other), style, field.palette)


def draw_side(
    canvas: Canvas, side: tuple[Point, Point], style: FeatureStyle, palette: Palette
) -> None:
    """Draw what runs along a hexside."""
    start, end = side
    colour = palette[style.colour]
    if style.draw == "wall":
        canvas.line([start, end], darker(colour, 0.35), 6.5)
        canvas.line([start, end], colour, 4.5)
        for share in (0.17, 0.5, 0.83):
            at = (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
            canvas.disc(at, 1.3, darker(colour, 0.5))
    elif style.draw == "ditch":
        canvas.line([start, end], lighter(colour, 0.45), 6)
        length = math.dist(start, end)
        along = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
        for step in range(1, 7):
            at = (start[0] + along[0] * length * step / 7, start[1] + along[1] * length * step / 7)
            tooth = [
                (at[0] - along[0] * 2.4, at[1] - along[1] * 2.4),
                (at[0] + along[0] * 2.4, at[1] + along[1] * 2.4),
                (at[0] + along[1] * 5.2, at[1] - along[0] * 5.2),
            ]
            canvas.polygon(tooth, colour)
    elif style.draw == "dashes":
        canvas.dashes(start, end, colour, 3.2, 7, 5)


def draw_sample(
    canvas: Canvas, field: Field, at: tuple[int, int], style: TerrainStyle, symbol: str = ""
) -> None:
    """Draw one hex of a terrain, with a printed symbol if one is named, for the key to the map."""
    palette = field.palette
    ground = palette[style.fill]
    canvas.polygon(field.layout.around(at), ground)
    spot = Spot(at, style)
    if symbol:
        PRINTED_SYMBOLS[symbol](canvas, field, spot)
    elif style.pattern:
        PATTERNS[style.pattern](canvas, field, spot)
    canvas.polygon(field.layout.around(at), None, palette["grid_land"], 1.0)


def _draw_numbers(canvas: Canvas, field: Field) -> None:
    for hex_id in field.game.terrain:
        x, y = field.layout.centre(hex_id)
        style = field.style(hex_id)
        fill = field.palette[style.fill]
        ink = darker(fill, 0.62 if style.ground == "land" else 0.3)
        aside = 22 if style.pattern == "planks" else 0
        at = (x + aside, y - field.layout.dy / 2 + 8.5)
        canvas.text(at, hex_id, ink, NUMBER_SIZE, face="condensed")


def _draw_names(canvas: Canvas, field: Field) -> None:
    for beach, label in field.board.beaches.items():
        centres = [
            field.layout.centre(hex_id)
            for hex_id, found in field.game.beaches.items()
            if found == beach
        ]
        if centres:
            x = sum(x for x, _ in centres) / len(centres) + label.offset[0]
            y = sum(y for _, y in centres) / len(centres) + label.offset[1]
            canvas.slanted_text(
                (x, y),
                label.text,
                field.palette["beach_name"],
                label.size,
                label.angle,
                face="condensed-bold",
                spacing=2,
            )
    for name in field.board.names:
        colour = field.palette[name.colour]
        canvas.slanted_text(
            name.at, name.text, colour, name.size, name.angle, face=name.face, spacing=name.spacing
        )
