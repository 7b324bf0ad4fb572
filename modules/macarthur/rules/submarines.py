"""[11.0] Submarines: placed in secret, they attack what lands at their beaches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from modules.macarthur.board import WITHDRAWN
from modules.macarthur.rules import coast, ledger, secrets, transports, turns
from modules.macarthur.rules.damage import draw, lose_step
from modules.macarthur.units import JP, SUBMARINE, Unit
from vassal_bridge.errors import RuleError
from vassal_bridge.game.changes import Advance, Place, Tell
from vassal_bridge.game.sequence import SECRET, Option, Steps, choose, roll

if TYPE_CHECKING:
    from modules.macarthur.state import State

TOPIC: Final = "submarines"
POOL: Final = "Submarine Pool"
ARRIVAL_TURN: Final = 2
"""In whose reinforcement phase two more arrive [11.2]."""
ARRIVALS: Final = ("Submarine 4", "Submarine 5")
CAVITE_FACTORS: Final = 4
"""Bomb factors on Cavite that drive two submarines off [11.3]."""
CAVITE_SUBMARINES: Final = 2
CAVITE_TURN: Final = "Cavite bombed on turn"
CAVITE_DONE: Final = "Cavite submarines gone"
TORPEDOES: Final = 3
"""The modifier of torpedoes that work [11.5]."""


def in_play(state: State) -> tuple[Unit, ...]:
    """Return the submarines that patrol; where is secret."""
    return tuple(unit for unit in state.at(POOL) if unit.kind == SUBMARINE)


def places(state: State) -> dict[str, str] | None:
    """Return the beach of each submarine, None for whoever cannot know them."""
    label = secrets.latest(state, TOPIC)
    text = secrets.known(state, label) if label else None
    if text is None:
        return None
    given = dict(part.split("=", 1) for part in text.split(", ") if part)
    return {unit.id: given[unit.id] for unit in in_play(state) if unit.id in given}


def may_be_placed(state: State) -> bool:
    """Whether submarines may change beaches: before play, and on even turns [MAC-11.1-a].

    The rulebook names no phase; ours is reinforcement, before anything lands.
    """
    if state.phase != turns.REINFORCEMENT:
        return False
    return not secrets.latest(state, TOPIC) or turns.number(state.turn) % 2 == 0


def arrive(state: State) -> Steps[None]:
    """Let two more submarines join on turn 2 [MAC-11.2-a]."""
    if turns.number(state.turn) != ARRIVAL_TURN or state.phase != turns.REINFORCEMENT:
        return
    for name in ARRIVALS:
        unit = state.units.get(name)
        if unit is not None and unit.location not in (POOL, WITHDRAWN):
            yield Place(name, unit.location, POOL, "[11.2] two more submarines")


def place(state: State) -> Steps[None]:
    """Ask in secret for a beach for each submarine, and seal the answers [MAC-11.1-a].

    Several may share a beach. Raises RuleError when it is not the time.
    """
    yield from arrive(state)
    if not may_be_placed(state):
        raise RuleError(
            f"submarines change beaches in the Reinforcement phase of even turns [11.1];"
            f" it is {state.turn}, {state.phase}"
        )
    old = places(state) or {}
    names = coast.beach_names(state.board)
    chosen: list[str] = []
    for unit in in_play(state):
        beach = yield from choose(
            SECRET,
            f"At which beach does {unit.name} lie?",
            [Option(name, name) for name in names],
            why="[11.1]",
            default=old.get(unit.id, ""),
        )
        chosen.append(f"{unit.id}={beach}")
    label = f"{TOPIC} of turn {turns.number(state.turn)}"
    yield from secrets.keep(state, label, ", ".join(chosen), "[11.1]")


def attacks(state: State) -> Steps[None]:
    """Let the submarines at each beach that is invaded attack, before anything lands.

    [MAC-3.2.1-B, MAC-4.4.4-C, MAC-11.4-A]
    """
    for beach in coast.beach_names(state.board):
        if invaders(state, beach):
            yield from _attack_at(state, beach)


def invaders(state: State, beach: str) -> tuple[Unit, ...]:
    """Return the Japanese units on the arrows of a beach."""
    arrows = coast.arrows(state.board, beach)
    return tuple(unit for arrow in arrows for unit in state.ground_at(arrow, JP))


def _attack_at(state: State, beach: str) -> Steps[None]:
    attackers = yield from _attackers(state, beach)
    if not attackers:
        yield Tell(f"{beach}: no submarine attacks [11.4]")
        return
    yield Tell(f"{beach}: submarine attacks: {attackers} [11.4]")
    for number in range(1, attackers + 1):
        if not invaders(state, beach):
            return
        yield from _torpedoes(state, beach, number)


def _attackers(state: State, beach: str) -> Steps[int]:
    """Ask how many attack: of those that lie there, or whatever the Allied player says."""
    known = places(state)
    most = len(in_play(state)) if known is None else list(known.values()).count(beach)
    prompt = f"How many submarines attack at {beach}?"
    options = [Option(str(number), str(number)) for number in range(most + 1)]
    default = "0" if known is None else str(most)
    answer = yield from choose(SECRET, prompt, options, why="[11.4]", default=default)
    return int(answer)


def _torpedoes(state: State, beach: str, number: int) -> Steps[None]:
    """Resolve the attack of one submarine [MAC-11.4-A, MAC-11.4-B, MAC-11.5-a]."""
    why = f"[11.4] submarine {number} at {beach}"
    rolled = yield from roll("2d6", why)
    modifier = TORPEDOES if state.board.settings.hard_submarines else 0
    total = rolled.total + modifier
    lost = int(state.board.tables.lookup("submarine", total))
    shown = f" +{modifier} = {total} [11.5]" if modifier else ""
    yield Tell(f"  2d6 {rolled.total}{shown}: {lost} steps lost [11.4]")
    for _ in range(lost):
        targets = invaders(state, beach)
        if not targets:
            return
        (unit,) = yield from draw(state, targets, 1, why)
        points = transports.step_points(unit)
        yield from lose_step(unit, why)
        yield from transports.sink(state, points, why)


def bomb_cavite(state: State, factors: int) -> Steps[None]:
    """Note bomb factors that fell on Cavite this turn; the fourth drives submarines off.

    [MAC-11.3-A, MAC-11.3-B] It happens once a game; factors of one turn count together.
    """
    if ledger.entry(state, "notes", CAVITE_TURN):
        return
    name = f"Cavite {turns.number(state.turn)}"
    total = ledger.entry(state, "notes", name) + factors
    yield ledger.write(state, "notes", name, total, "[11.3] bombs on Cavite")
    before = state.level("cavite")
    yield Advance("cavite", before, before + factors, "[11.3] bombs on Cavite")
    if total >= CAVITE_FACTORS:
        turn = turns.number(state.turn)
        yield ledger.write(state, "notes", CAVITE_TURN, turn, "[11.3] Cavite bombed")
        yield Tell(f"Cavite is bombed: two submarines leave on turn {turn + 1} [11.3]")


def leave(state: State) -> Steps[None]:
    """Take two submarines out of play on the turn after Cavite was bombed [MAC-11.3-A].

    The Allies choose which; the beaches of the others stay secret.
    """
    bombed = ledger.entry(state, "notes", CAVITE_TURN)
    due = bombed and turns.number(state.turn) > bombed
    if not due or ledger.entry(state, "notes", CAVITE_DONE):
        return
    for _ in range(min(CAVITE_SUBMARINES, len(in_play(state)))):
        options = [Option(unit.id, unit.name) for unit in in_play(state)]
        prompt = "Which submarine leaves, as Cavite was bombed?"
        gone = yield from choose("submarine", prompt, options, why="[11.3]")
        yield Place(gone, POOL, WITHDRAWN, "[11.3] Cavite was bombed")
    yield ledger.write(state, "notes", CAVITE_DONE, 1, "[11.3] once a game")
    yield Tell("Two submarines leave, as Cavite was bombed [11.3]")
