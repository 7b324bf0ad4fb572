"""Random legal positions of Red Beach, and random tables, all from recorded dice."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from modules.red_beach.board import ELIMINATED, POOL
from modules.red_beach.rules import stacking, turns, zoc
from modules.red_beach.state import State
from modules.red_beach.units import BACK, FRONT, JP_INF, US, Unit
from tests.red_beach_field import PlainTables, arty, btn, field, fort, inf, rgt, tank
from vassal_bridge.game.dice import Roll, SeededDice
from vassal_bridge.game.hexes import HexId

T = TypeVar("T")
COLUMNS = ["S", "M", "MG", *(f"{n}:1" for n in range(3, 11)), "1:3", "1:4"]
NIGHTS = [turns.turn_box(number) for number in sorted(turns.NIGHT_TURNS)]


class Draw:
    """Draws things by dice."""

    def __init__(self, seed: int) -> None:
        self.dice = SeededDice(seed)

    def number(self, most: int) -> int:
        """Return a number of 1 to `most`."""
        return self.dice.roll(Roll(f"1d{most}", "position")).total

    def chance(self, percent: int) -> bool:
        """Return true so often."""
        return self.number(100) <= percent

    def one(self, things: list[T]) -> T:
        """Return one of the things."""
        return things[self.number(len(things)) - 1]


def random_tables(draw: Draw) -> PlainTables:
    """Return tables whose CRT and Tactical Table hold any legal cells."""
    crt = {
        (column, total): draw.one(["", "", "1", "2", "R", "D"])
        for column in COLUMNS
        for total in range(2, 13)
    }
    tactical = {total: _random_cell(draw) for total in range(2, 19)}
    return PlainTables(crt, tactical, {n: min(3, n // 3) for n in range(60)})


def _random_cell(draw: Draw) -> str:
    plus = " +" if draw.chance(30) else ""
    if draw.chance(10):
        return f"none{plus}"
    kinds = ["S", "M", "MG", "A", "CA", "CA", "B"]
    return f"{draw.number(4)} {draw.one(kinds)}{plus}"


def roster() -> list[Unit]:
    """Return a force of our own: three battalions, two regiments, tanks, guns, forts."""
    units: list[Unit] = []
    for battalion in ("1/2", "2/2", "2/8"):
        units += [inf(ELIMINATED, f"{letter}/{battalion}") for letter in "ABC"]
        units.append(btn(ELIMINATED, battalion))
    units += [rgt(ELIMINATED, "2"), rgt(ELIMINATED, "8")]
    units += [tank(ELIMINATED, f"{n} Tk", kind="lt_tank") for n in (1, 2)]
    units += [tank(ELIMINATED, f"{n} Md") for n in (1, 2)]
    units += [arty(ELIMINATED, f"{n} Gun") for n in (1, 2, 3)]
    places = [f"{column}{row}" for column in (24, 27, 30, 33, 36) for row in (12, 16, 20)]
    return units + [fort(place, f"fort {place}") for place in places]


def random_night(seed: int) -> State:
    """Return a legal position at the start of some night, on plain ground with random tables."""
    draw = Draw(seed)
    base = field(
        *roster(),
        tables=random_tables(draw),
        terrain={f"{c}{r}": "sea" for c in range(20, 48) for r in (5, 6, 24, 25, 26) if c < 44},
        sides={("2814", "2815"): "seawall", ("3014", "3015"): "ditch"},
        beaches={"2107": "Red One", "2207": "Red Two"},
    )
    return scramble(base, draw, turn=draw.one(NIGHTS))


def scramble(base: State, draw: Draw, *, turn: str) -> State:
    """Return a legal position with the units of a position spread at random."""
    forts = [
        replace(unit, location=ELIMINATED) if unit.is_fort and draw.chance(40) else unit
        for unit in base.units.values()
        if unit.side != US
    ]
    japanese = [
        replace(unit, face=draw.one([FRONT, BACK]), location=draw.one([POOL, ELIMINATED]))
        if unit.is_tank
        else unit
        for unit in forts
    ]
    placed: dict[str, list[Unit]] = {}
    for unit in japanese:
        placed.setdefault(unit.location, []).append(unit)
    ground = sorted(base.board.terrain)
    centre = draw.one(ground)
    reach = 1 + draw.number(5)
    near = [hex_id for hex_id in ground if base.board.sheet.distance(hex_id, centre) <= reach]
    ours = [
        _somewhere(base, unit, near, placed, draw)
        for unit in base.units.values()
        if unit.side == US
    ]
    tracks = {**base.tracks, "turn": turn, "jrl": draw.number(550)}
    return _without_lone(State(base.board, [*japanese, *ours], tracks))


def _somewhere(
    base: State, unit: Unit, ground: list[HexId], placed: dict[str, list[Unit]], draw: Draw
) -> Unit:
    unit = replace(unit, location=ELIMINATED)
    if draw.chance(75):
        for _ in range(20):
            hex_id = draw.one(ground)
            there = placed.get(hex_id, [])
            free = not any(other.is_fort for other in there)
            fits = stacking.may_stack([*there, replace(unit, location=hex_id)])
            if free and fits and base.board.admits(unit, hex_id):
                unit = replace(unit, location=hex_id)
                break
    placed.setdefault(unit.location, []).append(unit)
    return replace(
        unit,
        face=draw.one([FRONT, FRONT, BACK]),
        marker1=unit.kind not in ("arty", JP_INF) and draw.chance(30),
        used=unit.is_hq and draw.chance(20),
    )


def _without_lone(state: State) -> State:
    """Take HQ and Arty that stand alone in enemy ZOC off the map, for they may not be there."""
    enemy = zoc.japanese_zone(state)
    lone = {
        unit.id
        for hex_id, units in state.stacks(US).items()
        for unit in units
        if hex_id in enemy and not any(other.fights for other in units)
    }
    units = [
        replace(unit, location=ELIMINATED) if unit.id in lone else unit
        for unit in state.units.values()
    ]
    return State(state.board, units, state.tracks)
