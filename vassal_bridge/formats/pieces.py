"""Pieces, stacks and decks: views over the text of an AddPiece command.

A view reads tokens when asked and sets one token at a time; the rest of the command stays as
it was spelled. Source: VASSAL.counters.BasicPiece, Decorator, Stack, Deck.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NewType

from vassal_bridge.errors import Problem, UnencodableError, Where
from vassal_bridge.formats.chain import Chain, texts_of
from vassal_bridge.formats.commands import Command, CommandList
from vassal_bridge.formats.fields import Layout, Record, fields
from vassal_bridge.formats.pairing import paired
from vassal_bridge.formats.tokens import decode, encode_safely, split_raw, unescape
from vassal_bridge.formats.traits import DECK_TYPE, Trait, spec_of

PieceId = NewType("PieceId", str)

NO_MAP = "null"
STACK_TYPE = "stack"
DECK_PREFIX = "deck;"
_LAYER_MARK = "@@"
_BASIC = spec_of("piece;")
_HOLDERS = (STACK_TYPE, DECK_PREFIX, "'")
_PREFIX, _DELIMITER = "+/", "/"
_MISSING = ("", "")
"""The type and state of a text that holds only an id."""
_TYPES_KEPT = 1024
"""How many types stay divided into traits: more than the kinds of counters in most games."""

DECK_STATE = fields("map x:i y:i face_down:b member*")
"""A deck's state; its members are one more list inside the last token."""


class GamePiece:
    """What pieces, stacks and decks have in common: an id, a type, a state and a place.

    It stands over an AddPiece command, or over a list and the place where the command was read:
    then the command is not made before somebody asks for it.
    """

    __slots__ = ("_at", "_id", "_source")

    def __init__(
        self, source: Command | CommandList, at: int = 0, piece_id: PieceId | None = None
    ) -> None:
        self._source = source
        self._at = at
        self._id = piece_id

    @property
    def command(self) -> Command:
        """The AddPiece command that brings the piece."""
        source = self._source
        if isinstance(source, CommandList):
            source = self._source = source.read(self._at)
        return source

    def _read(self) -> list[str]:
        """Return id, type and state as they are spelled."""
        source = self._source
        own = source.text_read(self._at) if isinstance(source, CommandList) else source.own
        spelled = split_raw(own[len(_PREFIX) :], _DELIMITER)
        return spelled if len(spelled) > len(_MISSING) else [*spelled, *_MISSING]

    @property
    def id(self) -> PieceId:
        """The id by which commands name the piece."""
        if self._id is None:
            self._id = PieceId(unescape(self._read()[0], _DELIMITER))
        return self._id

    @property
    def may_hold_others(self) -> bool:
        """Whether the type begins as a stack's or deck's may, quoted or not; seen at a glance."""
        return self._read()[1].startswith(_HOLDERS)

    @property
    def type_text(self) -> str:
        """What never changes in play, as one text."""
        return unescape(self._read()[1], _DELIMITER)

    @property
    def state_text(self) -> str:
        """What changes in play, as one text."""
        return unescape(self._read()[2], _DELIMITER)

    @state_text.setter
    def state_text(self, text: str) -> None:
        self.command["state"] = text
        self.forget()

    def forget(self) -> None:
        """Read the piece anew when next asked: its command was set."""
        self._id = None

    @property
    def _place(self) -> Record:
        raise NotImplementedError

    @_place.setter
    def _place(self, record: Record) -> None:
        raise NotImplementedError

    @property
    def map(self) -> str | None:
        """The identifier of the map that the piece is on; None where it is on none."""
        name = self._place["map"]
        return None if name in (NO_MAP, "") else name

    @property
    def x(self) -> int:
        """Pixels from the map's left edge; a text that is no number counts as 0, as in VASSAL."""
        return read_int(self._place["x"])

    @property
    def y(self) -> int:
        """Pixels from the map's upper edge; read as x is."""
        return read_int(self._place["y"])

    @property
    def point(self) -> tuple[str, int, int] | None:
        """Map and pixels in one look; None where the piece is on no map."""
        place = self._place
        name = place["map"]
        return None if name in (NO_MAP, "") else (name, read_int(place["x"]), read_int(place["y"]))

    def put(self, map_name: str | None, x: int, y: int) -> None:
        """Set the piece's map and pixels; nothing else (stacks are not this method's business).

        Raises:
            UnencodableError: the state's text cannot be set so that VASSAL reads it back.
        """
        place = self._place
        place["map"] = map_name or NO_MAP
        place["x"], place["y"] = str(x), str(y)
        self._place = place

    def problems(self) -> Iterator[Problem]:
        """Yield what VASSAL would stumble over in this piece."""
        place = self._place
        if place["map"] in (NO_MAP, ""):
            return
        for name in ("x", "y"):
            text = place[name] if place.has(name) else ""
            if not _is_int(text):
                yield self._problem(f"expected a number for {name}, found {text!r}")

    def _problem(self, message: str, **where: int | str) -> Problem:
        return Problem(message, Where(kind=self.command.kind, piece=self.id, **where))  # type: ignore[arg-type]  # the names are Where's own

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.id}>"


