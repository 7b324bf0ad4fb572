"""The parts of a recipe that an extension can add to a module, one row each, and what each makes.

The words are those of the recipe's own tables; of a part one can ask for single things by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType

from vassal_bridge.builder.reading.charts import chart_window
from vassal_bridge.builder.reading.modulerecipe import GlobalText
from vassal_bridge.builder.recipe import Recipe
from vassal_bridge.builder.spelling import components as parts
from vassal_bridge.builder.spelling.xmltree import Component
from vassal_bridge.builder.writing.draft import BOARD_IMAGE, Draft, draft_module
from vassal_bridge.builder.writing.globaltexts import global_text, menus
from vassal_bridge.builder.writing.moduleparts import (
    main_map,
    prototypes,
    setups_of,
    turn_tracker,
)
from vassal_bridge.builder.writing.slotparts import WITHIN, decks, palettes, stacks
from vassal_bridge.builder.writing.windows import draw_window, image_name, window_map
from vassal_bridge.errors import RuleError
from vassal_bridge.pictures.canvas import png_bytes

GLOBALS = parts.PROPERTIES + "GlobalProperties"
"""The path of a module's global properties, where an extension adds its own."""
PROTOTYPES = parts.MODULE + "PrototypesContainer"
"""The path of a module's prototypes."""
IMAGES = "images/"
"""The folder of an archive's pictures."""
ROOT = ""
"""The path of the module itself."""
BRIDGE = "bridge_"
"""What the names of the properties begin with that `watch` reads and answers."""
BETWEEN = ":"
"""Between a part and the name of the one thing of it that is wanted."""


class Making:
    """A recipe of which parts are made; its pictures are drawn when a part first needs them."""

    def __init__(self, recipe: Recipe, prefix: str = "") -> None:
        self.recipe = recipe
        self.prefix = prefix
        self.is_drawn = False

    @cached_property
    def draft(self) -> Draft:
        """The recipe's module being made, with the extension's gpids."""
        self.is_drawn = True
        return draft_module(self.recipe, self.prefix)


class Choice:
    """Which things of a part are wanted: all, or those of some names. It notes what there is."""

    def __init__(self, wanted: Iterable[str] = ()) -> None:
        self.wanted = frozenset(wanted)
        self.seen: dict[str, None] = {}

    def takes(self, *names: str) -> bool:
        """Tell whether a thing is wanted that goes by any of these names."""
        self.seen.update(dict.fromkeys(names))
        return not self.wanted or not self.wanted.isdisjoint(names)

    @property
    def missing(self) -> list[str]:
        """The names that were wanted and that nothing has."""
        return sorted(self.wanted - set(self.seen))


@dataclass(frozen=True, slots=True)
class Added:
    """A component that is added to a module: at a path, or to the map of a name."""

    component: Component
    target: str = ROOT
    map: str = ""


@dataclass(frozen=True, slots=True)
class Made:
    """What a part makes: components, files that go with them, and the maps that it needs."""

    added: tuple[Added, ...] = ()
    files: Mapping[str, bytes] = field(default_factory=dict)
    maps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PartKind:
    """A part that can be asked for: its word, what it adds, and how that is made.

    `named` says what a name chooses of it.
    """

    name: str
    adds: str
    named: str
    make: Callable[[Making, Choice], Made]


def _bridge(making: Making, choice: Choice) -> Made:
    return _properties(one for one in texts_for(making.recipe) if choice.takes(one.name))


def _others(making: Making, choice: Choice) -> Made:
    ours = texts_for(making.recipe)
    others = [one for one in making.recipe.module.properties if one not in ours]
    return _properties(one for one in others if choice.takes(one.name))


def texts_for(recipe: Recipe) -> tuple[GlobalText, ...]:
    """Return the global properties by which a module of a recipe's game asks vassal-bridge.

    The names of game and edition are not among them: a save that has those is of a module that
    we have made.
    """
    return tuple(one for one in recipe.module.properties if one.name.startswith(BRIDGE))


def _properties(texts: Iterable[GlobalText]) -> Made:
    wanted = tuple(texts)
    return Made(
        (
            *(Added(global_text(one), GLOBALS) for one in wanted),
            *(Added(menu) for menu in menus(wanted)),
        )
    )


def _prototypes(making: Making, choice: Choice) -> Made:
    made = prototypes(making.draft)
    chosen = [one for one in made if choice.takes(one.attributes["name"])]
    return Made(tuple(Added(one, PROTOTYPES) for one in chosen))


def _board(making: Making, choice: Choice) -> Made:
    if not (making.recipe.has_board and choice.takes(making.recipe.board.map_name)):
        return Made()
    draft = making.draft
    picture = {IMAGES + BOARD_IMAGE: png_bytes(draft.board.image)}
    return Made(tuple(Added(one) for one in main_map(draft)), picture)


def _windows(making: Making, choice: Choice) -> Made:
    windows = making.recipe.module.windows.values()
    chosen = [one for one in windows if choice.takes(one.name)]
    pictures = {IMAGES + image_name(one): draw_window(making.recipe, one) for one in chosen}
    return Made(tuple(Added(window_map(making.recipe, one)) for one in chosen), pictures)


