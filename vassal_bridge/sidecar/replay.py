"""Plays the answers of a chain again from what was kept of them, and compares the bytes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from vassal_bridge.binding.companion import Turned, respond, with_line
from vassal_bridge.binding.finding import find_module
from vassal_bridge.binding.play import Request
from vassal_bridge.binding.requests import parse_request
from vassal_bridge.errors import BindingError, BridgeError
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.save import Save
from vassal_bridge.game.dice import SeededDice
from vassal_bridge.game.registry import find_game
from vassal_bridge.game.sequence import Decider
from vassal_bridge.sidecar.chain import REFUSED, STANDING, Chain, Link, at_its_end, log_of

SAME = "the same bytes"


@dataclass(frozen=True, slots=True)
class Replayed:
    """An answer played again: whether the same came of it, and what is to be said."""

    link: Link
    is_same: bool
    text: str


def replay(
    chain: Chain,
    link: Link,
    decider: Callable[[Sequence[str]], Decider],
    *,
    module: Path | None,
    folder: Path,
) -> Replayed:
    """Play one answer again with its seed and decisions; the answer itself is not written.

    `decider` makes one that gives prepared answers.
    """
    try:
        again = _again(chain, link, decider, module=module, folder=folder)
        wanted = chain.after(link).to_bytes()
    except BridgeError as error:
        return Replayed(link, False, str(error))
    return Replayed(link, again == wanted, SAME if again == wanted else "other bytes")


def _again(
    chain: Chain,
    link: Link,
    decider: Callable[[Sequence[str]], Decider],
    *,
    module: Path | None,
    folder: Path,
) -> bytes | None:
    journal, save = link.journal, chain.asked(link)
    found = find_module(save, given=module, folders=[folder, Path("dist")])
    if link.kind in STANDING:
        return _back(chain, link, found)
    game = find_game(str(journal["game"]))
    before = chain.before(link)
    earlier: Save | None = None if before is None else chain.after(before)
    text = str(journal["request"])
    asked = parse_request(text, game.sequences) if text else None
    turned = Turned(at_its_end(save, found), earlier, asked, link.answer, log_of(save))
    request = Request(
        game,
        None,
        journal["given_edition"],
        journal["seed"],
        tuple(journal["options"]),
        tuple(journal["values"]),
    )
    dice = SeededDice(int(journal["seed"]))
    return respond(turned, found, request, dice, decider(journal["answers"])).data


def _back(chain: Chain, link: Link, module: Module) -> bytes:
    """Return what came of a word to the player, or of going back, with the same line."""
    line = str(link.document["summary"])
    if link.kind == REFUSED:
        return with_line(at_its_end(chain.asked(link), module), line)
    wanted = chain.link(str(link.journal["stands_for"]))
    if wanted is not None:
        return with_line(chain.after(wanted), line)
    first = chain.link(str(link.journal["first"]))
    if first is None:
        raise BindingError("the first answer of the game is not in the chain")
    return with_line(at_its_end(chain.asked(first), module), line)
