"""[8.6] Air-to-air combat: who attacks whom is named first, then all fire at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from modules.macarthur.board import ELIMINATED, Board
from modules.macarthur.rules.patrols import leave, may_leave
from modules.macarthur.rules.raids import Raid, patrol, where
from modules.macarthur.rules.returns import abort, forget
from modules.macarthur.units import Mission, Unit
from vassal_bridge.game.changes import Eliminate, Set, Tell
from vassal_bridge.game.sequence import Option, Steps, choose, roll

if TYPE_CHECKING:
    from modules.macarthur.state import State

ELIMINATES, ABORTS, MISSES = "E", "abort", "-"
WAIT = "wait"


@dataclass(frozen=True, slots=True)
class Shot:
    """An attack that has been named: who fires at whom, by their ids, and whose it is."""

    firer: str
    target: str
    side: str


def fight(state: State, raid: Raid) -> Steps[None]:
    """Fight a raid and the CAP over its target [MAC-8.6-a]: leave, name, fire, take off losses.

    Nothing in the air of either side adds to combat on the ground [MAC-8.0-a].
    """
    if not (raid.fighters(state) or raid.bombers(state)):
        return
    for unit in patrol(state, raid):
        yield from _maybe_leave(state, unit)
    cap, attackers = patrol(state, raid), (*raid.fighters(state), *raid.bombers(state))
    if not cap:
        return
    against = f"{_names(cap)} against {_names(attackers)}"
    yield Tell(f"Air combat @{where(state, raid.place)}: {against}")
    shots = yield from name_attacks(state, raid, cap)
    yield from fire(state, shots)


def _names(units: Sequence[Unit]) -> str:
    return ", ".join(unit.name for unit in units)


def _maybe_leave(state: State, unit: Unit) -> Steps[None]:
    if not may_leave(state, unit):
        return
    options = [Option("fight", "fight"), Option("leave", "leave the hex")]
    prompt = f"CAP {unit.name} @{unit.location}"
    if (yield from choose("patrol", prompt, options, why="[8.5.4.1]")) == "leave":
        yield from leave(state, unit)


def name_attacks(state: State, raid: Raid, cap: Sequence[Unit]) -> Steps[list[Shot]]:
    """Let both sides name every attack before the first is rolled [MAC-8.6.2-B].

    CAP and escorts are matched one to one as far as they go [MAC-8.6.1-C]; spare CAP joins a
    fight or takes a bomber [MAC-8.6.1-D], a bomber twice if it likes [MAC-8.6.3-A]; spare escorts
    attack or wait to strafe [MAC-8.6.1-E]. Each unit attacks once [MAC-8.6.2-A].
    """
    escorts, bombers = list(raid.fighters(state)), list(raid.bombers(state))
    free = list(escorts)
    shots: list[Shot] = []
    spare: list[Unit] = []
    for fighter in cap:
        if not free:
            spare.append(fighter)
            continue
        chosen = yield from _pick("match", f"{fighter.name} meets", free, "[8.6.1]")
        free.remove(chosen)
        shots.append(Shot(fighter.id, chosen.id, fighter.side))
        shots.append(Shot(chosen.id, fighter.id, chosen.side))
    for fighter in spare:
        chosen = yield from _pick(
            "attack", f"{fighter.name} attacks", [*bombers, *escorts], "[8.6.1]"
        )
        shots.append(Shot(fighter.id, chosen.id, fighter.side))
    for escort in free:
        options = [Option(unit.id, unit.name) for unit in cap]
        options.append(Option(WAIT, "wait, to strafe"))
        answer = yield from choose("attack", f"{escort.name} attacks", options, why="[8.6.1]")
        if answer != WAIT:
            shots.append(Shot(escort.id, answer, escort.side))
    shots += yield from _bombers_fire_back(state, bombers, shots)
    return shots


def _pick(kind: str, prompt: str, among: Sequence[Unit], why: str) -> Steps[Unit]:
    options = [Option(unit.id, unit.name) for unit in among]
    answer = yield from choose(kind, prompt, options, why=why)
    return next(unit for unit in among if unit.id == answer)


def _bombers_fire_back(
    state: State, bombers: Sequence[Unit], shots: Sequence[Shot]
) -> Steps[list[Shot]]:
    """Let each bomber fire at one that attacks it, and at nobody else [MAC-8.6.3-B]."""
    found: list[Shot] = []
    for bomber in bombers:
        attackers = [state.units[shot.firer] for shot in shots if shot.target == bomber.id]
        if attackers and state.board.factor(bomber.model, "attack"):
            target = yield from _pick("fire back", f"{bomber.name} fires at", attackers, "[8.6.3]")
            found.append(Shot(bomber.id, target.id, bomber.side))
    return found


def result(board: Board, differential: int, faces: tuple[int, ...], *, is_bomber: bool) -> str:
    """Return what a shot does by the Air-to-Air Table [MAC-8.6.4-A].

    The coloured die is the first figure of the roll, the white one the second [MAC-8.6.4-C]. A
    roll up to E eliminates [MAC-8.6.5-A]; one above it and up to A makes a bomber turn back
    [MAC-8.6.5-B].
    """
    rolled = 10 * faces[0] + faces[1]
    if rolled <= int(board.tables.lookup("air_to_air", differential, "E")):
        return ELIMINATES
    if is_bomber and rolled <= int(board.tables.lookup("air_to_air", differential, "A")):
        return ABORTS
    return MISSES


def fire(state: State, shots: Sequence[Shot]) -> Steps[None]:
    """Roll every shot, then take off all losses at once.

    All fire counts, even that of units which are lost [MAC-8.6.6-A]; but a shot at what the own
    side has destroyed already is lost itself [MAC-8.6.6-B].
    """
    dead: set[str] = set()
    turned_back: set[str] = set()
    for shot in shots:
        firer, target = state.units[shot.firer], state.units[shot.target]
        if target.id in dead:
            yield Tell(f"  {firer.name} finds {target.name} destroyed already [8.6.6]")
            continue
        done = yield from _shoot(state, firer, target)
        if done == ELIMINATES:
            dead.add(target.id)
        elif done == ABORTS:
            turned_back.add(target.id)
    yield from _take_losses(state, shots, dead, turned_back - dead)


def _shoot(state: State, firer: Unit, target: Unit) -> Steps[str]:
    """Roll a shot by its differential, attack less defence [MAC-8.6.4-B]."""
    board = state.board
    difference = board.factor(firer.model, "attack") - board.factor(target.model, "defence")
    rolled = yield from roll("2d6", f"[8.6.4] {firer.name} at {target.name}")
    done = result(board, difference, rolled.faces, is_bomber=target.is_bomber)
    figures = f"diff {difference:+d}; C{rolled.faces[0]} W{rolled.faces[1]}"
    yield Tell(f"  {firer.name} vs {target.name}: {figures} -> {done} [8.6.4]")
    return done


def _take_losses(
    state: State, shots: Sequence[Shot], dead: set[str], turned_back: set[str]
) -> Steps[None]:
    for name in sorted(dead):
        yield from destroy(state.units[name], "[8.6.5]")
    for name in sorted(turned_back):
        yield from abort(state, state.units[name], "[8.6.5]")
    fought = {shot.firer for shot in shots} | {shot.target for shot in shots}
    for name in sorted(fought - dead - turned_back):
        yield from _has_fought(state.units[name])


def destroy(unit: Unit, why: str) -> Steps[None]:
    """Take a destroyed aircraft off."""
    yield from forget(unit, why)
    yield Eliminate(unit.id, unit.location, ELIMINATED, why)


def _has_fought(unit: Unit) -> Steps[None]:
    """Note that a fighter may not strafe any more [8.5.2.1, 8.5.2.2]."""
    after = {
        Mission.ESCORT: Mission.ENGAGED,
        Mission.STRAFE: Mission.ENGAGED,
        Mission.FIGHTER_BOMB: Mission.BOMB,
    }.get(unit.mission)
    if after is not None:
        yield Set(unit.id, "mission", unit.mission, after, "[8.5.2] has fought")
