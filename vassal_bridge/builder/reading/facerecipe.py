"""How counters look, as a recipe tells it: kinds, faces, and layouts with their parts.

Places are in hundredths of a counter's width and height, sizes in hundredths of its shorter edge,
so that a counter can be drawn in any size. `{name}` in a text stands for a column of
counters.csv, or for a field of the kind.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from vassal_bridge.builder.reading.keykinds import (
    Box,
    Choice,
    ColourName,
    Each,
    ListOf,
    Number,
    Numbers,
    Text,
    Texts,
    Truth,
    Whole,
)
from vassal_bridge.builder.reading.keys import key
from vassal_bridge.pictures.fonts import FACES
from vassal_bridge.pictures.symbols import MARKS, SIZES

DRAWINGS = ("text", "symbol", "box", "disc", "image")
ALIGNS = ("centre", "left", "right")
SHOWN = ("all", "front", "back")


@dataclass(frozen=True, slots=True)
class PartStyle:
    """One part of a layout: a text, the symbol, a box, a disc or a picture, in its place.

    `fill`, `line` and `colour` name colours: of the palette, #rrggbb, `ground`, `ink`, `paper`,
    or `{column}`, which is looked up in [bands]. A part whose text or picture is empty, or whose
    `{column}` has no colour, is not drawn.
    """

    draw: str = key(Choice(DRAWINGS), "What to draw.")
    box: tuple[float, float, float, float] = key(
        Box(), "Left, top, width and height, in hundredths of the counter's width and height."
    )
    text: str = key(
        Text(), "The text or the picture's file name, with {column} for a cell.", default=""
    )
    size: float = key(
        Number(above=0), "The greatest height of letters; smaller where they do not fit.",
        default=20.0,
    )  # fmt: skip
    font: str = key(Choice(tuple(FACES)), "The face of the letters.", default="condensed-bold")
    align: str = key(Choice(ALIGNS), "Where a text stands in its box.", default="centre")
    wrap: bool = key(Truth(), "Whether a text is broken into lines.", default=False)
    fill: str = key(Text(), "The colour of the ground.", default="")
    line: str = key(Text(), "The colour of the edge.", default="")
    colour: str = key(Text(), "The colour of letters; black or white without it.", default="")
    radius: float = key(Number(), "How round a box's corners are.", default=0.0)
    faces: str = key(Choice(SHOWN), "On which faces the part stands.", default="all")


@dataclass(frozen=True, slots=True)
class LayoutStyle:
    """A layout: its parts, the hindmost first."""

    name: str
    parts: tuple[PartStyle, ...] = key(ListOf(PartStyle), "The parts.", name="part")


@dataclass(frozen=True, slots=True)
class FaceStyle:
    """One face of a counter: what is special about it."""

    word: str = key(Text(), "A word across the foot, such as DISRUPTED.", default="")
    name: str = key(Text(), "What the module adds to the name: `reduced`.", default="")
    pale: bool = key(Truth(), "Whether the ground is paler.", default=False)
    fill: str = key(ColourName(), "The ground, where it is another.", default="")
    layout: str = key(Text(), "The layout, where it is another.", default="")
    fields: Mapping[str, str] = key(Each(Text()), "Texts that differ on this face.", default={})


PLAIN_FACE = FaceStyle("", "", False, "", "", {})


@dataclass(frozen=True, slots=True)
class KindStyle:
    """How the counters of a kind look, and which traits they share (`prototype`)."""

    name: str
    palette_tab: str = key(
        Text(), "The tab of the counter tray; `Germans > Infantry` is a tab inside a tab.",
        name="tab",
    )  # fmt: skip
    prototype: str = key(
        Text(), "The [prototype] with the traits that they share; none without it.", default=""
    )
    window: str = key(
        Text(), "The counter tray, where there are several; `Pieces > All` names its tabs, too.",
        default="Counters",
    )  # fmt: skip
    as_list: bool = key(
        Truth(), "Whether the tab is a list of names beside the chosen counter.", default=False,
        name="list",
    )  # fmt: skip
    layout: str = key(
        Text(), "How a face is laid out: unit, fort, marker, air, ship or a [layout] of yours.",
        default="unit",
    )  # fmt: skip
    symbol: tuple[str, ...] = key(
        Texts(tuple(MARKS), pattern="text .+"),
        "The marks of the unit symbol, such as infantry and marine, or `text SP`.",
        default=(),
    )
    size: str = key(Choice(("", *SIZES)), "The unit's size above the symbol.", default="")
    faces: tuple[FaceStyle, ...] = key(
        ListOf(FaceStyle), "The faces, the front first.", default=(PLAIN_FACE,), name="face"
    )
    fields: Mapping[str, str] = key(
        Each(Text()), 'Texts for the layout: strength = "{attack}-{move}".', default={}
    )
    fill: str = key(ColourName(), "The ground, where it is not the side's.", default="")
    edge: int = key(Whole(least=0), "The edge in pixels, where it is another.", default=0)
    pixels: tuple[int, int] = key(
        Numbers(2, whole=True, least=8), "Width and height in pixels of counters that are not"
        " square, such as cards and long ships.", default=(0, 0),
    )  # fmt: skip

    def face_number(self, text: str) -> int | None:
        """Return the number of a face that a scenario names; None for none, ValueError if unknown.

        It is `front` or `back`, the face's own name, or its number from 1.
        """
        if not text:
            return None
        names = {"front": 1, "back": 2}
        names |= {str(number): number for number in range(1, len(self.faces) + 1)}
        names |= {face.name: number for number, face in enumerate(self.faces, 1) if face.name}
        if names.get(text, len(self.faces) + 1) > len(self.faces):
            raise ValueError(text)
        return names[text]
