import pytest

from modules.macarthur.rules import (
    batteries,
    bombing,
    corregidor,
    flak,
    local_movement,
    missions,
    secrets,
)
from modules.macarthur.rules.batteries import DESTROYED, DISRUPTED, NUMBERS, STANDING, condition
from modules.macarthur.rules.corregidor import Damage
from modules.macarthur.rules.missions import Target
from modules.macarthur.units import Mission
from tests.macarthur_air import CLARK, over, raid, sky
from tests.macarthur_sea import allied, japanese, play, position
from vassal_bridge.errors import RuleError

ROCK = position().board.places["Corregidor"]
BATAAN = next(
    near for near in position().board.sheet.neighbours(ROCK) if position().board.is_land(near)
)


def numbered(*units, answer: str = "by chance", **more):
    state = position(*units, **more)
    play(batteries.number_batteries, state, dice=[17, 4242], answers=[answer])
    return state


def hit(number: int, after: int):
    return lambda state: batteries.strike(state, number, after, "[10.2.2]")


def test_mac_10_2_1_a_and_10_2_1_b_and_10_2_1_c_26_batteries_14_also_against_local_moves() -> None:
    board = position().board
    assert batteries.problems(board) == []
    assert len(board.batteries) == 26
    assert sum(one.local for one in board.batteries) == 14
    assert sum(not one.local for one in board.batteries) == 12


def test_mac_10_2_1_b_and_10_2_1_c_what_fires_at_an_assault_and_at_a_local_move() -> None:
    state = numbered()
    assert batteries.against(state, local_move=False) == 26
    assert batteries.against(state, local_move=True) == 14
    local = next(n for n in NUMBERS if batteries.battery_of(state, n).local)
    other = next(n for n in NUMBERS if not batteries.battery_of(state, n).local)
    play(hit(local, DESTROYED), state)
    assert batteries.against(state, local_move=True) == 13
    play(hit(other, DISRUPTED), state)
    assert batteries.against(state, local_move=True) == 13
    assert batteries.against(state, local_move=False) == 24


def test_mac_10_2_1_d_neutralized_with_five_or_fewer() -> None:
    state = position(notes={f"battery {n}": DESTROYED for n in range(1, 21)})
    assert batteries.firing(state) == 6
    assert not batteries.is_neutralized(state)
    play(hit(21, DESTROYED), state)
    assert batteries.is_neutralized(state)


def test_mac_10_2_1_e_and_10_2_1_g_they_are_no_units_and_cost_and_count_nothing() -> None:
    state = position()
    assert not [unit for unit in state.at(ROCK) if unit.kind == "battery"]
    assert sum(unit.points for unit in state.ground_at(ROCK, "allied")) <= 20


def test_mac_10_2_1_f_an_island_without_units_has_nobody_to_fight_paratroops() -> None:
    garrison = [unit.id for unit in position().ground_at(ROCK, "allied")]
    state = position(without=garrison)
    assert batteries.firing(state) == 26
    assert state.ground_at(ROCK, "allied") == ()


def test_mac_10_2_2_a_secret_numbers_1_to_23_and_24_to_26() -> None:
    state = numbered()
    found = {number: batteries.battery_of(state, number) for number in NUMBERS}
    assert len({one.name for one in found.values()}) == 26
    assert {one.island for number, one in found.items() if number <= 23} == {"Corregidor"}
    assert {one.island for number, one in found.items() if number >= 24} == {"Fort Hughes"}
    shown = " ".join(map(str, state.tracks.values())) + " ".join(state.told)
    assert not [one.name for one in found.values() if one.name in shown]
    with pytest.raises(RuleError, match="already"):
        play(batteries.number_batteries, state)


def test_mac_10_2_2_a_in_order_is_an_answer_too() -> None:
    state = numbered(answer="in order")
    names = [one.name for one in state.board.batteries]
    assert [batteries.battery_of(state, number).name for number in NUMBERS] == names


