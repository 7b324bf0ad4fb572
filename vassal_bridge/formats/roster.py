"""The seats of a game: who plays which side, renamed or dropped wherever a save names them.

VASSAL writes the roster twice and knows a player by an id, which is the password. The id is
never changed here, so that masks, private notes and hidden pieces stay their owner's.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from vassal_bridge.errors import AmbiguousName, BindingError, UnencodableError, Where
from vassal_bridge.formats import traitvalues
from vassal_bridge.formats.commands import Command
from vassal_bridge.formats.save import Save
from vassal_bridge.formats.surroundings import OBSERVERS


@dataclass(frozen=True, slots=True)
class Seat:
    """One player: the name, the side (empty for an observer), and the id, never to be shown."""

    name: str
    side: str = ""
    player: str = field(default="", repr=False)


def seats(save: Save) -> list[Seat]:
    """Return the seats of the start state in order, each player once."""
    found: dict[str, Seat] = {}
    for command in save.start_lines():
        if command.kind == "AddPlayer":
            side = "" if command["side"] == OBSERVERS else command["side"]
            found[command["player"]] = Seat(command["name"], side, command["player"])
    return list(found.values())


def hidden_by_player(save: Save, seat: Seat) -> int:
    """Return how many pieces only this player's id, not their side, unmasks or shows."""
    count = 0
    for piece in save.pieces:
        for trait in piece.traits:
            if trait.prefix == "obs;":
                count += traitvalues.masked_by(trait) == seat.player
            elif trait.prefix == "hide;":
                count += traitvalues.hidden_by(trait) == seat.player
    return count


def rename(save: Save, old: str, new: str) -> Seat:
    """Give a player another name, in the roster, in a log's steps and on delayed notes.

    Returns the seat under its new name.

    Raises:
        BindingError: nobody has the old name, or somebody has the new one.
        AmbiguousName: several players have the old name.
        UnencodableError: the new name is empty or holds a control character.
    """
    seat = _seat(save, old)
    if not new or any(ord(char) < 32 or ord(char) == 127 for char in new):
        raise UnencodableError("expected a name without control characters")
    if new != old and any(one.name == new for one in seats(save)):
        raise BindingError(f"there is a player {new!r} already", where=Where(save.name))
    for command in list(save.commands):
        if command.kind == "AddPlayer" and command["name"] == old:
            command["name"] = new
        elif command.kind == "DelayedNote" and command["handle"] == old:
            command["handle"] = new
    return Seat(new, seat.side, seat.player)


def drop(save: Save, name: str) -> Seat:
    """Take a player out of the roster, and out of a log's steps where they join again.

    What is theirs (masks, private notes) stays: who sits down with the same password owns it.

    Raises:
        BindingError: nobody has the name.
        AmbiguousName: several players have it.
    """
    seat = _seat(save, name)
    for command in list(_of_roster(save, seat)):
        save.commands.remove(command)
    return seat


def _of_roster(save: Save, seat: Seat) -> Iterator[Command]:
    for command in save.commands:
        if command.kind == "AddPlayer" and command["player"] == seat.player:
            yield command


def _seat(save: Save, name: str) -> Seat:
    everybody = seats(save)
    found = [one for one in everybody if one.name == name]
    if not found:
        known = ", ".join(repr(one.name) for one in everybody) or "nobody"
        raise BindingError(f"there is no player {name!r}; there is {known}", where=Where(save.name))
    if len(found) > 1:
        sides = ", ".join(one.side or "observer" for one in found)
        raise AmbiguousName(f"{len(found)} players are called {name!r}: {sides}")
    return found[0]
