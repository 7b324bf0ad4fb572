"""`vassal-bridge run`: one sequence of a game on one save, answered with a new save."""

from __future__ import annotations

from pathlib import Path

import click

from vassal_bridge.binding.play import as_log
from vassal_bridge.cli.guarding import check_out
from vassal_bridge.cli.names import known_game, known_sequence
from vassal_bridge.cli.output import put, put_json, say, warn
from vassal_bridge.cli.playing import as_data, play_save, playing_options, who_decides
from vassal_bridge.formats.save import open_save
from vassal_bridge.formats.writing import atomic_write


@click.command()
@click.argument("game")
@click.argument("sequence")
@click.argument("save", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "-o",
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The new save (.vsav) or log to step through (.vlog). Needed unless --dry-run is given.",
)
@click.option("--force", is_flag=True, help="Replace OUT if it exists.")
@click.option("--dry-run", is_flag=True, help="Play and prove, but write nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print what happened as JSON.")
@playing_options
def run(
    game: str,
    sequence: str,
    save: Path,
    out: Path | None,
    force: bool,
    dry_run: bool,
    as_json: bool,
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
    r"""Run SEQUENCE of GAME on SAVE and write the result to a new save.

    SEQUENCE is one of those that `vassal-bridge games` lists, or `next` for the one that the
    turn marker calls for. SAVE itself is never written to. Before the new save gets its name
    it is read again and proved to differ from SAVE only in what the sequence did.

    Optional rules (--option) and readings (--set) are remembered in the new save, where its module
    has a property `bridge_options` for them, as ours have; later runs then play by them too.

    \b
    Examples:
      vassal-bridge run red_beach night turn4.vsav -o turn4-after.vsav
      vassal-bridge run red_beach next turn4.vsav -o turn4-after.vsav --seed 7 --ask
      vassal-bridge run red_beach day turn1.vsav -o turn2.vsav --policy scored
      vassal-bridge run red_beach night turn4.vsav --dry-run --json
      vassal-bridge run red_beach interphase start.vsav -o gt1.vsav --option 5 --set loc_unit=4
    """
    if out is None and not dry_run:
        raise click.UsageError("name the new save with -o OUT, or try it with --dry-run")
    if out is not None and not dry_run:
        check_out(out, [save, *(file for file in (module, answers) if file)], force=force)
    played_game = known_game(game)
    is_log = out is not None and out.suffix.lower() == ".vlog"
    if is_log and sequence in played_game.hiding:
        raise click.UsageError(
            f"a log begins with the position before: it would show what {sequence} hides;"
            " write a save (.vsav)"
        )
    who = who_decides(played_game, auto, ask, answers, policy, seed)
    opened = open_save(save)
    played, used = play_save(
        opened,
        played_game,
        known_sequence(played_game, sequence),
        beside=save.parent,
        module=module,
        edition=edition,
        seed=seed,
        who=who,
        options=options,
        values=values,
    )
    if out is not None and not dry_run:
        data = as_log(opened, played) if is_log else played.data
        atomic_write(out, data, force=force)
    for problem in played.problems:
        warn(str(problem))
    if as_json:
        put_json(
            {"save": str(save), "out": None if dry_run else str(out), **as_data(played, used, who)}
        )
    else:
        for line in played.story:
            put(line)
    done = "Nothing was written (--dry-run)." if dry_run else f"Wrote {out}."
    say(f"{done} Edition {played.edition}, seed {used}, {who.words}.")
