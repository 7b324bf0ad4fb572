"""Charts printed on a board: a table of the recipe in a panel, as large as its room allows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from vassal_bridge.builder.reading.boardrecipe import PanelStyle
from vassal_bridge.builder.reading.charts import Chart
from vassal_bridge.pictures.canvas import Box, Canvas
from vassal_bridge.pictures.colours import Colour, Palette, darker, mix
from vassal_bridge.pictures.fonts import text_width, wrap

SIZE, NOTE_SIZE = 17.0, 13.0
"""The greatest size of a chart's letters, and the size of the note below it, in pixels."""
LEAST = 8.0
FACE, HEAD_FACE = "condensed", "condensed-bold"
EDGE, TITLE = 10, 36
"""Pixels around a chart, and of its panel's head."""
PADDING, GAP = 8, 7
"""Pixels beside a cell's text, and between two rows' texts at the greatest size."""
LONG = 14
"""Columns with a cell of more letters than this stand at the left, the others in the middle."""
LEADING = 1.2
ROOMY = 1.35
"""By how much rows are spread at most where there is room."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """A chart's cells in lines, at the size at which they fit; widths and heights are pixels."""

    cells: tuple[tuple[tuple[str, ...], ...], ...]
    size: float
    widths: tuple[float, ...]
    heights: tuple[float, ...]


def draw_chart(canvas: Canvas, panel: PanelStyle, chart: Chart, palette: Palette) -> None:
    """Draw a chart into a panel whose ground and title are there already."""
    paper, ink = palette[panel.colour], palette["ink"]
    (left, top, right, bottom), note = room_of(panel, chart)
    for number, line in enumerate(note):
        base = panel.box[3] - EDGE - (len(note) - 1 - number) * NOTE_SIZE * LEADING
        canvas.text((left, base), line, ink, NOTE_SIZE, face=FACE, anchor="lb")
    fitted = fit((chart.heads, *chart.rows), right - left, bottom - top)
    y = top
    for number, (cells, height) in enumerate(zip(fitted.cells, fitted.heights, strict=True)):
        fill = ink if number == 0 else mix(paper, ink, 0.08 if number % 2 == 0 else 0.02)
        canvas.rectangle((left, y, right, y + height), fill)
        x = left
        for column, (lines, width) in enumerate(zip(cells, fitted.widths, strict=True)):
            is_long = any(len(" ".join(row[column])) > LONG for row in fitted.cells)
            look = (paper, HEAD_FACE) if number == 0 else (ink, FACE)
            _draw_cell(canvas, (x, y, x + width, y + height), lines, fitted.size, look, is_long)
            x += width
        y += height
    rule = darker(paper, 0.4)
    for column in range(1, len(fitted.widths)):
        x = left + sum(fitted.widths[:column])
        canvas.line([(x, top), (x, y)], rule, 1.0)
    canvas.rectangle((left, top, right, y), None, rule, 1.2)


def room_of(panel: PanelStyle, chart: Chart) -> tuple[Box, list[str]]:
    """Return the box in a panel in which a chart's cells stand, and the lines of its note."""
    left, top, right, bottom = panel.box
    left, right, bottom = left + EDGE, right - EDGE, bottom - EDGE
    top += TITLE if panel.title else EDGE
    note = wrap(chart.style.note, right - left, FACE, NOTE_SIZE) if chart.style.note else []
    below = len(note) * NOTE_SIZE * LEADING + (GAP if note else 0)
    return (left, top, right, bottom - below), note


def _draw_cell(
    canvas: Canvas,
    box: Box,
    lines: Sequence[str],
    size: float,
    look: tuple[Colour, str],
    is_long: bool,
) -> None:
    left, top, right, bottom = box
    x, anchor = (left + PADDING, "lm") if is_long else ((left + right) / 2, "mm")
    for number, line in enumerate(lines):
        y = (top + bottom) / 2 + (number - (len(lines) - 1) / 2) * size * LEADING
        canvas.text((x, y), line, look[0], size, face=look[1], anchor=anchor)


def fit(rows: Sequence[Sequence[str]], width: float, height: float) -> Fitted:
    """Return rows, the heads first, at the greatest size at which they fit into a room.

    Where they are too wide the widest column is broken into lines.
    """
    size = SIZE
    while True:
        found = _laid_out(rows, size, width)
        if size <= LEAST or (sum(found.heights) <= height and sum(found.widths) <= width + 1):
            spread = min(ROOMY, max(1.0, height / sum(found.heights)))
            heights = tuple(one * spread for one in found.heights)
            return Fitted(found.cells, size, found.widths, heights)
        size -= 0.5


def _laid_out(rows: Sequence[Sequence[str]], size: float, width: float) -> Fitted:
    faces = [HEAD_FACE, *[FACE] * (len(rows) - 1)]
    natural = [
        max(text_width(row[column], face, size) for row, face in zip(rows, faces, strict=True))
        + 2 * PADDING
        for column in range(len(rows[0]))
    ]
    widest = natural.index(max(natural))
    spare = width - sum(natural)
    if spare < 0:
        natural[widest] = max(natural[widest] + spare, natural[widest] / 4)
    else:
        natural = [one + spare / len(natural) for one in natural]
    cells = tuple(
        tuple(
            tuple(wrap(cell, natural[column] - 2 * PADDING + 1, face, size)) or ("",)
            for column, cell in enumerate(row)
        )
        for row, face in zip(rows, faces, strict=True)
    )
    gap = GAP * size / SIZE
    heights = tuple(max(len(lines) for lines in row) * size * LEADING + gap for row in cells)
    return Fitted(cells, size, tuple(natural), heights)
