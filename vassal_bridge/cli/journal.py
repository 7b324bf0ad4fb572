"""`vassal-bridge journal`: what the companion answered in a folder, and how to go back.

Keys of `journal list --json`, a list of one object an answer: `number`, `answer` (its name in
the saves), `follows` (the answer before, or empty), `kind`, `name`, `save`, `new_save`. `journal
show --json` prints the journal as it is kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from vassal_bridge.cli.guarding import check_out
from vassal_bridge.cli.output import put, put_json, say
from vassal_bridge.cli.playing import SCRIPTED
from vassal_bridge.errors import EXIT_NO
from vassal_bridge.formats.writing import atomic_write
from vassal_bridge.game.game import load
from vassal_bridge.sidecar.chain import STANDING, Chain, Link
from vassal_bridge.sidecar.replay import replay as replay_link

_FOLDER = click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
_JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


@click.group()
def journal() -> None:
    r"""Look at the answers that `watch` gave in a folder, check them, and go back to any.

    Positions are kept beside the journals, so this works whatever became of the files.

    \b
    Examples:
      vassal-bridge journal list saves
      vassal-bridge journal show saves 3
      vassal-bridge journal undo saves --to 3 -o back.vsav
      vassal-bridge journal replay saves
    """


@journal.command("list")
@_FOLDER
@_JSON
def list_command(folder: Path, as_json: bool) -> None:
    r"""List the answers given in FOLDER, in order: what was answered, and what came of it.

    \b
    Example:
      vassal-bridge journal list saves
    """
    chain = Chain(folder)
    if as_json:
        put_json([_as_data(link) for link in chain.links])
        return
    for link in chain.links:
        before = chain.link(link.follows)
        after = f" after {before.number}" if before is not None else ""
        put(f"{link.number:>3}  {link.name} -> {link.output_name}{after}: {_what(link)}")
    if not chain.links:
        say("Nothing was answered in this folder by the companion.")


def _what(link: Link) -> str:
    """Return what an answer is in a few words: its sequence, the rules broken, the word given."""
    if link.kind in STANDING:
        return f"{link.kind}: {link.document['summary']}"
    if link.journal["findings"]:
        rules = dict.fromkeys(f"[{one['rule']}]" for one in link.journal["findings"])
        return f"{link.kind}: {', '.join(rules)}"
    rolls = len(link.journal["rolls"])
    told = f", {rolls} roll{'s' if rolls != 1 else ''}" if rolls else ""
    return f"{link.kind}: {link.journal['name']}{told}"


def _as_data(link: Link) -> dict[str, object]:
    return {
        "number": link.number,
        "answer": link.answer,
        "follows": link.follows,
        "kind": link.kind,
        "name": link.journal["name"],
        "save": link.name,
        "new_save": link.output_name,
    }


@journal.command("show")
@_FOLDER
@click.argument("number", type=int)
@_JSON
def show(folder: Path, number: int, as_json: bool) -> None:
    r"""Show answer NUMBER of FOLDER: what was done, found, rolled, decided and told.

    \b
    Example:
      vassal-bridge journal show saves 3
    """
    link = Chain(folder).numbered(number)
    if as_json:
        put_json(dict(link.document))
        return
    for line in _lines(link):
        put(line)


def _lines(link: Link) -> Iterator[str]:
    journal, document = link.journal, link.document
    yield f"Answer {link.number} ({link.answer}): {link.name} -> {link.output_name}"
    yield f"{link.kind}: {document['summary']}"
    yield from (f"  {line}" for line in document["story"])
    for roll in journal.get("rolls", ()):
        faces = ",".join(str(face) for face in roll["faces"])
        yield f"  roll {roll['number']}: {roll['dice']} = {faces}, {roll['why']}"
    if journal.get("answers"):
        yield f"  decisions: {', '.join(journal['answers'])}"


@journal.command("undo")
@_FOLDER
@click.option(
    "--to", "number", type=int, required=True, help="The answer whose position is wanted."
)
@click.option(
    "-o",
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    help="The new save, such as back.vsav.",
)
@click.option("--force", is_flag=True, help="Replace OUT if it exists.")
def undo(folder: Path, number: int, out: Path, force: bool) -> None:
    r"""Write the position after an answer of FOLDER as a new save: the same bytes again.

    Open it in VASSAL and go on from there; `watch` knows which answer it is. No other file is
    touched, and what was played since stays in the journal. From inside VASSAL, ask by the
    button `Bridge: undo`.

    \b
    Example:
      vassal-bridge journal undo saves --to 3 -o saves/back.vsav
    """
    chain = Chain(folder)
    link = chain.numbered(number)
    check_out(out, [folder / link.name, folder / link.output_name], force=force)
    atomic_write(out, chain.after(link).to_bytes(), force=force)
    say(f"Wrote {out}: the position after answer {link.number} ({link.journal['name']}).")


@journal.command("replay")
@_FOLDER
@click.option(
    "--module",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The module (.vmod). Without it, it is found by its name in FOLDER or in dist/.",
)
def replay(folder: Path, module: Path | None) -> None:
    r"""Play every answer of FOLDER again, with its dice and decisions, and compare the bytes.

    Nothing is written. The exit code is 0 where every answer comes out the same, else 1.

    \b
    Example:
      vassal-bridge journal replay saves
    """
    chain = Chain(folder)
    scripted = load(SCRIPTED)
    differing = 0
    for link in chain.links:
        done = replay_link(chain, link, scripted, module=module, folder=folder)
        differing += not done.is_same
        put(f"{link.number:>3}  {link.journal['name']}: {done.text}")
    say(f"{len(chain.links)} answers, {differing} came out otherwise.")
    if differing:
        raise SystemExit(EXIT_NO)
