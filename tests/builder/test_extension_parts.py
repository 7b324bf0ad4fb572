"""Extensions of any part of a recipe: what they add to a module that lacks it, and nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.built import recipe_of, undrawn_draft_of, undrawn_module_of
from tests.cli_kit import call
from tests.conftest import GOLDEN
from vassal_bridge.binding.binding import EDITION_PROPERTY, GAME_PROPERTY
from vassal_bridge.builder.living.gpids import gpids_in
from vassal_bridge.builder.living.merging import merge, split
from vassal_bridge.builder.recipe import read_recipe
from vassal_bridge.builder.recovering.writing import recover_module
from vassal_bridge.builder.starting import start_recipe
from vassal_bridge.builder.writing.draft import draft_module
from vassal_bridge.builder.writing.extension import Extension, make_extension
from vassal_bridge.builder.writing.extensionparts import KINDS
from vassal_bridge.builder.writing.gpidlock import LOCK
from vassal_bridge.errors import BindingError, RuleError
from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.buildfile import Component
from vassal_bridge.formats.linting.lint import lint
from vassal_bridge.formats.metadata import MODULE_DATA
from vassal_bridge.formats.module import BUILD_FILE, Module, open_module
from vassal_bridge.formats.prototypes import parse_definition
from vassal_bridge.formats.save import Save
from vassal_bridge.pictures.art import ModuleArt

GAMES = ("red_beach", "macarthur", "manila45", "bloody_ridge", "leyte", "okinawa", "saipan")
BEACHHEAD = GOLDEN / "beachhead.vmod"
OF_OURS = (GAME_PROPERTY, EDITION_PROPERTY)
"""Properties that say that a module is one of ours, which no extension makes it."""
KINDS_OF = {
    "bridge": ("GlobalProperty", "ToolbarMenu"),
    "prototypes": ("PrototypeDefinition",),
    "board": ("Map",),
    "windows": ("Map", "PrivateMap"),
    "maps": ("Map", "PrivateMap"),
    "stacks": ("SetupStack",),
    "decks": ("DrawPile",),
    "counters": ("PieceWindow",),
    "dice": ("DiceButton",),
    "turns": ("TurnTracker",),
    "charts": ("ChartWindow",),
    "setups": ("PredefinedSetup",),
}


@pytest.fixture(autouse=True, scope="module")
def _undrawn() -> Iterator[None]:
    """Let extensions be made without drawing boards, and each game's counters once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "vassal_bridge.builder.writing.extensionparts.draft_module",
            lambda recipe, prefix: (
                undrawn_draft_of(recipe.name, prefix)
                if recipe.name in GAMES
                else draft_module(recipe, prefix)
            ),
        )
        yield


def is_of(game: str, part: str, one: Component) -> bool:
    """Tell whether a component of a game's module belongs to a part, by its class and name."""
    if one.kind not in KINDS_OF[part]:
        return False
    recipe = recipe_of(game)
    if part == "bridge":
        asked = one.label.startswith("bridge_") and one.label not in OF_OURS
        return one.kind == "ToolbarMenu" or asked
    names = {
        "board": [recipe.board.map_name],
        "windows": list(recipe.module.windows),
        "maps": [further.name for further in recipe.maps],
    }
    return one.label in names.get(part, [one.label])


@cache
def parts_of(game: str) -> tuple[str, ...]:
    walked = list(undrawn_module_of(game).root.walk())
    return tuple(part for part in KINDS_OF if any(is_of(game, part, one) for one in walked))


def lacking(game: str, parts: set[str], *, bare: bool = False) -> Module:
    """Return a game's module without some parts; `bare` leaves it no pictures or pages either."""
    whole = undrawn_module_of(game)
    gone = [one for one in whole.root.walk() if any(is_of(game, part, one) for part in parts)]
    top = [one for one in gone if not set(one.ancestors()) & set(gone)]
    build = whole.build_file.without(top)
    if bare:
        archive = Archive.of([(BUILD_FILE, build), (MODULE_DATA, whole.archive[MODULE_DATA])])
    else:
        archive = whole.archive.replace(BUILD_FILE, build)
    return reread(archive, "mine.vmod")


def reread(archive: Archive, name: str) -> Module:
    return Module.from_archive(Archive.from_bytes(archive.to_bytes(), name=name))


def made_of(game: str, module: Module | None, *parts: str) -> Module:
    return reread(make_extension(recipe_of(game), module, parts).archive, "more.vmdx")


def sayings(module: Module) -> Counter[tuple[object, ...]]:
    """Return everything that components say, but for the slots' numbers."""
    return Counter(
        (one.place, one.tag, *attributes(one), *types(one))
        for one in module.root.walk()
        if one is not module.root
    )


def attributes(one: Component) -> list[tuple[str, str]]:
    return sorted((name, value) for name, value in one.attributes.items() if name != "gpid")


