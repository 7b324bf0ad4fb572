"""A save or log: the archive, its command stream, and the pieces in it.

An untouched save's bytes are the bytes that were read. A touched one keeps every other entry
and every other command as spelled, in the same envelope with the same key.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from vassal_bridge.errors import FormatError, Problem, Where
from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.commands import LOG, Command, CommandList
from vassal_bridge.formats.editing.editable import Editable
from vassal_bridge.formats.envelope import unwrap
from vassal_bridge.formats.pieces import (
    DECK_PREFIX,
    STACK_TYPE,
    Deck,
    GamePiece,
    Piece,
    PieceId,
    Stack,
    view,
)
from vassal_bridge.formats.writing import atomic_write

if TYPE_CHECKING:
    from vassal_bridge.formats.module import Module

SAVED_GAME = "savedGame"
_LOG_STARTS = (LOG, "'" + LOG)
_STACK = STACK_TYPE + "/"
_HEAD = re.compile(rf"\+/([0-9A-Za-z]+)/(?:({_STACK})|({DECK_PREFIX})|[^'/]{{6}})")
"""The head of an AddPiece in its usual spelling: its id, and whether it is a stack or a deck."""
_EMPTY_STACK = re.compile(
    rf"\+/[^/\\']*/{STACK_TYPE}/[^;/\\']*;-?\d{{1,9}};-?\d{{1,9}}(;@@-?\d+)?\\*\Z"
)
"""A stack that lists nobody, in its usual spelling; what is spelled otherwise is looked into."""


class Pieces:
    """The pieces, stacks and decks of a save: iterate them, or take one by its id.

    Ids are read at once, everything else when a piece is asked for: where each was read, or,
    for a list that was changed since, the command itself.
    """

    def __init__(self, save: Save) -> None:
        self._commands = save.commands
        self._place: dict[PieceId, int | Command] = {}
        """Where a piece was read, or the command itself where the list is not as it was read."""
        self._views: dict[PieceId, GamePiece] = {}
        self._proper: dict[PieceId, bool | None] = {}
        self._stacks: dict[PieceId, bool | None] = {}
        self._decks: dict[PieceId, bool | None] = {}
        places, texts = self._place, save.commands.texts()
        kinds: tuple[dict[PieceId, bool | None], ...] = (self._proper, self._stacks, self._decks)
        for place, (text, head) in enumerate(zip(texts, map(_HEAD.match, texts), strict=True)):
            if head is not None:
                piece_id: PieceId = head[1]  # type: ignore[assignment]  # a call for each is slow
                if piece_id in places:
                    self.take_out(piece_id)
                places[piece_id] = place
                kinds[head.lastindex - 1][piece_id] = None  # type: ignore[operator]  # group 1 is there
            elif text.startswith(("+/", "'+/")):
                self._look_into(place)
            elif text.startswith(_LOG_STARTS) and save.is_step(place):
                break
        if not save.commands.is_as_read:
            for piece_id, at in places.items():
                places[piece_id] = save.commands[at] if isinstance(at, int) else at

    def _look_into(self, place: int) -> None:
        """Take up what an AddPiece in an unusual spelling brings."""
        command = self._commands[place]
        if command.kind == "AddPiece":
            self._place[self.put_in(command).id] = place

    def put_in(self, command: Command) -> GamePiece:
        """Take up an AddPiece command as the last; for Position, which keeps the list in step."""
        piece = view(command)
        self.take_out(piece.id)
        self._place[piece.id] = command
        self._views[piece.id] = piece
        if isinstance(piece, Stack):
            self._stacks[piece.id] = False
        elif isinstance(piece, Deck):
            self._decks[piece.id] = None
        else:
            self._proper[piece.id] = None
        return piece

    def take_out(self, piece_id: PieceId) -> None:
        """Leave a piece out from now on; for Position, which keeps the list in step."""
        self._place.pop(piece_id, None)
        self._views.pop(piece_id, None)
        self._proper.pop(piece_id, None)
        self._stacks.pop(piece_id, None)
        self._decks.pop(piece_id, None)

    def _view(self, piece_id: PieceId) -> GamePiece:
        found = self._views.get(piece_id)
        if found is None:
            at, kind = self._place[piece_id], self._kind(piece_id)
            found = kind(self._commands, at, piece_id) if isinstance(at, int) else kind(at)
            self._views[piece_id] = found
            if kind is Stack:
                self._stacks[piece_id] = False
        return found

    def _kind(self, piece_id: PieceId) -> type[Piece | Stack | Deck]:
        if piece_id in self._proper:
            return Piece
        return Stack if piece_id in self._stacks else Deck

    def _is_empty(self, stack_id: PieceId) -> bool:
        """Tell whether a stack that nobody has looked at lists nobody, without looking at it."""
        known = self._stacks[stack_id]
        if known is None:
            place = self._place[stack_id]
            text = self._commands.text_read(place) if isinstance(place, int) else place.text
            known = self._stacks[stack_id] = _EMPTY_STACK.match(text) is not None
        return known

    def __iter__(self) -> Iterator[Piece]:
        """Yield the pieces proper, without stacks and decks, in the order of the file."""
        for piece_id in self._proper:
            piece = self._view(piece_id)
            if isinstance(piece, Piece):
                yield piece

    def __len__(self) -> int:
        return len(self._proper)

    def __getitem__(self, piece_id: str) -> GamePiece:
        """Return a piece, stack or deck by its id; KeyError where there is none."""
        return self._view(PieceId(piece_id))

    def __contains__(self, piece_id: object) -> bool:
        return piece_id in self._place

    def get(self, piece_id: str) -> GamePiece | None:
        """Return a piece, stack or deck by its id; None where there is none."""
        return self._view(PieceId(piece_id)) if piece_id in self._place else None

    def ids(self) -> Iterator[PieceId]:
        """Yield the ids of pieces, stacks and decks in the order of the file."""
        return iter(self._place)

    def everything(self) -> Iterator[GamePiece]:
        """Yield pieces, stacks and decks in the order of the file."""
        return (self._view(piece_id) for piece_id in self._place)

    def standing(self) -> Iterator[GamePiece]:
        """Yield what `everything` does without empty stacks, of which old saves hold thousands."""
        return (
            self._view(piece_id)
            for piece_id in self._place
            if piece_id not in self._stacks or not self._is_empty(piece_id)
        )

    @property
    def stacks(self) -> list[Stack]:
        """The stacks, in the order of the file (the drawing order on each map)."""
        views = (self._view(piece_id) for piece_id in self._stacks)
        return [piece for piece in views if isinstance(piece, Stack)]

    @property
    def decks(self) -> list[Deck]:
        """The decks, in the order of the file."""
        views = (self._view(piece_id) for piece_id in self._decks)
        return [piece for piece in views if isinstance(piece, Deck)]

    @property
    def holders(self) -> list[Stack | Deck]:
        """The stacks that list somebody, then the decks: whatever has members."""
        stacks = (self._view(one) for one in self._stacks if not self._is_empty(one))
        return [*(one for one in stacks if isinstance(one, Stack)), *self.decks]

    def holder_of(self, piece_id: str) -> Stack | Deck | None:
        """Return the stack or deck that lists a piece as its member."""
        for holder in self.holders:
            if piece_id in holder.command.text and piece_id in holder.members:
                return holder
        return None


class Save(Editable):
    """A `.vsav` or `.vlog`, lazily decoded."""

    def __init__(self, archive: Archive) -> None:
        self.archive = archive
        self.problems: list[Problem] = list(archive.problems)
        where = Where(file=archive.name, entry=SAVED_GAME)
        if SAVED_GAME not in archive:
            if "buildFile.xml" in archive or "buildFile" in archive:
                raise FormatError(
                    "expected a save or log, found a module", where=Where(archive.name)
                )
            held = ", ".join(archive.names[:6])
            raise FormatError(
                f"expected an entry savedGame, found only {held}", where=Where(archive.name)
            )
        try:
            self.envelope, data = unwrap(archive[SAVED_GAME])
        except FormatError as error:
            raise error.add(where) from None
        try:
            self.commands = CommandList.from_bytes(data)
        except UnicodeDecodeError as error:
            self.problems.append(
                Problem(f"expected UTF-8, found byte {data[error.start]} at {error.start}", where)
            )
            self.commands = CommandList(data.decode("utf-8", "surrogateescape"))
        self._pieces: Pieces | None = None
        self._pieces_version = -1

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
        return self.commands.text

    def start_texts(self) -> list[str]:
        """Return the commands' texts of the start state, as `CommandList.texts` does."""
        texts = self.commands.texts()
        steps = (place for place in self.commands.places(_LOG_STARTS) if self.is_step(place))
        first = next(steps, None)
        return texts if first is None else texts[:first]

    def is_step(self, place: int) -> bool:
        """Tell whether a log's step begins with the command at a place."""
        command = self.commands[place]
        return command.is_logged and command.level == 0

    def start_commands(self) -> Iterator[Command]:
        """Yield the commands of the start state: all before a log's first step."""
        return (self.commands[place] for place, _ in enumerate(self.start_texts()))

    def start_lines(self) -> Iterator[Command]:
        """Yield the commands of the start state that bring no piece, so that none is made."""
        for place, text in enumerate(self.start_texts()):
            if not text.startswith("+/"):
                yield self.commands[place]

    @property
    def pieces(self) -> Pieces:
        """The pieces of the start state."""
        version = self.commands.version
        if self._pieces is None or self._pieces_version != version:
            self._pieces, self._pieces_version = Pieces(self), version
        return self._pieces

    def with_text(self, text: str) -> Save:
        """Return a save of its own that holds another command stream beside the same entries."""
        data = self.envelope.wrap(text.encode("utf-8", "surrogateescape"))
        return Save(self.archive.replace(SAVED_GAME, data))

    def keep_pieces(self) -> None:
        """Say that `pieces` has followed the latest change of the commands already."""
        self._pieces_version = self.commands.version

    @property
    def is_touched(self) -> bool:
        """Whether a command differs from what was read."""
        return self.commands.is_touched

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


def open_save(path: Path | str, module: Module | Path | str | None = None) -> Save:
    """Return the save or log in a file; edits look for its module beside it, if none is given.

    Raises:
        FormatError: the file is no save, or it is damaged, encrypted or beyond the limits.
        OSError: the file cannot be read.
    """
    save = Save(Archive.read(Path(path)))
    save.lies_in(Path(path).parent)
    if module is not None:
        save.belongs_to(module)
    return save