def test_mac_10_2_2_b_japan_calls_and_is_told_which_died_with_the_proof() -> None:
    state = numbered()
    name = batteries.battery_of(state, 7).name
    outcome = play(lambda s: batteries.call(s, DESTROYED, "[10.2.2]"), state, answers=["7"])
    assert condition(state, 7) == DESTROYED
    line = next(line for line in outcome.story if line.startswith("Disclosed, battery 7"))
    assert name in line
    assert secrets.promises(state)["battery 7"] in line


def test_mac_10_2_2_c_of_a_disrupted_one_japan_is_not_told() -> None:
    state = numbered()
    name = batteries.battery_of(state, 7).name
    outcome = play(lambda s: batteries.call(s, DISRUPTED, "[10.2.2]"), state, answers=["7"])
    assert condition(state, 7) == DISRUPTED
    assert not any(name in line for line in outcome.story)


def test_mac_10_2_2_c_one_disrupted_battery_is_repaired_a_turn() -> None:
    state = position(notes={"battery 3": DISRUPTED, "battery 9": DISRUPTED, "battery 4": DESTROYED})
    play(batteries.repair, state, answers=["9"])
    assert [condition(state, n) for n in (3, 4, 9)] == [DISRUPTED, DESTROYED, STANDING]


def test_mac_10_2_2_d_a_dead_number_cannot_be_called() -> None:
    state = position(notes={"battery 3": DESTROYED, "battery 9": DISRUPTED})
    called: list[str] = []
    outcome = play(lambda s: batteries.call(s, DESTROYED, "[10.2.2]"), state)
    called = [option.value for option in outcome.choices[0].choose.options]
    assert "3" not in called
    assert "9" in called
    assert len(called) == 25


def over_the_rock(mission: str):
    bombers = {f"Betty {n}": over(ROCK, mission, "Takao", "corregidor") for n in (3, 4, 5)}
    return sky(bombers, allied("flak", ROCK, kind="aa", points=1))


def test_mac_10_2_3_a_extra_high_no_flak_and_over_corregidor_alone() -> None:
    assert (
        len(play(lambda s: flak.fire(s, raid(ROCK)), over_the_rock("bomb"), dice=[3, 4]).rolls) == 1
    )
    assert play(lambda s: flak.fire(s, raid(ROCK)), over_the_rock("high")).rolls == ()
    state = sky({"Betty 3": "Takao"})
    field, rock = Target(CLARK, "field"), Target(ROCK, "corregidor")
    assert missions.forbidden(state, state.units["Betty 3"], Mission.HIGH, rock) == ""
    assert "extra high" in missions.forbidden(state, state.units["Betty 3"], Mission.HIGH, field)


def test_mac_10_2_3_b_extra_high_adds_1() -> None:
    low, high = position(), position()
    assert low.board.tables.lookup("corregidor", 6, 3) == "2D"
    assert low.board.tables.lookup("corregidor", 7, 3) == "D"
    play(lambda s: corregidor.bomb(s, 3, high=False, why="[8.3.6]"), low, dice=[3, 3])
    play(lambda s: corregidor.bomb(s, 3, high=True, why="[8.3.6]"), high, dice=[3, 3])
    assert 26 - batteries.firing(low) == 2
    assert 26 - batteries.firing(high) == 1


def test_mac_10_2_3_b_a_bomber_that_flies_extra_high_has_the_modifier_in_its_raid() -> None:
    """A single factor of 3 disrupts two batteries with a 6, and one where 1 is added."""
    for mission, hurt in (("bomb", 2), ("high", 1)):
        state = sky({"Betty 3": over(ROCK, mission, "Takao", "corregidor")})
        play(lambda s: bombing.bomb(s, raid(ROCK)), state, dice=[3, 3])
        assert 26 - batteries.firing(state) == hurt


def test_mac_10_2_3_c_extra_high_each_bomber_attacks_alone() -> None:
    low, high = over_the_rock("bomb"), over_the_rock("high")
    assert low.board.factor("Betty", "bomb") == 3
    bombs = lambda s: bombing.bomb(s, raid(ROCK))  # noqa: E731
    assert len(play(bombs, low, dice=[6, 6] * 2).rolls) == 2
    assert len(play(bombs, high, dice=[6, 6] * 3).rolls) == 3


