"""A map as its window shows it to one viewer: boards, then every piece in drawing order.

Nothing is selected and all stacks are collapsed. Source: VASSAL.build.module.Map, with its
piece collections (LayeredPieceCollection, DefaultPieceCollection).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from PIL import Image

from vassal_bridge.errors import RuleError
from vassal_bridge.formats.boards.maps import GameMap
from vassal_bridge.formats.expressions import NotEvaluated
from vassal_bridge.formats.kinds import footing_of
from vassal_bridge.formats.pieces import Deck, GamePiece, Piece, Stack
from vassal_bridge.formats.properties import Location, Scene, Viewer
from vassal_bridge.formats.save import Save
from vassal_bridge.formats.surroundings import scene_of
from vassal_bridge.formats.tokens import decode
from vassal_bridge.pictures.art import ModuleArt
from vassal_bridge.pictures.boards import background, draw_boards, map_size
from vassal_bridge.pictures.counter import Brush, Counter, Ground, Sight
from vassal_bridge.pictures.shading import Shading
from vassal_bridge.pictures.shapes import Rect
from vassal_bridge.pictures.sheet import Sheet
from vassal_bridge.pictures.stacks import (
    Placed,
    StackOffset,
    draw_deck,
    draw_stack,
    lay_stack,
    stack_offset,
)
from vassal_bridge.pictures.traitlooks import LOOKS

MOST_PIXELS = 200_000_000
"""Larger pictures are refused before they fill the memory."""

_HAND = 200
"""The least width and height of a player's hand."""

_LAYER_MARK = "@@"
"""Begins the number of the layer at the end of a stack's state."""


@dataclass(frozen=True, slots=True)
class Item:
    """A stack, a deck or a loose piece of a map, with the pieces that are seen, bottom first."""

    holder: GamePiece
    placed: tuple[Placed, ...]


