"""Makes a recipe of what is there already: a module's counters, or a folder of pictures.

The recipe lays each counter's pictures on its faces and keeps what is known of it in columns, so
that a sheet can be printed at once, and drawings of one's own can take the pictures' place.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter as Tally
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from PIL import Image

from vassal_bridge.builder.counterrows import COLUMNS, COUNTERS
from vassal_bridge.builder.counters import FACE_LETTERS, slug
from vassal_bridge.builder.gpidlock import LOCK, TRAY, GpidLock
from vassal_bridge.builder.plainboard import plain_board
from vassal_bridge.builder.recipe import ART
from vassal_bridge.builder.schema import schema_name, schemas
from vassal_bridge.builder.sheets.frommodule import SlotFaces, counted_faces, rim_colour
from vassal_bridge.builder.tomltext import quoted
from vassal_bridge.errors import OutputExists, RuleError
from vassal_bridge.formats.parts import Slot
from vassal_bridge.formats.writing import atomic_write
from vassal_bridge.pictures.art import ModuleArt
from vassal_bridge.pictures.canvas import png_bytes

MODULE = "module.toml"
TAB = "Counters"
"""The tab of counters that come from no tab."""
PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp")
_FACE = re.compile(r"(.+?)[-_ ](front|back|f|b)", re.IGNORECASE)
_BACKS = ("back", "b")
_OWN = ("id", "name", "side", "kind", "count", "fill", "faces", "image", "back_image")
"""The columns that every such recipe has; what else is known comes after them."""


@dataclass(frozen=True, slots=True)
class Found:
    """A counter that was found: its pictures, the front first, and what is known of it.

    `gpid` is that of its slot; empty where it comes from no module.
    """

    name: str
    tab: str
    images: tuple[Image.Image, ...]
    count: int = 1
    gpid: str = ""
    cells: Mapping[str, str] = field(default_factory=dict)


def from_module(art: ModuleArt) -> tuple[list[Found], list[str]]:
    """Return a module's counters, with the values of their Markers, and what cannot be drawn."""
    counted, refused = counted_faces(art)
    in_stacks = {slot.gpid for slot in art.module.slots if _is_in_stack(slot)}
    found = [
        _of_slot(faces, count, TAB if faces.id in in_stacks else faces.tab or TAB)
        for faces, count in counted
    ]
    return found, refused


def _is_in_stack(slot: Slot) -> bool:
    """Tell whether a slot lies in an at-start stack, whose name tells a place and no tab."""
    parent = slot.component.parent
    return parent is not None and parent.kind == "SetupStack"


def _of_slot(faces: SlotFaces, count: int, tab: str) -> Found:
    ours = {*COLUMNS, *_OWN} - {"side"}
    cells = {
        f"{name}_" if name in ours else name: value for name, value in faces.markers.items() if name
    }
    return Found(faces.name, tab, faces.images[:2], count, faces.id, cells)


def from_pictures(folder: Path) -> list[Found]:
    """Return the counters of a folder of pictures, by their names; `x-back.png` backs `x.png`.

    The words of a name, between hyphens, become the columns word1, word2 and so on.
    Raises RuleError where there is no picture.
    """
    fronts: dict[str, Path] = {}
    backs: dict[str, Path] = {}
    for path in sorted(folder.iterdir()):
        if path.suffix.lower() in PICTURES:
            stem, is_back = face_of(path.stem)
            (backs if is_back else fronts).setdefault(stem, path)
    if not fronts:
        raise RuleError(f"expected pictures such as us-infantry-1.png in {folder}, found none")
    return [
        Found(
            stem,
            TAB,
            tuple(_open(one) for one in (path, backs.get(stem)) if one is not None),
            cells={f"word{number}": word for number, word in enumerate(_words(stem), 1)},
        )
        for stem, path in fronts.items()
    ]


def _words(stem: str) -> list[str]:
    return [word for word in re.split(r"[-_ ]+", stem) if word]


def face_of(stem: str) -> tuple[str, bool]:
    """Return what a file's name calls the counter, and whether it shows the back.

    >>> face_of("us-inf-1-back"), face_of("us-inf-1-front"), face_of("us-inf-12")
    (('us-inf-1', True), ('us-inf-1', False), ('us-inf-12', False))
    """
    found = _FACE.fullmatch(stem)
    return (stem, False) if found is None else (found[1], found[2].lower() in _BACKS)


def _open(path: Path) -> Image.Image:
    with Image.open(path) as image:
        return image.convert("RGBA")