def types(one: Component) -> list[str]:
    if not one.text.startswith("+/"):
        return [one.text]
    return [trait.type for trait in parse_definition(one.text).traits]


def with_what_lies_on_it(game: str, parts: set[str]) -> set[str]:
    """Return the parts with stacks and decks where the maps on which they lie are among them."""
    on_maps = {"stacks", "decks"} if parts & {"board", "windows", "maps"} else set()
    return parts | on_maps & set(parts_of(game))


def check_parts(game: str, parts: set[str]) -> None:
    mine = lacking(game, parts)
    extension = made_of(game, mine, *parts)
    merged = reread(merge(mine, extension).archive, "merged.vmod")
    assert sayings(merged) == sayings(undrawn_module_of(game))
    again, _ = split(merged)
    assert sayings(reread(again.archive, "more.vmdx")) == sayings(extension)


SOME_PARTS = st.sets(st.sampled_from(tuple(KINDS_OF)), min_size=1)


def check_some(parts: set[str]) -> None:
    found = with_what_lies_on_it("manila45", parts & set(parts_of("manila45")))
    if found:
        check_parts("manila45", found)


@settings(max_examples=1)
@example({"prototypes", "counters", "charts", "dice"})
@example({"board", "windows", "setups", "turns"})
@given(SOME_PARTS)
def test_a_module_that_lacks_parts_is_whole_with_an_extension_of_them(parts: set[str]) -> None:
    check_some(parts)


@pytest.mark.slow
@settings(max_examples=30)
@given(SOME_PARTS)
def test_any_parts_that_a_module_lacks_make_it_whole(parts: set[str]) -> None:
    check_some(parts)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_each_part_of_each_recipe_makes_its_module_whole(game: str) -> None:
    for part in parts_of(game):
        check_parts(game, with_what_lies_on_it(game, {part}))


def check_all(game: str) -> Module:
    parts = parts_of(game)
    bare = lacking(game, set(parts), bare=True)
    merged = reread(merge(bare, made_of(game, bare, *parts)).archive, "merged.vmod")
    whole = undrawn_module_of(game)
    assert [str(one) for one in lint(merged)] == [str(one) for one in lint(whole)]
    assert set(whole.archive.names) <= set(merged.archive.names)
    return merged


def test_an_extension_brings_every_picture_page_and_save() -> None:
    check_all("manila45")


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_an_extension_of_all_parts_of_a_recipe_brings_every_file(game: str) -> None:
    check_all(game)


def test_it_brings_no_other_pictures_than_its_own() -> None:
    names = made_of("manila45", None, "counters:Markers").archive.names
    pictures = [name for name in names if name.startswith("images/")]
    assert pictures
    assert len(pictures) < len(undrawn_module_of("manila45").archive.names) / 2
    assert "images/board.png" not in pictures
    assert not any(name.endswith((".vsav", ".html")) for name in names)


def test_gpids_are_the_lock_files_behind_the_extensions_id() -> None:
    extension = made_of("manila45", None, "board", "windows", "stacks", "counters", "setups")
    identity = extension.root.get("extensionId")
    assert len(identity) == 3
    ours = sorted(one.gpid for one in extension.slots)
    theirs = sorted(f"{identity}:{one.gpid}" for one in undrawn_module_of("manila45").slots)
    assert ours == theirs
    following = int(extension.root.get("nextPieceSlotId"))
    assert following > max(int(gpid.partition(":")[2]) for gpid in ours)
    saves = [name for name in extension.archive.names if name.endswith(".vsav")]
    assert saves
    for name in saves:
        save = Save.from_bytes(extension.archive[name], name=name)
        gpids = {one.gpid for one in save.pieces if one.gpid}
        assert gpids <= set(ours)
        assert gpids


def test_an_extension_without_a_module_is_for_any() -> None:
    extension = made_of("manila45", None, "dice", "charts")
    assert extension.root.flag("anyModule")
    assert extension.metadata is not None
    assert extension.metadata.universal
    mine = open_module(BEACHHEAD)
    merged = merge(mine, extension)
    assert merged.notes == ()
    of_mine = made_of("manila45", mine, "dice", "charts")
    assert not of_mine.root.flag("anyModule")
    assert (of_mine.root.get("module"), of_mine.metadata.universal) == (mine.name, False)
    assert Counter(one.kind for one in reread(merged.archive, "m").root.walk()) == Counter(
        one.kind for one in mine.root.walk()
    ) + Counter(
        one.kind
        for element in extension.root.children
        for child in element.children
        for one in child.walk()
    )


def test_counters_bring_the_prototypes_that_they_use_unless_the_module_has_them() -> None:
    whole = made_of("manila45", None, "counters")
    used = {
        trait.type.partition(";")[2]
        for slot in whole.slots
        for trait in parse_definition(slot.definition).traits
        if trait.type.startswith("prototype;")
    }
    assert used
    assert set(whole.prototypes) == used
    mine = lacking("manila45", {"counters"})
    made = make_extension(recipe_of("manila45"), mine, ["counters"])
    assert Module(made.archive).prototypes == {}
    assert made.notes == (
        f"the module's own prototypes serve for the counters: {', '.join(sorted(used))}",
    )


