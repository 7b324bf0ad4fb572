"""Draws a save: a map's boards, every counter on it, and what changed since another save.

Counters are drawn as VASSAL draws them, but nothing is hidden.
"""

from __future__ import annotations

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
from vassal_bridge.pictures.mapview import MapView
from vassal_bridge.pictures.marks import CHANGED, GONE, MOVED, arrow, cross, outline
from vassal_bridge.pictures.shapes import Rect

if TYPE_CHECKING:
    from PIL import Image


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
            outline(picture, before.box, GONE)
        return
    if before is not None and difference.has_moved:
        outline(picture, before.box, GONE)
        if layout.zone_at(*before.at) == layout.zone_at(*after.at):
            arrow(picture, before.at, after.at, MOVED)
        else:
            cross(picture, before.box, CHANGED)
        outline(picture, after.box, MOVED)
    else:
        outline(picture, after.box, CHANGED)
