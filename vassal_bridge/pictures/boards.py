"""How boards look: their picture or colour, turned or not, with grid and numbers on top."""

from __future__ import annotations

import math

from PIL import Image

from vassal_bridge.formats.boards.layout import MapLayout, PlacedBoard
from vassal_bridge.formats.boards.maps import Board, GameMap
from vassal_bridge.pictures.art import ModuleArt
from vassal_bridge.pictures.colours import read_ink
from vassal_bridge.pictures.gridlines import GridDrawing, ZoneValue
from vassal_bridge.pictures.resampling import resized
from vassal_bridge.pictures.sheet import Ink

WHITE: Ink = (255, 255, 255, 255)


def map_size(found: GameMap, layout: MapLayout) -> tuple[int, int]:
    """Return the width and height of a map: its boards, and the margin on all sides."""
    right = max((board.x + board.width for board in layout.boards), default=0)
    bottom = max((board.y + board.height for board in layout.boards), default=0)
    return right + found.edge_width, bottom + found.edge_height


def background(found: GameMap) -> Ink:
    """Return the colour of a map where no board covers it."""
    return read_ink(found.component.get("backgroundcolor")) or WHITE


def draw_boards(
    picture: Image.Image,
    art: ModuleArt,
    found: GameMap,
    layout: MapLayout,
    zone_value: ZoneValue,
    zoom: float = 1.0,
) -> None:
    """Lay a map's boards on a picture, each with its grid, in the map's order."""
    known = {board.name: board for board in found.boards}
    for placed in layout.boards:
        board = known[placed.name]
        left, top = math.floor(placed.x * zoom), math.floor(placed.y * zoom)
        right = math.floor((placed.x + placed.width) * zoom)
        bottom = math.floor((placed.y + placed.height) * zoom)
        face = board_face(art, board, placed, (right - left, bottom - top))
        grid = board.grid_component
        if grid is not None:
            GridDrawing(art, placed, zoom, face, zone_value).draw(grid)
        source = (max(0, -left), max(0, -top))
        picture.alpha_composite(face, (max(left, 0), max(top, 0)), source)


def board_face(
    art: ModuleArt, board: Board, placed: PlacedBoard, size: tuple[int, int]
) -> Image.Image:
    """Return a board's own picture at a size, turned where it lies turned."""
    size = (max(size[0], 1), max(size[1], 1))
    if board.image:
        image = art.image(board.image)
        if image is None:
            return Image.new("RGBA", size, (0, 0, 0, 0))
        face = resized(image, *size)
        return face.transpose(Image.Transpose.ROTATE_180) if placed.is_reversed else face.copy()
    return Image.new("RGBA", size, read_ink(board.component.get("color")) or (0, 0, 0, 0))
