"""`vassal-bridge log append` and `log trim`: logs go on, and are cut down to some steps."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from vassal_bridge.cli.main import cli
from vassal_bridge.formats.logs.chain import difference, facts
from vassal_bridge.formats.logs.log import open_log
from vassal_bridge.formats.save import open_save

GOLDEN = Path(__file__).parent.parent / "data" / "golden"
MODULE = GOLDEN / "kitchen.vmod"
LOG = GOLDEN / "chain" / "1-US.vlog"
CHANGES = """
[[change]]
move = "Leader"
to = "0606"

[[change]]
do = "1st Inf"
command = "Mask"

[[change]]
say = "* over to you *"
"""


@pytest.fixture
def changes(tmp_path: Path) -> Path:
    file = tmp_path / "changes.toml"
    file.write_text(CHANGES, encoding="utf-8")
    return file


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, ["log", *map(str, arguments), "--module", str(MODULE)])


def test_each_change_becomes_a_step_and_the_old_ones_stay_to_the_letter(
    changes: Path, tmp_path: Path
) -> None:
    out = tmp_path / "more.vlog"
    done = run("append", LOG, changes, "--side", "US", "-o", out)
    assert done.exit_code == 0, done.output
    before, after = open_log(LOG), open_log(out)
    assert after.save.text.startswith(before.save.text)
    assert len(after.steps) == len(before.steps) + 3
    assert "Leader moves" in done.stdout
    told = run("show", out, "--json")
    last = json.loads(told.stdout)["steps"][-3:]
    assert last[0]["who"] == "Ann O'Nym"
    assert last[0]["happened"][0]["to"] == "0606"
    cut = after.cut(len(after.steps))
    assert cut.piece("Leader").piece.point == (
        "Theatre",
        *open_save(GOLDEN / "kitchen" / "01-new.vsav", MODULE).editor.places.find("0606", None)[1:],
    )


def test_all_changes_as_one_step_on_a_save(changes: Path, tmp_path: Path) -> None:
    out, save = tmp_path / "one.vlog", GOLDEN / "chain" / "1-end.vsav"
    done = run("append", save, changes, "--side", "US", "--one-step", "-o", out)
    assert done.exit_code == 0, done.output
    log = open_log(out)
    assert len(log.steps) == 1
    assert log.start_text == open_save(save).text
    assert [one.kind for one in log.steps[0].commands][-1] == "Chat"


def test_a_dry_run_writes_nothing_and_what_cannot_be_done_is_listed(
    changes: Path, tmp_path: Path
) -> None:
    done = run("append", LOG, changes, "--side", "US", "--dry-run", "--json")
    assert json.loads(done.stdout)["written"] is False
    assert sorted(tmp_path.iterdir()) == [changes]
    done = run("append", LOG, changes, "-o", tmp_path / "no.vlog")
    assert done.exit_code == 3
    assert "say which side does it" in done.stderr
    assert run("append", LOG, changes).exit_code == 2
    assert run("append", LOG, changes, "-o", changes, "--force").exit_code == 2
    assert changes.read_text(encoding="utf-8") == CHANGES
    done = run("append", LOG, changes, "--side", "Nobody", "--dry-run")
    assert "nobody plays the side 'Nobody'" in done.stderr


@pytest.mark.parametrize(("first", "last"), [(1, 4), (3, 7), (5, None), (1, 0)])
def test_a_trimmed_log_begins_and_ends_where_the_steps_do(
    first: int, last: int | None, tmp_path: Path
) -> None:
    out = tmp_path / "part.vlog"
    ends = [] if last is None else ["--to", last]
    done = run("trim", LOG, "--from", first, *ends, "-o", out)
    assert done.exit_code == 0, done.output
    whole, part = open_log(LOG), open_log(out)
    end = len(whole.steps) if last is None else last
    assert [one.raw for one in part.steps] == [one.raw for one in whole.steps[first - 1 : end]]
    assert difference(facts(part.position()), facts(whole.replay(first - 1))) == ""
    assert difference(facts(part.replay()), facts(whole.replay(end))) == ""
    if first == 1:
        assert part.start_text == whole.start_text


def test_steps_that_are_not_there_are_named(tmp_path: Path) -> None:
    out = tmp_path / "no.vlog"
    assert (
        "expected a step from 0 to 10, found 40" in run("trim", LOG, "--to", 40, "-o", out).stderr
    )
    done = run("trim", LOG, "--from", 6, "--to", 2, "-o", out)
    assert (done.exit_code, "expected a last step of 6 or more" in done.stderr) == (3, True)
    assert not out.exists()
