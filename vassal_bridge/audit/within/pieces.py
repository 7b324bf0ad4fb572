"""Pieces that came, went or changed: created, deleted, cloned, moved and changed in silence."""

from __future__ import annotations

import re
from collections.abc import Iterator

from vassal_bridge.audit.acts import Act, ReadStep
from vassal_bridge.audit.finding import Finding
from vassal_bridge.audit.found import found
from vassal_bridge.audit.reading import Reading
from vassal_bridge.audit.sidecar_runs import silent_steps
from vassal_bridge.audit.within.reports import report_shapes, tells_of_act
from vassal_bridge.formats.logs.story import plain_chat
from vassal_bridge.formats.module import Module

_NUMBER = re.compile(r"\b\d+\b")
_USUAL = 1
"""Moves on a map that must be reported before an unreported one is worth a question."""
_SENDS = ("sendto;",)
"""Traits whose state changes when they send a piece."""
_BY_KEY = ("return;", "translate;")
"""Traits that move a piece and keep no trace of it."""


def created_and_deleted(reading: Reading) -> Iterator[Finding]:
    """Yield the pieces that were created, cloned or deleted."""
    slots = set() if reading.module is None else _gpids(reading.module)
    alive = _Alive(reading)
    for step in reading.steps:
        for act in step.of("AddPiece", "RemovePiece"):
            if step.is_undo:
                continue
            if act.kind == "AddPiece" and act.after is not None and act.after.kind == "piece":
                piece = act.after
                if act.before is not None:
                    continue
                code = "PIECE-CLONED" if alive.has_like(act) else "PIECE-CREATED"
                yield found(code, reading, step, acts=[act])
                if slots and piece.gpid and piece.gpid not in slots:
                    yield found("PIECE-NOT-IN-MODULE", reading, step, acts=[act])
            elif act.kind == "RemovePiece" and act.before and act.before.kind == "piece":
                yield found("PIECE-DELETED", reading, step, acts=[act])
        alive.follow(step)


def _gpids(module: Module) -> set[str]:
    """Return the ids of the module's slots, and of the pieces that its traits place."""
    found = {slot.gpid for slot in module.slots}
    texts = [slot.definition for slot in module.slots]
    texts += [prototype.definition for prototype in module.prototypes.values()]
    for text in texts:
        if "placemark;" in text or "replace;" in text:
            found.update(_NUMBER.findall(text))
    return found


class _Alive:
    """The types and states of the pieces in the game, to know a clone by."""

    def __init__(self, reading: Reading) -> None:
        self._states: dict[str, tuple[str, tuple[str, ...]]] = {
            piece.id: (piece.type_text, tuple(piece.state_chain)[:-1])
            for piece in reading.log.start.pieces
        }

    def has_like(self, act: Act) -> bool:
        """Whether a piece in the game has the traits and states of a new one."""
        new = act.after
        if new is None:
            return False
        wanted = (act.command["type"], new.states[:-1])
        return bool(new.states[:-1]) and wanted in self._states.values()

    def follow(self, step: ReadStep) -> None:
        """Know what a step has left."""
        for act in step.acts:
            if act.after is not None and act.after.kind == "piece":
                known = self._states.get(act.after.id)
                of_type = act.command["type"] if act.kind == "AddPiece" else known and known[0]
                if of_type:
                    self._states[act.after.id] = (of_type, act.after.states[:-1])
            elif act.before is not None and act.kind == "RemovePiece":
                self._states.pop(act.before.id, None)


def silent(reading: Reading) -> Iterator[Finding]:
    """Yield the steps that move or change pieces and tell nothing of it."""
    reported = _reported(reading)
    by_sidecar = silent_steps(reading.steps)
    for step in reading.steps:
        acts = [act for act in step.of("MovePiece", "ChangePiece", "RemovePiece") if _is_seen(act)]
        if not acts or step.is_undo or step.chat:
            continue
        moves = [act for act in acts if act.kind == "MovePiece" and _moved(act)]
        maps = {act.after.point[0] for act in moves if act.after and act.after.point}
        usual = any(reported.get(name, 0) >= _USUAL for name in maps)
        by_hand = moves and not any(_is_sent(act) for act in acts)
        by_hand = by_hand and step.number not in by_sidecar
        code = "PIECE-SILENT-MOVE" if usual and by_hand else "PIECE-SILENT"
        evidence = (
            ""
            if not moves
            else "; ".join(
                f"{act.before.place} -> {act.after.place}"
                for act in moves
                if act.before and act.after
            )
        )
        yield found(code, reading, step, evidence, acts=acts)


def _reported(reading: Reading) -> dict[str, int]:
    """Return how many moves were reported for each map, in the words that maps use."""
    counts: dict[str, int] = {}
    shapes = report_shapes(reading.module)
    for step in reading.steps:
        if not step.is_undo and any(tells_of_act(plain_chat(one), shapes) for one in step.chat):
            for act in step.of("MovePiece"):
                if act.after is not None and act.after.point is not None:
                    name = act.after.point[0]
                    counts[name] = counts.get(name, 0) + 1
    return counts


def _is_seen(act: Act) -> bool:
    shown = act.before or act.after
    return shown is not None and not shown.hidden_by and shown.kind != "deck"


def _moved(act: Act) -> bool:
    before, after = act.before, act.after
    return (
        before is not None
        and after is not None
        and before.point is not None
        and before.point != after.point
    )


def _is_sent(act: Act) -> bool:
    """Whether a key of the piece's has sent it elsewhere, which makes no report."""
    before, after = act.before, act.after
    if before is None or after is None:
        return False
    if any(one.startswith(_BY_KEY) for one in before.types):
        return True
    states = zip(before.types, before.states, after.states, strict=False)
    return any(one.startswith(_SENDS) and old != new for one, old, new in states)
