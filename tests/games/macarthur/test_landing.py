import pytest

from modules.macarthur.rules import (
    coast,
    fields,
    landing,
    local_movement,
    missions,
    scramble,
    secrets,
    submarines,
    transports,
)
from modules.macarthur.rules.landing import advance_left, allowed_beaches, naval_problems
from modules.macarthur.rules.ranges import distance
from tests.macarthur_sea import (
    JAPANESE_COMBAT,
    JAPANESE_NAVAL,
    allied,
    arrow,
    japanese,
    play,
    position,
    where,
)
from vassal_bridge.errors import RuleError

BARE = position()
LINGAYEN = coast.beach_hex(BARE.board, "Lingayen")
OFF_LINGAYEN = arrow(BARE, "Lingayen")
OFF_VIGAN = arrow(BARE, "Vigan")
EMPTY_LINGAYEN = ("11/11 PA", "12/11 PA", "21/21 PA", "22/21 PA", "23/21 PA", "21 PA Art")


def written(beach: str, *, turn: int = 2, **more):
    """Return the naval phase of a turn for which a beach was written the turn before."""
    state = position(turn=turn - 1, phase=JAPANESE_NAVAL, **more)
    play(landing.write_beach, state, dice=[17, 4242], answers=[beach])
    later = position(turn=turn, phase=JAPANESE_NAVAL, **more)
    tracks = {**later.tracks, "seals": state.tracks["seals"], "notes": state.tracks["notes"]}
    return type(later)(later.board, later.units.values(), tracks)


def test_mac_t3_vigan_and_agno_are_beside_lingayen() -> None:
    assert set(coast.neighbours(BARE.board, "Lingayen")) == {"Vigan", "Agno"}


def test_mac_4_4_5_d_whoever_is_beside_a_beach_has_it_beside_itself() -> None:
    names = BARE.board.tables.shape("beaches").rows
    for name in names:
        for other in coast.neighbours(BARE.board, name):
            assert name in coast.neighbours(BARE.board, other)


def test_mac_4_4_4_a_each_beach_has_an_arrow_off_it_that_points_to_no_other() -> None:
    arrows = [
        hex_id
        for name in coast.beach_names(BARE.board)
        for hex_id in coast.arrows(BARE.board, name)
    ]
    assert len(arrows) == len(set(arrows))
    for name in coast.beach_names(BARE.board):
        assert coast.beach_off(BARE.board, arrow(BARE, name)) == name
    assert coast.beach_off(BARE.board, LINGAYEN) is None


def test_mac_4_4_5_a_on_turn_1_any_beaches() -> None:
    state = position(at={"1/48": OFF_LINGAYEN, "1/16": OFF_VIGAN}, phase=JAPANESE_NAVAL)
    assert allowed_beaches(state) == coast.beach_names(state.board)
    assert naval_problems(state) == []


def test_mac_4_4_5_b_the_beach_of_the_next_turn_is_written_in_secret() -> None:
    state = position(turn=1, phase=JAPANESE_NAVAL)
    outcome = play(landing.write_beach, state, dice=[17, 4242], answers=["Agno"])
    assert secrets.known(state, "beach of turn 2") == "Agno"
    assert not any("Agno" in line for line in outcome.story)
    assert not any("Agno" in str(value) for value in state.tracks.values())


def test_mac_4_4_5_c_that_beach_one_beside_it_or_none() -> None:
    assert set(allowed_beaches(written("Lingayen"))) == {"Agno", "Lingayen", "Vigan"}
    assert allowed_beaches(written("none")) == ()
    assert allowed_beaches(position(turn=2, phase=JAPANESE_NAVAL)) == ()
    (text,) = naval_problems(written("Baler", at={"1/48": OFF_LINGAYEN}))
    assert text == "nothing may land at Lingayen on turn 2, only at Baler, Infanta, Vigan [4.4.5]"


def test_mac_4_4_5_e_from_turn_2_on_one_beach_of_the_three() -> None:
    (text,) = naval_problems(written("Lingayen", at={"1/48": OFF_LINGAYEN, "1/16": OFF_VIGAN}))
    assert text == "turn 2: expected one beach, found Lingayen, Vigan [4.4.5]"


