"""A chain of logs as one: each must begin where the one before it ends.

A player who began to log before stepping through the other's log repeats its steps; those are
recognised and taken once. A break is named: which piece, and what differs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from vassal_bridge.errors import FormatError, Where
from vassal_bridge.formats.commands import ESC
from vassal_bridge.formats.logs.log import Log, Step, follow_layers
from vassal_bridge.formats.logs.story import plain_chat
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.pieces import Deck, Piece
from vassal_bridge.formats.position import Position
from vassal_bridge.formats.surroundings import scene_of

_LOCAL = ("Old", "Clicked", "CloneID", "UniqueID")
_UNNAMED = "something"
Facts = Mapping[str, tuple[str, ...]]
"""For each piece, property, map and turn what is said of it, its name first."""


def join(logs: Sequence[Log], module: Module | None = None) -> Log:
    """Return one log with the steps of a chain of logs.

    The module tells on which maps nothing stacks; without it, pieces stack on all.

    Raises:
        FormatError: a log does not begin where the one before it ends, or it repeats steps
            otherwise than they were; or there is no log.
    """
    if not logs:
        raise FormatError("expected at least one log to join")
    first, *others = logs
    steps = list(first.steps)
    position = first.position(module)
    marks: list[tuple[int, Facts]] = [(0, facts(position))]
    _play(position, steps)
    marks.append((len(steps), facts(position)))
    for log in others:
        new = _continuing(log, steps, marks, module)
        _play(position, new)
        steps += new
        marks.append((len(steps), facts(position)))
    text = ESC.join([first.start_text, *(step.raw for step in steps)])
    return Log(first.save.with_text(text))


def _play(position: Position, steps: Iterable[Step]) -> None:
    for step in steps:
        for command in step.commands:
            position.execute(command)
    position.settle()
    follow_layers(position, scene_of(position))


def _continuing(
    log: Log, steps: list[Step], marks: list[tuple[int, Facts]], module: Module | None
) -> list[Step]:
    """Return the steps of a log that are not in the chain yet."""
    begins = log.position(module)
    follow_layers(begins, scene_of(begins))
    start = facts(begins)
    fitting = [place for place, known in marks if not difference(known, start)]
    if not fitting:
        raise FormatError(
            f"the log does not begin where the one before it ends:"
            f" {difference(marks[-1][1], start)}",
            where=Where(log.name),
        )
    repeated = steps[fitting[-1] :]
    for old, new in zip(repeated, log.steps, strict=False):
        if old.effective != new.effective:
            raise FormatError(
                f"step {new.number} repeats step {old.number} of the chain, but differs from it:"
                f" {_first_other(old, new)}",
                where=Where(log.name),
            )
    return list(log.steps[len(repeated) :])


def _first_other(old: Step, new: Step) -> str:
    """Return the first chat line that differs; commands may hold players' ids and are not shown."""
    lines = zip(old.of("Chat"), new.of("Chat"), strict=False)
    for one, other in lines:
        if one.own != other.own:
            return f"expected {plain_chat(one['text'])!r}, found {plain_chat(other['text'])!r}"
    return "its commands are others"


def facts(position: Position) -> Facts:
    """Return what a position is: each piece's place and states, decks, values, boards, turns."""
    found: dict[str, tuple[str, ...]] = {}
    for piece in position.pieces:
        holder = position.holder_of(piece.id)
        stack = "" if holder is None else holder.id
        at = position.standing(piece)
        place = f"{at.map} ({at.x},{at.y})" if at.map else "off the map"
        found[piece.id] = (piece.basic_name, place, f"stack {stack}", *_states(piece))
    for holder in position.pieces.holders:
        name = holder.type["name"] if isinstance(holder, Deck) else "a stack"
        found[holder.id] = (name, "pieces " + " ".join(holder.members))
    for line in position.lines.of("SetGlobalProperty"):
        found["property " + line["name"] + line["container"]] = (line["name"], line["value"])
    for line in position.lines.of("SetBoards"):
        found["boards " + line["map"]] = (f"boards of {line['map']}", line.own)
    for line in position.lines.of("SetTurn"):
        found["turn " + line["tracker"]] = (line["tracker"], line["state"])
    return found


def _states(piece: Piece) -> tuple[str, ...]:
    """Return the states of the traits, and what the Basic Piece keeps in a fixed order.

    Where a piece was before or was clicked, and of what it is a clone, the mover's VASSAL alone
    remembers: no command says it, so one who steps through the log does not know it.
    """
    *states, _ = piece.states
    kept = sorted(item for item in piece.persistent.items() if not item[0].startswith(_LOCAL))
    return (*states, piece.gpid, " ".join(f"{name}={value}" for name, value in kept))


def difference(one: Facts, other: Facts) -> str:
    """Return the first difference of two positions in words; empty where there is none."""
    for key, said in one.items():
        name = said[0] or _UNNAMED
        if key not in other:
            return f"{name} is missing"
        if said != other[key]:
            return f"{name}: {_first_change(said, other[key])}"
    for key, said in other.items():
        if key not in one:
            return f"{said[0] or _UNNAMED} is new"
    return ""


def _first_change(said: tuple[str, ...], now: tuple[str, ...]) -> str:
    """Return a place's change in words; a state may hold a player's id and is not shown."""
    if said[1] != now[1]:
        return f"expected {said[1]}, found {now[1]}"
    return "it lies in another stack" if said[2:3] != now[2:3] else "its state differs"
