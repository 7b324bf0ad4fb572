"""Checks the blocks of fair dice that two players mailed: each roll is what both secrets give."""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from vassal_bridge.audit.blocks import Block, of_kind, read_blocks
from vassal_bridge.audit.commitment import (
    ANSWER,
    ASK,
    ROLL,
    Commitments,
    commitments,
    commitments_digest,
    fair_rolls,
    names_log,
    spelled_faces,
)
from vassal_bridge.errors import BridgeError, FormatError
from vassal_bridge.formats.logs.log import Log
from vassal_bridge.game.dice import Rolled

KINDS = {
    "block-damaged": "a block was changed on its way",
    "no-commitments": "there are not one commitment each of two players",
    "question-wrong": "a question is not one of these players about these commitments",
    "log-unknown": "no given log has the digest that a question is bound to",
    "asked-twice": "a round was asked for twice",
    "answered-twice": "a player revealed a link for two questions of a round",
    "round-missing": "a round was left out",
    "link-wrong": "a revealed link is not what its player is committed to",
    "roll-wrong": "the faces are not those that both links and the question give",
    "not-answered": "a question has no answer yet",
    "not-rolled": "a question was answered, so its asker knows the faces, but did not tell them",
}
"""What a doubt may be about."""

OPEN = ("not-answered", "not-rolled")
"""What is only not finished: the last round may wait for its mail."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something about fair dice that is not as it should be: a fact, and nobody's fault yet."""

    kind: str
    game: str
    round: int | None
    player: str
    text: str


def blocks_in_chat(log: Log) -> list[Block]:
    """Return the blocks that stand in a log's chat. Raises FormatError as `read_blocks` does."""
    lines = [html.unescape(command["text"]) for one in log.steps for command in one.of("Chat")]
    return read_blocks("\n".join(lines), log.name)


def check_fair(blocks: Sequence[Block], logs: Sequence[Log] = ()) -> list[Doubt]:
    """Return what is doubtful about the fair dice of all games in some blocks, game by game.

    Without a log, that a question is bound to its log is not looked at.
    """
    found: list[Doubt] = []
    for game in dict.fromkeys(_field(block, "game") for block in blocks):
        own = [block for block in dict.fromkeys(blocks) if _field(block, "game") == game]
        try:
            both = commitments(own, game)
            found += _Check(game, both, own, logs).doubts()
        except FormatError as error:
            found.append(Doubt("block-damaged", game, None, "", error.message))
        except BridgeError as error:
            found.append(Doubt("no-commitments", game, None, "", error.message))
    return found


def fair_series(blocks: Sequence[Block]) -> Iterator[tuple[Block, list[Rolled]]]:
    """Yield each rolled question and its rolls, as both links give them."""
    answers = {block["ask"]: block for block in of_kind(blocks, ANSWER)}
    told = {block["ask"]: block for block in of_kind(blocks, ROLL)}
    for question in of_kind(blocks, ASK):
        reply, roll = answers.get(question.digest), told.get(question.digest)
        if reply is not None and roll is not None:
            yield question, fair_rolls(question, roll["link"], reply["link"])


class _Check:
    """The check of one game's blocks."""

    def __init__(
        self, game: str, both: Commitments, blocks: Sequence[Block], logs: Sequence[Log]
    ) -> None:
        self.game = game
        self.both = both
        self.logs = logs
        self.players = [block["player"] for block in both.blocks]
        self.asks = sorted(of_kind(blocks, ASK), key=lambda block: block.number("round"))
        self.answers = of_kind(blocks, ANSWER)
        self.rolls = of_kind(blocks, ROLL)

    def doubts(self) -> list[Doubt]:
        """Return all doubts: of the rounds as a whole first, then round by round."""
        found = [*self._rounds(), *self._twice(), *self._strays()]
        for question in self.asks:
            found += self._question(question)
        return list(dict.fromkeys(found))

    def _doubt(self, kind: str, block: Block | None, number: int | None, text: str = "") -> Doubt:
        player = "" if block is None else block["player"]
        return Doubt(kind, self.game, number, player, text or KINDS[kind])

    def _rounds(self) -> Iterator[Doubt]:
        numbers = {block.number("round") for block in self.asks}
        for number in range(1, min(max(numbers, default=0), len(numbers) + 1)):
            if number not in numbers:
                yield self._doubt("round-missing", None, number)

    def _twice(self) -> Iterator[Doubt]:
        seen: set[int] = set()
        for question in self.asks:
            number = question.number("round")
            if number in seen:
                yield self._doubt("asked-twice", question, number)
            seen.add(number)
        told: set[tuple[str, int]] = set()
        for reply in self.answers:
            key = reply["player"], reply.number("round")
            if key in told:
                yield self._doubt("answered-twice", reply, key[1])
            told.add(key)

    def _strays(self) -> Iterator[Doubt]:
        known = {question.digest for question in self.asks}
        for block in (*self.answers, *self.rolls):
            if block["ask"] not in known:
                text = f"the question to this {block.kind} is not among the blocks"
                yield self._doubt("question-wrong", block, block.number("round"), text)

    def _question(self, question: Block) -> Iterator[Doubt]:
        number, asker = question.number("round"), question["player"]
        if asker not in self.players or question["tips"] != commitments_digest(self.both):
            yield self._doubt("question-wrong", question, number)
            return
        if self.logs and not any(names_log(question, log) for log in self.logs):
            yield self._doubt("log-unknown", question, number)
        (other,) = [player for player in self.players if player != asker]
        reply = _to(self.answers, question, other)
        told = _to(self.rolls, question, asker)
        if reply is None:
            yield self._doubt("not-answered", question, number)
            return
        fits = self._fits(reply, number)
        if not fits:
            yield self._doubt("link-wrong", reply, number)
        if told is None:
            yield self._doubt("not-rolled", question, number)
        elif not self._fits(told, number):
            yield self._doubt("link-wrong", told, number)
        elif fits:
            yield from self._faces(question, reply, told)

    def _fits(self, block: Block, number: int) -> bool:
        return block.number("round") == number and self.both.link_fits(
            block["player"], number, block["link"]
        )

    def _faces(self, question: Block, reply: Block, told: Block) -> Iterator[Doubt]:
        rolled = fair_rolls(question, told["link"], reply["link"])
        right = spelled_faces(rolled)
        if told["faces"] != right:
            text = f"both links give {right}, the block tells {told['faces']}"
            yield self._doubt("roll-wrong", told, question.number("round"), text)


def _to(blocks: Iterable[Block], question: Block, player: str) -> Block | None:
    for block in blocks:
        if block["ask"] == question.digest and block["player"] == player:
            return block
    return None


def _field(block: Block, name: str) -> str:
    return dict(block.fields).get(name, "")
