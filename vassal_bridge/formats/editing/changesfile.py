"""Changes written down in TOML or JSON: what each may say, checked before anything is done.

A file holds a list `change`; each has one verb, whose value names what is changed, and further
keys. VERBS is the whole language; the help of `vassal-bridge edit` is made from it.
"""

from __future__ import annotations

import difflib
import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field

from vassal_bridge.errors import FormatError, Where


class ChangesError(FormatError):
    """Everything that is wrong with a list of changes, one line each."""

    def __init__(self, problems: list[str], *, where: Where) -> None:
        count = "one thing is" if len(problems) == 1 else f"{len(problems)} things are"
        super().__init__("\n  ".join([f"{count} wrong:", *problems]), where=where)
        self.problems = tuple(problems)

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (list(self.problems), self.where)


def _again(problems: list[str], where: Where) -> ChangesError:
    return ChangesError(problems, where=where)


TEXT, NUMBER, YES, VALUE, PLACE, LEVEL, TURN, CARDS = (
    "a text",
    "a number",
    "true or false",
    "a text or a number",
    "a place's name, [x, y] or [map, x, y]",
    "a level's number or name",
    "next, previous or a table of values",
    "a list of ids",
)
"""What a key's value may be, in words."""


@dataclass(frozen=True, slots=True)
class Verb:
    """What a change can do: the verb, what its value names, and its other keys by kind.

    A key whose name ends in `?` may be left out.
    """

    name: str
    what: str
    keys: Mapping[str, str] = field(default_factory=dict)
    subject: str = TEXT

    @property
    def needed(self) -> list[str]:
        """The keys that must be there."""
        return [key for key in self.keys if not key.endswith("?")]

    def kind(self, key: str) -> str | None:
        """Return what a key's value may be; None where the verb has no such key."""
        return self.keys.get(key) or self.keys.get(key + "?")


_AT = {"at?": TEXT}
VERBS: tuple[Verb, ...] = (
    Verb("move", "a piece", {"to": PLACE, "map?": TEXT, "marks?": YES, **_AT}),
    Verb("move_stack", "a piece", {"to": PLACE, "map?": TEXT, "marks?": YES, **_AT}),
    Verb("flip", "a piece", {"layer?": LEVEL, **_AT}),
    Verb("layer", "a piece", {"level": LEVEL, "name?": LEVEL, **_AT}),
    Verb("set", "a piece", {"property": TEXT, "value": VALUE, **_AT}),
    Verb("label", "a piece", {"text": TEXT, "name?": LEVEL, **_AT}),
    Verb("rotate", "a piece", {"degrees?": NUMBER, "facing?": NUMBER, "name?": LEVEL, **_AT}),
    Verb("mask", "a piece", {"side": TEXT, **_AT}),
    Verb("unmask", "a piece", _AT),
    Verb("hide", "a piece", {"side": TEXT, **_AT}),
    Verb("show", "a piece", _AT),
    Verb("mark_moved", "a piece", {"moved?": YES, **_AT}),
    Verb("do", "a piece", {"command": TEXT, "side?": TEXT, **_AT}),
    Verb("clone", "a piece", {"to?": PLACE, "map?": TEXT, **_AT}),
    Verb("delete", "a piece", _AT),
    Verb("place", "a slot, gpid:N or prototype:NAME", {"at": PLACE, "map?": TEXT}),
    Verb(
        "draw",
        "a deck",
        {"to": PLACE, "count?": NUMBER, "side?": TEXT, "face_up?": YES, "map?": TEXT},
    ),
    Verb("put", "a piece", {"deck": TEXT, **_AT}),
    Verb("shuffle", "a deck", {"seed?": NUMBER, "order?": CARDS}),
    Verb("reverse", "a deck"),
    Verb("turn_deck", "a deck", {"face_down": YES}),
    Verb("turn", "next, previous, or levels", {"tracker?": TEXT}, TURN),
    Verb("global", "a global property", {"value": VALUE, "in?": TEXT}),
    Verb("note", "the text of the notes", {"kind?": TEXT}),
    Verb("say", "a line of chat"),
)
"""Everything that a change can do."""
_BY_NAME = {verb.name: verb for verb in VERBS}


