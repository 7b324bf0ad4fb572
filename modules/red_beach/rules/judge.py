"""The umpire: what a player's deeds mean in the sequence of play, and what of them is unlawful."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from modules.red_beach.rules import turns
from modules.red_beach.rules.ground_deeds import judge_moves, judge_request
from modules.red_beach.rules.landing import landing
from modules.red_beach.rules.misdeeds import is_move, is_planning, misdeeds
from modules.red_beach.rules.segment_track import in_progress
from modules.red_beach.rules.wave_display import check_plan, display, misplaced
from modules.red_beach.rules.waves import planned
from vassal_bridge.game.deeds import Deed, as_changes
from vassal_bridge.game.judging import Asked, Finding, Judgement
from vassal_bridge.game.sequence import Steps

if TYPE_CHECKING:
    from modules.red_beach.state import State

PLANNING: Final = "landing plan"
LANDING: Final = "landing"
GROUND: Final = frozenset({"move", "attack", "stop", "end"})
"""What a player may ask for in the Ground Phase."""
_SENTENCE = re.compile(r"(.*\S)\s*\[([\d.]+)\]", re.DOTALL)


def judge(before: State, done: tuple[Deed, ...], asked: Asked | None) -> Judgement:
    """Return what is unlawful of some deeds, or the sequence that they call for.

    By day a player lays his landing plan or moves one stack; what he asks for besides (attack,
    stop, end, next) is played after it. Raises RuleError for a request that does not fit.
    """
    if found := misdeeds(before, done):
        return Judgement(tuple(found))
    plans = [deed for deed in done if is_planning(before, deed)]
    moves = [deed for deed in done if is_move(before, deed)]
    if plans and moves:
        return _refused("the landing comes before the Ground Phase: a save for each", "3.2")
    if plans:
        return _planned(before, plans)
    if moves and (waiting := planned(before)):
        boxes = ", ".join(waiting)
        return _refused(f"units wait in {boxes}: land them first, or take them back", "3.2")
    if not turns.is_day(before.turn) or (not moves and asked is None):
        return Judgement()
    if asked is not None and asked.verb == "next" and planned(before):
        return Judgement((), LANDING, landing)
    if problems := check_plan(before):
        return Judgement(findings(problems))
    if moves:
        return judge_moves(before, moves, asked)
    return _asked(before, asked)


def _refused(text: str, rule: str) -> Judgement:
    return Judgement((Finding(text, rule),))


def _planned(before: State, plans: list[Deed]) -> Judgement:
    """Judge units that were laid into the Wave Display, or taken back [3.2, 5.0]."""
    changes = as_changes(plans, "[3.2] landing plan")
    after = before.copy()
    for change in changes:
        after.push(change)
    laid = display(after)

    def lay(_: State) -> Steps[None]:
        yield from changes

    return Judgement(findings([*laid.problems(), *misplaced(after, laid)]), PLANNING, lay)


def findings(problems: Iterable[str]) -> tuple[Finding, ...]:
    """Return sentences that end with the number of their rule as findings.

    >>> findings(["more than one HQ [5.0]"])
    (Finding(text='more than one HQ', rule='5.0'),)
    """
    found = []
    for problem in problems:
        match = _SENTENCE.fullmatch(problem)
        found.append(Finding(match[1], match[2]) if match else Finding(problem, "3.2"))
    return tuple(found)


def _asked(before: State, asked: Asked | None) -> Judgement:
    """Return what a request of the Ground Phase calls for where nothing was moved."""
    if asked is not None and asked.verb == "next" and in_progress(before) is not None:
        asked = Asked("stop")
    if asked is None or asked.verb not in GROUND:
        return Judgement()
    return judge_request(before, asked)
