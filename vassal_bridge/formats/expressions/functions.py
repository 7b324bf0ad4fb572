"""VASSAL's functions for expressions: GetProperty, If, SumStack, CountMap, Range and the rest.

Source: VASSAL.script.init_expression.bsh and ExpressionInterpreter. The number of arguments
decides what each is; an argument that begins with a brace is a filter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from vassal_bridge.formats.expressions.context import (
    OffPiece,
    PieceContext,
    PropertyValue,
)
from vassal_bridge.formats.expressions.refusal import NotEvaluated
from vassal_bridge.formats.expressions.values import (
    EngineFault,
    JavaValue,
    Number,
    convert,
    java_int,
    parse_int,
    to_text,
    type_of,
    words,
)


class Host(Protocol):
    """The evaluation that calls a function."""

    @property
    def piece(self) -> PieceContext | OffPiece | None:
        """The piece that the expression is on."""
        ...

    @property
    def silent(self) -> bool:
        """Whether functions that only show something give their value without showing it."""
        ...

    def property_text(self, name: str) -> str:
        """Return a property's text, empty where there is none."""
        ...

    def localized_text(self, name: str) -> str:
        """Return what the viewer sees of a property, empty where that is nothing."""
        ...

    def passing(self, pieces: Sequence[PieceContext], filter_text: str) -> list[PieceContext]:
        """Return the pieces that pass a filter, whose `$x$` come from the calling piece."""
        ...


Arguments: TypeAlias = Sequence[JavaValue]
Function: TypeAlias = Callable[[Host, Arguments], JavaValue]
Pieces: TypeAlias = Sequence[PieceContext]


@dataclass(frozen=True, slots=True)
class Spec:
    """A function: the numbers of arguments it takes, and what it gives where there is no piece.

    A function of which `off_piece` is None does not ask for pieces.
    """

    counts: frozenset[int]
    run: Function
    off_piece: JavaValue = None


def call(host: Host, name: str, arguments: Arguments) -> JavaValue:
    """Return what a function gives.

    Raises:
        EngineFault: VASSAL has no such function, or not for so many arguments.
        NotEvaluated: chance, dialogs, and what asks for a game that is not there.
    """
    if name in SILENT and host.silent and len(arguments) in SILENT[name]:
        return ""
    if name in REFUSED:
        raise NotEvaluated(f"{name}: {REFUSED[name]}")
    spec = FUNCTIONS.get(name)
    if spec is None:
        if name in UNKNOWN:
            raise EngineFault(f"there is no function {name}")
        raise NotEvaluated(f"the function {name}")
    if len(arguments) not in spec.counts:
        raise EngineFault(f"{name} with {len(arguments)} arguments")
    if any(argument is None for argument in arguments):
        raise NotEvaluated(f"{name} with null")
    if spec.off_piece is not None and isinstance(host.piece, OffPiece):
        return spec.off_piece
    return spec.run(host, arguments)


def _piece(host: Host) -> PieceContext:
    if host.piece is None:
        raise NotEvaluated("a function that asks for the pieces in the game")
    if isinstance(host.piece, OffPiece):
        raise EngineFault("a function that needs a piece")
    return host.piece


