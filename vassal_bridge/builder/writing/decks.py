"""Decks of a module: the draw pile in its build file, and the deck in its set-ups.

One table of attributes is spelled twice, as VASSAL.build.module.map.DrawPile has them by name and
as VASSAL.counters.Deck has them in a row (format reference 6.6).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from vassal_bridge.builder.reading.deckrecipe import BEGINS_DOWN, FACES_DOWN, SHUFFLES, DeckStyle
from vassal_bridge.builder.spelling import components as parts
from vassal_bridge.builder.spelling.traits import stroke
from vassal_bridge.builder.spelling.xmltree import Component, component
from vassal_bridge.formats.tokens import encode_safely
from vassal_bridge.pictures.colours import Palette, format_colour

COMMANDS = "(global key commands)"
"""The field of a deck that no attribute of a draw pile holds."""
IN_A_ROW = (
    "draw", "color", "width", "height", "faceDown", "shuffle", "allowMultiple", "allowSelect",
    "reversible", "reshuffleCommand", "reshuffleTarget", "reshuffleMessage", "name",
    "shuffleFormat", "reverseFormat", "faceDownFormat", "drawFaceUp", "canSave", "shuffleHotkey",
    "reshuffleHotkey", "maxStack", "countExpressions", "expressionCounting", COMMANDS,
    "hotkeyOnEmpty", "emptyHotkey", "selectDisplayProperty", "selectSortProperty",
    "restrictOption", "restrictExpression", "shuffleCommand", "reverseCommand", "reverseHotkey",
    "drawMultipleMessage", "drawSpecificMessage", "faceUpMessage", "faceDownMessage",
    "faceUpHotkey", "faceUpReportFormat", "faceFlipHotkey", "faceDownHotkey", "saveMessage",
    "saveHotkey", "saveReportFormat", "loadMessage", "loadHotkey", "loadReportFormat",
    "deckRestrictAccess", "deckOwners",
)  # fmt: skip
"""A draw pile's attributes in the order of a deck's fields."""


def deck_attributes(
    deck: DeckStyle, size: tuple[int, int], at: tuple[int, int], board: str, palette: Palette
) -> dict[str, str]:
    """Return a draw pile's attributes; it lies with its middle at a pixel of a board."""
    return {
        "allowMultiple": parts.yes(deck.several),
        "allowSelect": parts.yes(deck.choose),
        "canSave": parts.yes(deck.save),
        "color": format_colour(palette[deck.colour]),
        "countExpressions": encode_safely(list(deck.counts), ",") if deck.counts else "",
        "deckOwners": encode_safely(list(deck.owners), ",") if deck.owners else "",
        "deckRestrictAccess": parts.yes(bool(deck.owners)),
        "description": "",
        "draw": parts.yes(deck.outline),
        "drawFaceUp": parts.yes(deck.drawn_face_up),
        "drawMultipleMessage": "Draw multiple cards",
        "drawSpecificMessage": "Draw specific cards",
        "emptyHotkey": stroke(deck.empty_key),
        "expressionCounting": parts.yes(bool(deck.counts)),
        "faceDown": FACES_DOWN[deck.face_down],
        "faceDownFormat": "",
        "faceDownHotkey": "",
        "faceDownMessage": "Face down",
        "faceFlipHotkey": "",
        "faceUpHotkey": "",
        "faceUpMessage": "Face up",
        "faceUpReportFormat": "",
        "height": str(size[1]),
        "hotkeyOnEmpty": parts.yes(bool(deck.empty_key)),
        "loadHotkey": "",
        "loadMessage": "Load Deck",
        "loadReportFormat": "Deck Loaded",
        "maxStack": str(deck.thickness),
        "name": deck.name,
        "owningBoard": board,
        "reshufflable": parts.yes(bool(deck.reshuffle_to)),
        "reshuffleCommand": deck.reshuffle_menu if deck.reshuffle_to else "",
        "reshuffleHotkey": stroke(deck.reshuffle_key),
        "reshuffleMessage": deck.reshuffle_report,
        "reshuffleTarget": deck.reshuffle_to,
        "restrictExpression": deck.only,
        "restrictOption": parts.yes(bool(deck.only)),
        "reverseCommand": "Reverse",
        "reverseFormat": deck.reverse_report,
        "reverseHotkey": "",
        "reversible": parts.yes(deck.reverse),
        "saveHotkey": "",
        "saveMessage": "Save Deck",
        "saveReportFormat": "Deck Saved",
        "selectDisplayProperty": deck.show,
        "selectSortProperty": deck.sort,
        "shuffle": SHUFFLES[deck.shuffle],
        "shuffleCommand": "Shuffle",
        "shuffleFormat": deck.shuffle_report,
        "shuffleHotkey": stroke(deck.shuffle_key),
        "width": str(size[0]),
        "x": str(at[0]),
        "y": str(at[1]),
    }


def draw_pile(attributes: Mapping[str, str], cards: Iterable[Component]) -> Component:
    """Return the component of a deck with its cards, the lowest first."""
    return component(parts.MAP + "DrawPile", dict(attributes), cards)


def deck_type(attributes: Mapping[str, str]) -> str:
    """Return the type of a draw pile's deck in a save."""
    return encode_safely(["deck", *(attributes.get(name, "") for name in IN_A_ROW)], ";")


def deck_in_play(
    attributes: Mapping[str, str],
    place: tuple[str, int, int],
    cards: Sequence[str],
    piece_id: str,
) -> str:
    """Return the AddPiece text of a deck with the ids of its cards, the lowest first."""
    down = attributes["faceDown"] in {FACES_DOWN[name] for name in BEGINS_DOWN}
    map_name, x, y = place
    state = [map_name, str(x), str(y), parts.yes(down)]
    if cards:
        state.append(encode_safely(list(cards), ","))
    fields = [piece_id, deck_type(attributes), encode_safely(state, ";")]
    return "+/" + encode_safely(fields, "/")