def test_things_are_chosen_by_name() -> None:
    charts = [chart.style.name for chart in recipe_of("manila45").charts]
    extension = made_of("manila45", None, f"charts:{charts[1]}", f"charts:{charts[0]}")
    found = [one.get("chartName") for one in extension.root.find_all("HtmlChart")]
    assert found == charts[:2]
    whole = made_of("manila45", None, "charts", f"charts:{charts[0]}")
    assert len(list(whole.root.find_all("HtmlChart"))) == len(charts)
    tab = made_of("manila45", None, "counters:Japanese")
    (panel,) = tab.root.find_all("PanelWidget")
    assert panel.label == "Japanese"


@pytest.mark.parametrize(
    ("part", "said"),
    [
        ("hexes", "there is no part 'hexes'; there is bridge, properties, prototypes, board"),
        ("decks", "the recipe manila45 has nothing for the part 'decks'"),
        ("counters:Dutch", "has no counters:Dutch; there is Counters, 1st Cavalry"),
    ],
)
def test_what_there_is_not_is_told_with_what_there_is(part: str, said: str) -> None:
    with pytest.raises(RuleError) as told:
        make_extension(recipe_of("manila45"), None, [part])
    assert said in str(told.value)


@pytest.mark.parametrize("part", ["stacks", "setups"])
def test_what_lies_on_a_map_needs_it(part: str) -> None:
    with pytest.raises(BindingError, match="expected the map 'Manila'"):
        make_extension(recipe_of("manila45"), open_module(BEACHHEAD), [part])
    made_of("manila45", lacking("manila45", {part}), part)


@pytest.mark.parametrize("part", ["prototypes", "board", "windows"])
def test_a_module_that_has_a_part_is_told_so(part: str) -> None:
    with pytest.raises(BindingError, match="already: it needs no extension for that"):
        make_extension(recipe_of("manila45"), undrawn_module_of("manila45"), [part])


def test_a_file_that_the_module_has_otherwise_is_noted() -> None:
    mine = lacking("manila45", {"charts"})
    page = next(name for name in mine.archive.names if name.endswith(".html"))
    other = reread(mine.archive.replace(page, b"mine"), "mine.vmod")
    made: Extension = make_extension(recipe_of("manila45"), other, ["charts"])
    assert made.notes == (f"the module has another {page}; VASSAL takes the module's",)


def test_every_part_says_what_it_adds() -> None:
    flat = " ".join(call("build", "extension", "--help").stdout.split()).replace("- ", "-")
    for one in KINDS.values():
        assert f"{one.name} ({one.adds})" in flat


def in_decks(module: Module) -> Counter[tuple[str, str]]:
    """Return the names of the decks' cards, each with its deck's."""
    return Counter(
        (deck.label, one.get("entryName"))
        for deck in module.root.find_all("DrawPile")
        for one in deck.children
        if one.kind in ("CardSlot", "PieceSlot")
    )


def test_an_old_modules_cards_and_place_markers_get_gpids_of_the_extension(tmp_path: Path) -> None:
    old = open_module(GOLDEN / "kitchen.vmod")
    recover_module(ModuleArt(old), tmp_path / "old", old.name)
    parts = ["prototypes", "maps", "stacks", "decks", "counters"]
    made = make_extension(read_recipe(tmp_path / "old"), None, parts)
    extension = reread(made.archive, "more.vmdx")
    identity = extension.root.get("extensionId")
    gpids = gpids_in(extension.root)
    assert any("placemark;" in one.definition for one in extension.slots)
    assert gpids == [f"{identity}:{gpid.rpartition(':')[2]}" for gpid in gpids]
    assert in_decks(old)
    assert in_decks(extension) == in_decks(old)


def test_rows_may_move_and_numbers_stay(tmp_path: Path) -> None:
    folder = tmp_path / "mygame"
    start_recipe("mygame", folder)
    counters = folder / "counters.csv"

    def built(name: str, *more: str) -> dict[str, str]:
        out = tmp_path / name
        result = call("build", "extension", folder, "-o", out, "--part", "counters", *more)
        assert result.exit_code == 0, result.stderr
        return {slot.name: slot.gpid for slot in open_module(out).slots}

    first = built("first.vmdx")
    assert (folder / LOCK).is_file()
    head, *rows = counters.read_text(encoding="utf-8").splitlines()
    counters.write_text("\n".join([head, *reversed(rows)]) + "\n", encoding="utf-8")
    assert built("second.vmdx", "--locked") == first
    assert len(first) == len({row.name for row in read_recipe(folder).data.counters})
