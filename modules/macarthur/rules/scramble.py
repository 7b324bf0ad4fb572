"""[8.4] Scramble: aircraft that get off a field under attack, or near one."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import TYPE_CHECKING

from modules.macarthur.board import ELIMINATED, FORMOSA_CHART, Field
from modules.macarthur.rules.fields import fields_of, is_served, owner, parked
from modules.macarthur.rules.raids import FIELD, LANDING, Raid, raids, where
from modules.macarthur.rules.ranges import distance, is_within
from modules.macarthur.rules.returns import fields_in_range, moved
from modules.macarthur.rules.sealed import hidden_kind
from modules.macarthur.units import ALLIED, JP, Mission, Unit
from vassal_bridge.game.changes import Eliminate, Set, Tell
from vassal_bridge.game.sequence import SECRET, Option, Steps, choose, roll

if TYPE_CHECKING:
    from modules.macarthur.state import State

NEAR_AN_ATTACK = 6
NEAR_A_LANDING = 12
WARNED = frozenset({"Kagi", "Taichu", "Batan Island"})
"""Fields whose raids add nothing: two of Formosa, and one that is on its chart alone [8.4.5]."""
FORMOSA_DRM = 2
NONE, FIGHTERS, MAY, MUST, ALL = "none", "fighters", "may", "must", "all"

CAP, ESCAPE, STAY, GO = "cap", "escape", "stay", "go"
ANSWERS = MappingProxyType(
    {
        (MAY, True): (CAP, ESCAPE, STAY),
        (MUST, True): (CAP,),
        (ALL, True): (ESCAPE, CAP),
        (ALL, False): (ESCAPE,),
        (FIGHTERS, True): (ESCAPE,),
    }
)
"""What an aircraft may do by the table's word, and by whether it is a fighter [8.4.1]."""


def alarms(state: State, place: str) -> tuple[Field, ...]:
    """Return the fields that may scramble at an attack on a place, the one attacked first.

    That field itself [MAC-8.4-1], and Allied ones within six hexes of a Japanese attack
    [MAC-8.4-2], the one in the hex included where something else there is attacked.
    """
    here = [raid for raid in raids(state) if raid.place == place]
    if not here:
        return ()
    attacked = attacked_field(state, place)
    found = [attacked] if attacked is not None else []
    if here[0].side == JP:
        found += [
            field
            for field in fields_of(state, ALLIED)
            if field is not attacked
            and distance(state.board, field.name, place) <= NEAR_AN_ATTACK
            and any(unit.is_fighter and _can_fly(unit) for unit in parked(state, field.name))
        ]
    return tuple(field for field in found if any(_can_fly(u) for u in parked(state, field.name)))


def attacked_field(state: State, place: str) -> Field | None:
    """Return the enemy's field in a place if that itself is attacked; None for other targets."""
    field = state.board.field_in(place)
    here = [raid for raid in raids(state) if raid.place == place]
    if field is None or not any(owner(state, field.name) != raid.side for raid in here):
        return None
    return field if _is_target(state, here) else None


def _is_target(state: State, here: list[Raid]) -> bool:
    return any(unit.target == FIELD for raid in here for unit in raid.units(state))


def _can_fly(unit: Unit) -> bool:
    return unit.is_up and not unit.moved


def scramble(state: State, place: str) -> Steps[None]:
    """Roll for each field that an attack on a place alarms, and let aircraft take off [8.4].

    A field near by need not try [MAC-8.4.2-A].
    """
    attacked = attacked_field(state, place)
    for field in alarms(state, place):
        is_own = field is attacked
        prompt = f"scramble against the attack @{where(state, place)}"
        if not is_own and not (yield from _tries(state, field, prompt, ALLIED, "[8.4.2]")):
            continue
        word = yield from _roll(state, field, is_raid=is_own)
        for unit in parked(state, field.name):
            if _can_fly(unit):
                yield from _answer(state, unit, word, place, is_own=is_own)


def _tries(state: State, field: Field, prompt: str, side: str, why: str) -> Steps[bool]:
    options = [Option(GO, "roll for its aircraft"), Option(STAY, "stay on the ground")]
    kind = hidden_kind(state, side, "attempt")
    return (yield from choose(kind, f"{field.name}: {prompt}", options, why=why)) == GO


def modifier(field: Field, *, is_raid: bool) -> int:
    """Return what is added for a raid on a field of Formosa [MAC-8.4.5-a]."""
    is_unwarned = field.chart == FORMOSA_CHART and field.name not in WARNED
    return FORMOSA_DRM if is_raid and is_unwarned else 0


def _roll(state: State, field: Field, *, is_raid: bool) -> Steps[str]:
    """Roll on the Scramble Table; a 4 and a 5 are printed [MAC-8.4.1-a]."""
    more = modifier(field, is_raid=is_raid)
    rolled = yield from roll("1d6", f"[8.4] scramble, {field.name}")
    word = str(state.board.tables.lookup("scramble", rolled.total + more))
    shown = f"{rolled.total}+{more}" if more else str(rolled.total)
    yield Tell(f"Scramble {field.name}: die {shown} -> {word} [8.4]")
    return word


