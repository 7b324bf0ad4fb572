"""Reading a position alone: a save and its module become a game's state, and nothing is played."""

from __future__ import annotations

from vassal_bridge.binding.binding import Bound
from vassal_bridge.binding.foreign import binding_for, hinted
from vassal_bridge.binding.geography import ModuleGeography
from vassal_bridge.binding.play import Request, edition_of, settings_of
from vassal_bridge.errors import BindingError
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.position import Position
from vassal_bridge.formats.save import Save
from vassal_bridge.game.game import Game


def read_state(save: Save, module: Module, game: Game, edition: str | None = None) -> Bound:
    """Return a save's position, with the settings that it remembers.

    Raises BindingError where the save cannot be matched with the game.
    """
    chosen = edition_of(save, game, edition)
    position = Position(save)
    settings = settings_of(position, Request(game, None))
    try:
        return binding_for(game, save).read(
            position, ModuleGeography(module, save), chosen, settings
        )
    except BindingError as error:
        raise hinted(error, game, save) from None
