"""Every command of the table, by samples: nothing is lost, each field is read and set alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import DATA
from vassal_bridge.formats.commands import (
    BOARDS,
    COMMANDS,
    LOG,
    OPAQUE,
    Command,
    CommandList,
    CommandSpec,
    spec_of,
)
from vassal_bridge.formats.fields import COUNTER_LEVEL, LIST_LEVEL, LISTS, NESTED, SIMPLE, Record
from vassal_bridge.formats.kinds import PlacedBoard, boards_of, set_boards

SAMPLES = [
    line.replace("\u21e5", "\t")
    for line in (DATA / "commands.txt").read_text(encoding="utf-8").split("\n")
    if not line.startswith("#")
]
IDS = [f"{number}-{spec_of(text).kind}" for number, text in enumerate(SAMPLES)]


def test_every_row_has_a_sample() -> None:
    sampled = {spec_of(text) for text in SAMPLES}
    assert [spec.kind for spec in (*COMMANDS, BOARDS, OPAQUE) if spec not in sampled] == []


@pytest.mark.parametrize("spec", [*COMMANDS, BOARDS], ids=lambda spec: spec.kind)
def test_a_row_uses_known_kinds_and_keeps_secrets_among_its_fields(spec: CommandSpec) -> None:
    layout = spec.layout
    tail = () if layout.tail is None else (layout.tail,)
    every = (*layout.fields, *tail)
    assert all(field.kind in (*SIMPLE, *NESTED, *LISTS) for field in every)
    assert len(layout.names) == len(every)
    assert set(spec.secret) <= set(layout.names)


@pytest.mark.parametrize("text", SAMPLES, ids=IDS)
@pytest.mark.parametrize("head", ["", LOG])
def test_an_untouched_sample_is_identical(text: str, head: str) -> None:
    command = Command(head + text)
    for name in command.spec.fields:
        assert isinstance(command[name], str)
        if command.has(name):
            command[name] = command[name]
    assert command.text == head + text
    assert command.record.surplus == 0


@pytest.mark.parametrize("text", SAMPLES, ids=IDS)
@pytest.mark.parametrize("head", ["", LOG])
def test_a_field_is_set_alone(text: str, head: str) -> None:
    original = Command(head + text)
    fields = [field.name for field in original.spec.layout.fields if original.has(field.name)]
    for name in fields:
        command = Command(head + text)
        value = command[name] + "7"
        command[name] = value
        again = Command(command.text)
        assert again.is_logged == bool(head)
        assert (again.kind, again[name]) == (original.kind, value)
        for other in fields:
            if other != name:
                assert again[other] == original[other]
        assert again.rest() == original.rest()


@pytest.mark.parametrize("text", SAMPLES, ids=IDS)
def test_a_missing_field_reads_as_its_default_and_can_be_added(text: str) -> None:
    original = Command(text)
    for field in original.spec.layout.fields:
        if original.has(field.name):
            continue
        assert original[field.name] == field.default
        command = Command(text)
        command[field.name] = "9"
        assert Command(command.text)[field.name] == "9"
        assert command.text.startswith(text)


def test_a_field_that_a_command_does_not_have_is_an_error() -> None:
    with pytest.raises(KeyError, match="MovePiece has no field 'state'"):
        Command("M/1/a")["state"]


@given(st.text(alphabet="ab\\' /\t", min_size=1, max_size=12))
def test_quotes_of_old_versions_hide_neither_log_nor_kind(text: str) -> None:
    command = Command("'" + LOG + "CHAT" + text + "'")
    assert command.is_logged
    assert (command.kind, command["text"]) == ("Chat", text)
    command["text"] = "new"
    assert command.text == LOG + "CHATnew"


def test_a_turn_tracker_is_read_and_set_level_by_level() -> None:
    command = Command(r"TURNTurnTracker1" + "\t" + r"1|3;0;true;8;0\;0\;0\;true,false|2;0;0;true")
    state = command.record.nested("state")
    assert state.number("current") == 1
    turns, phases = state.items("level")
    assert (turns.layout, phases.layout) == (COUNTER_LEVEL, LIST_LEVEL)
    assert (turns.number("current"), turns.flag("loop"), turns.number("limit")) == (3, True, 8)
    (inner,) = turns.items("level")
    assert inner.values("active") == ["true", "false"]
    inner["current"] = "1"
    assert state.items("level")[0].items("level")[0]["current"] == "1"


def test_a_turn_set_through_one_record_reaches_the_command() -> None:
    command = Command("LOG\tTURNTurnTracker0\t" + r"0|1;0;false;8;0\;0\;0\;true,true")
    record = command.record
    record.nested("state").items("level")[0].items("level")[0]["current"] = "1"
    assert command.text == "LOG\tTURNTurnTracker0\t" + r"0|1;0;false;8;1\;0\;0\;true,true"


def test_boards_are_read_and_laid_out_anew() -> None:
    command = Command("TheatreBoardPicker\tWest\t0\t0\tB\\/1; x/rev\t1\t0")
    assert command["map"] == "Theatre"
    boards = boards_of(command)
    assert boards == [PlacedBoard("West", 0, 0), PlacedBoard("B/1; x", 1, 0, reversed=True)]
    set_boards(command, [*boards, PlacedBoard("South", 0, 1)])
    assert command.text == "TheatreBoardPicker\tWest\t0\t0\tB\\/1; x/rev\t1\t0\tSouth\t0\t1"
    set_boards(command, [])
    assert command.text == "TheatreBoardPicker"


def test_a_zone_property_names_zone_board_and_map() -> None:
    command = Command("GlobalProperty\t;Weather\tPort\tIsland\tBeachhead;rain;")
    record: Record = command.record
    assert record.nested("name")["zone"] == "Port"
    record.nested("name")["property"] = "Sky"
    assert command.text == "GlobalProperty\t;Sky\tPort\tIsland\tBeachhead;rain;"


def test_notes_are_lines() -> None:
    command = Command("NOTES\tone\\|1||three")
    assert command.record.values("text") == ["one|1", "", "three"]
    command.record.set_values("text", ["a", "b|c"])
    assert command.text == "NOTES\ta|b\\|c"


@given(st.text(alphabet="a\\\x1b\u00e9\u20ac", max_size=20))
def test_a_stream_is_the_same_divided_before_or_after_it_is_decoded(text: str) -> None:
    commands = CommandList.from_bytes(text.encode("utf-8"))
    assert commands.text == text
    assert list(commands.outline()) == list(CommandList(text).outline())
    read = [commands.text_read(place) for place in range(len(commands))]
    assert commands.characters == len(text)
    made = [(command.level, command.text) for command in commands]
    assert made == list(commands.outline())
    assert read == [text for _, text in made]


def test_a_place_in_the_file_means_the_same_command_after_changes() -> None:
    commands = CommandList("begin_save\x1b\\\x1b+/1/stack/null\x1bend_save")
    stack = commands.read(2)
    commands.insert(1, Command("CHAT new"))
    assert (commands.read(2), commands.text_read(2)) == (stack, "+/1/stack/null")
    stack["state"] = "Sea;1;2"
    assert commands.text_read(2) == commands[3].text == "+/1/stack/Sea;1;2"
    assert commands.characters == len(commands.text)


def test_a_byte_that_is_not_utf_8_is_told_by_its_place_in_the_whole_stream() -> None:
    with pytest.raises(UnicodeDecodeError) as raised:
        CommandList.from_bytes(b"begin_save\x1b+/1/\xff")
    assert raised.value.start == 15
