"""Rolls as the steps of a log show them: dice buttons, symbol dice, random texts, chat alone.

A dice button tells its roll twice: in the chat, in the module's own words, and in the properties
`<name>_result`, `_total`, `_keep` and `_summary` of the same step (format reference, section 11).
Old modules and modules with dice of their own tell it in the chat alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from vassal_bridge.audit.acts import Rolled
from vassal_bridge.formats.logs.log import Step
from vassal_bridge.formats.logs.story import Who, plain_chat
from vassal_bridge.formats.parts import Dice

SYMBOLS, TEXT = "symbols", "text"
PARTS = ("result", "total", "keep", "summary")
"""The ends of the properties in which VASSAL's dice keep a roll."""
_NUMBERS = re.compile(r"-?\d+(?:,-?\d+)*")
_NAMED = re.compile(r"(?i)(\d+)\s*d\s*(\d+)")
_COUNT = re.compile(r"(-?\d+) x(\d+)")
_REPORT = re.compile(
    r"^\*\*\* *\(?(?P<button>[^*=()]+?)\)? *=? *(?P<faces>\d+(?:,\d+)*)(?: [^*\d=][^*=]*)? +\*\*\*"
)


def rolls_in(step: Step, log: str, who: Who, dice: Mapping[str, Dice]) -> Iterator[Rolled]:
    """Yield the rolls of a step; one that takes another back rolls nothing.

    `dice` are the module's buttons by name; without them a button's name says what it rolls.
    """
    if step.of("Undo"):
        return
    chat = [plain_chat(command["text"]) for command in step.of("Chat")]
    shown = {command["button"]: command for command in step.of("ShowDice")}
    parts = dice_parts(step)
    for button, values in parts.items():
        text = report_of(button, values, chat)
        known = dice.get(button)
        if button in shown:
            faces = tuple(int(face) + 1 for face in shown[button].rest() if face.isdigit())
            yield Rolled(
                log, step.number, who, button, SYMBOLS, faces, _int(values["result"]), text
            )
        elif known is not None and known.kind == "SpecialDiceButton":
            yield Rolled(log, step.number, who, button, SYMBOLS, (), _int(values["result"]), text)
        else:
            faces = _faces(values)
            kind = _kind(button, known, faces)
            yield Rolled(log, step.number, who, button, kind, faces, _int(values["total"]), text)
    if not parts:
        yield from _told_only(step, log, who, chat)


def dice_parts(step: Step) -> dict[str, dict[str, str]]:
    """Return, for each button that a step rolls, what its properties become.

    Old versions of VASSAL keep the result alone: then the chat must tell of the button.
    """
    found: dict[str, dict[str, str]] = {}
    for command in step.of("ChangeProperty"):
        stem, _, part = command["name"].rpartition("_")
        if stem and part in PARTS:
            found.setdefault(stem, {})[part] = command["new"]
    empty = dict.fromkeys(PARTS, "")
    shown = {command["button"] for command in step.of("ShowDice")}
    return {
        stem: {**empty, **parts}
        for stem, parts in found.items()
        if "result" in parts and (stem in shown or "total" in parts or _is_told(step, stem, parts))
    }


def _is_told(step: Step, stem: str, parts: Mapping[str, str]) -> bool:
    lines = [plain_chat(command["text"]) for command in step.of("Chat")]
    return _NUMBERS.fullmatch(parts["result"]) is not None and any(
        line.startswith("*") and stem in line for line in lines
    )


def report_of(button: str, values: Mapping[str, str], chat: Sequence[str]) -> str:
    """Return the line of the chat that reports a roll; empty where none does."""
    reports = [line for line in chat if line.startswith("*")]
    named = [line for line in reports if button in line]
    return next(iter(named or reports), "")


def told_rolls(text: str) -> tuple[str, tuple[int, ...]] | None:
    """Return the button and the faces that a report of the usual shape tells; None for none.

    >>> told_rolls("*** (IFT DR) 5,2 ***   <test>")
    ('IFT DR', (5, 2))
    """
    found = _REPORT.match(text)
    if found is None:
        return None
    return found["button"].strip(), tuple(int(face) for face in found["faces"].split(","))


def _told_only(step: Step, log: str, who: Who, chat: Sequence[str]) -> Iterator[Rolled]:
    for text in chat:
        told = told_rolls(text)
        if told is not None:
            button, faces = told
            kind = _kind(button, None, faces)
            yield Rolled(log, step.number, who, button, kind, faces, sum(faces), text)


def _faces(values: Mapping[str, str]) -> tuple[int, ...]:
    """Return the faces; a button that reports totals keeps them in its summary alone."""
    counted = _COUNT.findall(values["summary"])
    result = values["result"]
    told = tuple(int(face) for face in result.split(",")) if _NUMBERS.fullmatch(result) else ()
    summed = tuple(int(face) for face, count in counted for _ in range(int(count)))
    return summed if summed and len(told) < 2 else told


def _kind(button: str, known: Dice | None, faces: Sequence[int]) -> str:
    if known is not None and known.kind == "RandomTextButton":
        return TEXT
    if known is not None and known.sides:
        return f"{known.number}d{known.sides}"
    named = _NAMED.search(button)
    if named is not None:
        return f"{named[1]}d{named[2]}"
    return "dice" if faces else TEXT


def _int(text: str) -> int | None:
    return int(text) if re.fullmatch(r"-?\d+", text) else None
