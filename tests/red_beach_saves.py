"""Saves of our own Red Beach module: a night played, and random positions written into one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from automation.policies import Sensible
from modules.red_beach import GAME
from modules.red_beach.binding import BINDING
from modules.red_beach.setup import start
from modules.red_beach.state import State
from modules.red_beach.units import Unit
from tests.built import red_beach_module, red_beach_save
from tests.red_beach_positions import NIGHTS, Draw, scramble
from vassal_bridge.binding.binding import Declared
from vassal_bridge.binding.geography import ModuleGeography
from vassal_bridge.binding.play import Played, Request, play
from vassal_bridge.formats.pieces import Piece
from vassal_bridge.formats.position import Position
from vassal_bridge.formats.save import Save
from vassal_bridge.game.changes import Advance, Change, Flip, Place, Set
from vassal_bridge.game.dice import SeededDice

WHY = "[test]"
FIELDS = ("marker1", "used", "moved")


def read_state(save: Save, edition: str = "house") -> State:
    """Return the state that a save shows."""
    bound = BINDING.read(Position(save), ModuleGeography(red_beach_module(), save), edition)
    assert isinstance(bound.state, State)
    return bound.state


def play_night(save: Save, seed: int = 7, sequence: str | None = "night") -> Played:
    """Play a sequence on a save of our module with sensible decisions."""
    request = Request(GAME, sequence, None, seed)
    return play(save, red_beach_module(), request, SeededDice(seed), Sensible())


def declared_of(save: Save, played: Played) -> Declared:
    """Return what a play has declared to change."""
    bound = BINDING.read(Position(save), ModuleGeography(red_beach_module(), save), played.edition)
    return BINDING.declared(bound, played.outcome.changes, played.chat)


@dataclass(frozen=True)
class Night:
    """A night on the first-night set-up: the save, the answer, and what was declared."""

    before: Save
    data: bytes
    declared: Declared

    def after(self) -> Save:
        """Return the answer, read anew, to be spoilt."""
        return Save.from_bytes(self.data, name="after.vsav")


def first_night(seed: int = 7) -> Night:
    """Return a night that moves, flips and marks counters."""
    save = red_beach_save("first_night")
    played = play_night(save, seed)
    return Night(save, played.data, declared_of(save, played))


def piece_of(save: Save, unit: str) -> Piece:
    """Return the piece that stands for a unit or marker."""
    return next(piece for piece in save.pieces if piece.marker("unit_id") == unit)


def difference(before: State, after: State) -> Iterator[Change]:
    """Yield the changes that lead from one state to another of the same units."""
    for unit_id, was in before.units.items():
        yield from _unit_changes(was, after.units[unit_id])
    for track, value in before.tracks.items():
        if after.tracks[track] != value:
            yield Advance(track, value, after.tracks[track], WHY)


def _unit_changes(was: Unit, now: Unit) -> Iterator[Change]:
    if was.location != now.location:
        yield Place(was.id, was.location, now.location, WHY)
    if was.face != now.face:
        yield Flip(was.id, was.face, now.face, WHY)
    for field in FIELDS:
        old, new = getattr(was, field), getattr(now, field)
        if old != new:
            yield Set(was.id, field, old, new, WHY)


def random_position(seed: int) -> State:
    """Return a legal position at the start of some night, on the house map with its counters."""
    draw = Draw(seed)
    return scramble(start("first_night", "house"), draw, turn=draw.one(NIGHTS))


def random_save(seed: int) -> tuple[Save, State]:
    """Return a save that shows a random legal position, written by the binding, and that state."""
    save = red_beach_save("first_night")
    position, places = Position(save), ModuleGeography(red_beach_module(), save)
    bound = BINDING.read(position, places, "house")
    wanted = random_position(seed)
    BINDING.write(position, places, bound, list(difference(bound.state, wanted)))
    return Save.from_bytes(save.to_bytes(), name=f"random-{seed}.vsav"), wanted
