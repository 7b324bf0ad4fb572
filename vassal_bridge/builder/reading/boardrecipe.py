"""The board's part of a recipe: every table of board.toml, with what its keys mean."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from vassal_bridge.builder.reading import keykinds as kinds
from vassal_bridge.builder.reading.checking import Checker
from vassal_bridge.builder.reading.keys import Reading, key, read_table
from vassal_bridge.pictures.canvas import Box
from vassal_bridge.pictures.colours import Palette
from vassal_bridge.pictures.fonts import FACES

GROUNDS = ("land", "reef", "water")
HEX_PATTERNS = (
    "", "palms", "stipple", "planks", "tufts", "jungle", "trees", "hills", "mountains", "swamp",
    "fields", "rough", "town", "city", "airfield",
)  # fmt: skip
PRINTED = ("fort",)
SIDE_DRAWINGS = (
    "wall", "ditch", "dashes", "none", "line", "cliff", "river", "stream", "road", "trail",
    "railway", "bridge",
)  # fmt: skip
"""How features of hexsides are drawn; roads, trails, railways and bridges cross their hexside."""
EDGES = ("left", "right", "top", "bottom")
NUMBERS_AT = ("top", "bottom", "none")
TRACK_STYLES = ("digits", "turns", "waves", "assault", "area")

BOARD_COLOURS = (
    ("ink", "#2b3138"),
    ("paper", "#efe8d6"),
    ("sea", "#9fbcc4"),
    ("surf", "#eef3ea"),
    ("shore", "#ecdfb9"),
    ("grid_land", "#a3977a"),
    ("grid_water", "#b4cdd0"),
    ("wood", "#b48f5e"),
    ("fort", "#7a3a2c"),
    ("night", "#5d6b82"),
    ("interphase", "#d9b86a"),
    ("beach_name", "#b0392e"),
)
"""Colours that every board has, unless its palette says otherwise."""


@dataclass(frozen=True, slots=True)
class TerrainStyle:
    """How a terrain looks."""

    name: str
    ground: str = key(kinds.Choice(GROUNDS), "What it lies on.")
    fill: str = key(kinds.ColourName(), "Its colour.")
    pattern: str = key(kinds.Choice(HEX_PATTERNS), "What is drawn over it.", default="")
    label: str = key(kinds.Text(), "Its name in the key to the map.", default="")


@dataclass(frozen=True, slots=True)
class FeatureStyle:
    """How a hexside feature looks."""

    name: str
    draw: str = key(kinds.Choice(SIDE_DRAWINGS), "How it is drawn.")
    colour: str = key(kinds.ColourName(), "Its colour.")
    label: str = key(kinds.Text(), "Its name in the key to the map.", default="")


@dataclass(frozen=True, slots=True)
class PrintedStyle:
    """A symbol printed in the hexes where units of a kind begin, such as forts."""

    name: str
    draw: str = key(kinds.Choice(PRINTED), "What is drawn.")
    label: str = key(kinds.Text(), "Its name in the key to the map.", default="")


@dataclass(frozen=True, slots=True)
class Shelf:
    """One step of the sea's depth: a colour around the land, or around the reef too."""

    colour: str = key(kinds.ColourName(), "Its colour.")
    around: str = key(kinds.Choice(("land", "reef")), "What it lies around.")
    width: float = key(kinds.Number(), "How softly its edge runs, in pixels.")
    level: float = key(kinds.Number(), "How far in the edge lies, 0 to 1.")


@dataclass(frozen=True, slots=True)
class Strip:
    """A straight band over the land, such as a runway, between two hexes."""

    start: str = key(kinds.Text(), "The hex where it begins.", name="from")
    end: str = key(kinds.Text(), "The hex where it ends.", name="to")
    width: float = key(kinds.Number(), "How wide it is, in pixels.")
    colour: str = key(kinds.ColourName(), "Its colour.")