def _as_text(value: PropertyValue) -> str:
    """Return a property's text as a name in a format shows it; empty where there is none."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def _int(value: JavaValue) -> int:
    """Return an argument that has to be an int."""
    if isinstance(value, Number) and value.type == "int":
        return int(value.value)
    raise NotEvaluated(f"a {type_of(value)} where a function takes an int")


def _text(value: JavaValue) -> str:
    """Return an argument that names a property, map, place or filter."""
    return to_text(value)


def _is_filter(value: JavaValue) -> bool:
    return _text(value).strip().startswith("{")


def total(pieces: Pieces, name: str) -> JavaValue:
    """Return the sum of a property; what is no int counts as 0.

    Raises:
        EngineFault: the property is not a text inside VASSAL.
    """
    return java_int(sum(_numbers(pieces, name)))


def _numbers(pieces: Pieces, name: str) -> list[int]:
    return [parse_int(_own_text(piece, name)) or 0 for piece in pieces]


def _own_text(piece: PieceContext, name: str) -> str:
    value = piece.get(name)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise EngineFault(f"the property {name} is not a text inside VASSAL")
    return value


def count(pieces: Pieces, name: str) -> JavaValue:
    """Return how many pieces have a property that is not empty.

    Raises:
        EngineFault: the property is not a text inside VASSAL.
    """
    return java_int(sum(_own_text(piece, name) != "" for piece in pieces))


def _count_either(host: Host, pieces: Pieces, which: JavaValue) -> JavaValue:
    """Count by a filter where the argument begins with a brace, and else by a property."""
    text = _text(which)
    if _is_filter(which):
        return java_int(len(host.passing(pieces, text)))
    return count(pieces, text)


def _filtered(host: Host, pieces: Pieces, filter_text: JavaValue) -> Pieces:
    return host.passing(pieces, _text(filter_text))


def _get_property(host: Host, arguments: Arguments) -> JavaValue:
    return convert(host.property_text(_text(arguments[0])))


def _get_string(host: Host, arguments: Arguments) -> JavaValue:
    return host.property_text(_text(arguments[0]))


def _get_localized(host: Host, arguments: Arguments) -> JavaValue:
    return convert(host.localized_text(_text(arguments[0])))


def _if(host: Host, arguments: Arguments) -> JavaValue:
    condition, yes, no = arguments
    if not isinstance(condition, bool):
        raise EngineFault("If asks something else than a boolean")
    return yes if condition else no


def _sum_stack(host: Host, arguments: Arguments) -> JavaValue:
    pieces: Pieces = _piece(host).stack()
    if len(arguments) > 1:
        pieces = _filtered(host, pieces, arguments[1])
    return total(pieces, _text(arguments[0]))


def _count_stack(host: Host, arguments: Arguments) -> JavaValue:
    pieces: Pieces = _piece(host).stack()
    if not arguments:
        return java_int(sum(_as_text(piece.get("Invisible")) != "true" for piece in pieces))
    if len(arguments) > 1:
        pieces = _filtered(host, pieces, arguments[1])
        return count(pieces, _text(arguments[0]))
    return _count_either(host, pieces, arguments[0])


Region: TypeAlias = Callable[[PieceContext, str | None, str | None], Pieces]


def _at_location(piece: PieceContext, place: str | None, map_name: str | None) -> Pieces:
    return piece.at_location(place, map_name)


def _in_zone(piece: PieceContext, place: str | None, map_name: str | None) -> Pieces:
    return piece.in_zone(place, map_name)


def _sum_region(region: Region) -> Function:
    """Return SumLocation or SumZone: (P), (P, F), (P, place, map), (P, place, map, F)."""

    def run(host: Host, arguments: Arguments) -> JavaValue:
        named = len(arguments) > 2
        place, map_name = (_text(arguments[1]), _text(arguments[2])) if named else (None, None)
        pieces = region(_piece(host), place, map_name)
        if len(arguments) in (2, 4):
            pieces = _filtered(host, pieces, arguments[-1])
        return total(pieces, _text(arguments[0]))

    return run


def _count_region(region: Region) -> Function:
    """Return CountLocation or CountZone, whose place and map come first."""

    def run(host: Host, arguments: Arguments) -> JavaValue:
        rest = list(arguments)
        place = map_name = None
        if len(rest) > 2 or (len(rest) == 2 and not _is_filter(rest[1])):
            place, map_name = _text(rest.pop(0)), _text(rest.pop(0))
        pieces = region(_piece(host), place, map_name)
        if not rest:
            return java_int(len(pieces))
        if len(rest) == 2:
            return count(_filtered(host, pieces, rest[1]), _text(rest[0]))
        return _count_either(host, pieces, rest[0])

    return run


def _sum_map(host: Host, arguments: Arguments) -> JavaValue:
    rest = list(arguments[1:])
    map_name = None
    if len(rest) == 2 or (len(rest) == 1 and not _is_filter(rest[0])):
        map_name = _text(rest.pop(0))
    pieces: Pieces = _piece(host).on_map(map_name)
    if rest:
        pieces = _filtered(host, pieces, rest[0])
    return total(pieces, _text(arguments[0]))


def _count_map(host: Host, arguments: Arguments) -> JavaValue:
    piece, rest = _piece(host), list(arguments)
    map_name = None
    if rest and _begins_with_map(piece, rest):
        map_name = _text(rest.pop(0))
    pieces: Pieces = piece.on_map(map_name)
    if not rest:
        return java_int(len(pieces))
    if len(rest) == 2:
        return count(_filtered(host, pieces, rest[1]), _text(rest[0]))
    return _count_either(host, pieces, rest[0])


def _begins_with_map(piece: PieceContext, arguments: Arguments) -> bool:
    """Say whether CountMap's first argument names a map: (map), (map, P or F), (map, P, F)."""
    if len(arguments) == 3 or (len(arguments) == 2 and not _is_filter(arguments[1])):
        return True
    return not _is_filter(arguments[0]) and piece.has_map(_text(arguments[0]))


