"""Where everything stands: stacks, decks and loose pieces, at points of maps, in drawing order.

A save says for each stack who is in it; VASSAL's commands ask the other way round: in which
stack is this piece, and what stands at this point. The table keeps both, so that a command costs
the same in a game of fifty pieces and of five thousand.
Source: VASSAL.build.module.Map, VASSAL.counters.Stack, VASSAL.build.module.map.StackMetrics.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from vassal_bridge.formats.kinds import footing_of
from vassal_bridge.formats.pieces import Deck, Piece, PieceId, Stack
from vassal_bridge.formats.save import Pieces
from vassal_bridge.formats.traitvalues import hidden_by

if TYPE_CHECKING:
    from vassal_bridge.formats.module import Module

Point = tuple[str, int, int]
"""The map's identifier and pixels."""

LAYER_MARK = "@@"
"""Begins the number of the game piece layer at the end of a stack's state."""


class Tabletop:
    """Who is in which stack, what stands where, and in which order it came onto its map.

    A stack that a save holds empty stands nowhere; filled, it comes as a new one does. `parents`
    may name a stack that no longer lists the piece, or that left the game: VASSAL's pieces
    remember it too, and a move out of it makes no new stack.
    """

    def __init__(self, pieces: Pieces) -> None:
        self._pieces = pieces
        self.members: defaultdict[PieceId, list[PieceId]] = defaultdict(list)
        self.parents: dict[PieceId, PieceId] = {}
        self._places: dict[PieceId, Point | None] = {}
        self._standing: dict[Point, dict[PieceId, None]] = {}
        self.layers: dict[PieceId, str] = {}
        for holder in pieces.holders:
            self._seat(holder)
        for piece in pieces.standing():
            if piece.id not in self.parents:
                self.stand(piece.id, piece.point)

    def _seat(self, holder: Stack | Deck) -> None:
        """Take over whom a stack or deck lists: who is in the game, and no stacks."""
        self.members[holder.id] = []
        for member in holder.members:
            if isinstance(self._pieces.get(member), Piece):
                self.join(member, holder.id, len(self.members[holder.id]))
        self.layers[holder.id] = _layer(holder)

    def stand(self, piece_id: PieceId, point: Point | None) -> None:
        """Let a stack, a deck or a loose piece stand at a point; None takes it off the maps."""
        before = self._places.get(piece_id)
        if before is not None:
            self._standing[before].pop(piece_id, None)
        self._places[piece_id] = point
        if point is not None:
            self._standing.setdefault(point, {})[piece_id] = None

    def lift(self, piece_id: PieceId) -> None:
        """Take a stack, a deck or a loose piece off its map and forget its place."""
        self.stand(piece_id, None)
        self._places.pop(piece_id, None)

    def place(self, piece_id: PieceId) -> Point | None:
        """Return where a piece stands: a member where its stack does; None for no map."""
        parent = self.parents.get(piece_id)
        return self._places.get(piece_id if parent is None else parent)

    def at(self, point: Point) -> list[PieceId]:
        """Return the stacks, decks and loose pieces at exactly a point, lowest first."""
        return list(self._standing.get(point, ()))

    def join(self, piece_id: PieceId, holder_id: PieceId, index: int) -> PieceId | None:
        """Put a piece into a stack at an index; return the stack that it left, if any."""
        left = self.leave(piece_id)
        if left is None:
            self.lift(piece_id)
        members = self.members[holder_id]
        members.insert(max(0, min(index, len(members))), piece_id)
        self.parents[piece_id] = holder_id
        return left

    def leave(self, piece_id: PieceId) -> PieceId | None:
        """Take a piece out of its stack; return the stack, None where it was in none."""
        parent = self.parents.pop(piece_id, None)
        if parent is not None and piece_id in self.members.get(parent, ()):
            self.members[parent].remove(piece_id)
        return parent

    def forget(self, piece_id: PieceId) -> None:
        """Take a piece out of everything: it leaves the game."""
        self.leave(piece_id)
        self.lift(piece_id)


def _layer(holder: Stack | Deck) -> str:
    if isinstance(holder, Deck):
        return ""
    mark = holder.state_text.rpartition(LAYER_MARK)[2]
    return mark if mark.isdigit() else ""


def flat_maps(module: Module | None) -> frozenset[str]:
    """Return the maps of a module on which nothing stacks; without a module no map is known so."""
    found = () if module is None else module.maps.values()
    metrics = {one.id: one.component.find("map.StackMetrics", "HandMetrics") for one in found}
    return frozenset(
        name for name, one in metrics.items() if one is not None and one.flag("disabled")
    )


def stacks(piece: Piece) -> bool:
    """Tell whether a piece joins stacks: no Does Not Stack trait of its forbids it."""
    trait = piece.trait("immob;")
    return trait is None or not footing_of(trait.type).never_stacks


def hider(piece: Piece) -> str | None:
    """Return the id of who alone sees a piece (its Invisible trait); None where all see it."""
    trait = piece.trait("hide;")
    return None if trait is None else hidden_by(trait)
