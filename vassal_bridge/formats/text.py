r"""The text twin of a save or log: every byte of meaning in lines that git compares well.

`load(dump(x))` has the same entries and the same command stream as x. The twin holds passwords
and whatever is hidden, because nothing may be lost; its first line says so.

    vassal-bridge twin 1: holds passwords and what is hidden; show it to nobody you play against
    entry savedGame deflated 2026-11-30T06:37:18
    envelope !VCSK key f1 lower
    0 BeginSave: begin_save
    1 AddPiece 1716
      type mark;Side
      state US
      type piece;;;a.png;Inf
      state Main Map;50;45;12;0

A command is its level, `log` where it is part of a step, its kind (for the reader) and its text.
Pieces are split trait by trait where that gives the very text back; anything else stays one
line. `\{1b}` stands for the character of that hexadecimal number.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from vassal_bridge.errors import FormatError, UnencodableError, Where
from vassal_bridge.formats.archive import DEFLATED, STORED, Archive, Entry, make_entry
from vassal_bridge.formats.chain import Chain, texts_of
from vassal_bridge.formats.commands import ESC, LOG, Command, CommandList
from vassal_bridge.formats.envelope import Envelope, Form, unwrap
from vassal_bridge.formats.pieces import DECK_PREFIX, STACK_TYPE
from vassal_bridge.formats.save import SAVED_GAME, Save
from vassal_bridge.formats.tokens import decode, encode_safely, split_raw

HEAD = "vassal-bridge twin 1"
FIRST_LINE = f"{HEAD}: holds passwords and what is hidden; show it to nobody you play against"

_METHODS = {"stored": STORED, "deflated": DEFLATED}
_HARD = re.compile(
    "[\x00-\x1f\x7f-\xa0\xad\u200b-\u200f\u2028-\u202f\u2060-\u2069\ufeff\ufff9-\ufffb"
    "\ud800-\udfff]|\\\\(?=\\{)|[ ]$"
)
"""What editors, terminals or git may change or hide: spelled by its number."""
_SPELLED = re.compile(r"\\\{([0-9a-f]{1,6})\}")
_COMMAND = re.compile(r"([0-9]+) (log )?([A-Za-z]+)(:?)(?: (.*))?$")
_ENTRY = re.compile(r"entry (.*) (stored|deflated) (\d+)-(\d+)-(\d+)T(\d+):(\d+):(\d+)$")
_ENVELOPE = re.compile(r"envelope (\S+) key ([0-9a-f]{2}) (upper|lower)$")
_WIDTH = 76
_CHAINS_KEPT = 4096
"""How many types and states stay divided: many pieces of a game have the same."""


# --- writing --------------------------------------------------------------------------------


def dump(file: Save | Archive) -> str:
    """Return the twin of a save or log as it is now; any other zip's entries one by one.

    Raises:
        FormatError: an entry is damaged.
    """
    archive = file.to_archive() if isinstance(file, Save) else file
    lines = [FIRST_LINE]
    game = archive.entry(SAVED_GAME) if SAVED_GAME in archive else None
    for entry in archive:
        content = archive.content(entry)
        lines.append(_entry_line(entry))
        lines.extend(_game_lines(content) if entry is game else _content_lines(content))
    return "\n".join(lines) + "\n"


def _entry_line(entry: Entry) -> str:
    method = next(word for word, number in _METHODS.items() if number == entry.method)
    date, time = entry.stamp >> 16, entry.stamp & 0xFFFF
    day = f"{1980 + (date >> 9):04}-{date >> 5 & 15:02}-{date & 31:02}"
    hour = f"{time >> 11:02}:{time >> 5 & 63:02}:{(time & 31) * 2:02}"
    return f"entry {_spell(entry.name)} {method} {day}T{hour}"


def _content_lines(content: bytes) -> Iterator[str]:
    """Yield a text line by line behind `|`, and anything else in base64 behind `=`."""
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        text = None
    if text is not None and not re.search("[\x00-\x08\x0e-\x1f]", text):
        for line in text.split("\n"):
            yield f"| {_spell(line)}" if line else "|"
        return
    digits = base64.b64encode(content).decode("ascii")
    for start in range(0, len(digits), _WIDTH):
        yield f"= {digits[start : start + _WIDTH]}"


def _game_lines(content: bytes) -> Iterator[str]:
    envelope, data = unwrap(content)
    case = "upper" if envelope.upper else "lower"
    yield f"envelope {envelope.form} key {envelope.key:02x} {case}"
    for command in CommandList(data.decode("utf-8", "surrogateescape")):
        yield from _command_lines(command)


def _command_lines(command: Command) -> Iterator[str]:
    parts = _split(command)
    if parts is None:
        kind = "log " * command.is_logged + command.kind
        yield _line(f"{command.level} {kind}:", command.text)
        return
    (_, piece_id), *rest = parts
    log = "log " * command.is_logged
    yield _line(f"{command.level} {log}{command.kind}", piece_id)
    for word, text in rest:
        yield _line(f"  {word}", text)


def _line(head: str, text: str) -> str:
    return f"{head} {_spell(text)}" if text else head


def _spell(text: str) -> str:
    if text.isascii() and text.isprintable() and text[-1:] != " " and "\\{" not in text:
        return text  # nearly every text: looked at four times faster than searched
    return _HARD.sub(lambda found: f"\\{{{ord(found[0]):x}}}", text)


# --- pieces, trait by trait -----------------------------------------------------------------

_Parts = list[tuple[str, str]]
"""Words and texts: the id first, then a piece's traits, or a stack's place and members."""


def _split(command: Command) -> _Parts | None:
    """Return the parts of a piece's command; None unless they give its very text back."""
    own = command.own
    kind, way, most = _WAYS.get(own[:2], ("", None, 0))
    tokens = [] if way is None else decode(own[2:], "/")
    if way is None or not 1 < len(tokens) <= most:
        return None
    parts = way(*tokens)
    head = LOG if command.is_logged else ""
    try:
        same = head + _join(kind, parts) == command.text
    except UnencodableError:
        return None
    return parts if same else None


