from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from modules.red_beach.rules.combat import _EFFECT
from modules.red_beach.rules.tactical import parse_result
from modules.red_beach.setup import data_folder
from vassal_bridge.errors import MissingCell
from vassal_bridge.game.constraints import complaints, validate
from vassal_bridge.game.tables import Edition, TableSet, load_tables

ODDS = ("1:4", "1:3", "S", "M", "MG", "3:1", "4:1", "5:1", "6:1", "7:1", "8:1", "9:1", "10:1")
WAYS = {total: 6 - abs(total - 7) for total in range(2, 13)}
LEVELS = (0, 99, 100, 149, 150, 299, 300, 550)


def tables(edition: str) -> TableSet:
    return load_tables("red_beach", data_folder(), edition=edition, owner=None)


@pytest.fixture(scope="module")
def house() -> TableSet:
    return tables("house")


@pytest.fixture(scope="module")
def printed() -> TableSet:
    return tables("printed")


def line(known: TableSet, name: str, row: str | int, columns: range) -> list[str | int]:
    return [known.lookup(name, row, column) for column in columns]


def test_every_edition_obeys_every_constraint_and_house_is_complete(house: TableSet) -> None:
    assert validate(house) == []


def test_every_table_cites_a_rule(house: TableSet) -> None:
    assert [name for name, shape in house.shapes.items() if not shape.rule] == []


def test_house_says_nothing_that_is_printed(house: TableSet) -> None:
    for name, cells in house.cells[Edition.HOUSE].items():
        assert set(cells) & set(house.cells[Edition.PRINTED].get(name, {})) == set(), name


def test_3_1_bombardment_as_printed(printed: TableSet) -> None:
    die = range(1, 7)
    assert line(printed, "naval", "pre_invasion", die) == [25, 25, 40, 50, 75, 90]
    assert line(printed, "naval", "more_effective", die) == [35, 40, 50, 75, 100, 125]
    assert line(printed, "naval", "fire_support", die) == [10, 10, 20, 30, 30, 40]
    assert line(printed, "air", "pre_invasion", die) == [0, 0, 10, 10, 15, 15]
    assert line(printed, "air", "daisy_cutter", die) == [10, 15, 20, 30, 40, 50]
    assert line(printed, "air", "scout_sniper", range(1, 3)) == [0, 0]


@pytest.mark.parametrize("die", [3, 4, 5, 6])
def test_3_1_scouts_and_snipers_beyond_print_are_missing(printed: TableSet, die: int) -> None:
    with pytest.raises(MissingCell, match="vassal-bridge tables red_beach --fill"):
        printed.lookup("air", "scout_sniper", die)


def test_3_1_scouts_destroy_between_none_and_all_pier_forts(house: TableSet) -> None:
    destroyed = [int(n) for n in line(house, "air", "scout_sniper", range(1, 7))]
    assert destroyed == sorted(destroyed)
    assert 0 < max(destroyed) <= 3


def test_rb_t7_and_t8_fort_value_by_jrl(printed: TableSet) -> None:
    steps = [(0, 1), (99, 1), (100, 2), (149, 2), (150, 3), (299, 3), (300, 4), (449, 4), (450, 5)]
    assert [(jrl, printed.lookup("fort_value", jrl)) for jrl, _ in steps] == steps


def test_8_81_strengths_and_fire_values_as_printed(printed: TableSet) -> None:
    expected = {
        "inf": (4, 2, 4),
        "lt_tank": (4, 2, 3),
        "med_tank": (6, 3, 8),
        "arty": (4, 4, 5),
        "btn_hq": (2, 2, 6),
        "rgt_hq": (2, 2, 8),
        "jp_inf": (3, 1, 5),
        "jp_tank": (3, 1, 2),
    }
    for kind, (front, back, value) in expected.items():
        assert printed.lookup("ladder", kind, "front") == front
        assert printed.lookup("ladder", kind, "back") == back
        assert printed.lookup("fire_value", kind) == value


