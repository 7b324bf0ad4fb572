"""Binding files: how a module of somebody else shows a game, as TOML that a player can edit."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from vassal_bridge.binding.binding import Fact
from vassal_bridge.binding.hexnames import HexForm
from vassal_bridge.binding.wanted import Wanted, WantedFact
from vassal_bridge.errors import BindingError, Where
from vassal_bridge.formats.traits import TRAITS
from vassal_bridge.game.changes import Value
from vassal_bridge.game.hexes import HexId
from vassal_bridge.game.userdata import user_folder

FOLDER = "bindings"
FORMAT = 1
TRAIT_NAMES = ("Layer", "Dynamic Property", "Mark When Moved")
"""The traits that can show a fact, by VASSAL's names."""
_PREFIXES = {spec.name: spec.prefix for spec in TRAITS if spec.name in TRAIT_NAMES}
_NAMES = {prefix: name for name, prefix in _PREFIXES.items()}


@dataclass(frozen=True, slots=True)
class PieceKey:
    """What tells a piece of a module: its name, its slot's id, its image; empty ones do not."""

    name: str = ""
    gpid: str = ""
    image: str = ""


@dataclass(frozen=True, slots=True)
class PlaceKey:
    """A place of a module: map, name, and the zone where the name alone does not tell it."""

    map: str
    name: str
    zone: str = ""


@dataclass(frozen=True, slots=True)
class BindingFile:
    """What a binding file says; `edition` is empty where it names none."""

    game: str
    module: str
    version: str = ""
    edition: str = ""
    turn_tracker: str = ""
    hexes: HexForm | None = None
    hex_names: Mapping[HexId, str] = field(default_factory=dict)
    places: Mapping[str, PlaceKey] = field(default_factory=dict)
    pieces: Mapping[str, PieceKey] = field(default_factory=dict)
    facts: tuple[Fact, ...] = ()


def bindings_folder(game: str) -> Path:
    """Return where a player's bindings of a game lie; it need not exist."""
    return user_folder() / game / FOLDER


def binding_path(game: str, module: str) -> Path:
    """Return the file of a module's binding in the player's folder."""
    plain = re.sub(r"[^a-z0-9]+", "-", module.casefold()).strip("-") or "module"
    return bindings_folder(game) / f"{plain}.toml"


def find_binding(game: str, module: str, wanted: Wanted) -> BindingFile | None:
    """Return the player's binding of a module; None where there is none.

    Raises:
        BindingError: the file is damaged, or names what the game does not have.
        OSError: a file cannot be read.
    """
    folder = bindings_folder(game)
    for path in sorted(folder.glob("*.toml")) if folder.is_dir() else []:
        document = _document(path)
        if document.get("module") == module:
            return _binding(document, wanted, Where(path.name))
    return None


def read_binding(path: Path, wanted: Wanted) -> BindingFile:
    """Return what a binding file says.

    Raises:
        BindingError: the file is damaged, or names what the game does not have.
        OSError: the file cannot be read.
    """
    return _binding(_document(path), wanted, Where(path.name))


