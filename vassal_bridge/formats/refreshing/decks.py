"""Gives the decks of a save the options that a new version of their module has for them.

A deck is known by its name. Its cards, their order and its place stay; so do the Deck Global Key
Commands that it carries. Source: VASSAL.build.module.map.DrawPile and VASSAL.counters.Deck.
"""

from __future__ import annotations

from collections.abc import Mapping

from vassal_bridge.formats.buildfile import Component
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.pieces import DECK_PREFIX, Deck
from vassal_bridge.formats.save import Save
from vassal_bridge.formats.tokens import decode

ATTRIBUTES: Mapping[str, str] = {
    "outlined": "draw", "colour": "color", "width": "width", "height": "height",
    "face_down_option": "faceDown", "shuffle_option": "shuffle", "multiple_draw": "allowMultiple",
    "select_draw": "allowSelect", "reversible": "reversible",
    "reshuffle_command": "reshuffleCommand", "reshuffle_target": "reshuffleTarget",
    "reshuffle_report": "reshuffleMessage", "shuffle_report": "shuffleFormat",
    "reverse_report": "reverseFormat", "face_down_report": "faceDownFormat",
    "draw_face_up": "drawFaceUp", "persistable": "canSave", "shuffle_key": "shuffleHotkey",
    "reshuffle_key": "reshuffleHotkey", "max_stack": "maxStack",
    "count_expressions": "countExpressions", "counting": "expressionCounting",
    "hotkey_on_empty": "hotkeyOnEmpty", "empty_key": "emptyHotkey",
    "select_display": "selectDisplayProperty", "select_sort": "selectSortProperty",
    "restrict": "restrictOption", "restrict_expression": "restrictExpression",
    "shuffle_menu": "shuffleCommand", "reverse_menu": "reverseCommand",
    "reverse_key": "reverseHotkey", "draw_multiple_menu": "drawMultipleMessage",
    "draw_specific_menu": "drawSpecificMessage", "face_up_menu": "faceUpMessage",
    "face_down_menu": "faceDownMessage", "face_up_key": "faceUpHotkey",
    "face_up_report": "faceUpReportFormat", "face_flip_key": "faceFlipHotkey",
    "face_down_key": "faceDownHotkey", "save_menu": "saveMessage", "save_key": "saveHotkey",
    "save_report": "saveReportFormat", "load_menu": "loadMessage", "load_key": "loadHotkey",
    "load_report": "loadReportFormat", "restrict_access": "deckRestrictAccess",
    "owners": "deckOwners",
}  # fmt: skip
"""The fields of a deck's type, and the attributes of a draw pile that give them."""


def refresh_decks(save: Save, module: Module) -> list[str]:
    """Set the options of a save's decks; return a sentence for each that changed or is unknown.

    Raises:
        UnencodableError: VASSAL could not read an option back.
    """
    piles: dict[str, Component] = {}
    for one in module.maps.values():
        for pile in one.decks:
            piles.setdefault(pile.name, pile.component)
    told: list[str] = []
    for deck in save.pieces.decks:
        name = deck.type["name"]
        if name not in piles:
            told.append(f"the module has no deck {name!r} any more; it is kept as it is")
        elif changed := _set(deck, piles.pop(name)):
            told.append(f"the deck {name!r} has other options now: {', '.join(changed)}")
    return told


def _set(deck: Deck, pile: Component) -> list[str]:
    record = deck.type
    changed: list[str] = []
    for name, attribute in ATTRIBUTES.items():
        if attribute not in pile.attributes:
            continue
        value = pile.get(attribute)
        is_key = name.endswith("_key")
        if record[name] != value and not (is_key and _key_name(record[name]) == _key_name(value)):
            record[name] = value
            changed.append(name.replace("_", " "))
    if changed:
        deck.command["type"] = DECK_PREFIX + str(record)
    return changed


def _key_name(text: str) -> str:
    """Return a key stroke without the code that VASSAL gives a named one anew at each start."""
    parts = decode(text, ",")
    return parts[2] if len(parts) > 2 else text
