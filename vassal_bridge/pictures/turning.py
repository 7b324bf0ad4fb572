"""How turned pieces look, and cargo that turns with its mat (FreeRotator, MatCargo)."""

from __future__ import annotations

import math

from PIL import Image

from vassal_bridge.formats.fields import read_int
from vassal_bridge.formats.traits import Trait
from vassal_bridge.pictures.counter import Brush, Counter, TraitLook
from vassal_bridge.pictures.resampling import resized
from vassal_bridge.pictures.shapes import Corner, Rect, Shape, bounds, direction, turned


def facing_of(trait: Trait) -> float:
    """Return by how many degrees clockwise a Can Rotate has turned the piece.

    >>> facing_of(Trait(0, "rotate;6;;;;;;", "1")), facing_of(Trait(0, "rotate;1;;;", "-45.0"))
    (60.0, 45.0)
    """
    facings = trait.type.number("facings")
    if facings == 1:
        return -trait.state.real("facing") % 360.0
    return read_int(trait.state_text) * 360.0 / facings % 360.0 if facings else 0.0


class TurnedLook(TraitLook):
    """Can Rotate: all inside it is turned as one picture."""

    def angle(self, counter: Counter, trait: Trait) -> float:
        """Return the degrees clockwise."""
        return facing_of(trait)

    def draw(self, counter: Counter, trait: Trait, brush: Brush, x: int, y: int) -> None:
        """Draw the inner piece turned; unturned it is drawn as it is."""
        angle = self.angle(counter, trait)
        inner = counter.box(trait.index + 1)
        if angle == 0.0:
            super().draw(counter, trait, brush, x, y)
            return
        if inner.width <= 0 or inner.height <= 0:
            return
        image, rect = turn_picture(counter.picture(inner, trait.index + 1), inner, angle)
        zoom = brush.zoom
        size = int(image.width * zoom), int(image.height * zoom)
        left, top = x + int(zoom * rect.x), y + int(zoom * rect.y)
        brush.sheet.paste(resized(image, *size), left, top)

    def shape(self, counter: Counter, trait: Trait) -> Shape:
        """Return the inner area turned."""
        inner = super().shape(counter, trait)
        angle = 0.0 if counter.is_flat else self.angle(counter, trait)
        if angle == 0.0:
            return inner
        return turned(inner, angle, _centre(counter.box(trait.index + 1)))

    def box(self, counter: Counter, trait: Trait) -> Rect:
        """Return the rectangle around the turned inner rectangle."""
        inner = super().box(counter, trait)
        angle = self.angle(counter, trait)
        return inner if angle == 0.0 else _turned_box(inner, angle)


def _centre(rect: Rect) -> Corner:
    """Return the point about which a picture turns: its middle pixel where its size is odd."""
    return 0.5 * (rect.width % 2), 0.5 * (rect.height % 2)


def _turned_box(rect: Rect, angle: float) -> Rect:
    return bounds(turned(rect.shape, angle, _centre(rect)))


def turn_picture(image: Image.Image, rect: Rect, angle: float) -> tuple[Image.Image, Rect]:
    """Return a picture turned clockwise about its point, and the rectangle it fills now."""
    target = _turned_box(rect, angle)
    quarters = {
        90.0: Image.Transpose.ROTATE_270,
        180.0: Image.Transpose.ROTATE_180,
        270.0: Image.Transpose.ROTATE_90,
    }
    if angle in quarters:
        return image.transpose(quarters[angle]), target
    cosine, sine = direction(angle)
    # VASSAL turns the picture about its own middle and lays the result at the box's corner.
    cx, cy = rect.width / 2, rect.height / 2
    own = bounds(turned(Rect(0, 0, rect.width, rect.height).shape, angle, (cx, cy)))
    shift_x, shift_y = own.x - cx, own.y - cy
    data = (
        cosine,
        sine,
        cosine * shift_x + sine * shift_y + cx,
        -sine,
        cosine,
        -sine * shift_x + cosine * shift_y + cy,
    )
    # Java draws a pixel whole or not at all, as its middle lies on the picture or beside it.
    size = (target.width, target.height)
    affine, nearest = Image.Transform.AFFINE, Image.Resampling.NEAREST
    inside = Image.new("L", image.size, 255).transform(size, affine, data, nearest)
    framed = _framed(image.convert("RGBa"))
    data = (*data[:2], data[2] + 1, *data[3:5], data[5] + 1)
    found = framed.transform(size, affine, data, Image.Resampling.BILINEAR)
    clear = Image.new("RGBa", size)
    clear.paste(found, (0, 0), inside)
    return clear.convert("RGBA"), target


def _framed(image: Image.Image) -> Image.Image:
    """Return a picture with its outermost pixels once more around it."""
    width, height = image.size
    found = Image.new(image.mode, (width + 2, height + 2))
    for x, left in ((0, 0), (1, 0), (width + 1, width - 1)):
        for y, top in ((0, 0), (1, 0), (height + 1, height - 1)):
            right, bottom = (width if x == 1 else left + 1), (height if y == 1 else top + 1)
            found.paste(image.crop((left, top, right, bottom)), (x, y))
    return found


class CargoLook(TurnedLook):
    """Mat Cargo: turned as its mat is, where it keeps the mat's facing."""

    def angle(self, counter: Counter, trait: Trait) -> float:
        """Return the degrees by which the mat's outermost Can Rotate has turned it."""
        if not trait.type.flag("maintain_facing"):
            return 0.0
        mat = counter.look.scene.find(trait.state_text)
        rotators = [] if mat is None else [t for t in mat.traits if t.prefix == "rotate;"]
        return math.fmod(facing_of(rotators[0]), 360.0) if rotators else 0.0
