"""Pieces that came, went or changed: created, deleted, cloned, moved and changed in silence."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from vassal_bridge.audit.acts import Act, ReadStep, is_sent
from vassal_bridge.audit.finding import Finding, Severity
from vassal_bridge.audit.found import found
from vassal_bridge.audit.reading import Reading
from vassal_bridge.audit.sidecar_runs import silent_steps
from vassal_bridge.audit.within.reports import is_reported, report_shapes, tells_of_act
from vassal_bridge.formats.logs.story import plain_chat
from vassal_bridge.formats.module import Module

_NUMBER = re.compile(r"\b\d+\b")
_SWITCHED_OFF = 4
"""Silent moves of a player on a map that tell that reports were switched off."""


def created_and_deleted(reading: Reading) -> Iterator[Finding]:
    """Yield the pieces that were created, cloned or deleted."""
    slots = set() if reading.module is None else _gpids(reading.module)
    has_extensions = bool(reading.log.start.commands.all("RegisterExtension"))
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
                    severity = Severity.NOTE if has_extensions else None
                    yield found("PIECE-NOT-IN-MODULE", reading, step, acts=[act], severity=severity)
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
    reporting = _Reporting(reading)
    by_sidecar = silent_steps(reading.steps)
    for step in reading.steps:
        acts = [act for act in step.of("MovePiece", "ChangePiece", "RemovePiece") if _is_seen(act)]
        if not acts or step.is_undo or is_reported(step):
            continue
        moves = [act for act in acts if act.kind == "MovePiece" and _moved(act)]
        usual = any(reporting.is_usual(step.number, key) for key in _movers(moves))
        by_hand = moves and not any(is_sent(act) for act in acts)
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


class _Reporting:
    """Whether the moves of each player on each map are reported, step by step.

    A player may have reports switched off, and may do so in the middle of a log: a long row of
    silent moves, behind which or before which none is reported, is nothing unusual.
    """

    def __init__(self, reading: Reading) -> None:
        self._moves: dict[tuple[str, str], list[tuple[int, bool]]] = {}
        shapes = report_shapes(reading.module)
        for step in reading.steps:
            if step.is_undo:
                continue
            told = any(tells_of_act(plain_chat(one), shapes) for one in step.chat)
            moves = [act for act in step.of("MovePiece") if told or _moved(act)]
            for key in _movers(moves):
                self._moves.setdefault(key, []).append((step.number, told))

    def is_usual(self, step: int, key: tuple[str, str]) -> bool:
        """Whether a move on a map by a player would be reported at a step."""
        moves = self._moves.get(key, [])
        before = [told for number, told in moves if number < step]
        after = [told for number, told in moves if number > step]
        if any(before) and any(after):
            return True
        silent = 1 + sum(1 for told in (*before, *after) if not told)
        return (any(before) or any(after)) and silent < _SWITCHED_OFF


def _movers(moves: Iterable[Act]) -> set[tuple[str, str]]:
    """Return who has moved on which map, by the names that steps use."""
    return {
        (act.after.point[0], act.command["player"] if act.command.has("player") else "")
        for act in moves
        if act.after is not None and act.after.point is not None
    }


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
