"""Multi-Location Command: one key under a menu of places, and which of them was picked.

Source: VASSAL.counters.MultiLocationCommand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from vassal_bridge.formats.boards.grids import RegionGrid
from vassal_bridge.formats.boards.zones import ZonedGrid
from vassal_bridge.formats.editing.deeds.hand import Hand, KeyCommand, command
from vassal_bridge.formats.expressions import Kind
from vassal_bridge.formats.kinds import parse_key
from vassal_bridge.formats.traits import Trait

MULTI = "locCommand;"
_ZONES = "locZones"


@dataclass(frozen=True, slots=True)
class _Item:
    """One place of the menu: its text, what it is sorted by, and what it tells the piece."""

    menu: str
    order: str
    told: dict[str, str]


def commands(hand: Hand, trait: Trait) -> Iterator[KeyCommand]:
    """Yield a key command for each place of the menu."""
    key = parse_key(trait.type["key"])
    for item in _items(hand, trait):
        yield from command(item.menu, key, _tell)


def pick(hand: Hand, menu: str) -> None:
    """Remember which place a menu's text stands for, until the command is done."""
    for trait in hand.piece.traits:
        if trait.prefix == MULTI:
            for item in _items(hand, trait):
                if item.menu == menu:
                    hand.doing.asides.setdefault(hand.edit.id, {}).update(item.told)
                    return


def _tell(hand: Hand, trait: Trait) -> None:
    """Tell the piece the place: the one picked, or the first where only the key was pressed."""
    asides = hand.doing.asides.setdefault(hand.edit.id, {})
    if "LocationOfCommand" not in asides:
        asides.update(_items(hand, trait)[0].told)


def _items(hand: Hand, trait: Trait) -> list[_Item]:
    """Return the menu's places in their order."""
    record, places = trait.type, hand.editor.places
    if not parse_key(record["key"]):
        return []
    own = hand.standing.map
    maps = ([own] if own else []) if record.flag("current_map_only") else places.maps
    items: list[_Item] = []
    for of_map in maps:
        for told in _places(hand, of_map, record["where"] == _ZONES):
            look = hand.look
            wanted = record["filter"]
            if wanted.strip() and look.evaluate(wanted, Kind.FILTER, told) != "true":
                continue
            menu = look.evaluate(record["menu"], Kind.LOCALIZED, told)
            order = look.evaluate(record["menu_sort"], Kind.LOCALIZED, told)
            items.append(_Item(menu, order, told))
    numeric = record.flag("numeric") and all(_is_number(one.order) for one in items)
    items.sort(
        key=lambda one: (int(one.order), "") if numeric else (0, one.order),
        reverse=not record.flag("ascending"),
    )
    return items


def _is_number(text: str) -> bool:
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdigit()


def _places(hand: Hand, of_map: str, zones: bool) -> Iterator[dict[str, str]]:
    """Yield what each zone, or each region of the zones' grids, tells the piece."""
    layout = hand.editor.places.layout(of_map)
    for board in () if layout is None else layout.boards:
        grid = board.grid
        held = grid.zones if isinstance(grid, ZonedGrid) else ()
        for zone in held:
            there = {"ZoneOfCommand": zone.name, "BoardOfCommand": board.name}
            there["MapOfCommand"] = of_map
            if zones:
                yield there | _spot(zone.name, *zone.centre())
            elif isinstance(zone.grid, RegionGrid):
                for name, (x, y) in zone.grid.regions:
                    yield there | _spot(name, board.x + x, board.y + y)
        if isinstance(grid, RegionGrid) and not zones:
            there = {"ZoneOfCommand": "", "BoardOfCommand": board.name, "MapOfCommand": of_map}
            for name, (x, y) in grid.regions:
                yield there | _spot(name, board.x + x, board.y + y)


def _spot(name: str, x: int, y: int) -> dict[str, str]:
    return {"LocationOfCommand": name, "XOfCommand": str(x), "YOfCommand": str(y)}
