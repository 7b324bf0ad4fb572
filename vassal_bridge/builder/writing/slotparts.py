"""The slots of a module in its build file: at-start stacks, decks and the counter trays."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from vassal_bridge.builder.spelling import components as parts
from vassal_bridge.builder.spelling.xmltree import Component, component
from vassal_bridge.builder.writing.decks import draw_pile
from vassal_bridge.builder.writing.draft import Draft
from vassal_bridge.builder.writing.laiddecks import laid_decks
from vassal_bridge.builder.writing.slots import Slot, Spot, definition, stacked

WITHIN = " > "
"""Between the names of a tab and of a tab inside it."""


def starting_components(draft: Draft) -> dict[str, list[Component]]:
    """Return the at-start stacks and the decks of each map, by the map's name."""
    found: dict[str, list[Component]] = {}
    for map_name, one in (*stacks(draft), *decks(draft)):
        found.setdefault(map_name, []).append(one)
    return found


def stacks(draft: Draft) -> list[tuple[str, Component]]:
    """Return the at-start stacks, each with the name of its map."""
    recipe = draft.recipe
    slots = draft.at_start.values()
    rows = [(slot, slot.row, recipe.home(slot.row)) for slot in slots]
    return [
        (spot.map, _stack(draft, spot, members))
        for spot, members in stacked(recipe, draft.board.tracks, rows)
    ]


def decks(draft: Draft) -> list[tuple[str, Component]]:
    """Return the decks with their cards, each with the name of its map."""
    return [
        (
            deck.point[0],
            draw_pile(deck.attributes, [_slot(draft, slot, "CardSlot") for slot in deck.cards]),
        )
        for deck in laid_decks(draft)
    ]


def _stack(draft: Draft, spot: Spot, members: list[Slot]) -> Component:
    return component(
        parts.MAP + "SetupStack",
        {
            "location": spot.name if spot.by_name else "",
            "name": spot.stack or (spot.name if spot.by_name else members[0].row.name),
            "owningBoard": spot.board,
            "useGridLocation": parts.yes(spot.by_name),
            "x": str(spot.at[0]),
            "y": str(spot.at[1]),
        },
        [_slot(draft, slot) for slot in members],
    )


def _slot(draft: Draft, slot: Slot, kind: str = "PieceSlot") -> Component:
    width, height = draft.recipe.module.size(slot.row.kind)
    return component(
        parts.WIDGET + kind,
        {
            "entryName": slot.row.name,
            "gpid": slot.gpid,
            "height": str(height),
            "width": str(width),
        },
        text=definition(slot),
    )


@dataclass(slots=True)
class _Tab:
    """A tab of a tray: tabs inside it, and slots, perhaps as a list."""

    as_list: bool = False
    tabs: dict[str, _Tab] = field(default_factory=dict)
    slots: list[Slot] = field(default_factory=list)

    def inner(self, path: Iterable[str]) -> _Tab:
        """Return a tab inside this one, made where it is missing."""
        found = self
        for name in path:
            found = found.tabs.setdefault(name, _Tab())
        return found


def palettes(draft: Draft) -> list[Component]:
    """Return the counter trays, a tab for each heading of the counters' kinds."""
    module = draft.recipe.module
    trays: dict[str, _Tab] = {}
    for slot in draft.in_palette:
        kind = module.kinds[slot.row.kind]
        tab = trays.setdefault(kind.window, _Tab()).inner(kind.palette_tab.split(WITHIN))
        tab.as_list = kind.as_list if not tab.slots else tab.as_list
        tab.slots.append(slot)
    return [_tray(draft, name, tray, number) for number, (name, tray) in enumerate(trays.items())]


def _tray(draft: Draft, window: str, tray: _Tab, number: int) -> Component:
    name, has_tabs, tabs = window.partition(WITHIN)
    return component(
        parts.MODULE + "PieceWindow",
        {
            "defaultWidth": "0",
            "hidden": "false",
            "hotkey": "" if number else "67,520",
            "icon": "",
            "name": name,
            "scale": "1.0",
            "text": name,
            "tooltip": f"Show or hide the tray {name}" if number else _TOOLTIP,
        },
        [_inside(draft, tabs if has_tabs else name, tray)],
    )


_TOOLTIP = "Show or hide the tray of counters"


def _inside(draft: Draft, name: str, tray: _Tab) -> Component:
    """Return what a tray holds: its tabs, or its only panel where that is called as they are."""
    only = next(iter(tray.tabs.items())) if len(tray.tabs) == 1 and not tray.slots else None
    if only is not None and only[0] == name and not only[1].tabs:
        return _panel(draft, name, only[1])
    return _tabs(draft, name, tray)


def _tabs(draft: Draft, name: str, tab: _Tab) -> Component:
    """Return a tab that holds others; slots beside them come in a panel of its own name."""
    panels = [_panel(draft, name, tab)] if tab.slots else []
    inner = [
        _tabs(draft, label, one) if one.tabs else _panel(draft, label, one)
        for label, one in tab.tabs.items()
    ]
    return component(parts.WIDGET + "TabWidget", {"entryName": name}, [*panels, *inner])


_PANEL = {"fixed": "true", "nColumns": "6", "scale": "1.0", "vert": "false"}
_LIST = {"divider": "150", "height": "300", "scale": "1.0", "width": "300"}


def _panel(draft: Draft, name: str, tab: _Tab) -> Component:
    tag, attributes = ("ListWidget", _LIST) if tab.as_list else ("PanelWidget", _PANEL)
    slots = [_slot(draft, slot) for slot in tab.slots]
    return component(parts.WIDGET + tag, {"entryName": name} | attributes, slots)
