"""Writes a sheet: its PDF, its cut list beside it, and perhaps its pages as pictures."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from vassal_bridge.builder.sheets.cutlist import cut_list
from vassal_bridge.builder.sheets.drawing import Sheet
from vassal_bridge.builder.sheets.paper import PAPERS, impose
from vassal_bridge.builder.sheets.pdf import pdf_bytes
from vassal_bridge.builder.sheets.png import png_pages
from vassal_bridge.builder.sheets.printing import Piece
from vassal_bridge.errors import OutputExists
from vassal_bridge.formats.writing import atomic_write


@dataclass(frozen=True, slots=True)
class Written:
    """What was written."""

    files: tuple[Path, ...]
    pieces: int
    pages: int

    def __str__(self) -> str:
        sheets = "1 sheet" if self.pages == 1 else f"{self.pages} sheets"
        return f"{self.pieces} pieces on {sheets}"


def make_sheet(title: str, pieces: list[Piece], paper: str) -> Sheet:
    """Lay pieces out on a paper of PAPERS; raises RuleError for a piece that is too large."""
    return Sheet(title, PAPERS[paper], tuple(impose(pieces, PAPERS[paper])))


def write_sheet(
    sheet: Sheet, out: Path, *, dpi: int | None = None, backs: bool = True, force: bool = False
) -> Written:
    """Write a sheet: all of its files or none; with `dpi` a PNG for each side of each page too.

    Raises:
        OutputExists: one of the files is there and `force` was not given.
    """
    contents = {
        out: pdf_bytes(sheet, backs=backs),
        out.with_name(f"{out.stem}-cutlist.csv"): cut_list(sheet).encode("utf-8"),
    }
    if dpi is not None:
        for name, data in png_pages(sheet, dpi, backs=backs).items():
            contents[out.with_name(f"{out.stem}-{name}.png")] = data
    there = [path for path in contents if path.exists()]
    if there and not force:
        raise OutputExists(f"{there[0]} exists already; nothing was written (see --force)")
    for path, data in contents.items():
        atomic_write(path, data, force=True)
    count = sum(len(block.cells) for page in sheet.pages for block in page.blocks)
    return Written(tuple(contents), count, len(sheet.pages))
