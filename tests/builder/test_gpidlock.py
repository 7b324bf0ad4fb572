import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cli_kit import call
from vassal_bridge.builder.reading.checking import RecipeError
from vassal_bridge.builder.recipe import read_recipe, shipped_recipes
from vassal_bridge.builder.starting import start_recipe
from vassal_bridge.builder.writing.draft import lock_of
from vassal_bridge.builder.writing.gpidlock import LOCK, START, TRAY, GpidLock, keep_lock, read_lock
from vassal_bridge.builder.writing.module import build_module
from vassal_bridge.errors import RuleError
from vassal_bridge.formats.module import open_module

IDS = st.lists(st.text('abcäß "\\', min_size=1, max_size=4), unique=True, max_size=8)


@pytest.mark.parametrize("name", sorted(shipped_recipes()))
def test_the_committed_lock_of_a_shipped_recipe_fits_its_counters(name: str) -> None:
    """Where this fails: build the module once, and commit the gpids.lock that it writes."""
    recipe = read_recipe(name)
    assert (recipe.folder / LOCK).read_text(encoding="utf-8") == lock_of(recipe).text()


@given(st.lists(st.tuples(IDS, IDS), min_size=1, max_size=6))
def test_numbers_stay_with_their_ids_and_are_never_given_to_another(
    history: list[tuple[list[str], list[str]]],
) -> None:
    lock, given_to = GpidLock(), {}
    for at_start, in_tray in history:
        lock = lock.with_counters(at_start, in_tray)
        for table, ids in ((START, at_start), (TRAY, in_tray)):
            assert list(lock.slots[table]) == ids
            for one in ids:
                owner = given_to.setdefault(lock.slots[table][one], (table, one))
                assert owner == (table, one)
        assert max(given_to, default=0) < lock.next
        assert len(set(given_to.values())) == len(given_to)


@given(IDS, IDS)
def test_a_lock_is_read_back_as_it_was_written(tmp_path_factory, before, after) -> None:  # type: ignore[no-untyped-def]
    folder = tmp_path_factory.mktemp("recipe")
    lock = GpidLock().with_counters(before, after).with_counters(after, before)
    (folder / LOCK).write_text(lock.text(), encoding="utf-8")
    assert read_lock(folder).text() == lock.text()


def starter(folder: Path) -> Path:
    start_recipe("mygame", folder)
    return folder


def test_rows_that_move_keep_their_gpids_new_ones_get_new_and_old_ones_are_retired(
    tmp_path: Path,
) -> None:
    folder = starter(tmp_path / "mygame")
    first = call("build", "module", folder, "-o", tmp_path / "1.vmod")
    assert first.exit_code == 0, first.output
    assert LOCK in first.output
    before = read_lock(folder)
    table = folder / "counters.csv"
    heading, *rows = [
        line
        for line in table.read_text(encoding="utf-8").splitlines()
        if not line.startswith("#") and line
    ]
    gone = rows.pop(0)
    rows = [*rows[::-2], *rows[-2::-2]]
    fresh = gone.split(",")
    fresh[0] = "newcomer"
    table.write_text("\n".join([heading, ",".join(fresh), *rows]) + "\n", encoding="utf-8")
    shutil.rmtree(folder / "scenarios", ignore_errors=True)
    locked = call("build", "module", folder, "-o", tmp_path / "2.vmod", "--locked")
    assert locked.exit_code == 1
    assert not (tmp_path / "2.vmod").exists()
    assert call("build", "module", folder, "-o", tmp_path / "2.vmod").exit_code == 0
    after = read_lock(folder)
    missing = gone.split(",")[0]
    for name in (START, TRAY):
        old, new = before.slots[name], after.slots[name]
        assert {key: new[key] for key in old if key != missing} == {
            key: old[key] for key in old if key != missing
        }
        assert missing not in new
        if "newcomer" in new:
            assert new["newcomer"] >= before.next
    assert after.retired[TRAY] == {missing: before.slots[TRAY][missing]}
    module = open_module(tmp_path / "2.vmod")
    assert {int(slot.gpid) for slot in module.slots} == {
        number for numbers in after.slots.values() for number in numbers.values()
    }
    assert int(module.root.get("nextPieceSlotId")) == after.next
    again = call("build", "module", folder, "-o", tmp_path / "3.vmod", "--locked")
    assert again.exit_code == 0
    assert (tmp_path / "3.vmod").read_bytes() == (tmp_path / "2.vmod").read_bytes()


def test_building_in_python_writes_no_lock(tmp_path: Path) -> None:
    folder = starter(tmp_path / "mygame")
    report = build_module(folder, tmp_path / "1.vmod")
    assert not (folder / LOCK).exists()
    assert keep_lock(folder, report.lock) == folder / LOCK
    assert keep_lock(folder, report.lock) is None
    with pytest.raises(RuleError, match="--locked"):
        keep_lock(folder, report.lock.with_counters([], []), locked=True)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('next = 3\n[start]\n"a" = 1\n[tray]\n"b" = 1\n', "the number 1 is given twice"),
        ('next = 1\n[start]\n"a" = 1\n', "expected a number above 1"),
        ('next = 3\n[start]\n"a" = "x"\n', "gpids.lock:3: start.a: expected a number from 1"),
        ("next = 3\nstart = 1\n", "expected a table"),
        ("next =", "this is no TOML"),
    ],
)
def test_a_damaged_lock_is_told_with_its_line(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / LOCK).write_text(text, encoding="utf-8")
    with pytest.raises(RecipeError, match=told.replace(".", r"\.")):
        read_lock(tmp_path)