def _is_int(text: str) -> bool:
    digits = text[1:] if text[:1] in "+-" else text
    return digits.isascii() and digits.isdigit() and -(2**31) <= int(text) < 2**31


def read_int(text: str, default: int = 0) -> int:
    """Return a whole number as VASSAL's nextInt does: the default where it is unreadable."""
    return int(text) if _is_int(text) else default


@lru_cache(maxsize=_TYPES_KEPT)
def _divided(spelled_type: str) -> tuple[str, ...]:
    """Return the traits' own types; pieces from one slot have one type, which is read once."""
    return texts_of(unescape(spelled_type, _DELIMITER))


class Piece(GamePiece):
    """A counter or card: a chain of traits around a BasicPiece."""

    __slots__ = ("_states", "_types")

    def __init__(
        self, source: Command | CommandList, at: int = 0, piece_id: PieceId | None = None
    ) -> None:
        self._source = source
        self._at = at
        self._id = piece_id
        self._types: tuple[str, ...] = ()
        self._states: tuple[str, ...] = ()

    def forget(self) -> None:
        """Read the piece anew when next asked: its command was set."""
        self._id = None
        self._types = self._states = ()

    def _divide(self) -> None:
        spelled = self._read()
        self._types = _divided(spelled[1])
        self._states = texts_of(unescape(spelled[2], _DELIMITER))

    @property
    def types(self) -> tuple[str, ...]:
        """The traits' own types, from the outermost inwards."""
        if not self._types:
            self._divide()
        return self._types

    @property
    def states(self) -> tuple[str, ...]:
        """The traits' own states, from the outermost inwards."""
        if not self._states:
            self._divide()
        return self._states

    @property
    def type_chain(self) -> Chain:
        """The types as they are spelled; a chain of the caller's own."""
        return Chain(self.type_text)

    @property
    def state_chain(self) -> Chain:
        """The states as they are spelled; a chain of the caller's own."""
        return Chain(self.state_text)

    @property
    def traits(self) -> list[Trait]:
        """The traits from the outermost inwards; the last is the BasicPiece.

        Where the file holds more or fewer states than types, each trait has the state that
        VASSAL gives it.
        """
        states, types = self.heard, self._types
        return list(map(Trait, range(len(types)), types, states))

    @property
    def heard(self) -> tuple[str, ...]:
        """A state for each type, as VASSAL hands out the states that the file holds."""
        if not self._states:
            self._divide()
        count, states = len(self._types), self._states
        return states if len(states) == count else paired(states, count)

    def trait(self, prefix: str, name: str | None = None) -> Trait | None:
        """Return the outermost trait with a prefix, and with a name where one is given."""
        for trait in self.traits:
            if trait.prefix == prefix and (
                name is None or ("name" in trait.spec.type and trait.type["name"] == name)
            ):
                return trait
        return None

    def set_state(self, trait: Trait, text: str) -> None:
        """Set one trait's state; no other token of the piece changes.

        Raises:
            UnencodableError: the chain is damaged, or VASSAL could not read the text back.
        """
        self._set_state(trait.index, text)

    def _set_state(self, index: int, text: str) -> None:
        chain = self.state_chain
        if len(chain) != len(self.types):
            raise UnencodableError(
                f"expected {len(self.types)} states, found {len(chain)};"
                " the piece is kept as it is and not edited"
            )
        chain[index] = text
        self.state_text = str(chain)

    @property
    def basic_type(self) -> Record:
        """The BasicPiece's type: image and name; what stands in its place is read as one."""
        return Record(self.types[-1].removeprefix(_BASIC.prefix), _BASIC.type)

    @property
    def _place(self) -> Record:
        return Record(self.heard[-1], _BASIC.state)

    @_place.setter
    def _place(self, record: Record) -> None:
        self._set_state(len(self.types) - 1, str(record))

    @property
    def basic_name(self) -> str:
        """The name printed in the BasicPiece, whatever masks and labels make of it."""
        return self.basic_type["name"]

    @property
    def gpid(self) -> str:
        """The id of the slot that the piece came from."""
        return self._place["gpid"]

    @property
    def persistent(self) -> dict[str, str]:
        """The properties that the BasicPiece keeps (OldLocationName, UniqueID ...), in order."""
        rest = self._place.rest
        return dict(zip(rest[::2], rest[1::2], strict=False))

    def __getitem__(self, name: str) -> str:
        """Return what the piece answers for a property by itself, outermost trait first.

        What lies around it (places, mats, the module) is seen in a `properties.Scene` only.

        Raises:
            KeyError: the piece knows no such property.
            NotEvaluated: an expression on the way is beyond what we evaluate.
        """
        from vassal_bridge.formats.properties import Scene  # it stands above this module

        return Scene().look(self)[name]

    def marker(self, name: str) -> str | None:
        """Return the value of the outermost Marker that has a name; None where there is none."""
        for trait in self.traits:
            if trait.prefix == "mark;":
                names = trait.type.rest
                if name in names:
                    values = trait.state.rest
                    place = names.index(name)
                    return values[place] if place < len(values) else ""
        return None

    def problems(self) -> Iterator[Problem]:
        """Yield what VASSAL would stumble over in this piece, trait by trait."""
        yield from super().problems()
        types, states = len(self.types), len(self.states)
        if types != states:
            yield self._problem(f"expected a state for each of {types} traits, found {states}")


