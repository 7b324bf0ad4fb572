"""Writes the counters of a recipe as pictures into a folder, and the list that names them."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from vassal_bridge.builder.counters.counterset import (
    FACE_LETTERS,
    contact_sheet,
    draw_counter,
    faces_of,
    slug,
)
from vassal_bridge.builder.recipe import CounterRecipe
from vassal_bridge.errors import OutputExists
from vassal_bridge.formats.writing import atomic_write
from vassal_bridge.pictures.canvas import png_bytes

if TYPE_CHECKING:
    from PIL import Image

LIST, SHEET = "counters.csv", "contact-sheet.png"


@dataclass(frozen=True, slots=True)
class Drawn:
    """A face that was drawn: whose it is, its number from 1, its file and its picture.

    `count` is how many of its counter there are.
    """

    id: str
    face: int
    file: str
    image: Image.Image
    count: int = 1


def draw_all(recipe: CounterRecipe, size: int | None = None, *, dark: bool = False) -> list[Drawn]:
    """Draw every face of every counter, in the order of the rows; the front is face 1.

    `size` is the edge in pixels of a counter whose kind names none; others keep their proportion.
    Counters of which there are none, as their rows say, are drawn all the same.
    """
    module = recipe.module
    found: list[Drawn] = []
    taken: set[str] = set()
    for row in recipe.counters:
        scale = 1.0 if size is None else size / module.counters.edge
        width, height = (max(8, round(edge * scale)) for edge in module.size(row.kind))
        stem = _free(f"{slug(row.kind)}-{slug(row.id)}", taken)
        for face in faces_of(module, row, dark=dark):
            file = f"{stem}{FACE_LETTERS[face.index]}.png"
            image = draw_counter(face, (width, height), recipe.art)
            found.append(Drawn(row.id, face.index + 1, file, image, row.count))
    return found


def _free(stem: str, taken: set[str]) -> str:
    """Return a name that no other counter has: ids may differ in signs that files cannot hold."""
    name, number = stem, 2
    while name in taken:
        name, number = f"{stem}-{number}", number + 1
    taken.add(name)
    return name


def write_pictures(
    drawn: list[Drawn],
    folder: Path,
    *,
    with_sheet: bool = False,
    dark: bool = False,
    force: bool = False,
) -> list[Path]:
    """Write pictures, their list and perhaps a contact sheet; return the files, all or none.

    On the sheet the pictures lie on a light table, or on a dark one.

    Raises:
        OutputExists: one of the files is there and `force` was not given.
    """
    contents = {one.file: png_bytes(one.image) for one in drawn}
    contents[LIST] = picture_list(drawn).encode("utf-8")
    if with_sheet:
        contents[SHEET] = png_bytes(contact_sheet([one.image for one in drawn], dark=dark))
    there = [name for name in contents if (folder / name).exists()]
    if there and not force:
        raise OutputExists(f"{folder} has {there[0]} already; nothing was written (see --force)")
    for name, content in contents.items():
        atomic_write(folder / name, content, force=True)
    return [folder / name for name in contents]


def picture_list(drawn: list[Drawn]) -> str:
    """Return which picture is which counter's face, as CSV."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(("id", "face", "file", "width", "height", "count"))
    rows.writerows(
        (one.id, one.face, one.file, one.image.width, one.image.height, one.count) for one in drawn
    )
    return out.getvalue()
