"""Key commands of a piece, done as VASSAL does them when a player picks them from its menu.

A key goes to every trait of the piece from the outermost inwards. Each trait that we do has a row
in DEEDS; where another one listens to the key too, or an expression is not evaluated, nothing is
done and the reason is told. Reports and sounds are left out: they change no piece.
Source: the format reference, 6.3.7 and 6.7; VASSAL.counters.Decorator.keyEvent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from vassal_bridge.errors import AmbiguousName, BindingError, Where
from vassal_bridge.formats.editing.places import meant
from vassal_bridge.formats.expressions import Kind, NotEvaluated
from vassal_bridge.formats.fields import Record
from vassal_bridge.formats.kinds import KeyStroke, parse_key, parse_keys, upper_code
from vassal_bridge.formats.pieces import Piece
from vassal_bridge.formats.tokens import format_boolean
from vassal_bridge.formats.traits import Trait
from vassal_bridge.formats.traitvalues import images_of

if TYPE_CHECKING:
    from vassal_bridge.formats.editing.pieces import PieceEdit

MOST_CHAINED = 50
"""How many Trigger Actions may set one another off before we give up."""

Deed: TypeAlias = "Callable[[PieceEdit, Trait, int], None]"
"""Does a key command of a trait; the number tells how many triggers led to it."""


@dataclass(frozen=True, slots=True)
class KeyCommand:
    """A key that a trait listens to: its menu text, empty for none, and what it does."""

    menu: str
    key: KeyStroke
    deed: Deed


def do(edit: PieceEdit, name: str) -> None:
    """Do a key command, by its menu text or its key (`Ctrl+F`, a named command's name).

    Raises:
        BindingError: the piece has no such command, or we cannot do all that it does.
        AmbiguousName: several commands have the name.
    """
    piece = edit.piece
    commands = [one for trait in piece.traits for one in commands_of(trait)]
    keys = {_same(one.key): one.key for one in commands if one.menu == name}
    if not keys:
        keys = {_same(one.key): one.key for one in commands if name in (str(one.key), one.key.text)}
    where = Where(piece=piece.id)
    if not keys:
        for trait in piece.traits:
            if trait.prefix not in DEEDS and _offers(trait, name):
                raise _refused(piece, f"{name!r} goes to {trait.spec.name}, which we do not do")
        known = list(dict.fromkeys(one.menu or str(one.key) for one in commands))
        listed = ", ".join(map(repr, known)) or "none"
        raise BindingError(
            f"expected a command of {listed}, found {name!r}{meant(name, known)}", where=where
        )
    if len(keys) > 1:
        listed = ", ".join(map(str, keys.values()))
        raise AmbiguousName(f"several commands are called {name!r}: {listed}", where=where)
    try:
        _press(edit, next(iter(keys.values())), 0)
    except NotEvaluated as error:
        raise BindingError(f"{name!r} asks for what we do not evaluate: {error}") from None


def commands_of(trait: Trait) -> Iterator[KeyCommand]:
    """Yield the key commands of a trait that we can do."""
    row = DEEDS.get(trait.prefix)
    if row is not None:
        yield from row(trait)


def _same(key: KeyStroke) -> tuple[str, int, int]:
    """Return what tells a key from another: a named one's number is without meaning."""
    return (key.name, 0, 0) if key.name else ("", key.code, key.modifiers)


def _press(edit: PieceEdit, key: KeyStroke, depth: int) -> None:
    """Send a key to the piece: each trait that listens acts, from the outermost inwards."""
    if depth > MOST_CHAINED:
        raise _refused(edit.piece, "its triggers set one another off without end")
    for index, trait in enumerate(edit.piece.traits):
        if trait.prefix not in DEEDS and _listens(trait, key):
            raise _refused(edit.piece, f"{key} also goes to {trait.spec.name}, which we do not do")
        for command in commands_of(trait):
            if _same(command.key) != _same(key):
                continue
            if edit.id not in edit.position.pieces:
                return
            command.deed(edit, edit.piece.traits[index], depth)


def _listens(trait: Trait, key: KeyStroke) -> bool:
    """Tell whether a trait that we do not do has a key in one of its fields."""
    return trait.prefix not in _SILENT and any(_same(one) == _same(key) for one in _keys_of(trait))


def _keys_of(trait: Trait) -> Iterator[KeyStroke]:
    """Yield the keys in the fields of a trait, whatever they are for."""
    record = trait.type
    for one in record.layout.fields:
        if one.kind == "k[]":
            yield from parse_keys(record[one.name])
        elif one.kind == "k" and (key := parse_key(record[one.name])) is not None:
            yield key


def _offers(trait: Trait, name: str) -> bool:
    """Tell whether a trait that we do not do has a key or menu text of a name."""
    record = trait.type
    menus = (record[one] for one in record.layout.names if one.endswith("menu"))
    return name in menus or any(name in (str(key), key.text) for key in _keys_of(trait))


_SILENT = ("report;", "playSound;", "submenu;", "menuSeparator;")
"""Traits that hear keys and change nothing in the game."""


def _refused(piece: Piece, why: str) -> BindingError:
    return BindingError(f"the command is not done: {why}", where=Where(piece=piece.id))


def _command(menu: str, key: KeyStroke | None, deed: Deed) -> Iterator[KeyCommand]:
    if key is not None and (key.name or key.code):
        yield KeyCommand(menu, key, deed)


def _evaluated(edit: PieceEdit, text: str, kind: Kind = Kind.FORMATTED) -> str:
    return edit.look.evaluate(text, kind)


def _whole(edit: PieceEdit, text: str, what: str) -> int:
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        raise _refused(edit.piece, f"expected a whole number for {what}, found {text!r}")
    return int(text)


# --- Layer ----------------------------------------------------------------------------------


def _layer(trait: Trait) -> Iterator[KeyCommand]:
    record = trait.type
    if record.number("version") < 1 and any(
        len(record[f"{name}_key"]) > 1 for name in ("activate", "increase", "decrease")
    ):
        return
    if not record.flag("always_active"):
        yield from _command(record["activate_menu"], _layer_key(record, "activate"), _activates)
    if record.flag("follow"):
        return
    yield from _command(record["increase_menu"], _layer_key(record, "increase"), _steps(1))
    yield from _command(record["decrease_menu"], _layer_key(record, "decrease"), _steps(-1))
    yield from _command(record["reset_menu"], parse_key(record["reset_key"]), _resets)
    yield from _command(record["random_menu"], parse_key(record["random_key"]), _is_left_to_dice)


def _layer_key(record: Record, what: str) -> KeyStroke | None:
    """Return one of a Layer's keys; old files have a letter and modifiers."""
    if record.number("version") >= 1:
        return parse_key(record[f"{what}_stroke"])
    letter = record[f"{what}_key"]
    if not letter:
        return None
    return parse_key(f"{upper_code(letter)},{record[f'{what}_modifiers']}")


def _set_level(edit: PieceEdit, trait: Trait, level: int) -> None:
    state = trait.state
    state["level"] = str(level)
    edit.change({trait.index: str(state)})


def _activates(edit: PieceEdit, trait: Trait, depth: int) -> None:
    _set_level(edit, trait, -trait.state.number("level"))


def _steps(by: int) -> Deed:
    def step(edit: PieceEdit, trait: Trait, depth: int) -> None:
        now, most = trait.state.number("level"), max(len(images_of(trait)), 1)
        level = abs(now) + by
        if not 1 <= level <= most:
            past = 1 if by > 0 else most
            level = past if trait.type.flag("loop") else most + 1 - past
        _set_level(edit, trait, level if now > 0 else -level)

    return step


def _resets(edit: PieceEdit, trait: Trait, depth: int) -> None:
    level = _whole(edit, _evaluated(edit, trait.type["reset_level"]), "the level")
    now = trait.state.number("level")
    if now <= 0 or not 1 <= level <= max(len(images_of(trait)), 1):
        raise _refused(edit.piece, "its Layer is switched off, or has no such level")
    _set_level(edit, trait, level)


def _is_left_to_dice(edit: PieceEdit, trait: Trait, depth: int) -> None:
    raise _refused(edit.piece, "it is left to chance; set the level or facing by itself")


# --- Can Rotate, Mark When Moved, Clone, Delete ---------------------------------------------


def _rotate(trait: Trait) -> Iterator[KeyCommand]:
    record = trait.type
    if record.number("facings") != 1:
        yield from _command(record["cw_menu"], parse_key(record["cw_key"]), _turns(1))
        yield from _command(record["ccw_menu"], parse_key(record["ccw_key"]), _turns(-1))
    yield from _command(record["random_menu"], parse_key(record["random_key"]), _is_left_to_dice)
    yield from _command(record["direct_menu"], parse_key(record["direct_key"]), _turns_to)


def _turns(by: int) -> Deed:
    def turn(edit: PieceEdit, trait: Trait, depth: int) -> None:
        facing = (trait.state.number("facing") + by) % trait.type.number("facings")
        edit.change({trait.index: str(facing)})

    return turn


def _turns_to(edit: PieceEdit, trait: Trait, depth: int) -> None:
    raise _refused(edit.piece, "it turns to what an expression says; turn it by itself")


def _mark_moved(trait: Trait) -> Iterator[KeyCommand]:
    record = trait.type

    def toggles(edit: PieceEdit, trait: Trait, depth: int) -> None:
        edit.mark_moved(trait.state_text != format_boolean(True))

    yield from _command(record["menu"], parse_key(record["key"]), toggles)
    for what, moved in (("set", True), ("clear", False)):
        deed = _marks(moved)
        yield from _command(record[f"{what}_menu"], parse_key(record[f"{what}_key"]), deed)


def _marks(moved: bool) -> Deed:
    def mark(edit: PieceEdit, trait: Trait, depth: int) -> None:
        edit.mark_moved(moved)

    return mark


def _clone(trait: Trait) -> Iterator[KeyCommand]:
    record = trait.type
    yield from _command(record["menu"], parse_key(record["key"]), _clones)


def _clones(edit: PieceEdit, trait: Trait, depth: int) -> None:
    edit.clone()


def _delete(trait: Trait) -> Iterator[KeyCommand]:
    record = trait.type
    yield from _command(record["menu"], parse_key(record["key"]), _deletes)


def _deletes(edit: PieceEdit, trait: Trait, depth: int) -> None:
    edit.delete()


# --- Return To Deck -------------------------------------------------------------------------


def _return(trait: Trait) -> Iterator[KeyCommand]:
    record = trait.type
    yield from _command(record["menu"], parse_key(record["key"]), _returns)


def _returns(edit: PieceEdit, trait: Trait, depth: int) -> None:
    record = trait.type
    name = record["deck"]
    if record.number("version") >= 2:
        if record.flag("prompt"):
            raise _refused(edit.piece, "it asks for the deck; put it there by itself")
        name = _evaluated(edit, record["expression"]) if record["expression"] else name
    if not name:
        raise _refused(edit.piece, "it asks for the deck; put it there by itself")
    edit.put_on(name)


# --- Dynamic Property -----------------------------------------------------------------------


def _dynamic(trait: Trait) -> Iterator[KeyCommand]:
    for item in trait.type.items("commands"):
        yield from _command(item["menu"], parse_key(item["key"]), _changes(item.nested("change")))


def _changes(change: Record) -> Deed:
    def deed(edit: PieceEdit, trait: Trait, depth: int) -> None:
        limits = trait.type.nested("constraints")
        edit.change({trait.index: _new_value(edit, change, limits, trait.state_text)})

    return deed


def _new_value(edit: PieceEdit, change: Record, limits: Record, old: str) -> str:
    """Return what a property becomes (VASSAL.configure.PropertyChanger)."""
    match change["action"]:
        case "P":
            return _evaluated(edit, change["value"])
        case "I" if limits.flag("numeric"):
            by = _whole(edit, _evaluated(edit, change["value"]), "the increment")
            return str(_within(limits, _whole(edit, old, "the property"), by))
        case "I":
            raise _refused(edit.piece, "it counts in a property that is no number")
        case _:
            raise _refused(edit.piece, "it asks for a value; set the property by itself")


def _within(limits: Record, old: int, by: int) -> int:
    least, most, new = limits.number("min"), limits.number("max"), old + by
    if least <= new <= most:
        return new
    if not limits.flag("wrap"):
        return min(max(new, least), most)
    return least + new - most - 1 if new > most else most + new - least + 1


# --- Trigger Action -------------------------------------------------------------------------


def _trigger(trait: Trait) -> Iterator[KeyCommand]:
    record = trait.type
    yield from _command(record["menu"], parse_key(record["key"]), _triggers)
    for key in parse_keys(record["watch"]):
        yield from _command("", key, _triggers)


def _triggers(edit: PieceEdit, trait: Trait, depth: int) -> None:
    record = trait.type
    if record.flag("loop"):
        raise _refused(edit.piece, "its Trigger Action goes round in a loop")
    if record["filter"] and _evaluated(edit, record["filter"], Kind.FILTER) != "true":
        return
    for key in parse_keys(record["action"]):
        if edit.id in edit.position.pieces:
            _press(edit, key, depth + 1)


DEEDS: Mapping[str, Callable[[Trait], Iterator[KeyCommand]]] = {
    "emb2;": _layer,
    "rotate;": _rotate,
    "markmoved;": _mark_moved,
    "clone;": _clone,
    "delete;": _delete,
    "return;": _return,
    "PROP;": _dynamic,
    "macro;": _trigger,
}
"""The traits whose key commands we do."""
