"""Modules of our games and their scenarios, built once for all tests that look at them."""

from __future__ import annotations

from functools import cache

from vassal_bridge.builder.draft import Draft, draft_module
from vassal_bridge.builder.module import module_bytes
from vassal_bridge.builder.recipe import Recipe, read_recipe
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