def _all_or_map(host: Host, arguments: Arguments, place: int) -> Pieces:
    """Return the pieces of all maps, or of the map named at a place in the arguments."""
    piece = _piece(host)
    if len(arguments) > place:
        return piece.on_map(_text(arguments[place]))
    return piece.everywhere()


def _sum_all(host: Host, arguments: Arguments) -> JavaValue:
    pieces = _all_or_map(host, arguments, 2)
    if _text(arguments[1]):
        pieces = _filtered(host, pieces, arguments[1])
    return total(pieces, _text(arguments[0]))


def _count_all(host: Host, arguments: Arguments) -> JavaValue:
    pieces = _all_or_map(host, arguments, 1)
    if _text(arguments[0]):
        pieces = _filtered(host, pieces, arguments[0])
    return java_int(len(pieces))


def _sum_mat(host: Host, arguments: Arguments) -> JavaValue:
    pieces: Pieces = _piece(host).on_mat()
    if len(arguments) > 1:
        pieces = _filtered(host, pieces, arguments[1])
    return total(pieces, _text(arguments[0]))


def _count_mat(host: Host, arguments: Arguments) -> JavaValue:
    pieces: Pieces = _piece(host).on_mat()
    if len(arguments) > 1:
        return count(_filtered(host, pieces, arguments[1]), _text(arguments[0]))
    return _count_either(host, pieces, arguments[0])


def _sum_attach(host: Host, arguments: Arguments) -> JavaValue:
    pieces: Pieces = _piece(host).attached(_text(arguments[0]))
    if len(arguments) > 2:
        pieces = _filtered(host, pieces, arguments[2])
    return total(pieces, _text(arguments[1]))


def _count_attach(host: Host, arguments: Arguments) -> JavaValue:
    return _count_either(host, _piece(host).attached(_text(arguments[0])), arguments[1])


def _extreme_attach(choose: Callable[[list[int]], int]) -> Function:
    def run(host: Host, arguments: Arguments) -> JavaValue:
        numbers = _numbers(_piece(host).attached(_text(arguments[0])), _text(arguments[1]))
        return java_int(choose(numbers) if numbers else 0)

    return run


