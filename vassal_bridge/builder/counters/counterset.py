"""Draws counters: one picture a face, and the small marks that lie on them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from PIL import Image

from vassal_bridge.builder.counters.faces import Art, Face, Plot, draw_face, draw_parts
from vassal_bridge.builder.reading.counterrows import CounterRow
from vassal_bridge.builder.reading.modulerecipe import LayerStyle, ModuleRecipe
from vassal_bridge.pictures.canvas import Canvas, png_bytes
from vassal_bridge.pictures.colours import WHITE, Colour, darker, ink_on, lighter
from vassal_bridge.pictures.fonts import fit_size

FACTOR = 4
ROUND = 0.07
"""The radius of a counter's corners, in shorter edges."""
MARK_SIZE = 20
"""Pixels of the small marks, such as the "1" of a step loss."""
MOVED_IMAGE = "mark-moved.png"
FACE_LETTERS = "abcdefghij"
TABLE_TOP = ((206, 208, 202), (44, 46, 48))
"""What a contact sheet lies on, in the light and in the dark."""
"""What the file names of a counter's faces end with."""


@dataclass(frozen=True, slots=True)
class CounterImages:
    """The names of a counter's pictures, one a face, in the order of its faces."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CounterSet:
    """Every counter's pictures by its id, the marks' pictures by layer, and the bytes by name."""

    counters: Mapping[str, CounterImages]
    marks: Mapping[str, tuple[str, ...]]
    files: Mapping[str, bytes]


def slug(text: str) -> str:
    """Return a text as part of a file name: small letters, digits and hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "x"


def make_counters(recipe: ModuleRecipe, rows: Iterable[CounterRow], art: Art) -> CounterSet:
    """Draw every face of every counter; equal pictures are kept once."""
    files: dict[str, bytes] = {}
    known: dict[bytes, str] = {}
    counters: dict[str, CounterImages] = {}
    for row in rows:
        names = []
        for face in faces_of(recipe, row):
            content = png_bytes(draw_counter(face, recipe.size(row.kind), art))
            if content not in known:
                name = f"{slug(row.kind)}-{slug(row.id)}{FACE_LETTERS[face.index]}.png"
                known[content] = name
                files[name] = content
            names.append(known[content])
        counters[row.id] = CounterImages(tuple(names))
    marks = {}
    for layer in recipe.layers.values():
        marks[layer.name] = mark_names(layer)
        for name, text in zip(marks[layer.name], layer.marks, strict=True):
            files[name] = png_bytes(draw_mark(text, recipe.palette[layer.colour]))
    if any(prototype.moved for prototype in recipe.prototypes.values()):
        files[MOVED_IMAGE] = png_bytes(draw_moved(recipe))
    return CounterSet(counters, marks, files)


def faces_of(recipe: ModuleRecipe, row: CounterRow, *, dark: bool = False) -> tuple[Face, ...]:
    """Return a counter's faces: its kind's, or fewer where its row says so."""
    count = len(recipe.kinds[row.kind].faces)
    return tuple(Face(recipe, row, index, dark) for index in range(min(count, row.faces or count)))


def draw_counter(face: Face, size: tuple[int, int], art: Art) -> Image.Image:
    """Draw one face as a counter on a table: round corners, light from the upper left.

    Its size is width and height in pixels.

    A face that a picture covers is the picture as it is, with its own corners.
    """
    if face.is_picture:
        bare = Canvas(*size, None, factor=1)
        draw_parts(bare, Plot(0, 0, *size), face, art)
        return bare.finish()
    canvas = Canvas(*size, face.ground, factor=FACTOR)
    draw_face(canvas, Plot(0, 0, *size), face, art)
    edge = min(size)
    _draw_rim(canvas, face.ground, max(1.0, edge / 56), edge * ROUND)
    return _rounded(canvas.finish(), edge * ROUND)


def _draw_rim(canvas: Canvas, ground: Colour, rim: float, radius: float) -> None:
    """Draw the cut edge of the cardboard."""
    width, height = canvas.width, canvas.height
    dark, light = darker(ground, 0.55), lighter(ground, 0.45)
    canvas.rectangle((rim, rim, width - rim, 2 * rim), light)
    canvas.rectangle((rim, rim, 2 * rim, height - rim), light)
    canvas.rectangle((rim, height - 2 * rim, width - rim, height - rim), darker(ground, 0.25))
    canvas.rectangle((width - 2 * rim, rim, width - rim, height - rim), darker(ground, 0.25))
    canvas.rectangle((0, 0, width, height), None, dark, rim, radius=radius)


def _rounded(image: Image.Image, radius: float) -> Image.Image:
    """Return a picture with round corners, clear outside of them."""
    mask = Canvas(image.width, image.height, (0, 0, 0), factor=FACTOR)
    mask.rectangle((0, 0, image.width, image.height), WHITE, radius=radius)
    found = image.convert("RGBA")
    found.putalpha(mask.finish().convert("L"))
    return found


def mark_names(layer: LayerStyle) -> tuple[str, ...]:
    """Return the names of the pictures of a Layer's marks."""
    ends = [f"-{slug(text)}" for text in layer.texts] or [""]
    return tuple(f"mark-{slug(layer.name)}{end}.png" for end in ends)


def draw_mark(text: str, colour: Colour) -> Image.Image:
    """Draw a small mark that a Layer puts on a counter."""
    width = MARK_SIZE if len(text) < 3 else MARK_SIZE + 4 * len(text)
    canvas = Canvas(width, MARK_SIZE, None, factor=FACTOR)
    canvas.rectangle((0, 0, width, MARK_SIZE), darker(colour, 0.55), radius=5)
    canvas.rectangle((1, 1, width - 1, MARK_SIZE - 1), WHITE, radius=4.4)
    canvas.rectangle((2, 2, width - 2, MARK_SIZE - 2), colour, radius=3.6)
    height = fit_size(text, width - 5, "bold", 13 if len(text) < 3 else 9.5)
    canvas.text((width / 2, MARK_SIZE / 2 + 0.3), text, ink_on(colour), height, face="bold")
    return canvas.finish()


def draw_moved(recipe: ModuleRecipe) -> Image.Image:
    """Draw the arrow that says that a counter has moved."""
    canvas = Canvas(16, 16, None, factor=FACTOR)
    arrow = [(1.5, 5.5), (8, 5.5), (8, 1.5), (14.5, 8), (8, 14.5), (8, 10.5), (1.5, 10.5)]
    colour = recipe.palette["moved"]
    canvas.polygon(arrow, colour, WHITE, 1.2)
    return canvas.finish()


def contact_sheet(
    images: list[Image.Image], per_row: int = 12, *, dark: bool = False
) -> Image.Image:
    """Return the pictures side by side on a table top, to look at them all."""
    across = max((image.width for image in images), default=1) + 8
    down = max((image.height for image in images), default=1) + 8
    rows = -(-len(images) // per_row)
    sheet = Image.new("RGB", (across * per_row + 8, down * rows + 8), TABLE_TOP[dark])
    for index, image in enumerate(images):
        place = (8 + across * (index % per_row), 8 + down * (index // per_row))
        sheet.paste(image, place, image if image.mode == "RGBA" else None)
    return sheet
