"""The commands by which VASSAL takes an action back (network reference, 7.4)."""

from collections.abc import Sequence

from vassal_bridge.formats.commands import Command
from vassal_bridge.formats.pieces import Stack
from vassal_bridge.formats.position import Position
from vassal_bridge.formats.save import Save
from vassal_bridge.formats.tokens import encode_safely


def undoing(before: Save, texts: Sequence[str]) -> list[str]:
    """Return what undoes commands on a save: the inverse of each, the last one first.

    Chat cannot be unsaid, and is left out.
    """
    position = Position(Save.from_bytes(before.to_bytes()), keeps_chat=False)
    inverse: list[str] = []
    for text in texts:
        inverse[:0] = _inverse(position, Command(text))
        position.apply(text)
    return inverse


def _inverse(position: Position, command: Command) -> list[str]:
    match command.kind:
        case "AddPiece":
            return [f"-/{command['id']}"]
        case "RemovePiece":
            return _back(position, command["id"])
        case "ChangePiece":
            states = [command["old_state"], command["state"]]
            return ["D/" + encode_safely([command["id"], *states], "/")]
        case "MovePiece":
            new = [command[name] for name in ("map", "x", "y", "under")]
            old = [command[f"old_{name}"] for name in ("map", "x", "y", "under")]
            ends = [command["id"], *old, *new, command["player"]]
            return ["M/" + encode_safely(ends, "/")]
        case "ChangeProperty":
            values = [command["name"], command["new"], command["old"], command["container"]]
            return ["MutableProperty\t" + encode_safely(values, "\t")]
        case "SetTurn" | "PublicNotes" | "ScenarioNotes":
            lines = position.lines.of(command.kind)
            same = [one for one in lines if command.kind != "SetTurn" or _same(one, command)]
            return [line.own for line in same[:1]]
        case _:
            return []


def _same(one: Command, other: Command) -> bool:
    return one["tracker"] == other["tracker"]


def _back(position: Position, piece_id: str) -> list[str]:
    """Return what brings a removed piece back, into the stack that it was in."""
    piece = position.find(piece_id)
    if piece is None:
        return []
    found = ["+/" + encode_safely([piece.id, piece.type_text, piece.state_text], "/")]
    holder = position.holder_of(piece_id)
    if holder is not None:
        left = [one for one in holder.members if one != piece_id]
        without = Stack(Command(holder.command.own))
        without.members = left
        states = [holder.state_text, without.state_text]
        found.append("D/" + encode_safely([holder.id, *states], "/"))
    return found
