"""[3.2, 3.3, 8.85] Recovery: HQs, markers, artillery, tracks, AMTRACs and the turn marker."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from modules.red_beach.board import ELIMINATED
from modules.red_beach.rules import steps, turns
from modules.red_beach.rules.segment_track import forget
from modules.red_beach.units import BACK, BTN_HQ, FRONT, RGT_HQ, US, Unit
from vassal_bridge.errors import RuleError
from vassal_bridge.game.changes import Advance, Eliminate, Flip, Set, Tell
from vassal_bridge.game.sequence import Option, Steps, choose, roll

if TYPE_CHECKING:
    from modules.red_beach.state import State

UNDISRUPTED_BY: Final = {BTN_HQ: 3, RGT_HQ: 2}
STAR_COLUMN: Final = 100
EASIER_COLUMN: Final = range(150, 300)
EASIER_ROLL: Final = 3
SUPPORT: Final = ("air_strikes", "destroyers")


def _us(state: State) -> list[Unit]:
    return [unit for unit in state.units.values() if unit.side == US]


def remove_hqs(state: State) -> Steps[None]:
    """Remove for good the HQs of a Btn or Rgt whose Inf are all eliminated [8.85, RB-8.85-c]."""
    for unit in _us(state):
        gone = unit.location == ELIMINATED
        if unit.is_hq and not gone and not steps.has_infantry(state, unit):
            yield Eliminate(unit.id, unit.location, ELIMINATED, "[8.85] all its Inf are gone")
            yield Tell(f"  {unit.name} removed: all its Inf are eliminated [8.85]")


def hqs_ready(state: State) -> Steps[None]:
    """Take the HQ-used markers off [3.2]."""
    for unit in _us(state):
        if unit.used:
            yield Set(unit.id, "used", True, False, "[3.2] HQ-used markers off")


def hq_rolls(state: State) -> Steps[None]:
    """Roll 1d6 for each disrupted HQ on the map: Btn by 1 to 3, Rgt 1 or 2 [8.85, RB-8.85-b]."""
    for unit in _us(state):
        if not (unit.disrupted and unit.on_map):
            continue
        rolled = yield from roll("1d6", f"[8.85] recovery of {unit.name}")
        kept = ' ("1" stays)' if unit.marker1 else ""
        if rolled.total <= UNDISRUPTED_BY[unit.kind]:
            yield Flip(unit.id, BACK, FRONT, "[8.85] undisrupted")
            yield Tell(f"  {unit.name}: d6 {rolled.total} -> undisrupted{kept} [8.85]")
        else:
            yield Tell(f"  {unit.name}: d6 {rolled.total} -> stays disrupted [8.85]")


def moved_off(state: State) -> Steps[None]:
    """Take the marks of units that have moved off, and forget the Ground Phase [3.2]."""
    yield from forget(state)
    for unit in _us(state):
        if unit.moved:
            yield Set(unit.id, "moved", True, False, "[3.2] moved marks off")


def arty_ready(state: State) -> Steps[None]:
    """Flip fired artillery back [8.9]."""
    for unit in _us(state):
        if unit.fired:
            yield Flip(unit.id, BACK, FRONT, "[8.9] ready again")


def reset_support(state: State, tracks: tuple[str, ...], rule: str) -> Steps[None]:
    """Set Air Strikes and Destroyers to their values of the next turn [3.2, 3.3, RB-2.0-d].

    There are none at night [RB-0-c], and none is carried over.
    """
    following = turns.next_box(state.turn)
    while following is not None and turns.is_interphase(following):
        following = turns.next_box(following)
    yield from set_support(state, following, tracks, rule)


def set_support(
    state: State, following: str | None, tracks: tuple[str, ...], rule: str
) -> Steps[None]:
    """Set Air Strikes and Destroyers to their values of a turn, none after the last one."""
    for track in tracks:
        after = _support_of(state, following, track)
        before = state.level(track)
        if before != after:
            yield Advance(track, before, after, f"[{rule}] as {following or 'the end'} has it")
            name = track.replace("_", " ").capitalize()
            yield Tell(f"  {name} {before} -> {after} [{rule}]")


def _support_of(state: State, turn: str | None, track: str) -> int:
    if turn is None or turns.is_night(turn):
        return 0
    return int(state.board.tables.lookup("turns", turns.number(turn) or 0, track))


def amtracs_used(state: State) -> Steps[bool]:
    """Return whether AMTRACs landed troops this turn, and forget it [3.2].

    The landing takes note of it. A save that cannot hold the note leaves it to the player.
    """
    if state.level("amtracs_used"):
        yield Advance("amtracs_used", 1, 0, "[3.2] the turn is over")
        return True
    if state.level("amtracs") == 0 or "amtracs_used" not in state.forgets:
        return False
    options = [Option("no", "no AMTRAC was used"), Option("yes", "AMTRACs were used")]
    prompt = f"Did any landing of {state.turn} use AMTRACs?"
    answer = yield from choose("landed", prompt, options, why="[3.2]", default="no")
    return answer == "yes"


def tractor_loss(state: State) -> Steps[None]:
    """Roll 1d6 on the Amphibious Tractor Loss table, after a turn that used AMTRACs [3.2].

    One die, as the revised table has it, though 3.2 still says two [RB-0-f, RB-3.2-m]. A star
    rolls again in the column 100-149; under option 9 a 3 in 150-299 is no loss [RB-12.0-i].
    """
    tables = state.board.tables
    rolled = yield from roll("1d6", "[3.2] Amphibious Tractor Loss")
    eased = state.board.settings.easier_tractors and state.jrl in EASIER_COLUMN
    cell = str(tables.lookup("tractor", rolled.total, state.jrl))
    story = f"  Tractors: d6 {rolled.total}, JRL {state.jrl}"
    if cell == "*" and eased and rolled.total == EASIER_ROLL:
        cell = "0"
        story += " (option 9)"
    elif cell == "*":
        again = yield from roll("1d6", "[3.2] Amphibious Tractor Loss again, on 100-149")
        cell = str(tables.lookup("tractor", again.total, STAR_COLUMN))
        story += f" -> again, d6 {again.total} on 100-149"
    before = state.level("amtracs")
    after = max(0, before - int(cell))
    if after != before:
        yield Advance("amtracs", before, after, "[3.2] Amphibious Tractor Loss")
    yield Tell(f"{story} -> -{cell}: AMTRACs {before} -> {after} [3.2]")


def next_turn(state: State) -> Steps[None]:
    """Move the turn marker to the next box of the turn track [3.0]."""
    following = turns.next_box(state.turn) or turns.END
    before = state.turn
    yield Advance("turn", before, following, "[3.0] next turn")
    verdict = state.outcome()
    if verdict is None:
        yield Tell(f"Turn marker: {before} -> {following} [3.0]")
    else:
        winner = "US" if verdict.winner == US else "Japan"
        yield Tell(f"{before} ends the game: {winner} wins {verdict.why}")


def night_recovery(state: State) -> Steps[None]:
    """Run the Recovery phase of a night turn [3.3, RB-3.3-h]; raises RuleError on another."""
    if not turns.is_night(state.turn):
        raise RuleError(f"the turn marker is on {state.turn}, no night turn [3.3]")
    yield Tell(f"{state.turn} ({state.date}), night: Recovery [3.3]")
    yield from remove_hqs(state)
    yield from hqs_ready(state)
    yield from hq_rolls(state)
    yield from arty_ready(state)
    dawn = state.board.settings.dawn_destroyers
    yield from reset_support(state, SUPPORT if dawn else ("air_strikes",), "3.3")


def day_recovery(state: State) -> Steps[None]:
    """Run the Recovery phase of a day turn, in its printed order [3.2, RB-3.2-m].

    Raises RuleError on another turn.
    """
    if not turns.is_day(state.turn):
        raise RuleError(f"the turn marker is on {state.turn}, no day turn [3.2]")
    yield Tell(f"{state.turn} ({state.date}): Recovery [3.2]")
    yield from remove_hqs(state)
    yield from hqs_ready(state)
    yield from hq_rolls(state)
    yield from moved_off(state)
    yield from arty_ready(state)
    yield from reset_support(state, SUPPORT, "3.2")
    if (yield from amtracs_used(state)):
        yield from tractor_loss(state)


def recover_hqs(state: State) -> Steps[None]:
    """Roll for the disrupted HQs alone, as any Recovery phase does [8.85]."""
    if not any(unit.disrupted and unit.on_map for unit in _us(state)):
        yield Tell("No HQ on the map is disrupted [8.85]")
    yield from hq_rolls(state)
