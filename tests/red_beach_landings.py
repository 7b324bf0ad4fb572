"""Positions before a landing, on the house map with the house tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from modules.red_beach.board import ELIMINATED, Board
from modules.red_beach.settings import Settings
from modules.red_beach.setup import load_board, load_units
from modules.red_beach.state import State
from modules.red_beach.units import Unit

GT1 = {
    "Red One wave 1 LCVP": ("I/3/2", "K/3/2", "3/2 HQ"),
    "Red One wave 2 LCVP": ("L/3/2",),
    "Red Two wave 1 AMTRAC": ("E/2/2", "F/2/2", "2/2 HQ", "2 Rgt HQ"),
    "Red Two wave 2 LCVP": ("G/2/2",),
    "Red Three wave 1 AMTRAC": ("E/2/8", "F/2/8", "2/8 HQ"),
    "Red Three wave 3 LCVP": ("G/2/8",),
}
"""A plan that lands the thirteen units of GT 1 and nobody else."""


@cache
def house_board() -> Board:
    return load_board("house")


def beachhead(
    *,
    turn: str = "GT 2",
    boxes: Mapping[str, Iterable[str]] | None = None,
    no_forts: Iterable[str] = (),
    settings: Settings | None = None,
    fields: Mapping[str, Mapping[str, Any]] | None = None,
    **tracks: int,
) -> State:
    """Return a day turn with units in the places of `boxes`; forts of some groups are gone.

    A group is the mark of the forts, "green" or "pier".
    """
    board = house_board()
    if settings is not None:
        board = replace(board, settings=settings)
    units = load_units()
    gone = set(no_forts)
    for unit in list(units.values()):
        if unit.is_fort and _marks(unit) & gone:
            units[unit.id] = replace(unit, location=ELIMINATED)
    for place, names in (boxes or {}).items():
        for name in names:
            units[name] = replace(units[name], location=place)
    for name, values in (fields or {}).items():
        units[name] = replace(units[name], **values)
    marks = {"turn": turn, "jrl": 400, "amtracs": 6, "engineer_level": 10}
    marks |= {"engineers_available": 10, "air_strikes": 0, "destroyers": 0}
    return State(board, units.values(), {**marks, **tracks})


def _marks(fort: Unit) -> set[str]:
    marks = {fort.group} if fort.group else set()
    return marks | ({"green"} if fort.green else set()) | ({"pier"} if fort.long_pier else set())
