"""[8.7] Anti-aircraft fire: how often, at whom, and how losses are spread."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modules.macarthur.rules.flak import fire, level_bombers, low_flyers, points, spread
from modules.macarthur.rules.raids import flak_units
from modules.macarthur.settings import Settings
from modules.macarthur.setup import load_units
from modules.macarthur.state import State
from modules.macarthur.units import Unit
from tests.macarthur_air import ALLIED_AIR, CLARK, board, dead, over, play, raid, sky
from vassal_bridge.game.sequence import Steps

BOMB = over(CLARK, "bomb", "Takao")
STRAFE = over(CLARK, "strafe", "Tainan")
GUNS = {"200 AA": CLARK, "515 AA": CLARK}


def picked(targets: list[str], count: int, answers: list[str] = []) -> list[str]:  # noqa: B006
    units = [load_units()[name] for name in targets]
    found: list[str] = []

    def sequence(s: State) -> Steps[None]:
        found.extend(unit.id for unit in (yield from spread(units, count)))

    play(sequence, sky({}), answers=answers)
    return found


def test_mac_8_7_1_a_and_8_7_1_b_each_aa_unit_fires_once_at_the_bombers() -> None:
    state = sky({"Betty 1": BOMB, "Betty 2": BOMB, **GUNS})
    outcome = play(lambda s: fire(s, raid()), state, dice=[6, 6] * 2)
    assert [rolled.why.split()[1] for rolled in outcome.rolls] == ["200", "515"]


def test_mac_t10_and_8_7_1_c_two_losses_of_nells_and_bettys_are_one_of_each() -> None:
    names = ["Betty 1", "Betty 2", "Nell 1", "Nell 2"]
    assert picked(names, 2, ["Nell 2"]) == ["Nell 2", "Betty 1"]


def test_mac_t10_and_8_7_1_c_two_losses_by_two_aa_units_are_one_of_each_as_well() -> None:
    """Each fires a 3, an E: the second may not pick a Betty again, though the firer would."""
    state = sky({"Betty 1": BOMB, "Betty 2": BOMB, "Nell 1": BOMB, **GUNS})
    play(lambda s: fire(s, raid()), state, dice=[1, 2, 1, 2], answers=["Betty 2"])
    assert dead(state) == {"Betty 2", "Nell 1"}


def test_mac_8_7_1_c_aborts_and_losses_are_spread_together() -> None:
    state = sky({"Betty 1": BOMB, "Betty 2": BOMB, "Nell 1": BOMB, **GUNS})
    play(lambda s: fire(s, raid()), state, dice=[3, 3, 1, 2], answers=["Betty 1"])
    assert dead(state) == {"Nell 1"}


@given(
    st.lists(st.sampled_from(["Betty", "Nell", "Sally"]), min_size=1, max_size=6), st.integers(1, 2)
)
def test_mac_8_7_1_c_no_model_is_hit_twice_before_every_other_is_once(
    models: list[str], count: int
) -> None:
    numbers: Counter[str] = Counter()
    units = []
    for model in models:
        numbers[model] += 1
        name = f"{model} {numbers[model]}"
        units.append(Unit(name, name, "jp", "bomber", CLARK, model=model))
    hit: list[Unit] = []

    def sequence(s: State) -> Steps[None]:
        hit.extend((yield from spread(units, count)))

    play(sequence, sky({}))
    counts = Counter(unit.model for unit in hit)
    for one in counts:
        for other in numbers:
            assert counts[one] - counts[other] <= 1 or counts[other] == numbers[other]


@pytest.mark.parametrize(
    ("faces", "aborted", "destroyed"),
    [((3, 3), 1, 0), ((2, 3), 2, 0), ((1, 2), 0, 1), ((1, 1), 0, 2), ((6, 6), 0, 0)],
)
def test_mac_8_7_6_a_and_8_7_6_b_aborts_and_losses(
    faces: tuple[int, int], aborted: int, destroyed: int
) -> None:
    """By the house table 6 is an A, 5 a 2A, 3 an E and 2 a 2E."""
    state = sky({"Betty 1": BOMB, "Betty 2": BOMB, "Nell 1": BOMB, "200 AA": CLARK})
    play(lambda s: fire(s, raid()), state, dice=faces)
    assert sum(unit.face == "back" for unit in state.units.values()) == aborted
    assert len(dead(state)) == destroyed


def test_mac_8_7_2_a_twenty_points_fire_small_arms_at_each_low_flyer() -> None:
    troops = [Unit(f"u{n}", f"u{n}", "allied", "infantry", CLARK, points=5) for n in range(4)]
    state = sky({"Zeke 1": STRAFE, "Zeke 2": STRAFE}, *troops)
    assert points(state, raid()) == 20
    outcome = play(lambda s: fire(s, raid()), state, dice=[6, 6] * 2)
    assert all("small arms" in rolled.why for rolled in outcome.rolls)
    fewer = sky({"Zeke 1": STRAFE}, *troops[:3])
    assert not play(lambda s: fire(s, raid()), fewer).rolls


def test_mac_8_7_3_a_aa_fires_again_at_each_that_comes_after_the_bombers() -> None:
    state = sky({"Betty 1": BOMB, "Zeke 1": STRAFE, "Zeke 2": STRAFE, "200 AA": CLARK})
    outcome = play(lambda s: fire(s, raid()), state, dice=[6, 6] * 3)
    assert len(outcome.rolls) == 3


def test_by_the_other_reading_no_bombers_no_fire_again() -> None:
    only = {"Zeke 1": STRAFE, "200 AA": CLARK}
    strict = sky(only, settings=Settings(flak_without_bombers=False))
    assert not play(lambda s: fire(s, raid()), strict).rolls
    assert len(play(lambda s: fire(s, raid()), sky(only), dice=[6, 6]).rolls) == 1


def test_mac_8_7_1_b_by_that_reading_dive_bombers_alone_are_the_bombers_fired_at_once() -> None:
    diving = {f"A-24 {n}": over("0828", "bomb", "Clark", "ground") for n in (1, 2)}
    gun = Unit("gun", "gun", "jp", "aa", "0828", points=1)
    here = raid("0828", "allied", "")
    strict = Settings(flak_without_bombers=False)
    for settings, rolls in ((strict, 1), (Settings(), 2)):
        state = sky(diving, gun, phase=ALLIED_AIR, settings=settings)
        outcome = play(lambda s: fire(s, here), state, dice=[6, 6] * rolls)
        assert len(outcome.rolls) == rolls


def test_mac_8_7_5_a_aa_off_the_map_stands_on_the_charts() -> None:
    state = sky({"Betty 1": BOMB, "200 AA": "Clark"})
    assert [unit.id for unit in flak_units(state, raid())] == ["200 AA"]


def test_dive_bombers_come_low() -> None:
    state = sky(
        {
            "A-24 1": over("0828", "bomb", "Clark", "ground"),
            "B-17 1": over("0828", "bomb", "Clark"),
        },
        phase=ALLIED_AIR,
    )
    here = raid("0828", "allied", "")
    assert [unit.id for unit in level_bombers(state, here)] == ["B-17 1"]
    assert [unit.id for unit in low_flyers(state, here)] == ["A-24 1"]


def test_mac_10_2_3_a_extra_high_no_flak_reaches_bombers() -> None:
    place = board().places["Corregidor"]
    state = sky({"Betty 1": over(place, "high", "Takao", "corregidor"), "Cor AA": place})
    assert not play(lambda s: fire(s, raid(place)), state).rolls
