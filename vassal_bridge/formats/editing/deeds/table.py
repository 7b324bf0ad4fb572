"""The traits that listen to keys: what each does, and why some cannot be done from a file alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from vassal_bridge.formats.editing.deeds import (
    hiding,
    looks,
    markers,
    mats,
    reports,
    travel,
    triggers,
    values,
)
from vassal_bridge.formats.editing.deeds.hand import Hand, KeyCommand, Row, command
from vassal_bridge.formats.kinds import parse_key
from vassal_bridge.formats.traits import Trait


def _not_done(why: str, *keys: str) -> Row:
    """Return the row of a trait whose keys cannot be done, by the names of their fields."""

    def refuse(hand: Hand, trait: Trait) -> None:
        raise hand.refused(why)

    def row(trait: Trait) -> Iterator[KeyCommand]:
        record = trait.type
        for name in keys:
            menu = record[name.removesuffix("key") + "menu"]
            yield from command(menu, parse_key(record[name]), refuse)

    return row


def _deselect(trait: Trait) -> Iterator[KeyCommand]:
    """Yield the key of a Deselect: it changes no piece, unless it takes it out of its stack."""

    def deselect(hand: Hand, trait: Trait) -> None:
        holder = hand.editor.position.holder_of(hand.edit.id)
        if trait.type.flag("unstack") and holder is not None and len(holder.members) > 1:
            raise hand.refused(
                "it takes the piece out of its stack, which no command of VASSAL's tells"
            )

    yield from command(trait.type["menu"], parse_key(trait.type["key"]), deselect)


DEEDS: Mapping[str, Row] = {
    "piece;": markers.basic,
    "emb2;": looks.layer,
    "emb;": looks.layer,
    "rotate;": looks.rotate,
    "AreaOfEffect;": looks.area,
    "footprint;": looks.trail,
    "markmoved;": looks.mark_moved,
    "obs;": hiding.mask,
    "hide;": hiding.invisible,
    "PROP;": values.dynamic,
    "setprop;": values.set_global,
    "setpieceprop;": values.set_piece,
    "clone;": markers.clone,
    "delete;": markers.delete,
    "placemark;": markers.place,
    "replace;": markers.replace,
    "sendto;": travel.send,
    "translate;": travel.translate,
    "pivot;": travel.pivot,
    "return;": travel.back_to_deck,
    "matPiece;": mats.cargo,
    "macro;": triggers.trigger,
    "globalkey;": triggers.global_key,
    "playSound;": triggers.sound,
    "report;": reports.report,
    "deselect;": _deselect,
    "label;": _not_done("a player types the text in a window; set the label by itself", "key"),
    "propertysheet;": _not_done(
        "a player fills the sheet in a window; set its properties by themselves", "key"
    ),
    "table;": _not_done("a player fills the table in a window", "key"),
    "globalhotkey;": _not_done(
        "it presses a button of the module's toolbar, which is not done by this tool", "key"
    ),
    "attach;": _not_done(
        "it links the piece with others, which is not done by this tool",
        "attach_key",
        "clear_key",
        "clear_matching_key",
    ),
}
"""The traits that have keys; a Multi-Location Command's depend on the map and are made apart.

Action Buttons, Sub-Menus and Menu Separators hear no key: a button's own is what a click sends.
"""
