"""Who sits in which stack or deck, written through: states and lines follow the table.

The table (`formats/tabletop.py`) answers questions; a seating changes it, and with it the state
of every piece and stack concerned and the save's list of commands. Source: VASSAL.counters.Stack,
VASSAL.build.module.Map.
"""

from __future__ import annotations

import contextlib

from vassal_bridge.errors import UnencodableError
from vassal_bridge.formats.commands import Command
from vassal_bridge.formats.piecelines import PieceLines
from vassal_bridge.formats.pieces import (
    NO_MAP,
    STACK_TYPE,
    Deck,
    GamePiece,
    Piece,
    PieceId,
    Stack,
)
from vassal_bridge.formats.save import Pieces, Save
from vassal_bridge.formats.tabletop import LAYER_MARK, Point, Tabletop
from vassal_bridge.formats.tokens import Tokens, encode_safely

NULL = "null"
"""How commands spell that there is no piece, or no id."""


class Seating:
    """The pieces of a save in their stacks and decks, to be put elsewhere.

    A stack that loses its last piece is remembered, since a later command may fill it again, and
    is not written.
    """

    def __init__(self, save: Save, lines: PieceLines) -> None:
        self._save = save
        self._lines = lines
        self._table: Tabletop | None = None
        self._empty: dict[PieceId, GamePiece] = {}
        self._emptied: list[PieceId] = []
        self._greatest = 0
        self.flat_maps: frozenset[str] = frozenset()

    @property
    def pieces(self) -> Pieces:
        """The pieces as they are now."""
        return self._save.pieces

    @property
    def table(self) -> Tabletop:
        """Who is in which stack, and what stands where."""
        if self._table is None:
            self._table = Tabletop(self.pieces)
        return self._table

    def look_again(self) -> None:
        """Forget the table: somebody else has changed the save's list."""
        self._table = None
        self._greatest = 0

    # --- questions -----------------------------------------------------------------------------

    def find(self, piece_id: str) -> GamePiece | None:
        """Return a piece, stack or deck, an emptied stack too; None where there is none."""
        return self.pieces.get(piece_id) or self._empty.get(PieceId(piece_id))

    def holder_of(self, piece_id: str) -> Stack | Deck | None:
        """Return the stack or deck that a piece is in."""
        parent = self.table.parents.get(PieceId(piece_id))
        if parent is None or piece_id not in self.table.members[parent]:
            return None
        holder = self.find(parent)
        return holder if isinstance(holder, (Stack, Deck)) else None

    def members(self, holder_id: PieceId) -> list[Piece]:
        """Return the pieces in a stack or deck, bottom first."""
        found = [self.find(member) for member in self.table.members[holder_id]]
        return [piece for piece in found if isinstance(piece, Piece)]

    def new_id(self) -> PieceId:
        """Return a piece id that is not used yet: one more than the greatest number in use."""
        if not self._greatest:
            ids = [*self.pieces.ids(), *self._empty]
            self._greatest = max(map(_number, ids), default=0)
        return PieceId(str(self._greatest + 1))

    # --- pieces come and go --------------------------------------------------------------------

    def add(self, command: Command) -> None:
        """Bring a piece into the game, in the place of one that has its id already."""
        piece_id = PieceId(command["id"])
        if self.find(piece_id) is not None:
            self.remove(piece_id)
        self._greatest = max(self._greatest, _number(piece_id)) if self._greatest else 0
        table = self.table
        piece = self.pieces.put_in(command)
        self._lines.add(command)
        if isinstance(piece, (Stack, Deck)):
            table.members[piece_id] = []
            self.fill(piece)
        else:
            table.stand(piece_id, piece.point)

    def remove(self, piece_id: PieceId) -> None:
        """Take a piece, stack or deck out of the game."""
        piece = self.find(piece_id)
        if piece is None:
            return
        left = self.table.leave(piece_id)
        self.table.lift(piece_id)
        self.write(left)
        if piece_id in self.pieces:
            self.pieces.take_out(piece_id)
            self._lines.remove(piece.command)
        self._empty.pop(piece_id, None)

    def new_stack(self, piece: GamePiece) -> Stack:
        """Return a new stack that stands where a piece does, with the piece in it."""
        name, x, y = self.table.place(piece.id) or (NO_MAP, 0, 0)
        text = encode_safely([name, str(x), str(y), piece.id, f"{LAYER_MARK}-1"], ";")
        stack_id = self.new_id()
        self.add(Command("+/" + encode_safely([stack_id, STACK_TYPE, text], "/")))
        stack = self.pieces[stack_id]
        assert isinstance(stack, Stack)
        return stack

    # --- pieces take other places --------------------------------------------------------------

    def fill(self, holder: Stack | Deck) -> None:
        """Let the pieces that a stack's or deck's state lists be in it, where it stands."""
        table, point = self.table, holder.point
        before = table.place(holder.id)
        wanted = holder.members
        table.members[holder.id] = []
        for member in wanted:
            piece = self.find(member)
            if isinstance(piece, Piece):
                left = table.join(piece.id, holder.id, len(table.members[holder.id]))
                if left != holder.id:
                    self.write(left)
        table.layers[holder.id] = holder.state_text.rpartition(LAYER_MARK)[2]
        self._list_on_another_map(holder, before, point)
        table.stand(holder.id, point)
        for piece in self.members(holder.id):
            self.put(piece, point)
        self.write(holder.id)

    def _list_on_another_map(
        self, holder: GamePiece, before: Point | None, point: Point | None
    ) -> None:
        is_new = point is not None and (before is None or before[0] != point[0])
        if is_new and holder.id in self.pieces:
            self._lines.append(holder.command)

    def move_holder(self, holder: GamePiece, point: Point | None) -> None:
        """Let a stack or deck stand at a point, with all that is in it; None for on no map."""
        self._list_on_another_map(holder, self.table.place(holder.id), point)
        self.put(holder, point)
        self.table.stand(holder.id, point)
        for piece in self.members(holder.id):
            self.put(piece, point)

    def join(self, piece: Piece, holder: Stack | Deck, index: int) -> None:
        """Put a piece into a stack or deck, where that one stands."""
        left = self.table.join(piece.id, holder.id, index)
        if left != holder.id:
            self.write(left)
        self.put(piece, self.table.place(holder.id))
        self.write(holder.id)

    def leave(self, piece: Piece) -> bool:
        """Take a piece out of its stack; tell whether it was in one."""
        left = self.table.leave(piece.id)
        self.write(left)
        return left is not None

    def stand(self, piece: Piece, point: Point, *, is_new: bool) -> None:
        """Let a piece in no stack stand at a point; `is_new` says that it comes onto the map."""
        self.table.stand(piece.id, point)
        self.put(piece, point)
        if is_new:
            self._lines.append(piece.command)

    def put(self, piece: GamePiece, point: Point | None) -> None:
        """Write a place into a piece's state, if it is another; a damaged state is left alone."""
        if piece.point != point:
            name, x, y = (None, piece.x, piece.y) if point is None else point
            with contextlib.suppress(UnencodableError):
                piece.put(name, x, y)

    # --- what is written -----------------------------------------------------------------------

    def write(self, holder_id: PieceId | None) -> None:
        """Write a stack's or deck's members into its state."""
        holder = None if holder_id is None else self.find(holder_id)
        if holder_id is None or not isinstance(holder, (Stack, Deck)):
            return
        members = self.table.members[holder_id]
        if holder.members != members:
            holder.members = list(members)
        if members or isinstance(holder, Deck):
            self._empty.pop(holder_id, None)
            if holder_id not in self.pieces:
                self.pieces.put_in(holder.command)
                self._lines.add(holder.command)
        else:
            self._empty[holder_id] = holder
            self._emptied.append(holder_id)

    def leave_out_empty(self) -> None:
        """Take the stacks that a command has emptied out of the pieces and the list.

        One that is filled again later is written as one that came new onto its map.
        """
        for piece_id in self._emptied:
            empty = self._empty.get(piece_id)
            if empty is not None and piece_id in self.pieces:
                self.pieces.take_out(piece_id)
                self._lines.remove(empty.command)
        self._emptied = []


def closed(command: Command) -> Command:
    """Return a command that can be written: a final backslash, which VASSAL would lose, quoted."""
    if command.text.endswith("\\"):
        prefix = command.spec.prefix
        values = list(Tokens(command.own[len(prefix) :], command.spec.delimiter))
        command.text = prefix + encode_safely(values, command.spec.delimiter)
    return command


def _number(piece_id: str) -> int:
    return int(piece_id) if piece_id.isascii() and piece_id.isdigit() else 0
