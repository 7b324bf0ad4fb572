"""Advice for the air war: who can fly where from each base, and what raids may be expected to do.

Only what the position shows is used: CAP in the air, aircraft on charts that are not sealed, AA and
units in the target's hex. What is assumed beyond that is told under the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from modules.macarthur.raid_rows import HEADS, Row, counted, ready, rows
from modules.macarthur.rules.fields import fields_of
from modules.macarthur.rules.missions import Target, describe, forbidden, targets
from modules.macarthur.rules.ranges import distance
from modules.macarthur.rules.sealed import is_sealed, topic
from modules.macarthur.state import State
from modules.macarthur.units import Mission, Unit
from vassal_bridge.errors import RuleError
from vassal_bridge.game.planning import Question, Reach, Report, reach, table

SIDE_NAMES = {"jp": "Japanese", "allied": "Allied"}
OPENS = {"jp": "open_japanese", "allied": "open_allied"}
NOT_BY_ALL = "*"
ASSUMED = (
    "CAP fights escorts one by one, then bombers; fighters with nobody to fight do not strafe.",
    "Fighters of an attacked field that may go up do; fields near by do not scramble [8.4.2]:",
    "add their fighters with --against. What gets off a field is not destroyed on it [8.4.1].",
    "Landings, convoys at sea and aircraft on sealed charts are left out.",
)
"""What the numbers take for granted."""


def advise(state: State, question: Question) -> Report:
    """Return what a side's aircraft can reach and may be expected to do; the phasing side's first.

    Raises RuleError for a side, a base or a target that there is not.
    """
    side = question.side or state.side
    if side not in SIDE_NAMES:
        raise RuleError(f"expected a side of {', '.join(SIDE_NAMES)}, found {side!r}")
    bases = [field.name for field in fields_of(state, side) if ready(state, field.name, side)]
    if question.base:
        bases = [_named("base", question.base, bases)]
    goals = {describe(state, one): one for one in targets(state, side)}
    if question.target:
        goals = {name: one for name, one in goals.items() if _means(question.target, name, one)}
        if not goals:
            raise RuleError(f"the {SIDE_NAMES[side]} side has no target {question.target!r}")
    ways = {base: routes(state, side, base, goals) for base in bases}
    found = list(rows(state, side, bases, goals, question.against))
    return Report(
        lines=tuple(_lines(state, side, ways, found)),
        data={"side": side, "bases": ways, "raids": [row.as_data() for row in found]},
        reaches=tuple(_reaches(state, side, bases, by_model=bool(question.base))),
        hexes=frozenset(state.board.terrain),
    )


def _named(what: str, wanted: str, known: Sequence[str]) -> str:
    for name in known:
        if name.casefold() == wanted.casefold():
            return name
    raise RuleError(f"expected a {what} of {', '.join(known) or 'none'}; found {wanted!r}")


def _means(wanted: str, name: str, target: Target) -> bool:
    return wanted.casefold() in name.casefold() or wanted == target.place


def routes(
    state: State, side: str, base: str, goals: Mapping[str, Target]
) -> dict[str, dict[str, int]]:
    """Return for each model on a base which targets it reaches, and how far they are.

    Bombers may bomb them, fighters strafe or escort there.
    """
    found: dict[str, dict[str, int]] = {}
    for unit in ready(state, base, side):
        reached = {
            name: distance(state.board, base, target.place)
            for name, target in goals.items()
            if _can_fly(state, unit, target)
        }
        found.setdefault(unit.model, {}).update(reached)
    return found


def _can_fly(state: State, unit: Unit, target: Target) -> bool:
    mission = Mission.BOMB if unit.is_bomber else Mission.ESCORT
    return not forbidden(state, unit, mission, target)


def _lines(
    state: State, side: str, ways: Mapping[str, Mapping[str, Mapping[str, int]]], found: list[Row]
) -> Iterator[str]:
    yield f"{state.turn}: {SIDE_NAMES[side]} aircraft that can fly, with their ranges [8.1]"
    if is_sealed(state, side):
        yield f"  The {topic(side)} are sealed: open them first, with `{OPENS[side]}` [2.2.1]"
    for base, models in ways.items():
        there = [unit.model for unit in ready(state, base, side)]
        figures = ", ".join(f"{model} {state.board.factor(model, 'range')}" for model in models)
        yield f"  {base}: {counted(there)} ({figures})"
    yield ""
    yield "How far targets are, by base: by every model there, or by some alone (*) [8.1]"
    yield from _distances(ways)
    yield ""
    yield "Raids by all aircraft of a service that reach the target: what to expect [8.3 to 8.7]"
    yield from table(HEADS, [row.cells() for row in found], right=range(4, len(HEADS)))
    yield ""
    yield from ASSUMED


def _distances(ways: Mapping[str, Mapping[str, Mapping[str, int]]]) -> list[str]:
    """Return the table of targets by bases; of one base alone, by its models."""
    if len(ways) == 1:
        columns = next(iter(ways.values()))
        cells = {model: {t: str(way) for t, way in far.items()} for model, far in columns.items()}
    else:
        cells = {base: _by_base(models) for base, models in ways.items()}
    names = dict.fromkeys(target for column in cells.values() for target in column)
    lines = [
        [name.removeprefix("the "), *(column.get(name, "") for column in cells.values())]
        for name in names
    ]
    return table(["target", *cells], lines, right=range(1, len(cells) + 1))


def _by_base(models: Mapping[str, Mapping[str, int]]) -> dict[str, str]:
    """Return how far each target is from a base, marked where not every model reaches it."""
    found: dict[str, str] = {}
    for reached in models.values():
        for name, way in reached.items():
            by_all = all(name in other for other in models.values())
            found[name] = f"{way}" if by_all else f"{way}{NOT_BY_ALL}"
    return found


def _reaches(state: State, side: str, bases: Sequence[str], *, by_model: bool) -> Iterator[Reach]:
    """Yield the reach of each base, or of one base by its models."""
    for base in bases:
        models = dict.fromkeys(unit.model for unit in ready(state, base, side))
        ranges = {model: state.board.factor(model, "range") for model in models}
        farthest = max(ranges, key=lambda model: ranges[model])
        shown = ranges if by_model else {farthest: ranges[farthest]}
        for model, most in shown.items():
            hexes = [one for one in state.board.terrain if distance(state.board, base, one) <= most]
            yield reach(f"{base}: {model} {most}", state.board.sheet, hexes)
