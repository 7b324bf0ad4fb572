"""A canvas whose picture is a drawing (SVG): the same calls, every shape kept as a shape.

Letters stay text: they name the bundled font family and say how wide they are, so that a viewer
with another font at hand keeps every word in its place.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from vassal_bridge.pictures.canvas import Box, Canvas, Point, png_bytes
from vassal_bridge.pictures.colours import Colour
from vassal_bridge.pictures.fonts import font
from vassal_bridge.pictures.svg import rasterise
from vassal_bridge.pictures.washes import Melt, Wash

if TYPE_CHECKING:
    from PIL import Image

_FAMILIES = (("serif", "DejaVu Serif", "serif"), ("mono", "DejaVu Sans Mono", "monospace"))
_MEASURE = 4
"""Texts are measured this much enlarged, where hinting matters less."""


class SvgCanvas(Canvas):
    """A drawing being made; `svg` gives its text. Coordinates are those of a Canvas."""

    def __init__(self, width: int, height: int, background: Colour | None) -> None:
        self.width, self.height, self.factor = width, height, 1
        self._parts: list[str] = []
        self._filters: dict[Melt, str] = {}
        self._masks: dict[tuple[Melt, bool], str] = {}
        if background is not None:
            self.rectangle((0, 0, width, height), background)

    def svg(self) -> str:
        """Return the drawing."""
        size = f'width="{self.width}" height="{self.height}"'
        head = (
            '<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg"'
            ' xmlns:xlink="http://www.w3.org/1999/xlink"'
            f' {size} viewBox="0 0 {self.width} {self.height}">\n'
        )
        return head + "\n".join(self._parts) + "\n</svg>\n"

    def finish(self) -> Image.Image:
        """Return the drawing as pixels."""
        return rasterise(self.svg().encode("utf-8"), lambda name: None)

    def washes(self, washes: Iterable[Wash]) -> None:
        """Lay washes on the drawing, one after the other."""
        for wash in washes:
            shape = self._melted(wash.melt, _ink(wash.colour))
            for melt, is_inside in ((wash.inside, True), (wash.outside, False)):
                if melt is not None:
                    shape = f'<g mask="url(#{self._mask(melt, is_inside=is_inside)})">{shape}</g>'
            if wash.strength < 1.0:
                shape = f'<g opacity="{_number(wash.strength)}">{shape}</g>'
            self._parts.append(shape)

    def _melted(self, melt: Melt, ink: str) -> str:
        """Return a melted shape: its polygons, blurred, and the blurred edge drawn sharp again."""
        if not melt.shapes:
            return ""
        path = " ".join(f"M{_points(shape)}Z" for shape in melt.shapes)
        return f'<path d="{path}" fill="{ink}" filter="url(#{self._filter(melt)})"/>'

    def _filter(self, melt: Melt) -> str:
        """Return the name of the filter that melts a shape."""
        if melt not in self._filters:
            name = self._filters[melt] = f"melt{len(self._filters)}"
            left, top, right, bottom = melt.frame((self.width, self.height))
            steep = melt.steepness
            self._parts.append(
                f'<filter id="{name}" filterUnits="userSpaceOnUse" x="{left}" y="{top}"'
                f' width="{right - left}" height="{bottom - top}"'
                ' color-interpolation-filters="sRGB">'
                f'<feGaussianBlur stdDeviation="{_number(melt.blur)}"/><feComponentTransfer>'
                f'<feFuncA type="linear" slope="{_number(steep)}"'
                f' intercept="{_number(0.5 - steep * melt.level)}"/>'
                "</feComponentTransfer></filter>"
            )
        return self._filters[melt]

    def _mask(self, melt: Melt, *, is_inside: bool) -> str:
        """Return the name of the mask that shows what is inside a melt, or what is outside."""
        if (melt, is_inside) not in self._masks:
            name = self._masks[melt, is_inside] = f"mask{len(self._masks)}"
            size = f'width="{self.width}" height="{self.height}"'
            back = "" if is_inside else f'<rect {size} fill="#ffffff"/>'
            shape = self._melted(melt, "#ffffff" if is_inside else "#000000")
            self._parts.append(
                f'<mask id="{name}" maskUnits="userSpaceOnUse" x="0" y="0" {size}>'
                f"{back}{shape}</mask>"
            )
        return self._masks[melt, is_inside]

    # --- the calls of a canvas ---------------------------------------------------------------

    def polygon(
        self,
        points: Sequence[Point],
        fill: Colour | None = None,
        outline: Colour | None = None,
        width: float = 1.0,
    ) -> None:
        """Draw a closed polygon."""
        self._shape(f'<polygon points="{_points(points)}"', fill, outline, width)

    def line(
        self, points: Sequence[Point], colour: Colour, width: float, *, closed: bool = False
    ) -> None:
        """Draw a line through points, with round joints and round ends."""
        self._parts.append(
            f'<polyline points="{_points(points)}" fill="none" stroke="{_ink(colour)}"'
            f' stroke-width="{_number(width)}" stroke-linecap="round" stroke-linejoin="round"/>'
        )

    def rectangle(
        self,
        box: Box,
        fill: Colour | None = None,
        outline: Colour | None = None,
        width: float = 1.0,
        radius: float = 0.0,
    ) -> None:
        """Draw a rectangle; the outline lies inside the box."""
        left, top, right, bottom = _inset(box, width if outline is not None else 0.0)
        rounded = f' rx="{_number(radius)}"' if radius else ""
        self._shape(
            f'<rect x="{_number(left)}" y="{_number(top)}" width="{_number(right - left)}"'
            f' height="{_number(bottom - top)}"{rounded}',
            fill,
            outline,
            width,
        )

    def ellipse(
        self,
        box: Box,
        fill: Colour | None = None,
        outline: Colour | None = None,
        width: float = 1.0,
    ) -> None:
        """Draw an ellipse inside a box."""
        left, top, right, bottom = _inset(box, width if outline is not None else 0.0)
        self._shape(
            f'<ellipse cx="{_number((left + right) / 2)}" cy="{_number((top + bottom) / 2)}"'
            f' rx="{_number((right - left) / 2)}" ry="{_number((bottom - top) / 2)}"',
            fill,
            outline,
            width,
        )

    def text(
        self,
        at: Point,
        text: str,
        colour: Colour,
        size: float,
        *,
        face: str = "regular",
        anchor: str = "mm",
        halo: Colour | None = None,
        halo_width: float = 0.0,
    ) -> None:
        """Write one line; the anchor is Pillow's ("mm": the point is the text's middle)."""
        letters = font(face, size * _MEASURE)
        length = letters.getlength(text) / _MEASURE
        left = at[0] - {"l": 0.0, "m": 0.5, "r": 1.0}[anchor[0]] * length
        edge = ""
        if halo is not None and halo_width:
            edge = (
                f' stroke="{_ink(halo)}" stroke-width="{_number(2 * halo_width)}"'
                ' stroke-linejoin="round" paint-order="stroke"'
            )
        self._parts.append(
            f'<text x="{_number(left)}" y="{_number(_baseline(at[1], face, size, anchor[1]))}"'
            f' textLength="{_number(length)}" lengthAdjust="spacingAndGlyphs"'
            f"{_style(face, size, colour)}{edge}>{escape(text)}</text>"
        )

    def slanted_text(
        self,
        at: Point,
        text: str,
        colour: Colour,
        size: float,
        angle: float,
        *,
        face: str = "regular",
        spacing: float = 0.0,
    ) -> None:
        """Write a line turned by degrees anticlockwise around its middle, letters spaced out."""
        letters = font(face, size * _MEASURE)
        lengths = [letters.getlength(letter) / _MEASURE for letter in text]
        x = at[0] - (sum(lengths) + spacing * (len(text) - 1)) / 2
        places: list[str] = []
        for length in lengths:
            places.append(_number(x))
            x += length + spacing
        turn = f' transform="rotate({_number(-angle)} {_points([at])})"' if angle else ""
        self._parts.append(
            f'<text x="{" ".join(places)}" y="{_number(_baseline(at[1], face, size, "m"))}"'
            f"{_style(face, size, colour)}{turn}>{escape(text)}</text>"
        )

    def paste(self, image: Image.Image, at: Point) -> None:
        """Put a finished picture with its upper left corner at a point."""
        self.picture(image, (at[0], at[1], at[0] + image.width, at[1] + image.height))

    def picture(self, image: Image.Image, box: Box) -> None:
        """Lay a picture over a box, stretched to it."""
        left, top, right, bottom = box
        coded = base64.b64encode(png_bytes(image)).decode("ascii")
        self._parts.append(
            f'<image x="{_number(left)}" y="{_number(top)}" width="{_number(right - left)}"'
            f' height="{_number(bottom - top)}" preserveAspectRatio="none"'
            f' xlink:href="data:image/png;base64,{coded}"/>'
        )

    def _shape(self, start: str, fill: Colour | None, outline: Colour | None, width: float) -> None:
        inner = "none" if fill is None else _ink(fill)
        line = ""
        if outline is not None:
            line = f' stroke="{_ink(outline)}" stroke-width="{_number(width)}"'
        self._parts.append(f'{start} fill="{inner}"{line}/>')


def _number(value: float) -> str:
    """Return a number with at most two decimals."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