@pytest.mark.parametrize(
    ("word", "damage"),
    [("-", (0, 0)), ("D", (0, 1)), ("2D", (0, 2)), ("E", (1, 0)), ("2E", (2, 0)), ("5E", (5, 0))],
)
def test_mac_8_3_6_b1_and_8_3_6_b2_and_8_3_6_b3_and_8_3_6_b4_results(word, damage) -> None:
    assert corregidor.parse(word) == Damage(*damage)


def test_mac_10_2_4_a_artillery_beside_it_bombards_once_a_turn_and_picks() -> None:
    guns = japanese("guns", BATAAN, kind="artillery", asterisks=1)
    plain = japanese("plain", BATAAN, kind="artillery")
    state = numbered(guns, plain)
    assert [unit.id for unit in corregidor.guns(state)] == ["guns"]
    assert state.board.tables.lookup("corregidor", 5, "artillery") == "E"
    play(corregidor.bombard, state, dice=[2, 3], answers=["Geary 2"])
    (number,) = [n for n in NUMBERS if condition(state, n) == DESTROYED]
    assert batteries.battery_of(state, number).name == "Geary 2"
    assert play(corregidor.bombard, state).rolls == ()
    with pytest.raises(RuleError, match="no artillery"):
        play(corregidor.bombard, position())


def test_mac_10_2_5_a_nine_points_and_any_artillery_defend() -> None:
    garrison = [unit.id for unit in position().ground_at(ROCK, "allied")]
    units = [allied(f"pa{n}", ROCK, points=4) for n in range(3)]
    guns = [allied(f"gun{n}", ROCK, points=2, kind="artillery") for n in range(3)]
    state = position(*units, *guns, without=garrison)
    chosen: list[str] = []

    def ask(state):
        found = yield from corregidor.active_defenders(state)
        chosen.extend(unit.id for unit in found)

    play(ask, state, answers=["pa2", "pa0"])
    assert sorted(chosen) == ["gun0", "gun1", "gun2", "pa0", "pa2"]


def test_mac_10_2_5_b_bombs_on_the_rock_hit_no_infantry() -> None:
    state = position()
    before = state.ground_at(ROCK, "allied")
    play(lambda s: corregidor.bomb(s, 6, high=False, why="[8.3.6]"), state, dice=[1, 1])
    assert batteries.destroyed(state) == 5
    assert state.ground_at(ROCK, "allied") == before


def test_mac_10_2_6_a_an_assault_by_boat_is_told_of_the_batteries_first() -> None:
    port = position().board.places["Cavite"]
    aircraft = [unit.id for unit in position().alive if unit.is_air]
    state = position(japanese("foot", port), phase="Japanese Naval", without=aircraft)
    assert ROCK in local_movement.goals(state, state.units["foot"])
    outcome = play(local_movement.move, state, answers=["foot", ROCK, "done", "held"])
    assert "Corregidor: 26 batteries left" in outcome.story[0]
    assert state.units["foot"].location == "Eliminated"


def test_mac_10_2_6_b_artillery_with_an_asterisk_on_land_beside_it_supports() -> None:
    guns = japanese("guns", BATAAN, kind="artillery", asterisks=1)
    sea = next(
        near
        for near in position().board.sheet.neighbours(ROCK)
        if not position().board.is_land(near)
    )
    afloat = japanese("afloat", sea, kind="artillery", asterisks=1)
    state = position(guns, afloat)
    assert [unit.id for unit in corregidor.guns(state)] == ["guns"]
    assert [unit.id for unit in corregidor.supporters(state)] == ["guns"]


def test_mac_16_2_2_e_half_a_die_of_batteries_is_gone_before_the_main_assault() -> None:
    for face, gone in ((1, 0), (2, 1), (3, 1), (6, 3)):
        state = position()
        play(corregidor.lose_at_start, state, dice=[face])
        assert batteries.destroyed(state) == gone


def test_both_sides_are_told_how_strong_it_is_and_nothing_more() -> None:
    state = numbered(notes={"battery 3": DISRUPTED, "battery 4": DESTROYED})
    outcome = play(corregidor.announce, state)
    assert outcome.story == (
        "Corregidor: 25 batteries left, 24 can fire; it is not neutralized [10.2.1]",
    )
