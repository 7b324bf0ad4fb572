"""Windows with boxes, such as losses that the enemy may not see."""

from __future__ import annotations

from collections.abc import Iterable

from vassal_bridge.builder.boards.tracks import PlacedBox, draw_area, draw_panel
from vassal_bridge.builder.counters.counterset import slug
from vassal_bridge.builder.reading.boardrecipe import PanelStyle
from vassal_bridge.builder.reading.gamedata import BoxRow
from vassal_bridge.builder.reading.modulerecipe import WindowStyle
from vassal_bridge.builder.recipe import Recipe
from vassal_bridge.builder.spelling import components as parts
from vassal_bridge.builder.spelling.xmltree import Component, component
from vassal_bridge.builder.writing.grids import corners_of, zone
from vassal_bridge.formats.tokens import encode_safely
from vassal_bridge.pictures.canvas import Canvas, png_bytes
from vassal_bridge.pictures.colours import format_colour

EDGE = 12
HEAD = 42
"""Pixels around and between a window's boxes, and above the first."""


def image_name(window: WindowStyle) -> str:
    """Return the name of a window's picture."""
    return f"window-{slug(window.name)}.png"


def placed_boxes(window: WindowStyle) -> tuple[PlacedBox, ...]:
    """Return a window's boxes, each in its place."""
    width, height = window.box
    tops = [HEAD + number * (height + EDGE) for number in range(len(window.boxes))]
    return tuple(
        PlacedBox(BoxRow(name, window.name, 0, name), (EDGE, top, EDGE + width, top + height))
        for name, top in zip(window.boxes, tops, strict=True)
    )


def draw_window(recipe: Recipe, window: WindowStyle) -> bytes:
    """Draw a window's board; return it as the bytes of a PNG."""
    palette = recipe.board.palette
    width = window.box[0] + 2 * EDGE
    height = HEAD + len(window.boxes) * (window.box[1] + EDGE)
    canvas = Canvas(width, height, palette["sea"], factor=2)
    draw_panel(canvas, PanelStyle((1, 1, width - 4, height - 5), "paper", window.name), palette)
    for placed in placed_boxes(window):
        draw_area(canvas, placed, recipe.module.palette[window.colour], palette)
    return png_bytes(canvas.finish())


def window_map(recipe: Recipe, window: WindowStyle, inside: Iterable[Component] = ()) -> Component:
    """Return a window as a map, private to its sides where it has some; stacks and decks inside.

    Source: VASSAL.build.module.PrivateMap.
    """
    zones = [
        zone(placed.row.box, "$name$", corners_of(placed.box, 0)) for placed in placed_boxes(window)
    ]
    grid = component(
        parts.BOARD + "ZonedGrid",
        children=[*zones, component(parts.BOARD + "mapgrid.ZonedGridHighlighter")],
    )
    board = component(
        parts.MAP + "boardPicker.Board",
        {"image": image_name(window), "name": window.name, "reversible": "false"},
        [grid],
    )
    return component(
        parts.MODULE + ("PrivateMap" if window.sides else "Map"),
        parts.map_attributes(window.name, format_colour(recipe.board.palette["sea"]))
        | {
            "buttonName": window.button or window.name,
            "icon": "",
            "launch": "true",
        }
        | _privacy(window),
        [
            parts.board_picker([board]),
            *parts.map_tools(round(recipe.board.cell[1])),
            *inside,
            *parts.map_end(),
        ],
    )


def _privacy(window: WindowStyle) -> dict[str, str]:
    """Return the attributes of a window that only its sides can open; none for any other."""
    if not window.sides:
        return {}
    sides = encode_safely(list(window.sides), ",")
    return {"side": sides, "useBoards": "", "visible": "false"}
