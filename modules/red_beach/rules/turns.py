"""[3.0] The turn track: which turn is day or night, of which date, what comes next [RB-3.0-a]."""

from __future__ import annotations

from typing import Final

from vassal_bridge.errors import RuleError

DATES: Final = ("20 Nov", "21 Nov", "22 Nov", "23 Nov")
FIRST_TURN: Final = {"20 Nov": 1, "21 Nov": 6, "22 Nov": 12, "23 Nov": 18}
LAST_TURN: Final = 20
NIGHT_TURNS: Final = frozenset({4, 5, 10, 11, 16, 17})
END: Final = "End"


def interphase_box(date: str) -> str:
    """Return the box of the interphase that opens a date."""
    return f"Interphase {date}"


def turn_box(number: int) -> str:
    """Return the box of a game turn."""
    return f"GT {number}"


TRACK: Final = tuple(
    box
    for number in range(1, LAST_TURN + 1)
    for box in (
        *(interphase_box(date) for date in DATES if FIRST_TURN[date] == number),
        turn_box(number),
    )
)


def number(box: str) -> int | None:
    """Return the game turn of a box, or None for an interphase; raises RuleError for no box."""
    _check(box)
    return None if is_interphase(box) else int(box.removeprefix("GT "))


def date(box: str) -> str:
    """Return the date of a box of the turn track."""
    if is_interphase(box):
        return box.removeprefix("Interphase ")
    turn = number(box) or 0
    return [date for date in DATES if FIRST_TURN[date] <= turn][-1]


def is_interphase(box: str) -> bool:
    """Whether a box is one of the four interphases."""
    _check(box)
    return box.startswith("Interphase ")


def is_night(box: str) -> bool:
    """Whether a box is a night turn."""
    return number(box) in NIGHT_TURNS


def is_day(box: str) -> bool:
    """Whether a box is a day turn."""
    return not is_interphase(box) and not is_night(box)


def next_box(box: str) -> str | None:
    """Return the box after a box, or None after the last turn."""
    _check(box)
    place = TRACK.index(box) + 1
    return TRACK[place] if place < len(TRACK) else None


def next_interphase(box: str) -> str | None:
    """Return the next interphase after a box, or None when no more comes."""
    _check(box)
    later = TRACK[TRACK.index(box) + 1 :]
    return next((other for other in later if is_interphase(other)), None)


def _check(box: str) -> None:
    if box not in TRACK:
        raise RuleError(f"expected a box of the turn track such as {TRACK[1]!r}, found {box!r}")
