"""A counter that was found, and the rows, kinds and pictures that a recipe makes of such."""

from __future__ import annotations

import csv
import io
from collections import Counter as Tally
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from vassal_bridge.builder.counters.counterset import FACE_LETTERS, slug
from vassal_bridge.builder.reading.counterrows import AT_START, IN_TRAY
from vassal_bridge.builder.recipe import ART
from vassal_bridge.builder.sheets.frommodule import rim_colour
from vassal_bridge.builder.spelling.traits import TraitText
from vassal_bridge.builder.writing.gpidlock import START, TRAY, GpidLock
from vassal_bridge.pictures.canvas import png_bytes

if TYPE_CHECKING:
    from PIL import Image

TAB = "Counters"
"""The tab of counters that come from no tab."""
MOST_LETTERS = 48
"""How much of a name becomes an id, and with it the name of a file."""
LEAST = 8
"""The least width and height of a counter in pixels."""
OWN = ("id", "name", "side", "kind", "count", "fill", "faces", "image", "back_image", "box",
       "stack", "deck", "slot")  # fmt: skip
"""The columns that every such recipe has; what else is known comes after them."""


@dataclass(frozen=True, slots=True)
class Found:
    """A counter that was found: its pictures, the front first, and what is known of it.

    `gpids` are those of its slots, at the start and in the tray, where it comes from a module;
    `place` is where it begins, or `deck`; `kept` are its traits with the name of each.
    """

    name: str
    tab: str
    images: tuple[Image.Image, ...]
    count: int = 1
    cells: Mapping[str, str] = field(default_factory=dict)
    gpids: Mapping[str, str] = field(default_factory=dict)
    window: str = ""
    as_list: bool = False
    place: str = ""
    deck: str = ""
    stack: str = ""
    size: tuple[int, int] = (0, 0)
    kept: tuple[tuple[str, TraitText], ...] = ()

    @property
    def pixels(self) -> tuple[int, int]:
        """Its width and height in pixels: its front's, else its slot's."""
        width, height = self.images[0].size if self.images else self.size
        return max(LEAST, width), max(LEAST, height)

    @property
    def slot(self) -> str:
        """What its row says of the only place of its slot."""
        if self.deck or len(self.gpids) != 1:
            return ""
        return AT_START if START in self.gpids else IN_TRAY


@dataclass(frozen=True, slots=True)
class Rows:
    """What a recipe says of counters: their ids, the table, the kinds, the pictures by file."""

    ids: tuple[str, ...]
    table: str
    kinds: Mapping[str, Mapping[str, Any]]
    edge: int
    art: Mapping[str, bytes]
    lock: GpidLock


def rows_of(found: Sequence[Found], following: int = 1) -> Rows:
    """Return what a recipe says of counters that were found.

    New ones get gpids from `following` on, or from a later number that is free.
    """
    ids = distinct(one.name for one in found)
    commonest = Tally(max(one.pixels) for one in found).most_common(1)
    edge = commonest[0][0] if commonest else 60
    kinds: dict[tuple[object, ...], str] = {}
    styles: dict[str, dict[str, Any]] = {}
    art: dict[str, bytes] = {}
    rows: list[dict[str, str]] = []
    for identity, one in zip(ids, found, strict=True):
        key = (one.window, one.tab, one.pixels, one.as_list)
        if key not in kinds:
            kinds[key] = _free(f"{slug(one.tab)}-{'x'.join(map(str, one.pixels))}", styles)
            styles[kinds[key]] = _style(one, edge)
        names = [f"{slug(identity)}{letter}.png" for letter in FACE_LETTERS[: len(one.images)]]
        for name, image in zip(names, one.images, strict=True):
            art[f"{ART}/{name}"] = png_bytes(image)
        rows.append(_row(identity, one, kinds[key], names))
    lock = _lock(dict(zip(ids, found, strict=True)), following)
    return Rows(tuple(ids), _table(rows), styles, edge, art, lock)


def _free(name: str, taken: Mapping[str, object]) -> str:
    found, number = name, 2
    while found in taken:
        found, number = f"{name}-{number}", number + 1
    return found


def _style(one: Found, edge: int) -> dict[str, Any]:
    """Return the kind of a counter: its tab, and its size where it is not the usual."""
    window = {"window": one.window} if one.window else {}
    as_list = {"list": True} if one.as_list else {}
    size = {} if one.pixels == (edge, edge) else {"pixels": list(one.pixels)}
    style: dict[str, Any] = {"layout": "picture", "tab": one.tab}
    return style | window | as_list | size | {"face": [{}, {}]}


def distinct(names: Iterable[str]) -> list[str]:
    """Return names that differ, also as names of files: a later one gets a number."""
    taken: set[str] = set()
    counts: Tally[str] = Tally()
    found: list[str] = []
    for given in names:
        plain = "".join(letter if letter.isprintable() else " " for letter in given)
        name = " ".join(plain.split())[:MOST_LETTERS].strip() or "counter"
        identity = name
        while slug(identity) in taken:
            counts[name] += 1
            identity = f"{name} {counts[name] + 1}"
        taken.add(slug(identity))
        found.append(identity)
    return found


def _row(identity: str, one: Found, kind: str, names: Sequence[str]) -> dict[str, str]:
    red, green, blue = rim_colour(one.images[0]) if one.images else (255, 255, 255)
    return dict(one.cells) | {
        "id": identity,
        "name": one.name,
        "side": one.cells.get("side", ""),
        "kind": kind,
        "count": str(one.count),
        "fill": f"#{red:02x}{green:02x}{blue:02x}",
        "faces": str(max(1, len(names))),
        "image": names[0] if names else "",
        "back_image": names[1] if len(names) > 1 else "",
        "box": one.place,
        "stack": one.stack,
        "deck": one.deck,
        "slot": one.slot,
    }


def _table(rows: Sequence[Mapping[str, str]]) -> str:
    more = dict.fromkeys(name for row in rows for name in row if name not in OWN)
    out = io.StringIO()
    table = csv.DictWriter(out, [*OWN, *more], restval="", lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    return out.getvalue()


def _lock(found: Mapping[str, Found], following: int) -> GpidLock:
    """Return the lock that keeps the gpids of a module, so that its saves can be refreshed."""
    given = [gpid for one in found.values() for gpid in one.gpids.values()]
    counts = Tally(given)
    slots: dict[str, dict[str, int]] = {START: {}, TRAY: {}}
    for identity, one in found.items():
        for table, gpid in one.gpids.items():
            if is_number(gpid) and counts[gpid] == 1:
                slots[table][identity] = int(gpid)
    taken = max([0, *(int(gpid) for gpid in given if is_number(gpid))])
    return GpidLock(max(following, taken + 1), slots)


def is_number(gpid: str) -> bool:
    """Tell whether a gpid is a number from 1, as VASSAL gives them."""
    return gpid.isascii() and gpid.isdecimal() and int(gpid) > 0 and str(int(gpid)) == gpid
