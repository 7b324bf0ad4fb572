"""The real engine's actions done by our edits, and what saves say of their pieces."""

import json
from functools import cache
from typing import Any

from tests.conftest import GOLDEN
from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.chain import Chain
from vassal_bridge.formats.module import Module, open_module
from vassal_bridge.formats.pieces import Piece
from vassal_bridge.formats.save import Save, open_save
from vassal_bridge.formats.tokens import encode_safely

KITCHEN = GOLDEN / "kitchen"
BYSTANDERS = ("UniqueID", "ClickedX", "ClickedY")
"""What a piece remembers of a mouse, and of its id."""


@cache
def kitchen() -> Module:
    return open_module(GOLDEN / "kitchen.vmod")


def opened(name: str, module: Module | None) -> Save:
    return open_save(KITCHEN / name, module)


@cache
def with_theatre(old: str, new: str) -> Module:
    """Return the kitchen's module with another option of its map Theatre."""
    archive = Archive.read(GOLDEN / "kitchen.vmod")
    text = archive["buildFile.xml"].decode("utf-8")
    place = text.index('mapName="Theatre"')
    text = text[:place] + text[place:].replace(old, new, 1)
    return Module(archive.replace("buildFile.xml", text.encode("utf-8")))


def made(*types: str, state: str = "", at: str = "Parade;40;40") -> Save:
    """Return the kitchen's first save with one more piece, of some traits and a first state."""
    save = opened("01-new.vsav", kitchen())
    states = [state, *[""] * (len(types) - 1), f"{at};0;0"]
    chains = [str(Chain.of([*types, "piece;;;a.png;Made"])), str(Chain.of(states))]
    save.editor.do(["+/" + encode_safely(["777", *chains], "/")])
    return save


def actions(name: str) -> list[list[str]]:
    text = (KITCHEN / f"{name}.actions.json").read_text(encoding="utf-8")
    return [action["do"] for action in json.loads(text)["actions"]]


def placed_ids(name: str) -> list[str]:
    text = (KITCHEN / f"{name}.actions.json").read_text(encoding="utf-8")
    found = (action for action in json.loads(text)["actions"] if action["do"][0] == "place")
    return [action["id"] for action in found]


def act(save: Save, module: Module, do: list[str], made: list[str]) -> None:
    """Do a user's action by our edits; those that are no edits do nothing."""
    match do:
        case ["move" | "movestack" as kind, of_map, x, y, *names]:
            for name in names:
                piece = save.piece(name)
                snapped = snap(save, module, piece.piece, of_map, int(x), int(y))
                if kind == "move":
                    piece.move_to((of_map, *snapped))
                else:
                    piece.move_stack_to((of_map, *snapped))
        case ["place", of_map, x, y, name]:
            point = module.layouts_for(save)[of_map].snap(int(x), int(y))
            made.append(save.place(name, (of_map, *point)).id)
        case ["key", "70,130", *names] if names[0] in FLIPPED:
            for name in names:
                save.piece(name).flip()
        case ["key", "93,130", "1st Inf"]:
            turned = int(save.piece("1st Inf")["Facing_Facing"])
            save.piece("1st Inf").face(turned + 1)
        case ["key", "91,130", "2nd Inf"]:
            save.piece("2nd Inf").face(6)
        case ["key", "80,130", "1st Inf"]:
            save.piece("1st Inf").set_property("Strength", 5)
        case ["key", "79,130", "2nd Inf"]:
            save.piece("2nd Inf").set_property("Strength", 3)
        case ["key", "73,130" | "name:HideMe", name]:
            save.piece(name).hide("US")
        case ["key", "67,130", "Elite/Rangers"]:
            made.append(save.piece("Elite/Rangers").clone().id)
        case ["key", "68,130", "Scout"]:
            save.piece("Scout").delete()
        case ["traitstate", name, "Labeler", text]:
            save.piece(name).set_label(text)
        case ["key", "77,130", "Mark When Moved"]:
            save.piece("Mark When Moved").mark_moved()


FLIPPED = ("1st Inf", "2nd Inf", "Layer flip", "Layer odd images")


def snap(save: Save, module: Module, piece: Piece, of_map: str, x: int, y: int) -> tuple[int, int]:
    footing = piece.trait("immob;")
    if footing is not None and "g" in footing.type["select"]:
        return x, y
    return module.layouts_for(save)[of_map].snap(x, y)


class Table:
    """What a save says of a piece: its place, its traits, its neighbours in the stack."""

    def __init__(self, save: Save, ids: dict[str, str] | None = None) -> None:
        self.save = save
        self.ids = ids or {}

    def about(self, piece_id: str) -> dict[str, Any]:
        piece = self.save.pieces[piece_id]
        assert isinstance(piece, Piece)
        kept = {key: text for key, text in piece.persistent.items() if key not in BYSTANDERS}
        return {
            "place": (piece.map, piece.x, piece.y),
            "type": piece.type_text,
            "states": list(piece.state_chain)[:-1],
            "gpid": piece.gpid,
            "kept": {key: self.ids.get(text, text) for key, text in kept.items()},
            "stack": self.stack(piece_id),
        }

    def stack(self, piece_id: str) -> list[str] | None:
        holder = self.save.pieces.holder_of(piece_id)
        return None if holder is None else [self.ids.get(one, one) for one in holder.members]
