"""Draws counters: one picture a face, and the small marks that lie on them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from PIL import Image

from vassal_bridge.builder.gamedata import CounterRow
from vassal_bridge.builder.modulerecipe import FaceStyle, KindStyle, LayerStyle, ModuleRecipe
from vassal_bridge.pictures.canvas import Canvas, png_bytes
from vassal_bridge.pictures.colours import WHITE, Colour, darker, ink_on, lighter, mix
from vassal_bridge.pictures.fonts import fit_size, wrap
from vassal_bridge.pictures.symbols import Frame, draw_symbol

FACTOR = 4
MARK_SIZE = 20
"""Pixels of the small marks, such as the "1" of a step loss."""
MOVED_IMAGE = "mark-moved.png"


@dataclass(frozen=True, slots=True)
class CounterImages:
    """The names of a counter's pictures, one a face, in the order of its faces."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CounterSet:
    """Every counter's pictures by its id, the marks' pictures by layer, and the bytes by name."""

    counters: Mapping[str, CounterImages]
    marks: Mapping[str, str]
    files: Mapping[str, bytes]


def slug(text: str) -> str:
    """Return a text as part of a file name: small letters, digits and hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "x"


def make_counters(recipe: ModuleRecipe, rows: tuple[CounterRow, ...]) -> CounterSet:
    """Draw every face of every counter; equal pictures are kept once."""
    files: dict[str, bytes] = {}
    known: dict[bytes, str] = {}
    counters: dict[str, CounterImages] = {}
    for row in rows:
        kind = recipe.kinds[row.kind]
        names = []
        for index, face in enumerate(kind.faces):
            content = png_bytes(draw_face(recipe, row, index, face))
            if content not in known:
                name = f"{slug(row.kind)}-{slug(row.id)}{'ab'[index]}.png"
                known[content] = name
                files[name] = content
            names.append(known[content])
        counters[row.id] = CounterImages(tuple(names))
    marks = {}
    for layer in recipe.layers.values():
        marks[layer.name] = f"mark-{slug(layer.name)}.png"
        files[marks[layer.name]] = png_bytes(draw_mark(layer, recipe))
    if any(prototype.moved for prototype in recipe.prototypes.values()):
        files[MOVED_IMAGE] = png_bytes(draw_moved(recipe))
    return CounterSet(counters, marks, files)


def draw_face(recipe: ModuleRecipe, row: CounterRow, index: int, face: FaceStyle) -> Image.Image:
    """Draw one face of a counter."""
    kind = recipe.kinds[row.kind]
    fill = recipe.fills.get(row.id) or kind.fill or recipe.side_colours[row.side]
    ground = recipe.palette[fill]
    if face.pale:
        ground = lighter(ground, 0.5)
    canvas = Canvas(kind.size, kind.size, None, factor=FACTOR)
    strength = row.back if index else row.front
    _draw_body(canvas, ground)
    match kind.shape:
        case "fort":
            _draw_fort(canvas, row, ground, strength)
        case "marker":
            _draw_marker(canvas, row, kind, ground)
        case _:
            _draw_unit(canvas, recipe, row, ground, face, strength)
    return canvas.finish()


def _draw_body(canvas: Canvas, ground: Colour) -> None:
    """Draw the cardboard: a soft edge, light from the upper left."""
    size = canvas.width
    canvas.rectangle((0, 0, size, size), darker(ground, 0.55), radius=4)
    canvas.rectangle((0.8, 0.8, size - 0.8, size - 0.8), darker(ground, 0.18), radius=3.4)
    canvas.rectangle((0.8, 0.8, size - 1.8, size - 1.8), lighter(ground, 0.45), radius=3.2)
    canvas.rectangle((1.8, 1.8, size - 1.8, size - 1.8), ground, radius=2.6)


def _draw_unit(
    canvas: Canvas,
    recipe: ModuleRecipe,
    row: CounterRow,
    ground: Colour,
    face: FaceStyle,
    strength: str,
) -> None:
    kind = recipe.kinds[row.kind]
    size = canvas.width
    ink = ink_on(ground)
    band = recipe.palette[recipe.bands[row.regiment]] if row.regiment in recipe.bands else ground
    if row.regiment in recipe.bands:
        canvas.rectangle((1.8, 1.8, size - 1.8, 13.5), band, radius=2.6)
        canvas.rectangle((1.8, 8, size - 1.8, 13.5), band)
    name = row.name
    height = fit_size(name, size - 8, "condensed-bold", 9.5, least=6)
    canvas.text((size / 2, 7.9), name, ink_on(band), height, face="condensed-bold")
    paper = mix(band, WHITE, 0.72) if row.regiment in recipe.bands else lighter(ground, 0.62)
    top, foot = (19.0, 31.0) if face.word else (20.5, 35.5)
    frame = Frame((15, top, size - 15, foot), ink if ink != WHITE else (20, 20, 20), 1.4)
    if ink == WHITE:
        canvas.rectangle((12.5, 14.6, size - 12.5, foot + 2), lighter(ground, 0.4), radius=2)
    draw_symbol(canvas, frame, kind.marks, paper)
    _draw_figures(canvas, kind, ink, strength, lifted=bool(face.word))
    if face.word:
        _draw_word(canvas, face.word)


def _draw_figures(
    canvas: Canvas, kind: KindStyle, ink: Colour, strength: str, *, lifted: bool
) -> None:
    size = canvas.width
    base = size - (17 if lifted else 10)
    height = 12 if lifted else 16
    if kind.note and not lifted:
        canvas.text((size / 2 - 1, base), strength, ink, height, face="bold", anchor="rm")
        canvas.text((size / 2 + 1.5, base + 1), kind.note, ink, 10, face="condensed", anchor="lm")
    else:
        canvas.text((size / 2, base), strength, ink, height, face="bold")


def _draw_word(canvas: Canvas, word: str) -> None:
    size = canvas.width
    canvas.rectangle((1.8, size - 11, size - 1.8, size - 1.8), (146, 32, 24), radius=2.6)
    canvas.rectangle((1.8, size - 11, size - 1.8, size - 5), (146, 32, 24))
    height = fit_size(word, size - 7, "condensed-bold", 8.5, least=5.5)
    canvas.text((size / 2, size - 6.4), word, WHITE, height, face="condensed-bold")


def _draw_fort(canvas: Canvas, row: CounterRow, ground: Colour, strength: str) -> None:
    size = canvas.width
    ink = ink_on(ground)
    canvas.rectangle((5, 5, size - 5, size - 5), None, mix(ground, ink, 0.35), 1, radius=2)
    concrete = (58, 54, 50) if ink != WHITE else (226, 220, 208)
    draw_symbol(canvas, Frame((10, 9, size - 10, 35), concrete), ("fort",), ground)
    canvas.rectangle((17, 22.5, size - 17, 26.5), ground, radius=1.6)
    group = row.group or ""
    if group:
        canvas.disc((size - 13, size - 13), 8.2, WHITE)
        canvas.text((size - 13, size - 12.6), group, (176, 26, 22), 12.5, face="bold")
    label = strength or ""
    at = (17.0 if group else size / 2, size - 12.5)
    canvas.text(at, label, ink, 14, face="bold")


def _draw_marker(canvas: Canvas, row: CounterRow, kind: KindStyle, ground: Colour) -> None:
    size = canvas.width
    ink = ink_on(ground)
    top = 4.0
    if kind.marks:
        frame = Frame((size / 2 - 11, 7, size / 2 + 11, 21), ink, 1.4)
        draw_symbol(canvas, frame, kind.marks, lighter(ground, 0.6))
        top = 23.0
    text = row.front or row.name
    height = 13.0
    lines = wrap(text, size - 8, "condensed-bold", height)
    while height > 7.5 and (
        len(lines) * height * 1.15 > size - top - 4
        or any(fit_size(line, size - 8, "condensed-bold", height) < height for line in lines)
    ):
        height -= 0.5
        lines = wrap(text, size - 8, "condensed-bold", height)
    middle = (top + size - 4) / 2
    first = middle - (len(lines) - 1) * height * 1.15 / 2
    for number, line in enumerate(lines):
        at = (size / 2, first + number * height * 1.15)
        canvas.text(at, line, ink, height, face="condensed-bold")


def draw_mark(layer: LayerStyle, recipe: ModuleRecipe) -> Image.Image:
    """Draw a small mark that a Layer puts on a counter."""
    colour = recipe.palette[layer.colour]
    width = MARK_SIZE if len(layer.text) < 3 else MARK_SIZE + 4 * len(layer.text)
    canvas = Canvas(width, MARK_SIZE, None, factor=FACTOR)
    canvas.rectangle((0, 0, width, MARK_SIZE), darker(colour, 0.55), radius=5)
    canvas.rectangle((1, 1, width - 1, MARK_SIZE - 1), WHITE, radius=4.4)
    canvas.rectangle((2, 2, width - 2, MARK_SIZE - 2), colour, radius=3.6)
    height = fit_size(layer.text, width - 5, "bold", 13 if len(layer.text) < 3 else 9.5)
    canvas.text((width / 2, MARK_SIZE / 2 + 0.3), layer.text, ink_on(colour), height, face="bold")
    return canvas.finish()


def draw_moved(recipe: ModuleRecipe) -> Image.Image:
    """Draw the arrow that says that a counter has moved."""
    canvas = Canvas(16, 16, None, factor=FACTOR)
    arrow = [(1.5, 5.5), (8, 5.5), (8, 1.5), (14.5, 8), (8, 14.5), (8, 10.5), (1.5, 10.5)]
    colour = recipe.palette["moved"]
    canvas.polygon(arrow, colour, WHITE, 1.2)
    return canvas.finish()


def contact_sheet(images: list[Image.Image], per_row: int = 12) -> Image.Image:
    """Return the pictures side by side on a table top, to look at them all."""
    cell = max((max(image.size) for image in images), default=1) + 8
    rows = -(-len(images) // per_row)
    sheet = Image.new("RGB", (cell * per_row + 8, cell * rows + 8), (206, 208, 202))
    for index, image in enumerate(images):
        place = (8 + cell * (index % per_row), 8 + cell * (index // per_row))
        sheet.paste(image, place, image if image.mode == "RGBA" else None)
    return sheet
