"""The rooms are ours and not another distribution's, and stay apart when they are imported."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

import vassal_bridge
from tests.cli_kit import environment
from tests.conftest import ROOT

ROOMS = ("vassal_bridge", "modules", "automation")
HEAVY = ("lxml", "PIL", "watchfiles", "click")
FLOORS = ("formats", "binding", "builder", "pictures", "sidecar", "cli")
PURE = [
    "vassal_bridge.errors",
    "vassal_bridge.game.game",
    "vassal_bridge.game.sequence",
    "vassal_bridge.game.dice",
    "vassal_bridge.game.tables",
    "vassal_bridge.game.registry",
    "modules.red_beach",
    "modules.red_beach.state",
    "modules.red_beach.setup",
    "modules.red_beach.rules.night",
    "modules.red_beach.rules.interphase",
    "automation.policies",
    "automation.red_beach.night",
    "automation.red_beach.interphase",
]


def loaded_by(statement: str) -> dict[str, str]:
    """Return what a fresh interpreter has loaded after a statement: names and files."""
    code = (
        f"{statement}\nimport json, sys\n"
        "print(json.dumps({n: str(getattr(m, '__file__', '') or '') for n, m in"
        " list(sys.modules.items())}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment(), capture_output=True, check=True
    )
    found = json.loads(done.stdout)
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_is_imported_from_the_checkout_or_from_where_we_are_installed(room: str) -> None:
    """`modules` and `automation` are names that any distribution could take."""
    file = importlib.import_module(room).__file__
    assert file is not None
    folder = Path(file).resolve().parent
    assert folder.name == room
    assert folder.parent == Path(str(vassal_bridge.__file__)).resolve().parents[1]
    assert folder.parent == ROOT or folder.parent.name == "site-packages"
    assert (folder / "py.typed").is_file()


@pytest.mark.parametrize("module", PURE)
def test_rules_and_bots_load_no_file_format_and_no_picture(module: str) -> None:
    loaded = loaded_by(f"import {module}")
    assert module in loaded
    unwanted = [name for name in loaded if name.partition(".")[0] in HEAVY]
    unwanted += [
        name for name in loaded if name.startswith(tuple(f"vassal_bridge.{f}" for f in FLOORS))
    ]
    assert unwanted == []


@pytest.mark.parametrize("module", [name for name in PURE if "red_beach" in name])
def test_rules_do_not_load_the_binding(module: str) -> None:
    assert "modules.red_beach.binding" not in loaded_by(f"import {module}")


def test_the_front_door_loads_nothing_before_it_is_asked() -> None:
    loaded = loaded_by("import vassal_bridge")
    assert [name for name in loaded if name.startswith("vassal_bridge.")] == []


def test_the_public_names_are_there_when_asked_for() -> None:
    assert {"open_module", "open_save", "Save", "Piece", "Binding"} <= set(vassal_bridge.__all__)
    assert set(vassal_bridge.__all__) <= set(dir(vassal_bridge))
    for name in vassal_bridge.__all__:
        assert getattr(vassal_bridge, name).__name__ == name
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        vassal_bridge.nothing  # noqa: B018 # the asking is the test


def test_help_loads_no_lxml_and_no_pillow() -> None:
    """So that --help and completion answer at once."""
    loaded = loaded_by("import vassal_bridge.cli.main")
    assert [name for name in loaded if name in ("lxml", "PIL", "watchfiles")] == []
