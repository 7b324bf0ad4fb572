"""A log step as a small picture: the part of the map where something happened, with arrows.

The picture shows the map after the step as one viewer sees it. Each event that the viewer sees
has a number: a move (an arrow, the counter pale where it came from), a new face, a counter that
came, one that went. What the viewer may not see (`formats.sight`) leaves no mark.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias

from PIL import Image

from vassal_bridge.formats.boards.maps import GameMap
from vassal_bridge.formats.commands import Command
from vassal_bridge.formats.expressions import NotEvaluated
from vassal_bridge.formats.logs.log import Log, Step, follow_layers
from vassal_bridge.formats.pieces import Piece, PieceId, Stack
from vassal_bridge.formats.properties import OBSERVER, Scene, Viewer
from vassal_bridge.formats.sight import Sight, closed_maps, sight_of
from vassal_bridge.formats.surroundings import scene_of
from vassal_bridge.pictures.art import ModuleArt
from vassal_bridge.pictures.colours import Colour
from vassal_bridge.pictures.counter import Brush
from vassal_bridge.pictures.mapview import MapView
from vassal_bridge.pictures.marks import CAME, CHANGED, GONE, MOVED, arrow, badge, cross, outline
from vassal_bridge.pictures.shapes import Rect, around
from vassal_bridge.pictures.sheet import Sheet, faded

SIZE = (480, 360)
"""The largest width and height of a step's picture, unless others are asked for."""

MOST_EVENTS = 60
"""Events of one step that get a mark; later ones are left out."""

_ROUND = 60
"""Pixels of the map that are shown around what happened."""
_REACH = 200
"""Pixels from the shown part within which a counter's point may lie, if it is to be drawn."""
_PALE = 0.45
_A_CARD = "a card"
_HIDDEN = "something hidden"
_LEAST = 14
_SMALL = around(20, 20)


Place: TypeAlias = tuple[str, int, int]
"""A map and a point on it."""


class Kind(StrEnum):
    """What happened to a piece, as far as the viewer sees it."""

    MOVED = "moved"
    CHANGED = "changed"
    CAME = "came"
    WENT = "went"


_COLOURS: dict[Kind, Colour] = {
    Kind.MOVED: MOVED,
    Kind.CHANGED: CHANGED,
    Kind.CAME: CAME,
    Kind.WENT: GONE,
}


@dataclass(frozen=True, slots=True)
class Spot:
    """A piece as it is seen at a moment: where, what it is called, its area and its picture.

    `rect` is what the picture fills, `area` what the piece is selected by, both from its point.
    """

    map: str
    x: int
    y: int
    name: str
    area: Rect
    rect: Rect
    image: Image.Image | None

    @property
    def place(self) -> Place:
        """The map and the point on it."""
        return self.map, self.x, self.y

    def named(self, name: str) -> Spot:
        """Return the spot under another name."""
        return replace(self, name=name)

    @property
    def sides(self) -> Rect:
        """The rectangle on the map that the piece fills."""
        return self.rect.moved(self.x, self.y)


@dataclass(frozen=True, slots=True)
class Event:
    """What happened to pieces that did the same together; `number` is the one on the picture."""

    number: int
    kind: Kind
    names: tuple[str, ...]
    before: Spot | None
    after: Spot | None


@dataclass(frozen=True, slots=True)
class StepPicture:
    """A step as a picture of a part of a map, and what its numbers stand for.

    `box` is the part of the map that is shown, in map pixels.
    """

    step: int
    map: str
    box: Rect
    image: Image.Image
    events: tuple[Event, ...]


def draw_step(
    log: Log,
    step: int,
    art: ModuleArt,
    viewer: Viewer = OBSERVER,
    size: tuple[int, int] = SIZE,
) -> StepPicture | None:
    """Return one step's picture; None where the viewer sees nothing happen on a map.

    Raises:
        FormatError: the log has no such step.
    """
    log.check(step)
    walk = _Walk(log, art, viewer, size)
    for one in log.steps[: step - 1]:
        walk.pass_over(one)
    return walk.draw(log.steps[step - 1]) if step else None


def draw_steps(
    log: Log, art: ModuleArt, viewer: Viewer = OBSERVER, size: tuple[int, int] = SIZE
) -> Iterator[StepPicture]:
    """Yield the pictures of all steps in which the viewer sees something happen on a map."""
    walk = _Walk(log, art, viewer, size)
    for step in log.steps:
        picture = walk.draw(step)
        if picture is not None:
            yield picture


