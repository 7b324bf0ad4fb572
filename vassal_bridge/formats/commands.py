r"""The command stream of a save or log: one table of prefixes, one flat list of commands.

A stream is a tree of commands joined by ESC; an ESC inside a sub-tree carries one backslash a
level (VASSAL.build.GameModule.encode). So the tree is kept as it lies in the text: a list of
commands, each with the level of the separator before it. Joining them gives the text back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import overload

from vassal_bridge.errors import UnencodableError, Where
from vassal_bridge.formats.fields import NOTHING, Layout, Record, fields
from vassal_bridge.formats.tokens import Tokens

ESC = "\x1b"
_ESC_BYTE = b"\x1b"
LOG = "LOG\t"
_WRAPPINGS = ("'", LOG)


@dataclass(frozen=True, slots=True)
class CommandSpec:
    """One kind of command: how its text begins, divides and is called.

    `layout` names the tokens after the prefix; without a delimiter the rest of the text is the
    one field, raw. `secret` fields hold passwords or players' ids and are never shown.
    """

    prefix: str
    kind: str
    layout: Layout = NOTHING
    secret: tuple[str, ...] = ()

    @property
    def delimiter(self) -> str:
        """The character between the fields; empty where the rest is one raw field."""
        return self.layout.delimiter

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of the fields in order, the repeated one's too."""
        return self.layout.names


def _spec(
    prefix: str, kind: str, delimiter: str = "", line: str = "", secret: str = ""
) -> CommandSpec:
    return CommandSpec(prefix, kind, fields(line, delimiter), tuple(secret.split()))


COMMANDS: tuple[CommandSpec, ...] = (
    _spec("", "Null"),
    _spec("begin_save", "BeginSave"),
    _spec("end_save", "EndSave"),
    _spec("+/", "AddPiece", "/", "id type state"),
    _spec("-/", "RemovePiece", "", "id"),
    _spec("D/", "ChangePiece", "/", "id state old_state"),
    _spec(
        "M/",
        "MovePiece",
        "/",
        "id map x:i y:i under=null old_map old_x:i old_y:i old_under=null player",
        "player",
    ),
    _spec("AUDIO\t", "PlayAudioClip", "", "clip"),
    _spec("UNDO\t", "Undo", "", "begins:b"),
    _spec("CHAT", "Chat", "", "text"),
    _spec("PLAYER\t", "AddPlayer", "\t", "player name side", "player"),
    _spec("PYREMOVE\t", "RemovePlayer", "\t", "player", "player"),
    _spec("UNMASK\t", "SetUnmaskers", "\t", "player*", "player"),
    _spec("MutableProperty\t", "ChangeProperty", "\t", "name old new container"),
    _spec("GlobalProperty\t;", "SetGlobalProperty", ";", "name:zone value container"),
    _spec("LOCKSPOTAB\t", "LockOptions", "\t", "tab locked_by password date", "password"),
    _spec("SETUP_STACK\t", "MarkGameNotNew"),
    _spec(
        "LOS\t", "LineOfSight", "\t", "thread x1:i y1:i x2:i y2:i persisting:b mirroring:b reset:b"
    ),
    _spec("FLARE\t", "Flare", "\t", "flare x:i y:i"),
    _spec("TURN", "SetTurn", "\t", "tracker state:turn"),
    _spec("NOTES\t", "ScenarioNotes", "", "text:lines"),
    _spec("PNOTES\t", "PublicNotes", "", "text:lines"),
    _spec("PNOTE\t", "PrivateNote", "\t", "player text:lines", "player text"),
    _spec(
        "SNOTE\t", "DelayedNote", "\t", "name owner hidden:b text:lines date handle", "owner text"
    ),
    _spec("SHOW_RESULTS\t", "ShowDice", "\t", "button face:i*"),
    _spec("CLOCK\t", "SetClock", "\t", "who clock elapsed:i verified:i ticking:b restore:b"),
    _spec("CLOCKCONTROL\t", "SetClockControl", "\t", "visible:b online:b"),
    _spec("SGKC\t", "SetStartupKey", "\t", "key applied:b"),
    _spec("EXT\t", "RegisterExtension", "\t", "name version"),
    _spec("PLUGIN\t", "RegisterPlugin", "\t", "name version"),
    _spec("SEMAIL\t", "SetSecondaryEmail", "\t", "email", "email"),
    _spec("Events", "StoreEvents", "|", "event:evt*"),
    _spec("DECK\t", "LoadDeck"),
    _spec("PRIV_CHAT/", "PrivateChat", "/", "from text", "from text"),
    _spec("SYNC", "Synchronize"),
    _spec("PLAY\t", "WakeUp", "\t", "sound from", "from"),
    _spec("INVITE\t", "Invite", "\t", "player room", "player"),
)
"""Every command prefix of the engine (format reference 5.4). BoardPicker is a suffix, below."""

