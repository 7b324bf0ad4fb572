"""Whether rolls agree with themselves and with the rolls before them, and are reported."""

from __future__ import annotations

from collections.abc import Iterator

from vassal_bridge.audit.acts import Act, ReadStep, Rolled
from vassal_bridge.audit.finding import Finding, Severity
from vassal_bridge.audit.found import found
from vassal_bridge.audit.reading import Reading
from vassal_bridge.audit.rolls import PARTS, dice_parts, told_rolls
from vassal_bridge.audit.within import rollparts
from vassal_bridge.audit.within.rollparts import Comparison
from vassal_bridge.audit.within.seeded import is_told_by_sidecar
from vassal_bridge.formats.logs.story import plain_chat

_COMPARISONS: tuple[tuple[str, Comparison], ...] = (
    ("DICE-RANGE", rollparts.out_of_range),
    ("DICE-TEXT", rollparts.unlike_symbols),
    ("DICE-TEXT", rollparts.unlike_text),
    ("DICE-TEXT", rollparts.unlike_kept),
    ("DICE-TOTAL", rollparts.unlike_symbol_total),
    ("DICE-TOTAL", rollparts.unlike_total),
    ("DICE-SUMMARY", rollparts.unlike_summary),
)
"""What is compared of each roll. One finding a roll: the first code, with all that is unlike."""
_NO_VALUES = dict.fromkeys(PARTS, "")


def rolls_disagree(reading: Reading) -> Iterator[Finding]:
    """Yield the rolls that do not agree with themselves, each once [DICE-RANGE ... SUMMARY]."""
    for step in reading.steps:
        for _, code, evidence in _disagreements(reading, step):
            yield found(code, reading, step, evidence)


def _disagreements(reading: Reading, step: ReadStep) -> Iterator[tuple[Rolled, str, str]]:
    """Yield the rolls of a step that do not agree with themselves, with a code and words."""
    parts = dice_parts(step.step)
    for roll in step.rolls:
        button = reading.dice.get(roll.button)
        values = parts.get(roll.button, _NO_VALUES)
        unlike = [
            (code, words)
            for code, compare in _COMPARISONS
            if roll.button in parts or compare is rollparts.out_of_range
            if (words := compare(roll, values, button))
        ]
        if unlike:
            yield roll, unlike[0][0], "; ".join(dict.fromkeys(words for _, words in unlike))


def rolls_follow(reading: Reading) -> Iterator[Finding]:
    """Yield the rolls that do not follow the one before them [DICE-BEFORE].

    Where the roll before does not agree with itself, and this one follows a part of it, nothing
    new is to be said.
    """
    odd: dict[str, str] = {}
    for step in reading.steps:
        for stem, acts in _dice_acts(step).items():
            known = [act for act in acts if act.value is not None]
            unlike = [act for act in known if act.value != act.command["old"]]
            if unlike and not _follows_a_part(odd.get(stem), unlike, acts):
                was, said = unlike[0].value, unlike[0].command["old"]
                evidence = f"{stem} was {was or '-'}; the step says {said or '-'}"
                yield found("DICE-BEFORE", reading, step, evidence)
        for roll in step.rolls:
            odd.pop(roll.button, None)
        odd.update({roll.button: roll.text for roll, _, _ in _disagreements(reading, step)})


def _follows_a_part(told: str | None, unlike: list[Act], acts: list[Act]) -> bool:
    """Whether a roll follows some of what one told that does not agree with itself."""
    return told is not None and (
        len(unlike) < len(acts) or all(act.command["old"] in told for act in unlike)
    )


def _dice_acts(step: ReadStep) -> dict[str, list[Act]]:
    """Return the changes of the properties of dice in a step, by the name of their button."""
    found_acts: dict[str, list[Act]] = {}
    for act in step.of("ChangeProperty"):
        stem, _, part = act.command["name"].rpartition("_")
        if stem and part in PARTS:
            found_acts.setdefault(stem, []).append(act)
    return found_acts


def reports_without_roll(reading: Reading) -> Iterator[Finding]:
    """Yield the reports of dice buttons in steps that roll nothing [DICE-NO-ROLL].

    Modules with dice of their own report rolls by chat alone; their buttons never roll otherwise.
    The sidecar's rolls are looked at by `seeded`.
    """
    rolling = {roll.button for step in reading.steps for roll in step.rolls if _has_values(step)}
    rolling |= {name for name, dice in reading.dice.items() if dice.kind == "DiceButton"}
    for step in reading.steps:
        if step.is_undo or dice_parts(step.step):
            continue
        for text in map(plain_chat, step.chat):
            told = told_rolls(text)
            if told is not None and told[0] in rolling and not is_told_by_sidecar(text):
                evidence = f"the chat tells {', '.join(map(str, told[1]))} on {told[0]}"
                yield found("DICE-NO-ROLL", reading, step, evidence)


def _has_values(step: ReadStep) -> bool:
    return bool(dice_parts(step.step))


def rolls_without_report(reading: Reading) -> Iterator[Finding]:
    """Yield the rolls that the chat does not tell [DICE-SILENT].

    It is a note where the button makes no report, as far as the module or the log tells.
    """
    told = {roll.button for step in reading.steps for roll in step.rolls if roll.text}
    for step in reading.steps:
        parts = dice_parts(step.step)
        for roll in step.rolls:
            if roll.text or roll.button not in parts:
                continue
            button = reading.dice.get(roll.button)
            reports = roll.button in told if button is None else _makes_report(roll.button, reading)
            evidence = f"{roll.button} rolled {parts[roll.button]['result']}"
            severity = Severity.QUESTION if reports else Severity.NOTE
            yield found("DICE-SILENT", reading, step, evidence, severity=severity)


def _makes_report(name: str, reading: Reading) -> bool:
    component = reading.dice[name].component
    return bool(component.get("reportFormat") or component.get("format"))
