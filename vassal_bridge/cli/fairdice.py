"""`vassal-bridge dice`, the part on fair dice: two players commit, ask, reveal, roll and check."""

from __future__ import annotations

import codecs
from pathlib import Path
from typing import Any

import click

from vassal_bridge.audit import commitment
from vassal_bridge.audit.blocks import Block, read_blocks
from vassal_bridge.audit.commitment import MOST_ROUNDS, ROUNDS, Secret, new_secret, read_secret
from vassal_bridge.audit.fairness import blocks_in_chat, check_fair, fair_series
from vassal_bridge.cli.output import put, put_json, say
from vassal_bridge.errors import EXIT_NO, OutputExists, Where
from vassal_bridge.formats.logs.log import Log, open_log
from vassal_bridge.formats.writing import atomic_write
from vassal_bridge.game.dice import Roll

_A_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
_SECRET_HELP = "Your secret; nobody else may see this file."


def _mail_option(command: Any) -> Any:
    return click.option(
        "--mail",
        "mails",
        type=_A_FILE,
        multiple=True,
        required=True,
        help="A text file with the blocks mailed so far; may be given several times.",
    )(command)


def _secret_option(command: Any) -> Any:
    return click.option("--secret", type=_A_FILE, required=True, help=_SECRET_HELP)(command)


@click.command()
@click.option("--game", required=True, help="What both players call the game.")
@click.option("--player", required=True, help="Your name, as it will stand in the blocks.")
@click.option(
    "--rounds",
    type=click.IntRange(1, MOST_ROUNDS),
    default=ROUNDS,
    show_default=True,
    help="How many rounds of rolls the commitment lasts for.",
)
@click.option(
    "--secret", type=click.Path(dir_okay=False, path_type=Path), required=True, help=_SECRET_HELP
)
def commit(game: str, player: str, rounds: int, secret: Path) -> None:
    r"""Make a secret of your own and print the block that commits you to it: mail that block.

    \b
    Example:
      vassal-bridge dice commit --game "Tarawa 7" --player Ann --secret ann.secret
    """
    if secret.exists():
        raise OutputExists(
            "a secret is never replaced: its rounds could not be played on; name another file",
            where=Where(str(secret)),
        )
    made = new_secret(game, player, rounds)
    atomic_write(secret, made.to_text().encode("ascii"), private=True)
    say(f"Wrote {secret}: keep it, show it to nobody. Mail the block, and keep your opponent's.")
    put(made.commitment.text)


@click.command()
@click.argument("log", type=_A_FILE)
@click.argument("rolls", metavar="ROLL...", nargs=-1, required=True)
@_secret_option
@_mail_option
def ask(log: Path, rolls: tuple[str, ...], secret: Path, mails: tuple[Path, ...]) -> None:
    r"""Ask for a round of rolls, bound to LOG as it is now: mail the block with that log.

    Each ROLL is dice and what they are for: "2d6 attack at 0505". They cannot be changed later.

    \b
    Example:
      vassal-bridge dice ask turn5.vlog "2d6 attack" 1d6 --secret ann.secret --mail game.txt
    """
    wanted = [Roll(spec, why.strip()) for spec, _, why in (one.partition(" ") for one in rolls)]
    own = _open_secret(secret)
    put(commitment.ask(own, _blocks(mails), open_log(log), wanted).text)


@click.command()
@click.argument("log", type=_A_FILE)
@_secret_option
@_mail_option
def reveal(log: Path, secret: Path, mails: tuple[Path, ...]) -> None:
    r"""Answer your opponent's question about LOG: reveals your part of this round, once.

    \b
    Example:
      vassal-bridge dice reveal turn5.vlog --secret bob.secret --mail game.txt
    """
    spent, block = commitment.answer(_open_secret(secret), _blocks(mails), open_log(log))
    _keep(secret, spent)
    put(block.text)


@click.command()
@_secret_option
@_mail_option
def roll(secret: Path, mails: tuple[Path, ...]) -> None:
    r"""Roll what you asked for, now that your opponent has answered: mail the block.

    \b
    Example:
      vassal-bridge dice roll --secret ann.secret --mail game.txt
    """
    blocks = _blocks(mails)
    spent, block = commitment.roll(_open_secret(secret), blocks)
    _keep(secret, spent)
    for question, rolls in fair_series([*blocks, block]):
        if question.digest == block["ask"]:
            for one in rolls:
                say(str(one).rstrip(", "))
    put(block.text)


@click.command()
@click.argument("mails", metavar="[MAIL]...", nargs=-1, type=_A_FILE)
@click.option("--log", "logs", type=_A_FILE, multiple=True, help="A log that was asked about.")
@click.option("--json", "as_json", is_flag=True, help="Print the doubts as JSON.")
def check(mails: tuple[Path, ...], logs: tuple[Path, ...], as_json: bool) -> None:
    r"""Check the fair dice in MAILS and in the chat of logs; nobody's secret is needed.

    Exit code 0: every roll is what both players' secrets give. 1: something is doubtful, or
    waits for a mail.

    \b
    Example:
      vassal-bridge dice check game.txt --log turn5.vlog
    """
    if not mails and not logs:
        raise click.UsageError("give a text file with blocks, or a log with --log")
    opened = [open_log(path) for path in logs]
    blocks = _blocks(mails, opened)
    doubts = check_fair(blocks, opened)
    series = list(fair_series(blocks))
    if as_json:
        put_json(
            [
                {
                    "kind": one.kind,
                    "game": one.game,
                    "round": one.round,
                    "player": one.player or None,
                    "text": one.text,
                }
                for one in doubts
            ]
        )
    for one in [] if as_json else doubts:
        number = "" if one.round is None else f", round {one.round}"
        who = f" ({one.player})" if one.player else ""
        put(f"{one.kind}: {one.game}{number}{who}: {one.text}")
    rolls = sum(len(rolled) for _, rolled in series)
    rounds = f"{len(series)} round{'' if len(series) == 1 else 's'}"
    made = f"{rolls} roll{'' if rolls == 1 else 's'}"
    say(f"{made} in {rounds}; doubtful: {len(doubts)}.")
    if doubts:
        click.get_current_context().exit(EXIT_NO)


def _blocks(mails: tuple[Path, ...], logs: list[Log] | None = None) -> list[Block]:
    found: list[Block] = []
    for path in mails:
        found += read_blocks(_text_of(path.read_bytes()), str(path))
    for one in logs or []:
        found += blocks_in_chat(one)
    return list(dict.fromkeys(found))


def _text_of(content: bytes) -> str:
    """Return a mail's text; what PowerShell writes with `>` is UTF-16."""
    is_wide = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    return content.decode("utf-16" if is_wide else "utf-8-sig", errors="replace")


def _open_secret(path: Path) -> Secret:
    return read_secret(path.read_text(encoding="utf-8", errors="replace"))


def _keep(path: Path, secret: Secret) -> None:
    atomic_write(path, secret.to_text().encode("ascii"), force=True, private=True)


COMMANDS = (commit, ask, reveal, roll, check)
"""The commands of fair dice, for the group `dice`."""
