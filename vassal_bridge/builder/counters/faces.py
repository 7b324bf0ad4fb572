"""Draws one face of a counter on any surface, flat and with square corners.

Everything is placed in hundredths of the counter's width and height, so that a face looks the
same in every size, as pixels and on paper; lengths, such as the height of letters, are in
hundredths of its shorter edge. Texts are measured once, without a surface.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from PIL import Image

from vassal_bridge.builder.reading.counterrows import CounterRow
from vassal_bridge.builder.reading.facerecipe import FaceStyle, KindStyle, PartStyle
from vassal_bridge.builder.reading.layouts import find_layout
from vassal_bridge.builder.reading.modulerecipe import ModuleRecipe
from vassal_bridge.pictures.canvas import Box
from vassal_bridge.pictures.colours import WHITE, Colour, ink_on, lighter, mix
from vassal_bridge.pictures.fonts import font
from vassal_bridge.pictures.surface import Surface
from vassal_bridge.pictures.symbols import CAP_HEIGHT, Frame, draw_symbol

Art = Callable[[str], Image.Image | None]
"""Gives a picture of a recipe's art folder by its name."""

PLACE = re.compile(r"\{([^{}]+)\}")
BACK = "back_"
"""What a column's name begins with whose cells stand on the back."""
SEPARATORS = frozenset("-–/·:,+ ")
"""Signs that stand between two figures and mean nothing without both."""
NIGHT: Colour = (22, 24, 28)
WHOLE: Box = (0.0, 0.0, 100.0, 100.0)
LEAST_SIZE = 6.0
RIM = 3.0
"""How far from the edge letters stay, in hundredths."""
LEADING = 1.12
_MEASURE = 200.0


@dataclass(frozen=True, slots=True)
class Plot:
    """Where a counter stands on a surface: its upper left corner, its width and its height."""

    left: float
    top: float
    width: float
    height: float

    @property
    def edge(self) -> float:
        """The shorter edge."""
        return min(self.width, self.height)

    @property
    def stretch(self) -> tuple[float, float]:
        """How many shorter edges it is wide and high."""
        return self.width / self.edge, self.height / self.edge

    def box(self, box: Box) -> Box:
        """Return a box given in hundredths."""
        left, top, right, bottom = box
        return (
            self.left + left * self.width / 100,
            self.top + top * self.height / 100,
            self.left + right * self.width / 100,
            self.top + bottom * self.height / 100,
        )

    def upright(self, box: Box) -> Box:
        """Return a box given in hundredths, as wide to its height as on a square counter."""
        left, top, right, bottom = box
        across, down = self.stretch
        wide, high = (right - left) / across, (bottom - top) / down
        grow = min(across, down)
        x, y = (left + right - wide * grow) / 2, (top + bottom - high * grow) / 2
        return self.box((x, y, x + wide * grow, y + high * grow))

    def length(self, hundredths: float) -> float:
        """Return a length given in hundredths."""
        return hundredths * self.edge / 100


def filled(template: str, value: Callable[[str], str]) -> str:
    """Return a text with its {places} filled; empty where it has some and all are empty.

    Where only signs such as - and / stand between places, an empty one takes its sign along.

    >>> filled("{attack}-{defense}-{move}", {"attack": "", "defense": "4", "move": "6"}.__getitem__)
    '4-6'
    """
    words = PLACE.split(template)
    values, between = [value(name) for name in words[1::2]], words[2:-1:2]
    if values and not any(values):
        return ""
    if all(set(sign) <= SEPARATORS for sign in between):
        found = ""
        for sign, one in zip(["", *between], values, strict=False):
            if one:
                found += (sign if found else "") + one
        return words[0] + found + (words[-1] if len(words) > 1 else "")
    filling = iter(values)
    return PLACE.sub(lambda _: next(filling), template)


