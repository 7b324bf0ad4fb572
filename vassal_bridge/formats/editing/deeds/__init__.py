"""Key commands of a piece, done as VASSAL does them when a player picks them from its menu."""

from vassal_bridge.formats.editing.deeds.pressing import commands_of, do, hear_map

__all__ = ["commands_of", "do", "hear_map"]
