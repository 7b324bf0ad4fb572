"""A position: what commands act on.

A position stands over a save's own command list, so that applying a command changes just the
tokens that the command names, and the save can be written at any moment. Commands act as
VASSAL's do (VASSAL.command.MovePiece, ChangePiece, AddPiece, RemovePiece and the others); what
VASSAL ignores is ignored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from vassal_bridge.formats.chain import Chain
from vassal_bridge.formats.commands import Command, CommandList
from vassal_bridge.formats.gamelines import JOINING, KEYS, MODULE, GameLines
from vassal_bridge.formats.moving import move
from vassal_bridge.formats.piecelines import PieceLines
from vassal_bridge.formats.pieces import (
    DECK_PREFIX,
    STACK_TYPE,
    Deck,
    GamePiece,
    Piece,
    PieceId,
    Stack,
)
from vassal_bridge.formats.save import Pieces, Save
from vassal_bridge.formats.seating import NULL, Seating, closed
from vassal_bridge.formats.statemerge import merge_piece, merged_stack
from vassal_bridge.formats.tabletop import Tabletop


class Position:
    """The pieces, properties and texts of a save, changed by commands.

    Chat is written into the save, where loading shows it; with `keeps_chat` False it is only
    collected in `chat`. Stacks are to be changed by commands alone: the position remembers who
    is in which. On `flat_maps`, which the module tells, VASSAL makes no stacks.
    """

    def __init__(
        self, save: Save, *, keeps_chat: bool = True, flat_maps: frozenset[str] = frozenset()
    ) -> None:
        self.save = save
        self.chat: list[str] = []
        self.applied: list[list[str]] = []
        self._keeps_chat = keeps_chat
        self._lines: GameLines | None = None
        self._piece_lines = PieceLines(save)
        self._seating = Seating(save, self._piece_lines)
        self._seating.flat_maps = flat_maps

    @property
    def commands(self) -> CommandList:
        """The commands of the save that the position stands over."""
        return self.save.commands

    @property
    def pieces(self) -> Pieces:
        """The pieces as they are now."""
        return self.save.pieces

    @property
    def lines(self) -> GameLines:
        """The roster, turns, notes and properties as they are now."""
        self._look_again()
        if self._lines is None:
            self._lines = GameLines(self.commands)
        return self._lines

    @property
    def table(self) -> Tabletop:
        """Who is in which stack, and what stands where."""
        return self._seats.table

    @property
    def _seats(self) -> Seating:
        self._look_again()
        return self._seating

    def _look_again(self) -> None:
        """Forget what we know of the list where somebody else put commands in or took them out."""
        if not self._piece_lines.is_current():
            self._piece_lines.look_again()
            self._seating.look_again()
            if self._lines is not None:
                self._lines.read()

    # --- questions -----------------------------------------------------------------------------

    def property(self, name: str, container: str = MODULE) -> str | None:
        """Return a global property's value; None where nothing gave it one.

        A zone's container is `<map>:<zone>`, a map's its name.
        """
        return self.lines.value(name, container)

    def find(self, piece_id: str) -> GamePiece | None:
        """Return a piece, stack or deck, an emptied stack too; None where there is none."""
        return self._seats.find(piece_id)

    def holder_of(self, piece_id: str) -> Stack | Deck | None:
        """Return the stack or deck that a piece is in."""
        return self._seats.holder_of(piece_id)

    def standing(self, piece: Piece) -> GamePiece:
        """Return whose map and pixels are a piece's: its stack or deck, else itself.

        What a member's own state says of its place may be another thing, and VASSAL does not
        look at it (VASSAL.counters.BasicPiece.getMap, getPosition).
        """
        return self.holder_of(piece.id) or piece

    def stack_at(self, map_name: str | None, x: int, y: int) -> Stack | None:
        """Return the topmost stack at exactly a point of a map."""
        if map_name is None:
            return None
        for piece_id in reversed(self.table.at((map_name, x, y))):
            stack = self.pieces.get(piece_id)
            if isinstance(stack, Stack) and self.table.members[piece_id]:
                return stack
        return None

    def new_id(self) -> PieceId:
        """Return a piece id that is not used yet: one more than the greatest number in use."""
        return self._seats.new_id()

    # --- commands ------------------------------------------------------------------------------

    def apply(self, text: str) -> None:
        """Apply one command, given by its own text, as VASSAL would execute it.

        What VASSAL ignores does nothing: an unknown command, one about a piece that is not here.
        """
        self.apply_all([text])

    def apply_all(self, texts: Iterable[str]) -> None:
        """Apply commands in order, as `apply` does each; `applied` keeps them as one action."""
        action = list(texts)
        if action:
            self.applied.append(action)
        for text in action:
            self.execute(Command(text))
        self.settle()

    def execute(self, command: Command) -> None:
        """Execute one command; the save's list follows at `settle`, pieces and lines at once."""
        match command.kind:
            case "AddPiece":
                self._add(command)
            case "RemovePiece":
                self._seats.remove(PieceId(command["id"]))
            case "ChangePiece":
                self._change(command)
            case "MovePiece":
                move(self._seats, command)
            case "ChangeProperty":
                self.lines.change_property(command)
            case "RemovePlayer":
                self._in_list(lambda lines: lines.remove_player(command))
            case "Chat":
                self.chat.append(command["text"])
            case kind if kind in KEYS:
                self._set(command)
        self._seating.leave_out_empty()

    def settle(self) -> None:
        """Bring the save's list of commands in line with the pieces, and write the chat."""
        self._look_again()
        self._piece_lines.settle()
        if self._keeps_chat and self.chat:
            said, self.chat = self.chat, []
            self._piece_lines.change(lambda: self._say(said))

    def _set(self, command: Command) -> None:
        """Let a line say something else; a line of a new player or note comes into the list."""
        if not self.lines.set(command) and command.kind in JOINING:
            self._in_list(lambda lines: lines.join(command))

    def _in_list(self, act: Callable[[GameLines], None]) -> None:
        """Let lines come into the list or leave it, which leaves the pieces as they are."""
        lines = self.lines
        self._piece_lines.settle()
        self._piece_lines.change(lambda: act(lines))

    def _say(self, texts: list[str]) -> None:
        """Put chat where loading shows it last: before the end of the start state."""
        end = self.commands.find("EndSave")
        place = len(self.commands) if end is None else self.commands.index(end)
        for text in reversed(texts):
            self.commands.insert(place, Command("CHAT" + text))

    def _add(self, command: Command) -> None:
        added = Command(command.own)
        if not _is_known(added["type"]):
            return
        if added["id"] in ("", NULL):
            added["id"] = self.new_id()
        self._seats.add(closed(added))

    # --- states --------------------------------------------------------------------------------

    def _change(self, command: Command) -> None:
        piece = self.find(command["id"])
        if piece is None:
            return
        new = command["state"]
        old = command["old_state"] if command.has("old_state") else None
        if isinstance(piece, Piece):
            before = piece.states[-1]
            if merge_piece(piece, new, old) and piece.states[-1] != before:
                self._follow(piece)
            return
        if isinstance(piece, Stack) and old is not None and old != piece.state_text:
            new = merged_stack(new, old, self.table.members[piece.id])
        piece.state_text = new
        if isinstance(piece, (Stack, Deck)):
            self._seats.fill(piece)

    def _follow(self, piece: Piece) -> None:
        """Let a piece stand where its changed state says; a stacked one goes with its stack."""
        now, before = piece.point, self.table.place(piece.id)
        if now == before:
            return
        there = None if before is None else before[0]
        if now is not None and now[0] != there:
            self._seats.leave(piece)
            self._seats.stand(piece, now, is_new=True)
        elif piece.id in self.table.parents:
            self._seats.put(piece, before)
        else:
            self.table.stand(piece.id, now)


def _is_known(type_text: str) -> bool:
    """Tell whether VASSAL makes a piece of a type: a stack, a deck or what is a piece within."""
    return (
        type_text == STACK_TYPE
        or type_text.startswith(DECK_PREFIX)
        or Chain(type_text)[-1].startswith("piece;")
    )
