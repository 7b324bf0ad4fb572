import pytest

from automation.red_beach.coastal_fire import coastal_fire
from modules.red_beach.rules.coastal_fire import apply
from modules.red_beach.setup import load_game_tables
from modules.red_beach.state import State
from tests.red_beach_field import PlainTables, arty, btn, field, fort, inf, play, rgt, tank, where
from vassal_bridge.errors import MissingCell, RuleError

BOX = "Red Two assault 1"


def boats(
    *units, forts: int = 9, pier: bool = False, jrl: int = 400, edition: str = "house"
) -> State:
    standing = [fort(f"30{row:02}", f"B{row}", group="B") for row in range(5, 5 + forts)]
    standing += [fort("2309", "pier", long_pier=True)] if pier else []
    tables = load_game_tables(edition)
    return field(*units, *standing, tables=tables, turn="GT 1", jrl=jrl)


@pytest.mark.parametrize(
    ("forts", "jrl", "column"),
    [
        (1, 550, 1),
        (2, 300, 1),
        (3, 149, 1),
        (3, 150, 2),
        (5, 400, 2),
        (6, 99, 1),
        (6, 100, 2),
        (9, 0, 1),
        (9, 550, 2),
        (10, 99, 2),
        (14, 299, 2),
        (14, 300, 3),
    ],
)
def test_rb_3_2_d_forts_and_jrl_give_the_column(forts, jrl, column) -> None:
    outcome = play(coastal_fire, boats(inf(BOX), forts=forts, jrl=jrl), dice=[4])
    assert f"column {column}; d6 4 -> no effect" in outcome.story[0]


def test_rb_3_2_d_a_fort_of_the_long_pier_adds_one() -> None:
    alone = boats(inf(BOX))
    play(coastal_fire, alone, dice=[4])
    assert not alone.units["A/2/8"].marker1
    under_pier = boats(inf(BOX), pier=True)
    outcome = play(coastal_fire, under_pier, dice=[4])
    assert under_pier.units["A/2/8"].marker1
    assert "d6 4 +1 = 5" in outcome.story[0]


def test_rb_3_2_d_no_fort_no_fire() -> None:
    outcome = play(coastal_fire, boats(inf(BOX), forts=0))
    assert outcome.rolls == ()
    assert "no fort can fire" in outcome.story[0]


def test_rb_3_2_d_forts_out_of_reach_do_not_fire() -> None:
    state = field(inf(BOX), fort("3015", group="1"), fort("3016", group="3"), turn="GT 1")
    assert play(coastal_fire, state).rolls == ()


def test_rb_3_2_d_the_cell_that_is_not_printed_is_asked_for_by_name() -> None:
    state = boats(inf(BOX), forts=14, pier=True, edition="printed")
    with pytest.raises(MissingCell, match=r"Coastal Defence CRT \[3.2\], row 7, column 3"):
        play(coastal_fire, state, dice=[6])


def test_rb_3_2_e_a_star_disrupts_one_hq_of_the_players_choice() -> None:
    state = field(inf(BOX), btn(BOX), rgt(BOX))
    play(lambda state: apply(state, BOX, "*"), state, answers=["8"])
    assert state.units["8"].disrupted
    assert not state.units["8"].marker1
    assert not state.units["2/8"].disrupted


def test_rb_3_2_e_a_star_skips_disrupted_hqs_and_is_nothing_without_one() -> None:
    state = field(btn(BOX), rgt(BOX, face="back"))
    play(lambda state: apply(state, BOX, "*"), state)
    assert state.units["2/8"].disrupted
    for nobody in (field(btn(BOX, face="back")), field(inf(BOX))):
        before = nobody.copy()
        play(lambda state: apply(state, BOX, "*"), nobody)
        assert nobody == before


@pytest.mark.parametrize("chosen", ["A/2/8", "A Tk", "2/8"])
def test_rb_3_2_e_and_8_82_b_a_1_is_a_step_from_any_unit(chosen) -> None:
    state = field(inf(BOX), tank(BOX), btn(BOX))
    play(lambda state: apply(state, BOX, "1"), state, answers=[chosen])
    assert [unit.id for unit in state.at(BOX) if unit.marker1] == [chosen]


def test_rb_3_2_e_a_step_of_an_hq_disrupts_it() -> None:
    state = field(inf(BOX), btn(BOX))
    play(lambda state: apply(state, BOX, "1"), state, answers=["2/8"])
    assert state.units["2/8"].disrupted


def test_rb_3_2_e_a_1_star_is_taken_by_an_hq_where_there_is_one() -> None:
    state = field(inf(BOX), btn(BOX))
    play(lambda state: apply(state, BOX, "1*"), state)
    assert state.units["2/8"].marker1
    assert not state.units["A/2/8"].marker1
    both = field(inf(BOX), btn(BOX), rgt(BOX))
    play(lambda state: apply(state, BOX, "1*"), both, answers=["8"])
    assert both.units["8"].marker1


def test_rb_3_2_e_a_1_star_without_hq_is_any_units() -> None:
    state = field(inf(BOX), arty(BOX))
    play(lambda state: apply(state, BOX, "1*"), state, answers=["A Arty"])
    assert where(state)["A Arty"] == "Eliminated"


def test_rb_3_2_e_a_blank_is_nothing() -> None:
    state = field(inf(BOX), btn(BOX))
    before = state.copy()
    play(lambda state: apply(state, BOX, ""), state)
    assert state == before


def test_a_lost_hq_waits_for_the_next_interphase() -> None:
    state = field(inf("3015"), btn(BOX, face="back", marker1=True), turn="GT 1")
    play(lambda state: apply(state, BOX, "1*"), state)
    assert where(state)["2/8"] == "Interphase 21 Nov"


def test_a3_every_assault_box_in_use_is_fired_at_once_and_nobody_moves() -> None:
    tables = load_game_tables("house")
    state = field(
        inf(BOX),
        inf("Red One assault 3", "B/2/8"),
        fort("3015", group="B"),
        tables=tables,
        turn="GT 2",
    )
    before = where(state)
    outcome = play(coastal_fire, state, dice=[4, 4])
    assert [roll.why.rpartition(", ")[2] for roll in outcome.rolls] == [
        "Red One box 3",
        "Red Two box 1",
    ]
    assert where(state) == before


def test_a3_coastal_fire_alone_needs_units_in_an_assault_box() -> None:
    with pytest.raises(RuleError, match="no US unit is in an Assault box"):
        play(coastal_fire, field(inf("3015"), tables=PlainTables(), turn="GT 2"))
