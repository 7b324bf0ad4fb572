"""What keys do to what others may see: Mask and Invisible.

Source: VASSAL.counters.Obscurable, Hideable and PieceAccess; ObscurableOptions.
"""

from __future__ import annotations

from collections.abc import Iterator

from vassal_bridge.formats.editing.deeds.hand import Hand, KeyCommand, command
from vassal_bridge.formats.kinds import parse_face, parse_key
from vassal_bridge.formats.surroundings import viewers_of
from vassal_bridge.formats.tokens import encode_safely
from vassal_bridge.formats.traits import Trait
from vassal_bridge.formats.traitvalues import hidden_by, hides, masked_by

_OPEN = encode_safely(["null", ""], ";")


def mask(trait: Trait) -> Iterator[KeyCommand]:
    """Yield the key commands of a Mask."""
    record = trait.type
    yield from command(record["menu"], parse_key(record["key"]), _mask)
    yield from command("", parse_key(record["deal_key"]), _deal)
    yield from command(record["peek_menu"], parse_face(record["display"]).peek_key, _peek)


def _mask(hand: Hand, trait: Trait) -> None:
    """Mask the piece for the side that does it, or take the mask off."""
    owner = masked_by(trait)
    if owner is None:
        hand.change(trait, masked_state(hand, hand.owner(trait)))
        return
    if hand.doing.side is not None and hides(hand.look, trait) and not _may_unmask(trait, owner):
        raise hand.refused(f"{hand.doing.side} may not take others' masks off")
    hand.change(trait, _OPEN)


def _may_unmask(trait: Trait, owner: str) -> bool:
    options = trait.state.nested("options")
    return options["override"] == "true" or (options["override"] == "" and owner in options.rest)


def masked_state(hand: Hand, owner: str) -> str:
    """Return a Mask's state with an owner, and who may take the mask off."""
    options = encode_safely(["", *hand.editor.unmaskers()], "|")
    return encode_safely([owner, options], ";")


def _deal(hand: Hand, trait: Trait) -> None:
    """Give the masked piece to the player of the side that an expression names, or open it."""
    side = hand.text(trait.type["deal_expression"])
    players = (one.player for one in viewers_of(hand.editor.save) if side and one.side == side)
    player = next(players, None)
    hand.change(trait, _OPEN if player is None else masked_state(hand, player))


def _peek(hand: Hand, trait: Trait) -> None:
    """Do nothing: a player looks under a mask on their own screen."""


def invisible(trait: Trait) -> Iterator[KeyCommand]:
    """Yield the key command of an Invisible."""
    record = trait.type
    yield from command(record["menu"], parse_key(record["key"]), _hide)


def _hide(hand: Hand, trait: Trait) -> None:
    """Hide the piece for the side that does it, or show it."""
    if hidden_by(trait) is None:
        hand.change(trait, hand.owner(trait))
    elif hand.doing.side is None or not hides(hand.look, trait):
        hand.change(trait, "null")
    else:
        raise hand.refused(f"{hand.doing.side} may not show what others hide")
