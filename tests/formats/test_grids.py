import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vassal_bridge.formats.boards.gridreading import grid_from
from vassal_bridge.formats.boards.grids import GRIDLESS, Grid, HexGrid, RegionGrid, SquareGrid
from vassal_bridge.formats.boards.numbering import Axis, Numbering

PACKAGE = "VASSAL.build.module.map.boardPicker.board."
GRIDS = {"hex": "HexGrid", "oblique": "HexGrid", "square": "SquareGrid"}
NUMBERINGS = {
    "hex": "HexGridNumbering",
    "oblique": "ObliqueHexGridNumbering",
    "square": "SquareGridNumbering",
}
GRID_ATTRIBUTES = ("dx", "dy", "x0", "y0", "sideways", "edgesLegal", "cornersLegal")
NUMBERING_ATTRIBUTES = (
    "first",
    "sep",
    "hType",
    "hLeading",
    "hOff",
    "hDescend",
    "vType",
    "vLeading",
    "vOff",
    "vDescend",
    "stagger",
    "locationFormat",
)


@dataclass
class Element:
    tag: str
    attributes: Mapping[str, str] = field(default_factory=dict)
    children: Sequence["Element"] = ()


def _grid(row: Mapping[str, str]) -> Grid:
    numbering = Element(
        PACKAGE + "mapgrid." + NUMBERINGS[row["kind"]],
        {name: row[name] for name in NUMBERING_ATTRIBUTES if row[name] or name == "sep"},
    )
    element = Element(
        PACKAGE + GRIDS[row["kind"]],
        {name: row[name] for name in GRID_ATTRIBUTES if row[name]},
        [numbering],
    )
    return grid_from([element], (int(row["width"]), int(row["height"])))


