"""What keys do to the looks of a piece: Layer, Can Rotate, Area Of Effect, trails and marks.

Source: VASSAL.counters.Embellishment, FreeRotator, AreaOfEffect, Footprint, MovementMarkable.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from vassal_bridge.formats.editing import moves
from vassal_bridge.formats.editing.deeds.hand import Deed, Hand, KeyCommand, command
from vassal_bridge.formats.fields import Record
from vassal_bridge.formats.kinds import KeyStroke, parse_key, upper_code
from vassal_bridge.formats.respelling import respelled
from vassal_bridge.formats.tokens import format_boolean, format_double
from vassal_bridge.formats.traits import Trait
from vassal_bridge.formats.traitvalues import images_of, is_old_layer


def _left_to_chance(hand: Hand, trait: Trait) -> None:
    raise hand.refused("it is left to chance; set the level or facing by itself")


# --- Layer -------------------------------------------------------------------------------------


def layer(trait: Trait) -> Iterator[KeyCommand]:
    """Yield the key commands of a Layer, of the oldest form too."""
    if trait.prefix == "emb;":
        trait = Trait(trait.index, *respelled(trait.type_text, trait.state_text))
    record = trait.type
    if is_old_layer(trait):
        yield from _old_layer(record)
        return
    if not record.flag("always_active"):
        yield from command(record["activate_menu"], _key(record, "activate"), _activate)
    if record.flag("follow"):
        return
    loops = record.flag("loop")
    yield from command(record["increase_menu"], _key(record, "increase"), _steps(1, loops))
    yield from command(record["decrease_menu"], _key(record, "decrease"), _steps(-1, loops))
    reset = record["reset_level"]
    yield from command(record["reset_menu"], parse_key(record["reset_key"]), _resets(reset))
    yield from command(record["random_menu"], parse_key(record["random_key"]), _left_to_chance)


def _key(record: Record, what: str) -> KeyStroke | None:
    """Return one of a Layer's keys; old files have a letter and modifiers."""
    if record.number("version") >= 1:
        return parse_key(record[f"{what}_stroke"])
    letter = record[f"{what}_key"]
    return _old_key(record, what, letter) if letter else None


def _old_key(record: Record, what: str, letter: str) -> KeyStroke | None:
    return parse_key(f"{upper_code(letter)},{record[f'{what}_modifiers']}")


def _old_layer(record: Record) -> Iterator[KeyCommand]:
    """Yield the key commands of a Layer that a word of several letters activates."""
    loops = record.flag("loop")
    deeds: tuple[tuple[str, Callable[[str], Deed]], ...] = (
        ("activate", _types),
        ("increase", lambda _: _steps(1, loops)),
        ("decrease", lambda _: _steps(-1, loops)),
    )
    for name, deed in deeds:
        if name != "activate" and record.flag("follow"):
            return
        menu = record[f"{name}_menu"]
        for letter in dict.fromkeys(record[f"{name}_key"]):
            yield from command(menu, _old_key(record, name, letter), deed(letter))
            menu = ""
    reset = record["reset_level"]
    yield from command(record["reset_menu"], parse_key(record["reset_key"]), _resets(reset))
    yield from command(record["random_menu"], parse_key(record["random_key"]), _left_to_chance)


def _types(letter: str) -> Deed:
    """Return what a letter of the word does: the Layer is active when all of them are typed."""

    def type_letter(hand: Hand, trait: Trait) -> None:
        state, word = trait.state, trait.type["activate_key"]
        level = state.number("level")
        typed = state["keys_typed"] if state.has("keys_typed") else word if level > 0 else ""
        typed = typed.replace(letter, "", 1) if letter in typed else typed + letter
        active = len(typed) == len(word)
        state["level"] = str(abs(level) if active else -abs(level))
        state["keys_typed"] = typed
        hand.change(trait, str(state))

    return type_letter


def _set_level(hand: Hand, trait: Trait, level: int) -> None:
    state = trait.state
    state["level"] = str(level)
    hand.change(trait, str(state))


def _activate(hand: Hand, trait: Trait) -> None:
    _set_level(hand, trait, -trait.state.number("level"))


def _steps(by: int, loops: bool) -> Deed:
    def step(hand: Hand, trait: Trait) -> None:
        now, most = trait.state.number("level"), max(len(images_of(trait)), 1)
        level = abs(now) + by
        if not 1 <= level <= most:
            past = 1 if by > 0 else most
            level = past if loops else most + 1 - past
        _set_level(hand, trait, level if now > 0 else -level)

    return step


def _resets(to: str) -> Deed:
    def reset(hand: Hand, trait: Trait) -> None:
        level = hand.number(to, "the level")
        now = trait.state.number("level")
        if now <= 0 or not 1 <= level <= max(len(images_of(trait)), 1):
            raise hand.refused("its Layer is switched off, or has no such level")
        _set_level(hand, trait, level)

    return reset


# --- Can Rotate --------------------------------------------------------------------------------


