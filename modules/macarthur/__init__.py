"""MacArthur: The Road to Bataan, Luzon 1941 to 1942; two players, the air war first."""

from __future__ import annotations

from types import MappingProxyType

from vassal_bridge.game.game import Game

GAME = Game(
    name="macarthur",
    title="MacArthur: The Road to Bataan",
    sides=("jp", "allied"),
    editions=("printed", "owner", "house"),
    sequences=MappingProxyType(
        {
            "next": "automation.macarthur.next:play_next",
            "campaign": "automation.macarthur.next:campaign",
        }
    ),
    titles=MappingProxyType(
        {
            "next": "whatever the phase marker calls for [3.0]",
            "campaign": "every phase from where the markers stand to the end [3.0, 17.0]",
        }
    ),
    state="modules.macarthur.state:State",
    start="modules.macarthur.setup:start",
    next_sequence="automation.macarthur.next:next_sequence",
    binding="modules.macarthur.binding:BINDING",
    tables="modules.macarthur.setup:load_game_tables",
    settings="modules.macarthur.settings:Settings",
    scenarios=("first_day",),
)
