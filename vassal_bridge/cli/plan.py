"""`vassal-bridge plan`: what can be done in a position, and what may come of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from vassal_bridge.binding.finding import find_module
from vassal_bridge.binding.geography import ModuleGeography
from vassal_bridge.binding.reading import read_state
from vassal_bridge.cli.guarding import check_out
from vassal_bridge.cli.names import known_game
from vassal_bridge.cli.output import put, put_json, say
from vassal_bridge.errors import BindingError, RuleError
from vassal_bridge.formats.module import Module
from vassal_bridge.formats.save import Save, open_save
from vassal_bridge.formats.writing import atomic_write
from vassal_bridge.game.game import load
from vassal_bridge.game.planning import Question, Reach, Report
from vassal_bridge.pictures.art import ModuleArt
from vassal_bridge.pictures.canvas import png_bytes
from vassal_bridge.pictures.mapview import MapView
from vassal_bridge.pictures.reaches import Outline, draw_reaches, with_legend

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PIL import Image

    from vassal_bridge.pictures.canvas import Point

AROUND = 45
"""Pixels of the map that a picture shows around the middles of hexes."""
_A_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command()
@click.argument("game")
@click.argument("save", type=_A_FILE)
@click.option("--side", default="", help="For whom. Without it, for the side whose phase it is.")
@click.option("--base", default="", help="From this base alone.")
@click.option("--target", default="", help="Against targets with this in their name alone.")
@click.option(
    "--against", multiple=True, help="A model of fighter that may meet the raids; may be repeated."
)
@click.option(
    "--picture",
    type=click.Path(dir_okay=False, path_type=Path),
    help="A picture (.png) to write: what can be reached, over the map.",
)
@click.option(
    "--zoom",
    type=click.FloatRange(0.05, 2.0),
    default=0.6,
    show_default=True,
    help="How large the picture's map is drawn.",
)
@click.option("--force", is_flag=True, help="Replace the picture if it exists.")
@click.option(
    "--module",
    type=_A_FILE,
    help="The module (.vmod). Without it, it is found by its name beside the save or in dist/.",
)
@click.option(
    "--edition",
    type=click.Choice(["printed", "owner", "house"]),
    help="Whose tables count. Our own modules say it themselves.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the plan as JSON.")
def plan(
    game: str,
    save: Path,
    side: str,
    base: str,
    target: str,
    against: tuple[str, ...],
    picture: Path | None,
    zoom: float,
    force: bool,
    module: Path | None,
    edition: str | None,
    as_json: bool,
) -> None:
    r"""Tell what can be done in SAVE, and what may be expected to come of it.

    Chances are worked out from the tables of the edition, not sampled. Nothing is played, and
    nothing is told to the other side: SAVE stays as it is.

    \b
    Examples:
      vassal-bridge plan macarthur turn1.vsav
      vassal-bridge plan macarthur turn1.vsav --target Clark --against P-40E --against P-40E
      vassal-bridge plan macarthur turn1.vsav --base Tainan --picture ranges.png
    """
    found = known_game(game)
    if not found.planner:
        raise RuleError(f"{found.title} has no plans to make")
    if picture is not None:
        if picture.suffix.lower() != ".png":
            raise click.UsageError(f"expected a picture that ends in .png, found {picture.name!r}")
        check_out(picture, [save, *([module] if module else [])], force=force)
    opened = open_save(save)
    used = find_module(opened, given=module, folders=[save.parent, Path("dist")])
    state = read_state(opened, used, found, edition).state
    report: Report = load(found.planner)(state, Question(side, base, target, against))
    if picture is not None:
        atomic_write(picture, _picture(opened, used, report, zoom), force=force)
        say(f"Wrote {picture}.")
    if as_json:
        put_json(report.data)
    else:
        for line in report.lines:
            put(line)


def _picture(save: Save, module: Module, report: Report, zoom: float) -> bytes:
    """Return the map with every reach over it, as a PNG; counters and boxes are left out."""
    places = ModuleGeography(module, save)
    name = _map_of(places, report.reaches)
    art = ModuleArt(module)
    view = MapView(art, save, art.map(name))
    outlines = [
        Outline(
            one.name,
            [(places.point(name, inside), places.point(name, out)) for inside, out in one.borders],
        )
        for one in report.reaches
    ]
    drawn = draw_reaches(view.draw_ground(zoom), outlines, zoom=zoom)
    shown = [places.point(name, one) for one in sorted(report.hexes)]
    return png_bytes(with_legend(drawn.crop(_frame(drawn, shown, zoom)), outlines))


def _frame(picture: Image.Image, shown: Sequence[Point], zoom: float) -> tuple[int, int, int, int]:
    """Return the part of a picture around some points of the map; all of it without any."""
    if not shown:
        return (0, 0, *picture.size)
    xs, ys = zip(*shown, strict=True)
    return (
        max(0, int((min(xs) - AROUND) * zoom)),
        max(0, int((min(ys) - AROUND) * zoom)),
        min(picture.width, int((max(xs) + AROUND) * zoom)),
        min(picture.height, int((max(ys) + AROUND) * zoom)),
    )


def _map_of(places: ModuleGeography, reaches: tuple[Reach, ...]) -> str:
    """Return the map on which the reaches lie; raises BindingError where none has their hexes."""
    wanted = next((hex_id for one in reaches for hex_id in sorted(one.hexes)), None)
    for name, layout in places.layouts.items():
        if wanted is not None and layout.place(wanted) is not None:
            return name
    raise BindingError("nothing on any map of the module can be reached")