@dataclass(frozen=True, slots=True)
class PlaceName:
    """A name written over the map."""

    text: str = key(kinds.Text(), "The name.")
    at: tuple[float, float] = key(kinds.Numbers(2), "Its middle, in pixels.")
    size: float = key(kinds.Number(above=0), "The size of the letters.")
    colour: str = key(kinds.ColourName(), "The letters' colour.")
    angle: float = key(kinds.Number(), "How far it is turned, anticlockwise.", default=0.0)
    face: str = key(kinds.Choice(tuple(FACES)), "The face of the letters.", default="regular")
    spacing: float = key(kinds.Number(), "More room between letters.", default=0.0)


@dataclass(frozen=True, slots=True)
class HexNames:
    """How the names that hexes.csv gives to hexes are written; without it they are not."""

    colour: str = key(kinds.ColourName(), "The letters' colour.", default="ink")
    size: float = key(kinds.Number(above=0), "The size of the letters.", default=11.0)
    offset: tuple[float, float] = key(
        kinds.Numbers(2), "How far from the middle of the hex, in pixels.", default=(0.0, 22.0)
    )
    face: str = key(
        kinds.Choice(tuple(FACES)), "The face of the letters.", default="condensed-bold"
    )


@dataclass(frozen=True, slots=True)
class BeachName:
    """A landing beach's name."""

    name: str
    text: str = key(kinds.Text(), "The name as written.")
    offset: tuple[float, float] = key(
        kinds.Numbers(2), "How far from the middle of its hexes, in pixels."
    )
    angle: float = key(kinds.Number(), "How far it is turned, anticlockwise.", default=0.0)
    size: float = key(kinds.Number(above=0), "The size of the letters.", default=24.0)


@dataclass(frozen=True, slots=True)
class TrackStyle:
    """Where a track's boxes stand and how they look; boxes follow to the right."""

    name: str
    style: str = key(kinds.Choice(TRACK_STYLES), "How its boxes look.")
    at: tuple[int, int] = key(
        kinds.Numbers(2, whole=True), "The first box's upper left corner, in pixels."
    )
    box: tuple[int, int] = key(kinds.Numbers(2, whole=True), "A box's width and height.")
    colour: str = key(kinds.ColourName(), "The boxes' colour.")
    title: str = key(kinds.Text(), "What stands above it.", default="")
    per_row: int = key(kinds.Whole(least=1), "How many boxes stand in a row.", default=1)
    gap: tuple[int, int] = key(
        kinds.Numbers(2, whole=True), "The room between boxes, across and down.", default=(4, 4)
    )
    heads: tuple[str, ...] = key(kinds.Texts(), "What stands above its columns.", default=())


@dataclass(frozen=True, slots=True)
class PanelStyle:
    """A framed part of the sheet over the sea, behind tracks or with a chart."""

    box: Box = key(kinds.Box(), "Left, top, width and height, in pixels.")
    colour: str = key(kinds.ColourName(), "Its ground.")
    title: str = key(kinds.Text(), "What stands in its head.", default="")
    chart: str = key(kinds.Text(), "A [[chart]] of module.toml that it shows.", default="")


@dataclass(frozen=True, slots=True)
class Legend:
    """Where the key to the map stands and what a hex measures."""

    box: Box = key(kinds.Box(), "Left, top, width and height, in pixels.")
    scale: str = key(kinds.Text(), "What four hexes measure.")


@dataclass(frozen=True, slots=True)
class SheetStyle:
    """The board as a whole."""

    board: str = key(kinds.Text(), "The board's name in the module.")
    map: str = key(kinds.Text(), "The name of the module's map window.")
    size: tuple[int, int] = key(kinds.Numbers(2, whole=True), "Width and height, in pixels.")
    title: str = key(kinds.Text(), "The title on the board.", default="")
    subtitle: str = key(kinds.Text(), "The line below the title.", default="")
    remark: str = key(kinds.Text(), "One more line.", default="")
    title_at: tuple[int, int] = key(
        kinds.Numbers(2, whole=True), "Where the title begins.", default=(84, 112)
    )


