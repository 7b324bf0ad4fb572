"""`vassal-bridge games` and `vassal-bridge tables`: what games there are and what they know."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from textwrap import wrap

import click

from vassal_bridge.cli.names import known_game, meant
from vassal_bridge.cli.output import put, put_json, put_table, say, warn
from vassal_bridge.cli.texts import read_text
from vassal_bridge.errors import BindingError, MissingCell, RuleError, Where
from vassal_bridge.formats.writing import atomic_write
from vassal_bridge.game import owner
from vassal_bridge.game.constraints import complaints
from vassal_bridge.game.game import Game
from vassal_bridge.game.registry import find_games
from vassal_bridge.game.tables import MISSING, Edition, TableSet

WIDTH = 100
EDITIONS = (Edition.PRINTED, Edition.OWNER, Edition.HOUSE)


@click.command()
@click.argument("game", required=False, default="")
@click.option("--json", "as_json", is_flag=True, help="Print the games as JSON.")
def games(game: str, as_json: bool) -> None:
    r"""List the games, their scenarios and the sequences that `run` can play.

    With a GAME, its optional rules and the readings that can be chosen as well: --option 4 and
    --set NAME=VALUE of `run`, `watch` and `simulate` switch them.

    \b
    Examples:
      vassal-bridge games
      vassal-bridge games red_beach
      vassal-bridge games --json
    """
    found = find_games()
    for problem in found.problems:
        warn(str(problem))
    shown = [known_game(game)] if game else list(found.games.values())
    if as_json:
        put_json([_as_data(one) for one in shown])
        return
    for one in shown:
        put(f"{one.name}: {one.title}")
        put(f"  scenarios: {', '.join(one.scenarios)}")
        put(f"  editions: {', '.join(one.editions)}")
        put("  sequences:")
        _put_named((name, one.titles.get(name, "")) for name in one.sequences)
        if game:
            _put_settings(one)


def _put_settings(game: Game) -> None:
    known = game.known_settings()
    put("  options (--option N):")
    _put_named(
        (str(one.option), f"{one.text} {one.rule} ({one.name})") for one in known if one.option
    )
    put("  readings (--set NAME=VALUE), as they are unless you choose:")
    _put_named(
        (f"{one.name}={one.shown}", f"{one.text} {one.rule}") for one in known if not one.option
    )


def _put_named(rows: Iterable[tuple[str, str]]) -> None:
    """Print names and what they mean, in two columns, long lines wrapped."""
    listed = list(rows)
    width = max((len(name) for name, _ in listed), default=0)
    indent = " " * (width + 6)
    for name, text in listed:
        first = f"    {name.ljust(width)}  "
        lines = wrap(text, WIDTH, initial_indent=first, subsequent_indent=indent)
        for line in lines or [first.rstrip()]:
            put(line)


def _as_data(game: Game) -> dict[str, object]:
    return {
        "name": game.name,
        "title": game.title,
        "sides": list(game.sides),
        "editions": list(game.editions),
        "scenarios": list(game.scenarios),
        "sequences": {name: game.titles.get(name, "") for name in game.sequences},
        "settings": [
            {
                "name": one.name,
                "option": one.option or None,
                "default": one.default,
                "rule": one.rule,
                "text": one.text,
            }
            for one in game.known_settings()
        ],
    }


@click.command()
@click.argument("game")
@click.argument("table", required=False, default="")
@click.option("--fill", is_flag=True, help="Type the missing cells from your copy, one by one.")
@click.option(
    "--import",
    "import_file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Take the owner's cells from a .csv or .toml file.",
)
@click.option(
    "--export",
    "export_file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write all cells to a .csv file, or the owner's to a .toml file.",
)
@click.option("--force", is_flag=True, help="Replace the exported file if it exists.")
@click.option(
    "--edition",
    type=click.Choice([str(edition) for edition in EDITIONS]),
    default=str(Edition.OWNER),
    show_default=True,
    help="The edition to show or export.",
)
@click.option("--json", "as_json", is_flag=True, help="Print what is known as JSON.")
def tables(
    game: str,
    table: str,
    fill: bool,
    import_file: Path | None,
    export_file: Path | None,
    force: bool,
    edition: str,
    as_json: bool,
) -> None:
    r"""Show what the tables of GAME know in each edition, or one TABLE cell by cell.

    Rulebooks leave some tables to the printed components. What the text prints is the printed
    edition; what you type from your own copy is the owner's, kept in your user folder and used
    before it; the house edition is a stand-in of ours, used only where you choose it.

    \b
    Examples:
      vassal-bridge tables red_beach
      vassal-bridge tables red_beach crt --edition house
      vassal-bridge tables red_beach --fill
      vassal-bridge tables red_beach --export red_beach.csv
      vassal-bridge tables red_beach --import red_beach.csv
    """
    found = known_game(game)
    if sum((import_file is not None, export_file is not None, fill)) > 1:
        raise click.UsageError("give one of --fill, --import and --export")
    if table and table not in (shapes := found.load_tables(edition).shapes):
        known = ", ".join(shapes)
        raise click.UsageError(
            f"{found.name} has no table {table!r}; it has {known}.{meant(table, shapes)}"
        )
    if import_file is not None:
        _import(found, import_file)
    elif export_file is not None:
        _export(found, export_file, edition, force=force)
    elif fill:
        _fill(found, table)
    elif table:
        _show_table(found.load_tables(edition), table, as_json)
    else:
        _overview(found, as_json)


def _overview(game: Game, as_json: bool) -> None:
    known = owner.overview(game.load_tables(Edition.HOUSE))
    rows: dict[str, dict[Edition, owner.Known]] = {}
    for item in known:
        rows.setdefault(item.table, {})[item.edition] = item
    if as_json:
        put_json(
            [
                {
                    "table": item.table,
                    "title": item.title,
                    "rule": item.rule,
                    "edition": str(item.edition),
                    "known": item.known,
                    "missing": [list(cell) for cell in item.missing],
                }
                for item in known
            ]
        )
        return
    put_table(
        ("table", "rule", "printed", "owner", "house", "title"),
        [
            (
                name,
                f"[{by_edition[Edition.PRINTED].rule}]",
                *(_count(by_edition[edition]) for edition in EDITIONS),
                by_edition[Edition.PRINTED].title,
            )
            for name, by_edition in rows.items()
        ],
    )
    for edition in EDITIONS:
        for sentence in complaints(game.load_tables(edition)):
            warn(f"{edition}: {sentence}")
    say(f"Your own cells are kept in {game.owner_file()}.")


def _count(known: owner.Known) -> str:
    total = known.known + len(known.missing)
    return "all" if not known.missing else f"{known.known} of {total}"


def _show_table(found: TableSet, table: str, as_json: bool) -> None:
    shape = found.shape(table)
    cells = {(row, column): _cell(found, table, row, column) for row, column in shape.cells()}
    if as_json:
        put_json(
            {
                "table": table,
                "title": shape.title,
                "rule": shape.rule,
                "edition": str(found.edition),
                "rows": {row: {c: cells[row, c] for c in shape.columns} for row in shape.rows},
            }
        )
        return
    put(f"{shape.title} [{shape.rule}], {found.edition} edition; ? marks what it does not know")
    put_table(
        ("", *shape.columns),
        [(row, *(cells[row, column] for column in shape.columns)) for row in shape.rows],
    )


def _cell(found: TableSet, table: str, row: str, column: str) -> str:
    try:
        return str(found.lookup(table, row, column))
    except MissingCell:
        return MISSING


def _fill(game: Game, table: str) -> None:
    """Ask for each missing cell; each is kept at once, so that one can stop and go on later."""
    found = game.load_tables(Edition.OWNER)
    blanks = list(owner.cells_to_fill(found, table))
    if not blanks:
        say("Nothing is missing.")
        return
    say(f"{len(blanks)} cells are missing. Enter skips one, ? says it is unknown, q stops.")
    title = ""
    for number, blank in enumerate(blanks, start=1):
        if blank.title != title:
            title = blank.title
            say(f"\n{title} [{blank.rule}]: {blank.wanted}")
        if not _fill_one(game, found, blank, f"{number} of {len(blanks)}"):
            say("Stopped; what you typed is kept.")
            return
    say("Done. Thank you!")


def _fill_one(game: Game, found: TableSet, blank: owner.Blank, count: str) -> bool:
    column = f", column {blank.column}" if blank.column != "value" else ""
    while True:
        try:
            text = click.prompt(
                f"({count}) row {blank.row}{column}", default="", show_default=False, err=True
            )
        except click.Abort:  # Ctrl-C, or the end of the input
            return False
        if text == "q":
            return False
        if text == "":
            return True
        try:
            owner.set_owner_cell(
                game.owner_file(), found, blank.table, blank.row, blank.column, text
            )
        except RuleError as error:
            say(str(error))
        else:
            return True


def _import(game: Game, file: Path) -> None:
    found = game.load_tables(Edition.OWNER)
    text = read_text(file)
    cells: owner.Owned
    try:
        if file.suffix.lower() == ".toml":
            imported = owner.import_toml(text, found)
            cells = imported.cells[Edition.OWNER]
            owner.save_imported(game.owner_file(), found, imported)
        else:
            cells = owner.import_csv(text, found)
            owner.save_owner_cells(game.owner_file(), found, cells)
    except BindingError as error:
        raise error.add(Where(file.name)) from None
    say(f"Took {sum(len(known) for known in cells.values())} cells into {game.owner_file()}.")
    for sentence in complaints(game.load_tables(Edition.OWNER)):
        warn(sentence)


def _export(game: Game, file: Path, edition: str, *, force: bool) -> None:
    found = game.load_tables(edition)
    is_toml = file.suffix.lower() == ".toml"
    text = owner.export_toml(found) if is_toml else owner.export_csv(found)
    atomic_write(file, text.encode("utf-8"), force=force)
    say(f"Wrote {file}.")
