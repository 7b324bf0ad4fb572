"""Moves as a player makes them in VASSAL: with marks, trails and what a piece remembers.

Before a piece moves, VASSAL notes on it where it was (OldLocationName and the like), marks it as
moved and begins its Movement Trail; behind the move the trail gets the new point.
Source: VASSAL.build.module.map.PieceMover, VASSAL.counters.Footprint and MovementMarkable.
"""

from __future__ import annotations

from collections.abc import Mapping

from vassal_bridge.formats.editing import edits
from vassal_bridge.formats.editing.places import Places
from vassal_bridge.formats.fields import Record
from vassal_bridge.formats.pieces import Deck, Piece, PieceId, Stack
from vassal_bridge.formats.position import Position
from vassal_bridge.formats.tabletop import Point
from vassal_bridge.formats.tokens import format_boolean
from vassal_bridge.formats.traits import Trait

MARK, TRAIL = "markmoved;", "footprint;"
MAT, CARGO, NO_MAT = "mat;", "matPiece;", "noMat"
_OLD = ("LocationName", "Board", "Zone", "DeckName", "X", "Y", "Map")
_OLD_MAT = ("MatPieceName", "Mat", "MatID", "MatBasicName", "MatOffsetY", "MatOffsetX")


def move_piece(
    position: Position, places: Places, piece: Piece, to: Point, *, player: str, marks: bool
) -> list[str]:
    """Move a piece and apply it; return the commands.

    A piece that stands there already is put on top of its stack, and counts as not moved.

    A mat takes its cargo along. Cargo that is moved by itself is on the mat that stands exactly
    where it comes to lie, if any; VASSAL looks whether it lies within the mat's shape.

    Raises:
        UnencodableError: the piece's state cannot be written.
    """
    stands = position.standing(piece)
    if stands.point == to:
        return _applied(position, edits.move(position, piece.id, *to, player=player))
    from_x, from_y, from_map = stands.x, stands.y, stands.map
    done = _move_one(position, places, piece, to, player=player, marks=marks)
    mat = piece.trait(MAT)
    for cargo_id in [] if mat is None else mat.state.rest:
        cargo = position.pieces.get(cargo_id)
        if not isinstance(cargo, Piece):
            continue
        lies = position.standing(cargo)
        if lies.map == from_map:
            there = to[0], to[1] + lies.x - from_x, to[2] + lies.y - from_y
            done += _move_one(position, places, cargo, there, player=player, marks=marks)
    return done + load(position, edits.find(position, piece.id))


def _move_one(
    position: Position, places: Places, piece: Piece, to: Point, *, player: str, marks: bool
) -> list[str]:
    done = remember(position, places, piece, marks=marks)
    moved = edits.move(
        position,
        piece.id,
        *to,
        player=player,
        layer_of=lambda one: places.layer_on(one, to[0]),
        flat=not places.has_stacks(to[0]),
    )
    position.apply_all(moved)
    done += moved
    return done + (follow(position, places, piece.id) if marks else [])


def load(position: Position, piece: Piece) -> list[str]:
    """Put cargo that came to a point onto the mat there, and take it off the one it was on."""
    cargo = piece.trait(CARGO)
    point = position.standing(piece).point
    if cargo is None or point is None:
        return []
    return _on_mat(position, piece, cargo, _mat_at(position, point))


def unload(position: Position, piece: Piece) -> list[str]:
    """Take cargo off its mat; apply and return it."""
    cargo = piece.trait(CARGO)
    return [] if cargo is None else _on_mat(position, piece, cargo, None)


def clear(position: Position, piece: Piece) -> list[str]:
    """Take a piece off its mat, and all cargo off the piece; apply and return it."""
    done = unload(position, piece)
    mat = piece.trait(MAT)
    for cargo_id in [] if mat is None else list(mat.state.rest):
        cargo = position.pieces.get(cargo_id)
        if isinstance(cargo, Piece):
            done += unload(position, cargo)
    return done


def _on_mat(position: Position, piece: Piece, cargo: Trait, mat: Piece | None) -> list[str]:
    """Let cargo be on a mat, or on none, instead of the one that it was on."""
    before, now = cargo.state_text, NO_MAT if mat is None else mat.id
    if before == now or (mat is None and before in ("", "null")):
        return []
    done: list[str] = []
    for holder in (position.pieces.get(before), mat):
        trait = holder.trait(MAT) if isinstance(holder, Piece) else None
        if isinstance(holder, Piece) and trait is not None:
            state = trait.state
            others = [one for one in state.rest if one != piece.id]
            state.rest = [*others, piece.id] if holder is mat else others
            done += _applied(position, edits.change(position, holder.id, {trait.index: str(state)}))
    return done + _applied(position, edits.change(position, piece.id, {cargo.index: now}))


def _mat_at(position: Position, point: Point) -> Piece | None:
    """Return the topmost mat that stands at a point."""
    for standing in reversed(position.table.at(point)):
        for piece_id in [*reversed(position.table.members.get(standing, [])), standing]:
            piece = position.pieces.get(piece_id)
            if isinstance(piece, Piece) and piece.trait(MAT) is not None:
                return piece
    return None


