"""A recipe: the folder that says how a module of a game is to look; read and checked at once.

`module.toml` holds the module's facts and its counters' looks, `board.toml` the board's; what
units, hexes and boxes there are comes from the game's data.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from vassal_bridge.builder.checking import Checker, RecipeError, Table
from vassal_bridge.builder.gamedata import CounterRow, GameData, data_folder, read_game
from vassal_bridge.builder.layout import HexLayout
from vassal_bridge.errors import RuleError
from vassal_bridge.pictures.canvas import Box
from vassal_bridge.pictures.colours import Palette
from vassal_bridge.pictures.fonts import FACES
from vassal_bridge.pictures.symbols import MARKS

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
    panels: tuple[PanelStyle, ...]
    tracks: Mapping[str, TrackStyle]
    legend: Legend


@dataclass(frozen=True, slots=True)
class FaceStyle:
    """One face of a counter: a word across it, and whether its ground is paler."""

    word: str
    name: str
    pale: bool


@dataclass(frozen=True, slots=True)
class KindStyle:
    """How the counters of a kind look and what they can do.

    `prototype` names the traits that they share; `faces` are one or two; `note` is the small
    figure in the lower right corner, such as a fire value; `fill` is the ground's colour where
    it is not the side's.
    """

    name: str
    marks: tuple[str, ...]
    prototype: str
    faces: tuple[FaceStyle, ...]
    note: str
    shape: str
    fill: str
    palette_tab: str


@dataclass(frozen=True, slots=True)
class LayerStyle:
    """A mark that can be put on a counter: its Layer, menu text, key, picture and place."""

    name: str
    menu: str
    key: str
    text: str
    colour: str
    at: tuple[int, int]
    suffix: str


@dataclass(frozen=True, slots=True)
class PrototypeStyle:
    """Traits that counters share: which layers, and which housekeeping commands."""

    name: str
    layers: tuple[str, ...]
    moved: bool
    eliminate: str
    clone: bool
    flip: bool


@dataclass(frozen=True, slots=True)
class Die:
    """A dice button."""

    name: str
    dice: int
    sides: int


@dataclass(frozen=True, slots=True)
class Area:
    """A box that holds many counters at the start, laid out in rows from its upper left."""

    box: str
    step: tuple[int, int]
    inset: tuple[int, int]


@dataclass(frozen=True, slots=True)
class ModuleRecipe:
    """Everything in module.toml."""

    game: str
    edition: str
    name: str
    version: str
    description: str
    date_saved: int
    first_piece_id: int
    sides: tuple[str, ...]
    side_colours: Mapping[str, str]
    bands: Mapping[str, str]
    counter_size: int
    palette: Palette
    kinds: Mapping[str, KindStyle]
    layers: Mapping[str, LayerStyle]
    prototypes: Mapping[str, PrototypeStyle]
    dice: tuple[Die, ...]
    turn_track: str
    areas: Mapping[str, Area]
    homes: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Recipe:
    """A whole recipe with the game's data that it draws on."""

    name: str
    module: ModuleRecipe
    board: BoardRecipe
    data: GameData

    @property
    def layout(self) -> HexLayout:
        """Where the board's hexes are."""
        return HexLayout(self.data.map.sheet, self.board.origin, *self.board.cell)

    def home(self, counter: CounterRow) -> str:
        """Return the hex or box where a counter stands at the start; empty for none."""
        return counter.location or self.module.homes.get(counter.kind, "")


def find_recipe(recipe: str | Path) -> Traversable:
    """Return the folder of a recipe: one that is given, or one that is shipped under the name.

    In a checkout the shipped recipes are read from `build`; an installed wheel carries them as
    `vassal_bridge/recipes`. Raises RuleError that lists the shipped names.
    """
    given = Path(recipe)
    if (given / "module.toml").is_file():
        return given
    shipped = shipped_recipes()
    if str(recipe) in shipped:
        return shipped[str(recipe)]
    names = ", ".join(shipped) or "none"
    raise RuleError(
        f"expected a folder with a module.toml or one of the shipped recipes ({names}),"
        f" found {str(recipe)!r}"
    )


