"""Writes a module: a recipe's board, counters and components as a `.vmod`.

The same recipe, game data and library versions give the same bytes: entries are dated 1980,
`dateSaved` stands in the recipe, and nothing is taken from a clock.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from vassal_bridge.binding.binding import EDITION_PROPERTY, GAME_PROPERTY
from vassal_bridge.builder.reading.charts import chart_window
from vassal_bridge.builder.recipe import Recipe, read_recipe
from vassal_bridge.builder.spelling import components as parts
from vassal_bridge.builder.spelling.xmltree import Component, component, to_xml
from vassal_bridge.builder.writing.draft import (
    VASSAL_VERSION,
    Draft,
    draft_module,
    module_metadata,
)
from vassal_bridge.builder.writing.globaltexts import global_text, menus
from vassal_bridge.builder.writing.gpidlock import GpidLock
from vassal_bridge.builder.writing.moduleparts import (
    main_map,
    picture_files,
    prototypes,
    setups_of,
    turn_tracker,
)
from vassal_bridge.builder.writing.slotparts import palettes, starting_components
from vassal_bridge.builder.writing.windows import window_map
from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.metadata import MODULE_DATA
from vassal_bridge.formats.module import BUILD_FILE
from vassal_bridge.formats.writing import atomic_write


@dataclass(frozen=True, slots=True)
class Report:
    """What was built; `lock` is to be kept with the recipe, by `gpidlock.keep_lock`."""

    name: str
    version: str
    hexes: int
    boxes: int
    units: int
    markers: int
    images: int
    size: int
    lock: GpidLock

    def __str__(self) -> str:
        counts = (
            (self.units, "unit", "units"),
            (self.markers, "marker", "markers"),
            (self.hexes, "hex", "hexes"),
            (self.boxes, "box", "boxes"),
            (self.images, "picture", "pictures"),
            (self.size, "byte", "bytes"),
        )
        said = (f"{count} {one if count == 1 else many}" for count, one, many in counts)
        return f"{self.name} {self.version}: {', '.join(said)}"


def build_file(draft: Draft, setups: Iterable[tuple[str, str]] = ()) -> Component:
    """Return the component tree of a module; `setups` are names and files of its set-ups."""
    recipe, module = draft.recipe, draft.recipe.module
    starting = starting_components(draft)
    return component(
        parts.BUILD + "GameModule",
        {
            "ModuleOther1": "",
            "ModuleOther2": "",
            "VassalVersion": VASSAL_VERSION,
            "description": module.description,
            "name": module.name,
            "nextPieceSlotId": str(draft.next_gpid),
            "version": module.version,
        },
        [
            component(parts.MODULE + "BasicCommandEncoder"),
            component(parts.MODULE + "Documentation"),
            parts.roster(module.sides),
            parts.global_options(),
            component(
                parts.PROPERTIES + "GlobalProperties",
                children=[
                    parts.text_property(GAME_PROPERTY, module.game, "the game of this module"),
                    parts.text_property(
                        EDITION_PROPERTY, module.edition, "the edition of map and tables"
                    ),
                    *(global_text(one) for one in module.properties),
                ],
            ),
            component(parts.PROPERTIES + "GlobalTranslatableMessages"),
            component(parts.MODULE + "PrototypesContainer", children=prototypes(draft)),
            *main_map(draft, starting.get(recipe.board.map_name, [])),
            *(
                window_map(recipe, window, starting.get(window.name, []))
                for window in module.windows.values()
            ),
            *(one.component(starting.get(one.name, [])) for one in recipe.maps),
            *palettes(draft),
            *(parts.dice_button(die.name, die.dice, die.sides) for die in module.dice),
            *menus(module.properties),
            *turn_tracker(draft),
            *chart_window(draft.recipe.charts),
            parts.notes_window(),
            parts.inventory(["side", "CurrentZone"], '{side != ""}'),
            *parts.end_of_module(),
            *(parts.predefined_setup(name, file) for name, file in setups),
        ],
    )


def module_bytes(draft: Draft) -> bytes:
    """Return the module as the bytes of a `.vmod`."""
    setups = setups_of(draft)
    tree = build_file(draft, [(one.name, one.file) for one in setups])
    contents: list[tuple[str, bytes]] = [
        (BUILD_FILE, to_xml(tree).encode("utf-8")),
        (MODULE_DATA, module_metadata(draft.recipe)),
        *((chart.page, chart.content) for chart in draft.recipe.charts if chart.page),
        *((one.file, one.content) for one in setups if one.file),
        *sorted(picture_files(draft).items()),
    ]
    return Archive.of(contents).to_bytes()


def build_module(recipe: str | Path | Recipe, out: Path, *, force: bool = False) -> Report:
    """Build a module from a recipe into a file, whole or not at all.

    Raises:
        RecipeError: with every problem of the recipe's files.
        RuleError: there is no such recipe.
        OutputExists: the file is there and `force` was not given.
    """
    found = recipe if isinstance(recipe, Recipe) else read_recipe(recipe)
    draft = draft_module(found)
    content = module_bytes(draft)
    atomic_write(out, content, force=force)
    return Report(
        name=found.module.name,
        version=found.module.version,
        hexes=len(found.data.map.terrain),
        boxes=len(found.data.boxes),
        units=len(found.data.units),
        markers=len(found.data.markers),
        images=sum(name.startswith("images/") for name in Archive.from_bytes(content).names),
        size=len(content),
        lock=draft.lock,
    )
