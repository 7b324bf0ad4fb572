"""What the columns and cells of other makers' tables mean, by the hobby's names for them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from PIL import ImageColor

from vassal_bridge.builder.reading.csvfile import Row
from vassal_bridge.pictures.symbols import MARKS, SIZES

SYNONYMS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "name": (
            "name", "unit", "unit name", "designation", "title", "label", "counter", "piece",
            "unit designation", "counter name", "card", "card name", "nom", "nombre", "einheit",
            "bezeichnung", "unité", "unidad",
        ),
        "id": ("id", "key", "code", "uid", "unit id", "counter id", "unit code"),
        "side": (
            "side", "nation", "nationality", "army", "country", "faction", "player", "owner",
            "camp", "nationalité", "seite", "bando", "team", "force",
        ),
        "kind": (
            "kind", "type", "unit type", "class", "branch", "arm", "unit class", "category",
            "counter type", "typ", "tipo", "arme",
        ),
        "count": (
            "count", "qty", "quantity", "copies", "number", "amount", "quantité", "anzahl",
            "cantidad", "nb", "#",
        ),
        "size": ("size", "echelon", "unit size", "taille", "größe"),
        "hex": ("hex", "location", "start hex", "setup hex", "setup", "at start", "start"),
        "fill": ("fill", "color", "colour", "background", "background color", "couleur"),
        "image": ("image", "front image", "picture", "art", "front", "image front", "filename"),
        "back_image": ("back image", "back", "image back", "back picture", "reverse image"),
    }
)  # fmt: skip
"""The columns of counters.csv, and what other tables call them; an earlier one goes first."""
TYPES: Mapping[str, str] = MappingProxyType(
    {
        "inf": "infantry", "rifle": "infantry", "rifles": "infantry", "grenadier": "infantry",
        "fusilier": "infantry", "infanterie": "infantry", "infanteria": "infantry",
        "tank": "armor", "tanks": "armor", "tk": "armor", "armour": "armor", "armoured": "armor",
        "armored": "armor", "panzer": "armor", "pz": "armor", "arm": "armor",
        "panzergrenadier": "infantry + motorized", "pzgr": "infantry + motorized",
        "motorised infantry": "infantry + motorized", "mot inf": "infantry + motorized",
        "motorized infantry": "infantry + motorized", "mechanized": "armor + infantry",
        "mechanised": "armor + infantry", "mech": "armor + infantry",
        "mech inf": "armor + infantry", "arty": "artillery", "art": "artillery",
        "field artillery": "artillery", "artillerie": "artillery", "eng": "engineer",
        "engineers": "engineer", "pioneer": "engineer", "pionier": "engineer",
        "headquarters": "hq", "reconnaissance": "recon", "rec": "recon", "aufkl": "recon",
        "cav": "cavalry", "cavalerie": "cavalry", "hussar": "cavalry", "dragoon": "cavalry",
        "para": "parachute", "airborne": "parachute", "abn": "parachute", "glider": "parachute",
        "marines": "marine", "at": "anti-tank", "antitank": "anti-tank", "pak": "anti-tank",
        "aa": "anti-aircraft", "flak": "anti-aircraft", "mg": "machine gun", "mtr": "mortar",
        "plane": "fighter", "ftr": "fighter", "ship": "transport", "lvt": "lvt",
        "leader": "hq", "general": "hq", "mot": "motorized",
    }
)  # fmt: skip
"""Marks by what tables call them, beside their own names; several are joined with +."""
ECHELONS: Mapping[str, str] = MappingProxyType(
    {
        "squad": "•", "sqd": "•", "section": "••", "sec": "••", "platoon": "•••", "plt": "•••",
        "company": "I", "co": "I", "coy": "I", "battery": "I", "bty": "I", "squadron": "I",
        "troop": "I", "battalion": "II", "bn": "II", "btn": "II", "bat": "II",
        "regiment": "III", "rgt": "III", "regt": "III", "reg": "III", "group": "III",
        "brigade": "X", "bde": "X", "brig": "X", "division": "XX", "div": "XX",
        "corps": "XXX", "korps": "XXX", "army": "XXXX", "armee": "XXXX",
    }
)  # fmt: skip
"""Sizes by what tables call them."""
MOST_FIGURES = 4
_FIGURE = re.compile(r"\(?[+-]?\d+[A-Za-z*]?\)?")
_STRENGTH = re.compile(r"\(?\d+[A-Za-z*]?\)?(?:\s*[-/–]\s*\(?\d+[A-Za-z*]?\)?)+")
_NO_STRENGTH = frozenset(
    {"turn", "entry", "entry turn", "arrival", "arrives", "reinforcement", "year", "date", "no",
     "row", "sheet", "page", "points", "cost", "index", "order", "number", "width", "height"}
)  # fmt: skip
"""Columns of figures that counters do not show as strengths."""
_BACK = re.compile(r"\b(back|reverse|reduced|flipped|side 2|step 2|2nd side)\b")


def plain(column: str) -> str:
    """Return a column's name as synonyms are written: small letters, single blanks."""
    return re.sub(r"[_\s]+", " ", column).strip().lower()