def _added(piece_id: str, type_text: str, state: str = "") -> _Parts:
    parts = [("id", piece_id)]
    if type_text == STACK_TYPE:
        place, members = _stack(state)
        return [*parts, ("stack", place), *(("member", text) for text in members)]
    if type_text.startswith(DECK_PREFIX):
        place, members = _deck(state)
        return [
            *parts,
            ("deck", type_text),
            ("place", place),
            *(("member", text) for text in members),
        ]
    types, states = _texts_of(type_text), _texts_of(state)
    for number in range(max(len(types), len(states))):
        parts += [("type", text) for text in types[number : number + 1]]
        parts += [("state", text) for text in states[number : number + 1]]
    return parts


def _stack(state: str) -> tuple[str, list[str]]:
    tokens = split_raw(state, ";")
    return ";".join(tokens[:3]), tokens[3:]


def _deck(state: str) -> tuple[str, list[str]]:
    tokens = split_raw(state, ";")
    members = tokens[4].split(",") if len(tokens) == 5 else []
    return ";".join(tokens[:4]), members


def _changed(piece_id: str, state: str, old_state: str | None = None) -> _Parts:
    parts = [("id", piece_id), *(("new", text) for text in _texts_of(state))]
    if old_state is not None:
        parts += [("old", text) for text in _texts_of(old_state)]
    return parts


_WAYS: Mapping[str, tuple[str, Callable[..., _Parts], int]] = {
    "+/": ("AddPiece", _added, 3),
    "D/": ("ChangePiece", _changed, 3),
}
"""For each prefix the command's kind, what divides it, and how many tokens it has at most."""


@lru_cache(maxsize=_CHAINS_KEPT)
def _texts_of(chain: str) -> tuple[str, ...]:
    return texts_of(chain)


@lru_cache(maxsize=_CHAINS_KEPT)
def _chain_of(texts: tuple[str, ...]) -> str:
    return str(Chain.of(texts))


def _join(kind: str, parts: _Parts) -> str:
    """Return the text of parts, as VASSAL spells it. Raises UnencodableError."""
    (_, piece_id), *rest = parts
    words: dict[str, list[str]] = {}
    for word, text in rest:
        words.setdefault(word, []).append(text)
    members = words.get("member", [])
    match kind, [*words]:
        case "AddPiece", ["stack", *_]:
            tokens = [piece_id, STACK_TYPE, ";".join([*words["stack"], *members])]
        case "AddPiece", ["deck", "place", *_]:
            place = ";".join([*words["place"], *([",".join(members)] if members else [])])
            tokens = [piece_id, words["deck"][0], place]
        case "AddPiece", ["type", "state"]:
            tokens = [piece_id, *(_chain_of(tuple(words[word])) for word in ("type", "state"))]
        case "ChangePiece", ["new", *_]:
            tokens = [
                piece_id,
                *(_chain_of(tuple(words[word])) for word in ("new", "old") if word in words),
            ]
        case _:
            raise UnencodableError(f"the lines below a command {kind} are not a piece's")
    return ("+/" if kind == "AddPiece" else "D/") + encode_safely(tokens, "/")


# --- reading --------------------------------------------------------------------------------


def load(text: str, *, name: str = "") -> Archive:
    """Return the archive that a twin describes; `name` is used in messages.

    Raises:
        FormatError: a line is not what it should be; the message gives its number.
    """
    lines = _Lines(text, name)
    number, first = lines.take()
    if not first.startswith(HEAD):
        raise lines.error(number, f"expected a first line that begins with {HEAD!r}")
    entries: list[Entry] = []
    while lines.more():
        entries.append(_entry(lines))
    if not entries:
        raise lines.error(number, "expected a line `entry` below the first one")
    return Archive.from_bytes(Archive(entries, name=name).to_bytes(), name=name)


