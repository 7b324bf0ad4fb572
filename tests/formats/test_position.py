"""Commands act on a position as they act in VASSAL."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import GOLDEN
from tests.golden_logs import (
    MAP,
    SEEN,
    engine_view,
    module_of,
    piece_text,
    seen_differences,
    small_position,
    small_save,
    stack_text,
)
from vassal_bridge.formats.commands import Command
from vassal_bridge.formats.logs.chain import difference, facts
from vassal_bridge.formats.logs.log import open_log
from vassal_bridge.formats.pieces import Piece
from vassal_bridge.formats.position import Position
from vassal_bridge.formats.save import Save, open_save

CHAINS = {
    "chain": [("1-US", "1-end"), ("2-JP", "2-end"), ("2-JP-continued", None), ("3-US", "3-end")],
    "beachhead": [
        ("turn1-JP", "1-after-turn-1"),
        ("turn2-JP", "2-after-turn-2"),
        ("turn3-JP", "3-after-turn-3"),
    ],
}


@pytest.mark.parametrize("path", SEEN, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_replayed_log_ends_as_the_engine_saw_it(path: Path) -> None:
    view = engine_view(path)
    position = open_log(path).replay(module=module_of(path))
    assert seen_differences(position, view["end"]) == []
    reread = Position(Save.from_bytes(position.save.to_bytes()))
    assert seen_differences(reread, view["end"]) == []


@pytest.mark.parametrize("path", SEEN, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_replayed_log_says_what_the_engine_said(path: Path) -> None:
    view = engine_view(path)
    position = open_log(path).position()
    for step, seen in zip(open_log(path).steps, view["steps"], strict=True):
        before = len(position.chat)
        for command in step.commands:
            position.execute(command)
        assert position.chat[before:] == seen["chat"], step.number
    known = {key: position.property(key) for key in view["end"]["globalProperties"]}
    assert sum(value is not None for value in known.values()) > 0
    for key, value in known.items():
        assert value in (None, view["end"]["globalProperties"][key]), key
    turns = [line["state"] for line in position.lines.of("SetTurn")]
    assert turns == [tracker["state"] for tracker in view["end"]["turnTrackers"]]
    roster = {
        line["player"]: (line["name"], line["side"]) for line in position.lines.of("AddPlayer")
    }
    assert roster == {one["id"]: (one["name"], one["side"]) for one in view["end"]["players"]}


@pytest.mark.parametrize("path", SEEN, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_log_starts_where_the_engine_saw_it(path: Path) -> None:
    position = open_log(path).position()
    seen = engine_view(path)["startPositions"]
    assert len(seen) > 30
    for map_name, piece_id, x, y, _, stack, index in seen:
        piece = position.pieces[piece_id]
        holder = position.holder_of(piece_id)
        assert (piece.map, piece.x, piece.y) == (map_name, x, y)
        assert (None if holder is None else holder.id) == stack
        if holder is not None:
            assert holder.members.index(piece.id) == index


@pytest.mark.parametrize(
    ("folder", "log", "save"),
    [(folder, *pair) for folder, pairs in CHAINS.items() for pair in pairs if pair[1]],
)
def test_a_replayed_log_of_a_chain_is_the_save_made_after_it(
    folder: str, log: str, save: str
) -> None:
    path = GOLDEN / folder / f"{log}.vlog"
    replayed = open_log(path).replay(module=module_of(path))
    saved = Position(open_save(GOLDEN / folder / f"{save}.vsav"))
    assert difference(facts(replayed), facts(saved)) == ""


def at(position: Position, number: int) -> tuple[str | None, int, int]:
    piece = position.pieces[str(number)]
    return piece.map, piece.x, piece.y


def members(position: Position, number: int) -> list[str]:
    holder = position.holder_of(str(number))
    return [] if holder is None else list(holder.members)


PILE = (piece_text(11, 50, 50), piece_text(12, 50, 50), stack_text(20, 50, 50, 11, 12))


def test_a_moved_piece_without_a_new_stack_stands_outside_any_stack() -> None:
    position = small_position(*PILE)
    position.apply(f"M/12/{MAP}/110/80/null/{MAP}/50/50/11/pw")
    assert at(position, 12) == (MAP, 110, 80)
    assert members(position, 12) == []
    assert members(position, 11) == ["11"]


def test_a_move_with_a_new_stack_is_one_action_of_a_client() -> None:
    position = small_position(*PILE)
    stack = f"+/30/stack/{MAP};110;80;12;@@1"
    position.apply_all(["", f"M/12/{MAP}/110/80/null/{MAP}/50/50/11/pw", stack, "CHAT* moved"])
    assert members(position, 12) == ["12"]
    assert at(position, 30) == (MAP, 110, 80)
    assert "CHAT* moved" in position.save.text


def test_a_piece_that_had_no_stack_gets_one_of_its_own() -> None:
    position = small_position(piece_text(11, 50, 50))
    position.apply(f"M/11/{MAP}/110/80/null/{MAP}/50/50/null/pw")
    assert members(position, 11) == ["11"]
    reread = Position(Save.from_bytes(position.save.to_bytes()))
    assert members(reread, 11) == ["11"]


def test_a_piece_that_does_not_stack_gets_none() -> None:
    position = small_position(piece_text(11, 50, 50, traits="immob;N;N;N;N|"))
    position.apply(f"M/11/{MAP}/110/80/null/{MAP}/50/50/null/pw")
    assert (at(position, 11), members(position, 11)) == ((MAP, 110, 80), [])


def test_under_names_the_piece_directly_below() -> None:
    position = small_position(*PILE, piece_text(13, 9, 9))
    position.apply(f"M/13/{MAP}/50/50/11/{MAP}/9/9/null/pw")
    assert members(position, 13) == ["11", "13", "12"]
    assert at(position, 13) == (MAP, 50, 50)


def test_without_under_a_piece_slides_below_the_stack_at_its_point() -> None:
    position = small_position(*PILE, piece_text(13, 9, 9))
    position.apply(f"M/13/{MAP}/50/50/null/{MAP}/9/9/null/pw")
    assert members(position, 13) == ["13", "11", "12"]


def test_a_loose_piece_at_the_point_is_joined_in_a_new_stack() -> None:
    position = small_position(piece_text(11, 50, 50), piece_text(12, 9, 9))
    position.apply(f"M/12/{MAP}/50/50/null/{MAP}/9/9/null/pw")
    assert members(position, 12) == ["12", "11"]


def test_a_piece_below_that_has_moved_on_is_not_followed() -> None:
    position = small_position(*PILE, piece_text(13, 9, 9))
    position.apply(f"M/13/{MAP}/70/70/11/{MAP}/9/9/null/pw")
    assert at(position, 13) == (MAP, 70, 70)
    assert members(position, 13) == ["13"]


def test_pieces_of_two_layers_do_not_merge() -> None:
    high = f"+/21/stack/{MAP};9;9;13;@@2"
    position = small_position(*PILE, piece_text(13, 9, 9), high)
    position.apply(f"M/13/{MAP}/50/50/null/{MAP}/9/9/null/pw")
    assert members(position, 11) == ["11", "12"]


def test_an_emptied_stack_is_not_written_and_comes_back_with_its_members() -> None:
    position = small_position(piece_text(11, 50, 50), stack_text(20, 50, 50, 11))
    was = position.pieces["11"].command.text
    position.apply("-/11")
    assert "/stack/" not in position.save.text
    with_it, without = f"{MAP};50;50;11;@@1", f"{MAP};50;50;@@1"
    position.apply_all(["UNDO\ttrue", was, f"D/20/{with_it}/{without}", "UNDO\tfalse"])
    assert members(position, 11) == ["11"]
    assert position.save.text.count("/stack/") == 1


def test_an_undone_new_stack_leaves_the_piece_where_it_was() -> None:
    position = small_position(piece_text(11, 50, 50), stack_text(20, 50, 50, 11))
    stack = f"+/30/stack/{MAP};110;80;11;@@1"
    position.apply_all([f"M/11/{MAP}/110/80/null/{MAP}/50/50/null/pw", stack])
    position.apply_all(["UNDO\ttrue", "-/30", f"M/11/{MAP}/50/50/null/{MAP}/110/80/null/pw"])
    assert at(position, 11) == (MAP, 50, 50)


def test_5_5_3_only_the_traits_that_differ_are_set() -> None:
    two = piece_text(11, 1, 1, traits="emb2;Flip;;;;;;;;;;;;;;;;;a,b;,|2")
    position = small_position(two)
    new, old = f"1\t{MAP};70;1;11;0", f"1\t{MAP};1;1;11;0"
    position.apply(f"D/11/{new}/{old}")
    piece = position.pieces["11"]
    assert isinstance(piece, Piece)
    assert list(piece.state_chain) == ["2", f"{MAP};70;1;11;0"]
    assert at(position, 11) == (MAP, 70, 1)


def test_5_5_3_a_stack_keeps_members_that_neither_state_names() -> None:
    position = small_position(*PILE, piece_text(13, 9, 9))
    position.apply(f"D/20/{MAP};50;50;13;11;@@1/{MAP};50;50;11;@@1")
    assert members(position, 13) == ["13", "11", "12"]


def test_a_stacked_piece_goes_with_its_stack_whatever_its_state_says() -> None:
    position = small_position(*PILE)
    position.apply(f"D/11/{MAP};70;70;11;0/{MAP};50;50;11;0")
    assert (at(position, 11), members(position, 11)) == ((MAP, 50, 50), ["11", "12"])


def test_a_state_that_names_another_map_takes_the_piece_there() -> None:
    position = small_position(*PILE)
    position.apply(f"D/11/Other;7;7;11;0/{MAP};50;50;11;0")
    assert (at(position, 11), members(position, 11)) == (("Other", 7, 7), [])
    assert members(position, 12) == ["12"]


def test_cards_come_onto_a_deck_at_their_point_and_leave_it_empty_but_there() -> None:
    deck = f"+/40/deck;true/{MAP};90;90;true;11"
    position = small_position(piece_text(11, 90, 90), piece_text(12, 9, 9), deck)
    position.apply(f"M/12/{MAP}/90/90/11/{MAP}/9/9/null/pw")
    assert members(position, 12) == ["11", "12"]
    position.apply_all(["-/11", "-/12"])
    assert f"+/40/deck;true/{MAP};90;90;true" in position.save.text


def test_a_deck_s_new_order_is_taken() -> None:
    deck = f"+/40/deck;true/{MAP};90;90;true;11,12"
    position = small_position(piece_text(11, 90, 90), piece_text(12, 90, 90), deck)
    position.apply(f"D/40/{MAP};90;90;false;12,11/{MAP};90;90;true;11,12")
    assert members(position, 11) == ["12", "11"]


IGNORED = [
    f"M/99/{MAP}/1/1/null/{MAP}/2/2/null/pw",
    "M/",
    "M/11",
    "-/99",
    "D/99/a/b",
    "D/11/only one",
    "D/11",
    "+/",
    "LOS\tLOS_Thread0\t1\t2\t3\t4\ttrue\tfalse\tfalse",
    "FLARE\tFlare0\t1\t2",
    "AUDIO\tbeep.wav",
    "SHOW_RESULTS\tDice\t1\t2",
    "UNDO\ttrue",
    "FOOBAR\tx",
    "null",
    "",
    "TURNTurnTracker9\t0",
    "begin_save",
    "PYREMOVE\tnobody",
    "SYNC",
]


@pytest.mark.parametrize("text", IGNORED)
def test_what_vassal_ignores_changes_no_piece(text: str) -> None:
    position = small_position(*PILE)
    before = {number: (at(position, number), members(position, number)) for number in (11, 12)}
    position.apply(text)
    for number, was in before.items():
        if str(number) in position.pieces and not text.startswith(("M/11", "D/11")):
            assert (at(position, number), members(position, number)) == was
    Save.from_bytes(position.save.to_bytes())


KINDS = ["M/", "D/", "-/", "+/", "CHAT", "MutableProperty\t", "PLAYER\t", "NOTES\t", "SNOTE\t", "X"]


@given(
    st.lists(
        st.tuples(
            st.sampled_from(KINDS),
            st.lists(st.sampled_from(["11", "12", "20", MAP, "50", "null", "", "stack", ";"])),
        ),
        max_size=6,
    )
)
def test_no_command_makes_a_position_raise(drawn: list[tuple[str, list[str]]]) -> None:
    position = small_position(*PILE)
    for head, parts in drawn:
        position.apply(head + ("\t" if "\t" in head else "/").join(parts))
    again = Position(Save.from_bytes(position.save.to_bytes()))
    assert {piece.id for piece in again.pieces} == {piece.id for piece in position.pieces}


def test_properties_change_in_the_save_and_others_are_remembered() -> None:
    position = small_position(*PILE)
    position.apply_all(["MutableProperty\tVP\t5\t7\tModule", "MutableProperty\t2d6_total\t0\t9"])
    assert "GlobalProperty\t;VP;7;Module" in position.save.text
    assert (position.property("VP"), position.property("2d6_total")) == ("7", "9")
    assert "2d6_total" not in position.save.text
    assert position.property("none") is None


def test_players_join_change_sides_and_leave() -> None:
    position = small_position(*PILE)
    position.apply("PLAYER\tother\tKen\tRed")
    position.apply("PLAYER\tpw\tAnn\tReferee")
    assert [(p["name"], p["side"]) for p in position.lines.of("AddPlayer")] == [
        ("Ann", "Referee"),
        ("Ken", "Red"),
    ]
    position.apply("PYREMOVE\tpw")
    assert [player["name"] for player in position.lines.of("AddPlayer")] == ["Ken"]
    assert "pw" not in position.save.text


def test_notes_are_replaced_and_private_ones_added() -> None:
    position = small_position(*PILE)
    position.apply_all(["NOTES\tfirst|second", "PNOTE\tpw\tmine", "PNOTE\tpw\tmine too"])
    assert [note["text"] for note in position.lines.of("ScenarioNotes")] == ["first|second"]
    assert [note["text"] for note in position.lines.of("PrivateNote")] == ["mine too"]


def test_an_untouched_position_is_the_save_itself() -> None:
    save = small_save(*PILE)
    text = save.text
    position = Position(save)
    assert members(position, 11) == ["11", "12"]
    position.apply("UNDO\tfalse")
    assert save.text == text


def test_somebody_elses_change_of_the_list_is_noticed() -> None:
    position = small_position(*PILE)
    assert members(position, 11) == ["11", "12"]
    position.commands.remove(position.pieces["20"].command)
    assert members(position, 11) == []


def test_a_piece_that_was_read_is_set_where_it_stands_after_others_came() -> None:
    save = small_save(piece_text(1, 10, 20), piece_text(2, 30, 40))
    first, second = save.pieces
    place = save.commands.index(first.command)
    save.commands.insert(place, Command(piece_text(3, 50, 60), first.command.level))
    second.put(MAP, 7, 8)
    assert [(piece.id, piece.point) for piece in save.pieces] == [
        ("3", (MAP, 50, 60)),
        ("1", (MAP, 10, 20)),
        ("2", (MAP, 7, 8)),
    ]
