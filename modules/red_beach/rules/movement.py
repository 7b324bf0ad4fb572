"""[8.4] Movement: which hex a stack may enter next, what that triggers, and which ways lead on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from modules.red_beach.rules import stacking, zoc
from modules.red_beach.rules.refusal import Refusal
from modules.red_beach.units import BACK, FRONT, Unit
from vassal_bridge.game.changes import Flip, Move
from vassal_bridge.game.hexes import HexId, Neighbours, find_path
from vassal_bridge.game.sequence import Steps

if TYPE_CHECKING:
    from modules.red_beach.state import State

TRIGGERING: Final = frozenset({"clear", "beach", "airfield"})


def triggers(state: State, hex_id: HexId) -> bool:
    """Whether entering a hex by movement may trigger an impulse [3.2, RB-3.2-i, RB-3.2-k].

    A clear, beach or airfield hex does; palm woods and the pier do not, nor does the hex of a
    destroyed fort, which is clear in all else [RB-8.841-a].
    """
    return state.board.terrain.get(hex_id) in TRIGGERING and hex_id not in state.board.fort_hexes


def entry_problems(
    state: State, units: Iterable[Unit], from_hex: HexId, to_hex: HexId
) -> list[Refusal]:
    """Return why a stack may not move together from a hex into an adjacent one [8.4].

    Hexes cost nothing and there is no allowance, so one step is all that is ever asked
    [RB-8.4-a]. Stacking is tested in every hex that is entered [RB-5.0-d], the acting units with
    all that stand there.
    """
    stack = tuple(units)
    if to_hex not in state.board.sheet.neighbours(from_hex):
        return [Refusal("8.4", f"{to_hex} is not adjacent to {from_hex}")]
    if not state.board.is_land(to_hex):
        return [Refusal("8.4", f"{to_hex} is no hex that units can stand in")]
    found = [*_fort_problems(state, to_hex), *_terrain_problems(state, stack, from_hex, to_hex)]
    if problem := stacking.us_problem((*_others(state, stack, to_hex), *stack)):
        found.append(Refusal("5.0", f"{to_hex} would hold {problem.removesuffix(' [5.0]')}"))
    return found + list(_zone_problems(state, stack, to_hex))


def _others(state: State, stack: tuple[Unit, ...], hex_id: HexId) -> list[Unit]:
    moving = {unit.id for unit in stack}
    return [unit for unit in state.us_at(hex_id) if unit.id not in moving]


def _fort_problems(state: State, to_hex: HexId) -> Iterator[Refusal]:
    """Yield a refusal for the hex of an active fort [8.4, RB-8.4-i]."""
    for unit in state.jp_at(to_hex):
        yield Refusal("8.4", f"{unit.name} holds {to_hex}: it cannot be entered")


def _terrain_problems(
    state: State, stack: tuple[Unit, ...], from_hex: HexId, to_hex: HexId
) -> Iterator[Refusal]:
    """Yield what terrain forbids: seawalls, ditches and piers [8.4, RB-8.4-d, RB-8.4-e]."""
    barrier = "seawall" if state.board.has_seawall(from_hex, to_hex) else "anti-tank ditch"
    for unit in stack:
        if unit.is_tank and state.board.stops_tanks(from_hex, to_hex):
            yield Refusal(
                "8.4", f"{unit.name}, a Tank, may not cross the {barrier} {from_hex}/{to_hex}"
            )
        if not state.board.admits(unit, to_hex):
            kind = "a Tank" if unit.is_tank else "Arty"
            yield Refusal("8.4", f"{unit.name}, {kind}, may not enter the pier hex {to_hex}")


def _zone_problems(state: State, stack: tuple[Unit, ...], to_hex: HexId) -> Iterator[Refusal]:
    """Yield what enemy ZOC forbids: HQ and Arty enter it with Inf or Tank only [8.4, RB-8.4-f].

    It stops and taxes nobody else [RB-4.0-c]. Inf or Tanks that stand there already will do.
    """
    company = any(unit.fights for unit in (*stack, *state.us_at(to_hex)))
    if company or to_hex not in zoc.japanese_zone(state):
        return
    for unit in stack:
        yield Refusal(
            "8.4", f"{unit.name} may not enter enemy ZOC in {to_hex} without an Inf or a Tank"
        )


def exits(state: State, units: Iterable[Unit], from_hex: HexId) -> list[HexId]:
    """Return the adjacent hexes that a stack may move into, by number [8.4]."""
    stack = tuple(units)
    return [
        there
        for there in state.board.neighbours(from_hex)
        if not entry_problems(state, stack, from_hex, there)
    ]


def step(state: State, units: Iterable[Unit], to_hex: HexId, why: str) -> Steps[None]:
    """Move a stack into an adjacent hex; Arty that moves is fired at once [8.4, RB-8.4-h]."""
    for unit in units:
        yield Move(unit.id, unit.location, to_hex, why)
        if unit.is_arty and unit.face == FRONT:
            yield Flip(unit.id, FRONT, BACK, f"[8.4] moved; {why}")


@dataclass(frozen=True, slots=True)
class Path:
    """A way from hex to hex, the start included, and the hex whose entry triggers, if any."""

    hexes: tuple[HexId, ...]
    trigger: HexId | None = None


def paths(
    state: State,
    units: Iterable[Unit],
    from_hex: HexId,
    to_hex: HexId,
    *,
    entered: bool = False,
) -> list[Path]:
    """Return the ways that a whole stack may go and that matter, the best first [8.4, RB-3.2-i].

    First a shortest one that triggers no impulse, where there is one. Else for each hex where the
    impulse could come, a shortest way by it; only those that are shortest of all. Once the
    trigger is used (`entered`) all ways are alike. None where the hex cannot be reached.
    """
    stack = tuple(units)
    if from_hex == to_hex:
        return []

    @cache
    def ways(hex_id: HexId) -> tuple[HexId, ...]:
        return tuple(exits(state, stack, hex_id))

    def quiet(hex_id: HexId) -> bool:
        return entered or not triggers(state, hex_id)

    silent = find_path(from_hex, [to_hex], ways, quiet)
    return [Path(silent)] if silent else _triggering(from_hex, to_hex, ways, quiet)


def _triggering(
    from_hex: HexId, to_hex: HexId, ways: Neighbours, quiet: Callable[[HexId], bool]
) -> list[Path]:
    """Return a shortest path for each hex that may be the first to trigger, by its number."""
    ahead: dict[tuple[HexId, HexId | None], Path] = {(from_hex, None): Path((from_hex,))}
    seen = set(ahead)
    while ahead:
        arrived = {trigger: path for (here, trigger), path in ahead.items() if here == to_hex}
        if arrived:
            return [arrived[trigger] for trigger in sorted(arrived, key=str)]
        following: dict[tuple[HexId, HexId | None], Path] = {}
        for (here, trigger), path in ahead.items():
            for there in ways(here):
                first = trigger or (None if quiet(there) else there)
                if (there, first) not in seen:
                    following.setdefault((there, first), Path((*path.hexes, there), first))
        seen |= set(following)
        ahead = following
    return []
