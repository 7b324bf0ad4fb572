"""What changes come to, and where counters stand: what the bindings of all games share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from vassal_bridge.binding.binding import Bound, Geography
from vassal_bridge.binding.scheme import Scheme
from vassal_bridge.errors import BindingError, Where
from vassal_bridge.formats.editing import edits
from vassal_bridge.formats.pieces import Piece, PieceId
from vassal_bridge.formats.position import Position
from vassal_bridge.game.changes import Advance, Eliminate, Flip, Move, Place, Set, Value


@dataclass(frozen=True, slots=True)
class Net:
    """What changes come to: for each unit and field, and each track, the last value."""

    units: Mapping[tuple[str, str], Value]
    tracks: Mapping[str, str | int]


def net_of(changes: Iterable[Any]) -> Net:
    """Fold changes: a unit placed on the map and lifted again has not moved."""
    first: dict[tuple[str, str], Value] = {}
    last: dict[tuple[str, str], Value] = {}
    for change in changes:
        match change:
            case Move(unit, before, after) | Place(unit, before, after):
                key = (unit, "location")
            case Eliminate(unit, before, after):
                key = (unit, "location")
            case Flip(unit, before, after):
                key = (unit, "face")
            case Set(unit, field, before, after):
                key = (unit, field)
            case Advance(marker, before, after):
                key = ("", marker)
            case _:
                continue
        first.setdefault(key, before)
        last[key] = after
    changed = {key: value for key, value in last.items() if first[key] != value}
    return Net(
        {key: value for key, value in changed.items() if key[0]},
        {key[1]: value for key, value in changed.items() if not key[0]},
    )


def place_of(piece: Piece, position: Position, places: Geography) -> str:
    """Return the hex or box that a counter stands in; raises BindingError for one on no map."""
    point = position.standing(piece).point
    if point is None:
        where = Where(position.save.name, piece=piece.id)
        raise BindingError("the piece is on no map", where=where)
    return places.location(*point)


def piece_of(bound: Bound, name: str) -> PieceId:
    """Return the counter of a unit or marker; raises BindingError where the save has none."""
    if name not in bound.pieces:
        raise BindingError(f"{name} has no counter in the save, and the rules move it")
    return bound.pieces[name]


def move_to(
    position: Position, scheme: Scheme, places: Geography, piece_id: PieceId, location: str
) -> None:
    """Move a counter to a free point of a hex or box, on the map that the scheme says."""
    map_name = scheme.map_of(location)
    points = (position.standing(piece).point for piece in position.pieces)
    taken = {point[1:] for point in points if point is not None and point[0] == map_name}
    x, y = places.free_point(map_name, location, taken)
    position.apply_all(edits.move(position, piece_id, map_name, x, y))