@dataclass(frozen=True, slots=True)
class Face:
    """One face of one counter: what its texts and colours are."""

    recipe: ModuleRecipe
    row: CounterRow
    index: int
    dark: bool = False

    @property
    def kind(self) -> KindStyle:
        """The counter's kind."""
        return self.recipe.kinds[self.row.kind]

    @property
    def style(self) -> FaceStyle:
        """What is special about this face."""
        return self.kind.faces[self.index]

    def text(self, template: str) -> str:
        """Return a text with its places filled; empty where all of them are empty."""
        return filled(template, self.value)

    def value(self, name: str) -> str:
        """Return a field of the face, the kind or the recipe, else the row's cell."""
        for fields in (self.style.fields, self.kind.fields, self.recipe.fields):
            if name in fields:
                return filled(fields[name], self.cell)
        return self.style.word if name == "word" else self.cell(name)

    def cell(self, column: str) -> str:
        """Return a cell; on a back the one of the column's own back, where it is filled."""
        cells = self.row.cells
        back = cells.get(BACK + column, "") if self.index else ""
        return back or cells.get(column, "")

    @property
    def ground(self) -> Colour:
        """The counter's ground."""
        recipe, row = self.recipe, self.row
        name = (
            self.style.fill
            or self.cell("fill")
            or recipe.fills.get(row.id)
            or self.kind.fill
            or recipe.side_colours[row.side]
        )
        ground = recipe.palette[name]
        if self.style.pale:
            ground = lighter(ground, 0.5)
        return mix(ground, NIGHT, 0.62) if self.dark else ground

    @property
    def paper(self) -> Colour:
        """The ground of the symbol: a tint of the band's colour, else of the ground."""
        band = self.colour("{band}")
        if self.dark:
            return mix(band or self.ground, NIGHT, 0.45)
        return lighter(self.ground, 0.62) if band is None else mix(band, WHITE, 0.72)

    def colour(self, name: str) -> Colour | None:
        """Return what a part calls a colour; None for none."""
        own = {"ground": self.ground, "ink": ink_on(self.ground)}
        if name in own:
            return own[name]
        if name == "paper":
            return self.paper
        if PLACE.search(name):
            text = self.text(name)
            name = self.recipe.bands.get(text, text)
        if not name or name not in self.recipe.palette:
            return None
        found = self.recipe.palette[name]
        return mix(found, NIGHT, 0.35) if self.dark else found

    @property
    def is_picture(self) -> bool:
        """Whether a picture covers the whole face."""
        return any(
            part.draw == "image" and part.box == WHOLE and bool(self.text(part.text))
            for part in self.parts
        )

    @property
    def parts(self) -> tuple[PartStyle, ...]:
        """The parts that stand on this face, the hindmost first."""
        layout = find_layout(self.recipe, self.style.layout or self.kind.layout)
        shown = ("all", "back" if self.index else "front")
        return tuple(part for part in layout.parts if part.faces in shown)


def draw_face(surface: Surface, plot: Plot, face: Face, art: Art) -> None:
    """Draw a face: its ground and its layout's parts."""
    surface.rectangle(plot.box((0, 0, 100, 100)), face.ground)
    draw_parts(surface, plot, face, art)


def draw_parts(surface: Surface, plot: Plot, face: Face, art: Art) -> None:
    """Draw a face's parts without its ground."""
    drawing = _Drawing(surface, plot, face, art)
    for part in face.parts:
        _DRAWINGS[part.draw](drawing, part)


def draw_bleed(surface: Surface, plot: Plot, face: Face, by: Box) -> None:
    """Draw what lies around a face: its ground, and the bands that touch its edges.

    `by` is how far it reaches beyond the left, upper, right and lower edge, in hundredths.
    """
    surface.rectangle(plot.box(_beyond((0, 0, 100, 100), by)), face.ground)
    for part in face.parts:
        left, top, right, bottom = part.box
        fill = face.colour(part.fill) if part.draw in ("box", "text") else None
        shown = not part.text or face.text(part.text)
        if fill is not None and shown and (min(left, top) <= 0 or max(right, bottom) >= 100):
            surface.rectangle(plot.box(_beyond(part.box, by)), fill)


def _beyond(box: Box, by: Box) -> Box:
    """Return a box that reaches beyond the edges of the counter which it touches."""
    left, top, right, bottom = box
    return (
        left - by[0] if left <= 0 else left,
        top - by[1] if top <= 0 else top,
        right + by[2] if right >= 100 else right,
        bottom + by[3] if bottom >= 100 else bottom,
    )


@dataclass(frozen=True, slots=True)
class _Drawing:
    surface: Surface
    plot: Plot
    face: Face
    art: Art

    def box(self, part: PartStyle) -> Box:
        return self.plot.box(part.box)


