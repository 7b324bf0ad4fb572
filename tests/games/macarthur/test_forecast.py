from fractions import Fraction
from math import sqrt

import pytest

from modules.macarthur.rules import air
from modules.macarthur.rules.chances import fate, mean, mixed
from modules.macarthur.rules.damage import Hits
from modules.macarthur.rules.forecast import RaidPlan, bombing, forecast
from modules.macarthur.rules.low_flying import Strafing, strafe
from modules.macarthur.rules.missions import Target
from modules.macarthur.rules.reactions import reactions
from modules.macarthur.rules.scramble import scramble
from tests.macarthur_air import CLARK, board, over, raid, sky
from tests.macarthur_sea import allied, japanese
from vassal_bridge.errors import MissingCell
from vassal_bridge.game.changes import Set
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


class GoesOn(InTurn):
    """Lets fighters that nobody meets go on to their target."""

    def decide(self, choose: Choose) -> str:
        if choose.kind == "attack" and choose.options[-1].value == "wait":
            return "wait"
        return super().decide(choose)


def simulated(position, runs: int, player=InTurn) -> list[tuple[int, int, int]]:
    """Return for each played raid: parked aircraft destroyed, raiders lost, raiders turned back."""
    found = []
    for seed in range(runs):
        state = position.copy()
        run(lambda s: air.resolve(s, raid()), state, SeededDice(seed), player())
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


def strafing(*, cap: int, strafers: int, guns: int):
    units = {f"Zeke {n}": over(CLARK, "strafe", "Tainan") for n in range(1, strafers + 1)}
    units |= {f"P-40B {n}": over(CLARK, "cap", "Clark") for n in range(1, cap + 1)}
    flak = [allied(f"flak {n}", CLARK, kind="aa", points=1) for n in range(guns)]
    return sky({**TARGETS, **units}, *flak)


def check_strafing(cap: int, strafers: int, guns: int, runs: int) -> None:
    found = strafe(board(), Strafing(("Zeke",) * strafers, ("P-40B",) * cap, guns))
    position = strafing(cap=cap, strafers=strafers, guns=guns)
    hits, lost, aborted = zip(*simulated(position, runs, GoesOn), strict=True)
    assert agrees(hits, found.kills(len(TARGETS)))
    assert agrees(lost, mean(found.lost))
    assert agrees(aborted, mean(found.aborted))


@pytest.mark.parametrize(("cap", "strafers", "guns"), [(0, 3, 2), (2, 3, 1)])
def test_what_is_expected_of_strafers_is_what_many_played_raids_do(cap, strafers, guns) -> None:
    check_strafing(cap, strafers, guns, runs=120)


@pytest.mark.slow
@pytest.mark.parametrize(("cap", "strafers"), [(0, 3), (1, 3), (2, 1)])
@pytest.mark.parametrize("guns", [0, 2])
def test_what_is_expected_of_strafers_is_what_thousands_do(
    cap: int, strafers: int, guns: int
) -> None:
    check_strafing(cap, strafers, guns, runs=1000)


def dived(count: int, guns: int):
    units = {f"A-24 {n}": over("1106", "bomb", "Clark", "ground") for n in range(1, count + 1)}
    flak = [japanese(f"flak {n}", "1106", kind="aa", points=1) for n in range(guns)]
    foot = [japanese(f"foot {n}", "1106", points=5, steps=9) for n in range(4)]
    return sky(units, *flak, *foot, phase="Allied Air")


@pytest.mark.parametrize("runs", [120, pytest.param(1500, marks=pytest.mark.slow)])
def test_mac_8_7_2_a_and_8_7_3_a_guns_and_small_arms_fire_at_each_dive_bomber(runs: int) -> None:
    plan = RaidPlan(("A-24",) * 2, guns=1, aim="ground", small_arms=True)
    found = forecast(board(), plan)
    lost, back = [], []
    for seed in range(runs):
        state = dived(2, 1)
        here = raid("1106", "allied", "")
        run(lambda s, here=here: air.resolve(s, here), state, SeededDice(seed), InTurn())
        lost.append(sum(u.is_air and u.location == "Eliminated" for u in state.units.values()))
        back.append(sum(unit.aborted for unit in state.units.values()))
    assert agrees(lost, mean(found.lost))
    assert agrees(back, mean(found.aborted))
    assert mean(found.lost) > mean(forecast(board(), RaidPlan(("A-24",) * 2, aim="ground")).lost)


@pytest.mark.parametrize("runs", [150, pytest.param(1500, marks=pytest.mark.slow)])
def test_mac_8_4_1_a_a_scramble_is_in_what_is_expected(runs: int) -> None:
    parked = {"P-40B 1": "Clark", "P-40B 2": "Clark", "B-17 1": "Clark", "ABSU P-40 1": "Clark"}
    raiders = {f"Betty {n}": over(CLARK, "bomb", "Takao") for n in (1, 2, 3)}
    position = sky({**parked, **raiders})
    answers = reactions(position, "jp", Target(CLARK, "field"))
    plans = {one: RaidPlan(("Betty",) * 3, cap=one.up) for one in answers}
    found = {one: forecast(board(), plan) for one, plan in plans.items()}
    expected = sum(answers[one] * found[one].kills(one.parked) for one in answers)
    lost = mean(mixed((answers[one], found[one]) for one in answers).lost)
    destroyed, shot_down = [], []
    for seed in range(runs):
        state = position.copy()
        run(scrambled, state, SeededDice(seed), InTurn())
        dead = [unit.id for unit in state.units.values() if unit.location == "Eliminated"]
        shot_down.append(sum(name.startswith("Betty") for name in dead))
        destroyed.append(sum(state.units[name].is_parked and name in parked for name in dead))
    assert agrees(shot_down, lost)
    assert agrees(destroyed, expected)


def scrambled(state):
    """Play a scramble and the raid; whoever is destroyed in the air keeps its mission no more."""
    yield from scramble(state, CLARK)
    aloft = {unit.id for unit in state.air("allied") if unit.mission}
    yield from air.resolve(state, raid())
    for name in aloft:
        unit = state.units[name]
        if unit.location == "Eliminated":
            yield Set(name, "mission", unit.mission, "shot down", "[test]")
