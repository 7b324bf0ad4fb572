"""Writes an extension that gives a player's own module what a game's sidecar needs of it.

These are the global properties of the game's recipe and the toolbar buttons that set them; the
counters and the map stay the module's. The same recipe and module give the same bytes.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from vassal_bridge.builder.reading.modulerecipe import GlobalText
from vassal_bridge.builder.recipe import Recipe, read_recipe
from vassal_bridge.builder.spelling import components as parts
from vassal_bridge.builder.spelling.xmltree import Component, component, to_xml
from vassal_bridge.builder.writing.draft import VASSAL_VERSION
from vassal_bridge.builder.writing.globaltexts import global_text, menus
from vassal_bridge.errors import BindingError, Where
from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.metadata import (
    EXTENSION_DATA,
    MODULE_DATA,
    Metadata,
    write_metadata,
)
from vassal_bridge.formats.module import BUILD_FILE, Module
from vassal_bridge.formats.writing import atomic_write

GLOBALS = parts.PROPERTIES + "GlobalProperties"
"""The path of a module's global properties, where an extension adds its own."""
ROOT = ""
"""The path of the module itself."""


@dataclass(frozen=True, slots=True)
class Report:
    """What was built."""

    module: str
    properties: int
    buttons: int
    size: int

    def __str__(self) -> str:
        return (
            f"an extension of {self.module}: {self.properties} global properties,"
            f" {self.buttons} toolbar buttons, {self.size} bytes"
        )


def texts_for(recipe: Recipe) -> tuple[GlobalText, ...]:
    """Return the global properties that a recipe's game needs of any module of it.

    The names of game and edition are not among them: a save that has those is of a module that
    we have made.
    """
    return recipe.module.properties


def extension_tree(texts: tuple[GlobalText, ...], module: Module) -> Component:
    """Return the component tree of an extension of a module."""
    names = " ".join(one.name for one in texts)
    return component(
        parts.MODULE + "ModuleExtension",
        {
            "anyModule": "false",
            "description": _DESCRIPTION,
            "extensionId": hashlib.sha256(names.encode("utf-8")).hexdigest()[:3],
            "module": module.name,
            "moduleVersion": module.version,
            "nextPieceSlotId": "0",
            "vassalVersion": VASSAL_VERSION,
            "version": _VERSION,
        },
        [
            *(_element(GLOBALS, global_text(one)) for one in texts),
            *(_element(ROOT, menu) for menu in menus(texts)),
        ],
    )


_VERSION = "1.0"
_DESCRIPTION = "Buttons that ask vassal-bridge, and what it keeps in a save"


def _element(target: str, child: Component) -> Component:
    return component(parts.MODULE + "ExtensionElement", {"target": target}, [child])


def extension_bytes(recipe: Recipe, module: Module) -> bytes:
    """Return the extension of a module as the bytes of a `.vmdx`.

    Raises:
        BindingError: the file is no module, or has such properties already.
    """
    where = Where(module.file)
    if module.is_extension:
        raise BindingError("expected a module, found an extension", where=where)
    texts = texts_for(recipe)
    has = sorted({one.name for one in module.properties} & {one.name for one in texts})
    if has:
        raise BindingError(
            f"the module has {', '.join(has)} already: it needs no extension", where=where
        )
    about = Metadata(
        version=_VERSION,
        vassal_version=VASSAL_VERSION,
        date_saved=recipe.module.date_saved,
        description=_DESCRIPTION,
        universal=False,
    )
    contents = [
        (BUILD_FILE, to_xml(extension_tree(texts, module)).encode("utf-8")),
        (EXTENSION_DATA, write_metadata(about)),
    ]
    if MODULE_DATA in module.archive:
        contents.append((MODULE_DATA, module.archive[MODULE_DATA]))
    return Archive.of(contents).to_bytes()


def build_extension(
    recipe: str | Path | Recipe, module: Module, out: Path, *, force: bool = False
) -> Report:
    """Build an extension of a module from a game's recipe, whole or not at all.

    Raises:
        RecipeError: with every problem of the recipe's files.
        RuleError: there is no such recipe.
        BindingError: the file is no module, or needs no extension.
        OutputExists: the file is there and `force` was not given.
    """
    found = recipe if isinstance(recipe, Recipe) else read_recipe(recipe)
    content = extension_bytes(found, module)
    atomic_write(out, content, force=force)
    texts = texts_for(found)
    buttons = sum(len(one.buttons) for one in texts)
    return Report(module.name or module.file, len(texts), buttons, len(content))
