"""A module being made: everything drawn and every slot decided, before it is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from vassal_bridge.builder.board import Board, make_board
from vassal_bridge.builder.counters import CounterSet, make_counters
from vassal_bridge.builder.gpidlock import START, TRAY, GpidLock, keep_lock, read_lock
from vassal_bridge.builder.recipe import Recipe
from vassal_bridge.builder.slots import Slot, make_slot, prototype_traits
from vassal_bridge.builder.traits import TraitText
from vassal_bridge.formats.metadata import Metadata, write_metadata

VASSAL_VERSION = "3.7.0"
"""The engine version that every file we make names."""
BOARD_IMAGE = "board.png"


@dataclass(frozen=True, slots=True)
class Draft:
    """A module being made: its drawn parts, its slots and its prototypes, still as objects."""

    recipe: Recipe
    board: Board
    images: CounterSet
    at_start: Mapping[str, Slot]
    in_palette: tuple[Slot, ...]
    prototypes: Mapping[str, list[TraitText]]
    lock: GpidLock

    @property
    def next_gpid(self) -> int:
        """A number greater than every gpid that was ever given."""
        return self.lock.next


def draft_module(recipe: Recipe) -> Draft:
    """Draw a recipe's pictures and make its slots; gpids are those of the recipe's lock file.

    Counters that the lock does not know get the next numbers, in the data's order.
    Raises RecipeError where the lock file is damaged.
    """
    rows = recipe.data.counters
    images = make_counters(recipe.module, rows, recipe.art)
    starting = [row for row in rows if recipe.home(row)]
    lock = lock_of(recipe)
    numbers = lock.slots
    at_start = {row.id: make_slot(recipe, row, images, numbers[START][row.id]) for row in starting}
    in_palette = tuple(make_slot(recipe, row, images, numbers[TRAY][row.id]) for row in rows)
    prototypes = {
        name: prototype_traits(recipe, style, images)
        for name, style in recipe.module.prototypes.items()
    }
    return Draft(recipe, make_board(recipe), images, at_start, in_palette, prototypes, lock)


def lock_of(recipe: Recipe) -> GpidLock:
    """Return a recipe's lock with all its present counters. Raises as `read_lock` does."""
    rows = recipe.data.counters
    at_start = [row.id for row in rows if recipe.home(row)]
    return read_lock(recipe.folder).with_counters(at_start, [row.id for row in rows])


def check_lock(recipe: Recipe) -> None:
    """Check that a recipe's lock file is the one of its counters. Raises RuleError, or OSError."""
    keep_lock(recipe.folder, lock_of(recipe), locked=True)


def module_metadata(recipe: Recipe) -> bytes:
    """Return the entry moduledata."""
    module = recipe.module
    return write_metadata(
        Metadata(
            name=module.name,
            version=module.version,
            vassal_version=VASSAL_VERSION,
            date_saved=module.date_saved,
            description=module.description,
        )
    )
