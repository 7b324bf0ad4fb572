"""Texts as the engine writes them: a line of runs, each in a style of its own.

The bundled fonts stand in for Java's logical ones. Texts of several lines are in
`pictures.htmltext`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from PIL import Image, ImageDraw

from vassal_bridge.pictures.advances import advance, length, metrics
from vassal_bridge.pictures.fonts import face_of, font
from vassal_bridge.pictures.sheet import Ink

_BOLD, _ITALIC = 1, 2
_MOST = 10_000
"""Pixels from which on a line is cut off."""


@dataclass(frozen=True, slots=True)
class Style:
    """How letters look: size in pixels, colour (None: not seen), face, and lines through them.

    `rise` are the pixels by which they stand above the base line, or with a minus below it;
    `back` is the colour behind them.
    """

    size: float
    ink: Ink | None
    bold: bool = False
    italic: bool = False
    family: str = "Dialog"
    underlined: bool = False
    struck: bool = False
    rise: int = 0
    back: Ink | None = None

    @property
    def face(self) -> str:
        """The bundled face."""
        return face_of(self.family, bold=self.bold, italic=self.italic)


@dataclass(frozen=True, slots=True)
class Run:
    """Letters of one style."""

    text: str
    style: Style

    @property
    def width(self) -> float:
        """The advance in pixels."""
        return length(self.text, self.style.face, self.style.size)

    @property
    def ascent(self) -> int:
        """The pixels above the base line."""
        return max(0, metrics(self.style.face, self.style.size)[0] + self.style.rise)

    @property
    def descent(self) -> int:
        """The pixels below the base line."""
        return max(0, metrics(self.style.face, self.style.size)[1] - self.style.rise)

    def draw(self, picture: Image.Image, x: float, base: int) -> None:
        """Write the run on a picture, its base line at a height."""
        style, end = self.style, int(x + self.width + 0.5)
        top, bottom = base - self.ascent, base + self.descent
        if style.back is not None:
            _bar(picture, (int(x), top, end, bottom), style.back)
        if style.ink is None or not self.text:
            return
        raised = base - style.rise
        _letters(picture, self, (x, raised), style.ink)
        if style.underlined:
            _bar(picture, (int(x), raised + 1, end, raised + 2), style.ink)
        if style.struck:
            middle = raised - self.ascent // 3
            _bar(picture, (int(x), middle, end, middle + 1), style.ink)


def style_of(size: float, ink: Ink | None, font_style: int = 0, family: str = "Dialog") -> Style:
    """Return the style for a size and Java's numbers: 1 bold, 2 italic, 3 both."""
    return Style(size, ink, bool(font_style & _BOLD), bool(font_style & _ITALIC), family)


def plain_run(text: str, style: Style) -> Run:
    """Return a plain text: one line, whatever line feeds it holds."""
    return Run(re.sub(r"[\r\n]+", "", text), style)


def run_size(run: Run) -> tuple[int, int]:
    """Return the width and height of a run, in whole pixels."""
    return min(int(run.width + 0.999), _MOST), run.ascent + run.descent


def write(run: Run, background: Ink | None = None) -> Image.Image:
    """Return a run as a picture of just its size, over a background if there is one."""
    width, height = run_size(run)
    picture = Image.new("RGBA", (max(width, 1), max(height, 1)), background or (0, 0, 0, 0))
    run.draw(picture, 0.0, run.ascent)
    return picture


def _letters(picture: Image.Image, run: Run, at: tuple[float, float], ink: Ink) -> None:
    """Lay letters on a picture through a mask of just their own size."""
    letters = font(run.style.face, run.style.size)
    left, top, right, bottom = letters.getbbox(run.text, anchor="ls")
    right = max(right, run.width + run.style.size)
    x, y = int(at[0] + left) - 1, int(at[1] + top) - 1
    size = min(int(right - left) + 4, _MOST), int(bottom - top) + 4
    mask = Image.new("L", size, 0)
    draw, pen = ImageDraw.Draw(mask), at[0] - x
    for letter in run.text:
        if pen > size[0]:
            break
        draw.text((pen, at[1] - y), letter, fill=ink[3], font=letters, anchor="ls")
        pen += advance(letter, run.style.face, run.style.size)
    layer = Image.new("RGBA", size, (*ink[:3], 0))
    layer.putalpha(mask)
    _compose(picture, layer, x, y)


def _bar(picture: Image.Image, box: tuple[int, int, int, int], ink: Ink) -> None:
    left, top, right, bottom = box
    if right > left and bottom > top:
        _compose(picture, Image.new("RGBA", (right - left, bottom - top), ink), left, top)


def _compose(picture: Image.Image, layer: Image.Image, x: int, y: int) -> None:
    if x < picture.width and y < picture.height and x + layer.width > 0 and y + layer.height > 0:
        picture.alpha_composite(layer, (max(x, 0), max(y, 0)), (max(-x, 0), max(-y, 0)))
