"""What the real engine saw at the end of each golden log, and small saves to act on."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from tests.conftest import GOLDEN
from vassal_bridge.formats.module import Module, open_module
from vassal_bridge.formats.pieces import Piece
from vassal_bridge.formats.position import Position
from vassal_bridge.formats.save import Save, open_save

SEEN = sorted(path for path in GOLDEN.glob("*/*.vlog") if path.with_suffix(".engine.json").exists())

DRAWN = {
    ("Movement Trail global", "Footprint"): "a shown trail gets its first point when it is drawn",
    ("1 Mixed", "Embellishment"): "the level of a masked piece is worked out at some later drawing",
}
"""States that drawing changes in VASSAL and no command does."""

MAP = "Main Map"
BEGIN = "begin_save\x1b\x1b"
END = (
    "\x1bPLAYER\tpw\tAnn\tBlue\x1bNOTES\t\\\x1bPNOTES\t\x1bGlobalProperty\t;VP;5;Module\x1bend_save"
)


@cache
def module_of(path: Path) -> Module:
    name = "beachhead" if path.parent.name == "beachhead" else "kitchen"
    return open_module(GOLDEN / f"{name}.vmod")


def engine_view(path: Path) -> dict[str, Any]:
    view: dict[str, Any] = json.loads(path.with_suffix(".engine.json").read_text(encoding="utf-8"))
    return view


def seen_differences(position: Position, end: dict[str, Any]) -> list[str]:
    """Return where a position is not what the engine saw."""
    found: list[str] = []
    ids = set()
    for where in end["maps"]:
        for seen in where["pieces"]:
            ids.add(seen["id"])
            piece = position.pieces.get(seen["id"])
            if not isinstance(piece, Piece):
                found.append(f"{seen['basicName']} is missing")
                continue
            if (piece.map, piece.x, piece.y) != (where["id"], seen["x"], seen["y"]):
                found.append(f"{seen['basicName']} stands elsewhere")
            found += _stack_differences(position, seen)
            found += _state_differences(piece, seen)
        for holder in where["stacks"]:
            mine = position.pieces.get(holder["id"])
            members = [] if mine is None else list(position.table.members[mine.id])
            if members != holder["pieces"]:
                found.append(f"{holder['kind']} {holder['id']} holds others")
    found += [f"{piece.basic_name} is too many" for piece in position.pieces if piece.id not in ids]
    return found


def _stack_differences(position: Position, seen: dict[str, Any]) -> list[str]:
    holder = position.holder_of(seen["id"])
    wanted = seen.get("stack") or seen.get("deck")
    if (None if holder is None else holder.id) != wanted:
        return [f"{seen['basicName']} is in another stack"]
    if holder is not None and "stackIndex" in seen:
        index = holder.members.index(seen["id"])
        return [] if index == seen["stackIndex"] else [f"{seen['basicName']} lies higher or lower"]
    return []


def _state_differences(piece: Piece, seen: dict[str, Any]) -> list[str]:
    states = list(piece.state_chain)
    wanted = [(kind, state or "") for kind, state in seen["traits"]]
    if len(states) != len(wanted):
        return [f"{seen['basicName']} has other traits"]
    return [
        f"{seen['basicName']}: {kind} is {state!r}, not {other!r}"
        for state, (kind, other) in zip(states, wanted, strict=True)
        if state != other and (seen["basicName"], kind) not in DRAWN
    ]


def piece_text(number: int, x: int, y: int, *, map_name: str = MAP, traits: str = "") -> str:
    """Return an AddPiece command of a plain piece, or of one with a trait and its state."""
    own, _, state = traits.partition("|")
    head, value = (f"{own}\t", f"{state}\t") if own else ("", "")
    return f"+/{number}/{head}piece;;;a.png;P{number}/{value}{map_name};{x};{y};{number};0"


def stack_text(number: int, x: int, y: int, *members: int) -> str:
    listed = ";".join(str(member) for member in members)
    return f"+/{number}/stack/{MAP};{x};{y};{listed};@@1"


def small_save(*pieces: str, end: str = END) -> Save:
    """Return a save with some pieces, a player, empty notes and one property."""
    text = BEGIN + "\\\x1b".join(["", *pieces]) + end
    return open_save(GOLDEN / "broken" / "00-good.vsav").with_text(text)


def small_position(*pieces: str) -> Position:
    return Position(small_save(*pieces))
