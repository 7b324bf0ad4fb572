"""`vassal-bridge pieces`: the pieces of a save as one side sees them, filtered, as a table.

Keys of `--json`, a list of objects, and columns of `--csv`, in this order:
`id`, `gpid` (both empty where the piece is masked or face down), `name` (as the viewer sees
it), `side`, `map`, `zone`, `board`, `location`, `x`, `y` (map pixels), `deck`, `order` (from the
top of its stack or deck, 1 the first), `of` (how many of it are seen), `state` (a list; in CSV
joined by `; `), `sight` (`full`, `masked` or `face down`); with `--raw` also `traits`, a list of
objects with `trait`, `type` and `state`, outermost first, in which players' ids are `(hidden)`.
"""

from __future__ import annotations

import fnmatch
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click

from vassal_bridge.cli.looking import MODULE_HELP, VIEWER_HELP, module_beside, view_of
from vassal_bridge.cli.names import meant
from vassal_bridge.cli.output import put, put_csv, put_json, put_table, say
from vassal_bridge.formats.expressions import NotEvaluated
from vassal_bridge.formats.save import open_save
from vassal_bridge.formats.secrets import Redactor
from vassal_bridge.formats.sight import Seen, state_of

SIDE_PROPERTIES = ("Side", "side", "Army", "Nation", "Nationality", "Country", "Faction", "Owner")
"""Where a piece's side may be written; the first that it answers counts."""

COLUMNS = (
    *("id", "gpid", "name", "side", "map", "zone", "board", "location", "x", "y"),
    *("deck", "order", "of", "state", "sight"),
)

Keep = Callable[[Seen], bool]
_SHOWN = 12


@click.command()
@click.argument("save", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--module",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help=MODULE_HELP,
)
@click.option("--viewer", metavar="SIDE", help=VIEWER_HELP)
@click.option("--map", "on_map", metavar="NAME", help="Only pieces on this map.")
@click.option("--zone", metavar="NAME", help="Only pieces in this zone.")
@click.option("--side", metavar="NAME", help="Only pieces whose property Side (or Army ...) it is.")
@click.option("--name", metavar="PATTERN", help="Only pieces called this; * and ? are wildcards.")
@click.option(
    "--where",
    metavar="PROP=VALUE",
    multiple=True,
    help="Only pieces with this value of a property. May be given several times.",
)
@click.option("--raw", is_flag=True, help="Show type and state of each trait as they are spelled.")
@click.option("--json", "as_json", is_flag=True, help="Print the pieces as JSON.")
@click.option("--csv", "as_csv", is_flag=True, help="Print the pieces as CSV.")
def pieces(
    save: Path,
    module: Path | None,
    viewer: str | None,
    on_map: str | None,
    zone: str | None,
    side: str | None,
    name: str | None,
    where: tuple[str, ...],
    raw: bool,
    as_json: bool,
    as_csv: bool,
) -> None:
    r"""List the pieces in SAVE as a side, or an observer, sees them.

    Pieces that are invisible to the viewer, and those in other sides' hands, are left out;
    masked ones are called what their mask says. A log's pieces are those of its start.

    \b
    Examples:
      vassal-bridge pieces turn3.vsav --map "Main Map" --side US
      vassal-bridge pieces turn3.vsav --where Strength=5 --viewer US --csv
      vassal-bridge pieces turn3.vsav --name "1/8*" --raw
    """
    if as_json and as_csv:
        raise click.UsageError("give one of --json and --csv")
    filters = list(_filters(on_map, zone, side, name, where))
    opened = open_save(save)
    view = view_of(opened, module_beside(opened, save, module), viewer)
    found = [one for one in view.sorted() if all(keep(one) for keep in filters)]
    redactor = Redactor(opened)
    if not found:
        for sentence in _why_none(list(view.sorted()), on_map, zone, side, name, where):
            say(redactor.clean(sentence))
    if as_json:
        put_json([_as_data(one, redactor, raw=raw) for one in found])
    elif as_csv:
        rows = (_as_data(one, redactor, raw=False) for one in found)
        put_csv(COLUMNS, [[_cell(row[column]) for column in COLUMNS] for row in rows])
    elif raw:
        for one in found:
            _show_raw(one, redactor)
    else:
        put_table(
            ("name", "map", "location", "order", "state"),
            [
                (
                    redactor.clean(one.name),
                    one.look.map or "-",
                    one.location or f"({one.look.x}, {one.look.y})",
                    f"{one.order}/{one.of}",
                    redactor.clean(", ".join(state_of(one))),
                )
                for one in found
            ],
        )


