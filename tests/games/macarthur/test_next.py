"""[3.0] What `next` plays of each phase, and what it leaves to the players."""

import pytest

from automation.macarthur.next import PHASES, play_next
from automation.policies import Scripted, Sensible
from modules.macarthur.rules import chits, secrets, turns
from modules.macarthur.rules.landing import beach_label
from tests.macarthur_sea import arrow, japanese, position, where
from vassal_bridge.game.dice import SeededDice
from vassal_bridge.game.sequence import run
from vassal_bridge.game.simulate import Setup, play_through

BARE = position()
HAYES = str(BARE.board.fields["John Hayes"].hex)
COMBAT = "Japanese Combat"


def story(state, answers=()):
    return run(play_next, state, SeededDice(3), Scripted(answers, Sensible())).story


@pytest.mark.parametrize("phase", turns.PHASES)
def test_mac_3_0_a_each_phase_is_played_told_and_left(phase: str) -> None:
    state = position(turn=3, phase=phase)
    told = story(state)
    assert told[0] == f"Turn 3, {phase}"
    assert (state.turn, state.phase) == turns.after("Turn 3", phase)
    assert turns.step_of(phase) in PHASES


def test_what_the_players_do_by_hand_is_told_in_one_line() -> None:
    for step in (turns.LAND, turns.COMBAT):
        for side in (turns.JAPANESE_PHASES, turns.ALLIED_PHASES):
            told = story(position(turn=3, phase=f"{side} {step}"))
            assert [line[:8] for line in told[1:]] == ["By hand:"]


def test_mac_1_3_a_before_turn_1_chits_are_drawn_and_secrets_sealed() -> None:
    state = position(notes={"Japanese chit": 0})
    story(state)
    assert chits.allied_chit(state) is not None
    assert chits.japanese_chit(state) in range(1, 8)
    promised = secrets.promises(state)
    assert {"Japanese chit", "submarines of turn 1", "battery 26"} <= promised.keys()


def test_mac_4_4_5_b_the_naval_phase_writes_the_next_beach_once_and_none_after_the_last() -> None:
    state = position(turn=3, phase="Japanese Naval")
    story(state)
    assert beach_label(4) in secrets.promises(state)
    last = position(turn=13, phase="Japanese Naval")
    story(last)
    assert beach_label(14) not in secrets.promises(last)


def test_mac_4_4_6_landings_of_the_combat_phase_are_played_and_may_advance() -> None:
    state = position(japanese("foot", arrow(BARE, "Bicol 1")), turn=2, phase=COMBAT)
    story(state)
    assert where(state, "foot") == "Bicol 1"
    told = story(state)
    assert "Bicol 1 is taken by Japan [8.1]" in told


def test_mac_8_4_4_a_a_field_that_the_enemy_has_entered_is_left_and_taken() -> None:
    units = japanese("foot", HAYES)
    state = position(units, turn=2, phase="Japanese Land Movement", at={"B-18 1": "John Hayes"})
    told = story(state)
    assert "John Hayes is taken by Japan [8.1]" in told
    assert where(state, "B-18 1") != "John Hayes"


def test_2_2_1_the_phase_of_another_player_waits_for_him(monkeypatch, tmp_path) -> None:
    state = position(notes={"Japanese chit": 0})
    story(state)
    monkeypatch.setenv("VASSAL_BRIDGE_HOME", str(tmp_path / "other"))
    assert "it is Japan's turn to play on, with `next`; the marker stays" in story(state)[-1]
    assert state.phase == "Japanese Naval"


def test_11_1_another_players_submarines_are_left_to_him(monkeypatch, tmp_path) -> None:
    state = position()
    story(state)
    monkeypatch.setenv("VASSAL_BRIDGE_HOME", str(tmp_path / "other"))
    later_on = {"turn": "Turn 4", "phase": turns.REINFORCEMENT}
    later = type(state)(state.board, state.units.values(), {**state.tracks, **later_on})
    assert "it is the Allied player's turn" in story(later)[-1]
    assert secrets.latest(later, "submarines") == "submarines of turn 1"


@pytest.mark.parametrize(
    ("scenario", "policy"),
    [
        ("road_to_bataan", "default"),
        *(
            pytest.param(scenario, "random", marks=pytest.mark.slow)
            for scenario in ("road_to_bataan", "main_assault")
        ),
    ],
)
def test_a_whole_game_in_the_air_and_at_sea_ends(scenario: str, policy: str) -> None:
    for seed in range(1 if policy == "default" else 25):
        state, outcome = play_through(Setup("macarthur", scenario, "house", policy), seed)
        assert state.turn == turns.END
        assert state.status() == []
        assert outcome.changes
