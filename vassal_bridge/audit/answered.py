"""The companion's answers played again: what the player had done and asked, and what came of it.

An answer names itself in its save, and the save that it answers names the answer before it. With
these two positions, the seed and the decisions told in the chat, the game must answer alike.
"""

from __future__ import annotations

from collections.abc import Sequence

from vassal_bridge.audit.reading import Reading
from vassal_bridge.audit.retold import Replayed, unlike_lines
from vassal_bridge.audit.sidecar_runs import SidecarRun, run_in_save
from vassal_bridge.binding.companion import Turned, answer_of, respond
from vassal_bridge.binding.play import Request, tell
from vassal_bridge.binding.requests import UNDO, parse_request, request_of, requests_in
from vassal_bridge.errors import BridgeError, RuleError
from vassal_bridge.formats.logs.log import Log
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.position import Position
from vassal_bridge.formats.save import Save
from vassal_bridge.game.dice import SeededDice
from vassal_bridge.game.game import Game
from vassal_bridge.game.judging import Asked
from vassal_bridge.game.sequence import Choose, Chosen

_UNTOLD = "the answer before it is not among the files"


def is_answer(before: Reading, after: Reading) -> bool:
    """Tell whether a save is the companion's answer to the file before it."""
    own = answer_of(after.log.start)
    return bool(own) and own != answer_of(before.end_save)


def answered_again(
    run: SidecarRun,
    before: Reading,
    after: Reading,
    earlier: Sequence[Reading],
    game: Game,
    edition: str,
) -> Replayed:
    """Return an answer given again to the file before it; `earlier` are the files before that."""
    try:
        asked = _asked(before, game)
        follows = answer_of(before.log.start) or ""
        answers = (one.log.start for one in earlier if run_in_save(one.log.start) is not None)
        last = next((one for one in answers if answer_of(one) == follows), None)
    except BridgeError as error:
        return Replayed(run, unknown=error.message)
    if follows and last is None:
        return Replayed(run, unknown=_UNTOLD)
    if asked is not None and asked.verb == UNDO:
        return Replayed(run, unknown="it goes back to a position before")
    if after.module is None or run.seed is None:
        return Replayed(run, unknown="its seed or the module is not known")
    own = answer_of(after.log.start) or ""
    log = before.log if before.steps else None
    turned = Turned(before.end_save, last if follows else None, asked, own, log)
    return _given_again(run, turned, after.module, game, edition)


def _given_again(
    run: SidecarRun, turned: Turned, module: Module, game: Game, edition: str
) -> Replayed:
    values = tuple(run.settings.split())
    request = Request(game, None, edition, seed=run.seed, values=values)
    try:
        dice = SeededDice(run.seed or 0)
        response = respond(turned, module, request, dice, _Told(run.lines))
    except BridgeError as error:
        return Replayed(run, unknown=error.message)
    if response.data is None:
        return Replayed(run, unknown="by the rules there is nothing to answer")
    save = Save.from_bytes(response.data, name=turned.later.name)
    again = run_in_save(save)
    unlike = () if again is None else unlike_lines(run, again.lines)
    return Replayed(run, unlike, end=Reading(Log(save)).start)


def _asked(before: Reading, game: Game) -> Asked | None:
    """Return what a player asks for in a save, or in the last such line of a log."""
    if before.steps:
        texts = requests_in(before.log)
        text = texts[-1] if texts else ""
    else:
        text = request_of(Position(before.log.start))
    return parse_request(text, game.sequences) if text else None


class _Told:
    """Whoever decided: the next line of the chat that tells one of the options is the answer."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = list(lines)

    def decide(self, choose: Choose) -> str:
        """Return the option that is told. Raises RuleError where none is."""
        told = {f"* {tell(Chosen(choose, one.value))}": one.value for one in choose.options}
        place = next((place for place, line in enumerate(self._lines) if line in told), None)
        if place is None:
            raise RuleError(f"the chat tells no decision on {choose.prompt}")
        answer = told[self._lines[place]]
        del self._lines[: place + 1]
        return answer
