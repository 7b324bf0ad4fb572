"""[2.2.1] Whether a side's airfield charts are sealed, and where their units lie meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from modules.macarthur.units import ALLIED, JP

if TYPE_CHECKING:
    from modules.macarthur.state import State

BOXES: Final = {JP: "Sealed Japanese Charts", ALLIED: "Sealed Allied Charts"}
"""The boxes of what lies on a side's charts while these are sealed."""


def is_sealed(state: State, side: str) -> bool:
    """Whether a side's charts are sealed in this position."""
    return bool(state.at(BOXES[side]))
