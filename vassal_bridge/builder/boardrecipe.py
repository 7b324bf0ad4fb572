"""The board's part of a recipe: board.toml, read and checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from vassal_bridge.builder.checking import Table
from vassal_bridge.pictures.canvas import Box
from vassal_bridge.pictures.colours import Palette
from vassal_bridge.pictures.fonts import FACES

GROUNDS = ("land", "reef", "water")
HEX_PATTERNS = ("", "palms", "stipple", "planks", "tufts")
PRINTED = ("fort",)
SIDE_DRAWINGS = ("wall", "ditch", "dashes", "none")
TRACK_STYLES = ("digits", "turns", "waves", "assault", "area")


@dataclass(frozen=True, slots=True)
class TerrainStyle:
    """How a terrain looks: its ground (land, reef, water), fill colour and pattern."""

    ground: str
    fill: str
    pattern: str
    label: str


@dataclass(frozen=True, slots=True)
class FeatureStyle:
    """How a hexside feature looks."""

    draw: str
    colour: str
    label: str


@dataclass(frozen=True, slots=True)
class PrintedStyle:
    """A symbol printed in the hexes where units of a kind begin, such as forts."""

    draw: str
    label: str


@dataclass(frozen=True, slots=True)
class Shelf:
    """One step of the sea's depth: a colour around the land, or around the reef too.

    `width` is how softly its edge runs, in pixels; `level` (0 to 1) how far in the edge lies.
    """

    colour: str
    around: str
    width: float
    level: float


@dataclass(frozen=True, slots=True)
class Strip:
    """A straight band over the land, such as a runway, between two hexes."""

    start: str
    end: str
    width: float
    colour: str


@dataclass(frozen=True, slots=True)
class PlaceName:
    """A name written over the map."""

    text: str
    at: tuple[float, float]
    size: float
    angle: float
    colour: str
    face: str
    spacing: float


@dataclass(frozen=True, slots=True)
class BeachName:
    """A landing beach's name, written so many pixels away from the middle of its hexes."""

    text: str
    offset: tuple[float, float]
    angle: float
    size: float


@dataclass(frozen=True, slots=True)
class TrackStyle:
    """Where a track's boxes stand and how they look; all in pixels.

    `at` is the upper left corner of the first box; boxes follow to the right, `per_row` in a row.
    """

    name: str
    style: str
    title: str
    at: tuple[int, int]
    box: tuple[int, int]
    per_row: int
    gap: tuple[int, int]
    colour: str
    heads: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PanelStyle:
    """A framed part of the sheet over the sea, behind tracks."""

    box: Box
    title: str
    colour: str


@dataclass(frozen=True, slots=True)
class Legend:
    """Where the key to the map stands and what a hex measures."""

    box: Box
    scale: str


@dataclass(frozen=True, slots=True)
class BoardRecipe:
    """Everything in board.toml."""

    name: str
    map_name: str
    size: tuple[int, int]
    title: str
    subtitle: str
    remark: str
    title_at: tuple[int, int]
    origin: tuple[int, int]
    cell: tuple[float, float]
    palette: Palette
    shelf: tuple[Shelf, ...]
    terrain: Mapping[str, TerrainStyle]
    features: Mapping[str, FeatureStyle]
    printed: Mapping[str, PrintedStyle]
    strips: tuple[Strip, ...]
    names: tuple[PlaceName, ...]
    beaches: Mapping[str, BeachName]
    panels: tuple[PanelStyle, ...]
    tracks: Mapping[str, TrackStyle]
    legend: Legend


def read_board(table: Table) -> BoardRecipe:
    """Return what board.toml says; problems go to the table's checker."""
    palette = read_palette(table)
    sheet, grid = table.table("sheet"), table.table("grid")
    size, title_at = sheet.numbers("size", 2), sheet.numbers("title_at", 2)
    origin = grid.numbers("origin", 2)
    legend = table.table("legend")
    board = BoardRecipe(
        name=sheet.text("board"),
        map_name=sheet.text("map"),
        size=(int(size[0]), int(size[1])),
        title=sheet.text("title"),
        subtitle=sheet.text("subtitle"),
        remark=sheet.text("remark"),
        title_at=(int(title_at[0]), int(title_at[1])),
        origin=(int(origin[0]), int(origin[1])),
        cell=(grid.number("dx"), grid.number("dy")),
        palette=palette,
        shelf=tuple(_read_shelf(shelf, palette) for shelf in table.tables("shelf")),
        terrain={name: _read_terrain(one, palette) for name, one in table.named("terrain").items()},
        features={
            name: _read_feature(one, palette) for name, one in table.named("feature").items()
        },
        printed={name: _read_printed(one) for name, one in table.named("printed").items()},
        strips=tuple(_read_strip(strip, palette) for strip in table.tables("strip")),
        names=tuple(_read_name(name, palette) for name in table.tables("name")),
        beaches={name: _read_beach(one) for name, one in table.named("beach").items()},
        panels=tuple(_read_panel(panel, palette) for panel in table.tables("panel")),
        tracks={
            name: _read_track(name, track, palette) for name, track in table.named("track").items()
        },
        legend=Legend(_box(legend, "box"), legend.text("scale")),
    )
    for part in (sheet, grid, legend, table):
        part.done()
    for name in _BOARD_COLOURS:
        if name not in palette:
            table.wrong(f"palette.{name}", "expected a colour, found nothing")
    return board


