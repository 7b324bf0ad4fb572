"""Settings: optional rules, and our readings where the rules can be read twice."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Settings:
    """Options of 12.0 by their number, then readings by rule; the defaults are ours.

    - `higher_resistance` [12.0, option 1], `delayed_landings` [option 2], `more_amtracs`
      [option 4], `more_effective_bombardment` [option 5], `daisy_cutter` [option 6],
      `easier_tractors` [option 9].
    - `first_turn_support` [2.0]: GT 1 has the air strikes and destroyers of its own turn box; else
      none, since the markers begin at 0 and are first reset in the Recovery of GT 1.
    - `dawn_destroyers` [3.3]: the last night's Recovery resets the destroyers too; the text has it
      reset the air strikes alone.
    - `loc_unit`, `loc_hq` [6.0]: most hexes of a LOC to a Btn HQ or beach, and between HQs, the
      end hex counted and the first not; the strict reading is 4 and 9.
    - `fort_always_first` [8.7]: forts fire first against an attack from any hex.
    - `sniper_hits_tanks` [8.7]: the extra Tank step at 9 to 12 applies to S, M and MG too.
    - `attackers_block_loc` [6.0]: Japanese units on an attack block LOCs by their ZOC while the
      defence calls for support.
    - `attackers_drive_off` [8.4]: they also drive off lone HQ and Arty in the hexes around.
    - `lone_support_fights` [8.9]: lone HQ or Arty that cannot retreat lose a step and then fight.
    - `repeats` [3.3]: after so many repeats of the Tactical Table, or fights of one Japanese
      stack, the player is asked whether to go on.
    """

    higher_resistance: bool = False
    delayed_landings: bool = False
    more_amtracs: bool = False
    more_effective_bombardment: bool = False
    daisy_cutter: bool = False
    easier_tractors: bool = False
    first_turn_support: bool = False
    dawn_destroyers: bool = False
    loc_unit: int = 5
    loc_hq: int = 10
    fort_always_first: bool = True
    sniper_hits_tanks: bool = False
    attackers_block_loc: bool = True
    attackers_drive_off: bool = True
    lone_support_fights: bool = True
    repeats: int = 50
