"""`vassal-bridge log` shows, cuts and joins."""

import csv
import io
import json
from pathlib import Path

from click.testing import CliRunner, Result

from tests.built import red_beach_bytes, red_beach_save
from tests.conftest import GOLDEN
from vassal_bridge.cli.main import cli
from vassal_bridge.formats.logs.chain import difference, facts
from vassal_bridge.formats.logs.log import open_log
from vassal_bridge.formats.position import Position
from vassal_bridge.formats.save import open_save

TURN = GOLDEN / "beachhead" / "turn1-US.vlog"
MODULE = GOLDEN / "beachhead.vmod"
CHAIN = GOLDEN / "chain"


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, ["log", *map(str, arguments)])


def test_show_prints_a_table_for_players() -> None:
    result = run("show", TURN, "--module", MODULE)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0].split() == ["step", "who", "what", "happened"]
    assert any("1/1 Mar moves 0404 -> 0505" in line and "Ann O'Nym" in line for line in lines)
    assert "2d6 = 5,1 (total 6)" in result.stdout
    assert "*** 2d6" not in result.stdout


def test_show_gives_json_of_one_step() -> None:
    result = run("show", TURN, "--module", MODULE, "--step", 2, "--json")
    (step,) = json.loads(result.stdout)["steps"]
    assert (step["step"], step["who"], step["how"]) == (2, "Ann O'Nym", "move")
    assert step["happened"][0]["from"] == "0404"
    assert result.stdout.isascii()


def test_show_gives_a_csv_row_for_each_happening() -> None:
    result = run("show", TURN, "--csv")
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    assert {row["step"] for row in rows} == {str(step.number) for step in open_log(TURN).steps}
    assert any(row["kind"] == "moved" and row["piece"] == "1/1 Mar" for row in rows)


def test_show_tells_a_side_what_it_sees_and_nobody_else() -> None:
    log, module = GOLDEN / "logs" / "c-decks-hidden.vlog", GOLDEN / "kitchen.vmod"
    common = (log, "--module", module, "--csv")
    observer, jp = run("show", *common), run("show", *common, "--side", "JP")
    assert (observer.exit_code, jp.exit_code) == (0, 0)
    assert "Card 7" in jp.stdout
    assert "Card 7" not in observer.stdout
    assert run("show", *common, "--side", "Nobody").exit_code == 3


def test_show_says_what_it_cannot_know_without_a_module(tmp_path: Path) -> None:
    alone = tmp_path / "alone.vlog"
    alone.write_bytes(TURN.read_bytes())
    result = run("show", alone)
    assert result.exit_code == 0
    assert "hands cannot be told from other maps" in result.stderr


def test_show_refuses_json_with_csv_and_a_step_that_is_not_there() -> None:
    assert run("show", TURN, "--json", "--csv").exit_code == 2
    result = run("show", TURN, "--step", 99)
    assert (result.exit_code, result.stdout) == (3, "")
    assert "expected a step from 0 to 27, found 99" in result.stderr


def test_cut_writes_a_save_without_steps(tmp_path: Path) -> None:
    out = tmp_path / "cut.vsav"
    assert run("cut", TURN, "--step", 12, "-o", out).exit_code == 0
    cut = open_log(out)
    assert cut.steps == ()
    assert difference(facts(Position(cut.save)), facts(open_log(TURN).replay(12))) == ""
    assert run("cut", TURN, "--step", 12, "-o", out).exit_code == 2
    assert run("cut", TURN, "--step", 12, "-o", out, "--force").exit_code == 0


def test_cut_never_writes_to_the_log(tmp_path: Path) -> None:
    mine = tmp_path / "mine.vlog"
    mine.write_bytes(TURN.read_bytes())
    assert run("cut", mine, "--step", 1, "-o", mine, "--force").exit_code == 2
    assert mine.read_bytes() == TURN.read_bytes()


def test_join_writes_one_log_and_names_a_break(tmp_path: Path) -> None:
    out = tmp_path / "joined.vlog"
    result = run("join", CHAIN / "1-US.vlog", CHAIN / "2-JP-continued.vlog", "-o", out)
    assert (result.exit_code, len(open_log(out).steps)) == (0, 13)
    shifted = GOLDEN / "chain-shifted"
    result = run("join", shifted / "1-US.vlog", shifted / "2-JP.vlog", "-o", tmp_path / "no.vlog")
    assert result.exit_code == 3
    assert "Southerner" in result.stderr
    assert not (tmp_path / "no.vlog").exists()


def test_run_writes_what_it_played_as_a_log_that_ends_as_its_save(tmp_path: Path) -> None:
    module, before = tmp_path / "red_beach.vmod", tmp_path / "before.vsav"
    module.write_bytes(red_beach_bytes())
    before.write_bytes(red_beach_save("first_night").to_bytes())
    common = ["run", "red_beach", "night", str(before), "--module", str(module), "--seed", "7"]
    for name in ("after.vsav", "after.vlog"):
        result = CliRunner().invoke(cli, [*common, "-o", str(tmp_path / name)])
        assert result.exit_code == 0, result.output
    log = open_log(tmp_path / "after.vlog")
    saved = open_save(tmp_path / "after.vsav")
    assert difference(facts(Position(saved)), facts(log.replay())) == ""
    assert log.start_text == open_save(before).text
    chat = [command["text"] for command in saved.commands.all("Chat")]
    assert log.replay().chat == chat[-len(log.replay().chat) :]
    assert len(log.steps) > len(chat)


def test_chat_is_shown_as_a_reader_sees_it_and_is_raw_in_json(tmp_path: Path) -> None:
    sent = "* |<b>Fire</b> &lt;Ann&gt; at <font color=#d20001>3&amp;4</font><br>twice"
    text = open_save(GOLDEN / "broken" / "00-good.vsav").text
    log = tmp_path / "tags.vlog"
    save = open_save(GOLDEN / "broken" / "00-good.vsav")
    log.write_bytes(save.with_text(f"{text}\x1b\x1bLOG\tCHAT{sent}").to_bytes())
    shown = run("show", log)
    assert "Fire <Ann> at 3&4\n" in shown.stdout
    assert shown.stdout.endswith("twice\n")
    assert "font" not in shown.stdout
    (happened,) = json.loads(run("show", log, "--json").stdout)["steps"][0]["happened"]
    assert happened["raw"] == sent
    assert happened["text"] == "* Fire <Ann> at 3&4\ntwice"
