"""One save of a game in progress answered: what the player did, whether he may, what follows.

The save is compared with the position before it. What is unlawful is taken back and named; what
is lawful is played with the decisions that it shows, and the system does its part.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from vassal_bridge.binding.binding import Binding, Bound, Declared, property_of
from vassal_bridge.binding.deeds import Done, done_between, states_in
from vassal_bridge.binding.foreign import binding_for, hinted
from vassal_bridge.binding.geography import ModuleGeography
from vassal_bridge.binding.play import (
    SPEAKER,
    Request,
    chat_lines,
    edition_of,
    escaped,
    prove_state,
    remember_settings,
    settings_of,
    tell,
)
from vassal_bridge.binding.requests import (
    ACCEPT,
    HELP,
    JUDGED,
    NEXT,
    REQUEST_PROPERTY,
    STATUS,
    help_lines,
)
from vassal_bridge.binding.verify import prove
from vassal_bridge.errors import BindingError, Problem, RuleError
from vassal_bridge.formats.editing import edits
from vassal_bridge.formats.logs.log import Log
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.position import Position
from vassal_bridge.formats.save import Save
from vassal_bridge.game.changes import Tell
from vassal_bridge.game.deeds import as_changes, deeds, with_ways
from vassal_bridge.game.dice import Dice
from vassal_bridge.game.game import Game, load
from vassal_bridge.game.judging import Asked, Finding, Judgement
from vassal_bridge.game.registry import sequence_for
from vassal_bridge.game.sequence import Chosen, Outcome, Player, Steps, run

ANSWER_PROPERTY = "bridge_answer"
"""The module property that names the answer which a position follows."""
WHY = "the answer to the player"


class Kind(StrEnum):
    """What an answer is."""

    BEGUN = "begun"
    """The first position of a game: from here on deeds are judged."""
    PLAYED = "played"
    """Lawful: the player's decisions are played, and the system does its part."""
    UNLAWFUL = "unlawful"
    """The position before, with what was unlawful."""
    ACCEPTED = "accepted"
    """The position as it stands, because the player asked for that."""
    TOLD = "told"
    """Nothing is changed; the player asked something."""
    UNDONE = "undone"
    """An earlier position."""
    REFUSED = "refused"
    """The position as it came in, with a word on what was asked for and cannot be done."""
    NOTHING = "nothing"
    """Nothing was done and nothing is called for: there is no new save."""


@dataclass(frozen=True, slots=True)
class Turned:
    """A save that is to be answered: what it follows, what the player asks for, and its name.

    `answer` is the name that the answer goes by in the save: a few letters of its own. Where the
    save is the end of a log, `log` shows by which way units have gone.
    """

    later: Save
    earlier: Save | None
    asked: Asked | None
    answer: str
    log: Log | None = None


@dataclass(frozen=True, slots=True)
class Response:
    """An answer: the new save's bytes, proved, and everything that led to it."""

    kind: Kind
    data: bytes | None
    name: str
    edition: str
    done: Done
    findings: tuple[Finding, ...] = ()
    lines: tuple[str, ...] = ()
    outcome: Outcome = field(default_factory=lambda: Outcome(()))
    problems: tuple[Problem, ...] = ()

    @property
    def story(self) -> tuple[str, ...]:
        """What happened, a line each, for a player to read."""
        told = (tell(e) for e in self.outcome.events if isinstance(e, (Tell, Chosen)))
        return (*self.lines, *told, *(f"Warning: {problem}" for problem in self.problems))


@dataclass(frozen=True, slots=True)
class _Table:
    """What an answer is worked out from."""

    turned: Turned
    module: Module
    request: Request
    edition: str
    settings: Any
    binding: Binding
    before: Bound
    after: Bound
    done: Done

    @property
    def game(self) -> Game:
        return self.request.game


def respond(
    turned: Turned, module: Module, request: Request, dice: Dice, player: Player
) -> Response:
    """Answer a save; neither it nor the one before is changed.

    Raises:
        BindingError: a save cannot be matched with the game.
        RuleError: the rules stop what was asked for: a missing cell, an unusable answer.
        VerifyError: our own proof failed; nothing may be written.
    """
    table = _set(turned, module, request)
    asked = turned.asked
    if asked is not None and asked.verb == ACCEPT:
        lines = [*_told(table), "Taken as it stands, as you asked."]
        return _write(table, Kind.ACCEPTED, ACCEPT, table.after.state, lines)
    judgement = _judged(table)
    if judgement.findings:
        return _take_back(table, judgement.findings)
    return _play(table, judgement, dice, player)