def shipped_recipes() -> dict[str, Traversable]:
    """Return the folders of the recipes that come with the program, by their names."""
    package = resources.files("vassal_bridge")
    folder = package / "recipes"
    if not folder.is_dir():
        folder = Path(str(package)).parent / "build"
    if not folder.is_dir():
        return {}
    found = [entry for entry in folder.iterdir() if (entry / "module.toml").is_file()]
    return {entry.name: entry for entry in sorted(found, key=lambda entry: entry.name)}


def read_recipe(recipe: str | Path, *, data: Path | None = None) -> Recipe:
    """Read a recipe and the game data that it refers to (or the data in a folder given).

    Raises:
        RecipeError: with every problem of every file.
        RuleError: there is no such recipe.
    """
    folder = find_recipe(recipe)
    checker = Checker()
    module = _read_module(checker.toml(folder, "module.toml"))
    board = _read_board(checker.toml(folder, "board.toml"))
    source = data or data_folder(module.game, module.edition)
    if source is None:
        checker.add("module.toml", "game", f"no data of {module.game!r}, {module.edition!r} here")
        raise RecipeError(folder.name, checker.problems)
    found = Recipe(folder.name, module, board, read_game(checker, source))
    _check_together(checker, found)
    if checker.problems:
        raise RecipeError(folder.name, checker.problems)
    return found


def _read_module(table: Table) -> ModuleRecipe:
    counters = table.table("counters")
    palette = _read_palette(table)
    size = counters.whole("size", 56)
    counters.done()
    turns = table.table("turns")
    turn_track = turns.text("track")
    turns.done()
    sides = table.table("side_colours")
    bands = table.table("bands")
    homes = table.table("homes")
    recipe = ModuleRecipe(
        game=table.text("game"),
        edition=table.text("edition"),
        name=table.text("name"),
        version=table.text("version"),
        description=table.text("description"),
        date_saved=table.whole("date_saved"),
        first_piece_id=table.whole("first_piece_id"),
        sides=table.texts("sides"),
        side_colours={key: _colour_name(sides, key, palette) for key in sides.names()},
        bands={key: _colour_name(bands, key, palette) for key in bands.names()},
        counter_size=size,
        palette=palette,
        kinds={name: _read_kind(name, kind, palette) for name, kind in table.named("kind").items()},
        layers={
            name: _read_layer(name, layer, palette) for name, layer in table.named("layer").items()
        },
        prototypes={
            name: _read_prototype(name, one) for name, one in table.named("prototype").items()
        },
        dice=tuple(_read_die(die) for die in table.tables("die")),
        turn_track=turn_track,
        areas={name: _read_area(name, area) for name, area in table.named("area").items()},
        homes={key: homes.text(key) for key in homes.names()},
    )
    table.done()
    return recipe


def _read_palette(table: Table) -> Palette:
    colours = table.table("palette")
    return Palette({name: colours.colour(name) for name in colours.names()})


def _colour_name(table: Table, key: str, palette: Palette, default: str | None = None) -> str:
    name = table.text(key, default)
    if name and name not in palette:
        table.wrong(key, f"expected a colour of the palette or #rrggbb, found {name!r}")
        return "#ff00ff"
    return name or "#ff00ff"


def _read_kind(name: str, table: Table, palette: Palette) -> KindStyle:
    marks = table.texts("marks", ())
    for mark in marks:
        if mark not in MARKS:
            table.wrong("marks", f"expected marks out of {', '.join(MARKS)}, found {mark!r}")
    faces = tuple(
        FaceStyle(face.text("word", ""), face.text("name", ""), face.truth("pale"))
        for face in table.tables("face")
    )
    style = KindStyle(
        name=name,
        marks=tuple(mark for mark in marks if mark in MARKS),
        prototype=table.text("prototype"),
        faces=faces or (FaceStyle("", "", False),),
        note=table.text("note", ""),
        shape=table.choice("shape", ("unit", "fort", "marker"), "unit"),
        fill=_colour_name(table, "fill", palette, "") if "fill" in table else "",
        palette_tab=table.text("tab"),
    )
    table.done()
    return style


def _read_layer(name: str, table: Table, palette: Palette) -> LayerStyle:
    at = table.numbers("at", 2)
    style = LayerStyle(
        name=name,
        menu=table.text("menu"),
        key=table.text("key"),
        text=table.text("text"),
        colour=_colour_name(table, "colour", palette),
        at=(int(at[0]), int(at[1])),
        suffix=table.text("suffix", ""),
    )
    if len(style.key) != 1 or not style.key.isalpha() or not style.key.isupper():
        table.wrong("key", f"expected one capital letter, found {style.key!r}")
    table.done()
    return style