def _ink(colour: Colour) -> str:
    red, green, blue = colour
    return f"#{red:02x}{green:02x}{blue:02x}"


def _inset(box: Box, width: float) -> Box:
    """Return the middle of an outline that lies inside a box."""
    left, top, right, bottom = box
    half = width / 2
    return left + half, top + half, right - half, bottom - half


def _baseline(y: float, face: str, size: float, anchor: str) -> float:
    """Return where letters stand whose middle, foot or baseline is at a height."""
    above, below = (part / _MEASURE for part in font(face, size * _MEASURE).getmetrics())
    return y + {"s": 0.0, "m": (above - below) / 2, "b": -below, "a": above}[anchor]


def _style(face: str, size: float, colour: Colour) -> str:
    words = face.split("-")
    family, generic = next(
        ((name, generic) for word, name, generic in _FAMILIES if word in words),
        ("DejaVu Sans", "sans-serif"),
    )
    names = f"'{family}', {generic}"
    if "condensed" in words:
        names = f"'{family} Condensed', {names}"
    return (
        f' font-family="{names}" font-size="{_number(size)}"'
        + (' font-stretch="condensed"' if "condensed" in words else "")
        + (' font-weight="bold"' if "bold" in words else "")
        + (' font-style="italic"' if "italic" in words else "")
        + f' fill="{_ink(colour)}"'
    )
