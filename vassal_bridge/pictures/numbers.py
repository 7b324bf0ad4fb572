"""The names of cells and regions as they are written on a board (VASSAL.tools.Labeler)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from PIL import Image

from vassal_bridge.formats.buildfile import Component
from vassal_bridge.formats.fields import read_int
from vassal_bridge.pictures.colours import read_ink
from vassal_bridge.pictures.sheet import Ink, Sheet
from vassal_bridge.pictures.writing import Run, Style, write

LEAST_SIZE = 5
"""Numbers smaller than this are not drawn."""


@dataclass(frozen=True, slots=True)
class Label:
    """A text on a board, centred over `at`: hanging from it, or with its middle there.

    `angle` is 0, 90, 180 or 270 degrees clockwise; `aside` are pixels along the turned axes.
    """

    text: str
    at: tuple[int, int]
    size: int
    ink: Ink
    is_top: bool = False
    angle: int = 0
    aside: tuple[int, int] = (0, 0)
    back: Ink | None = None
    frame: Ink | None = None

    def draw(self, sheet: Sheet) -> None:
        """Write the text on a sheet."""
        style = Style(float(self.size), self.ink)
        image = write(Run(f" {self.text} ", style), self.back)
        width, height = image.size
        x, y = _into(self.at, self.angle)
        x, y = x + self.aside[0], y + self.aside[1]
        left, top = x - width // 2, y if self.is_top else y - height // 2
        match self.angle:
            case 90:
                image = image.transpose(Image.Transpose.ROTATE_270)
                left, top = -(top + height), left
            case 180:
                image = image.transpose(Image.Transpose.ROTATE_180)
                left, top = -(left + width), -(top + height)
            case 270:
                image = image.transpose(Image.Transpose.ROTATE_90)
                left, top = top, -(left + width)
        sheet.paste(image, left, top)
        if self.frame is not None:
            sheet.rectangle((left, top, left + width, top + height), None, self.frame)


def _into(at: tuple[int, int], angle: int) -> tuple[int, int]:
    """Return a point in axes turned clockwise."""
    x, y = at
    turned = {90: (y, -x), 180: (-x, -y), 270: (-y, x)}
    return turned.get(angle, (x, y))


def label_at(
    numbering: Component, text: str, at: tuple[int, int], zoom: float, *, is_top: bool
) -> Iterator[Label]:
    """Yield the label of a cell as its grid's numbering writes it; none where it is too small."""
    size = math.floor(zoom * read_int(numbering.get("fontSize"), 9) + 0.5)
    ink = read_ink(numbering.get("color", "0,0,0"))
    if size < LEAST_SIZE or ink is None or not text:
        return
    aside = (
        int(read_int(numbering.get("hDrawOff")) * zoom),
        int(read_int(numbering.get("vDrawOff")) * zoom),
    )
    angle = read_int(numbering.get("rotateText")) % 360
    yield Label(text, at, size, ink, is_top, angle, aside)
