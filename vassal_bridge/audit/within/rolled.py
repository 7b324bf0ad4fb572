"""Whether a roll agrees with itself: its report, its faces, its total, its button, its range."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterator

from vassal_bridge.audit.acts import ReadStep, Rolled
from vassal_bridge.audit.finding import Finding
from vassal_bridge.audit.found import found
from vassal_bridge.audit.reading import Reading
from vassal_bridge.audit.rolls import SYMBOLS, TEXT, dice_parts, told_rolls
from vassal_bridge.audit.within.seeded import is_told_by_sidecar
from vassal_bridge.formats.logs.story import plain_chat
from vassal_bridge.formats.parts import Dice
from vassal_bridge.formats.pieces import read_int

_FACES = re.compile(r"(?<![\d,])-?\d+(?:,-?\d+)+(?![\d,])")
_TOTAL = re.compile(r"(?i)\btotal\D{0,3}(-?\d+)")
_NUMBER = re.compile(r"(?<![\w.])-?\d+(?![\w.])")
_COUNTED = re.compile(r"(-?\d+) x(\d+)")
_KIND = re.compile(r"(\d+)d(\d+)")


def texts_disagree(reading: Reading) -> Iterator[Finding]:
    """Yield the rolls whose report tells other faces or another total [DICE-TEXT]."""
    for step in reading.steps:
        for roll, values in _with_values(step):
            unlike = _unlike_text(roll, values, reading.dice.get(roll.button))
            if unlike:
                yield found("DICE-TEXT", reading, step, unlike)


def _with_values(step: ReadStep) -> Iterator[tuple[Rolled, dict[str, str]]]:
    parts = dice_parts(step.step)
    for roll in step.rolls:
        if roll.button in parts:
            yield roll, parts[roll.button]


def _unlike_text(roll: Rolled, values: dict[str, str], button: Dice | None) -> str:
    """Return how a report differs from the roll; empty where it tells the same, or nothing."""
    if not roll.text:
        return ""
    named = roll.text.replace(roll.button, " ", 1)
    told = named.partition("=")[2] if "=" in named else named
    told = re.sub(r"<[^<>]*>", " ", told)
    if roll.kind == TEXT:
        shown = values["result"]
        return "" if shown in told else f"{roll.button} gave {shown}, the chat tells {told.strip()}"
    lists = _FACES.findall(told)
    result = values["result"]
    if roll.kind != SYMBOLS and lists and result and result not in lists and "," in result:
        return f"{roll.button} rolled {result}, the chat tells {lists[0]}"
    total = _TOTAL.search(told)
    if total is not None and roll.total is not None and int(total[1]) != roll.total:
        return f"the total of {roll.button} is {roll.total}, the chat tells {total[1]}"
    if roll.kind == SYMBOLS or lists or "," in result:
        return ""
    numbers = _NUMBER.findall(told)
    if numbers and result not in numbers:
        return f"{roll.button} rolled {result}, the chat tells {numbers[0]}"
    return ""


def totals_disagree(reading: Reading) -> Iterator[Finding]:
    """Yield the rolls whose total is not the sum of their faces [DICE-TOTAL]."""
    for step in reading.steps:
        for roll, values in _with_values(step):
            button = reading.dice.get(roll.button)
            if roll.kind in (SYMBOLS, TEXT) or roll.total is None or not roll.faces:
                continue
            if button is not None and button.kind != "DiceButton":
                continue
            summed = sum(roll.faces) + _added(button)
            is_summed = "," in values["result"]
            if button is None and f"{len(roll.faces)}d" not in roll.kind:
                continue
            if (is_summed or button is not None) and summed != roll.total:
                evidence = f"{roll.button}: {values['result']} is {summed}, the total {roll.total}"
                yield found("DICE-TOTAL", reading, step, evidence)


def _added(button: Dice | None) -> int:
    """Return what a button adds to the sum of the faces that it shows."""
    if button is None:
        return 0
    text = button.component.get("addToTotal")
    return int(text) if re.fullmatch(r"-?\d+", text or "") else 0


def summaries_disagree(reading: Reading) -> Iterator[Finding]:
    """Yield the rolls whose summary counts other faces than were rolled [DICE-SUMMARY]."""
    for step in reading.steps:
        for roll, values in _with_values(step):
            counted = {int(face): int(count) for face, count in _COUNTED.findall(values["summary"])}
            result = values["result"]
            if (
                roll.kind in (SYMBOLS, TEXT)
                or not counted
                or not re.fullmatch(r"-?\d+(,-?\d+)*", result)
            ):
                continue
            told = Counter(int(face) for face in result.split(","))
            one = sum(counted.values()) > 1 and len(told) == 1 and "," not in result
            if one:
                if roll.total is not None and int(result) != roll.total:
                    evidence = f"{roll.button} shows {result}, its total is {roll.total}"
                    yield found("DICE-SUMMARY", reading, step, evidence)
            elif dict(told) != counted:
                evidence = f"{roll.button} rolled {result}, its summary is {values['summary']}"
                yield found("DICE-SUMMARY", reading, step, evidence)


def faces_out_of_range(reading: Reading) -> Iterator[Finding]:
    """Yield the rolls with faces that their dice do not have, or too many dice [DICE-RANGE]."""
    for step in reading.steps:
        for roll in step.rolls:
            unlike = _out_of_range(roll, reading.dice.get(roll.button))
            if unlike:
                yield found("DICE-RANGE", reading, step, unlike)


def _out_of_range(roll: Rolled, button: Dice | None) -> str:
    if roll.kind == SYMBOLS:
        dice = _special(button)
        beyond = [face for face, die in zip(roll.faces, dice, strict=False) if face > len(die)]
        return f"{roll.button} has no face {beyond[0]}" if beyond else ""
    kind = _KIND.fullmatch(roll.kind)
    if kind is None or not roll.faces:
        return ""
    number, sides = int(kind[1]), int(kind[2])
    low, high = 1 + _plus(button), sides + _plus(button)
    odd = [face for face in roll.faces if not low <= face <= high]
    if odd:
        return f"{roll.button} rolled {odd[0]}; its dice show {low} to {high}"
    keeps = button is not None and (button.component.get("keepDice") or "false") == "true"
    if len(roll.faces) > number or (len(roll.faces) < number and button is not None and not keeps):
        return f"{roll.button} has {number} dice, the roll has {len(roll.faces)}"
    return ""


def symbols_disagree(reading: Reading) -> Iterator[Finding]:
    """Yield the rolls of symbol dice whose report or total is not that of their faces [DICE-TEXT].

    What the faces are called and count, the module alone says.
    """
    for step in reading.steps:
        for roll, _ in _with_values(step):
            dice = _special(reading.dice.get(roll.button)) if roll.kind == SYMBOLS else []
            if not roll.faces or len(dice) != len(roll.faces):
                continue
            if any(face > len(die) for face, die in zip(roll.faces, dice, strict=True)):
                continue
            thrown = [die[face - 1] for face, die in zip(roll.faces, dice, strict=True)]
            names = [name for name, _ in thrown]
            total = sum(value for _, value in thrown)
            if "[" in roll.text and not all(name in roll.text for name in names):
                evidence = f"{roll.button} threw {', '.join(names)}, the chat tells {roll.text}"
                yield found("DICE-TEXT", reading, step, evidence)
            elif roll.total is not None and roll.total != total:
                evidence = f"{roll.button} threw {', '.join(names)}: {total}, not {roll.total}"
                yield found("DICE-TOTAL", reading, step, evidence)


def _special(button: Dice | None) -> list[list[tuple[str, int]]]:
    """Return the dice of a symbol button: for each the text and the value of its faces."""
    if button is None:
        return []
    return [
        [
            (html.unescape(face.get("text")), read_int(face.get("value")))
            for face in die.find_all("SpecialDieFace")
        ]
        for die in button.component.find_all("SpecialDie")
    ]


def _plus(button: Dice | None) -> int:
    text = "" if button is None else button.component.get("plus")
    return int(text) if re.fullmatch(r"-?\d+", text or "") else 0


def reports_without_roll(reading: Reading) -> Iterator[Finding]:
    """Yield the reports of dice buttons in steps that roll nothing [DICE-NO-ROLL].

    Modules with dice of their own report rolls by chat alone; their buttons never roll otherwise.
    The sidecar's rolls are looked at by `seeded`.
    """
    rolling = {roll.button for step in reading.steps for roll, _ in _with_values(step)}
    rolling |= {name for name, dice in reading.dice.items() if dice.kind == "DiceButton"}
    for step in reading.steps:
        if step.is_undo or dice_parts(step.step):
            continue
        for text in map(plain_chat, step.chat):
            told = told_rolls(text)
            if told is not None and told[0] in rolling and not is_told_by_sidecar(text):
                evidence = f"the chat tells {', '.join(map(str, told[1]))} on {told[0]}"
                yield found("DICE-NO-ROLL", reading, step, evidence)


def rolls_without_report(reading: Reading) -> Iterator[Finding]:
    """Yield the rolls that the chat does not tell [DICE-SILENT]."""
    for step in reading.steps:
        for roll, values in _with_values(step):
            if not roll.text:
                evidence = f"{roll.button} rolled {values['result']}"
                yield found("DICE-SILENT", reading, step, evidence)