BOARDS = _spec("", "SetBoards", "\t", "map board*")
"""`<map>BoardPicker⇥board⇥column⇥row…`: known by the end of its first token."""

OPAQUE = CommandSpec("", "Opaque")
"""Any text that no row knows: carried as it is."""

_BOARD_PICKER = "BoardPicker"
_EXACT = {spec.prefix: spec for spec in COMMANDS if spec.prefix in ("", "begin_save", "end_save")}
_LONGEST_EXACT = max(map(len, _EXACT))
_BY_LENGTH = sorted(
    (spec for spec in COMMANDS if spec.prefix not in _EXACT), key=lambda spec: -len(spec.prefix)
)
_BY_START: dict[str, list[CommandSpec]] = {}
for _row in _BY_LENGTH:
    _BY_START.setdefault(_row.prefix[0], []).append(_row)


def spec_of(text: str) -> CommandSpec:
    """Return the row for a command's own text; OPAQUE where no row knows it."""
    if len(text) <= _LONGEST_EXACT and text in _EXACT:
        return _EXACT[text]
    for spec in _BY_START.get(text[0], ()):
        if text.startswith(spec.prefix):
            return spec
    head = text.split("\t", 1)[0]
    return BOARDS if head.endswith(_BOARD_PICKER) else OPAQUE


class Command:
    """One command: its own text, and its level in the tree (0 for the stream's own tokens).

    `command["state"]` reads a field by name, `command["state"] = ...` sets that token alone.
    """

    __slots__ = ("_text", "level")

    def __init__(self, text: str, level: int = 0) -> None:
        self._text = text
        self.level = level

    @property
    def text(self) -> str:
        """The command's text as spelled, without LOG's mark if it has one."""
        return self._text

    @text.setter
    def text(self, text: str) -> None:
        if ESC in text:
            raise UnencodableError("a command cannot hold an ESC: VASSAL would split it there")
        self._text = text

    @property
    def _unquoted(self) -> str:
        text = self._text
        return text[1:-1] if len(text) > 1 and text[0] == "'" and text[-1] == "'" else text

    @property
    def is_logged(self) -> bool:
        """Whether the command is part of a log's step (it begins with `LOG⇥`)."""
        return self._unquoted.startswith(LOG)

    @property
    def own(self) -> str:
        """The text that an encoder of VASSAL's is asked about: quotes and `LOG⇥` removed."""
        text = self._text
        return self._unquoted.removeprefix(LOG) if text.startswith(_WRAPPINGS) else text

    @property
    def spec(self) -> CommandSpec:
        """The row of COMMANDS that describes the command."""
        return spec_of(self.own)

    @property
    def kind(self) -> str:
        """What the command is, such as AddPiece; Opaque where we do not know it."""
        return self.spec.kind

    def tokens(self) -> Tokens:
        """Return the tokens after the prefix, for reading."""
        own = self.own
        spec = spec_of(own)
        return Tokens(own[len(spec.prefix) :], spec.delimiter or "\0")

    @property
    def record(self) -> Record:
        """The fields behind the prefix; setting one sets that token of the command alone."""
        own = self.own
        spec = spec_of(own)
        return Record(own[len(spec.prefix) :], spec.layout, self._keep)

    def _keep(self, body: str) -> None:
        head = LOG if self.is_logged else ""
        self.text = head + self.spec.prefix + body

    def __getitem__(self, field: str) -> str:
        value = self._record_with(field)[field]
        if self.spec is BOARDS and field == "map":
            return value.removesuffix(_BOARD_PICKER)
        return value

    def _record_with(self, field: str) -> Record:
        record = self.record
        if field not in record.layout:
            raise KeyError(f"a command {self.kind} has no field {field!r}")
        return record

    def has(self, field: str) -> bool:
        """Tell whether the text is long enough to hold a field (tails may be missing)."""
        record = self.record
        return field in record.layout and record.has(field)

    def __setitem__(self, field: str, value: str) -> None:
        record = self._record_with(field)
        if record.has(field) and self[field] == value:
            return
        if self.spec is BOARDS and field == "map":
            value += _BOARD_PICKER
        record[field] = value

    def rest(self) -> list[str]:
        """Return the tokens of the repeated field: ids, boards, faces."""
        return self.record.rest

    def __repr__(self) -> str:
        return f"Command({self._text!r}, {self.level})"


