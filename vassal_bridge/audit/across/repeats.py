"""Logs that go on from the same position: repeated steps, turns recorded twice, branches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vassal_bridge.audit.across.linking import Linked
from vassal_bridge.audit.acts import ReadStep, Rolled
from vassal_bridge.audit.finding import Finding
from vassal_bridge.audit.found import found
from vassal_bridge.audit.reading import Reading
from vassal_bridge.audit.rolls import told_rolls
from vassal_bridge.formats.logs.story import plain_chat


def repeats(linked: Linked) -> Iterator[Finding]:
    """Yield where a log tells otherwise what another, from the same position, has told."""
    firsts: list[Reading] = []
    for link in linked.links:
        reading = link.reading
        if not reading.steps:
            continue
        other = next((one for one in firsts if one.start == reading.start), None)
        if other is None:
            firsts.append(reading)
        else:
            yield from _compare(other, other.steps, reading, linked)


def _compare(
    other: Reading, told: Sequence[ReadStep], reading: Reading, linked: Linked
) -> Iterator[Finding]:
    """Compare a log with the one that began before it from the same position."""
    steps = list(reading.steps)
    line, rest = other, list(told)
    while True:
        same = _common(rest, steps)
        if same == len(rest) == len(steps):
            yield found("CHAIN-COPY", reading, evidence=f"as {line.name}")
            return
        if same == len(steps):
            evidence = f"it is the beginning of {line.name}, which goes on"
            yield found("CHAIN-COPY", reading, evidence=evidence)
            return
        if same < len(rest):
            yield from _differing(line, rest[same:], reading, steps[same:])
            return
        steps = steps[same:]
        following = [one for one in linked.after(line) if one is not reading]
        if not following:
            return
        line = following[0]
        rest = list(line.steps)


def _common(one: Sequence[ReadStep], other: Sequence[ReadStep]) -> int:
    """Return how many steps at the beginning are the same."""
    count = 0
    for first, second in zip(one, other, strict=False):
        if first.step.effective != second.step.effective:
            break
        count += 1
    return count


def _differing(
    other: Reading, told: Sequence[ReadStep], reading: Reading, steps: Sequence[ReadStep]
) -> Iterator[Finding]:
    """Yield what two logs that go on from one position tell otherwise."""
    goes_on_same = _common(told[1:], steps[1:]) > 0
    first, second = told[0], steps[0]
    as_there = f"step {first.number} of {other.name}"
    rolls = _told_faces([first]), _told_faces([second])
    if goes_on_same:
        differing = rolls[0] != rolls[1]
        code = "CHAIN-ROLL" if differing else "CHAIN-STEP"
        evidence = f"{as_there}: {_words(first)}; here: {_words(second)}"
        yield found(code, reading, second, evidence, acts=() if differing else second.acts)
        yield from _differing_later(other, told[1:], reading, steps[1:])
        return
    here, there = _told_faces(steps), _told_faces(told)
    if here and there and here != there:
        at = next((step for step in steps if step.rolls or _told_faces([step])), second)
        evidence = f"{other.name} has {_spelled(there)}; here {_spelled(here)}"
        yield found("CHAIN-TWICE", reading, at, evidence)
    else:
        evidence = f"both go on after {as_there}" if first.number > 1 else f"as {other.name} does"
        yield found("CHAIN-BRANCH", reading, second, evidence)


def _differing_later(
    other: Reading, told: Sequence[ReadStep], reading: Reading, steps: Sequence[ReadStep]
) -> Iterator[Finding]:
    """Yield what differs behind a step that was told otherwise."""
    same = _common(told, steps)
    if same < len(told) and same < len(steps):
        yield from _differing(other, told[same:], reading, steps[same:])


def _told_faces(steps: Sequence[ReadStep]) -> list[tuple[str, tuple[int, ...]]]:
    """Return the rolls of some steps, as properties and as the chat tell them, in order."""
    found_rolls: list[tuple[str, tuple[int, ...]]] = []
    for step in steps:
        found_rolls += [(roll.button, _faces(roll)) for roll in step.rolls]
        for text in step.chat:
            told = told_rolls(plain_chat(text))
            if told is not None and told not in found_rolls[-1:]:
                found_rolls.append(told)
    return found_rolls


def _faces(roll: Rolled) -> tuple[int, ...]:
    return roll.faces or (() if roll.total is None else (roll.total,))


def _spelled(rolls: Sequence[tuple[str, tuple[int, ...]]]) -> str:
    return ", ".join(f"{button} = {','.join(map(str, faces))}" for button, faces in rolls[:4])


def _words(step: ReadStep) -> str:
    """Return a step in a few words: its chat, else how many commands it has."""
    return " / ".join(plain_chat(one) for one in step.chat) or f"{len(step.acts)} commands"
