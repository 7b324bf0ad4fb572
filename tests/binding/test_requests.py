"""Requests: what can be asked for from inside VASSAL, and what is said of the rest."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.built import red_beach_save
from vassal_bridge.binding.requests import (
    REQUEST_PROPERTY,
    VERBS,
    NotUnderstood,
    help_lines,
    parse_request,
    request_of,
    requests_in,
)
from vassal_bridge.formats.logs.log import Log, log_from
from vassal_bridge.formats.position import Position
from vassal_bridge.formats.save import Save
from vassal_bridge.game.judging import Asked

SEQUENCES = ("night", "night_recovery", "recovery", "hq_recovery")


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("!bridge night", Asked("night")),
        ("  !BRIDGE   Night ", Asked("night")),
        ("night recovery", Asked("night_recovery")),
        ("HQ-Recovery", Asked("hq_recovery")),
        ("next", Asked("next")),
        ("undo", Asked("undo")),
        ("undo 3", Asked("undo", count=3)),
        ("end phase", Asked("end", "phase")),
        ("end", Asked("end", "phase")),
        ("stop", Asked("stop")),
        ("stop A/1/8", Asked("stop", "A/1/8")),
        ("attack 1/8 -> 2711 with destroyer", Asked("attack", "1/8", ("2711",), ("destroyer",))),
        ("attack 1/8 to 2711", Asked("attack", "1/8", ("2711",))),
        ("Attack 1/8>2711 with", Asked("attack", "1/8", ("2711",))),
        (
            "attack A/1/8 \N{RIGHTWARDS ARROW} 2711 WITH engineer, engineer and Arty 1",
            Asked("attack", "A/1/8", ("2711",), ("engineer", "engineer", "Arty 1")),
        ),
        ("move 1/8 -> 2612 -> 2711", Asked("move", "1/8", ("2612", "2711"))),
    ],
)
def test_requests_are_read(text: str, asked: Asked) -> None:
    assert parse_request(text, SEQUENCES) == asked


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "such as !bridge next"),
        ("!bridge", "such as !bridge next"),
        ("nihgt", "Did you mean 'night'?"),
        ("atack 1/8 -> 2711", "Did you mean 'attack 1/8 -> 2711 with destroyer'?"),
        ("dance", "There is next, move, attack"),
        ("undo -1", "expected how many answers, as in 'undo 2', found '-1'"),
        ("undo 0", "found '0'"),
        ("undo all", "found 'all'"),
        ("next please", "stands alone"),
        ("end of the world", "expected 'end phase'"),
        ("attack 2711", "expected a stack and a hex, as in 'attack 1/8 -> 2711 with destroyer'"),
        ("attack -> 2711", "expected a stack and a hex"),
        ("move 1/8 ->", "expected a stack and a hex, as in 'move 1/8 -> 2612 -> 2711'"),
    ],
)
def test_what_is_not_understood_is_said_with_an_example(text: str, said: str) -> None:
    with pytest.raises(NotUnderstood) as caught:
        parse_request(text, SEQUENCES)
    assert said in str(caught.value)


@given(st.text(max_size=40))
def test_every_text_is_read_or_refused_in_a_sentence(text: str) -> None:
    said = ""
    try:
        said = parse_request(text, SEQUENCES).verb
    except NotUnderstood as error:
        said = str(error).partition(" ")[0]
    assert said


@pytest.mark.parametrize("name", VERBS)
def test_each_example_is_a_request_that_reads_as_it_is_told(name: str) -> None:
    asked = parse_request(VERBS[name].example, SEQUENCES)
    assert asked.verb == name
    assert parse_request(str(asked), SEQUENCES) == asked


def test_help_has_a_line_for_each_verb_and_sequence() -> None:
    lines = help_lines({"night": "a night turn"})
    assert len(lines) == len(VERBS) + 1
    assert lines[-1] == "night: a night turn"


def test_a_button_asks_by_a_property() -> None:
    save = red_beach_save("first_night")
    position = Position(save)
    assert request_of(position) == ""
    lines = [c for c in save.commands.all("SetGlobalProperty") if c["name"] == REQUEST_PROPERTY]
    assert lines
    lines[0]["value"] = " night "
    assert request_of(Position(Save.from_bytes(save.to_bytes()))) == "night"


def test_chat_asks_in_a_log_and_only_what_was_typed_counts() -> None:
    lines = [
        "CHAT&lt;Ann&gt; - !bridge attack 1/8 -&gt; 2711",
        "CHAT<Ann> - what does !bridge do?",
        "CHAT* vassal-bridge: ask with !bridge help *",
        "CHAT<Ann> - !Bridge   undo 2",
        "CHAT<Ann> - !bridges are high",
    ]
    data = log_from(red_beach_save("first_night"), [[line] for line in lines])
    assert requests_in(Log(Save.from_bytes(data))) == ("attack 1/8 -> 2711", "undo 2")
