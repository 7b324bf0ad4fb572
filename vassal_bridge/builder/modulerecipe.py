"""The module's part of a recipe: module.toml, read and checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from vassal_bridge.builder.boardrecipe import colour_name, read_palette
from vassal_bridge.builder.checking import Table
from vassal_bridge.pictures.colours import Palette
from vassal_bridge.pictures.symbols import MARKS


@dataclass(frozen=True, slots=True)
class FaceStyle:
    """One face of a counter: a word across it, and whether its ground is paler."""

    word: str
    name: str
    pale: bool


@dataclass(frozen=True, slots=True)
class KindStyle:
    """How the counters of a kind look and what they can do.

    `prototype` names the traits that they share; `faces` are one or two; `note` is the small
    figure in the lower right corner, such as a fire value; `fill` is the ground's colour where
    it is not the side's, `size` the edge in pixels.
    """

    name: str
    marks: tuple[str, ...]
    prototype: str
    faces: tuple[FaceStyle, ...]
    note: str
    shape: str
    fill: str
    size: int
    palette_tab: str


@dataclass(frozen=True, slots=True)
class LayerStyle:
    """A mark that can be put on a counter: its Layer, menu text, key, picture and place."""

    name: str
    menu: str
    key: str
    text: str
    colour: str
    at: tuple[int, int]
    suffix: str


@dataclass(frozen=True, slots=True)
class PrototypeStyle:
    """Traits that counters share: which layers, and which housekeeping commands."""

    name: str
    layers: tuple[str, ...]
    moved: bool
    eliminate: str
    clone: bool
    flip: bool


@dataclass(frozen=True, slots=True)
class Die:
    """A dice button."""

    name: str
    dice: int
    sides: int


@dataclass(frozen=True, slots=True)
class Button:
    """A toolbar button that gives a global property a value: a fixed one, or one asked for."""

    text: str
    tooltip: str
    value: str
    prompt: str


@dataclass(frozen=True, slots=True)
class GlobalText:
    """A global property of the module that holds a text: what a sidecar keeps in a save.

    Its `buttons` stand on the toolbar, gathered in a menu where `menu` names one; a click is
    told in the chat by `report`.
    """

    name: str
    value: str
    description: str
    menu: str = ""
    report: str = ""
    buttons: tuple[Button, ...] = ()


@dataclass(frozen=True, slots=True)
class Area:
    """A box that holds many counters at the start, laid out in rows from its upper left."""

    box: str
    step: tuple[int, int]
    inset: tuple[int, int]


@dataclass(frozen=True, slots=True)
class ModuleRecipe:
    """Everything in module.toml.

    `homes` gives the box where counters of a kind begin whose row names none; `fills` the ground
    of single counters, by their ids, where it is not their kind's.
    """

    game: str
    edition: str
    name: str
    version: str
    description: str
    date_saved: int
    first_piece_id: int
    sides: tuple[str, ...]
    side_colours: Mapping[str, str]
    bands: Mapping[str, str]
    counter_size: int
    palette: Palette
    kinds: Mapping[str, KindStyle]
    layers: Mapping[str, LayerStyle]
    prototypes: Mapping[str, PrototypeStyle]
    dice: tuple[Die, ...]
    properties: tuple[GlobalText, ...]
    turn_track: str
    areas: Mapping[str, Area]
    homes: Mapping[str, str]
    fills: Mapping[str, str]


def read_module(table: Table) -> ModuleRecipe:
    """Return what module.toml says; problems go to the table's checker."""
    counters = table.table("counters")
    palette = read_palette(table)
    size = counters.whole("size", 56)
    counters.done()
    turns = table.table("turns")
    turn_track = turns.text("track")
    turns.done()
    sides = table.table("side_colours")
    bands = table.table("bands")
    homes = table.table("homes")
    fills = table.table("fills")
    recipe = ModuleRecipe(
        game=table.text("game"),
        edition=table.text("edition"),
        name=table.text("name"),
        version=table.text("version"),
        description=table.text("description"),
        date_saved=table.whole("date_saved"),
        first_piece_id=table.whole("first_piece_id"),
        sides=table.texts("sides"),
        side_colours={key: colour_name(sides, key, palette) for key in sides.names()},
        bands={key: colour_name(bands, key, palette) for key in bands.names()},
        counter_size=size,
        palette=palette,
        kinds={
            name: _read_kind(name, kind, palette, size)
            for name, kind in table.named("kind").items()
        },
        layers={
            name: _read_layer(name, layer, palette) for name, layer in table.named("layer").items()
        },
        prototypes={
            name: _read_prototype(name, one) for name, one in table.named("prototype").items()
        },
        dice=tuple(_read_die(die) for die in table.tables("die")),
        properties=tuple(_read_property(one) for one in table.tables("property")),
        turn_track=turn_track,
        areas={name: _read_area(name, area) for name, area in table.named("area").items()},
        homes={key: homes.text(key) for key in homes.names()},
        fills={key: colour_name(fills, key, palette) for key in fills.names()},
    )
    table.done()
    return recipe


