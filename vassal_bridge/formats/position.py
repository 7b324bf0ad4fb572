"""A position: what commands act on.

A position stands over a save's own command list, so that applying a command changes just the
tokens that the command names, and the save can be written at any moment. Commands act as
VASSAL's do (VASSAL.command.MovePiece, ChangePiece, AddPiece, RemovePiece and the others).
"""

from __future__ import annotations

from collections.abc import Iterable

from vassal_bridge.errors import BindingError, UnencodableError
from vassal_bridge.formats.chain import Chain
from vassal_bridge.formats.commands import Command, CommandList
from vassal_bridge.formats.pieces import NO_MAP, Deck, Piece, PieceId, Stack, read_int
from vassal_bridge.formats.save import Pieces, Save

_NULL = "null"


class Position:
    """The pieces, properties and texts of a save, changed by commands."""

    def __init__(self, save: Save) -> None:
        self.save = save

    @property
    def commands(self) -> CommandList:
        """The commands of the save that the position stands over."""
        return self.save.commands

    @property
    def pieces(self) -> Pieces:
        """The pieces as they are now."""
        return self.save.pieces

    def apply_all(self, texts: Iterable[str]) -> None:
        """Apply commands in order. Raises as `apply` does."""
        for text in texts:
            self.apply(text)

    def apply(self, text: str) -> None:
        """Apply one command, given by its own text, as VASSAL would execute it.

        A command about a piece that is not here does nothing, as in VASSAL.

        Raises:
            BindingError: the command is of a kind that has no effect we know of.
            UnencodableError: a piece cannot be written so that VASSAL reads it back.
        """
        command = Command(text)
        match command.kind:
            case "Null":
                pass
            case "AddPiece":
                self._add(command)
            case "RemovePiece":
                self._remove(PieceId(command["id"]))
            case "ChangePiece":
                self._change(command)
            case "MovePiece":
                self._move(command)
            case "ChangeProperty":
                self._set_property(command)
            case "SetTurn":
                self._replace_like(command, "tracker")
            case "Chat":
                self._say(command)
            case _:
                raise BindingError(f"a command {command.kind} cannot be applied to a position")

    def stack_at(self, map_name: str | None, x: int, y: int) -> Stack | None:
        """Return the topmost stack at exactly a point of a map."""
        for stack in reversed(self.pieces.stacks):
            if (stack.map, stack.x, stack.y) == (map_name, x, y) and stack.members:
                return stack
        return None

    def new_id(self) -> PieceId:
        """Return a piece id that is not used yet: one more than the greatest number in use."""
        numbers = [int(piece_id) for piece_id in self.pieces.ids() if piece_id.isdigit()]
        return PieceId(str(max(numbers, default=0) + 1))

    def _add(self, command: Command) -> None:
        piece_id = PieceId(command["id"])
        old = self.pieces.get(piece_id)
        if old is not None:
            self.commands.remove(old.command)
        self._insert_piece(command)
        added = self.pieces[piece_id]
        if isinstance(added, Stack):
            self._gather(added)

    def _insert_piece(self, command: Command) -> None:
        """Put a new piece where VASSAL would find it: behind the last one of the start state."""
        last = _last(command for command in self.save.start_commands() if _adds(command))
        if last is not None:
            command.level = last.level
            self.commands.insert_after(last, command)
        else:
            begin = self.commands[min(1, len(self.commands) - 1)]
            group = Command("", 0)
            self.commands.insert_after(begin, group)
            command.level = 1
            self.commands.insert_after(group, command)

    def _gather(self, stack: Stack) -> None:
        """Take a stack's members out of every other stack and put them where it stands."""
        for member in stack.members:
            piece = self.pieces.get(member)
            if piece is None:
                continue
            self._leave(member, keep=stack.id)
            piece.put(stack.map, stack.x, stack.y)

    def _leave(self, piece_id: PieceId, *, keep: PieceId | None = None) -> None:
        """Take a piece out of the stacks and decks that list it; an empty stack vanishes."""
        for holder in self.pieces.holders:
            members = holder.members
            if holder.id == keep or piece_id not in members:
                continue
            members.remove(piece_id)
            if members or isinstance(holder, Deck):
                holder.members = members
            else:
                self.commands.remove(holder.command)

    def _remove(self, piece_id: PieceId) -> None:
        piece = self.pieces.get(piece_id)
        if piece is None:
            return
        self._leave(piece_id)
        self.commands.remove(piece.command)

    def _change(self, command: Command) -> None:
        piece = self.pieces.get(command["id"])
        if piece is None:
            return
        new, old = command["state"], command["old_state"] if command.has("old_state") else None
        if isinstance(piece, Piece):
            _merge(piece, new, old)
            return
        piece.state_text = new
        if isinstance(piece, Stack):
            if piece.members:
                self._gather(piece)
            else:
                self.commands.remove(piece.command)

    def _move(self, command: Command) -> None:
        piece = self.pieces.get(command["id"])
        if piece is None:
            return
        map_name = None if command["map"] == NO_MAP else command["map"]
        x, y = read_int(command["x"]), read_int(command["y"])
        if isinstance(piece, Stack):
            piece.put(map_name, x, y)
            self._gather(piece)
            return
        self._leave(piece.id)
        piece.put(map_name, x, y)
        under = command["under"]
        target = self.pieces.holder_of(under) if under != _NULL else None
        if target is not None:
            members = target.members
            members.insert(members.index(PieceId(under)) + 1, piece.id)
            target.members = members

    def _set_property(self, command: Command) -> None:
        """Change a global property; one that the save does not store has no line to change."""
        container = command["container"]
        for stored in self.commands.all("SetGlobalProperty"):
            if stored["name"] == command["name"] and stored["container"] in (container, ""):
                stored["value"] = command["new"]

    def _replace_like(self, command: Command, key: str) -> None:
        for stored in self.commands.all(command.kind):
            if stored[key] == command[key]:
                stored.text = command.text

    def _say(self, command: Command) -> None:
        """Put a chat line where loading shows it last: before the end of the start state."""
        end = self.commands.find("EndSave")
        place = len(self.commands) if end is None else self.commands.index(end)
        self.commands.insert(place, Command(command.text, 0))


def _adds(command: Command) -> bool:
    return command.text.startswith("+/")


def _last(commands: Iterable[Command]) -> Command | None:
    found = None
    for command in commands:
        found = command
    return found


def _merge(piece: Piece, new: str, old: str | None) -> None:
    """Set the traits whose state differs between new and old (VASSAL.counters.Decorator)."""
    if old is None or len(Chain(new)) != len(Chain(old)):
        piece.state_text = new
        piece.forget()
        return
    wanted, before, chain = list(Chain(new)), list(Chain(old)), piece.state_chain
    if len(chain) != len(wanted):
        raise UnencodableError(f"expected {len(chain)} states for the piece, found {len(wanted)}")
    for place, (text, was) in enumerate(zip(wanted, before, strict=True)):
        if text != was:
            chain[place] = text
    piece.state_text = str(chain)
