"""The companion: answers the saves of a game one after another, each as it follows the others.

It finds the position before a save, reads what the player asks for, lets the game judge and
play, and writes down in the journal whatever another day needs to play it again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vassal_bridge.binding.companion import (
    Kind,
    Response,
    Turned,
    answer_of,
    moved_between,
    respond,
    with_line,
)
from vassal_bridge.binding.finding import find_module
from vassal_bridge.binding.play import Request
from vassal_bridge.binding.requests import (
    ACCEPT,
    UNDO,
    parse_request,
    request_of,
    requests_in,
)
from vassal_bridge.errors import BindingError, RuleError, UnusableAnswer
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.position import Position
from vassal_bridge.formats.save import Save
from vassal_bridge.game.dice import SeededDice, draw_seed
from vassal_bridge.game.game import Game
from vassal_bridge.game.judging import Asked
from vassal_bridge.game.sequence import Player
from vassal_bridge.sidecar.chain import LOG_SUFFIX, Chain, Link, answer_name, at_its_end, log_of
from vassal_bridge.sidecar.serve import Answer
from vassal_bridge.sidecar.watch import SUFFIX, digest_of

SUFFIXES = (SUFFIX, LOG_SUFFIX)
"""What the companion answers: saves, and logs in which something is asked for."""


@dataclass(frozen=True, slots=True)
class Table:
    """Whose saves are answered, and by which tables, dice and decisions.

    With a seed, each answer has one of its own, counted on from it; without, one is drawn.
    """

    folder: Path
    game: Game
    player: Callable[[], Player]
    module: Path | None = None
    edition: str | None = None
    seed: int | None = None
    options: tuple[int, ...] = ()
    values: tuple[str, ...] = ()
    home: Path | None = None


class Companion:
    """Answers the saves of one folder; give it to `serve`."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def __call__(self, save: Save) -> Answer:
        """Return the answer to a save or log.

        A request that is not understood, or cannot be met, is answered by a word in the chat.

        Raises:
            BindingError: the save cannot be matched with the game, or follows an unknown answer.
            RuleError: the rules stop what the deeds call for: a missing cell, an unusable answer.
            VerifyError: our own proof failed; nothing may be written.
        """
        table = self.table
        module = find_module(save, given=table.module, folders=[table.folder, Path("dist")])
        text = asked_in(save)
        if text is None:
            return Answer(None, "the log asks for nothing with !bridge; it is left alone")
        chain, later = Chain(table.folder, home=table.home), at_its_end(save, module)
        is_accepting = text.casefold() == ACCEPT
        followed = _followed(chain, later, table.game, is_accepting=is_accepting)
        try:
            asked = parse_request(text, table.game.sequences) if text else None
            return self._answer(save, chain, module, later, followed, asked)
        except UnusableAnswer:
            raise
        except RuleError as error:
            if not text:
                raise
            return _refused(table, later, followed, text, str(error))

    def _answer(
        self,
        save: Save,
        chain: Chain,
        module: Module,
        later: Save,
        followed: Link | None,
        asked: Asked | None,
    ) -> Answer:
        """Return the answer to a save that follows another, and in which something is asked."""
        table = self.table
        earlier = None if followed is None else chain.after(followed)
        if asked is not None and asked.verb == UNDO:
            return _undo(table, chain, followed, earlier, later, module, asked)
        seed = draw_seed() if table.seed is None else table.seed + len(chain.links)
        request = Request(table.game, None, table.edition, seed, table.options, table.values)
        name = answer_name(digest_of(save.to_bytes()))
        turned = Turned(later, earlier, asked, name, log_of(save))
        response = respond(turned, module, request, SeededDice(seed), table.player())
        journal = {
            "follows": "" if followed is None else followed.answer,
            "request": str(asked or ""),
            **as_journal(response, request),
        }
        return _answer(response, journal)


def asked_in(save: Save) -> str | None:
    """Return what a save's property or a log's last line of chat asks for; empty for nothing.

    None for a log that asks for nothing.
    """
    log = log_of(save)
    if log is None:
        return request_of(Position(save))
    found = requests_in(log)
    return found[-1] if found else None


