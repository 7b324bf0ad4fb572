"""Which figures of a module and of its pieces are pixels, and what scaling makes of them.

Source: the attributes of the components and the fields of the traits (format reference, 6.7 and
appendix A). Ranges and radii are counted in cells of the grid and stay.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from vassal_bridge.errors import RuleError
from vassal_bridge.formats.fields import Record
from vassal_bridge.formats.respelling import respelled
from vassal_bridge.formats.tokens import format_double
from vassal_bridge.formats.traits import Trait

LEAST, MOST = Fraction(1, 10), Fraction(10)
"""The factors that are taken."""
_WHOLE = re.compile(r"-?\d{1,9}")
_REAL = re.compile(r"-?\d{1,12}(?:\.\d*)?(?:[eE]-?\d{1,3})?")
_FACTOR = re.compile(r"(\d+(?:\.\d+)?)(?:/(\d+))?(%?)")

_NUMBERING = ("fontSize", "hDrawOff", "vDrawOff")
ATTRIBUTES: Mapping[str, tuple[str, ...]] = {
    "Map": ("edgeWidth", "edgeHeight"),
    "PrivateMap": ("edgeWidth", "edgeHeight"),
    "PlayerHand": ("edgeWidth", "edgeHeight"),
    "Board": ("width", "height"),
    "HexGrid": ("x0", "y0", "dx", "dy"),
    "SquareGrid": ("x0", "y0", "dx", "dy"),
    "HexGridNumbering": _NUMBERING,
    "ObliqueHexGridNumbering": _NUMBERING,
    "SquareGridNumbering": _NUMBERING,
    "Region": ("originx", "originy"),
    "SetupStack": ("x", "y"),
    "DrawPile": ("x", "y", "width", "height"),
    "StackMetrics": ("exSepX", "exSepY", "unexSepX", "unexSepY"),
    "PieceSlot": ("width", "height"),
    "CardSlot": ("width", "height"),
    "GamePieceLayout": ("width", "height"),
}
"""The attributes of components that are pixels; the path of a Zone is one, too."""
DEFAULTS: Mapping[str, Mapping[str, str]] = {
    "HexGrid": {"x0": "0", "y0": "32", "dy": "64.0"},
    "SquareGrid": {"x0": "24", "y0": "24", "dx": "48.0", "dy": "48.0"},
    "StackMetrics": {"exSepX": "6", "exSepY": "18", "unexSepX": "2", "unexSepY": "4"},
    "GamePieceLayout": {"width": "54", "height": "54"},
}
"""What VASSAL takes where one of these is missing."""
DEFAULT_DX = "55.42562584220407"
"""A hex grid's dx that VASSAL works out anew from dy."""

TYPES: Mapping[str, tuple[str, ...]] = {
    "emb2;": ("x", "y"),
    "emb;": ("x", "y"),
    "label;": ("font_size", "vertical_offset", "horizontal_offset"),
    "markmoved;": ("x", "y"),
    "footprint;": ("radius", "point_buffer", "display_buffer", "line_width"),
    "pivot;": ("x", "y"),
    "nonRect2;": ("scale",),
    "sendto;": ("x", "y", "x_offset", "y_offset"),
    "translate;": ("dx", "dy", "x_offset", "y_offset"),
    "placemark;": ("x", "y"),
    "replace;": ("x", "y"),
    "border;": ("thickness",),
    "button;": ("x", "y", "width", "height"),
    "matPiece;": ("x", "y"),
}
"""The fields of traits' types that are pixels; expressions among them stay."""
_OLD_FORMS = ("nonRect;",)
STATES: Mapping[str, tuple[str, ...]] = {
    "piece;": ("x", "y"),
    "sendto;": ("back_x", "back_y"),
}
"""The fields of traits' states that are pixels."""
_PLACES = ("OldX", "OldY", "ClickedX", "ClickedY", "OldMatOffsetX", "OldMatOffsetY")
"""The properties kept in a BasicPiece that are pixels."""


