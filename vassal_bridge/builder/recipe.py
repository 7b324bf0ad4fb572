"""A recipe: the folder that says how a module of a game is to look; read and checked at once.

`module.toml` holds the module's facts and its counters' looks, `board.toml` the board's; what
units, hexes and boxes there are comes from the game's data, or from CSV files in the folder.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from io import BytesIO
from pathlib import Path

from PIL import Image

from vassal_bridge.builder.agreement import check_board, check_counters
from vassal_bridge.builder.boardrecipe import BoardRecipe, read_board
from vassal_bridge.builder.charts import Chart, read_charts
from vassal_bridge.builder.checking import Checker, RecipeError
from vassal_bridge.builder.counterrows import COUNTERS, CounterRow, read_counters, read_markers
from vassal_bridge.builder.gamedata import GameData, data_folder, read_game
from vassal_bridge.builder.layout import HexLayout
from vassal_bridge.builder.modulerecipe import ModuleRecipe, read_module
from vassal_bridge.errors import RuleError

ART = "art"
"""The folder of a recipe's pictures."""
_NO_DATA = "expected a counters.csv beside this file, or data of the game {!r}, edition {!r}"


@dataclass(frozen=True, slots=True)
class CounterRecipe:
    """A recipe as far as its counters go: module.toml and the rows of counters and markers.

    `notes` say what a user should know though nothing is wrong.
    """

    name: str
    module: ModuleRecipe
    counters: tuple[CounterRow, ...]
    folder: Traversable
    notes: tuple[str, ...] = ()

    def art(self, name: str) -> Image.Image | None:
        """Return a picture of the art folder; None where there is none of that name."""
        return open_art(self.folder, name)


@dataclass(frozen=True, slots=True)
class Recipe:
    """A whole recipe with the game's data that it draws on."""

    name: str
    module: ModuleRecipe
    board: BoardRecipe
    data: GameData
    folder: Traversable
    notes: tuple[str, ...] = ()
    charts: tuple[Chart, ...] = ()

    @property
    def layout(self) -> HexLayout:
        """Where the board's hexes are."""
        return HexLayout(
            self.data.map.sheet, self.board.grid.origin, *self.board.cell, self.data.map.runs
        )

    def art(self, name: str) -> Image.Image | None:
        """Return a picture of the art folder; None where there is none of that name."""
        return open_art(self.folder, name)

    def home(self, counter: CounterRow) -> str:
        """Return the hex or box where a counter stands at the start; empty for none."""
        return counter.location or self.module.homes.get(counter.kind, "")


def open_art(folder: Traversable, name: str) -> Image.Image | None:
    """Return a picture of a recipe's art folder; None where there is none of that name."""
    file = folder / ART / name
    if not file.is_file():
        return None
    with Image.open(BytesIO(file.read_bytes())) as image:
        return image.convert("RGBA")


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
    module = read_module(checker, checker.values(folder, "module.toml"))
    board = read_board(checker, checker.values(folder, "board.toml"))
    game = read_game(checker, _source(checker, folder, module, data))
    charts = read_charts(checker, folder, module.charts)
    found = Recipe(folder.name, module, board, game, folder, tuple(checker.notes), charts)
    check_counters(checker, module, game.counters, lambda name: (folder / ART / name).is_file())
    check_board(checker, found)
    if checker.problems:
        raise RecipeError(folder.name, checker.problems)
    return found


def read_counter_recipe(recipe: str | Path, *, data: Path | None = None) -> CounterRecipe:
    """Read a recipe as far as its counters go; it needs no board.

    Raises:
        RecipeError: with every problem of module.toml, counters.csv and markers.csv.
        RuleError: there is no such recipe.
    """
    folder = find_recipe(recipe)
    checker = Checker()
    module = read_module(checker, checker.values(folder, "module.toml"))
    source = _source(checker, folder, module, data)
    rows = read_counters(checker, source) + read_markers(checker, source)
    check_counters(checker, module, rows, lambda name: (folder / ART / name).is_file())
    if checker.problems:
        raise RecipeError(folder.name, checker.problems)
    return CounterRecipe(folder.name, module, rows, folder, tuple(checker.notes))


def _source(
    checker: Checker, folder: Traversable, module: ModuleRecipe, data: Path | None
) -> Traversable:
    """Return where counters.csv is: in the recipe's own folder, or with the game's data."""
    if data is None and (folder / COUNTERS).is_file():
        return folder
    found = data or data_folder(module.game, module.edition)
    if found is None:
        checker.add("module.toml", "game", _NO_DATA.format(module.game, module.edition))
        raise RecipeError(folder.name, checker.problems)
    return found
