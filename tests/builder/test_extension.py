"""The extension for a player's own module: what it adds, and that VASSAL would take it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.built import red_beach_bytes, red_beach_module, red_beach_recipe
from tests.cli_kit import call
from tests.conftest import GOLDEN
from vassal_bridge.binding.binding import EDITION_PROPERTY, GAME_PROPERTY
from vassal_bridge.binding.requests import parse_request
from vassal_bridge.builder.writing.extension import build_extension, extension_bytes
from vassal_bridge.errors import BindingError, OutputExists
from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.linting.lint import lint
from vassal_bridge.formats.module import Module, open_module
from vassal_bridge.formats.tokens import Tokens

BEACHHEAD = GOLDEN / "beachhead.vmod"
KITCHEN = GOLDEN / "kitchen.vmod"


def made(module: Module) -> Module:
    """Return the extension of a module."""
    data = extension_bytes(red_beach_recipe(), module)
    return Module.from_archive(Archive.from_bytes(data, name="bridge.vmdx"))


def all_of(module: Module, name: str) -> list:
    return [one for root in module.roots for one in root.walk() if one.is_a(name)]


@pytest.mark.parametrize("path", [BEACHHEAD, KITCHEN], ids=lambda path: path.stem)
def test_module_and_extension_are_as_clean_as_the_module_alone(path: Path, tmp_path: Path) -> None:
    module = open_module(path)
    out = tmp_path / "bridge.vmdx"
    build_extension(red_beach_recipe(), module, out)
    both = module.with_extensions([out])
    assert [str(one) for one in lint(both)] == [str(one) for one in lint(module)]
    assert both.problems == module.problems
    assert lint(open_module(out)) == []


def test_the_properties_are_the_recipes_and_do_not_claim_that_the_module_is_ours() -> None:
    names = {one.name for one in made(open_module(BEACHHEAD)).properties}
    own = {one.name for one in red_beach_recipe().module.properties}
    assert names == own
    assert not names & {GAME_PROPERTY, EDITION_PROPERTY}
    assert {"bridge_request", "bridge_answer"} <= own


def test_a_button_and_a_menu_have_the_attributes_that_the_engine_writes() -> None:
    extension, engine = made(open_module(BEACHHEAD)), open_module(KITCHEN)
    for name in ("ChangePropertyButton", "ToolbarMenu", "GlobalProperty"):
        ours, theirs = all_of(extension, name), all_of(engine, name)
        assert ours
        assert {tuple(sorted(one.attributes)) for one in ours} == {
            tuple(sorted(one.attributes)) for one in theirs
        }, name


def test_the_house_module_has_the_same_buttons_as_the_extension() -> None:
    extension, house = made(open_module(BEACHHEAD)), red_beach_module()
    for name in ("ChangePropertyButton", "ToolbarMenu"):
        ours = [dict(one.attributes) for one in all_of(extension, name)]
        assert ours
        assert ours == [dict(one.attributes) for one in all_of(house, name)]


def test_the_menu_gathers_every_button_by_its_text() -> None:
    extension = made(open_module(BEACHHEAD))
    (menu,) = all_of(extension, "ToolbarMenu")
    buttons = [one.get("text") for one in all_of(extension, "ChangePropertyButton")]
    assert list(Tokens(menu.get("menuItems"), ",")) == buttons
    assert len(set(buttons)) == len(buttons)


def test_every_button_asks_for_something_that_the_parser_reads() -> None:
    changers = [
        list(Tokens(one.get("propChanger"), ","))
        for one in all_of(made(open_module(BEACHHEAD)), "ChangePropertyButton")
    ]
    fixed = [value for kind, value in changers if kind == "P"]
    assert len(fixed) == len(changers) - 1
    assert [parse_request(value).verb for value in fixed] == [
        "next", "stop", "end", "undo", "accept",
    ]  # fmt: skip


def test_an_extension_names_its_module_and_the_same_bytes_come_again() -> None:
    module = open_module(BEACHHEAD)
    root = made(module).root
    assert (root.get("module"), root.get("moduleVersion")) == (module.name, module.version)
    assert len(root.get("extensionId")) == 3
    data = extension_bytes(red_beach_recipe(), module)
    assert data == extension_bytes(red_beach_recipe(), module)
    assert Archive.from_bytes(data, name="x")["moduledata"] == module.archive["moduledata"]


def test_a_module_with_the_properties_needs_none(tmp_path: Path) -> None:
    with pytest.raises(BindingError, match=r"bridge_answer.* already: it needs no extension"):
        extension_bytes(red_beach_recipe(), red_beach_module())
    with pytest.raises(BindingError, match="expected a module, found an extension"):
        extension_bytes(red_beach_recipe(), made(open_module(BEACHHEAD)))


def test_nothing_is_written_over(tmp_path: Path) -> None:
    out = tmp_path / "bridge.vmdx"
    out.write_bytes(b"mine")
    with pytest.raises(OutputExists):
        build_extension(red_beach_recipe(), open_module(BEACHHEAD), out)
    assert out.read_bytes() == b"mine"


def test_the_command_writes_an_extension_that_info_and_lint_can_read(tmp_path: Path) -> None:
    out = tmp_path / "bridge.vmdx"
    result = call("build", "extension", "red_beach", "-o", out, "--for", BEACHHEAD)
    assert result.exit_code == 0, result.stderr
    assert "6 toolbar buttons" in result.stdout
    assert "beachhead_ext" in result.stderr
    looked = call("info", out)
    assert looked.exit_code == 0, looked.stderr
    assert "Beachhead" in looked.stdout
    before = call("lint", BEACHHEAD)
    assert call("lint", BEACHHEAD, "--extension", out).stdout == before.stdout


@pytest.mark.parametrize(
    ("out", "module", "code", "said"),
    [
        ("bridge.vmod", BEACHHEAD, 2, "ends in .vmdx"),
        ("bridge.vmdx", GOLDEN / "beachhead" / "0-setup.vsav", 3, ""),
    ],
)
def test_the_command_refuses_in_a_sentence(
    tmp_path: Path, out: str, module: Path, code: int, said: str
) -> None:
    result = call("build", "extension", "red_beach", "-o", tmp_path / out, "--for", module)
    assert result.exit_code == code
    assert said in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_house_module_is_refused_by_the_command(tmp_path: Path) -> None:
    house = tmp_path / "red_beach.vmod"
    house.write_bytes(red_beach_bytes())
    out = tmp_path / "bridge.vmdx"
    result = call("build", "extension", "red_beach", "-o", out, "--for", house)
    assert result.exit_code == 3
    assert "needs no extension" in result.stderr
