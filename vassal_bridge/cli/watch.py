"""`vassal-bridge watch`: answers the saves of a folder while the player plays in VASSAL."""

from __future__ import annotations

from pathlib import Path

import click

from vassal_bridge.cli.failures import keep_evidence
from vassal_bridge.cli.names import known_game
from vassal_bridge.cli.output import put, say
from vassal_bridge.cli.playing import as_data, play_save, playing_options, who_decides
from vassal_bridge.cli.watchcheck import LogWatch
from vassal_bridge.errors import VerifyError, Where
from vassal_bridge.formats.save import Save
from vassal_bridge.sidecar.companion import SUFFIXES, Companion, Table
from vassal_bridge.sidecar.serve import Answer, Event, serve
from vassal_bridge.sidecar.watch import SUFFIX


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--game", help="The game, such as red_beach; not needed with --check.")
@click.option(
    "--check",
    "checks",
    is_flag=True,
    help="Answer nothing: check each log (.vlog) that arrives with those before it.",
)
@click.option(
    "--companion/--no-companion",
    default=None,
    help="Judge each move and go on from it, or only play what the turn marker calls for."
    " Without it: the companion, for a game that has a judge.",
)
@click.option("--once", is_flag=True, help="Answer what is there now, then stop.")
@click.option("--again", is_flag=True, help="Try once more what was refused before.")
@playing_options
@click.pass_context
def watch(
    context: click.Context,
    folder: Path,
    game: str | None,
    checks: bool,
    companion: bool | None,
    once: bool,
    again: bool,
    module: Path | None,
    seed: int | None,
    edition: str | None,
    options: tuple[int, ...],
    values: tuple[str, ...],
    auto: bool,
    ask: bool,
    answers: Path | None,
    policy: str | None,
) -> None:
    r"""Watch FOLDER and answer each save that VASSAL writes there.

    For every new or overwritten NAME.vsav a NAME.bot.vsav appears beside it: open that in
    VASSAL and go on from there. The player's own save is never written to. Ctrl-C stops.

    The companion compares each save with the answer that it follows. A lawful move is played on:
    the dice it calls for are rolled, and the system does its part. An unlawful one is taken back,
    and the rule is named. Buttons of the module's Bridge menu, and lines such as `!bridge undo`
    in the chat of a log (.vlog), ask for more: next, attack, end phase, undo, accept, help.

    Without the companion, what the marker on the turn track calls for is played.

    With --check nothing is answered or written: each log that arrives, such as an opponent's
    mail, is checked as `log check` does, and it is told at once how it follows the others.

    \b
    Examples:
      vassal-bridge watch "C:\Users\me\VASSAL saves" --game red_beach
      vassal-bridge watch saves --game red_beach --no-companion --once --seed 7
      vassal-bridge watch mails --check
    """
    if checks:
        logs = LogWatch(folder, module)
        logs.run(once=once)
        context.exit(logs.code)
    if game is None:
        raise click.UsageError("name the game with --game, or give --check")
    played_game = known_game(game)
    who = who_decides(played_game, auto, ask, answers, policy, seed)
    is_companion = bool(played_game.judge) if companion is None else companion
    if is_companion and not played_game.judge:
        raise click.UsageError(f"{played_game.title} has no judge: leave --companion out")

    def play_on(save: Save) -> Answer:
        played, used = play_save(
            save,
            played_game,
            None,
            beside=folder,
            module=module,
            edition=edition,
            seed=seed,
            who=who,
            options=options,
            values=values,
        )
        for problem in played.problems:
            say(f"Warning: {problem.inside(Where(save.name))}")
        summary = f"{played.sequence}, edition {played.edition}, seed {used}, {who.words}"
        return Answer(played.data, summary, played.story, as_data(played, used, who))

    table = Table(folder, played_game, who.make, module, edition, seed, options, values)
    answerer = Companion(table) if is_companion else play_on

    def answer(save: Save) -> Answer:
        try:
            return answerer(save)
        except VerifyError as error:
            kept = keep_evidence(error)
            error.message += f"; what was refused is in {kept}" if kept else ""
            raise
        except click.Abort:
            raise KeyboardInterrupt from None

    suffixes = SUFFIXES if is_companion else (SUFFIX,)
    try:
        for event in serve(folder, answer, once=once, again=again, suffixes=suffixes):
            _tell(event)
    except KeyboardInterrupt:
        say("stopped")


def _tell(event: Event) -> None:
    say(event.text)
    for line in event.story:
        put(line)
