"""Texts as the engine writes them: one line, or simple HTML of several lines.

The bundled fonts stand in for Java's logical ones. Of HTML only lines, bold type, colours and
sizes are understood; other marks are left out, and their text is kept.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, replace

from PIL import Image, ImageDraw

from vassal_bridge.pictures.colours import read_ink
from vassal_bridge.pictures.fonts import font
from vassal_bridge.pictures.sheet import Ink

_BOLD = 1
_TAG = re.compile(r"<\s*(/?)\s*([a-zA-Z]+)([^>]*)>")
_ATTRIBUTE = re.compile(r"""([a-zA-Z]+)\s*=\s*["']?([^"'\s>]+)""")
_LINE_ENDS = ("br", "p", "div", "tr", "li", "h1", "h2", "h3", "h4")
_NAMED = {
    "black": (0, 0, 0, 255),
    "blue": (0, 0, 255, 255),
    "gray": (128, 128, 128, 255),
    "green": (0, 128, 0, 255),
    "red": (255, 0, 0, 255),
    "white": (255, 255, 255, 255),
    "yellow": (255, 255, 0, 255),
}
_SIZES = (8, 10, 12, 14, 18, 24, 36)
"""Points of HTML's font sizes 1 to 7."""


@dataclass(frozen=True, slots=True)
class Style:
    """How letters look: size in pixels, colour (None: not seen), bold."""

    size: float
    ink: Ink | None
    bold: bool = False

    @property
    def face(self) -> str:
        """The bundled face."""
        return "bold" if self.bold else "regular"


@dataclass(frozen=True, slots=True)
class Run:
    """Letters of one style."""

    text: str
    style: Style

    @property
    def width(self) -> float:
        """The advance in pixels."""
        return font(self.style.face, self.style.size).getlength(self.text)

    @property
    def ascent(self) -> int:
        """The pixels above the base line."""
        return font(self.style.face, self.style.size).getmetrics()[0]

    @property
    def descent(self) -> int:
        """The pixels below the base line."""
        return font(self.style.face, self.style.size).getmetrics()[1]


Line = list[Run]


def style_of(size: float, ink: Ink | None, font_style: int = 0) -> Style:
    """Return the style for a size and Java's numbers: 1 bold, 2 italic, 3 both."""
    return Style(size, ink, bool(font_style & _BOLD))


def is_html(text: str) -> bool:
    """Tell whether Java would lay a label's text out as HTML."""
    return text[:6].lower() == "<html>"


def lines_of(text: str, style: Style) -> list[Line]:
    """Return a text's lines; a plain text is one line, whatever line feeds it holds."""
    if not is_html(text):
        return [[Run(re.sub(r"[\r\n]+", "", text), style)]]
    lines: list[Line] = [[]]
    styles = [style]
    at = 0
    for found in _TAG.finditer(text):
        _add(lines[-1], text[at : found.start()], styles[-1])
        at = found.end()
        closing, tag = bool(found[1]), found[2].lower()
        if tag in _LINE_ENDS:
            if lines[-1] or tag == "br":
                lines.append([])
        elif closing and tag in ("b", "strong", "font", "i", "em") and len(styles) > 1:
            styles.pop()
        elif not closing and tag in ("b", "strong", "font", "i", "em"):
            styles.append(_restyled(styles[-1], tag, dict(_ATTRIBUTE.findall(found[3]))))
    _add(lines[-1], text[at:], styles[-1])
    while len(lines) > 1 and not lines[-1]:
        lines.pop()
    return lines


def _add(line: Line, text: str, style: Style) -> None:
    plain = html.unescape(re.sub(r"\s+", " ", text))
    if not line:
        plain = plain.lstrip(" ")
    if plain:
        line.append(Run(plain, style))


def _restyled(style: Style, tag: str, attributes: dict[str, str]) -> Style:
    if tag in ("b", "strong"):
        return replace(style, bold=True)
    if tag != "font":
        return style
    colour = attributes.get("color", "").lower()
    if colour in _NAMED:
        style = replace(style, ink=_NAMED[colour])
    elif re.fullmatch(r"#[0-9a-f]{6}", colour):
        numbers = ",".join(str(int(colour[place : place + 2], 16)) for place in (1, 3, 5))
        style = replace(style, ink=read_ink(numbers))
    size = attributes.get("size", "")
    if size.isascii() and size.isdigit() and 1 <= int(size) <= len(_SIZES):
        style = replace(style, size=float(_SIZES[int(size) - 1]))
    return style


def size_of(lines: list[Line], style: Style) -> tuple[int, int]:
    """Return the width and height of lines, in whole pixels."""
    width = max((sum(run.width for run in line) for line in lines), default=0.0)
    height = sum(_height(line, style) for line in lines)
    return int(width + 0.999), height


def _height(line: Line, style: Style) -> int:
    runs = line or [Run("", style)]
    return max(run.ascent for run in runs) + max(run.descent for run in runs)


def write(lines: list[Line], style: Style, background: Ink | None = None) -> Image.Image:
    """Return lines as a picture of just their size, over a background if there is one."""
    width, height = size_of(lines, style)
    picture = Image.new("RGBA", (max(width, 1), max(height, 1)), background or (0, 0, 0, 0))
    top = 0
    for line in lines:
        runs = line or [Run("", style)]
        base, x = top + max(run.ascent for run in runs), 0.0
        for run in runs:
            _ink(picture, run, (x, base))
            x += run.width
        top += _height(line, style)
    return picture


def _ink(picture: Image.Image, run: Run, at: tuple[float, float]) -> None:
    if run.style.ink is None or not run.text:
        return
    layer = Image.new("RGBA", picture.size, (*run.style.ink[:3], 0))
    mask = Image.new("L", picture.size, 0)
    letters = font(run.style.face, run.style.size)
    ImageDraw.Draw(mask).text(at, run.text, fill=run.style.ink[3], font=letters, anchor="ls")
    layer.putalpha(mask)
    picture.alpha_composite(layer)
