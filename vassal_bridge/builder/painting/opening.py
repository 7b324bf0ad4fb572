"""Opens a map for painting: its picture, its hexes, what can be painted and a first guess."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PIL import Image

from vassal_bridge.builder.painting.cells import Cells, find_cells
from vassal_bridge.builder.painting.choices import Choice, Choices
from vassal_bridge.builder.painting.clusters import Cluster, cluster_hexes, nearest_colour
from vassal_bridge.builder.painting.painting import HEXES, SIDES, Painting
from vassal_bridge.builder.painting.server import Page
from vassal_bridge.errors import BindingError, Where
from vassal_bridge.formats.boards.layout import MapLayout
from vassal_bridge.formats.boards.maps import GameMap
from vassal_bridge.formats.module import Module
from vassal_bridge.pictures.art import ModuleArt
from vassal_bridge.pictures.boards import background, board_face, map_size
from vassal_bridge.pictures.canvas import png_bytes
from vassal_bridge.pictures.colours import Colour

CLUSTERS = 10
"""How many clusters of hexes are told apart, where nobody says another number."""
_UNPAINTED = ""
"""What the page proposes for hexes that are none of the game's: to leave them."""


def open_map(
    module: Module,
    map_name: str | None,
    folder: Path,
    choices: Choices,
    *,
    clusters: int = CLUSTERS,
    force: bool = False,
) -> tuple[Painting, Page]:
    """Return a map's painting, as far as its files have it, and the page that paints it.

    Without a name it is the module's first map that has hexes.

    Raises:
        RuleError: the module has no such map.
        BindingError: the map has no numbered hexes, or a file of the folder is damaged.
        OutputExists: the folder has a file that was not written here, and `force` was not given.
    """
    art = ModuleArt(module)
    found = art.map(map_name) if map_name is not None else _first_with_hexes(module)
    cells, layout = find_cells(module, found)
    painting = Painting(folder, cells, choices, force=force)
    picture = _picture(art, found, layout)
    guess = cluster_hexes(picture, cells.cells, clusters)
    sheet = _sheet(module, found, painting, guess)
    size = {"width": picture.width, "height": picture.height}
    return painting, Page({**sheet, "picture": size}, png_bytes(picture))


def _first_with_hexes(module: Module) -> GameMap:
    for found in module.maps.values():
        try:
            find_cells(module, found)
        except BindingError:
            continue
        return found
    raise BindingError(
        "expected a map with a grid of hexes with numbers, found none", where=Where(module.file)
    )


def _picture(art: ModuleArt, found: GameMap, layout: MapLayout) -> Image.Image:
    """Return a map with its boards, without grids and pieces."""
    picture = Image.new("RGBA", map_size(found, layout), background(found))
    known = {board.name: board for board in found.boards}
    for placed in layout.boards:
        face = board_face(art, known[placed.name], placed, (placed.width, placed.height))
        picture.alpha_composite(face, (placed.x, placed.y))
    return picture.convert("RGB")


def _sheet(
    module: Module, found: GameMap, painting: Painting, guess: list[Cluster]
) -> dict[str, Any]:
    """Return what the page needs to know, as JSON data."""
    cells, choices = painting.cells, painting.choices
    return {
        "title": f"{module.name}: {found.id}",
        "folder": str(painting.folder),
        "files": [HEXES, SIDES],
        "hexes": [
            {
                "name": cell.name,
                "centre": list(cell.centre),
                "corners": [list(corner) for corner in cell.corners],
                "neighbours": list(cells.neighbours[cell.name]),
            }
            for cell in cells.cells.values()
        ],
        "sides": [_side(cells, one, other) for one, other in cells.sides()],
        "layers": [
            {"column": column, "choices": [_choice(one) for one in values]}
            for column, values in choices.layers.items()
        ],
        "features": [_choice(one) for one in choices.features],
        "guess": [_cluster(one, choices) for one in guess],
    }


def _side(cells: Cells, one: str, other: str) -> dict[str, Any]:
    start, end = cells.side(one, other)
    return {"a": one, "b": other, "start": list(start), "end": list(end)}


def _choice(one: Choice) -> dict[str, str]:
    return {"name": one.name, "label": one.label, "colour": _ink(one.colour)}


def _cluster(one: Cluster, choices: Choices) -> dict[str, Any]:
    known = {each.name: each.colour for each in choices.terrains}
    if choices.outside is not None:
        known[_UNPAINTED] = choices.outside
    nearest = nearest_colour(one.colour, known)
    return {"colour": _ink(one.colour), "hexes": list(one.members), "terrain": nearest}


def _ink(colour: Colour) -> str:
    red, green, blue = colour
    return f"#{red:02x}{green:02x}{blue:02x}"
