"""The proof catches every kind of difference that nobody declared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.red_beach_saves import Night, first_night, piece_of, play_night
from vassal_bridge.binding.verify import prove
from vassal_bridge.errors import VerifyError
from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.commands import Command
from vassal_bridge.formats.editing import edits
from vassal_bridge.formats.envelope import Form
from vassal_bridge.formats.pieces import Piece, Stack
from vassal_bridge.formats.save import Save


@pytest.fixture(scope="module")
def night() -> Night:
    return first_night()


def test_what_a_night_did_is_proved(night: Night) -> None:
    prove(night.before, night.after(), night.declared)


def test_an_untouched_save_is_proved_where_nothing_is_declared(night: Night) -> None:
    prove(night.before, night.before, type(night.declared)())


def changed(save: Save, night: Night) -> Piece:
    """Return a piece of a unit that the night changed, in a stack with others or alone."""
    return next(p for p in save.pieces if p.id in night.declared.pieces and p.trait("sendto;"))


def untouched(save: Save, night: Night) -> Piece:
    return next(p for p in save.pieces if p.id not in night.declared.pieces)


def stack_of_others(save: Save, night: Night) -> Stack:
    """Return a stack of two or more pieces that the night left alone."""
    free = night.declared.pieces
    return next(s for s in save.pieces.stacks if len(s.members) > 1 and not free & set(s.members))


def swap(save: Save, one: int, other: int) -> None:
    first, second = save.commands[one].text, save.commands[other].text
    save.commands[one].text, save.commands[other].text = second, first


def set_trait(piece: Piece, prefix: str, text: str) -> None:
    trait = piece.trait(prefix)
    assert trait is not None
    assert trait.state_text != text
    chain = piece.state_chain
    chain[trait.index] = text
    piece.state_text = str(chain)


def another_trait_of_a_changed_piece(save: Save, night: Night) -> None:
    set_trait(changed(save, night), "sendto;", "elsewhere;1;2")


def gpid_of_a_changed_piece(save: Save, night: Night) -> None:
    piece = changed(save, night)
    chain = piece.state_chain
    parts = chain[len(chain) - 1].split(";")
    parts[3] += "9"
    chain[len(chain) - 1] = ";".join(parts)
    piece.state_text = str(chain)


def type_of_a_changed_piece(save: Save, night: Night) -> None:
    command = changed(save, night).command
    command["type"] = command["type"].replace("Flip", "Turn")


def a_flip_of_an_untouched_piece(save: Save, night: Night) -> None:
    piece = next(
        p for p in save.pieces if p.id not in night.declared.pieces and p.trait("emb2;", "Face")
    )
    trait = piece.trait("emb2;", "Face")
    assert trait is not None
    chain = piece.state_chain
    chain[trait.index] = "2" if trait.state_text == "1" else "1"
    piece.state_text = str(chain)


def an_untouched_piece_shoved(save: Save, night: Night) -> None:
    piece = untouched(save, night)
    piece.put(piece.map, piece.x + 1, piece.y)


def an_untouched_piece_gone(save: Save, night: Night) -> None:
    save.commands.remove(untouched(save, night).command)


def a_changed_piece_gone(save: Save, night: Night) -> None:
    save.commands.remove(changed(save, night).command)


def a_changed_piece_twice(save: Save, night: Night) -> None:
    command = changed(save, night).command
    save.commands.insert_after(command, Command(command.text, command.level))


def a_new_piece(save: Save, night: Night) -> None:
    command = untouched(save, night).command
    text = command.text.replace(command["id"], "42", 1)
    save.commands.insert_after(command, Command(text, command.level))


def two_untouched_pieces_in_another_order(save: Save, night: Night) -> None:
    free = night.declared.pieces
    one, other = [p.command for p in save.pieces if p.id not in free][:2]
    swap(save, save.commands.index(one), save.commands.index(other))


def a_piece_out_of_a_stack(save: Save, night: Night) -> None:
    stack = stack_of_others(save, night)
    stack.members = stack.members[1:]


def a_stack_in_another_order(save: Save, night: Night) -> None:
    stack = stack_of_others(save, night)
    stack.members = stack.members[::-1]


def a_stack_shoved(save: Save, night: Night) -> None:
    stack = stack_of_others(save, night)
    stack.put(stack.map, stack.x, stack.y + 1)


def holder(save: Save, night: Night, *, with_others: bool) -> Stack:
    """Return a stack that holds a changed piece."""
    free = night.declared.pieces
    return next(
        stack
        for stack in save.pieces.stacks
        if free & set(stack.members) and bool(set(stack.members) - free) == with_others
    )


def a_neighbour_lost_from_a_changed_stack(save: Save, night: Night) -> None:
    stack = holder(save, night, with_others=True)
    stack.members = [member for member in stack.members if member in night.declared.pieces]


def a_changed_stack_shoved(save: Save, night: Night) -> None:
    stack = holder(save, night, with_others=False)
    stack.put(stack.map, stack.x + 3, stack.y)


def a_changed_piece_in_two_stacks(save: Save, night: Night) -> None:
    stack = holder(save, night, with_others=False)
    text = stack.command.text.replace(stack.id, "43", 1)
    save.commands.insert_after(stack.command, Command(text, stack.command.level))


def one_more_chat_line(save: Save, night: Night) -> None:
    save.commands.insert(len(save.commands) - 1, Command("CHAT* one more"))


def one_chat_line_less(save: Save, night: Night) -> None:
    save.commands.remove(list(save.commands.all("Chat"))[-1])


def chat_in_another_order(save: Save, night: Night) -> None:
    lines = [save.commands.index(line) for line in save.commands.all("Chat")]
    swap(save, lines[0], lines[1])


def a_chat_line_changed(save: Save, night: Night) -> None:
    line = next(save.commands.all("Chat"))
    line.text += "!"


def a_property_changed(save: Save, night: Night) -> None:
    next(save.commands.all("SetGlobalProperty"))["value"] = "other"


def a_new_property(save: Save, night: Night) -> None:
    found = next(save.commands.all("SetGlobalProperty"))
    text = found.text.replace("bridge_game", "another")
    save.commands.insert_after(found, Command(text, found.level))


def notes_changed(save: Save, night: Night) -> None:
    next(save.commands.all("ScenarioNotes")).text += "x"


def boards_changed(save: Save, night: Night) -> None:
    next(save.commands.all("SetBoards")).text += "\tOther\t1\t0"


def the_tracker_gone(save: Save, night: Night) -> None:
    save.commands.remove(next(save.commands.all("SetTurn")))


def a_command_deeper_in_the_tree(save: Save, night: Night) -> None:
    found = next(save.commands.all("SetGlobalProperty"))
    again = Command(found.text, 1)
    save.commands.insert_after(found, again)
    save.commands.remove(found)


def a_command_more(save: Save, night: Night) -> None:
    save.commands.insert(len(save.commands) - 1, Command("UNDO\ttrue"))


def the_key_changed(save: Save, night: Night) -> None:
    save.envelope = replace(save.envelope, key=save.envelope.key ^ 1)


def the_form_changed(save: Save, night: Night) -> None:
    save.envelope = replace(save.envelope, form=Form.PLAIN, key=0)


SPOILS: list[Callable[[Save, Night], None]] = [
    another_trait_of_a_changed_piece,
    gpid_of_a_changed_piece,
    type_of_a_changed_piece,
    a_flip_of_an_untouched_piece,
    an_untouched_piece_shoved,
    an_untouched_piece_gone,
    a_changed_piece_gone,
    a_changed_piece_twice,
    a_new_piece,
    two_untouched_pieces_in_another_order,
    a_piece_out_of_a_stack,
    a_stack_in_another_order,
    a_stack_shoved,
    a_neighbour_lost_from_a_changed_stack,
    a_changed_stack_shoved,
    a_changed_piece_in_two_stacks,
    one_more_chat_line,
    one_chat_line_less,
    chat_in_another_order,
    a_chat_line_changed,
    a_property_changed,
    a_new_property,
    notes_changed,
    boards_changed,
    the_tracker_gone,
    a_command_deeper_in_the_tree,
    a_command_more,
    the_key_changed,
    the_form_changed,
]


@pytest.mark.parametrize("spoil", SPOILS, ids=lambda spoil: spoil.__name__.replace("_", " "))
def test_an_undeclared_difference_is_caught(
    night: Night, spoil: Callable[[Save, Night], None]
) -> None:
    after = night.after()
    spoil(after, night)
    data = after.archive.replace("savedGame", after.envelope.wrap(after.text.encode())).to_bytes()
    assert data != night.data
    with pytest.raises(VerifyError) as caught:
        prove(night.before, Save.from_bytes(data, name="spoilt.vsav"), night.declared)
    assert caught.value.exit_code == 70
    assert night.before.name in str(caught.value)


def test_a_tracker_that_nobody_declared_may_not_move(night: Night) -> None:
    declared = replace(night.declared, trackers=frozenset())
    with pytest.raises(VerifyError, match="no change speaks of"):
        prove(night.before, night.after(), declared)


@pytest.mark.parametrize("left_out", range(3))
def test_a_piece_that_nobody_declared_may_not_change(night: Night, left_out: int) -> None:
    piece_id = sorted(night.declared.pieces)[left_out]
    declared = replace(night.declared, pieces=night.declared.pieces - {piece_id})
    with pytest.raises(VerifyError):
        prove(night.before, night.after(), declared)


def another_order(archive: Archive) -> Archive:
    return Archive.of(
        [(name, archive[name]) for name in reversed(archive.names)], name=archive.name
    )


def an_entry_less(archive: Archive) -> Archive:
    return archive.remove("savedata")


def an_entry_more(archive: Archive) -> Archive:
    return archive.add("more.txt", b"more")


def another_entry_changed(archive: Archive) -> Archive:
    return archive.replace("savedata", archive["savedata"] + b"<!-- -->")


@pytest.mark.parametrize(
    "spoil", [another_order, an_entry_less, an_entry_more, another_entry_changed]
)
def test_a_difference_in_the_archive_is_caught(
    night: Night, spoil: Callable[[Archive], Archive]
) -> None:
    data = spoil(night.after().archive).to_bytes()
    with pytest.raises(VerifyError):
        prove(night.before, Save.from_bytes(data), night.declared)


def test_another_date_of_an_entry_is_caught(night: Night) -> None:
    """The date of savedGame, two bytes in the directory, is the engine's own, too."""
    data = bytearray(night.data)
    place = data.rindex(b"PK\x01\x02") + 12
    data[place] ^= 1
    local = int.from_bytes(data[place + 30 : place + 34], "little")
    data[local + 10] ^= 1
    with pytest.raises(VerifyError, match="date"):
        prove(night.before, Save.from_bytes(bytes(data)), night.declared)


def test_the_refused_bytes_are_kept_as_evidence(
    night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(edits, "say", lambda text: ["CHATsomething else"])
    with pytest.raises(VerifyError) as caught:
        play_night(night.before)
    assert Save.from_bytes(caught.value.evidence).commands.find("Chat") is not None


def test_a_marker_is_a_piece_too(night: Night) -> None:
    assert piece_of(night.before, "turn").id in night.declared.pieces