def known_columns(columns: Sequence[str]) -> dict[str, str]:
    """Return which column of a table is which of ours, by the hobby's names.

    >>> known_columns(["Unit", "Nation", "Attack"])
    {'name': 'Unit', 'side': 'Nation'}
    """
    theirs = {plain(column): column for column in columns if column}
    found: dict[str, str] = {}
    for ours, names in SYNONYMS.items():
        match = next((theirs[name] for name in names if name in theirs), None)
        if match is not None and match not in found.values():
            found[ours] = match
    return found


def is_head(cells: Sequence[str]) -> bool:
    """Tell whether cells may be the names of a table's columns: one says what units are called."""
    return bool({"name", "id"} & set(known_columns(list(cells))))


def figure_columns(rows: Sequence[Row], columns: Sequence[str]) -> list[str]:
    """Return the columns that hold figures wherever they hold anything, at most four."""
    found = []
    for column in columns:
        cells = [row.text(column) for row in rows if row.text(column)]
        shown = plain(column) not in _NO_STRENGTH and not is_back(column)
        if shown and cells and all(_FIGURE.fullmatch(cell) for cell in cells):
            found.append(column)
    return found[:MOST_FIGURES]


def strength_columns(rows: Sequence[Row], columns: Sequence[str]) -> list[str]:
    """Return the columns that hold whole strengths such as 4-6-8: the front's, then the back's."""
    found = []
    for column in columns:
        cells = [row.text(column) for row in rows if row.text(column)]
        whole = [cell for cell in cells if _STRENGTH.fullmatch(cell)]
        if whole and all(cell in whole or cell.isdecimal() for cell in cells):
            found.append(column)
    return sorted(found, key=is_back)[:2]


def is_back(column: str) -> bool:
    """Tell whether a column speaks of the back of a counter."""
    return _BACK.search(plain(column)) is not None


def marks_of(kind: str) -> list[str]:
    """Return the marks that a kind's name speaks of; none where it speaks of none.

    >>> marks_of("inf"), marks_of("machine-gun"), marks_of("Light Tank"), marks_of("spy")
    (['infantry'], ['machine gun'], ['armor'], [])
    >>> marks_of("Mech Inf")
    ['armor', 'infantry']
    """
    words = kind.replace("-", " ").lower()
    names = dict(TYPES) | {name.replace("-", " "): name for name in MARKS}
    found = names.get(words) or next((names[word] for word in words.split() if word in names), "")
    return found.split(" + ") if found else []


def size_of(text: str) -> str:
    """Return the size that a word means; empty where it means none.

    >>> size_of("Bn"), size_of("xx"), size_of("Regt."), size_of("large")
    ('II', 'XX', 'III', '')
    """
    word = text.strip().rstrip(".")
    if word.upper() in SIZES:
        return word.upper()
    return word if word in SIZES else ECHELONS.get(word.lower(), "")


def colour_of(text: str) -> str:
    """Return a colour as #rrggbb, of its usual name too; empty where it is none.

    >>> colour_of("#445566"), colour_of("Dark Green"), colour_of("field grey")
    ('#445566', '#006400', '')
    """
    try:
        found = ImageColor.getrgb(text.strip().lower().replace(" ", ""))
    except ValueError:
        return ""
    return "#" + "".join(f"{part:02x}" for part in found[:3])
