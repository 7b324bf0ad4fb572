"""Fair dice between two players who only exchange mails: committed to first, revealed later.

Each player keeps a secret and commits to a chain of hashes made of it. For each round of rolls
one *asks* (binding the rolls to the log so far), the other *answers* by revealing the next link,
and the asker reveals his own and *rolls*: both links and the question give the faces, so neither
player can choose them, and neither knew them when the rolls were asked for. What this prevents,
and what not, is told in the page on fair dice.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from vassal_bridge.audit.blocks import Block, of_kind
from vassal_bridge.errors import FormatError, UnusableAnswer
from vassal_bridge.formats.logs.log import Log
from vassal_bridge.game.dice import Roll, Rolled, draw_secret, unbiased

COMMIT, ASK, ANSWER, ROLL = "commit", "ask", "answer", "roll"
ROUNDS = 1000
"""Rounds that a commitment lasts for."""
MOST_ROUNDS = 100_000

_LABEL = "vassal-bridge fair dice 1"
_FORMAT = f"{_LABEL} secret"


@dataclass(frozen=True, slots=True)
class Secret:
    """What one player keeps for himself; `used` tells which question each round was spent on."""

    game: str
    player: str
    rounds: int
    seed: bytes = field(repr=False)
    used: Mapping[int, str]

    @property
    def commitment(self) -> Block:
        """The block that commits the player to the secret without telling it."""
        return Block(
            COMMIT,
            (
                ("game", self.game),
                ("player", self.player),
                ("rounds", str(self.rounds)),
                ("tip", self.link(0).hex()),
            ),
        )

    def link(self, number: int) -> bytes:
        """Return a link of the chain: 0 is its tip, each round reveals the next.

        Raises:
            UnusableAnswer: the chain has no such link.
        """
        if not 0 <= number <= self.rounds:
            raise UnusableAnswer(f"expected a round of 1 to {self.rounds}, found {number}")
        link = hashlib.sha256(f"{_LABEL} end:".encode("ascii") + self.seed).digest()
        for _ in range(self.rounds - number):
            link = _link_before(link, self.game, self.player)
        return link

    def spend(self, number: int, ask: str) -> Secret:
        """Return the secret with a round spent on a question.

        Raises:
            UnusableAnswer: the round was spent on another question: to reveal a link for two
                would let a player choose between two results. Or a later round was spent: whoever
                saw its link knows those of all rounds before.
        """
        last = max(self.used, default=0)
        if number < last:
            raise UnusableAnswer(f"round {number} lies before round {last}, which was spent")
        if self.used.get(number, ask) != ask:
            raise UnusableAnswer(f"round {number} was spent on another question already")
        return replace(self, used={**self.used, number: ask})

    def to_text(self) -> str:
        """Return the secret as the text that its player keeps."""
        data = {
            "format": _FORMAT,
            "game": self.game,
            "player": self.player,
            "rounds": self.rounds,
            "secret": self.seed.hex(),
            "used": {str(number): ask for number, ask in sorted(self.used.items())},
        }
        return json.dumps(data, indent=2, ensure_ascii=True) + "\n"


def new_secret(game: str, player: str, rounds: int = ROUNDS) -> Secret:
    """Return a new secret from the operating system's chance."""
    return Secret(game, player, rounds, draw_secret(), {})


def read_secret(text: str) -> Secret:
    """Return a secret from the text that its player keeps.

    Raises:
        FormatError: the text is no secret of fair dice. The message tells nothing of it.
    """
    try:
        data = json.loads(text)
        if data["format"] != _FORMAT or not 1 <= data["rounds"] <= MOST_ROUNDS:
            raise ValueError
        used = {int(number): str(ask) for number, ask in data["used"].items()}
        seed = bytes.fromhex(data["secret"])
        return Secret(str(data["game"]), str(data["player"]), data["rounds"], seed, used)
    except (ValueError, KeyError, TypeError, AttributeError):
        raise FormatError("expected a secret that `dice commit` wrote") from None