def read_factor(text: str) -> Fraction:
    """Return a factor: `1.5`, `3/2` or `150%`.

    Raises:
        RuleError: it is no such number, or not from 0.1 to 10.
    """
    found = _FACTOR.fullmatch(text)
    if found is None or found[2] == "0":
        raise RuleError(f"expected a factor such as 1.5, 3/2 or 150%, found {text!r}")
    factor = Fraction(found[1]) / int(found[2] or 1) / (100 if found[3] else 1)
    if not LEAST <= factor <= MOST:
        raise RuleError(f"expected a factor from 0.1 to 10, found {text!r}")
    return factor


def scaled_int(value: int, factor: Fraction) -> int:
    """Return a whole number of pixels; halves go up, as in Java."""
    return math.floor(value * factor + Fraction(1, 2))


def scaled(text: str, factor: Fraction) -> str:
    """Return a figure scaled; what is no figure comes back as it is.

    >>> scaled("7", Fraction(3, 2)), scaled("52.0", Fraction(1, 2)), scaled("{Dx}", Fraction(2))
    ('11', '26.0', '{Dx}')
    """
    if _WHOLE.fullmatch(text):
        return str(scaled_int(int(text), factor))
    if _REAL.fullmatch(text):
        return format_double(float(Fraction(text) * factor))
    return text


def scaled_path(path: str, factor: Fraction) -> str:
    """Return the path of a Zone scaled: `x,y;x,y;...`."""
    points = (point.split(",") for point in path.split(";"))
    return ";".join(",".join(scaled(one, factor) for one in point) for point in points)


# --- pieces -------------------------------------------------------------------------------------


def scaled_trait(trait: Trait, factor: Fraction) -> tuple[str, str]:
    """Return a trait's type and state scaled, but for the piece that a Place Marker holds.

    Raises:
        UnencodableError: VASSAL could not read a value back.
    """
    if factor != 1 and _lacks_pixels(trait):
        texts = respelled(trait.type_text, trait.state_text)
        trait = Trait(trait.index, *texts)
    type_record, state = trait.type, trait.state
    _scale(type_record, TYPES.get(trait.prefix, ()), factor)
    _scale(state, STATES.get(trait.prefix, ()), factor)
    special = _SPECIAL.get(trait.prefix)
    if special is not None:
        special(type_record, state, factor)
    body = trait.type_text[len(trait.spec.prefix) :]
    type_text = trait.type_text
    if str(type_record) != body:
        type_text = trait.spec.prefix + str(type_record)
    return type_text, str(state)


def _lacks_pixels(trait: Trait) -> bool:
    """Tell whether VASSAL would take pixels by default where an old form of the type has none."""
    record = trait.type
    names = TYPES.get(trait.prefix, ())
    return trait.prefix in _OLD_FORMS or any(
        name in record.layout and not record.has(name) for name in names
    )


def _scale(record: Record, names: Sequence[str], factor: Fraction) -> None:
    for name in names:
        if name in record.layout and record.has(name):
            value = scaled(record[name], factor)
            if value != record[name]:
                record[name] = value


def _trail(_: Record, state: Record, factor: Fraction) -> None:
    points = [scaled_path(point, factor) for point in state.rest]
    if points != state.rest:
        state.rest = points


def _button(type_record: Record, _: Record, factor: Fraction) -> None:
    corners = [scaled(one, factor) for one in type_record.rest]
    if corners != type_record.rest:
        type_record.rest = corners


def _basic(_: Record, state: Record, factor: Fraction) -> None:
    rest = state.rest
    values = [
        scaled(value, factor) if place % 2 and rest[place - 1] in _PLACES else value
        for place, value in enumerate(rest)
    ]
    if values != rest:
        state.rest = values


_SPECIAL: Mapping[str, Callable[[Record, Record, Fraction], None]] = {
    "footprint;": _trail,
    "button;": _button,
    "piece;": _basic,
}
"""What is scaled in repeated fields: the points of a trail, the corners of a button ..."""