_BOARD_COLOURS = (
    "sea", "surf", "shore", "grid_land", "grid_water", "wood", "fort", "ink", "paper",
)  # fmt: skip


def _box(table: Table, key: str) -> Box:
    left, top, width, height = table.numbers(key, 4)
    return left, top, left + width, top + height


def _read_shelf(table: Table, palette: Palette) -> Shelf:
    shelf = Shelf(
        colour=colour_name(table, "colour", palette),
        around=table.choice("around", ("land", "reef")),
        width=table.number("width"),
        level=table.number("level"),
    )
    table.done()
    return shelf


def _read_terrain(table: Table, palette: Palette) -> TerrainStyle:
    style = TerrainStyle(
        ground=table.choice("ground", GROUNDS),
        fill=colour_name(table, "fill", palette),
        pattern=table.choice("pattern", HEX_PATTERNS, ""),
        label=table.text("label", ""),
    )
    table.done()
    return style


def _read_feature(table: Table, palette: Palette) -> FeatureStyle:
    style = FeatureStyle(
        draw=table.choice("draw", SIDE_DRAWINGS),
        colour=colour_name(table, "colour", palette),
        label=table.text("label", ""),
    )
    table.done()
    return style


def _read_printed(table: Table) -> PrintedStyle:
    style = PrintedStyle(table.choice("draw", PRINTED), table.text("label", ""))
    table.done()
    return style


def _read_strip(table: Table, palette: Palette) -> Strip:
    strip = Strip(
        table.text("from"),
        table.text("to"),
        table.number("width"),
        colour_name(table, "colour", palette),
    )
    table.done()
    return strip


def _read_name(table: Table, palette: Palette) -> PlaceName:
    at = table.numbers("at", 2)
    name = PlaceName(
        text=table.text("text"),
        at=(at[0], at[1]),
        size=table.number("size"),
        angle=table.number("angle", 0.0),
        colour=colour_name(table, "colour", palette),
        face=table.choice("face", FACES, "regular"),
        spacing=table.number("spacing", 0.0),
    )
    table.done()
    return name


def _read_beach(table: Table) -> BeachName:
    offset = table.numbers("offset", 2)
    name = BeachName(
        table.text("text"),
        (offset[0], offset[1]),
        table.number("angle", 0.0),
        table.number("size", 24.0),
    )
    table.done()
    return name


def _read_panel(table: Table, palette: Palette) -> PanelStyle:
    panel = PanelStyle(
        _box(table, "box"), table.text("title", ""), colour_name(table, "colour", palette)
    )
    table.done()
    return panel


def _read_track(name: str, table: Table, palette: Palette) -> TrackStyle:
    at, box, gap = table.numbers("at", 2), table.numbers("box", 2), table.numbers("gap", 2, (4, 4))
    style = TrackStyle(
        name=name,
        style=table.choice("style", TRACK_STYLES),
        title=table.text("title", ""),
        at=(int(at[0]), int(at[1])),
        box=(int(box[0]), int(box[1])),
        per_row=table.whole("per_row", 1),
        gap=(int(gap[0]), int(gap[1])),
        colour=colour_name(table, "colour", palette),
        heads=table.texts("heads", ()),
    )
    if style.per_row < 1:
        table.wrong("per_row", "expected at least 1")
    table.done()
    return style


def read_palette(table: Table) -> Palette:
    """Return the colours of a recipe file's table palette."""
    colours = table.table("palette")
    return Palette({name: colours.colour(name) for name in colours.names()})


def colour_name(table: Table, key: str, palette: Palette, default: str | None = None) -> str:
    """Return a colour's name in a palette, or its #rrggbb."""
    name = table.text(key, default)
    if name and name not in palette:
        table.wrong(key, f"expected a colour of the palette or #rrggbb, found {name!r}")
        return "#ff00ff"
    return name or "#ff00ff"
