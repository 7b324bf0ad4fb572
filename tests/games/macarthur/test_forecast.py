from fractions import Fraction
from math import sqrt

import pytest

from modules.macarthur.rules import air
from modules.macarthur.rules.damage import Hits
from modules.macarthur.rules.forecast import RaidPlan, bombing, fate, forecast, mean
from tests.macarthur_air import CLARK, board, over, raid, sky
from tests.macarthur_sea import allied
from vassal_bridge.errors import MissingCell
from vassal_bridge.game.dice import SeededDice
from vassal_bridge.game.sequence import Choose, run

TARGETS = {f"P-40E {n}": "Clark" for n in range(1, 11)}
"""Enough on the ground that every hit finds an aircraft."""


class InTurn:
    """Names targets in the air in turn, as a forecast assumes; else it takes the first option."""

    def __init__(self) -> None:
        self.named = {True: 0, False: 0}

    def decide(self, choose: Choose) -> str:
        if choose.kind != "attack":
            return choose.options[0].value
        is_escort = choose.options[-1].value == "wait"
        raiders = [one for one in choose.options if one.value.startswith(("Betty", "Nell"))]
        targets = list(choose.options[:-1]) if is_escort else raiders
        self.named[is_escort] += 1
        return targets[(self.named[is_escort] - 1) % len(targets)].value


def simulated(position, runs: int) -> list[tuple[int, int, int]]:
    """Return for each played raid: parked aircraft destroyed, raiders lost, raiders turned back."""
    found = []
    for seed in range(runs):
        state = position.copy()
        run(lambda s: air.resolve(s, raid()), state, SeededDice(seed), InTurn())
        dead = [u for u in state.units.values() if u.location == "Eliminated"]
        raiders = [unit for unit in state.units.values() if unit.side == "jp"]
        found.append(
            (
                sum(unit.id in TARGETS for unit in dead),
                sum(unit.side == "jp" for unit in dead),
                sum(unit.aborted for unit in raiders),
            )
        )
    return found


def agrees(sample: list[int], expected: Fraction) -> bool:
    """Whether a sample's mean is within four of its standard errors of what is expected."""
    average = sum(sample) / len(sample)
    variance = sum((one - average) ** 2 for one in sample) / (len(sample) - 1)
    return abs(average - float(expected)) <= 4 * sqrt(variance / len(sample)) + 1e-9


def clark(*, cap: int = 0, escorts: int = 0, guns: int = 0):
    units = {f"Betty {n}": over(CLARK, "bomb", "Takao") for n in (1, 2, 3)}
    units |= {f"Nell {n}": over(CLARK, "bomb", "Tainan") for n in (1, 2)}
    units |= {f"Zeke {n}": over(CLARK, "escort", "Tainan") for n in range(1, escorts + 1)}
    units |= {f"P-40B {n}": over(CLARK, "cap", "Clark") for n in range(1, cap + 1)}
    flak = [allied(f"flak {n}", CLARK, kind="aa", points=1) for n in range(guns)]
    return sky({**TARGETS, **units}, *flak)


def check(cap: int, escorts: int, guns: int, runs: int) -> None:
    """Compare a forecast with raids that are played."""
    plan = RaidPlan(
        bombers=("Betty",) * 3 + ("Nell",) * 2,
        escorts=("Zeke",) * escorts,
        cap=("P-40B",) * cap,
        guns=guns,
    )
    found = forecast(board(), plan)
    played = simulated(clark(cap=cap, escorts=escorts, guns=guns), runs)
    hits, lost, aborted = zip(*played, strict=True)
    assert agrees(hits, found.mean_hits)
    assert agrees(lost, mean(found.lost))
    assert agrees(aborted, mean(found.aborted))


@pytest.mark.parametrize(("cap", "escorts", "guns"), [(0, 0, 3), (2, 1, 2)])
def test_what_is_expected_of_a_raid_is_what_many_played_raids_do(cap, escorts, guns) -> None:
    check(cap, escorts, guns, runs=150)


@pytest.mark.slow
@pytest.mark.parametrize("cap", [0, 1, 2])
@pytest.mark.parametrize("escorts", [0, 1, 3])
@pytest.mark.parametrize("guns", [0, 2])
def test_what_is_expected_is_what_thousands_of_raids_do(cap, escorts, guns) -> None:
    check(cap, escorts, guns, runs=1000)


@pytest.mark.parametrize("guns", [0, 1, 3])
def test_all_chances_add_up_to_one(guns: int) -> None:
    plan = RaidPlan(("Betty", "Nell", "Betty"), ("Zeke",), ("P-40E", "P-40E", "P-35"), guns)
    found = forecast(board(), plan)
    for chances in (found.hits, found.lost, found.aborted, found.downed):
        assert sum(chances.values()) == 1
    assert 0 < found.chance_of_a_hit < 1


def test_one_group_alone_is_its_column_of_the_table() -> None:
    chances = bombing(board(), ["Betty", "Nell"], "aircraft")
    expected: dict[tuple[int, int], Fraction] = {}
    for one in range(1, 7):
        for other in range(1, 7):
            hits = Hits.parse(str(board().tables.lookup("bombing", one + other, 6)))
            key = (hits.count, 0) if hits.kind == "D" else (0, hits.count)
            expected[key] = expected.get(key, Fraction(0)) + Fraction(1, 36)
    assert chances == expected


def test_mac_8_3_4_e_on_the_boxes_of_a_field_more_is_hit_than_on_its_aircraft() -> None:
    hits = [
        forecast(board(), RaidPlan(bombers=("Sally",) * 2, aim=aim)).mean_hits
        for aim in ("aircraft", "boxes")
    ]
    assert hits[0] < hits[1]


def test_mac_10_2_3_a_and_10_2_3_b_and_10_2_3_c_extra_high_is_safer_and_hits_less() -> None:
    plans = [
        RaidPlan(bombers=("Betty",) * 4, guns=3, aim="corregidor", high=high)
        for high in (False, True)
    ]
    low, high = (forecast(board(), plan) for plan in plans)
    assert mean(high.lost) == mean(high.aborted) == 0
    assert mean(low.lost) > 0
    assert high.mean_hits < forecast(board(), RaidPlan(("Betty",) * 4, aim="corregidor")).mean_hits


def test_mac_8_6_5_b_fighters_do_not_abort() -> None:
    chances = fate(board(), "Zeke", "fighter", ["P-40E", "P-40E"])
    assert set(chances) == {"up", "lost"}


def test_more_guns_never_help_the_raid() -> None:
    plans = [RaidPlan(("Betty",) * 4, guns=guns) for guns in range(5)]
    hits = [forecast(board(), plan).mean_hits for plan in plans]
    assert hits == sorted(hits, reverse=True)
    assert len(set(hits)) == len(hits)


def test_without_figures_there_is_no_forecast() -> None:
    from modules.macarthur.setup import load_board

    with pytest.raises(MissingCell):
        forecast(load_board("printed"), RaidPlan(("Betty",)))
