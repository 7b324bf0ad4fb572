"""[11.0] Victory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modules.red_beach.rules import turns
from vassal_bridge.game.game import Verdict

if TYPE_CHECKING:
    from modules.red_beach.state import State


def verdict(state: State) -> Verdict | None:
    """Return who has won, or None while the game goes on [RB-11.0-a, RB-11.0-b].

    The US wins with all forts destroyed and the JRL at 0 before GT 20 ends; Japan wins at the end
    otherwise, and as soon as all forts are gone while the JRL cannot fall any more.
    """
    if not state.active_forts():
        if state.jrl == 0:
            return Verdict("us", "[11.0] all forts are destroyed and the JRL is 0")
        return Verdict("jp", "[11.0] all forts are destroyed and the JRL cannot fall any more")
    if state.turn == turns.END:
        return Verdict("jp", "[11.0] forts stand at the end of GT 20")
    return None