class Stack(GamePiece):
    """A stack: its members' ids, bottom first."""

    __slots__ = ()

    @property
    def _place(self) -> Record:
        return Record(self.state_text, _STACK_STATE)

    @_place.setter
    def _place(self, record: Record) -> None:
        self.state_text = str(record)

    @property
    def members(self) -> list[PieceId]:
        """The ids of the pieces in the stack, from the bottom to the top."""
        return [PieceId(text) for text in self._place.rest if not text.startswith(_LAYER_MARK)]

    @members.setter
    def members(self, ids: list[PieceId]) -> None:
        place = self._place
        layers = [text for text in place.rest if text.startswith(_LAYER_MARK)]
        place.rest = [*ids, *layers]
        self._place = place


class Deck(GamePiece):
    """A deck: its members' ids, bottom first (the last is the next drawn)."""

    __slots__ = ()

    @property
    def type(self) -> Record:
        """The fields of the type: name, options, menus and keys."""
        return Record(self.type_text[len(DECK_PREFIX) :], DECK_TYPE)

    @property
    def is_face_down(self) -> bool:
        """Whether the cards lie with their backs up."""
        return self._place["face_down"] == "true"

    @property
    def _place(self) -> Record:
        return Record(self.state_text, DECK_STATE)

    @_place.setter
    def _place(self, record: Record) -> None:
        self.state_text = str(record)

    @property
    def members(self) -> list[PieceId]:
        """The ids of the pieces in the deck, from the bottom to the top."""
        rest = self._place.rest
        return [PieceId(text) for text in decode(rest[0], ",") if text] if rest else []

    @members.setter
    def members(self, ids: list[PieceId]) -> None:
        place = self._place
        place.rest = [encode_safely(list(ids), ",")] if ids else []
        self._place = place


_STACK_STATE: Layout = fields("map x:i y:i member*")


def view(command: Command) -> Piece | Stack | Deck:
    """Return the view that fits an AddPiece command's type."""
    piece = Piece(command)
    if not piece.may_hold_others:
        return piece
    type_text = piece.type_text
    if type_text == STACK_TYPE:
        return Stack(command)
    return Deck(command) if type_text.startswith(DECK_PREFIX) else piece