def _filters(
    on_map: str | None,
    zone: str | None,
    side: str | None,
    name: str | None,
    where: tuple[str, ...],
) -> Iterator[Keep]:
    if on_map is not None:
        yield lambda one: one.look.map == on_map
    if zone is not None:
        yield lambda one: one.look.location.zone == zone
    if side is not None:
        yield lambda one: side_of(one) == side
    if name is not None:
        yield lambda one: fnmatch.fnmatchcase(one.name, name)
    for text in where:
        prop, sign, value = text.partition("=")
        if not sign or not prop:
            raise click.UsageError(f"expected --where PROP=VALUE, found {text!r}")
        yield _has(prop, value)


def _why_none(
    seen: list[Seen],
    on_map: str | None,
    zone: str | None,
    side: str | None,
    name: str | None,
    where: tuple[str, ...],
) -> Iterator[str]:
    """Yield a sentence for each filter that no piece passes, with what the pieces have instead."""
    asked: list[tuple[str, str | None, Callable[[Seen], str | None]]] = [
        ("map", on_map, lambda one: one.look.map),
        ("zone", zone, lambda one: one.look.location.zone),
        ("side", side, side_of),
        *(_asked(text) for text in where),
    ]
    told = 0
    if name is not None and not any(fnmatch.fnmatchcase(one.name, name) for one in seen):
        told += 1
        yield f"No piece is called {name!r}.{meant(name, sorted({one.name for one in seen}))}"
    for what, wanted, value_of in asked:
        values = sorted({value for one in seen if (value := value_of(one))})
        if wanted is not None and wanted not in values:
            told += 1
            more = ", ..." if len(values) > _SHOWN else ""
            listed = ", ".join(map(repr, values[:_SHOWN]))
            there = (
                f"there is {listed}{more}.{meant(wanted, values)}" if values else "none has any."
            )
            yield f"No piece has the {what} {wanted!r}; {there}"
    if not told:
        yield "No piece passes all of this together." if seen else "There are no pieces."


def _asked(text: str) -> tuple[str, str, Callable[[Seen], str | None]]:
    prop, _, value = text.partition("=")
    return f"property {prop}", value, lambda one: _value(one, prop)


def _has(prop: str, value: str) -> Keep:
    return lambda one: _value(one, prop) == value


def _value(one: Seen, prop: str) -> str | None:
    try:
        return one.value(prop)
    except NotEvaluated:
        return None


def side_of(one: Seen) -> str:
    """Return the side that a piece says it belongs to; empty where it says nothing."""
    answers = (_value(one, prop) for prop in SIDE_PROPERTIES)
    return next((answer for answer in answers if answer), "")


def _as_data(one: Seen, redactor: Redactor, *, raw: bool) -> dict[str, Any]:
    piece, location, deck = one.piece, one.look.location, one.look.deck
    data: dict[str, Any] = {
        "id": piece.id if one.is_known else "",
        "gpid": piece.gpid if one.is_known else "",
        "name": redactor.clean(one.name),
        "side": redactor.clean(side_of(one)),
        "map": one.look.map or "",
        "zone": location.zone,
        "board": location.board,
        "location": location.name,
        "x": one.look.x,
        "y": one.look.y,
        "deck": "" if deck is None else deck.type["name"],
        "order": one.order,
        "of": one.of,
        "state": [redactor.clean(text) for text in state_of(one)],
        "sight": one.sight.value,
    }
    if raw:
        data["traits"] = list(_traits(one, redactor))
    return data


def _traits(one: Seen, redactor: Redactor) -> Iterator[dict[str, str]]:
    for trait in one.traits:
        yield {
            "trait": trait.spec.name,
            "type": redactor.clean(trait.type_text),
            "state": redactor.state(trait),
        }


def _show_raw(one: Seen, redactor: Redactor) -> None:
    own_id = f" {one.piece.id}" if one.is_known else ""
    put(f"{redactor.clean(one.name)}{own_id} at {one.place}")
    for trait in _traits(one, redactor):
        put(f"  {trait['trait']}")
        put(f"    type  {trait['type']}")
        put(f"    state {trait['state']}".rstrip())
    if not one.is_known:
        put(f"  the rest is hidden: {one.sight.value}")


def _cell(value: object) -> object:
    return "; ".join(map(str, value)) if isinstance(value, list) else value
