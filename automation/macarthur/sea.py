"""[4.4, 4.5, 10.2, 11, 12] The sea side: reinforcement, landings, boats, Corregidor, paratroops."""

from __future__ import annotations

from modules.macarthur.rules import (
    batteries,
    corregidor,
    deployment,
    landing,
    local_movement,
    paratroops,
    scramble,
    secrets,
    submarines,
    withdrawals,
)
from modules.macarthur.rules.air import resolve_against_landing
from modules.macarthur.state import State
from modules.macarthur.units import ALLIED
from vassal_bridge.game.changes import Tell
from vassal_bridge.game.sequence import Steps


def reinforcement(state: State) -> Steps[None]:
    """Play what the reinforcement phase has at sea and in the air [3.1].

    Submarines leave after Cavite, two arrive, all may change beaches on even turns; B-17s come
    from Del Monte [MAC-3.1-A]; aircraft are withdrawn; a battery is repaired. Ground units that
    arrive are placed by hand.
    """
    yield from allied_reinforcement(state)
    yield from withdrawals.withdraw(state)


def allied_reinforcement(state: State) -> Steps[None]:
    """Play the Allied part of the reinforcement phase: submarines, B-17s, a battery [3.1]."""
    yield from submarines.leave(state)
    yield from submarines.arrive(state)
    yield from deployment.arrive_far(state)
    yield from _place_submarines(state)
    yield from batteries.repair(state)


def _place_submarines(state: State) -> Steps[None]:
    """Place the submarines when it is time, unless another player has them [11.1]."""
    if not submarines.may_be_placed(state):
        return
    if secrets.latest(state, submarines.TOPIC) and submarines.places(state) is None:
        yield Tell("Submarines: their owner may place them anew with `submarines` [11.1]")
        return
    yield from submarines.place(state)


def naval(state: State) -> Steps[None]:
    """Play the Japanese naval phase: groups, transports, submarines, then Allied aircraft.

    [3.2.1, 4.4, 8.4.3]
    """
    yield from landing.naval_phase(state)
    yield from _aircraft(state)


def meet_landing(state: State) -> Steps[None]:
    """Let submarines, then aircraft attack the groups at sea: the Allied part [11.4, 8.4.3]."""
    yield from submarines.attacks(state)
    yield from _aircraft(state)


def _aircraft(state: State) -> Steps[None]:
    """Let aircraft fly against the groups; a field near two landings rolls at each [MAC-8.4-3]."""
    places = {unit.location for units in landing.groups(state).values() for unit in units}
    for place in sorted(places):
        yield from scramble.against_landing(state, place, ALLIED)
        yield from resolve_against_landing(state, place)


def beach(state: State) -> Steps[None]:
    """Write the beach of the next turn down, in secret [4.4.5]."""
    yield from landing.write_beach(state)


def land(state: State) -> Steps[None]:
    """Land the invasion groups in the combat phase; the ground combat's result is asked [4.4.6]."""
    yield from landing.land(state)


def boats(state: State) -> Steps[None]:
    """Move units of the phasing side along the coast by boat [4.5]."""
    yield from local_movement.move(state)


def subs(state: State) -> Steps[None]:
    """Place the submarines, in secret [11.1]."""
    yield from submarines.place(state)


def number(state: State) -> Steps[None]:
    """Give the batteries of Corregidor their numbers, in secret [10.2.2]."""
    yield from batteries.number_batteries(state)


def fortress(state: State) -> Steps[None]:
    """Tell how strong the batteries of Corregidor are, nothing changed [10.2.1]."""
    yield from corregidor.announce(state)


def fortress_defence(state: State) -> Steps[None]:
    """Name who defends Corregidor: nine stacking points, and all artillery [10.2.5]."""
    yield from corregidor.defend(state)


def bombard(state: State) -> Steps[None]:
    """Bombard Corregidor with the artillery beside it [10.2.4]."""
    yield from corregidor.bombard(state)


def drop(state: State) -> Steps[None]:
    """Fly paratroops from Kagi and drop them [12.2]."""
    yield from paratroops.drop(state)


def drop_combat(state: State) -> Steps[None]:
    """Resolve the attacks of paratroops; the ground combat's result is asked [12.3]."""
    yield from paratroops.fight(state)


def withdraw(state: State) -> Steps[None]:
    """Withdraw the Japanese aircraft that are due, or decline it [14.5]."""
    yield from withdrawals.withdraw(state)
