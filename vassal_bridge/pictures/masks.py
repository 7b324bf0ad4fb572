"""How masked and hidden pieces look to their owners and to others (Obscurable, Hideable)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vassal_bridge.formats.kinds import parse_face
from vassal_bridge.formats.traits import Trait
from vassal_bridge.pictures.colours import read_ink
from vassal_bridge.pictures.counter import Brush, Counter, TraitLook
from vassal_bridge.pictures.resampling import resized
from vassal_bridge.pictures.shapes import (
    NO_SHAPE,
    NOTHING,
    Rect,
    Shape,
    around,
    joined,
    shifted,
    stretched,
)
from vassal_bridge.pictures.sheet import faded

if TYPE_CHECKING:
    from PIL import Image

_HALF = 0.5
_INSET = 0.8


class MaskLook(TraitLook):
    """A Mask: its picture alone for others; its owner sees the piece through it in some style."""

    def draw(self, counter: Counter, trait: Trait, brush: Brush, x: int, y: int) -> None:
        """Draw the mask, the inner piece, or both."""
        if not counter.is_covered(trait):
            super().draw(counter, trait, brush, x, y)
            return
        mask = _mask(counter, trait)
        rect = _rect(mask)
        style = "P" if counter.hides(trait) else parse_face(trait.type["display"]).style
        if style in "IG":
            super().draw(counter, trait, brush, x, y)
        elif mask is not None:
            brush.paste(mask, x, y, rect)
        inner = counter.bounds(trait.index + 1)
        zoom = brush.zoom
        match style:
            case "B":
                super().draw(counter, trait, brush.at(_HALF), x, y)
            case "2":
                right = -int(zoom * 0.4 * (rect.width - inner.width))
                down = -int(zoom * 0.4 * (rect.height - inner.height))
                super().draw(counter, trait, brush.at(_INSET), x + right, y + down)
            case "I" if mask is not None:
                left = int(zoom * inner.width / 2 - zoom * rect.width / 4)
                up = int(zoom * inner.height / 2 - zoom * rect.height / 4)
                brush.at(_HALF).paste(mask, x - left, y - up, rect)
            case "G":
                seal = _seal(counter, trait)
                if seal is not None:
                    brush.paste(seal, x, y, around(*seal.size))

    def shape(self, counter: Counter, trait: Trait) -> Shape:
        """Return the mask's rectangle, the inner area, or both, by the style."""
        if not counter.is_covered(trait):
            return super().shape(counter, trait)
        mask = _rect(_mask(counter, trait))
        style = "P" if counter.hides(trait) else parse_face(trait.type["display"]).style
        if style == "I":
            return super().shape(counter, trait)
        if style == "G":
            return joined(super().shape(counter, trait), _rect(_seal(counter, trait)))
        return mask.shape

    def box(self, counter: Counter, trait: Trait) -> Rect:
        """Return the rectangle that mask and inner piece may paint."""
        if not counter.is_covered(trait):
            return super().box(counter, trait)
        mask = _rect(_mask(counter, trait))
        if counter.hides(trait):
            return mask
        style = parse_face(trait.type["display"]).style
        inner = super().box(counter, trait)
        if style == "I":
            return inner
        return inner.union(_rect(_seal(counter, trait))) if style == "G" else mask


def _mask(counter: Counter, trait: Trait) -> Image.Image | None:
    return counter.art.image(trait.type["image"])


def _seal(counter: Counter, trait: Trait) -> Image.Image | None:
    return counter.art.image(parse_face(trait.type["display"]).image)


def _rect(image: Image.Image | None) -> Rect:
    return NOTHING if image is None else around(*image.size)


class InvisibleLook(TraitLook):
    """Invisible: nothing for others; for the owner half transparent over a colour."""

    def draw(self, counter: Counter, trait: Trait, brush: Brush, x: int, y: int) -> None:
        """Draw the inner piece, faded, in the rectangle of its own area."""
        if not counter.is_covered(trait):
            super().draw(counter, trait, brush, x, y)
            return
        if counter.hides(trait):
            return
        ink, zoom = read_ink(trait.type["background"]), brush.zoom
        if ink is not None:
            area = stretched(counter.shape(trait.index + 1), zoom, zoom)
            brush.sheet.fill(shifted(area, x, y), ink)
        rect = counter.bounds(trait.index + 1)
        if rect.width > 0 and rect.height > 0:
            image = counter.picture(rect, trait.index + 1)
            size = int(rect.width * zoom), int(rect.height * zoom)
            image = faded(resized(image, *size), trait.type.real("opacity"))
            brush.sheet.paste(image, x + int(zoom * rect.x), y + int(zoom * rect.y))

    def shape(self, counter: Counter, trait: Trait) -> Shape:
        """Return the inner area; nothing where nothing is seen."""
        return NO_SHAPE if counter.hides(trait) else super().shape(counter, trait)

    def box(self, counter: Counter, trait: Trait) -> Rect:
        """Return the inner rectangle; nothing where nothing is seen."""
        return NOTHING if counter.hides(trait) else super().box(counter, trait)
