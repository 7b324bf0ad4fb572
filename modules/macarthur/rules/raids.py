"""[8.3.1, 8.6] Raids: the aircraft of one service over one place, and who is there to meet them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from modules.macarthur.units import AA, BOMBING, Mission, Unit
from vassal_bridge.game.changes import Tell
from vassal_bridge.game.sequence import Steps, roll

if TYPE_CHECKING:
    from modules.macarthur.state import State

FIELD, GROUND, BRIDGE = "field", "ground", "bridge"
CORREGIDOR, LANDING, CAVITE = "corregidor", "landing", "cavite"
"""What a unit's `target` begins with; a bridge is followed by its two hexes."""


@dataclass(frozen=True, slots=True)
class Raid:
    """A raid by its place and its service, which is empty for Allied aircraft [8.3.1]."""

    side: str
    place: str
    service: str = ""

    def units(self, state: State) -> tuple[Unit, ...]:
        """Return its aircraft as they are now, by their id."""
        return tuple(
            unit
            for unit in state.at(self.place)
            if unit.is_raiding and unit.side == self.side and unit.service == self.service
        )

    def bombers(self, state: State) -> tuple[Unit, ...]:
        """Return those with bombs, and transports, which fight as bombers do [MAC-8.6.1-A]."""
        carrying = BOMBING | {Mission.DROP}
        return tuple(unit for unit in self.units(state) if unit.mission in carrying)

    def fighters(self, state: State) -> tuple[Unit, ...]:
        """Return escorts, and fighters that came alone [MAC-8.6.1-A, MAC-8.5.2.2-B]."""
        flying = (Mission.ESCORT, Mission.STRAFE)
        return tuple(unit for unit in self.units(state) if unit.mission in flying)


def raids(state: State) -> tuple[Raid, ...]:
    """Return every raid that is over its target, by place; the Army's first."""
    found = {
        (unit.location, unit.service): unit.side for unit in state.units.values() if unit.is_raiding
    }
    return tuple(Raid(found[key], *key) for key in sorted(found))


def has_to_attack(state: State, raid: Raid) -> bool:
    """Whether a raid has aircraft that have yet to bomb or strafe; escorts alone have not."""
    return any(unit.mission in BOMBING | {Mission.STRAFE} for unit in raid.units(state))


def in_order(state: State, place: str) -> Steps[tuple[Raid, ...]]:
    """Return the raids on a place in their order, which a die says for two [MAC-8.3.1-C]."""
    here = tuple(raid for raid in raids(state) if raid.place == place)
    if len(here) < 2:
        return here
    rolled = yield from roll("1d6", f"[8.3.1] Army (odd) or Navy (even) first @{place}")
    ordered = here if rolled.total % 2 else here[::-1]
    yield Tell(f"  @{place}: the {ordered[0].service.capitalize()} attacks first [8.3.1]")
    return ordered


def places(state: State) -> tuple[str, ...]:
    """Return the places under attack, in order."""
    return tuple(dict.fromkeys(raid.place for raid in raids(state)))


def defenders(state: State, raid: Raid) -> tuple[str, ...]:
    """Return the places whose flak and CAP meet a raid: the target's, of a bridge both banks.

    A field's box on the airfield chart counts as its hex [MAC-8.7.5-a]; both banks of a bridge
    have their say [MAC-8.3.5-B].
    """
    found = [raid.place]
    for unit in raid.units(state):
        if unit.target.startswith(BRIDGE):
            found += unit.target.split()[1:]
    here = [name for place in found if (name := field_box(state, place))]
    return tuple(dict.fromkeys([*found, *here]))


def field_box(state: State, place: str) -> str:
    """Return the box of the field in a place, or nothing."""
    field = state.board.field_in(place)
    return field.name if field is not None else ""


def patrol(state: State, raid: Raid) -> tuple[Unit, ...]:
    """Return the enemy's fighters on CAP over a raid's target [MAC-8.6-a, MAC-8.6.1-B]."""
    return tuple(
        unit
        for place in defenders(state, raid)
        for unit in state.at(place)
        if unit.is_patrolling and unit.side != raid.side
    )


def flak_units(state: State, raid: Raid) -> tuple[Unit, ...]:
    """Return the AA units that fire at a raid [MAC-8.7.1-A]."""
    return tuple(
        unit
        for place in defenders(state, raid)
        for unit in state.at(place)
        if unit.kind == AA and unit.side != raid.side and not unit.demoralized
    )


def where(state: State, place: str) -> str:
    """Return a place as a player says it: with the name of the field or town in it."""
    names = [name for name, hex_id in state.board.places.items() if hex_id == place]
    return f"{names[0]} ({place})" if names else place
