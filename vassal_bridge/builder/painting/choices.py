"""What can be painted on a map: terrains, hexside features and labels, each with a colour."""

from __future__ import annotations

import colorsys
import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from io import StringIO

from vassal_bridge.builder.reading.boardrecipe import BoardRecipe
from vassal_bridge.builder.reading.checking import RecipeError
from vassal_bridge.builder.reading.gamedata import data_folder
from vassal_bridge.builder.recipe import read_recipe, shipped_recipes
from vassal_bridge.errors import RuleError
from vassal_bridge.pictures.colours import Colour, parse_colour

HOUSE = "house"
_HEXES, _WATER = "hexes.csv", "water"
HEX, TERRAIN, NAME = "hex", "terrain", "name"
SIDE = ("a", "b", "feature")
_TURN = 0.381966
"""The golden section of a turn: hues so far apart are told from each other."""

_PLAIN_TERRAINS: Mapping[str, str] = {
    "clear": "#e3dcb8",
    "woods": "#b7c28f",
    "jungle": "#7f9a5b",
    "hills": "#cbb58a",
    "mountain": "#a58f73",
    "swamp": "#9fc4b4",
    "fields": "#d9d08a",
    "town": "#b5a9a0",
    "beach": "#f0e4bf",
    "reef": "#c4dad3",
    "sea": "#9fbcc4",
}
_PLAIN_FEATURES: Mapping[str, str] = {
    "river": "#3f7fae",
    "cliff": "#6d4a35",
    "wall": "#8a6a48",
    "road": "#b0392e",
    "railway": "#2b3138",
    "bridge": "#2b3138",
}
"""What a map is painted with where no game says what there is."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing to paint: its name in the file, its name on the page, its colour."""

    name: str
    label: str
    colour: Colour


@dataclass(frozen=True, slots=True)
class Choices:
    """Everything that can be painted, and the columns of the two files.

    `labels` are further columns of hexes.csv, each with the values that it may have; a column
    without values, such as `name`, takes any text. `outside` is the colour of the sea around a
    game's hexes where that is no terrain of its own: a first guess leaves it unpainted.
    """

    terrains: tuple[Choice, ...]
    features: tuple[Choice, ...]
    labels: Mapping[str, tuple[Choice, ...]]
    hex_columns: tuple[str, ...]
    side_columns: tuple[str, ...]
    outside: Colour | None = None

    @property
    def layers(self) -> Mapping[str, tuple[Choice, ...]]:
        """The columns of hexes.csv that are painted: the terrain, then the labels."""
        return {TERRAIN: self.terrains, **self.labels}


def plain_choices() -> Choices:
    """Return what a map is painted with where no game says what there is."""
    return Choices(
        terrains=_painted(_PLAIN_TERRAINS, _PLAIN_TERRAINS, {}),
        features=_painted(_PLAIN_FEATURES, _PLAIN_FEATURES, {}),
        labels={NAME: ()},
        hex_columns=(HEX, TERRAIN, NAME),
        side_columns=SIDE,
    )


def choices_of(game: str) -> Choices:
    """Return what is on the map of a game: the names in its data, as its recipe draws them.

    Raises RuleError for a game without hexes.
    """
    folder = map_folder(game)
    if folder is None:
        raise RuleError(f"expected a game whose map has hexes, found {game!r}")
    hex_columns, hexes = _read(folder / _HEXES)
    side_columns, sides = _read(folder / "hexsides.csv")
    board = _board(game)
    fills = {} if board is None else {name: one.fill for name, one in board.terrain.items()}
    lines = {} if board is None else {name: one.colour for name, one in board.features.items()}
    texts: dict[str, str] = {}
    if board is not None:
        texts = {name: one.label for name, one in board.terrain.items()}
        texts |= {name: one.label for name, one in board.features.items()}
    terrains, features = _values(hexes, TERRAIN), _values(sides, SIDE[-1])
    further = [column for column in hex_columns if column not in (HEX, TERRAIN)]
    return Choices(
        terrains=_painted([*fills, *terrains], _inks(board, fills), texts),
        features=_painted([*lines, *features], _inks(board, lines), texts),
        labels={
            column: () if column == NAME else _painted(_values(hexes, column), {}, {})
            for column in further
        },
        hex_columns=hex_columns,
        side_columns=side_columns or SIDE,
        outside=_outside(board),
    )


def map_folder(game: str) -> Traversable | None:
    """Return the folder of a game's hexes: its own data, or its recipe; None where it has none."""
    folders = (data_folder(game, HOUSE), shipped_recipes().get(game))
    return next((one for one in folders if one is not None and (one / _HEXES).is_file()), None)


def _board(game: str) -> BoardRecipe | None:
    if game not in shipped_recipes():
        return None
    try:
        return read_recipe(game).board
    except RecipeError:
        return None


def _outside(board: BoardRecipe | None) -> Colour | None:
    """Return the colour of a board's sea where no terrain is water."""
    if board is None or any(one.ground == _WATER for one in board.terrain.values()):
        return None
    return board.palette["sea"]


def _inks(board: BoardRecipe | None, names: Mapping[str, str]) -> dict[str, str]:
    """Return colours of a recipe's palette as #rrggbb."""
    if board is None:
        return {}
    inks = {name: board.palette[colour] for name, colour in names.items()}
    return {name: f"#{red:02x}{green:02x}{blue:02x}" for name, (red, green, blue) in inks.items()}


def _painted(
    names: Iterable[str], inks: Mapping[str, str], labels: Mapping[str, str]
) -> tuple[Choice, ...]:
    found = []
    for number, name in enumerate(dict.fromkeys(names)):
        colour = parse_colour(inks[name]) if name in inks else _hue(number)
        found.append(Choice(name, labels.get(name) or name.replace("_", " ").capitalize(), colour))
    return tuple(found)


def _hue(number: int) -> Colour:
    parts = colorsys.hsv_to_rgb(number * _TURN % 1, 0.55, 0.8)
    red, green, blue = (round(part * 255) for part in parts)
    return red, green, blue


def _values(rows: Iterable[Mapping[str, str]], column: str) -> list[str]:
    """Return the values of a column that are there, each once, in order."""
    return sorted({row[column] for row in rows if row.get(column)})


def _read(file: Traversable) -> tuple[tuple[str, ...], list[dict[str, str]]]:
    if not file.is_file():
        return (), []
    reader = csv.DictReader(StringIO(file.read_text(encoding="utf-8")))
    return tuple(reader.fieldnames or ()), list(reader)
