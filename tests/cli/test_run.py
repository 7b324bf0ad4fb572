"""`run`: exit codes, what goes where, and what is never written over."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from tests.cli_kit import LAID, Table, call, lay_table
from tests.conftest import GOLDEN
from tests.red_beach_saves import piece_of, read_state
from vassal_bridge.errors import VerifyError
from vassal_bridge.formats import writing
from vassal_bridge.formats.save import open_save

KEYS = {
    "save",
    "out",
    "sequence",
    "edition",
    "seed",
    "decisions",
    "rolls",
    "answers",
    "changes",
    "story",
    "problems",
}


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return lay_table(tmp_path / "my saves ü")


def night(table: Table, *more: str | Path, text: str | None = None, out: Path | None = None):
    return call("run", "red_beach", "night", table.save, "-o", out or table.out, *more, text=text)


def test_a_night_is_played_told_and_written(table: Table) -> None:
    before = table.save.read_bytes()
    result = night(table, "--seed", "7")
    assert result.exit_code == 0, result.stderr
    assert result.stdout.startswith("GT 4 (20 Nov), night")
    assert "turn4-after.vsav. Edition house, seed 7, decisions by default." in result.stderr
    assert table.save.read_bytes() == before
    assert table.names() == sorted([*LAID, table.out.name])
    assert read_state(open_save(table.out)).turn == "GT 5"


def test_next_is_what_the_turn_marker_calls_for(table: Table) -> None:
    assert night(table, "--seed", "7").exit_code == 0
    other = table.folder / "next.vsav"
    result = call("run", "red_beach", "next", table.save, "-o", other, "--seed", "7")
    assert result.exit_code == 0
    assert read_state(open_save(other)) == read_state(open_save(table.out))


def test_a_sequence_may_be_written_with_hyphens(table: Table) -> None:
    plain = call("run", "red_beach", "hq_recovery", table.save, "--dry-run", "--seed", "7")
    assert plain.exit_code == 0
    other = call("run", "red_beach", "hq-recovery", table.save, "--dry-run", "--seed", "7")
    assert other.stdout == plain.stdout


def test_json_has_the_same_keys_always_and_is_all_of_stdout(table: Table) -> None:
    found = json.loads(night(table, "--json", "--seed", "3").stdout)
    assert set(found) == KEYS
    assert found["seed"] == 3
    assert found["edition"] == "house"
    assert all(set(roll) == {"number", "dice", "faces", "why"} for roll in found["rolls"])
    assert all(set(change) == {"kind", "text"} for change in found["changes"])
    assert [roll["number"] for roll in found["rolls"]] == list(range(1, len(found["rolls"]) + 1))


def test_a_drawn_seed_is_shown_and_gives_the_same_bytes_again(table: Table) -> None:
    found = json.loads(night(table, "--json").stdout)
    other = table.folder / "again.vsav"
    assert night(table, "--seed", str(found["seed"]), out=other).exit_code == 0
    assert other.read_bytes() == table.out.read_bytes()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_the_answers_of_one_run_replay_it_byte_for_byte(table: Table, encoding: str) -> None:
    """UTF-16 is what a shell of Windows redirects into a file."""
    result = night(table, "--json", "--seed", "1")
    answers = table.folder / "answers.json"
    answers.write_text(result.stdout, encoding=encoding)
    assert json.loads(result.stdout)["answers"]
    again = table.folder / "again.vsav"
    replay = night(table, "--answers", answers, "--seed", "1", "--json", out=again)
    assert replay.exit_code == 0, replay.stderr
    assert again.read_bytes() == table.out.read_bytes()
    for key in ("rolls", "answers", "changes", "story"):
        assert json.loads(replay.stdout)[key] == json.loads(result.stdout)[key]


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.json", b"{", "cannot be read"),
        ("a.json", b'{"answers": [1]}', "list `answers` of texts"),
        ("a.toml", b'answers = "no"', "list `answers` of texts"),
        ("a.toml", b"answers = [", "cannot be read"),
        ("a.toml", b"answers = []", "used up"),
        ("a.toml", b'answers = ["no such thing"]', "expected one of"),
    ],
)
def test_wrong_answers_are_refused_in_a_sentence(
    table: Table, name: str, content: bytes, said: str
) -> None:
    (table.folder / name).write_bytes(content)
    result = night(table, "--answers", table.folder / name, "--seed", "1")
    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stdout == ""
    assert not table.out.exists()


def test_answers_in_no_known_encoding_are_refused(table: Table) -> None:
    (table.folder / "a.json").write_bytes(b'["\xe4\xff"]')
    result = night(table, "--answers", table.folder / "a.json")
    assert result.exit_code == 3
    assert "UTF-8" in result.stderr


def test_a_policy_decides_and_its_answers_replay_the_same(table: Table) -> None:
    arguments = ("run", "red_beach", "night", table.save, "--seed", "1")
    result = call(*arguments, "-o", table.out, "--policy", "random", "--json")
    played = json.loads(result.stdout)
    assert played["decisions"] == "decisions by the policy random"
    answers = table.folder / "answers.json"
    answers.write_text(json.dumps(played["answers"]), encoding="utf-8")
    again = table.folder / "again.vsav"
    assert call(*arguments, "-o", again, "--answers", answers).exit_code == 0
    assert again.read_bytes() == table.out.read_bytes()
    default = json.loads(call(*arguments, "--dry-run", "--json").stdout)
    assert default["answers"] != played["answers"]


def test_ask_takes_the_players_choices_and_enter_the_default(table: Table) -> None:
    asked = night(table, "--ask", "--seed", "1", "--json", text="\n" * 50)
    assert asked.exit_code == 0, asked.stderr
    auto = night(table, "--auto", "--seed", "1", "--json", out=table.folder / "auto.vsav")
    assert json.loads(asked.stdout)["answers"] == json.loads(auto.stdout)["answers"]
    assert "Your choice" in asked.stderr
    assert "decisions by the player." in asked.stderr
    assert "decisions by default." in auto.stderr
    assert (table.folder / "auto.vsav").read_bytes() == table.out.read_bytes()


def test_ask_again_where_the_choice_is_none_of_them(table: Table) -> None:
    asked = night(table, "--ask", "--seed", "1", text="99\nx\n" + "1\n" * 50)
    assert asked.exit_code == 0
    assert "99" in asked.stderr
    assert table.out.exists()


def test_an_ask_that_is_broken_off_writes_nothing(table: Table) -> None:
    asked = night(table, "--ask", "--seed", "1", text="")
    assert asked.exit_code == 1
    assert table.names() == LAID


def test_a_dry_run_writes_nothing_and_tells_the_same(table: Table) -> None:
    dry = night(table, "--dry-run", "--json", "--seed", "7")
    assert dry.exit_code == 0
    assert table.names() == LAID
    assert "Nothing was written" in dry.stderr
    wet = json.loads(night(table, "--json", "--seed", "7").stdout)
    assert {**json.loads(dry.stdout), "out": wet["out"]} == wet


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["run", "red_bech", "night", "SAVE", "--dry-run"], "Did you mean 'red_beach'?"),
        (["run", "red_beach", "nihgt", "SAVE", "--dry-run"], "Did you mean 'night'?"),
        (["run", "red_beach", "xyz", "SAVE", "--dry-run"], "it has next, campaign, interphase"),
        (["run", "red_beach", "night", "SAVE"], "-o OUT"),
        (["run", "red_beach", "night", "NOTHING", "--dry-run"], "does not exist"),
        (["run", "red_beach", "night", "SAVE", "--dry-run", "--auto", "--ask"], "give one of"),
        (["run", "red_beach", "night", "SAVE", "--dry-run", "--edition", "x"], "printed"),
        (["run", "red_beach", "night", "SAVE", "--dry-run", "--policy", "scord"], "mean 'scored'?"),
        (["run", "red_beach", "night", "SAVE", "--dry-run", "--policy", "x", "--ask"], "give one"),
        (["run", "red_beach", "night", "SAVE", "--dry-run", "--seed", "-1"], "--seed"),
        (["demo", "red-beach"], "Did you mean 'red_beach'?"),
        (["watch", "FOLDER", "--game", "redbeach", "--once"], "Did you mean 'red_beach'?"),
        (["tables", "nothing"], "there is no game 'nothing'; there is macarthur, red_beach"),
        (["tables", "red_beach", "crtt"], "Did you mean 'crt'?"),
        (["tables", "red_beach", "--fill", "--export", "x.csv"], "give one of"),
        (["rn"], "Did you mean 'run'?"),
        (["verify"], "FILES"),
        (["build", "module", "red_beach"], "--out"),
    ],
)
def test_a_wrong_call_is_2_with_a_sentence(table: Table, arguments: list[str], said: str) -> None:
    places = {"SAVE": str(table.save), "FOLDER": str(table.folder)}
    result = call(*(places.get(word, word) for word in arguments))
    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stdout == ""
    assert table.names() == LAID


@pytest.mark.parametrize("broken", ["06-bad-hex.vsav", "25"])
def test_what_is_no_save_is_3_with_one_sentence(table: Table, broken: str) -> None:
    file = next(path for path in sorted((GOLDEN / "broken").iterdir()) if broken[:2] in path.name)
    result = call("run", "red_beach", "night", file, "-o", table.out, "--module", table.module)
    assert result.exit_code == 3
    assert result.stderr.startswith("Error: ")
    assert len(result.stderr.splitlines()) == 1
    assert not table.out.exists()


def test_another_module_is_3_and_names_both(table: Table) -> None:
    result = night(table, "--module", GOLDEN / "kitchen.vmod")
    assert result.exit_code == 3
    assert "Red Beach" in result.stderr
    assert "kitchen.vmod" in result.stderr


def test_no_module_anywhere_is_3(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.module.unlink()
    monkeypatch.chdir(tmp_path)
    result = night(table)
    assert result.exit_code == 3
    assert "--module" in result.stderr


def test_a_missing_cell_is_3_and_says_how_to_fill_it(table: Table) -> None:
    result = night(table, "--edition", "owner")
    assert result.exit_code == 3
    assert "vassal-bridge tables red_beach --fill" in result.stderr
    assert table.names() == LAID


def test_the_rules_no_is_1(table: Table) -> None:
    result = call("run", "red_beach", "recovery", table.save, "-o", table.out)
    assert result.exit_code == 1
    assert "no day turn [3.2]" in result.stderr


def test_a_failed_proof_is_70_and_its_evidence_is_kept(
    table: Table, bridge_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def doubt(*_: object) -> None:
        raise VerifyError("something else differs")

    monkeypatch.setattr("vassal_bridge.binding.play.prove", doubt)
    result = night(table)
    assert result.exit_code == 70
    kept = list((bridge_home / "failures").iterdir())
    assert len(kept) == 1
    assert str(kept[0]) in result.stderr
    assert open_save(kept[0]).commands.find("Chat") is not None
    assert table.names() == LAID


def test_a_failed_proof_while_watching_keeps_its_evidence_too(
    table: Table, bridge_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def doubt(*_: object) -> None:
        raise VerifyError("something else differs")

    monkeypatch.setattr("vassal_bridge.binding.play.prove", doubt)
    result = call("watch", table.folder, "--game", "red_beach", "--once")
    kept = next((bridge_home / "failures").iterdir())
    assert f"something else differs; what was refused is in {kept}" in result.stderr
    assert table.names() == LAID


def test_something_unforeseen_is_70_with_a_report_and_no_trace_on_the_screen(
    table: Table, bridge_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def burst(*_: object) -> None:
        raise ZeroDivisionError("by nothing")

    monkeypatch.setattr("vassal_bridge.binding.play.prove", burst)
    result = night(table)
    assert result.exit_code == 70
    assert "Traceback" not in result.stderr
    assert "ZeroDivisionError: by nothing" in result.stderr
    report = next((bridge_home / "failures").iterdir())
    assert "in burst" in report.read_text(encoding="utf-8")


def test_what_is_wrong_with_the_position_is_a_warning(table: Table) -> None:
    save = open_save(table.save)
    command = piece_of(save, "A/1/2").command
    command.text = command.text.replace("\tA\\/1\\/2,us", "\tZ\\/9\\/9,us")
    table.save.write_bytes(save.to_bytes())
    result = night(table, "--seed", "7")
    assert result.exit_code == 0
    lines = result.stderr.splitlines()
    warnings = [line for line in lines if line.startswith("Warning: turn4.vsav")]
    assert any("'Z/9/9'" in line for line in warnings)
    assert any("A/1/2 has no counter" in line for line in warnings)


# --- what is never written over ---------------------------------------------------------------


def test_an_output_that_exists_is_2_and_force_replaces_it(table: Table) -> None:
    table.out.write_bytes(b"mine")
    result = night(table, "--seed", "7")
    assert result.exit_code == 2
    assert "--force" in result.stderr
    assert table.out.read_bytes() == b"mine"
    assert night(table, "--seed", "7", "--force").exit_code == 0
    assert read_state(open_save(table.out)).turn == "GT 5"


def spellings(table: Table) -> dict[str, Path]:
    link, hard = table.folder / "link.vsav", table.folder / "hard.vsav"
    link.symlink_to(table.save)
    os.link(table.save, hard)
    return {
        "the same": table.save,
        "dots": table.folder / ".." / table.folder.name / table.save.name,
        "relative": Path(os.path.relpath(table.save)),
        "symbolic link": link,
        "hard link": hard,
    }


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights on Windows")
@pytest.mark.parametrize("spelling", ["the same", "dots", "relative", "symbolic link", "hard link"])
def test_the_save_itself_is_never_written_to_even_with_force(table: Table, spelling: str) -> None:
    before = table.save.read_bytes()
    result = night(table, "--force", out=spellings(table)[spelling])
    assert result.exit_code == 2
    assert "never written to" in result.stderr
    assert table.save.read_bytes() == before


def test_the_module_and_the_answers_are_never_written_to_either(table: Table) -> None:
    before = table.module.read_bytes()
    result = night(table, "--force", "--module", table.module, out=table.module)
    assert result.exit_code == 2
    assert "never written to" in result.stderr
    assert table.module.read_bytes() == before


@pytest.mark.parametrize("force", [False, True])
@pytest.mark.parametrize("times", [1, 3])
def test_a_file_that_is_held_for_a_moment_is_waited_for(
    table: Table, monkeypatch: pytest.MonkeyPatch, times: int, force: bool
) -> None:
    name = "replace" if force else "hardlink_to"
    real, calls = getattr(Path, name), []

    def held(self: Path, other: Path) -> object:
        calls.append(other)
        if len(calls) <= times:
            raise PermissionError(13, "held", str(self))
        return real(self, other)

    monkeypatch.setattr(writing, "PAUSE", 0.0)
    monkeypatch.setattr(Path, name, held)
    result = night(table, *(["--force"] if force else []))
    assert result.exit_code == 0, result.stderr
    assert len(calls) == times + 1
    assert table.names() == sorted([*LAID, table.out.name])


@pytest.mark.parametrize("force", [False, True])
def test_a_file_that_is_never_let_go_is_3_and_nothing_is_lost(
    table: Table, monkeypatch: pytest.MonkeyPatch, force: bool
) -> None:
    def held(self: Path, other: Path) -> None:
        raise PermissionError(13, "held", str(self))

    before = table.save.read_bytes()
    if force:
        table.out.write_bytes(b"mine")
    monkeypatch.setattr(writing, "PAUSE", 0.0)
    monkeypatch.setattr(Path, "replace" if force else "hardlink_to", held)
    result = night(table, *(["--force"] if force else []))
    assert result.exit_code == 3
    assert "holds the file" in result.stderr
    assert table.save.read_bytes() == before
    assert table.names() == sorted([*LAID, *([table.out.name] if force else [])])
    assert not force or table.out.read_bytes() == b"mine"


@pytest.mark.skipif(
    sys.platform == "win32" or os.geteuid() == 0, reason="who is root may write anywhere"
)
def test_a_folder_that_may_not_be_written_to_is_3(table: Table) -> None:
    table.folder.chmod(0o500)
    try:
        result = night(table)
    finally:
        table.folder.chmod(0o700)
    assert result.exit_code == 3
    assert table.names() == LAID


def test_a_folder_that_refuses_is_3_with_the_systems_reason(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(**_: object) -> None:
        raise PermissionError(13, "Permission denied", str(table.folder))

    monkeypatch.setattr(writing.tempfile, "mkstemp", refused)
    result = night(table)
    assert result.exit_code == 3
    assert "Permission denied" in result.stderr
    assert str(table.folder) in result.stderr
    assert table.names() == LAID
