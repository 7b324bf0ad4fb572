"""The module's part of a recipe: every table of module.toml, with what its keys mean."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from vassal_bridge.builder.reading.charts import ChartStyle
from vassal_bridge.builder.reading.checking import Checker
from vassal_bridge.builder.reading.deckrecipe import DeckStyle
from vassal_bridge.builder.reading.facerecipe import KindStyle, LayoutStyle
from vassal_bridge.builder.reading.keykinds import (
    ColourName,
    Colours,
    Each,
    ListOf,
    Named,
    Number,
    Numbers,
    TableOf,
    Text,
    Texts,
    Truth,
    Whole,
)
from vassal_bridge.builder.reading.keys import Reading, key, read_table
from vassal_bridge.builder.reading.mapstyles import MapStyle
from vassal_bridge.pictures.colours import Palette

SETUPS = "setups"
"""The folder of a recipe with saves that are set-ups already."""
NO_DATE = 946_684_800_000
"""The first millisecond of the year 2000: the date of what has no date of its own."""


@dataclass(frozen=True, slots=True)
class CounterStyle:
    """What all counters share."""

    edge: int = key(Whole(least=8), "The edge of a counter in the module, in pixels.", default=60)
    mm: float = key(Number(above=0), "The edge of a printed counter, in millimetres.", default=14.0)


@dataclass(frozen=True, slots=True)
class LayerStyle:
    """A mark that can be put on a counter: its Layer, menu text, key, picture and place.

    With `texts` it is one of several, and its key shows the next, after the last none.
    """

    name: str
    menu: str = key(Text(), "What the counter's menu says.")
    letter: str = key(Text("[A-Z]", "one capital letter"), "The key, with Ctrl.", name="key")
    colour: str = key(ColourName(), "The mark's colour.")
    at: tuple[int, int] = key(
        Numbers(2, whole=True), "Where its middle is, in pixels from the counter's."
    )
    text: str = key(Text(), "What stands on the mark.", default="")
    texts: tuple[str, ...] = key(
        Texts(), "What stands on each of several marks, of which one is shown or none.", default=()
    )
    suffix: str = key(Text(), "What it adds to the counter's name.", default="")

    @property
    def marks(self) -> tuple[str, ...]:
        """What stands on its mark, or on its marks."""
        return self.texts or (self.text,)


@dataclass(frozen=True, slots=True)
class PrototypeStyle:
    """Traits that counters share: which layers, and which housekeeping commands."""

    name: str
    layers: tuple[str, ...] = key(Texts(), "The [layer] marks.", default=())
    moved: bool = key(Truth(), "Whether a counter is marked when it has moved.", default=False)
    eliminate: str = key(Text(), "The box to which Eliminate sends it, a window's too.", default="")
    clone: bool = key(Truth(), "Whether it can be cloned.", default=False)
    label: str = key(
        Text(), "What the menu says that writes a line beside it; without it, no line.", default=""
    )
    flip: bool = key(Truth(), "Whether it has a back.", default=False)
    mask: str = key(
        Text(), "The side that alone sees the front of such a counter while it lies on its back:"
        " its second face is a mask, on which it begins.", default="",
    )  # fmt: skip
    facings: int = key(
        Whole(least=1), "How many ways it can be turned: 6 for hexsides, 2 for a unit that has"
        " fired; 1 for none.", default=1,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Die:
    """A dice button."""

    name: str = key(Text(), "What the button says.")
    dice: int = key(Whole(least=1), "How many dice.")
    sides: int = key(Whole(least=2), "How many sides they have.")


@dataclass(frozen=True, slots=True)
class Button:
    """A toolbar button that gives a global property a value: a fixed one, or one asked for."""

    text: str = key(Text(), "What the button says.")
    tooltip: str = key(Text(), "What is said when the mouse rests on it.", default="")
    value: str = key(Text(), "The value that it sets.", default="")
    prompt: str = key(Text(), "What it asks for instead.", default="")


@dataclass(frozen=True, slots=True)
class GlobalText:
    """A global property of the module that holds a text: what a sidecar keeps in a save.

    Its `buttons` stand on the toolbar, gathered in a menu where `menu` names one; a click is
    told in the chat by `report`.
    """

    name: str = key(Text(), "Its name.")
    value: str = key(Text(), "Its value at the start.", default="")
    description: str = key(Text(), "What it is for.", default="")
    menu: str = key(Text(), "The toolbar menu of its buttons.", default="")
    report: str = key(Text(), "What a click says in the chat.", default="")
    numeric: bool = key(Truth(), "Whether it is a number.", default=False)
    limits: tuple[int, ...] = key(
        Numbers(2, whole=True), "The least and the greatest number that it can be.", default=()
    )
    wrap: bool = key(
        Truth(), "Whether it goes on with the least after the greatest.", default=False
    )
    buttons: tuple[Button, ...] = key(ListOf(Button), "Its buttons.", default=(), name="button")


@dataclass(frozen=True, slots=True)
class Area:
    """A box that holds many counters at the start, laid out in rows from its upper left."""

    name: str
    step: tuple[int, int] = key(Numbers(2, whole=True), "From one counter to the next, in pixels.")
    inset: tuple[int, int] = key(
        Numbers(2, whole=True), "From the box's upper left to the first counter's middle."
    )


@dataclass(frozen=True, slots=True)
class WindowStyle:
    """A window with boxes, in which counters lie anywhere; perhaps only some sides can open it."""

    name: str
    boxes: tuple[str, ...] = key(Texts(), "Its boxes, from top to bottom.")
    box: tuple[int, int] = key(Numbers(2, whole=True), "A box's width and height, in pixels.")
    colour: str = key(ColourName(), "The boxes' colour.")
    sides: tuple[str, ...] = key(
        Texts(), "The sides that alone can open it; all without it.", default=()
    )
    button: str = key(Text(), "What its button says; the window's name without it.", default="")


@dataclass(frozen=True, slots=True)
class Turns:
    """The turn tracker."""

    track: str = key(Text(), "The track whose boxes are the turns.", default="")
    names: tuple[str, ...] = key(Texts(), "The turns, where no track has them.", default=())


@dataclass(frozen=True, slots=True)
class SetupStyle:
    """A set-up of the module that is a save already, such as one of an older module."""

    name: str = key(Text(), "What the menu of new games says.")
    file: str = key(
        Text(), "The save in the folder setups; none for the at-start stacks.", default=""
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ModuleRecipe:
    """Everything in module.toml.

    `homes` gives the box where counters of a kind begin whose row names none; `fills` the ground
    of single counters, by their ids, where it is not their kind's.
    """

    palette: Palette = key(Colours((("moved", "#245ca8"),)), "Colours by name.", default=None)
    include: tuple[str, ...] = key(
        Texts(), "Files whose tables this one has too, such as those of a series of games.",
        default=(),
    )  # fmt: skip
    game: str = key(Text(), "The game's name, in small letters.")
    name: str = key(Text(), "The module's title.")
    version: str = key(Text(), "The module's version.")
    kinds: Mapping[str, KindStyle] = key(
        Named(KindStyle), "The kinds of counters.", default={}, name="kind"
    )
    edition: str = key(Text(), "The edition of the game's data.", default="house")
    description: str = key(Text(), "A line about the module.", default="")
    date_saved: int = key(
        Whole(least=0), "When the module was saved, in milliseconds since 1970; the same"
        " recipe is to give the same bytes.", default=NO_DATE,
    )  # fmt: skip
    first_piece_id: int = key(
        Whole(least=1), "The first id of a piece in set-ups.", default=NO_DATE
    )
    sides: tuple[str, ...] = key(Texts(), "The sides that players take.", default=())
    side_colours: Mapping[str, str] = key(
        Each(ColourName()), "The ground of each side's counters.", default={}
    )
    bands: Mapping[str, str] = key(
        Each(ColourName()), "Colours for what stands in a column, such as a regiment.", default={}
    )
    counters: CounterStyle = key(
        TableOf(CounterStyle), "What all counters share.", default=CounterStyle(60, 14.0)
    )
    fields: Mapping[str, str] = key(Each(Text()), "Texts for every layout.", default={})
    layouts: Mapping[str, LayoutStyle] = key(
        Named(LayoutStyle), "Layouts of your own.", default={}, name="layout"
    )
    layers: Mapping[str, LayerStyle] = key(
        Named(LayerStyle), "Marks that lie on counters.", default={}, name="layer"
    )
    prototypes: Mapping[str, PrototypeStyle] = key(
        Named(PrototypeStyle), "Traits that counters share.", default={}, name="prototype"
    )
    dice: tuple[Die, ...] = key(ListOf(Die), "The dice buttons.", default=(), name="die")
    properties: tuple[GlobalText, ...] = key(
        ListOf(GlobalText), "Global properties that hold a text.", default=(), name="property"
    )
    charts: tuple[ChartStyle, ...] = key(
        ListOf(ChartStyle), "Charts and tables to look at.", default=(), name="chart"
    )
    decks: tuple[DeckStyle, ...] = key(
        ListOf(DeckStyle), "Decks of cards, or of other counters to draw from.", default=(),
        name="deck",
    )  # fmt: skip
    maps: tuple[MapStyle, ...] = key(
        ListOf(MapStyle), "Further maps, whose boards are pictures.", default=(), name="map"
    )
    setups: tuple[SetupStyle, ...] = key(
        ListOf(SetupStyle), "Set-ups that are saves already.", default=(), name="setup"
    )
    turns: Turns = key(TableOf(Turns), "The turn tracker.", default=Turns("", ()))
    areas: Mapping[str, Area] = key(
        Named(Area), "Boxes that hold many counters at the start.", default={}, name="area"
    )
    windows: Mapping[str, WindowStyle] = key(
        Named(WindowStyle),
        "Windows with boxes, perhaps for some sides alone.",
        default={},
        name="window",
    )
    homes: Mapping[str, str] = key(
        Each(Text()), "The box where counters of a kind begin.", default={}
    )
    fills: Mapping[str, str] = key(
        Each(ColourName()), "The ground of single counters, by their ids.", default={}
    )

    def size(self, kind: str) -> tuple[int, int]:
        """Return the width and height of a kind's counters, in pixels."""
        style = self.kinds[kind]
        edge = style.edge or self.counters.edge
        return style.pixels if min(style.pixels) > 0 else (edge, edge)


def read_module(checker: Checker, values: dict[str, Any]) -> ModuleRecipe:
    """Return what module.toml says; problems go to the checker."""
    reading = Reading(checker, "module.toml", Palette({}))
    return read_table(ModuleRecipe, reading, "", {"palette": {}} | values)
