"""What speaks against one roll: its range, report, faces, total and summary compared.

Each comparison returns what is unlike in words, empty where nothing is; none looks at another
roll. VASSAL writes all parts from one roll (format reference, section 11).
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Callable, Mapping

from vassal_bridge.audit.acts import Rolled
from vassal_bridge.audit.rolls import SYMBOLS, TEXT
from vassal_bridge.formats.parts import Dice
from vassal_bridge.formats.pieces import read_int

Values = Mapping[str, str]
Comparison = Callable[[Rolled, Values, Dice | None], str]
"""A comparison of a roll: with what its properties became, and its button in the module."""

_FACES = re.compile(r"(?<![\d,])-?\d+(?:,-?\d+)+(?![\d,])")
_SPACED = re.compile(r"(?<![\d,])-?\d+(?:, -?\d+)+(?![\d,])")
_TOTAL = re.compile(r"(?i)\btotal\D{0,3}(-?\d+)")
_NUMBER = re.compile(r"(?<![\w.])-?\d+(?![\w.])")
_COUNTED = re.compile(r"(-?\d+) x(\d+)")
_KIND = re.compile(r"(\d+)d(\d+)")
_INTEGERS = re.compile(r"-?\d+(?:,-?\d+)*")


def out_of_range(roll: Rolled, values: Values, button: Dice | None) -> str:
    """Return a face that the dice do not have, or that there are too many dice."""
    if roll.kind == SYMBOLS:
        dice = _special(button)
        beyond = [face for face, die in zip(roll.faces, dice, strict=False) if face > len(die)]
        return f"{roll.button} has no face {beyond[0]}" if beyond else ""
    if button is not None and button.kind == "RandomTextButton":
        return _not_of_its_texts(roll, values, button)
    kind = _KIND.fullmatch(roll.kind)
    if kind is None or not roll.faces:
        return ""
    number, sides = int(kind[1]), int(kind[2])
    low, high = 1 + _plus(button), sides + _plus(button)
    odd = [face for face in roll.faces if not low <= face <= high]
    if odd:
        return f"{roll.button} rolled {odd[0]}; its dice show {low} to {high}"
    keeps = button is not None and _flag(button, "keepDice")
    if len(roll.faces) > number or (len(roll.faces) < number and button is not None and not keeps):
        return f"{roll.button} has {number} dice, the roll has {len(roll.faces)}"
    return ""


def _not_of_its_texts(roll: Rolled, values: Values, button: Dice) -> str:
    counted = _COUNTED.findall(values["summary"])
    shown = [face for face, _ in counted] if _flag(button, "numeric") else [values["result"]]
    odd = [face for face in shown if face not in button.faces] if button.number == 1 else []
    odd = odd or [face for face, _ in counted if face not in button.faces]
    return f"{roll.button} has no face {odd[0]}" if odd and button.faces else ""


def unlike_text(roll: Rolled, values: Values, button: Dice | None) -> str:
    """Return how a report differs from the roll; empty where it tells the same, or nothing."""
    if not roll.text:
        return ""
    if roll.button not in roll.text and _names_itself(button):
        return f"{roll.button} was rolled, the chat tells {roll.text}"
    named = roll.text.replace(roll.button, " ", 1)
    told = named.partition("=")[2] if "=" in named else named
    told = re.sub(r"<[^<>]*>", " ", told)
    if roll.kind == TEXT:
        shown = values["result"]
        said = told.strip(" *")
        return "" if shown in told else f"{roll.button} gave {shown}, the chat tells {said}"
    lists = _FACES.findall(told) or _FACES.findall(re.sub(r"<[^<>]*>", " ", named))
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


def _names_itself(button: Dice | None) -> bool:
    """Whether a button's report has its name in it."""
    return button is not None and "$name$" in button.component.get("reportFormat")


