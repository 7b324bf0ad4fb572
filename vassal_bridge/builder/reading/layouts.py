"""The layouts of faces: those that come with the program, and a recipe's own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from vassal_bridge.builder.reading.checking import Checker
from vassal_bridge.builder.reading.facerecipe import LayoutStyle
from vassal_bridge.builder.reading.keykinds import Named
from vassal_bridge.builder.reading.keys import Reading, key, read_table
from vassal_bridge.builder.reading.modulerecipe import ModuleRecipe
from vassal_bridge.pictures.colours import Palette


@dataclass(frozen=True, slots=True)
class LayoutFile:
    """Everything in layouts.toml."""

    layouts: Mapping[str, LayoutStyle] = key(Named(LayoutStyle), "The layouts.", name="layout")


@cache
def shipped_layouts() -> Mapping[str, LayoutStyle]:
    """Return the layouts that every recipe may use."""
    checker = Checker()
    values = checker.values(resources.files("vassal_bridge.builder.reading"), "layouts.toml")
    found = read_table(LayoutFile, Reading(checker, "layouts.toml", Palette({})), "", values)
    assert not checker.problems
    return found.layouts


def layout_names(recipe: ModuleRecipe) -> list[str]:
    """Return the names of the layouts that a recipe may use."""
    return sorted({*shipped_layouts(), *recipe.layouts})


def find_layout(recipe: ModuleRecipe, name: str) -> LayoutStyle:
    """Return a layout by its name; KeyError where there is none."""
    return recipe.layouts[name] if name in recipe.layouts else shipped_layouts()[name]
