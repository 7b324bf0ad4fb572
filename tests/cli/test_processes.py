"""The program in processes of its own: any locale, any folder name, and killed at any moment."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli_kit import LAID, PLAIN, Table, command_line, environment, lay_table, spawn
from tests.red_beach_saves import read_state
from vassal_bridge.formats.save import open_save

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
STRICT = ("-X", "warn_default_encoding", "-W", "error::EncodingWarning")
LOCALES = {
    "C": (PLAIN, ()),
    "cp1252": ({"PYTHONIOENCODING": "cp1252"}, ()),
    "cp437": ({"PYTHONIOENCODING": "cp437"}, ()),
    "no default encoding": ({}, STRICT),
}
CALLS = {
    "verify": ["verify", "turn4.vsav", "red_beach.vmod"],
    "run": ["run", "red_beach", "night", "turn4.vsav", "--dry-run", "--seed", "7"],
    "run --json": ["run", "red_beach", "night", "turn4.vsav", "-o", "ü out.vsav", "--json"],
    "games": ["games"],
    "tables": ["tables", "red_beach"],
    "tables crt": ["tables", "red_beach", "crt", "--edition", "house"],
    "watch": ["watch", ".", "--game", "red_beach", "--once", "--seed", "7"],
    "help": ["run", "--help"],
}

TALKATIVE = ["run", "tables", "verify"]
MATRIX = [
    *((what, locale) for what in CALLS for locale in ("C", "no default encoding")),
    *((what, locale) for what in TALKATIVE for locale in ("cp1252", "cp437")),
]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return lay_table(tmp_path / "Spiele für mich – №1")


def readable(data: bytes, locale: str) -> str:
    encodings = {"C": "ascii", "cp1252": "cp1252", "cp437": "cp437"}
    return data.decode(encodings.get(locale, "utf-8"))


@pytest.mark.parametrize(("what", "locale"), MATRIX)
def test_a_command_works_in_every_locale(table: Table, what: str, locale: str) -> None:
    env, options = LOCALES[locale]
    done = spawn(*CALLS[what], cwd=table.folder, env=env, options=options)
    told = readable(done.stderr, locale)
    assert done.returncode == 0, told
    assert "Traceback" not in told
    assert "unforeseen" not in told
    assert readable(done.stdout, locale).strip()
    if "--json" in what:
        json.loads(done.stdout)


def test_an_error_about_a_name_that_the_terminal_lacks_is_still_a_sentence(table: Table) -> None:
    bad = table.folder / "früh №2.vsav"
    bad.write_bytes(b"nothing")
    done = spawn("verify", bad, cwd=table.folder, env=PLAIN)
    assert done.returncode == 3
    assert done.stderr.decode("ascii").startswith("Error: fr")


def test_a_pipe_that_is_closed_early_is_no_error_of_ours(table: Table) -> None:
    process = subprocess.Popen(
        command_line("tables", "red_beach", "--json"),
        cwd=table.folder,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    told = process.stderr.read().decode("utf-8")
    process.stderr.close()
    process.wait(timeout=60)
    assert "Traceback" not in told
    assert "unforeseen" not in told


# --- killed ----------------------------------------------------------------------------------


@POSIX
@pytest.mark.parametrize("wait", [0.05, 0.2, 0.35, 0.45, 0.55, 0.65, 0.8])
def test_a_run_killed_at_any_moment_leaves_the_save_and_no_half_output(
    table: Table, wait: float
) -> None:
    before = table.save.read_bytes()
    process = subprocess.Popen(
        command_line("run", "red_beach", "night", table.save, "-o", table.out, "--seed", "7"),
        cwd=table.folder,
        env=environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    time.sleep(wait)
    process.kill()
    process.wait(timeout=60)
    assert table.save.read_bytes() == before
    assert set(table.names()) - {*LAID, table.out.name} <= {
        name for name in table.names() if name.endswith(".part")
    }
    if table.out.exists():
        assert read_state(open_save(table.out)).turn == "GT 5"


KILLED_WHILE_WRITING = """
import os, signal, sys
from vassal_bridge.cli import main
from vassal_bridge.formats import writing
step, count = os.{name}, 0
def killed(*args, **kwargs):
    os.kill(os.getpid(), signal.SIGKILL)
    return step(*args, **kwargs)