class _Walk:
    """Goes through a log and draws the steps; boards are drawn once."""

    def __init__(self, log: Log, art: ModuleArt, viewer: Viewer, size: tuple[int, int]) -> None:
        self.art = art
        self.viewer = viewer
        self.size = max(size[0], 32), max(size[1], 32)
        self.position = log.position(art.module)
        self.closed = closed_maps(art.module, viewer)
        self._grounds: dict[str, tuple[object, Image.Image]] = {}
        self._scene: Scene | None = None

    @property
    def scene(self) -> Scene:
        """The pieces at this moment as the viewer sees them."""
        if self._scene is None:
            self.position.settle()
            self._scene = scene_of(self.position.save, self.art.module, self.viewer)
            follow_layers(self.position, self._scene)
        return self._scene

    def pass_over(self, step: Step) -> None:
        """Execute a step without looking."""
        for command in step.commands:
            self.position.execute(command)
        self._scene = None

    def draw(self, step: Step) -> StepPicture | None:
        """Execute a step and return its picture."""
        views: dict[str, MapView | None] = {}
        before = self._spots(self._touched(step.commands), views)
        self.pass_over(step)
        views = {}
        after = self._spots(dict.fromkeys([*self._touched(step.commands), *before]), views)
        for piece_id, spot in before.items():
            if piece_id not in after and self.position.find(piece_id) is not None:
                before[piece_id] = spot.named(spot.name if spot.name == _A_CARD else _HIDDEN)
        events = _events(before, after)
        if not events:
            return None
        name = _busiest(events)
        view = self._view(name, views)
        if view is None:
            return None
        shown = tuple(event for event in events if name in _maps(event))
        box = _part(shown, name, view.size, self.size)
        return StepPicture(step.number, name, box, self._draw(view, box, shown), shown)

    def _touched(self, commands: Iterable[Command]) -> Iterator[PieceId]:
        """Yield the ids of the pieces that commands are about, alone or in stacks."""
        for command in commands:
            if "id" not in command.spec.fields:
                continue
            one = self.position.find(command["id"])
            if isinstance(one, Stack):
                yield from self.position.table.members[one.id]
            elif one is None or isinstance(one, Piece):
                yield PieceId(command["id"])

    def _spots(
        self, ids: Iterable[PieceId], views: dict[str, MapView | None]
    ) -> dict[PieceId, Spot]:
        """Return the pieces of some ids that the viewer sees, each as it is seen now."""
        found: dict[PieceId, Spot] = {}
        scene = self.scene
        for piece_id in dict.fromkeys(ids):
            look = scene.find(piece_id)
            point = self.position.table.place(piece_id)
            if look is None or point is None:
                continue
            sight = sight_of(look, self.closed)
            view = self._view(point[0], views)
            if sight is Sight.UNSEEN or view is None:
                continue
            if sight is Sight.FACE_DOWN:
                found[piece_id] = Spot(*point, _A_CARD, _SMALL, _SMALL, None)
                continue
            counter = view.counter(piece_id)
            if counter is None:
                continue
            rect = counter.box()
            image = counter.picture(rect) if rect.width > 0 and rect.height > 0 else None
            try:
                name = look.name
            except NotEvaluated:
                name = look.piece.basic_name if sight is Sight.FULL else "?"
            found[piece_id] = Spot(*point, name, counter.bounds(), rect, image)
        return found

    def _view(self, name: str, views: dict[str, MapView | None]) -> MapView | None:
        """Return a map at this moment by the name that saves call it; None for a closed one."""
        if name not in views:
            found = self._map(name)
            views[name] = (
                None
                if found is None or name in self.closed
                else MapView(self.art, self.position.save, found, self.viewer, scene=self.scene)
            )
        return views[name]

    def _map(self, name: str) -> GameMap | None:
        for one in self.art.module.maps.values():
            if name in (one.id, f"Map{one.number}"):
                return one
        return None

    def _ground(self, view: MapView) -> Image.Image:
        """Return a map's boards, drawn again only where others were laid."""
        key = (view.ground.layout.boards, view.size)
        kept = self._grounds.get(view.found.id)
        if kept is None or kept[0] != key:
            kept = self._grounds[view.found.id] = key, view.draw_ground()
        return kept[1]

    def _draw(self, view: MapView, box: Rect, events: tuple[Event, ...]) -> Image.Image:
        picture = self._ground(view).crop((box.x, box.y, box.right, box.bottom))
        sheet = Sheet(picture, (box.x, box.y))
        for event in events:
            was = event.before
            if event.kind is not Kind.MOVED or was is None or was.image is None:
                continue
            if view.found is self._map(was.map):
                sheet.paste(faded(was.image, _PALE), was.sides.x, was.sides.y)
        near = Rect(box.x - _REACH, box.y - _REACH, box.width + 2 * _REACH, box.height + 2 * _REACH)
        view.draw_shaded(view.items(near), Brush(sheet))
        share = min(1.0, self.size[0] / box.width, self.size[1] / box.height)
        size = max(1, round(box.width * share)), max(1, round(box.height * share))
        plain = picture.convert("RGB")
        if size != plain.size:
            plain = plain.resize(size, Image.Resampling.LANCZOS, reducing_gap=2.0)
        small = plain.convert("RGBA")
        marker = _Marker(small, box, share)
        for event in events:
            marker.mark(event, (view.found.id, f"Map{view.found.number}"))
        return small.convert("RGB")