def rotate(trait: Trait) -> Iterator[KeyCommand]:
    """Yield the key commands of a Can Rotate."""
    record = trait.type
    if record.number("facings") == 1:
        yield from command(record["angle_menu"], parse_key(record["angle_key"]), _by_mouse)
    else:
        yield from command(record["cw_menu"], parse_key(record["cw_key"]), _turns(1))
        yield from command(record["ccw_menu"], parse_key(record["ccw_key"]), _turns(-1))
    yield from command(record["random_menu"], parse_key(record["random_key"]), _left_to_chance)
    yield from command(record["direct_menu"], parse_key(record["direct_key"]), _turn_directly)


def _by_mouse(hand: Hand, trait: Trait) -> None:
    raise hand.refused("a player turns it by the mouse; rotate it by itself")


def _turns(by: int) -> Deed:
    def turn(hand: Hand, trait: Trait) -> None:
        facing = (trait.state.number("facing") + by) % max(trait.type.number("facings"), 1)
        set_facing(hand, trait, str(facing))

    return turn


def _turn_directly(hand: Hand, trait: Trait) -> None:
    """Turn to the facing or the angle that an expression gives."""
    record = trait.type
    text = hand.text(record["direct_expression"])
    facings = record.number("facings")
    if record.flag("direct_is_facing") and facings != 1:
        set_facing(hand, trait, str((hand.whole(text, "the facing") - 1) % facings))
        return
    try:
        angle = float(text)
    except ValueError:
        raise hand.refused(f"expected an angle, found {text!r}") from None
    set_facing(hand, trait, facing_of(trait, -angle))


def set_facing(hand: Hand, trait: Trait, facing: str) -> None:
    """Give a Can Rotate another facing; what lies on a mat would turn with it."""
    mat = hand.piece.trait(moves.MAT)
    if mat is not None and mat.state.rest and facing != trait.state_text:
        raise hand.refused("the mat would turn what lies on it, which is not done by this tool")
    hand.change(trait, facing)


def angle_of(trait: Trait) -> float:
    """Return the angle of a Can Rotate in degrees, counter-clockwise as VASSAL keeps it."""
    facings = trait.type.number("facings")
    if facings == 1:
        return trait.state.real("facing")
    return -trait.state.number("facing") * (360.0 / facings) if facings else 0.0


def facing_of(trait: Trait, angle: float) -> str:
    """Return the state of a Can Rotate at an angle; one of few facings takes the nearest."""
    facings = trait.type.number("facings")
    if facings <= 1:
        return format_double(angle)
    within = math.fmod(math.fmod(angle, 360) - 360, 360)
    return str(math.floor(-within / 360 * facings + 0.5) % facings)


# --- Area Of Effect, Movement Trail, Mark When Moved -------------------------------------------


def area(trait: Trait) -> Iterator[KeyCommand]:
    """Yield the key commands of an Area Of Effect; one that is always active has none."""
    record = trait.type
    if record.flag("always_active"):
        return
    yield from command(record["menu"], parse_key(record["key"]), _shows(None))
    yield from command(record["on_menu"], parse_key(record["on_key"]), _shows(True))
    yield from command(record["off_menu"], parse_key(record["off_key"]), _shows(False))


def _shows(wanted: bool | None) -> Deed:
    def show(hand: Hand, trait: Trait) -> None:
        if not trait.type.flag("globally_visible"):
            return  # each player's own look at it, which no file keeps
        active = not trait.state.flag("active") if wanted is None else wanted
        hand.change(trait, format_boolean(active))

    return show


def trail(trait: Trait) -> Iterator[KeyCommand]:
    """Yield the key commands of a Movement Trail."""
    record = trait.type
    yield from command(record["menu"], parse_key(record["key"]), _trails(None))
    yield from command("", parse_key(record["on_key"]), _trails(True))
    yield from command("", parse_key(record["off_key"]), _trails(False))
    yield from command("", parse_key(record["clear_key"]), _clear_trail)


def _trails(wanted: bool | None) -> Deed:
    def show(hand: Hand, trait: Trait) -> None:
        record, state = trait.type, trait.state
        if record.flag("globally_visible"):
            visible = not state.flag("visible") if wanted is None else wanted
            state["visible"] = format_boolean(visible)
        elif wanted is False:
            state["visible"] = format_boolean(False)
        state["initialized"] = format_boolean(True)
        hand.change(trait, str(state))

    return show


def _clear_trail(hand: Hand, trait: Trait) -> None:
    state, stands = trait.state, hand.standing
    if not state.flag("initialized"):
        state["visible"] = format_boolean(trait.type.flag("initially_visible"))
        state["initialized"] = format_boolean(True)
    state.rest = [f"{stands.x},{stands.y}"]
    hand.change(trait, str(state))


def mark_moved(trait: Trait) -> Iterator[KeyCommand]:
    """Yield the key commands of a Mark When Moved."""
    record = trait.type

    def toggle(hand: Hand, trait: Trait) -> None:
        hand.edit.mark_moved(trait.state_text != format_boolean(True))

    yield from command(record["menu"], parse_key(record["key"]), toggle)
    for what, moved in (("set", True), ("clear", False)):
        key = parse_key(record[f"{what}_key"])
        yield from command(record[f"{what}_menu"], key, _marks(moved))


def _marks(moved: bool) -> Deed:
    def mark(hand: Hand, trait: Trait) -> None:
        hand.edit.mark_moved(moved)

    return mark