def test_mac_4_4_4_b_no_more_than_32_points_land_in_a_hex() -> None:
    units = [japanese(f"x{n}", OFF_LINGAYEN, points=11) for n in range(3)]
    state = position(*units, turn=1, phase=JAPANESE_NAVAL, notes={"Japanese chit": 7})
    assert "33 SP at Lingayen: no more than 32 may land [4.4.4]" in naval_problems(state)
    state = position(*units[:2], turn=1, phase=JAPANESE_NAVAL, notes={"Japanese chit": 7})
    assert naval_problems(state) == []


def test_mac_4_4_1_a_and_4_4_2_b_units_come_from_formosa_by_transports() -> None:
    state = position(phase=JAPANESE_NAVAL)
    answers = ["Lingayen", "1/48", "done", "done"]
    play(landing.naval_phase, state, answers=answers)
    assert where(state, "1/48") == OFF_LINGAYEN
    assert transports.sailings(state).operational == {1: 4}
    with pytest.raises(RuleError, match="at sea already"):
        play(landing.naval_phase, state)


def test_mac_4_4_2_b_a_landing_without_transports_is_refused() -> None:
    state = position(
        japanese("big", OFF_LINGAYEN, points=6),
        phase=JAPANESE_NAVAL,
        transports={"operational 1": 0},
        turn=1,
    )
    crowd = position(
        *(japanese(f"x{n}", OFF_LINGAYEN, points=13) for n in range(2)), phase=JAPANESE_NAVAL
    )
    assert naval_problems(state) == []
    assert naval_problems(crowd) == ["26 SP to land: there are 25 transport points [4.4.2]"]


def test_mac_4_4_2_d_strategic_points_carry_the_main_landing() -> None:
    units = [japanese(f"x{n}", OFF_LINGAYEN, points=15) for n in range(2)]
    state = written("Lingayen", turn=5)
    units_by_id = {**state.units, **{unit.id: unit for unit in units}}
    state = type(state)(state.board, units_by_id.values(), state.tracks)
    play(landing.naval_phase, state, answers=["done", "28", "0"])
    assert transports.sailings(state).strategic == {5: 28}
    assert transports.sailings(state).operational == {5: 2}


def test_mac_4_4_6_a_only_units_in_the_landing_hex_defend() -> None:
    beside = BARE.board.sheet.neighbours(LINGAYEN)[1]
    state = position(allied("near", beside))
    assert "near" not in {unit.id for unit in landing.defenders(state, LINGAYEN)}
    assert {unit.id for unit in landing.defenders(state, LINGAYEN)} == set(EMPTY_LINGAYEN)


def test_mac_4_4_6_b_half_strength_and_none_for_artillery() -> None:
    units = [japanese("a", OFF_LINGAYEN), japanese("gun", OFF_LINGAYEN, kind="mountain")]
    told = "1 unit attacks at half strength, gun without attack strength"
    assert landing.strength_note(units) == told


def three_stacks(**more):
    units = [japanese(name, OFF_LINGAYEN) for name in "ABC"]
    return position(*units, phase=JAPANESE_COMBAT, **more)


def test_mac_t4_a_attacks_and_fails_b_and_c_return_to_formosa() -> None:
    state = three_stacks()
    play(landing.land, state, answers=["A", "done", "held"])
    assert [where(state, name) for name in "ABC"] == ["Eliminated", "Formosa", "Formosa"]


def test_mac_4_4_6_c_and_4_4_6_d_winners_advance_one_hex_the_others_two() -> None:
    state = three_stacks()
    play(landing.land, state, answers=["A", "done", "cleared"])
    assert [where(state, name) for name in "ABC"] == [LINGAYEN] * 3
    assert [advance_left(state, name) for name in "ABC"] == [1, 2, 2]


def test_mac_4_4_6_e_all_that_attacked_are_lost() -> None:
    state = three_stacks()
    play(landing.land, state, answers=["A", "B", "C", "held"])
    assert [where(state, name) for name in "ABC"] == ["Eliminated"] * 3


def test_mac_3_2_5_b_an_empty_beach_is_taken_and_all_may_advance_two_hexes_this_turn() -> None:
    state = three_stacks(without=EMPTY_LINGAYEN)
    play(landing.land, state)
    assert [where(state, name) for name in "ABC"] == [LINGAYEN] * 3
    assert [advance_left(state, name) for name in "ABC"] == [2, 2, 2]
    play(landing.end_advances, state)
    assert [advance_left(state, name) for name in "ABC"] == [0, 0, 0]