def _read_kind(name: str, table: Table, palette: Palette, size: int) -> KindStyle:
    marks = table.texts("marks", ())
    for mark in marks:
        if mark not in MARKS:
            table.wrong("marks", f"expected marks out of {', '.join(MARKS)}, found {mark!r}")
    faces = tuple(
        FaceStyle(face.text("word", ""), face.text("name", ""), face.truth("pale"))
        for face in table.tables("face")
    )
    style = KindStyle(
        name=name,
        marks=tuple(mark for mark in marks if mark in MARKS),
        prototype=table.text("prototype"),
        faces=faces or (FaceStyle("", "", False),),
        note=table.text("note", ""),
        shape=table.choice("shape", ("unit", "fort", "marker"), "unit"),
        fill=colour_name(table, "fill", palette, "") if "fill" in table else "",
        size=table.whole("size", size),
        palette_tab=table.text("tab"),
    )
    table.done()
    return style


def _read_layer(name: str, table: Table, palette: Palette) -> LayerStyle:
    at = table.numbers("at", 2)
    style = LayerStyle(
        name=name,
        menu=table.text("menu"),
        key=table.text("key"),
        text=table.text("text"),
        colour=colour_name(table, "colour", palette),
        at=(int(at[0]), int(at[1])),
        suffix=table.text("suffix", ""),
    )
    if len(style.key) != 1 or not style.key.isalpha() or not style.key.isupper():
        table.wrong("key", f"expected one capital letter, found {style.key!r}")
    table.done()
    return style


def _read_prototype(name: str, table: Table) -> PrototypeStyle:
    style = PrototypeStyle(
        name=name,
        layers=table.texts("layers", ()),
        moved=table.truth("moved"),
        eliminate=table.text("eliminate", ""),
        clone=table.truth("clone"),
        flip=table.truth("flip"),
    )
    table.done()
    return style


def _read_die(table: Table) -> Die:
    die = Die(table.text("name"), table.whole("dice"), table.whole("sides"))
    table.done()
    return die


def _read_property(table: Table) -> GlobalText:
    found = GlobalText(
        name=table.text("name"),
        value=table.text("value", ""),
        description=table.text("description", ""),
        menu=table.text("menu", ""),
        report=table.text("report", ""),
        buttons=tuple(_read_button(one) for one in table.tables("button")),
    )
    table.done()
    return found


def _read_button(table: Table) -> Button:
    found = Button(
        text=table.text("text"),
        tooltip=table.text("tooltip", ""),
        value=table.text("value", ""),
        prompt=table.text("prompt", ""),
    )
    if bool(found.value) == bool(found.prompt):
        table.wrong("value", "a button sets a value or asks with a prompt: give one of them")
    table.done()
    return found


def _read_area(name: str, table: Table) -> Area:
    step, inset = table.numbers("step", 2), table.numbers("inset", 2)
    area = Area(name, (int(step[0]), int(step[1])), (int(inset[0]), int(inset[1])))
    table.done()
    return area
