"""[16.0] Set-ups: who may begin where, what convoys bring, and the scout's report."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from modules.macarthur.board import ARRIVING, LUZON_CHART, WITHDRAWN
from modules.macarthur.rules import chits, coast, turns
from modules.macarthur.rules.fields import has_room, parked
from modules.macarthur.rules.sealed import is_sealed
from modules.macarthur.units import AA, ALLIED, JP, Unit
from vassal_bridge.errors import RuleError
from vassal_bridge.game.changes import Place, Tell
from vassal_bridge.game.hexes import HexId
from vassal_bridge.game.sequence import SECRET, Option, Steps, choose

if TYPE_CHECKING:
    from modules.macarthur.state import State

ALLIED_AIR: Final = {
    ("P-35", "Del Carmen"): 2,
    ("P-40E", "Nichols"): 2,
    ("P-40E", "Iba"): 2,
    ("P-40B", "Clark"): 2,
    ("P-40E", "Clark"): 2,
    ("P-26", "Batangas"): 1,
    ("B-17", "Clark"): 2,
    ("B-17", "Del Monte"): 1,
}
"""Where Allied aircraft begin, but for a B-10 and a B-18 [16.1.2.1].

The B-17 that flies in on turn 2 comes from Del Monte [14.2].
"""
ANY_BOMBER_FIELD: Final = ("B-10", "B-18")
JAPANESE_AIR: Final = {
    ("Nate", "Koshun"): 2,
    ("Lily", "Kato"): 2,
    ("Ann", "Kato"): 2,
    ("Sally", "Chosu"): 1,
    ("Nate", "Chosu"): 2,
    ("Sonia", "Heito"): 1,
    ("Ida", "Heito"): 1,
    ("Tina", "Kagi"): 1,
    ("Betty", "Taichu"): 2,
    ("Nell", "Tainan"): 2,
    ("Zeke", "Tainan"): 3,
    ("Betty", "Takao"): 3,
    ("Zeke", "Takao"): 3,
    ("Claude", "Takao"): 1,
}
"""Where Japanese aircraft begin [16.1.4.4.2]."""
PENSACOLA: Final = ("P-40E 7", "B-17 3", "B-17 4", "B-17 5", "A-24 1", "A-24 2", "A-24 3",
                    "ABSU A-24 1")  # fmt: skip
"""The aircraft of the Pensacola convoy by their counters [16.1.2.5]."""
POLK_COOLIDGE: Final = ("P-40E 8", "P-40E 9", "P-40E 10", "B-17 6")
"""The aircraft of the Polk-Coolidge convoy by their counters [16.1.2.6]."""
PENSACOLA_GROUND: Final = ("Truck P1", "Truck P2", "1/131 Art", "2/131 Art")
POLK_COOLIDGE_GROUND: Final = ("Heavy Art C1", "Heavy Art C2", "Heavy Art C3")
"""The ground units of the convoys by their counters [16.1.2.5, 16.1.2.6]."""
GROUND: Final = {"Pensacola": PENSACOLA_GROUND, "Polk-Coolidge": POLK_COOLIDGE_GROUND}
BETTER: Final = {"11 PA": "P/11 PA", "21 PA": "P/21 PA", "41 PA": "P/41 PA", "51 PA": "P/51 PA"}
"""The counters by which the Pensacola convoy replaces a regiment of each division [16.1.2.5]."""
BROUGHT: Final = {"Pensacola": PENSACOLA, "Polk-Coolidge": POLK_COOLIDGE}
FAR_FIELD: Final = "Del Monte"
FAR_MODEL: Final = "B-17"
FAR_TURN: Final = 2
HOME: Final = "Clark"
"""Where B-17s arrive on turn 2, and from where they always fly [16.1.2.1, 14.2]."""


@dataclass(frozen=True, slots=True)
class Post:
    """Where some units begin: within some hexes of one of some places."""

    rule: str
    who: str
    fits: Callable[[Unit], bool]
    places: tuple[str, ...]
    within: int = 0
    number: int = 0
    """How many there must be; 0 for all that fit."""


def _of(*formations: str) -> Callable[[Unit], bool]:
    return lambda unit: unit.formation in formations


def _kind(kind: str) -> Callable[[Unit], bool]:
    return lambda unit: unit.kind == kind


THIRD_REGIMENT: Final = "13/11 PA"
POSTS: Final = (
    Post("A", "41st PA", _of("41 PA"), ("Batangas",), within=1),
    Post("B", "51st PA", _of("51 PA"), ("Infanta", "Lamon", "Lucena"), within=1),
    Post("C", "91st PA", _of("91 PA"), ("Cabanatuan",)),
    Post("D", "31st PA", _of("31 PA"), ("Iba",), within=4),
    Post("E", "Marine battalion", _kind("marine"), ("Olongapo",), number=1),
    Post("F", "Marine battalions", _kind("marine"), ("Corregidor",), number=2),
    Post("F", "AA batteries", _kind(AA), ("Corregidor",), number=3),
    Post("G", "71st PA", _of("71 PA"), ("Camp O'Donnell",)),
    Post("G", "26th Cavalry", _kind("cavalry"), ("Camp O'Donnell",)),
    Post("H", "3rd Regiment of the 11th PA", lambda u: u.id == THIRD_REGIMENT, ("Tuguegarao",)),
    Post("I", "11th PA", lambda u: u.formation == "11 PA" and u.id != THIRD_REGIMENT,
         ("Lingayen",)),
    Post("I", "21st PA", _of("21 PA"), ("Lingayen",)),
    Post("J", "tank battalion", _kind("tank"), ("Clark",), number=1),
    Post("J", "AA batteries", _kind(AA), ("Clark",), number=2),
)  # fmt: skip
"""The posts of 16.1.2.4, but for those anywhere (K) and all others (L).

