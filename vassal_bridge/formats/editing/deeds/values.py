"""What keys do to values: Dynamic Property, Set Global Property and Set Piece Property.

Source: VASSAL.counters.DynamicProperty, SetGlobalProperty and SetPieceProperty;
VASSAL.build.module.properties.IncrementProperty and PropertySetter.
"""

from __future__ import annotations

from collections.abc import Iterator

from vassal_bridge.formats.editing import edits
from vassal_bridge.formats.editing.deeds.hand import Deed, Hand, KeyCommand, command
from vassal_bridge.formats.editing.deeds.search import found
from vassal_bridge.formats.editing.pieces import PieceEdit
from vassal_bridge.formats.fields import Record
from vassal_bridge.formats.gamelines import MODULE
from vassal_bridge.formats.kinds import parse_key
from vassal_bridge.formats.traits import Trait

DYNAMIC = "PROP;"
_NAMED_MAP, _NAMED_ZONE = "Named Map", "Named Zone"


def new_value(hand: Hand, change: Record, limits: Record, old: str) -> str:
    """Return what a property becomes.

    Raises:
        BindingError: a player is asked for it, or it counts in what is no number.
    """
    match change["action"]:
        case "P":
            return hand.text(change["value"])
        case "I":
            by = hand.number(change["value"], "the increment")
            return str(_within(limits, hand.whole(old, "the property") + by))
        case _:
            raise hand.refused("it asks for a value; set the property by itself")


def _within(limits: Record, value: int) -> int:
    """Return a value within the limits of a numeric property, round and round where it wraps."""
    if not limits.flag("numeric"):
        return value
    least, most = limits.number("min"), limits.number("max")
    if limits.flag("wrap") and most >= least:
        return least + (value - least) % (most - least + 1)
    return max(min(value, most), least)


# --- Dynamic Property --------------------------------------------------------------------------


def dynamic(trait: Trait) -> Iterator[KeyCommand]:
    """Yield the key commands of a Dynamic Property."""
    for item in trait.type.items("commands"):
        yield from command(item["menu"], parse_key(item["key"]), _changes(item.nested("change")))


def _changes(change: Record) -> Deed:
    def deed(hand: Hand, trait: Trait) -> None:
        limits = trait.type.nested("constraints")
        hand.change(trait, new_value(hand, change, limits, trait.state_text))

    return deed


def set_dynamic(edit: PieceEdit, name: str, value: str) -> None:
    """Give every Dynamic Property of a name in a piece a value."""
    same = [one for one in edit.piece.traits if one.prefix == DYNAMIC and one.type["name"] == name]
    edit.change({one.index: value for one in same})


# --- Set Global Property -----------------------------------------------------------------------


def set_global(trait: Trait) -> Iterator[KeyCommand]:
    """Yield the key commands of a Set Global Property."""
    for item in trait.type.items("commands"):
        deed = _changes_global(item.nested("change"))
        yield from command(item["menu"], parse_key(item["key"]), deed)


def _changes_global(change: Record) -> Deed:
    def deed(hand: Hand, trait: Trait) -> None:
        record = trait.type
        name = hand.text(record["name"])
        for container in _containers(hand, record):
            old = _value(hand, name, container)
            if old is not None:
                new = new_value(hand, change, record.nested("constraints"), old)
                hand.editor.do(edits.set_property(name, old, new, container))
                return
        raise hand.refused(f"neither zone, map nor module has a property {name!r}")

    return deed


def _containers(hand: Hand, record: Record) -> Iterator[str]:
    """Yield where a property is looked for: a zone, then a map, then the module."""
    of_map, zone, level = hand.standing.map, "", record["level"]
    if level == _NAMED_MAP:
        of_map = hand.text(record["search_name"])
    elif level == _NAMED_ZONE:
        zone = hand.text(record["search_name"])
    elif of_map is not None:
        zone = hand.look.location.zone
    if of_map is not None and zone:
        yield f"{of_map}:{zone}"
    if of_map:
        yield of_map
    yield MODULE


def _value(hand: Hand, name: str, container: str) -> str | None:
    """Return a property's value in just one container; None where it has no such property."""
    lines, module = hand.editor.position.lines, hand.editor.module
    known = lines.own_value(name, container)
    if known is not None or module is None:
        return known
    of_map, colon, zone = container.partition(":")
    for one in module.properties:
        kind = one.holder.kind
        if one.name != name:
            continue
        if (
            (kind == "zone" and colon and one.holder.name == zone)
            or (kind == "map" and not colon and one.holder.name == of_map)
            or (kind == "module" and container == MODULE)
        ):
            old_form = lines.own_value(name, "")
            return one.initial if old_form is None else old_form
    return None


# --- Set Piece Property ------------------------------------------------------------------------


def set_piece(trait: Trait) -> Iterator[KeyCommand]:
    """Yield the key commands of a Set Piece Property."""
    for item in trait.type.items("commands"):
        deed = _changes_others(item.nested("change"))
        yield from command(item["menu"], parse_key(item["key"]), deed)


def _changes_others(change: Record) -> Deed:
    def deed(hand: Hand, trait: Trait) -> None:
        record = trait.type
        name = hand.text(record["name"])
        for piece_id in found(hand, record):
            edit = PieceEdit(hand.editor, piece_id)
            for one in edit.piece.traits:
                if one.prefix != DYNAMIC or one.type["name"] != name:
                    continue
                own = record.flag("override_constraints")
                limits = (record if own else one.type).nested("constraints")
                value = new_value(hand, change, limits, one.state_text)
                edit.change({one.index: value})

    return deed
