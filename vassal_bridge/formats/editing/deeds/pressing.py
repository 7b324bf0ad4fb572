"""A key goes through the traits of a piece, and each one that listens does its deed.

From the outermost trait inwards, as VASSAL passes it on; Trigger Actions and Report Actions act
when the traits inside them are through. Restrict Commands, Restricted Access and a Mask may keep
the key from what is inside them. Each trait that listens has a row in DEEDS.
Source: VASSAL.counters.Decorator.keyEvent, TriggerAction, ReportState, RestrictCommands,
Restricted and Obscurable; the format reference, 6.7.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from vassal_bridge.errors import AmbiguousName, BindingError, Where
from vassal_bridge.formats.editing.deeds import locations
from vassal_bridge.formats.editing.deeds.hand import Doing, Hand, KeyCommand, same
from vassal_bridge.formats.editing.deeds.table import DEEDS
from vassal_bridge.formats.editing.places import meant
from vassal_bridge.formats.expressions import NotEvaluated
from vassal_bridge.formats.kinds import ALT, CTRL, KeyStroke, parse_keys
from vassal_bridge.formats.tokens import split_raw
from vassal_bridge.formats.traits import Trait
from vassal_bridge.formats.traitvalues import hides, masked_by

if TYPE_CHECKING:
    from vassal_bridge.formats.editing.pieces import PieceEdit

MOST_CHAINED = 50
"""How many commands may set one another off before VASSAL gives up."""

INSIDE_FIRST = ("macro;", "report;")
"""Traits that act when those inside them have acted."""


def do(edit: PieceEdit, name: str, side: str | None = None) -> None:
    """Do a key command, by its menu text or its key (`Ctrl+F`, a named command's name).

    With a side, what that side may not do is not done, and the deeds bear its player's id.

    Raises:
        BindingError: the piece has no such command, or we cannot do all that it does.
        AmbiguousName: several commands have the name.
    """
    doing = Doing(edit.editor, side, press, menu_of)
    hand = Hand(doing, edit, KeyStroke(0))
    commands = [one for trait in edit.piece.traits for one in commands_in(hand, trait)]
    picked = [one for one in commands if one.menu == name]
    if not picked:
        picked = [one for one in commands if name in (str(one.key), one.key.text)]
    where = Where(piece=edit.id)
    if not picked:
        known = list(dict.fromkeys(one.menu or str(one.key) for one in commands))
        listed = ", ".join(map(repr, known)) or "none"
        raise BindingError(
            f"expected a command of {listed}, found {name!r}{meant(name, known)}", where=where
        )
    keys = {same(one.key): one.key for one in picked}
    if len(keys) > 1:
        listed = ", ".join(map(str, keys.values()))
        raise AmbiguousName(f"several commands are called {name!r}: {listed}", where=where)
    try:
        locations.pick(hand, name)
        press(Hand(doing, edit, picked[0].key))
    except NotEvaluated as error:
        raise BindingError(f"{name!r} asks for what we do not evaluate: {error}") from None


def commands_in(hand: Hand, trait: Trait) -> Iterator[KeyCommand]:
    """Yield the key commands of a trait."""
    if trait.prefix == locations.MULTI:
        yield from locations.commands(hand, trait)
        return
    row = DEEDS.get(trait.prefix)
    if row is not None:
        yield from row(trait)


def hear_map(edit: PieceEdit, side: str | None = None) -> None:
    """Send a piece the key that its map sends to all that move on it, if it has one.

    Raises:
        BindingError: the piece does by it what we do not do; the message names the key.
    """
    map_name = edit.standing.map
    key = edit.editor.places.move_key(map_name)
    if key is None:
        return
    try:
        press(Hand(Doing(edit.editor, side, press, menu_of), edit, key))
    except (BindingError, NotEvaluated) as error:
        why = error.message if isinstance(error, BindingError) else str(error)
        raise BindingError(
            f"the map {map_name!r} sends {key} to what moves on it: {why};"
            " `marks` false moves it without",
            where=Where(piece=edit.id),
        ) from None


def commands_of(edit: PieceEdit) -> list[str]:
    """Return the names by which `do` knows the commands of a piece: menu texts, else keys."""
    hand = Hand(Doing(edit.editor, None, press, menu_of), edit, KeyStroke(0))
    found = (one for trait in edit.piece.traits for one in commands_in(hand, trait))
    return list(dict.fromkeys(one.menu or str(one.key) for one in found))


def menu_of(hand: Hand) -> str:
    """Return the last menu text of the key in hand, as a Report Action tells it."""
    commands = (one for trait in hand.piece.traits for one in commands_in(hand, trait))
    wanted = same(hand.key)
    menus = [one.menu for one in commands if one.menu and same(one.key) == wanted]
    return menus[-1] if menus else ""


def press(hand: Hand) -> None:
    """Send a key to a piece: each trait that listens acts."""
    if hand.depth > MOST_CHAINED:
        raise hand.refused("its commands set one another off without end")
    later: list[int] = []
    for index in range(len(hand.piece.types)):
        if not hand.is_in_game:
            return
        trait = hand.piece.traits[index]
        stops = _GATES.get(trait.prefix)
        stopped = stops is not None and stops(hand, trait)
        if trait.prefix in INSIDE_FIRST:
            later.append(index)
        elif not stopped or trait.prefix == "obs;":
            _act(hand, index)
        if stopped:
            break
    for index in reversed(later):
        if hand.is_in_game:
            _act(hand, index)


def _act(hand: Hand, index: int) -> None:
    trait = hand.piece.traits[index]
    if trait.is_opaque and _may_listen(trait, hand.key):
        raise hand.refused(
            f"{hand.key} may also go to {trait.prefix.removesuffix(';')!r},"
            " which is no trait of VASSAL's own"
        )
    wanted = same(hand.key)
    for one in [one for one in commands_in(hand, trait) if same(one.key) == wanted]:
        if hand.is_in_game:
            one.deed(hand, hand.piece.traits[index])


def _may_listen(trait: Trait, key: KeyStroke) -> bool:
    """Tell whether a custom trait has a key somewhere among its fields."""
    tokens = {token for part in split_raw(trait.type_text, ";") for token in split_raw(part, ",")}
    if key.name:
        return key.name in tokens
    spelled = {key.text, key.text.replace(",", "\\,")}
    if any(text in trait.type_text for text in spelled):
        return True
    letter = chr(key.code)
    is_ctrl = key.modifiers & CTRL != 0 and key.modifiers & ALT == 0
    return is_ctrl and (letter in tokens or letter.lower() in tokens)


# --- what keeps a key from the traits inside ---------------------------------------------------


def _restricts_commands(hand: Hand, trait: Trait) -> bool:
    record = trait.type
    keys = {same(key) for key in parse_keys(record["keys"])}
    return same(hand.key) in keys and hand.passes(record["filter"])


def _restricts_sides(hand: Hand, trait: Trait) -> bool:
    if hand.doing.side is None:
        return False
    return hand.look.get_from(trait.index, "Restricted") in ("true", True)


def _masks(hand: Hand, trait: Trait) -> bool:
    if hand.doing.side is None or masked_by(trait) is None:
        return False
    return hides(hand.look, trait)


_GATES: Mapping[str, Callable[[Hand, Trait], bool]] = {
    "hideCmd;": _restricts_commands,
    "restrict;": _restricts_sides,
    "obs;": _masks,
}
"""The traits that may keep a key from those inside them; a Mask hears it itself all the same."""
