"""The US player: lands as the planner advises, closes in on the forts and takes them one by one.

Each kind of decision has its own judge in `JUDGES`; whatever has none is left to the default. He
uses no dice: the same position gives the same answer.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Final

from automation.red_beach.us_appraisal import (
    Appraisal,
    Chances,
    Stack,
    is_fort_at,
    stack_of,
    support_within_reach,
)
from modules.red_beach.rules import movement, zoc
from modules.red_beach.rules.advance import STAY
from modules.red_beach.rules.attack_support import AIR, DESTROYER, ENGINEER, TRACKS, worth
from modules.red_beach.rules.ground import END
from modules.red_beach.rules.segment import ATTACK, MOVE, STOP
from modules.red_beach.rules.segment_track import in_progress
from modules.red_beach.state import State
from modules.red_beach.units import BTN_HQ, RGT_HQ
from vassal_bridge.game.dice import Dice
from vassal_bridge.game.hexes import HexId
from vassal_bridge.game.sequence import Choose, Decider

REACH: Final = 7
"""How many hexes ahead he looks for a better place."""
GOOD: Final = 0.4
"""A move that promises less than this is not made."""
GOOD_ATTACK: Final = 2.0
"""An attack that promises less than this is not made."""
IMPULSE: Final = 0.6
"""What the impulse costs that the first open hex calls, about."""
STRAY: Final = 0.15
"""What each hex away from the nearest fort costs."""
PRICES: Final[Mapping[str, float]] = MappingProxyType(
    {DESTROYER: 0.1, AIR: 0.5, BTN_HQ: 0.3, RGT_HQ: 0.6, "arty": 0.5, ENGINEER: 0.8}
)
"""What a support must promise at least: it may be wanted elsewhere."""


def us_player(state: State, dice: Dice) -> Decider:
    """Return a player for a position; the dice are not used."""
    return UsPlayer(state)


class UsPlayer:
    """Decides for the US in one game."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.chances = Chances(state)
        self._goal: tuple[tuple[str, ...], tuple[HexId, ...]] = ((), ())
        self._resting: tuple[str, set[str]] = ("", set())
        self._target: HexId | None = None
        self._points = 0

    def decide(self, choose: Choose) -> str:
        """Return the answer of the judge of this kind of decision, or the default."""
        judge = JUDGES.get(choose.kind)
        return choose.sensible if judge is None else judge(self, choose)

    def stack(self, choose: Choose) -> str:
        """Pick the stack that acts next: weak ones first, which cover forts, then the strong.

        A stack that has nothing better to do than to stay rests for this turn.
        """
        turn, resting = self._resting
        if turn != self.state.turn:
            resting = set()
            self._resting = (self.state.turn, resting)
        ready = [
            (self._acting(option.value), option.value)
            for option in choose.options
            if option.value in self.state.board.terrain and option.value not in resting
        ]
        for stack, value in sorted(ready, key=lambda pair: (pair[0].fire, pair[1])):
            if stack.fights and self._plan(stack) is not None:
                return value
            resting.add(value)
        return END if any(option.value == END for option in choose.options) else choose.sensible

    def _acting(self, hex_id: str) -> Stack:
        waiting = [unit for unit in self.state.us_at(hex_id) if not unit.moved]
        return stack_of(self.state, self._part([unit.id for unit in waiting]))

    def _part(self, names: Iterable[str]) -> list[str]:
        """Return who acts of units in a hex: Inf and Tanks, and the rest where it cannot stay."""
        ids = list(names)
        fighters = [name for name in ids if self.state.units[name].fights]
        if not fighters or len(fighters) == len(ids):
            return ids
        here = HexId(self.state.units[ids[0]].location)
        company = any(unit.fights and unit.id not in ids for unit in self.state.us_at(here))
        exposed = here in zoc.japanese_zone(self.state) and not company
        return ids if exposed else fighters

    def part(self, choose: Choose) -> str:
        """Send Inf and Tanks, and leave HQ and Arty behind where they are safe."""
        names = max((option.value.split(", ") for option in choose.options), key=len)
        wanted = ", ".join(sorted(self._part(names)))
        return wanted if any(one.value == wanted for one in choose.options) else choose.sensible

    def _plan(self, stack: Stack) -> tuple[HexId, ...] | None:
        """Return the way to the best hex (empty to stay and attack); None for nothing to do."""
        appraisal = Appraisal(self.state, self.chances, [unit.id for unit in stack.units])
        support = support_within_reach(self.state, stack)
        stay = appraisal.hex_worth(stack, stack.here, support)
        best, way = stay + GOOD, None
        for hex_id, path in self._ways(stack).items():
            gain = appraisal.hex_worth(stack, hex_id, support)
            gain -= STRAY * appraisal.nearest_fort(hex_id) - STRAY * appraisal.nearest_fort(
                stack.here
            )
            if self.state.jrl and any(movement.triggers(self.state, there) for there in path):
                gain -= IMPULSE
            if gain > best:
                best, way = gain, path
        if way is None and self._best_attack(appraisal, stack, support)[0] > GOOD_ATTACK:
            return ()
        return way

    def _ways(self, stack: Stack) -> dict[HexId, tuple[HexId, ...]]:
        """Return the hexes that a stack can reach soon, each with the way there."""
        found: dict[HexId, tuple[HexId, ...]] = {stack.here: ()}
        waiting = deque([stack.here])
        while waiting:
            here = waiting.popleft()
            if len(found[here]) == REACH:
                continue
            for there in movement.exits(self.state, stack.units, here):
                if there not in found:
                    found[there] = (*found[here], there)
                    waiting.append(there)
        del found[stack.here]
        return found

    def _best_attack(
        self, appraisal: Appraisal, stack: Stack, support: int
    ) -> tuple[float, HexId | None]:
        near = self.state.board.neighbours(stack.here)
        found = [
            (appraisal.attack_worth(stack, stack.here, there, support), there)
            for there in near
            if is_fort_at(self.state, there)
        ]
        return max(found, default=(0.0, None))

    def segment(self, choose: Choose) -> str:
        """Attack where it pays, go where it pays more, else stop."""
        now = in_progress(self.state)
        if now is None:
            return STOP
        stack = stack_of(self.state, now.acting)
        allowed = {option.value for option in choose.options}
        names, way = self._goal
        if names == now.acting and way and f"{MOVE}{way[0]}" in allowed:
            self._goal = (names, way[1:])
            return f"{MOVE}{way[0]}"
        self._goal = ((), ())
        appraisal = Appraisal(self.state, self.chances, now.acting)
        support = support_within_reach(self.state, stack)
        value, target = self._best_attack(appraisal, stack, support)
        if target is not None and value > GOOD_ATTACK and f"{ATTACK}{target}" in allowed:
            self._target = target
            return f"{ATTACK}{target}"
        way = (self._plan(stack) or ()) if stack.fights and not now.entered else ()
        if way and f"{MOVE}{way[0]}" in allowed:
            self._goal = (now.acting, way[1:])
            return f"{MOVE}{way[0]}"
        return STOP

    def support(self, choose: Choose) -> str:
        """Call what raises the chance of an attack most for its price; defend as advised."""
        now, target = in_progress(self.state), self._target
        if "attack" not in choose.why or now is None or target is None:
            return choose.sensible
        stack = stack_of(self.state, now.acting)
        appraisal = Appraisal(self.state, self.chances, now.acting)
        called = self._called(choose)
        before = appraisal.attack_worth(stack, stack.here, target, called)
        best, answer = 0.0, choose.options[-1].value
        for option in choose.options[:-1]:
            points = called + worth(self.state, option.value)
            gain = appraisal.attack_worth(stack, stack.here, target, points) - before
            gain -= PRICES[self._sort(option.value)]
            if gain > best:
                best, answer = gain, option.value
        self._points = called + (worth(self.state, answer) if best else 0)
        return answer

    def _called(self, choose: Choose) -> int:
        return self._points if choose.options[-1].label == "no more support" else 0

    def _sort(self, support: str) -> str:
        return support if support in TRACKS else self.state.units[support].kind

    def advance(self, choose: Choose) -> str:
        """Advance with Inf and Tanks where the new hex is worth at least as much as the old."""
        now = in_progress(self.state)
        if now is None:
            return choose.sensible
        alive = [name for name in now.acting if self.state.units[name].on_map]
        part = ", ".join(sorted(self._part(alive)))
        allowed = {option.value for option in choose.options}
        if not alive or part not in allowed or self._target is None:
            return choose.sensible
        stack = stack_of(self.state, part.split(", "))
        appraisal = Appraisal(self.state, self.chances, part.split(", "))
        there = appraisal.hex_worth(stack, self._target, 0)
        here = appraisal.hex_worth(stack, stack.here, 0)
        return part if there >= here else STAY


JUDGES: Final[Mapping[str, Callable[[UsPlayer, Choose], str]]] = MappingProxyType(
    {
        "stack": UsPlayer.stack,
        "part": UsPlayer.part,
        "segment": UsPlayer.segment,
        "support": UsPlayer.support,
        "advance": UsPlayer.advance,
    }
)
"""Who decides what: each kind of decision that is not left to the default."""
