"""The reports that VASSAL writes of moves and new pieces, to know their form in the chat."""

from __future__ import annotations

import html
import re

from vassal_bridge.audit.acts import ReadStep
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.save import Save
from vassal_bridge.formats.traits import Trait

_MOVES = "$pieceName$ moves $previousLocation$ -> $location$ *"
"""How VASSAL reports a move where the module says nothing else."""
_CREATED = "$pieceName$ created in $location$ *"
_SLOT = re.compile(r"\$(\w+)\$")
TYPED = re.compile(r"^(?:&lt;|<)(?P<name>.+?)(?:&gt;|>) - (?P<text>.*)", re.DOTALL)
"""A line that a player has typed, as it is spelled: VASSAL puts his name in front."""
_LEAST = 2
"""Characters besides its slots that a format must have, that a line can be known by it."""


def is_reported(step: ReadStep) -> bool:
    """Tell whether the chat of a step tells of it; a typed line with acts does, however odd."""
    return bool(step.chat) and not (is_joined(step) and all(map(TYPED.match, step.chat)))


def is_joined(step: ReadStep) -> bool:
    """Tell whether VASSAL has joined a whole step to a line: its steps begin with no act."""
    first, second = ([*step.acts, None, None])[:2]
    if first is None or second is None or first.kind != "Chat":
        return False
    return second.kind == "Null" or second.command.own in ("", "null")


def tells_of_act(text: str, shapes: list[re.Pattern[str]]) -> bool:
    """Tell whether a line has the form of a report of a move or a new piece."""
    bare = text.lstrip("* ")
    return any(shape.fullmatch(bare) for shape in shapes)


def report_shapes(module: Module | None) -> list[re.Pattern[str]]:
    """Return the patterns of the reports of moves: VASSAL's own and those of the module's maps."""
    formats = [_MOVES, _CREATED]
    if module is not None:
        for one in module.maps.values():
            formats += [
                one.component.get(name)
                for name in ("moveWithinFormat", "moveToFormat", "createFormat")
            ]
    plain = [one for one in dict.fromkeys(formats) if one and "{" not in one]
    return [_pattern(one) for one in plain if _is_telling(one)]


def _is_telling(report: str) -> bool:
    """Whether a format has slots, and enough besides them to know a line by."""
    bare = re.sub(r"[\s*]", "", _SLOT.sub("", report))
    return _SLOT.search(report) is not None and len(bare) >= _LEAST


def trait_shapes(save: Save) -> dict[str, re.Pattern[str]]:
    """Return the patterns of the reports that pieces make by a trait, by the trait's format."""
    types = {one for piece in save.pieces for one in piece.types if one.startswith("report;")}
    formats = sorted({Trait(0, one, "").type["format"] for one in types})
    return {one: _pattern(f"* {one}") for one in formats if _is_telling(one) and "{" not in one}


def turn_shapes(module: Module) -> list[re.Pattern[str]]:
    """Return the patterns of the reports of turn trackers that name the new turn."""
    formats = [one.component.get("reportFormat") or "" for one in module.turn_trackers]
    plain = (html.unescape(one) for one in formats if "$newTurn$" in one and "{" not in one)
    return [_pattern(f"* {one}") for one in plain if _is_telling(one)]


def _pattern(report: str) -> re.Pattern[str]:
    parts: list[str] = []
    seen: set[str] = set()
    end = 0
    report = report.strip()
    for slot in _SLOT.finditer(report):
        parts.append(re.escape(report[end : slot.start()]))
        name = slot[1]
        known = f"(?P<{name}>.+?)" if name.isidentifier() else ".+?"
        parts.append(f"(?P={name})" if name in seen else known)
        if name.isidentifier():
            seen.add(name)
        end = slot.end()
    parts.append(re.escape(report[end:]))
    return re.compile("".join(parts))
