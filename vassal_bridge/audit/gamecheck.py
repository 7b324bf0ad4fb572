"""Each step of a chain read as deeds of a game, and judged by the game's own rules.

What a step did is what the game's companion sees between two saves (`binding.deeds`); the game's
judge names what is unlawful by its rule. What the log does not show is said to be unknown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from vassal_bridge.audit.across.linking import How, Linked
from vassal_bridge.audit.acts import ReadStep
from vassal_bridge.audit.answered import answered_again, is_answer
from vassal_bridge.audit.finding import Finding, Severity
from vassal_bridge.audit.found import found
from vassal_bridge.audit.reading import Reading
from vassal_bridge.audit.retold import Replayed, replay
from vassal_bridge.audit.sidecar_runs import SidecarRun, run_in_save, runs_in
from vassal_bridge.binding.binding import Binding
from vassal_bridge.binding.deeds import MARK_MOVED
from vassal_bridge.binding.foreign import binding_for
from vassal_bridge.binding.geography import ModuleGeography
from vassal_bridge.binding.play import Request, edition_of, settings_of
from vassal_bridge.errors import BindingError, BridgeError, RuleError
from vassal_bridge.formats.logs.chain import difference
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.position import Position
from vassal_bridge.game.deeds import Deed, DeedKind, deeds, with_ways
from vassal_bridge.game.game import Game, load
from vassal_bridge.game.tables import Edition

_BY_HAND = (DeedKind.MOVED, DeedKind.MARKED)
_OF_PIECES = ("MovePiece", "ChangePiece", "AddPiece", "RemovePiece")
_READ_AGAIN = ("MovePiece", "ChangePiece", "AddPiece", "RemovePiece", "SetTurn", "ChangeProperty")
"""Commands after which the state may be another."""


@dataclass(frozen=True, slots=True)
class _Table:
    """What the steps of a log are judged with."""

    reading: Reading
    game: Game
    binding: Binding
    places: ModuleGeography
    edition: str
    settings: Any
    marks: frozenset[str]

    def state(self, position: Position) -> Any:
        """Return the game's state. Raises BindingError where the position cannot be read."""
        return self.binding.read(position, self.places, self.edition, self.settings).state


def check_game(linked: Linked, game: Game, edition: str | None = None) -> Iterator[Finding]:
    """Yield what a game's rules say of each step of each log; a step told twice counts once."""
    met: set[str] = set()
    for link in linked.links:
        reading = link.reading
        between = run_in_save(reading.log.start) if link.how is How.BROKEN else None
        if not reading.steps and between is None:
            continue
        if reading.module is None:
            yield found("GAME-UNKNOWN", reading, evidence="the module is needed, and not given")
            continue
        try:
            table = _table(reading, reading.module, game, edition)
        except BridgeError as error:
            yield found("GAME-UNKNOWN", reading, evidence=error.message)
            continue
        if between is not None and link.before is not None:
            yield from _between(table, between, link.before, _others(linked, link.before))
        for one in _judged(table):
            key = f"{one.step} {one.code} {one.evidence}"
            if key not in met:
                met.add(key)
                yield one


def _others(linked: Linked, reading: Reading) -> list[Reading]:
    """Return the files before one in the order of play, the last first."""
    names = list(linked.chain.readings)
    return names[: names.index(reading)][::-1]


def _between(
    table: _Table, run: SidecarRun, before: Reading, earlier: Sequence[Reading]
) -> Iterator[Finding]:
    """Yield whether the sidecar's save is what its run gives on the file before it."""
    reading = table.reading
    if is_answer(before, reading):
        edition = _edition(table, run)
        again = answered_again(run, before, reading, earlier, table.game, edition)
    else:
        again = _again(table, run, Position(before.end_save))
    for one in again.unlike:
        yield found("GAME-TABLE", reading, evidence=one.evidence)
    other = difference(again.end, reading.start) if again.end else ""
    if other and not again.unlike:
        what = other.partition(":")[0]
        yield found("GAME-TABLE", reading, evidence=f"it does not end as the rules give: {what}")
    is_so = "not as the rules give it" if again.unlike or other else "as the rules give it"
    evidence = f"{run.what}, since {before.name}: {again.unknown or is_so}"
    yield found("CHAIN-SIDECAR", reading, evidence=evidence, severity=Severity.NOTE)


def _table(reading: Reading, module: Module, game: Game, edition: str | None) -> _Table:
    start = reading.log.start
    used = edition_of(start, game, edition)
    binding = binding_for(game, start)
    settings = settings_of(Position(start), Request(game, None, used))
    marks = frozenset(fact.field for fact in binding.facts if fact.prefix == MARK_MOVED)
    return _Table(reading, game, binding, ModuleGeography(module, start), used, settings, marks)