def _answer(state: State, unit: Unit, word: str, place: str, *, is_own: bool) -> Steps[None]:
    """Let an aircraft do what the table allows: CAP over the attacked hex [MAC-8.4.2-A], or away.

    Nobody is inverted for such a CAP [MAC-8.4.2-B]. Only a served fighter fights [8.2]. From a
    field near by aircraft take off for CAP alone.
    """
    allowed = ANSWERS.get((word, unit.is_fighter), ())
    if not is_served(state, unit.location, unit) or not is_within(
        state.board, unit, unit.location, place
    ):
        allowed = tuple(ESCAPE if one == CAP else one for one in allowed)
    if not is_own:
        allowed = tuple(one for one in allowed if one == CAP)
        if allowed and word != MUST:
            allowed = (CAP, STAY)
    allowed = tuple(dict.fromkeys(allowed))
    if not allowed:
        return
    options = [Option(one, _LABELS[one]) for one in allowed]
    kind = "scramble" if is_own else hidden_kind(state, unit.side, "scramble")
    answer = yield from choose(kind, f"{unit.name} at {unit.location}", options, why="[8.4]")
    yield from _DEEDS[answer](unit, place)


_LABELS = {CAP: "CAP over the attack", ESCAPE: "off the field until it is over", STAY: "stay"}


def _to_cap(unit: Unit, place: str) -> Steps[None]:
    yield from _off(unit, Mission.SCRAMBLE, FIELD)
    if unit.location != place:
        yield moved(unit, place, "[8.4.2] scramble")
    yield Tell(f"  {unit.name} is up over {place} [8.4.2]")


def _escape(unit: Unit, place: str) -> Steps[None]:
    yield from _off(unit, Mission.ALOFT, "")
    yield Tell(f"  {unit.name} gets off {unit.location} [8.4.1]")


def _stay(unit: Unit, place: str) -> Steps[None]:
    yield from ()


_DEEDS: MappingProxyType[str, Callable[[Unit, str], Steps[None]]] = MappingProxyType(
    {CAP: _to_cap, ESCAPE: _escape, STAY: _stay}
)


def _off(unit: Unit, mission: str, target: str) -> Steps[None]:
    yield Set(unit.id, "base", "", unit.location, "[8.4] scramble")
    yield Set(unit.id, "mission", "", mission, "[8.4] scramble")
    if target:
        yield Set(unit.id, "target", "", target, "[8.4] scramble")


def alarmed_by_landing(state: State, place: str, side: str) -> tuple[Field, ...]:
    """Return the fields of a side within twelve hexes of a landing of its enemy [MAC-8.4-3]."""
    return tuple(
        field
        for field in fields_of(state, side)
        if distance(state.board, field.name, place) <= NEAR_A_LANDING
        and any(_can_fly(unit) for unit in parked(state, field.name))
    )


def against_landing(state: State, place: str, side: str) -> Steps[None]:
    """Let the aircraft of fields near a landing fly against it [MAC-8.4.3-A].

    Whoever gets off by the table may bomb or strafe the landing; bombers too, as only the
    fighters of 8.4.2 are CAP; a field need not try, and does not
    where nobody could fly. What they do to it is `bombing` and `strafing`.
    """
    for field in alarmed_by_landing(state, place, side):
        here = parked(state, field.name)
        if not any(len(_ways_to_landing(state, unit, ALL, place)) > 1 for unit in here):
            continue
        prompt = f"scramble against the landing @{place}"
        if not (yield from _tries(state, field, prompt, side, "[8.4.3]")):
            continue
        word = yield from _roll(state, field, is_raid=False)
        for unit in here:
            ways = _ways_to_landing(state, unit, word, place)
            if len(ways) < 2:
                continue
            options = [Option(one, one) for one in ways]
            prompt = f"{unit.name} against the landing @{place}"
            kind = hidden_kind(state, side, "landing")
            answer = yield from choose(kind, prompt, options, why="[8.4.3]")
            if answer != STAY:
                yield from _off(unit, answer, LANDING)
                yield moved(unit, place, "[8.4.3] against the landing")
                yield Tell(f"  {unit.name} flies against the landing @{place} [8.4.3]")


def _ways_to_landing(state: State, unit: Unit, word: str, place: str) -> list[str]:
    gets_off = word == ALL or (word in (MAY, MUST, FIGHTERS) and unit.is_fighter)
    ready = _can_fly(unit) and is_served(state, unit.location, unit)
    if not (gets_off and ready and is_within(state.board, unit, unit.location, place)):
        return [STAY]
    has_bombs = state.board.factor(unit.model, "bomb") > 0
    if unit.is_bomber:
        return [Mission.BOMB, STAY] if has_bombs else [STAY]
    return [Mission.STRAFE, *([Mission.FIGHTER_BOMB] if has_bombs else []), STAY]


def overrun(state: State, name: str) -> Steps[None]:
    """Let aircraft flee from a field that an enemy on the ground enters [MAC-8.4.4-A].

    Those that get off fly to any friendly field in range with room, those that serve them named
    first, and do not fight [MAC-8.4.4-B]; the others are lost [MAC-8.4.4-C].
    """
    field = state.board.fields[name]
    here = parked(state, name)
    if not here:
        return
    word = yield from _roll(state, field, is_raid=False)
    for unit in here:
        gets_off = _can_fly(unit) and (
            word == ALL or (unit.is_fighter and word in (FIGHTERS, MAY, MUST))
        )
        places = fields_in_range(state, unit, lost=name) if gets_off else []
        if not places:
            yield Eliminate(unit.id, unit.location, ELIMINATED, f"[8.4.4] {name} is taken")
            yield Tell(f"  {unit.name} is lost with {name} [8.4.4]")
            continue
        options = [Option(one, one) for one in places]
        place = yield from choose(SECRET, f"Where {unit.name} flees", options, why="[8.4.4]")
        yield moved(unit, place, f"[8.4.4] from {name}")
        if not unit.moved:
            yield Set(unit.id, "moved", False, True, f"[8.4.4] from {name}")
        yield Tell(f"  {unit.name} flees from {name} to {place} [8.4.4]")
