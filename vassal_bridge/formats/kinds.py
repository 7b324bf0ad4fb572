"""What single values mean that VASSAL spells in its own ways: keys, mask faces, boards.

Fields hold the text as it was spelled; these values are read from it and give VASSAL's present
spelling back. Nothing here changes a text that nobody sets (format reference 6.3).
"""

from __future__ import annotations

from dataclasses import dataclass

from vassal_bridge.formats.commands import Command
from vassal_bridge.formats.fields import NESTED, Record, fields, read_int
from vassal_bridge.formats.tokens import decode, encode_safely

CTRL, SHIFT, ALT, META = 130, 65, 520, 260
"""Java's modifiers as VASSAL writes them: the old and the new bit of each together."""

_MODIFIERS = (("Ctrl", CTRL), ("Shift", SHIFT), ("Alt", ALT), ("Meta", META))
_OLD_BITS = {1: SHIFT, 2: CTRL, 4: META, 8: ALT}
_KEY_NAMES = {8: "Backspace", 10: "Enter", 27: "Escape", 32: "Space", 37: "Left", 38: "Up"}
_KEY_NAMES |= {39: "Right", 40: "Down", 127: "Delete"}
_KEY_NAMES |= {112 + number: f"F{number + 1}" for number in range(12)}


@dataclass(frozen=True, slots=True)
class KeyStroke:
    """A key with its modifiers, or a named command (VASSAL.tools.NamedKeyStroke).

    >>> str(parse_key("65,2")), str(parse_key("M")), str(parse_key("57344,0,flip"))
    ('Ctrl+A', 'Ctrl+M', 'flip')
    >>> parse_key("M").text
    '77,130'
    """

    code: int
    modifiers: int = 0
    name: str = ""

    @property
    def text(self) -> str:
        """The spelling that the present VASSAL writes."""
        parts = [str(self.code), str(self.modifiers)]
        return ",".join([*parts, self.name] if self.name else parts)

    def __str__(self) -> str:
        if self.name:
            return self.name
        held = [name for name, bits in _MODIFIERS if self.modifiers & bits]
        printable = chr(self.code) if 33 <= self.code < 0x7F else f"key {self.code}"
        return "+".join([*held, _KEY_NAMES.get(self.code, printable)])


def parse_key(text: str) -> KeyStroke | None:
    """Return a key stroke; None for no key. A single letter of old files is Ctrl and it."""
    if not text:
        return None
    if "," not in text:
        return KeyStroke(upper_code(text[0]), CTRL)
    record = Record(text, NESTED["k"])
    old = record.number("modifiers")
    modifiers = sum(_OLD_BITS[bit] for bit in _OLD_BITS if old & (bit | _OLD_BITS[bit]))
    return KeyStroke(record.number("code"), modifiers, record["name"])


def upper_code(letter: str) -> int:
    """Return the code of a letter's capital as Java has it: ß, which has none of one letter, stays.

    >>> upper_code("m"), upper_code("ß")
    (77, 223)
    """
    upper = letter.upper()
    return ord(upper if len(upper) == 1 else letter)


def parse_keys(text: str) -> list[KeyStroke]:
    """Return a list of key strokes; old files hold one letter for each, without commas."""
    parts = decode(text, ",") if "," in text else list(text)
    return [key for key in map(parse_key, parts) if key is not None]


@dataclass(frozen=True, slots=True)
class MaskFace:
    """How a masked piece looks: `B` background, `P` peek, `I` or `2` inset, `G` an image."""

    style: str
    peek_key: KeyStroke | None = None
    image: str = ""


def parse_face(text: str) -> MaskFace:
    """Return the display of a Mask: VASSAL takes a missing one for the background."""
    style, rest = text[:1] or "B", text[1:]
    if style == "P":
        return MaskFace(style, peek_key=parse_key(rest))
    return MaskFace(style, image=rest if style == "G" else "")


@dataclass(frozen=True, slots=True)
class Footing:
    """What Does Not Stack forbids (VASSAL.counters.Immobilized).

    `select` is `n` (never), `i` (shift), `t` (ctrl), `c` (alt) or empty; `band` is `Z` (never),
    `A` (alt), `B` (alt and shift) or empty; `move` is `V` (never), `I` (when selected) or `N`.
    """

    select: str = ""
    ignores_grid: bool = False
    band: str = ""
    move: str = "N"
    never_stacks: bool = True


def footing_of(record: Record) -> Footing:
    """Return what a Does Not Stack's type says; letters that VASSAL does not know count nothing."""
    flags = record["select"]
    return Footing(
        select="".join(letter for letter in flags if letter in "nitc")[-1:],
        ignores_grid="g" in flags,
        band="".join(letter for letter in flags if letter in "ZAB")[-1:],
        move=record["move"][:1] or "V",
        never_stacks=record["stack"][:1] != "L",
    )


@dataclass(frozen=True, slots=True)
class PlacedBoard:
    """A board on a map: its name, its place in the grid of boards, and whether it is turned."""

    name: str
    column: int
    row: int
    reversed: bool = False


def boards_of(command: Command) -> list[PlacedBoard]:
    """Return the boards that a SetBoards command lays out, in order."""
    tokens = command.rest()
    found: list[PlacedBoard] = []
    for name, column, row in zip(tokens[::3], tokens[1::3], tokens[2::3], strict=False):
        board = Record(name, NESTED["brd"])
        turned = board["reversed"] == "rev"
        found.append(PlacedBoard(board["board"], read_int(column), read_int(row), turned))
    return found


def set_boards(command: Command, boards: list[PlacedBoard]) -> None:
    """Set the boards of a SetBoards command. Raises UnencodableError for an impossible name."""
    tokens: list[str] = []
    for board in boards:
        parts = [board.name, "rev"] if board.reversed else [board.name]
        tokens += [encode_safely(parts, "/"), str(board.column), str(board.row)]
    command.record.rest = tokens


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One row of a Property Sheet: its kind and its caption."""

    kind: int
    name: str


def sheet_rows(definition: list[str]) -> list[SheetRow]:
    """Return the rows of a Property Sheet's definition.

    The kinds are 0 text, 1 lines, 2 caption only, 3 to 6 ticks (5 and 6 with the value, 4 and 6
    with the greatest), 7 spinner.
    """
    return [SheetRow(read_int(row[:1]), row[1:]) for row in definition if row]


AN_ADD_PIECE = fields("id type state", "/")
"""The piece inside a Place Marker's or Replace's `marker`, behind `+/`."""


def marker_piece(spec: str) -> Record | None:
    """Return the piece that a Place Marker spells out; None where it names a slot or nothing."""
    return Record(spec[2:], AN_ADD_PIECE) if spec.startswith("+/") else None