def _followed(chain: Chain, later: Save, game: Game, *, is_accepting: bool) -> Link | None:
    """Return the answer that a save follows; one of another folder may begin anew here."""
    try:
        return chain.followed(answer_of(later), game.name)
    except BindingError:
        if is_accepting:
            return None
        raise


def _refused(table: Table, later: Save, followed: Link | None, text: str, why: str) -> Answer:
    """Return a save's own position with a word on why what it asks for cannot be done."""
    follows = "" if followed is None else followed.answer
    journal = {
        "kind": str(Kind.REFUSED),
        "game": table.game.name,
        "name": "refused",
        "follows": follows,
        "stands_for": follows,
        "request": text,
    }
    return Answer(with_line(later, why), why, [f"You ask: {text}", why], journal, keeps=True)


def _answer(response: Response, journal: Mapping[str, Any]) -> Answer:
    seed = f", seed {journal['seed']}" if journal["rolls"] else ""
    summary = f"{response.name}, edition {response.edition}{seed}"
    if response.data is None:
        summary = "nothing was done since the position before, and nothing is called for"
    return Answer(response.data, summary, response.story, journal, keeps=True)


def as_journal(response: Response, request: Request) -> dict[str, Any]:
    """Return an answer as plain data, for the journal and for `--json`."""
    outcome = response.outcome
    return {
        "kind": str(response.kind),
        "game": request.game.name,
        "name": response.name,
        "edition": response.edition,
        "given_edition": request.edition,
        "options": list(request.options),
        "values": list(request.values),
        "seed": request.seed,
        "deeds": [str(deed) for deed in response.done.deeds],
        "others": [str(one) for one in response.done.others],
        "findings": [{"rule": one.rule, "text": one.text} for one in response.findings],
        "rolls": [
            {"number": r.number, "dice": r.spec, "faces": list(r.faces), "why": r.why}
            for r in outcome.rolls
        ],
        "answers": list(outcome.answers),
        "changes": [
            {"kind": type(change).__name__, "text": str(change)} for change in outcome.changes
        ],
        "problems": [str(problem) for problem in response.problems],
    }


# --- going back -----------------------------------------------------------------------------


def _undo(
    table: Table,
    chain: Chain,
    followed: Link | None,
    earlier: Save | None,
    later: Save,
    module: Module,
    asked: Asked,
) -> Answer:
    """Return an earlier position. What was done since the last answer counts as one step."""
    if followed is None or earlier is None:
        raise RuleError("there is no answer before this position to go back to")
    request = Request(table.game, None, table.edition, None, table.options, table.values)
    back = asked.count - moved_between(earlier, later, module, request)
    last, wanted = followed, _acted(chain, followed)
    for _ in range(back):
        if wanted is None:
            raise RuleError(f"there are not {asked.count} moves before this position")
        last, wanted = wanted, _acted(chain, chain.before(wanted))
    if wanted is None:
        to, line = at_its_end(chain.asked(last), module), "back to the first position"
    else:
        to = chain.after(wanted)
        line = f"back to the position after answer {wanted.number} ({wanted.journal['name']})"
    journal = {
        "kind": str(Kind.UNDONE),
        "game": table.game.name,
        "name": f"undo {asked.count}",
        "follows": followed.answer,
        "stands_for": "" if wanted is None else wanted.answer,
        "first": last.answer if wanted is None else "",
        "request": str(asked),
    }
    return Answer(with_line(to, line), line, [f"You ask: {asked}", line], journal, keeps=True)


def _acted(chain: Chain, link: Link | None) -> Link | None:
    """Return an answer, or the one before it that did more than tell or refuse something."""
    while link is not None and link.kind in _IDLE and link.follows:
        link = chain.before(link)
    return link


_IDLE = frozenset({Kind.UNLAWFUL, Kind.TOLD})
"""The answers that leave the position as it was."""
