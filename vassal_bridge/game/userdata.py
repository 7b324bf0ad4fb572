"""Where a player's own data lies: owner's tables, ledgers, journals, bindings."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

HOME = "VASSAL_BRIDGE_HOME"
"""The environment variable that puts the user folder elsewhere."""


def user_folder() -> Path:
    """Return the one folder of the player's own data; it need not exist yet."""
    home = os.environ.get(HOME, "")
    if home:
        return Path(home)
    return Path(platformdirs.user_data_dir("vassal-bridge", appauthor=False))