@dataclass(frozen=True, slots=True)
class Change:
    """One change of a file: its number from 1, its verb, what it names, its other keys."""

    number: int
    verb: str
    subject: object
    options: Mapping[str, object]


def read_changes(text: str, *, name: str = "", as_json: bool = False) -> list[Change]:
    """Return the changes in a text, TOML or JSON.

    Raises:
        ChangesError: the text cannot be read, or says what no change can; all is listed.
    """
    where = Where(name)
    try:
        found = json.loads(text) if as_json else tomllib.loads(text)
    except (json.JSONDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise ChangesError([f"the text cannot be read: {error}"], where=where) from None
    problems: list[str] = []
    if isinstance(found, dict):
        problems = [
            f"unknown key {key!r}; expected a list `change`" for key in found if key != "change"
        ]
        found = found.get("change", [])
    if not isinstance(found, list):
        raise ChangesError(["expected a list of changes"], where=where)
    changes: list[Change] = []
    for number, one in enumerate(found, 1):
        read = _read(number, one)
        if isinstance(read, Change):
            changes.append(read)
        else:
            problems += [f"change {number}: {problem}" for problem in read]
    if problems:
        raise ChangesError(problems, where=where)
    return changes


def _read(number: int, one: object) -> Change | list[str]:
    if not isinstance(one, dict):
        return ["expected a table"]
    verbs = [key for key in one if key in _BY_NAME and not _is_key_of_another(key, one)]
    if len(verbs) != 1:
        found = " and ".join(verbs) or f"only {', '.join(map(repr, one)) or 'nothing'}"
        near = [near for key in one for near in difflib.get_close_matches(key, _BY_NAME, n=1)]
        hint = f"; did you mean {near[0]!r}?" if near and not verbs else ""
        return [f"expected one verb of {', '.join(_BY_NAME)}, found {found}{hint}"]
    verb = _BY_NAME[verbs[0]]
    problems = [f"{verb.name} needs {key!r}" for key in verb.needed if key not in one]
    for key, value in one.items():
        kind = verb.subject if key == verb.name else verb.kind(key)
        if kind is None:
            known = [known.removesuffix("?") for known in verb.keys]
            near = difflib.get_close_matches(key, known, n=1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            problems.append(f"unknown key {key!r} for {verb.name}{hint}")
        elif not _fits(kind, value):
            problems.append(f"expected {kind} for {key!r}, found {value!r}")
    if verb.name == "rotate" and ("degrees" in one) == ("facing" in one):
        problems.append("rotate needs either 'degrees' or 'facing'")
    if problems:
        return problems
    options = {key: value for key, value in one.items() if key != verb.name}
    return Change(number, verb.name, one[verb.name], options)


def _is_key_of_another(key: str, one: Mapping[str, object]) -> bool:
    """Tell whether a verb's word is here a key of another verb, as `layer` is of `flip`."""
    others = (_BY_NAME[other] for other in one if other in _BY_NAME and other != key)
    return any(verb.kind(key) is not None for verb in others)


def _fits(kind: str, value: object) -> bool:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    match kind:
        case "a text":
            return isinstance(value, str)
        case "a number":
            return is_number
        case "true or false":
            return isinstance(value, bool)
        case "a text or a number" | "a level's number or name":
            return isinstance(value, str) or (is_number and isinstance(value, int))
        case "a list of ids":
            return isinstance(value, list) and all(isinstance(one, str) for one in value)
        case "next, previous or a table of values":
            return value in ("next", "previous") or (
                isinstance(value, dict) and all(_fits(VALUE, one) for one in value.values())
            )
        case _:
            return isinstance(value, str) or _is_point(value)


def _is_point(value: object) -> bool:
    if not isinstance(value, list) or len(value) not in (2, 3):
        return False
    pixels = value[-2:]
    on_map = len(value) == 2 or isinstance(value[0], str)
    return on_map and all(isinstance(one, int) and not isinstance(one, bool) for one in pixels)
