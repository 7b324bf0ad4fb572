"""`vassal-bridge diff`: what differs between two saves or logs, in the words of the game.

Keys of `--json`: `before`, `after` (file names), `viewer` (the side, or null), `differences`, a
list of objects with `kind` (one of `vassal_bridge.formats.comparing.differences.Kind`), `piece`
(its id, empty where it is hidden), `subject`, `what`, `before`, `after`, `place`, `note`, and
`text`, the sentence.
"""

from __future__ import annotations

from pathlib import Path

import click

from vassal_bridge.cli.looking import MODULE_HELP, VIEWER_HELP, module_beside, view_of
from vassal_bridge.cli.output import put, put_json, say
from vassal_bridge.errors import EXIT_NO
from vassal_bridge.formats.comparing.diff import Difference, diff_steps, diff_views
from vassal_bridge.formats.logs.log import Log
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.save import open_save


@click.command()
@click.argument("before", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("after", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--module", type=click.Path(exists=True, dir_okay=False, path_type=Path), help=MODULE_HELP
)
@click.option("--viewer", metavar="SIDE", help=VIEWER_HELP)
@click.option("--ends", is_flag=True, help="Compare logs as they end, not as they begin.")
@click.option("--json", "as_json", is_flag=True, help="Print the differences as JSON.")
def diff(
    before: Path, after: Path, module: Path | None, viewer: str | None, ends: bool, as_json: bool
) -> None:
    r"""Tell what differs between two saves or logs: moved, flipped, drawn, added, removed ...

    Masked pieces are called what their mask says, and hidden ones are not told of. Of logs, the
    positions at the start are compared, then their steps. Leaves with 1 where something
    differs, like diff, and with 0 where nothing does.

    \b
    Examples:
      vassal-bridge diff turn3.vsav turn4.vsav
      vassal-bridge diff turn3.vsav turn4.vsav --viewer US --json
      vassal-bridge diff start.vsav turn3.vlog --ends
    """
    logs = [Log(open_save(path)) for path in (before, after)]
    found_module = module_beside(logs[1].save, after, module)
    found = _compare(logs, found_module, viewer, ends)
    if as_json:
        put_json(
            {
                "before": before.name,
                "after": after.name,
                "viewer": viewer,
                "differences": [_as_data(one) for one in found],
            }
        )
    else:
        for one in found:
            put(f"{one}.")
    if found:
        raise SystemExit(EXIT_NO)
    say("Nothing differs in the game.")


def _compare(
    logs: list[Log], module: Module | None, side: str | None, ends: bool
) -> list[Difference]:
    saves = [log.replay(module=module).save if ends else log.save for log in logs]
    views = [view_of(save, module, side) for save in saves]
    return [*diff_views(*views), *([] if ends else diff_steps(*logs))]


def _as_data(one: Difference) -> dict[str, str]:
    return {
        "kind": one.kind.value,
        "piece": one.piece,
        "subject": one.subject,
        "what": one.what,
        "before": one.before,
        "after": one.after,
        "place": one.place,
        "note": one.note,
        "text": str(one),
    }
