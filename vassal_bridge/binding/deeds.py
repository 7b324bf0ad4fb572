"""Deeds between two saves of a game, and what else changed that is no business of the game."""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from vassal_bridge.binding.binding import Binding, Bound, Geography
from vassal_bridge.errors import BindingError
from vassal_bridge.formats.comparing.diff import Difference, Kind, diff
from vassal_bridge.formats.logs.log import Log
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.save import Save
from vassal_bridge.game.deeds import Deed, DeedKind, deeds

MARK_MOVED = "markmoved;"
"""The trait Mark When Moved, as a binding's facts name it."""
OURS = "bridge_"
"""What the names of the properties begin with that are a sidecar's own."""


@dataclass(frozen=True, slots=True)
class Done:
    """What was done between two saves: the game's part, and everything else that differs."""

    deeds: tuple[Deed, ...]
    others: tuple[Difference, ...]


def done_between(
    earlier: tuple[Save, Bound], later: tuple[Save, Bound], binding: Binding, module: Module
) -> Done:
    """Return what was done between two saves, each with the state that was read from it.

    What the state does not know (markers of no unit, notes, a turn tracker ...) is told as an
    observer sees it, so that nothing hidden is told.

    Raises:
        BindingError: a save cannot be looked at with the module.
    """
    (before, was), (after, now) = earlier, later
    bound = {*was.pieces.values(), *now.pieces.values()}
    facts = {fact.name for fact in binding.facts if fact.name}
    differences = diff(before, after, module=module)
    done = (deed for deed in deeds(was.state, now.state) if not _by_dragging(deed, binding))
    return Done(tuple(done), tuple(_others(differences, bound, facts)))


def _by_dragging(deed: Deed, binding: Binding) -> bool:
    """Whether VASSAL has done it by itself: it marks each counter that is dragged as moved."""
    marks = {fact.field for fact in binding.facts if fact.prefix == MARK_MOVED}
    return deed.kind is DeedKind.MARKED and deed.what in marks and deed.after is True


def _others(
    differences: Iterable[Difference], bound: Collection[str], facts: Collection[str]
) -> Iterable[Difference]:
    for one in differences:
        by_state = one.kind in _BY_STATE or (one.kind in _BY_FACT and one.what in facts)
        if one.piece in bound and by_state:
            continue
        is_ours = one.kind is Kind.PROPERTY and one.subject.startswith(OURS)
        if not is_ours and one.kind is not Kind.ORDER:
            yield one


_BY_STATE = frozenset({Kind.MOVED, Kind.MARKED})
"""How the pieces that stand for units differ, and the state says the same."""
_BY_FACT = frozenset({Kind.FLIPPED, Kind.CHANGED})
"""How they differ, and the state says the same where a fact lies in that trait."""


def states_in(
    log: Log, module: Module, binding: Binding, places: Geography, edition: str, settings: Any
) -> Iterator[Any]:
    """Yield the state after each step of a log that moves something; unreadable ones are left out.

    A counter may be on its way, in no hex, when a step ends.
    """
    position = log.position(module)
    for step in log.steps:
        for command in step.commands:
            position.execute(command)
        if step.of("MovePiece"):
            position.settle()
            with contextlib.suppress(BindingError):
                yield binding.read(position, places, edition, settings).state
