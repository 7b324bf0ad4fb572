"""[3.3, 9.2] The Japanese Tactical Table: rolls and results."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from vassal_bridge.errors import RuleError
from vassal_bridge.game.sequence import Steps, roll

if TYPE_CHECKING:
    from modules.red_beach.state import State

SNIPING: Final = ("S", "M", "MG")
NAMES: Final = {
    "S": "Sniper",
    "M": "Mortar",
    "MG": "Machine-Gun",
    "A": "Assault",
    "CA": "Coordinated Assault",
    "B": "Banzai Charge",
}
ROWS: Final = {"day": (2, 15), "night": (2, 18)}
_CELL = re.compile(r"(?:(\d+) ?)?(S|MG|M|A|CA|B) ?(\+?)|(none) ?(\+?)")


@dataclass(frozen=True, slots=True)
class Result:
    """A cell of the Tactical Table: how many attacks, of which kind, and whether it repeats."""

    count: int
    kind: str
    again: bool

    def __str__(self) -> str:
        attacks = f"{self.count} {self.kind}" if self.count else "none"
        return f"{attacks} +" if self.again else attacks


def parse_result(cell: str) -> Result:
    """Return what a cell says; raises RuleError for what no cell may say.

    >>> parse_result("3 CA +")
    Result(count=3, kind='CA', again=True)
    """
    found = _CELL.fullmatch(cell.strip())
    if found is None:
        raise RuleError(f"expected a Tactical Table result such as '2 A +', found {cell!r}")
    if found[4]:
        return Result(0, "", bool(found[5]))
    return Result(int(found[1] or 1), found[2], bool(found[3]))


def tactical_roll(state: State, column: Literal["day", "night"]) -> Steps[tuple[Result, str]]:
    """Roll on the Tactical Table; return the result and its story [RB-3.3-a, RB-9.2-b].

    2d6, + 0 to 3 by date, and at night + 0 to 3 by forts destroyed, in the column of the JRL now.
    """
    tables = state.board.tables
    rule = "9.2" if column == "day" else "3.3"
    rolled = yield from roll("2d6", f"[{rule}] Japanese Tactical Table")
    by_date = int(tables.lookup("tactical_drm_date", state.date))
    total = rolled.total + by_date
    parts = f"2d6 {rolled.total} +{by_date} date ({state.date})"
    if column == "night":
        destroyed = state.forts_destroyed()
        by_forts = int(tables.lookup("tactical_drm_forts", destroyed))
        total += by_forts
        parts += f" +{by_forts} forts destroyed ({destroyed})"
    lowest, highest = ROWS[column]
    row = max(lowest, min(highest, total))
    cell = str(tables.lookup(f"tactical_{column}", row, state.jrl))
    result = parse_result(cell)
    head = f"{parts} = {row}, JRL {state.jrl} {column.capitalize()} -> {result}"
    return result, head
