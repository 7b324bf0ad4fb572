"""Each sequence of MacArthur alone, on a save that was built for it: run, proved, and run again.

`play` reads the new save again and compares it with the state after the changes; `as_log` replays
the log and compares where it ends with that save.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

import pytest

from modules.macarthur import GAME
from tests.built import undrawn_save_of
from tests.macarthur_saves import NAME, after, played, prepared, state_of
from tests.macarthur_sea import house_board
from vassal_bridge.binding.play import Played, as_log
from vassal_bridge.errors import RuleError
from vassal_bridge.formats.logs.log import Log
from vassal_bridge.formats.save import Save
from vassal_bridge.game.changes import Value

Fields = Mapping[str, Mapping[str, Value]]


@dataclass(frozen=True)
class Case:
    """A save for one sequence, the answers given to it, and what it tells.

    `first` are sequences that are played before it. `again` is what a second run says: a line of
    its story, or the words with which it is `refused`; nothing where it finds nothing to do, and
    None where dice decide.
    """

    told: str = ""
    scenario: str = "first_day"
    units: Fields = field(default_factory=dict)
    tracks: Mapping[str, str | int] = field(default_factory=dict)
    first: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    again: str | None = ""
    refused: str = ""
    options: tuple[int, ...] = ()


BOARD = house_board()
ROCK = BOARD.places["Corregidor"]
BESIDE = next(one for one in BOARD.sheet.neighbours(ROCK) if BOARD.is_land(one))
HAYES = str(BOARD.fields["John Hayes"].hex)
CLARK, IBA = str(BOARD.fields["Clark"].hex), str(BOARD.fields["Iba"].hex)
MANILA, CAVITE = BOARD.places["Manila"], BOARD.places["Cavite"]
CHIT = "Japanese chit=7"
BEFORE = {"turn": "Turn 1", "phase": "Reinforcement"}
NAVAL = {"turn": "Turn 1", "phase": "Japanese Naval", "notes": CHIT}
COMBAT = {"turn": "Turn 2", "phase": "Japanese Combat"}
PLAN = ("air_plan",)
OVER_CLARK: Fields = {
    "Zeke 1": {"location": CLARK, "mission": "strafe", "target": "field", "base": "Tainan"}
}
OVER_IBA: Fields = {
    "Betty 1": {"location": IBA, "mission": "bomb", "target": "field", "base": "Takao"},
    "P-40E 3": {"location": IBA, "mission": "scramble", "target": "field", "base": "Iba"},
}

CASES: Mapping[str, Case] = {
    "next": Case("Turn 1, Reinforcement", "road_to_bataan", again="Turn 1, Japanese Naval"),
    "air": Case("Attack @Clark", refused="it is Japanese Land Movement"),
    "air_plan": Case("-> the field Clark", again=None),
    "air_attacks": Case("Attack @Clark", first=PLAN),
    "air_scramble": Case("Scramble Clark", first=PLAN, again="Scramble"),
    "air_combat": Case("Air combat @", units=OVER_IBA, again=None),
    "air_flak": Case("AA ", first=PLAN, again="AA "),
    "air_bombing": Case("factors @", first=PLAN),
    "air_strafing": Case("Zeke 1 strafes", units=OVER_CLARK),
    "air_end": Case(units={"Betty 1": {"face": "back"}}),
    "air_home": Case(first=PLAN),
    "air_overrun": Case(
        "John Hayes is taken by Japan",
        units={"1/48": {"location": HAYES}, "B-18 1": {"location": "John Hayes"}},
    ),
    "reinforcement": Case("Sealed, submarines of turn 1", "road_to_bataan"),
    "naval": Case(
        "Transports: ",
        "road_to_bataan",
        tracks=NAVAL,
        answers=("Bicol 2", "1/48", "done", "done"),
        refused="at sea already",
    ),
    "beach": Case("Sealed, beach of turn 2", again="Sealed, beach of turn 2"),
    "landing": Case(
        "Bicol 2: 1 unit ashore without a fight",
        units={"1/48": {"location": "Off Bicol 2"}},
        tracks=COMBAT,
    ),
    "boats": Case(
        "31 PH goes by boat",
        units={"31 PH": {"location": MANILA}},
        tracks={"phase": "Allied Naval"},
        answers=("31 PH", CAVITE, "done"),
    ),
    "submarines": Case(
        "Sealed, submarines", tracks=BEFORE, refused="Reinforcement phase of even turns"
    ),
    "batteries": Case("26 promises together", refused="have their numbers already"),
    "corregidor": Case("26 batteries left", again="26 batteries left"),
    "corregidor_defence": Case("Corregidor is defended by", again="Corregidor is defended by"),
    "bombard": Case("1 HA bombards Corregidor", units={"1 HA": {"location": BESIDE}}),
    "paratroops": Case(
        "Tina 1 flies", tracks={"notes": CHIT}, refused="paratroops need a Tina at Kagi"
    ),
    "paratroop_combat": Case(
        "must attack",
        units={"1 Yokosuka": {"location": HAYES}, "31 PH": {"location": HAYES}},
        tracks={**COMBAT, "notes": "dropped 1 Yokosuka=2"},
    ),
    "withdrawals": Case("is withdrawn [14.5]", tracks={"turn": "Turn 7", "phase": "Reinforcement"}),
    "allied_opening": Case(
        "it is Japan's turn to play on", "road_to_bataan", again="it is Japan's turn to play on"
    ),
    "allied_chit": Case("Allied chit ", tracks=BEFORE, refused="drawn already"),
    "japanese_chit": Case("Sealed, Japanese chit", tracks=BEFORE, refused="drawn already"),
    "transport_turns": Case(
        "Sealed, strategic arrival die 1",
        tracks=BEFORE,
        options=(2,),
        again="Sealed, strategic arrival die 2",
    ),
    "convoys": Case("replaces", tracks={**BEFORE, "notes": "Allied chit=5"}),
    "scout": Case("Clark: fighters and bombers", answers=("Clark",), again="[16.1.2.3]"),
    "check_setup": Case("The set-up keeps to", again="The set-up keeps to"),
    "main_assault": Case(
        "batteries are destroyed before", "main_assault", refused="have their numbers already"
    ),
    "seal_japanese": Case("Sealed, Japanese airfield charts", refused="sealed already"),
    "open_japanese": Case(
        "Japanese airfield charts are open", first=("seal_japanese",), refused="not sealed"
    ),
    "seal_allied": Case("Sealed, Allied airfield charts", refused="sealed already"),
    "open_allied": Case(
        "Allied airfield charts are open", first=("seal_allied",), refused="not sealed"
    ),
    "disclose": Case("Disclosed, beach", first=("beach",), again="Disclosed, beach"),
}
WHOLE_GAME = {"campaign"}
"""Played on saves by tests/conformance."""
SAMPLE = ("next", "naval", "landing", "bombard", "withdrawals")
"""Those that the everyday run plays; the others on demand, as every second run."""


@cache
def given(name: str) -> Save:
    """Return the save for a sequence."""
    case = CASES[name]
    save = prepared(undrawn_save_of(NAME, case.scenario), case.units, case.tracks)
    for before in case.first:
        save = after(save, before)
    return save


def run_once(name: str) -> Played:
    case = CASES[name]
    return played(given(name), name, case.answers, options=case.options)


def test_there_is_a_save_for_every_sequence() -> None:
    assert CASES.keys() | WHOLE_GAME == GAME.sequences.keys()


def check(name: str) -> Played:
    found = run_once(name)
    assert found.problems == ()
    assert found.outcome.changes
    assert any(CASES[name].told in line for line in found.story)
    assert state_of(Save.from_bytes(found.data, name="after")).status() == []
    return found


@pytest.mark.parametrize("name", SAMPLE)
def test_a_sequence_alone_on_its_save_is_proved(name: str) -> None:
    log = Log(Save.from_bytes(as_log(given(name), check(name)), name="turn.vlog"))
    assert log.steps


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(CASES))
def test_every_sequence_on_its_save_is_proved_steps_as_a_log_and_runs_again(name: str) -> None:
    case, found = CASES[name], run_once(name)
    assert found.problems == ()
    assert any(case.told in line for line in ("", *found.story))
    log = Log(Save.from_bytes(as_log(given(name), found), name="turn.vlog"))
    assert len(log.steps) >= len(found.chat)
    save = Save.from_bytes(found.data, name="after.vsav")
    if case.refused:
        with pytest.raises(RuleError, match=case.refused):
            played(save, name, options=case.options)
        return
    again = played(save, name, options=case.options)
    assert again.problems == ()
    if case.again:
        assert any(case.again in line for line in again.story)
    elif case.again is not None:
        assert not any(case.told in line for line in again.story if case.told)
