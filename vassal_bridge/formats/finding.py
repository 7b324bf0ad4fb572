"""Finds the module that a save belongs to, by the name that the save itself carries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from vassal_bridge.errors import BindingError, BridgeError, FormatError, Where
from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.metadata import read_metadata
from vassal_bridge.formats.module import Module, open_module
from vassal_bridge.formats.save import Save

MODULE_DATA = "moduledata"


def module_name(archive: Archive) -> str | None:
    """Return the module's name that an archive carries; None where it carries none.

    Raises:
        FormatError: the entry moduledata is damaged.
    """
    if MODULE_DATA not in archive:
        return None
    return read_metadata(archive[MODULE_DATA]).name or None


def find_module(save: Save, *, given: Path | None, folders: Iterable[Path]) -> Module:
    """Return a save's module: the given file, else the one of its name in one of the folders.

    Raises:
        BindingError: the given module is another one, or none of the name is found.
        FormatError: the module cannot be read.
    """
    wanted = module_name(save.archive)
    if given is not None:
        module = open_module(given)
        if wanted is not None and module.name != wanted:
            raise BindingError(
                f"the save belongs to the module {wanted!r}, but {given.name} is {module.name!r}",
                where=Where(save.name),
            )
        return module
    if wanted is None:
        raise BindingError(
            "the save does not say which module it belongs to; name it with --module",
            where=Where(save.name),
        )
    looked = list(dict.fromkeys(folders))
    for path in _modules_in(looked):
        if _named(path) == wanted:
            return open_module(path)
    places = ", ".join(str(folder) for folder in looked)
    raise BindingError(
        f"the module {wanted!r} is not in {places}; name it with --module", where=Where(save.name)
    )


def _modules_in(folders: Iterable[Path]) -> Iterator[Path]:
    for folder in folders:
        if folder.is_dir():
            yield from sorted(p for p in folder.iterdir() if p.suffix.lower() == ".vmod")


def _named(path: Path) -> str | None:
    try:
        return module_name(Archive.read(path))
    except (BridgeError, FormatError, OSError):
        return None


def module_of(save: Save, given: Module | Path | None, folder: Path | None) -> Module | None:
    """Return the module given for a save, else the one of its name beside it; None for none.

    Raises:
        BindingError: the given module is another one.
        FormatError: the module cannot be read.
    """
    if isinstance(given, Module):
        return given
    if given is not None:
        return find_module(save, given=given, folders=[])
    if folder is None:
        return None
    try:
        return find_module(save, given=None, folders=[folder])
    except BindingError:
        return None
