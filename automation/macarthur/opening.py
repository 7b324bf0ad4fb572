"""[16.0] Before play: chits, convoys, the scout, checks of the set-up, the main assault."""

from __future__ import annotations

from modules.macarthur.rules import (
    batteries,
    chits,
    corregidor,
    deployment,
    landing,
    order_of_battle,
    secrets,
    submarines,
    turns,
)
from modules.macarthur.rules.sealed import is_sealed, topic
from modules.macarthur.state import State
from modules.macarthur.units import ALLIED, JP
from vassal_bridge.errors import RuleError
from vassal_bridge.game.changes import Tell
from vassal_bridge.game.sequence import Steps

MAIN_ASSAULT_TURN = 5


def allied_chit(state: State) -> Steps[None]:
    """Draw the Allied chit and show it [16.1.1]."""
    yield from chits.draw_allied(state)


def japanese_chit(state: State) -> Steps[None]:
    """Draw the Japanese chit, in secret [16.1.4]."""
    yield from chits.draw_japanese(state)


def arrival(state: State) -> Steps[None]:
    """Roll for the turns of the strategic transports, in secret [18.1]."""
    yield from chits.roll_arrival(state)


def convoys(state: State) -> Steps[None]:
    """Place the aircraft of the convoys that the Allied chit brings [16.1.2.2]."""
    yield from deployment.deploy_convoys(state)


def scout(state: State) -> Steps[None]:
    """Tell Japan which classes of aircraft one Allied field holds [16.1.2.3]."""
    yield from deployment.reconnoitre(state)


def check(state: State) -> Steps[None]:
    """Tell what is wrong with the set-up, nothing changed [16.1.2, 16.1.4].

    The Allies set up first [MAC-16.1.2-a]: theirs is checked first. Sealed charts are left out.
    """
    brought = {ALLIED: _brought(state), JP: frozenset[str]()}
    found = deployment.ground_problems(state)
    for side, convoy in brought.items():
        if is_sealed(state, side):
            yield Tell(f"Not checked: the {topic(side)} are sealed [2.2.1]")
        else:
            found += deployment.air_problems(state, side, convoy=convoy)
    found += order_of_battle.problems(state.units.values())
    for text in found or ["The set-up keeps to every printed place [16.0]"]:
        yield Tell(text)


def _brought(state: State) -> frozenset[str]:
    """Return the aircraft that convoys have brought, by the Allied chit [16.1.2.5, 16.1.2.6]."""
    chit = chits.allied_chit(state)
    convoys = chits.convoys(state, chit) if chit is not None else ()
    return frozenset(name for one in convoys for name in deployment.BROUGHT[one])


def allied_before_play(state: State) -> Steps[None]:
    """Play what the Allies have to do before turn 1: chit, convoys, batteries [16.0, 1.3].

    The set-up itself is the players' own and is checked; submarines follow in `reinforcement`.
    What is done already is not done again.
    """
    if chits.allied_chit(state) is None:
        yield from chits.draw_allied(state)
        yield from deployment.deploy_convoys(state)
        yield from check(state)
    if not _has_numbers(state):
        yield from batteries.number_batteries(state)


def _has_numbers(state: State) -> bool:
    return any(batteries.label(one) in secrets.promises(state) for one in batteries.NUMBERS)


def japanese_before_play(state: State) -> Steps[None]:
    """Play what Japan has to do before turn 1: the scout, the chit, by option transports [16.0]."""
    if chits.JAPANESE_CHIT not in secrets.promises(state) and not chits.japanese_chit(state):
        yield from deployment.reconnoitre(state)
        yield from chits.draw_japanese(state)
    if state.board.settings.hidden_transports and not _has_rolled(state):
        yield from chits.roll_arrival(state)


def _has_rolled(state: State) -> bool:
    return any(label.startswith(chits.ARRIVAL) for label in secrets.promises(state))


def is_allied_main_assault(state: State) -> bool:
    """Whether the Allies have yet to play what comes before the main assault [16.2]."""
    return turns.number(state.turn) == MAIN_ASSAULT_TURN and not _has_numbers(state)


def is_japanese_main_assault(state: State) -> bool:
    """Whether Japan has yet to write the beach of a game that begins with the main assault.

    In any other game beaches were written before.
    """
    beach = landing.beach_label(0)[:-1]
    is_first = not any(label.startswith(beach) for label in secrets.promises(state))
    return turns.number(state.turn) == MAIN_ASSAULT_TURN and is_first


def main_assault(state: State) -> Steps[None]:
    """Play what comes before the main assault [16.2]: batteries, submarines, Japan's beach.

    Raises RuleError on another turn than the fifth [MAC-16.2.3-D].
    """
    if turns.number(state.turn) != MAIN_ASSAULT_TURN or state.phase != turns.REINFORCEMENT:
        raise RuleError(f"the main assault begins with turn 5 [16.2.3]; it is {state.turn}")
    yield from allied_main_assault(state)
    yield from japanese_main_assault(state)


def allied_main_assault(state: State) -> Steps[None]:
    """Play the Allied part: half a die of batteries is gone, submarines are placed in secret.

    [MAC-16.2.3-A] Reserves are named, and the Allies move by half, by hand [MAC-16.2.3-C];
    provisional infantry from support units may come on this turn [MAC-16.2.1-B].
    """
    for text in deployment.ashore_problems(state):
        yield Tell(text)
    yield from batteries.number_batteries(state)
    yield from corregidor.lose_at_start(state)
    yield from submarines.place(state)
    yield Tell("By hand: reserves, then Allied units move by half, without combat [16.2.3]")


def japanese_main_assault(state: State) -> Steps[None]:
    """Play the Japanese part: the beach of this turn, in secret [MAC-16.2.3-B]."""
    yield from landing.write_beach(state, MAIN_ASSAULT_TURN)