def _maps(making: Making, choice: Choice) -> Made:
    chosen = [one for one in making.recipe.maps if choice.takes(one.name)]
    return Made(tuple(Added(one.component([])) for one in chosen))


def _stacks(making: Making, choice: Choice) -> Made:
    chosen = [(on, one) for on, one in stacks(making.draft) if choice.takes(on)]
    return Made(tuple(Added(one, map=on) for on, one in chosen))


def _decks(making: Making, choice: Choice) -> Made:
    found = decks(making.draft)
    chosen = [(on, one) for on, one in found if choice.takes(one.attributes["name"])]
    return Made(tuple(Added(one, map=on) for on, one in chosen))


def _counters(making: Making, choice: Choice) -> Made:
    draft = making.draft
    kinds = draft.recipe.module.kinds
    chosen = []
    for slot in draft.in_palette:
        kind = kinds[slot.row.kind]
        window, tab = kind.window.partition(WITHIN)[0], kind.palette_tab
        if choice.takes(window, tab.partition(WITHIN)[0], tab):
            chosen.append(slot)
    trays = palettes(replace(draft, in_palette=tuple(chosen)))
    return Made(tuple(Added(one) for one in trays))


def _dice(making: Making, choice: Choice) -> Made:
    chosen = [die for die in making.recipe.module.dice if choice.takes(die.name)]
    return Made(tuple(Added(parts.dice_button(die.name, die.dice, die.sides)) for die in chosen))


def _turns(making: Making, choice: Choice) -> Made:
    found = turn_tracker(making.draft)
    return Made(tuple(Added(one) for one in found if choice.takes(one.attributes["name"])))


def _charts(making: Making, choice: Choice) -> Made:
    chosen = [chart for chart in making.recipe.charts if choice.takes(chart.style.name)]
    pages = {chart.page: chart.content for chart in chosen if chart.page}
    return Made(tuple(Added(one) for one in chart_window(chosen)), pages)


def _setups(making: Making, choice: Choice) -> Made:
    recipe, draft = making.recipe, making.draft
    chosen = [one for one in setups_of(draft) if choice.takes(one.name)]
    saves = {one.file: one.content for one in chosen if one.file}
    pictures = {IMAGES + name: one for name, one in draft.images.files.items()}
    main = [recipe.board.map_name] if recipe.has_board else []
    further = [one.name for one in recipe.maps if one.style.boards]
    return Made(
        tuple(Added(parts.predefined_setup(one.name, one.file)) for one in chosen),
        saves | pictures | recipe.carried() if saves else {},
        (*main, *recipe.module.windows, *further) if saves else (),
    )


_KINDS = (
    PartKind("bridge", "the menu and properties that ask vassal-bridge", "property", _bridge),
    PartKind("properties", "the other global properties with their buttons", "property", _others),
    PartKind("prototypes", "the prototypes", "prototype", _prototypes),
    PartKind("board", "the map with the board of hexes, without counters", "map", _board),
    PartKind("windows", "the windows with boxes, without counters", "window", _windows),
    PartKind("maps", "the further maps, whose boards are pictures", "map", _maps),
    PartKind("stacks", "the at-start stacks with their counters", "map", _stacks),
    PartKind("decks", "the decks with their cards", "deck", _decks),
    PartKind("counters", "the counter trays", "tray or tab", _counters),
    PartKind("dice", "the dice buttons", "button", _dice),
    PartKind("turns", "the turn tracker", "tracker", _turns),
    PartKind("charts", "the window of charts and tables", "chart", _charts),
    PartKind("setups", "the predefined set-ups", "set-up", _setups),
)
KINDS: Mapping[str, PartKind] = MappingProxyType({one.name: one for one in _KINDS})
"""The parts by their words, in the order in which an extension adds them."""
DEFAULT = ("bridge",)
"""The parts of an extension for which none are named."""


def choices(wanted: Iterable[str]) -> dict[str, Choice]:
    """Return what is wanted of each part, in the order in which parts are added.

    A word may be followed by a colon and a name: `counters:Japanese`.

    Raises:
        RuleError: there is no such part.
    """
    names: dict[str, list[str]] = {}
    whole: set[str] = set()
    for one in wanted:
        part, colon, name = one.partition(BETWEEN)
        if part not in KINDS:
            raise RuleError(f"there is no part {part!r}; there is {', '.join(KINDS)}")
        names.setdefault(part, []).append(name)
        if not colon:
            whole.add(part)
    return {part: Choice([] if part in whole else names[part]) for part in KINDS if part in names}


def make_part(making: Making, part: str, choice: Choice) -> Made:
    """Return what a part makes, or what was chosen of it.

    Raises:
        RuleError: the recipe has nothing of the part, or not what was asked for.
    """
    made = KINDS[part].make(making, choice)
    name = making.recipe.name
    if choice.missing:
        there = ", ".join(choice.seen) or "none"
        raise RuleError(
            f"the recipe {name} has no {part}{BETWEEN}{choice.missing[0]}; there is {there}"
        )
    if not made.added:
        others = ", ".join(other for other in KINDS if other != part)
        raise RuleError(
            f"the recipe {name} has nothing for the part {part!r}; other parts are {others}"
        )
    return made
