"""The house edition, played: scenarios from the first night on, and nights from anywhere."""

from dataclasses import replace

import pytest

from automation.policies import FirstLegal, Sensible
from modules.red_beach import GAME
from modules.red_beach.rules import turns
from modules.red_beach.setup import load_units, start
from modules.red_beach.state import State
from tests.automation.test_red_beach_nights import check_night
from tests.red_beach_positions import NIGHTS, Draw, scramble
from vassal_bridge.errors import BindingError, MissingCell, RuleError
from vassal_bridge.game.dice import SeededDice
from vassal_bridge.game.registry import find_game, sequence_for
from vassal_bridge.game.sequence import run


@pytest.fixture(scope="module")
def base() -> State:
    return start("first_night", "house")


def test_red_beach_is_found() -> None:
    assert find_game("red_beach") is GAME


@pytest.mark.parametrize("name", sorted(GAME.sequences))
def test_each_sequence_is_there_and_has_a_title(name: str) -> None:
    assert callable(GAME.sequence(name))
    assert name in GAME.titles


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_each_scenario_is_legal(scenario: str) -> None:
    state = GAME.new(scenario, "house")
    assert state.status() == []
    assert state.outcome() is None


def test_the_first_night_to_the_next_day() -> None:
    state = start("first_night", "house")
    played = []
    dice = SeededDice(1943)
    while name := sequence_for(GAME, state):
        run(GAME.sequence(name), state, dice, Sensible())
        assert state.status() == []
        played.append(name)
    assert played == ["night", "night", "interphase"]
    assert state.turn == "GT 6"


def test_the_house_map_holds_what_the_rules_name(base: State) -> None:
    board = base.board
    assert board.terrain.keys() >= {"2308", "4624"}
    assert board.is_pier("2308")
    groups = [fort.group for fort in load_units().values() if fort.is_fort]
    counts = {group: groups.count(group) for group in "1B3A"}
    assert counts == {"1": 5, "B": 6, "3": 8, "A": 3}
    assert sum(fort.green for fort in load_units().values()) == 6
    assert {turns.turn_box(n) for n in range(1, 21)} <= board.boxes


def test_rb_t1_forts_that_reach_each_red_beach() -> None:
    groups = [fort.group for fort in load_units().values() if fort.is_fort]
    reach = {
        beach: sum(group in reaching for group in groups if group)
        for beach, reaching in (("Red One", "1BA"), ("Red Two", "BA"), ("Red Three", "3A"))
    }
    assert reach == {"Red One": 14, "Red Two": 9, "Red Three": 11}


@pytest.mark.parametrize("seed", range(40))
def test_a_night_of_the_house_from_a_random_position(base: State, seed: int) -> None:
    draw = Draw(seed)
    check_night(scramble(base, draw, turn=draw.one(NIGHTS)), seed)


@pytest.mark.slow
def test_many_nights_of_the_house(base: State) -> None:
    for seed in range(1000, 1500):
        draw = Draw(seed)
        check_night(scramble(base, draw, turn=draw.one(NIGHTS)), seed)


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("date", turns.DATES)
def test_interphases_of_the_house_from_random_positions(base: State, date: str, seed: int) -> None:
    state = scramble(base, Draw(seed), turn=turns.interphase_box(date))
    assert state.status() == []
    run(GAME.sequence("interphase"), state, SeededDice(seed), FirstLegal())
    assert state.status() == []
    assert state.turn == turns.turn_box(turns.FIRST_TURN[date])


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("name", ["recovery", "tractor", "hq_recovery", "supply", "engineers"])
def test_day_sequences_of_the_house_from_random_positions(
    base: State, name: str, seed: int
) -> None:
    state = scramble(base, Draw(seed), turn="GT 8")
    run(GAME.sequence(name), state, SeededDice(seed), Sensible())
    assert state.status() == []


def test_the_printed_edition_says_which_cell_is_missing() -> None:
    state = start("first_night", "printed")
    with pytest.raises(MissingCell, match="Tactical Table"):
        run(GAME.sequence("night"), state, SeededDice(1), Sensible())


def test_an_unknown_scenario_is_refused() -> None:
    with pytest.raises(RuleError, match="no scenario"):
        start("../first_night", "house")


def test_a_scenario_may_not_name_a_foreign_counter(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = {name: unit for name, unit in load_units().items() if not unit.is_fort}
    monkeypatch.setattr("modules.red_beach.setup.load_units", lambda *_: dict(kept))
    with pytest.raises(BindingError, match="there is no counter"):
        start("first_night", "house")


def test_status_lists_everything_that_is_wrong(base: State) -> None:
    inf = next(unit for unit in base.units.values() if unit.kind == "inf" and unit.on_map)
    tank = next(unit for unit in base.units.values() if unit.kind == "med_tank")
    wrong = State(
        base.board,
        [
            replace(inf, location="0101"),
            replace(tank, location="2308"),
            *(unit for unit in base.units.values() if unit.id not in (inf.id, tank.id)),
        ],
        {**base.tracks, "jrl": 600, "turn": "GT 21", "amtracs": -1},
    )
    found = " | ".join(wrong.status())
    for part in ("0101", "pier", "JRL is 600", "'GT 21'", "amtracs is -1"):
        assert part in found
