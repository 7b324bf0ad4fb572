"""Set-ups of a game: scenarios/NAME.toml, a file each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable

from vassal_bridge.builder.reading.checking import Checker
from vassal_bridge.builder.reading.counterrows import CounterRow, copies
from vassal_bridge.builder.reading.keykinds import Each, Named, Text, TextOrWhole, Texts, Truth
from vassal_bridge.builder.reading.keys import Reading, key, read_table
from vassal_bridge.builder.reading.places import Places
from vassal_bridge.pictures.colours import Palette

FOLDER = "scenarios"


@dataclass(frozen=True, slots=True)
class Placed:
    """A unit in a scenario: where it stands and how, where that differs from its counter's row.

    `face` is the face that is up, `front` or `back`, its name or its number; empty for the one
    on which it begins. `marks` are the marks that lie on it.
    """

    location: str
    face: str = ""
    marks: tuple[str, ...] = ()
    step_loss: bool = False
    used: bool = False
    moved: bool = False


@dataclass(frozen=True, slots=True)
class Scenario:
    """A set-up: the units that are not where their counters begin, and the tracks' values."""

    name: str
    title: str
    units: Mapping[str, Placed]
    tracks: Mapping[str, str | int]


@dataclass(frozen=True, slots=True)
class UnitLine:
    """A unit of a scenario that is not as its counter's row says."""

    name: str
    at: str = key(Text(), "The hex or box where it stands.", default="")
    face: str | int = key(
        TextOrWhole(), "The face that is up: `front` or `back`, its name or its number from 1. A"
        " counter with a mask is shown to all by its front and masked by its back.", default="",
    )  # fmt: skip
    marks: tuple[str, ...] = key(
        Texts(), "The [layer] marks that lie on it, such as a step loss.", default=()
    )
    marker1: bool = key(Truth(), "Whether a step loss marker lies on it.", default=False)
    used: bool = key(Truth(), "Whether its used marker lies on it.", default=False)
    moved: bool = key(Truth(), "Whether it is marked as moved.", default=False)


@dataclass(frozen=True, slots=True)
class ScenarioFile:
    """Everything in scenarios/NAME.toml."""

    title: str = key(Text(), "What the set-up is called.", default="")
    units: Mapping[str, UnitLine] = key(
        Named(UnitLine), "The units, by their ids, that are not where counters.csv puts them.",
        default={},
    )  # fmt: skip
    tracks: Mapping[str, str | int] = key(
        Each(TextOrWhole()), "The values of tracks, by the field of markers.csv.", default={}
    )
    forts_destroyed: tuple[str, ...] = key(Texts(), "Counters that are out.", default=())
    eliminated: str = key(Text(), "The box of counters that are out.", default="Eliminated")


def read_scenarios(
    checker: Checker, folder: Traversable, units: Iterable[CounterRow], places: Places
) -> dict[str, Scenario]:
    """Return a game's scenarios by the names of their files; units and places must be known.

    A unit of which there are several is meant as a whole by its id, the second of them by id#2.
    """
    known = {name for unit in units for name in copies(unit)}
    found: dict[str, Scenario] = {}
    scenarios = folder / FOLDER
    if not scenarios.is_dir():
        return found
    for file in sorted(scenarios.iterdir(), key=lambda entry: entry.name):
        if file.name.endswith(".toml"):
            name = file.name.removesuffix(".toml")
            found[name] = _read_scenario(checker, scenarios, name, known, places)
    return found


def _read_scenario(
    checker: Checker, folder: Traversable, name: str, units: set[str], places: Places
) -> Scenario:
    file = f"{name}.toml"
    reading = Reading(checker, file, Palette({}))
    read = read_table(ScenarioFile, reading, "", checker.values(folder, file))
    for unit in read.forts_destroyed:
        if unit not in units:
            reading.wrong("forts_destroyed", f"there is no counter {unit!r}")
    placed = {unit: Placed(read.eliminated) for unit in read.forts_destroyed}
    for unit, line in read.units.items():
        if unit not in units:
            reading.wrong(f"units.{unit}", "there is no such counter")
        if line.at and line.at not in places:
            reading.wrong(f"units.{unit}.at", f"there is no hex or box {line.at!r}")
        placed[unit] = Placed(
            line.at, str(line.face), line.marks, line.marker1, line.used, line.moved
        )
    return Scenario(name, read.title or name, placed, read.tracks)
