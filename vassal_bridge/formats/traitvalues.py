"""What each trait answers for properties, and what it makes of the piece's name.

Sources: getProperty and getName of the classes in VASSAL.counters (expressions reference 7.1).
An answer of None passes the question on to the trait inside.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, TypeAlias

from vassal_bridge.formats.expressions import Kind
from vassal_bridge.formats.expressions.context import PropertyValue
from vassal_bridge.formats.fields import read_int
from vassal_bridge.formats.kinds import footing_of, sheet_rows
from vassal_bridge.formats.tokens import decode, format_boolean
from vassal_bridge.formats.traits import Trait

if TYPE_CHECKING:
    from vassal_bridge.formats.properties import Look

OfPiece: TypeAlias = "Callable[[Look], PropertyValue]"
Answer: TypeAlias = "Callable[[Look, Trait, str], PropertyValue]"
Naming: TypeAlias = "Callable[[Look, Trait], str | None]"

_NOBODY = "null"
_NO_MAT = "noMat"


# --- plain values ------------------------------------------------------------------------------


def _marker(look: Look, trait: Trait, name: str) -> PropertyValue:
    names = trait.type.rest
    if name not in names:
        return None
    values, place = trait.state.rest, names.index(name)
    return values[place] if place < len(values) else ""


def _dynamic(look: Look, trait: Trait, name: str) -> PropertyValue:
    return look.evaluate(trait.state_text) if trait.type["name"] == name else None


def _calculated(look: Look, trait: Trait, name: str) -> PropertyValue:
    return (
        look.evaluate(trait.type["expression"], Kind.BEANSHELL)
        if trait.type["name"] == name
        else None
    )


def _message(look: Look, trait: Trait, name: str) -> PropertyValue:
    return trait.type["message"] if trait.type["name"] == name else None


def _basic_name(look: Look, trait: Trait, name: str) -> PropertyValue:
    return trait.type["name"] if name in ("BasicName", "LocalizedBasicName") else None


def _sheet(look: Look, trait: Trait, name: str) -> PropertyValue:
    values = trait.state.rest
    for place, row in enumerate(sheet_rows(trait.type.values("definition"))):
        if row.name == name:
            value = values[place] if place < len(values) else ""
            return value.partition("/")[0] if row.kind in _TICKS else value
    return None


_TICKS = (3, 4, 5, 6)
"""The rows of a Property Sheet that hold `current/most`."""


def _loop(look: Look, trait: Trait, name: str) -> PropertyValue:
    record = trait.type
    counts = record.flag("loop") and record.flag("index") and record["index_property"] == name
    return "0" if counts else None


# --- layers, turning, labels -------------------------------------------------------------------


def is_old_layer(trait: Trait) -> bool:
    """Tell whether a Layer is of the old kind that a word of letters activates (Embellishment0)."""
    record = trait.type
    keys = ("activate_key", "increase_key", "decrease_key")
    return record.number("version") == 0 and any(len(record[key]) > 1 for key in keys)


def images_of(trait: Trait) -> list[str]:
    """Return the images of a Layer's levels, of whichever form."""
    if trait.prefix == "emb;":
        return [level["image"] for level in trait.type.items("level")]
    return trait.type.values("images")


def level_names_of(trait: Trait) -> list[str]:
    """Return the names of a Layer's levels as they are written, `+` included."""
    if trait.prefix == "emb;":
        return [level["name"] for level in trait.type.items("level")]
    return trait.type.values("names")


def level_of(look: Look, trait: Trait) -> int:
    """Return a Layer's level, 1 the first; negative while the Layer is not active.

    A Layer that follows a property takes its level from there.
    """
    most = max(len(images_of(trait)), 1)
    level = max(-most, min(most, read_int(trait.state["level"], -1)))
    record = trait.type
    if trait.prefix == "emb;" or not record.flag("follow"):
        return level
    value = look.evaluate(record["follow_property"], Kind.PROPERTY) or record["first_level"]
    wanted = read_int(value, -1)
    if wanted == -1 and value != "-1":
        return level
    wanted = max(1, min(most, wanted - record.number("first_level") + 1))
    return wanted if level > 0 else -wanted


