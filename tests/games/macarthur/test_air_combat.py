"""[8.6] Air-to-air combat: naming, matching, simultaneous fire, lost shots."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modules.macarthur.rules.air import attacks, recover
from modules.macarthur.rules.air_to_air import Shot, fight, fire, name_attacks, result
from modules.macarthur.rules.raids import patrol
from modules.macarthur.state import State
from modules.macarthur.units import Mission
from tests.macarthur_air import ALLIED_AIR, CLARK, board, dead, over, play, raid, sky
from vassal_bridge.game.sequence import Steps

CAP = over(CLARK, "cap", "Clark", "patrol")
ESCORT = over(CLARK, "escort", "Tainan")
BOMB = over(CLARK, "bomb", "Takao")
PARKED = {"B-17 1": "Clark"}
"""An aircraft on the ground, for which CAP must fight [8.5.4.1]."""


def named(state: State, answers: list[str]) -> list[Shot]:
    found: list[Shot] = []

    def sequence(s: State) -> Steps[None]:
        found.extend((yield from name_attacks(s, raid(), patrol(s, raid()))))

    play(sequence, state, answers=answers)
    return found


def pairs(shots: list[Shot]) -> set[tuple[str, str]]:
    return {(shot.firer, shot.target) for shot in shots}


def test_mac_8_6_a_and_8_0_a_a_raid_into_a_cap_hex_is_fought_in_the_air() -> None:
    state = sky({"P-40E 5": CAP, "Betty 1": BOMB, **PARKED})
    outcome = play(lambda s: fight(s, raid()), state, dice=[6, 6, 6, 6])
    assert len(outcome.rolls) == 2
    quiet = sky({"Betty 1": BOMB, **PARKED})
    assert play(lambda s: fight(s, raid()), quiet).events == ()


def test_mac_8_6_1_a_the_attacker_parts_escorts_and_bombers() -> None:
    state = sky({"Zeke 1": ESCORT, "Betty 1": BOMB})
    assert [unit.id for unit in raid().fighters(state)] == ["Zeke 1"]
    assert [unit.id for unit in raid().bombers(state)] == ["Betty 1"]


def test_mac_8_6_1_b_cap_fights_the_raids_of_both_services() -> None:
    state = sky(
        {"P-40E 5": CAP, "Betty 1": BOMB, "Sally 1": over(CLARK, "bomb", "Chosu"), **PARKED}
    )
    fought = [
        event.why
        for service in ("army", "navy")
        for event in play(
            lambda s, service=service: fight(s, raid(service=service)), state, dice=[6] * 4
        ).rolls
    ]
    assert [why for why in fought if "P-40E 5 at" in why] == [
        "[8.6.4] P-40E 5 at Sally 1",
        "[8.6.4] P-40E 5 at Betty 1",
    ]


def test_mac_8_6_1_c_cap_and_escorts_are_matched_one_to_one() -> None:
    state = sky({"P-40E 5": CAP, "P-40E 6": CAP, "Zeke 1": ESCORT, "Zeke 2": ESCORT})
    shots = named(state, ["Zeke 2"])
    assert pairs(shots) == {
        ("P-40E 5", "Zeke 2"), ("Zeke 2", "P-40E 5"), ("P-40E 6", "Zeke 1"), ("Zeke 1", "P-40E 6"),
    }  # fmt: skip


def test_mac_8_6_1_d_spare_cap_joins_a_fight_or_takes_a_bomber() -> None:
    state = sky({"P-40E 5": CAP, "P-40E 6": CAP, "Zeke 1": ESCORT, "Betty 1": BOMB})
    assert ("P-40E 6", "Betty 1") in pairs(named(state, ["Betty 1"]))
    assert ("P-40E 6", "Zeke 1") in pairs(named(state, ["Zeke 1"]))


def test_mac_8_6_1_e_spare_escorts_attack_or_wait() -> None:
    state = sky({"P-40E 5": CAP, "Zeke 1": ESCORT, "Zeke 2": ESCORT})
    assert ("Zeke 2", "P-40E 5") in pairs(named(state, ["Zeke 1", "P-40E 5"]))
    assert "Zeke 2" not in {shot.firer for shot in named(state, ["Zeke 1", "wait"])}


def test_mac_8_6_2_a_and_8_6_3_a_each_attacks_once_and_a_bomber_may_be_attacked_twice() -> None:
    state = sky({"P-40E 5": CAP, "P-40E 6": CAP, "Betty 1": BOMB, "Betty 2": BOMB})
    shots = named(state, ["Betty 2", "Betty 2"])
    firers = [shot.firer for shot in shots]
    assert sorted(firers) == ["Betty 2", "P-40E 5", "P-40E 6"]


def test_mac_8_6_2_b_all_attacks_are_named_before_the_first_roll() -> None:
    state = sky({"P-40E 5": CAP, "P-40E 6": CAP, "Betty 1": BOMB, "Betty 2": BOMB, **PARKED})
    outcome = play(lambda s: fight(s, raid()), state, dice=[6] * 6)
    kinds = [type(event).__name__ for event in outcome.events]
    assert "Chosen" in kinds
    assert "Chosen" not in kinds[kinds.index("Rolled") :]


def test_mac_8_6_3_b_a_bomber_fires_at_its_attacker_alone() -> None:
    state = sky({"P-40E 5": CAP, "P-40E 6": CAP, "Betty 1": BOMB, "Betty 2": BOMB})
    shots = named(state, ["Betty 1", "Betty 1", "P-40E 6"])
    assert [shot.target for shot in shots if shot.firer == "Betty 1"] == ["P-40E 6"]
    assert not [shot for shot in shots if shot.firer == "Betty 2"]


def test_mac_8_6_4_a_and_8_6_4_b_the_differential_gives_the_row() -> None:
    """A P-40E of attack 4 at a Betty of defence 2 is fired on the row of +2: E up to 24."""
    state = sky({"P-40E 5": CAP, "Betty 1": BOMB})
    shot = Shot("P-40E 5", "Betty 1", "allied")
    assert int(board().tables.lookup("air_to_air", 2, "E")) == 24
    play(lambda s: fire(s, [shot]), state, dice=[2, 4])
    assert dead(state) == {"Betty 1"}


def test_mac_8_6_4_c_and_8_6_5_a_the_coloured_die_comes_first() -> None:
    assert result(board(), 2, (2, 4), is_bomber=False) == "E"
    assert result(board(), 2, (4, 2), is_bomber=False) == "-"
    assert result(board(), 2, (2, 5), is_bomber=False) == "-"


@given(st.integers(-9, 9), st.tuples(st.integers(1, 6), st.integers(1, 6)))
def test_mac_8_6_5_a_and_8_6_5_b_thresholds(differential: int, faces: tuple[int, int]) -> None:
    rolled = 10 * faces[0] + faces[1]
    row = max(-6, min(6, differential))
    dies = rolled <= int(board().tables.lookup("air_to_air", row, "E"))
    turns = rolled <= int(board().tables.lookup("air_to_air", row, "A"))
    assert result(board(), differential, faces, is_bomber=False) == ("E" if dies else "-")
    expected = "E" if dies else "abort" if turns else "-"
    assert result(board(), differential, faces, is_bomber=True) == expected


def test_mac_8_6_5_b_an_aborted_bomber_goes_home_inverted() -> None:
    state = sky({"P-40E 5": CAP, "Betty 1": BOMB})
    play(lambda s: fire(s, [Shot("P-40E 5", "Betty 1", "allied")]), state, dice=[3, 1])
    betty = state.units["Betty 1"]
    assert (betty.location, betty.face, betty.mission, betty.base) == ("Takao", "back", "", "")


def test_mac_8_6_5_c_it_stays_down_for_the_next_air_phase_of_its_side() -> None:
    state = sky({"P-40E 5": CAP, "Betty 1": BOMB})
    play(lambda s: fire(s, [Shot("P-40E 5", "Betty 1", "allied")]), state, dice=[3, 1])
    faces = []
    for _ in range(2):
        play(recover, state)
        faces.append(state.units["Betty 1"].face)
    assert faces == ["back", "front"]


def test_mac_8_6_5_c_aborted_in_the_enemys_phase_its_own_next_one_is_that_one() -> None:
    state = sky({"Zeke 1": over(CLARK, "cap", "Tainan"), "B-17 1": BOMB}, phase="Japanese Naval")
    play(lambda s: fire(s, [Shot("Zeke 1", "B-17 1", "jp")]), state, dice=[2, 6])
    assert state.units["B-17 1"].face == "back"
    allied = sky({"B-17 1": ("Clark", {"face": "back"})}, phase=ALLIED_AIR)
    play(recover, allied)
    assert allied.units["B-17 1"].face == "front"


def test_mac_8_6_6_a_all_fire_counts_even_of_those_that_are_lost() -> None:
    state = sky({"P-40E 5": CAP, "Zeke 1": ESCORT})
    shots = [Shot("P-40E 5", "Zeke 1", "allied"), Shot("Zeke 1", "P-40E 5", "jp")]
    play(lambda s: fire(s, shots), state, dice=[1, 1, 1, 1])
    assert dead(state) == {"P-40E 5", "Zeke 1"}


def test_mac_8_6_6_b_a_shot_at_what_a_friend_destroyed_is_lost() -> None:
    state = sky({"P-40E 5": CAP, "P-40E 6": CAP, "Betty 1": BOMB})
    shots = [Shot(name, "Betty 1", "allied") for name in ("P-40E 5", "P-40E 6")]
    outcome = play(lambda s: fire(s, shots), state, dice=[1, 1])
    assert len(outcome.rolls) == 1


def test_mac_8_6_a_cap_leaves_alone_what_has_attacked_already() -> None:
    state = sky({"P-40E 5": CAP, "Betty 1": over(CLARK, "spent", "Takao"), **PARKED})
    assert play(lambda s: fight(s, raid()), state).events == ()


def test_fighters_never_abort() -> None:
    assert result(board(), 0, (2, 5), is_bomber=False) == "-"
    assert result(board(), 0, (2, 5), is_bomber=True) == "abort"


@pytest.mark.parametrize("name", ["escort", "strafe"])
def test_a_fighter_that_fought_does_not_strafe_any_more(name: str) -> None:
    state = sky({"P-40E 5": CAP, "Zeke 1": over(CLARK, name, "Tainan"), **PARKED})
    play(lambda s: fight(s, raid()), state, dice=[6] * 4)
    assert state.units["Zeke 1"].mission == Mission.ENGAGED


def test_mac_8_3_2_a_and_8_7_4_a_fighters_then_flak_then_bombs() -> None:
    state = sky({"P-40E 5": CAP, "Betty 1": BOMB, "200 AA": CLARK, **PARKED})
    outcome = play(attacks, state, dice=[1, 6, 6, 6, 6, 6, 6, 6, 6])
    whys = [rolled.why.partition("]")[0] for rolled in outcome.rolls]
    assert whys == ["[8.4", "[8.6.4", "[8.6.4", "[8.7", "[8.3.2"]
