"""Units of Red Beach One: what a counter says, and what lies on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from vassal_bridge.game.hexes import is_hex

Side = Literal["us", "jp"]

US: Final = "us"
JP: Final = "jp"
FRONT: Final = "front"
BACK: Final = "back"

INF: Final = "inf"
ARTY: Final = "arty"
BTN_HQ: Final = "btn_hq"
RGT_HQ: Final = "rgt_hq"
JP_INF: Final = "jp_inf"
JP_TANK: Final = "jp_tank"
JP_HQ: Final = "jp_hq"
FORT: Final = "fort"
TANKS: Final = frozenset({"lt_tank", "med_tank", JP_TANK})
HQS: Final = frozenset({BTN_HQ, RGT_HQ, JP_HQ})
KINDS: Final = (INF, "lt_tank", "med_tank", ARTY, BTN_HQ, RGT_HQ, JP_INF, JP_TANK, JP_HQ, FORT)


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit: who it is, the face and the markers it shows, and where it is.

    `location` is a hex number or the name of an off-map box. The back is "disrupted" on an HQ
    [8.85], "fired" on artillery [8.9], fewer steps on all others [8.81]. `marker1` is the "1" of
    a step loss, `used` the HQ-used marker. `moved` is the mark of a unit that has acted in this
    Ground Phase: its Ground Segment is over, or it is part of the one in progress [3.2].
    `group` and the two flags describe forts [3.2], as does `printed`, their strength [9.5].
    """

    id: str
    name: str
    side: str
    kind: str
    location: str
    regiment: str = ""
    battalion: str = ""
    face: str = FRONT
    marker1: bool = False
    used: bool = False
    moved: bool = False
    group: str = ""
    long_pier: bool = False
    green: bool = False
    printed: int = 0

    @property
    def on_map(self) -> bool:
        """Whether the unit is in a hex."""
        return is_hex(self.location)

    @property
    def is_hq(self) -> bool:
        """Whether the unit is a headquarters."""
        return self.kind in HQS

    @property
    def is_inf(self) -> bool:
        """Whether the unit is infantry of either side."""
        return self.kind in (INF, JP_INF)

    @property
    def is_tank(self) -> bool:
        """Whether the unit is a tank of either side."""
        return self.kind in TANKS

    @property
    def is_arty(self) -> bool:
        """Whether the unit is artillery."""
        return self.kind == ARTY

    @property
    def is_fort(self) -> bool:
        """Whether the unit is a fort."""
        return self.kind == FORT

    @property
    def is_attacker(self) -> bool:
        """Whether the unit is one of those that the Tactical Table places on US stacks [9.5]."""
        return self.kind in (JP_INF, JP_TANK)

    @property
    def fights(self) -> bool:
        """Whether the unit is Inf or Tank: it fires [8.7] and has a ZOC [4.0]."""
        return self.is_inf or self.is_tank

    @property
    def disrupted(self) -> bool:
        """Whether an HQ is disrupted [8.85]."""
        return self.is_hq and self.face == BACK

    @property
    def fired(self) -> bool:
        """Whether artillery has fired [8.9]."""
        return self.is_arty and self.face == BACK