def _document(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BindingError(f"expected TOML: {error}", where=Where(path.name)) from None


def _binding(document: dict[str, Any], wanted: Wanted, where: Where) -> BindingFile:
    try:
        return _Reader(document, wanted).read()
    except BindingError as error:
        raise error.add(where) from None


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads one document; whatever is wrong raises BindingError."""

    document: Mapping[str, Any]
    wanted: Wanted

    def read(self) -> BindingFile:
        number = self.document.get("format")
        if number != FORMAT:
            raise BindingError(f"expected format = {FORMAT}, found {number!r}")
        hexes = self._table(self.document, "hexes")
        form = self._form(hexes) if "map" in hexes else None
        sheet = self.wanted.sheet
        names = {
            HexId(self._known(h, h in sheet, "hex")): self._text(name, h)
            for h, name in self._table(hexes, "names").items()
        }
        home = self._text(hexes.get("map", ""), "map")
        places = {one.id for one in self.wanted.places}
        pieces = {one.id for one in self.wanted.pieces}
        return BindingFile(
            game=self._text(self.document.get("game", ""), "game"),
            module=self._text(self.document.get("module", ""), "module"),
            version=self._text(self.document.get("version", ""), "version"),
            edition=self._text(self.document.get("edition", ""), "edition"),
            turn_tracker=self._text(self.document.get("turn_tracker", ""), "turn_tracker"),
            hexes=form,
            hex_names=names,
            places={
                self._known(place, place in places, "place"): self._place(value, place, home)
                for place, value in self._table(self.document, "places").items()
            },
            pieces={
                self._known(piece, piece in pieces, "counter"): self._piece(value, piece)
                for piece, value in self._table(self.document, "counters").items()
            },
            facts=tuple(self._facts()),
        )

    @staticmethod
    def _known(name: str, is_known: bool, what: str) -> str:
        if not is_known:
            raise BindingError(f"the game has no {what} {name!r}")
        return name

    @staticmethod
    def _text(value: object, name: str) -> str:
        if not isinstance(value, str):
            raise BindingError(f"expected a text for {name}, found {value!r}")
        return value

    @staticmethod
    def _table(document: Mapping[str, Any], name: str) -> Mapping[str, Any]:
        found = document.get(name, {})
        if not isinstance(found, dict):
            raise BindingError(f"expected a table [{name}], found {found!r}")
        return found

    def _form(self, table: Mapping[str, Any]) -> HexForm:
        def number(name: str) -> int:
            value = table.get(name, 0)
            if type(value) is not int:
                raise BindingError(f"expected a whole number for {name}, found {value!r}")
            return value

        return HexForm(
            self._text(table.get("map", ""), "map"),
            self._text(table.get("name", ""), "name"),
            number("add_columns"),
            number("add_rows"),
            table.get("mirror_columns") is True,
            table.get("mirror_rows") is True,
        )

    def _place(self, value: object, name: str, home: str) -> PlaceKey:
        if isinstance(value, str):
            return PlaceKey(home, value)
        fields = self._fields(value, name, ("map", "zone", "name"))
        return PlaceKey(fields["map"] or home, fields["name"], fields["zone"])

    def _piece(self, value: object, name: str) -> PieceKey:
        if isinstance(value, str):
            return PieceKey(value)
        key = PieceKey(**self._fields(value, name, ("name", "gpid", "image")))
        if key == PieceKey():
            raise BindingError(f"expected a name, a gpid or an image for {name!r}")
        return key

    def _fields(self, value: object, name: str, known: tuple[str, ...]) -> dict[str, str]:
        if not isinstance(value, dict) or set(value) - set(known):
            raise BindingError(
                f"expected a text, or a table of {', '.join(known)}, for {name!r}; found {value!r}"
            )
        return {key: self._text(value.get(key, ""), f"{name}.{key}") for key in known}

    def _facts(self) -> Iterator[Fact]:
        by_field = {fact.field: fact for fact in self.wanted.facts}
        for name, rows in self._table(self.document, "facts").items():
            self._known(name, name in by_field, "fact")
            for row in rows if isinstance(rows, list) else [rows]:
                yield self._fact(by_field[name], row)

    def _fact(self, wanted: WantedFact, row: object) -> Fact:
        if not isinstance(row, dict) or row.get("trait") not in TRAIT_NAMES:
            raise BindingError(
                f"expected [[facts.{wanted.field}]] with a trait of {', '.join(TRAIT_NAMES)};"
                f" found {row!r}"
            )
        values = self._table(row, "values")
        texts = {value: values.get(spelt(value)) for value in wanted.values}
        if any(not isinstance(text, str) for text in texts.values()) or len(texts) < len(values):
            needed = ", ".join(spelt(value) for value in wanted.values)
            raise BindingError(f"expected values for {needed} of {wanted.field}, found {values!r}")
        return Fact(
            wanted.field,
            _PREFIXES[row["trait"]],
            self._text(row.get("name", ""), "name") or None,
            {value: str(text) for value, text in texts.items()},
            wanted.absent,
        )


def spelt(value: Value) -> str:
    """Return a fact's value as a binding file spells it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def quoted(text: str) -> str:
    """Return a text as TOML quotes it."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def write_binding(binding: BindingFile, wanted: Wanted, heading: Iterable[str] = ()) -> str:
    """Return a binding as a file: commented, with a line to fill in for all that is not bound."""
    lines = [f"# {line}".rstrip() for line in heading]
    lines += [
        "",
        f"format = {FORMAT}",
        f"game = {quoted(binding.game)}",
        f"module = {quoted(binding.module)}",
        f"version = {quoted(binding.version)}",
        "# Whose tables count: printed, owner or house.",
        f"{'' if binding.edition else '# '}edition = {quoted(binding.edition or 'owner')}",
        "# The turn tracker that is to show the turn as well (VASSAL's id, such as TurnTracker0).",
        f"{'' if binding.turn_tracker else '# '}turn_tracker ="
        f" {quoted(binding.turn_tracker or 'TurnTracker0')}",
        "",
        *_hex_lines(binding),
        *_place_lines(binding, wanted),
        *_piece_lines(binding, wanted),
        *_fact_lines(binding, wanted),
    ]
    return "\n".join(lines).rstrip() + "\n"


def _hex_lines(binding: BindingFile) -> Iterator[str]:
    yield "# How the module names the hex of a printed number: {column} and {row} stand for its"
    yield "# two halves, :02 for two digits, :A for letters; add_ shifts them, mirror_ counts back."
    yield "[hexes]"
    form = binding.hexes
    if form is None:
        yield '# map = "?"'
        yield '# name = "{column:02}{row:02}"'
    else:
        yield f"map = {quoted(form.map)}"
        yield f"name = {quoted(form.text)}"
        yield f"add_columns = {form.add_columns}"
        yield f"add_rows = {form.add_rows}"
        yield f"mirror_columns = {str(form.mirror_columns).lower()}"
        yield f"mirror_rows = {str(form.mirror_rows).lower()}"
    yield ""
    yield "# Single hexes that are named otherwise."
    yield "[hexes.names]"
    yield from (f"{quoted(h)} = {quoted(name)}" for h, name in binding.hex_names.items())
    yield ""


def _place_lines(binding: BindingFile, wanted: Wanted) -> Iterator[str]:
    yield "# Boxes: the place's name in the module, or its map, zone and name."
    yield "[places]"
    home = "" if binding.hexes is None else binding.hexes.map
    for place in wanted.places:
        key = binding.places.get(place.id)
        if key is None:
            yield f'# {quoted(place.id)} = "?"'
            continue
        parts = {"map": key.map if key.map != home else "", "zone": key.zone, "name": key.name}
        yield f"{quoted(place.id)} = {_short(parts)}"
    yield ""


def _piece_lines(binding: BindingFile, wanted: Wanted) -> Iterator[str]:
    yield "# Counters and markers: the piece's name in the module, or its name, gpid and image."
    yield "# Several of one name stand for each other, in the order in which they were made."
    yield "[counters]"
    for piece in wanted.pieces:
        key = binding.pieces.get(piece.id)
        if key is None:
            yield f'# {quoted(piece.id)} = "?"'
            continue
        parts = {"name": key.name, "gpid": key.gpid, "image": key.image}
        yield f"{quoted(piece.id)} = {_short(parts)}"
    yield ""


def _short(parts: Mapping[str, str]) -> str:
    given = {name: text for name, text in parts.items() if text}
    if list(given) == ["name"]:
        return quoted(given["name"])
    return "{ " + ", ".join(f"{name} = {quoted(text)}" for name, text in given.items()) + " }"


def _fact_lines(binding: BindingFile, wanted: Wanted) -> Iterator[str]:
    yield "# Facts: the trait that shows each, and its state for every value. Several rows of one"
    yield f"# fact are for different counters. Traits: {', '.join(TRAIT_NAMES)}."
    for fact in wanted.facts:
        rows = [row for row in binding.facts if row.field == fact.field]
        mark = "" if rows else "# "
        values = ", ".join(f'{spelt(value)} = "?"' for value in fact.values)
        shown = [(_NAMES[row.prefix], row.name or "", _values(row.texts)) for row in rows] or [
            ("Layer", "?", values)
        ]
        for trait, name, texts in shown:
            yield f"{mark}[[facts.{fact.field}]]"
            yield f"{mark}trait = {quoted(trait)}"
            if name:
                yield f"{mark}name = {quoted(name)}"
            yield f"{mark}values = {{ {texts} }}"
        yield ""


def _values(texts: Mapping[Value, str]) -> str:
    return ", ".join(f"{spelt(value)} = {quoted(text)}" for value, text in texts.items())