@dataclass(frozen=True, slots=True)
class Commitments:
    """The two players' commitments to one game."""

    blocks: tuple[Block, ...]

    def of(self, player: str) -> Block:
        """Return a player's commitment. Raises UnusableAnswer where there is none."""
        for block in self.blocks:
            if block["player"] == player:
                return block
        raise UnusableAnswer(f"there is no commitment of {player}")

    def link_fits(self, player: str, number: int, link: str) -> bool:
        """Return whether a revealed link is a player's for a round: its hashes lead to the tip."""
        block = self.of(player)
        if not 1 <= number <= min(block.number("rounds"), MOST_ROUNDS):
            return False
        try:
            found = bytes.fromhex(link)
        except ValueError:
            return False
        for _ in range(number):
            found = _link_before(found, block["game"], player)
        return hmac.compare_digest(found.hex(), block["tip"])


def commitments(blocks: Iterable[Block], game: str) -> Commitments:
    """Return the commitments of a game's two players.

    Raises:
        UnusableAnswer: there are not two players' commitments, or a player's are two.
    """
    found = [block for block in of_kind(blocks, COMMIT) if block["game"] == game]
    players = [block["player"] for block in found]
    if len(set(players)) != 2 or len(players) != 2:
        listed = ", ".join(players) or "none"
        raise UnusableAnswer(
            f"expected one commitment of each of two players, found {listed}: put the first block"
            " of either player into the file of mails"
        )
    return Commitments(tuple(sorted(found, key=lambda block: block["player"])))


def log_digest(log: Log, step: int | None = None) -> str:
    """Return the digest of a log up to a step (None: the last): its start and its steps' texts.

    How VASSAL obscured or packed the file makes no difference.
    """
    steps = log.steps if step is None else log.steps[:step]
    texts = [log.start_text, *(one.raw for one in steps)]
    return hashlib.sha256(json.dumps(texts, ensure_ascii=True).encode("ascii")).hexdigest()


def ask(secret: Secret, blocks: Sequence[Block], log: Log, rolls: Sequence[Roll]) -> Block:
    """Return the question for a round of rolls, bound to the log so far.

    Raises:
        UnusableAnswer: there are no two commitments, or the round before is not rolled yet.
    """
    both = commitments(blocks, secret.game)
    _own(secret, both)
    asks = [block for block in of_kind(blocks, ASK) if block["game"] == secret.game]
    rolled = {block["ask"] for block in of_kind(blocks, ROLL)}
    waiting = [block["round"] for block in asks if block.digest not in rolled]
    if waiting:
        raise UnusableAnswer(f"round {waiting[0]} was asked for and is not rolled yet")
    number = 1 + max([0, *(block.number("round") for block in asks), *secret.used])
    secret.link(number)
    return Block(
        ASK,
        (
            ("game", secret.game),
            ("player", secret.player),
            ("round", str(number)),
            ("tips", commitments_digest(both)),
            ("log", log_digest(log)),
            ("step", str(len(log.steps))),
            ("rolls", "\n".join(f"{roll.spec} {roll.why}".strip() for roll in rolls)),
        ),
    )


def answer(secret: Secret, blocks: Sequence[Block], log: Log) -> tuple[Secret, Block]:
    """Return the answer to the other player's open question, and the secret with it spent.

    Raises:
        UnusableAnswer: there is no open question of the other player, it is about other
            commitments or another log, or the round was spent already.
    """
    both = commitments(blocks, secret.game)
    _own(secret, both)
    answered = {block["ask"] for block in of_kind(blocks, ANSWER)}
    open_asks = [
        block
        for block in of_kind(blocks, ASK)
        if block["game"] == secret.game
        and block["player"] != secret.player
        and block.digest not in answered
    ]
    if len(open_asks) != 1:
        raise UnusableAnswer(
            f"expected one question of {secret.player}'s opponent without an answer, found"
            f" {len(open_asks)}"
        )
    (question,) = open_asks
    if question["tips"] != commitments_digest(both):
        raise UnusableAnswer("the question was made with other commitments than these")
    if not names_log(question, log):
        raise UnusableAnswer("the question is about another log, or the log was changed since")
    number = question.number("round")
    spent = secret.spend(number, question.digest)
    own = (("round", str(number)), ("ask", question.digest), ("link", secret.link(number).hex()))
    return spent, Block(ANSWER, (("game", secret.game), ("player", secret.player), *own))


