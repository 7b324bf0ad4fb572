"""The maps of a module as tables of a recipe: boards with pictures and grids, and decks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from vassal_bridge.builder.counters.counterset import slug
from vassal_bridge.builder.reading.deckrecipe import FACES_DOWN, SHUFFLES, DeckStyle
from vassal_bridge.builder.reading.keys import keys_of
from vassal_bridge.builder.reading.mapstyles import CARRIED, GRIDS
from vassal_bridge.builder.recovering.found import MOST_LETTERS
from vassal_bridge.builder.recovering.slots import deck_names, start_place
from vassal_bridge.builder.spelling.xmltree import carried, to_xml
from vassal_bridge.formats.boards.maps import IMAGES, Board, GameMap, find_image
from vassal_bridge.formats.buildfile import Component
from vassal_bridge.formats.fields import read_int
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.tokens import decode

GRID_FOLDER = "grids"


def map_tables(module: Module) -> tuple[list[dict[str, Any]], dict[str, bytes], list[str]]:
    """Return the [[map]] tables of a module's maps, the files of their grids, and notes."""
    tables: list[dict[str, Any]] = []
    files: dict[str, bytes] = {}
    notes: list[str] = []
    for game_map in module.maps.values():
        boards = [_board(module, game_map, board, files) for board in game_map.boards]
        tables.append(_window(game_map, notes) | ({"board": boards} if boards else {}))
    return tables, files, notes


def _window(game_map: GameMap, notes: list[str]) -> dict[str, Any]:
    """Return what a map's window is called and who may open it."""
    one = game_map.component
    found: dict[str, Any] = {"name": game_map.id}
    button = one.get("buttonName")
    if button and button != game_map.id:
        found["button"] = button
    if re.fullmatch(r"\d+,\d+,\d+", one.get("backgroundcolor")):
        found["background"] = one.get("backgroundcolor")
    ruler = next((read_int(each.get("scale")) for each in one.find_all("LOS_Thread")), 0)
    if ruler > 0:
        found["ruler"] = ruler
    if game_map.is_private:
        sides = [side for side in decode(one.get("side"), ",") if side] if one.get("side") else []
        found |= {"sides": sides, "hidden": True} if sides else {"hidden": True}
        if one.flag("visible"):
            found["visible"] = True
    elif one.flag("launch") or one.kind == "WidgetMap":
        found["hidden"] = True
    words = {"PlayerHand": "the hand", "WidgetMap": "the map inside a chart window"}
    if one.kind in words:
        notes.append(f"{words[one.kind]} {game_map.id!r} is a window of its own")
    return found


def _board(
    module: Module, game_map: GameMap, board: Board, files: dict[str, bytes]
) -> dict[str, Any]:
    """Return a board's table; its grid becomes a file."""
    found: dict[str, Any] = {"name": board.name}
    entry = find_image(module.archive, board.image)
    if entry is not None and is_plain(entry.removeprefix(IMAGES)):
        found["picture"] = entry.removeprefix(IMAGES)
    else:
        found |= {"width": str(board.width), "height": str(board.height)}
        colour = board.component.get("color")
        found |= {"colour": colour} if colour else {}
    if board.reversible:
        found["reversible"] = True
    grid = next((one for one in board.component.children if one.kind in GRIDS), None)
    if grid is not None:
        stem = f"{GRID_FOLDER}/{slug(f'{game_map.id} {board.name}'[:MOST_LETTERS])}"
        name, number = f"{stem}.xml", 2
        while name in files:
            name, number = f"{stem}-{number}.xml", number + 1
        found["grid"] = name
        files[name] = to_xml(carried(grid)).encode("utf-8")
    return found


def is_plain(name: str) -> bool:
    """Tell whether a name serves for a file in a folder, on every system."""
    return bool(name) and not name.startswith(".") and not set(name) & set('/\\:*?"<>|')


def carried_files(module: Module) -> dict[str, bytes]:
    """Return a module's pictures and sounds as files of a recipe."""
    return {
        f"{folder}/{name.removeprefix(entries)}": module.archive[name]
        for folder, entries in CARRIED.items()
        for name in module.archive.names
        if name.startswith(entries) and all(map(is_plain, name.split("/")))
    }


def deck_tables(module: Module) -> list[dict[str, Any]]:
    """Return the [[deck]] tables of a module's draw piles, without what is usual."""
    sides = set(module.sides)
    found: list[dict[str, Any]] = []
    names = deck_names(module)
    for game_map in module.maps.values():
        for deck in game_map.decks:
            named = {"name": names[deck.component], "place": str(start_place(game_map, deck))}
            found.append(named | _settings(deck.component, list(names.values()), sides))
    return found


def _settings(deck: Component, names: list[str], sides: set[str]) -> dict[str, Any]:
    """Return what is unusual of a draw pile, as keys of a deck."""
    usual = {name: key.default for name, (_, key) in keys_of(DeckStyle).items()}
    values = _deck_values(deck, names, sides)
    return {name: value for name, value in values.items() if _plain(usual[name]) != value}


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


_TEXTS: Mapping[str, str] = {
    "shuffle_key": "shuffleHotkey",
    "reshuffle_key": "reshuffleHotkey",
    "only": "restrictExpression",
    "show": "selectDisplayProperty",
    "sort": "selectSortProperty",
    "shuffle_report": "shuffleFormat",
    "reshuffle_report": "reshuffleMessage",
    "reverse_report": "reverseFormat",
}
_TRUTHS: Mapping[str, tuple[str, bool]] = {
    "several": ("allowMultiple", True),
    "choose": ("allowSelect", True),
    "reverse": ("reversible", True),
    "drawn_face_up": ("drawFaceUp", False),
    "outline": ("draw", True),
    "save": ("canSave", False),
}
"""Keys of a deck, the attributes of a draw pile, and what holds where one is missing."""


def _deck_values(one: Component, names: list[str], sides: set[str]) -> dict[str, Any]:
    values: dict[str, Any] = {key: one.get(name) for key, name in _TEXTS.items()}
    values["show"] = values["show"] or "$BasicName$"
    values |= {key: one.flag(name, usual) for key, (name, usual) in _TRUTHS.items()}
    values["only"] = values["only"] if one.flag("restrictOption") else ""
    values["size"] = [read_int(one.get(name), 40) for name in ("width", "height")]
    values["shuffle"] = _choice(SHUFFLES, one.get("shuffle"), "always")
    values["face_down"] = _choice(FACES_DOWN, one.get("faceDown"), "always")
    values["thickness"] = max(1, read_int(one.get("maxStack"), 10))
    if one.flag("reshufflable") and one.get("reshuffleTarget") in names:
        values["reshuffle_to"] = one.get("reshuffleTarget")
        values["reshuffle_menu"] = one.get("reshuffleCommand")
    if one.flag("hotkeyOnEmpty"):
        values["empty_key"] = one.get("emptyHotkey")
    if one.flag("expressionCounting"):
        values["counts"] = _list(one.get("countExpressions"))
    owners = _list(one.get("deckOwners")) if one.flag("deckRestrictAccess") else []
    values["owners"] = [side for side in owners if side in sides]
    red, green, blue = ([*map(read_int, decode(one.get("color"), ",")), 0, 0, 0])[:3]
    values["colour"] = f"#{red & 255:02x}{green & 255:02x}{blue & 255:02x}"
    return values


def _list(text: str) -> list[str]:
    return [one for one in decode(text, ",") if one] if text else []


def _choice(names: Mapping[str, str], text: str, usual: str) -> str:
    return next((name for name, theirs in names.items() if theirs == text), usual)
