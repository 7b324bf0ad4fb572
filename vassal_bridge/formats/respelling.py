"""A trait's texts as the present VASSAL writes them back: old forms and missing fields filled in.

A lossless tool keeps what it reads; this tells what VASSAL will hold after loading it, so that a
slot's old definition can be compared with a piece of a save, and a new piece be made as VASSAL
makes it. Source: mySetType, myGetType and myGetState of the classes in VASSAL.counters;
format reference, appendix C.

>>> respelled("hide;I;Hide;255,0,0", "null")
('hide;73,130;Hide;255,0,0;player:;0.30000001192092896;;false', 'null')
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from vassal_bridge.formats.fields import Field, Layout, Record, fields, layout_of, read_int
from vassal_bridge.formats.kinds import parse_key, parse_keys, upper_code
from vassal_bridge.formats.tokens import (
    decode,
    encode,
    escape,
    format_boolean,
    format_double,
    split_raw,
)
from vassal_bridge.formats.traits import OPAQUE, prefix_of, spec_of
from vassal_bridge.formats.traittable import TraitSpec

_EMB, _EMB2 = "emb;", "emb2;"
_UI_TEXTS = {
    ("markmoved;", "menu"): "Toggle whether piece marked as moved",
    ("markmoved;", "set_menu"): "Mark piece as moved",
    ("markmoved;", "clear_menu"): "Mark piece as unmoved",
    ("obs;", "peek_menu"): "Peek",
    ("return;", "select_prompt"): "Select destination",
    ("border;", "compare"): "AND",
}
"""What VASSAL takes from its own English texts where a field is missing."""
_LOST = {("setpieceprop;", "range_property")}
"""What VASSAL forgets to write."""
_TARGET_SCOPE = "COUNTER"


@lru_cache(maxsize=8192)  # the traits of a prototype come back for every one of its pieces
def respelled(type_text: str, state_text: str) -> tuple[str, str]:
    """Return one trait's own type and own state as VASSAL 3.8 writes them after reading them.

    Unknown traits come back as they are (VASSAL would make empty Markers of them), and so do
    Prototypes, which VASSAL keeps verbatim. Of the states, those of old forms are completed.

    Raises:
        UnencodableError: VASSAL could not read a value of the converted form back.
    """
    spec = spec_of(type_text)
    if spec is OPAQUE or spec.prefix == "prototype;":
        return type_text, state_text
    change = _TYPES.get(spec.prefix)
    if change is not None:
        type_text = change(type_text)
        spec = spec_of(type_text)
    if spec.prefix == _EMB2 and _is_oldest_kept(type_text):
        type_text = _without_tail(type_text)
    elif spec.prefix not in _RAW_TYPES:
        type_text = spec.prefix + _respell(type_text[len(spec.prefix) :], spec)
    change_state = _STATES.get(spec.prefix)
    return type_text, state_text if change_state is None else change_state(type_text, state_text)


def changes_states(type_text: str) -> bool:
    """Tell whether VASSAL may spell the state of a trait of this type otherwise than it was."""
    return prefix_of(type_text) in _STATES


def _respell(body: str, spec: TraitSpec) -> str:
    layout = spec.type_layout(body)
    record = Record(body, layout)
    if not layout.delimiter:
        return body
    if layout.tail is not None and not layout.count:
        return encode(record.rest, layout.delimiter) or ""
    words = [_value(record, one, spec.prefix) for one in layout.fields]
    words += [escape(text, layout.delimiter) for text in record.rest]
    return layout.delimiter.join(words)


def _value(record: Record, one: Field, prefix: str) -> str:
    """Return one field as VASSAL spells it, missing ones with what it takes for them."""
    if record.layout.is_open and one is record.layout.fields[-1]:
        return escape(record[one.name], record.layout.delimiter)
    default = _UI_TEXTS.get((prefix, one.name))
    text = record[one.name] if default is None or record.has(one.name) else default
    if (prefix, one.name) in _LOST:
        text = ""
    spelled = _spelled(text, replace(one, default=default or one.default))
    return escape(spelled, record.layout.delimiter)


def _spelled(text: str, one: Field) -> str:
    """Return a value of one kind as VASSAL spells it."""
    match one.kind:
        case "k":
            key = parse_key(text)
            return "" if key is None else key.text
        case "k[]":
            return encode([key.text for key in parse_keys(text)], ",") or ""
        case "i":
            empty = not text and not one.default
            return "" if empty else str(read_int(text, read_int(one.default)))
        case "b":
            return format_boolean(text.lower() == "true")
        case "d":
            return format_double(_real(text, one.default))
        case "s[]":
            return (encode(decode(text, ","), ",") or "") if text else ""
        case "c":
            return _colour(text)
        case "acc":
            return text if text.startswith(("side:", "sides:")) else "player:"
        case "con":
            return _inner(text, fields("numeric:b=false min:i=0 max:i=100 wrap:b=false", ","))
        case "tgt":
            return _inner(text or _TARGET_SCOPE, layout_of("tgt", text))
        case "dkc[]":
            return ",".join(escape(_command(item), ",") for item in decode(text, ",") if item)
        case _:
            return text


def _inner(text: str, layout: Layout) -> str:
    record = Record(text, layout)
    words = [_spelled(record[one.name], one) for one in layout.fields]
    return encode(words, layout.delimiter) or ""


def _command(text: str) -> str:
    """Respell one entry of a list of key commands: menu, key and change of the property."""
    parts = decode(text, ":")
    parts += [""] * (3 - len(parts))
    key = parse_key(parts[1])
    return encode([parts[0], "" if key is None else key.text, parts[2]], ":") or ""


def _real(text: str, default: str) -> float:
    for spelled in (text, default, "0"):
        try:
            return float(spelled)
        except ValueError:
            continue
    return 0.0


def _colour(text: str) -> str:
    if text.lower().startswith("0x"):
        try:
            number = int(text, 16)
        except ValueError:
            return ""
        return f"{number >> 16 & 255},{number >> 8 & 255},{number & 255}"
    return "" if text == "null" else text


def _oldest_layer(type_text: str) -> str:
    """Turn `emb;` into `emb2;`: each level there is an image with its name."""
    tokens = decode(type_text[len(_EMB) :], ";")
    tokens += [""] * (7 - len(tokens))
    first = [*decode(tokens[0], ";"), "", "", ""]
    reset = read_int(first[3], 0) if len(decode(tokens[0], ";")) > 3 else 0
    activate, up, down = first[0], tokens[2], tokens[4]
    levels = [[*decode(level, ","), ""] for level in tokens[8:]]
    menu = tokens[1].removeprefix("_")
    values = [
        menu, "128", activate, tokens[3], "128", up, tokens[5], "128", down,
        first[1], _key(first[2]), str(reset), format_boolean(tokens[1].startswith("_")),
        tokens[6], (tokens[7] if len(tokens) > 7 else "0"),
        encode([level[0] for level in levels], ",") or "",
        encode([level[1] for level in levels], ",") or "",
        "true", "", "", "", "false", "", "0", "1", "false", _key(activate), _key(up), _key(down),
    ]  # fmt: skip
    return _EMB2 + ";".join(escape(value, ";") for value in values)


def _key(text: str) -> str:
    key = parse_key(text)
    return "" if key is None else key.text


def _is_oldest_kept(type_text: str) -> bool:
    """Tell whether a Layer of version 0 stays as it is: one of its keys has several letters."""
    record = Record(type_text[len(_EMB2) :], spec_of(_EMB2).type)
    return record.number("version") == 0 and any(
        len(record[name]) > 1 for name in ("activate_key", "increase_key", "decrease_key")
    )


def _without_tail(type_text: str) -> str:
    """Respell a Layer that keeps its form of version 0: 24 fields, none for strokes."""
    layout = spec_of(_EMB2).type
    record = Record(type_text[len(_EMB2) :], layout)
    words = [
        escape(_names(record) if one.name == "names" else _spelled(record[one.name], one), ";")
        for one in layout.fields[: layout.place("version")]
    ]
    return _EMB2 + ";".join(words)


def _names(record: Record) -> str:
    """Return a name for each image of a Layer, empty ones too."""
    images = decode(record["images"], ",")
    names = decode(record["names"], ",") if record["names"] else []
    return ",".join(escape(name, ",") for name in [*names, *[""] * len(images)][: len(images)])


def _layer(type_text: str) -> str:
    """Give a Layer as many names as images, and one of version 0 its key strokes."""
    if _is_oldest_kept(type_text):
        return type_text
    record = Record(type_text[len(_EMB2) :], spec_of(_EMB2).type)
    names = _names(record)
    old = record.number("version") == 0
    if record["names"] != names:
        record["names"] = names
    if old:
        for action in ("activate", "increase", "decrease"):
            letter, modifiers = record[f"{action}_key"], record.number(f"{action}_modifiers")
            key = f"{upper_code(letter)},{modifiers}" if letter else ""
            record[f"{action}_stroke"] = key
        record["always_active"] = format_boolean(not record["activate_key"])
        record["version"] = "1"
    return _EMB2 + str(record)


def _immobilized(type_text: str) -> str:
    """Respell Does Not Stack, whose parts are not escaped; its description ends at a `;`."""
    parts = [*type_text.split(";")[1:], "", "", "", ""]
    flags, move, stack = parts[0], parts[1] or "V", parts[2] or "R"
    ordered = "".join(flag for flag in "nitcg" if flag in flags)
    ordered += "".join(flag for flag in "ZAB" if flag in flags)
    return f"immob;{ordered};{move};{stack};{parts[3]}"


def _non_rectangular(type_text: str) -> str:
    return "nonRect2;1.0;" + type_text.removeprefix("nonRect;")


def _return_to_deck(type_text: str) -> str:
    record = Record(type_text.removeprefix("return;"), spec_of("return;").type)
    if record.number("version") >= 2:
        return type_text
    deck = record["deck"]
    prompt = record["select_prompt"] if record.has("select_prompt") else "Select destination"
    for name, value in (
        ("select_prompt", prompt),
        ("version", "2"),
        ("prompt", format_boolean(not deck)),
        ("expression", deck),
    ):
        record[name] = value
    return "return;" + str(record)


def _button(type_text: str) -> str:
    """Give an Action Button of version 0 the corners of its rectangle."""
    layout = spec_of("button;").type
    record = Record(type_text.removeprefix("button;"), layout)
    if record.number("version") > 0:
        return type_text
    x, y, width, height = (record.number(name) for name in ("x", "y", "width", "height"))
    record["whole_shape"] = format_boolean(not (width and height))
    record["version"], record["n"] = "1", "0"
    if width and height:
        corners = (x, y, x + width, y, x + width, y + height, x, y + height)
        record.rest = [str(corner) for corner in corners]
    return "button;" + str(record)


def _place_marker(type_text: str) -> str:
    prefix = prefix_of(type_text)
    record = Record(type_text.removeprefix(prefix), spec_of(prefix).type)
    record["version"] = "1"
    return prefix + str(record)


def _label(type_text: str) -> str:
    record = Record(type_text.removeprefix("label;"), spec_of("label;").type)
    record["name_format"] = record["name_format"].replace("$PieceName$", "$pieceName$")
    return "label;" + str(record)


def _mask(type_text: str) -> str:
    """Respell a Mask's peek key, which may be one letter behind the `P`."""
    record = Record(type_text.removeprefix("obs;"), spec_of("obs;").type)
    display = record["display"]
    if display.startswith("P") and len(display) > 1:
        record["display"] = "P" + _key(display[1:])
    return "obs;" + str(record)


