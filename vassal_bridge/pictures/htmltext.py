"""Texts in HTML as Java's labels lay them out: the tags that modules use, tables and pictures.

A tag that is not known is left out, and its text is kept. Lines are broken only where the text
asks for a width, or whoever draws it gives one. Source: javax.swing.text.html and its style sheet.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from html.parser import HTMLParser
from typing import TypeAlias

from PIL import Image

from vassal_bridge.formats.fields import read_int
from vassal_bridge.pictures.colours import read_ink
from vassal_bridge.pictures.htmlboxes import Cell, Flow, Inset, Paragraph, Rule, Table
from vassal_bridge.pictures.resampling import resized
from vassal_bridge.pictures.sheet import Ink
from vassal_bridge.pictures.writing import Run, Style

ImageOf: TypeAlias = Callable[[str], Image.Image | None]
"""Gives a picture by its name in the module."""

Attributes: TypeAlias = dict[str, str]

NAMED: Mapping[str, Ink] = {
    "aqua": (0, 255, 255, 255),
    "black": (0, 0, 0, 255),
    "blue": (0, 0, 255, 255),
    "fuchsia": (255, 0, 255, 255),
    "gray": (128, 128, 128, 255),
    "green": (0, 128, 0, 255),
    "lime": (0, 255, 0, 255),
    "maroon": (128, 0, 0, 255),
    "navy": (0, 0, 128, 255),
    "olive": (128, 128, 0, 255),
    "orange": (255, 165, 0, 255),
    "purple": (128, 0, 128, 255),
    "red": (255, 0, 0, 255),
    "silver": (192, 192, 192, 255),
    "teal": (0, 128, 128, 255),
    "white": (255, 255, 255, 255),
    "yellow": (255, 255, 0, 255),
}
"""The colours that Java's style sheets know by name."""

_SIZES = (8, 10, 12, 14, 18, 24, 36)
"""Pixels of HTML's font sizes 1 to 7."""
_BASE_SIZE = 4
_HEADINGS = {"h1": 24, "h2": 18, "h3": 14, "h4": 12, "h5": 10, "h6": 8}
_HEADING_MARGIN = 10
_PARAGRAPH_MARGIN = 15
_LIST_INDENT = 50
_BULLET = "\N{BULLET}"
_BLOCKS = ("p", "div", "center", "blockquote", "pre", *_HEADINGS)
_OF_TABLES = ("table", "tr", "td", "th")
_MOST_TABLES = 4
"""Tables inside one another; deeper ones are read as texts."""
_MOST_PIXELS = 4000
_MOST_LETTERS = 400.0
_HUSHED = ("head", "style", "script", "title")
_HEX = re.compile(r"#?([0-9a-fA-F]{6})")
_RGB = re.compile(r"rgb\(\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*\)")
_PIXELS = re.compile(r"([0-9]{1,4})(?:\.[0-9]+)?\s*(?:px|pt)?")


def html_picture(
    text: str,
    style: Style,
    image_of: ImageOf,
    background: Ink | None = None,
    width: int | None = None,
) -> Image.Image:
    """Return a text in HTML as a picture of the size that it takes, at most so wide."""
    flow = read_html(text, style, image_of)
    size = flow.size(width)
    size = min(max(size[0], 1), _MOST_PIXELS), min(max(size[1], 1), _MOST_PIXELS)
    picture = Image.new("RGBA", size, background or (0, 0, 0, 0))
    flow.draw(picture, 0, 0, size[0] if width is None else width)
    return picture


def is_html(text: str) -> bool:
    """Tell whether Java would lay a label's text out as HTML."""
    return text[:6].lower() == "<html>"


def read_html(text: str, style: Style, image_of: ImageOf) -> Flow:
    """Return what a text in HTML is made of."""
    reader = _Reader(style, image_of)
    reader.feed(text)
    reader.close()
    return reader.finish()


def read_colour(text: str) -> Ink | None:
    """Return a colour as HTML spells it; None for none.

    >>> read_colour("Red"), read_colour("#0a0b0c"), read_colour("rgb(1, 2, 3)")
    ((255, 0, 0, 255), (10, 11, 12, 255), (1, 2, 3, 255))
    """
    text = text.strip().lower()
    if text in NAMED:
        return NAMED[text]
    digits = _HEX.fullmatch(text)
    if digits is not None:
        red, green, blue = bytes.fromhex(digits[1])
        return red, green, blue, 255
    parts = _RGB.fullmatch(text)
    return None if parts is None else read_ink(",".join(parts.groups()))


@dataclass(frozen=True, slots=True)
class _Open:
    """A tag that is not closed yet, with the style and alignment inside it."""

    tag: str
    style: Style
    align: str
    indent: int = 0


