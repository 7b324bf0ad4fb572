"""Planning pads for tests: aircraft and orders laid out in a save as a player does in VASSAL."""

from __future__ import annotations

from collections.abc import Mapping

from modules.macarthur.binding import BINDING, CARD
from modules.macarthur.setup import load_cards
from tests.built import undrawn_module_of
from tests.macarthur_saves import NAME
from vassal_bridge.binding.geography import ModuleGeography
from vassal_bridge.binding.net import move_to
from vassal_bridge.formats.editing import edits
from vassal_bridge.formats.pieces import Piece
from vassal_bridge.formats.position import Position
from vassal_bridge.formats.save import Save


def laid_out(save: Save, units: Mapping[str, str], orders: Mapping[str, str]) -> Save:
    """Return a save in which counters lie in boxes of pads, and orders stand on their cards."""
    position, places = Position(save), ModuleGeography(undrawn_module_of(NAME), save)
    pieces = BINDING.read(position, places, "house").pieces
    for unit, box in units.items():
        move_to(position, BINDING.scheme, places, pieces[unit], box)
    cards = {box: card for card, box in load_cards().items()}
    for box, text in orders.items():
        piece = position.pieces[pieces[cards[box]]]
        assert isinstance(piece, Piece)
        trait = CARD.trait(piece)
        assert trait is not None
        position.apply_all(edits.set_state(position, piece.id, trait, text))
    return Save.from_bytes(save.to_bytes(), name=save.name)
