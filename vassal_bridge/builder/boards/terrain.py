"""Draws the hex field of a board over its ground: strips, grid, patterns, hexsides, names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from vassal_bridge.builder.boards.hexfield import Field, Spot
from vassal_bridge.builder.boards.hexpatterns import PATTERNS
from vassal_bridge.builder.boards.hexsides import CROSSING, draw_feature, draw_hexsides
from vassal_bridge.builder.layout import Point
from vassal_bridge.builder.reading.boardrecipe import FeatureStyle, TerrainStyle
from vassal_bridge.game.hexes import HexId
from vassal_bridge.pictures.canvas import Canvas
from vassal_bridge.pictures.colours import darker, lighter, mix
from vassal_bridge.pictures.symbols import Frame, draw_symbol


def draw_field(canvas: Canvas, field: Field) -> None:
    """Draw the hex field over its ground."""
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
    draw_hexsides(canvas, field)
    _draw_numbers(canvas, field)
    _draw_names(canvas, field)


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
    hidden = [panel.box for panel in field.board.panels]
    layout = field.layout
    xs, ys = zip(*layout.around((0, 0), 6.0), strict=True)
    far, high = max(xs), max(ys)
    drawn: dict[tuple[Point, Point], bool] = {}
    for hex_id in layout.sheet.hexes():
        x, y = layout.centre(hex_id)
        if hex_id not in field.game.terrain and any(
            left - far < x < right + far and top - high < y < bottom + high
            for left, top, right, bottom in hidden
        ):
            continue
        corners = layout.corners(hex_id)
        on_land = hex_id in field.game.terrain and field.style(hex_id).ground == "land"
        for index, corner in enumerate(corners):
            following = corners[(index + 1) % 6]
            side = (min(corner, following), max(corner, following))
            drawn[side] = drawn.get(side, False) or on_land
    for (start, end), on_land in drawn.items():
        canvas.line([start, end], land if on_land else water, 1.0)


def _printed_fort(canvas: Canvas, field: Field, spot: Spot) -> None:
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


PRINTED_SYMBOLS: Mapping[str, Callable[[Canvas, Field, Spot], None]] = MappingProxyType(
    {"fort": _printed_fort}
)
"""What can be printed where units begin, by the name that a recipe uses."""


def draw_sample(
    canvas: Canvas, field: Field, at: tuple[int, int], style: TerrainStyle, symbol: str = ""
) -> None:
    """Draw one hex of a terrain, with a printed symbol if one is named, for the key to the map."""
    palette = field.palette
    canvas.polygon(field.layout.around(at), palette[style.fill])
    spot = Spot(at, style)
    if symbol:
        PRINTED_SYMBOLS[symbol](canvas, field, spot)
    elif style.pattern:
        PATTERNS[style.pattern](canvas, field, spot)
    canvas.polygon(field.layout.around(at), None, palette["grid_land"], 1.0)


def draw_side_sample(
    canvas: Canvas, field: Field, side: tuple[Point, Point], style: FeatureStyle
) -> None:
    """Draw a feature of hexsides between two points, for the key to the map."""
    if style.draw in CROSSING and style.draw != "bridge":
        (ax, ay), (bx, by) = side
        side = (ax, ay + 4), (bx, by - 4)
    draw_feature(canvas, style, [side], field)


def _draw_numbers(canvas: Canvas, field: Field) -> None:
    grid = field.board.grid
    if grid.numbers == "none":
        return
    scale, rise = field.scale, field.layout.rise - 8.5 * field.scale
    for hex_id in field.game.terrain:
        x, y = field.layout.centre(hex_id)
        style = field.style(hex_id)
        fill = field.palette[style.fill]
        ink = darker(fill, 0.62 if style.ground == "land" else 0.3)
        aside = 22 * scale if style.pattern == "planks" else 0
        at = (x + aside, y - rise if grid.numbers == "top" else y + rise)
        canvas.text(at, hex_id, ink, grid.number_size, face="condensed")


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
    _draw_hex_names(canvas, field)
    for name in field.board.names:
        colour = field.palette[name.colour]
        canvas.slanted_text(
            name.at, name.text, colour, name.size, name.angle, face=name.face, spacing=name.spacing
        )


def _draw_hex_names(canvas: Canvas, field: Field) -> None:
    """Write the names of single hexes, such as towns, that hexes.csv gives."""
    style = field.board.hex_names
    if style is None:
        return
    for hex_id, name in field.game.names.items():
        x, y = field.layout.centre(hex_id)
        at = (x + style.offset[0], y + style.offset[1])
        halo = lighter(field.palette[field.style(hex_id).fill], 0.4)
        canvas.text(
            at,
            name,
            field.palette[style.colour],
            style.size,
            face=style.face,
            halo=halo,
            halo_width=1.5,
        )
