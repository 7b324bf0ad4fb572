"""The slots of a module as counters of a recipe: where each lies, its traits, its pictures."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from vassal_bridge.builder.reading.counterrows import COLUMNS
from vassal_bridge.builder.reading.places import MapPoint
from vassal_bridge.builder.recovering.found import OWN, TAB, Found
from vassal_bridge.builder.sheets.frommodule import SlotFaces, slot_faces
from vassal_bridge.builder.spelling.traits import TraitText
from vassal_bridge.builder.writing.gpidlock import START, TRAY
from vassal_bridge.builder.writing.slotparts import WITHIN
from vassal_bridge.errors import BridgeError
from vassal_bridge.formats.boards.maps import AtStart, GameMap, named_point
from vassal_bridge.formats.buildfile import Component
from vassal_bridge.formats.fields import read_int
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.parts import Slot
from vassal_bridge.formats.prototypes import parse_definition
from vassal_bridge.formats.tokens import decode, encode_safely
from vassal_bridge.formats.traits import spec_of
from vassal_bridge.pictures.art import ModuleArt

_OURS = frozenset({*COLUMNS, *OWN}) - {"side"}
"""Columns that mean something to us: a Marker of such a name gets another."""


@dataclass(frozen=True, slots=True)
class Placed:
    """Where a slot of a map is: in an at-start stack or in a deck."""

    place: str = ""
    deck: str = ""
    stack: str = ""


def named_traits(definition: str) -> tuple[tuple[str, TraitText], ...]:
    """Return the traits of a definition, the outermost first, each with its name in the editor."""
    traits = parse_definition(definition).traits
    return tuple((spec_of(one.type).name, TraitText(one.type, one.state)) for one in traits)


def start_place(game_map: GameMap, at_start: AtStart) -> MapPoint:
    """Return the point of a board at which a stack or deck stands."""
    boards = {board.name: board for board in game_map.boards}
    board = boards.get(at_start.board) or next(iter(game_map.boards), None)
    x, y = at_start.x, at_start.y
    if at_start.location and board is not None:
        x, y = named_point(board.grid, at_start.location) or (x, y)
    is_first = board is None or board is game_map.boards[0]
    return MapPoint(game_map.id, "" if is_first or board is None else board.name, x, y)


def deck_names(module: Module) -> dict[Component, str]:
    """Return the names of a module's decks by their components: each has another.

    A later deck of the same name has its map's name added.
    """
    found: dict[Component, str] = {}
    for game_map in module.maps.values():
        for deck in game_map.decks:
            plain = deck.name or "Deck"
            tries = [plain, f"{plain} ({game_map.id})"]
            tries += [f"{plain} {number}" for number in range(2, len(found) + 3)]
            found[deck.component] = next(one for one in tries if one not in found.values())
    return found


def placed_slots(module: Module) -> dict[Component, Placed]:
    """Return where the slots of stacks and decks are, by the component of each."""
    decks = deck_names(module)
    found: dict[Component, Placed] = {}
    for game_map in module.maps.values():
        for at_start in game_map.at_start:
            placed = (
                Placed(deck=decks[at_start.component])
                if at_start.is_deck
                else Placed(str(start_place(game_map, at_start)), stack=at_start.name)
            )
            found |= dict.fromkeys(at_start.component.walk(), placed)
    return found


def from_module(art: ModuleArt) -> tuple[list[Found], list[str]]:
    """Return a module's counters, and what cannot be drawn of them.

    A slot of the tray and one of the start that are alike but for their gpids are one counter.
    """
    places = placed_slots(art.module)
    refused: list[str] = []
    singles = [
        _of_slot(art, slot, places.get(slot.component), refused) for slot in art.module.slots
    ]
    return _counted(_paired(singles)), refused


def _of_slot(art: ModuleArt, slot: Slot, placed: Placed | None, refused: list[str]) -> Found:
    faces = _faces(art, slot, refused)
    window, tab, as_list = (TAB, TAB, False) if placed is not None else _tab(slot.component)
    where = placed or Placed()
    size = (read_int(slot.component.get("width")), read_int(slot.component.get("height")))
    return Found(
        name=slot.name,
        tab=tab,
        images=faces.images[:2] if faces is not None else (),
        cells=_cells(faces.markers) if faces is not None else {},
        gpids={TRAY if placed is None else START: slot.gpid},
        window=window if window != TAB else "",
        as_list=as_list,
        place=where.place,
        deck=where.deck,
        stack=where.stack,
        size=size,
        kept=named_traits(slot.definition),
    )


def _faces(art: ModuleArt, slot: Slot, refused: list[str]) -> SlotFaces | None:
    try:
        found = slot_faces(art, slot)
    except (BridgeError, ValueError) as error:
        refused.append(f"{slot.name}: {error}")
        return None
    if found is None:
        refused.append(f"{slot.name}: nothing of it can be seen")
    return found


def _cells(markers: Mapping[str, str]) -> dict[str, str]:
    named = {name.strip(): value for name, value in markers.items() if name.strip()}
    return {f"{name}_" if name in _OURS else name: value for name, value in named.items()}


def _tab(component: Component) -> tuple[str, str, bool]:
    """Return the window of a slot in a tray, its tab, and whether that is a list."""
    above = list(component.ancestors())
    windows = [number for number, one in enumerate(above) if one.kind == "PieceWindow"]
    if not windows:
        return TAB, TAB, False
    window, tabs = above[windows[0]], above[: windows[0]][::-1]
    name = _plain(window.get("name") or window.label or TAB)
    if len(window.children) == 1 and (len(tabs) == 1 or (tabs[:1] and tabs[0].kind == "TabWidget")):
        own = _plain(tabs[0].label)
        name = name if own == name else f"{name}{WITHIN}{own}"
        tabs = tabs[1:] or tabs
    path = WITHIN.join(_plain(one.label) for one in tabs) or name
    return name, path, bool(tabs) and tabs[-1].kind == "ListWidget"


def _plain(label: str) -> str:
    return label.replace(WITHIN, " / ")


def _alike(one: Found) -> object:
    """Return what is equal for slots that are alike but for their gpids."""
    chain = [trait for _, trait in one.kept]
    piece = decode(chain[-1].state, ";")
    bare = encode_safely([*piece[:3], "", *piece[4:]], ";") if len(piece) > 3 else ""
    return one.name, tuple(chain[:-1]), chain[-1].type, bare


def _paired(singles: Iterable[Found]) -> list[Found]:
    """Return counters with twins of the tray and of stacks made one, the tray's order first.

    Where that would change the order of a stack, its counters stay apart.
    """
    singles = list(singles)
    waiting: dict[object, list[int]] = {}
    for number, one in enumerate(singles):
        if one.place:
            waiting.setdefault(_alike(one), []).append(number)
    twins: dict[int, int] = {}
    for number, one in enumerate(singles):
        if not one.place and not one.deck and (others := waiting.get(_alike(one))):
            twins[number] = others.pop(0)
    twins = _without_disorder(singles, twins)
    taken = set(twins.values())
    found: list[Found] = []
    for number, one in enumerate(singles):
        if number in twins:
            start = singles[twins[number]]
            gpids = {**start.gpids, **one.gpids}
            found.append(replace(one, gpids=gpids, place=start.place, stack=start.stack))
        elif number not in taken:
            found.append(one)
    return found


def _without_disorder(singles: list[Found], twins: dict[int, int]) -> dict[int, int]:
    """Return pairs without those that would put a stack's counters into another order."""
    tray_of = {start: tray for tray, start in twins.items()}
    stacks: dict[tuple[str, str], list[int]] = {}
    for number, one in enumerate(singles):
        if one.place:
            stacks.setdefault((one.place, one.stack), []).append(number)
    apart: set[int] = set()
    for members in stacks.values():
        ranks = [tray_of.get(member, member) for member in members]
        if ranks != sorted(ranks):
            apart.update(members)
    return {tray: start for tray, start in twins.items() if start not in apart}


def _counted(found: list[Found]) -> list[Found]:
    """Return counters of which the sheet prints no more than lie in the tray or at the start.

    Equal cardboard of both is printed once: of what only begins in play, some are not printed.
    """
    spare: Tally[object] = Tally()
    for one in found:
        if one.slot and TRAY in one.gpids:
            spare[_looks(one)] += 1
    counted = []
    for one in found:
        if one.place and TRAY not in one.gpids and spare[_looks(one)] > 0:
            spare[_looks(one)] -= 1
            counted.append(replace(one, count=0))
        else:
            counted.append(one)
    return counted


def _looks(one: Found) -> object:
    return one.name, b"".join(image.tobytes() for image in one.images)
