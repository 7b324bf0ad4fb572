"""One counter as a viewer sees it: its traits drawn, measured and outlined from the outside in.

Most traits draw the inner piece first and then themselves; each kind has a TraitLook. A
counter is drawn with its point at a place of a sheet (VASSAL.counters.Decorator.draw).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING

from vassal_bridge.formats.boards.layout import MapLayout
from vassal_bridge.formats.boards.maps import GameMap
from vassal_bridge.formats.expressions import NotEvaluated
from vassal_bridge.formats.properties import Look
from vassal_bridge.formats.traits import Trait
from vassal_bridge.formats.traitvalues import hidden_by, hides, masked_by
from vassal_bridge.pictures.art import PLACEHOLDER_SIZE, ModuleArt, placeholder
from vassal_bridge.pictures.resampling import resized
from vassal_bridge.pictures.shapes import NOTHING, Rect, Shape, around, bounds
from vassal_bridge.pictures.sheet import Sheet

if TYPE_CHECKING:
    from PIL import Image


class Sight(Enum):
    """What masks hide: as the viewer may see, everything (a card's back), or nothing."""

    VIEWER = "viewer"
    BACK = "back"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Brush:
    """Where a counter is drawn: the sheet, how enlarged, and whether trails and areas show."""

    sheet: Sheet
    zoom: float = 1.0
    with_trails: bool = True

    def at(self, zoom: float) -> Brush:
        """Return a brush for a part drawn at another size, where no trails show."""
        return replace(self, zoom=self.zoom * zoom, with_trails=False)

    def paste(self, image: Image.Image, x: int, y: int, rect: Rect, scale: float = 1.0) -> None:
        """Lay a picture on the sheet, its rectangle seen from the point at x, y."""
        zoom = self.zoom * scale
        size = int(image.width * zoom), int(image.height * zoom)
        if min(size) > 0:
            left, top = x + int(self.zoom * rect.x), y + int(self.zoom * rect.y)
            self.sheet.paste(resized(image, *size), left, top)


@dataclass(frozen=True, slots=True)
class Ground:
    """What a counter lies on: its map and the boards as the save lays them out."""

    found: GameMap
    layout: MapLayout


class TraitLook:
    """How a trait looks; this one draws nothing itself, as most traits."""

    def draw(self, counter: Counter, trait: Trait, brush: Brush, x: int, y: int) -> None:
        """Draw the trait and all inside it with the piece's point at x, y of the sheet."""
        counter.draw(brush, x, y, trait.index + 1)

    def shape(self, counter: Counter, trait: Trait) -> Shape:
        """Return the area by which the piece is selected, stacked and outlined."""
        return counter.shape(trait.index + 1)

    def box(self, counter: Counter, trait: Trait) -> Rect:
        """Return the rectangle that may be painted."""
        return counter.box(trait.index + 1)


PLAIN = TraitLook()


class Counter:
    """A piece seen in a scene, with the pictures of its module.

    `place` is where it stands on its map, `is_flat` takes all turning for none, as stacks do.
    """

    def __init__(
        self,
        art: ModuleArt,
        look: Look,
        looks: Mapping[str, TraitLook],
        ground: Ground | None = None,
        *,
        sight: Sight = Sight.VIEWER,
        is_flat: bool = False,
    ) -> None:
        self.art = art
        self.look = look
        self.looks = looks
        self.ground = ground
        self.sight = sight
        self.is_flat = is_flat
        self._shapes: dict[int, Shape] = {}

    def seen(self, *, sight: Sight | None = None, is_flat: bool | None = None) -> Counter:
        """Return the same counter seen otherwise."""
        return Counter(
            self.art,
            self.look,
            self.looks,
            self.ground,
            sight=self.sight if sight is None else sight,
            is_flat=self.is_flat if is_flat is None else is_flat,
        )

    @property
    def place(self) -> tuple[int, int]:
        """Where the piece, or the stack it is in, stands on its map."""
        holder = self.look.scene.holder(self.look.piece)
        one = self.look.piece if holder is None else holder
        return one.x, one.y

    def hides(self, trait: Trait) -> bool:
        """Tell whether a Mask or Invisible keeps the piece from being seen."""
        match self.sight:
            case Sight.ALL:
                return False
            case Sight.BACK:
                return trait.prefix == "obs;" or hides(self.look, trait)
            case Sight.VIEWER:
                return hides(self.look, trait)

    def is_covered(self, trait: Trait) -> bool:
        """Tell whether a Mask or Invisible is in force, though the viewer may see through it."""
        if self.sight is Sight.BACK and trait.prefix == "obs;":
            return True
        if self.sight is Sight.ALL:
            return False
        owner = masked_by(trait) if trait.prefix == "obs;" else hidden_by(trait)
        return owner is not None

    @property
    def is_invisible(self) -> bool:
        """Whether the viewer sees nothing of the piece."""
        return any(t.prefix == "hide;" and self.hides(t) for t in self.look.traits)

    @property
    def is_masked(self) -> bool:
        """Whether a mask hides the piece from the viewer."""
        return any(t.prefix == "obs;" and self.hides(t) for t in self.look.traits)

    def draw(self, brush: Brush, x: int, y: int, index: int = 0) -> None:
        """Draw the trait at an index and all inside it, the piece's point at x, y."""
        traits = self.look.traits
        if index < len(traits) - 1:
            trait = traits[index]
            self.looks.get(trait.prefix, PLAIN).draw(self, trait, brush, x, y)
            return
        name = self.look.piece.basic_type["image"]
        image = self.art.image(name)
        if image is None and name.strip() and self.art.shows_missing:
            image = placeholder(name, PLACEHOLDER_SIZE)
        if image is not None:
            brush.paste(image, x, y, around(*image.size))

    def shape(self, index: int = 0) -> Shape:
        """Return the area of the trait at an index and all inside it."""
        if index not in self._shapes:
            traits = self.look.traits
            if index < len(traits) - 1:
                trait = traits[index]
                found = self.looks.get(trait.prefix, PLAIN).shape(self, trait)
            else:
                found = self._base.shape
            self._shapes[index] = found
        return self._shapes[index]

    def box(self, index: int = 0) -> Rect:
        """Return the rectangle that the trait at an index and all inside it may paint."""
        traits = self.look.traits
        if index < len(traits) - 1:
            trait = traits[index]
            return self.looks.get(trait.prefix, PLAIN).box(self, trait)
        return self._base

    def bounds(self, index: int = 0) -> Rect:
        """Return the rectangle around the area."""
        return bounds(self.shape(index))

    @property
    def _base(self) -> Rect:
        image = self.art.image(self.look.piece.basic_type["image"])
        return NOTHING if image is None else around(*image.size)

    def picture(self, rect: Rect, index: int = 0) -> Image.Image:
        """Return what the trait at an index paints in a rectangle around the point, alone."""
        sheet = Sheet.clear(rect.width, rect.height)
        self.draw(Brush(sheet, with_trails=False), -rect.x, -rect.y, index)
        return sheet.image

    def is_true(self, name: str) -> bool:
        """Tell whether a property is neither missing nor empty, `false` or `0`."""
        try:
            value = self.look.get(name)
        except NotEvaluated as error:
            self.art.doubt(f"{self.look.piece.id}: {name} is not evaluated: {error}")
            return False
        return str(value if value is not None else "").lower() not in ("", "false", "0")
