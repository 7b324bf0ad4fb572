"""A save or log: the archive, its command stream, and the pieces in it.

An untouched save's bytes are the bytes that were read. A touched one keeps every other entry
and every other command as spelled, in the same envelope with the same key.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from vassal_bridge.errors import FormatError, Problem, Where
from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.commands import Command, CommandList
from vassal_bridge.formats.envelope import unwrap
from vassal_bridge.formats.pieces import Deck, GamePiece, Piece, PieceId, Stack, view
from vassal_bridge.formats.writing import atomic_write

SAVED_GAME = "savedGame"


class Pieces:
    """The pieces, stacks and decks of a save: iterate them, or take one by its id."""

    def __init__(self, save: Save) -> None:
        self._by_id: dict[PieceId, GamePiece] = {}
        for command in save.start_commands():
            if command.text.startswith("+/"):
                piece = view(command)
                self._by_id[piece.id] = piece

    def __iter__(self) -> Iterator[Piece]:
        """Yield the pieces proper, without stacks and decks, in the order of the file."""
        return (piece for piece in self._by_id.values() if isinstance(piece, Piece))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __getitem__(self, piece_id: str) -> GamePiece:
        """Return a piece, stack or deck by its id; KeyError where there is none."""
        return self._by_id[PieceId(piece_id)]

    def __contains__(self, piece_id: object) -> bool:
        return piece_id in self._by_id

    def get(self, piece_id: str) -> GamePiece | None:
        """Return a piece, stack or deck by its id; None where there is none."""
        return self._by_id.get(PieceId(piece_id))

    def everything(self) -> Iterator[GamePiece]:
        """Yield pieces, stacks and decks in the order of the file."""
        return iter(self._by_id.values())

    @property
    def stacks(self) -> list[Stack]:
        """The stacks, in the order of the file (the drawing order on each map)."""
        return [piece for piece in self._by_id.values() if isinstance(piece, Stack)]

    @property
    def decks(self) -> list[Deck]:
        """The decks, in the order of the file."""
        return [piece for piece in self._by_id.values() if isinstance(piece, Deck)]

    def holder_of(self, piece_id: str) -> Stack | Deck | None:
        """Return the stack or deck that lists a piece as its member."""
        for piece in self._by_id.values():
            if isinstance(piece, (Stack, Deck)) and piece_id in piece.members:
                return piece
        return None


class Save:
    """A `.vsav` or `.vlog`, lazily decoded."""

    def __init__(self, archive: Archive) -> None:
        self.archive = archive
        self.problems: list[Problem] = list(archive.problems)
        where = Where(file=archive.name, entry=SAVED_GAME)
        if SAVED_GAME not in archive:
            held = ", ".join(archive.names[:6])
            raise FormatError(
                f"expected an entry savedGame, found only {held}", where=Where(archive.name)
            )
        try:
            self.envelope, data = unwrap(archive[SAVED_GAME])
        except FormatError as error:
            raise error.add(where) from None
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            self.problems.append(
                Problem(f"expected UTF-8, found byte {data[error.start]} at {error.start}", where)
            )
            text = data.decode("utf-8", "surrogateescape")
        self._text = text
        self._commands: CommandList | None = None
        self._pieces: Pieces | None = None

    @classmethod
    def from_bytes(cls, data: bytes, *, name: str = "") -> Save:
        """Read a save from a file's bytes; `name` is used in messages. Raises FormatError."""
        return cls(Archive.from_bytes(data, name=name))

    @property
    def name(self) -> str:
        """The name of the file that the save was read from."""
        return self.archive.name

    @property
    def text(self) -> str:
        """The whole command stream."""
        return self._text if self._commands is None else self._commands.text

    @property
    def commands(self) -> CommandList:
        """The commands, split when first asked for."""
        if self._commands is None:
            self._commands = CommandList(self._text)
        return self._commands

    def start_commands(self) -> Iterator[Command]:
        """Yield the commands of the start state: all before a log's first step."""
        for command in self.commands:
            if command.level == 0 and command.is_logged:
                return
            yield command

    @property
    def pieces(self) -> Pieces:
        """The pieces of the start state."""
        if self._pieces is None:
            self._pieces = Pieces(self)
        return self._pieces

    def forget_pieces(self) -> None:
        """Read the pieces anew after commands were added or removed."""
        self._pieces = None

    @property
    def is_touched(self) -> bool:
        """Whether a command differs from what was read."""
        return self._commands is not None and self._commands.text != self._text

    def to_archive(self) -> Archive:
        """Return the archive that holds the save as it is now."""
        if not self.is_touched:
            return self.archive
        return self.archive.replace(SAVED_GAME, self._wrapped())

    def _wrapped(self) -> bytes:
        return self.envelope.wrap(self.text.encode("utf-8", "surrogateescape"))

    def to_bytes(self) -> bytes:
        """Return the file's content: the input itself while nothing was touched."""
        return self.to_archive().to_bytes()

    def write(self, path: Path | str, *, force: bool = False) -> None:
        """Write the save to a file, whole or not at all.

        Raises:
            OutputExists: the file is there and `force` was not given.
            FileBusy: another program holds the file.
        """
        atomic_write(Path(path), self.to_bytes(), force=force)


def open_save(path: Path | str) -> Save:
    """Return the save or log in a file.

    Raises:
        FormatError: the file is no save, or it is damaged, encrypted or beyond the limits.
        OSError: the file cannot be read.
    """
    return Save(Archive.read(Path(path)))
