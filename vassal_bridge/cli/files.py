"""Files as players name them: one by one, by a pattern, or a folder with all that is in it."""

from __future__ import annotations

from pathlib import Path

import click

SUFFIXES = frozenset((".vmod", ".vmdx", ".vsav", ".vlog"))
"""The ends of the names of VASSAL's files, which are looked for in folders."""
_WILD = frozenset("*?[")


def given_files(
    context: click.Context, parameter: click.Parameter, given: tuple[Path, ...]
) -> tuple[Path, ...]:
    """Return the files that arguments stand for, each once, those of a folder by their names.

    Raises BadParameter for one that stands for none.
    """
    found: dict[Path, None] = {}
    for path in given:
        found.update(dict.fromkeys(_files(path)))
    return tuple(found)


def _files(path: Path) -> list[Path]:
    if path.is_dir():
        inside = sorted(
            one for one in path.rglob("*") if one.suffix.lower() in SUFFIXES and one.is_file()
        )
        if not inside:
            kinds = ", ".join(sorted(SUFFIXES))
            raise click.BadParameter(f"the folder {str(path)!r} holds no file of {kinds}.")
        return inside
    if path.exists():
        return [path]
    if _WILD & set(str(path)):
        named = sorted(Path(path.anchor).glob(str(path.relative_to(path.anchor))))
        if not named:
            raise click.BadParameter(f"no file is called like {str(path)!r}.")
        return [one for one in named if one.is_file()]
    raise click.BadParameter(f"File {str(path)!r} does not exist.")
