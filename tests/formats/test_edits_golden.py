"""The engine's own script, done by our edits, leaves what the engine left."""

import json

import pytest

from tests.conftest import GOLDEN
from tests.edit_kit import Table, act, actions, kitchen, opened, placed_ids
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.position import Position
from vassal_bridge.formats.save import Save


@pytest.fixture(scope="module")
def module() -> Module:
    return kitchen()


@pytest.fixture(scope="module")
def replayed(module: Module) -> tuple[Save, list[str]]:
    save, made = opened("01-new.vsav", module), []
    for do in actions("02-script"):
        act(save, module, do, made)
    return save, made


class TestGolden:
    def test_what_moved_flipped_turned_or_was_labelled_is_as_the_engine_has_it(
        self, replayed: tuple[Save, list[str]]
    ) -> None:
        save, made = replayed
        engine = opened("02-script.vsav", None)
        clone = next(
            piece.id
            for piece in engine.pieces
            if piece.basic_name == "Elite/Rangers"
            and "CloneID" in piece.persistent
            and piece.persistent["CloneID"] != piece.id
        )
        ids = {made[0]: clone}
        for name in (
            "1st Inf", "2nd Inf", "Anywhere", "Southerner", "Reserve; 3", "Pile 0",
            "Invisible player", "Invisible side", "Invisible sides", "Layer flip",
            "Layer odd images", "Text Label", "Mark When Moved", "1./IR 6", "2./IR 6",
            "Mat", "Mat Cargo", "Mat Cargo 2",
        ):  # fmt: skip
            piece = next(one for one in engine.pieces if one.basic_name == name)
            assert Table(save, ids).about(piece.id) == Table(engine).about(piece.id), name

    def test_what_nobody_touched_is_as_it_was(self, replayed: tuple[Save, list[str]]) -> None:
        save, _ = replayed
        before, engine = opened("01-new.vsav", None), opened("02-script.vsav", None)
        old, new = Table(before), Table(engine)
        same = [
            piece.id
            for piece in before.pieces
            if piece.id in engine.pieces and old.about(piece.id) == new.about(piece.id)
        ]
        assert len(same) > 120
        ours = Table(save)
        assert [ours.about(one) for one in same] == [old.about(one) for one in same]

    def test_a_slot_is_expanded_as_the_engine_expands_it(
        self, replayed: tuple[Save, list[str]]
    ) -> None:
        save, made = replayed
        engine = opened("02-script.vsav", None)
        theirs = placed_ids("02-script")
        ours = made[1:]
        assert len(theirs) == len(ours) == 4
        ids = dict(zip(ours, theirs, strict=True))
        for mine, wanted in ids.items():
            assert Table(save, ids).about(mine) == Table(engine).about(wanted)

    def test_a_deleted_piece_is_gone_and_its_stack_too(
        self, replayed: tuple[Save, list[str]]
    ) -> None:
        save, _ = replayed
        scout = next(p for p in opened("01-new.vsav", None).pieces if p.basic_name == "Scout")
        assert scout.id not in save.pieces
        assert all(scout.id not in holder.members for holder in save.pieces.holders)

    def test_the_result_is_read_again_as_it_is(self, replayed: tuple[Save, list[str]]) -> None:
        save, _ = replayed
        assert Save.from_bytes(save.to_bytes()).text == save.text

    def test_the_commands_alone_give_the_same_save(self, replayed: tuple[Save, list[str]]) -> None:
        save, _ = replayed
        other = Position(opened("01-new.vsav", None))
        for text in save.editor.commands:
            other.apply(text)
        assert other.save.text == save.text

    def test_every_slot_of_the_module_can_be_placed_as_the_engine_spells_it(
        self, module: Module
    ) -> None:
        document = json.loads((GOLDEN / "kitchen.slots.engine.json").read_text(encoding="utf-8"))
        slots = document if isinstance(document, list) else document["slots"]
        save = opened("01-new.vsav", module)
        count = 0
        for slot in slots[:: max(1, len(slots) // 60)]:
            if not slot.get("gpid"):
                continue
            piece = save.place(f"gpid:{slot['gpid']}", ("Parade", 40, 40)).piece
            assert piece.type_text == slot["expandedType"]
            count += 1
        assert count > 40
