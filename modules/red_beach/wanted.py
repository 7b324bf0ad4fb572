"""Wanted: what Red Beach One asks of a VASSAL module that is not ours, in players' words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from modules.red_beach.setup import HOUSE, load_board, load_boxes, load_dials, load_units
from modules.red_beach.units import (
    ARTY,
    BACK,
    BTN_HQ,
    FORT,
    FRONT,
    HQS,
    INF,
    JP_HQ,
    JP_INF,
    JP_TANK,
    KINDS,
    RGT_HQ,
    TANKS,
    Unit,
)
from vassal_bridge.binding.wanted import Wanted, WantedFact, WantedPiece, WantedPlace

MARKER: Final = "marker"
"""The kind of the counters on the tracks."""

_UNITS = frozenset(KINDS) - {FORT}
_STEPS = frozenset({INF, JP_INF, BTN_HQ, RGT_HQ, JP_HQ}) | TANKS

_NO = frozenset({"no", "none", "off", "false", "0"})
_YES = frozenset({"yes", "on", "true", "1"})

FACTS: Final = (
    WantedFact(
        "face",
        kinds=_UNITS,
        words=frozenset({"face", "flip", "flipped", "side", "strength", "reduced", "reduce",
                         "back", "disrupt", "disrupted", "fire", "fired", "status"}),
        values=MappingProxyType({
            FRONT: frozenset({"front", "full", "fresh", "good", "ready", "ok"}),
            BACK: frozenset({"back", "reduced", "flipped", "disrupted", "fired", "weak", "half"}),
        }),
    ),
    WantedFact(
        "marker1",
        kinds=_STEPS,
        words=frozenset({"step", "steps", "loss", "losses", "hit", "hits", "damage"}),
        values=MappingProxyType({False: _NO | {"0"}, True: _YES | {"loss", "hit"}}),
    ),
    WantedFact(
        "used",
        kinds=HQS,
        words=frozenset({"used", "use", "spent", "hq"}),
        values=MappingProxyType({False: _NO | {"ready"}, True: _YES | {"used", "spent"}}),
    ),
    WantedFact(
        "moved",
        kinds=_UNITS,
        words=frozenset({"moved", "move", "acted", "done", "activated"}),
        values=MappingProxyType({False: _NO, True: _YES | {"moved", "acted", "done"}}),
    ),
)  # fmt: skip

ALIKE: Final[Mapping[str, str]] = MappingProxyType(
    {JP_INF: "Japanese Infantry", JP_TANK: "Japanese Tank", ARTY: "Artillery",
     "lt_tank": "Light Tank", "med_tank": "Medium Tank"}
)  # fmt: skip
"""The kinds whose counters may stand for each other, with what a module may call them all."""

MARKER_NAMES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "turn": ("Turn marker",),
        "amtracs": ("AMTRACs available",),
        "engineer_level": ("Engineers",),
        "air_strikes": ("Air strikes available", "Air support"),
        "destroyers": ("Destroyer support", "Destroyers available", "Naval gunfire"),
    }
)
"""Other names of the markers on the tracks [2.0]."""

PLACES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "Available": ("Available units", "Off map"),
        "Eliminated": ("Eliminated units",),
        "Japanese Pool": ("Japanese available", "Japanese units", "Pool"),
        "End": ("End of game",),
    }
)
"""Other names of single boxes."""
STATUS_NAMES: Final = ("General", "Support", "Resources", "Counts")
"""Other names of the track of single counts."""

SYNONYMS: Final[Mapping[str, str]] = MappingProxyType(
    {
        **dict.fromkeys(
            ("co", "coy", "company", "bn", "btn", "battalion", "marine", "marines", "usmc", "us",
             "plt", "platoon", "group", "track", "box", "beach", "marker", "display", "section",
             "the", "of", "x", "number", "no", "nr", "in", "on"), ""),
        **dict.fromkeys(("regiment", "regt", "rgtl", "regimental"), "rgt"),
        **dict.fromkeys(("headquarters", "command post", "cp", "command"), "hq"),
        **dict.fromkeys(("infantry", "rifle", "rifles"), "inf"),
        **dict.fromkeys(("tanks", "armor", "armour"), "tank"),
        **dict.fromkeys(("artillery", "battery", "btry", "howitzer", "howitzers", "pack"), "arty"),
        **dict.fromkeys(("light",), "lt"),
        **dict.fromkeys(("medium",), "med"),
        **dict.fromkeys(("stuart", "stuarts", "m 3"), "lt tank"),
        **dict.fromkeys(("sherman", "shermans", "m 4"), "med tank"),
        **dict.fromkeys(("japanese", "ija", "ijn", "jp"), "jap"),
        **dict.fromkeys(("snlf", "rikusentai", "naval landing force"), "jap inf"),
        **dict.fromkeys(("fortification", "fortress", "bunker", "pillbox", "strongpoint"), "fort"),
        **dict.fromkeys(("game turn", "turn"), "gt"),
        **dict.fromkeys(("november",), "nov"),
        **dict.fromkeys(("japanese resistance level", "japanese resistance", "resistance level",
                         "resistance"), "jrl"),
        **dict.fromkeys(("hundreds", "hundred"), "100"),
        **dict.fromkeys(("tens", "ten"), "10"),
        **dict.fromkeys(("units", "ones", "one"), "1"),
        "two": "2",
        "three": "3",
        **dict.fromkeys(("amtrac", "amtracs", "lvt", "lvts", "amphibious tractors", "tractors"),
                        "amtracs"),
        **dict.fromkeys(("engineer", "engineers"), "engineers"),
        **dict.fromkeys(("air strikes", "airstrikes", "air strike", "air support", "aircraft"),
                        "air"),
        **dict.fromkeys(("destroyer", "dd", "dds", "naval support"), "destroyers"),
        **dict.fromkeys(("reserve", "reserves"), "available"),
        **dict.fromkeys(("dead", "dead pile", "casualties", "destroyed", "graveyard", "lost",
                         "killed"), "eliminated"),
    }
)  # fmt: skip


def load_wanted() -> Wanted:
    """Return what the game asks of a module; raises BindingError for damaged data."""
    board = load_board(HOUSE)
    dials = load_dials()
    turns = next(dial.boxes for dial in dials.values() if dial.field == "turn")
    markers = (
        WantedPiece(name, (dial.name, *MARKER_NAMES.get(name, ())), MARKER)
        for name, dial in dials.items()
    )
    units = (
        WantedPiece(unit.id, (unit.name,), unit.kind, _alike(unit))
        for unit in load_units().values()
    )
    return Wanted(
        pieces=(*units, *markers),
        facts=FACTS,
        places=tuple(_places()),
        sheet=board.sheet,
        hexes=tuple(sorted(board.terrain)),
        turns=turns,
        synonyms=SYNONYMS,
    )


def _alike(unit: Unit) -> str:
    """Return what a module may call all counters of a unit's kind, or all forts of its group."""
    return unit.name.rpartition("-")[0] if unit.is_fort else ALIKE.get(unit.kind, "")


def _places() -> Iterator[WantedPlace]:
    for box, track in load_boxes().items():
        others = PLACES.get(box, ())
        if track == "Status":
            others = tuple(f"{name} {box.rpartition(' ')[2]}" for name in STATUS_NAMES)
        yield WantedPlace(box, (box, *others))