def _read_prototype(name: str, table: Table) -> PrototypeStyle:
    style = PrototypeStyle(
        name=name,
        layers=table.texts("layers", ()),
        moved=table.truth("moved"),
        eliminate=table.text("eliminate", ""),
        clone=table.truth("clone"),
        flip=table.truth("flip"),
    )
    table.done()
    return style


def _read_die(table: Table) -> Die:
    die = Die(table.text("name"), table.whole("dice"), table.whole("sides"))
    table.done()
    return die


def _read_area(name: str, table: Table) -> Area:
    step, inset = table.numbers("step", 2), table.numbers("inset", 2)
    area = Area(name, (int(step[0]), int(step[1])), (int(inset[0]), int(inset[1])))
    table.done()
    return area


def _read_board(table: Table) -> BoardRecipe:
    palette = _read_palette(table)
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
        colour=_colour_name(table, "colour", palette),
        around=table.choice("around", ("land", "reef")),
        width=table.number("width"),
        level=table.number("level"),
    )
    table.done()
    return shelf


def _read_terrain(table: Table, palette: Palette) -> TerrainStyle:
    style = TerrainStyle(
        ground=table.choice("ground", GROUNDS),
        fill=_colour_name(table, "fill", palette),
        pattern=table.choice("pattern", HEX_PATTERNS, ""),
        label=table.text("label", ""),
    )
    table.done()
    return style


def _read_feature(table: Table, palette: Palette) -> FeatureStyle:
    style = FeatureStyle(
        draw=table.choice("draw", SIDE_DRAWINGS),
        colour=_colour_name(table, "colour", palette),
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
        _colour_name(table, "colour", palette),
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
        colour=_colour_name(table, "colour", palette),
        face=table.choice("face", FACES, "regular"),
        spacing=table.number("spacing", 0.0),
    )
    table.done()
    return name


def _read_panel(table: Table, palette: Palette) -> PanelStyle:
    panel = PanelStyle(
        _box(table, "box"), table.text("title", ""), _colour_name(table, "colour", palette)
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
        colour=_colour_name(table, "colour", palette),
        heads=table.texts("heads", ()),
    )
    if style.per_row < 1:
        table.wrong("per_row", "expected at least 1")
    table.done()
    return style


def _check_together(checker: Checker, recipe: Recipe) -> None:
    """Check what the recipe and the game's data say about each other."""
    module, board, data = recipe.module, recipe.board, recipe.data
    _check_names(checker, "board.toml", "terrain", set(data.map.terrain.values()), board.terrain)
    features = {feature for *_, feature in data.map.hexsides}
    _check_names(checker, "board.toml", "feature", features, board.features)
    _check_names(checker, "board.toml", "track", {box.track for box in data.boxes}, board.tracks)
    kinds = {counter.kind for counter in data.counters}
    _check_names(checker, "module.toml", "kind", kinds, module.kinds)
    sides = {counter.side for counter in data.counters if counter.side}
    _check_names(checker, "module.toml", "side_colours", sides, module.side_colours)
    prototypes = {kind.prototype for kind in module.kinds.values()}
    _check_names(checker, "module.toml", "prototype", prototypes, module.prototypes)
    layers = {layer for one in module.prototypes.values() for layer in one.layers}
    _check_names(checker, "module.toml", "layer", layers, module.layers)
    boxes = {box.box for box in data.boxes}
    homes = set(module.homes.values()) | set(module.areas)
    homes |= {one.eliminate for one in module.prototypes.values() if one.eliminate}
    for place in sorted(homes - boxes):
        checker.add("module.toml", "homes", f"the game has no box {place!r}")
    if module.turn_track not in board.tracks:
        checker.add("module.toml", "turns.track", f"there is no track {module.turn_track!r}")
    for number, strip in enumerate(board.strips, 1):
        for end in (strip.start, strip.end):
            if end not in data.map.sheet:
                checker.add("board.toml", f"strip[{number}]", f"the sheet has no hex {end!r}")


def _check_names(
    checker: Checker, file: str, key: str, wanted: set[str], known: Mapping[str, object]
) -> None:
    for name in sorted(wanted - set(known)):
        checker.add(file, f"{key}.{name}", "expected this table or key, found nothing")
