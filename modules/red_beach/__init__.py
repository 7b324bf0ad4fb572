"""Red Beach One: Tarawa, 20 to 23 November 1943; solitaire, the player runs the US Marines."""

from __future__ import annotations

from types import MappingProxyType

from vassal_bridge.game.game import Game

GAME = Game(
    name="red_beach",
    title="Red Beach One: Tarawa",
    sides=("us", "jp"),
    editions=("printed", "owner", "house"),
    sequences=MappingProxyType(
        {
            "night": "automation.red_beach.night:night",
            "night_action": "automation.red_beach.night:action",
            "night_recovery": "automation.red_beach.recovery:night",
            "recovery": "automation.red_beach.recovery:day",
            "interphase": "automation.red_beach.interphase:interphase",
            "supply": "automation.red_beach.interphase:supply",
            "engineers": "automation.red_beach.interphase:engineers",
            "tractor": "automation.red_beach.tractor:tractor",
            "hq_recovery": "automation.red_beach.hq_recovery:hq_recovery",
        }
    ),
    titles=MappingProxyType(
        {
            "night": "a night turn: Japanese Tactical Action, Recovery, turn marker [3.3]",
            "night_action": "the Japanese Tactical Action phase alone [3.3]",
            "night_recovery": "the Recovery phase of a night turn, turn marker [3.3]",
            "recovery": "the Recovery phase of a day turn, turn marker [3.2]",
            "interphase": "an interphase: supply, off-island support, turn marker [3.1]",
            "supply": "the Supply phase alone [3.1]",
            "engineers": "the Engineer Loss roll alone [3.1]",
            "tractor": "the Amphibious Tractor Loss roll alone [3.2]",
            "hq_recovery": "the recovery rolls of disrupted HQs alone [8.85]",
        }
    ),
    state="modules.red_beach.state:State",
    start="modules.red_beach.setup:start",
    next_sequence="automation.red_beach.next:next_sequence",
    binding="modules.red_beach.binding:BINDING",
    tables="modules.red_beach.setup:load_game_tables",
    demo="first_night",
    settings="modules.red_beach.settings:Settings",
    narrator="modules.red_beach.story:tell",
    scenarios=("start", "first_night"),
)
