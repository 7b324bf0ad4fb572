"""A module being made: everything drawn and every slot decided, before it is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from vassal_bridge.builder.boards.board import Board, bare_board, make_board
from vassal_bridge.builder.counters.counterset import CounterSet, make_counters
from vassal_bridge.builder.living.gpids import marker_renumbered
from vassal_bridge.builder.reading.counterrows import AT_START, CounterRow, copies
from vassal_bridge.builder.recipe import Recipe
from vassal_bridge.builder.spelling.traits import TraitText
from vassal_bridge.builder.writing.gpidlock import START, TRAY, GpidLock, keep_lock, read_lock
from vassal_bridge.builder.writing.slots import Slot, make_slot, prototype_traits
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


def draft_module(recipe: Recipe, prefix: str = "") -> Draft:
    """Draw a recipe's pictures and make its slots; gpids are those of the recipe's lock file.

    Counters that the lock does not know get the next numbers, in the data's order. An extension
    has its id and a colon as a prefix before each. Raises RecipeError where the lock is damaged.
    """
    recipe = _with_prefix(recipe, prefix) if prefix else recipe
    rows = recipe.data.counters
    drawn = [row for row in rows if row.id not in recipe.kept]
    images = make_counters(recipe.module, drawn, recipe.art)
    lock = lock_of(recipe)
    start, tray = lock.slots[START], lock.slots[TRAY]
    at_start = {
        key: make_slot(recipe, row, images, f"{prefix}{start[key]}", key)
        for row in _starting(recipe)
        for key in copies(row)
    }
    in_palette = tuple(
        make_slot(recipe, row, images, f"{prefix}{tray[row.id]}") for row in _in_tray(recipe)
    )
    prototypes = {
        name: prototype_traits(recipe, style, images)
        for name, style in recipe.module.prototypes.items()
    }
    prototypes |= {name: list(kept[:-1]) for name, kept in recipe.kept_prototypes.items()}
    board = make_board(recipe) if recipe.has_board else bare_board(recipe)
    return Draft(recipe, board, images, at_start, in_palette, prototypes, lock)


def _with_prefix(recipe: Recipe, prefix: str) -> Recipe:
    """Return a recipe whose kept Place Markers have gpids of an extension, too."""

    def prefixed(chain: tuple[TraitText, ...]) -> tuple[TraitText, ...]:
        return tuple(
            replace(one, type=marker_renumbered(one.type, lambda gpid: prefix + gpid))
            for one in chain
        )

    return replace(
        recipe,
        kept={one: prefixed(chain) for one, chain in recipe.kept.items()},
        kept_prototypes={one: prefixed(chain) for one, chain in recipe.kept_prototypes.items()},
    )


def _starting(recipe: Recipe) -> list[CounterRow]:
    """Return the counters that are in play from the start, in decks too."""
    return [row for row in recipe.data.counters if recipe.home(row)]


def _in_tray(recipe: Recipe) -> list[CounterRow]:
    """Return the counters of the tray: all but cards, and those that are said not to be there."""
    return [row for row in recipe.data.counters if not row.deck and row.slot != AT_START]


def lock_of(recipe: Recipe) -> GpidLock:
    """Return a recipe's lock with all its present counters. Raises as `read_lock` does."""
    at_start = [key for row in _starting(recipe) for key in copies(row)]
    return read_lock(recipe.folder).with_counters(at_start, [row.id for row in _in_tray(recipe)])


def turn_names(draft: Draft) -> list[str]:
    """Return the turns: the boxes of the turn track, or the names that the recipe gives them."""
    wanted = draft.recipe.module.turns
    tracks = [track for track in draft.board.tracks if track.style.name == wanted.track]
    return [placed.row.box for track in tracks for placed in track.boxes] or list(wanted.names)


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
