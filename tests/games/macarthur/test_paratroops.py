import pytest

from modules.macarthur.rules import paratroops, transports
from modules.macarthur.units import Mission
from tests.macarthur_sea import (
    JAPANESE_AIR,
    JAPANESE_COMBAT,
    allied,
    japanese,
    play,
    position,
    where,
)
from vassal_bridge.errors import RuleError

BOARD = position().board
TARLAC = BOARD.places["Tarlac"]
ROCK = BOARD.places["Corregidor"]
ROUGH = next(one for one in sorted(BOARD.terrain) if BOARD.terrain[one] == "rough")
UNIT = "1 Yokosuka"
CHIT_7 = {"Japanese chit": 7}
"""The chit that gives both battalions of paratroops."""


def dropped(zone: str, *extra, phase: str = JAPANESE_COMBAT, **more):
    """Return the combat phase after a drop."""
    return position(*extra, phase=phase, at={UNIT: zone}, notes={f"dropped {UNIT}": 1}, **more)


def test_mac_12_1_a_no_transport_points_are_used() -> None:
    state = position(phase=JAPANESE_AIR, notes=CHIT_7)
    play(paratroops.drop, state, answers=[UNIT, TARLAC])
    assert where(state, UNIT) == TARLAC
    assert transports.sailings(state).operational == {}


def test_mac_12_1_b_from_kagi_one_unit_a_turn() -> None:
    state = position(phase=JAPANESE_AIR, notes=CHIT_7)
    play(paratroops.drop, state, answers=[UNIT, TARLAC])
    with pytest.raises(RuleError, match="need a Tina at Kagi"):
        play(paratroops.drop, state, answers=[UNIT, TARLAC])
    with pytest.raises(RuleError, match="need a Tina at Kagi"):
        play(paratroops.drop, position(phase=JAPANESE_AIR, notes=CHIT_7, at={"Tina 1": "Takao"}))


def test_mac_12_1_c_not_into_cities() -> None:
    state = position(phase=JAPANESE_AIR, notes=CHIT_7)
    manila = BOARD.places["Manila"]
    assert "is a city [12.1]" in paratroops.forbidden(state, manila)
    assert manila not in paratroops.drop_zones(state)
    assert TARLAC in paratroops.drop_zones(state)


def test_mac_12_2_a_range_counts_and_flak_fires_first() -> None:
    state = position(allied("flak", TARLAC, kind="aa"), phase=JAPANESE_AIR, notes=CHIT_7)
    assert state.board.tables.lookup("anti_aircraft", 7, "aa") == "-"
    outcome = play(paratroops.drop, state, dice=[3, 4], answers=[UNIT, TARLAC])
    assert len(outcome.rolls) == 1
    assert where(state, UNIT) == TARLAC
    assert state.units["Tina 1"].mission == Mission.SPENT


def test_mac_12_2_b_lost_with_its_aircraft() -> None:
    state = position(allied("flak", TARLAC, kind="aa"), phase=JAPANESE_AIR, notes=CHIT_7)
    assert state.board.tables.lookup("anti_aircraft", 2, "aa") == "2E"
    play(paratroops.drop, state, dice=[1, 1], answers=[UNIT, TARLAC])
    assert where(state, "Tina 1") == "Eliminated"
    assert where(state, UNIT) == "Eliminated"


def test_mac_12_2_c_where_the_aircraft_turns_back_the_unit_goes_home_with_it() -> None:
    state = position(allied("flak", TARLAC, kind="aa"), phase=JAPANESE_AIR, notes=CHIT_7)
    assert state.board.tables.lookup("anti_aircraft", 6, "aa") == "A"
    play(paratroops.drop, state, dice=[3, 3], answers=[UNIT, TARLAC])
    assert where(state, UNIT) == "Formosa"
    assert where(state, "Tina 1") == "Kagi"


def test_mac_12_3_a_on_an_enemy_it_must_attack_with_1() -> None:
    state = dropped(TARLAC, allied("pa", TARLAC))
    outcome = play(paratroops.fight, state, answers=["no", "cleared"])
    assert any("must attack 1 units" in line and "DRM +1" in line for line in outcome.story)
    assert where(state, UNIT) == TARLAC
    assert play(paratroops.fight, dropped(TARLAC)).events == ()


def test_mac_12_3_b_with_enemies_left_it_retreats_by_a_hex() -> None:
    state = dropped(TARLAC, allied("pa", TARLAC))
    play(paratroops.fight, state, answers=["no", "held"])
    assert BOARD.sheet.distance(TARLAC, where(state, UNIT)) == 1


def test_mac_12_3_b_on_corregidor_it_is_destroyed() -> None:
    state = dropped(ROCK)
    assert state.ground_at(ROCK, "allied")
    play(paratroops.fight, state, answers=["done", "no", "held"])
    assert where(state, UNIT) == "Eliminated"


def test_mac_12_3_c_and_12_3_d_modifiers() -> None:
    clear, rough = dropped(TARLAC), dropped(ROUGH)
    friend = japanese("friend", TARLAC)
    para = japanese("para", TARLAC, kind="parachute")
    assert paratroops.modifier(clear, clear.units[UNIT], []) == 1
    assert paratroops.modifier(clear, clear.units[UNIT], [para]) == 1
    assert paratroops.modifier(clear, clear.units[UNIT], [friend]) == 0
    assert paratroops.modifier(rough, rough.units[UNIT], []) == 3
    assert paratroops.modifier(rough, rough.units[UNIT], [friend]) == 2


def test_mac_12_3_e_it_does_not_move_on_that_turn() -> None:
    state = position(phase=JAPANESE_AIR, notes=CHIT_7)
    play(paratroops.drop, state, answers=[UNIT, TARLAC])
    assert state.units[UNIT].moved


def test_mac_10_2_1_f_a_drop_takes_an_island_without_units() -> None:
    garrison = [unit.id for unit in position().ground_at(ROCK, "allied")]
    state = position(phase=JAPANESE_AIR, notes=CHIT_7, without=garrison)
    play(paratroops.drop, state, answers=[UNIT, ROCK])
    assert where(state, UNIT) == ROCK


def test_mac_16_1_4_1_a_chits_6_and_7_bring_paratroops() -> None:
    state = position()
    both = [state.units[UNIT], state.units["3 Yokosuka"]]
    assert [paratroops.may_fly(state, unit, 1) for unit in both] == [False, False]
    assert [paratroops.may_fly(state, unit, 6) for unit in both] == [True, False]
    assert [paratroops.may_fly(state, unit, 7) for unit in both] == [True, True]
    assert paratroops.jumpers(state) == ()
    assert list(paratroops.jumpers(position(notes=CHIT_7))) == both


def test_paratroops_fly_in_the_air_phase_and_fight_in_the_combat_phase() -> None:
    with pytest.raises(RuleError, match="air phase"):
        play(paratroops.drop, position(phase=JAPANESE_COMBAT))
    with pytest.raises(RuleError, match="combat phase"):
        play(paratroops.fight, position(phase=JAPANESE_AIR, notes=CHIT_7))
