"""Tracks and boxes: where each box of the game stands on the board, and how it is drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from vassal_bridge.builder.reading.boardrecipe import BoardRecipe, PanelStyle, TrackStyle
from vassal_bridge.builder.reading.gamedata import BoxRow, GameData
from vassal_bridge.pictures.canvas import Box, Canvas
from vassal_bridge.pictures.colours import Colour, Palette, darker, ink_on, lighter, mix
from vassal_bridge.pictures.fonts import fit_size, wrap

FREE_STYLES = frozenset({"area"})
"""Styles whose boxes hold counters anywhere; the others draw a counter to one point."""
LOW_STYLES = frozenset({"turns"})
"""Styles whose boxes hold a counter at their foot, so that what stands at the head is seen."""
_FOOT = 32


@dataclass(frozen=True, slots=True)
class PlacedBox:
    """A box of the game with its place on the board, in pixels."""

    row: BoxRow
    box: tuple[int, int, int, int]
    style: str = ""

    @property
    def centre(self) -> tuple[int, int]:
        """The pixel at which a counter stands: the middle, in some styles lower."""
        left, top, right, bottom = self.box
        if self.style in LOW_STYLES:
            return (left + right) // 2, max((top + bottom) // 2, bottom - _FOOT)
        return (left + right) // 2, (top + bottom) // 2


@dataclass(frozen=True, slots=True)
class PlacedTrack:
    """A track with its boxes, in their order."""

    style: TrackStyle
    boxes: tuple[PlacedBox, ...]

    @property
    def is_free(self) -> bool:
        """Whether counters may lie anywhere in its boxes."""
        return self.style.style in FREE_STYLES

    @property
    def box(self) -> tuple[int, int, int, int]:
        """The rectangle around all boxes."""
        return (
            min(placed.box[0] for placed in self.boxes),
            min(placed.box[1] for placed in self.boxes),
            max(placed.box[2] for placed in self.boxes),
            max(placed.box[3] for placed in self.boxes),
        )


def place_tracks(board: BoardRecipe, data: GameData) -> tuple[PlacedTrack, ...]:
    """Return the tracks in the order of the game's boxes, each box in its place."""
    tracks: dict[str, list[BoxRow]] = {}
    for row in data.boxes:
        tracks.setdefault(row.track, []).append(row)
    placed = []
    for name, rows in tracks.items():
        style = board.tracks[name]
        rows.sort(key=lambda row: row.order)
        boxes = tuple(
            PlacedBox(row, _place(style, index), style.style) for index, row in enumerate(rows)
        )
        placed.append(PlacedTrack(style, boxes))
    return tuple(placed)


def _place(style: TrackStyle, index: int) -> tuple[int, int, int, int]:
    column, row = index % style.per_row, index // style.per_row
    left = style.at[0] + column * (style.box[0] + style.gap[0])
    top = style.at[1] + row * (style.box[1] + style.gap[1])
    return left, top, left + style.box[0], top + style.box[1]


def draw_panel(canvas: Canvas, panel: PanelStyle, palette: Palette) -> None:
    """Draw the framed ground behind tracks."""
    colour = palette[panel.colour]
    left, top, right, bottom = panel.box
    canvas.rectangle(
        (left + 3, top + 4, right + 3, bottom + 4), darker(palette["sea"], 0.22), radius=9
    )
    canvas.rectangle(panel.box, darker(colour, 0.5), radius=9)
    canvas.rectangle((left + 1.5, top + 1.5, right - 1.5, bottom - 1.5), colour, radius=8)
    if panel.title:
        bar = (left + 1.5, top + 1.5, right - 1.5, top + 31)
        canvas.rectangle(bar, palette["ink"], radius=8)
        canvas.rectangle((left + 1.5, top + 16, right - 1.5, top + 31), palette["ink"])
        at = ((left + right) / 2, top + 17)
        canvas.text(at, panel.title.upper(), lighter(colour, 0.3), 16, face="condensed-bold")