@dataclass(frozen=True, slots=True)
class GridStyle:
    """Where the hexes are."""

    origin: tuple[int, int] = key(
        kinds.Numbers(2, whole=True), "The middle of the grid's own hex 0,0, in pixels."
    )
    dx: float = key(kinds.Number(above=0), "From column to column.")
    dy: float = key(kinds.Number(above=0), "From row to row.")
    open_edges: tuple[str, ...] = key(
        kinds.Texts(EDGES),
        "Edges of the sheet where the land goes on: left, right, top, bottom. At the others it"
        " has a coast.",
        default=(),
    )
    numbers: str = key(kinds.Choice(NUMBERS_AT), "Where in a hex its number stands.", default="top")
    number_size: float = key(
        kinds.Number(above=0), "The size of the numbers, in pixels.", default=9.5
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardRecipe:
    """Everything in board.toml."""

    palette: Palette = key(kinds.Colours(BOARD_COLOURS), "Colours by name.", default=None)
    include: tuple[str, ...] = key(
        kinds.Texts(), "Files whose tables this one has too, such as those of a series of games.",
        default=(),
    )  # fmt: skip
    sheet: SheetStyle = key(kinds.TableOf(SheetStyle), "The board as a whole.")
    grid: GridStyle = key(kinds.TableOf(GridStyle), "Where the hexes are.")
    terrain: Mapping[str, TerrainStyle] = key(
        kinds.Named(TerrainStyle), "How each terrain of hexes.csv looks."
    )
    features: Mapping[str, FeatureStyle] = key(
        kinds.Named(FeatureStyle), "How each feature of hexsides.csv looks.", default={},
        name="feature",
    )  # fmt: skip
    printed: Mapping[str, PrintedStyle] = key(
        kinds.Named(PrintedStyle), "Symbols printed where units of a kind begin.", default={}
    )
    shelf: tuple[Shelf, ...] = key(
        kinds.ListOf(Shelf), "Steps of the sea's depth, the deepest first.", default=()
    )
    strips: tuple[Strip, ...] = key(
        kinds.ListOf(Strip), "Bands over the land.", default=(), name="strip"
    )
    names: tuple[PlaceName, ...] = key(
        kinds.ListOf(PlaceName), "Names on the map.", default=(), name="name"
    )
    hex_names: HexNames | None = key(
        kinds.TableOf(HexNames), "The names in hexes.csv.", default=None
    )
    beaches: Mapping[str, BeachName] = key(
        kinds.Named(BeachName), "Names of landing beaches.", default={}, name="beach"
    )
    panels: tuple[PanelStyle, ...] = key(
        kinds.ListOf(PanelStyle), "Framed parts of the sheet.", default=(), name="panel"
    )
    tracks: Mapping[str, TrackStyle] = key(
        kinds.Named(TrackStyle), "How each track of boxes.csv looks.", default={}, name="track"
    )
    legend: Legend | None = key(kinds.TableOf(Legend), "The key to the map.", default=None)

    @property
    def name(self) -> str:
        """The board's name in the module."""
        return self.sheet.board

    @property
    def map_name(self) -> str:
        """The name of the module's map window."""
        return self.sheet.map

    @property
    def cell(self) -> tuple[float, float]:
        """How far columns and rows are apart."""
        return self.grid.dx, self.grid.dy


NO_BOARD: BoardRecipe = replace(
    kinds.TableOf(BoardRecipe).nothing, palette=kinds.Colours(BOARD_COLOURS).nothing
)
"""The board of a recipe that has none of hexes: nothing is drawn of it."""


def read_board(checker: Checker, values: dict[str, Any]) -> BoardRecipe:
    """Return what board.toml says; problems go to the checker."""
    reading = Reading(checker, "board.toml", Palette({}))
    return read_table(BoardRecipe, reading, "", {"palette": {}} | values)
