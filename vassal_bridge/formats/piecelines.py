"""The lines of a save that are its pieces, kept in step with what happens to the pieces.

VASSAL draws in the order of the file, so what comes onto a map is written behind all others.
What is written and taken out is collected, and done to the list in one go; the list comes out
as if each had been done at once.
"""

from __future__ import annotations

from collections.abc import Callable

from vassal_bridge.formats.commands import Command
from vassal_bridge.formats.save import Save


class PieceLines:
    """The AddPiece commands of a save's start state."""

    def __init__(self, save: Save) -> None:
        self._save = save
        self._gone: dict[int, Command] = {}
        self._new: dict[int, Command] = {}
        self._behind: Command | None = None
        self._is_root = False
        self._last: Command | None = None
        self._version = -1

    def is_current(self) -> bool:
        """Tell whether nobody else has put commands into the list or taken some out."""
        return self._version == self._save.commands.version

    def look_again(self) -> None:
        """Take the list as it is now: somebody else has changed it."""
        self._version = self._save.commands.version
        self._last = None

    def append(self, command: Command) -> None:
        """Have a command written behind all other pieces, as what came onto its map last."""
        if self._new.pop(id(command), None) is None:
            self._gone[id(command)] = command
        if not self._new:
            self._behind = self._last_staying() or self._root()
        self._new[id(command)] = command

    def add(self, command: Command) -> None:
        """Have a command written that is not in the list yet, behind all other pieces."""
        if not self._new:
            self._behind = self._last_staying() or self._root()
        self._new[id(command)] = command

    def remove(self, command: Command) -> None:
        """Have a command taken out."""
        if self._new.pop(id(command), None) is None:
            self._gone[id(command)] = command

    def settle(self) -> None:
        """Bring the save's list in line with what was collected."""
        if self._gone or self._new:
            self.change(self._write)

    def change(self, act: Callable[[], None]) -> None:
        """Let the list be changed by what leaves the pieces as they are."""
        act()
        self._save.keep_pieces()
        self._version = self._save.commands.version

    def _write(self) -> None:
        commands, new = self._save.commands, list(self._new.values())
        leaving: list[Command] = []
        for command in self._gone.values():
            stub = command
            if id(command) in self._new:
                stub = Command("")
                commands.exchange(command, stub)
            if command is self._behind:
                self._behind = stub
            leaving.append(stub)
        if self._behind is not None and new:
            commands.insert_behind(self._behind, new, inside=self._is_root)
        for command in leaving:
            commands.remove(command)
        self._last = new[-1] if new else None
        self._gone, self._new, self._behind = {}, {}, None

    def _last_staying(self) -> Command | None:
        """Return the last AddPiece command that is not to be taken out."""
        self._is_root = False
        if self._last is not None and id(self._last) not in self._gone:
            return self._last
        texts = self._save.start_texts()
        for place in range(len(texts) - 1, -1, -1):
            if texts[place].startswith(("+/", "'+/")):
                command = self._save.commands[place]
                if id(command) not in self._gone and command.kind == "AddPiece":
                    self._last = command
                    return command
        return None

    def _root(self) -> Command:
        """Return the Null behind the first command, under which VASSAL writes its pieces."""
        self._is_root = True
        commands = self._save.commands
        if len(commands) < 2 or commands[1].text:
            self.change(lambda: commands.insert(min(1, len(commands)), Command("")))
        return commands[1]