def _take_back(table: _Table, findings: tuple[Finding, ...]) -> Response:
    """Return the position before, with what was unlawful."""
    lines = [*_told(table), *(f"Unlawful: {one}" for one in findings)]
    if table.done.deeds:
        lines.append(
            "The position is as it was before, and nothing was rolled. If it was meant so, do it"
            " again and ask `accept`."
        )
    back = _write(table, Kind.UNLAWFUL, "unlawful", table.before.state, lines)
    return replace(back, findings=findings)


def _set(turned: Turned, module: Module, request: Request) -> _Table:
    later = turned.later
    edition = edition_of(later, request.game, request.edition)
    binding = binding_for(request.game, later)
    settings = settings_of(Position(later), request)

    def bind(save: Save) -> Bound:
        places = ModuleGeography(module, save)
        try:
            return binding.read(Position(save), places, edition, settings)
        except BindingError as error:
            raise hinted(error, request.game, save) from None

    after = bind(later)
    if turned.earlier is None:
        before, done = bind(later), Done((), ())
    else:
        before = bind(turned.earlier)
        done = done_between((turned.earlier, before), (later, after), binding, module)
        if turned.log is not None:
            places = ModuleGeography(module, later)
            between = states_in(turned.log, module, binding, places, edition, settings)
            done = replace(done, deeds=with_ways(done.deeds, between))
    return _Table(turned, module, request, edition, settings, binding, before, after, done)


def _judged(table: _Table) -> Judgement:
    """Return what the game says of the deeds, and of what is asked for besides its sequences."""
    asked = table.turned.asked
    if not table.game.judge:
        return Judgement()
    if asked is not None and (_is_question(asked) or _by_name(table, asked)):
        asked = None
    if not (table.done.deeds or asked):
        return Judgement()
    judge = load(table.game.judge)
    found: Judgement = judge(table.before.state, table.done.deeds, asked)
    return found


def _is_question(asked: Asked | None) -> bool:
    return asked is not None and asked.verb in (STATUS, HELP)


def _by_name(table: _Table, asked: Asked) -> bool:
    """Whether a sequence of the game is asked for; what a judge understands comes first."""
    is_judged = bool(table.game.judge) and asked.verb in JUDGED
    return asked.verb in table.game.sequences and not is_judged


def _following(table: _Table, judgement: Judgement) -> str | None:
    """Return the sequence to be run after what the deeds call for; None for none.

    It is the one that is asked for by name, or what the turn marker calls for where the game's
    judge has nothing else in mind.

    Raises:
        RuleError: nothing is called for, though the player asks for it.
    """
    asked = table.turned.asked
    if asked is not None and _by_name(table, asked):
        return asked.verb
    if judgement.sequence is not None or table.done.deeds or _is_question(asked):
        return None
    following = sequence_for(table.game, table.before.state)
    if asked is not None and (following is None or asked.verb != NEXT):
        raise RuleError(f"{str(asked)!r} means nothing in {_now(table)}: it is your move")
    return following


def _now(table: _Table) -> str:
    return str(getattr(table.before.state, "turn", "this position"))


def _play(table: _Table, judgement: Judgement, dice: Dice, player: Player) -> Response:
    """Run what the deeds call for, then what is to be run by its name."""
    by_name = _following(table, judgement)
    names = [name for name in (judgement.name, by_name) if name]

    def steps(state: Any) -> Steps[None]:
        if judgement.sequence is not None:
            yield from judgement.sequence(state)
        if by_name is not None:
            yield from table.game.sequence(by_name)(state)

    state = table.before.state
    outcome = run(steps, state, dice, player)
    lines = [*_told(table), *_questions(table, state)]
    if names:
        return _write(table, Kind.PLAYED, ", then ".join(names), state, lines, outcome)
    asked = table.turned.asked
    if asked is not None:
        return _write(table, Kind.TOLD, asked.verb, state, lines)
    if table.turned.earlier is None:
        lines.append("From here on your moves are judged.")
        return _write(table, Kind.BEGUN, "the first position", state, lines)
    return Response(
        Kind.NOTHING, None, "nothing to answer", table.edition, table.done, lines=tuple(lines)
    )