def move_stack(
    position: Position, places: Places, stack: Stack, to: Point, *, player: str, marks: bool
) -> list[str]:
    """Move a whole stack and apply it: as one where nothing takes it, else piece by piece."""
    members = [edits.find(position, member) for member in stack.members]
    if not members or (stack.map, stack.x, stack.y) == to:
        return []
    flat = not places.has_stacks(to[0])
    taken = edits.stack_there(
        position, members[0], to, lambda one: places.layer_on(one, to[0]), flat
    )
    done: list[str] = []
    if taken is not None or flat:
        for piece in members:
            done += move_piece(position, places, piece, to, player=player, marks=marks)
        return done
    for piece in members:
        done += remember(position, places, piece, marks=marks)
    moved = edits.move_stack(stack, to, player=player)
    position.apply_all(moved)
    done += moved
    for piece in members:
        done += follow(position, places, piece.id) if marks else []
    return done


def remember(position: Position, places: Places, piece: Piece, *, marks: bool) -> list[str]:
    """Note on a piece where it is, and mark it as moved where its map does; apply and return it."""
    last = len(piece.types) - 1
    states = {last: with_kept(position, piece, old_place(position, places, piece))}
    if marks and places.marks(position.standing(piece).map):
        states |= marked(piece, places)
    return _applied(position, edits.change(position, piece.id, states))


def follow(position: Position, places: Places, piece_id: PieceId) -> list[str]:
    """Mark a piece that has come to a place, with the place in its trail; apply and return it."""
    piece = edits.find(position, piece_id)
    if not places.marks(position.standing(piece).map):
        return []
    return _applied(position, edits.change(position, piece_id, marked(piece, places)))


def _applied(position: Position, texts: list[str]) -> list[str]:
    position.apply_all(texts)
    return texts


def old_place(position: Position, places: Places, piece: Piece) -> dict[str, str]:
    """Return the properties by which VASSAL remembers where a piece was, its mat included."""
    there = places.location(piece)
    stands = position.standing(piece)
    on_map = stands.map is not None
    values = (
        there.name,
        there.board,
        there.zone,
        stands.type["name"] if isinstance(stands, Deck) else "",
        str(stands.x if on_map else 0),
        str(stands.y if on_map else 0),
        stands.map or "",
    )
    found = {f"Old{name}": value for name, value in zip(_OLD, values, strict=True)}
    if places.has_mats:
        found |= {f"Old{name}": "" for name in _OLD_MAT}
        found |= {f"Old{name}": value for name, value in _mat(position, piece).items()}
    return found


def _mat(position: Position, piece: Piece) -> dict[str, str]:
    """Return what a piece remembers of the mat that it is on; nothing where it is on none."""
    from vassal_bridge.formats.surroundings import scene_of

    cargo = piece.trait(CARGO)
    mat = None if cargo is None else position.pieces.get(cargo.state_text)
    if not isinstance(mat, Piece):
        return {}
    look, stands = scene_of(position.save).look(mat), position.standing(piece)
    return {
        "Mat": str(look.get("MatName") or ""),
        "MatID": str(look.get("MatID") or ""),
        "MatPieceName": look.name,
        "MatBasicName": look.basic_name,
        "MatOffsetX": str(look.x - stands.x),
        "MatOffsetY": str(look.y - stands.y),
    }


def with_kept(position: Position, piece: Piece, values: Mapping[str, str]) -> str:
    """Return a BasicPiece's state with some persistent properties set, the others kept.

    A place that the state has otherwise than the piece's stack is set right, as VASSAL writes it.
    """
    state = Trait(0, piece.types[-1], piece.states[-1]).state
    stands = position.standing(piece)
    if stands.point != piece.point and stands.map is not None:
        state["map"], state["x"], state["y"] = stands.map, str(stands.x), str(stands.y)
    kept = {**piece.persistent, **values}
    if kept != piece.persistent:
        if not state.has("gpid"):
            state["gpid"] = ""
        state.rest = [text for pair in kept.items() for text in pair]
    return str(state)


def marked(piece: Piece, places: Places) -> dict[int, str]:
    """Return the states of the traits that mark a piece as moved and draw its trail."""
    states: dict[int, str] = {}
    for trait in piece.traits:
        if trait.prefix == MARK:
            states[trait.index] = format_boolean(True)
        elif trait.prefix == TRAIL and places.position.standing(piece).map is not None:
            states[trait.index] = with_point(trait, piece, places)
    return states


def with_point(trait: Trait, piece: Piece, places: Places, *, anew: bool = False) -> str:
    """Return a Movement Trail's state with the piece's point at its end, or with it alone."""
    state: Record = trait.state
    stands = places.position.standing(piece)
    point = f"{stands.x},{stands.y}"
    points = [] if anew else list(state.rest)
    if not points or points[-1] != point:
        points.append(point)
    wanted = places.map_id(stands.map or "") or state["map"]
    if state["map"] != wanted:
        state["map"] = wanted
    if points != state.rest:
        state.rest = points
    if state.has("initialized") and not state.flag("initialized"):
        state["initialized"] = format_boolean(True)
    return str(state)