def _layer_name(trait: Trait) -> str:
    return "" if trait.prefix == "emb;" else trait.type["name"]


def _layer(look: Look, trait: Trait, name: str) -> PropertyValue:
    own = _layer_name(trait)
    asked = name[len(own) :] if name.startswith(own) else ""
    if asked not in _OF_LAYER:
        return None
    level = level_of(look, trait)
    if asked == "_Level":
        return str(level)
    if asked == "_Active":
        return format_boolean(level > 0)
    texts = images_of(trait) if asked == "_Image" else level_names_of(trait)
    text = texts[level - 1] if 0 < level <= len(texts) else ""
    if asked == "_Image":
        return text
    return text[1:] if text.startswith("+") else text.removesuffix("+")


_OF_LAYER = ("_Image", "_Name", "_Level", "_Active")


def _layer_naming(look: Look, trait: Trait) -> str | None:
    level, names = level_of(look, trait), level_names_of(trait)
    text = names[level - 1] if 0 < level <= len(names) else ""
    if not text:
        return None
    first, *others = decode(text, "+")
    if not others:
        return first
    inner = look.name_from(trait.index + 1)
    return first + inner if first else inner + others[0]


def _rotator(look: Look, trait: Trait, name: str) -> PropertyValue:
    own = trait.type["name"]
    if name not in (own + "_Facing", own + "_Degrees"):
        return None
    facings = trait.type.number("facings")
    if facings == 1:
        index, angle = 0, trait.state.real("facing")
    else:
        index = read_int(trait.state_text)
        angle = -index * (360.0 / facings) if facings else 0.0
    return str(index + 1) if name.endswith("_Facing") else str(math.floor(abs(angle) + 0.5))


def label_of(look: Look, trait: Trait) -> str:
    """Return the text that a Text Label shows; a mention of the label's own property is left out.

    A label with the piece's own name in it sees the name that the label gives, with the inner
    name in its place there: the engine stops at the second turn.
    """
    text, own = trait.state_text.strip(), f"${trait.type['property']}$"
    while own in text:
        text = text.replace(own, "")
    if "pieceName" not in text and "PieceName" not in text:
        return look.evaluate(text)
    inner = look.name_from(trait.index + 1)
    first = look.evaluate(text, own={"pieceName": inner, "PieceName": inner})
    named = _named(look, trait, inner, first)
    return look.evaluate(text, own={"pieceName": named, "PieceName": named})


def _named(look: Look, trait: Trait, inner: str, label: str) -> str:
    """Return the name that a Text Label makes of the inner name and its text."""
    values = {"pieceName": inner, "PieceName": inner, "label": label}
    return look.evaluate(trait.type["name_format"], own=values)


def _label(look: Look, trait: Trait, name: str) -> PropertyValue:
    return label_of(look, trait) if trait.type["property"] == name else None


def _label_naming(look: Look, trait: Trait) -> str | None:
    label, record = label_of(look, trait), trait.type
    if not label and not record.flag("always_format"):
        return None
    return _named(look, trait, look.name_from(trait.index + 1), label)


# --- what is hidden ----------------------------------------------------------------------------


def masked_by(trait: Trait) -> str | None:
    """Return whose mask is on the piece, a player's id or a side; None where it is not masked."""
    owner = trait.state["owner"]
    return None if owner in ("", _NOBODY) else owner


def hidden_by(trait: Trait) -> str | None:
    """Return who made the piece invisible; None where it is not."""
    return None if trait.state_text in ("", _NOBODY) else trait.state_text


def hides(look: Look, trait: Trait) -> bool:
    """Tell whether a Mask or Invisible keeps the piece from the viewer."""
    owner = masked_by(trait) if trait.prefix == "obs;" else hidden_by(trait)
    return owner is not None and not _has_access(look, trait, owner)


