"""The sidecar's runs in a log played again by the game: told results follow from the rolls shown.

A run's heading names its sequence, its seed and its settings, its lines tell each roll and each
decision. Played again on the position before it, the game must tell the same lines and make the
same edits; tables are read in the edition in use. What is not told cannot be played again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Any

from vassal_bridge.audit.acts import ReadStep
from vassal_bridge.audit.sidecar_runs import SidecarRun, told_roll
from vassal_bridge.binding.binding import Binding
from vassal_bridge.binding.geography import ModuleGeography
from vassal_bridge.binding.play import Request, chat_lines, remember_settings, tell
from vassal_bridge.errors import BridgeError, UnusableAnswer
from vassal_bridge.formats.logs.chain import Facts, facts
from vassal_bridge.formats.logs.log import follow_layers, step_text
from vassal_bridge.formats.logs.story import plain_chat
from vassal_bridge.formats.position import Position
from vassal_bridge.formats.save import Save
from vassal_bridge.formats.surroundings import scene_of
from vassal_bridge.game.changes import Tell
from vassal_bridge.game.dice import Dice, Roll, Rolled, SeededDice
from vassal_bridge.game.game import Game
from vassal_bridge.game.sequence import SECRET, Choose, Chosen, Event, Outcome, drive


@dataclass(frozen=True, slots=True)
class Unlike:
    """A step of a run that is not what the game gives: what was expected, and what is told."""

    step: ReadStep | None
    evidence: str


@dataclass(frozen=True, slots=True)
class Replayed:
    """A run played again: what is unlike, and why it could not be played to its end.

    `behind` are the numbers of the steps behind the lines that belong to the run; further ones
    are the player's own. `end` is the position after the run.
    """

    run: SidecarRun
    unlike: tuple[Unlike, ...] = ()
    behind: frozenset[int] = frozenset()
    unknown: str = ""
    end: Facts = field(default_factory=dict, repr=False)

    @property
    def is_proven(self) -> bool:
        """Whether the run is what the game gives, to the last edit."""
        return not self.unlike and not self.unknown


class _UntoldError(BridgeError):
    """Something that the run needs is not told in the chat."""


class _ToldDice:
    """Dice that fall as the lines of a run tell."""

    def __init__(self, lines: Sequence[str], events: list[Event]) -> None:
        self._lines, self._events = lines, events

    def roll(self, roll: Roll) -> Rolled:
        """Return the roll that the next line tells. Raises UnusableAnswer where it tells none."""
        line = _next(self._lines, self._events)
        told = told_roll(line)
        if told is None or told.spec != roll.spec or told.why != roll.why:
            raise UnusableAnswer(f"expected a roll of {roll.spec}, {roll.why}; told is: {line}")
        return Rolled(told.spec, told.faces, told.why, told.number)


def replay(
    run: SidecarRun,
    position: Position,
    game: Game,
    binding: Binding,
    places: ModuleGeography,
    edition: str,
) -> Replayed:
    """Return a run played again on the position before it, which is not changed."""
    name = run.what.removeprefix(f"{game.title}, ")
    silent = frozenset(step.number for step in run.silent)
    if name == run.what or name not in game.sequences:
        why = f"{run.what} is no sequence that can be played again; its edits are not judged"
        return Replayed(run, behind=silent, unknown=why)
    request = Request(game, name, edition, seed=run.seed)
    copy = Position(Save.from_bytes(position.save.to_bytes(), name=position.save.name))
    events: list[Event] = []
    settings = game.choose_settings((), (), remembered=run.settings)
    problem = ""
    try:
        remember_settings(copy, settings)
        bound = binding.read(copy, places, edition, settings)
        _play(game, name, bound.state, run, events)
        binding.write(copy, places, bound, Outcome(tuple(events)).changes)
    except BridgeError as error:
        problem = error.message
    happened = Outcome(tuple(events))
    given = [plain_chat(one) for one in chat_lines(request, name, edition, happened, settings)]
    if problem:
        lines = _first_unlike(run, given)
        return Replayed(run, lines, silent, "" if lines else problem)
    lines = unlike_lines(run, given)
    edits, behind = _unlike_edits(run, [step_text(tuple(action)) for action in copy.applied])
    copy.settle()
    follow_layers(copy, scene_of(copy))
    return Replayed(run, lines or edits, behind, end=facts(copy))


def _play(game: Game, name: str, state: Any, run: SidecarRun, events: list[Event]) -> None:
    """Play a sequence with the rolls and decisions of a run; what happens is added to `events`.

    Raises:
        UnusableAnswer: the game asks for a roll or a decision that is not the one told.
    """
    lines = run.lines
    dice: Dice = _ToldDice(lines, events) if run.seed is None else _seeded(run)
    steps = game.sequence(name)(state)
    choose = drive(steps, state, dice, events)
    while choose is not None:
        answer = _decided(choose, lines, events)
        events.append(Chosen(choose, answer))
        choose = drive(steps, state, dice, events, answer)


def _seeded(run: SidecarRun) -> SeededDice:
    """Return the dice of a run's seed, which go on from the number of its first roll."""
    rolls = (told_roll(line) for line in run.lines)
    first = next((one.number for one in rolls if one is not None), 1)
    return SeededDice(run.seed or 0, after=first - 1)


