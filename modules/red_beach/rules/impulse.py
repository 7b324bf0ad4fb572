"""[9.2] Japanese Tactical Impulses by day, and the check at the end of a Ground Segment [9.3]."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, Literal

from modules.red_beach.rules import steps
from modules.red_beach.rules.coordination import still_to_act
from modules.red_beach.rules.japanese_attacks import DAY, assault, snipe
from modules.red_beach.rules.segment_track import Segment
from modules.red_beach.rules.tactical import SNIPING, tactical_roll
from modules.red_beach.units import Unit
from vassal_bridge.game.changes import Tell
from vassal_bridge.game.hexes import HexId
from vassal_bridge.game.sequence import Steps

if TYPE_CHECKING:
    from modules.red_beach.state import State

Trigger = Literal["combat", "move", "end"]
ENDING: Final = ("R", "D")
"""The results on US units that end a Ground Segment [3.2, 9.2, RB-3.2-j, RB-9.2-d]."""


def impulse(state: State, hex_id: HexId, trigger: Trigger) -> Steps[bool]:
    """Resolve an impulse upon the US units of a hex; return whether it ends their segment [9.2].

    None at a JRL of 0 [RB-3.2-h, RB-9.2-a]. 2d6 and the date's modifier in the Day column of the
    JRL [RB-9.2-b]: nothing [RB-9.2-c]; S, M or MG, a roll in that column of the CRT [RB-9.2-d];
    A or B, a round against Japanese placed upon the stack, who fire first or second [RB-9.2-e,
    RB-9.2-f].
    """
    stack = state.us_at(hex_id)
    if state.jrl == 0 or not stack:
        return False
    shown = " + ".join(unit.name for unit in stack)
    result, head = yield from tactical_roll(state, "day")
    kind = result.kind or "no effect"
    yield Tell(f"Impulse ({trigger}) {shown} @{hex_id}: {_without_count(head, kind)} [9.2]")
    if not result.count:
        return False
    attack = snipe if result.kind in SNIPING else assault
    suffered = yield from attack(state, result.kind, hex_id, DAY)
    return suffered in ENDING


def _without_count(head: str, kind: str) -> str:
    """Return the story of a roll with the attack's kind alone: by day there is one."""
    return f"{head.rpartition(' -> ')[0]} -> {kind}"


def end_check(state: State, ended: Iterable[str], segment: Segment) -> Steps[None]:
    """Check for an impulse where units have ended their segment, unless it is waived [3.2, 9.3].

    Eliminated units are not attacked [RB-3.2-j, RB-9.3-d]. The check never causes another one,
    whatever its result [RB-3.2-l].
    """
    alive = [state.units[name] for name in ended if state.units[name].on_map]
    if not alive or state.jrl == 0:
        return
    if waiting := waived_by(state, alive, segment):
        count = f"{len(waiting)} stack{'' if len(waiting) == 1 else 's'} to act"
        yield Tell(f"End check waived: {segment.group}, {count} [9.3]")
        return
    yield from impulse(state, HexId(alive[0].location), "end")


def waived_by(state: State, ended: Iterable[Unit], segment: Segment) -> list[Unit]:
    """Return the Inf yet to act that spare ended units their check [9.3, RB-9.3-a, RB-9.3-f].

    Units without Inf are never spared it. Impulses by movement and combat do not come here
    [RB-9.3-c].
    """
    if not any(unit.is_inf for unit in ended):
        return []
    return still_to_act(state, segment.partners)


def names_of(state: State, units: Iterable[str]) -> str:
    """Return units as players read them: names and strengths."""
    return steps.describe(state, [state.units[name] for name in units])
