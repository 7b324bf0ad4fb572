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

from vassal_bridge.builder.boardrecipe import BoardRecipe, read_board
from vassal_bridge.builder.checking import Checker, RecipeError
from vassal_bridge.builder.gamedata import CounterRow, GameData, data_folder, read_game
from vassal_bridge.builder.layout import HexLayout
from vassal_bridge.builder.modulerecipe import ModuleRecipe, read_module
from vassal_bridge.errors import RuleError


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
    module = read_module(checker.toml(folder, "module.toml"))
    board = read_board(checker.toml(folder, "board.toml"))
    source = data or data_folder(module.game, module.edition)
    if source is None:
        checker.add("module.toml", "game", f"no data of {module.game!r}, {module.edition!r} here")
        raise RecipeError(folder.name, checker.problems)
    found = Recipe(folder.name, module, board, read_game(checker, source))
    _check_together(checker, found)
    if checker.problems:
        raise RecipeError(folder.name, checker.problems)
    return found


def _check_together(checker: Checker, recipe: Recipe) -> None:
    """Check what the recipe and the game's data say about each other."""
    module, board, data = recipe.module, recipe.board, recipe.data
    _check_names(checker, "board.toml", "terrain", set(data.map.terrain.values()), board.terrain)
    features = {feature for *_, feature in data.map.hexsides}
    _check_names(checker, "board.toml", "feature", features, board.features)
    _check_names(checker, "board.toml", "track", {box.track for box in data.boxes}, board.tracks)
    _check_names(checker, "board.toml", "beach", set(data.map.beaches.values()), board.beaches)
    kinds = {counter.kind for counter in data.counters}
    _check_names(checker, "module.toml", "kind", kinds, module.kinds)
    ids = {counter.id for counter in data.counters}
    for stranger in sorted(set(module.fills) - ids):
        checker.add("module.toml", f"fills.{stranger}", "the game has no such counter")
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
