"""A module, its recipe and the module that the recipe builds: the same slots, boards and grids."""

from pathlib import Path

import pytest

from tests.built import undrawn_module_of
from tests.cli_kit import call
from vassal_bridge.builder.boards.board import make_board
from vassal_bridge.builder.recipe import read_recipe
from vassal_bridge.builder.recovering.found import distinct
from vassal_bridge.builder.recovering.writing import REPORT, recover_module
from vassal_bridge.builder.writing.module import build_module
from vassal_bridge.errors import RuleError
from vassal_bridge.formats.buildfile import Component
from vassal_bridge.formats.linting.lint import Severity, lint
from vassal_bridge.formats.module import Module, open_module
from vassal_bridge.formats.prototypes import parse_definition
from vassal_bridge.pictures.art import ModuleArt

GOLDEN = Path(__file__).parents[1] / "data" / "golden"
GAMES = ("red_beach", "macarthur", "manila45", "bloody_ridge", "leyte", "okinawa", "saipan")
EVERYDAY = ("saipan",)
"""The quickest; the others are slow."""


def again(module: Module, folder: Path) -> Module:
    """Return the module that the recipe of a module builds."""
    recover_module(ModuleArt(module), folder / "recipe", module.name)
    build_module(folder / "recipe", folder / "again.vmod")
    return open_module(folder / "again.vmod")


def tree(one: Component) -> tuple[object, ...]:
    """Return a component with all that is inside it, as values."""
    return one.tag, dict(one.attributes), one.text, tuple(map(tree, one.children))


def grids(module: Module) -> dict[tuple[str, str], list[tuple[object, ...]]]:
    return {
        (map_id, board.name): [tree(child) for child in board.component.children]
        for map_id, one in module.maps.items()
        for board in one.boards
    }


def boards(module: Module) -> dict[tuple[str, str], object]:
    return {
        (map_id, board.name): (board.width, board.height, board.reversible)
        for map_id, one in module.maps.items()
        for board in one.boards
    }


def slots(module: Module) -> dict[str, tuple[object, ...]]:
    return {
        slot.gpid: (slot.name, slot.is_card, parse_definition(slot.definition).traits)
        for slot in module.slots
    }


def stacks(module: Module) -> list[tuple[object, ...]]:
    """Return who stands where at the start, the lowest of each stack first."""
    layouts = module.default_layouts()
    return sorted(
        (one.id, at.name, one.start_point(at, layouts[one.id]), at.is_deck, names)
        for one in module.maps.values()
        for at in one.at_start
        for names in [tuple(slot.get("gpid") for slot in at.component.children)]
    )


def prototypes(module: Module) -> dict[str, object]:
    return {
        name: parse_definition(one.definition).traits for name, one in module.prototypes.items()
    }


@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=() if game in EVERYDAY else pytest.mark.slow) for game in GAMES],
)
def test_the_recipe_of_a_module_of_ours_builds_it_again(game: str, tmp_path: Path) -> None:
    old = undrawn_module_of(game)
    new = again(old, tmp_path)
    assert slots(new) == slots(old)
    assert grids(new) == grids(old)
    assert boards(new) == boards(old)
    assert stacks(new) == stacks(old)
    assert prototypes(new) == prototypes(old)
    assert new.sides == old.sides
    assert (new.name, new.version) == (old.name, old.version)
    saves = {one.file: old.archive[one.file] for one in old.setups if one.file}
    assert {one.file: new.archive[one.file] for one in new.setups if one.file} == saves
    pictures = [name for name in old.archive.names if name.startswith("images/")]
    assert {name: new.archive[name] for name in pictures} == {
        name: old.archive[name] for name in pictures
    }
    assert "Left out" not in (tmp_path / "recipe" / REPORT).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def kitchen(tmp_path_factory: pytest.TempPathFactory) -> tuple[Module, Module, Path]:
    """Return a module with one of everything, the one that its recipe builds, and the recipe."""
    folder = tmp_path_factory.mktemp("kitchen")
    old = open_module(GOLDEN / "kitchen.vmod")
    return old, again(old, folder), folder / "recipe"


