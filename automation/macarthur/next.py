"""[3.0] What the sequence of play calls for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from automation.macarthur import air as sky
from automation.macarthur import opening, sea
from modules.macarthur.rules import (
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
from modules.macarthur.rules.sealed import is_sealed
from modules.macarthur.rules.seats import Part, is_attacked_unseen, is_away, play_parts
from modules.macarthur.state import State
from modules.macarthur.units import ALLIED, JP
from vassal_bridge.errors import RuleError
from vassal_bridge.game.changes import Tell
from vassal_bridge.game.sequence import SECRET, Option, Steps, choose

YES, NO = "yes", "no"


def _reinforcement(state: State) -> Steps[bool]:
    """Play the reinforcement phase [3.1]; before turn 1 what a game begins with [16.0].

    The Allies begin, as they set up first [MAC-16.1.2-a].
    """
    parts = (
        Part(ALLIED, _allied_is_away, _allied_reinforcement),
        Part(JP, _japan_is_away, _japanese_reinforcement),
    )
    is_over = yield from play_parts(state, parts)
    if is_over:
        yield Tell("By hand: ground units that arrive or leave, as the turn chart says [14.1]")
    return is_over


def allied_opening(state: State) -> Steps[None]:
    """Play the Allied part of a game's first reinforcement phase alone, as by mail [16.0, 3.1].

    Japan's part follows with `next`, at its own computer. Raises RuleError in another phase.
    """
    if turns.step_of(state.phase) != turns.REINFORCEMENT:
        raise RuleError(f"a game begins in the Reinforcement phase [3.1]; it is {state.phase}")
    yield Tell(f"{state.turn}, {state.phase}")
    later = Part(JP, lambda now: True, _japanese_reinforcement)
    yield from play_parts(state, (Part(ALLIED, _allied_is_away, _allied_reinforcement), later))


def _allied_is_away(state: State) -> bool:
    return is_away(state, ALLIED)


def _japan_is_away(state: State) -> bool:
    return is_away(state, JP)


def _allied_reinforcement(state: State) -> Steps[None]:
    if turns.number(state.turn) == 1:
        yield from opening.allied_before_play(state)
    elif opening.is_allied_main_assault(state):
        yield from opening.allied_main_assault(state)
    yield from sea.allied_reinforcement(state)


def _japanese_reinforcement(state: State) -> Steps[None]:
    if turns.number(state.turn) == 1:
        yield from opening.japanese_before_play(state)
    elif opening.is_japanese_main_assault(state):
        yield from opening.japanese_main_assault(state)
    yield from sea.withdraw(state)


def _naval(state: State) -> Steps[bool]:
    """Play a naval phase: landings and the next beach of the Japanese, boats of both [3.2.1].

    Submarines and aircraft against a landing are the Allied player's part.
    """
    return (yield from play_parts(state, NAVAL[state.side]))


def _landing_waits(state: State) -> bool:
    return bool(landing.groups(state)) and is_away(state, ALLIED)


def _sail(state: State) -> Steps[None]:
    yield from landing.sail(state)
    due = landing.turn_to_write(state)
    if due <= turns.LAST_TURN and landing.beach_label(due) not in secrets.promises(state):
        yield from sea.beach(state)
    yield from _boats(state)


def _boats(state: State) -> Steps[None]:
    if local_movement.movable(state, state.side):
        yield from sea.boats(state)
    else:
        yield Tell("Nobody can go by boat [4.5]")


NAVAL: Mapping[str, tuple[Part, ...]] = MappingProxyType(
    {
        JP: (Part(JP, _japan_is_away, _sail), Part(ALLIED, _landing_waits, sea.meet_landing)),
        ALLIED: (Part(ALLIED, _allied_is_away, _boats),),
    }
)
"""The parts of each side's naval phase."""


def _air(state: State) -> Steps[bool]:
    """Play an air phase, paratroops first where there are any [3.2.2, 12.2].

    The raids are resolved where the charts of whom they attack are open.
    """
    side, enemy = state.side, state.enemy
    parts = (
        Part(side, lambda now: is_sealed(now, side), _plan),
        Part(enemy, lambda now: is_attacked_unseen(now, enemy), _attacks),
    )
    return (yield from play_parts(state, parts))


def _plan(state: State) -> Steps[None]:
    if _can_jump(state):
        options = [Option(NO, NO), Option(YES, YES)]
        kind = SECRET if chits.JAPANESE_CHIT in secrets.promises(state) else "drop"
        fly = yield from choose(kind, "Do paratroops jump?", options, why="[12.1]", default=NO)
        if fly == YES:
            yield from sea.drop(state)
    yield from sky.plan(state)


def _attacks(state: State) -> Steps[None]:
    yield from sky.attacks(state)
    yield from sky.end(state)


def _can_jump(state: State) -> bool:
    if state.side != JP or chits.japanese_chit(state) is None:
        return False
    is_ready = bool(paratroops.tina(state) and paratroops.jumpers(state))
    return is_ready and bool(paratroops.drop_zones(state))


def _own(play: Callable[[State], Steps[None]]) -> Callable[[State], Steps[bool]]:
    """Return what plays a phase of the phasing side alone, with its charts open [2.2.1]."""

    def part(state: State) -> Steps[bool]:
        side = state.side
        return (yield from play_parts(state, (Part(side, lambda now: is_sealed(now, side), play),)))

    return part


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
            yield Tell(
                f"By hand: {unit.name} may advance up to {hexes} hexes from its beach [3.2.5]"
            )
    if state.side == JP:
        yield from landing.end_advances(state)
    yield from captures.take(state)
    yield from sky.home(state)
    yield Tell("By hand: supply [13.4]")


PHASES: Mapping[str, Callable[[State], Steps[bool]]] = MappingProxyType(
    {
        turns.REINFORCEMENT: _reinforcement,
        turns.NAVAL: _naval,
        turns.AIR: _air,
        turns.LAND: _own(_land),
        turns.COMBAT: _own(_combat),
        turns.COMPLETION: _own(_completion),
    }
)
"""What is played in a phase; each tells what of it is the players' own, and whether it is over."""


def next_sequence(state: State) -> str | None:
    """Return "next" while the game goes on, None once it is over."""
    return "next" if state.outcome() is None else None


def play_next(state: State) -> Steps[bool]:
    """Play the phase that the marker stands at, and move the marker on [3.0, MAC-3.0-a].

    What a phase has on land is done by hand before; both sides have the same phases
    [MAC-3.3-a]. Where a part of it is the other player's, who is elsewhere, the marker stays, and
    the answer is False.
    """
    verdict = state.outcome()
    if verdict is not None:
        winner = "Japan" if verdict.winner == JP else "The Allied side"
        yield Tell(f"The game is over. {winner} has won: {verdict.why}")
        return False
    yield Tell(f"{state.turn}, {state.phase}")
    is_over = yield from PHASES[turns.step_of(state.phase)](state)
    if is_over:
        yield from advance_phase(state)
    return is_over


def campaign(state: State) -> Steps[None]:
    """Play on from where the markers stand to the end of the scenario [3.0, 17.0]."""
    while state.outcome() is None and (yield from play_next(state)):
        pass
