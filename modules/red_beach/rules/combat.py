"""[8.7] Combat: odds, fires, losses, and a round between Japanese units and a US stack."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from modules.red_beach.rules import steps
from modules.red_beach.rules.legality import is_alone
from modules.red_beach.rules.retreat import lone_retreat, retreat
from modules.red_beach.rules.support import Support, call_support, own_fire
from modules.red_beach.units import JP, US, Unit
from vassal_bridge.errors import RuleError
from vassal_bridge.game.hexes import HexId
from vassal_bridge.game.sequence import Steps, roll

if TYPE_CHECKING:
    from modules.red_beach.state import State

BOTH: Final = "both"
COLUMN: Final = {"1:2": "S", "1:1": "M", "2:1": "MG"}
TANK_ROLLS: Final = range(9, 13)
IMPULSE_ROLLS: Final = range(11, 13)
_EFFECT = re.compile(r"(?:(\d+) steps?)?(?:, )?(retreat|eliminated)?")


def first_fire(us: Iterable[str], jp: Iterable[str]) -> str:
    """Return who fires first, "us" or "jp", or "both" when neither or both may.

    [RB-8.7-e, RB-8.7-f]

    The arguments are the reasons that each side has, such as "destroyer" or "seawall".
    """
    ours, theirs = bool(tuple(us)), bool(tuple(jp))
    if ours == theirs:
        return BOTH
    return US if ours else JP


def odds(attack: int, defence: int) -> str | None:
    """Return the odds rounded down to a printed ratio, or None for worse than 1:4 [8.7].

    >>> odds(28, 3), odds(15, 7), odds(5, 9), odds(1, 5), odds(99, 1)
    ('9:1', '2:1', '1:2', None, '10:1')
    """
    if attack >= defence:
        return f"{min(attack // defence, 10)}:1"
    ratio = -(-defence // attack)
    return f"1:{ratio}" if ratio <= 4 else None


@dataclass(frozen=True, slots=True)
class Effect:
    """What a CRT result does to units [8.7]."""

    steps: int = 0
    retreat: bool = False
    eliminated: bool = False

    def __str__(self) -> str:
        if self.eliminated:
            return "eliminated"
        parts = [f"{self.steps} step{'' if self.steps == 1 else 's'}"] if self.steps else []
        return ", ".join([*parts, *(["retreat"] if self.retreat else [])]) or "no effect"


def effect(state: State, result: str, side: str) -> Effect:
    """Return what a CRT result does to a side's units; raises MissingCell [8.7]."""
    if not result:
        return Effect()
    cell = str(state.board.tables.lookup("crt_effect", result, "us" if side == US else "jap"))
    found = _EFFECT.fullmatch(cell)
    if found is None:
        raise RuleError(f"crt_effect {result} on {side}: expected steps or retreat, found {cell!r}")
    return Effect(int(found[1] or 0), found[2] == "retreat", found[2] == "eliminated")


@dataclass(frozen=True, slots=True)
class Shot:
    """One side's fire, rolled: the total (0 for none), the CRT result, and the story so far."""

    total: int
    result: str
    story: str

    def told(self, hit: object) -> str:
        """Return the story with what the result does."""
        if not self.total:
            return f"{self.story}, worse than 1:4, no effect."
        return f"{self.story} -> {f'{self.result}: {hit}' if self.result else 'no effect'}."


@dataclass(frozen=True, slots=True)
class Fire:
    """One side's fire, resolved: total, CRT result, its effect on the other side, and the story."""

    total: int
    result: str
    effect: Effect
    story: str


def crt(state: State, column: str, why: str) -> Steps[tuple[int, str]]:
    """Roll 2d6 in a CRT column; return the total and the result [8.7]."""
    rolled = yield from roll("2d6", why)
    return rolled.total, str(state.board.tables.lookup("crt", rolled.total, column))


def shoot(state: State, side: str, attack: int, defence: int, why: str) -> Steps[Shot]:
    """Roll the fire of a side at given strengths [8.7, RB-8.7-g, RB-8.7-h]."""
    ratio = odds(attack, defence)
    who = "US" if side == US else "Jap"
    if ratio is None:
        return Shot(0, "", f"{who} {attack}:{defence}")
    column = COLUMN.get(ratio, ratio)
    total, result = yield from crt(state, column, f"{why} {who} fire {attack}:{defence}")
    shown = f"{ratio} ({column})" if column != ratio else ratio
    return Shot(total, result, f"{who} {attack}:{defence} = {shown}, 2d6 {total}")


def fire(state: State, side: str, attack: int, defence: int, why: str) -> Steps[Fire]:
    """Resolve the fire of a side at the other's units; nothing is lost yet [8.7]."""
    shot = yield from shoot(state, side, attack, defence, why)
    hit = effect(state, shot.result, JP if side == US else US)
    return Fire(shot.total, shot.result, hit, shot.told(hit))


@dataclass(slots=True)
class Round:
    """A round of combat in a hex: what supports, which results each side suffers, and the story.

    `retreats` are the sides whose result is a retreat; `results` have each side's CRT result.
    """

    hex_id: HexId
    why: str
    support: Support = field(default_factory=Support)
    retreats: set[str] = field(default_factory=set)
    results: dict[str, str] = field(default_factory=dict)
    story: list[str] = field(default_factory=list)

    @property
    def told(self) -> str:
        """The story."""
        return " ".join(self.story)


