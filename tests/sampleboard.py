"""A small recipe whose board shows every pattern and every hexside feature, in any kind of grid."""

from __future__ import annotations

from pathlib import Path

from vassal_bridge.builder.reading.boardrecipe import HEX_PATTERNS, SIDE_DRAWINGS
from vassal_bridge.builder.recipe import Recipe, read_recipe
from vassal_bridge.builder.starting import start_recipe
from vassal_bridge.game.hexes import HexMap

BOARD = """
[sheet]
map = "Sample"
board = "Sample"
size = [{width}, {height}]
[grid]
origin = [140, 140]
dx = {dx}
dy = {dy}
[palette]
track = "#c9b98f"
[hex_names]
[track."Turn"]
style = "turns"
at = [20, 20]
box = [40, 40]
per_row = 10
colour = "track"
[track."Air"]
style = "area"
at = [520, 20]
box = [80, 40]
colour = "track"
[track."Eliminated"]
style = "area"
at = [620, 20]
box = [80, 40]
colour = "track"
"""
LEGEND = """
[legend]
box = [20, 740, 700, 780]
scale = "scale"
"""
SIZE = (760, 760)
FILLS = ("#e3dcb8", "#b7c28f", "#f0e4bf", "#9fc4b4", "#cfc8b8", "#a9bd84", "#c9b98f")


def sample_recipe(
    folder: Path, sheet: HexMap, *, spacing: float = 70.0, patterns: tuple[str, ...] = HEX_PATTERNS
) -> Recipe:
    """Write and read a recipe: each line of hexes has its terrains in turn, each side a feature."""
    start_recipe("mygame", folder)
    across, along = round(spacing * 6 / 7, 1), spacing
    text = BOARD.format(
        width=SIZE[0],
        height=SIZE[1],
        dx=along if sheet.sideways else across,
        dy=across if sheet.sideways else along,
    )
    for number, name in enumerate(patterns):
        fill = FILLS[number % len(FILLS)]
        text += f'[terrain.t{number}]\nground = "land"\nfill = "{fill}"\npattern = "{name}"\n'
        text += f'label = "{name or "plain"}"\n'
    for name in SIDE_DRAWINGS:
        text += f'[feature.{name}]\ndraw = "{name}"\ncolour = "#4f7683"\nlabel = "{name}"\n'
    (folder / "board.toml").write_text(text, encoding="utf-8")
    (folder / "map.toml").write_text(
        f"columns = {list(sheet.columns)}\nrows = {list(sheet.rows)}\nlow = {sheet.low!r}\n"
        f"hexes = {'rows' if sheet.sideways else 'columns'!r}\n"
        f"first = {'row' if sheet.rows_first else 'column'!r}\n",
        encoding="utf-8",
    )
    hexes = sheet.hexes()
    rows = [f"{one},t{number % len(patterns)},{'Name' if number % 5 == 0 else ''}"
            for number, one in enumerate(hexes)]  # fmt: skip
    sides = [(one, other) for one in hexes for other in sheet.neighbours(one) if one < other]
    named = [f"{one},{other},{SIDE_DRAWINGS[number % len(SIDE_DRAWINGS)]}"
             for number, (one, other) in enumerate(sides)]  # fmt: skip
    write = {"hexes.csv": ["hex,terrain,name", *rows], "hexsides.csv": ["a,b,feature", *named]}
    for name, lines in write.items():
        (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return read_recipe(folder)
