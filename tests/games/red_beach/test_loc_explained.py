"""[6.0] LOCs explain themselves: which hop fails, and at which hex."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from modules.red_beach.rules.loc import (
    BTN,
    RGT,
    SUPPLY,
    Explained,
    explain,
    explain_direct,
    lines,
    supply_hexes,
)
from modules.red_beach.rules.supply import supply_of, supply_phase
from modules.red_beach.state import State
from modules.red_beach.units import ARTY, US
from tests.red_beach_field import arty, btn, field, fort, inf, play, rgt, strip, tank
from tests.red_beach_positions import random_night
from vassal_bridge.errors import RuleError

COY = "A/2/8"


def told(state: State, end: str, unit: str = COY) -> Explained:
    return explain(state, state.units[unit], end)


def test_rb_6_0_d_a_chain_that_holds_tells_every_hop() -> None:
    state = field(inf("3015"), btn("3013"), rgt("3010"), arty("3006"))
    assert told(state, "A Arty").story == (
        "A/2/8 to 2/8 HQ: 2 of 5 hexes; 2/8 HQ to 8 Rgt HQ: 3 of 10 hexes;"
        " 8 Rgt HQ to A Arty: 4 of 10 hexes"
    )
    assert told(state, BTN).holds
    assert told(state, "2/8").holds
    assert told(state, RGT).holds


def test_rb_6_0_c_too_far_is_told_with_the_hex_that_is_out_of_reach() -> None:
    state = field(inf("3515"), btn("2815"), terrain=strip())
    hop = told(state, BTN).failing
    assert hop is not None
    assert (hop.at, hop.limit) == ("2915", 5)
    assert "7 hexes to 2815, at most 5; out of reach at 2915" in str(hop)


def test_rb_6_0_b_a_closed_hex_is_told_with_what_closes_it() -> None:
    zone = field(inf("3515"), btn("3115"), fort("3314"), terrain=strip())
    hop = told(zone, BTN).failing
    assert hop is not None
    assert hop.at in ("3415", "3315")
    assert f"enemy ZOC in {hop.at}, and no US unit there" in str(hop)
    held = field(inf("3515"), btn("3115"), fort("3315"), terrain=strip())
    taken = told(held, BTN).failing
    assert taken is not None
    assert taken.problem in ("enemy ZOC in 3415, and no US unit there", "fort 3315 is in 3315")


@pytest.mark.parametrize(
    ("units", "end", "problem"),
    [
        ((inf("3015"),), BTN, "there is no Btn HQ"),
        ((inf("3015"), btn("3014", face="back")), BTN, "2/8 HQ is disrupted"),
        ((inf("3015"), btn("Eliminated")), BTN, "2/8 HQ is not on the map"),
        ((inf("3015"), btn("3014")), RGT, "there is no Rgt HQ"),
        ((inf("3015"), btn("3014"), rgt("3013", face="back")), SUPPLY, "8 Rgt HQ is disrupted"),
    ],
)
def test_rb_6_0_a_and_8_85_a_an_hq_that_does_not_serve_is_named(units, end, problem) -> None:
    failing = told(field(*units), end).failing
    assert failing is not None
    assert failing.problem == problem


def test_rb_6_0_d_a_tank_takes_the_chain_that_gets_farthest() -> None:
    state = field(tank("3015"), btn("3014", "1/2"), btn("3016"), rgt("3013", "8"))
    assert told(state, RGT, "A Tk").story.endswith("2/8 HQ to 8 Rgt HQ: 3 of 10 hexes")


def test_rb_6_0_c_a_loc_leads_nowhere_else() -> None:
    with pytest.raises(RuleError, match="not to 'home'"):
        told(field(inf("3015"), btn("3014")), "home")


def test_a9_supply_names_the_failing_hop_and_its_hex() -> None:
    beach = {"2015": "Red One"}
    state = field(inf("3515"), btn("3315"), terrain=strip(), beaches=beach)
    story = "\n".join(play(supply_phase, state).story)
    far = "15 hexes to 2015, at most 5; out of reach at 2915"
    assert f"no LOC A/2/8 to supply at 2015: {far}" in story
    assert "no LOC 2/8 HQ to Rgt HQ: there is no Rgt HQ" in story


@settings(max_examples=10)
@given(st.integers(0, 10**6))
@example(229)
def test_rb_6_0_d_what_is_explained_is_what_the_rules_trace(seed: int) -> None:
    state = random_night(seed)
    trace = lines(state)
    for unit in state.units.values():
        if unit.side != US or not unit.on_map:
            continue
        direct = explain_direct(state, unit).holds
        assert direct == (
            trace.path(unit.location, supply_hexes(state), state.board.settings.loc_unit)
            is not None
        )
        by_chain = explain(state, unit, SUPPLY).holds
        assert supply_of(state, unit, trace).supplied == (direct or by_chain)
        if unit.fights:
            assert explain(state, unit, BTN).holds == bool(trace.btn_hqs(unit))
            assert explain(state, unit, RGT).holds == bool(trace.rgt_hqs(unit))
            for gun in state.units.values():
                if gun.kind == ARTY and gun.on_map and unit.is_tank:
                    assert explain(state, unit, gun.id).holds == trace.reaches_arty(unit, gun)