def roll(secret: Secret, blocks: Sequence[Block]) -> tuple[Secret, Block]:
    """Return the rolls of the round that was asked for and answered, and the secret with it spent.

    Raises:
        UnusableAnswer: no answered question of the player is open, or the answer does not fit
            the other's commitment.
    """
    both = commitments(blocks, secret.game)
    _own(secret, both)
    rolled = {block["ask"] for block in of_kind(blocks, ROLL)}
    answers = {block["ask"]: block for block in of_kind(blocks, ANSWER)}
    questions = [
        block
        for block in of_kind(blocks, ASK)
        if (block["game"], block["player"]) == (secret.game, secret.player)
        and block.digest in answers
        and block.digest not in rolled
    ]
    if len(questions) != 1:
        raise UnusableAnswer(
            f"expected one question of {secret.player} that is answered and not rolled,"
            f" found {len(questions)}"
        )
    (question,) = questions
    reply = answers[question.digest]
    number = question.number("round")
    if not both.link_fits(reply["player"], number, reply["link"]):
        raise UnusableAnswer(f"the answer is not what {reply['player']} is committed to")
    spent = secret.spend(number, question.digest)
    link = secret.link(number).hex()
    faces = spelled_faces(fair_rolls(question, link, reply["link"]))
    own = (("round", str(number)), ("ask", question.digest), ("link", link))
    fields = (*own, ("faces", faces))
    return spent, Block(ROLL, (("game", secret.game), ("player", secret.player), *fields))


def fair_rolls(question: Block, asked: str, answered: str) -> list[Rolled]:
    """Return the rolls that a question and both players' links (hex) give.

    Die *d* of roll *r* is drawn from HMAC-SHA256 of the text ``r:d:t`` (decimal; *t* counts from
    0 and goes up where a draw is rejected), the key being the SHA-256 of the label, both links and
    the question's digest.
    """
    parts = f"{_LABEL} key:{asked}:{answered}:{question.digest}"
    key = hashlib.sha256(parts.encode("ascii")).digest()
    found = []
    for number, wanted in enumerate(asked_rolls(question), start=1):
        faces = tuple(_face(key, number, die, wanted.sides) for die in range(1, wanted.count + 1))
        found.append(Rolled(wanted.spec, faces, wanted.why, number))
    return found


def spelled_faces(rolls: Iterable[Rolled]) -> str:
    """Return rolls' faces as a block tells them.

    >>> spelled_faces([Rolled("2d6", (3, 4), "", 1), Rolled("1d6", (5,), "", 2)])
    '3+4 5'
    """
    return " ".join("+".join(map(str, one.faces)) for one in rolls)


def asked_rolls(question: Block) -> list[Roll]:
    """Return the rolls that a question asks for. Raises UnusableAnswer where they are no dice."""
    lines = question["rolls"].split("\n")
    return [Roll(spec, why.strip()) for spec, _, why in (line.partition(" ") for line in lines)]


def _face(key: bytes, number: int, die: int, sides: int) -> int:
    def draw(attempt: int) -> bytes:
        text = f"{number}:{die}:{attempt}".encode("ascii")
        return hmac.digest(key, text, "sha256")

    return unbiased(draw, sides)


def _link_before(link: bytes, game: str, player: str) -> bytes:
    """Return the link that a link stands behind; who else's it is not is part of it."""
    owner = json.dumps([_LABEL, "link", game, player], ensure_ascii=True).encode("ascii")
    return hashlib.sha256(owner + link).digest()


def _own(secret: Secret, both: Commitments) -> None:
    if both.of(secret.player) != secret.commitment:
        raise UnusableAnswer(f"the commitment of {secret.player} is not that of this secret")


def commitments_digest(both: Commitments) -> str:
    """Return the digest of both commitments, by which a question names them."""
    return hashlib.sha256("".join(one.digest for one in both.blocks).encode("ascii")).hexdigest()


def names_log(question: Block, log: Log) -> bool:
    """Return whether a log is, up to the step that a question names, the one it was made for."""
    step = question.number("step")
    return step <= len(log.steps) and log_digest(log, step) == question["log"]