os.{name} = killed
main(sys.argv[1:])
"""


@POSIX
@pytest.mark.parametrize("name", ["fsync", "link", "replace"])
@pytest.mark.parametrize("force", [False, True])
def test_a_run_killed_in_the_middle_of_writing_leaves_what_was_there(
    table: Table, name: str, force: bool
) -> None:
    before = table.save.read_bytes()
    if force:
        table.out.write_bytes(b"an older answer")
    words = ["run", "red_beach", "night", str(table.save), "-o", str(table.out), "--seed", "7"]
    code = KILLED_WHILE_WRITING.format(name=name)
    done = subprocess.run(
        [sys.executable, "-c", code, *words, *(["--force"] if force else [])],
        cwd=table.folder,
        env=environment(),
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert table.save.read_bytes() == before
    if done.returncode == -signal.SIGKILL:
        assert not table.out.exists() or table.out.read_bytes() == b"an older answer"
    else:
        assert done.returncode == 0
        assert (name, force) in (("link", True), ("replace", False))
        assert read_state(open_save(table.out)).turn == "GT 5"


# --- watch -----------------------------------------------------------------------------------


def test_watch_once_answers_what_is_there_and_the_answer_opens(table: Table) -> None:
    before = table.save.read_bytes()
    words = ["watch", table.folder, "--game", "red_beach", "--once", "--seed", "7"]
    done = spawn(*words, cwd=table.folder)
    assert done.returncode == 0, done.stderr
    answer = table.folder / "turn4.bot.vsav"
    assert read_state(open_save(answer)).turn == "GT 5"
    assert table.save.read_bytes() == before
    assert "answered in turn4.bot.vsav" in done.stderr.decode("utf-8")
    assert done.stdout.decode("utf-8").startswith("GT 4 (20 Nov), night")
    again = spawn(*words, cwd=table.folder)
    assert again.returncode == 0
    assert again.stdout == b""
    assert table.names() == sorted([*LAID, answer.name])


def test_watch_and_run_give_the_same_bytes_for_the_same_seed(table: Table) -> None:
    spawn(
        "watch",
        table.folder,
        "--game",
        "red_beach",
        "--no-companion",
        "--once",
        "--seed",
        "7",
        cwd=table.folder,
    )
    spawn("run", "red_beach", "night", table.save, "-o", table.out, "--seed", "7", cwd=table.folder)
    assert (table.folder / "turn4.bot.vsav").read_bytes() == table.out.read_bytes()


class Watching:
    """A `watch` in a process of its own."""

    def __init__(self, table: Table) -> None:
        self.process = subprocess.Popen(
            command_line("watch", table.folder, "--game", "red_beach", "--seed", "7"),
            cwd=table.folder,
            env=environment({"PYTHONUNBUFFERED": "1"}),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        self.told: list[str] = []

    def until(self, word: str) -> None:
        """Read what it says until a word comes."""
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.told.append(line.decode("utf-8"))
            if word in self.told[-1]:
                return
        raise AssertionError(f"it never said {word!r}: {self.told}")

    def end(self) -> int:
        """Press Ctrl-C, hear it out, and return its exit code."""
        self.process.send_signal(signal.SIGINT)
        assert self.process.stderr is not None
        self.told += [line.decode("utf-8") for line in self.process.stderr]
        self.process.stderr.close()
        return self.process.wait(timeout=60)


@POSIX
def test_watch_answers_a_new_save_refuses_a_second_one_and_ends_on_ctrl_c(table: Table) -> None:
    content = table.save.read_bytes()
    table.save.unlink()
    watching = Watching(table)
    try:
        watching.until("watching")
        second = spawn("watch", table.folder, "--game", "red_beach", cwd=table.folder)
        assert second.returncode == 3
        told = second.stderr.decode("utf-8")
        assert "already watches this folder" in told
        assert str(watching.process.pid) in told
        assert len(told.splitlines()) == 1
        table.save.write_bytes(content)
        watching.until("answered in")
        assert watching.end() == 0
    finally:
        watching.process.kill()
        watching.process.wait()
    assert not any("Traceback" in line for line in watching.told)
    assert read_state(open_save(table.folder / "turn4.bot.vsav")).turn == "GT 5"
    after = spawn("watch", table.folder, "--game", "red_beach", "--once", cwd=table.folder)
    assert after.returncode == 0
    assert table.names() == ["red_beach.vmod", "turn4.bot.vsav", "turn4.vsav"]
