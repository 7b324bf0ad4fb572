"""[4.4] Amphibious movement: beaches, invasion groups, transports, landing and its outcome."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from modules.macarthur.board import ELIMINATED, FORMOSA
from modules.macarthur.rules import chits, coast, ledger, secrets, submarines, transports, turns
from modules.macarthur.rules.returns import moved
from modules.macarthur.units import ALLIED, JP, Unit
from vassal_bridge.errors import RuleError
from vassal_bridge.game.changes import Eliminate, Place, Tell
from vassal_bridge.game.hexes import is_hex
from vassal_bridge.game.sequence import SECRET, Option, Steps, choose

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modules.macarthur.state import State

HEX_LIMIT: Final = 32
"""Stacking points that may land in one hex [4.4.4]."""
NO_BEACH: Final = "none"
DONE: Final = "done"
CLEARED, HELD = "cleared", "held"
ADVANCE_FOUGHT: Final = 1
ADVANCE_REST: Final = 2
"""Hexes that units may go on after a landing: those that attacked, and those that did not."""


def beach_label(turn: int) -> str:
    """Return the label of the secret beach of a turn."""
    return f"beach of turn {turn}"


def write_beach(state: State, turn: int = 0) -> Steps[None]:
    """Write down in secret the beach of a turn, the next one unless given.

    [MAC-4.4.5-B, MAC-4.4.5-E] Where a scenario begins, it is this turn's [MAC-16.2.3-B].
    """
    turn = turn or turn_to_write(state)
    names = (*coast.beach_names(state.board), NO_BEACH)
    options = [Option(name, name) for name in names]
    prompt = f"Which beach is to be assaulted on turn {turn}?"
    beach = yield from choose(SECRET, prompt, options, why="[4.4.5]", default=NO_BEACH)
    yield from secrets.keep(state, beach_label(turn), beach, "[4.4.5]")


def turn_to_write(state: State) -> int:
    """Return the turn whose beach is written now: the next, or this one before a scenario begins.

    On turn 1 nothing needs to be written: any beach is allowed then.
    """
    now = turns.number(state.turn)
    is_first = not any(one.startswith(beach_label(0)[:-1]) for one in secrets.promises(state))
    return now if is_first and now > 1 and state.phase == turns.REINFORCEMENT else now + 1


def allowed_beaches(state: State) -> tuple[str, ...]:
    """Return the beaches where this turn's landing may be: any on turn 1, else one of three.

    [MAC-4.4.5-A, MAC-4.4.5-B, MAC-4.4.5-C, MAC-4.4.5-D] None where none was written. Raises
    RuleError where another player wrote it.
    """
    turn = turns.number(state.turn)
    names = coast.beach_names(state.board)
    label = beach_label(turn)
    if turn == 1:
        return names
    if label not in secrets.promises(state):
        return ()
    written = secrets.must_know(state, label)
    if written == NO_BEACH:
        return ()
    near = coast.neighbours(state.board, written)
    return tuple(name for name in names if name == written or name in near)


def groups(state: State) -> dict[str, tuple[Unit, ...]]:
    """Return the invasion groups by the beach that their arrow points to [MAC-4.4.4-A]."""
    found = {name: submarines.invaders(state, name) for name in coast.beach_names(state.board)}
    return {name: units for name, units in found.items() if units}


def stacking(units: Sequence[Unit]) -> int:
    """Return the stacking points of what is left of some units."""
    return sum(transports.points_left(unit) for unit in units)


def naval_problems(state: State) -> list[str]:
    """Return a sentence for each thing that forbids this turn's landings as they stand.

    Beaches [MAC-4.4.5-C, MAC-4.4.5-E], 32 stacking points a hex [MAC-4.4.4-B], forces of the chit,
    transport points [MAC-4.4.2-B].
    """
    found: list[str] = []
    turn, chit = turns.number(state.turn), chits.must_know_japanese(state)
    landing, allowed = groups(state), allowed_beaches(state)
    for beach, units in landing.items():
        if beach not in allowed:
            can = ", ".join(allowed) or "no beach"
            found.append(f"nothing may land at {beach} on turn {turn}, only at {can} [4.4.5]")
        if (points := stacking(units)) > HEX_LIMIT:
            found.append(f"{points} SP at {beach}: no more than {HEX_LIMIT} may land [4.4.4]")
        found.extend(
            f"{unit.name} may not land on turn {turn} [16.1.4.1]"
            for unit in units
            if not chits.may_land(state, unit.formation, chit, turn)
        )
    if turn > 1 and len(landing) > 1:
        found.append(f"turn {turn}: expected one beach, found {', '.join(landing)} [4.4.5]")
    needed, there = _needed(state), available(state)
    if needed > sum(there):
        found.append(f"{needed} SP to land: there are {sum(there)} transport points [4.4.2]")
    return found


def available(state: State) -> tuple[int, int]:
    """Return the operational and the strategic transport points of this turn [MAC-4.4.2-A]."""
    turn, out = turns.number(state.turn), transports.sailings(state)
    pool = transports.pools(state, chits.must_know_japanese(state))
    window = transports.strategic_window(state)
    return (
        transports.operational_left(pool, out, turn),
        transports.strategic_left(pool, out, turn, window),
    )


def _needed(state: State) -> int:
    return sum(stacking(units) for units in groups(state).values())


def sail(state: State) -> Steps[None]:
    """Play the Japanese part of its naval phase: groups on arrows, transports noted.

    [MAC-3.2.1-A, MAC-4.4.1-a] Units that stand on arrows already are part of it. Raises RuleError
    in another phase, for landings that are not allowed, and when they are under way already.
    """
    if state.phase != f"{turns.JAPANESE_PHASES} {turns.NAVAL}":
        raise RuleError(f"landings begin in the Japanese naval phase [3.2.1]; it is {state.phase}")
    out, turn = transports.sailings(state), turns.number(state.turn)
    if out.operational.get(turn, 0) + out.strategic.get(turn, 0):
        raise RuleError(f"the transports of turn {turn} are at sea already [4.4.3]")
    yield from load_groups(state)
    if wrong := naval_problems(state):
        raise RuleError("; ".join(wrong))
    if not groups(state):
        yield Tell(f"{state.turn}: no landing [4.4.5]")
        return
    for beach, units in groups(state).items():
        names = ", ".join(unit.name for unit in units)
        yield Tell(f"{beach}: {stacking(units)} SP: {names} [4.4.4]")
    yield from _note_transports(state)


def naval_phase(state: State) -> Steps[None]:
    """Play the naval phase at sea: groups and transports, then submarines [MAC-3.2.1-A, 3.2.1]."""
    yield from sail(state)
    yield from submarines.attacks(state)


def load_groups(state: State) -> Steps[None]:
    """Ask for a beach, then unit after unit of its invasion group [MAC-4.4.4-A]."""
    while beaches := _open_beaches(state):
        options = [Option(DONE, "no further landing"), *(Option(b, b) for b in beaches)]
        prompt = "At which beach is a group to land?"
        beach = yield from choose("beach", prompt, options, why="[4.4.5]", default=DONE)
        if beach == DONE:
            return
        while units := loadable(state, beach):
            options = [
                Option(DONE, "the group is complete"),
                *(Option(unit.id, f"{unit.name} ({unit.points} SP)") for unit in units),
            ]
            prompt = f"Which unit joins the group at {beach}?"
            unit_id = yield from choose("load", prompt, options, why="[4.4.4]", default=DONE)
            if unit_id == DONE:
                break
            arrow = coast.arrows(state.board, beach)[0]
            yield Place(unit_id, state.units[unit_id].location, arrow, "[4.4.4] invasion group")


def _open_beaches(state: State) -> tuple[str, ...]:
    allowed, landing = allowed_beaches(state), groups(state)
    if turns.number(state.turn) > 1 and landing:
        allowed = tuple(beach for beach in allowed if beach in landing)
    return tuple(beach for beach in allowed if loadable(state, beach))


def loadable(state: State, beach: str) -> tuple[Unit, ...]:
    """Return the units on Formosa that can join the group at a beach."""
    if not coast.arrows(state.board, beach):
        return ()
    room = HEX_LIMIT - stacking(submarines.invaders(state, beach))
    room = min(room, sum(available(state)) - _needed(state))
    turn, chit = turns.number(state.turn), chits.must_know_japanese(state)
    return tuple(
        unit
        for unit in state.ground_at(FORMOSA, JP)
        if 0 < transports.points_left(unit) <= room
        and chits.may_land(state, unit.formation, chit, turn)
    )


def _note_transports(state: State) -> Steps[None]:
    """Ask how many strategic points carry the landing, as many as possible by default."""
    needed = _needed(state)
    operational, strategic = available(state)
    least, most = max(0, needed - operational), min(needed, strategic)
    options = [Option(str(n), f"{n} strategic points") for n in range(least, most + 1)]
    prompt = f"How many of {needed} points are strategic?"
    answer = yield from choose("transports", prompt, options, why="[4.4.2]", default=str(most))
    yield from transports.note_use(state, needed - int(answer), int(answer))


def defenders(state: State, hex_id: str) -> tuple[Unit, ...]:
    """Return the Allied ground units in a landing's hex: nobody else is attacked.

    [MAC-4.4.6-A]
    """
    return state.ground_at(hex_id, ALLIED)


def land(state: State) -> Steps[None]:
    """Resolve the landings in the Japanese combat phase, beach after beach [MAC-4.4.6-A].

    Raises RuleError in another phase.
    """
    if state.phase != f"{turns.JAPANESE_PHASES} {turns.COMBAT}":
        raise RuleError(f"landings fight in the Japanese combat phase [4.4.6]; it is {state.phase}")
    for beach, units in groups(state).items():
        yield from assault(state, coast.ashore(state.board, beach), units, beach)


def assault(state: State, hex_id: str, units: Sequence[Unit], place: str) -> Steps[bool]:
    """Land units in a hex, against whoever is there; return whether they are ashore.

    [MAC-4.4.6-C, MAC-4.4.6-D, MAC-4.4.6-E] The ground combat is the players' own: they are asked
    for its result, and move the defenders themselves.
    """
    enemies = defenders(state, hex_id)
    if not enemies:
        yield Tell(f"{place}: {_counted(units)} ashore without a fight [4.4.6]")
        yield from _ashore(state, hex_id, (), units)
        return True
    fighting = yield from _who_attacks(units, place)
    rest = [unit for unit in units if unit not in fighting]
    yield Tell(f"{place}: {strength_note(fighting)}, {_counted(enemies)} there [4.4.6]")
    options = [
        Option(HELD, "at least one defender is still in the hex"),
        Option(CLEARED, "the defenders have retreated or are eliminated"),
    ]
    prompt = f"How did the assault at {place} end?"
    result = yield from choose("assault", prompt, options, why="[4.4.6]", default=HELD)
    alive = [unit for unit in fighting if unit.id in {one.id for one in state.alive}]
    if result == CLEARED:
        yield Tell(f"{place} is cleared [4.4.6]")
        yield from _ashore(state, hex_id, alive, rest)
        return True
    yield Tell(f"{place} is held: the attackers are lost, the others return to Formosa [4.4.6]")
    for unit in alive:
        yield Eliminate(unit.id, unit.location, ELIMINATED, "[4.4.6] the assault failed")
    for unit in rest:
        yield Place(unit.id, unit.location, FORMOSA, "[4.4.6] the assault failed")
    return False


def strength_note(units: Sequence[Unit]) -> str:
    """Return how the attack strength of some landing units counts: half, artillery not at all.

    [MAC-4.4.6-B]
    """
    guns = [unit.name for unit in units if unit.is_artillery]
    others = len(units) - len(guns)
    without = f", {', '.join(guns)} without attack strength" if guns else ""
    attack = "unit attacks" if others == 1 else "units attack"
    return f"{others} {attack} at half strength{without}"


def _counted(units: Sequence[Unit]) -> str:
    return "1 unit" if len(units) == 1 else f"{len(units)} units"


def _who_attacks(units: Sequence[Unit], place: str) -> Steps[list[Unit]]:
    """Ask which units attack, at least one that has a strength where there is one [7.1]."""
    waiting = sorted(units, key=lambda unit: (unit.is_artillery, unit.id))
    chosen = [waiting.pop(0)] if len(waiting) == 1 else []
    while waiting:
        stop = [Option(DONE, "no further unit attacks")] if chosen else []
        options = [*stop, *(Option(unit.id, unit.name) for unit in waiting)]
        prompt = f"Which unit attacks at {place}?"
        answer = yield from choose("attackers", prompt, options, why="[4.4.6]")
        if answer == DONE:
            break
        chosen += [unit for unit in waiting if unit.id == answer]
        waiting = [unit for unit in waiting if unit.id != answer]
    return chosen


def _ashore(state: State, hex_id: str, fought: Sequence[Unit], rest: Sequence[Unit]) -> Steps[None]:
    """Bring units ashore; who landed in a hex may go on, an area takes a whole move [4.8]."""
    for unit in (*fought, *rest):
        yield moved(state.units[unit.id], hex_id, "[4.4.6] ashore")
    if not is_hex(hex_id):
        return
    for units, hexes in ((fought, ADVANCE_FOUGHT), (rest, ADVANCE_REST)):
        if units:
            names = ", ".join(unit.name for unit in units)
            yield Tell(f"  may advance up to {hexes}: {names} [4.4.6]")
    for unit in rest:
        yield ledger.write(state, "notes", f"advance {unit.id}", ADVANCE_REST, "[3.2.5]")
    for unit in fought:
        yield ledger.write(state, "notes", f"advance {unit.id}", ADVANCE_FOUGHT, "[3.2.5]")


def advance_left(state: State, unit_id: str) -> int:
    """Return how many hexes a unit that landed this turn may still advance [MAC-3.2.5-B]."""
    return ledger.entry(state, "notes", f"advance {unit_id}")


def end_advances(state: State) -> Steps[None]:
    """Forget the advances of this turn's landings at its end [MAC-3.2.5-B]."""
    for name in ledger.read(state, "notes"):
        if name.startswith("advance "):
            yield ledger.write(state, "notes", name, 0, "[3.2.5]")