def _draw_box(drawing: _Drawing, part: PartStyle) -> None:
    fill, line = drawing.face.colour(part.fill), drawing.face.colour(part.line)
    if (part.text and not drawing.face.text(part.text)) or (fill is None and line is None):
        return
    width = drawing.plot.length(1.6)
    radius = drawing.plot.length(part.radius)
    drawing.surface.rectangle(drawing.box(part), fill, line, width, radius=radius)


def _draw_disc(drawing: _Drawing, part: PartStyle) -> None:
    fill, line = drawing.face.colour(part.fill), drawing.face.colour(part.line)
    if (part.text and not drawing.face.text(part.text)) or (fill is None and line is None):
        return
    drawing.surface.ellipse(drawing.box(part), fill, line, drawing.plot.length(1.6))


def _draw_image(drawing: _Drawing, part: PartStyle) -> None:
    name = drawing.face.text(part.text)
    image = drawing.art(name) if name else None
    if image is not None:
        drawing.surface.picture(image, drawing.box(part))


def _draw_symbol(drawing: _Drawing, part: PartStyle) -> None:
    face = drawing.face
    marks = face.row.symbol or face.kind.symbol
    if not marks:
        return
    paper = (face.colour(part.fill) if part.fill else None) or face.paper
    ink = face.colour(part.colour) or ink_on(face.ground)
    if face.dark:
        paper = mix(paper, NIGHT, 0.2)
    frame = Frame(drawing.plot.upright(part.box), ink, drawing.plot.length(2.5))
    if ink == WHITE and not face.dark:
        paper = mix(paper, face.ground, 0.75)
    draw_symbol(drawing.surface, frame, marks, paper, face.row.size or face.kind.size)


def _draw_text(drawing: _Drawing, part: PartStyle) -> None:
    face, plot = drawing.face, drawing.plot
    text = face.text(part.text).replace("|", "\n")
    if not text:
        return
    fill = face.colour(part.fill)
    if fill is not None:
        drawing.surface.rectangle(drawing.box(part), fill, radius=plot.length(part.radius))
    ink = face.colour(part.colour) or ink_on(fill or face.ground)
    across, down = plot.stretch
    left, right = max(part.box[0] * across, RIM), min(part.box[2] * across, 100 * across - RIM)
    top, bottom = max(part.box[1] * down, RIM), min(part.box[3] * down, 100 * down - RIM)
    inset = 2.0 if fill is not None else 0.0
    lines, size = fitted(text, (right - left - 2 * inset, bottom - top), part)
    high = ((len(lines) - 1) * LEADING + CAP_HEIGHT) * size
    base = (top + bottom - high) / 2 + CAP_HEIGHT * size
    x, anchor = {
        "left": (left + inset, "ls"),
        "right": (right - inset, "rs"),
        "centre": ((left + right) / 2, "ms"),
    }[part.align]
    for number, line in enumerate(lines):
        at = (plot.left + plot.length(x), plot.top + plot.length(base + number * size * LEADING))
        drawing.surface.text(at, line, ink, plot.length(size), face=part.font, anchor=anchor)


_DRAWINGS: Mapping[str, Callable[[_Drawing, PartStyle], None]] = MappingProxyType(
    {
        "box": _draw_box,
        "disc": _draw_disc,
        "image": _draw_image,
        "symbol": _draw_symbol,
        "text": _draw_text,
    }
)


def fitted(text: str, room: tuple[float, float], part: PartStyle) -> tuple[list[str], float]:
    """Return a text's lines and the size, at most the part's, at which they fit the room."""
    width, height = room
    size = part.size
    while True:
        lines = _lines(text, width / size, part)
        widest = max(_width(line, part.font) for line in lines) * size
        high = ((len(lines) - 1) * LEADING + CAP_HEIGHT) * size
        if (widest <= width and high <= height) or size <= LEAST_SIZE:
            return lines, size
        size = max(size - 0.5, LEAST_SIZE)


def _lines(text: str, width: float, part: PartStyle) -> list[str]:
    """Return a text's lines; with `wrap` broken at blanks. The width is in sizes."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        words = paragraph.split() if part.wrap else [paragraph.strip()]
        line = ""
        for word in words:
            longer = f"{line} {word}".strip()
            if line and _width(longer, part.font) > width:
                lines.append(line)
                line = word
            else:
                line = longer
        lines.append(line)
    return lines


@cache
def _width(text: str, face: str) -> float:
    """Return the width of a text in sizes."""
    return font(face, _MEASURE).getlength(text) / _MEASURE