def test_every_slot_of_a_module_with_everything_keeps_its_traits(
    kitchen: tuple[Module, Module, Path],
) -> None:
    old, new, _ = kitchen
    before, after = slots(old), slots(new)
    assert set(before) == set(after)
    for gpid, (name, _, traits) in before.items():
        again_name, _, again_traits = after[gpid]
        assert again_name == str(name).strip()
        assert again_traits == traits
    assert prototypes(new) == prototypes(old)


def test_its_decks_boards_and_grids_are_the_same(kitchen: tuple[Module, Module, Path]) -> None:
    old, new, _ = kitchen
    for map_id, one in old.maps.items():
        if one.name:
            assert {key: grid for key, grid in grids(new).items() if key[0] == map_id} == {
                key: grid for key, grid in grids(old).items() if key[0] == map_id
            }
    decks = [{one.name: one for one in module.maps["Depot"].decks} for module in (old, new)]
    said_otherwise = {"faceFlipHotkey", "faceUpReportFormat", "emptyHotkey"}
    assert list(decks[0]) == list(decks[1])
    for name, deck in decks[0].items():
        found = decks[1][name].component.attributes
        for key, value in deck.component.attributes.items():
            assert found[key] == value or key in said_otherwise, (name, key)


def test_nothing_is_wrong_with_it_that_was_not_before(
    kitchen: tuple[Module, Module, Path],
) -> None:
    old, new, _ = kitchen
    codes = [
        {one.code for one in lint(module) if one.severity is not Severity.REMARK}
        for module in (old, new)
    ]
    assert codes[1] <= codes[0]


def test_the_report_names_what_is_missing_in_plain_words(
    kitchen: tuple[Module, Module, Path],
) -> None:
    text = (kitchen[2] / REPORT).read_text(encoding="utf-8")
    for wanted in (
        "- the chess clocks 'Clocks'",
        "- a turn tracker (2 of them) 'Turn', 'Day'",
        "- a global key command of a map 'Flip Infantry', in Theatre",
        "- the hand 'JP Hand' is a window of its own",
        "- help.html",
    ):
        assert wanted in text, text
    assert "VASSAL.build" not in text


def test_every_counter_can_be_drawn_anew_by_taking_its_traits_out(
    kitchen: tuple[Module, Module, Path], tmp_path: Path
) -> None:
    recipe = kitchen[2]
    kept = (recipe / "traits.csv").read_text(encoding="utf-8")
    assert kept.startswith("id,trait,type,state\n")
    found = read_recipe(recipe)
    rows = {row.id for row in found.data.counters}
    assert set(found.kept) == rows
    assert not found.has_board
    with pytest.raises(RuleError, match=r"has no board\.toml"):
        make_board(found)


def test_a_recipe_is_made_of_every_public_module(corpus: Path, tmp_path: Path) -> None:
    small = [path for path in sorted(corpus.rglob("*.vmod")) if path.stat().st_size < 100_000]
    assert small
    for number, path in enumerate(small):
        _builds(path, tmp_path / str(number))


@pytest.mark.slow
def test_a_recipe_is_made_of_every_large_public_module(corpus: Path, tmp_path: Path) -> None:
    large = [path for path in sorted(corpus.rglob("*.vmod")) if path.stat().st_size >= 100_000]
    for number, path in enumerate(large):
        _builds(path, tmp_path / str(number))


def _builds(path: Path, folder: Path) -> None:
    done = call("build", "recipe", "--from", path, "-o", folder)
    assert done.exit_code == 0, (path, done.output)
    out = folder / "again.vmod"
    done = call("build", "module", folder, "-o", out)
    assert done.exit_code == 0, (path, done.output)
    names = [sorted(slot.name.strip() for slot in open_module(one).slots) for one in (path, out)]
    assert names[0] == names[1]


def test_ids_differ_also_as_names_of_files() -> None:
    names = ["1/7", "1-7", "", "two\nlines", "x" * 300, "x" * 299, "", "1/7 2"]
    found = distinct(names)
    assert len({one.lower() for one in found}) == len(names)
    assert all(one and one.isprintable() and len(one) < 60 for one in found)
