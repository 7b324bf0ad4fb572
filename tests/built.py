"""Modules of our games and their scenarios, built once for all tests that look at them."""

from __future__ import annotations

from functools import cache

import pytest
from PIL import Image

from vassal_bridge.builder.boards.board import Board
from vassal_bridge.builder.boards.tracks import place_tracks
from vassal_bridge.builder.recipe import Recipe, read_recipe
from vassal_bridge.builder.writing.draft import Draft, draft_module
from vassal_bridge.builder.writing.module import module_bytes
from vassal_bridge.builder.writing.setup import draft_scenario_save
from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.save import Save


@cache
def recipe_of(game: str) -> Recipe:
    return read_recipe(game)


@cache
def draft_of(game: str) -> Draft:
    return draft_module(recipe_of(game))


@cache
def bytes_of(game: str) -> bytes:
    return module_bytes(draft_of(game))


@cache
def module_of(game: str) -> Module:
    return Module.from_archive(Archive.from_bytes(bytes_of(game), name=f"{game}.vmod"))


def save_of(game: str, scenario: str) -> Save:
    content = module_of(game).archive[f"{scenario}.vsav"]
    return Save.from_bytes(content, name=f"{scenario}.vsav")


def red_beach_recipe() -> Recipe:
    return recipe_of("red_beach")


def red_beach_draft() -> Draft:
    return draft_of("red_beach")


def red_beach_bytes() -> bytes:
    return bytes_of("red_beach")


def red_beach_module() -> Module:
    return module_of("red_beach")


def red_beach_save(scenario: str) -> Save:
    return save_of("red_beach", scenario)


def _blank_board(recipe: Recipe) -> Board:
    """Return a board with everything in its place and nothing drawn: drawing takes seconds."""
    image = Image.new("RGB", recipe.board.sheet.size, recipe.board.palette["sea"])
    return Board(image, recipe.layout, place_tracks(recipe.board, recipe.data))


@cache
def undrawn_draft_of(game: str, prefix: str = "") -> Draft:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("vassal_bridge.builder.writing.draft.make_board", _blank_board)
        return draft_module(recipe_of(game), prefix)


@cache
def undrawn_module_of(game: str) -> Module:
    """Return a game's module that lacks nothing but the drawing on its board."""
    content = module_bytes(undrawn_draft_of(game))
    return Module.from_archive(Archive.from_bytes(content, name=f"{game}.vmod"))


def undrawn_save_of(game: str, scenario: str) -> Save:
    draft = undrawn_draft_of(game)
    content = draft_scenario_save(draft, draft.recipe.data.scenarios[scenario])
    return Save.from_bytes(content, name=f"{scenario}.vsav")
