"""The parts of a module as components and files: what a module and an extension both hold."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from vassal_bridge.builder.reading.modulerecipe import SETUPS
from vassal_bridge.builder.spelling import components as parts
from vassal_bridge.builder.spelling.traits import add_piece, basic_piece
from vassal_bridge.builder.spelling.xmltree import Component, component
from vassal_bridge.builder.writing.draft import BOARD_IMAGE, Draft, turn_names
from vassal_bridge.builder.writing.grids import zoned_grid
from vassal_bridge.builder.writing.setup import draft_scenario_save
from vassal_bridge.builder.writing.windows import draw_window, image_name
from vassal_bridge.pictures.canvas import png_bytes
from vassal_bridge.pictures.colours import format_colour


def prototypes(draft: Draft) -> list[Component]:
    """Return the prototypes."""
    plain = basic_piece("", "")
    return [
        component(
            parts.MODULE + "PrototypeDefinition",
            {"description": "", "name": name},
            text=add_piece([*traits, *draft.recipe.kept_prototypes.get(name, (plain,))[-1:]]),
        )
        for name, traits in draft.prototypes.items()
    ]


def main_map(draft: Draft, starting: Iterable[Component] = ()) -> list[Component]:
    """Return the map of the board of hexes with its stacks and decks; none without a board."""
    recipe = draft.recipe
    board = recipe.board
    if not recipe.has_board:
        return []
    picker = parts.board_picker(
        [
            component(
                parts.MAP + "boardPicker.Board",
                {"image": BOARD_IMAGE, "name": board.name, "reversible": "false"},
                [zoned_grid(board.name, draft.board)],
            )
        ],
    )
    tools = parts.map_tools(round(board.cell[1]))
    background = format_colour(board.palette["sea"])
    return [
        component(
            parts.MODULE + "Map",
            parts.map_attributes(board.map_name, background),
            [picker, *tools, *starting, *parts.map_end()],
        )
    ]


def turn_tracker(draft: Draft) -> list[Component]:
    """Return the turn tracker; none where the game has no turns."""
    turns = turn_names(draft)
    return [parts.turn_tracker(turns)] if turns else []


@dataclass(frozen=True, slots=True)
class Setup:
    """A set-up: its name, and the save in the archive's root; no file for the at-start stacks."""

    name: str
    file: str
    content: bytes = b""


def setups_of(draft: Draft) -> list[Setup]:
    """Return the set-ups: the game's scenarios, then those that are saves already."""
    recipe = draft.recipe
    made = [
        Setup(scenario.title, f"{name}.vsav", draft_scenario_save(draft, scenario))
        for name, scenario in recipe.data.scenarios.items()
    ]
    ready = [
        Setup(one.name, one.file, recipe.file(f"{SETUPS}/{one.file}") if one.file else b"")
        for one in recipe.module.setups
    ]
    return made + ready


def picture_files(draft: Draft) -> dict[str, bytes]:
    """Return every picture and sound of the module by its entry in the archive."""
    recipe = draft.recipe
    windows = {
        image_name(window): draw_window(recipe, window) for window in recipe.module.windows.values()
    }
    board = {BOARD_IMAGE: png_bytes(draft.board.image)} if recipe.has_board else {}
    drawn = {**board, **windows, **draft.images.files}
    return {f"images/{name}": content for name, content in drawn.items()} | recipe.carried()
