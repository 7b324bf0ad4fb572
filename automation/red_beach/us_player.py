"""The US player: answers the decisions of Red Beach as a decent player would."""

from __future__ import annotations

from automation.policies import Sensible
from modules.red_beach.state import State
from vassal_bridge.game.dice import Dice
from vassal_bridge.game.sequence import Decider


def us_player(state: State, dice: Dice) -> Decider:
    """Return a player for a position; the dice are not used, for he never guesses."""
    return Sensible()
