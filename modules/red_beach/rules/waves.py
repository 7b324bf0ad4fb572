"""[3.2] The Wave Display: beaches, waves, and the boxes that hold the units of a landing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from modules.red_beach.board import GREEN
from modules.red_beach.rules import stacking
from modules.red_beach.units import US, Unit
from vassal_bridge.game.hexes import HexId

if TYPE_CHECKING:
    from modules.red_beach.state import State

LCVP: Final = "LCVP"
AMTRAC: Final = "AMTRAC"
WAVES: Final = range(1, 6)
ASSAULT_BOXES: Final = range(1, 5)
FIRED_AT: Final = {LCVP: (1, 2, 3, 4), AMTRAC: (1, 3)}
"""The Assault boxes in which each craft takes coastal defence fire [3.2]."""


@dataclass(frozen=True, slots=True)
class Beach:
    """A landing beach: the name that the map has for it, its title, and who may fire at it.

    `groups` are the marks of the forts whose coastal defence fire reaches it [3.2]. `craft` heads
    the columns of its Wave Track, of which the left one is for LCVPs [RB-0-a].
    """

    key: str
    title: str
    groups: tuple[str, ...]
    craft: tuple[str, ...] = (LCVP, AMTRAC)

    @property
    def is_green(self) -> bool:
        """Whether it is Green Beach, which opens late and is not fired at [3.2]."""
        return self.key == GREEN


BEACHES: Final = (
    Beach("red_one", "Red One", ("1", "B", "A")),
    Beach("red_two", "Red Two", ("B", "A")),
    Beach("red_three", "Red Three", ("3", "A")),
    Beach(GREEN, "Green Beach", (), (LCVP,)),
)
BY_TITLE: Final = {beach.title: beach for beach in BEACHES}
BY_KEY: Final = {beach.key: beach for beach in BEACHES}


@dataclass(frozen=True, slots=True)
class WaveBox:
    """A box of a Wave Track: a beach, a wave of 1 to 5, and the craft."""

    beach: Beach
    wave: int
    craft: str

    @property
    def name(self) -> str:
        """The box's name on the map."""
        return f"{self.beach.title} wave {self.wave} {self.craft}"

    def __str__(self) -> str:
        return self.name


WAVE_BOXES: Final = {
    box.name: box
    for beach in BEACHES
    for wave in WAVES
    for craft in beach.craft
    for box in [WaveBox(beach, wave, craft)]
}
"""Every box of the Wave Display by its name: beach by beach, wave by wave [RB-0-a, RB-3.2-a]."""


def assault_box(beach: Beach, number: int) -> str:
    """Return the name of an Assault box of a Red Beach."""
    return f"{beach.title} assault {number}"


def in_assault(location: str) -> tuple[Beach, int] | None:
    """Return the beach and number of an Assault box, or None for any other place."""
    title, _, number = location.partition(" assault ")
    if title in BY_TITLE and number.isdecimal() and int(number) in ASSAULT_BOXES:
        return BY_TITLE[title], int(number)
    return None


def is_combat(unit: Unit) -> bool:
    """Whether a unit is one of the combat units of which a box holds two [RB-5.0-a]."""
    return unit.is_inf or unit.is_tank or unit.is_arty


def combat_units(units: tuple[Unit, ...]) -> int:
    """Return how many combat units there are among these [5.0]."""
    return sum(is_combat(unit) for unit in units)


def planned(state: State) -> dict[str, tuple[Unit, ...]]:
    """Return the US units of each wave box in use, by its name, in the order of the display."""
    found = {name: _us(state, name) for name in WAVE_BOXES}
    return {name: units for name, units in found.items() if units}


def afloat(state: State) -> Iterator[tuple[Beach, int, tuple[Unit, ...]]]:
    """Yield each Assault box in use: its beach, its number and its units."""
    for beach in BEACHES:
        for number in ASSAULT_BOXES:
            if units := _us(state, assault_box(beach, number)):
                yield beach, number, units


def landing_hexes(state: State, beach: Beach, unit: Unit) -> list[HexId]:
    """Return the hexes of a beach where a unit may land, by number [RB-3.2-c, RB-5.0-b].

    Enemy ZOC bars nobody; a Japanese unit in the hex, the terrain and stacking do.
    """
    return [
        hex_id
        for hex_id, key in sorted(state.board.beaches.items())
        if key == beach.key
        and state.board.admits(unit, hex_id)
        and not state.jp_at(hex_id)
        and stacking.may_stack((*state.us_at(hex_id), unit))
    ]


def _us(state: State, location: str) -> tuple[Unit, ...]:
    return tuple(unit for unit in state.at(location) if unit.side == US)
