"""What the US player thinks of a position: chances of fires, worth of forts, worth of hexes."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from modules.red_beach.rules import steps, turns, zoc
from modules.red_beach.rules.attack import fort_at, fort_effect
from modules.red_beach.rules.attack_chances import WAYS
from modules.red_beach.rules.combat import COLUMN, effect
from modules.red_beach.rules.support import fire_of
from modules.red_beach.state import State
from modules.red_beach.units import BTN_HQ, US, Unit
from vassal_bridge.game.hexes import HexId

FORT: Final = 8.0
"""What a destroyed fort is worth, in the coin of all these numbers."""
JRL_POINT: Final = 0.6
"""What a point of the JRL is worth that falls with a surrounded fort."""
STEP: Final = 1.6
"""What a lost US step costs at the end of the game."""
STEP_A_TURN: Final = 0.1
"""How much dearer a step is for each day turn that is still to come."""
RETREAT: Final = 0.7
"""What a retreat costs, in steps: the segment is over, and ground is lost."""
COVER: Final = 0.5
"""What a covered hex beside a fort is worth, of all that its surrounding is worth."""
TIGHT: Final = 1.0
"""What a point of the JRL costs that is lost with a fort, where every point is needed."""
BOMBARDMENT: Final = 23
"""How far the JRL falls in a later interphase, about."""
FIGHTING: Final = 6
"""How far the JRL falls in a day turn by lesser results and Japanese losses, about."""
FAR: Final = 99
RATIOS: Final = ("1:4", "1:3", "1:2", *(f"{n}:1" for n in range(1, 11)))


class Chances:
    """What does not change in a game: the promise of fires at any odds, and who lies near whom."""

    def __init__(self, state: State) -> None:
        board = state.board
        self.around = {
            hex_id: frozenset({hex_id, *board.neighbours(hex_id)}) for hex_id in board.terrain
        }
        self.near = {
            hex_id: frozenset(there for one in around for there in self.around[one])
            for hex_id, around in self.around.items()
        }
        self._falls: dict[str, float] = {}
        self._sure: dict[str, float] = {}
        self._loses: dict[str, float] = {}
        lookup = state.board.tables.lookup
        for ratio in RATIOS:
            column = COLUMN.get(ratio, ratio)
            falls = sure = loses = 0.0
            for total, ways in WAYS.items():
                result = str(lookup("crt", total, column))
                hit = effect(state, result, US)
                onto = fort_effect(state, result)
                falls += ways * onto.destroyed
                sure += ways * (onto.destroyed and not onto.if_surrounded)
                loses += ways * (hit.steps + RETREAT * hit.retreat)
            self._falls[ratio] = falls / 36
            self._sure[ratio] = sure / 36
            self._loses[ratio] = loses / 36

    def fort_falls(self, attack: int, defence: int) -> float:
        """Return the chance that fire destroys a fort; between two columns, something between."""
        return _between(self._falls, attack, defence)

    def jrl_falls(self, attack: int, defence: int) -> float:
        """Return the chance that fire destroys a fort so that the JRL falls in any case."""
        return _between(self._sure, attack, defence)

    def us_loses(self, attack: int, defence: int) -> float:
        """Return how many steps fire costs a US stack, a retreat counted as part of one."""
        return _between(self._loses, attack, defence)


def _between(table: dict[str, float], attack: int, defence: int) -> float:
    if attack <= 0 or defence <= 0:
        return 0.0
    ratio = attack / defence
    if ratio < 1:
        return table.get(f"1:{-(-defence // attack)}", 0.0)
    low = min(int(ratio), 10)
    high = min(low + 1, 10)
    return table[f"{low}:1"] + (ratio - low) * (table[f"{high}:1"] - table[f"{low}:1"])


@dataclass(frozen=True, slots=True)
class Stack:
    """Units that act together: who, where, and what they fire and defend with."""

    units: tuple[Unit, ...]
    here: HexId
    fire: int
    defence: int

    @property
    def fights(self) -> bool:
        """Whether there is an Inf or a Tank among them."""
        return any(unit.fights for unit in self.units)


def stack_of(state: State, names: Iterable[str]) -> Stack:
    """Return units as a stack."""
    units = tuple(state.units[name] for name in names)
    defence = sum(steps.strength(state, unit) for unit in units)
    return Stack(units, HexId(units[0].location), fire_of(state, units), defence)


class Appraisal:
    """The worth of attacks and hexes in one position, for units that are about to act."""

    def __init__(self, state: State, chances: Chances, acting: Iterable[str] = ()) -> None:
        self.state = state
        self._chances = chances
        self._forts = {HexId(fort.location): fort for fort in state.active_forts()}
        moving = set(acting)
        ours = [
            unit
            for unit in state.units.values()
            if unit.side == US and unit.on_map and unit.id not in moving
        ]
        self._covered = zoc.zone_of(state, ours) | {HexId(unit.location) for unit in ours}
        self._needs = {
            hex_id: frozenset(state.board.neighbours(hex_id)) - self._covered
            for hex_id in self._forts
        }
        self._spare = _reserve(state) - state.jrl
        self._distance = self._distances()
        self._step = STEP + STEP_A_TURN * len(_days_ahead(state))

    def _distances(self) -> dict[HexId, int]:
        """Return how far each hex is from the nearest fort, over land."""
        found = dict.fromkeys(self._forts, 0)
        waiting = deque(self._forts)
        while waiting:
            here = waiting.popleft()
            for there in self.state.board.neighbours(here):
                if there not in found:
                    found[there] = found[here] + 1
                    waiting.append(there)
        return found

    def fort_worth(self, hex_id: HexId, here: HexId, attack: int) -> float:
        """Return what an attack on a fort from a hex beside it promises.

        The JRL falls with a surrounded fort, by some results with any. Japan wins if the last fort
        falls before the JRL is 0: then it had better stand a while.
        """
        strength = steps.strength(self.state, self._forts[hex_id])
        falls = self._chances.fort_falls(attack, strength)
        lowers = self._chances.jrl_falls(attack, strength)
        if not self._needs[hex_id] - self.cover(here):
            lowers = falls
        if len(self._forts) == 1 and self.state.jrl > 2 * strength * (lowers == falls):
            return -100.0
        points = 2 * strength if self.state.jrl else 0
        lost = points * (falls - lowers) * (TIGHT if self._spare < 0 else 0)
        return FORT * falls + JRL_POINT * points * lowers - lost

    def attack_worth(self, stack: Stack, here: HexId, hex_id: HexId, support: int) -> float:
        """Return what one attack promises: the fort, less the steps that it costs."""
        fort = self._forts[hex_id]
        theirs = steps.strength(self.state, fort) * steps.fire_value(self.state, fort)
        company = sum(
            steps.strength(self.state, unit)
            for unit in self.state.us_at(here)
            if unit not in stack.units
        )
        lost = self._chances.us_loses(theirs, stack.defence + company)
        return self.fort_worth(hex_id, here, stack.fire + support) - self._step * lost

    def hex_worth(self, stack: Stack, here: HexId, support: int) -> float:
        """Return what standing in a hex is worth: the best attack, and the forts it covers."""
        near = [there for there in self.state.board.neighbours(here) if there in self._forts]
        attacks = [self.attack_worth(stack, here, there, support) for there in near]
        close = self._chances.near[here]
        covering = sum(self._cover_worth(there, here) for there in self._forts if there in close)
        return max([0.0, *attacks]) + covering

    def cover(self, here: HexId) -> frozenset[HexId]:
        """Return the hexes that Inf or Tanks in a hex cover."""
        return self._chances.around[here] - self._forts.keys()

    def _cover_worth(self, hex_id: HexId, here: HexId) -> float:
        needs = self._needs[hex_id]
        if not needs:
            return 0.0
        covered = len(needs & self.cover(here)) / len(needs)
        full = JRL_POINT * 2 * steps.strength(self.state, self._forts[hex_id])
        return full * (covered if covered == 1 else COVER * covered)

    def nearest_fort(self, here: HexId) -> int:
        """Return how far away the nearest fort is."""
        return self._distance.get(here, FAR)


def _reserve(state: State) -> int:
    """Return how far the JRL can still fall, about: surrounded forts, bombardments, fighting."""
    forts = sum(2 * steps.strength(state, fort) for fort in state.active_forts())
    bombarded = BOMBARDMENT * sum(turns.is_interphase(box) for box in _ahead(state))
    return forts + bombarded + FIGHTING * len(_days_ahead(state))


def _ahead(state: State) -> tuple[str, ...]:
    if state.turn == turns.END:
        return ()
    return turns.TRACK[turns.TRACK.index(state.turn) + 1 :]


def _days_ahead(state: State) -> list[str]:
    return [box for box in _ahead(state) if turns.is_day(box)]


def support_within_reach(state: State, stack: Stack) -> int:
    """Return the support that an attack of a stack may count on, about.

    That of its own Btn HQ, of one Arty, and of one engineer platoon, as far as they are ready.
    """
    ashore = [unit for unit in state.units.values() if unit.side == US and unit.on_map]
    points = 10 if state.level("engineers_available") else 0
    if any(unit.is_arty and not unit.fired for unit in ashore):
        points += 20
    inf = next((unit for unit in stack.units if unit.is_inf), None)
    own = [
        unit
        for unit in ashore
        if inf is not None
        and unit.kind == BTN_HQ
        and (unit.regiment, unit.battalion) == (inf.regiment, inf.battalion)
        and not (unit.disrupted or unit.used)
    ]
    return points + sum(6 * steps.strength(state, unit) for unit in own)


def is_fort_at(state: State, hex_id: HexId) -> bool:
    """Whether an active fort stands in a hex."""
    return fort_at(state, hex_id) is not None
