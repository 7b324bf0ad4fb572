"""Types and states that are not as many as each other go together as VASSAL lets them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import GOLDEN
from vassal_bridge.errors import UnencodableError
from vassal_bridge.formats.chain import Chain
from vassal_bridge.formats.commands import Command
from vassal_bridge.formats.editing.editor import Editor
from vassal_bridge.formats.pairing import paired
from vassal_bridge.formats.pieces import Piece
from vassal_bridge.formats.prototypes import parse_definition
from vassal_bridge.formats.save import open_save

DAMAGED = GOLDEN / "broken" / "28-type-state-mismatch.vsav"
TYPES = "mark;A\tmark;B\\\tpiece;;;a.png;Inf"


def _states(piece: Piece) -> list[str]:
    return [trait.state_text for trait in piece.traits]


class TestAPieceWithTooFewStates:
    def test_states_are_given_from_the_outermost_inwards(self) -> None:
        piece = Piece(Command(f"+/1/{TYPES}/one\tMain;5;6;7;0"))
        assert _states(piece) == ["one", "Main;5;6;7;0", ""]
        assert piece.marker("B") == "Main;5;6;7;0"
        assert (piece.map, piece.gpid, piece.persistent) == (None, "", {})
        assert piece.basic_name == "Inf"

    def test_a_stack_takes_it_where_the_stack_stands(self) -> None:
        save = open_save(DAMAGED)
        editor = Editor(save)
        assert _states(editor.piece("11").piece) == ["only one", "", ""]
        stands = editor.piece("11").standing
        assert (stands.map, stands.x, stands.y) == ("Main", 30, 35)

    def test_it_is_reported_kept_and_not_edited(self) -> None:
        save = open_save(DAMAGED)
        before = save.to_bytes()
        editor = Editor(save)
        with pytest.raises(UnencodableError, match="expected 3 states, found 1"):
            editor.piece("11").set_property("A", "two")
        with pytest.raises(UnencodableError, match="expected 3 states, found 1"):
            editor.piece("11").move_to(("Main", 90, 70))
        assert save.to_bytes() == before
        assert before == DAMAGED.read_bytes()


class TestAPieceWithTooManyStates:
    def test_the_basic_piece_has_all_that_is_left(self) -> None:
        piece = Piece(Command(f"+/1/{TYPES}/one\ttwo\\\tthree\\\\\tMain;5;6;7;0"))
        assert _states(piece) == ["one", "two", "three\tMain;5;6;7;0"]
        assert (piece.map, piece.x, piece.y) == ("three\tMain", 5, 6)
        assert "expected a state for each of 3 traits, found 4" in str(list(piece.problems())[-1])

    def test_a_slot_of_a_module_is_read_alike(self) -> None:
        found = parse_definition(f"+/null/{TYPES}/one\tnull;0;0;9;0")
        assert [trait.state for trait in found.traits] == ["one", "null;0;0;9;0", ""]


@given(st.lists(st.text("ab;,"), min_size=1, max_size=6), st.integers(1, 6))
def test_each_trait_has_a_state_and_none_is_lost(states: list[str], count: int) -> None:
    found = paired(states, count)
    assert len(found) == count
    held = [*found[:-1], *Chain(found[-1])]
    assert held[: len(states)] == states
    assert not any(held[len(states) :])
