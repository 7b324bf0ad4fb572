"""Tells in plain words what the recipe of a module does not say: two modules compared."""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from vassal_bridge.formats.comparing.modules import Change, Subject, What, compare_modules
from vassal_bridge.formats.module import Module

WORDS: Mapping[str, str] = MappingProxyType(
    {
        "AboutScreen": "the picture of Help > About",
        "BoxWidget": "a box of the tray",
        "BrowserHelpFile": "a help page for the browser",
        "ChangePropertyButton": "a button that changes a property in another way",
        "Chart": "a chart",
        "ChartWindow": "a chart window",
        "ChessClockControl": "the chess clocks",
        "CounterDetailViewer": "a mouse-over viewer",
        "CounterTurnLevel": "a level of the turn tracker that counts",
        "DeckGlobalKeyCommand": "a key command of a deck",
        "DeckSendKeyCommand": "a menu of a deck that sends cards on",
        "DeckSortKeyCommand": "a menu of a deck that sorts it",
        "DeckSubFolder": "a folder of a deck's commands",
        "DoActionButton": "a button that does several things",
        "DrawPile": "a deck",
        "Flare": "the flare that calls attention",
        "GamePieceImageDefinitions": "pictures drawn with VASSAL's own editor",
        "GlobalKeyCommand": "a global key command",
        "GlobalMap": "the overview of a map",
        "GlobalPropertyFolder": "a folder of properties",
        "GlobalTranslatableMessage": "a message that can be translated",
        "HelpFile": "a help page",
        "HidePiecesButton": "the button that hides counters",
        "ImageSaver": "the button that saves a map as a picture",
        "InternetDiceButton": "dice of a server",
        "Inventory": "a list of the pieces in play",
        "LOS_Thread": "the thread that measures",
        "LayeredPieceCollection": "the order of layers of counters",
        "ListTurnLevel": "a level of the turn tracker",
        "ListWidget": "a list of the tray",
        "Map": "a map",
        "MapSubFolder": "a folder of a map's commands",
        "MapWidget": "a map inside a chart window",
        "MassKeyCommand": "a global key command of a map",
        "MapShader": "a shading of the map",
        "MoveCameraButton": "a button that moves the view",
        "MultiActionButton": "a button that does several things",
        "PanelWidget": "a panel of the tray",
        "PieceRecenterer": "the button that brings counters back onto the map",
        "PieceWindow": "a tray of counters",
        "PlayerHand": "a player's hand",
        "PredefinedSetup": "a set-up",
        "PrivateMap": "a private window",
        "PrototypeFolder": "a folder of prototypes",
        "RandomTextButton": "a button for dice with texts",
        "ScenarioPropertiesOptionTab": "options of scenarios",
        "SetupStack": "an at-start stack",
        "SpecialDiceButton": "a button for dice with faces of their own",
        "StartupGlobalKeyCommand": "a key command at the beginning",
        "TextSaver": "the button that saves a map as text",
        "ToolbarMenu": "a menu of the toolbar",
        "TurnGlobalHotkey": "a key command of the turn tracker",
        "TurnTracker": "a turn tracker",
        "Tutorial": "the tutorial",
        "ZoneHighlight": "a way of lighting up zones",
        "Zoomer": "the zoom of a map",
    }
)
"""What we call a component, where VASSAL's class alone would say little."""
_CHECK = "(checked by building the recipe and comparing both modules)"


def report_text(before: Module, after: Module, notes: Iterable[str]) -> str:
    """Return the report on the module that a recipe was made of and the one that it builds."""
    changes = compare_modules(before, after)
    sections = (
        ("Worth knowing", list(notes)),
        ("Left out", list(_left_out(changes))),
        ("Kept, but otherwise placed or set", [*_moved(changes), *_otherwise(changes)]),
        ("Files that the recipe does not carry", list(_files(changes))),
    )
    lines = [f"# What the recipe of {before.name or before.file} does not say", "", _CHECK, ""]
    for heading, sentences in sections:
        if sentences:
            lines += [f"## {heading}", "", *(f"- {_line(one)}" for one in sentences), ""]
    if not any(sentences for _, sentences in sections):
        lines += ["Nothing: the module that it builds has all that the first one had.", ""]
    return "\n".join(lines)


def _line(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


def _words(change: Change) -> tuple[str, str, str]:
    """Return what a component is called, its name and where it stands, in words."""
    kind, _, label = change.name.partition(" ")
    words = WORDS.get(kind, f"a component {kind}")
    where = f", in {' > '.join(change.place)}" if change.place else ""
    return words, repr(label) if label else "", where


def _gathered(named: Iterable[tuple[str, str, str]]) -> Iterator[str]:
    """Yield a sentence for all components of a sort in one place, with their names."""
    names: dict[tuple[str, str], list[str]] = {}
    for words, name, where in named:
        names.setdefault((words, where), []).append(name)
    for (words, where), found in names.items():
        told = ", ".join(name for name in found if name)
        count = f" ({len(found)} of them)" if len(found) > 1 else ""
        yield f"{words}{count}{' ' if told else ''}{told}{where}"


def _left_out(changes: Iterable[Change]) -> Iterator[str]:
    gone = [change for change in changes if change.what is What.REMOVED]
    yield from _gathered(_words(one) for one in gone if one.subject is Subject.COMPONENT)
    for change in gone:
        if change.subject is Subject.SLOT:
            yield f"the counter {change.name!r}, in {' > '.join(change.place)}"
        elif change.subject is Subject.PROTOTYPE:
            yield f"the prototype {change.name!r}"


def _moved(changes: Iterable[Change]) -> Iterator[str]:
    slots = [change for change in changes if change.subject is Subject.SLOT]
    moved = Tally((one.before, " > ".join(one.place)) for one in slots if one.what is What.MOVED)
    for (before, after), count in moved.items():
        counters = "one counter" if count == 1 else f"{count} counters"
        yield f"{counters} of {before} now in {after}"
    for one in slots:
        if one.what in (What.GPID, What.CHANGED, What.RENAMED):
            yield str(one)


def _otherwise(changes: Iterable[Change]) -> Iterator[str]:
    """Yield the settings of components that are as the recipe sets them."""
    parts: dict[tuple[str, str, str], list[str]] = {}
    for change in changes:
        if change.what is What.CHANGED and change.subject is Subject.COMPONENT:
            parts.setdefault(_words(change), []).append(change.part)
        elif change.what is What.CHANGED and change.subject is Subject.PROTOTYPE:
            parts.setdefault(("the prototype", repr(change.name), ""), []).append(change.part)
    alike: dict[str, list[tuple[str, str, str]]] = {}
    for named, settings in parts.items():
        alike.setdefault(", ".join(dict.fromkeys(settings)), []).append(named)
    for told, group in alike.items():
        for sentence in _gathered(group):
            yield f"{sentence}: {told}"


def _files(changes: Iterable[Change]) -> Iterator[str]:
    for change in changes:
        if change.subject in (Subject.FILE, Subject.IMAGE) and change.what is What.REMOVED:
            yield change.name
