"""How a text divides into named fields: the columns of the tables of traits and commands.

A layout is written as a line: `"menu key:k x:i=0 point:xy*"` is a text of the fields menu
(text), key (key stroke), x (whole number, read as 0 where the text ends before it), and point,
which stands for all remaining tokens. `id*n` stands for as many tokens as the field n says,
`corner*2n` for twice as many, and other fields may follow; `shape...` stands for the rest of
the text, never escaped. The kinds behind the colon are those of `formats/kinds.py`.

>>> record = Record("Go;65,130;7", fields("menu key:k x:i=0 y:i=5"))
>>> record["menu"], record.number("x"), record.number("y")
('Go', 7, 5)
>>> record.nested("key")["code"] = "66"
>>> str(record)
'Go;66,130;7'
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from vassal_bridge.errors import UnencodableError
from vassal_bridge.formats.tokens import Tokens, decode, encode_safely


@dataclass(frozen=True, slots=True)
class Field:
    """One field: its name, the letter of its kind, and what VASSAL takes where it is missing."""

    name: str
    kind: str = "s"
    default: str = ""


@dataclass(frozen=True, slots=True)
class Layout:
    """The fields of a text in order; no delimiter means one raw field, the text itself.

    `tail` is the repeated field: to the end of the text, or, where `count` names one of the
    fields, that number times `group` tokens, with the fields `after` behind. `is_open` says
    that the last of `fields` is the rest of the text, raw.
    """

    fields: tuple[Field, ...] = ()
    delimiter: str = ";"
    tail: Field | None = None
    count: str = ""
    group: int = 1
    after: tuple[Field, ...] = ()
    is_open: bool = False

    places: dict[str, tuple[int, Field]] = field(
        init=False, repr=False, compare=False, default_factory=dict
    )

    def __post_init__(self) -> None:
        tail = () if self.tail is None else (self.tail,)
        for place, one in enumerate((*self.fields, *tail)):
            self.places.setdefault(one.name, (place, one))
        for place, one in enumerate(self.after, len(self.fields)):
            self.places.setdefault(one.name, (place, one))

    def place(self, name: str) -> int:
        """Return the index of a field; KeyError where the layout has none of that name.

        Fields behind a counted one are numbered as if it repeated no time.
        """
        return self.places[name][0]

    def field(self, name: str) -> Field:
        """Return a field by its name; KeyError where the layout has none."""
        return self.places[name][1]

    @property
    def names(self) -> tuple[str, ...]:
        """All names in order, the repeated field's too."""
        return tuple(self.places)

    def __contains__(self, name: object) -> bool:
        return name in self.places


def fields(line: str, delimiter: str = ";") -> Layout:
    """Return the layout that a line describes; `_` in a default stands for a blank."""
    found: list[Field] = []
    after: list[Field] = []
    tail: Field | None = None
    count, group, is_open = "", 1, False
    for word in line.split():
        head, _, default = word.partition("=")
        head, star, counted = head.partition("*")
        is_open = head.endswith("...")
        name, _, kind = head.removesuffix("...").partition(":")
        one = Field(name, kind or "s", default.replace("_", " "))
        if star:
            tail, count = one, counted.lstrip("23456789")
            group = int(counted.removesuffix(count) or 1)
        elif tail is not None:
            after.append(one)
        else:
            found.append(one)
    return Layout(tuple(found), delimiter, tail, count, group, tuple(after), is_open)


def whole(name: str, kind: str = "s") -> Layout:
    """Return the layout of a text that is one raw field, never escaped."""
    return Layout((Field(name, kind),), "")


NOTHING = Layout((), "")
"""The layout of a text that is always empty."""


