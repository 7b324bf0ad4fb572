"""The cut list: which piece lies where on which sheet."""

from __future__ import annotations

import csv
import io

from vassal_bridge.builder.sheets.drawing import Sheet

COLUMNS = ("sheet", "block", "row", "column", "id", "name", "faces", "width_mm", "height_mm")


def cut_list(sheet: Sheet) -> str:
    """Return a sheet's pieces as CSV, in the order in which they are cut; rows count from 1."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(COLUMNS)
    for page in sheet.pages:
        for block in page.blocks:
            for cell in block.cells:
                piece = cell.piece
                rows.writerow(
                    (
                        page.number,
                        block.number,
                        cell.row + 1,
                        cell.column + 1,
                        piece.id,
                        piece.name,
                        piece.faces,
                        f"{piece.width:g}",
                        f"{piece.height:g}",
                    )
                )
    return out.getvalue()