def test_every_golden_point_and_name_of_forty_grids(golden: Path) -> None:
    with (golden / "grids.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 4000
    wrong = []
    for row in rows:
        grid = _grid(row)
        assert isinstance(grid, (HexGrid, SquareGrid))
        if row["x"]:
            x, y = int(row["x"]), int(row["y"])
            if grid.forced_snap(x, y) != (int(row["snap_x"]), int(row["snap_y"])):
                wrong.append(("snap", row, grid.forced_snap(x, y)))
            if grid.location_name(x, y) != row["name"]:
                wrong.append(("name", row, grid.location_name(x, y)))
        expected = None if row["name_x"] == "BAD" else (int(row["name_x"]), int(row["name_y"]))
        if grid.point(row["name"]) != expected:
            wrong.append(("point", row, grid.point(row["name"])))
    assert not wrong, (len(wrong), wrong[:3])


axes = st.builds(
    Axis,
    kind=st.sampled_from("NA"),
    leading=st.integers(0, 3),
    offset=st.integers(-3, 3),
)


@given(axes, axes, st.integers(-60, 60), st.integers(-60, 60), st.sampled_from("HV"))
def test_a_cell_is_found_again_by_its_name(
    across: Axis, down: Axis, column: int, row: int, first: str
) -> None:
    numbering = Numbering(first=first, separator="/", horizontal=across, vertical=down)
    assert numbering.cell(numbering.name(column, row)) == (column, row)


@given(
    st.floats(20, 90),
    st.floats(20, 90),
    st.booleans(),
    st.integers(0, 40),
    st.integers(0, 40),
    st.integers(0, 30),  # before the origin the engine truncates the other way, by two pixels
    st.integers(0, 30),
)
def test_a_hex_centre_snaps_to_itself_and_is_found_by_name(
    dx: float, dy: float, sideways: bool, x0: int, y0: int, column: int, row: int
) -> None:
    grid = HexGrid(
        dx=dx, dy=dy, x0=x0, y0=y0, sideways=sideways, numbering=Numbering(separator="/")
    )
    centre = grid.centre_of_cell(column, row)
    assert grid.snap(*centre) == centre
    name = grid.location_name(*centre)
    assert name is not None
    found = grid.point(name)
    assert found is not None
    assert max(abs(a - b) for a, b in zip(found, centre, strict=True)) <= 1


@given(st.integers(-9, 9), st.integers(-9, 9), st.integers(-9, 9), st.integers(-9, 9))
def test_hex_range_is_symmetric_and_one_between_neighbours(a: int, b: int, c: int, d: int) -> None:
    grid = HexGrid(dx=60, dy=70, x0=30, y0=35)
    one, other = grid.centre_of_cell(a, b), grid.centre_of_cell(c, d)
    assert grid.range(one, other) == grid.range(other, one)
    assert grid.range(one, grid.centre_of_cell(a, b + 1)) == 1
    assert (grid.range(one, other) == 0) == (one == other)


@given(
    st.floats(8, 60),
    st.floats(8, 60),
    st.booleans(),
    st.integers(-300, 300),
    st.integers(-300, 300),
)
def test_every_hex_of_a_board_is_listed_once(
    dx: float, dy: float, sideways: bool, x0: int, y0: int
) -> None:
    grid = HexGrid(dx=dx, dy=dy, x0=x0, y0=y0, sideways=sideways, numbering=Numbering())
    centres = [centre for _, centre in grid.cells_within(120, 90)]
    assert len(centres) == len(set(centres))
    seen = {grid.centre(x, y) for x in range(0, 120, 15) for y in range(0, 90, 15)}
    inside = {(x, y) for x, y in seen if 0 <= x < 120 and 0 <= y < 90}
    assert inside <= set(centres)


def test_of_two_regions_equally_near_the_first_in_java_s_order_is_taken() -> None:
    grid = RegionGrid((("far left", (0, 0)), ("far right", (100, 0))))
    assert grid.location_name(50, 0) in ("far left", "far right")
    assert grid.location_name(49, 0) == "far left"
    assert grid.point("far right") == (100, 0)


def _made(tag: str, **attributes: str) -> Grid:
    numbering = Element(PACKAGE + "mapgrid." + tag + "Numbering", {})
    return grid_from([Element(PACKAGE + tag, attributes, [numbering])], (800, 600))


def test_of_two_regions_of_one_name_the_first_in_javas_order_is_found() -> None:
    # Java 17 walks a HashMap of these two java.awt.Point in this order, whichever was put first
    for first, second in (((16, 0), (3, 0)), ((3, 0), (16, 0))):
        assert RegionGrid((("Box", first), ("Box", second))).point("Box") == (16, 0)


@pytest.mark.parametrize("dx", ["0", "0.0", "nan", "inf", "1e300", "-1e-300"])
def test_a_grid_whose_cells_have_no_size_is_none(dx: str) -> None:
    assert _made("HexGrid", dx=dx, dy="64") is GRIDLESS
    assert _made("SquareGrid", dx="48", dy=dx) is GRIDLESS


def test_9_4_a_number_of_no_digits_is_no_place() -> None:
    axis = Axis(leading=-1)
    assert Numbering(horizontal=axis, separator="-").cell("-01") is None


@pytest.mark.parametrize(
    ("location_format", "name"),
    [
        (" Hex $gridLocation$ ", "Hex 0302"),  # trimmed, for there is a $ in it
        ("$column$/$row$", "03/02"),
        ("$terrain$ $gridLocation$", "terrain 0302"),
        ("$$gridLocation$$", "gridLocation"),
        ("at \\$ $gridLocation$", "at $ 0302"),
        ('{column + "-" + row}', "3-2"),
        ("{gridLocation", "{gridLocation"),
    ],
)
def test_a_location_format_is_a_formatted_string(location_format: str, name: str) -> None:
    numbering = Numbering(location_format=location_format)
    assert numbering.name(2, 1) == name


@pytest.mark.parametrize(
    ("location_format", "cell"),
    [("$column$.$row$", (2, 1)), ("$row$.$column$", (1, 2)), ("$gridLocation", None)],
)
def test_9_4_a_name_is_read_by_its_format(
    location_format: str, cell: tuple[int, int] | None
) -> None:
    assert Numbering(location_format=location_format).cell("03.02") == cell


def test_9_4_the_last_of_two_numbers_of_one_axis_counts() -> None:
    assert Numbering(location_format="$column$ $gridLocation$").cell("09 0302") == (2, 1)
