"""Which step each Undo takes back, and whether it takes back what that step did.

VASSAL plays a step backwards: each piece, property and line that it names is as it was before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from vassal_bridge.audit.acts import ReadStep, Shown

_NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class TakenBack:
    """What an Undo takes back: a step (None: it lies before the log), and how it is unlike it.

    `unlike` is empty where the Undo does no more and no less than to take the step back.
    """

    step: ReadStep | None
    unlike: str = ""


def taken_back(steps: Sequence[ReadStep]) -> Mapping[int, TakenBack]:
    """Return for the number of each step that is an Undo what it takes back.

    It is the last step that no other Undo has taken back, or an earlier one that fits: VASSAL
    passes over the steps that another player has made.
    """
    undoable: list[ReadStep] = []
    found: dict[int, TakenBack] = {}
    for step in steps:
        if not step.is_undo:
            undoable.append(step)
            continue
        found[step.number] = _back(step, undoable)
    return found


def _back(undo: ReadStep, undoable: list[ReadStep]) -> TakenBack:
    """Take the step that an Undo takes back from a list."""
    if not undoable:
        return TakenBack(None)
    for place in range(len(undoable) - 1, -1, -1):
        fits = not _unlike(undo, undoable[place])
        if fits and (place == len(undoable) - 1 or _effects(undo)):
            return TakenBack(undoable.pop(place))
    last = undoable.pop()
    return TakenBack(last, _unlike(undo, last))


def _unlike(undo: ReadStep, back: ReadStep) -> str:
    """Return what an Undo does beyond taking a step back, or leaves; empty where nothing."""
    done, undone = _effects(back), _effects(undo)
    for name, (was, _) in done.items():
        if name not in undone or undone[name][1] != was:
            return f"{_word(back, name)} is not as it was before step {back.number}"
    for name in undone:
        if name not in done:
            return f"{_word(undo, name)} is changed, which step {back.number} did not touch"
    return ""


def _effects(step: ReadStep) -> dict[str, tuple[object, object]]:
    """Return what a step changed in all: for each piece and property, before and after."""
    found: dict[str, tuple[object, object]] = {}
    for act in step.acts:
        shown = act.before or act.after
        old: object
        new: object
        if act.kind == "ChangeProperty":
            name = f"property {act.command['name']}"
            old, new = act.command["old"], act.command["new"]
        elif shown is not None and shown.kind == "piece":
            name = f"piece {shown.id}"
            old, new = _looks(act.before), _looks(act.after)
        else:
            continue
        first = found.get(name, (old, new))[0]
        found[name] = (first, new)
    return {name: pair for name, pair in found.items() if pair[0] != pair[1]}


def _looks(shown: Shown | None) -> object:
    """Return where a piece is and what it is like, but for what its Basic Piece remembers."""
    return _NOTHING if shown is None else (shown.point, shown.states[:-1])


def _word(step: ReadStep, name: str) -> str:
    """Return a piece's or a property's name as it is seen."""
    kind, _, own = name.partition(" ")
    if kind == "property":
        return own
    shown = (one for act in step.acts for one in (act.before, act.after) if one is not None)
    return next((one.name for one in shown if one.id == own), "a piece")