def test_mac_3_2_1_a_landings_belong_to_their_phases() -> None:
    with pytest.raises(RuleError, match="naval phase"):
        play(landing.naval_phase, position(phase=JAPANESE_COMBAT))
    with pytest.raises(RuleError, match="combat phase"):
        play(landing.land, position(phase=JAPANESE_NAVAL))


VIGAN = coast.beach_hex(BARE.board, "Vigan")


def test_mac_4_5_1_a_eight_points_of_infantry_from_a_coastal_town_or_a_beach() -> None:
    inland = BARE.board.places["Tarlac"]
    units = [
        japanese("foot", VIGAN, points=4),
        japanese("bike", VIGAN, kind="bike", points=5),
        japanese("tank", VIGAN, kind="tank"),
        japanese("far", inland),
        japanese("big", VIGAN, points=9),
    ]
    state = position(*units, phase=JAPANESE_NAVAL)
    assert [unit.id for unit in local_movement.movable(state, "jp")] == ["bike", "foot"]
    goal = local_movement.goals(state, state.units["bike"])[0]
    play(local_movement.move, state, answers=["bike", goal, "done"])
    assert where(state, "bike") == goal
    assert local_movement.points_left(state, "jp") == 3
    assert local_movement.movable(state, "jp") == ()


def test_mac_4_5_1_a_no_further_than_six_coastal_hexes() -> None:
    board = BARE.board
    reach = coast.coastal_reach(board, VIGAN, 6)
    assert reach
    assert all(1 <= steps <= 6 for steps in reach.values())
    assert all(board.is_coastal(one) for one in reach)
    assert all(board.sheet.distance(VIGAN, one) <= steps for one, steps in reach.items())
    assert set(coast.coastal_reach(board, VIGAN, 3)) <= set(reach)


def test_mac_4_5_1_b_against_an_enemy_it_is_an_assault_and_losing_destroys() -> None:
    unit = japanese("foot", VIGAN)
    bare = position(unit, phase=JAPANESE_NAVAL)
    goal = local_movement.goals(bare, unit)[0]
    for result, place in (("held", "Eliminated"), ("cleared", goal)):
        state = position(unit, allied("pa", goal), phase=JAPANESE_NAVAL)
        play(local_movement.move, state, answers=["foot", goal, result])
        assert where(state, "foot") == place


