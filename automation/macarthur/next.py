"""[3.0] What the sequence of play calls for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from automation.macarthur import air as sky
from automation.macarthur import opening, sea
from modules.macarthur.rules import (
    air,
    captures,
    chits,
    corregidor,
    landing,
    local_movement,
    paratroops,
    secrets,
    turns,
)
from modules.macarthur.rules.completion import advance_phase
from modules.macarthur.state import State
from modules.macarthur.units import JP
from vassal_bridge.game.changes import Tell
from vassal_bridge.game.sequence import Option, Steps, choose

YES, NO = "yes", "no"


def _reinforcement(state: State) -> Steps[None]:
    """Play the reinforcement phase [3.1]; before turn 1 what a game begins with [16.0]."""
    if turns.number(state.turn) == 1:
        yield from opening.before_play(state)
    elif turns.number(state.turn) == opening.MAIN_ASSAULT_TURN and not secrets.promises(state):
        yield from opening.main_assault(state)
    yield from sea.reinforcement(state)
    yield Tell("By hand: ground units that arrive or leave, as the turn chart says [14.1]")


def _naval(state: State) -> Steps[None]:
    """Play a naval phase: landings and the next beach of the Japanese, boats of both [3.2.1]."""
    if state.side == JP:
        yield from sea.naval(state)
        due = landing.turn_to_write(state)
        if due <= turns.LAST_TURN and landing.beach_label(due) not in secrets.promises(state):
            yield from sea.beach(state)
    if local_movement.movable(state, state.side):
        yield from sea.boats(state)
    else:
        yield Tell("Nobody can go by boat [4.5]")


def _air(state: State) -> Steps[None]:
    """Play an air phase, paratroops first where there are any [3.2.2, 12.2]."""
    if _can_jump(state):
        options = [Option(NO, NO), Option(YES, YES)]
        fly = yield from choose("drop", "Do paratroops jump?", options, why="[12.1]", default=NO)
        if fly == YES:
            yield from sea.drop(state)
    yield from air.air_phase(state)


def _can_jump(state: State) -> bool:
    if state.side != JP or chits.japanese_chit(state) is None:
        return False
    is_ready = bool(paratroops.tina(state) and paratroops.jumpers(state))
    return is_ready and bool(paratroops.drop_zones(state))


def _land(state: State) -> Steps[None]:
    """Play what a land movement phase means for airfields; it is the players' own [3.2.3]."""
    yield Tell("By hand: all movement on land [3.2.3]")
    yield from captures.take(state)


def _combat(state: State) -> Steps[None]:
    """Play landings, paratroops and guns beside Corregidor; the rest is the players' own [3.2.4].

    Of landings and paratroops the ground combat's result is asked.
    """
    if state.side == JP:
        yield from sea.land(state)
        yield from sea.drop_combat(state)
        if corregidor.ready_guns(state):
            yield from sea.bombard(state)
    yield Tell("By hand: reserves, attacks, retreats and advances on land [3.2.4]")


def _completion(state: State) -> Steps[None]:
    """Play a completion phase: advances from beaches end, fields are taken, aircraft land [3.2.5].

    Supply is the players' own.
    """
    left = [(unit, landing.advance_left(state, unit.id)) for unit in state.alive]
    for unit, hexes in left:
        if hexes and state.side == JP:
            yield Tell(f"By hand: {unit.name} may advance up to {hexes} from its beach [3.2.5]")
    if state.side == JP:
        yield from landing.end_advances(state)
    yield from captures.take(state)
    yield from sky.home(state)
    yield Tell("By hand: supply [13.4]")


PHASES: Mapping[str, Callable[[State], Steps[None]]] = MappingProxyType(
    {
        turns.REINFORCEMENT: _reinforcement,
        turns.NAVAL: _naval,
        turns.AIR: _air,
        turns.LAND: _land,
        turns.COMBAT: _combat,
        turns.COMPLETION: _completion,
    }
)
"""What is played in a phase; each tells what of it is the players' own."""


def next_sequence(state: State) -> str | None:
    """Return "next" while the game goes on, None once it is over."""
    return "next" if state.outcome() is None else None


def play_next(state: State) -> Steps[None]:
    """Play the phase that the marker stands at, and move the marker on [3.0, MAC-3.0-a].

    What a phase has on land is done by hand before; both sides have the same phases
    [MAC-3.3-a].
    """
    verdict = state.outcome()
    if verdict is not None:
        winner = "Japan" if verdict.winner == JP else "The Allied side"
        yield Tell(f"The game is over. {winner} has won: {verdict.why}")
        return
    if turns.step_of(state.phase) != turns.AIR:
        yield Tell(f"{state.turn}, {state.phase}")
    yield from PHASES[turns.step_of(state.phase)](state)
    yield from advance_phase(state)


def campaign(state: State) -> Steps[None]:
    """Play on from where the markers stand to the end of the scenario [3.0, 17.0]."""
    while state.outcome() is None:
        yield from play_next(state)
