"""Whether the chat tells what the steps do, and whether its lines are what they look like."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from vassal_bridge.audit.acts import Act, ReadStep
from vassal_bridge.audit.finding import Finding, Severity
from vassal_bridge.audit.found import found
from vassal_bridge.audit.reading import Reading
from vassal_bridge.audit.rolls import told_rolls
from vassal_bridge.audit.seating import is_match, seated_steps
from vassal_bridge.audit.within.reports import (
    TYPED,
    is_joined,
    report_shapes,
    tells_of_act,
    trait_shapes,
    turn_shapes,
)
from vassal_bridge.formats.logs.story import plain_chat

_ROLLED = re.compile(r"^\*\*\*[^<>]*\*\*\*\s*(?:&lt;|<)(?P<name>[^<>&]+)(?:&gt;|>)\s*(?:\[.*)?$")
"""A roll's report of the usual shape, as it is spelled: its player's name stands behind it."""
_IN_PIXELS = re.compile(r"\(-?\d+,-?\d+\)$")
_NUMBER = re.compile(r"-?\d+")
_IDLE = frozenset({"Chat", "Null", "Opaque"})
_OTHER_WORDS = 3
"""Reports of moves that all differ from the moves: the module then has other names for places."""
_NAMELESS = frozenset({"", "offboard", "off the map", "?"})


def typed_names(reading: Reading) -> Iterator[Finding]:
    """Yield the names of typed lines and rolls that nobody has, each once [CHAT-NAME]."""
    told: set[str] = set()
    severity = None if is_match(reading) else Severity.NOTE
    for step, seated in seated_steps(reading):
        names = {seat.name for seat in seated.seats.values()}
        for spelled in step.chat:
            named = TYPED.match(spelled) or _ROLLED.match(spelled)
            name = "" if named is None else html.unescape(named["name"])
            if name and names and name not in names and name not in told:
                told.add(name)
                yield found("CHAT-NAME", reading, step, f"the chat has {name}", severity=severity)


def typed_reports(reading: Reading) -> Iterator[Finding]:
    """Yield what players typed that looks like a report [CHAT-TYPED]."""
    shapes = report_shapes(reading.module)
    for step in reading.steps:
        for spelled in step.chat:
            typed = TYPED.match(spelled)
            text = "" if typed is None else plain_chat(typed["text"])
            if text and (tells_of_act(text, shapes) or told_rolls(text) is not None):
                yield found("CHAT-TYPED", reading, step, text)


def reports_alone(reading: Reading) -> Iterator[Finding]:
    """Yield the reports of acts in steps that hold no act [CHAT-FORGED]."""
    shapes = report_shapes(reading.module)
    for step in reading.steps:
        if any(act.kind not in _IDLE for act in step.acts):
            continue
        for spelled in step.chat:
            text = plain_chat(spelled)
            if text.startswith("-") or (text.startswith("*") and tells_of_act(text, shapes)):
                yield found("CHAT-FORGED", reading, step, text)


def typed_with_acts(reading: Reading) -> Iterator[Finding]:
    """Yield the typed lines in whose step something is done [CHAT-ACTS]."""
    for step in reading.steps:
        acts = [act for act in step.acts if act.kind not in _IDLE]
        typed = [text for text in step.chat if TYPED.match(text)]
        if typed and acts and not step.is_undo:
            kinds = ", ".join(dict.fromkeys(act.kind for act in acts))
            evidence = f"{plain_chat(typed[0])}: {kinds}"
            severity = Severity.NOTE if is_joined(step) else None
            yield found("CHAT-ACTS", reading, step, evidence, acts=acts, severity=severity)


def reports_of_nothing(reading: Reading) -> Iterator[Finding]:
    """Yield a piece's reports of its changes in steps that change no piece [CHAT-FORGED].

    Only where the same report comes with a change in other steps: some keys report and do nothing.
    """
    shapes = trait_shapes(reading.log.start)
    told: dict[str, list[tuple[ReadStep, str, bool]]] = {}
    for step in reading.steps if shapes else ():
        if step.is_undo:
            continue
        changes = any(_changes(act) for act in step.acts)
        for text in map(plain_chat, step.chat):
            shape = next((name for name, one in shapes.items() if one.fullmatch(text)), None)
            if shape is not None:
                told.setdefault(shape, []).append((step, text, changes))
    for lines in told.values():
        if sum(changes for _, _, changes in lines) > len(lines) / 2:
            for step, text, changes in lines:
                if not changes:
                    yield found("CHAT-FORGED", reading, step, f"{text}: no piece changes")


def _changes(act: Act) -> bool:
    """Whether an act changes anything about a piece."""
    if act.before is None or act.after is None:
        return act.kind in ("AddPiece", "RemovePiece")
    return (act.before.point, act.before.states) != (act.after.point, act.after.states)


def moves_told(reading: Reading) -> Iterator[Finding]:
    """Yield the moves whose report tells other places, or another piece [CHAT-MOVE].

    Where all reports of a log do, their words are others than ours, and nothing is said.
    """
    shapes = report_shapes(reading.module)
    unlike: list[Finding] = []
    compared = 0
    for step in reading.steps:
        acts = [act for act in step.of("MovePiece") if _on_maps(act)]
        if not acts or step.is_undo:
            continue
        for spelled in step.chat:
            text = plain_chat(spelled).lstrip("* ")
            match = next((m for shape in shapes if (m := shape.fullmatch(text))), None)
            if match is None or "previousLocation" not in match.groupdict():
                continue
            compared += 1
            words = _unlike_move(match.groupdict(), acts, step)
            if words:
                unlike.append(found("CHAT-MOVE", reading, step, words, acts=acts))
    if len(unlike) < max(compared, _OTHER_WORDS):
        yield from unlike


def _on_maps(act: Act) -> bool:
    before, after = act.before, act.after
    return (
        before is not None
        and after is not None
        and before.point is not None
        and after.point is not None
    )


def _unlike_move(told: dict[str, str], acts: list[Act], step: ReadStep) -> str:
    """Return how a report differs from the moves of its step; empty where it tells of one."""
    starts = {act.before.place for act in acts if act.before is not None}
    ends = {act.after.place for act in acts if act.after is not None}
    for said, places, word in (
        (told.get("previousLocation", ""), starts, "from"),
        (told.get("location", ""), ends, "to"),
    ):
        known = {one for one in places if one not in _NAMELESS and not _IN_PIXELS.search(one)}
        if known and len(known) == len(places) and said not in known and said not in _NAMELESS:
            return f"the chat tells {word} {said}, the move is {word} {', '.join(sorted(known))}"
    return _unlike_name(told.get("pieceName", ""), acts, step)


def _unlike_name(said: str, acts: list[Act], step: ReadStep) -> str:
    names = [
        act.before.name
        for act in acts
        if act.before is not None and act.before.kind == "piece" and act.before.is_open
    ]
    later = [act.after.name for act in step.acts if act.after is not None]
    covered = any(
        one is not None and (one.masked_by or one.hidden_by)
        for act in acts
        for one in (act.before, act.after)
    )
    if covered or len(names) != len(acts) or not said or not all(names):
        return ""
    if any(name in said or said in name for name in (*names, *later)):
        return ""
    return f"the chat tells of {said}, {names[0]} was moved"


def values_told(reading: Reading) -> Iterator[Finding]:
    """Yield the reports of properties' changes that tell another value [CHAT-VALUE].

    A line may tell of any change of its step, or of all changes of a property together.
    """
    for step in reading.steps:
        changes = step.of("ChangeProperty")
        if step.is_undo or step.rolls or not changes:
            continue
        lines = [plain_chat(spelled) for spelled in step.chat]
        steps_of = {
            name: [act.command for act in changes if act.command["name"] == name]
            for name in dict.fromkeys(act.command["name"] for act in changes)
        }
        made = {(one["old"], one["new"]) for own in steps_of.values() for one in own}
        made |= {(own[0]["old"], own[-1]["new"]) for own in steps_of.values()}
        for name, own in steps_of.items():
            change = re.compile(rf"{re.escape(name)}\b.*?(-?\d+) (?:to|->) (-?\d+)")
            for told in filter(None, map(change.search, lines)):
                old, new = own[0]["old"], own[-1]["new"]
                if _NUMBER.fullmatch(new) and (told[1], told[2]) not in made:
                    evidence = f"{name} changes from {old} to {new}, the chat tells {told[0]}"
                    yield found("CHAT-VALUE", reading, step, evidence)


def options_told(reading: Reading) -> Iterator[Finding]:
    """Yield the reports of a scenario's options that tell another value [CHAT-VALUE]."""
    for step in reading.steps:
        for act in () if step.is_undo else step.of("SetGlobalProperty"):
            name, value = act.command["name"], act.command["value"]
            told = re.compile(rf"{re.escape(name)}\b.* to (?P<new>.*)", re.DOTALL)
            for line in filter(None, (told.search(plain_chat(one)) for one in step.chat)):
                if value not in line["new"]:
                    evidence = f"{name} becomes {value}, the chat tells {line[0]}"
                    yield found("CHAT-VALUE", reading, step, evidence)


def turns_told(reading: Reading) -> Iterator[Finding]:
    """Yield the reports of turns that tell another than the tracker shows [CHAT-TURN]."""
    shapes = [] if reading.module is None else turn_shapes(reading.module)
    for step in reading.steps if shapes else ():
        if not step.of("SetTurn") or step.is_undo:
            continue
        now = [one for one in step.next_turn.split("; ") if one not in step.turn.split("; ")]
        lines = map(plain_chat, step.chat)
        told = [m for line in lines for shape in shapes if (m := shape.fullmatch(line))]
        if now and told and not any(m["newTurn"] in now for m in told):
            evidence = f"the tracker shows {now[0]}: {told[0][0]}"
            yield found("CHAT-TURN", reading, step, evidence)
