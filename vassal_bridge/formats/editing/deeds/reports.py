"""Report Action: the line that a piece says when it has done what a key told it.

Source: VASSAL.counters.ReportState, VASSAL.build.module.Map.getChangeFormat.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from vassal_bridge.formats.editing.deeds.hand import Hand, KeyCommand, command
from vassal_bridge.formats.expressions import Kind
from vassal_bridge.formats.expressions.evaluator import shown
from vassal_bridge.formats.kinds import parse_keys
from vassal_bridge.formats.properties import OBSERVER, Look
from vassal_bridge.formats.traits import Trait


def report(trait: Trait) -> Iterator[KeyCommand]:
    """Yield the keys that a Report Action listens to."""
    record = trait.type
    for key in dict.fromkeys(parse_keys(record["keys"])):
        yield from command("", key, _report)
    for key in dict.fromkeys(parse_keys(record["cycle_down_keys"])):
        yield from command("", key, _report_back)


def _report(hand: Hand, trait: Trait) -> None:
    record, index = trait.type, trait.state.number("cycle_index")
    texts = record.values("cycle_formats")
    if index >= 0 and texts:
        hand.change(trait, str((index + 1) % len(texts)))
        _say(hand, trait, texts[index % len(texts)])
    else:
        _say(hand, trait, record["format"])


def _report_back(hand: Hand, trait: Trait) -> None:
    record, index = trait.type, trait.state.number("cycle_index")
    texts = record.values("cycle_formats")
    if index >= 0 and texts:
        back = (index + len(texts) - 1) % len(texts)
        hand.change(trait, str(back))
        _say(hand, trait, texts[(back + len(texts) - 1) % len(texts)])
    else:
        _say(hand, trait, record["format"])


def _say(hand: Hand, trait: Trait, text: str) -> None:
    now = hand.doing.scene_for(OBSERVER).look(hand.piece)
    if now.is_invisible and hand.before.is_invisible:
        return
    own = _Values(hand, now)
    said = now.evaluate(text, Kind.LOCALIZED, own)
    shape = _shape(hand, trait)
    line = now.evaluate(shape, Kind.LOCALIZED, own.also("message", said)) if shape else ""
    if line:
        hand.say("* " + line)


def _shape(hand: Hand, trait: Trait) -> str:
    """Return how the map tells of a change; empty where a global command keeps it quiet."""
    if hand.doing.quiet and not trait.type.flag("no_suppress"):
        return ""
    module = hand.editor.module
    found = None if module is None else module.maps.get(hand.standing.map or "")
    return "$message$" if found is None else found.component.get("changeFormat", "$message$")


class _Values(Mapping[str, str]):
    """The values that a report has of its own: names and places, and the piece as it was."""

    def __init__(self, hand: Hand, now: Look, extra: Mapping[str, str] | None = None) -> None:
        self._hand = hand
        self._now = now
        self._own = dict(extra) if extra is not None else self._known()

    def also(self, name: str, value: str) -> _Values:
        """Return the values with one more."""
        return _Values(self._hand, self._now, {**self._own, name: value})

    def _known(self) -> dict[str, str]:
        now, piece = self._now, self._hand.piece
        return {
            "mapName": now.map or "",
            "location": now.location.name,
            "oldMapName": piece.persistent.get("OldMap", ""),
            "oldLocation": piece.persistent.get("OldLocationName", ""),
            "oldPieceName": self._hand.before.name,
            "newPieceName": now.name,
            "menuCommand": self._hand.menu,
        }

    def __getitem__(self, name: str) -> str:
        if name in self._own:
            return self._own[name]
        if name.startswith("old") and len(name) > 3:
            found = self._hand.before.get(name[3:])
            if found is not None:
                return shown(found)
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._own)

    def __len__(self) -> int:
        return len(self._own)
