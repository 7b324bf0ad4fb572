"""Draws a board: the sea, the hex field, the tracks, the key to the map and the title."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from vassal_bridge.builder.boards.boardcharts import draw_chart
from vassal_bridge.builder.boards.groundwork import ground
from vassal_bridge.builder.boards.hexfield import Field
from vassal_bridge.builder.boards.terrain import draw_field, draw_sample, draw_side_sample
from vassal_bridge.builder.boards.tracks import PlacedTrack, draw_panel, draw_track, place_tracks
from vassal_bridge.builder.layout import HexLayout
from vassal_bridge.builder.reading.boardrecipe import Legend
from vassal_bridge.builder.recipe import Recipe
from vassal_bridge.errors import RuleError
from vassal_bridge.pictures.canvas import Canvas
from vassal_bridge.pictures.colours import Colour, Palette, darker
from vassal_bridge.pictures.fonts import fit_size
from vassal_bridge.pictures.vector import SvgCanvas
from vassal_bridge.pictures.washes import paint

REMARK: Colour = (122, 58, 44)
"""The colour of the line below the title, dark enough for sea and land."""


@dataclass(frozen=True, slots=True)
class Board:
    """A drawn board and where everything on it is."""

    image: Image.Image
    layout: HexLayout
    tracks: tuple[PlacedTrack, ...]


def make_board(recipe: Recipe) -> Board:
    """Draw a recipe's board. Raises RuleError where it has none of hexes."""
    board, field = recipe.board, field_of(recipe)
    image = Image.new("RGB", board.sheet.size, board.palette["sea"])
    paint(image, ground(field))
    canvas = Canvas.over(image, factor=2)
    tracks = _draw(canvas, recipe, field)
    return Board(canvas.finish(), recipe.layout, tracks)


def bare_board(recipe: Recipe) -> Board:
    """Return the board of a recipe that has none of hexes: a single clear pixel."""
    return Board(Image.new("RGBA", (1, 1)), recipe.layout, ())


def board_drawing(recipe: Recipe) -> str:
    """Return a recipe's board as a drawing (SVG), everything in the same place.

    Raises RuleError where it has none of hexes.
    """
    field = field_of(recipe)
    canvas = SvgCanvas(*recipe.board.sheet.size, recipe.board.palette["sea"])
    canvas.washes(ground(field))
    _draw(canvas, recipe, field)
    return canvas.svg()


def field_of(recipe: Recipe) -> Field:
    """Return the hex field of a recipe. Raises RuleError where it has none."""
    if not recipe.has_board:
        raise RuleError(
            f"the recipe {recipe.name} has no board.toml: its boards are pictures already"
        )
    return Field(recipe.board, recipe.data.map, recipe.layout, recipe.board.palette)


def _draw(canvas: Canvas, recipe: Recipe, field: Field) -> tuple[PlacedTrack, ...]:
    """Draw all that lies over the ground; return the tracks."""
    board = recipe.board
    draw_field(canvas, field)
    for panel in board.panels:
        draw_panel(canvas, panel, board.palette)
        for chart in recipe.charts:
            if chart.style.name == panel.chart:
                draw_chart(canvas, panel, chart, board.palette)
    tracks = place_tracks(board, recipe.data)
    for track in tracks:
        draw_track(canvas, track, board.palette)
    if board.legend is not None:
        _draw_legend(canvas, board.legend, field)
    _draw_title(canvas, recipe)
    _draw_border(canvas, board.palette)
    return tracks


def _draw_title(canvas: Canvas, recipe: Recipe) -> None:
    board, sheet = recipe.board, recipe.board.sheet
    x, y = sheet.title_at
    ink = board.palette["ink"]
    canvas.text((x, y), sheet.title.upper(), ink, 50, face="condensed-bold", anchor="ls")
    canvas.text((x + 2, y + 30), sheet.subtitle, ink, 21, anchor="ls")
    canvas.text((x + 2, y + 57), sheet.remark, REMARK, 16, face="bold", anchor="ls")


def _draw_border(canvas: Canvas, palette: Palette) -> None:
    ink = darker(palette["sea"], 0.6)
    width, height = canvas.width, canvas.height
    canvas.rectangle((0, 0, width, height), None, ink, 5)
    canvas.rectangle((9, 9, width - 9, height - 9), None, ink, 1.2)


def _draw_legend(canvas: Canvas, legend: Legend, field: Field) -> None:
    """Draw the key: a sample of each terrain and hexside of the map, and the scale."""
    left, top, right, bottom = legend.box
    palette = field.palette
    per_row = 2
    down = round(max(y for _, y in field.layout.around((0, 0)))) * 2 + 6
    width = (right - left - 24) / per_row
    there = set(field.game.terrain.values())
    samples = [
        (style.label, style, "")
        for name, style in field.board.terrain.items()
        if style.label and name in there
    ]
    samples += [
        (printed.label, next(iter(field.board.terrain.values())), printed.draw)
        for printed in field.board.printed.values()
        if printed.label
    ]
    for number, (label, style, symbol) in enumerate(samples):
        x = round(left + 60 + width * (number % per_row))
        y = round(top + 80 + down * (number // per_row))
        draw_sample(canvas, field, (x, y), style, symbol)
        _draw_label(canvas, (x + 50, y), label, width - 112, palette)
    base = top + 66 + down * (-(-len(samples) // per_row))
    crossed = {feature for *_, feature in field.game.hexsides}
    sides = [
        (style.label, style)
        for name, style in field.board.features.items()
        if style.label and name in crossed
    ]
    for number, (label, side) in enumerate(sides):
        side_x, side_y = left + 38 + width * (number % per_row), base + 32 * (number // per_row)
        draw_side_sample(canvas, field, ((side_x, side_y), (side_x + 44, side_y)), side)
        _draw_label(canvas, (side_x + 72, side_y), label, width - 112, palette)
    _draw_scale(canvas, legend, field.layout, (left + 22, bottom - 20))


def _draw_label(
    canvas: Canvas, at: tuple[float, float], label: str, width: float, palette: Palette
) -> None:
    size = fit_size(label, width, "regular", 15)
    canvas.text(at, label, palette["ink"], size, anchor="lm")


def _draw_scale(canvas: Canvas, legend: Legend, layout: HexLayout, at: tuple[float, float]) -> None:
    x, y = at
    ink = (40, 44, 48)
    for step in range(4):
        part = (x + step * layout.along, y - 5, x + (step + 1) * layout.along, y + 3)
        canvas.rectangle(part, ink if step % 2 == 0 else (255, 255, 255), ink, 1)
    canvas.text((x, y - 10), legend.scale, ink, 13, face="condensed", anchor="lb")
