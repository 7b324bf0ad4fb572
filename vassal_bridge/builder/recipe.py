"""A recipe: the folder that says how a module of a game is to look; read and checked at once.

`module.toml` holds the module's facts and its counters' looks, `board.toml` the board's; what
units, hexes and boxes there are comes from the game's data, or from CSV files in the folder.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from importlib import resources
from importlib.resources.abc import Traversable
from io import BytesIO
from pathlib import Path

from PIL import Image

from vassal_bridge.builder.agreement import check_board, check_counters, check_places, note_backs
from vassal_bridge.builder.layout import HexLayout
from vassal_bridge.builder.reading import kepttraits
from vassal_bridge.builder.reading.boardrecipe import NO_BOARD, BoardRecipe, read_board
from vassal_bridge.builder.reading.charts import Chart, read_charts
from vassal_bridge.builder.reading.checking import Checker, RecipeError
from vassal_bridge.builder.reading.counterrows import (
    COUNTERS,
    IN_TRAY,
    CounterRow,
    read_cards,
    read_counters,
    read_markers,
)
from vassal_bridge.builder.reading.gamedata import GameData, data_folder, read_game
from vassal_bridge.builder.reading.kepttraits import read_kept
from vassal_bridge.builder.reading.mapstyles import CARRIED, FurtherMap, read_maps
from vassal_bridge.builder.reading.modulerecipe import ModuleRecipe, read_module
from vassal_bridge.builder.reading.places import Places
from vassal_bridge.builder.spelling.traits import TraitText
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
    """A whole recipe with the game's data that it draws on.

    Without a board of hexes (`has_board`) all maps are pictures. `kept` are the traits of
    counters, `kept_prototypes` those of prototypes, that are as a module had them.
    """

    name: str
    module: ModuleRecipe
    board: BoardRecipe
    data: GameData
    folder: Traversable
    notes: tuple[str, ...] = ()
    charts: tuple[Chart, ...] = ()
    has_board: bool = True
    maps: tuple[FurtherMap, ...] = ()
    places: Places = field(default_factory=Places)
    kept: Mapping[str, tuple[TraitText, ...]] = field(default_factory=dict)
    kept_prototypes: Mapping[str, tuple[TraitText, ...]] = field(default_factory=dict)

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
        """Return the deck, hex, box or point where a counter is at the start; empty for none."""
        if counter.slot == IN_TRAY:
            return ""
        return counter.deck or counter.location or self.module.homes.get(counter.kind, "")

    def first_board(self, map_name: str) -> str:
        """Return the board that lies on a map: the board of hexes, a window's, or a picture."""
        if map_name in self.module.windows:
            return map_name
        boards = {one.name: one.style.boards for one in self.maps}.get(map_name, ())
        return boards[0].name if boards else self.board.name

    def has_file(self, name: str) -> bool:
        """Tell whether the recipe has a file of a name."""
        return (self.folder / name).is_file()

    def file(self, name: str) -> bytes:
        """Return a file of the recipe. Raises OSError where there is none."""
        return (self.folder / name).read_bytes()

    def carried(self) -> dict[str, bytes]:
        """Return the pictures and sounds that the module holds as they are, by their entries."""
        found: dict[str, bytes] = {}
        for name, entries in CARRIED.items():
            if (self.folder / name).is_dir():
                found |= {entries + path: one for path, one in _files(self.folder / name)}
        return found


def _files(folder: Traversable, above: str = "") -> Iterator[tuple[str, bytes]]:
    """Yield the files of a folder and of those inside it, by their paths from it, in order."""
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _files(entry, f"{above}{entry.name}/")
        else:
            yield above + entry.name, entry.read_bytes()


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
    has_board = not module.maps or (folder / "board.toml").is_file()
    board = read_board(checker, checker.values(folder, "board.toml")) if has_board else NO_BOARD
    maps = read_maps(checker, folder, module.maps)
    places = _places(module, board if has_board else None)
    source = _source(checker, folder, module, data)
    cards = _cards(checker, folder, module)
    game = read_game(checker, source, places, cards, has_board=has_board)
    found = Recipe(
        name=folder.name,
        module=module,
        board=board,
        data=game,
        folder=folder,
        charts=read_charts(checker, folder, module.charts),
        has_board=has_board,
        maps=maps,
        places=places.with_names(
            frozenset(box.box for box in game.boxes) | frozenset(game.map.terrain)
        ),
        kept=read_kept(checker, folder, kepttraits.COUNTERS),
        kept_prototypes=read_kept(checker, folder, kepttraits.PROTOTYPES),
    )
    has_art = _has_art(folder)
    check_counters(checker, module, game.counters, has_art, found.kept_prototypes, found.kept)
    check_places(checker, found)
    if has_board:
        check_board(checker, found)
    if checker.problems:
        raise RecipeError(folder.name, checker.problems)
    note_backs(checker, module, [row for row in game.counters if row.id not in found.kept])
    return replace(found, notes=tuple(checker.notes))


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
    rows += _cards(checker, folder, module)
    kept = read_kept(checker, folder, kepttraits.PROTOTYPES)
    traits = read_kept(checker, folder, kepttraits.COUNTERS)
    check_counters(checker, module, rows, _has_art(folder), kept, traits)
    if checker.problems:
        raise RecipeError(folder.name, checker.problems)
    return CounterRecipe(folder.name, module, rows, folder, tuple(checker.notes))


def _has_art(folder: Traversable) -> Callable[[str], bool]:
    return lambda name: (folder / ART / name).is_file()


def _cards(checker: Checker, folder: Traversable, module: ModuleRecipe) -> tuple[CounterRow, ...]:
    files = {deck.name: deck.cards for deck in module.decks if deck.cards}
    return read_cards(checker, folder, files)


def _places(module: ModuleRecipe, board: BoardRecipe | None) -> Places:
    """Return the places beside the board's hexes and boxes, and the boards of all maps."""
    boxes = frozenset(box for window in module.windows.values() for box in window.boxes)
    boards: dict[str, tuple[str, ...]] = {name: (name,) for name in module.windows}
    boards |= {one.name: tuple(board.name for board in one.boards) for one in module.maps}
    if board is not None:
        boards[board.map_name] = (board.name,)
    decks = frozenset(deck.name for deck in module.decks)
    return Places(boxes | decks, boards, decks)


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
