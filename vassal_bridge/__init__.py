"""vassal-bridge: VASSAL's files, read and written without losing a byte.

The names below are loaded when they are first asked for, so that a game's rules, which need
none of them, load no file format.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from vassal_bridge.binding.binding import Binding
    from vassal_bridge.formats.logs.log import Log, open_log
    from vassal_bridge.formats.module import Module, open_module
    from vassal_bridge.formats.pieces import Piece
    from vassal_bridge.formats.save import Save, open_save

__all__ = ["Binding", "Log", "Module", "Piece", "Save", "open_log", "open_module", "open_save"]

_HOMES = {
    "Binding": "vassal_bridge.binding.binding",
    "Log": "vassal_bridge.formats.logs.log",
    "Module": "vassal_bridge.formats.module",
    "Piece": "vassal_bridge.formats.pieces",
    "Save": "vassal_bridge.formats.save",
    "open_log": "vassal_bridge.formats.logs.log",
    "open_module": "vassal_bridge.formats.module",
    "open_save": "vassal_bridge.formats.save",
}


def __getattr__(name: str) -> Any:
    """Return a public name, loading the file that it is written in."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    """Return the public names too, loaded or not."""
    return sorted({*globals(), *_HOMES})
