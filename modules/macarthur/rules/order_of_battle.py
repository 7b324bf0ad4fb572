"""[16.1.4.3] The Japanese groups: which units there must be, by what is printed of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from modules.macarthur.units import JP

if TYPE_CHECKING:
    from collections.abc import Iterable

    from modules.macarthur.units import Unit

ARTILLERY_KINDS: Final = frozenset({"artillery", "mountain", "motorized_artillery"})
ENGINEER_KINDS: Final = frozenset({"engineer", "combat_engineer"})


@dataclass(frozen=True, slots=True)
class Item:
    """Units of a group that are printed in one line: their kinds and how their names begin."""

    rule: str
    group: str
    kinds: frozenset[str]
    names: tuple[str, ...]


ITEMS: Final = (
    Item("16.1.4.3.1A", "A", frozenset({"tank"}), ("4", "7")),
    Item("16.1.4.3.1B", "A", ENGINEER_KINDS, ("23", "3", "3 Ind", "21")),
    Item("16.1.4.3.1C", "A", frozenset({"hq"}), ("14 Army",)),
    Item(
        "16.1.4.3.1D",
        "A",
        ARTILLERY_KINDS,
        ("1 FA", "1 FA", "1 FA", "8 FA", "8 FA", "9 Ind", "3 Mtn", "15"),
    ),
    Item("16.1.4.3.1E", "A", frozenset({"aa"}), ("40/45", "47/48", "30/31")),
    Item("16.1.4.3.1F", "A", frozenset({"at"}), ("3/8", "9/10")),
    Item("16.1.4.3.2A", "B", ARTILLERY_KINDS, ("1 HA", "2 Ind", "14 Ind", "21 Ind")),
    Item("16.1.4.3.2B", "B", frozenset({"at"}), ("3", "20")),
)
"""Groups A and B line by line; the 21st Independent is in the line of B's artillery.

[MAC-16.1.4.3.1-A, MAC-16.1.4.3.1-B, MAC-16.1.4.3.1-C, MAC-16.1.4.3.1-D, MAC-16.1.4.3.1-E]
"""
NAMESAKE: Final = ("21 MT", "62")
"""The unit of the 62nd Group that is not the 21st Independent artillery [16.1.4.3.2]."""
MIXED: Final = ("65", "62")
"""The formations that have an artillery and an engineer unit of their own [16.1.4.1]."""


def problems(units: Iterable[Unit]) -> list[str]:
    """Return a sentence for each unit that is printed and missing, or there and not printed.

    [MAC-16.1.4.1-A, MAC-16.1.4.1-B, MAC-16.1.4.3.1-A, MAC-16.1.4.3.1-B, MAC-16.1.4.3.1-C,
    MAC-16.1.4.3.1-D, MAC-16.1.4.3.1-E, MAC-16.1.4.3.1-F, MAC-16.1.4.3.2-A, MAC-16.1.4.3.2-B,
    MAC-16.1.4.3.2-C]
    """
    ours = [unit for unit in units if unit.side == JP and unit.is_ground]
    found: list[str] = []
    for item in ITEMS:
        left = [unit for unit in ours if unit.formation == item.group and unit.kind in item.kinds]
        for name in sorted(item.names, key=len, reverse=True):
            fitting = next((unit for unit in left if f"{unit.id} ".startswith(f"{name} ")), None)
            if fitting is None:
                found.append(f"Group {item.group} lacks its {name} [{item.rule}]")
            else:
                left.remove(fitting)
        found += [f"{unit.id} is not of Group {item.group} [{item.rule}]" for unit in left]
    for formation in MIXED:
        for kinds, word in ((ARTILLERY_KINDS, "artillery"), (ENGINEER_KINDS, "engineer")):
            if not any(unit.formation == formation and unit.kind in kinds for unit in ours):
                found.append(f"the {formation} lacks its {word} unit [16.1.4.1B]")
    namesake = next((unit for unit in ours if unit.id == NAMESAKE[0]), None)
    if namesake is not None and namesake.formation != NAMESAKE[1]:
        found.append(f"{NAMESAKE[0]} belongs to the {NAMESAKE[1]}nd Group [16.1.4.3.2C]")
    return found
