r"""Which state each trait of a piece hears; of a damaged piece too, as VASSAL hands them on.

VASSAL hands the states on from the outermost trait inwards. Where they run out, it stops with
an error, and the inner traits begin without; where there are too many, the BasicPiece hears all
that is left as one text. Source: VASSAL.counters.Decorator.setState.

>>> paired(["1", "2"], 3)
('1', '2', '')
>>> paired(["1", "2", "Main;5;5"], 2)
('1', '2\tMain;5;5')
"""

from __future__ import annotations

from collections.abc import Sequence

from vassal_bridge.errors import UnencodableError
from vassal_bridge.formats.chain import TAB, Chain


def paired(states: Sequence[str], count: int) -> tuple[str, ...]:
    """Return a state for each of so many traits, from the outermost inwards."""
    missing = count - len(states)
    if missing >= 0:
        return (*states, *[""] * missing)
    left = states[count - 1 :]
    try:
        inner = str(Chain.of(left))
    except UnencodableError:
        inner = TAB.join(left)
    return (*states[: count - 1], inner)
