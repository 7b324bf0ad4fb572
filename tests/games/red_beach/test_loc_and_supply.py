from modules.red_beach.rules.loc import lines, supply_hexes
from modules.red_beach.rules.supply import supply_of_all, supply_phase
from modules.red_beach.settings import Settings
from tests.red_beach_field import (
    arty,
    btn,
    field,
    fort,
    inf,
    jp_inf,
    play,
    rgt,
    strip,
    tank,
    where,
)

BEACH = {"2015": "Red One"}


def supplied(state) -> dict[str, bool]:
    return {supply.unit: supply.supplied for supply in supply_of_all(state)}


def test_rb_6_0_a_a_disrupted_hq_serves_no_loc() -> None:
    unit = inf("2615")
    assert [hq.id for hq in lines(field(unit, btn("2815"))).btn_hqs(unit)] == ["2/8"]
    assert lines(field(unit, btn("2815", face="back"))).btn_hqs(unit) == ()


def test_rb_6_0_b_a_loc_enters_no_japanese_hex_and_zoc_only_with_a_us_unit() -> None:
    free = field(terrain=strip())
    assert lines(free).path("2615", ["2815"], 5) is not None
    fort_on_it = field(fort("2715"), terrain=strip())
    assert lines(fort_on_it).path("2615", ["2815"], 5) is None
    in_zoc = field(fort("2716"), terrain={**strip(), "2716": "clear"})
    assert lines(in_zoc).path("2615", ["2815"], 5) is None
    held = [inf("2715"), inf("2615", "B/2/8"), inf("2815", "C/2/8")]
    occupied = field(fort("2716"), *held, terrain={**strip(), "2716": "clear"})
    assert lines(occupied).path("2515", ["2815"], 5) is not None
    assert lines(field(*held, terrain=strip())).path("2515", ["2815"], 5) is not None
    under_attack = field(*held, jp_inf("2715"), terrain=strip())
    assert lines(under_attack).path("2515", ["2615"], 5) is not None
    assert lines(under_attack).path("2515", ["2815"], 5) is None


def test_rb_6_0_c_hop_limits_are_5_and_10_hexes() -> None:
    unit = inf("2015")
    assert lines(field(unit, btn("2515"), terrain=strip())).btn_hqs(unit)
    assert not lines(field(unit, btn("2615"), terrain=strip())).btn_hqs(unit)
    hq = btn("2015")
    assert lines(field(hq, rgt("3015"), terrain=strip())).rgt_hq(hq)
    assert lines(field(hq, rgt("3115"), terrain=strip())).rgt_hq(hq) is None
    chain = [unit, btn("2015"), rgt("2015")]
    for there, reached in (("3015", True), ("3115", False)):
        far = arty(there)
        assert lines(field(*chain, far, terrain=strip())).reaches_arty(unit, far) is reached


def test_rb_6_0_c_inf_needs_its_own_btn_hq_and_a_tank_takes_any() -> None:
    state = field(inf("2015"), tank("2015"), btn("2215", "1/8"), btn("2315", "3/6"))
    trace = lines(state)
    assert trace.btn_hqs(state.units["A/2/8"]) == ()
    assert {hq.id for hq in trace.btn_hqs(state.units["A Tk"])} == {"1/8", "3/6"}


def test_rb_6_0_d_a_chain_runs_by_btn_and_rgt_to_the_arty() -> None:
    chain = [inf("2015"), btn("2415"), rgt("3415"), arty("4415")]
    trace = lines(field(*chain, terrain=strip()))
    assert trace.reaches_arty(chain[0], chain[3])
    broken = [inf("2015"), btn("2415"), rgt("3415", "6"), arty("4415")]
    assert not lines(field(*broken, terrain=strip())).reaches_arty(broken[0], broken[3])


def test_rb_6_0_e_the_strict_reading_is_a_setting() -> None:
    strict = Settings(loc_unit=4, loc_hq=9)
    unit = inf("2015")
    assert not lines(field(unit, btn("2515"), terrain=strip(), settings=strict)).btn_hqs(unit)
    assert lines(field(unit, btn("2415"), terrain=strip(), settings=strict)).btn_hqs(unit)


