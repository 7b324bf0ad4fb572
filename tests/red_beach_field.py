"""A small field for rules tests of Red Beach: plain ground, plain tables, units by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from automation.policies import FirstLegal, Scripted
from modules.red_beach.board import ELIMINATED, POOL, Board
from modules.red_beach.rules import turns
from modules.red_beach.settings import Settings
from modules.red_beach.state import State
from modules.red_beach.units import Unit
from vassal_bridge.errors import MissingCell
from vassal_bridge.game.dice import ScriptedDice
from vassal_bridge.game.hexes import HexId, HexMap, format_hex, hexside
from vassal_bridge.game.sequence import Decider, Outcome, Steps, run

SHEET = HexMap(columns=(1, 50), rows=(1, 30), low="even")
BANDS = {"fort_value": [(99, 1), (149, 2), (299, 3), (449, 4), (550, 5)]}
LADDER = {
    "inf": (4, 2),
    "lt_tank": (4, 2),
    "med_tank": (6, 3),
    "arty": (4, 4),
    "btn_hq": (2, 2),
    "rgt_hq": (2, 2),
    "jp_inf": (3, 1),
    "jp_tank": (3, 1),
}
FIRE = {
    "inf": 4,
    "lt_tank": 3,
    "med_tank": 8,
    "arty": 5,
    "btn_hq": 6,
    "rgt_hq": 8,
    "jp_inf": 5,
    "jp_tank": 2,
}
EFFECTS = {
    ("forts", "1"): "JRL -1",
    ("forts", "2"): "JRL -2",
    ("forts", "R"): "destroyed, JRL -2 x strength if surrounded",
    ("forts", "D"): "destroyed, JRL -2 x strength",
    ("us", "1"): "1 step",
    ("us", "2"): "2 steps",
    ("us", "R"): "retreat",
    ("us", "D"): "2 steps, retreat",
    ("jap", "1"): "1 step",
    ("jap", "2"): "2 steps",
    ("jap", "R"): "retreat",
    ("jap", "D"): "eliminated",
}
SUPPORT = {"engineer": ("10", "3"), "air": ("4", "1"), "destroyer": ("4", "1")}
DATES = {"20 Nov": 0, "21 Nov": 1, "22 Nov": 2, "23 Nov": 3}
STAR_BANDS = ["0-99", "100-149", "150-299", "300-550"]
TRACTOR = {1: "0000", 2: "0000", 3: "00*1", 4: "0011", 5: "0111", 6: "1111"}
ENGINEER = {1: "0001", 2: "0012", 3: "0012", 4: "0113", 5: "1123", 6: "1123"}
AIR = {"pre_invasion": [0, 0, 10, 10, 15, 15], "daisy_cutter": [10, 15, 20, 30, 40, 50]}
AIR["scout_sniper"] = [0, 0, 1, 1, 2, 3]
NAVAL = {
    "pre_invasion": [25, 25, 40, 50, 75, 90],
    "more_effective": [35, 40, 50, 75, 100, 125],
    "fire_support": [10, 10, 20, 30, 30, 40],
}

Cells = Mapping[tuple[str, str | int], str]


class PlainTables:
    """Printed figures; the CRT is blank and the Tactical Table says none, but for given cells.

    `crt` maps (column, total) to a result, `tactical` the modified total to a result.
    """

    def __init__(
        self,
        crt: Mapping[tuple[str, int], str] | None = None,
        tactical: Mapping[int, str] | Callable[[int], str] | None = None,
        forts: Mapping[int, int] | None = None,
    ) -> None:
        self.crt = dict(crt or {})
        self.tactical = tactical if tactical is not None else {}
        self.forts = dict(forts or {})
        self.columns: list[str] = []

    def lookup(self, name: str, row: str | int, column: str | int | None = None) -> int | str:
        match name:
            case "crt":
                assert isinstance(row, int)
                self.columns.append(str(column))
                return self.crt.get((str(column), row), "")
            case "crt_effect":
                return EFFECTS[str(column), str(row)]
            case "ladder":
                return LADDER[str(row)][("front", "back").index(str(column))]
            case "fire_value":
                return FIRE[str(row)]
            case "fort_value":
                return next(value for top, value in BANDS[name] if int(row) <= top)
            case "tactical_drm_date":
                return DATES[str(row)]
            case "tactical_drm_forts":
                return self.forts.get(int(row), 0)
            case "tactical_night" | "tactical_day":
                self.columns.append(str(column))
                if callable(self.tactical):
                    return self.tactical(int(row))
                return self.tactical.get(int(row), "none")
            case "tractor":
                return TRACTOR[int(row)][_band(column)]
            case "engineer":
                return int(ENGINEER[int(row)][_band(column)])
            case "air":
                return AIR[str(row)][int(column or 0) - 1]
            case "naval":
                return NAVAL[str(row)][int(column or 0) - 1]
            case "turns":
                return {"air_strikes": 4, "air_error": 4, "destroyers": 3}[str(column)]
            case "support":
                return SUPPORT[str(row)][("each", "max").index(str(column))]
        raise MissingCell(f"no such table {name} {row} {column}")


def _band(jrl: str | int | None) -> int:
    value = int(jrl or 0)
    return 0 if value <= 99 else 1 if value <= 149 else 2 if value <= 299 else 3


def inf(where: str, name: str = "A/2/8", **fields: Any) -> Unit:
    _, battalion, regiment = name.split("/")
    unit = Unit(name, name, "us", "inf", where, regiment=regiment, battalion=battalion)
    return replace(unit, **fields)


def tank(where: str, name: str = "A Tk", kind: str = "med_tank", **fields: Any) -> Unit:
    return replace(Unit(name, name, "us", kind, where), **fields)


def arty(where: str, name: str = "A Arty", **fields: Any) -> Unit:
    return replace(Unit(name, name, "us", "arty", where), **fields)


def btn(where: str, name: str = "2/8", **fields: Any) -> Unit:
    battalion, regiment = name.split("/")
    unit = Unit(name, f"{name} HQ", "us", "btn_hq", where, regiment=regiment, battalion=battalion)
    return replace(unit, **fields)


def rgt(where: str, name: str = "8", **fields: Any) -> Unit:
    return replace(Unit(name, f"{name} Rgt HQ", "us", "rgt_hq", where, regiment=name), **fields)


def fort(where: str, name: str = "", **fields: Any) -> Unit:
    name = name or f"fort {where}"
    return replace(Unit(name, name, "jp", "fort", where, printed=3), **fields)


def jp_inf(where: str = POOL, name: str = "J1", **fields: Any) -> Unit:
    return replace(Unit(name, name, "jp", "jp_inf", where), **fields)


def jp_tank(where: str = POOL, name: str = "T1", **fields: Any) -> Unit:
    return replace(Unit(name, name, "jp", "jp_tank", where), **fields)


FAR_FORT = fort("4705", "far fort")


def field(
    *units: Unit,
    tables: PlainTables | None = None,
    settings: Settings | None = None,
    terrain: Mapping[str, str] | None = None,
    sides: Mapping[tuple[str, str], str] | None = None,
    beaches: Mapping[str, str] | None = None,
    ruins: Iterable[str] = (),
    turn: str = "GT 4",
    jrl: int = 400,
    **tracks: int,
) -> State:
    """Return a position on plain ground; three Jap Inf and two tanks wait, unless given.

    `ruins` are hexes whose fort is gone.
    """
    ground = {format_hex(column, row): "clear" for column in range(20, 48) for row in range(5, 27)}
    ground[HexId("2308")] = "pier"
    for hex_id, kind in (terrain or {}).items():
        if kind == "sea":
            ground.pop(HexId(hex_id), None)
        else:
            ground[HexId(hex_id)] = kind
    board = Board(
        sheet=SHEET,
        terrain=ground,
        tables=tables or PlainTables(),
        sides={
            hexside(HexId(a), HexId(b)): frozenset({what}) for (a, b), what in (sides or {}).items()
        },
        beaches={HexId(hex_id): name for hex_id, name in (beaches or {}).items()},
        boxes=frozenset({ELIMINATED, POOL, *turns.TRACK}),
        settings=settings or Settings(),
        fort_hexes=frozenset(
            HexId(hex_id)
            for hex_id in (*ruins, *(unit.location for unit in units if unit.is_fort))
            if hex_id in ground
        ),
    )
    given = {unit.id for unit in units}
    waiting = [jp_inf(name=name) for name in ("J1", "J2", "J3")]
    waiting += [jp_tank(name=name) for name in ("T1", "T2")]
    units = (*units, *(unit for unit in waiting if unit.id not in given))
    if not any(unit.is_fort for unit in units):
        units = (*units, FAR_FORT)
    marks = {
        "turn": turn,
        "jrl": jrl,
        "amtracs": 6,
        "engineer_level": 10,
        "engineers_available": 10,
        "air_strikes": 0,
        "destroyers": 0,
    }
    return State(board, units, {**marks, **tracks})


def play(
    steps: Callable[[State], Steps[Any]],
    state: State,
    dice: Iterable[int] = (),
    answers: Iterable[str] | Decider = (),
) -> Outcome:
    """Run steps with exactly these dice and answers; all of both must be used."""
    thrown = ScriptedDice(dice)
    decider = answers if hasattr(answers, "decide") else Scripted(answers)
    outcome = run(steps, state, thrown, decider)
    assert thrown.left == ()
    if isinstance(decider, Scripted):
        assert decider.left == ()
    return outcome


def where(state: State) -> dict[str, str]:
    """Return where every unit is."""
    return {unit.id: unit.location for unit in state.units.values()}


FIRST = FirstLegal()


def strip() -> dict[str, str]:
    """Return terrain that leaves one row of hexes, 2015 to 4615, and the way down to 4624."""
    ways = {format_hex(column, 15) for column in range(20, 47)}
    ways |= {format_hex(46, row) for row in range(15, 25)}
    everywhere = {format_hex(column, row) for column in range(20, 48) for row in range(5, 27)}
    return dict.fromkeys(sorted(everywhere - ways), "sea")
