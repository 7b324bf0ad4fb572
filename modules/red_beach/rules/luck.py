"""[8.7] What the rolls of fires were worth: steps lost by the enemy, in favour of the US."""

from __future__ import annotations

import re
from itertools import product
from statistics import fmean

from modules.red_beach.rules.combat import COLUMN, odds
from modules.red_beach.rules.tactical import NAMES, SNIPING
from vassal_bridge.game.dice import Rolled
from vassal_bridge.game.luck import Worth
from vassal_bridge.game.tables import TableSet

_FIRE = re.compile(r".* (US|Jap) fire (\d+):(\d+)")
_SNIPING = re.compile(rf"\[[\d.]+\] ({'|'.join(NAMES[kind] for kind in SNIPING)}) @\w+")
_STEPS = re.compile(r"(\d) steps?\b.*")
_ALL = 2
"""Steps that an elimination counts as: the most that the CRT takes otherwise."""


def worth(rolled: Rolled, tables: TableSet) -> Worth | None:
    """Return the steps that a fire costs the Japanese, or, less than 0, the US; None for others."""
    found = _FIRE.fullmatch(rolled.why)
    sniped = _SNIPING.fullmatch(rolled.why)
    if found is not None:
        ratio = odds(int(found[2]), int(found[3]))
        column, target = COLUMN.get(ratio or "", ratio), "jap" if found[1] == "US" else "us"
    elif sniped is not None:
        column, target = next(kind for kind in SNIPING if NAMES[kind] == sniped[1]), "us"
    else:
        return None
    if column is None or rolled.spec != "2d6":
        return None
    sign = 1 if target == "jap" else -1
    totals = (one + other for one, other in product(range(1, 7), repeat=2))
    mean = fmean(_steps(tables, total, column, target) for total in totals)
    return Worth(sign * _steps(tables, rolled.total, column, target), sign * mean)


def _steps(tables: TableSet, total: int, column: str, target: str) -> int:
    result = str(tables.lookup("crt", total, column))
    cell = str(tables.lookup("crt_effect", result, target)) if result else ""
    found = _STEPS.fullmatch(cell)
    return _ALL if cell == "eliminated" else int(found[1]) if found else 0
