"""How Layers and the mark of moved pieces look (Embellishment, MovementMarkable)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from vassal_bridge.formats.expressions import NotEvaluated
from vassal_bridge.formats.fields import read_int
from vassal_bridge.formats.traits import Trait
from vassal_bridge.formats.traitvalues import images_of, level_of
from vassal_bridge.pictures.canvas import Canvas
from vassal_bridge.pictures.counter import Brush, Counter, TraitLook
from vassal_bridge.pictures.shapes import Rect, Shape, joined

if TYPE_CHECKING:
    from PIL import Image


class LayerLook(TraitLook):
    """A Layer: the inner piece, then the picture of its level while it is active."""

    def draw(self, counter: Counter, trait: Trait, brush: Brush, x: int, y: int) -> None:
        """Draw the inner piece and the level's picture over it."""
        super().draw(counter, trait, brush, x, y)
        image = level_image(counter, trait)
        if image is not None:
            brush.paste(image, x, y, _rect(trait, image), _scale(trait))

    def shape(self, counter: Counter, trait: Trait) -> Shape:
        """Return the inner area with the picture's; one drawn beneath adds nothing."""
        inner = super().shape(counter, trait)
        image = level_image(counter, trait)
        if image is None or trait.prefix == "emb;" or trait.type.flag("underneath"):
            return (
                inner
                if image is None or trait.prefix != "emb;"
                else joined(inner, _rect(trait, image))
            )
        return joined(inner, _rect(trait, image))

    def box(self, counter: Counter, trait: Trait) -> Rect:
        """Return the inner rectangle with the picture's."""
        inner = super().box(counter, trait)
        image = level_image(counter, trait)
        return inner if image is None else inner.union(_rect(trait, image))


def level_image(counter: Counter, trait: Trait) -> Image.Image | None:
    """Return the picture that a Layer shows; None while it shows none."""
    try:
        level = level_of(counter.look, trait)
    except NotEvaluated as error:
        counter.art.doubt(f"{counter.look.piece.id}: a Layer's level is not evaluated: {error}")
        level = read_int(trait.state["level"], -1)
    names = images_of(trait)
    if not 0 < level <= len(names) or not names[level - 1]:
        return None
    if trait.prefix == "emb2;" and trait.type.flag("follow"):
        record = trait.type
        condition = record["only_if_property"]
        if condition and counter.is_true(condition) != record.flag("only_if_state"):
            return None
    return counter.art.image(names[level - 1])


def _scale(trait: Trait) -> float:
    return 1.0 if trait.prefix == "emb;" else trait.type.real("scale")


def _rect(trait: Trait, image: Image.Image) -> Rect:
    record, scale = trait.type, _scale(trait)
    left = int(scale * -(image.width // 2)) + record.number("x")
    top = int(scale * -(image.height // 2)) + record.number("y")
    return Rect(left, top, int(image.width * scale), int(image.height * scale))


_VASSALS_OWN = "/images/"
"""Begins the name of a picture that comes with VASSAL and is in no module."""


@cache
def moved_mark() -> Image.Image:
    """Return what stands for VASSAL's own icon of moved pieces, which we do not have: an arrow."""
    canvas = Canvas(14, 14, None)
    canvas.rectangle((0, 0, 14, 14), (255, 240, 170), (90, 60, 0), 1, radius=3)
    canvas.polygon([(11.5, 7), (7, 2.8), (7, 11.2)], (200, 60, 0))
    canvas.rectangle((2.5, 5.4, 7.5, 8.6), (200, 60, 0))
    return canvas.finish()


class MovedLook(TraitLook):
    """Mark When Moved: its icon, while the piece is marked, with the upper left at an offset."""

    def draw(self, counter: Counter, trait: Trait, brush: Brush, x: int, y: int) -> None:
        """Draw the inner piece and the icon over it."""
        super().draw(counter, trait, brush, x, y)
        image = self._icon(counter, trait)
        if image is not None:
            brush.paste(image, x, y, self._rect(trait, image))

    def box(self, counter: Counter, trait: Trait) -> Rect:
        """Return the inner rectangle with the icon's."""
        inner = super().box(counter, trait)
        image = self._icon(counter, trait)
        return inner if image is None else inner.union(self._rect(trait, image))

    def _icon(self, counter: Counter, trait: Trait) -> Image.Image | None:
        name = trait.type["icon"]
        if trait.state_text != "true":
            return None
        if name.startswith(_VASSALS_OWN):
            return moved_mark() if counter.art.shows_missing else None
        return counter.art.image(name)

    def _rect(self, trait: Trait, image: Image.Image) -> Rect:
        return Rect(trait.type.number("x"), trait.type.number("y"), *image.size)
