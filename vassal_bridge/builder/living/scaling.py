"""Scales a module by a factor: images, boards, grids, offsets, stacks, set-ups and saves.

Pictures that VASSAL's own editor drew are scaled, and so is what they are drawn from.

Icons of buttons and charts keep their size. A piece that stands in the middle of a cell stands in
the middle of it again. Widths are rounded, so several boards beside one another may lie a pixel
from where they lay.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from vassal_bridge.builder.living.layouts import scaled_font, scaled_layout
from vassal_bridge.builder.living.lengths import (
    ATTRIBUTES,
    DEFAULT_DX,
    DEFAULTS,
    scaled,
    scaled_int,
    scaled_path,
    scaled_trait,
)
from vassal_bridge.builder.living.pictures import scaled_picture
from vassal_bridge.errors import BindingError, Where
from vassal_bridge.formats.boards.maps import IMAGES
from vassal_bridge.formats.buildfile import Component, Edit
from vassal_bridge.formats.chain import Chain
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.pieces import DECK_PREFIX, Deck, Piece
from vassal_bridge.formats.prototypes import TraitTexts, parse_definition
from vassal_bridge.formats.refreshing.refresh import proved_members
from vassal_bridge.formats.refreshing.setups import setup_files
from vassal_bridge.formats.refreshing.sources import MARKERS
from vassal_bridge.formats.save import Save
from vassal_bridge.formats.tokens import Tokens
from vassal_bridge.formats.traits import Trait

DEFINED = ("PieceSlot", "CardSlot", "PrototypeDefinition")
DRAWN = ("layout", "props")
"""The attributes in which definitions of drawn pictures name others."""
_ADD_PIECE = "+/"
_TEXTS: tuple[tuple[str, str, Callable[[str, Fraction], str]], ...] = (
    ("Zone", "path", scaled_path),
    ("GamePieceLayout", "layout", scaled_layout),
    ("FontStyle", "style", scaled_font),
)
"""The attributes of components that are lists with pixels in them, and what scales them."""
_Point = tuple[str, int, int]


@dataclass(frozen=True, slots=True)
class Scaled:
    """A scaled module: the given one, the new one, and what was left as it is."""

    before: Module
    module: Module
    factor: Fraction
    notes: tuple[str, ...]


def scale_module(module: Module, factor: Fraction) -> Scaled:
    """Return a module scaled, with its set-ups.

    Raises:
        BindingError: the file is an extension.
        FormatError: a set-up is damaged.
        UnencodableError: VASSAL could not read a value back.
    """
    if module.is_extension:
        raise BindingError(
            "expected a module, found an extension; merge it first", where=Where(module.file)
        )
    data = module.build_file.with_edits(_edits(module, factor))
    archive = module.archive.replace(module.build_file_name, data)
    notes: list[str] = []
    for name in _pictures(module):
        try:
            archive = archive.replace(name, scaled_picture(archive[name], factor))
        except ValueError as error:
            notes.append(f"{name} keeps its size: {error}")
    made = Scaled(module, Module(archive), factor, tuple(notes))
    for name in setup_files(module):
        save = scale_save(made, Save.from_bytes(archive[name], name=name))
        archive = archive.replace(name, save.to_bytes())
    return Scaled(module, Module(archive), factor, tuple(notes))


# --- the build file -----------------------------------------------------------------------------


def _edits(module: Module, factor: Fraction) -> Iterator[Edit]:
    for one in module.root.walk():
        attributes = dict(_attributes(one, factor))
        text = _definition(one.text, factor) if one.kind in DEFINED else one.text
        if attributes or text != one.text:
            yield Edit(one, attributes, None if text == one.text else text)


def _attributes(one: Component, factor: Fraction) -> Iterator[tuple[str, str]]:
    """Yield the attributes that change, those that VASSAL would take by default, too."""
    known = {**DEFAULTS.get(one.kind, {}), **one.attributes}
    if one.kind == "HexGrid" and one.attributes.get("dx") == DEFAULT_DX:
        known["dx"] = str(math.sqrt(3) / 2 * float(known["dy"]))
    for name in ATTRIBUTES.get(one.kind, ()):
        if name in known:
            value = scaled(known[name], factor)
            if value != one.attributes.get(name):
                yield name, value
    for kind, name, scale in _TEXTS:
        if one.kind == kind and one.get(name):
            value = scale(one.get(name), factor)
            if value != one.get(name):
                yield name, value


def _definition(definition: str, factor: Fraction) -> str:
    """Return a slot's or prototype's text with its traits scaled; its place is none."""
    if not definition.startswith(_ADD_PIECE):
        return definition
    tokens = Tokens(definition.removeprefix(_ADD_PIECE), "/")
    traits = parse_definition(definition).traits
    types, states = _chains(traits, factor)
    if len(tokens) > 1 and list(Chain(tokens[1])) != types:
        tokens[1] = str(Chain.of(types))
    if len(tokens) > 2 and [one.state for one in traits] != states:
        tokens[2] = str(Chain.of(states))
    return _ADD_PIECE + str(tokens)


def _chains(traits: tuple[TraitTexts, ...], factor: Fraction) -> tuple[list[str], list[str]]:
    made = [scaled_trait(Trait(n, one.type, one.state), factor) for n, one in enumerate(traits)]
    return [_with_piece(one, factor) for one, _ in made], [state for _, state in made]


def _with_piece(type_text: str, factor: Fraction) -> str:
    """Return a type in which the piece that a Place Marker holds is scaled, too."""
    trait = Trait(0, type_text, "")
    if trait.prefix not in MARKERS or not trait.type["marker"].startswith(_ADD_PIECE):
        return type_text
    record = trait.type
    definition = _definition(record["marker"], factor)
    if definition == record["marker"]:
        return type_text
    record["marker"] = definition
    return trait.prefix + str(record)


# --- pictures -----------------------------------------------------------------------------------


def _pictures(module: Module) -> list[str]:
    """Return the images of boards and pieces: those that a board or a definition names."""
    texts = [one.text for one in module.root.walk() if one.kind in DEFINED]
    texts += [one.get(name) for one in module.root.walk() for name in DRAWN]
    definitions = "\n".join(texts)
    boards = {one.get("image") for one in module.root.find_all("boardPicker.Board")}
    words = set(re.findall(r"[^;,/\\\t\n|]+", definitions))
    names = (name for name in module.archive.names if name.startswith(IMAGES))
    return [name for name in names if name.removeprefix(IMAGES) in words | boards]


# --- saves --------------------------------------------------------------------------------------


def scale_save(made: Scaled, save: Save) -> Save:
    """Return a save of the given module that is one of the scaled module.

    Raises:
        BindingError: the save is a log.
        VerifyError: what was written is not what was meant.
        UnencodableError: VASSAL could not read a value back.
    """
    if len(save.start_texts()) != len(save.commands.texts()):
        raise BindingError("expected a save, found a log", where=Where(save.name))
    work = Save.from_bytes(save.to_bytes(), name=save.name)
    point = _mover(made, save)
    for one in list(work.pieces.everything()):
        if isinstance(one, Piece):
            _scale_piece(one, made.factor)
        elif isinstance(one, Deck):
            _scale_deck(one, made.factor)
        here = save.pieces[one.id].point
        if here is not None:
            one.put(*point(here))
    done = Save.from_bytes(work.to_bytes(), name=save.name)
    proved_members(save, done)
    return done


def _scale_piece(piece: Piece, factor: Fraction) -> None:
    traits = tuple(TraitTexts(one.type_text, one.state_text) for one in piece.traits)
    types, states = _chains(traits, factor)
    if types != [one.type for one in traits]:
        piece.command["type"] = str(Chain.of(types))
    if states != [one.state for one in traits]:
        piece.state_text = str(Chain.of(states))
    piece.forget()


def _scale_deck(deck: Deck, factor: Fraction) -> None:
    record = deck.type
    for name in ("width", "height"):
        record[name] = scaled(record[name], factor)
    deck.command["type"] = DECK_PREFIX + str(record)


def _mover(made: Scaled, save: Save) -> Callable[[_Point], _Point]:
    """Return what tells where a point of the save's maps is on the scaled ones."""
    old, new = made.before.layouts_for(save), made.module.layouts_for(save)
    known: dict[_Point, _Point] = {}

    def moved(point: _Point) -> _Point:
        if point not in known:
            name, x, y = point
            at = (scaled_int(x, made.factor), scaled_int(y, made.factor))
            if name in old and name in new and old[name].snap(x, y) == (x, y):
                snapped = new[name].snap(*at)
                near = all(abs(a - b) <= 2 for a, b in zip(snapped, at, strict=True))
                at = snapped if near else at
            known[point] = (name, *at)
        return known[point]

    return moved


__all__ = ["Scaled", "scale_module", "scale_save"]