def unlike_kept(roll: Rolled, _: Values, button: Dice | None) -> str:
    """Return that the dice of a report, of which some are kept, are not those that were kept.

    A button that keeps the highest or lowest dice tells all that it rolled, with spaces.
    """
    listed = _SPACED.search(roll.text.replace(roll.button, " ", 1))
    if listed is None or roll.kind in (SYMBOLS, TEXT) or not roll.faces:
        return ""
    rolled = [int(face) for face in listed[0].split(", ")]
    if button is not None and len(rolled) != button.number:
        return f"{roll.button} has {button.number} dice, the chat tells {len(rolled)}"
    kept = sorted(roll.faces)
    option = "" if button is None else button.component.get("keepOption")
    by_size = sorted(rolled)
    best = {">": by_size[len(rolled) - len(kept) :], "<": by_size[: len(kept)]}
    if len(kept) < len(rolled) and option in best and _flag(button, "keepDice"):
        is_so = best[option] == kept
    else:
        is_so = not Counter(kept) - Counter(rolled)
    told, shown = ",".join(map(str, rolled)), ",".join(map(str, roll.faces))
    return "" if is_so else f"{roll.button} keeps {shown} of {told}"


def unlike_total(roll: Rolled, values: Values, button: Dice | None) -> str:
    """Return that a roll's total is not the sum of its faces."""
    if roll.kind in (SYMBOLS, TEXT) or roll.total is None or not roll.faces:
        return ""
    if button is not None and button.kind != "DiceButton":
        return ""
    if button is None and f"{len(roll.faces)}d" not in roll.kind:
        return ""
    summed = sum(roll.faces) + _added(button)
    if ("," in values["result"] or button is not None) and summed != roll.total:
        return f"{roll.button}: {values['result']} is {summed}, the total {roll.total}"
    return ""


def unlike_summary(roll: Rolled, values: Values, _: Dice | None) -> str:
    """Return that a roll's summary, or its count of kept dice, is not that of its faces."""
    counted = {int(face): int(count) for face, count in _COUNTED.findall(values["summary"])}
    result = values["result"]
    if roll.kind in (SYMBOLS, TEXT) or not counted or not _INTEGERS.fullmatch(result):
        return ""
    number = sum(counted.values())
    if number > 1 and "," not in result:
        if roll.total is not None and int(result) != roll.total:
            return f"{roll.button} shows {result}, its total is {roll.total}"
    elif dict(Counter(int(face) for face in result.split(","))) != counted:
        return f"{roll.button} rolled {result}, its summary is {values['summary']}"
    kept = values["keep"]
    if kept.isdecimal() and int(kept) != number:
        return f"{roll.button} keeps {kept} dice, its summary has {number}"
    return ""


def unlike_symbols(roll: Rolled, _: Values, button: Dice | None) -> str:
    """Return how the report of symbol dice differs from their faces, which the module names."""
    thrown = _thrown(roll, button)
    names = [name for name, _ in thrown]
    if "[" in roll.text and not all(name in roll.text for name in names):
        return f"{roll.button} threw {', '.join(names)}, the chat tells {roll.text}"
    return ""


def unlike_symbol_total(roll: Rolled, _: Values, button: Dice | None) -> str:
    """Return that the total of symbol dice is not that of their faces."""
    thrown = _thrown(roll, button)
    total = sum(value for _, value in thrown)
    if thrown and roll.total is not None and roll.total != total:
        names = ", ".join(name for name, _ in thrown)
        return f"{roll.button} threw {names}: {total}, not {roll.total}"
    return ""


def _thrown(roll: Rolled, button: Dice | None) -> list[tuple[str, int]]:
    """Return the texts and values of the symbols thrown; none where the module does not say."""
    dice = _special(button) if roll.kind == SYMBOLS else []
    if not roll.faces or len(dice) != len(roll.faces):
        return []
    if any(face > len(die) for face, die in zip(roll.faces, dice, strict=True)):
        return []
    return [die[face - 1] for face, die in zip(roll.faces, dice, strict=True)]


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


def _flag(button: Dice | None, name: str) -> bool:
    return button is not None and button.component.get(name) == "true"


def _plus(button: Dice | None) -> int:
    """Return what a button adds to each die."""
    return _whole(button, "plus")


def _added(button: Dice | None) -> int:
    """Return what a button adds to the sum of the faces that it shows."""
    return _whole(button, "addToTotal")


def _whole(button: Dice | None, name: str) -> int:
    text = "" if button is None else button.component.get(name)
    return int(text) if re.fullmatch(r"-?\d+", text or "") else 0
