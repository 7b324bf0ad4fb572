"""Starts a recipe: a small commented one that builds at once, under a name of the user's."""

from __future__ import annotations

import re
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from vassal_bridge.builder.reading.schema import schemas
from vassal_bridge.errors import OutputExists, RuleError
from vassal_bridge.formats.writing import atomic_write

NAME = re.compile(r"[a-z][a-z0-9_]*")
_GAME, _TITLE = "mygame", "My Game"


def start_recipe(name: str, folder: Path) -> list[Path]:
    """Write a new recipe into a folder of its own; return its files.

    Raises:
        RuleError: the name is none for a game.
        OutputExists: the folder has a module.toml already.
    """
    if not NAME.fullmatch(name):
        raise RuleError(
            f"expected a name in small letters, digits and _, such as {_GAME}, found {name!r}"
        )
    if (folder / "module.toml").exists():
        raise OutputExists(f"{folder} has a recipe already; nothing was written")
    files = _texts(resources.files("vassal_bridge.builder") / "starter")
    title = name.replace("_", " ").title()
    written: list[Path] = []
    for file, text in sorted((files | schemas()).items()):
        named = text.replace(f'"{_GAME}"', f'"{name}"').replace(f'"{_TITLE}"', f'"{title}"')
        path = folder / file
        atomic_write(path, named.encode("utf-8"), force=False)
        written.append(path)
    return written


def _texts(source: Traversable, within: str = "") -> dict[str, str]:
    """Return the recipe's files by their paths in its folder."""
    found: dict[str, str] = {}
    for entry in source.iterdir():
        if entry.is_dir():
            found |= _texts(entry, f"{within}{entry.name}/")
        elif entry.name.endswith((".toml", ".csv")):
            found[within + entry.name] = entry.read_text(encoding="utf-8")
    return found