class MapView:
    """One map of a save seen by a viewer; with `sees_all` nothing is hidden."""

    def __init__(
        self,
        art: ModuleArt,
        save: Save,
        found: GameMap,
        viewer: Viewer | None = None,
        *,
        sees_all: bool = False,
        scene: Scene | None = None,
    ) -> None:
        self.art = art
        self.save = save
        self.found = found
        self.scene: Scene = scene_of(save, art.module, viewer) if scene is None else scene
        self.sight = Sight.ALL if sees_all else Sight.VIEWER
        self.ground = Ground(found, art.layout(found, save))
        self.offset: StackOffset = stack_offset(found)
        self._shading = Shading(art, found.component, self.ground.layout)

    def counter(self, piece_id: str) -> Counter | None:
        """Return a piece by its id as it is seen here; None where there is none."""
        look = self.scene.find(piece_id)
        if look is None:
            return None
        return Counter(self.art, look, LOOKS, self.ground, sight=self.sight)

    def items(self, within: Rect | None = None) -> list[Item]:
        """Return what stands on the map, in drawing order, back to front.

        With a rectangle only what has its point in it.
        """
        found = list(self._in_file(within))
        order = _Layers(self)
        return sorted(found, key=lambda item: order.layer(item))

    def _in_file(self, within: Rect | None) -> Iterator[Item]:
        held: set[str] = set()
        for holder in self.save.pieces.holders:
            held.update(holder.members)
        names = (self.found.id, f"Map{self.found.number}")
        for one in self.save.pieces.standing():
            if one.map is None or one.map not in names or one.id in held:
                continue
            if within is not None and not within.holds(one.x, one.y):
                continue
            if isinstance(one, Deck):
                yield Item(one, ())
            else:
                members = one.members if isinstance(one, Stack) else [one.id]
                counters = [c for member in members if (c := self.counter(member)) is not None]
                if not counters:
                    continue
                yield Item(one, tuple(lay_stack(counters, one.x, one.y, self.offset)))

    @property
    def size(self) -> tuple[int, int]:
        """The width and height of the map in pixels; a hand grows with what is in it."""
        width, height = map_size(self.found, self.ground.layout)
        if self.found.component.kind != "PlayerHand":
            return width, height
        width, height = max(width, _HAND), max(height, _HAND)
        for item in self.items():
            for one in item.placed:
                box = one.counter.box().moved(one.x, one.y)
                width, height = max(width, box.right), max(height, box.bottom)
        return width, height

    def draw(self, zoom: float = 1.0) -> Image.Image:
        """Return the map with all that is seen on it.

        Raises:
            RuleError: the picture would have more pixels than any program shows.
        """
        picture = self.draw_ground(zoom)
        self.draw_shaded(self.items(), Brush(Sheet(picture), zoom))
        return picture.convert("RGB")

    def draw_shaded(self, items: list[Item], brush: Brush) -> None:
        """Draw stacks, decks and pieces with the map's shaders below and above them."""
        shading = self._shading
        counters = [one.counter for item in self.items() for one in item.placed] if shading else []
        shading.draw(brush.sheet, counters, brush.zoom, is_over=False)
        self.draw_items(items, brush)
        shading.draw(brush.sheet, counters, brush.zoom, is_over=True)

    def draw_ground(self, zoom: float = 1.0) -> Image.Image:
        """Return the map without pieces: its background, and its boards with their grids."""
        width, height = self.size
        size = max(1, int(width * zoom)), max(1, int(height * zoom))
        if size[0] * size[1] > MOST_PIXELS:
            raise RuleError(
                f"the map {self.found.id!r} would be a picture of {size[0]} x {size[1]} pixels,"
                f" expected at most {MOST_PIXELS // 1_000_000} million; draw it smaller (--zoom)"
            )
        picture = Image.new("RGBA", size, background(self.found))
        draw_boards(picture, self.art, self.found, self.ground.layout, self._zone_value, zoom)
        return picture

    def draw_items(self, items: list[Item], brush: Brush) -> None:
        """Draw stacks, decks and pieces in the order given."""
        for item in items:
            if isinstance(item.holder, Deck):
                draw_deck(item.holder, self.counter, brush, self.offset)
            else:
                draw_stack(list(item.placed), brush, self.offset)

    def _zone_value(self, zone: str, name: str) -> str:
        value = self.scene.surroundings.value(name, self.found.id, Location(zone=zone))
        return value or ""


class _Layers:
    """In which layer of its map each stack, deck and loose piece is drawn."""

    def __init__(self, view: MapView) -> None:
        self._view = view
        control = view.found.component.find("map.LayeredPieceCollection")
        self._property = "" if control is None else control.get("property", "Layer")
        self._order = [] if control is None else decode(control.get("layerOrder"), ",")
        self._is_ordered = control is not None

    def layer(self, item: Item) -> int:
        holder = item.holder
        if not self._is_ordered:
            is_low = isinstance(holder, Deck) or (isinstance(holder, Piece) and _stays_low(holder))
            return 0 if is_low else 1
        top = len(self._order)
        if isinstance(holder, Deck):
            return top
        mark = holder.state_text.rpartition(_LAYER_MARK)[2] if isinstance(holder, Stack) else ""
        if item.placed:
            return self._of(item.placed[-1].counter)
        if isinstance(holder, Stack) and mark.isdigit() and holder.members:
            bottom = self._view.counter(holder.members[0])
            return top if bottom is None else self._of(bottom)
        return top

    def _of(self, counter: Counter) -> int:
        try:
            value = counter.look.get(self._property)
        except NotEvaluated as error:
            counter.art.doubt(f"{counter.look.piece.id}: its layer is not evaluated: {error}")
            value = None
        text = str(value if value is not None else "")
        return self._order.index(text) if text in self._order else len(self._order)


def _stays_low(piece: Piece) -> bool:
    trait = piece.trait("immob;")
    return trait is not None and footing_of(trait.type).never_stacks
