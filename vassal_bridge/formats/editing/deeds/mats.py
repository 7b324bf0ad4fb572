"""What keys do to cargo: it finds the mat under it, or leaves the one that it is on.

Source: VASSAL.counters.MatCargo.
"""

from __future__ import annotations

from collections.abc import Iterator

from vassal_bridge.formats.editing import moves
from vassal_bridge.formats.editing.deeds.hand import Hand, KeyCommand, command
from vassal_bridge.formats.kinds import parse_key
from vassal_bridge.formats.traits import Trait


def cargo(trait: Trait) -> Iterator[KeyCommand]:
    """Yield the key commands of a Mat Cargo."""
    yield from command("", parse_key(trait.type["find_key"]), _find)
    yield from command("", parse_key(trait.type["detach_key"]), _leave)


def _find(hand: Hand, trait: Trait) -> None:
    hand.editor.keep(moves.load(hand.editor.position, hand.piece))


def _leave(hand: Hand, trait: Trait) -> None:
    hand.editor.keep(moves.unload(hand.editor.position, hand.piece))