def _events(before: dict[PieceId, Spot], after: dict[PieceId, Spot]) -> tuple[Event, ...]:
    """Return what changed for the eye; pieces that did the same from the same place are one."""
    groups: dict[tuple[Kind, Place | None, Place | None], list[tuple[Spot | None, Spot | None]]]
    groups = {}
    for piece_id in dict.fromkeys([*before, *after]):
        was, now = before.get(piece_id), after.get(piece_id)
        kind = _kind(was, now)
        if kind is not None:
            start = was.place if was is not None else None
            end = now.place if now is not None else None
            groups.setdefault((kind, start, end), []).append((was, now))
    found: list[Event] = []
    for number, ((kind, _, _), pairs) in enumerate(groups.items(), start=1):
        seen = [now or was for was, now in pairs]
        names = tuple(spot.name for spot in seen if spot is not None)
        found.append(Event(number, kind, names, *pairs[-1]))
    return tuple(found[:MOST_EVENTS])


def _kind(was: Spot | None, now: Spot | None) -> Kind | None:
    if was is None or now is None:
        return Kind.CAME if now is not None else Kind.WENT if was is not None else None
    if was.place != now.place:
        return Kind.MOVED
    if was.rect != now.rect or _pixels(was) != _pixels(now):
        return Kind.CHANGED
    return None


def _pixels(spot: Spot) -> bytes:
    return b"" if spot.image is None else spot.image.tobytes()


def _maps(event: Event) -> list[str]:
    return [spot.map for spot in (event.after, event.before) if spot is not None]


def _busiest(events: tuple[Event, ...]) -> str:
    """Return the map on which most events end, the first of equals."""
    counts: dict[str, int] = {}
    for event in events:
        name = _maps(event)[0]
        counts[name] = counts.get(name, 0) + 1
    return max(counts, key=lambda name: counts[name])


def _part(
    events: tuple[Event, ...], name: str, whole: tuple[int, int], size: tuple[int, int]
) -> Rect:
    """Return the part of a map to show: all events, some of the map around, in the size's form."""
    spots = [spot for event in events for spot in (event.before, event.after) if spot is not None]
    rects = [spot.sides for spot in spots if spot.map == name]
    left = min(rect.x for rect in rects) - _ROUND
    top = min(rect.y for rect in rects) - _ROUND
    right = max(rect.right for rect in rects) + _ROUND
    bottom = max(rect.bottom for rect in rects) + _ROUND
    width, height = max(right - left, size[0]), max(bottom - top, size[1])
    width = max(width, height * size[0] // size[1])
    height = max(height, width * size[1] // size[0])
    width, height = min(width, whole[0]), min(height, whole[1])
    x = min(max(0, (left + right - width) // 2), whole[0] - width)
    y = min(max(0, (top + bottom - height) // 2), whole[1] - height)
    return Rect(x, y, max(1, width), max(1, height))


class _Marker:
    """Marks events on the picture of a part of a map."""

    def __init__(self, picture: Image.Image, box: Rect, share: float) -> None:
        self.picture = picture
        self.box = box
        self.share = share
        self._badges: dict[tuple[int, int], int] = {}

    def mark(self, event: Event, here: tuple[str, ...]) -> None:
        """Mark one event; `here` are the names of the map that is shown."""
        was, now = (
            spot if spot is not None and spot.map in here else None
            for spot in (event.before, event.after)
        )
        spot = now or was
        if spot is None:
            return
        kind = event.kind
        if kind is Kind.MOVED and (was is None or now is None):
            kind = Kind.CAME if now is not None else Kind.WENT
        colour, sides = _COLOURS[kind], self._sides(spot)
        if kind is Kind.WENT:
            cross(self.picture, sides, colour)
        else:
            outline(self.picture, sides, colour)
        if kind is Kind.MOVED and was is not None and now is not None:
            short = min(sides[2] - sides[0], sides[3] - sides[1]) / 2
            arrow(self.picture, self._point(was), self._point(now), colour, short=short)
        corner = sides[0], sides[1]
        count = self._badges[corner] = self._badges.get(corner, 0) + 1
        badge(self.picture, self._inside(corner, count - 1), event.number, colour)

    def _point(self, spot: Spot) -> tuple[float, float]:
        return (spot.x - self.box.x) * self.share, (spot.y - self.box.y) * self.share

    def _sides(self, spot: Spot) -> tuple[int, int, int, int]:
        """Return where a counter lies on the picture; never too small to be marked."""
        x, y = self._point(spot)
        rect = spot.area if spot.area.width > 0 and spot.area.height > 0 else _SMALL
        width = max(_LEAST, round(rect.width * self.share))
        height = max(_LEAST, round(rect.height * self.share))
        middle_x = x + (rect.x + rect.width / 2) * self.share
        middle_y = y + (rect.y + rect.height / 2) * self.share
        left, top = round(middle_x - width / 2), round(middle_y - height / 2)
        return left, top, left + width, top + height

    def _inside(self, corner: tuple[int, int], place: int) -> tuple[float, float]:
        """Return the middle of a number on the picture, further right for each one before."""
        x = min(max(corner[0], 11), self.picture.width - 11) + 18.0 * place
        return x, float(min(max(corner[1], 11), self.picture.height - 11))