def _judged(table: _Table) -> Iterator[Finding]:
    reading = table.reading
    position = reading.log.position(reading.module)
    before, problem = _read(table, position)
    if problem:
        yield _unknown(table, None, problem)
    runs = {run.told[0].number: run for run in runs_in(reading.steps)}
    own: set[int] = set()
    run: list[tuple[ReadStep, Any]] = []
    first: Any = before
    is_stale = False
    for step in reading.steps:
        if step.number in runs:
            yield from _played_again(table, runs[step.number], position, own)
        if is_stale and step.number not in own and step.of(*_READ_AGAIN):
            position.settle()
            before, problem = _read(table, position)
            first, is_stale = before, False
        for act in step.acts:
            position.execute(act.command)
        if not step.of(*_READ_AGAIN):
            continue
        if step.number in own:
            if run:
                yield from _say(table, run, first)
            run, is_stale = [], True
            continue
        position.settle()
        after, problem = _read(table, position)
        if problem:
            yield _unknown(table, step, problem)
            continue
        if run and not _goes_on(run[-1][1], after, first):
            yield from _say(table, run, first)
            run, first = [], before
        if before is None:
            first = after
        else:
            run.append((step, after))
        before = after
    if run:
        yield from _say(table, run, first)


def _played_again(
    table: _Table, run: SidecarRun, position: Position, own: set[int]
) -> Iterator[Finding]:
    """Yield what the rules say of a run of the sidecar; the steps of its edits become its own."""
    position.settle()
    again = _again(table, run, position)
    for one in again.unlike:
        yield _seen(table, found("GAME-TABLE", table.reading, one.step, one.evidence), ())
    if again.unknown:
        yield _unknown(table, run.told[0], again.unknown)
    own.update(again.behind)
    if again.is_proven:
        told = f"{run.what}: {len(run.told)} lines, {len(again.behind)} edits as the rules give"
        yield found("GAME-DONE", table.reading, run.told[0], told)


def _again(table: _Table, run: SidecarRun, position: Position) -> Replayed:
    edition = _edition(table, run)
    return replay(run, position, table.game, table.binding, table.places, edition)


def _edition(table: _Table, run: SidecarRun) -> str:
    return Edition.HOUSE.value if run.is_house else table.edition


def _goes_on(last: Any, after: Any, first: Any) -> bool:
    """Whether a step drags the same units farther; one that does nothing goes on, too."""
    new = deeds(last, after)
    old = deeds(first, last)
    moved = {unit for deed in old for unit in deed.units}
    return not new or (
        bool(moved)
        and all(deed.kind in _BY_HAND and moved == set(deed.units) for deed in new)
        and all(deed.kind in _BY_HAND for deed in old)
    )


def _read(table: _Table, position: Position) -> tuple[Any, str]:
    """Return the state, or what stands against reading it."""
    try:
        return table.state(position), ""
    except (BindingError, RuleError) as error:
        return None, error.message


def _say(table: _Table, run: list[tuple[ReadStep, Any]], before: Any) -> Iterator[Finding]:
    """Yield what the rules say of steps that drag the same units from place to place.

    A finding stands at the last of them: a stack may pass where it may not stay.
    """
    after = run[-1][1]
    all_done = [one for one in deeds(before, after) if not _by_dragging(table, one)]
    if not all_done:
        return
    done = with_ways(all_done, [state for _, state in run])
    step = (
        next((step for step, _ in reversed(run) if step.of(*_OF_PIECES) and not step.is_undo), None)
        or run[-1][0]
    )
    told = "; ".join(map(str, done))
    unlawful = False
    if table.game.judge:
        judge = load(table.game.judge)
        try:
            judgement = judge(before, done, None)
        except RuleError as error:
            yield _unknown(table, step, f"{told}: {error.message}")
            return
        for one in judgement.findings:
            unlawful = True
            evidence = str(one) if str(one).startswith(told) else f"{told}: {one}"
            yield _seen(table, found("GAME-ILLEGAL", table.reading, step, evidence), done)
    known = set(_status(before))
    for line in _status(after):
        if line not in known:
            yield _seen(table, found("GAME-BOOKS", table.reading, step, line), done)
    if not unlawful:
        yield _seen(table, found("GAME-DONE", table.reading, step, told), done)


def _by_dragging(table: _Table, deed: Deed) -> bool:
    """Whether VASSAL has done it by itself: it marks each counter that is dragged as moved."""
    return deed.kind is DeedKind.MARKED and deed.what in table.marks and deed.after is True


def _status(state: Any) -> list[str]:
    status = getattr(state, "status", None)
    return [] if status is None else list(status())


def _unknown(table: _Table, step: ReadStep | None, why: str) -> Finding:
    return _seen(table, found("GAME-UNKNOWN", table.reading, step, f"cannot tell: {why}"), ())


def _seen(table: _Table, one: Finding, done: tuple[Deed, ...]) -> Finding:
    """Return a finding that tells an observer or a side no more of hidden units than it may know.

    A game's words name units as they are; where a step's piece is not open, the words are left out.
    """
    step = next((step for step in table.reading.steps if step.number == one.step), None)
    shown = [] if step is None else [act.before or act.after for act in step.acts]
    pieces = (piece for piece in shown if piece is not None and piece.kind == "piece")
    if all(piece.is_open for piece in pieces):
        return replace(one, pieces=one.pieces or tuple(dict.fromkeys(deed.who for deed in done)))
    rule = one.evidence.rpartition("[")[2].rstrip("]") if "[" in one.evidence else ""
    return replace(one, evidence=f"pieces that are not open [{rule}]" if rule else "not open")
