"""The unit symbols of VASSAL's picture editor: frame, arm, size mark (Symbol, NatoUnitSymbolSet).

All measures are those of the editor, which draws on the frame's edges in whole pixels.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from PIL import Image

from vassal_bridge.pictures.shapes import Corner, Rect
from vassal_bridge.pictures.sheet import Ink, Sheet

BLACK: Ink = (0, 0, 0, 255)


class Pen:
    """Draws lines and areas in one colour over a picture, with smooth edges.

    Coordinates are pixels whose middles are meant, as Java's are.
    """

    def __init__(self, size: tuple[int, int], width: float) -> None:
        self.width = width
        self._sheet = Sheet.clear(*size)

    def line(self, *corners: Corner, width: float | None = None) -> None:
        """Draw a line through corners."""
        self._sheet.stroke([corners], BLACK, self.width if width is None else width)

    def arc(self, box: Rect, start: float, end: float) -> None:
        """Draw a part of an oval's edge, from one angle to another, clockwise from the right."""
        steps = max(8, int(abs(end - start) / 10))
        middle = box.x + box.width / 2, box.y + box.height / 2
        angles = [math.radians(start + (end - start) * step / steps) for step in range(steps + 1)]
        self.line(
            *(
                (
                    middle[0] + box.width / 2 * math.cos(angle),
                    middle[1] + box.height / 2 * math.sin(angle),
                )
                for angle in angles
            )
        )

    def area(self, *corners: Corner) -> None:
        """Fill a polygon; its corners lie between pixels."""
        self._sheet.fill((corners,), BLACK)

    def dot(self, middle: Corner, radius: float) -> None:
        """Fill a circle around a point between pixels."""
        self._sheet.disc((middle[0] - radius, middle[1] - radius, 2 * radius), BLACK, None)

    def lay(self, picture: Image.Image, ink: Ink) -> None:
        """Lay what was drawn on a picture in a colour."""
        mask = self._sheet.image.getchannel("A")
        layer = Image.new("RGBA", picture.size, (*ink[:3], 0))
        layer.putalpha(mask.point([round(value * ink[3] / 255) for value in range(256)]))
        picture.alpha_composite(layer)


@dataclass(frozen=True, slots=True)
class Frame:
    """The frame of a symbol: left and top, width and height, and its middle as VASSAL takes it."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        """The right edge."""
        return self.x + self.w

    @property
    def bottom(self) -> int:
        """The lower edge."""
        return self.y + self.h

    @property
    def cx(self) -> int:
        """The middle across, a pixel to the right."""
        return self.x + self.w // 2 + 1

    @property
    def cy(self) -> int:
        """The middle downwards."""
        return self.y + self.h // 2


def _infantry(pen: Pen, box: Frame, *, second: bool) -> None:
    pen.line((box.x, box.y), (box.right, box.bottom))
    _cavalry(pen, box, second=second)


def _cavalry(pen: Pen, box: Frame, *, second: bool) -> None:
    pen.line((box.x, box.bottom), (box.right, box.y))


def _armored(pen: Pen, box: Frame, *, second: bool) -> None:
    top, bottom = box.y + int(0.25 * box.h), box.bottom - int(0.25 * box.h)
    left, right = box.x + int(0.15 * box.w), box.right - int(0.15 * box.w)
    half = int(0.2 * box.w)
    pen.line((left + half, top), (right - half, top))
    pen.line((left + half, bottom), (right - half, bottom))
    pen.arc(Rect(left, top, 2 * half, bottom - top), 90, 270)
    pen.arc(Rect(right - 2 * half, top, 2 * half, bottom - top), -90, 90)


def _artillery(pen: Pen, box: Frame, *, second: bool) -> None:
    down = int(0.2 * box.h) if second else 0
    pen.dot((box.cx, box.cy + down), box.h // 5)


def _engineers(pen: Pen, box: Frame, *, second: bool) -> None:
    height, arm, width = int(0.2 * box.h), box.w // 5, 1.2 * pen.width
    top = box.bottom - height if second else box.cy - height // 2
    pen.line((box.cx - arm, top), (box.cx + arm, top), width=width)
    for x in (box.cx - arm, box.cx, box.cx + arm):
        pen.line((x, top), (x, top + height), width=width)


def _airborne(pen: Pen, box: Frame, *, second: bool) -> None:
    width, height = box.w // 4, box.h // 4
    top = box.y + box.h * 4 // 5
    for left in (box.cx - width, box.cx):
        pen.arc(Rect(left, top, width, height), 180, 360)


def _air_defence(pen: Pen, box: Frame, *, second: bool) -> None:
    top = box.y + box.h // 4
    pen.arc(Rect(box.x, top, box.w, 2 * (box.bottom - top)), 180, 360)


def _air_force(pen: Pen, box: Frame, *, second: bool) -> None:
    reach, end, half = int(0.34 * box.w), box.h // 3, box.h / 6
    middle = float(box.cy)
    inner = reach - end / 2
    for side in (-1, 1):
        pen.line((box.cx - inner, middle + side * half), (box.cx + inner, middle - side * half))
    pen.arc(Rect(box.cx - reach, round(middle - half), end, end), 90, 270)
    pen.arc(Rect(box.cx + reach - end, round(middle - half), end, end), -90, 90)


def _anti_tank(pen: Pen, box: Frame, *, second: bool) -> None:
    pen.line((box.x, box.bottom), (box.cx, box.y), (box.right, box.bottom))


def _army_aviation(pen: Pen, box: Frame, *, second: bool) -> None:
    left, right = box.x + box.w // 7, box.right - box.w // 7
    top, bottom = box.cy - box.h // 4, box.cy + box.h // 4
    pen.line((left, top), (left, bottom), (right, top), (right, bottom), (left, top))


def _commando(pen: Pen, box: Frame, *, second: bool) -> None:
    _infantry(pen, box, second=second)
    across, down = box.w / 2.5, box.h / 2.5
    pen.area((box.x, box.y), (box.x + across, box.y), (box.x + across, box.y + down))
    pen.area((box.right, box.y), (box.right - across, box.y), (box.right - across, box.y + down))


def _glider(pen: Pen, box: Frame, *, second: bool) -> None:
    off = box.w // 2 // 3
    pen.line((box.x + off, box.cy), (box.right - off, box.cy))


def _guerrilla(pen: Pen, box: Frame, *, second: bool) -> None:
    pen.area((box.x, box.y), (box.cx, box.cy), (box.x, box.bottom))
    pen.area((box.right, box.y), (box.cx - 1, box.cy), (box.right, box.bottom))


def _mountain(pen: Pen, box: Frame, *, second: bool) -> None:
    off = box.w // 6
    pen.area((box.cx, box.cy), (box.cx - off, box.bottom), (box.cx + off, box.bottom))


def _navy(pen: Pen, box: Frame, *, second: bool) -> None:
    top, bottom = box.y + int(0.15 * box.h), box.bottom - int(0.15 * box.h)
    bar, arm = box.y + int(0.25 * box.h), box.w // 7
    pen.line((box.cx, top), (box.cx, bottom))
    pen.line((box.cx - arm, bar), (box.cx + arm, bar))
    reach = int(0.22 * box.w)
    height = int(0.6 * box.h)
    pen.arc(Rect(box.cx - reach, bottom - height, 2 * reach, height), 25, 155)


def _nothing(pen: Pen, box: Frame, *, second: bool) -> None:
    """Draw nothing: the Marines' symbol and none."""