def _has_access(look: Look, trait: Trait, owner: str) -> bool:
    """Tell whether the viewer may handle what an owner hid (VASSAL.counters.PieceAccess)."""
    access, viewer = trait.type.nested("access"), look.scene.viewer
    if access["who"] == "side":
        return viewer.side != "" and viewer.side == owner
    if access["who"] == "sides":
        return viewer.side in decode(":".join(access.tokens.raw[1:]), ":")
    return viewer.player == owner


def _mask(look: Look, trait: Trait, name: str) -> PropertyValue:
    if name == "Obscured":
        return format_boolean(hides(look, trait))
    if name == "ObscuredToOthers":
        return format_boolean(masked_by(trait) is not None)
    return masked_by(trait) if name == trait.prefix else None


def _mask_naming(look: Look, trait: Trait) -> str | None:
    mask_name = trait.type["mask_name"]
    if masked_by(trait) is None:
        return None
    if hides(look, trait):
        return mask_name
    return f"{look.name_from(trait.index + 1)}({mask_name})"


def _invisible(look: Look, trait: Trait, name: str) -> PropertyValue:
    if name == "Invisible":
        return format_boolean(hides(look, trait))
    if name == "InvisibleToOthers":
        return format_boolean(hidden_by(trait) is not None)
    if name == "InvisibleDisableAutoReportMoves":
        return trait.type["no_auto_report"]
    return None


def _invisible_naming(look: Look, trait: Trait) -> str | None:
    if hidden_by(trait) is None:
        return None
    if hides(look, trait):
        return ""
    return f"{look.name_from(trait.index + 1)}({trait.type['menu']})"


def _restricted(look: Look, trait: Trait, name: str) -> PropertyValue:
    if name not in ("Restricted", "RestrictedMovement"):
        return None
    record, viewer = trait.type, look.scene.viewer
    owner = trait.state_text
    restricted = record.flag("by_player") and owner != "" and owner != viewer.player
    if restricted or not record.flag("by_player"):
        restricted = viewer.side not in record.values("sides")
    if name == "Restricted":
        return format_boolean(restricted)
    return format_boolean(restricted and record.flag("restrict_movement"))


# --- places, links -----------------------------------------------------------------------------


def _moved(look: Look, trait: Trait, name: str) -> PropertyValue:
    return trait.state.flag("moved") if name == "Moved" else None


def _trail(look: Look, trait: Trait, name: str) -> PropertyValue:
    if name != "Moved":
        return None
    inside = look.get_from(trait.index + 1, name)
    return False if inside is None else inside


def _footing(look: Look, trait: Trait, name: str) -> PropertyValue:
    footing = footing_of(trait.type)
    match name:
        case "NoStack":
            return "true" if footing.never_stacks else None
        case "Immobile":
            return format_boolean(footing.move in ("V", "I"))
        case "IgnoreGrid":
            return format_boolean(footing.ignores_grid)
        case "cannotMove":
            return format_boolean(footing.move == "V")
        case _:
            return None


def _area(look: Look, trait: Trait, name: str) -> PropertyValue:
    record = trait.type
    if name != record["name"] + "_Active":
        return None
    return format_boolean(record.flag("always_active") or trait.state.flag("active"))


def _mat(look: Look, trait: Trait, name: str) -> PropertyValue:
    match name:
        case "MatName":
            return trait.type["name"]
        case "MatID":
            return f"{trait.type['name']}_{look.piece.id}"
        case "MatNumCargo":
            return str(len(trait.state.rest))
        case _:
            return None


def _cargo(look: Look, trait: Trait, name: str) -> PropertyValue:
    if name == "IsCargo":
        return True
    if not name.startswith("CurrentMat"):
        return None
    known = trait.state_text not in ("", _NOBODY, _NO_MAT)
    mat = look.scene.find(trait.state_text) if known else None
    if name == "CurrentMat":
        return mat.get("MatName") if mat is not None else None
    asked = _OF_MAT.get(name)
    if asked is not None:
        return "" if mat is None else mat.get(asked)
    if name in ("CurrentMatX", "CurrentMatY"):
        return "" if mat is None else mat.x if name.endswith("X") else mat.y
    if name in ("CurrentMatOffsetX", "CurrentMatOffsetY"):
        if mat is None:
            return ""
        one, other = look, mat
        return one.x - other.x if name.endswith("X") else one.y - other.y
    return None


