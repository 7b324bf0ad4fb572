"""What the commands that look at files share: the module beside a save, and who looks."""

from __future__ import annotations

from pathlib import Path

from vassal_bridge.binding.finding import find_module
from vassal_bridge.cli.output import say
from vassal_bridge.errors import BindingError, BridgeError
from vassal_bridge.formats.module import Module, open_module
from vassal_bridge.formats.properties import OBSERVER, Viewer
from vassal_bridge.formats.save import Save
from vassal_bridge.formats.sight import View
from vassal_bridge.formats.surroundings import viewer_of, viewers_of

MODULE_HELP = (
    "The module (.vmod). Without it, it is found by its name beside the save or in dist/;"
    " where it is not, places have no names and hands are not known to be hands."
)
VIEWER_HELP = "The side that looks; without it, somebody who sees nothing that is hidden."


def module_beside(save: Save, path: Path, given: Path | None) -> Module | None:
    """Return a save's module: the given one, else one beside the save; None where none is found.

    Raises:
        FormatError: the given module cannot be read.
        BindingError: the given module is another one than the save's.
    """
    if given is not None:
        return find_module(save, given=given, folders=[])
    try:
        return find_module(save, given=None, folders=[path.parent, Path("dist")])
    except BridgeError as error:
        say(
            f"Note: {error.message}; places are given in pixels,"
            " and hands cannot be told from other maps."
        )
        return None


def given_module(given: Path | None) -> Module | None:
    """Return the module in a file; None where none was given. Raises as `open_module` does."""
    return None if given is None else open_module(given)


def who_looks(save: Save, side: str | None, module: Module | None) -> Viewer:
    """Return the viewer of a side, an observer where none was given.

    Raises:
        BindingError: neither the save nor the module has the side, or two players share it.
    """
    if side is None:
        return OBSERVER
    known = [viewer.side for viewer in viewers_of(save) if viewer.side]
    known += [] if module is None else list(module.sides)
    if side not in known:
        sides = ", ".join(dict.fromkeys(known)) or "none"
        raise BindingError(f"there is no side {side!r}; there is {sides}")
    return viewer_of(save, side)


def view_of(save: Save, module: Module | None, side: str | None) -> View:
    """Return a save as a side sees it. Raises as `who_looks` does."""
    return View(save, module, who_looks(save, side, module))
