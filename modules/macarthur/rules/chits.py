"""Chits: the forces of both sides, the Allied ones open and the Japanese secret."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from modules.macarthur.board import ARRIVING, FORMOSA
from modules.macarthur.rules import ledger, secrets
from vassal_bridge.errors import RuleError
from vassal_bridge.game.changes import Tell
from vassal_bridge.game.sequence import Steps, roll

if TYPE_CHECKING:
    from modules.macarthur.state import State

ALLIED_CHITS: Final = 5
JAPANESE_CHITS: Final = 7
ALLIED_CHIT: Final = "Allied chit"
JAPANESE_CHIT: Final = "Japanese chit"
ARRIVAL: Final = "strategic arrival"
CONVOYS: Final = ("Pensacola", "Polk-Coolidge")
FORCES: Final = ("16", "48", "4", "65", "62", "A", "B", "SNLF")
BRIGADE: Final = "65"


def draw_allied(state: State) -> Steps[None]:
    """Draw one of the five Allied chits and show it [MAC-16.1.1-a, MAC-1.3-a]."""
    _refuse_again(bool(ledger.entry(state, "notes", ALLIED_CHIT)), "Allied")
    rolled = yield from roll(f"1d{ALLIED_CHITS}", "[16.1.1] Allied chit")
    yield ledger.write(state, "notes", ALLIED_CHIT, rolled.total, "[16.1.1] Allied chit")
    forces = " and ".join(("historical", *convoys(state, rolled.total)))
    yield Tell(f"Allied chit {rolled.total}: {forces} [16.1.1]")


def draw_japanese(state: State) -> Steps[None]:
    """Draw one of the seven Japanese chits, which stays secret [MAC-16.1.4-a, MAC-17.0-B]."""
    _refuse_again(JAPANESE_CHIT in secrets.promises(state), "Japanese")
    yield from secrets.draw(state, JAPANESE_CHIT, JAPANESE_CHITS, "[16.1.4]")


def roll_arrival(state: State) -> Steps[None]:
    """Roll in secret for the turns of the strategic transports [MAC-18.1-a].

    Raises RuleError where that option is not played.
    """
    if not state.board.settings.hidden_transports:
        raise RuleError("the strategic transports come on turns 5 and 6 [4.4.2]")
    for die in (1, 2):
        yield from secrets.draw(state, f"{ARRIVAL} die {die}", 6, "[18.1]")


def arrival_roll(state: State) -> int | None:
    """Return the secret roll of two dice, None for whoever cannot know it."""
    faces = [secrets.drawn(state, f"{ARRIVAL} die {die}", 6) for die in (1, 2)]
    return None if None in faces else sum(face for face in faces if face)


def allied_chit(state: State) -> int | None:
    """Return the Allied chit, None before it is drawn."""
    return ledger.entry(state, "notes", ALLIED_CHIT) or None


def japanese_chit(state: State) -> int | None:
    """Return the Japanese chit where it is open or our own, else None."""
    return ledger.entry(state, "notes", JAPANESE_CHIT) or secrets.drawn(
        state, JAPANESE_CHIT, JAPANESE_CHITS
    )


def must_know_japanese(state: State) -> int:
    """Return the Japanese chit; raises RuleError for whoever cannot know it."""
    chit = japanese_chit(state)
    if chit is None:
        secrets.must_know(state, JAPANESE_CHIT)
        raise RuleError("the Japanese chit: this is not drawn yet [16.1.4]")
    return chit


def convoys(state: State, chit: int) -> tuple[str, ...]:
    """Return the convoys that an Allied chit adds [MAC-16.1.1-a]."""
    look = state.board.tables.lookup
    return tuple(name for name in CONVOYS if look("allied_chit", chit, name) == "yes")


def forces(state: State, chit: int) -> dict[str, int]:
    """Return the forces of a Japanese chit: 1 for there, a turn for the 65th, how many SNLF.

    [MAC-16.1.4.1-A, MAC-16.1.4.1-B, MAC-16.1.4.3-a]
    """
    look = state.board.tables.lookup
    found = {force: int(look("japanese_chit", chit, force)) for force in FORCES}
    return {force: number for force, number in found.items() if number}


def may_land(state: State, formation: str, chit: int, turn: int) -> bool:
    """Whether a chit lets units of a formation land on a turn; those of no formation always may.

    The 65th Brigade comes on turn 9 with chits 1 to 3 [MAC-16.1.4.1-A].
    """
    if formation not in FORCES:
        return True
    given = forces(state, chit).get(formation, 0)
    return bool(given) and (formation != BRIGADE or turn >= given)


def start_of_ground_units() -> tuple[str, ...]:
    """Return the boxes of Japanese ground units before they land [MAC-16.1.4.4.1-a, MAC-14.3-A]."""
    return (FORMOSA, ARRIVING)


def _refuse_again(is_drawn: bool, side: str) -> None:
    if is_drawn:
        raise RuleError(f"the {side} chit is drawn already [16.1]")
