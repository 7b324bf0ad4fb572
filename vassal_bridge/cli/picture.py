"""`vassal-bridge picture`: draws a map of a save or log as VASSAL's window shows it."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import click

from vassal_bridge.binding.finding import find_module
from vassal_bridge.cli.guarding import check_out
from vassal_bridge.cli.looking import who_looks
from vassal_bridge.cli.output import progress, say, warn
from vassal_bridge.errors import RuleError
from vassal_bridge.formats.boards.maps import GameMap
from vassal_bridge.formats.logs.log import Log, open_log
from vassal_bridge.formats.properties import Viewer
from vassal_bridge.formats.sight import closed_maps
from vassal_bridge.formats.writing import atomic_write
from vassal_bridge.pictures.art import ModuleArt
from vassal_bridge.pictures.canvas import png_bytes
from vassal_bridge.pictures.film import frames, gif_bytes
from vassal_bridge.pictures.mapview import MapView
from vassal_bridge.pictures.steps import draw_step

_A_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
_SHOWN_DOUBTS = 10
_MARKED_SIZE = (960, 720)
"""The largest width and height of a step's picture with marks, at a zoom of 1."""


class _Zoom(click.FloatRange):
    """A zoom: a number in a range, and no NaN."""

    def convert(self, value: Any, param: Any, ctx: Any) -> float:
        found = float(super().convert(value, param, ctx))
        if math.isnan(found):
            self.fail(f"{value} is not a number", param, ctx)
        return found


@click.command()
@click.argument("file", metavar="SAVE|LOG", type=_A_FILE)
@click.option(
    "-o",
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    help="The picture to write (.png), or the film (.gif).",
)
@click.option(
    "--module",
    type=_A_FILE,
    help="The module (.vmod). Without it, it is found by its name beside the save or in dist/.",
)
@click.option("--map", "map_name", help="The map to draw; the module's first without it.")
@click.option("--side", help="Draw what this side sees; without it, what an observer sees.")
@click.option("--all", "sees_all", is_flag=True, help="Hide nothing: no masks, nobody invisible.")
@click.option(
    "--step",
    type=click.IntRange(min=0),
    help="Draw a log after this step; 0 is its start. Without it, after the last.",
)
@click.option(
    "--marks",
    is_flag=True,
    help="With --step: draw the part of the map where something happened, with arrows and numbers.",
)
@click.option("--gif", is_flag=True, help="Write a film: the start, then each step that is seen.")
@click.option(
    "--pause",
    type=click.IntRange(20, 60_000),
    default=1000,
    show_default=True,
    help="Milliseconds for which each picture of a film stands.",
)
@click.option(
    "--zoom",
    type=_Zoom(0.05, 4.0),
    default=1.0,
    show_default=True,
    help="How large the map is drawn.",
)
@click.option("--force", is_flag=True, help="Replace OUT if it exists.")
def picture(
    file: Path,
    out: Path,
    module: Path | None,
    map_name: str | None,
    side: str | None,
    sees_all: bool,
    step: int | None,
    marks: bool,
    gif: bool,
    pause: int,
    zoom: float,
    force: bool,
) -> None:
    r"""Draw a map of SAVE or LOG as VASSAL's window shows it.

    What a side may not see is not drawn: masked pieces show their backs, invisible ones are
    left out. The same file gives the same picture, byte for byte.

    \b
    Examples:
      vassal-bridge picture turn4.vsav -o turn4.png
      vassal-bridge picture turn4.vsav -o hand.png --map "US Hand" --side US
      vassal-bridge picture turn4.vlog -o step12.png --step 12
      vassal-bridge picture turn4.vlog -o step12.png --step 12 --marks
      vassal-bridge picture turn4.vlog -o turn4.gif --gif --zoom 0.5
    """
    if side is not None and sees_all:
        raise click.UsageError("give one of --side and --all")
    if gif and (step is not None or sees_all):
        raise click.UsageError("--gif shows every step as a side sees it; leave --step, --all out")
    if marks and (not step or sees_all or map_name is not None):
        raise click.UsageError("--marks goes with --step from 1 on; leave --all and --map out")
    check_out(out, [file, *([module] if module else [])], force=force)
    kind = ".gif" if gif else ".png"
    if out.suffix.lower() != kind:
        raise click.UsageError(f"expected an OUT that ends in {kind}, found {out.name!r}")
    log = open_log(file)
    if gif or step is not None:
        log.check(1 if step is None else step)
    folders = [file.parent, Path("dist")]
    art = ModuleArt(find_module(log.save, given=module, folders=folders))
    viewer = who_looks(log.save, side, art.module)
    if marks and step:
        _draw_marked(log, step, art, viewer, zoom, out, force, _who(side, False))
        return
    found = art.map(map_name)
    if not sees_all and found.id in closed_maps(art.module, viewer):
        raise RuleError(f"{_who(side, False)} does not see the map {found.id!r}; --all shows it")
    if gif:
        data = _film(log, art, found, viewer, zoom, pause)
    else:
        save = log.replay(step, module=art.module).save if log.steps else log.save
        view = MapView(art, save, found, viewer, sees_all=sees_all)
        data = png_bytes(view.draw(zoom))
    atomic_write(out, data, force=force)
    _tell_doubts(art)
    say(f"Wrote {out}: {found.id}, seen by {_who(side, sees_all)}.")


def _draw_marked(
    log: Log,
    step: int,
    art: ModuleArt,
    viewer: Viewer,
    zoom: float,
    out: Path,
    force: bool,
    who: str,
) -> None:
    """Write a step's picture with marks, and say what its numbers stand for."""
    size = max(64, round(_MARKED_SIZE[0] * zoom)), max(48, round(_MARKED_SIZE[1] * zoom))
    found = draw_step(log, step, art, viewer, size)
    if found is None:
        raise RuleError(f"in step {step} {who} sees nothing happen on a map")
    atomic_write(out, png_bytes(found.image), force=force)
    _tell_doubts(art)
    say(f"Wrote {out}: step {step} on {found.map}, seen by {who}.")
    for event in found.events:
        say(f"  {event.number} {event.kind}: {', '.join(event.names)}")


def _film(
    log: Log, art: ModuleArt, found: GameMap, viewer: Viewer, zoom: float, pause: int
) -> bytes:
    with progress(frames(log, art, found, viewer, zoom), "Drawing") as shown:
        return gif_bytes([frame.image for frame in shown], pause)


def _tell_doubts(art: ModuleArt) -> None:
    for doubt in art.doubts[:_SHOWN_DOUBTS]:
        warn(doubt)
    more = len(art.doubts) - _SHOWN_DOUBTS
    if more > 0:
        warn(f"{more} more things could not be drawn as VASSAL draws them")


def _who(side: str | None, sees_all: bool) -> str:
    if sees_all:
        return "somebody from whom nothing is hidden"
    return "an observer" if side is None else side
