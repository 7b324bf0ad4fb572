"""The Red Beach module and its scenarios, built once for all tests that look at them."""

from __future__ import annotations

from functools import cache

from vassal_bridge.builder.draft import Draft, draft_module
from vassal_bridge.builder.module import module_bytes
from vassal_bridge.builder.recipe import Recipe, read_recipe
from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.save import Save


@cache
def red_beach_recipe() -> Recipe:
    return read_recipe("red_beach")


@cache
def red_beach_draft() -> Draft:
    return draft_module(red_beach_recipe())


@cache
def red_beach_bytes() -> bytes:
    return module_bytes(red_beach_draft())


@cache
def red_beach_module() -> Module:
    return Module.from_archive(Archive.from_bytes(red_beach_bytes(), name="red_beach.vmod"))


def red_beach_save(scenario: str) -> Save:
    content = red_beach_module().archive[f"{scenario}.vsav"]
    return Save.from_bytes(content, name=f"{scenario}.vsav")