def _decided(choose: Choose, lines: Sequence[str], events: Sequence[Event]) -> str:
    """Return the answer to a decision that the next line tells."""
    if choose.kind == SECRET:
        raise _UntoldError("a secret decision is not told in the chat")
    line = _next(lines, events)
    for option in choose.options:
        if line == f"* {tell(Chosen(choose, option.value))}":
            return option.value
    raise UnusableAnswer(f"expected a decision, {choose.prompt}; told is: {line}")


def _next(lines: Sequence[str], events: Sequence[Event]) -> str:
    """Return the line that comes after those that the events so far have given."""
    place = 1 + sum(_is_line(event) for event in events)
    if place >= len(lines):
        raise _UntoldError("the lines of the sidecar end before its sequence does")
    return lines[place]


def _is_line(event: Event) -> bool:
    """Whether an event is told in a line of its own."""
    is_choice = isinstance(event, Chosen) and event.choose.kind != SECRET
    return is_choice or isinstance(event, (Rolled, Tell))


def _first_unlike(run: SidecarRun, given: Sequence[str]) -> tuple[Unlike, ...]:
    """Return the first line that is not the one which the game gives, as far as it got."""
    for place, (line, rule) in enumerate(zip(run.lines, given, strict=False)):
        if _spelled(run, line) != _spelled(run, rule):
            return (Unlike(run.step(place), f"by the rules: {rule}; told is: {line}"),)
    return ()


def unlike_lines(run: SidecarRun, given: Sequence[str]) -> tuple[Unlike, ...]:
    """Return the lines that are not those which the game gives, are left out or put in."""
    told = [_spelled(run, line) for line in run.lines]
    rules = [_spelled(run, line) for line in given]
    unlike: list[Unlike] = []
    for kind, start, end, first, last in _differences(told, rules):
        if kind == "insert":
            more = (f"by the rules there is also: {one}" for one in given[first:last])
            unlike += [Unlike(run.step(start), words) for words in more]
            continue
        rules_here = [*given[first:last], *(["no such line"] * (end - start))]
        for place, rule in zip(range(start, end), rules_here, strict=False):
            words = f"by the rules: {rule}; told is: {run.lines[place]}"
            unlike.append(Unlike(run.step(place), words))
    return tuple(unlike)


def _spelled(run: SidecarRun, line: str) -> str:
    """Return a line to compare by: what a roll with a seed shows is `seeded`'s business."""
    told = told_roll(line) if run.seed is not None else None
    return line if told is None else f"roll {told.number}: {told.spec}, {told.why}"


def _unlike_edits(
    run: SidecarRun, wanted: Sequence[str]
) -> tuple[tuple[Unlike, ...], frozenset[int]]:
    """Return the steps behind a run that are not its edits, and the numbers of those it has."""
    if not run.told:
        return (), frozenset()
    texts = [step.step.raw for step in run.silent]
    unlike: list[Unlike] = []
    behind = len(texts)
    for kind, start, end, first, last in _differences(texts, wanted):
        if kind == "delete" and end == len(texts):
            behind = start
        elif kind == "insert":
            after = (*run.told, *run.silent)[len(run.told) + start - 1]
            count = last - first
            unlike.append(Unlike(after, f"by the rules {count} more edits come behind it"))
        else:
            words = "it is not the edit that the rules give"
            unlike += [Unlike(step, words) for step in run.silent[start:end]]
    return tuple(unlike), frozenset(step.number for step in run.silent[:behind])


def _differences(one: Sequence[str], other: Sequence[str]) -> list[tuple[str, int, int, int, int]]:
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    return [found for found in matcher.get_opcodes() if found[0] != "equal"]
