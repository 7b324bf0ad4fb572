"""The slots of a module: each counter's traits, its gpid, and where it stands at the start."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from vassal_bridge.builder.boards.tracks import PlacedTrack
from vassal_bridge.builder.counters.counterset import MOVED_IMAGE, CounterSet
from vassal_bridge.builder.reading.counterrows import STACK, CounterRow
from vassal_bridge.builder.reading.deckrecipe import DeckStyle
from vassal_bridge.builder.reading.facerecipe import KindStyle
from vassal_bridge.builder.reading.modulerecipe import LayerStyle, PrototypeStyle
from vassal_bridge.builder.reading.places import parse_point
from vassal_bridge.builder.recipe import Recipe
from vassal_bridge.builder.spelling import traits
from vassal_bridge.builder.spelling.traits import TraitText
from vassal_bridge.builder.writing.windows import placed_boxes
from vassal_bridge.game.hexes import HexId

T = TypeVar("T")

FACE = "Face"
"""The Layer that tells a counter's front (level 1) from its back (level 2)."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place at which counters stand: a hex, a box or a point, and its pixel on a map's board.

    `by_name` tells that VASSAL finds the pixel from the name; else it is written. `stack` is what
    the at-start stack is called, where counters of several stand at the same point.
    """

    name: str
    at: tuple[int, int]
    by_name: bool
    map: str
    board: str
    stack: str = ""


@dataclass(frozen=True, slots=True)
class Slot:
    """A piece slot: the counter, its own traits (the outermost first), its piece and its gpid.

    `key` is the counter's id, of the second of several id#2.
    """

    row: CounterRow
    traits: tuple[TraitText, ...]
    piece: str
    gpid: str
    key: str


def prototype_traits(recipe: Recipe, style: PrototypeStyle, images: CounterSet) -> list[TraitText]:
    """Return the traits that every counter of a prototype has, the outermost first."""
    half = recipe.module.counters.edge // 2
    found: list[TraitText] = []
    if style.label:
        found.append(traits.text_label(style.label))
    for name in reversed(style.layers):
        found.append(mark_trait(recipe.module.layers[name], images.marks[name]))
    if style.facings > 1:
        found.append(traits.can_rotate(style.facings))
    if style.moved:
        found.append(traits.mark_when_moved(MOVED_IMAGE, (half - 13, -half - 3)))
    if style.eliminate:
        found.append(traits.send_to_zone("Eliminate", "E", *place_of_box(recipe, style.eliminate)))
    if style.clone:
        found.append(traits.clone())
    found.append(traits.delete())
    return found


def mark_trait(layer: LayerStyle, images: Sequence[str]) -> TraitText:
    """Return the Layer of a mark; of one with several marks the first level shows none."""
    if layer.texts:
        names = ["", *(f"+ ({text.lower()})" for text in layer.texts)]
        images, optional, level = ["", *images], False, 1
    else:
        names, optional, level = [f"+ {layer.suffix}" if layer.suffix else ""], True, -1
    return traits.layer(
        layer.name,
        images,
        names,
        menu=layer.menu,
        letter=layer.letter,
        optional=optional,
        at=layer.at,
        level=level,
    )


def place_of_box(recipe: Recipe, box: str) -> tuple[str, str, str]:
    """Return the map and the board of a box, a window's or else the main map's, and the box."""
    for window in recipe.module.windows.values():
        if box in window.boxes:
            return window.name, window.name, box
    return recipe.board.map_name, recipe.board.name, box


def slot_traits(
    row: CounterRow, kind: KindStyle, images: CounterSet, *, level: int = 1, mask: str = ""
) -> list[TraitText]:
    """Return a slot's own traits: its prototype, its faces, what it is, without the BasicPiece.

    Where a side is named by `mask` its second face is a mask through which that side sees.
    """
    found = [traits.use_prototype(kind.prototype)] if kind.prototype else []
    names = images.counters[row.id].names
    if len(names) > 1 and mask:
        called = kind.faces[1].name or "?"
        found.append(traits.mask(names[1], called, mask, menu="Turn over", letter="F"))
    elif len(names) > 1:
        suffixes = [f"+ ({face.name})" if face.name else "" for face in kind.faces]
        found.append(
            traits.layer(
                FACE, names, suffixes, menu="Flip", letter="F", optional=False, level=level
            )
        )
    found.append(traits.markers({"unit_id": row.id, "side": row.side, "kind": row.kind}))
    return found


def card_traits(
    row: CounterRow, kind: KindStyle, images: CounterSet, deck: DeckStyle
) -> list[TraitText]:
    """Return a card's own traits: its prototype, how it comes back, its back, what it is."""
    found = [traits.use_prototype(kind.prototype)] if kind.prototype else []
    if deck.back_menu or deck.back_key:
        to = deck.back_to or deck.name
        found.append(traits.return_to_deck(deck.back_menu, traits.stroke(deck.back_key), to))
    names = images.counters[row.id].names
    if len(names) > 1:
        found.append(traits.card_mask(names[1], kind.faces[1].name or "Card"))
    found.append(traits.markers({"unit_id": row.id, "side": row.side, "kind": row.kind}))
    return found


