"""What a module holds besides maps: slots, sides, properties, turns, dice and set-ups."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from vassal_bridge.formats.boards.maps import is_map
from vassal_bridge.formats.buildfile import Component
from vassal_bridge.formats.fields import read_int
from vassal_bridge.formats.prototypes import Prototype, parse_definition
from vassal_bridge.formats.tokens import decode
from vassal_bridge.formats.traits import Trait

SLOT_CLASSES = ("PieceSlot", "CardSlot")
TURN_LEVELS = ("CounterTurnLevel", "ListTurnLevel")
DICE_CLASSES = ("DiceButton", "InternetDiceButton", "RandomTextButton", "SpecialDiceButton")


@dataclass(frozen=True, slots=True)
class Slot:
    """A piece slot: a counter in a palette, a card of a draw pile, a piece of a stack.

    `place` names the components around it, from the outermost inwards.
    """

    entry_name: str
    gpid: str
    definition: str = field(repr=False)
    is_card: bool
    place: tuple[str, ...]
    component: Component = field(repr=False)

    @property
    def name(self) -> str:
        """The name in the palette; where the slot has none, the piece's own."""
        if self.entry_name:
            return self.entry_name
        innermost = parse_definition(self.definition).traits[-1].type
        basic = Trait(0, innermost, "")
        return "" if basic.is_opaque else basic.type["name"]


@dataclass(frozen=True, slots=True)
class PropertyHolder:
    """Where a global property lives: the module, one of its maps, or a zone."""

    kind: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class GlobalProperty:
    """A global property, or an option of a scenario, with the value that it begins with.

    `minimum` and `maximum` bind numeric ones; None means no bound.
    """

    name: str
    initial: str
    holder: PropertyHolder
    numeric: bool = False
    minimum: int | None = None
    maximum: int | None = None
    wraps: bool = False


@dataclass(frozen=True, slots=True)
class TurnLevel:
    """A level of a turn tracker: it counts from `start` by `step`, or goes through `names`."""

    property: str
    format: str
    names: tuple[str, ...]
    start: int
    step: int
    loops: bool
    limit: int
    levels: tuple[TurnLevel, ...]
    component: Component = field(repr=False)


@dataclass(frozen=True, slots=True)
class TurnTracker:
    """A turn tracker; `id` is what saves call it, its name is the player's."""

    id: str
    name: str
    format: str
    levels: tuple[TurnLevel, ...]
    component: Component = field(repr=False)


@dataclass(frozen=True, slots=True)
class Dice:
    """A dice button: so many dice of so many sides, or of the faces of its own."""

    name: str
    kind: str
    number: int
    sides: int
    faces: tuple[str, ...]
    component: Component = field(repr=False)


@dataclass(frozen=True, slots=True)
class Setup:
    """A predefined set-up: an item of the menu of new games, or a menu of such items.

    `file` is the entry with the save; empty where the set-up uses none.
    """

    name: str
    is_menu: bool
    file: str
    menus: tuple[str, ...]
    description: str
    component: Component = field(repr=False)


def read_slots(root: Component) -> Iterator[Slot]:
    """Yield all slots anywhere, in the order of the build file."""
    for one in root.find_all(*SLOT_CLASSES):
        yield Slot(
            entry_name=one.get("entryName"),
            gpid=one.get("gpid"),
            definition=one.text,
            is_card=one.kind == "CardSlot",
            place=one.place[:-1],
            component=one,
        )


def read_prototypes(root: Component) -> Iterator[Prototype]:
    """Yield all prototype definitions in the order of the build file."""
    for one in root.find_all("PrototypeDefinition"):
        yield Prototype(one.get("name"), one.text, one.get("description"), one.place[:-1])


def read_sides(root: Component) -> Iterator[str]:
    """Yield the sides that a player can take."""
    for roster in root.find_all("PlayerRoster"):
        yield from (one.text for one in roster.children if one.tag == "entry")


def read_properties(root: Component) -> Iterator[GlobalProperty]:
    """Yield global properties, zones' properties and scenario options, in order."""
    for one in root.walk():
        is_option = one.kind.endswith("ScenarioProperty")
        if not (is_option or one.kind in ("GlobalProperty", "ZoneProperty")):
            continue
        numeric = one.flag("isNumeric")
        yield GlobalProperty(
            name=one.get("name"),
            initial=one.get("initialValue"),
            holder=_holder(one),
            numeric=numeric,
            minimum=_bound(one, "min") if numeric else None,
            maximum=_bound(one, "max") if numeric else None,
            wraps=one.flag("wrap"),
        )


def _bound(component: Component, name: str) -> int | None:
    text = component.get(name, "null")
    return None if text in ("null", "") else read_int(text)


def _holder(component: Component) -> PropertyHolder:
    for one in component.ancestors():
        if one.kind == "Zone":
            return PropertyHolder("zone", one.get("name"))
        if is_map(one):
            return PropertyHolder("map", one.get("mapName"))
    return PropertyHolder("module")


def read_turns(root: Component) -> Iterator[TurnTracker]:
    """Yield the turn trackers."""
    for number, one in enumerate(root.find_all("TurnTracker")):
        yield TurnTracker(
            id=f"TurnTracker{number}",
            name=one.get("name", "Turn"),
            format=one.get("turnFormat"),
            levels=_levels(one),
            component=one,
        )


def _levels(component: Component) -> tuple[TurnLevel, ...]:
    found: list[TurnLevel] = []
    for one in component.children:
        if one.kind not in TURN_LEVELS:
            continue
        names = one.get("list")
        found.append(
            TurnLevel(
                property=one.get("property"),
                format=one.get("turnFormat", "$value$"),
                names=tuple(decode(names, ",")) if names else (),
                start=read_int(one.get("start"), 1),
                step=read_int(one.get("incr"), 1),
                loops=one.flag("loop"),
                limit=read_int(one.get("loopLimit"), -1),
                levels=_levels(one),
                component=one,
            )
        )
    return tuple(found)


def read_dice(root: Component) -> Iterator[Dice]:
    """Yield the dice buttons of every kind; a special one's dice are its own components."""
    for one in root.find_all(*DICE_CLASSES):
        is_special = one.kind == "SpecialDiceButton"
        special = sum(1 for _ in one.find_all("SpecialDie")) if is_special else 0
        faces = one.get("faces")
        yield Dice(
            name=one.get("name"),
            kind=one.kind,
            number=special if is_special else read_int(one.get("nDice"), 2),
            sides=0 if is_special else read_int(one.get("nSides"), 6),
            faces=tuple(decode(faces, ",")) if faces else (),
            component=one,
        )


def read_setups(root: Component) -> Iterator[Setup]:
    """Yield the predefined set-ups, menus before what they hold."""
    for one in root.find_all("PredefinedSetup"):
        menus = [up.get("name") for up in one.ancestors() if up.kind == "PredefinedSetup"]
        is_menu = one.flag("isMenu")
        uses_file = one.flag("useFile", default=True) and not is_menu
        yield Setup(
            name=one.get("name"),
            is_menu=is_menu,
            file=one.get("file") if uses_file else "",
            menus=tuple(reversed(menus)),
            description=one.get("description"),
            component=one,
        )
