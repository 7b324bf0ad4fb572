"""How grids look on their boards: lines, dots, numbers, regions and highlighted zones.

Source: the draw methods of HexGrid, SquareGrid, RegionGrid, ZonedGrid and of their numberings.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Iterator
from typing import TypeAlias

from PIL import Image, ImageChops, ImageDraw

from vassal_bridge.formats.boards.gridreading import grid_from, read_path
from vassal_bridge.formats.boards.grids import HexGrid, RegionGrid, SquareGrid
from vassal_bridge.formats.boards.layout import PlacedBoard
from vassal_bridge.formats.boards.numbering import DEFAULT_FORMAT
from vassal_bridge.formats.buildfile import Component
from vassal_bridge.formats.fields import read_int
from vassal_bridge.pictures.art import ModuleArt
from vassal_bridge.pictures.colours import read_ink
from vassal_bridge.pictures.numbers import Label, label_at
from vassal_bridge.pictures.shapes import Corner, hex_outline
from vassal_bridge.pictures.sheet import Ink, Sheet, clipped, tiled

ZoneValue: TypeAlias = Callable[[str, str], str]
"""Gives the value of a property as a zone of the board has it: by zone and property."""

BLACK: Ink = (0, 0, 0, 255)
WHITE: Ink = (255, 255, 255, 255)
_TILE = 6
_PLAIN_GRIDS = ("HexGrid", "SquareGrid", "RegionGrid")


class GridDrawing:
    """The grids of one board being drawn on its picture."""

    def __init__(
        self,
        art: ModuleArt,
        placed: PlacedBoard,
        zoom: float,
        face: Image.Image,
        zone_value: ZoneValue,
    ) -> None:
        self.art = art
        self.placed = placed
        self.zoom = zoom
        self.face = face
        self.zone_value = zone_value
        self.corner = math.floor(placed.x * zoom), math.floor(placed.y * zoom)

    def draw(self, component: Component) -> None:
        """Draw a grid, and in a zoned grid that of each zone, onto the board's picture."""
        if component.kind != "ZonedGrid":
            self._lay(component, None)
            return
        grids = [child for child in component.children if child.kind in _PLAIN_GRIDS]
        behind = grids[-1] if grids else None
        zones = [child for child in component.children if child.kind == "Zone"]
        if behind is not None:
            clip = Image.new("L", self.face.size, 255)
            for zone in zones:
                if not zone.flag("useParentGrid"):
                    clip = ImageChops.subtract(clip, self._polygon(zone))
            self._lay(behind, clip)
        for zone in zones:
            own = [child for child in zone.children if child.kind in _PLAIN_GRIDS]
            grid = behind if zone.flag("useParentGrid") else own[-1] if own else None
            mask = self._polygon(zone)
            if grid is not None:
                self._lay(grid, mask)
            self._highlight(component, zone, mask)

    def _polygon(self, zone: Component) -> Image.Image:
        mask = Image.new("L", self.face.size, 0)
        path = [(x * self.zoom, y * self.zoom) for x, y in read_path(zone.get("path"))]
        if len(path) > 2:
            sheet = Sheet.clear(*self.face.size)
            sheet.fill((tuple(path),), BLACK)
            mask = sheet.image.getchannel("A")
        return mask

    def _lay(self, component: Component, clip: Image.Image | None) -> None:
        """Draw one grid on a sheet of its own, turn it with the board, and lay it on it."""
        sheet, numbers = Sheet.clear(*self.face.size), Sheet.clear(*self.face.size)
        grid = grid_from([component], (self.placed.width, self.placed.height))
        upright: list[Label] = []
        if isinstance(grid, HexGrid):
            self._hexes(sheet, component, grid)
            for label in self._hex_numbers(component, grid):
                label.draw(numbers)
        elif isinstance(grid, SquareGrid):
            self._squares(sheet, component, grid)
            upright = list(self._square_numbers(component, grid))
        elif isinstance(grid, RegionGrid) and component.flag("visible"):
            self._regions(sheet, component, grid)
        image = numbers.image
        if self.placed.is_reversed:
            image = image.transpose(Image.Transpose.ROTATE_180)
        sheet.paste(image, 0, 0)
        for label in upright:
            label.draw(sheet)
        self.face.alpha_composite(sheet.image if clip is None else clipped(sheet.image, clip))

    def _turned(self, point: Corner) -> Corner:
        """Return where a point of the board lies on its picture, which may be turned."""
        if not self.placed.is_reversed:
            return point
        return self.face.width - point[0], self.face.height - point[1]

    def _shift(self, *, lines: bool) -> tuple[int, int]:
        """Return how far the origin of the lines lies from that of the grid.

        On a turned board the engine measures it from the opposite corner, and in the same
        direction: lines and dots are not the mirror image of the unturned ones.
        """
        return self.face.size if lines and self.placed.is_reversed else (0, 0)

    def _scaled(self, grid: HexGrid, *, lines: bool) -> Iterator[Corner]:
        """Yield the centres of all hexes that reach onto the board, by the grid's own axes."""
        width, height = self.face.size
        right, down = self._shift(lines=lines)
        if grid.sideways:
            width, height, right, down = height, width, down, right
        dx, dy = grid.dx * self.zoom, grid.dy * self.zoom
        x0, y0 = grid.x0 * self.zoom + right, grid.y0 * self.zoom + down
        if dx < 1 or dy < 1:
            return
        columns = range(math.floor(-x0 / dx) - 1, math.floor((width - x0) / dx) + 3)
        rows = range(math.floor(-y0 / dy) - 2, math.floor((height - y0) / dy) + 3)
        for column in columns:
            for row in rows:
                yield x0 + column * dx, y0 + row * dy + (dy / 2 if column % 2 else 0)

    def _hexes(self, sheet: Sheet, component: Component, grid: HexGrid) -> None:
        ink = _ink_of(component)
        lines, dots = component.flag("visible"), component.flag("dotsVisible")
        if ink is None or not (lines or dots):
            return
        edges: dict[tuple[Corner, Corner], None] = {}
        dx, dy = grid.dx * self.zoom, grid.dy * self.zoom
        for x, y in self._scaled(grid, lines=True):
            corners = hex_outline(x, y, dx, dy, sideways=grid.sideways)
            for start, end in zip(corners, [*corners[1:], corners[0]], strict=True):
                edges[min(start, end), max(start, end)] = None
            if dots:
                left, top = (
                    (round_up(y), round_up(x)) if grid.sideways else (round_up(x), round_up(y))
                )
                sheet.rectangle((left, top, left + 1, top + 1), ink, None)
        if lines:
            sheet.stroke(edges, ink)

    def _hex_numbers(self, component: Component, grid: HexGrid) -> Iterator[Label]:
        numbering = _numbering_of(component)
        if numbering is None or grid.numbering is None:
            return
        plain = dataclasses.replace(
            grid, numbering=dataclasses.replace(grid.numbering, location_format=DEFAULT_FORMAT)
        )
        angle = read_int(numbering.get("rotateText"))
        for x, y in self._scaled(grid, lines=False):
            at = (round_up(x), round_up(y))
            is_top = not grid.sideways and angle == 0
            if is_top:
                at = (at[0], at[1] - round_up(grid.dy * self.zoom / 2))
            where = (round_up(x / self.zoom), round_up(y / self.zoom))
            if grid.sideways:
                at, where = (at[1], at[0]), (where[1], where[0])
            text = plain.location_name(*where) or ""
            yield from label_at(numbering, text, at, self.zoom, is_top=is_top)

    def _cells(self, grid: SquareGrid, *, lines: bool) -> tuple[list[float], list[float]]:
        """Return the middles of columns and rows that reach onto the board."""
        found: list[list[float]] = []
        right, down = self._shift(lines=lines)
        for origin, step, length in (
            (grid.x0 * self.zoom + right, grid.dx * self.zoom, self.face.width),
            (grid.y0 * self.zoom + down, grid.dy * self.zoom, self.face.height),
        ):
            if step < 1:
                return [], []
            cells = range(math.floor(-origin / step) - 1, math.floor((length - origin) / step) + 2)
            found.append([origin + cell * step for cell in cells])
        return found[0], found[1]

    def _squares(self, sheet: Sheet, component: Component, grid: SquareGrid) -> None:
        ink = _ink_of(component)
        if ink is None:
            return
        width, height = self.face.size
        columns, rows = self._cells(grid, lines=True)
        half = grid.dx * self.zoom / 2, grid.dy * self.zoom / 2
        if component.flag("visible"):
            for x in columns:
                at = round_up(x + half[0])
                sheet.rectangle((at, 0, at, height - 1), ink, None)
            for y in rows:
                at = round_up(y + half[1])
                sheet.rectangle((0, at, width - 1, at), ink, None)
        if component.flag("dotsVisible"):
            for x in columns:
                for y in rows:
                    left, top = round_up(x - 0.5), round_up(y - 0.5)
                    sheet.rectangle((left, top, left + 1, top + 1), ink, None)

    def _square_numbers(self, component: Component, grid: SquareGrid) -> Iterator[Label]:
        """Yield the labels of cells; on a turned board they stand upright in turned cells."""
        numbering = _numbering_of(component)
        if numbering is None or grid.numbering is None:
            return
        plain = dataclasses.replace(
            grid, numbering=dataclasses.replace(grid.numbering, location_format=DEFAULT_FORMAT)
        )
        half = grid.dx * self.zoom / 2, grid.dy * self.zoom / 2
        angle = read_int(numbering.get("rotateText")) % 360
        aside = {90: (half[0], 0.0), 180: (0.0, half[1]), 270: (-half[0], 0.0)}
        across, down = aside.get(angle, (0.0, -half[1]))
        columns, rows = self._cells(grid, lines=False)
        for x in columns:
            for y in rows:
                where = round_up(x / self.zoom), round_up(y / self.zoom)
                text = plain.location_name(*where) or ""
                place = self._turned((x, y))
                at = int(place[0] + across), int(place[1] + down)
                yield from label_at(numbering, text, at, self.zoom, is_top=True)

    def _regions(self, sheet: Sheet, component: Component, grid: RegionGrid) -> None:
        size = round_up(self.zoom * read_int(component.get("fontsize"), 9))
        for name, origin in grid.regions:
            x, y = int(origin[0] * self.zoom), int(origin[1] * self.zoom)
            sheet.rectangle((x - 1, y - 1, x + 2, y + 2), WHITE, BLACK)
            label = Label(name, (x, y + 6), size, BLACK, is_top=True, back=WHITE, frame=BLACK)
            label.draw(sheet)

    def _highlight(self, component: Component, zone: Component, mask: Image.Image) -> None:
        """Paint a zone's highlight, if its property has the name of one."""
        if not zone.flag("useHighlight") or not zone.get("highlightProperty"):
            return
        wanted = self.zone_value(zone.get("name"), zone.get("highlightProperty"))
        found = next(
            (one for one in component.find_all("ZoneHighlight") if one.get("name") == wanted), None
        )
        if found is None:
            return
        paint = self._paint(found)
        if paint is None:
            return
        if found.get("coverage") == "Zone Border":
            path = read_path(zone.get("path"))
            sheet = Sheet.clear(*self.face.size)
            width = max(1.0, read_int(found.get("width"), 1) * self.zoom)
            scaled = [[(x * self.zoom, y * self.zoom) for x, y in path]]
            sheet.stroke(scaled, BLACK, width, closed=True)
            mask = ImageChops.multiply(mask, sheet.image.getchannel("A"))
        share = read_int(found.get("opacity"), 100) / 100
        mask = mask.point([round(value * share) for value in range(256)])
        self.face.alpha_composite(clipped(paint, mask))

    def _paint(self, highlight: Component) -> Image.Image | None:
        """Return what a highlight paints with, as large as the board; None for nothing."""
        style = highlight.get("style")
        if style == "Tiled Image":
            tile = self.art.image(highlight.get("image"))
            return None if tile is None else tiled(tile, self.face.size, self.corner)
        ink = read_ink(highlight.get("color"))
        if ink is None:
            return None
        if style not in ("Striped", "Crosshatched"):
            return Image.new("RGBA", self.face.size, ink)
        tile = Image.new("RGBA", (_TILE, _TILE), (0, 0, 0, 0))
        draw = ImageDraw.Draw(tile)
        draw.line((0, _TILE - 1, _TILE - 1, 0), fill=ink)
        if style == "Crosshatched":
            draw.line((0, 0, _TILE - 1, _TILE - 1), fill=ink)
        return tiled(tile, self.face.size, self.corner)


def round_up(value: float) -> int:
    """Return a number rounded as Java does: halves upwards."""
    return math.floor(value + 0.5)


def _ink_of(component: Component) -> Ink | None:
    return read_ink(component.get("color", "0,0,0"))


def _numbering_of(component: Component) -> Component | None:
    found = [child for child in component.children if child.kind.endswith("GridNumbering")]
    return found[-1] if found and found[-1].flag("visible") else None
