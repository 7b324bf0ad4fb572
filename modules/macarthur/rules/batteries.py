"""[10.2] The coast defence batteries of Corregidor: secret numbers, losses, what is left.

What has been called is known to both sides: "battery 5" in the notes is 1 for a disrupted battery
and 2 for a destroyed one. Which battery has which number is sealed, each apart, so that one can be
disclosed and proved without the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from modules.macarthur.rules import ledger, secrets
from vassal_bridge.errors import RuleError
from vassal_bridge.game.changes import Tell
from vassal_bridge.game.sequence import SECRET, Option, Steps, choose

if TYPE_CHECKING:
    from modules.macarthur.board import Battery, Board
    from modules.macarthur.state import State

NUMBERS: Final = range(1, 27)
"""A number for each battery factor [10.2.1]."""
MAIN_ISLAND: Final = range(1, 24)
FORT_HUGHES: Final = range(24, 27)
NEUTRALIZED: Final = 5
"""With so many factors or fewer the fortress is neutralized [10.2.1]."""
LOCAL_FACTORS: Final = 14
"""Factors that also act against local amphibious movement [10.2.1]."""
STANDING, DISRUPTED, DESTROYED = 0, 1, 2
ORDER, CHANCE = "in order", "by chance"


def label(number: int) -> str:
    """Return the label under which the battery of a number is sealed."""
    return f"battery {number}"


def numbers_of(island: str) -> range:
    """Return the numbers that an island's batteries may have [MAC-10.2.2-A]."""
    return MAIN_ISLAND if island == "Corregidor" else FORT_HUGHES


def number_batteries(state: State) -> Steps[None]:
    """Give each battery its number in secret: by chance, or in the order of the list.

    [MAC-10.2.2-A] Chance is the owner's own, which nobody else can know. Raises RuleError where
    it has been done.
    """
    if any(label(number) in secrets.promises(state) for number in NUMBERS):
        raise RuleError("the batteries of Corregidor have their numbers already [10.2.2]")
    options = [Option(CHANCE, CHANCE), Option(ORDER, ORDER)]
    prompt = "How are the batteries of Corregidor numbered?"
    how = yield from choose(SECRET, prompt, options, why="[10.2.2]", default=CHANCE)
    yield from secrets.begin(state)
    texts: dict[str, str] = {}
    for island in dict.fromkeys(one.island for one in state.board.batteries):
        names = [one.name for one in state.board.batteries if one.island == island]
        for number in numbers_of(island):
            place = secrets.own_number(state, label(number), len(names)) if how == CHANCE else 1
            texts[label(number)] = names.pop(place - 1)
    yield from secrets.keep_all(state, texts, "the numbers of the batteries", "[10.2.2]")


def condition(state: State, number: int) -> int:
    """Return whether the battery of a number stands, is disrupted or is destroyed."""
    return ledger.entry(state, "notes", label(number))


def callable_numbers(state: State) -> tuple[int, ...]:
    """Return the numbers that may be called: those of batteries that are not destroyed.

    [MAC-10.2.2-B, MAC-10.2.2-D]
    """
    return tuple(number for number in NUMBERS if condition(state, number) != DESTROYED)


def destroyed(state: State) -> int:
    """Return how many factors are destroyed."""
    return sum(condition(state, number) == DESTROYED for number in NUMBERS)


def firing(state: State) -> int:
    """Return how many factors stand and are not disrupted.

    They are numbers and no units: they cost no stacking points [MAC-10.2.1-E], and the Allied
    attack strength at the end is without them [MAC-10.2.1-G].
    """
    return sum(condition(state, number) == STANDING for number in NUMBERS)


def is_neutralized(state: State) -> bool:
    """Whether five factors or fewer can fire [MAC-10.2.1-D]."""
    return firing(state) <= NEUTRALIZED


def battery_of(state: State, number: int) -> Battery | None:
    """Return the battery of a number, None for whoever cannot know it."""
    name = secrets.known(state, label(number))
    return next((one for one in state.board.batteries if one.name == name), None)


def against(state: State, local_move: bool) -> int | None:
    """Return the factors that fire at a landing: all, or at a local move the 14 that can.

    [MAC-10.2.1-B, MAC-10.2.1-C] At paratroops none fires [MAC-10.2.1-F]. None for whoever cannot
    know which of them are out. How they hit is not in the rulebook text: the players resolve it.
    """
    if not local_move:
        return firing(state)
    found = [battery_of(state, one) for one in NUMBERS if condition(state, one) == STANDING]
    return None if None in found else sum(one.local for one in found if one)


def call(state: State, after: int, why: str) -> Steps[None]:
    """Let Japan call a number for a battery that was hit from the air.

    A destroyed battery is disclosed and proved [MAC-10.2.2-B], a disrupted one is not
    [MAC-10.2.2-C]; a number of a destroyed one cannot be called [MAC-10.2.2-D].
    """
    numbers = callable_numbers(state)
    if after == DISRUPTED:
        numbers = tuple(one for one in numbers if condition(state, one) == STANDING)
    if not numbers:
        yield Tell(f"Corregidor: no battery is left to be hit {why}")
        return
    options = [Option(str(number), str(number)) for number in numbers]
    what = "destroyed" if after == DESTROYED else "disrupted"
    answer = yield from choose("battery", f"Which number is {what}?", options, why=why)
    yield from strike(state, int(answer), after, why)


def strike(state: State, number: int, after: int, why: str) -> Steps[None]:
    """Disrupt or destroy the battery of a number; a destroyed one is disclosed where we can."""
    yield ledger.write(state, "notes", label(number), after, why)
    what = "destroyed" if after == DESTROYED else "disrupted"
    yield Tell(f"Corregidor: battery {number} is {what} {why}")
    if after == DESTROYED and secrets.known(state, label(number)) is not None:
        yield from secrets.disclose(state, label(number))


def repair(state: State) -> Steps[None]:
    """Repair one disrupted battery a turn [MAC-10.2.2-C]."""
    hurt = [number for number in NUMBERS if condition(state, number) == DISRUPTED]
    if not hurt:
        return
    options = [Option(str(number), str(number)) for number in hurt]
    answer = yield from choose(
        "repair", "Which battery is repaired?", options, why="[10.2.2]", default=str(hurt[0])
    )
    yield ledger.write(state, "notes", label(int(answer)), STANDING, "[10.2.2] repaired")
    yield Tell("Corregidor: a disrupted battery is repaired [10.2.2]")


def problems(board: Board) -> list[str]:
    """Return a sentence for everything printed that a list of batteries breaks.

    [MAC-10.2.1-A, MAC-10.2.1-B, MAC-10.2.1-C, MAC-10.2.2-A]
    """
    mine = sum(one.island == "Corregidor" for one in board.batteries)
    wanted = {
        "batteries": (len(NUMBERS), len(board.batteries)),
        "on Corregidor": (len(MAIN_ISLAND), mine),
        "at Fort Hughes": (len(FORT_HUGHES), len(board.batteries) - mine),
        "against local moves": (LOCAL_FACTORS, sum(b.local for b in board.batteries)),
    }
    return [
        f"expected {expected} {what}, found {found} [10.2]"
        for what, (expected, found) in wanted.items()
        if expected != found
    ]
