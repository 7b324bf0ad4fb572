"""Gives the decks of a save the options that a new version of their module has for them.

A deck is known by its name. Its cards and their order stay; its Deck Global Key Commands become
the module's. Source: VASSAL.build.module.map.DrawPile, VASSAL.build.module.map.DeckGlobalKeyCommand
and VASSAL.counters.Deck (myRefreshType).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from vassal_bridge.formats.buildfile import Component
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.pieces import DECK_PREFIX, NO_MAP, STACK_TYPE, Deck
from vassal_bridge.formats.save import Save
from vassal_bridge.formats.tokens import decode, encode_safely, format_boolean
from vassal_bridge.formats.traits import DECK_TYPE

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
_COMMAND = "VASSAL.build.module.map.DeckGlobalKeyCommand"
_COMMAND_ATTRIBUTES: tuple[tuple[str, str], ...] = (
    ("name", ""), ("hotkey", ""), ("filter", ""), ("deckCount", "-1"), ("reportFormat", ""),
    ("name", ""), ("target", "DECK|false|MAP|||||0|0||false|||EQUALS||"),
    ("reportSingle", "true"), ("suppressSounds", "false"), ("parameters", ""),
)  # fmt: skip
"""The attributes that a deck carries of each of its key commands, in order, and their defaults."""
_FACE_DOWN = ("Always", "Via right-click Menu")
"""The options with which a deck begins face down."""
_NO_LAYER = "@@-1"


@dataclass(frozen=True, slots=True)
class _Pile:
    """A draw pile of the module that stands on a board of the save: its map and its point."""

    component: Component
    point: tuple[str, int, int]


def refresh_decks(save: Save, module: Module, *, deletes: bool = False) -> list[str]:
    """Set the options and places of a save's decks; return a sentence for each that changed.

    A deck that the module does not have any more is kept, or, with `deletes`, becomes a stack of
    its cards, as in VASSAL.

    Raises:
        UnencodableError: VASSAL could not read an option back.
    """
    piles = _piles(save, module)
    told: list[str] = []
    for deck in save.pieces.decks:
        name = deck.type["name"]
        if name in piles:
            changed = [*_set(deck, piles[name].component), *_put(save, deck, piles[name])]
            if changed:
                told.append(f"the deck {name!r} has changed: {', '.join(changed)}")
        elif deletes:
            _scatter(deck)
            told.append(f"the deck {name!r} is gone; its cards lie there as a stack")
        else:
            told.append(f"the module has no deck {name!r} any more; it is kept as it is")
    return told


def new_decks(save: Save, module: Module) -> dict[str, str]:
    """Return, by name, the AddPiece command of each deck that the save does not have yet.

    They are empty, as VASSAL makes them here.

    Raises:
        UnencodableError: VASSAL could not read an option back.
    """
    known = {deck.type["name"] for deck in save.pieces.decks}
    missing = ((name, one) for name, one in _piles(save, module).items() if name not in known)
    return {name: _new_deck(name, one) for name, one in missing}


def _piles(save: Save, module: Module) -> dict[str, _Pile]:
    """Return the module's draw piles by name, where their board is in the save."""
    found: dict[str, _Pile] = {}
    for name, layout in module.layouts_for(save).items():
        boards = {board.name for board in layout.boards}
        one = module.maps[name]
        for pile in one.decks:
            if not pile.board or pile.board in boards:
                point = (name, *one.start_point(pile, layout))
                found.setdefault(pile.name, _Pile(pile.component, point))
    return found


def _new_deck(name: str, pile: _Pile) -> str:
    values = {field.name: field.default for field in DECK_TYPE.fields}
    values |= {
        field: pile.component.get(attribute, values[field])
        for field, attribute in ATTRIBUTES.items()
    }
    values["name"] = name
    values["global_commands"] = _key_commands(pile.component)
    type_text = DECK_PREFIX + encode_safely(list(values.values()), ";")
    is_face_down = format_boolean(values["face_down_option"] in _FACE_DOWN)
    state = encode_safely([*map(str, pile.point), is_face_down], ";")
    return "+/" + encode_safely(["null", type_text, state], "/")


def _put(save: Save, deck: Deck, pile: _Pile) -> list[str]:
    """Put a deck with its cards where the module has it."""
    if deck.point == pile.point:
        return []
    for one in (deck, *(save.pieces.get(member) for member in deck.members)):
        if one is not None:
            one.put(*pile.point)
    return ["its place"]


def _scatter(deck: Deck) -> None:
    """Make a deck a stack of its cards, the topmost of them still on top."""
    name, x, y = deck.point or (NO_MAP, 0, 0)
    state = encode_safely([name, str(x), str(y), *deck.members, _NO_LAYER], ";")
    deck.command["type"] = STACK_TYPE
    deck.command["state"] = state


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
    commands = _key_commands(pile)
    if _unnumbered(record["global_commands"]) != _unnumbered(commands):
        record["global_commands"] = commands
        changed.append("its key commands")
    if changed:
        deck.command["type"] = DECK_PREFIX + str(record)
    return changed


def _key_commands(pile: Component) -> str:
    """Return a draw pile's Deck Global Key Commands as its deck carries them."""
    texts = [
        encode_safely([one.get(name, default) for name, default in _COMMAND_ATTRIBUTES], "|")
        for one in pile.find_all(_COMMAND)
    ]
    return encode_safely(texts, ",") if texts else ""


def _unnumbered(commands: str) -> list[list[str]]:
    """Return key commands taken apart; of a named key stroke without its code."""
    split = [decode(text, "|") for text in decode(commands, ",")] if commands else []
    return [
        [_key_name(value) if place == 1 else value for place, value in enumerate(one)]
        for one in split
    ]


def _key_name(text: str) -> str:
    """Return a key stroke without the code that VASSAL gives a named one anew at each start."""
    parts = decode(text, ",")
    return parts[2] if len(parts) > 2 else text
