"""`vassal-bridge bind`: proposes how a module that is not ours shows a game.

Keys of `--json`: `module`, `version`, `game`, `out` (null with --dry-run), `bound` (for each part,
how many were found of how many), `found` and `missing` (lists of objects with `part`, `wanted`,
`found`, `sure` from 0 to 1, and `note`), `spare` (pieces of the module that stand for nothing), and
with --save `problems` and `units` (how many the save shows on the map).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from vassal_bridge.binding.binding import GAME_PROPERTY, Bound
from vassal_bridge.binding.bindingfile import binding_path, write_binding
from vassal_bridge.binding.foreign import Adaptable, ForeignScheme
from vassal_bridge.binding.geography import ModuleGeography
from vassal_bridge.binding.proposing import PARTS, Finding, Proposal, propose
from vassal_bridge.cli.guarding import check_out
from vassal_bridge.cli.names import known_game
from vassal_bridge.cli.output import put, put_json, put_table, say, warn
from vassal_bridge.errors import BindingError, Problem, Where
from vassal_bridge.formats.finding import find_module
from vassal_bridge.formats.module import Module, open_module
from vassal_bridge.formats.position import Position
from vassal_bridge.formats.save import Save, open_save
from vassal_bridge.formats.writing import atomic_write
from vassal_bridge.game.game import Game

FEW = 12
"""How many rows of a part are shown before they are only counted; --all shows every one."""


@click.command()
@click.argument("module", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--game", required=True, help="The game, such as red_beach.")
@click.option(
    "--save",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A save of the module: its boards and pieces count, and the binding is tried on it.",
)
@click.option(
    "-o",
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where to write the binding. Without it, your user folder, where it is used from.",
)
@click.option("--force", is_flag=True, help="Replace the binding file if it exists.")
@click.option("--dry-run", is_flag=True, help="Show the proposal, but write nothing.")
@click.option("--all", "show_all", is_flag=True, help="Show everything that was found.")
@click.option("--json", "as_json", is_flag=True, help="Print the proposal as JSON.")
def bind(
    module: Path,
    game: str,
    save: Path | None,
    out: Path | None,
    force: bool,
    dry_run: bool,
    show_all: bool,
    as_json: bool,
) -> None:
    r"""Propose how MODULE, which is not ours, shows a game, and save it as a binding.

    Hexes, boxes, counters and what lies on them are looked for by name, slot and image. What
    could not be found is listed, and stands in the file as a line to fill in. `run` and
    `watch` then use the file for every save of that module.

    \b
    Examples:
      vassal-bridge bind Tarawa.vmod --game red_beach --save start.vsav
      vassal-bridge bind Tarawa.vmod --game red_beach --dry-run --all
    """
    played_game = known_game(game)
    opened = open_module(module)
    if any(one.name == GAME_PROPERTY for one in opened.properties):
        raise BindingError(
            "the module is one of ours; it needs no binding", where=Where(str(module))
        )
    target = out or binding_path(played_game.name, opened.name)
    if not dry_run:
        check_out(target, [module, *([save] if save is not None else [])], force=force)
    shown = None if save is None else open_save(save)
    if shown is not None:
        find_module(shown, given=module, folders=[])
    own = played_game.load_binding()
    if not isinstance(own, Adaptable):
        raise BindingError(f"{played_game.title} cannot be bound to other modules")
    wanted = own.wanted()
    proposal = propose(played_game.name, opened, wanted, shown)
    tried = None if shown is None else _try(own, proposal, opened, shown)
    if not dry_run:
        text = write_binding(proposal.binding, wanted, _heading(played_game, opened, proposal))
        atomic_write(target, text.encode("utf-8"), force=force)
    if as_json:
        put_json(_as_data(proposal, played_game, None if dry_run else target, tried))
    else:
        _show(proposal, played_game, show_all)
        if proposal.bound("counter") < proposal.all_of("counter") / 2:
            warn("less than half of the counters were found; is it a module of this game?")
        _tell(tried)
    say("Nothing was written (--dry-run)." if dry_run else f"Wrote {target}.")
    if out is not None and not dry_run:
        say(f"It is used once it lies in {binding_path(played_game.name, opened.name).parent}.")


def _try(own: Adaptable, proposal: Proposal, module: Module, save: Save) -> Bound | Problem:
    """Return what a save shows through the binding, or why it shows nothing."""
    try:
        binding = own.through(ForeignScheme(proposal.binding, own.wanted()))
        found: Bound = binding.read(Position(save), ModuleGeography(module, save), "house")
    except BindingError as error:
        return Problem(error.message, error.where)
    return found


def _heading(game: Game, module: Module, proposal: Proposal) -> Iterator[str]:
    yield f"How the module {module.name!r} {module.version} shows {game.title}."
    yield "Proposed by vassal-bridge from the module's own names; edit it where it is wrong."
    yield "Lines that begin with # and end in ? are what could not be found."
    for part in PARTS:
        yield f"  {part}: {proposal.bound(part)} of {proposal.all_of(part)}"


def _show(proposal: Proposal, game: Game, show_all: bool) -> None:
    binding = proposal.binding
    put(f"{binding.module} {binding.version} as {game.title}")
    put("")
    put_table(
        ("part", "bound", "of"),
        [(part, proposal.bound(part), proposal.all_of(part)) for part in PARTS],
    )
    if binding.hexes is not None:
        form = binding.hexes
        shifts = f"columns {form.add_columns:+d}, rows {form.add_rows:+d}"
        put("")
        put(f"Hexes are called {form.text!r} on the map {form.map!r} ({shifts}).")
    _rows("Not found:", proposal.missing, show_all)
    _rows("Found, but worth a look:", proposal.unsure, show_all)
    if show_all:
        sure = [one for one in proposal.findings if one.found and one not in proposal.unsure]
        _rows("Found:", sure, show_all)
    if proposal.spare:
        put("")
        put("Pieces of the module that stand for nothing in the game:")
        for name in proposal.spare if show_all else proposal.spare[:FEW]:
            put(f"  {name}")
        if len(proposal.spare) > FEW and not show_all:
            put(f"  ... and {len(proposal.spare) - FEW} more (--all)")


def _rows(heading: str, findings: tuple[Finding, ...] | list[Finding], show_all: bool) -> None:
    if not findings:
        return
    put("")
    put(heading)
    for part in PARTS:
        rows = [one for one in findings if one.part == part]
        shown = rows if show_all else rows[:FEW]
        for one in shown:
            found = f"= {one.found} ({one.sure:.0%})" if one.found else ""
            put("  ".join(text for text in (f"  {one.part}", one.wanted, found, one.note) if text))
        if len(rows) > len(shown):
            put(f"  ... and {len(rows) - len(shown)} more of {part} (--all)")


def _tell(tried: Bound | Problem | None) -> None:
    """Say what the save shows through the binding."""
    if isinstance(tried, Problem):
        warn(f"the save cannot be read by it yet: {tried}")
    elif tried is not None:
        for problem in tried.problems:
            warn(str(problem))
        put("")
        put(f"The save shows {_on_map(tried)} units on the map by it.")


def _on_map(bound: Bound) -> int:
    return sum(bool(getattr(unit, "on_map", False)) for unit in bound.state.units.values())


def _as_data(
    proposal: Proposal, game: Game, out: Path | None, tried: Bound | Problem | None
) -> dict[str, Any]:
    def row(one: Finding) -> dict[str, Any]:
        return {
            "part": one.part,
            "wanted": one.wanted,
            "found": one.found,
            "sure": one.sure,
            "note": one.note,
        }

    data: dict[str, Any] = {
        "module": proposal.binding.module,
        "version": proposal.binding.version,
        "game": game.name,
        "out": None if out is None else str(out),
        "bound": {
            part: {"found": proposal.bound(part), "of": proposal.all_of(part)} for part in PARTS
        },
        "found": [row(one) for one in proposal.findings if one.found],
        "missing": [row(one) for one in proposal.missing],
        "spare": list(proposal.spare),
    }
    if isinstance(tried, Problem):
        data |= {"units": 0, "problems": [str(tried)]}
    elif tried is not None:
        data |= {"units": _on_map(tried), "problems": [str(one) for one in tried.problems]}
    return data
