"""A plain board of empty hexes, so that a recipe made of counters alone builds a module at once."""

from __future__ import annotations

from collections.abc import Iterable

from vassal_bridge.builder.reading.schema import schema_name, schemas
from vassal_bridge.builder.reading.tomltext import quoted

BOARD, MAP, HEXES = "board.toml", "map.toml", "hexes.csv"
LEAST_COLUMNS, LEAST_ROWS = 12, 9
_MARGIN, _HEAD = 30, 70
_ROOM = 1.3
"""How much higher a hex is than its counters."""
_BOARD = """\
#:schema ./{schema}
# A plain board, to be made into yours: terrain comes from hexes.csv.

[sheet]
map = "Map"
board = "Map"
size = [{width}, {height}]
title = {title}
title_at = [{margin}, 45]

[grid]
origin = [{x}, {y}]
dx = {dx:.1f}
dy = {dy:.1f}

[palette]
sea = "#9fbcc4"
plain = "#e3dcb8"

[terrain.clear]
ground = "land"
fill = "plain"
label = "Clear"
"""
_MAP = """\
# Hexes are called by column and row, "0305", in upright columns from the upper left corner.
columns = [1, {columns}]
rows = [1, {rows}]
low = "even"    # which columns sit half a hex lower
"""


def plain_board(title: str, edge: int, hexes: Iterable[str] = ()) -> dict[str, str]:
    """Return the files of a board on which counters of an edge in pixels have room.

    It has at least the hexes given, which are called by two digits each of column and row.
    """
    places = [(int(one[:2]), int(one[2:])) for one in hexes]
    columns = max([LEAST_COLUMNS, *(column for column, _ in places)])
    rows = max([LEAST_ROWS, *(row for _, row in places)])
    dy = round(edge * _ROOM / 2) * 2
    dx = dy * 0.866
    x, y = round(_MARGIN + dy * 0.6), round(_HEAD + dy / 2)
    names = [
        f"{column:02}{row:02},clear"
        for column in range(1, columns + 1)
        for row in range(1, rows + 1)
    ]
    board = _BOARD.format(
        schema=schema_name(BOARD),
        title=quoted(title),
        width=round(2 * _MARGIN + dx * (columns + 0.4)),
        height=round(_HEAD + _MARGIN + dy * (rows + 0.5)),
        margin=_MARGIN,
        x=x,
        y=y,
        dx=dx,
        dy=float(dy),
    )
    return {
        BOARD: board,
        MAP: _MAP.format(columns=columns, rows=rows),
        HEXES: "\n".join(["hex,terrain", *names]) + "\n",
        schema_name(BOARD): schemas()[schema_name(BOARD)],
    }