[MAC-16.1.2.4-A, MAC-16.1.2.4-B, MAC-16.1.2.4-C, MAC-16.1.2.4-D, MAC-16.1.2.4-E, MAC-16.1.2.4-F]
"""
REST: Final = ("Manila", "San Fernando", "Fort McKinley")
REST_FIELD: Final = "Bataan Airfield"
REST_REACH: Final = 2
ANYWHERE: Final = 3
"""Artillery of the Philippine Division that may stand anywhere, as trucks may [16.1.2.4]."""


def ground_problems(state: State) -> list[str]:
    """Return a sentence for each Allied ground unit that begins in a wrong place.

    With the option of free deployment all may stand anywhere [MAC-16.1.3-a].
    [MAC-16.1.2.4-A, MAC-16.1.2.4-B, MAC-16.1.2.4-C, MAC-16.1.2.4-D, MAC-16.1.2.4-E,
    MAC-16.1.2.4-F, MAC-16.1.2.4-G, MAC-16.1.2.4-H, MAC-16.1.2.4-I, MAC-16.1.2.4-J]
    """
    if state.board.settings.free_deployment:
        return []
    units = [u for u in state.alive if u.side == ALLIED and u.is_ground and u.on_map]
    posted: set[str] = set()
    found: list[str] = []
    for post in POSTS:
        fitting = [unit for unit in units if post.fits(unit)]
        there = [unit for unit in fitting if _is_at(state, unit, post.places, post.within)]
        posted |= {unit.id for unit in (fitting if not post.number else there)}
        where = " or ".join(post.places)
        near = f"within {post.within} of {where}" if post.within else f"at {where}"
        if not post.number:
            found += [
                f"{unit.name} begins {near}, not in {unit.location} [16.1.2.4{post.rule}]"
                for unit in fitting
                if unit not in there
            ]
        elif len(there) < post.number:
            found.append(f"{post.number} {post.who} begin {near} [16.1.2.4{post.rule}]")
    return found + list(_rest_problems(state, [one for one in units if one.id not in posted]))


def _rest_problems(state: State, units: list[Unit]) -> Iterator[str]:
    """Yield what is wrong with those without a post [MAC-16.1.2.4-K, MAC-16.1.2.4-L]."""
    free = ANYWHERE
    for unit in units:
        if unit.kind == "truck" or _is_at(state, unit, REST, 0):
            continue
        if _is_at(state, unit, (REST_FIELD,), REST_REACH):
            continue
        if unit.is_artillery and unit.formation == "PH" and free:
            free -= 1
            continue
        places = ", ".join(REST)
        yield f"{unit.name} begins at {places} or within 2 of {REST_FIELD} [16.1.2.4L]"


def _is_at(state: State, unit: Unit, places: tuple[str, ...], within: int) -> bool:
    here, board = HexId(unit.location), state.board
    return any(board.sheet.distance(here, one) <= within for one in _hexes(state, places))


def _hexes(state: State, places: tuple[str, ...]) -> Iterator[HexId]:
    """Yield the hexes of some beaches or named places."""
    beaches = coast.beach_names(state.board)
    for place in places:
        if place in beaches:
            yield coast.beach_hex(state.board, place)
        elif place in state.board.places:
            yield state.board.places[place]


def air_problems(state: State, side: str, *, convoy: frozenset[str] = frozenset()) -> list[str]:
    """Return a sentence for each model that does not begin where it must.

    [MAC-16.1.2.1-A, MAC-16.1.4.4.2-a] Support units may stand anywhere [MAC-16.1.2.1-B]. The
    units of a convoy do not count; of the P-40Es marked P two do not come with it
    [MAC-16.1.2.5-C].
    """
    wanted = ALLIED_AIR if side == ALLIED else JAPANESE_AIR
    counted: dict[tuple[str, str], int] = {}
    found: list[str] = []
    for unit in state.air(side):
        if unit.id in convoy or unit.location == ARRIVING:
            continue
        if unit.model in ANY_BOMBER_FIELD:
            if unit.location not in state.board.fields:
                found.append(f"{unit.name} begins at a field with a bomber box [16.1.2.1]")
            elif not state.board.boxes_of(unit.location, "B"):
                found.append(f"{unit.location} has no bomber box for {unit.name} [16.1.2.1]")
            continue
        key = (unit.model, unit.location)
        counted[key] = counted.get(key, 0) + 1
    rule = "16.1.2.1" if side == ALLIED else "16.1.4.4.2"
    for model, field in sorted({*wanted, *counted}):
        expected, there = wanted.get((model, field), 0), counted.get((model, field), 0)
        if expected != there:
            found.append(f"{field}: expected {expected} {model}, found {there} [{rule}]")
    return found


def deploy_convoys(state: State) -> Steps[None]:
    """Place what the convoys bring that come with the Allied chit.

    [MAC-16.1.2.2-B, MAC-16.1.2.5-A, MAC-16.1.2.6-A, MAC-16.1.2.6-B, MAC-16.1.2.6-C] B-17s may
    begin at Del Monte [MAC-16.1.2.2-A], or at Clark, from where alone they operate; other aircraft
    at any field of Luzon, ground units where the rest of the Allies begin. Raises RuleError before
    the chit is drawn.
    """
    chit = chits.allied_chit(state)
    if chit is None:
        raise RuleError("the Allied chit is not drawn yet [16.1.1]")
    for convoy in chits.convoys(state, chit):
        for name in BROUGHT[convoy]:
            unit = state.units.get(name)
            if unit is not None and unit.location == ARRIVING:
                yield from _deploy(state, unit, convoy)
        for name in GROUND[convoy]:
            unit = state.units.get(name)
            if unit is not None and unit.location == ARRIVING:
                yield from _billet(state, unit, convoy)
        if convoy == "Pensacola":
            yield from _better_regiments(state)


def arrive_far(state: State) -> Steps[None]:
    """Let the B-17s of Del Monte come to Luzon on turn 2 [MAC-3.1-A, MAC-16.1.2.2-A, 14.2].

    To Clark, from where they must always fly [16.1.2.1], or while that is full to another field
    with room; they may also stay.
    """
    if turns.number(state.turn) != FAR_TURN or state.phase != turns.REINFORCEMENT:
        return
    luzon = [one.name for one in state.board.fields.values() if one.chart == LUZON_CHART]
    for unit in [one for one in state.at(FAR_FIELD) if one.model == FAR_MODEL]:
        free = [name for name in luzon if has_room(state, name, unit)]
        places = [HOME] if HOME in free else free
        options = [*(Option(name, name) for name in places), Option(FAR_FIELD, "it stays")]
        prompt = f"Where does {unit.name} arrive?"
        field = yield from choose(SECRET, prompt, options, why="[14.2]")
        if field != FAR_FIELD:
            yield Place(unit.id, FAR_FIELD, field, "[16.1.2.2] arrives on turn 2")
            yield Tell(f"{unit.name} arrives [14.2]")


def _billet(state: State, unit: Unit, convoy: str) -> Steps[None]:
    options = [Option(name, name) for name in REST if name in state.board.places]
    prompt = f"Where does {unit.name} of the {convoy} convoy begin?"
    place = yield from choose("deploy", prompt, options, why="[16.1.2.4]")
    yield Place(unit.id, ARRIVING, state.board.places[place], f"[16.1.2.5] {convoy}")


def _better_regiments(state: State) -> Steps[None]:
    """Replace the strongest unit of four divisions by its better counter [MAC-16.1.2.5-B].

    Strengths are on the counters: the owner says which is the strongest, among those with the most
    stacking points.
    """
    for division, better in BETTER.items():
        counter = state.units.get(better)
        regiments = [
            u
            for u in state.alive
            if u.formation == division and u.is_infantry and u.on_map and u.id != better
        ]
        if counter is None or counter.location != ARRIVING or not regiments:
            continue
        most = max(unit.points for unit in regiments)
        options = [Option(unit.id, unit.name) for unit in regiments if unit.points == most]
        prompt = f"Which is the strongest regiment of the {division}?"
        old = yield from choose("strongest", prompt, options, why="[16.1.2.5]")
        place = state.units[old].location
        yield Place(old, place, WITHDRAWN, "[16.1.2.5] replaced")
        yield Place(better, ARRIVING, place, "[16.1.2.5] replaces it")
        yield Tell(f"{better} replaces {old} at {place} [16.1.2.5]")


def _deploy(state: State, unit: Unit, convoy: str) -> Steps[None]:
    fields = [one.name for one in state.board.fields.values() if one.chart == LUZON_CHART]
    if unit.model == FAR_MODEL:
        fields = [FAR_FIELD, HOME]
    if unit.is_air:
        fields = [name for name in fields if has_room(state, name, unit)]
    options = [Option(name, name) for name in fields]
    prompt = f"At which field does {unit.name} of the {convoy} convoy begin?"
    field = yield from choose(SECRET, prompt, options, why="[16.1.2.2]")
    yield Place(unit.id, ARRIVING, field, f"[16.1.2.2] {convoy}")


def reconnoitre(state: State) -> Steps[None]:
    """Tell Japan which classes of aircraft stand on one Allied field [MAC-16.1.2.3-a].

    While the Allied charts are sealed their owner answers, who plays this himself.
    """
    if is_sealed(state, ALLIED):
        yield Tell("The scout: name an Allied field; its owner answers, with `scout` [16.1.2.3]")
        return
    fields = [one.name for one in state.board.fields.values() if one.owner == ALLIED]
    options = [Option(name, name) for name in fields]
    name = yield from choose("scout", "Which field is scouted?", options, why="[16.1.2.3]")
    there = parked(state, name)
    classes = [
        word
        for word, is_there in (
            ("fighters", any(unit.is_fighter for unit in there)),
            ("bombers", any(unit.is_bomber for unit in there)),
        )
        if is_there
    ]
    yield Tell(f"{name}: {' and '.join(classes) or 'no aircraft'} [16.1.2.3]")


def ashore_problems(state: State) -> list[str]:
    """Return what is wrong with the Japanese ashore when the main assault begins.

    25 stacking points, on roads in coastal or mountain hexes, north and east of the line between
    the northern hexes of the Lingayen and Baler beaches [MAC-16.2.2-A].
    """
    board = state.board
    units = [u for u in state.alive if u.side == JP and u.is_ground and u.on_map]
    found: list[str] = []
    if (points := sum(unit.points for unit in units)) > ASHORE:
        found.append(f"{points} SP begin ashore: no more than {ASHORE} may [16.2.2A]")
    for unit in units:
        here = HexId(unit.location)
        if not is_north_of_line(state, here):
            found.append(f"{unit.name} begins south of the line [16.2.2A]")
        if here not in board.roads or not (
            board.is_coastal(here) or board.terrain.get(here) == "mountain"
        ):
            found.append(f"{unit.name} begins on a road in a coastal or mountain hex [16.2.2A]")
    return found


ASHORE: Final = 25
"""Japanese stacking points on Luzon when the main assault begins [16.2.2]."""


def is_north_of_line(state: State, hex_id: HexId) -> bool:
    """Whether a hex lies north of the line from Lingayen beach to Baler beach [16.2.2]."""
    west, east = (_centre(coast.beach_hex(state.board, name)) for name in ("Lingayen", "Baler"))
    column, row = _centre(hex_id)
    share = (column - west[0]) / (east[0] - west[0])
    return row < west[1] + share * (east[1] - west[1])


def _centre(hex_id: HexId) -> tuple[float, float]:
    """Return the place of a hex on the sheet: column, and row counted in hexes from the north."""
    column, row = int(hex_id[:2]), int(hex_id[2:])
    return column, row + (0.5 if column % 2 == 0 else 0)
