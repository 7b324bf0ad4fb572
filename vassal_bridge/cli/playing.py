"""What `run`, `watch` and `demo` share: their options, who decides, and the journal of a play."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from vassal_bridge.binding.finding import find_module
from vassal_bridge.binding.play import Played, Request, play
from vassal_bridge.cli.names import known_policy
from vassal_bridge.cli.output import say
from vassal_bridge.cli.texts import read_text
from vassal_bridge.errors import UnusableAnswer, Where
from vassal_bridge.formats.save import Save
from vassal_bridge.game.dice import SeededDice, draw_seed
from vassal_bridge.game.game import Game, load
from vassal_bridge.game.sequence import Choose, Player, Seat
from vassal_bridge.game.simulate import POLICY_SEED

F = TypeVar("F", bound=Callable[..., Any])

SENSIBLE = "automation.policies:Sensible"
SCRIPTED = "automation.policies:Scripted"


class Ask:
    """Asks the player at the terminal; the questions go to stderr."""

    def decide(self, choose: Choose) -> str:
        """Return the option that the player picks, by its number."""
        say("")
        say(f"{choose.prompt} {choose.why}")
        for number, option in enumerate(choose.options, start=1):
            mark = "*" if option.value == choose.sensible else " "
            say(f" {mark}{number}. {option.label}")
        values = [option.value for option in choose.options]
        picked = click.prompt(
            "Your choice",
            type=click.IntRange(1, len(values)),
            default=values.index(choose.sensible) + 1,
            err=True,
        )
        return values[int(picked) - 1]


@dataclass(frozen=True, slots=True)
class Who:
    """Who decides, in words and as a maker of players (one for each save)."""

    words: str
    make: Callable[[], Player]


def read_answers(path: Path) -> list[str]:
    """Return the answers in a file: a JSON list, or TOML with a list `answers`.

    Raises:
        UnusableAnswer: the file is neither, or holds something else than texts.
    """
    where = Where(path.name)
    text = read_text(path)
    try:
        found = json.loads(text) if path.suffix.lower() == ".json" else tomllib.loads(text)
    except (json.JSONDecodeError, tomllib.TOMLDecodeError) as error:
        raise UnusableAnswer(f"the answers cannot be read: {error}", where=where) from None
    answers = found.get("answers") if isinstance(found, dict) else found
    if not isinstance(answers, list) or not all(isinstance(a, str) for a in answers):
        raise UnusableAnswer("expected a list `answers` of texts", where=where)
    return answers


def who_decides(
    game: Game, auto: bool, ask: bool, answers: Path | None, policy: str | None, seed: int | None
) -> Who:
    """Return who decides, from the options of a command; without any it is --auto.

    `seed` is that of the game's dice; a policy that rolls has dice of its own.

    Raises:
        UsageError: more than one was given, or a policy that the game does not have.
        UnusableAnswer: the file of answers cannot be read.
    """
    if sum((auto, ask, answers is not None, policy is not None)) > 1:
        raise click.UsageError("give one of --auto, --ask, --answers and --policy")
    if ask:
        return Who("decisions by the player", Ask)
    if answers is not None:
        given = read_answers(answers)
        return Who("decisions from a file", lambda: load(SCRIPTED)(given))
    if policy is not None:
        make = known_policy(game, policy)
        seat = Seat(lambda state: make(state, SeededDice((seed or 0) + POLICY_SEED)))
        return Who(f"decisions by the policy {policy}", lambda: seat)
    return Who("decisions by default", load(SENSIBLE))


def settings_options(command: F) -> F:
    """Add the options that switch a game's optional rules and readings."""
    by_number = click.option(
        "--option",
        "options",
        type=click.IntRange(min=1),
        multiple=True,
        help="An optional rule by its number, as `games GAME` lists them; may be repeated.",
    )
    by_name = click.option(
        "--set",
        "values",
        metavar="NAME=VALUE",
        multiple=True,
        help="A reading or an optional rule by its name, such as loc_unit=4; may be repeated.",
    )
    return by_number(by_name(command))


def playing_options(command: F) -> F:
    """Add the options that say how a sequence is played."""
    options = [
        click.option(
            "--module",
            type=click.Path(exists=True, dir_okay=False, path_type=Path),
            help="The module (.vmod). Without it, it is found by its name beside the save"
            " or in dist/.",
        ),
        click.option(
            "--seed",
            type=click.IntRange(min=0),
            help="The seed of the dice. Without it one is drawn, and shown.",
        ),
        click.option(
            "--edition",
            type=click.Choice(["printed", "owner", "house"]),
            help="Whose tables count. Our own modules say it themselves.",
        ),
        settings_options,
        click.option("--auto", is_flag=True, help="Take sensible decisions, and say so (default)."),
        click.option("--ask", is_flag=True, help="Ask you for each decision."),
        click.option(
            "--answers",
            type=click.Path(exists=True, dir_okay=False, path_type=Path),
            help="Take the decisions from a file: a JSON list, or TOML with a list `answers`.",
        ),
        click.option(
            "--policy",
            help="Let a policy decide, such as `scored`: those that `simulate` plays by.",
        ),
    ]
    for option in reversed(options):
        command = option(command)
    return command


def play_save(
    save: Save,
    game: Game,
    sequence: str | None,
    *,
    beside: Path,
    module: Path | None,
    edition: str | None,
    seed: int | None,
    who: Who,
    options: tuple[int, ...] = (),
    values: tuple[str, ...] = (),
) -> tuple[Played, int]:
    """Play a sequence on a save; return what was played and the seed of its dice."""
    found = find_module(save, given=module, folders=[beside, Path("dist")])
    used = draw_seed() if seed is None else seed
    request = Request(game, sequence, edition, used, options, values)
    return play(save, found, request, SeededDice(used), who.make()), used


def as_data(played: Played, seed: int, who: Who) -> dict[str, Any]:
    """Return what was played as plain data, for --json and the journal."""
    return {
        "sequence": played.sequence,
        "edition": played.edition,
        "seed": seed,
        "decisions": who.words,
        "rolls": [
            {"number": r.number, "dice": r.spec, "faces": list(r.faces), "why": r.why}
            for r in played.outcome.rolls
        ],
        "answers": list(played.outcome.answers),
        "changes": [
            {"kind": type(change).__name__, "text": str(change)}
            for change in played.outcome.changes
        ],
        "story": list(played.story),
        "problems": [str(problem) for problem in played.problems],
    }
