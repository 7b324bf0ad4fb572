"""Traits that a recipe keeps as a module had them: traits.csv of counters, prototypes.csv.

A row is a trait, in the words of VASSAL's own texts (type and state); the outermost comes first,
the piece itself last. Cells are read as they stand: a blank at an end counts.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from importlib.resources.abc import Traversable
from types import MappingProxyType

from vassal_bridge.builder.reading.checking import Checker
from vassal_bridge.builder.reading.csvfile import decode
from vassal_bridge.builder.spelling.traits import TraitText

COUNTERS, PROTOTYPES = "traits.csv", "prototypes.csv"
OF_WHOM: Mapping[str, str] = MappingProxyType({COUNTERS: "id", PROTOTYPES: "prototype"})
"""The files and their first columns."""
_REST = ("trait", "type", "state")


def read_kept(checker: Checker, folder: Traversable, name: str) -> dict[str, tuple[TraitText, ...]]:
    """Return the traits that a file keeps, by counter or prototype; none without a file."""
    if not (folder / name).is_file():
        return {}
    text = decode(checker, name, (folder / name).read_bytes())
    lines = csv.reader(io.StringIO(text, newline=""), strict=True)
    found: dict[str, list[TraitText]] = {}
    try:
        heads = next(lines, [])
        wanted = [OF_WHOM[name], *_REST]
        if heads != wanted:
            checker.add_at(f"{name}:1", f"expected the columns {', '.join(wanted)}")
            return {}
        for cells in lines:
            if len(cells) != len(wanted):
                message = f"expected {len(wanted)} cells, found {len(cells)}"
                checker.add_at(f"{name}:{lines.line_num}", message)
                continue
            found.setdefault(cells[0], []).append(TraitText(cells[2], cells[3]))
    except csv.Error as error:
        checker.add_at(f"{name}:{lines.line_num}", f"this is no CSV: {error}")
    for who, chain in found.items():
        if not chain[-1].type.startswith("piece;"):
            checker.add_at(f"{name}:{OF_WHOM[name]}", f"the last trait of {who!r} is no piece;")
    return {who: tuple(chain) for who, chain in found.items()}


def kept_table(name: str, chains: Iterable[tuple[str, Iterable[tuple[str, TraitText]]]]) -> str:
    """Return a file of traits: whose they are, and each with the name that VASSAL's editor has."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow([OF_WHOM[name], *_REST])
    for who, chain in chains:
        rows.writerows([who, called, trait.type, trait.state] for called, trait in chain)
    return out.getvalue()