def _told(table: _Table) -> Iterator[str]:
    """Yield what the player did, and what differs besides."""
    asked = table.turned.asked
    if asked is not None:
        yield f"You ask: {asked}"
    yield from (f"You: {deed}" for deed in table.done.deeds)
    yield from (f"Besides, and no business of the game: {one}" for one in table.done.others)


def _questions(table: _Table, state: Any) -> Iterator[str]:
    asked = table.turned.asked
    if asked is not None and asked.verb == HELP:
        titles = {name: table.game.titles.get(name, "") for name in table.game.sequences}
        yield from help_lines(titles)
    if asked is not None and asked.verb == STATUS:
        yield from state.status() or ["Nothing is wrong with the position."]
        following = sequence_for(table.game, state)
        yield f"Next: {following}." if following else "No sequence is called for: it is your move."


def _write(
    table: _Table,
    kind: Kind,
    name: str,
    wanted: Any,
    lines: Iterable[str],
    outcome: Outcome | None = None,
) -> Response:
    """Return the answer that shows a state, written upon the player's save and proved."""
    save, bound = table.turned.later, table.after
    played = Outcome(()) if outcome is None else outcome
    changes = as_changes(deeds(bound.state, wanted), WHY)
    position = Position(Save.from_bytes(save.to_bytes(), name=save.name))
    places = ModuleGeography(table.module, save)
    remembers = remember_settings(position, table.settings)
    table.binding.write(position, places, bound, changes)
    told = tuple(lines)
    heading, *rest = chat_lines(table.request, name, table.edition, played, table.settings)
    chat = (heading, *(escaped(f"* {line}") for line in told), *rest)
    position.apply_all(line for text in chat for line in edits.say(text))
    keeps = _mark(position, table.turned.answer)
    data = position.save.to_bytes()
    declared = table.binding.declared(bound, changes, chat)
    declared = replace(declared, properties=declared.properties | remembers | keeps)
    prove_state(
        save, data, table.module, table.binding, wanted, table.edition, declared, table.settings
    )
    return Response(
        kind, data, name, table.edition, table.done,
        lines=told, outcome=played, problems=bound.problems,
    )  # fmt: skip


def _mark(position: Position, answer: str) -> frozenset[str]:
    """Clear the request and name the answer, where the save has properties for them."""
    written = {REQUEST_PROPERTY: "", ANSWER_PROPERTY: answer}
    changed = set()
    for name, value in written.items():
        old = property_of(position, name)
        if old is not None and old != value:
            position.apply_all(edits.set_property(name, old, value))
            changed.add(name)
    return frozenset(changed)


def with_line(save: Save, line: str) -> bytes:
    """Return a position as a save of its own: the same, with a line of chat, proved.

    What was asked for in it is not asked again; it follows the answer that it followed.

    Raises:
        VerifyError: our own proof failed; nothing may be written.
    """
    position = Position(Save.from_bytes(save.to_bytes(), name=save.name))
    old = property_of(position, REQUEST_PROPERTY)
    if old:
        position.apply_all(edits.set_property(REQUEST_PROPERTY, old, ""))
    chat = edits.say(escaped(f"* {SPEAKER}: {line} *"))
    position.apply_all(chat)
    data = position.save.to_bytes()
    declared = Declared(properties=frozenset([REQUEST_PROPERTY]), chat=tuple(chat))
    prove(save, Save.from_bytes(data, name=save.name), declared)
    return data


def moved_between(earlier: Save, later: Save, module: Module, request: Request) -> bool:
    """Tell whether a player did anything between two positions. Raises as `respond` does."""
    return bool(_set(Turned(later, earlier, None, ""), module, request).done.deeds)


def answer_of(save: Save) -> str | None:
    """Return the answer that a save follows: empty for none, None where its module keeps none."""
    return property_of(Position(save), ANSWER_PROPERTY)