class _Reader(HTMLParser):
    """Builds boxes from tags and texts as they come."""

    def __init__(self, style: Style, image_of: ImageOf) -> None:
        super().__init__(convert_charrefs=True)
        self._image_of = image_of
        self._open = [_Open("", style, "left")]
        self._flows = [Flow()]
        self._tables: list[Table] = []
        self._depths: list[int] = []
        self._cells: list[int] = []
        self._line: Paragraph | None = None
        self._above = 0
        self._mark = ""
        self._hushed = 0
        self._items: list[int] = []

    def finish(self) -> Flow:
        """Return all that was read; tables that were never closed are closed."""
        self._end_line()
        while self._tables:
            self._close_cell()
            self._close_table()
        return self._flows[0]

    @property
    def _now(self) -> _Open:
        return self._open[-1]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin what a tag begins."""
        given = {name: value or "" for name, value in attrs}
        given = {**given, **_rules_of(given.get("style", ""))}
        if tag in _HUSHED:
            self._hushed += 1
        elif tag == "br":
            self._paragraph()
            self._end_line()
        elif tag == "hr":
            self._end_line()
            self._flows[-1].boxes.append(Rule((128, 128, 128, 255)))
        elif tag == "img":
            self._put_image(given)
        elif tag in _STRUCTURE:
            _STRUCTURE[tag](self, tag, given)
        else:
            self._push(tag, given)

    def handle_endtag(self, tag: str) -> None:
        """End what a tag began, and all that was left open inside it."""
        if tag in _HUSHED:
            self._hushed = max(0, self._hushed - 1)
            return
        if tag in _OF_TABLES:
            self._close_cell()
            if tag == "table":
                self._close_table()
            return
        if tag in _BLOCKS or tag in ("ul", "ol", "li"):
            self._end_line()
            self._above = max(self._above, _HEADING_MARGIN if tag in _HEADINGS else 0)
        if tag in ("ul", "ol") and self._items:
            self._items.pop()
        if any(one.tag == tag for one in self._open[1:]):
            while self._open.pop().tag != tag:
                pass

    def handle_data(self, data: str) -> None:
        """Add a text to the line, its blanks drawn together."""
        if self._hushed:
            return
        plain = re.sub(r"[ \t\r\n\f]+", " ", data)
        line = self._line
        if line is None or not line.atoms or _ends_blank(line):
            plain = plain.lstrip(" ")
        if plain:
            self._paragraph().atoms.append(Run(plain.replace("\xa0", " "), self._now.style))

    def _put_image(self, given: Attributes) -> None:
        image = self._image_of(given.get("src", "").rpartition("/")[2])
        if image is None:
            return
        width, height = read_int(given.get("width", "")), read_int(given.get("height", ""))
        if width > 0 or height > 0:
            size = image.size
            width = width if width > 0 else max(1, size[0] * height // size[1])
            height = height if height > 0 else max(1, size[1] * width // size[0])
            image = resized(image, min(width, _MOST_PIXELS), min(height, _MOST_PIXELS))
        self._paragraph().atoms.append(Inset(image, self._now.style))

    def _push(self, tag: str, given: Attributes) -> None:
        style = _restyled(self._now.style, tag, given)
        align = given.get("text-align", given.get("align", "")).lower()
        if tag == "center":
            align = "center"
        if tag in ("body", "html", "div", "p") and "width" in given:
            found = _PIXELS.fullmatch(given["width"].strip())
            if found is not None:
                self._flows[-1].fixed = int(found[1])
        self._open.append(replace(self._now, tag=tag, style=style, align=align or self._now.align))

    def _paragraph(self) -> Paragraph:
        if self._line is None:
            now = self._now
            self._line = Paragraph(now.style, now.align, now.indent, self._above, self._mark)
            self._above, self._mark = 0, ""
            self._flows[-1].boxes.append(self._line)
        return self._line

    def _end_line(self) -> None:
        self._line = None

    def _start_block(self, tag: str, given: Attributes) -> None:
        self._end_line()
        if tag in _HEADINGS:
            self._above = max(self._above, _HEADING_MARGIN)
        elif tag == "p":
            self._above = max(self._above, _PARAGRAPH_MARGIN)
        self._push(tag, given)

    def _start_list(self, tag: str, given: Attributes) -> None:
        self._end_line()
        self._items.append(0 if tag == "ol" else -1)
        self._open.append(replace(self._now, tag=tag, indent=self._now.indent + _LIST_INDENT))

    def _start_item(self, tag: str, given: Attributes) -> None:
        self._end_line()
        if self._items and self._items[-1] >= 0:
            self._items[-1] += 1
            self._mark = f"{self._items[-1]}."
        else:
            self._mark = _BULLET
        self._push(tag, given)

    def _start_table(self, tag: str, given: Attributes) -> None:
        self._end_line()
        if len(self._tables) == _MOST_TABLES:
            return
        border = read_int(given.get("border", ""))
        table = Table(
            align=given.get("align", self._now.align).lower(),
            border=min(1, max(0, border)),
            spacing=min(max(0, read_int(given.get("cellspacing", ""), 2)), 100),
            padding=min(max(0, read_int(given.get("cellpadding", ""), 1)), 100),
            back=read_colour(given.get("bgcolor", given.get("background-color", ""))),
        )
        self._flows[-1].boxes.append(table)
        self._tables.append(table)
        self._depths.append(len(self._open))
        self._open.append(replace(self._now, tag=tag, align="left", indent=0))

    def _start_row(self, tag: str, given: Attributes) -> None:
        if self._tables:
            self._close_cell()
            del self._open[self._depths[-1] + 1 :]
            self._tables[-1].rows.append([])
            self._push(tag, given)

    def _start_cell(self, tag: str, given: Attributes) -> None:
        if not self._tables:
            return
        self._close_cell()
        rows = self._tables[-1].rows
        if not rows:
            rows.append([])
        back = read_colour(given.get("bgcolor", given.get("background-color", "")))
        width = _PIXELS.fullmatch(given.get("width", "").strip())
        flow = Flow(fixed=int(width[1]) if width is not None else None)
        span = min(max(1, read_int(given.get("colspan", ""), 1)), 64)
        vertical = given.get("valign", given.get("vertical-align", "middle")).lower()
        rows[-1].append(Cell(flow, back, span, vertical))
        self._flows.append(flow)
        self._cells.append(len(self._open))
        self._push(tag, given)
        if tag == "th":
            bold = replace(self._now.style, bold=True)
            self._open[-1] = replace(self._now, style=bold, align=given.get("align", "center"))

    def _close_cell(self) -> None:
        """End the cell that is open in the innermost table, if one is."""
        self._end_line()
        if self._cells and len(self._flows) > len(self._tables):
            self._flows.pop()
            del self._open[self._cells.pop() :]

    def _close_table(self) -> None:
        if self._tables:
            self._tables.pop()
            del self._open[self._depths.pop() :]


_STRUCTURE: Mapping[str, Callable[[_Reader, str, Attributes], None]] = {
    **dict.fromkeys(_BLOCKS, _Reader._start_block),
    "ul": _Reader._start_list,
    "ol": _Reader._start_list,
    "li": _Reader._start_item,
    "table": _Reader._start_table,
    "tr": _Reader._start_row,
    "td": _Reader._start_cell,
    "th": _Reader._start_cell,
}


def _ends_blank(line: Paragraph) -> bool:
    last = line.atoms[-1]
    return isinstance(last, Run) and last.text.endswith(" ")


def _rules_of(text: str) -> Attributes:
    """Return the rules of a style attribute by their names."""
    pairs = (rule.partition(":") for rule in text.split(";"))
    return {name.strip().lower(): value.strip() for name, _, value in pairs if value}


_TAG_STYLES: Mapping[str, Mapping[str, object]] = {
    "b": {"bold": True},
    "strong": {"bold": True},
    "i": {"italic": True},
    "em": {"italic": True},
    "cite": {"italic": True},
    "u": {"underlined": True},
    "s": {"struck": True},
    "strike": {"struck": True},
    "code": {"family": "Monospaced"},
    "tt": {"family": "Monospaced"},
    "pre": {"family": "Monospaced"},
    "big": {"size": 24.0},
    "small": {"size": 10.0},
    **{tag: {"bold": True, "size": float(size)} for tag, size in _HEADINGS.items()},
}


def _restyled(style: Style, tag: str, given: Attributes) -> Style:
    """Return a style as a tag and its attributes change it."""
    style = replace(style, **_TAG_STYLES.get(tag, {}))  # type: ignore[arg-type]  # by the table
    if tag in ("sub", "sup"):
        part = int(style.size * 0.4)
        style = replace(style, rise=style.rise + (part if tag == "sup" else -part // 2))
        style = replace(style, size=style.size * 0.75)
    ink = read_colour(given.get("color", ""))
    if ink is not None:
        style = replace(style, ink=ink)
    back = read_colour(given.get("background-color", ""))
    if back is not None and tag in ("span", "font"):
        style = replace(style, back=back)
    if given.get("face") or given.get("font-family"):
        family = (given.get("face") or given["font-family"]).split(",")[0].strip("'\" ")
        style = replace(style, family=family)
    weight = given.get("font-weight", "").lower()
    if weight:
        style = replace(style, bold=weight in ("bold", "bolder", "700", "800", "900"))
    if given.get("font-style", "").lower() in ("italic", "oblique"):
        style = replace(style, italic=True)
    decoration = given.get("text-decoration", "").lower()
    if decoration:
        struck = "line-through" in decoration
        style = replace(style, underlined="underline" in decoration, struck=struck)
    size = _size_of(given)
    return style if size is None else replace(style, size=size)


def _size_of(given: Attributes) -> float | None:
    """Return the size in pixels that attributes give; None for none."""
    pixels = _PIXELS.fullmatch(given.get("font-size", "").lower())
    if pixels is not None:
        return min(max(1.0, float(pixels[1])), _MOST_LETTERS)
    text = given.get("size", "").strip()
    number = read_int(text.removeprefix("+"), 0)
    if not number:
        return None
    if text[:1] in "+-":
        number += _BASE_SIZE
    return float(_SIZES[min(max(number, 1), len(_SIZES)) - 1])
