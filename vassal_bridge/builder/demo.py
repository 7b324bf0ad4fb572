"""The demonstration: a module built, a scenario set up, and its first turns played, in a folder.

Nothing of the player's is needed: the module, the counters and every table that the rulebook
does not print are the house edition's.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from vassal_bridge.binding.play import Played, Request, play
from vassal_bridge.builder.recipe import read_recipe
from vassal_bridge.builder.writing.draft import draft_module
from vassal_bridge.builder.writing.module import module_bytes
from vassal_bridge.builder.writing.setup import draft_scenario_save
from vassal_bridge.errors import RuleError
from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.save import Save
from vassal_bridge.formats.writing import atomic_write
from vassal_bridge.game.dice import SeededDice
from vassal_bridge.game.game import Game
from vassal_bridge.game.sequence import Decider
from vassal_bridge.pictures.art import ModuleArt
from vassal_bridge.pictures.canvas import png_bytes
from vassal_bridge.pictures.position import draw_position

Say = Callable[[str], object]


@dataclass(frozen=True, slots=True)
class Demo:
    """What a demonstration left: the files in the order in which they were made, and the plays."""

    files: tuple[Path, ...]
    plays: tuple[Played, ...]
    report: str


def make_demo(
    game: Game, folder: Path, seed: int, decider: Callable[[], Decider], say: Say
) -> Demo:
    """Build a game's module, play the first turns of its first demo scenario, and tell the story.

    Files of an earlier demonstration are replaced. `say` is called with what is being done.

    Raises:
        RuleError: the game has no recipe or no scenario for it.
    """
    if not game.demo:
        raise RuleError(f"{game.title} has no demonstration yet")
    say("drawing the board and the counters")
    draft = draft_module(read_recipe(game.name))
    scenario = draft.recipe.data.scenarios[game.demo]
    say("writing the module")
    module_data = module_bytes(draft)
    files = [_write(folder / f"{game.name}.vmod", module_data)]
    module = Module.from_archive(Archive.from_bytes(module_data, name=files[0].name))
    before = draft_scenario_save(draft, scenario)
    files.append(_write(folder / "before.vsav", before))
    first = save = Save.from_bytes(before, name="before.vsav")
    plays: list[Played] = []
    for number in range(1, game.demo_turns + 1):
        say(f"playing turn {number} of {game.demo_turns}")
        dice = SeededDice(seed, after=sum(len(played.outcome.rolls) for played in plays))
        request = Request(game, None, None, seed)
        played = play(save, module, request, dice, decider())
        plays.append(played)
        name = f"turn-{number}-{played.sequence}.vsav"
        files.append(_write(folder / name, played.data))
        save = Save.from_bytes(played.data, name=name)
    files.append(_write(folder / "after.vsav", plays[-1].data))
    art = ModuleArt(module)
    say("drawing the position before")
    files.append(_write(folder / "before.png", png_bytes(draw_position(art, first))))
    say("drawing the position after")
    after_picture = draw_position(art, save, changed_since=first)
    files.append(_write(folder / "after.png", png_bytes(after_picture)))
    report = tell_story(game, scenario.title, seed, plays)
    files.append(_write(folder / "report.txt", report.encode("utf-8")))
    return Demo(tuple(files), tuple(plays), report)


def _write(path: Path, data: bytes) -> Path:
    atomic_write(path, data, force=True)
    return path


def tell_story(game: Game, title: str, seed: int, plays: list[Played]) -> str:
    """Return the story of some plays, for a player to read."""
    lines = [game.title, title, "=" * max(len(game.title), len(title)), ""]
    lines += game.narrate([played.outcome for played in plays])
    lines += [
        "",
        "-" * 72,
        f"Edition: {plays[0].edition}. Seed of the dice: {seed}.",
    ]
    if plays[0].edition == "house":
        lines.append(
            "The map, the counters and every table that the rulebook text does not print are our"
        )
        lines.append("own stand-ins, not the published ones.")
    return "\n".join(lines) + "\n"
