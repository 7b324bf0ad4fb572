"""The slots of a module: each counter's traits, its gpid, and where it stands at the start."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from vassal_bridge.builder import traits
from vassal_bridge.builder.counterrows import CounterRow
from vassal_bridge.builder.counters import MOVED_IMAGE, CounterSet
from vassal_bridge.builder.facerecipe import KindStyle
from vassal_bridge.builder.modulerecipe import PrototypeStyle
from vassal_bridge.builder.recipe import Recipe
from vassal_bridge.builder.tracks import PlacedTrack
from vassal_bridge.builder.traits import TraitText
from vassal_bridge.game.hexes import HexId

FACE = "Face"
"""The Layer that tells a counter's front (level 1) from its back (level 2)."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place at which counters stand: a hex or a box, and its pixel on the board.

    `by_name` tells that VASSAL finds the pixel from the name; else it is written.
    """

    name: str
    at: tuple[int, int]
    by_name: bool


@dataclass(frozen=True, slots=True)
class Slot:
    """A piece slot: the counter, its own traits (the outermost first) and its gpid."""

    row: CounterRow
    traits: tuple[TraitText, ...]
    image: str
    gpid: str


def prototype_traits(recipe: Recipe, style: PrototypeStyle, images: CounterSet) -> list[TraitText]:
    """Return the traits that every counter of a prototype has, the outermost first."""
    half = recipe.module.counters.edge // 2
    found: list[TraitText] = []
    for name in reversed(style.layers):
        layer = recipe.module.layers[name]
        found.append(
            traits.layer(
                name,
                [images.marks[name]],
                [f"+ {layer.suffix}"] if layer.suffix else [""],
                menu=layer.menu,
                letter=layer.letter,
                optional=True,
                at=layer.at,
                level=-1,
            )
        )
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
    found = [traits.use_prototype(kind.prototype)]
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


def make_slot(recipe: Recipe, row: CounterRow, images: CounterSet, gpid: int) -> Slot:
    """Return the slot of a counter."""
    kind = recipe.module.kinds[row.kind]
    image = images.counters[row.id].names[0]
    mask = recipe.module.prototypes[kind.prototype].mask
    return Slot(row, tuple(slot_traits(row, kind, images, mask=mask)), image, str(gpid))


def definition(slot: Slot) -> str:
    """Return the text of a slot in the build file."""
    piece = traits.basic_piece(slot.image, slot.row.name, gpid=slot.gpid)
    return traits.add_piece([*slot.traits, piece])


def expand(chain: Iterable[TraitText], prototypes: dict[str, list[TraitText]]) -> list[TraitText]:
    """Return a chain with each prototype's traits spliced in (VASSAL.counters.PieceCloner)."""
    found: list[TraitText] = []
    for trait in chain:
        prefix, _, name = trait.type.partition(";")
        if prefix == "prototype":
            found.extend(prototypes[name])
        else:
            found.append(trait)
    return found


def spots(
    recipe: Recipe, tracks: Iterable[PlacedTrack], rows: Iterable[tuple[CounterRow, str]]
) -> list[tuple[Spot, list[CounterRow]]]:
    """Group counters by where they stand, the lowest of each stack first.

    The recipe lists its kinds from the top of a stack downwards.
    In a box that is laid out as an area each counter gets a point of its own, row by row.
    """
    places = {placed.row.box: placed for track in tracks for placed in track.boxes}
    grouped: dict[tuple[str, tuple[int, int]], tuple[Spot, list[CounterRow]]] = {}
    counts: dict[str, int] = {}
    for row, name in rows:
        if not name:
            continue
        if name in recipe.module.areas:
            area = recipe.module.areas[name]
            left, top, right, _ = places[name].box
            per_row = max(1, (right - left - area.inset[0]) // area.step[0])
            count = counts[name] = counts.get(name, -1) + 1
            at = (
                left + area.inset[0] + area.step[0] * (count % per_row),
                top + area.inset[1] + area.step[1] * (count // per_row),
            )
            spot = Spot(name, at, by_name=False)
        elif name in places:
            spot = Spot(name, places[name].centre, by_name=True)
        else:
            spot = Spot(name, recipe.layout.centre(HexId(name)), by_name=True)
        grouped.setdefault((spot.name, spot.at), (spot, []))[1].append(row)
    rank = {kind: place for place, kind in enumerate(recipe.module.kinds)}
    for _, members in grouped.values():
        members.sort(key=lambda row: -rank[row.kind])
    return list(grouped.values())
