"""[8.3.3 to 8.3.6] What bombs and guns do: to units, parked aircraft, fields, bridges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from modules.macarthur.board import ELIMINATED
from modules.macarthur.rules import fields, ledger
from modules.macarthur.units import BACK, FRONT, Unit
from vassal_bridge.game.changes import Eliminate, Flip, Set, Tell
from vassal_bridge.game.sequence import Option, Steps, choose, roll

if TYPE_CHECKING:
    from modules.macarthur.state import State

DEMORALIZED, A_STEP = "D", "E"
"""The kinds of hits."""


@dataclass(frozen=True, slots=True)
class Hits:
    """A result of the bombing tables: how many hits, and of which kind, "D" or "E"."""

    count: int
    kind: str

    @classmethod
    def parse(cls, word: str) -> Hits:
        """Return the hits of a table's word.

        >>> Hits.parse("2E")
        Hits(count=2, kind='E')
        """
        if word == "-":
            return cls(0, "")
        return cls(int(word[:-1] or 1), word[-1])


def draw(state: State, units: Sequence[Unit], count: int, why: str) -> Steps[list[Unit]]:
    """Draw units by the numbers of their places in the stack, no unit twice [MAC-8.3.3-D]."""
    drawn: list[Unit] = []
    while len(drawn) < min(count, len(units)):
        if len(units) == 1:
            return list(units)
        rolled = yield from roll(f"1d{len(units)}", f"{why} place in the stack")
        unit = units[rolled.total - 1]
        if unit not in drawn:
            drawn.append(unit)
    return drawn


def hit_units(state: State, units: Sequence[Unit], hits: Hits, why: str) -> Steps[list[Unit]]:
    """Let hits fall on units drawn by lot, two for 2D and 2E, and return them [MAC-8.3.3-C].

    A D demoralizes [MAC-8.3.3-A], an E takes a step [MAC-8.3.3-B].
    """
    if not units or not hits.count:
        return []
    drawn = yield from draw(state, units, hits.count, why)
    for unit in drawn:
        if hits.kind == DEMORALIZED:
            yield from demoralize(unit, why)
        else:
            yield from lose_step(unit, why)
    return drawn


def demoralize(unit: Unit, why: str) -> Steps[None]:
    """Put the marker of demoralization on a unit."""
    yield Tell(f"    {unit.name} is demoralized {why}")
    if not unit.demoralized:
        yield Set(unit.id, "demoralized", False, True, why)


def lose_step(unit: Unit, why: str) -> Steps[None]:
    """Take a step from a unit: its front, a company, or with the last one its counter [6.1]."""
    loses = "a step" if unit.steps_left > 1 else "its last step"
    yield Tell(f"    {unit.name} loses {loses} {why}")
    if unit.steps_left <= 1:
        yield Eliminate(unit.id, unit.location, ELIMINATED, why)
    elif unit.steps == 2:
        yield Flip(unit.id, FRONT, BACK, why)
    else:
        yield Set(unit.id, "losses", unit.losses, unit.losses + 1, why)


def hit_parked(state: State, name: str, hits: Hits, why: str) -> Steps[None]:
    """Destroy aircraft on the ground, picked by the attacker [MAC-8.3.4-C].

    One for a D or an E [MAC-8.3.4-A], two for a 2D or a 2E [MAC-8.3.4-B].
    """
    for _ in range(hits.count):
        there = fields.parked(state, name)
        if not there:
            return
        options = [Option(unit.id, unit.name) for unit in there]
        answer = yield from choose("victim", f"Destroyed at {name}", options, why="[8.3.4]")
        unit = state.units[answer]
        yield Tell(f"    {unit.name} is destroyed on the ground {why}")
        if unit.held:
            yield Set(unit.id, "held", True, False, why)
        if unit.aborted:
            yield Set(unit.id, "aborted", True, False, why)
        yield Eliminate(unit.id, unit.location, ELIMINATED, why)


def hit_field(state: State, name: str, hits: Hits, why: str) -> Steps[None]:
    """Take a box off a field for each hit [MAC-8.3.4-D]; the attacker says of which sort."""
    for _ in range(hits.count):
        sorts = [sort for sort in fields.SORTS if fields.boxes(state, name, sort)]
        if not sorts:
            return
        options = [Option(sort, f"a box {sort}") for sort in sorts]
        sort = yield from choose("box", f"Out of use at {name}", options, why="[8.3.4]")
        yield fields.damage(state, name, sort, 1, why)
        yield Tell(f"    {name} has {fields.boxes(state, name, sort)} boxes {sort} left {why}")


def blow_bridge(state: State, target: str, why: str) -> Steps[None]:
    """Destroy a bridge: any hit does [MAC-8.3.5-C]."""
    name = "/".join(target.split()[1:])
    if not ledger.entry(state, "bridges", name):
        yield ledger.write(state, "bridges", name, 1, why)
        yield Tell(f"    the bridge {name} is destroyed {why}")
