"""Scales the layouts from which VASSAL's picture editor draws: their items and their letters.

A layout is a list of items; of each, the sizes of its kind and its place are pixels. What stands
beside them keeps its spelling. Source: VASSAL.build.module.gamepieceimage (GamePieceLayout, Item
and its kinds, FontStyle); format reference, 8.9.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from vassal_bridge.builder.living.lengths import scaled
from vassal_bridge.formats.tokens import Tokens

SIZES: Mapping[str, tuple[int, ...]] = {"Box": (1, 2, 4), "Symbol": (1, 2, 3), "TextBox": (1, 2)}
"""By kind of item, the places of the fields that are pixels: width, height, bevel or line."""
_OFFSETS = (2, 3)
"""The places of the offsets behind an item's name and location."""
_FONT_SIZE = (2,)
_BOX = "TextBox"


def scaled_layout(layout: str, factor: Fraction) -> str:
    """Return a GamePieceLayout's `layout` scaled.

    >>> scaled_layout("Box;30;20;Rectangle;5|Frame;Top;0;4;0;true", Fraction(2))
    'Box;60;40;Rectangle;10|Frame;Top;0;8;0;true'
    """
    if not layout:
        return layout
    items = Tokens(layout, ",")
    for number in range(len(items)):
        item = _scaled_item(items[number], factor)
        if item != items[number]:
            items[number] = item
    return str(items)


def scaled_font(style: str, factor: Fraction) -> str:
    """Return a FontStyle's `style` (family, style, size, outlined) with its size scaled."""
    return _scaled_at(style, ",", _FONT_SIZE, factor)


def _scaled_item(item: str, factor: Fraction) -> str:
    """Return an item scaled: its kind's own fields, a bar, its name and place.

    A TextBox's size stands before an item of its own.
    """
    parts = Tokens(item, ",")
    if item.startswith(_BOX) and len(parts) > 1:
        made = _scaled_at(parts[0], ";", SIZES[_BOX], factor), _scaled_item(parts[1], factor)
        for place, text in enumerate(made):
            if text != parts[place]:
                parts[place] = text
        return str(parts)
    own, bar, place_text = item.partition("|")
    kind = own.partition(";")[0]
    own = _scaled_at(own, ";", SIZES.get(kind, ()), factor)
    return own + bar + _scaled_at(place_text, ";", _OFFSETS, factor)


def _scaled_at(text: str, delimiter: str, places: tuple[int, ...], factor: Fraction) -> str:
    """Return a list with the figures at some of its places scaled, the others untouched."""
    tokens = Tokens(text, delimiter)
    for place in places:
        if place < len(tokens):
            value = scaled(tokens[place], factor)
            if value != tokens[place]:
                tokens[place] = value
    return str(tokens)
