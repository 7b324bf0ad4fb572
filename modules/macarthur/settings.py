"""Settings: optional rules, and our readings where the rules can be read twice."""

from __future__ import annotations

from dataclasses import dataclass

from vassal_bridge.game.settings import setting


@dataclass(frozen=True, slots=True)
class Settings:
    """Options by our own numbers, for the rulebook gives them none, then readings by rule."""

    hard_submarines: bool = setting(
        False, "[11.5]", "every submarine attack has a modifier of 3", option=1
    )
    hidden_transports: bool = setting(
        False, "[18.1]", "dice say on which turns the strategic transports are there", option=2
    )
    free_deployment: bool = setting(
        False, "[16.1.3]", "the Allies set up their ground units wherever they like", option=3
    )
    field_modifier_on_aircraft: bool = setting(
        False, "[8.3.4]", "the -2 counts for attacks on parked aircraft too, not on the field alone"
    )
    flak_without_bombers: bool = setting(
        True, "[8.7.3]", "AA fires at each strafer and dive bomber even if no level bombers came"
    )
    relocation_needs_support: bool = setting(
        False, "[8.1]", "aircraft change fields only where their support unit can go along"
    )
    bicol_crossing: int = setting(6, "[4.8]", "movement points to cross an area of Bicol by air")
