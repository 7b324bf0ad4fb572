"""Draws a page of a sheet, front or back, with its cut marks, on any surface."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from vassal_bridge.builder.sheets.paper import Block, Cell, Page, Paper
from vassal_bridge.builder.sheets.printing import Print
from vassal_bridge.pictures.canvas import Box, Point
from vassal_bridge.pictures.colours import BLACK
from vassal_bridge.pictures.surface import Surface

BLEED = 1.5
"""How far colours reach beyond a block's edge, in millimetres."""
MARK = 4.0
"""How long a cut mark is, in millimetres."""
MARK_GAP = 0.5
HAIR = 0.12
"""How thick a cut mark is, in millimetres."""
CORNER = 8.0
"""How far the register crosses are from the paper's edges, in millimetres."""

DrawSide = Callable[[Surface, Print, Box], None]


@dataclass(frozen=True, slots=True)
class Sheet:
    """What the pages of one sheet share."""

    title: str
    paper: Paper
    pages: tuple[Page, ...]


def draw_directly(surface: Surface, side: Print, box: Box) -> None:
    """Draw a side of a piece on the page itself."""
    side.draw(surface, box)


def draw_page(
    surface: Surface,
    sheet: Sheet,
    page: Page,
    unit: float,
    *,
    back: bool,
    draw_side: DrawSide = draw_directly,
) -> None:
    """Draw one side of a page; `unit` is how many of the surface's units a millimetre is."""
    pen = _Pen(surface, unit)
    for block in page.blocks:
        for cell in block.cells:
            side, box = _side(cell, back), pen.box(_box(cell, sheet.paper, back))
            side.bleed(surface, box, pen.box(_bleed(block, cell, back)))
            draw_side(surface, side, box)
        _draw_marks(pen, block, sheet.paper, back)
    _draw_crosses(pen, sheet.paper)
    _draw_heading(pen, sheet, page, back)


def _side(cell: Cell, back: bool) -> Print:
    return cell.piece.back if back else cell.piece.front


def _box(cell: Cell, paper: Paper, back: bool) -> Box:
    left = cell.left_on(paper, back=back)
    return left, cell.top, left + cell.piece.width, cell.top + cell.piece.height


def _bleed(block: Block, cell: Cell, back: bool) -> Box:
    """Return how far a piece bleeds to the left, up, right and down: not where others adjoin."""
    there = {(other.column, other.row) for other in block.cells}
    steps = ((1, 0), (0, -1), (-1, 0), (0, 1)) if back else ((-1, 0), (0, -1), (1, 0), (0, 1))
    left, top, right, bottom = (
        0.0 if (cell.column + across, cell.row + down) in there else BLEED for across, down in steps
    )
    return left, top, right, bottom


@dataclass(frozen=True, slots=True)
class _Pen:
    surface: Surface
    unit: float

    def box(self, box: Box) -> Box:
        left, top, right, bottom = (side * self.unit for side in box)
        return left, top, right, bottom

    def line(self, start: Point, end: Point) -> None:
        points = [(x * self.unit, y * self.unit) for x, y in (start, end)]
        self.surface.line(points, BLACK, HAIR * self.unit)

    def text(self, at: Point, text: str, size: float, anchor: str) -> None:
        place = (at[0] * self.unit, at[1] * self.unit)
        self.surface.text(place, text, BLACK, size * self.unit, face="condensed", anchor=anchor)


def _draw_marks(pen: _Pen, block: Block, paper: Paper, back: bool) -> None:
    """Draw a mark at both ends of each cut, outside of the bleed."""
    left = paper.width - block.left - block.width if back else block.left
    right, top, bottom = left + block.width, block.top, block.top + block.height
    near, far = BLEED + MARK_GAP, BLEED + MARK_GAP + MARK
    for column in range(block.columns + 1):
        x = left + column * block.cell[0]
        pen.line((x, top - far), (x, top - near))
        pen.line((x, bottom + near), (x, bottom + far))
    for row in range(block.rows + 1):
        y = top + row * block.cell[1]
        pen.line((left - far, y), (left - near, y))
        pen.line((right + near, y), (right + far, y))


def _draw_crosses(pen: _Pen, paper: Paper) -> None:
    """Draw a cross near each corner: held to the light, front and back must agree."""
    for x in (CORNER, paper.width - CORNER):
        for y in (CORNER, paper.height - CORNER):
            pen.line((x - 2, y), (x + 2, y))
            pen.line((x, y - 2), (x, y + 2))


def _draw_heading(pen: _Pen, sheet: Sheet, page: Page, back: bool) -> None:
    which = "backs" if back else "fronts"
    name = f"{sheet.title}: {which}, sheet {page.number} of {len(sheet.pages)}"
    advice = f"{sheet.paper.name}, at 100 %, both sides, turned over the long edge"
    base = CORNER + 1.0
    pen.text((CORNER + 4, base), name, 3.2, "ls")
    pen.text((sheet.paper.width - CORNER - 4, base), advice, 2.6, "rs")
