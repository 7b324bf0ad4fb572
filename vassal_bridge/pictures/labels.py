"""How Text Labels look (VASSAL.counters.Labeler)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vassal_bridge.formats.expressions import NotEvaluated
from vassal_bridge.formats.traits import Trait
from vassal_bridge.formats.traitvalues import label_of
from vassal_bridge.pictures.colours import read_ink
from vassal_bridge.pictures.counter import Brush, Counter, TraitLook
from vassal_bridge.pictures.htmltext import html_picture, is_html, read_html
from vassal_bridge.pictures.resampling import resized
from vassal_bridge.pictures.shapes import Rect, Shape, bounds, joined, turned
from vassal_bridge.pictures.turning import turn_picture
from vassal_bridge.pictures.writing import Style, plain_run, run_size, style_of, write

if TYPE_CHECKING:
    from PIL import Image


_OPAQUE = 255
_MOST = 1000
"""The largest letters that are drawn, in pixels."""


class LabelLook(TraitLook):
    """A Text Label: the inner piece, then the text at its place on the inner area."""

    def draw(self, counter: Counter, trait: Trait, brush: Brush, x: int, y: int) -> None:
        """Draw the inner piece and the text over it."""
        super().draw(counter, trait, brush, x, y)
        text = label_text(counter, trait)
        if not text:
            return
        rect = _upright(counter, trait, text)
        angle = trait.type.number("rotate") % 360
        zoom = brush.zoom
        image = _picture(counter, trait, text, 1.0 if angle else zoom)
        if angle:
            image, rect = turn_picture(image, rect, float(angle))
            image = resized(image, int(image.width * zoom), int(image.height * zoom))
        brush.sheet.paste(image, x + int(zoom * rect.x), y + int(zoom * rect.y))

    def shape(self, counter: Counter, trait: Trait) -> Shape:
        """Return the inner area; with the text's where no key changes the label."""
        inner = super().shape(counter, trait)
        rect = self.rect(counter, trait)
        if rect is None or _has_key(trait):
            return inner
        return joined(inner, rect)

    def box(self, counter: Counter, trait: Trait) -> Rect:
        """Return the inner rectangle with the text's."""
        inner = super().box(counter, trait)
        rect = self.rect(counter, trait)
        return inner if rect is None else inner.union(rect)

    def rect(self, counter: Counter, trait: Trait) -> Rect | None:
        """Return the rectangle of the text, turned where the label is; None without a text."""
        text = label_text(counter, trait)
        if not text:
            return None
        rect = _upright(counter, trait, text)
        angle = trait.type.number("rotate") % 360
        return bounds(turned(rect.shape, float(angle))) if angle else rect


def label_text(counter: Counter, trait: Trait) -> str:
    """Return the text that a label shows; empty where it cannot be evaluated."""
    try:
        return label_of(counter.look, trait)
    except NotEvaluated as error:
        counter.art.doubt(f"{counter.look.piece.id}: a label is not evaluated: {error}")
        return ""


def _has_key(trait: Trait) -> bool:
    return trait.type["key"] not in ("", "0,0", "0,0,")


def _style(trait: Trait, zoom: float = 1.0) -> Style:
    record = trait.type
    size = record.number("font_size") * zoom
    ink = read_ink(record["foreground"])
    return style_of(min(size, _MOST), ink, record.number("font_style"), record["font"])


def _upright(counter: Counter, trait: Trait, text: str) -> Rect:
    """Return where a label lies before it is turned, seen from the piece's point."""
    record, style = trait.type, _style(trait)
    if is_html(text):
        width, height = read_html(text, style, counter.art.image).size(None)
    else:
        width, height = run_size(plain_run(text, style))
    inner = counter.bounds(trait.index + 1)
    y = record.number("vertical_offset")
    y += {"t": inner.y, "b": inner.bottom}.get(record["vertical"][:1], 0)
    y -= {"b": height, "c": height // 2}.get(record["vertical_justify"][:1], 0)
    x = record.number("horizontal_offset")
    x += {"l": inner.x, "r": inner.right}.get(record["horizontal"][:1], 0)
    x -= {"c": width // 2, "r": width}.get(record["horizontal_justify"][:1], 0)
    return Rect(x, y, width, height)


def _picture(counter: Counter, trait: Trait, text: str, zoom: float) -> Image.Image:
    background = read_ink(trait.type["background"])
    if is_html(text):
        style = _style(trait)
        if style.ink is not None:
            style = replace(style, ink=(*style.ink[:3], _OPAQUE))
        image = html_picture(text, style, counter.art.image, background)
        return resized(image, int(image.width * zoom), int(image.height * zoom))
    return write(plain_run(text, _style(trait, zoom)), background)
