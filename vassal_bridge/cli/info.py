"""`vassal-bridge info`: what is in a module, extension, save or log, on one screen.

Keys of `--json`, a list of one object a file: `file`, `kind` (`module`, `extension`, `save`,
`log`) and, where a file cannot be read, `error` alone.

A module or extension: `name`, `version`, `vassal`, `description`, `extends` (an extension's
module), `sides`, `maps` (`map`, `private`, `boards`: `board`, `width`, `height`), `turns`,
`dice` (`name`, `number`, `sides`; 0 sides where faces are of its own), `setups`, `slots`,
`prototypes`, `properties` (counts), `entries`, `size` (bytes of the file).

A save or log: `module`, `module_version`, `vassal`, `saved` (UTC), `description`, `players`
(`name`, `side`; never passwords), `maps` (`map`, `boards`, `pieces`), `decks` (`deck`, `map`,
`cards`), `turns` (by tracker), `dice` (where the module is found), `extensions` (`name`,
`version`), `envelope` (`form`, `key`), `entries`, `commands`, `characters`, `steps`.

All: `problems`; with `--grids` also `grids` (`map`, `board`, `zone`, `grid`, `settings`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import click

from vassal_bridge.cli.files import given_files
from vassal_bridge.cli.looking import MODULE_HELP, module_beside
from vassal_bridge.cli.output import progress, put, put_json, put_table, say
from vassal_bridge.errors import BridgeError, Problem
from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.buildfile import Component
from vassal_bridge.formats.check import find_problems
from vassal_bridge.formats.kinds import boards_of
from vassal_bridge.formats.logs.log import Log
from vassal_bridge.formats.metadata import MODULE_DATA, Metadata, read_metadata
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.save import SAVED_GAME, Save
from vassal_bridge.formats.secrets import Redactor
from vassal_bridge.formats.sight import OFF_MAP, View, maps_of
from vassal_bridge.formats.surroundings import viewers_of
from vassal_bridge.formats.turns import turns_of

SAVE_DATA = "savedata"
SHOWN_PROBLEMS = 5

Facts = dict[str, Any]


@click.command()
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(path_type=Path), callback=given_files
)
@click.option(
    "--module", type=click.Path(exists=True, dir_okay=False, path_type=Path), help=MODULE_HELP
)
@click.option("--grids", is_flag=True, help="List the grids of each map's boards and zones.")
@click.option("--json", "as_json", is_flag=True, help="Print the facts as JSON.")
def info(files: tuple[Path, ...], module: Path | None, grids: bool, as_json: bool) -> None:
    r"""Show what is in FILES: modules, extensions, saves or logs, each on one screen.

    A folder stands for all files of VASSAL's in it. Passwords and what is hidden are never
    shown. A log's pieces and turn are those of its start.

    \b
    Examples:
      vassal-bridge info turn3.vsav
      vassal-bridge info tarawa.vmod --grids
    """
    found: list[Facts] = []
    failures: list[BridgeError] = []
    with progress(files, "Reading", len(files)) as paths:
        for file in paths:
            try:
                facts = facts_of(file, module, with_grids=grids)
            except BridgeError as error:
                failures.append(error)
                facts = {"file": file.name, "error": str(error)}
            found.append(facts)
    if as_json:
        put_json(found)
    else:
        shown = [facts for facts in found if "error" not in facts]
        for number, facts in enumerate(shown):
            if number:
                put("")
            _show(facts)
    for failure in failures:
        say(f"Error: {failure}")
    if failures:
        raise SystemExit(max(failure.exit_code for failure in failures))


def facts_of(file: Path, module: Path | None = None, *, with_grids: bool = False) -> Facts:
    """Return the facts of a file under the keys of --json.

    Raises:
        FormatError: the file is none of VASSAL's, or it is damaged.
        BindingError: the given module is another one than a save's.
    """
    archive = Archive.read(file)
    if SAVED_GAME not in archive:
        opened = Module(archive)
        facts = _of_module(opened, file.stat().st_size)
        own: Module | None = opened
    else:
        save = Save(archive)
        own = module_beside(save, file, module)
        facts = _of_save(save, own)
    if with_grids:
        facts["grids"] = [] if own is None else list(_grids(own))
    return facts


# --- modules --------------------------------------------------------------------------------


def _of_module(module: Module, size: int) -> Facts:
    facts: Facts = {
        "file": module.file,
        "kind": "extension" if module.is_extension else "module",
        "name": module.name,
        "version": module.version,
        "vassal": module.vassal_version,
        "description": module.metadata.description if module.metadata is not None else "",
    }
    if module.is_extension:
        root = module.root
        facts["extends"] = f"{root.get('module')} {root.get('moduleVersion')}".strip()
    return facts | {
        "sides": list(module.sides),
        "maps": [
            {
                "map": one.id,
                "private": one.is_private,
                "boards": [
                    {"board": board.name, "width": board.width, "height": board.height}
                    for board in one.boards
                ],
            }
            for one in module.maps.values()
        ],
        "turns": [one.name for one in module.turn_trackers],
        "dice": _dice(module),
        "setups": [one.name for one in module.setups if not one.is_menu],
        "slots": len(module.slots),
        "prototypes": len(module.prototypes),
        "properties": len(module.properties),
        "entries": len(module.archive),
        "size": size,
        "problems": list(map(str, module.problems)),
    }


def _dice(module: Module) -> list[Facts]:
    return [
        {"name": one.name, "number": one.number, "sides": 0 if one.faces else one.sides}
        for one in module.dice
    ]


_GRID_SETTINGS = ("color", "visible", "dotsVisible", "fontSize", "rotateText", "hDrawOff")
"""Attributes that only say how a grid is drawn."""


def _grids(module: Module) -> Iterator[Facts]:
    for one in module.maps.values():
        for board in one.boards:
            grid = board.grid_component
            for zone, component in [] if grid is None else _inner_grids(grid, ""):
                yield {
                    "map": one.id,
                    "board": board.name,
                    "zone": zone,
                    "grid": component.kind,
                    "settings": dict(_settings(component)),
                }


def _inner_grids(grid: Component, zone: str) -> Iterator[tuple[str, Component]]:
    """Yield a grid and those of the zones in it, with the names of their zones."""
    if grid.kind != "ZonedGrid":
        yield zone, grid
        return
    for child in grid.children:
        if child.kind == "Zone":
            inner = [one for one in child.children if one.kind.endswith("Grid")]
            yield from (pair for one in inner for pair in _inner_grids(one, child.get("name")))
        elif child.kind.endswith("Grid"):
            yield from _inner_grids(child, zone)


def _settings(grid: Component) -> Iterator[tuple[str, str]]:
    for one in (grid, *(child for child in grid.children if child.kind.endswith("Numbering"))):
        head = "" if one is grid else "numbering."
        for name, value in one.attributes.items():
            if name not in _GRID_SETTINGS and value:
                yield head + name, value
    regions = [child for child in grid.children if child.kind == "Region"]
    if regions:
        yield "regions", ", ".join(region.get("name") for region in regions)


# --- saves ----------------------------------------------------------------------------------


def _of_save(save: Save, module: Module | None) -> Facts:
    log = Log(save)
    of_module, of_save = _metadata(save, MODULE_DATA), _metadata(save, SAVE_DATA)
    counted = Counter[str]()
    for name, count in View(save, module).count_by_map().items():
        counted[name or OFF_MAP] += count
    clean = Redactor(save).clean
    laid = {command["map"]: boards_of(command) for command in save.commands.all("SetBoards")}
    maps = list(dict.fromkeys([*maps_of(save), *sorted(counted)]))
    return {
        "file": save.name,
        "kind": "log" if log.steps else "save",
        "module": of_module.name,
        "module_version": of_module.version,
        "vassal": of_save.vassal_version or of_module.vassal_version,
        "saved": _date(of_save.date_saved),
        "description": of_save.description,
        "players": [{"name": clean(one.name), "side": clean(one.side)} for one in viewers_of(save)],
        "maps": [
            {
                "map": one,
                "boards": [board.name for board in laid.get(one, [])],
                "pieces": counted[one],
            }
            for one in maps
        ],
        "decks": [
            {"deck": deck.type["name"], "map": deck.map or "", "cards": len(deck.members)}
            for deck in save.pieces.decks
        ],
        "turns": turns_of(save, module),
        "dice": [] if module is None else _dice(module),
        "extensions": [
            {"name": one["name"], "version": one["version"]}
            for one in save.commands.all("RegisterExtension")
        ],
        "envelope": {"form": str(save.envelope.form), "key": f"{save.envelope.key:02x}"},
        "entries": len(save.archive),
        "commands": len(save.commands),
        "characters": save.commands.characters,
        "steps": len(log.steps),
        "problems": [clean(str(one)) for one in _problems(save)],
    }


def _problems(save: Save) -> list[Problem]:
    return list(dict.fromkeys(find_problems(save)))


def _metadata(save: Save, entry: str) -> Metadata:
    if entry not in save.archive:
        return Metadata()
    try:
        return read_metadata(save.archive[entry])
    except BridgeError as error:
        say(f"Warning: {error}")
        return Metadata()


def _date(milliseconds: int | None) -> str:
    if milliseconds is None or not 0 <= milliseconds < 10**14:
        return ""
    moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=milliseconds // 1000)
    return moment.strftime("%Y-%m-%d %H:%M:%S")


# --- one screen -----------------------------------------------------------------------------


def _show(facts: Facts) -> None:
    if facts["kind"] in ("module", "extension"):
        title, rows = _module_rows(facts)
    else:
        title, rows = _save_rows(facts)
    put(f"{facts['file']}: {title}")
    for name, text in rows:
        if text:
            for number, line in enumerate(text.split("\n")):
                put(f"  {'' if number else name:<11} {line}")
    problems = facts["problems"]
    put(f"  {'problems':<11} {len(problems) or 'none'}")
    for problem in problems[:SHOWN_PROBLEMS]:
        put(f"    {problem}")
    if len(problems) > SHOWN_PROBLEMS:
        put(f"    {len(problems) - SHOWN_PROBLEMS} more; --json lists them all")
    if "grids" in facts:
        _show_grids(facts["grids"])


def _module_rows(facts: Facts) -> tuple[str, list[tuple[str, str]]]:
    title = f"{facts['kind']} {_named(facts['name'], facts['version'])}"
    maps = [
        one["map"]
        + (" (private)" if one["private"] else "")
        + f" [{', '.join(board['board'] for board in one['boards'])}]" * bool(one["boards"])
        for one in facts["maps"]
    ]
    rows = [
        ("about", facts["description"]),
        ("extends", facts.get("extends", "")),
        ("VASSAL", facts["vassal"]),
        ("sides", ", ".join(facts["sides"])),
        ("maps", "\n".join(maps)),
        ("turns", ", ".join(facts["turns"])),
        ("dice", _dice_text(facts["dice"])),
        ("set-ups", ", ".join(facts["setups"])),
        (
            "holds",
            f"{facts['slots']} slots, {facts['prototypes']} prototypes,"
            f" {facts['properties']} global properties",
        ),
        ("file", f"{facts['entries']} entries, {facts['size']} bytes"),
    ]
    return title, rows


def _save_rows(facts: Facts) -> tuple[str, list[tuple[str, str]]]:
    title = f"{facts['kind']} of {_named(facts['module'], facts['module_version'])}"
    envelope = facts["envelope"]
    rows = [
        ("about", facts["description"]),
        ("VASSAL", facts["vassal"]),
        ("saved", facts["saved"] + " UTC" * bool(facts["saved"])),
        (
            "players",
            ", ".join(f"{one['name']} ({one['side'] or 'observer'})" for one in facts["players"]),
        ),
        ("turn", "; ".join(facts["turns"].values())),
        ("maps", "\n".join(map(_map_text, facts["maps"]))),
        ("decks", "; ".join(f"{one['deck']}: {one['cards']}" for one in facts["decks"])),
        ("dice", _dice_text(facts["dice"])),
        (
            "extensions",
            ", ".join(f"{one['name']} {one['version']}".strip() for one in facts["extensions"]),
        ),
        ("steps", str(facts["steps"] or "")),
        (
            "file",
            f"{facts['entries']} entries; {facts['commands']} commands,"
            f" {facts['characters']} characters, {envelope['form']} key {envelope['key']}",
        ),
    ]
    return title, rows


def _named(name: str, version: str) -> str:
    return f"{name} {version}".strip() if name else "an unnamed module"


def _map_text(one: Facts) -> str:
    boards = f" [{', '.join(one['boards'])}]" if one["boards"] else ""
    return f"{one['map']}{boards}: {one['pieces']} piece{'s' if one['pieces'] != 1 else ''}"


def _dice_text(dice: list[Facts]) -> str:
    return ", ".join(
        f"{one['name']} ({one['number']}d{one['sides']})" if one["sides"] else one["name"]
        for one in dice
    )


def _show_grids(grids: list[Facts]) -> None:
    put("")
    put_table(
        ("map", "board", "zone", "grid", "settings"),
        [
            (
                one["map"],
                one["board"],
                one["zone"],
                one["grid"],
                " ".join(f"{name}={value}" for name, value in one["settings"].items()),
            )
            for one in grids
        ],
    )