def _get_attach(host: Host, arguments: Arguments) -> JavaValue:
    """Return a property of an attached piece: the first, or by number, name or filter."""
    pieces: Pieces = _piece(host).attached(_text(arguments[0]))
    if len(arguments) > 2:
        which = arguments[2]
        if isinstance(which, Number):
            place = _int(which)
            pieces = pieces[place - 1 : place] if place > 0 else []
        elif _is_filter(which):
            pieces = _filtered(host, pieces, which)
        else:
            name = _text(which)
            pieces = [piece for piece in pieces if _as_text(piece.get("BasicName")) == name]
    if not pieces:
        return ""
    return convert(_as_text(pieces[0].get(_text(arguments[1]))))


def _get_map(host: Host, arguments: Arguments) -> JavaValue:
    name, map_name = map(_text, arguments)
    return convert(_as_text(_known_piece(host).map_property(name, map_name)))


def _get_zone(host: Host, arguments: Arguments) -> JavaValue:
    name, zone = _text(arguments[0]), _text(arguments[1])
    map_name = _text(arguments[2]) if len(arguments) > 2 else None
    return convert(_as_text(_known_piece(host).zone_property(name, zone, map_name)))


def _known_piece(host: Host) -> PieceContext:
    """Return the piece through which maps and zones are asked."""
    if not isinstance(host.piece, OffPiece):
        return _piece(host)
    raise NotEvaluated("a map's or zone's property without a piece")


def _range(*, pixels: bool) -> Function:
    """Return Range or RangePx: (att), (att, F), (x, y), (x, y, x, y), (x, y, x, y, map)."""

    def run(host: Host, arguments: Arguments) -> JavaValue:
        if isinstance(host.piece, OffPiece) and len(arguments) > 4:
            raise NotEvaluated("the range on a map without a piece")
        if isinstance(arguments[0], str):
            if len(arguments) > 2:
                raise NotEvaluated("a range with a text and three or more arguments")
            if isinstance(host.piece, OffPiece):
                return java_int(0)
            return _attached_range(host, arguments, pixels)
        piece = _piece(host)
        if len(arguments) == 1:
            raise NotEvaluated("a range with one number")
        numbers = [_int(argument) for argument in arguments[:4]]
        map_name = _text(arguments[4]) if len(arguments) > 4 else None
        if len(numbers) == 3:
            raise EngineFault("a range with three arguments")
        start = (numbers[0], numbers[1]) if len(numbers) == 4 else _own_point(piece)
        end = (numbers[-2], numbers[-1])
        return java_int(piece.distance(start, end, map_name, pixels=pixels))

    return run


def _attached_range(host: Host, arguments: Arguments, pixels: bool) -> JavaValue:
    piece = _piece(host)
    pieces: Pieces = piece.attached(_text(arguments[0]))
    if len(arguments) > 1:
        pieces = _filtered(host, pieces, arguments[1])
    if not pieces:
        return java_int(0)
    end = _own_point(pieces[0])
    return java_int(piece.distance(_own_point(piece), end, None, pixels=pixels))


def _own_point(piece: PieceContext) -> tuple[int, int]:
    x, y = (parse_int(_as_text(piece.get(name))) for name in ("CurrentX", "CurrentY"))
    if x is None or y is None:
        raise NotEvaluated("the range from a piece without a place")
    return x, y


def _near(host: Host, arguments: Arguments, pixels: bool) -> Pieces:
    piece, least, most = _piece(host), _int(arguments[0]), _int(arguments[1])
    around = list(piece.within(least, most, pixels=pixels))
    return [*around, piece] if least <= 0 else around


def _sum_range(*, pixels: bool) -> Function:
    def run(host: Host, arguments: Arguments) -> JavaValue:
        pieces = _near(host, arguments, pixels)
        if len(arguments) > 3:
            pieces = _filtered(host, pieces, arguments[3])
        return total(pieces, _text(arguments[2]))

    return run


def _count_range(*, pixels: bool) -> Function:
    def run(host: Host, arguments: Arguments) -> JavaValue:
        pieces = _near(host, arguments, pixels)
        if len(arguments) == 2:
            return java_int(len(pieces))
        if len(arguments) > 3:
            return count(_filtered(host, pieces, arguments[3]), _text(arguments[2]))
        return _count_either(host, pieces, arguments[2])

    return run