class Record:
    """A text seen through a layout: fields by name, each set alone, the rest as spelled."""

    __slots__ = ("_keep", "_text", "_tokens", "layout")

    def __init__(
        self, text: str, layout: Layout, keep: Callable[[str], None] | None = None
    ) -> None:
        self.layout = layout
        self._text = text
        self._tokens: Tokens | None = None
        self._keep = keep

    @property
    def tokens(self) -> Tokens:
        """The tokens of the text, decoded when first asked for."""
        if self._tokens is None:
            self._tokens = Tokens(self._text, self.layout.delimiter)
        return self._tokens

    @property
    def repeats(self) -> int:
        """How many tokens the repeated field stands for."""
        layout = self.layout
        if layout.tail is None:
            return 0
        there = max(len(self.tokens) - len(layout.fields), 0)
        if not layout.count:
            return there
        return min(max(self.number(layout.count), 0) * layout.group, there)

    def _place(self, name: str) -> int:
        """Return the index of a field's token; of the repeated field's first one."""
        place, one = self.layout.places[name]
        return place + self.repeats if one in self.layout.after else place

    def __getitem__(self, name: str) -> str:
        if not self.layout.delimiter:
            self.layout.place(name)
            return self._text
        place, one = self.layout.places[name]
        if self.layout.is_open and one is self.layout.fields[-1]:
            parts = self.tokens.raw[place:]
            return self.layout.delimiter.join(parts) if parts else one.default
        if self.layout.after:
            place = self._place(name)
        return self.tokens.get(place, one.default)

    def _is_rest(self, name: str) -> bool:
        return self.layout.is_open and name == self.layout.fields[-1].name

    def has(self, name: str) -> bool:
        """Tell whether the text reaches as far as a field."""
        if not self.layout.delimiter:
            return self.layout.place(name) == 0
        return self._place(name) < len(self.tokens)

    def number(self, name: str) -> int:
        """Return a whole number as VASSAL reads it: the default where it is unreadable."""
        default = self.layout.field(name).default
        return read_int(self[name], read_int(default))

    def real(self, name: str) -> float:
        """Return a decimal number as VASSAL reads it: the default where it is unreadable."""
        for text in (self[name], self.layout.field(name).default):
            try:
                return float(text)
            except ValueError:
                continue
        return 0.0

    def flag(self, name: str) -> bool:
        """Return a truth value as VASSAL reads it: only `true`, in any case, is true."""
        return self[name].lower() == "true"

    def __setitem__(self, name: str, value: str) -> None:
        """Set one field; missing fields before it are filled with their defaults.

        Raises:
            KeyError: the layout has no such field.
            UnencodableError: VASSAL could not read the value back.
        """
        if not self.layout.delimiter:
            self.layout.place(name)
            self._become(value)
            return
        place = self._place(name)
        if self.has(name) and self[name] == value:
            return
        self._reach(place)
        if self._is_rest(name):
            self._become(self.layout.delimiter.join([*self.tokens.raw[:place], value]))
            return
        self.tokens[place] = value
        self._changed()

    def _reach(self, place: int) -> None:
        known = [*self.layout.fields, *[Field("")] * self.repeats, *self.layout.after]
        while len(self.tokens) <= place:
            number = len(self.tokens)
            self.tokens.append(known[number].default if number < len(known) else "")

    def _become(self, text: str) -> None:
        self._text, self._tokens = text, None
        if self._keep is not None:
            self._keep(text)

    def _changed(self) -> None:
        self._text = str(self.tokens)
        if self._keep is not None:
            self._keep(self._text)

    @property
    def rest(self) -> list[str]:
        """The tokens that the repeated field stands for; setting them sets their count too."""
        if self.layout.tail is None or (not self._text and not self.layout.fields):
            return []
        start = len(self.layout.fields)
        return self.tokens[start : start + self.repeats]

    @rest.setter
    def rest(self, values: list[str]) -> None:
        layout = self.layout
        if layout.tail is None:
            raise UnencodableError("the text has no repeated field")
        if len(values) % layout.group:
            raise UnencodableError(f"expected {layout.group} tokens an item, found {len(values)}")
        start = len(layout.fields)
        if not start:
            self._become(encode_safely(values, layout.delimiter) if values else "")
            return
        behind = self.tokens.raw[start + self.repeats :]
        while len(self.tokens) > start:
            del self.tokens[len(self.tokens) - 1]
        self._reach(start - 1)
        if layout.count:
            self.tokens[layout.place(layout.count)] = str(len(values) // layout.group)
        for value in values:
            self.tokens.append(value)
        self._become(layout.delimiter.join([str(self.tokens), *behind]))

    def names(self) -> Iterator[str]:
        """Yield the names of the fields that the text reaches, without the repeated one."""
        for one in (*self.layout.fields, *self.layout.after):
            if not self.layout.delimiter or self.has(one.name):
                yield one.name

    @property
    def surplus(self) -> int:
        """How many tokens lie behind the last field; VASSAL ignores them, we keep them."""
        layout = self.layout
        if not layout.delimiter or layout.is_open or (layout.tail and not layout.count):
            return 0
        known = len(layout.fields) + self.repeats + len(layout.after)
        return max(len(self.tokens) - max(known, 1), 0)

    def nested(self, name: str) -> Record:
        """Return a field's own fields; setting one of them sets the field here.

        Raises:
            KeyError: there is no such field, or its kind is not divided further.
        """
        layout = layout_of(self.layout.field(name).kind, self[name])
        return Record(self[name], layout, lambda text: self.__setitem__(name, text))

    def values(self, name: str) -> list[str]:
        """Return the items of a list inside one field; KeyError where it holds no list."""
        delimiter = LISTS[self.layout.field(name).kind][0]
        return decode(self[name], delimiter) if self[name] else []

    def set_values(self, name: str, values: list[str]) -> None:
        """Set the list inside one field.

        Raises:
            KeyError: the field holds no list.
            UnencodableError: VASSAL could not read an item back.
        """
        delimiter = LISTS[self.layout.field(name).kind][0]
        self[name] = encode_safely(values, delimiter) if values else ""

    def items(self, name: str) -> list[Record]:
        """Return the items of a list, each divided into its fields; setting writes through.

        The list is one inside a field (such as `commands:dkc[]`) or the repeated field.
        Raises KeyError where the items are not divided further.
        """
        one = self.layout.field(name)
        if one is self.layout.tail:
            first = len(self.layout.fields)
            return [
                Record(text, layout_of(one.kind, text), self._keeper(first + place))
                for place, text in enumerate(self.rest)
            ]
        delimiter, kind = LISTS[one.kind]
        inner = Record(
            self[name],
            Layout((), delimiter, Field("item", kind)),
            lambda text: self.__setitem__(name, text),
        )
        return inner.items("item") if self[name] else []

    def _keeper(self, place: int) -> Callable[[str], None]:
        def keep(text: str) -> None:
            self.tokens[place] = text
            self._changed()

        return keep

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<Record of {' '.join(self.layout.names)}>"


def read_int(text: str, default: int = 0) -> int:
    """Return a whole number as VASSAL's nextInt does: the default where it is unreadable."""
    digits = text[1:] if text[:1] in ("+", "-") else text
    if digits.isascii() and digits.isdigit() and -(2**31) <= int(text) < 2**31:
        return int(text)
    return default


NESTED: dict[str, Layout] = {
    "k": fields("code:i modifiers:i name", ","),
    "c": fields("red:i green:i blue:i alpha:i=255", ","),
    "xy": fields("x:i y:i", ","),
    "acc": fields("who name*", ":"),
    "con": fields("numeric:b=false min:i=0 max:i=100 wrap:b=false", ","),
    "chg": fields("action=P value=new_value choices:s[]", ","),
    "dkc": fields("menu key:k change:chg", ":"),
    "par": fields("name value", ":"),
    "sub": fields("name value", "="),
    "lvl": fields("image name", ","),
    "tgt": fields(
        "scope=MAP use_location:b=false target=MAP map:e board:e zone:e location:e x:e=0 y:e=0"
        " deck:e use_property:b=false property:e value:e compare=EQUALS attachment:e"
        " attachment_id:e",
        "|",
    ),
    "opt": fields("override n:i=0 id*n", "|"),
    "gkc": fields(
        "name key:k filter:e deck_count report:e localized_name target:tgt report_single:b"
        " suppress_sounds:b parameters:par[]",
        "|",
    ),
    "emb": fields("activate_key menu key level:i=0"),
    "brd": fields("board reversed", "/"),
    "evt": fields("time user action", ","),
    "zone": fields("property zone board map", "\t"),
    "turn": fields("current:i level:lev*", "|"),
}
"""The kinds that are divided into fields of their own (format reference 6.3)."""

LISTS: dict[str, tuple[str, str]] = {
    "s[]": (",", "s"),
    "k[]": (",", "k"),
    "b[]": (",", "b"),
    "dkc[]": (",", "dkc"),
    "par[]": (",", "par"),
    "sub[]": (",", "sub"),
    "gkc[]": (",", "gkc"),
    "row[]": ("~", "s"),
    "lines": ("|", "s"),
}
"""The kinds that are lists inside one field: the delimiter and the kind of an item."""

SIMPLE = ("s", "i", "b", "d", "e", "ch", "path", "spec", "face", "flags")
"""The kinds that are one value (format reference 6.3)."""

COUNTER_LEVEL = fields("current:i sub_level:i loop:b=false limit:i=-1 level:lev*")
"""The state of a turn level that counts (VASSAL.build.module.turn.CounterTurnLevel)."""
LIST_LEVEL = fields("current:i sub_level:i first:i active:b[] level:lev*")
"""The state of a turn level that goes through a list (ListTurnLevel)."""


def layout_of(kind: str, text: str) -> Layout:
    """Return the layout of a kind that is divided further; KeyError for any other.

    A turn level's own text tells which of the two kinds of level it is.
    """
    if kind == "lev":
        third = Tokens(text, ";").get(2)
        return COUNTER_LEVEL if third in ("true", "false") else LIST_LEVEL
    return NESTED[kind]
