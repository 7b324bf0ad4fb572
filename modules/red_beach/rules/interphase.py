"""[3.1] The interphases: off-island support, engineers, and HQs that may land again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modules.red_beach.board import ELIMINATED
from modules.red_beach.rules import steps, turns
from modules.red_beach.rules.opening import apply_options
from modules.red_beach.rules.recovery import SUPPORT, set_support
from modules.red_beach.rules.retreat import scatter
from modules.red_beach.rules.supply import supply_phase
from modules.red_beach.units import US
from vassal_bridge.errors import RuleError
from vassal_bridge.game.changes import Advance, Eliminate, Place, Tell
from vassal_bridge.game.sequence import Option, Steps, choose, roll

if TYPE_CHECKING:
    from modules.red_beach.state import State


def interphase(state: State) -> Steps[None]:
    """Run the interphase that the turn marker is on [3.1, RB-3.0-a].

    Raises RuleError on a game turn.
    """
    _require_interphase(state)
    yield Tell(f"{state.turn}, JRL {state.jrl} [3.1]")
    if not _is_first(state):
        yield from supply_phase(state)
    yield from off_island_support(state)


def off_island_support(state: State) -> Steps[None]:
    """Roll the off-island support of the date alone [3.1, A5]; raises RuleError on a game turn."""
    _require_interphase(state)
    yield from pre_invasion(state) if _is_first(state) else daily_support(state)


def _is_first(state: State) -> bool:
    return state.date == turns.DATES[0]


def _require_interphase(state: State) -> None:
    if not turns.is_interphase(state.turn):
        raise RuleError(f"the turn marker is on {state.turn}, no interphase [3.1]")


def pre_invasion(state: State) -> Steps[None]:
    """Roll the three supports of 20 Nov: naval, air, scouts and snipers [3.1, RB-3.1-e].

    Options 5 and 6 use stronger rows [RB-12.0-e, RB-12.0-f]. A setting gives GT 1 the air strikes
    and destroyers of its turn box at once [RB-2.0-d].
    """
    settings = state.board.settings
    yield from apply_options(state)
    naval = "more_effective" if settings.more_effective_bombardment else "pre_invasion"
    yield from bombard(state, "naval", naval, "Naval bombardment")
    air = "daisy_cutter" if settings.daisy_cutter else "pre_invasion"
    yield from bombard(state, "air", air, "Air strike")
    yield from scout_and_sniper(state)
    if settings.first_turn_support:
        yield from set_support(state, turns.next_box(state.turn), SUPPORT, "2.0")


def daily_support(state: State) -> Steps[None]:
    """Roll the supports of 21 to 23 Nov, and let eliminated HQs come back [3.1, RB-3.1-f].

    The engineers are rolled after the bombardment, so in the column of the JRL that it leaves; by a
    setting before it.
    """
    first = state.board.settings.engineers_first
    if first:
        yield from engineer_loss(state)
    yield from bombard(state, "naval", "fire_support", "Fire support")
    if not first:
        yield from engineer_loss(state)
    yield from hqs_back(state)


def bombard(state: State, table: str, row: str, name: str) -> Steps[None]:
    """Roll 1d6 in a row of a bombardment table; lower the JRL, not below 0 [3.1, RB-3.1-g]."""
    rolled = yield from roll("1d6", f"[3.1] {name}")
    fall = int(state.board.tables.lookup(table, row, rolled.total))
    before = state.jrl
    yield from steps.lower_jrl(state, fall, f"[3.1] {name}")
    yield Tell(f"  {name}: d6 {rolled.total} -> -{fall}: JRL {before} -> {state.jrl} [3.1]")


def scout_and_sniper(state: State) -> Steps[None]:
    """Roll 1d6 for the scouts and snipers: Long Pier forts the player chooses [3.1, RB-3.1-e]."""
    rolled = yield from roll("1d6", "[3.1] Scout & sniper raid")
    count = int(state.board.tables.lookup("air", "scout_sniper", rolled.total))
    names = []
    for _ in range(count):
        forts = [fort for fort in state.active_forts() if fort.long_pier]
        if not forts:
            break
        options = [Option(fort.id, f"{fort.name} @{fort.location}") for fort in forts]
        prompt = "Which Long Pier fort do the scouts and snipers destroy?"
        fort_id = yield from choose("fort", prompt, options, why="[3.1]")
        fort = state.units[fort_id]
        yield Eliminate(fort_id, fort.location, ELIMINATED, "[3.1] Scout & sniper raid")
        names.append(f"{fort.name} @{fort.location}")
    story = ", ".join(names) if names else "none"
    yield Tell(f"  Scout & sniper raid: d6 {rolled.total} -> {count} destroyed: {story} [3.1]")
    yield from scatter(state, "[3.1] Scout & sniper raid")


def engineer_loss(state: State) -> Steps[None]:
    """Roll 1d6 on the Engineer Loss table; all that are left are available [3.1, RB-3.1-f]."""
    rolled = yield from roll("1d6", "[3.1] Engineer Loss")
    loss = int(state.board.tables.lookup("engineer", rolled.total, state.jrl))
    before, available = state.level("engineer_level"), state.level("engineers_available")
    after = max(0, before - loss)
    if after != before:
        yield Advance("engineer_level", before, after, "[3.1] Engineer Loss")
    if available != after:
        yield Advance("engineers_available", available, after, "[3.1] available = level")
    yield Tell(
        f"  Engineers: d6 {rolled.total}, JRL {state.jrl} -> -{loss}: "
        f"level {before} -> {after}, available {after} [3.1]"
    )


def hqs_back(state: State) -> Steps[None]:
    """Put eliminated HQs into this interphase's box, whole again and free to land [3.1, RB-8.85-d].

    An HQ whose Btn or Rgt has no Inf left stays away.
    """
    box = state.turn
    for unit in list(state.units.values()):
        lost = unit.side == US and unit.is_hq and unit.location in (ELIMINATED, box)
        if not lost or not steps.has_infantry(state, unit):
            continue
        if unit.location != box:
            yield Place(unit.id, unit.location, box, "[3.1] may land again")
        yield from steps.refresh(state, unit.id, "[3.1] may land again")
        yield Tell(f"  {unit.name} may land again [3.1]")