def load_file(path: Path, text: str) -> bytes:
    """Return the content of the file that a twin's text describes. Raises as `load` does."""
    return load(text, name=path.name).to_bytes()


class _Lines:
    """The lines of a twin with their numbers, counted from 1."""

    def __init__(self, text: str, name: str) -> None:
        self._lines = [line.removesuffix("\r") for line in text.split("\n")]
        if self._lines[-1] == "":
            self._lines.pop()
        self._next = 0
        self._name = name

    def more(self) -> bool:
        """Tell whether a line is left."""
        return self._next < len(self._lines)

    def peek(self) -> str:
        """Return the next line; nothing behind the last."""
        return self._lines[self._next] if self.more() else ""

    def take(self) -> tuple[int, str]:
        """Return the next line and its number, and go on behind it."""
        line = self.peek()
        self._next += 1
        return self._next, line

    def error(self, number: int, message: str) -> FormatError:
        """Return an error about a line."""
        return FormatError(f"line {number}: {message}", where=Where(self._name))

    def plain(self, number: int, text: str) -> str:
        """Return what a spelled text stands for. Raises FormatError for an impossible number."""
        try:
            return _SPELLED.sub(lambda found: chr(int(found[1], 16)), text)
        except (ValueError, OverflowError):
            raise self.error(number, "a number in \\{...} is no character's") from None


def _entry(lines: _Lines) -> Entry:
    number, line = lines.take()
    found = _ENTRY.match(line)
    if found is None:
        expected = "`entry NAME deflated 2026-11-30T06:00:00`"
        raise lines.error(number, f"expected {expected}, found {_first_word(line)}")
    name, method = lines.plain(number, found[1]), _METHODS[found[2]]
    year, month, day, hour, minute, second = (int(found[place]) for place in range(3, 9))
    if not 1980 <= year <= 2107 or month > 15 or day > 31 or hour > 31 or minute > 63:
        raise lines.error(number, "the date is none that a zip can hold")
    date = (year - 1980) << 9 | month << 5 | day
    stamp = date << 16 | hour << 11 | minute << 5 | (second // 2 & 31)
    content = _game(lines) if lines.peek().startswith("envelope ") else _content(lines)
    return make_entry(name, content, method=method, stamp=stamp)


def _first_word(line: str) -> str:
    """Return what may be shown of a line: more of it could be a password."""
    return ascii(line.split(" ")[0][:20])


def _content(lines: _Lines) -> bytes:
    texts: list[str] = []
    digits: list[str] = []
    while lines.peek()[:1] in ("|", "="):
        number, line = lines.take()
        if line[0] == "=":
            digits.append(line[1:].strip())
        else:
            texts.append(lines.plain(number, line[2:]))
    if digits:
        try:
            return base64.b64decode("".join(digits), validate=True)
        except binascii.Error:
            raise lines.error(number, "the base64 above is damaged") from None
    return "\n".join(texts).encode("utf-8", "surrogateescape")


def _game(lines: _Lines) -> bytes:
    number, line = lines.take()
    found = _ENVELOPE.match(line)
    forms = ", ".join(Form)
    if found is None or found[1] not in list(Form):
        raise lines.error(number, f"expected `envelope FORM key 00 lower`, FORM one of {forms}")
    envelope = Envelope(Form(found[1]), int(found[2], 16), found[3] == "upper")
    parts: list[str] = []
    while lines.more() and not lines.peek().startswith("entry "):
        level, text = _command(lines)
        if parts:
            parts.append("\\" * level + ESC)
        parts.append(text)
    return envelope.wrap("".join(parts).encode("utf-8", "surrogateescape"))


def _command(lines: _Lines) -> tuple[int, str]:
    number, line = lines.take()
    found = _COMMAND.match(line)
    if found is None:
        raise lines.error(number, f"expected a command, found {_first_word(line)}")
    level, text = int(found[1]), lines.plain(number, found[5] or "")
    if found[4]:
        return level, text
    parts = [("id", text), *_below(lines)]
    try:
        return level, (LOG if found[2] else "") + _join(found[3], parts)
    except UnencodableError as error:
        raise lines.error(number, error.message) from None


def _below(lines: _Lines) -> Iterator[tuple[str, str]]:
    while lines.peek().startswith("  "):
        number, line = lines.take()
        word, _, text = line[2:].partition(" ")
        yield word, lines.plain(number, text)


def same_content(one: Archive, other: Archive) -> bool:
    """Tell whether two archives hold the same entries: names, order, methods, dates, content.

    The entry savedGame is compared by its text and envelope. Raises FormatError for damage.
    """
    return list(_facts(one)) == list(_facts(other))


def _facts(archive: Archive) -> Iterable[tuple[object, ...]]:
    game = archive.entry(SAVED_GAME) if SAVED_GAME in archive else None
    for entry in archive:
        content = archive.content(entry)
        told = unwrap(content) if entry is game else content
        yield entry.name, entry.method, entry.stamp, told
