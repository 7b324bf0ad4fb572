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
            "next": "automation.red_beach.next:play_next",
            "campaign": "automation.red_beach.campaign:campaign",
            "interphase": "automation.red_beach.interphase:interphase",
            "day": "automation.red_beach.next:day",
            "landing": "automation.red_beach.landing:phase",
            "landing_plan": "automation.red_beach.landing:plan",
            "landing_clear": "automation.red_beach.landing:clear",
            "landing_waves": "automation.red_beach.landing:land",
            "landing_wave": "automation.red_beach.landing:wave",
            "coastal_fire": "automation.red_beach.coastal_fire:coastal_fire",
            "recovery": "automation.red_beach.recovery:day",
            "night": "automation.red_beach.night:night",
            "night_action": "automation.red_beach.night:action",
            "night_recovery": "automation.red_beach.recovery:night",
            "supply": "automation.red_beach.interphase:supply",
            "engineers": "automation.red_beach.interphase:engineers",
            "tractor": "automation.red_beach.tractor:tractor",
            "hq_recovery": "automation.red_beach.hq_recovery:hq_recovery",
            "forts": "automation.red_beach.forts:forts",
        }
    ),
    titles=MappingProxyType(
        {
            "next": "whatever the turn marker calls for: interphase, day turn or night turn [3.0]",
            "campaign": "every turn from where the marker stands to the verdict [3.0, 11.0]",
            "interphase": "an interphase: supply, off-island support, turn marker [3.1]",
            "day": "a day turn: Landing, Ground Phase, Recovery, turn marker [3.2]",
            "landing": "the Landing phase: plan, then waves under coastal fire [3.2]",
            "landing_plan": "the landing plan alone: units into the wave boxes [3.2]",
            "landing_clear": "the landing plan taken back [3.2]",
            "landing_waves": "the waves that lie in the wave boxes, landed [3.2]",
            "landing_wave": "the next wave of a beach alone [3.2]",
            "coastal_fire": "one fire at each Assault box that holds units, nobody moved [3.2]",
            "recovery": "the Recovery phase of a day turn, turn marker [3.2]",
            "night": "a night turn: Japanese Tactical Action, Recovery, turn marker [3.3]",
            "night_action": "the Japanese Tactical Action phase alone [3.3]",
            "night_recovery": "the Recovery phase of a night turn, turn marker [3.3]",
            "supply": "the Supply phase alone [3.1]",
            "engineers": "the Engineer Loss roll alone [3.1]",
            "tractor": "the Amphibious Tractor Loss roll alone [3.2]",
            "hq_recovery": "the recovery rolls of disrupted HQs alone [8.85]",
            "forts": "the fort register told: which stand, and at which beaches they fire [8.841]",
        }
    ),
    state="modules.red_beach.state:State",
    start="modules.red_beach.setup:start",
    next_sequence="automation.red_beach.next:next_sequence",
    binding="modules.red_beach.binding:BINDING",
    tables="modules.red_beach.setup:load_game_tables",
    demo="first_night",
    settings="modules.red_beach.settings:Settings",
    campaign="campaign",
    policies=MappingProxyType({"scored": "automation.red_beach.us_player:us_player"}),
    measures="modules.red_beach.measures:measures",
    narrator="modules.red_beach.story:tell",
    judge="modules.red_beach.rules.judge:judge",
    scenarios=("start", "first_night"),
)