def draw_track(canvas: Canvas, track: PlacedTrack, palette: Palette) -> None:
    """Draw a track: its title, its column heads and its boxes."""
    style = track.style
    ink = palette["ink"]
    left, top, _right, _ = track.box
    lift = 19 if style.heads else 5
    if style.title:
        canvas.text((left, top - lift - 2), style.title, ink, 15, face="bold", anchor="lb")
    for number, head in enumerate(style.heads):
        x = left + number * (style.box[0] + style.gap[0]) + style.box[0] / 2
        canvas.text(
            (x, top - 4),
            head,
            mix(ink, palette["paper"], 0.25),
            11,
            face="condensed-bold",
            anchor="mb",
        )
    for placed in track.boxes:
        BOX_DRAWINGS[style.style](canvas, placed, palette[style.colour], palette)


def _frame(canvas: Canvas, box: Box, fill: Colour, ink: Colour, radius: float = 4.0) -> None:
    canvas.rectangle(box, ink, radius=radius)
    left, top, right, bottom = box
    inner = (left + 1.4, top + 1.4, right - 1.4, bottom - 1.4)
    canvas.rectangle(inner, fill, radius=radius - 1)


def _draw_digit(canvas: Canvas, placed: PlacedBox, colour: Colour, palette: Palette) -> None:
    ink = darker(colour, 0.5)
    _frame(canvas, placed.box, lighter(colour, 0.5), ink)
    size = fit_size(placed.row.label, placed.box[2] - placed.box[0] - 10, "bold", 26)
    canvas.text(
        placed.centre, placed.row.label, mix(ink, lighter(colour, 0.5), 0.25), size, face="bold"
    )


def _draw_turn(canvas: Canvas, placed: PlacedBox, colour: Colour, palette: Palette) -> None:
    left, top, right, bottom = placed.box
    text = placed.row.label
    fill = _turn_fill(text, colour, palette)
    ink = ink_on(fill) if ink_on(fill) != (0, 0, 0) else palette["ink"]
    _frame(canvas, placed.box, fill, darker(fill, 0.45))
    head, _, rest = text.partition("|")
    width = right - left - 8
    size = fit_size(head, width, "bold", 18)
    canvas.text(((left + right) / 2, top + 13), head, ink, size, face="bold")
    for number, line in enumerate(rest.split("|") if rest else ()):
        size = fit_size(line, width, "condensed", 11.5)
        at = ((left + right) / 2, bottom - 11 - 13 * (rest.count("|") - number))
        canvas.text(at, line, ink, size, face="condensed")


def _turn_fill(text: str, colour: Colour, palette: Palette) -> Colour:
    lowered = text.lower()
    if "night" in lowered:
        return palette["night"]
    return palette["interphase"] if "interphase" in lowered else lighter(colour, 0.45)


def _draw_wave(canvas: Canvas, placed: PlacedBox, colour: Colour, palette: Palette) -> None:
    left, top, right, bottom = placed.box
    ink = darker(colour, 0.55)
    _frame(canvas, placed.box, lighter(colour, 0.6), ink)
    lines = placed.row.label.split("|")
    faint = mix(ink, lighter(colour, 0.6), 0.35)
    size = fit_size(lines[0], right - left - 8, "bold", 20)
    canvas.text(((left + right) / 2, (top + bottom) / 2), lines[0], faint, size, face="bold")
    for line in lines[1:]:
        size = fit_size(line, right - left - 8, "condensed", 10.5)
        canvas.text(((left + right) / 2, bottom - 9), line, faint, size, face="condensed")


def draw_area(canvas: Canvas, placed: PlacedBox, colour: Colour, palette: Palette) -> None:
    """Draw a box in which counters lie anywhere: its ground, and its name in the corner."""
    left, top, right, _ = placed.box
    ink = darker(colour, 0.5)
    _frame(canvas, placed.box, lighter(colour, 0.55), ink, radius=6)
    width = right - left - 14
    size = fit_size(placed.row.label, width, "bold", 16, least=8)
    for number, line in enumerate(wrap(placed.row.label, width, "bold", size)):
        canvas.text((left + 9, top + 15 + number * 17), line, ink, size, face="bold", anchor="lm")


BOX_DRAWINGS: Mapping[str, Callable[[Canvas, PlacedBox, Colour, Palette], None]] = MappingProxyType(
    {
        "digits": _draw_digit,
        "turns": _draw_turn,
        "waves": _draw_wave,
        "assault": _draw_wave,
        "area": draw_area,
    }
)
"""How the boxes of a track are drawn, by the style that a recipe names."""