def test_rb_0_f_and_t5_tractor_odds(printed: TableSet) -> None:
    def chance(column: int, *, star: Fraction) -> Fraction:
        worth = {"0": Fraction(0), "1": Fraction(1), "*": star}
        cells = [str(printed.lookup("tractor", die, column)) for die in range(1, 7)]
        return sum((worth[cell] for cell in cells), Fraction(0)) / 6

    again = chance(100, star=Fraction(0))
    assert [chance(jrl, star=again) * 36 for jrl in (0, 100, 150, 300)] == [6, 12, 20, 24]
    assert chance(150, star=Fraction(0)) * 36 == 18


def test_3_2_the_derived_row_of_the_tractor_table_says_why(house: TableSet) -> None:
    assert "20" in house.shape("tractor").derived["6"]


def test_3_1_engineer_losses_as_printed(printed: TableSet) -> None:
    rows = {1: [0, 0, 0, 1], 2: [0, 0, 1, 2], 3: [0, 0, 1, 2], 4: [0, 1, 1, 3], 5: [1, 1, 2, 3]}
    for die, expected in rows.items():
        assert [printed.lookup("engineer", die, jrl) for jrl in LEVELS[::2]] == expected
    with pytest.raises(MissingCell):
        printed.lookup("engineer", 6, 0)


def test_3_2_coastal_defence_as_printed(printed: TableSet) -> None:
    chart = {1: [1, 1, 1, 1], 3: [1, 1, 2, 2], 6: [1, 2, 2, 2], 14: [2, 2, 2, 3]}
    for forts, expected in chart.items():
        assert [printed.lookup("coastal_chart", forts, jrl) for jrl in LEVELS[::2]] == expected
    fire = [["*", "*", "1*"], ["", "*", "*"], ["", "", "*"], ["", "", ""], ["", "1", "1"]]
    for die, row in enumerate([*fire, ["1", "1*", "1*"]], 1):
        assert [printed.lookup("coastal_crt", die, column) for column in (1, 2, 3)] == row
    with pytest.raises(MissingCell):
        printed.lookup("coastal_crt", 7, 3)


def test_8_7_crt_as_printed(printed: TableSet) -> None:
    assert [printed.lookup("crt", 2, column) for column in ODDS] == ["1", "1", "R", "R", "2"] + (
        ["D"] * 8
    )
    assert [printed.lookup("crt", 3, column) for column in ODDS[:3]] == ["", "1", "1"]
    with pytest.raises(MissingCell, match="row 3, column M"):
        printed.lookup("crt", 3, "M")


def test_rb_t9_and_t10_crt_counts(house: TableSet) -> None:
    def ways(column: str, results: str) -> int:
        return sum(
            WAYS[roll] for roll in WAYS if house.lookup("crt", roll, column) in list(results)
        )

    assert [ways(column, "RD") for column in ODDS] == (
        [0, 0, 1, 1, 3, 6, 9, 14, 20, 21, 24, 27, 32]
    )
    assert [ways(column, "12RD") for column in ODDS[:2]] == [2, 6]
    anything = [ways(column, "12RD") for column in ODDS]
    assert anything == sorted(anything)
    percent = [round(100 * ways(column, "RD") / 36) for column in ODDS]
    assert percent == [0, 0, 3, 3, 8, 17, 25, 39, 56, 58, 67, 75, 89]


@pytest.mark.parametrize(
    ("cell", "value", "complaint"),
    [
        (("7", "S"), "R", "column S: expected D, R in 1 of 36 rolls, found 7"),
        (("7", "1:4"), "1", "row 7, column 1:4: expected one of ''"),
        (("12", "1:4"), "", "row 12, column 1:4"),
        (("4", "1:3"), "", "column 1:3"),
        (("4", "MG"), "1", "column MG"),
        (("3", "3:1"), "", "column 3:1"),
        (("7", "10:1"), "1", "column 10:1: expected D, R in 32 of 36 rolls, found 26"),
    ],
)
def test_8_7_a_wrong_crt_cell_is_named(
    house: TableSet, cell: tuple[str, str], value: str, complaint: str
) -> None:
    assert any(complaint in text for text in complaints(changed(house, "crt", cell, value)))


