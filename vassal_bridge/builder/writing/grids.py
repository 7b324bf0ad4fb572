"""The grid of a board in the build file: hexes as background, a zone for each track and box."""

from __future__ import annotations

import math
from collections.abc import Iterable

from vassal_bridge.builder.boards.board import Board
from vassal_bridge.builder.boards.tracks import PlacedTrack
from vassal_bridge.builder.layout import HexLayout
from vassal_bridge.builder.spelling.components import BOARD, yes
from vassal_bridge.builder.spelling.xmltree import Component, component
from vassal_bridge.formats.tokens import format_double

_PATH_EDGE = 2
"""Pixels that a track's zone reaches beyond its boxes."""


def zoned_grid(hex_zone: str, board: Board) -> Component:
    """Return the zoned grid: tracks first, then the zone of the hex field.

    A box of a track is a region, to whose middle counters are drawn; a free box is a zone of its
    own, in which counters lie anywhere. Either is found under the box's own name.
    """
    zones = [found for track in board.tracks for found in _track_zones(track)]
    outline = board.layout.outline()
    return component(
        BOARD + "ZonedGrid",
        children=[
            hex_grid(board.layout, board.image.size),
            *zones,
            zone(hex_zone, "$gridLocation$", outline, use_parent=True),
            component(BOARD + "mapgrid.ZonedGridHighlighter"),
        ],
    )


def hex_grid(layout: HexLayout, size: tuple[int, int]) -> Component:
    """Return the hex grid of a board of a size with its numbering, two digits each for a number.

    What VASSAL calls H and V are the lines of its grid and the steps along them, so on a sheet
    that lies sideways H is the row; but what descends is what is counted across and down.
    Numbers that descend are counted back from the last line that fits the board, by VASSAL's own
    count, which takes the lines' distance along the other side (HexGrid.getMaxRows).
    """
    line, step = layout.first
    lines_back, steps_back = layout.backwards
    width, height = size
    columns = math.floor(width / layout.along + 0.5)
    rows = math.floor(height / layout.across + 0.5)
    last_line, last_step = (rows, columns) if layout.sheet.sideways else (columns, rows)
    line -= last_line if lines_back else 0
    step -= last_step if steps_back else 0
    x0, y0 = layout.turned(*layout.origin)
    is_line_first = layout.sheet.is_line_first
    numbering = component(
        BOARD + "mapgrid.HexGridNumbering",
        {
            "color": "0,0,0",
            "first": "H" if is_line_first else "V",
            "fontSize": "9",
            "hDescend": yes(layout.runs.left),
            "hDrawOff": "0",
            "hLeading": "1",
            "hOff": str(line),
            "hType": "N",
            "locationFormat": "$gridLocation$",
            "rotateText": "0",
            "sep": "",
            "stagger": "false",
            "vDescend": yes(layout.runs.up),
            "vDrawOff": "0",
            "vLeading": "1",
            "vOff": str(step),
            "vType": "N",
            "visible": "false",
        },
    )
    return component(
        BOARD + "HexGrid",
        {
            "color": "0,0,0",
            "cornersLegal": "false",
            "dotsVisible": "false",
            "dx": format_double(layout.across),
            "dy": format_double(layout.along),
            "edgesLegal": "false",
            "sideways": "true" if layout.sheet.sideways else "false",
            "snapTo": "true",
            "visible": "false",
            "x0": str(x0),
            "y0": str(y0),
        },
        [numbering],
    )


def _track_zones(track: PlacedTrack) -> Iterable[Component]:
    if track.is_free:
        for placed in track.boxes:
            yield zone(placed.row.box, "$name$", corners_of(placed.box, 0))
        return
    regions = [
        component(
            BOARD + "Region",
            {
                "name": placed.row.box,
                "originx": str(placed.centre[0]),
                "originy": str(placed.centre[1]),
            },
        )
        for placed in track.boxes
    ]
    grid = component(
        BOARD + "RegionGrid", {"fontsize": "9", "snapto": "true", "visible": "false"}, regions
    )
    yield zone(track.style.name, "$gridLocation$", corners_of(track.box, _PATH_EDGE), [grid])


def corners_of(box: tuple[int, int, int, int], edge: int) -> tuple[tuple[int, int], ...]:
    """Return the corners of a rectangle, pixels further out."""
    left, top, right, bottom = box
    return (
        (left - edge, top - edge),
        (right + edge, top - edge),
        (right + edge, bottom + edge),
        (left - edge, bottom + edge),
    )


def zone(
    name: str,
    location_format: str,
    corners: Iterable[tuple[int, int]],
    children: Iterable[Component] = (),
    *,
    use_parent: bool = False,
) -> Component:
    """Return a zone of a board: its name, how its places are called, its corners."""
    return component(
        BOARD + "mapgrid.Zone",
        {
            "highlightProperty": "",
            "locationFormat": location_format,
            "name": name,
            "path": ";".join(f"{x},{y}" for x, y in corners),
            "useHighlight": "false",
            "useParentGrid": "true" if use_parent else "false",
        },
        children,
    )