def make_slot(
    recipe: Recipe, row: CounterRow, images: CounterSet, gpid: str, key: str = ""
) -> Slot:
    """Return the slot of a counter or card: as the recipe keeps it, or made of its kind."""
    kept = recipe.kept.get(row.id)
    if kept is not None:
        return Slot(row, kept[:-1], kept[-1].type, gpid, key or row.id)
    kind = recipe.module.kinds[row.kind]
    decks = {deck.name: deck for deck in recipe.module.decks}
    if row.deck in decks:
        own = card_traits(row, kind, images, decks[row.deck])
    else:
        style = recipe.module.prototypes.get(kind.prototype)
        own = slot_traits(row, kind, images, mask=style.mask if style is not None else "")
    piece = traits.basic_piece(images.counters[row.id].names[0], row.name).type
    return Slot(row, tuple(own), piece, gpid, key or row.id)


def definition(slot: Slot) -> str:
    """Return the text of a slot in the build file."""
    state = traits.basic_piece("", "", gpid=slot.gpid).state
    return traits.add_piece([*slot.traits, TraitText(slot.piece, state)])


def expand(chain: Iterable[TraitText], prototypes: dict[str, list[TraitText]]) -> list[TraitText]:
    """Return a chain with each prototype's traits spliced in (VASSAL.counters.PieceCloner)."""
    found: list[TraitText] = []
    for trait in chain:
        prefix, _, name = trait.type.partition(";")
        if prefix == "prototype" and name in prototypes:
            found.extend(expand(prototypes[name], prototypes))
        else:
            found.append(trait)
    return found


def spots(
    recipe: Recipe, tracks: Iterable[PlacedTrack], rows: Iterable[tuple[CounterRow, str]]
) -> list[tuple[Spot, list[CounterRow]]]:
    """Group counters by where they stand, the lowest of each stack first, as `stacked` does."""
    found = stacked(recipe, tracks, ((row, row, name) for row, name in rows))
    return [(spot, list(members)) for spot, members in found]


def stacked(
    recipe: Recipe, tracks: Iterable[PlacedTrack], rows: Iterable[tuple[T, CounterRow, str]]
) -> list[tuple[Spot, list[T]]]:
    """Group things by where their counters stand, the lowest of each stack first.

    The recipe lists its kinds from the top of a stack downwards; at a point of a map the first
    is the lowest. Who stands nowhere, or in a deck, is left out.
    """
    finder = SpotFinder(recipe, tracks)
    decks = {deck.name for deck in recipe.module.decks}
    grouped: dict[Spot, list[tuple[T, str]]] = {}
    for thing, row, name in rows:
        if name and name not in decks:
            spot = replace(finder.spot(name), stack=row.cells.get(STACK, ""))
            grouped.setdefault(spot, []).append((thing, row.kind))
    rank = {kind: place for place, kind in enumerate(recipe.module.kinds)}
    for spot, members in grouped.items():
        if parse_point(spot.name) is None:
            members.sort(key=lambda member: -rank[member[1]])
    return [(spot, [thing for thing, _ in members]) for spot, members in grouped.items()]


class SpotFinder:
    """Finds the spots of places one after the other: an area has another for each counter."""

    def __init__(self, recipe: Recipe, tracks: Iterable[PlacedTrack]) -> None:
        self.recipe = recipe
        board = recipe.board
        self.boxes = {
            placed.row.box: (placed, board.map_name, board.name)
            for track in tracks
            for placed in track.boxes
        }
        for window in recipe.module.windows.values():
            for placed in placed_boxes(window):
                self.boxes[placed.row.box] = (placed, window.name, window.name)
        self.counts: dict[str, int] = {}

    def spot(self, name: str) -> Spot:
        """Return where the next counter stands that is put into a place."""
        recipe, board = self.recipe, self.recipe.board
        if name not in self.boxes:
            point = parse_point(name)
            if point is not None:
                on = point.board or recipe.first_board(point.map)
                return Spot(name, (point.x, point.y), by_name=False, map=point.map, board=on)
            at = recipe.layout.centre(HexId(name))
            return Spot(name, at, by_name=True, map=board.map_name, board=board.name)
        placed, map_name, board_name = self.boxes[name]
        if name not in recipe.module.areas:
            is_main = map_name == board.map_name
            return Spot(name, placed.centre, by_name=is_main, map=map_name, board=board_name)
        area = recipe.module.areas[name]
        left, top, right, _ = placed.box
        per_row = max(1, (right - left - area.inset[0]) // area.step[0])
        count = self.counts[name] = self.counts.get(name, -1) + 1
        at = (
            left + area.inset[0] + area.step[0] * (count % per_row),
            top + area.inset[1] + area.step[1] * (count // per_row),
        )
        return Spot(name, at, by_name=False, map=map_name, board=board_name)
