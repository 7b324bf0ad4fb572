"""A sheet as PDF: vector text in the bundled fonts, which are embedded; no dates, same bytes.

The PDF library is imported when a PDF is made: it takes as long as the rest of the program.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import resources
from io import BytesIO
from typing import TYPE_CHECKING

from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas as PdfCanvas

from vassal_bridge.builder.sheets.drawing import Sheet, draw_page
from vassal_bridge.pictures.canvas import Box, Point
from vassal_bridge.pictures.colours import Colour
from vassal_bridge.pictures.fonts import FACES

if TYPE_CHECKING:
    from PIL import Image

if TYPE_CHECKING:
    from PIL import Image
    from reportlab.pdfgen.canvas import Canvas as PdfCanvas

POINT = 72 / 25.4
"""How many points a millimetre is."""


@cache
def _pdf_font(face: str) -> str:
    """Make a bundled face known to the PDF library; return the name it has there."""
    name = FACES[face].removesuffix(".ttf")
    data = (resources.files("vassal_bridge.pictures") / "fonts" / FACES[face]).read_bytes()
    pdfmetrics.registerFont(TTFont(name, BytesIO(data)))
    return name


class PdfSurface:
    """A page of a PDF; units are points, y runs downwards."""

    def __init__(self, canvas: PdfCanvas, height: float) -> None:
        self._canvas, self._height = canvas, height

    def _fill(self, colour: Colour) -> None:
        self._canvas.setFillColorRGB(*(part / 255 for part in colour))

    def _stroke(self, colour: Colour, width: float) -> None:
        self._canvas.setStrokeColorRGB(*(part / 255 for part in colour))
        self._canvas.setLineWidth(width)

    def _trace(self, points: Sequence[Point], *, close: bool) -> object:
        path = self._canvas.beginPath()
        path.moveTo(points[0][0], self._height - points[0][1])
        for x, y in points[1:]:
            path.lineTo(x, self._height - y)
        if close:
            path.close()
        return path

    def polygon(self, points: Sequence[Point], fill: Colour | None = None) -> None:
        """Fill a closed polygon."""
        if fill is not None:
            self._fill(fill)
            self._canvas.drawPath(self._trace(points, close=True), stroke=0, fill=1)

    def line(self, points: Sequence[Point], colour: Colour, width: float) -> None:
        """Draw a line through points, with round joints and ends."""
        self._stroke(colour, width)
        self._canvas.setLineCap(1)
        self._canvas.setLineJoin(1)
        self._canvas.drawPath(self._trace(points, close=False), stroke=1, fill=0)

    def rectangle(
        self,
        box: Box,
        fill: Colour | None = None,
        outline: Colour | None = None,
        width: float = 1.0,
        radius: float = 0.0,
    ) -> None:
        """Draw a rectangle; the outline lies inside the box."""
        left, top, right, bottom = _inset(box, width / 2 if outline is not None else 0.0)
        place = (left, self._height - bottom, right - left, bottom - top)
        if fill is not None:
            self._fill(fill)
        if outline is not None:
            self._stroke(outline, width)
            self._canvas.setLineJoin(0)
        strokes, fills = int(outline is not None), int(fill is not None)
        if radius:
            least = min(right - left, bottom - top) / 2
            self._canvas.roundRect(*place, min(radius, least), stroke=strokes, fill=fills)
        else:
            self._canvas.rect(*place, stroke=strokes, fill=fills)

    def ellipse(
        self,
        box: Box,
        fill: Colour | None = None,
        outline: Colour | None = None,
        width: float = 1.0,
    ) -> None:
        """Draw an ellipse inside a box."""
        left, top, right, bottom = _inset(box, width / 2 if outline is not None else 0.0)
        if fill is not None:
            self._fill(fill)
        if outline is not None:
            self._stroke(outline, width)
        self._canvas.ellipse(
            left,
            self._height - bottom,
            right,
            self._height - top,
            stroke=int(outline is not None),
            fill=int(fill is not None),
        )

    def text(
        self,
        at: Point,
        text: str,
        colour: Colour,
        size: float,
        *,
        face: str = "regular",
        anchor: str = "ms",
    ) -> None:
        """Write one line of a bundled face; the anchor is ls, ms or rs."""
        self._fill(colour)
        self._canvas.setFont(_pdf_font(face), size)
        write = {
            "ls": self._canvas.drawString,
            "ms": self._canvas.drawCentredString,
            "rs": self._canvas.drawRightString,
        }[anchor]
        write(at[0], self._height - at[1], text)

    def picture(self, image: Image.Image, box: Box) -> None:
        """Lay a picture over a box, stretched to it."""
        left, top, right, bottom = box
        self._canvas.drawImage(
            ImageReader(image),
            left,
            self._height - bottom,
            right - left,
            bottom - top,
            mask="auto",
        )


def _inset(box: Box, by: float) -> Box:
    left, top, right, bottom = box
    return left + by, top + by, right - by, bottom - by


def pdf_bytes(sheet: Sheet, *, backs: bool = True) -> bytes:
    """Return a sheet as PDF: each page's front and, where wanted, its back behind it."""
    from reportlab.pdfgen.canvas import Canvas as PdfCanvas

    width, height = sheet.paper.width * POINT, sheet.paper.height * POINT
    out = BytesIO()
    canvas = PdfCanvas(
        out,
        pagesize=(width, height),
        pageCompression=1,
        invariant=1,
        initialFontName=_pdf_font("condensed"),  # type: ignore[arg-type] # the stub errs
    )
    canvas.setTitle(sheet.title)
    canvas.setCreator("vassal-bridge")
    for page in sheet.pages:
        for back in (False, True) if backs else (False,):
            draw_page(PdfSurface(canvas, height), sheet, page, POINT, back=back)
            canvas.showPage()
    canvas.save()
    return out.getvalue()
