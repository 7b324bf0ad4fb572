"""Draws a save: a map's boards, every counter on it, and what changed since another save.

Counters are drawn as VASSAL draws them, but nothing is hidden.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.boards.layout import MapLayout
from vassal_bridge.formats.boards.maps import GameMap
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.pieces import Piece
from vassal_bridge.formats.save import Save
from vassal_bridge.pictures.art import ModuleArt
from vassal_bridge.pictures.canvas import Canvas, Point
from vassal_bridge.pictures.colours import WHITE, Colour
from vassal_bridge.pictures.mapview import MapView
from vassal_bridge.pictures.shapes import Rect

if TYPE_CHECKING:
    from PIL import Image

MOVED: Colour = (255, 196, 0)
CHANGED: Colour = (226, 40, 30)
GONE: Colour = (90, 90, 90)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A counter as it is drawn: the rectangle that it fills and its point, in map pixels."""

    piece: Piece
    rect: Rect
    at: tuple[int, int]

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Left, top, right and bottom of the rectangle."""
        return self.rect.x, self.rect.y, self.rect.right, self.rect.bottom


@dataclass(frozen=True, slots=True)
class Difference:
    """A counter that is not as it was: where it was and is, and whether its face changed."""

    before: Drawn | None
    after: Drawn | None

    @property
    def has_moved(self) -> bool:
        """Whether the counter stands in another place, not just otherwise in its stack."""
        if self.before is None or self.after is None:
            return False
        return _place(self.before.piece) != _place(self.after.piece)


def draw_position(
    module: Archive | Module | ModuleArt,
    save: Save,
    *,
    changed_since: Save | None = None,
    map_name: str | None = None,
) -> Image.Image:
    """Return a map of a module with the counters of a save.

    With another save given, counters that changed since are outlined and arrows show moves.
    Raises BindingError where the module has no such map.
    """
    art = module if isinstance(module, ModuleArt) else ModuleArt(module)
    found = art.map(map_name)
    view = MapView(art, save, found, sees_all=True)
    picture = view.draw()
    if changed_since is None:
        return picture
    picture = picture.convert("RGBA")
    before = place_counters(art, found, changed_since)
    for difference in differences(before, counters_of(view)):
        _draw_difference(picture, difference, view.ground.layout)
    return picture.convert("RGB")


def _inside(corner: tuple[int, int]) -> tuple[int, int]:
    return max(0, corner[0]), max(0, corner[1])


def _cut(corner: tuple[int, int]) -> tuple[int, int]:
    return max(0, -corner[0]), max(0, -corner[1])


def place_counters(art: ModuleArt, found: GameMap, save: Save) -> Iterator[Drawn]:
    """Yield the counters on a map in drawing order, members of stacks set off from one another."""
    yield from counters_of(MapView(art, save, found, sees_all=True))


def counters_of(view: MapView) -> Iterator[Drawn]:
    """Yield the counters of a view in drawing order, without the cards in decks."""
    for item in view.items():
        for one in item.placed:
            rect = one.counter.box()
            yield Drawn(one.counter.look.piece, rect.moved(one.x, one.y), (one.x, one.y))


def differences(before: Iterator[Drawn], after: Iterator[Drawn]) -> list[Difference]:
    """Return the counters that moved, changed, came or went, in the order of the later save."""
    old = {drawn.piece.id: drawn for drawn in before}
    found: list[Difference] = []
    for drawn in after:
        was = old.pop(drawn.piece.id, None)
        if was is None or _text(was.piece) != _text(drawn.piece):
            found.append(Difference(was, drawn))
    found.extend(Difference(was, None) for was in old.values())
    return found


def _place(piece: Piece) -> tuple[str | None, int, int]:
    return piece.map, piece.x, piece.y


def _text(piece: Piece) -> tuple[object, ...]:
    """Return what a viewer could see change: the place and the traits' states."""
    return (_place(piece), *(trait.state_text for trait in piece.traits[:-1]))


def _draw_difference(picture: Image.Image, difference: Difference, layout: MapLayout) -> None:
    """Outline a counter; an arrow shows a move within a zone, a cross where one left its zone."""
    before, after = difference.before, difference.after
    if after is None:
        if before is not None:
            _outline(picture, before.box, GONE)
        return
    if before is not None and difference.has_moved:
        _outline(picture, before.box, GONE)
        if layout.zone_at(*before.at) == layout.zone_at(*after.at):
            _arrow(picture, before.at, after.at, MOVED)
        else:
            _cross(picture, before.box, CHANGED)
        _outline(picture, after.box, MOVED)
    else:
        _outline(picture, after.box, CHANGED)


def _outline(picture: Image.Image, box: tuple[int, int, int, int], colour: Colour) -> None:
    edge = 4
    width, height = box[2] - box[0] + 2 * edge, box[3] - box[1] + 2 * edge
    canvas = Canvas(width, height, None, factor=3)
    canvas.rectangle((0, 0, width, height), None, WHITE, 4.5, radius=7)
    canvas.rectangle((1, 1, width - 1, height - 1), None, colour, 3, radius=6)
    corner = (box[0] - edge, box[1] - edge)
    picture.alpha_composite(canvas.finish(), _inside(corner), _cut(corner))


def _cross(picture: Image.Image, box: tuple[int, int, int, int], colour: Colour) -> None:
    width, height = box[2] - box[0], box[3] - box[1]
    canvas = Canvas(width, height, None, factor=3)
    inset = 9.0
    for ink, thick in ((WHITE, 9.0), (colour, 5.5)):
        canvas.line([(inset, inset), (width - inset, height - inset)], ink, thick)
        canvas.line([(inset, height - inset), (width - inset, inset)], ink, thick)
    picture.alpha_composite(canvas.finish(), _inside(box[:2]), _cut(box[:2]))


def _arrow(picture: Image.Image, start: Point, end: Point, colour: Colour) -> None:
    """Draw an arrow from one counter's middle to just short of another's."""
    length = math.dist(start, end)
    if length < 24:
        return
    along = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
    tip = (end[0] - along[0] * 24, end[1] - along[1] * 24)
    neck = (tip[0] - along[0] * 17, tip[1] - along[1] * 17)
    margin = 16
    left, top = (math.floor(min(start[side], tip[side])) - margin for side in (0, 1))
    right, bottom = (math.ceil(max(start[side], tip[side])) + margin for side in (0, 1))
    canvas = Canvas(right - left, bottom - top, None, factor=3)

    def local(point: Point, aside: float = 0.0) -> Point:
        return point[0] - left - along[1] * aside, point[1] - top + along[0] * aside

    head = [local(tip), local(neck, 10), local(neck, -10)]
    for colour_now, grow in ((WHITE, 3.0), (colour, 0.0)):
        canvas.line([local(start), local(neck)], colour_now, 5 + grow)
        canvas.polygon(head, colour_now, colour_now, 1 + grow)
    picture.alpha_composite(canvas.finish(), _inside((left, top)), _cut((left, top)))