ARMS: Mapping[str, Callable[..., None]] = {
    "None": _nothing,
    "Airborne": _airborne,
    "Air Defence": _air_defence,
    "Air Force": _air_force,
    "Anti Tank": _anti_tank,
    "Armored": _armored,
    "Army Aviation": _army_aviation,
    "Artillery": _artillery,
    "Cavalry/Recon": _cavalry,
    "Commando": _commando,
    "Engineers": _engineers,
    "Glider-Borne": _glider,
    "Guerrilla": _guerrilla,
    "Infantry": _infantry,
    "Marines": _nothing,
    "Mountain": _mountain,
    "": _navy,
}
"""The arms by the names that definitions store; the Navy's is empty."""

SIZES: Mapping[str, tuple[int, str]] = {
    "Installation": (1, "bar"),
    "Team": (1, "struck"),
    "Squad": (1, "dot"),
    "Platoon": (2, "dot"),
    "Section": (3, "dot"),
    "Echelon": (4, "dot"),
    "Company": (1, "I"),
    "Battalion": (2, "I"),
    "Regiment": (3, "I"),
    "Brigade": (1, "X"),
    "Division": (2, "X"),
    "Corps": (3, "X"),
    "Army": (4, "X"),
    "Army Group": (5, "X"),
    "Region": (6, "X"),
}
"""How many marks of which kind; the names of Platoon and Section are exchanged in VASSAL."""


@dataclass(frozen=True, slots=True)
class Symbol:
    """What a symbol shows: size, one or two arms, its colours and the width of its lines."""

    size: str
    arms: Sequence[str]
    ink: Ink | None
    back: Ink | None
    size_ink: Ink | None
    width: float

    def draw(self, picture: Image.Image, box: Frame) -> None:
        """Draw the symbol with its frame at a place."""
        if self.back is not None:
            pen = Pen(picture.size, self.width)
            corners = ((box.x, box.y), (box.right, box.y), (box.right, box.bottom))
            pen.area(*corners, (box.x, box.bottom))
            pen.lay(picture, self.back)
        if self.ink is not None:
            pen = Pen(picture.size, self.width)
            corners = ((box.x, box.y), (box.right, box.y), (box.right, box.bottom))
            pen.line(*corners, (box.x, box.bottom), (box.x, box.y))
            for place, arm in enumerate(self.arms):
                ARMS.get(arm, _nothing)(pen, box, second=place > 0)
            pen.lay(picture, self.ink)
        if self.size_ink is not None and self.size in SIZES:
            pen = Pen(picture.size, 1.0)
            _size_marks(pen, box, *SIZES[self.size])
            pen.lay(picture, self.size_ink)


def _size_marks(pen: Pen, box: Frame, count: int, kind: str) -> None:
    """Draw the marks of a size in a row above the frame."""
    height = box.h // 3
    width = box.w // (7 if count >= 5 else 5)
    gap = box.w // 15
    if kind == "bar":
        width *= 3
    step = width + gap
    left = box.cx + 1 - (count * width + (count - 1) * gap) // 2
    bottom = box.y - 1
    top = bottom - height
    for place in range(count):
        x = left + place * step
        middle = x + width / 2
        low = box.y + 1 - width
        match kind:
            case "bar":
                corners = (x, box.y - 4), (x + width, box.y - 4), (x + width, box.y)
                pen.area(*corners, (x, box.y))
            case "dot":
                pen.dot((middle, low + width / 2), width / 2)
            case "struck":
                pen.arc(Rect(x, low, width - 1, width - 1), 0, 360)
                pen.line((x, box.y), (x + width, low - 1))
            case "I":
                pen.line((x + width // 2, top), (x + width // 2, bottom))
            case _:
                pen.line((x, top), (x + width, bottom))
                pen.line((x, bottom), (x + width, top))