_OF_MAT: Mapping[str, str] = {
    "CurrentMatID": "MatID",
    "CurrentMatBasicName": "BasicName",
    "CurrentMatPieceName": "PieceName",
    "CurrentMatLocationName": "LocationName",
    "CurrentMatZone": "CurrentZone",
    "CurrentMatBoard": "CurrentBoard",
    "CurrentMatMap": "CurrentMap",
    **{f"CurrentMatProp{number}": f"MatProp{number}" for number in range(10)},
}


def _attachment(look: Look, trait: Trait, name: str) -> PropertyValue:
    own, ids = trait.type["name"], trait.state.rest
    if name == "AttachName":
        return own
    if name in ("AttachCount", own + "_AttachCount"):
        return str(len(ids))
    if not own or not name.startswith(own + "_") or not ids:
        return None
    first = look.scene.find(ids[0])
    return None if first is None else first.get(name[len(own) + 1 :])


ANSWERS: Mapping[str, Answer] = {
    "mark;": _marker,
    "PROP;": _dynamic,
    "calcProp;": _calculated,
    "locmsg;": _message,
    "basicName;": _basic_name,
    "propertysheet;": _sheet,
    "macro;": _loop,
    "emb2;": _layer,
    "emb;": _layer,
    "rotate;": _rotator,
    "label;": _label,
    "obs;": _mask,
    "hide;": _invisible,
    "restrict;": _restricted,
    "markmoved;": _moved,
    "footprint;": _trail,
    "immob;": _footing,
    "AreaOfEffect;": _area,
    "mat;": _mat,
    "matPiece;": _cargo,
    "attach;": _attachment,
}
"""The traits that answer for properties; any other passes every question on."""

NAMINGS: Mapping[str, Naming] = {
    "hide;": _invisible_naming,
    "obs;": _mask_naming,
    "label;": _label_naming,
    "emb2;": _layer_naming,
    "emb;": _layer_naming,
}
"""The traits that change the piece's name."""

NAMES: Mapping[str, Callable[[Trait], Iterator[str]]] = {
    "mark;": lambda trait: iter(trait.type.rest),
    "PROP;": lambda trait: iter([trait.type["name"]]),
    "calcProp;": lambda trait: iter([trait.type["name"]]),
    "locmsg;": lambda trait: iter([trait.type["name"]]),
    "propertysheet;": lambda trait: iter(
        row.name for row in sheet_rows(trait.type.values("definition"))
    ),
    "emb2;": lambda trait: iter(
        () if is_old_layer(trait) else (_layer_name(trait) + asked for asked in _OF_LAYER)
    ),
    "emb;": lambda trait: iter(_OF_LAYER),
    "rotate;": lambda trait: iter(trait.type["name"] + end for end in ("_Facing", "_Degrees")),
    "label;": lambda trait: iter([trait.type["property"]]),
    "obs;": lambda trait: iter(["Obscured"]),
    "hide;": lambda trait: iter(["Invisible"]),
    "restrict;": lambda trait: iter(["Restricted", "RestrictedMovement"]),
    "markmoved;": lambda trait: iter(["Moved"]),
    "footprint;": lambda trait: iter(["Moved"]),
    "immob;": lambda trait: iter(["NoStack", "Immobile", "IgnoreGrid", "cannotMove"]),
    "AreaOfEffect;": lambda trait: iter([trait.type["name"] + "_Active"]),
    "mat;": lambda trait: iter(["MatName", "MatID", "MatNumCargo"]),
    "matPiece;": lambda trait: iter(["IsCargo", "CurrentMat", "CurrentMatOffsetX", *_OF_MAT]),
    "attach;": lambda trait: iter(["AttachCount", trait.type["name"] + "_AttachCount"]),
}
"""The names of the properties that a trait contributes."""
