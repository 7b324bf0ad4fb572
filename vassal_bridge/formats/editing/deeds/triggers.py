"""What keys set off: Trigger Action with its loops, Global Key Command, Play Sound.

Source: VASSAL.counters.TriggerAction, CounterGlobalKeyCommand, PlaySound; LoopControl.
"""

from __future__ import annotations

from collections.abc import Iterator

from vassal_bridge.formats.editing.deeds.hand import Hand, KeyCommand, command
from vassal_bridge.formats.editing.deeds.search import found
from vassal_bridge.formats.editing.deeds.values import set_dynamic
from vassal_bridge.formats.editing.pieces import PieceEdit
from vassal_bridge.formats.kinds import parse_key, parse_keys
from vassal_bridge.formats.traits import Trait

MOST_ROUNDS = 500
"""How often VASSAL goes round in a loop before it gives up."""


# --- Trigger Action ----------------------------------------------------------------------------


def trigger(trait: Trait) -> Iterator[KeyCommand]:
    """Yield the key commands of a Trigger Action: its own, and those that it watches."""
    record = trait.type
    own = parse_key(record["key"])
    yield from command(record["menu"], own, _trigger)
    for key in dict.fromkeys(parse_keys(record["watch"])):
        if key != own:
            yield from command("", key, _trigger)


def _trigger(hand: Hand, trait: Trait) -> None:
    if not hand.passes(trait.type["filter"]):
        return
    if trait.type.flag("loop"):
        _loop(hand, trait)
    else:
        _once(hand, trait)


def _once(hand: Hand, trait: Trait) -> None:
    for key in parse_keys(trait.type["action"]):
        if hand.is_on_map:
            hand.again(key)


def _loop(hand: Hand, trait: Trait) -> None:
    """Go round as often as counted, while one condition holds or until another does."""
    record = trait.type
    index = record["index_property"] if record.flag("index") else ""
    value = hand.number(record["index_start"], "the index") if index else 0
    step = hand.number(record["index_step"], "the step of the index") if index else 0
    asides = hand.doing.asides.setdefault(hand.edit.id, {})
    if index:
        asides[index] = str(value)
    _extra(hand, record["before_loop_key"])
    kind = record["loop_type"]
    most = hand.number(record["loop_count"], "the number of rounds") if kind == "counted" else 0
    rounds = 0
    while hand.is_in_game and not (kind == "while" and not hand.passes(record["while"])):
        _once(hand, trait)
        rounds += 1
        if not hand.is_in_game or (kind == "until" and hand.passes(record["until"])):
            break
        if kind == "counted" and rounds >= most:
            break
        if rounds > MOST_ROUNDS:
            raise hand.refused(f"it goes round in a loop more than {MOST_ROUNDS} times")
        if index:
            value += step
            asides[index] = str(value)
    _extra(hand, record["after_loop_key"])


def _extra(hand: Hand, text: str) -> None:
    key = parse_key(text)
    if key is not None and hand.is_on_map:
        hand.again(key)


# --- Global Key Command ------------------------------------------------------------------------


def global_key(trait: Trait) -> Iterator[KeyCommand]:
    """Yield the key command of a Global Key Command."""
    yield from command(trait.type["menu"], parse_key(trait.type["key"]), _send)


def _send(hand: Hand, trait: Trait) -> None:
    record = trait.type
    key = parse_key(record["command"])
    if key is None or not hand.is_on_map:
        return
    told = [
        (one["name"], hand.text(one["value"])) for one in record.items("parameters") if one["name"]
    ]
    silences = record.flag("report_single")
    hand.doing.quiet += silences
    for piece_id in found(hand, record):
        for name, value in told:
            set_dynamic(PieceEdit(hand.editor, piece_id), name, value)
        hand.press_on(piece_id, key)
        if not hand.is_in_game:
            break
    hand.doing.quiet -= silences


# --- Play Sound --------------------------------------------------------------------------------


def sound(trait: Trait) -> Iterator[KeyCommand]:
    """Yield the key command of a Play Sound."""
    yield from command(trait.type["menu"], parse_key(trait.type["key"]), _play)


def _play(hand: Hand, trait: Trait) -> None:
    if trait.type.flag("send_to_others"):
        hand.editor.do(["AUDIO\t" + hand.text(trait.type["clip"])])