def _counts(*numbers: int) -> frozenset[int]:
    return frozenset(numbers)


_ZERO = java_int(0)
FUNCTIONS: dict[str, Spec] = {
    "Count": Spec(_counts(1, 2), _count_all, _ZERO),
    "CountAttach": Spec(_counts(2), _count_attach, _ZERO),
    "CountLocation": Spec(_counts(0, 1, 2, 3, 4), _count_region(_at_location), _ZERO),
    "CountMap": Spec(_counts(0, 1, 2, 3), _count_map, _ZERO),
    "CountMat": Spec(_counts(1, 2), _count_mat, _ZERO),
    "CountRange": Spec(_counts(2, 3, 4), _count_range(pixels=False), _ZERO),
    "CountRangePx": Spec(_counts(2, 3, 4), _count_range(pixels=True), _ZERO),
    "CountStack": Spec(_counts(0, 1, 2), _count_stack, _ZERO),
    "CountZone": Spec(_counts(0, 1, 2, 3, 4), _count_region(_in_zone), _ZERO),
    "GetAttachProperty": Spec(_counts(2, 3), _get_attach, ""),
    "GetLocalizedProperty": Spec(_counts(1), _get_localized),
    "GetMapProperty": Spec(_counts(2), _get_map),
    "GetProperty": Spec(_counts(1), _get_property),
    "GetString": Spec(_counts(1), _get_string),
    "GetZoneProperty": Spec(_counts(2, 3), _get_zone),
    "If": Spec(_counts(3), _if),
    "MaxAttach": Spec(_counts(2), _extreme_attach(max), _ZERO),
    "MinAttach": Spec(_counts(2), _extreme_attach(min), _ZERO),
    "Range": Spec(_counts(1, 2, 4, 5), _range(pixels=False)),
    "RangePx": Spec(_counts(1, 2, 4, 5), _range(pixels=True)),
    "Sum": Spec(_counts(2, 3), _sum_all, _ZERO),
    "SumAttach": Spec(_counts(2, 3), _sum_attach, _ZERO),
    "SumLocation": Spec(_counts(1, 2, 3, 4), _sum_region(_at_location), _ZERO),
    "SumMap": Spec(_counts(1, 2, 3), _sum_map, _ZERO),
    "SumMat": Spec(_counts(1, 2), _sum_mat, _ZERO),
    "SumRange": Spec(_counts(3, 4), _sum_range(pixels=False), _ZERO),
    "SumRangePx": Spec(_counts(3, 4), _sum_range(pixels=True), _ZERO),
    "SumStack": Spec(_counts(1, 2), _sum_stack, _ZERO),
    "SumZone": Spec(_counts(1, 2, 3, 4), _sum_region(_in_zone), _ZERO),
}
"""The functions that we evaluate."""

REFUSED = {
    "Alert": "shows a dialog",
    "Audit": "writes to VASSAL's log",
    "IsRandom": "chance",
    "Random": "chance",
    "Sleep": "waits",
}
"""Functions that exist and that we do not run."""

SILENT = {"Alert": _counts(1, 2), "Audit": _counts(1, 2, 3), "Sleep": _counts(1)}
"""Those of them whose value is always an empty text, with the numbers of their arguments."""

_OLD_NAMES = words("Compare GetMatProperty Max MaxAttachment MaxStack Min MinStack Replace Roll")
_OTHER_SPELLINGS = frozenset(
    spelling
    for name in (*FUNCTIONS, *REFUSED)
    for spelling in (name.lower(), name.upper(), name[0].lower() + name[1:])
)
UNKNOWN = (_OLD_NAMES | _OTHER_SPELLINGS) - {"if", "count", "sum", "range", "random"}
"""Functions that VASSAL is known not to have."""
