"""Keeping a recipe's lock file after a build."""

from __future__ import annotations

from vassal_bridge.builder.recipe import Recipe
from vassal_bridge.builder.writing.gpidlock import LOCK, GpidLock, keep_lock
from vassal_bridge.cli.output import say, warn


def keep(recipe: Recipe, lock: GpidLock) -> None:
    """Write a recipe's lock where counters are new or gone, and say so; warn where it cannot."""
    try:
        kept = keep_lock(recipe.folder, lock)
    except OSError:
        warn(f"{LOCK} of {recipe.name} could not be written; counters may get other numbers later")
        return
    if kept is not None:
        say(f"Wrote {kept}; keep it with the recipe.")
