"""`vassal-bridge edit`: moves, flips, places and more on a save, from a list of changes.

Keys of `--json`: `changes`, a list of objects with `change` (its number from 1) and `did` (in
words), `differences` (sentences, with --dry-run only), `written` (false with --dry-run).
"""

from __future__ import annotations

import sys
from pathlib import Path

import click

from vassal_bridge.cli.guarding import check_out
from vassal_bridge.cli.looking import MODULE_HELP, module_beside
from vassal_bridge.cli.output import put, put_json, put_table, say
from vassal_bridge.cli.texts import decode_text, read_text
from vassal_bridge.errors import VerifyError
from vassal_bridge.formats.comparing.diff import Difference, diff
from vassal_bridge.formats.editing.changesfile import VERBS, Change, read_changes
from vassal_bridge.formats.editing.changing import Made, make, prove
from vassal_bridge.formats.pieces import PieceId
from vassal_bridge.formats.save import Save, open_save
from vassal_bridge.formats.writing import atomic_write
from vassal_bridge.game.dice import Roll, SeededDice, draw_seed


def _verbs() -> str:
    lines = []
    for verb in VERBS:
        keys = " ".join(f"[{key[:-1]}]" if key.endswith("?") else key for key in verb.keys)
        lines.append(f"  {verb.name:<12}{verb.what}" + (f"; {keys}" if keys else ""))
    return "\n".join(lines)


HELP = f"""Make the changes of a TOML or JSON file on SAVE, and write the new save to OUT.

CHANGES is a list `change`; each has a verb, whose value names a piece, and further keys. Pieces
go by name or id, `at` tells pieces of one name apart. All changes are made, or none; the new save
is read again and compared before it is written. `-` reads TOML from the input.

\b
  [[change]]
  move = "1/8 Inf"
  to = "1512"

\b
Verbs, what they name, and their keys ([those] may be left out):
{_verbs()}

\b
Examples:
  vassal-bridge edit turn3.vsav changes.toml -o turn3b.vsav
  vassal-bridge edit turn3.vsav changes.json --dry-run
"""


@click.command(help=HELP)
@click.argument("save", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("changes", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option(
    "-o",
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The new save. Needed unless with --dry-run.",
)
@click.option(
    "--module",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help=MODULE_HELP,
)
@click.option("--dry-run", is_flag=True, help="Say what would be done, and write nothing.")
@click.option("--force", is_flag=True, help="Replace OUT if it exists.")
@click.option("--json", "as_json", is_flag=True, help="Print what was done as JSON.")
def edit(
    save: Path,
    changes: str,
    out: Path | None,
    module: Path | None,
    dry_run: bool,
    force: bool,
    as_json: bool,
) -> None:
    """Make the changes of a file on a save; HELP is what the player reads."""
    if out is None and not dry_run:
        raise click.UsageError("give -o OUT, or --dry-run")
    if out is not None and not dry_run:
        check_out(out, [save, Path(changes), *([module] if module else [])], force=force)
    wanted = _read(changes)
    opened = open_save(save)
    found = module_beside(opened, save, module)
    if found is not None:
        opened.belongs_to(found)
    made = make(opened.editor, wanted, _shuffled)
    data = _proved(save, opened)
    written = out is not None and not dry_run
    told = [] if written else diff(open_save(save), opened, module=found)
    _show(made, told, written, as_json)
    if out is None or dry_run:
        say("Nothing was written.")
        return
    atomic_write(out, data, force=force)
    say(f"Wrote {out}")


def _read(changes: str) -> list[Change]:
    if changes == "-":
        text = decode_text(sys.stdin.buffer.read(), "the input")
        return read_changes(text, name="the input")
    path = Path(changes)
    return read_changes(read_text(path), name=path.name, as_json=path.suffix.lower() == ".json")


def _proved(path: Path, edited: Save) -> bytes:
    """Return the new save's bytes, read again and compared with what the changes should give."""
    data = edited.to_bytes()
    try:
        prove(open_save(path), Save.from_bytes(data, name=path.name), edited.editor.commands)
    except VerifyError as error:
        error.evidence = data
        raise
    return data


def _show(made: list[Made], told: list[Difference], written: bool, as_json: bool) -> None:
    if as_json:
        put_json(
            {
                "changes": [{"change": one.number, "did": one.words} for one in made],
                "differences": [str(one) for one in told],
                "written": written,
            }
        )
        return
    if not made:
        put("There are no changes.")
        return
    put_table(("change", "did"), [(one.number, one.words) for one in made])
    if told:
        put("As somebody sees it to whom nothing hidden is shown:")
    for one in told:
        put(f"  {one}.")


def _shuffled(seed: int | None, cards: list[PieceId]) -> tuple[int, list[PieceId]]:
    """Order cards by dice: the die names which of those left goes next, the lowest being 1."""
    used = draw_seed() if seed is None else seed
    dice = SeededDice(used)
    left, order = list(cards), []
    while left:
        place = 1 if len(left) < 2 else dice.roll(Roll(f"1d{len(left)}", why="shuffle")).total
        order.append(left.pop(place - 1))
    return used, order