@pytest.mark.parametrize(
    ("table", "cell", "value", "complaint"),
    [
        ("turns", ("10", "destroyers"), 2, "[errata]: row 10, column destroyers"),
        ("engineer", ("6", "150-299"), 1, "Engineer Loss Table"),
        ("air", ("scout_sniper", "6"), 4, "Air Strike Table"),
        ("coastal_crt", ("7", "3"), "1", "row 7, column 3"),
        ("crt_effect", ("D", "forts"), "2 steps", "[8.841]: row D, column forts"),
        ("tactical_drm_date", ("21 Nov", "value"), 3, "3 at row 21 Nov, column value"),
        ("tactical_drm_forts", ("3", "value"), 9, "16 at row 2, column value"),
    ],
)
def test_a_wrong_cell_of_an_owner_is_named(
    house: TableSet, table: str, cell: tuple[str, str], value: str | int, complaint: str
) -> None:
    assert any(complaint in text for text in complaints(changed(house, table, cell, value)))


def changed(known: TableSet, table: str, cell: tuple[str, str], value: str | int) -> TableSet:
    """Return the tables with one cell typed by an owner."""
    return replace(known, cells={**known.cells, Edition.OWNER: {table: {cell: value}}})


def test_4_2_the_rules_can_read_every_effect_on_units(house: TableSet) -> None:
    for result in "12RD":
        for side in ("us", "jap"):
            found = _EFFECT.fullmatch(str(house.lookup("crt_effect", result, side)))
            assert found is not None
            assert found.group(0)


def test_3_3_the_rules_can_read_every_tactical_result(house: TableSet) -> None:
    pool = 12
    for when, highest in (("day", 15), ("night", 18)):
        name = f"tactical_{when}"
        for row in range(2, highest + 1):
            for jrl in LEVELS:
                result = parse_result(str(house.lookup(name, row, jrl)))
                assert result.count <= pool
                assert when == "night" or not (result.again or result.kind == "CA")


def night_weight(house: TableSet, jrl: int, drm: int) -> Fraction:
    """Return how many attacks, weighed by their weight, a night's roll brings on average."""
    weights = {"": 0, "S": 1, "M": 2, "MG": 3, "B": 5, "A": 6, "CA": 8}
    total, again = Fraction(0), Fraction(0)
    for rolled, ways in WAYS.items():
        result = parse_result(str(house.lookup("tactical_night", rolled + drm, jrl)))
        total += Fraction(ways * result.count * weights[result.kind], 36)
        again += Fraction(ways * result.again, 36)
    return total / (1 - again)


def test_3_3_nights_grow_with_the_jrl_and_with_the_modifiers(house: TableSet) -> None:
    for drm in range(7):
        by_jrl = [night_weight(house, jrl, drm) for jrl in LEVELS[::2]]
        assert by_jrl == sorted(by_jrl)
    for jrl in LEVELS[::2]:
        by_drm = [night_weight(house, jrl, drm) for drm in range(7)]
        assert by_drm == sorted(by_drm)


def test_3_3_a_roll_that_repeats_is_never_more_likely_than_not(house: TableSet) -> None:
    for jrl in LEVELS[::2]:
        for drm in range(7):
            again = sum(
                ways
                for rolled, ways in WAYS.items()
                if parse_result(str(house.lookup("tactical_night", rolled + drm, jrl))).again
            )
            assert again <= 18


def test_3_3_modifiers_run_from_0_to_3(house: TableSet) -> None:
    dates = [house.lookup("tactical_drm_date", f"{day} Nov") for day in range(20, 24)]
    assert dates == [0, 1, 2, 3]
    by_forts = [int(house.lookup("tactical_drm_forts", forts)) for forts in range(41)]
    assert by_forts == sorted(by_forts)
    assert set(by_forts) == {0, 1, 2, 3}


def test_rb_0_c_no_destroyers_at_night_are_printed(printed: TableSet) -> None:
    for turn in (4, 5, 10, 11, 16, 17):
        assert printed.lookup("turns", turn, "destroyers") == 0
    for turn in (1, 6, 20):
        with pytest.raises(MissingCell):
            printed.lookup("turns", turn, "destroyers")