def recover_recipe(title: str, found: list[Found], folder: Path) -> list[Path]:
    """Write a recipe of counters that were found into a folder; return its files.

    Raises:
        RuleError: nothing was found.
        OutputExists: the folder has a recipe already.
    """
    if not found:
        raise RuleError("expected counters to make a recipe of, found none")
    if (folder / MODULE).exists():
        raise OutputExists(f"{folder} has a recipe already; nothing was written")
    edges = Tally(_edge(one) for one in found)
    common = edges.most_common(1)[0][0]
    kinds = {_kind(one): one for one in found}
    ids = _ids(one.name for one in found)
    files: dict[str, bytes] = {}
    rows: list[dict[str, str]] = []
    for identity, one in zip(ids, found, strict=True):
        names = [f"{slug(identity)}{letter}.png" for letter in FACE_LETTERS[: len(one.images)]]
        for name, image in zip(names, one.images, strict=True):
            files[f"{ART}/{name}"] = png_bytes(_squared(image))
        rows.append(_row(identity, one, names))
    schema = schema_name(MODULE)
    files |= {
        MODULE: _module(title, common, kinds).encode("utf-8"),
        COUNTERS: _table(rows).encode("utf-8"),
        schema: schemas()[schema].encode("utf-8"),
    }
    boards = plain_board(title, common)
    files |= {name: text.encode("utf-8") for name, text in boards.items()}
    lock = _lock(dict(zip(ids, found, strict=True)))
    if lock.slots[TRAY]:
        files[LOCK] = lock.text().encode("utf-8")
    for name, content in files.items():
        atomic_write(folder / name, content, force=False)
    return [folder / name for name in files]


def _lock(found: Mapping[str, Found]) -> GpidLock:
    """Return the lock that keeps the gpids of a module, so that its saves can be refreshed."""
    gpids = {one: each.gpid for one, each in found.items()}
    counts = Tally(gpids.values())
    numbers = {
        one: int(gpid)
        for one, gpid in gpids.items()
        if gpid.isascii() and gpid.isdecimal() and int(gpid) > 0 and counts[gpid] == 1
    }
    following = max([0, *(int(gpid) for gpid in gpids.values() if gpid.isdecimal())]) + 1
    return GpidLock(following, {TRAY: numbers})


def _edge(one: Found) -> int:
    return max(one.images[0].size)


def _kind(one: Found) -> str:
    """Return the kind of a counter: its tab, and its size where it is no square of the usual."""
    return f"{slug(one.tab)}-{_edge(one)}"


def _ids(names: Iterable[str]) -> list[str]:
    """Return names that differ, also as names of files: a later one gets a number."""
    taken: set[str] = set()
    found: list[str] = []
    for given in names:
        name = given or "counter"
        identity, number = name, 2
        while slug(identity) in taken:
            identity, number = f"{name} {number}", number + 1
        taken.add(slug(identity))
        found.append(identity)
    return found


def _squared(image: Image.Image) -> Image.Image:
    """Return a picture in the middle of a clear square."""
    edge = max(image.size)
    square = Image.new("RGBA", (edge, edge), (0, 0, 0, 0))
    square.paste(image, ((edge - image.width) // 2, (edge - image.height) // 2))
    return square


def _row(identity: str, one: Found, names: list[str]) -> dict[str, str]:
    red, green, blue = rim_colour(one.images[0])
    return dict(one.cells) | {
        "id": identity,
        "name": one.name,
        "side": one.cells.get("side", ""),
        "kind": _kind(one),
        "count": str(one.count),
        "fill": f"#{red:02x}{green:02x}{blue:02x}",
        "faces": str(len(names)),
        "image": names[0],
        "back_image": names[1] if len(names) > 1 else "",
    }


def _table(rows: list[dict[str, str]]) -> str:
    more = dict.fromkeys(name for row in rows for name in row if name not in _OWN)
    out = io.StringIO()
    table = csv.DictWriter(out, [*_OWN, *more], restval="", lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    return out.getvalue()


def _module(title: str, edge: int, kinds: Mapping[str, Found]) -> str:
    lines = [
        f"#:schema ./{schema_name(MODULE)}",
        "# Made of counters that were there already: every face is a picture of the folder art.",
        "# Give a kind another layout, and columns to show, to draw its counters anew.",
        "",
        f"game = {quoted(slug(title).replace('-', '_'))}",
        f"name = {quoted(title)}",
        'version = "1.0"',
        "",
        "[counters]",
        f"edge = {max(8, edge)}",
        "mm = 14.0",
        "",
        "[prototype.Counter]",
    ]
    for name, one in kinds.items():
        lines += [
            f"[kind.{quoted(name)}]",
            'layout = "picture"',
            'prototype = "Counter"',
            f"tab = {quoted(one.tab)}",
            f"edge = {max(8, _edge(one))}",
            "face = [{}, {}]",
        ]
    return "\n".join(lines) + "\n"
