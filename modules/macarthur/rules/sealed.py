"""[2.2.1] Whether a side's airfield charts are sealed, and where their units lie meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from modules.macarthur.rules import secrets
from modules.macarthur.units import ALLIED, JP
from vassal_bridge.game.sequence import SECRET

if TYPE_CHECKING:
    from modules.macarthur.state import State

BOXES: Final = {JP: "Sealed Japanese Charts", ALLIED: "Sealed Allied Charts"}
"""The boxes of what lies on a side's charts while these are sealed."""


def is_sealed(state: State, side: str) -> bool:
    """Whether a side's charts are sealed in this position."""
    return bool(state.at(BOXES[side]))


def topic(side: str) -> str:
    """Return what a side's sealed charts are called."""
    return f"{'Japanese' if side == JP else 'Allied'} airfield charts"


def hidden_kind(state: State, side: str, kind: str) -> str:
    """Return the kind of a decision that would tell what stands on a side's charts.

    It is secret in a game in which that side has sealed its charts.
    """
    is_kept = any(label.startswith(topic(side)) for label in secrets.promises(state))
    return SECRET if is_kept else kind