def _invisible(type_text: str) -> str:
    """Respell an Invisible's opacity, a float that Java writes as a double."""
    record = Record(type_text.removeprefix("hide;"), spec_of("hide;").type)
    record["opacity"] = format_double(ctypes.c_float(record.real("opacity")).value)
    return "hide;" + str(record)


def _property_sheet(type_text: str) -> str:
    """Turn a Property Sheet's letter into a key stroke."""
    record = Record(type_text.removeprefix("propertysheet;"), spec_of("propertysheet;").type)
    letter = record["letter"]
    if letter:
        record["key"] = _key(letter)
        record["letter"] = ""
    return "propertysheet;" + str(record)


def _footprint_state(type_text: str, state_text: str) -> str:
    record = Record(state_text, spec_of("footprint;").state)
    count = len(record.rest)
    head = [format_boolean(record.flag("visible")), record["map"], str(count), *record.rest]
    tail = [format_boolean(record.flag("initialized")), record["last_size"] or str(count)]
    return encode([*head, *tail], ";") or ""


def _mask_state(type_text: str, state_text: str) -> str:
    tokens = [*split_raw(state_text, ";"), ""]
    return ";".join(tokens[:2])


def _send_to_state(type_text: str, state_text: str) -> str:
    tokens = [*decode(state_text, ";"), "", ""]
    return encode(tokens[:3], ";") or ""


def _active_state(type_text: str, state_text: str) -> str:
    return format_boolean(state_text.lower() == "true")


_TYPES: dict[str, Callable[[str], str]] = {
    _EMB: _oldest_layer,
    _EMB2: _layer,
    "immob;": _immobilized,
    "nonRect;": _non_rectangular,
    "return;": _return_to_deck,
    "button;": _button,
    "placemark;": _place_marker,
    "replace;": _place_marker,
    "label;": _label,
    "obs;": _mask,
    "hide;": _invisible,
    "propertysheet;": _property_sheet,
}
_RAW_TYPES = ("immob;",)
_STATES: dict[str, Callable[[str, str], str]] = {
    "footprint;": _footprint_state,
    "obs;": _mask_state,
    "sendto;": _send_to_state,
    "markmoved;": _active_state,
}
