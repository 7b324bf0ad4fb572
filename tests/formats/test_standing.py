"""A piece in a stack or deck stands where its holder does, whatever its own state says."""

from pathlib import Path

import pytest

from tests.conftest import GOLDEN
from vassal_bridge.formats.editing import edits
from vassal_bridge.formats.editing.editor import Editor
from vassal_bridge.formats.pieces import Piece
from vassal_bridge.formats.position import Position
from vassal_bridge.formats.save import Save, open_save

ESC = "\x1b"
LAYER = "emb2;Flip;128;A;;128;;;128;;;;0;0;a.png,b.png;,;false;Layer;;;false;;1;1;false"
STATE = "null;9;9;1;0"
"""What a member says of itself: on no map."""


def _save(state: str = STATE) -> Save:
    lines = [
        "begin_save",
        f"+/11/{LAYER}\tpiece;;;a.png;Low/1\t{state}",
        f"+/12/piece;;;a.png;Top/{state}",
        "+/13/stack/Main;70;50;11;12;@@-1",
        "MainBoardPicker\tBoard\t0\t0",
        "SETUP_STACK\t",
        "end_save",
    ]
    intact = open_save(GOLDEN / "broken" / "00-good.vsav")
    return intact.with_text(ESC.join(lines))


def _place(position: Position, piece_id: str) -> tuple[str | None, int, int]:
    stands = position.standing(edits.find(position, piece_id))
    return stands.map, stands.x, stands.y


@pytest.mark.parametrize("state", [STATE, "Elsewhere;9;9;1;0", "Main;9;9;1;0"])
class TestMembersThatSayOtherwise:
    def test_a_move_begins_where_the_stack_stands(self, state: str) -> None:
        editor = Editor(_save(state))
        editor.piece("Top").move_to(("Main", 110, 80))
        move = next(one for one in editor.commands if one.startswith("M/"))
        assert move.startswith("M/12/Main/110/80/null/Main/70/50/11/")
        assert _place(editor.position, "12") == ("Main", 110, 80)
        assert editor.piece("Top").piece.persistent["OldMap"] == "Main"
        assert editor.piece("Top").piece.persistent["OldX"] == "70"

    def test_pixels_are_those_of_the_map_of_the_stack(self, state: str) -> None:
        editor = Editor(_save(state))
        editor.piece("Top").move_to((110, 80))
        assert _place(editor.position, "12") == ("Main", 110, 80)

    def test_a_change_leaves_it_in_its_stack(self, state: str) -> None:
        editor = Editor(_save(state))
        before = editor.piece("Low").piece.states[-1]
        editor.piece("Low").flip()
        holder = editor.position.holder_of("11")
        assert holder is not None
        assert holder.members == ["11", "12"]
        assert editor.piece("Low").piece.states[-1] == before

    def test_what_it_remembers_is_written_with_its_true_place(self, state: str) -> None:
        editor = Editor(_save(state))
        editor.piece("Low").clone()
        low = editor.piece("11").piece
        assert (low.map, low.x, low.y) == ("Main", 70, 50)
        holder = editor.position.holder_of("11")
        assert holder is not None
        assert holder.members == ["11", "14", "12"]

    def test_a_move_to_where_it_stands_puts_it_on_top(self, state: str) -> None:
        editor = Editor(_save(state))
        editor.piece("Low").move_to(("Main", 70, 50))
        holder = editor.position.holder_of("11")
        assert holder is not None
        assert holder.members == ["12", "11"]


def test_every_such_piece_of_a_public_save_flips_and_moves(corpus: Path) -> None:
    path = corpus / "pacman-ghost__vasl-templates/examples/Hill 621 (Scenario E).vsav"
    save = open_save(path)
    editor = Editor(save)
    position = editor.position
    others = [
        piece
        for piece in position.pieces
        if isinstance(piece, Piece) and position.standing(piece).point != piece.point
    ]
    assert others
    for piece in others:
        stands = position.standing(piece)
        before = stands.point
        assert before is not None
        there = (before[0], before[1] + 50, before[2] + 50)
        editor.piece(piece.id).move_to(there)
        moved = [one for one in editor.commands if one.startswith(f"M/{piece.id}/")][-1]
        assert f"/{before[0]}/{before[1]}/{before[2]}/" in moved
        assert position.standing(piece).point == there