def attack_strength(state: State, side: str, fight: Round) -> tuple[int, int]:
    """Return a side's attack strength and the other's defence strength now [RB-8.9-d].

    Firing are Inf and Tanks; HQ and Arty of the stack only add to its defence.
    """
    us, jp = state.us_at(fight.hex_id), attackers_at(state, fight.hex_id)
    if side == US:
        own = own_fire(state, fight.hex_id)
        support = fight.support.worth(us) if own else 0
        return own + support, sum(steps.strength(state, unit) for unit in jp)
    attack = sum(steps.strength(state, unit) * steps.fire_value(state, unit) for unit in jp)
    return attack, sum(steps.strength(state, unit) for unit in us)


def attackers_at(state: State, hex_id: HexId) -> tuple[Unit, ...]:
    """Return the Japanese Inf and Tanks upon a hex."""
    return tuple(unit for unit in state.jp_at(hex_id) if unit.is_attacker)


def fight_round(state: State, hex_id: HexId, first: str, why: str) -> Steps[Round]:
    """Fight one round between the Japanese upon a hex and its US stack; return how it went.

    [RB-8.7-b, RB-8.7-d]

    Order: support, fires and losses by first fire, retreats [8.7, 8.715]. HQ and Arty alone may
    dodge the attack first [8.9].
    """
    fight = Round(hex_id, why)
    if is_alone(state.us_at(hex_id)):
        story = yield from lone_retreat(state, hex_id, attackers_at(state, hex_id), why)
        fight.story.append(f"{story}.")
        if not state.us_at(hex_id) or not state.board.settings.lone_support_fights:
            return fight
    fight.support = yield from call_support(state, hex_id, attackers_at(state, hex_id))
    if fight.support.names:
        fight.story.append(f"Support: {', '.join(fight.support.names)}.")
    if first == BOTH:
        strengths = {side: attack_strength(state, side, fight) for side in (JP, US)}
        fires = []
        for side in (JP, US):
            fires.append((side, (yield from _fire_of(state, side, strengths[side], fight))))
        for side, shot in fires:
            yield from _suffer(state, side, shot, fight)
    else:
        for side in (first, US if first == JP else JP):
            strength = attack_strength(state, side, fight)
            shot = yield from _fire_of(state, side, strength, fight)
            yield from _suffer(state, side, shot, fight)
    yield from _retreats(state, fight)
    return fight


def _fire_of(
    state: State, side: str, strengths: tuple[int, int], fight: Round
) -> Steps[Fire | None]:
    attack, defence = strengths
    if not attack or not defence:
        return None
    return (yield from fire(state, side, attack, defence, fight.why))


def _suffer(state: State, side: str, shot: Fire | None, fight: Round) -> Steps[None]:
    """Take the losses of one side's fire from the other [8.82]."""
    if shot is None:
        return
    fight.story.append(shot.story)
    target = JP if side == US else US
    fight.results[target] = shot.result
    yield from take_losses(state, fight.hex_id, target, shot.effect, fight.why)
    if target == US and shot.total in TANK_ROLLS:
        story = yield from lose_tank_step(state, fight.hex_id, shot.total, fight.why)
        fight.story.extend(story)
    if shot.effect.retreat:
        fight.retreats.add(target)


def take_losses(state: State, hex_id: HexId, side: str, hit: Effect, why: str) -> Steps[None]:
    """Take the steps of a result by priority, or eliminate all [8.7, 8.82]."""
    lost = hit.steps
    if hit.eliminated:
        lost = sum(
            steps.steps_left(state, unit)
            for unit in state.at(hex_id)
            if unit.side == side and not unit.is_fort
        )
    if lost:
        yield from steps.lose_by_priority(state, hex_id, side, lost, f"[8.82] {why}")


def lose_tank_step(state: State, hex_id: HexId, total: int, why: str) -> Steps[list[str]]:
    """Take the extra Tank step of a Japanese roll of 9 to 12, if there is a Tank.

    [RB-8.7-j]
    """
    lost = yield from steps.lose_by_choice(
        state, hex_id, 1, f"[8.7] Japanese roll of {total}; {why}", tanks_only=True
    )
    return [f"Roll of {total}: 1 Tank step."] if lost else []


def _retreats(state: State, fight: Round) -> Steps[None]:
    """Carry out retreats after both fires [RB-8.7-k, RB-8.715-b].

    With Japanese in the hex neither side may retreat unless both must: one alone loses a step.
    Where both must, the US stack leaves, and the Japanese are left with the hex.
    """
    us, jp = state.us_at(fight.hex_id), attackers_at(state, fight.hex_id)
    if US in fight.retreats and us and (JP in fight.retreats or not jp):
        reason = f"[8.715] {fight.why}"
        story = yield from retreat(state, fight.hex_id, reason, past=jp)
        fight.story.append(f"US {story}.")
    elif US in fight.retreats and us:
        yield from steps.lose_by_priority(
            state, fight.hex_id, US, 1, f"[8.715] may not retreat; {fight.why}"
        )
        fight.story.append("US may not retreat, 1 step instead.")
    elif JP in fight.retreats and us and jp:
        yield from steps.lose_by_priority(
            state, fight.hex_id, JP, 1, f"[8.715] may not retreat; {fight.why}"
        )
        fight.story.append("Japanese may not retreat, 1 step instead.")
