"""[8.7] A US attack on a fort alone, and its odds."""

from __future__ import annotations

from collections.abc import Iterable

from modules.red_beach.rules import attack as rules
from modules.red_beach.rules import segment as segments
from modules.red_beach.rules.attack_chances import chances
from modules.red_beach.rules.attack_support import choose_support
from modules.red_beach.rules.ground import choose_part, stacks_to_act
from modules.red_beach.rules.segment_track import in_progress, warn
from modules.red_beach.state import State
from vassal_bridge.errors import RuleError
from vassal_bridge.game.changes import Tell
from vassal_bridge.game.hexes import HexId
from vassal_bridge.game.sequence import Option, Steps, choose


def attack(state: State) -> Steps[None]:
    """Attack a fort in the segment in progress, or in a new one of a stack [8.7, 3.2].

    The segment is left in progress, where the save can hold it; else it is played to its end.
    """
    yield from warn(state)
    begun = in_progress(state)
    units = begun.acting if begun else (yield from _attackers(state))
    target = yield from _target(state, units)
    now = begun or (yield from segments.begin(state, units))
    now, over = yield from segments.act(state, now, f"{segments.ATTACK}{target}")
    if over or segments.where(state, now) is None:
        yield from segments.finish(state, now)
    elif "segment" in state.forgets:
        yield from segments.segment(state, now.acting, now)


def odds(state: State) -> Steps[None]:
    """Tell the odds and chances of an attack; nothing changes [8.7, A12]."""
    begun = in_progress(state)
    units = begun.acting if begun else (yield from _attackers(state))
    target = yield from _target(state, units)
    supports = yield from choose_support(state, units, target)
    names = " + ".join(units)
    with_what = f" with {', '.join(supports)}" if supports else ""
    yield Tell(f"{names} -> {target}{with_what} [8.7]")
    for line in chances(state, units, target, supports).lines():
        yield Tell(f"  {line}")


def _attackers(state: State) -> Steps[tuple[str, ...]]:
    able = {
        hex_id: units
        for hex_id, units in stacks_to_act(state).items()
        if rules.targets(state, units)
    }
    if not able:
        raise RuleError("no stack that is yet to act is adjacent to a fort [8.7]")
    chosen = yield from choose("stack", "Which stack attacks?", _stacks(able), why="[8.7]")
    return (yield from choose_part(state, able[HexId(chosen)]))


def _stacks(able: dict[HexId, tuple[str, ...]]) -> Iterable[Option]:
    return [Option(hex_id, f"{hex_id}: {' + '.join(units)}") for hex_id, units in able.items()]


def _target(state: State, units: tuple[str, ...]) -> Steps[HexId]:
    found = rules.targets(state, units)
    if not found:
        raise RuleError(f"{' + '.join(units)} can attack no fort [8.7]")
    forts = {hex_id: rules.fort_at(state, hex_id) for hex_id in found}
    options = [
        Option(hex_id, f"{fort.name} in {hex_id}" if fort else hex_id)
        for hex_id, fort in forts.items()
    ]
    return HexId((yield from choose("target", "Which fort?", options, why="[8.7]")))
