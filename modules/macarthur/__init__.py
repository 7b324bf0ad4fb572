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
            "air": "automation.macarthur.air:air",
            "air_plan": "automation.macarthur.air:plan",
            "air_attacks": "automation.macarthur.air:attacks",
            "air_scramble": "automation.macarthur.air:scrambles",
            "air_combat": "automation.macarthur.air:combat",
            "air_flak": "automation.macarthur.air:fire",
            "air_bombing": "automation.macarthur.air:bombs",
            "air_strafing": "automation.macarthur.air:guns",
            "air_end": "automation.macarthur.air:end",
            "air_home": "automation.macarthur.air:home",
        }
    ),
    titles=MappingProxyType(
        {
            "next": "whatever the phase marker calls for [3.0]",
            "campaign": "every phase from where the markers stand to the end [3.0, 17.0]",
            "air": "the air phase: missions, scrambles, fights, flak, bombs, guns [8.0]",
            "air_plan": "aircraft put on missions, nothing resolved [8.3.1]",
            "air_attacks": "every raid over its target, all steps of it [8.3]",
            "air_scramble": "the scrambles at places under attack alone [8.4]",
            "air_combat": "the fights of raids and CAP alone [8.6]",
            "air_flak": "anti-aircraft fire at the raids alone [8.7]",
            "air_bombing": "the bombs of the raids alone [8.3.2]",
            "air_strafing": "the strafing of the raids alone [8.5.2]",
            "air_end": "the end of the air phase: who was down is up again [8.6.5]",
            "air_home": "aircraft come home, fields are repaired [3.2.5]",
        }
    ),
    state="modules.macarthur.state:State",
    start="modules.macarthur.setup:start",
    next_sequence="automation.macarthur.next:next_sequence",
    binding="modules.macarthur.binding:BINDING",
    tables="modules.macarthur.setup:load_game_tables",
    settings="modules.macarthur.settings:Settings",
    campaign="campaign",
    demo="first_day",
    measures="modules.macarthur.measures:measures",
    scenarios=("first_day",),
)
