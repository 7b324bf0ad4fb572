"""What a text in HTML is made of, laid out: paragraphs, tables, rules, and flows of them.

A box tells its size for a width that it may take (None: as wide as it likes) and draws itself.
Sizes are pixels; the margins are those of the style sheet that Java's text pane begins with.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeAlias

from vassal_bridge.pictures.sheet import Ink, Sheet
from vassal_bridge.pictures.writing import Run, Style

if TYPE_CHECKING:
    from PIL import Image

Size: TypeAlias = tuple[int, int]

RULE_HEIGHT = 6


@dataclass(frozen=True, slots=True)
class Inset:
    """A picture that stands in a line as a letter does."""

    image: Image.Image
    style: Style

    @property
    def width(self) -> float:
        """The width in pixels."""
        return float(self.image.width)

    @property
    def ascent(self) -> int:
        """The pixels above the base line: all of them."""
        return self.image.height

    @property
    def descent(self) -> int:
        """The pixels below the base line: none."""
        return 0

    def draw(self, picture: Image.Image, x: float, base: int) -> None:
        """Lay the picture on the base line."""
        Sheet(picture).paste(self.image, int(x), base - self.image.height)


Atom: TypeAlias = Run | Inset
Line: TypeAlias = list[Atom]


class Box(Protocol):
    """A part of a flow."""

    def size(self, width: int | None) -> Size:
        """Return the size where it may be so wide."""
        ...

    def draw(self, picture: Image.Image, x: int, y: int, width: int) -> None:
        """Draw with the upper left corner at x, y, aligned in a width."""
        ...


@dataclass(slots=True)
class Paragraph:
    """Atoms in lines, broken where there is no more room; `mark` stands before the first."""

    style: Style
    align: str = "left"
    indent: int = 0
    above: int = 0
    mark: str = ""
    atoms: list[Atom] = field(default_factory=list)

    def lines(self, width: int | None) -> list[Line]:
        """Return the lines; one where nothing limits the width."""
        if width is None:
            return [_trimmed(self.atoms)]
        room = max(1, width - self.indent)
        lines: list[Line] = [[]]
        used = 0.0
        for atom in _words(self.atoms):
            needed = atom.width if isinstance(atom, Inset) else _bare(atom).width
            if lines[-1] and used + needed > room:
                lines.append([])
                used = 0.0
            lines[-1].append(atom)
            used += atom.width
        return [_trimmed(line) for line in lines]

    def size(self, width: int | None) -> Size:
        """Return the width of the longest line and the height of all."""
        lines = self.lines(width)
        widest = max(_width(line) for line in lines)
        return widest + self.indent, self.above + sum(sum(self._reach(line)) for line in lines)

    def _reach(self, line: Line) -> tuple[int, int]:
        """Return the pixels of a line above and below its base line."""
        atoms = line or [Run("", self.style)]
        return max(atom.ascent for atom in atoms), max(atom.descent for atom in atoms)

    def draw(self, picture: Image.Image, x: int, y: int, width: int) -> None:
        """Write the lines."""
        y += self.above
        if self.mark:
            run = Run(self.mark, self.style)
            run.draw(picture, x + self.indent - run.width - 6, y + run.ascent)
        for line in self.lines(width):
            above, below = self._reach(line)
            free = max(0, width - self.indent - _width(line))
            at = float(x + self.indent + {"center": free // 2, "right": free}.get(self.align, 0))
            for atom in line:
                atom.draw(picture, at, y + above)
                at += atom.width
            y += above + below


@dataclass(frozen=True, slots=True)
class Rule:
    """A line from side to side."""

    ink: Ink

    def size(self, width: int | None) -> Size:
        """Return the height; a rule asks for no width of its own."""
        return 0, RULE_HEIGHT

    def draw(self, picture: Image.Image, x: int, y: int, width: int) -> None:
        """Draw the line."""
        Sheet(picture).rectangle((x, y + 2, x + max(1, width) - 1, y + 3), self.ink, None)


@dataclass(slots=True)
class Flow:
    """Boxes one below another; `fixed` is the width that the text itself asks for."""

    boxes: list[Box] = field(default_factory=list)
    fixed: int | None = None

    def size(self, width: int | None) -> Size:
        """Return the width of the widest box and the height of all."""
        room = self.fixed if self.fixed is not None else width
        sizes = [box.size(room) for box in self.boxes]
        widest = max((across for across, _ in sizes), default=0)
        if self.fixed is not None:
            widest = max(widest, self.fixed)
        return widest, sum(down for _, down in sizes)

    def draw(self, picture: Image.Image, x: int, y: int, width: int) -> None:
        """Draw the boxes one below another."""
        for box in self.boxes:
            box.draw(picture, x, y, width)
            y += box.size(width)[1]


@dataclass(slots=True)
class Cell:
    """A cell of a table."""

    flow: Flow
    back: Ink | None = None
    span: int = 1
    vertical: str = "middle"


@dataclass(slots=True)
class Table:
    """Rows of cells; spacing lies between cells, padding inside each."""

    rows: list[list[Cell]] = field(default_factory=list)
    align: str = "left"
    border: int = 0
    spacing: int = 2
    padding: int = 1
    back: Ink | None = None

    def columns(self) -> list[int]:
        """Return the width of each column, the padding included."""
        count = max((sum(cell.span for cell in row) for row in self.rows), default=0)
        widths = [0] * count
        for row in self.rows:
            for at, cell in _placed(row):
                wanted = cell.flow.size(None)[0] + 2 * self.padding
                have = sum(widths[at : at + cell.span]) + self.spacing * (cell.span - 1)
                last = at + cell.span - 1
                widths[last] += max(0, wanted - have)
        return widths

    def _width_of(self, widths: list[int], at: int, cell: Cell) -> int:
        return sum(widths[at : at + cell.span]) + self.spacing * (cell.span - 1)

    def heights(self, widths: list[int]) -> list[int]:
        """Return the height of each row for the widths of the columns."""
        found = []
        for row in self.rows:
            inner = [
                cell.flow.size(self._width_of(widths, at, cell) - 2 * self.padding)[1]
                for at, cell in _placed(row)
            ]
            found.append(max(inner, default=0) + 2 * self.padding)
        return found

    def size(self, width: int | None) -> Size:
        """Return the size of the table; it is never narrower than its cells."""
        widths = self.columns()
        heights = self.heights(widths)
        edges = 2 * self.border
        across = sum(widths) + self.spacing * (len(widths) + 1) + edges
        return across, sum(heights) + self.spacing * (len(heights) + 1) + edges

    def draw(self, picture: Image.Image, x: int, y: int, width: int) -> None:
        """Draw the cells, and their frames where the table has a border."""
        widths = self.columns()
        across, down = self.size(None)
        free = max(0, width - across)
        x += {"center": free // 2, "right": free}.get(self.align, 0)
        sheet = Sheet(picture)
        if self.back is not None:
            sheet.rectangle((x, y, x + across - 1, y + down - 1), self.back, None)
        if self.border:
            sheet.rectangle((x, y, x + across - 1, y + down - 1), None, (128, 128, 128, 255))
        top = y + self.border + self.spacing
        for row, height in zip(self.rows, self.heights(widths), strict=True):
            for at, cell in _placed(row):
                left = x + self.border + sum(widths[:at]) + self.spacing * (at + 1)
                box = (left, top, self._width_of(widths, at, cell), height)
                self._draw_cell(picture, cell, box)
            top += height + self.spacing

    def _draw_cell(self, picture: Image.Image, cell: Cell, box: tuple[int, int, int, int]) -> None:
        left, top, width, height = box
        frame = (128, 128, 128, 255) if self.border else None
        if cell.back is not None or frame is not None:
            sides = (left, top, left + width - 1, top + height - 1)
            Sheet(picture).rectangle(sides, cell.back, frame)
        inner = width - 2 * self.padding
        free = max(0, height - 2 * self.padding - cell.flow.size(inner)[1])
        down = {"top": 0, "bottom": free}.get(cell.vertical, free // 2)
        cell.flow.draw(picture, left + self.padding, top + self.padding + down, inner)


def _placed(row: list[Cell]) -> Iterator[tuple[int, Cell]]:
    """Yield the cells of a row, each with the number of its first column."""
    at = 0
    for cell in row:
        yield at, cell
        at += cell.span


def _words(atoms: list[Atom]) -> Iterator[Atom]:
    """Yield atoms with texts divided behind their blanks."""
    for atom in atoms:
        if isinstance(atom, Inset):
            yield atom
            continue
        parts = atom.text.split(" ")
        for number, part in enumerate(parts, start=1):
            text = part if number == len(parts) else f"{part} "
            if text:
                yield Run(text, atom.style)


def _bare(run: Run) -> Run:
    return Run(run.text.rstrip(" "), run.style)


def _trimmed(line: Line) -> Line:
    """Return a line without blanks at its end."""
    found = list(line)
    while found:
        last = found[-1]
        if isinstance(last, Inset) or not last.text.endswith(" "):
            break
        found.pop()
        bare = _bare(last)
        if bare.text:
            found.append(bare)
    return found


def _width(line: Line) -> int:
    return int(sum(atom.width for atom in line) + 0.999)
