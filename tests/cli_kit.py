"""For the command line's tests: a table laid with a module and a save, and ways to call."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from click.testing import CliRunner, Result

from tests.built import red_beach_bytes, red_beach_module
from tests.conftest import ROOT
from vassal_bridge.cli.main import cli

PLAIN = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
"""An environment in which Python takes every text for ASCII."""


def call(*arguments: str | Path, text: str | None = None) -> Result:
    """Call the program in this process, as the shell would."""
    return CliRunner().invoke(
        cli, [str(each) for each in arguments], input=text, prog_name="vassal-bridge"
    )


def command_line(*arguments: str | Path, options: tuple[str, ...] = ()) -> list[str]:
    return [sys.executable, *options, "-m", "vassal_bridge", *map(str, arguments)]


def environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return this process's environment with the checkout on the path, and more."""
    return {**os.environ, "PYTHONPATH": str(ROOT), **(extra or {})}


def spawn(
    *arguments: str | Path,
    cwd: Path,
    env: Mapping[str, str] | None = None,
    text: str | None = None,
    options: tuple[str, ...] = (),
) -> subprocess.CompletedProcess[bytes]:
    """Call the program in a process of its own."""
    return subprocess.run(
        command_line(*arguments, options=options),
        cwd=cwd,
        env=environment(env),
        input=None if text is None else text.encode("utf-8"),
        stdin=subprocess.DEVNULL if text is None else None,
        capture_output=True,
        timeout=120,
        check=False,
    )


@dataclass(frozen=True)
class Table:
    """A folder with a module and a save at the first night."""

    folder: Path

    @property
    def save(self) -> Path:
        return self.folder / "turn4.vsav"

    @property
    def module(self) -> Path:
        return self.folder / "red_beach.vmod"

    @property
    def out(self) -> Path:
        return self.folder / "turn4-after.vsav"

    def names(self) -> list[str]:
        """Return everything that lies in the folder, hidden files too."""
        return sorted(path.name for path in self.folder.iterdir())


def lay_table(folder: Path) -> Table:
    """Return a table laid in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    table = Table(folder)
    table.module.write_bytes(red_beach_bytes())
    table.save.write_bytes(red_beach_module().archive["first_night.vsav"])
    return table


LAID = ["red_beach.vmod", "turn4.vsav"]
