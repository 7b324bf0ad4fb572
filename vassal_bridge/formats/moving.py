"""Moves one piece as VASSAL executes it: onto what takes it at a point, or alone.

Source: VASSAL.command.MovePiece, VASSAL.build.module.map.StackMetrics.merge,
VASSAL.build.module.map.CompoundPieceCollection.canMerge.
"""

from __future__ import annotations

from vassal_bridge.formats.commands import Command
from vassal_bridge.formats.fields import read_int
from vassal_bridge.formats.pieces import NO_MAP, Deck, GamePiece, Piece, Stack
from vassal_bridge.formats.seating import NULL, Seating
from vassal_bridge.formats.tabletop import Point, hider, stacks


def move(seating: Seating, command: Command) -> None:
    """Execute a MovePiece command; one about a piece that is not here does nothing."""
    piece = seating.find(command["id"])
    if piece is None:
        return
    point = _target(command)
    if not isinstance(piece, Piece):
        seating.move_holder(piece, point)
    elif point is not None:
        _move_piece(seating, piece, point, command)
    elif piece.id not in seating.table.parents:
        seating.table.stand(piece.id, None)
        seating.put(piece, None)


def _target(command: Command) -> Point | None:
    if command["map"] in ("", NO_MAP):
        return None
    return command["map"], read_int(command["x"]), read_int(command["y"])


def _move_piece(seating: Seating, piece: Piece, point: Point, command: Command) -> None:
    under = command["under"]
    below = None if under == NULL else seating.pieces.get(under)
    if below is not None and seating.table.place(below.id) == point:
        merge_onto(seating, below, piece)
        return
    player = command["player"] if command.has("player") else ""
    taker = _taker(seating, point, piece, player)
    if taker is None:
        _place_alone(seating, piece, point)
    else:
        merge_onto(seating, taker, piece)
    parent = seating.table.parents.get(piece.id)
    if under == NULL and parent is not None:
        seating.table.join(piece.id, parent, 0)
        seating.write(parent)


def _taker(seating: Seating, point: Point, piece: Piece, player: str) -> GamePiece | None:
    """Return the first at a point that takes a piece; None where nothing there does."""
    joins = stacks(piece) and point[0] not in seating.flat_maps
    for candidate_id in seating.table.at(point):
        candidate = seating.find(candidate_id)
        if isinstance(candidate, Deck):
            return candidate
        if joins and isinstance(candidate, Stack) and _takes(seating, candidate, piece, player):
            return candidate
        if joins and isinstance(candidate, Piece) and _pairs(candidate, piece):
            return candidate
    return None


def _pairs(one: Piece, other: Piece) -> bool:
    """Tell whether a loose piece makes a stack with another: both are seen by everybody."""
    return stacks(one) and hider(one) is None and hider(other) is None


def _takes(seating: Seating, stack: Stack, piece: Piece, player: str) -> bool:
    """Tell whether a stack takes a piece: one of it is seen, and both lie in one layer."""
    owners = [hider(member) for member in seating.members(stack.id)]
    if not any(owner is None or owner == player for owner in owners):
        return False
    if hider(piece) is not None or None not in owners:
        return False
    table = seating.table
    parent = table.parents.get(piece.id)
    own = table.layers.get(parent, "") if parent is not None else ""
    there = table.layers.get(stack.id, "")
    return own == there or not (own.isdigit() and there.isdigit())


def merge_onto(seating: Seating, fixed: GamePiece, piece: Piece) -> None:
    """Put a piece directly above another, into a new stack where that one is in none.

    Counted as StackMetrics.merge counts, within one stack too.
    """
    if isinstance(fixed, (Stack, Deck)):
        top = _top(seating, fixed)
        if top is None:
            seating.join(piece, fixed, len(seating.table.members[fixed.id]))
            return
        fixed = top
    if fixed.id == piece.id:
        return
    holder = seating.holder_of(fixed.id) or seating.new_stack(fixed)
    index = seating.table.members[holder.id].index(fixed.id) + 1
    if seating.table.parents.get(piece.id) == holder.id:
        index -= 1
    seating.join(piece, holder, index)


def _top(seating: Seating, holder: Stack | Deck) -> Piece | None:
    """Return the topmost piece that everybody sees."""
    seen = (piece for piece in reversed(seating.members(holder.id)) if hider(piece) is None)
    return next(seen, None)


def _place_alone(seating: Seating, piece: Piece, point: Point) -> None:
    """Put a piece alone: into a new stack, or, if it was in one before, beside all stacks."""
    before = seating.table.place(piece.id)
    is_new = piece.id in seating.table.parents or before is None or before[0] != point[0]
    had_stack = seating.leave(piece)
    seating.stand(piece, point, is_new=is_new)
    if not had_stack and stacks(piece) and point[0] not in seating.flat_maps:
        seating.new_stack(piece)