@pytest.mark.parametrize(("bombs", "place"), [(2, "Eliminated"), (12, "goal")])
def test_mac_8_4_3_a_aircraft_fly_against_an_assault_by_boat_which_has_no_transports(
    bombs: int, place: str
) -> None:
    unit = japanese("foot", LINGAYEN, points=1)
    goals = local_movement.goals(position(unit, phase=JAPANESE_NAVAL), unit)
    goal = min(goals, key=lambda one: distance(BARE.board, "Clark", one))
    others = [one.id for one in BARE.alive if one.is_air and one.id != "B-17 1"]
    state = position(unit, allied("pa", goal), phase=JAPANESE_NAVAL, without=others)
    answers = ["foot", goal, "go", "bomb", "cleared"]
    play(local_movement.move, state, dice=[6, bombs // 2, bombs // 2], answers=answers)
    assert where(state, "foot") == (goal if place == "goal" else place)
    assert state.units["B-17 1"].mission == "aloft"
    assert state.tracks["transports"] == ""


def test_mac_4_5_1_c_it_is_the_whole_move_but_for_one_hex_after_a_win() -> None:
    unit = japanese("foot", VIGAN)
    goal = local_movement.goals(position(unit), unit)[0]
    state = position(unit, allied("pa", goal), phase=JAPANESE_NAVAL)
    play(local_movement.move, state, answers=["foot", goal, "cleared"])
    assert state.units["foot"].moved
    assert advance_left(state, "foot") == 1


def test_mac_4_5_2_a_the_allies_move_nine_points_between_hexes_of_manila_bay() -> None:
    bay = coast.manila_bay(BARE.board)
    corregidor = BARE.board.places["Corregidor"]
    assert {BARE.board.places["Manila"], BARE.board.places["Cavite"], corregidor} <= bay
    assert LINGAYEN not in bay
    state = position(japanese("jp", BARE.board.places["Cavite"]), phase="Allied Naval")
    moved = local_movement.movable(state, "allied")
    assert moved
    assert all(unit.location in bay for unit in moved)
    goals = local_movement.goals(state, state.units["4M/1"])
    assert BARE.board.places["Cavite"] not in goals
    play(local_movement.move, state, answers=["4M/1", goals[0], "done"])
    assert where(state, "4M/1") == goals[0]
    assert local_movement.points_left(state, "allied") == 9 - state.units["4M/1"].points


def test_boats_move_in_a_naval_phase() -> None:
    with pytest.raises(RuleError, match="naval phase"):
        play(local_movement.move, position(phase=JAPANESE_COMBAT))


def test_mac_4_4_4_c_submarines_attack_before_anything_lands() -> None:
    state = position(phase=JAPANESE_NAVAL)
    answers = ["Lingayen", "1/48", "done", "done", "1"]
    outcome = play(landing.naval_phase, state, dice=[5, 5], answers=answers)
    assert submarines.invaders(state, "Lingayen")
    assert any("submarine attacks: 1" in line for line in outcome.story)


OFF_BICOL = arrow(BARE, "Bicol 2")


def test_mac_4_8_c_all_four_areas_of_bicol_can_be_invaded() -> None:
    assert {f"Bicol {area}" for area in range(1, 5)} <= set(coast.beach_names(BARE.board))
    state = position(phase=JAPANESE_NAVAL)
    play(landing.naval_phase, state, answers=["Bicol 2", "1/48", "done", "done", "0", "0"])
    assert where(state, "1/48") == OFF_BICOL
    assert transports.sailings(state).operational == {1: state.units["1/48"].points}


def test_mac_4_8_c_an_area_without_enemies_is_taken_and_its_field_with_it() -> None:
    state = position(japanese("foot", OFF_BICOL), phase=JAPANESE_COMBAT)
    play(landing.land, state)
    assert where(state, "foot") == "Bicol 2"
    assert advance_left(state, "foot") == 0
    assert fields.owner(state, "Bicol 2") == "jp"


def test_mac_4_8_c_a_defended_area_is_assaulted_as_a_beach_is() -> None:
    for result, place in (("held", "Eliminated"), ("cleared", "Bicol 2")):
        units = japanese("foot", OFF_BICOL), allied("pa", "Bicol 2")
        state = position(*units, phase=JAPANESE_COMBAT)
        play(landing.land, state, answers=[result])
        assert where(state, "foot") == place


def test_mac_4_8_d_with_enemies_in_its_area_a_field_is_of_no_use_and_changes_no_owner() -> None:
    state = position(japanese("foot", "Bicol 2"), allied("pa", "Bicol 2"))
    assert fields.owner(state, "Bicol 2") == "allied"
    fighter, support = state.units["P-40E 1"], state.units["ABSU P-40 1"]
    assert not fields.has_room(state, "Bicol 2", fighter)
    assert fields.has_room(state, "Bicol 1", fighter)
    there = {fighter.id: "Bicol 2", support.id: "Bicol 2"}
    bicol = position(japanese("foot", "Bicol 2"), allied("pa", "Bicol 2"), at=there)
    target = missions.Target("Bicol 2", "patrol")
    assert missions.forbidden(bicol, bicol.units[fighter.id], "cap", target).endswith("[4.8]")


def test_mac_8_1_f_aircraft_fly_against_a_landing_in_bicol() -> None:
    assert distance(BARE.board, "Clark", OFF_BICOL) == distance(BARE.board, "Clark", "Bicol 2")
    state = position(japanese("foot", OFF_BICOL), at={"B-17 1": "Bicol 1"}, phase=JAPANESE_NAVAL)
    near = [field.name for field in scramble.alarmed_by_landing(state, OFF_BICOL, "allied")]
    assert "Bicol 1" in near


def test_mac_8_3_1_a_units_in_an_area_of_bicol_are_bombed_unless_friends_are_in_it() -> None:
    foot = japanese("foot", "Bicol 2")
    there = {one.value for one in missions.targets(position(foot), "allied")}
    assert "Bicol 2 ground" in there
    mixed = position(foot, allied("pa", "Bicol 2"))
    assert "Bicol 2 ground" not in {one.value for one in missions.targets(mixed, "allied")}
