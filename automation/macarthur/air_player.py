"""An air commander of either side: raids where most stands, guards what is worth guarding.

Each kind of decision has its own judge in `JUDGES`; whatever has none is left to the default. It
uses no dice: the same position gives the same answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from automation.policies import Sensible
from modules.macarthur.rules import fields
from modules.macarthur.rules.bombing import AIRCRAFT
from modules.macarthur.rules.groups import MOST
from modules.macarthur.rules.missions import Target, describe
from modules.macarthur.rules.planning import DONE, GO, MOST_BOMBERS
from modules.macarthur.rules.possible import CAP, RAID, parse_raid, possible
from modules.macarthur.rules.raids import FIELD, GROUND, raids
from modules.macarthur.rules.scramble import CAP as UP
from modules.macarthur.rules.scramble import ESCAPE
from modules.macarthur.state import State
from modules.macarthur.units import BOMBING, Mission, Unit
from vassal_bridge.game.dice import Dice
from vassal_bridge.game.sequence import Choose, Decider

WORTH_GUARDING: Final = 3
"""A field with so many aircraft gets a CAP."""
GROUP_KILLS: Final = 0.9
"""About how many aircraft on the ground a full group destroys."""
TROOPS: Final = 0.35
"""What a raid on ground units is worth, in aircraft."""
ENOUGH: Final = 0.05
"""What promises no more than this is not flown."""
MORE: Final = 0.3
"""What each raid that is over a place already leaves for the next one."""


def air_player(state: State, dice: Dice) -> Decider:
    """Return a commander for a position, whoever's turn it is; the dice are not used."""
    return AirPlayer(state)


class AirPlayer:
    """Decides for both air forces in one game."""

    def __init__(self, state: State) -> None:
        self.state = state

    def decide(self, choose: Choose) -> str:
        """Return the answer with the highest worth, or the default; the earlier at a tie."""
        judge = JUDGES.get(choose.kind)
        scorers = {} if judge is None else {choose.kind: self._scorer(judge)}
        return Sensible(scorers).decide(choose)

    def _scorer(self, judge: Judge) -> Callable[[Choose, str], float]:
        return lambda choose, value: judge(self.state, choose, value)


Judge = Callable[[State, Choose, str], float]


def worth(state: State, unit: Unit) -> int:
    """Return what an aircraft is worth: its bombs count twice."""
    board = state.board
    figures = {name: board.factor(unit.model, name) for name in ("attack", "defence", "bomb")}
    return figures["attack"] + figures["defence"] + 2 * figures["bomb"]


def _mission(state: State, choose: Choose, value: str) -> float:
    """Raid while a raid promises something; then CAP over own full fields; then no more."""
    if value == DONE:
        return ENOUGH
    judge = {RAID: _raid, CAP: _guard}.get(value)
    if judge is None:
        return 0.0
    return max((judge(state, choose, one.value) for one in possible(state, value)), default=0.0)


def _raid(state: State, choose: Choose, value: str) -> float:
    """Raid the fuller field first; each raid that is there already leaves less."""
    target = parse_raid(value)[1]
    here = sum(raid.place == target.place for raid in raids(state))
    return _prize(state, target.place, target.what) * MORE**here


def _prize(state: State, place: str, what: str) -> float:
    field = state.board.field_in(place)
    if what == FIELD and field is not None:
        return min(fields.expected(state, field.name), 4) * GROUP_KILLS / 2
    return TROOPS if what == GROUND else 0.0


def _guard(state: State, choose: Choose, place: str) -> float:
    field = state.board.field_in(place)
    if field is None or any(unit.is_patrolling for unit in state.at(place)):
        return 0.0
    return 0.2 if len(fields.parked(state, field.name)) > WORTH_GUARDING else 0.0


def _fly(state: State, choose: Choose, value: str) -> float:
    """Fill bombing groups, then escort them, then go."""
    mission, _, name = value.partition(" ")
    flying = [
        unit for unit in state.air(state.side) if unit.is_raiding and _to(state, unit, choose)
    ]
    bombs = [unit for unit in flying if unit.mission in BOMBING]
    escorts = [unit for unit in flying if unit.mission == Mission.ESCORT]
    if value == GO:
        return 1.0
    unit = state.units[name]
    if mission == Mission.BOMB and len(bombs) < MOST_BOMBERS:
        factors = sum(state.board.factor(one.model, "bomb") for one in bombs)
        fits = (factors % MOST) + state.board.factor(unit.model, "bomb") <= MOST
        return 3.0 + fits + 0.1 * state.board.factor(unit.model, "bomb")
    if mission == Mission.ESCORT and len(escorts) < len(bombs):
        return 2.0 + 0.1 * state.board.factor(unit.model, "attack")
    return 0.0


def _to(state: State, unit: Unit, choose: Choose) -> bool:
    """Whether an aircraft flies on the raid that is being put together."""
    return choose.prompt == f"To {describe(state, Target(unit.location, unit.target))}"


def _scramble(state: State, choose: Choose, value: str) -> float:
    """Take fighters up where bombers come; all others get off the ground."""
    return {UP: 2.0, ESCAPE: 1.0}.get(value, 0.0)


def _aim(state: State, choose: Choose, value: str) -> float:
    return 1.0 if value == AIRCRAFT else 0.0


def _weakest(state: State, choose: Choose, value: str) -> float:
    """Fire at the unit that is worth most and defends itself worst."""
    if value not in state.units:
        return 0.0
    unit = state.units[value]
    return worth(state, unit) / (1 + state.board.factor(unit.model, "defence"))


def _dearest(state: State, choose: Choose, value: str) -> float:
    return float(worth(state, state.units[value]))


def _patrol(state: State, choose: Choose, value: str) -> float:
    return 1.0 if value == "fight" else 0.0


JUDGES: Mapping[str, Judge] = MappingProxyType(
    {
        "mission": _mission,
        RAID: _raid,
        CAP: _guard,
        "fly": _fly,
        "scramble": _scramble,
        "aim": _aim,
        "match": _weakest,
        "attack": _weakest,
        "victim": _dearest,
        "flak": _dearest,
        "patrol": _patrol,
        "strafe": lambda state, choose, value: 1.0 if value == "strafe" else 0.0,
    }
)
"""The judge of each kind of decision: a function (state, decision, answer) -> worth."""
