"""`vassal-bridge module diff`: what differs between two versions of a module.

Keys of `--json`: `before`, `after` and `changes`, a list of objects with `subject`, `what`, `name`,
`place` (the components around it, outermost first), `part`, `before`, `after`, `filled_in`
(VASSAL's editor did it by saving) and `text`.
"""

from __future__ import annotations

from pathlib import Path

import click

from vassal_bridge.cli.output import put, put_json, say
from vassal_bridge.errors import EXIT_NO
from vassal_bridge.formats.comparing.modules import Change, Subject, compare_modules
from vassal_bridge.formats.module import open_module

SHOWN = 15
_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
_HEADINGS = {
    Subject.MODULE: "The module",
    Subject.SLOT: "Counters and cards",
    Subject.PROTOTYPE: "Prototypes",
    Subject.COMPONENT: "Maps, boards and everything else",
    Subject.IMAGE: "Images",
    Subject.FILE: "Set-ups and other files",
}


@click.command("diff")
@click.argument("before", type=_FILE)
@click.argument("after", type=_FILE)
@click.option(
    "--all",
    "show_all",
    is_flag=True,
    help=f"Show more than {SHOWN} of each kind, and what VASSAL filled in.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the changes as JSON.")
def diff(before: Path, after: Path, show_all: bool, as_json: bool) -> None:
    r"""Tell what differs between two versions of a module, in a builder's words.

    Counters are matched by gpid, then by name; prototypes by name; what differs in them is told
    trait by trait. Maps, boards, grids and all other components are compared where they stand in
    the tree, images and other files by their content. What VASSAL's editor fills in by itself when
    it saves (defaults of attributes that were not there, parts that every map has) is counted in
    one line. Leaves with 1 where something else differs.

    \b
    Examples:
      vassal-bridge module diff game-1.0.vmod game-1.1.vmod
      vassal-bridge module diff game-1.0.vmod game-1.1.vmod --json
    """
    found = compare_modules(open_module(before), open_module(after))
    if as_json:
        put_json(
            {
                "before": before.name,
                "after": after.name,
                "changes": [_as_data(one) for one in found],
            }
        )
    else:
        _show(found, show_all)
    if any(not one.filled_in for one in found):
        raise SystemExit(EXIT_NO)
    say("Nothing else differs in the modules." if found else "Nothing differs in the modules.")


def _show(every: list[Change], show_all: bool) -> None:
    found = [one for one in every if show_all or not one.filled_in]
    for subject, heading in _HEADINGS.items():
        told = [one for one in found if one.subject is subject]
        if not told:
            continue
        put(f"{heading}: {len(told)}")
        for one in told if show_all else told[:SHOWN]:
            put(f"  {one}.")
        if len(told) > SHOWN and not show_all:
            put(f"  and {len(told) - SHOWN} more; --all lists them.")
    if left_out := len(every) - len(found):
        put(f"Filled in by VASSAL's editor when it saved: {left_out} more; --all lists them.")


def _as_data(one: Change) -> dict[str, object]:
    return {
        "subject": one.subject.value,
        "what": one.what.value,
        "name": one.name,
        "place": list(one.place),
        "part": one.part,
        "before": one.before,
        "after": one.after,
        "filled_in": one.filled_in,
        "text": str(one),
    }
