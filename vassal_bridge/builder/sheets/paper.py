"""Lays counters out on paper: blocks that share their cuts, page after page. All in millimetres.

A back page is its front page mirrored from left to right, so that the two register when the
sheet is printed on both sides and turned over its long edge.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from vassal_bridge.builder.sheets.printing import Piece
from vassal_bridge.errors import RuleError

SIDE = 14.0
"""The least margin: room for bleed, marks and what printers cannot reach."""
HEAD = 18.0
"""Room for the page's heading, above the first block's marks."""
GUTTER = 13.0
"""From one block to the next: bleed and marks of both."""
BLOCK_ROWS = 5
"""How many rows of counters hang together, as in a die-cut frame."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A size of paper."""

    name: str
    width: float
    height: float


PAPERS: Mapping[str, Paper] = MappingProxyType(
    {"a4": Paper("A4", 210.0, 297.0), "letter": Paper("Letter", 215.9, 279.4)}
)
"""The papers by the names that the command uses."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A piece in its place: column and row in its block from 0, the upper left on the front."""

    piece: Piece
    column: int
    row: int
    left: float
    top: float

    def left_on(self, paper: Paper, *, back: bool) -> float:
        """Return where the cell begins from the left on a front or a back page."""
        return paper.width - self.left - self.piece.width if back else self.left


@dataclass(frozen=True, slots=True)
class Block:
    """Pieces of one size that hang together: cuts run through the whole block."""

    number: int
    left: float
    top: float
    columns: int
    rows: int
    cell: tuple[float, float]
    cells: tuple[Cell, ...]

    @property
    def width(self) -> float:
        """How wide the block is."""
        return self.columns * self.cell[0]

    @property
    def height(self) -> float:
        """How high the block is."""
        return self.rows * self.cell[1]


@dataclass(frozen=True, slots=True)
class Page:
    """A sheet of paper: its number from 1 and its blocks."""

    number: int
    blocks: tuple[Block, ...]


def impose(pieces: Iterable[Piece], paper: Paper) -> list[Page]:
    """Return the pages on which all pieces stand, in their order, each size in blocks of its own.

    Raises:
        RuleError: there is no piece, or one that is larger than the paper.
    """
    pieces = list(pieces)
    if not pieces:
        raise RuleError("expected counters to lay out, found none")
    pages: list[list[Block]] = [[]]
    foot, number = HEAD, 0
    for size, group in _by_size(pieces).items():
        columns, most = _room(size, paper)
        if not fits(group[0], paper):
            raise RuleError(
                f"{group[0].name}, {size[0]:g} by {size[1]:g} mm, is larger than {paper.name} paper"
            )
        per_block = columns * min(BLOCK_ROWS, most)
        for begin in range(0, len(group), per_block):
            members = group[begin : begin + per_block]
            rows = -(-len(members) // columns)
            if foot + rows * size[1] > paper.height - SIDE and pages[-1]:
                pages.append([])
                foot = HEAD
            number += 1
            block = _block(number, foot, columns, members, paper)
            pages[-1].append(block)
            foot += block.height + GUTTER
    return [Page(place, tuple(blocks)) for place, blocks in enumerate(pages, 1) if blocks]


def _room(size: tuple[float, float], paper: Paper) -> tuple[int, int]:
    """Return how many pieces of a size stand side by side and below one another on a page."""
    across = int((paper.width - 2 * SIDE) / size[0] + 1e-9)
    return across, int((paper.height - HEAD - SIDE) / size[1] + 1e-9)


def fits(piece: Piece, paper: Paper) -> bool:
    """Tell whether a page can hold a piece."""
    return all(_room((piece.width, piece.height), paper))


def _by_size(pieces: Iterable[Piece]) -> dict[tuple[float, float], list[Piece]]:
    groups: dict[tuple[float, float], list[Piece]] = {}
    for piece in pieces:
        groups.setdefault((piece.width, piece.height), []).append(piece)
    return groups


def _block(number: int, top: float, most: int, members: list[Piece], paper: Paper) -> Block:
    width, height = members[0].width, members[0].height
    columns, rows = min(most, len(members)), -(-len(members) // most)
    left = (paper.width - columns * width) / 2
    cells = tuple(
        Cell(
            piece,
            place % columns,
            place // columns,
            left + width * (place % columns),
            top + height * (place // columns),
        )
        for place, piece in enumerate(members)
    )
    return Block(number, left, top, columns, rows, (width, height), cells)
