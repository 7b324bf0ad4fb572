"""Draws a save: a map's boards, every counter on it, and what changed since another save.

Counters are drawn as their module draws them: the BasicPiece's picture, then each active Layer
and the moved mark, from the innermost trait outwards. Nothing is hidden.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from PIL import Image

from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.layout import MapLayout
from vassal_bridge.formats.maps import GameMap
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.pieces import Deck, Piece, Stack
from vassal_bridge.formats.save import Save
from vassal_bridge.formats.traits import Trait
from vassal_bridge.pictures.art import ModuleArt, stack_offset
from vassal_bridge.pictures.canvas import Canvas, Point
from vassal_bridge.pictures.colours import WHITE, Colour

MOVED: Colour = (255, 196, 0)
CHANGED: Colour = (226, 40, 30)
GONE: Colour = (90, 90, 90)
_DEFAULT_SIZE = (40, 40)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A counter as it is drawn: its picture, its middle in map pixels, and its state's text."""

    piece: Piece
    image: Image.Image
    at: tuple[int, int]

    @property
    def box(self) -> tuple[int, int, int, int]:
        """The rectangle that the counter fills."""
        left, top = self.at[0] - self.image.width // 2, self.at[1] - self.image.height // 2
        return left, top, left + self.image.width, top + self.image.height


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
    picture = art.boards(found, save)
    counters = list(place_counters(art, found, save))
    for drawn in counters:
        picture.alpha_composite(drawn.image, _inside(drawn.box[:2]), _cut(drawn.box[:2]))
    if changed_since is not None:
        layout = art.layout(found, save)
        before = place_counters(art, found, changed_since)
        for difference in differences(before, iter(counters)):
            _draw_difference(picture, difference, layout)
    return picture.convert("RGB")


def _inside(corner: tuple[int, int]) -> tuple[int, int]:
    return max(0, corner[0]), max(0, corner[1])


def _cut(corner: tuple[int, int]) -> tuple[int, int]:
    return max(0, -corner[0]), max(0, -corner[1])


def place_counters(art: ModuleArt, found: GameMap, save: Save) -> Iterator[Drawn]:
    """Yield the counters on a map in drawing order, members of stacks set off from one another."""
    held: set[str] = set()
    offset = stack_offset(found)
    names = (found.id, f"Map{found.number}")
    for holder in save.pieces.everything():
        if isinstance(holder, (Stack, Deck)):
            held.update(holder.members)
    for thing in save.pieces.everything():
        if thing.map is None or thing.map not in names:
            continue
        if isinstance(thing, Stack):
            for index, member in enumerate(thing.members):
                piece = save.pieces.get(member)
                if isinstance(piece, Piece):
                    right, up = offset.right * index, offset.up * index
                    yield Drawn(piece, draw_piece(art, piece), (thing.x + right, thing.y - up))
        elif isinstance(thing, Piece) and thing.id not in held:
            yield Drawn(thing, draw_piece(art, thing), (thing.x, thing.y))


def draw_piece(art: ModuleArt, piece: Piece) -> Image.Image:
    """Return a counter's picture: its base, then what its traits lay over it.

    The middle of the picture is the counter's own middle.
    """
    laid: list[tuple[Image.Image, tuple[int, int]]] = []
    base = art.image(piece.basic_type["image"])
    if base is not None:
        laid.append((base, (-(base.width // 2), -(base.height // 2))))
    for trait in reversed(piece.traits[:-1]):
        laid.extend(_overlay(art, trait))
    if not laid:
        return Image.new("RGBA", _DEFAULT_SIZE, (0, 0, 0, 0))
    half_width = max(max(-x, x + image.width) for image, (x, _) in laid)
    half_height = max(max(-y, y + image.height) for image, (_, y) in laid)
    picture = Image.new("RGBA", (2 * half_width, 2 * half_height), (0, 0, 0, 0))
    for image, (x, y) in laid:
        picture.alpha_composite(image, (half_width + x, half_height + y))
    return picture


def _overlay(art: ModuleArt, trait: Trait) -> Iterator[tuple[Image.Image, tuple[int, int]]]:
    """Yield what one trait draws, with its upper left corner from the counter's middle."""
    if trait.prefix == "emb2;":
        level = trait.state.number("level")
        images = trait.type.values("images")
        if 0 < level <= len(images):
            image = art.image(images[level - 1])
            if image is not None:
                x, y = trait.type.number("x"), trait.type.number("y")
                yield image, (x - image.width // 2, y - image.height // 2)
    elif trait.prefix == "markmoved;" and trait.state_text == "true":
        image = art.image(trait.type["icon"])
        if image is not None:
            yield image, (trait.type.number("x"), trait.type.number("y"))


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
