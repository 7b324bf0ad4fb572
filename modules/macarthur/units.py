"""Units of MacArthur: what a counter is, and what is remembered of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from vassal_bridge.game.hexes import is_hex

JP: Final = "jp"
ALLIED: Final = "allied"
SIDES: Final = (JP, ALLIED)
ARMY: Final = "army"
NAVY: Final = "navy"
FRONT: Final = "front"
BACK: Final = "back"

FIGHTER: Final = "fighter"
BOMBER: Final = "bomber"
ABSU: Final = "absu"
SUBMARINE: Final = "submarine"
BATTERY: Final = "battery"
AA: Final = "aa"
AIR: Final = frozenset({FIGHTER, BOMBER})
INFANTRY: Final = frozenset({"infantry", "bike", "marine", "parachute", "cavalry", "provisional"})
ARTILLERY: Final = frozenset({"artillery", "mountain", "motorized_artillery", "at", AA})
ARMOR: Final = frozenset({"tank", "recon", "carrier", "spa"})
GROUND: Final = INFANTRY | ARTILLERY | ARMOR | {"hq", "engineer", "combat_engineer", "truck"}
ORDER: Final = "order"
"""The kind of the cards on planning pads, which are no units [2.2.7]."""
KINDS: Final = AIR | GROUND | {ABSU, SUBMARINE, BATTERY}


class Mission:
    """What an air unit is about; a unit without a mission stands on its field."""

    BOMB: Final = "bomb"
    HIGH: Final = "high"
    """Extra high over Corregidor [10.2.3]."""
    FIGHTER_BOMB: Final = "fighter-bomb"
    """A fighter with a bomb, which may strafe afterwards [8.5.2.1]."""
    ESCORT: Final = "escort"
    ENGAGED: Final = "engaged"
    """An escort that has fought, and cannot strafe any more [8.5.2.2]."""
    STRAFE: Final = "strafe"
    SPENT: Final = "spent"
    """Its attack on the target is over."""
    CAP: Final = "cap"
    SCRAMBLE: Final = "scramble"
    """Over the hex that was attacked, without the price of CAP [8.4.2]."""
    ALOFT: Final = "aloft"
    """Out of reach until it lands: off a field under attack [8.4.1], or withdrawn [8.5.4.1]."""
    INTERDICT: Final = "interdict"
    DROP: Final = "drop"
    """Carries paratroops [12.2]."""


RAIDERS: Final = frozenset(
    {Mission.BOMB, Mission.HIGH, Mission.FIGHTER_BOMB, Mission.ESCORT, Mission.ENGAGED,
     Mission.STRAFE, Mission.SPENT, Mission.DROP}
)  # fmt: skip
PATROLS: Final = frozenset({Mission.CAP, Mission.SCRAMBLE})
LATE: Final = frozenset({Mission.CAP, Mission.SCRAMBLE, Mission.ALOFT, Mission.INTERDICT})
"""The missions that go home in the enemy's completion phase [8.1]."""
BOMBING: Final = frozenset({Mission.BOMB, Mission.HIGH, Mission.FIGHTER_BOMB})


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit: who it is, how it stands and where.

    `location` is a hex, or a box: a field of the airfield charts, a beach, the box of the dead.
    `service` is "army" or "navy" on Japanese units [8.3.1]. `model` is an aircraft's type, and
    that which a support unit serves [8.2]. `points` are stacking points [5.1], `steps` the
    companies of a battalion or the faces of a counter [6.1], `asterisks` those printed on it,
    `formation` its division or group.

    The back of an aircraft is its inverted side [8.5.4, 8.6.5]: with `held` a patrol keeps it
    down, with `aborted` it came home after the last air phase of its side and stays down for the
    next. The back of a ground unit is its weaker face. `demoralized` is the marker of 7.3.3.
    `mission`, `target` and `base` belong to an aircraft that is not on its field: what for, what
    it attacks, and where it came from. `moved` units have moved fields in this turn.
    """

    id: str
    name: str
    side: str
    kind: str
    location: str
    service: str = ""
    model: str = ""
    points: int = 0
    steps: int = 1
    asterisks: int = 0
    formation: str = ""
    face: str = FRONT
    held: bool = False
    aborted: bool = False
    demoralized: bool = False
    moved: bool = False
    losses: int = 0
    mission: str = ""
    target: str = ""
    base: str = ""

    @property
    def on_map(self) -> bool:
        """Whether the unit is in a hex."""
        return is_hex(self.location)

    @property
    def is_air(self) -> bool:
        """Whether the unit is a fighter or a bomber."""
        return self.kind in AIR

    @property
    def is_fighter(self) -> bool:
        """Whether the unit is a fighter [MAC-8.2-E2]."""
        return self.kind == FIGHTER

    @property
    def is_bomber(self) -> bool:
        """Whether the unit is a bomber, as every aircraft is that is no fighter [8.2]."""
        return self.kind == BOMBER

    @property
    def is_ground(self) -> bool:
        """Whether the unit fights on the ground."""
        return self.kind in GROUND

    @property
    def is_infantry(self) -> bool:
        """Whether the unit is infantry of any sort."""
        return self.kind in INFANTRY

    @property
    def is_artillery(self) -> bool:
        """Whether the unit is artillery of any sort but self-propelled, which is armor [7.3.2]."""
        return self.kind in ARTILLERY

    @property
    def is_armor(self) -> bool:
        """Whether the unit is a tank or the like [7.3.2]."""
        return self.kind in ARMOR

    @property
    def is_up(self) -> bool:
        """Whether an aircraft is upright, so that it may fly."""
        return self.face == FRONT

    @property
    def is_parked(self) -> bool:
        """Whether an aircraft stands on a field."""
        return self.is_air and not self.mission

    @property
    def is_raiding(self) -> bool:
        """Whether an aircraft is over enemies in the air phase of its side."""
        return self.mission in RAIDERS

    @property
    def is_patrolling(self) -> bool:
        """Whether a fighter is on CAP, by order or by scramble."""
        return self.mission in PATROLS

    @property
    def steps_left(self) -> int:
        """How many steps the unit has not lost; the back of one with two says that one is [6.1]."""
        turned = self.is_ground and self.steps == 2 and self.face == BACK
        return self.steps - self.losses - turned
