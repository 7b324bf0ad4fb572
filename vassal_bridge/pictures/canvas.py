"""A canvas: shapes drawn enlarged and reduced at the end, so that every edge is smooth.

Coordinates are pixels of the finished picture, as floats; widths too. Nothing depends on a
clock, a locale or a system font: the same calls and library versions give the same picture.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from io import BytesIO
from typing import TypeAlias

from PIL import Image, ImageDraw

from vassal_bridge.pictures.colours import Colour
from vassal_bridge.pictures.fonts import font

Point: TypeAlias = tuple[float, float]
Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom."""


class Canvas:
    """A picture being drawn, `factor` times enlarged inside.

    With a `background` of None the picture is transparent where nothing is drawn.
    """

    def __init__(
        self, width: int, height: int, background: Colour | None, *, factor: int = 4
    ) -> None:
        self.width, self.height, self.factor = width, height, factor
        size = (width * factor, height * factor)
        if background is None:
            self._image = Image.new("RGBA", size, (0, 0, 0, 0))
        else:
            self._image = Image.new("RGB", size, background)
        self._draw = ImageDraw.Draw(self._image)

    @classmethod
    def over(cls, image: Image.Image, *, factor: int = 2) -> Canvas:
        """Return a canvas that begins with a picture already drawn."""
        canvas = cls.__new__(cls)
        canvas.width, canvas.height, canvas.factor = image.width, image.height, factor
        size = (image.width * factor, image.height * factor)
        canvas._image = image.resize(size, Image.Resampling.NEAREST)
        canvas._draw = ImageDraw.Draw(canvas._image)
        return canvas

    def _scaled(self, points: Iterable[Point]) -> list[Point]:
        """Return points on the enlarged picture; a pixel's own corner is at its upper left."""
        return [(x * self.factor - 0.5, y * self.factor - 0.5) for x, y in points]

    def polygon(
        self,
        points: Sequence[Point],
        fill: Colour | None = None,
        outline: Colour | None = None,
        width: float = 1.0,
    ) -> None:
        """Draw a closed polygon."""
        if fill is not None:
            self._draw.polygon(self._scaled(points), fill=fill)
        if outline is not None:
            self.line([*points, points[0]], outline, width, closed=True)

    def line(
        self, points: Sequence[Point], colour: Colour, width: float, *, closed: bool = False
    ) -> None:
        """Draw a line through points, with round joints and round ends."""
        thick = max(1, round(width * self.factor))
        scaled = self._scaled(points)
        self._draw.line(scaled, fill=colour, width=thick)
        if thick > 2:
            half = (thick - 1) / 2
            for x, y in scaled[1:] if closed else scaled:
                self._draw.ellipse((x - half, y - half, x + half, y + half), fill=colour)

    def dashes(
        self, start: Point, end: Point, colour: Colour, width: float, on: float, off: float
    ) -> None:
        """Draw a broken line."""
        length = math.dist(start, end)
        done = 0.0
        while done < length:
            stop = min(done + on, length)
            part = [
                (
                    start[0] + (end[0] - start[0]) * at / length,
                    start[1] + (end[1] - start[1]) * at / length,
                )
                for at in (done, stop)
            ]
            self.line(part, colour, width)
            done = stop + off

    def rectangle(
        self,
        box: Box,
        fill: Colour | None = None,
        outline: Colour | None = None,
        width: float = 1.0,
        radius: float = 0.0,
    ) -> None:
        """Draw a rectangle; the outline lies inside the box."""
        left, top, right, bottom = (side * self.factor for side in box)
        corners = (left, top, right - 1, bottom - 1)
        self._draw.rounded_rectangle(
            corners,
            radius=radius * self.factor,
            fill=fill,
            outline=outline,
            width=max(1, round(width * self.factor)) if outline is not None else 0,
        )

    def ellipse(
        self,
        box: Box,
        fill: Colour | None = None,
        outline: Colour | None = None,
        width: float = 1.0,
    ) -> None:
        """Draw an ellipse inside a box."""
        left, top, right, bottom = (side * self.factor for side in box)
        self._draw.ellipse(
            (left, top, right - 1, bottom - 1),
            fill=fill,
            outline=outline,
            width=max(1, round(width * self.factor)) if outline is not None else 0,
        )

    def disc(self, centre: Point, radius: float, fill: Colour) -> None:
        """Draw a filled circle."""
        x, y = centre
        self.ellipse((x - radius, y - radius, x + radius, y + radius), fill)

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
        self._draw.text(
            (at[0] * self.factor, at[1] * self.factor),
            text,
            fill=colour,
            font=font(face, size * self.factor),
            anchor=anchor,
            stroke_width=round(halo_width * self.factor) if halo is not None else 0,
            stroke_fill=halo,
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
        letters = font(face, size * self.factor)
        gap = spacing * self.factor
        lengths = [letters.getlength(letter) for letter in text]
        width = math.ceil(sum(lengths) + gap * (len(text) - 1)) + 4
        height = math.ceil(size * self.factor * 1.6)
        mask = Image.new("L", (width, height), 0)
        pen = ImageDraw.Draw(mask)
        x = 2.0
        for letter, length in zip(text, lengths, strict=True):
            pen.text((x, height / 2), letter, fill=255, font=letters, anchor="lm")
            x += length + gap
        turned = mask.rotate(angle, expand=True, resample=Image.Resampling.BICUBIC)
        left = round(at[0] * self.factor - turned.width / 2)
        top = round(at[1] * self.factor - turned.height / 2)
        self._image.paste(colour, (left, top), turned)

    def paste(self, image: Image.Image, at: Point) -> None:
        """Put a finished picture with its upper left corner at a point."""
        size = (image.width * self.factor, image.height * self.factor)
        big = image.resize(size, Image.Resampling.NEAREST)
        place = (round(at[0] * self.factor), round(at[1] * self.factor))
        self._image.paste(big, place, big if big.mode == "RGBA" else None)

    def picture(self, image: Image.Image, box: Box) -> None:
        """Lay a picture over a box, stretched to it."""
        left, top, right, bottom = (round(side * self.factor) for side in box)
        size = (max(1, right - left), max(1, bottom - top))
        fitted = image.convert("RGBA").resize(size, Image.Resampling.LANCZOS)
        if self._image.mode == "RGBA":
            self._image.alpha_composite(fitted, (left, top))
        else:
            self._image.paste(fitted, (left, top), fitted)

    def finish(self) -> Image.Image:
        """Return the picture in its true size."""
        if self._image.mode == "RGBA":
            return _reduce_clear(self._image, self.factor)
        return self._image.reduce(self.factor)


def _reduce_clear(image: Image.Image, factor: int) -> Image.Image:
    """Reduce a picture with clear parts so that their colour does not bleed into the edges."""
    weighted = image.convert("RGBa").reduce(factor)
    return weighted.convert("RGBA")


def png_bytes(image: Image.Image) -> bytes:
    """Return a picture as PNG: pixels only, no time, no software name, no other remarks."""
    clean = Image.frombytes(image.mode, image.size, image.tobytes())
    out = BytesIO()
    clean.save(out, "PNG", compress_level=9 if clean.width * clean.height < 65_536 else 6)
    return out.getvalue()
