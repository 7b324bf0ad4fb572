"""`vassal-bridge build schema`: writes what editors need to check a recipe."""

from __future__ import annotations

from pathlib import Path

import click

from vassal_bridge.builder.reading.schema import schemas
from vassal_bridge.cli.output import put
from vassal_bridge.formats.writing import atomic_write


@click.command("schema")
@click.option(
    "-o",
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    help="The folder for the schemas, best the recipe's own.",
)
@click.option("--force", is_flag=True, help="Replace schemas that exist.")
def schema(out: Path, force: bool) -> None:
    r"""Write the JSON Schemas of module.toml and board.toml, for editors.

    A first line such as `#:schema ./module.schema.json` tells an editor which one to use.

    \b
    Example:
      vassal-bridge build schema -o build/mygame --force
    """
    for name, text in schemas().items():
        atomic_write(out / name, text.encode("utf-8"), force=force)
        put(str(out / name))