def test_rb_6_0_f_a_supply_hex_in_enemy_zoc_must_be_us_occupied() -> None:
    near = fort("2016")
    ground = {**strip(), "2016": "clear"}
    empty = field(inf("2315"), near, terrain=ground, beaches=BEACH)
    assert supplied(empty) == {"A/2/8": False}
    held = field(
        inf("2315"), inf("2015", "B/2/8"), inf("2115", "C/2/8"), near, terrain=ground, beaches=BEACH
    )
    assert supplied(held) == {"A/2/8": True, "B/2/8": True, "C/2/8": True}


def test_rb_3_1_a_direct_supply_reaches_5_hexes() -> None:
    state = field(inf("2515"), inf("2615", "B/2/8"), terrain=strip(), beaches=BEACH)
    assert supplied(state) == {"A/2/8": True, "B/2/8": False}


def test_rb_3_1_a_supply_runs_by_undisrupted_btn_and_rgt_hq() -> None:
    chain = [inf("4015"), btn("3615"), rgt("3015")]
    state = field(*chain, terrain=strip(), beaches=BEACH)
    assert supplied(state) == {"A/2/8": True, "2/8": True, "8": True}
    cut = [inf("4015"), btn("3615", face="back"), rgt("3015")]
    assert supplied(field(*cut, terrain=strip(), beaches=BEACH))["A/2/8"] is False
    too_far = [inf("4015"), btn("3615"), rgt("3115")]
    assert supplied(field(*too_far, terrain=strip(), beaches=BEACH))["A/2/8"] is False


def test_rb_3_1_a_the_end_of_the_pier_is_a_source() -> None:
    assert "2308" in supply_hexes(field())
    assert supplied(field(inf("2313"))) == {"A/2/8": True}
    assert supplied(field(inf("2314"))) == {"A/2/8": False}


def test_rb_3_1_b_green_beach_counts_once_its_forts_are_gone() -> None:
    green = {"4020": "green"}
    shut = field(inf("4020"), fort("4605", green=True), beaches=green)
    assert supplied(shut) == {"A/2/8": False}
    open_ = field(inf("4020"), fort("Eliminated", green=True), beaches=green)
    assert supplied(open_) == {"A/2/8": True}


def test_rb_3_1_c_effects_by_kind() -> None:
    state = field(inf("4015"), tank("4015"), arty("4115"), btn("4115", "1/6"), rgt("4215", "6"))
    play(supply_phase, state)
    assert state.units["A/2/8"].marker1
    assert where(state)["A Tk"] == "Eliminated"
    assert where(state)["A Arty"] == "Eliminated"
    for hq in ("1/6", "6"):
        assert state.units[hq].disrupted
        assert not state.units[hq].marker1


def test_rb_3_1_c_an_hq_disrupted_already_suffers_nothing_more() -> None:
    state = field(btn("4115", face="back"))
    before = state.copy()
    play(supply_phase, state)
    assert state == before


def test_rb_3_1_c_all_are_judged_before_any_effect() -> None:
    """The Tank is out, yet its hex in enemy ZOC still carries the Inf's LOC."""
    ground = {**strip(), "2216": "clear"}
    state = field(
        inf("2415"),
        inf("2315", "C/2/8"),
        tank("2215"),
        inf("2115", "B/2/8"),
        fort("2316"),
        terrain={**ground, "2316": "clear"},
        beaches=BEACH,
    )
    judged = supplied(state)
    assert judged["A/2/8"]
    assert judged["A Tk"]


def test_rb_3_1_c_and_8_4_g_an_hq_left_alone_in_zoc_scatters() -> None:
    worn = {"face": "back", "marker1": True}
    state = field(inf("4015", **worn), btn("4015", "2/8"), inf("2010", "B/2/8"), fort("4016"))
    play(supply_phase, state)
    assert state.units["2/8"].disrupted
    assert state.status() == []


def test_rb_3_1_d_paths_by_kind() -> None:
    state = field(
        tank("4015"),
        arty("3915"),
        btn("3615", "1/6"),
        rgt("3015", "6"),
        terrain=strip(),
        beaches=BEACH,
    )
    assert supplied(state) == {"A Tk": True, "A Arty": True, "1/6": True, "6": True}
    own = field(inf("4015"), btn("3615", "1/6"), rgt("3015", "6"), terrain=strip(), beaches=BEACH)
    assert supplied(own)["A/2/8"] is False
