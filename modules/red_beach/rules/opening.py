"""[2.0] The set-up: where the markers begin, and what options 1 and 4 change about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from modules.red_beach.settings import Settings
from vassal_bridge.game.changes import Advance, Tell
from vassal_bridge.game.sequence import Steps

if TYPE_CHECKING:
    from modules.red_beach.state import State

OPENING: Final[Mapping[str, int]] = {
    "jrl": 400,
    "amtracs": 6,
    "engineer_level": 10,
    "engineers_available": 10,
    "air_strikes": 0,
    "destroyers": 0,
}
"""Where the markers begin [2.0, RB-2.0-a]; none of the air strikes or destroyers [RB-2.0-d]."""
HIGHER_RESISTANCE: Final = 550
MORE_AMTRACS: Final = 12
OPTION: Final = {"jrl": 1, "amtracs": 4}


def opening_levels(settings: Settings) -> dict[str, int]:
    """Return where the markers begin under the options in play [RB-12.0-a, RB-12.0-d]."""
    levels = dict(OPENING)
    if settings.higher_resistance:
        levels["jrl"] = HIGHER_RESISTANCE
    if settings.more_amtracs:
        levels["amtracs"] = MORE_AMTRACS
    return levels


def apply_options(state: State) -> Steps[None]:
    """Move markers that were set up without options 1 and 4 to where these begin [12.0]."""
    levels = opening_levels(state.board.settings)
    for track, option in OPTION.items():
        before, after = state.level(track), levels[track]
        if before == OPENING[track] != after:
            yield Advance(track, before, after, f"[12.0] option {option}")
            yield Tell(f"  Option {option}: {track} {before} -> {after} [12.0]")