class CommandList:
    """All commands of a stream in order; its text is the stream, byte for byte.

    The stream is split at each ESC and no further: a Command is made when it is asked for. Only
    when commands are put in or taken out are all of them made.
    """

    __slots__ = ("_all", "_as_read", "_chunks", "_made", "version")

    def __init__(self, text: str) -> None:
        self._chunks = text.split(ESC)
        self._made: dict[int, Command] = {}
        self._all: list[Command] | None = None
        self._as_read: list[Command] = []
        self.version = 0
        """Goes up whenever commands are put in or taken out."""

    @classmethod
    def from_bytes(cls, data: bytes) -> CommandList:
        """Return the commands of a stream in UTF-8, without making one text of it.

        Raises UnicodeDecodeError, with the place in the whole stream, for other bytes.
        """
        commands = cls("")
        try:
            commands._chunks = [chunk.decode("utf-8") for chunk in data.split(_ESC_BYTE)]
        except UnicodeDecodeError:
            data.decode("utf-8")
            raise
        return commands

    @property
    def text(self) -> str:
        """The whole stream."""
        if self._all is not None:
            return _join(self._all)
        if not self._made:
            return ESC.join(self._chunks)
        chunks = list(self._chunks)
        for place, command in self._made.items():
            chunks[place] = command.text + self._tail(place)
        return ESC.join(chunks)

    @property
    def characters(self) -> int:
        """How many characters the stream has."""
        if self._all is not None or self._made:
            return len(self.text)
        return sum(map(len, self._chunks)) + len(self._chunks) - 1

    @property
    def is_touched(self) -> bool:
        """Whether a command differs from what was read, or was put in or taken out."""
        if self._all is not None:
            return True
        return any(
            command.text + self._tail(place) != self._chunks[place]
            for place, command in self._made.items()
        )

    def _tail(self, place: int) -> str:
        """Return the backslashes behind a chunk's own text: the level of the next separator."""
        chunk = self._chunks[place]
        if not chunk.endswith("\\") or place == len(self._chunks) - 1:
            return ""
        return "\\" * (len(chunk) - len(chunk.rstrip("\\")))

    def _make(self, place: int) -> Command:
        command = self._made.get(place)
        if command is None:
            chunks = self._chunks
            own = chunks[place]
            if place < len(chunks) - 1:
                own = own.rstrip("\\")
            before = chunks[place - 1] if place else ""
            level = len(before) - len(before.rstrip("\\"))
            command = self._made[place] = Command(own, level)
        return command

    def make(self) -> list[Command]:
        """Return all commands; those that nobody has asked for yet are made in one pass."""
        if self._all is not None:
            return list(self._all)
        if len(self._made) < len(self._chunks):
            made = self._made
            self._made = {
                place: made.get(place) or Command(text, level)
                for place, (level, text) in enumerate(self.outline())
            }
        return [self._made[place] for place in range(len(self._chunks))]

    def _make_all(self) -> list[Command]:
        if self._all is None:
            self._as_read = self.make()
            self._all = list(self._as_read)
            self._chunks, self._made = [], {}
        self.version += 1
        return self._all

    def outline(self) -> Iterator[tuple[int, str]]:
        """Yield each command's level and text in order; no command is made for it."""
        if self._all is not None:
            yield from ((command.level, command._text) for command in self._all)
            return
        level, last = 0, len(self._chunks) - 1
        for place, chunk in enumerate(self._chunks):
            own = chunk.rstrip("\\") if place != last and chunk[-1:] == "\\" else chunk
            made = self._made.get(place)
            yield level, own if made is None else made._text
            level = len(chunk) - len(own)

    def texts(self) -> list[str]:
        """Return each command's text in order; behind it may stand the next one's backslashes."""
        if self._all is not None:
            return [command._text for command in self._all]
        if not self._made:
            return self._chunks
        texts = self._chunks.copy()
        for place, command in self._made.items():
            texts[place] = command._text
        return texts

    @property
    def is_as_read(self) -> bool:
        """Whether no command was put in or taken out: each stands where it was read."""
        return self._all is None

    def read(self, place: int) -> Command:
        """Return the command that was read at a place, wherever it stands by now."""
        return self._make(place) if self._all is None else self._as_read[place]

    def text_read(self, place: int) -> str:
        """Return the text of the command that was read at a place, without making the command."""
        if self._all is not None:
            return self._as_read[place]._text
        command = self._made.get(place)
        if command is not None:
            return command._text
        chunk = self._chunks[place]
        return chunk.rstrip("\\") if place < len(self._chunks) - 1 else chunk

    def places(self, starts: tuple[str, ...]) -> list[int]:
        """Return where the commands stand whose text begins in one of some ways."""
        return [place for place, text in enumerate(self.texts()) if text.startswith(starts)]

    def __len__(self) -> int:
        return len(self._chunks) if self._all is None else len(self._all)

    def __iter__(self) -> Iterator[Command]:
        if self._all is not None:
            return iter(self._all)
        return (self._make(place) for place in range(len(self._chunks)))

    @overload
    def __getitem__(self, index: int) -> Command: ...
    @overload
    def __getitem__(self, index: slice) -> list[Command]: ...
    def __getitem__(self, index: int | slice) -> Command | list[Command]:
        if self._all is not None:
            return self._all[index]
        if isinstance(index, slice):
            return [self._make(place) for place in range(*index.indices(len(self)))]
        return self._make(index if index >= 0 else range(len(self))[index])

    def index(self, command: Command) -> int:
        """Return where a command stands; ValueError if it is not here."""
        if self._all is not None:
            return self._all.index(command)
        for place, candidate in self._made.items():
            if candidate is command:
                return place
        raise ValueError("the command is not in this list")

    def insert(self, index: int, command: Command) -> None:
        """Put a command before the one at an index, under the parent that its level gives it.

        Raises:
            UnencodableError: the text ends in a backslash or holds an ESC, which VASSAL could
                not read back.
        """
        _check_writable(command)
        self._make_all().insert(index, command)

    def insert_after(self, sibling: Command, command: Command) -> None:
        """Put a command behind another and its sub-commands. Raises as `insert` does."""
        commands = self._make_all()
        place = self.index(sibling) + 1
        while place < len(commands) and commands[place].level > sibling.level:
            place += 1
        self.insert(place, command)

    def extend(self, commands: Iterable[Command]) -> None:
        """Put commands at the end."""
        for command in commands:
            self.insert(len(self), command)

    def remove(self, command: Command) -> None:
        """Take a command out; a command with sub-commands leaves a Null in its place."""
        commands = self._make_all()
        place = self.index(command)
        following = commands[place + 1] if place + 1 < len(commands) else None
        if place == 0 or (following is not None and following.level > command.level):
            commands[place] = Command("", command.level)
        else:
            del commands[place]

    def insert_behind(
        self, behind: Command, new: Sequence[Command], *, inside: bool = False
    ) -> None:
        """Put commands behind one and its sub-commands, as its siblings; or `inside`, as its first.

        Raises as `insert` does.
        """
        commands = self._make_all()
        place, level = self.index(behind) + 1, behind.level + inside
        while not inside and place < len(commands) and commands[place].level > level:
            place += 1
        for command in new:
            _check_writable(command)
            command.level = level
        commands[place:place] = new

    def exchange(self, old: Command, new: Command) -> None:
        """Put a command in the place of another, at its level."""
        commands = self._make_all()
        new.level = old.level
        commands[self.index(old)] = new

    def children(self, index: int) -> list[Command]:
        """Return the direct sub-commands of the command at an index."""
        floor = -1 if index == 0 else self[index].level
        found: list[Command] = []
        lowest: int | None = None
        for place in range(index + 1, len(self)):
            command = self[place]
            if command.level <= floor:
                break
            if lowest is None or command.level <= lowest:
                found.append(command)
                lowest = command.level
        return found

    def where(self, command: Command) -> Where:
        """Return the place of a command in its stream, for messages."""
        return Where(command=self.index(command), kind=command.kind)

    def find(self, kind: str) -> Command | None:
        """Return the first command of a kind."""
        return next(self.all(kind), None)

    def all(self, kind: str) -> Iterator[Command]:
        """Yield the commands of a kind in order."""
        prefixes = tuple(spec.prefix for spec in COMMANDS if spec.kind == kind and spec.prefix)
        if kind == BOARDS.kind:
            places = [at for at, text in enumerate(self.texts()) if _BOARD_PICKER in text]
        elif prefixes:
            places = self.places((*prefixes, LOG, "'"))
        else:
            return (command for command in self if command.kind == kind)
        return (self[place] for place in places if self[place].kind == kind)


def _check_writable(command: Command) -> None:
    if command.text.endswith("\\") or ESC in command.text:
        raise UnencodableError("a command that ends in a backslash cannot be written")


def _join(commands: list[Command]) -> str:
    parts: list[str] = []
    for command in commands:
        parts.append("\\" * command.level + ESC)
        parts.append(command.text)
    return "".join(parts[1:])
