"""A module being made: everything drawn and every slot decided, before it is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from vassal_bridge.builder.board import Board, make_board
from vassal_bridge.builder.counters import CounterSet, make_counters
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

    @property
    def next_gpid(self) -> int:
        """A number greater than every gpid."""
        gpids = [int(slot.gpid) for slot in (*self.at_start.values(), *self.in_palette)]
        return max(gpids, default=0) + 1


def draft_module(recipe: Recipe) -> Draft:
    """Draw a recipe's pictures and make its slots; gpids count counters in the data's order."""
    rows = recipe.data.counters
    images = make_counters(recipe.module, rows, recipe.art)
    starting = [row for row in rows if recipe.home(row)]
    at_start = {
        row.id: make_slot(recipe, row, images, gpid) for gpid, row in enumerate(starting, 1)
    }
    in_palette = tuple(
        make_slot(recipe, row, images, gpid) for gpid, row in enumerate(rows, len(starting) + 1)
    )
    prototypes = {
        name: prototype_traits(recipe, style, images)
        for name, style in recipe.module.prototypes.items()
    }
    return Draft(recipe, make_board(recipe), images, at_start, in_palette, prototypes)


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
