"""A sheet as pictures, a PNG for each side of each page."""

from __future__ import annotations

from io import BytesIO

from vassal_bridge.builder.sheets.drawing import Sheet, draw_page
from vassal_bridge.builder.sheets.paper import Page
from vassal_bridge.builder.sheets.printing import Print
from vassal_bridge.pictures.canvas import Box, Canvas
from vassal_bridge.pictures.colours import WHITE
from vassal_bridge.pictures.surface import Surface

INCH = 25.4
FACTOR = 4
"""How much a piece is enlarged while it is drawn, for smooth edges."""


def png_pages(sheet: Sheet, dpi: int, *, backs: bool = True) -> dict[str, bytes]:
    """Return the sides of a sheet's pages by names such as `1-front`."""
    found: dict[str, bytes] = {}
    for page in sheet.pages:
        found[f"{page.number}-front"] = _page(sheet, page, dpi, back=False)
        if backs:
            found[f"{page.number}-back"] = _page(sheet, page, dpi, back=True)
    return found


def _page(sheet: Sheet, page: Page, dpi: int, *, back: bool) -> bytes:
    unit = dpi / INCH
    width, height = round(sheet.paper.width * unit), round(sheet.paper.height * unit)
    canvas = Canvas(width, height, WHITE, factor=1)
    draw_page(canvas, sheet, page, unit, back=back, draw_side=_draw_smoothly)
    out = BytesIO()
    canvas.finish().save(out, "PNG", compress_level=6, dpi=(dpi, dpi))
    return out.getvalue()


def _draw_smoothly(surface: Surface, side: Print, box: Box) -> None:
    """Draw a side of a piece by itself, enlarged, and lay it on the page at whole pixels."""
    left, top, right, bottom = (round(edge) for edge in box)
    canvas = Canvas(right - left, bottom - top, WHITE, factor=FACTOR)
    side.draw(canvas, (0, 0, right - left, bottom - top))
    surface.picture(canvas.finish(), (left, top, right, bottom))
