"""Settings: optional rules, and our readings where the rules can be read twice."""

from __future__ import annotations

from dataclasses import dataclass

from vassal_bridge.game.settings import setting


@dataclass(frozen=True, slots=True)
class Settings:
    """Options of 12.0 by their number, then readings by rule; the defaults are ours."""

    higher_resistance: bool = setting(False, "[12.0]", "the JRL starts at 550", option=1)
    delayed_landings: bool = setting(
        False, "[12.0]", "units but those that must land first may be held back by a die", option=2
    )
    more_amtracs: bool = setting(False, "[12.0]", "12 AMTRACs instead of 6", option=4)
    more_effective_bombardment: bool = setting(
        False, "[12.0]", "the stronger row of the naval bombardment of 20 Nov", option=5
    )
    daisy_cutter: bool = setting(
        False, "[12.0]", "the Daisy-cutter row of the air strike of 20 Nov", option=6
    )
    coordination_at_start: bool = setting(
        False,
        "[12.0]",
        "tactical coordination is judged at the start of the Ground Phase, not of each segment",
        option=3,
    )
    no_air_errors: bool = setting(False, "[12.0]", "air strikes never go astray", option=7)
    consolidation: bool = setting(
        False, "[12.0]", "reduced Inf of one Btn that stand together may become one unit", option=8
    )
    easier_tractors: bool = setting(
        False, "[12.0]", "a 3 at a JRL of 150 to 299 loses no AMTRAC", option=9
    )
    first_turn_support: bool = setting(
        False,
        "[2.0]",
        "GT 1 has the air strikes and destroyers of its turn box; else none, since the markers"
        " begin at 0 and are first reset in its Recovery",
    )
    engineers_first: bool = setting(
        False,
        "[3.1]",
        "engineers are rolled in the column of the JRL before the fire support, not after it",
    )
    dawn_destroyers: bool = setting(
        False,
        "[3.3]",
        "the last night's Recovery resets the destroyers too, not the air strikes alone",
    )
    loc_unit: int = setting(
        5,
        "[6.0]",
        "most hexes of a LOC to a Btn HQ or beach, the end hex counted and the first not;"
        " the strict reading is 4",
    )
    loc_hq: int = setting(
        10, "[6.0]", "most hexes of a LOC between HQs, so counted; the strict reading is 9"
    )
    fort_always_first: bool = setting(
        True, "[8.7]", "forts fire first against an attack from any hex"
    )
    sniper_hits_tanks: bool = setting(
        False, "[8.7]", "the extra Tank step at 9 to 12 applies to S, M and MG too"
    )
    attackers_block_loc: bool = setting(
        True,
        "[6.0]",
        "Japanese units on an attack block LOCs by their ZOC while the defence calls for support",
    )
    attackers_drive_off: bool = setting(
        True, "[8.4]", "they also drive off lone HQ and Arty in the hexes around"
    )
    lone_support_fights: bool = setting(
        True, "[8.9]", "lone HQ or Arty that cannot retreat lose a step and then fight"
    )
    act_apart: bool = setting(
        True, "[8.4]", "units in one hex may also act one after the other, not only as one stack"
    )
    repeats: int = setting(
        50,
        "[3.3]",
        "after so many repeats of the Tactical Table, or fights of one Japanese stack, the"
        " player is asked whether to go on",
    )
