"""`vassal-bridge edit`: changes in TOML and JSON, all or none, told, proved and written."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from vassal_bridge.cli.edit import edit
from vassal_bridge.cli.main import cli
from vassal_bridge.errors import VerifyError
from vassal_bridge.formats.editing.changesfile import VERBS, ChangesError, read_changes
from vassal_bridge.formats.editing.changing import _MAKERS, prove
from vassal_bridge.formats.save import Save, open_save

GOLDEN = Path(__file__).parent.parent / "data" / "golden"

CHANGES = """
[[change]]
move = "1st Inf"
to = "0605"

[[change]]
flip = "1st Inf"
layer = "Step"

[[change]]
set = "1st Inf"
property = "Strength"
value = 2

[[change]]
place = "Supply"
at = "0404"

[[change]]
layer = "2nd Inf"
level = "reduced"

[[change]]
rotate = "2nd Inf"
degrees = 120

[[change]]
mask = "Mask plain"
side = "US"

[[change]]
label = "Text Label"
text = "a; new/label"

[[change]]
shuffle = "Draw"
seed = 3

[[change]]
draw = "Draw"
to = [300, 200]
map = "Depot"
side = "US"

[[change]]
turn = { TurnNo = 3 }
tracker = "Turn"

[[change]]
global = "VP"
value = 12

[[change]]
clone = "Leader"
to = "0808"

[[change]]
delete = "Scout"

[[change]]
note = "by the bridge"

[[change]]
say = "* all done *"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for file in (GOLDEN / "kitchen.vmod", GOLDEN / "kitchen" / "01-new.vsav"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    (tmp_path / "changes.toml").write_text(CHANGES, encoding="utf-8")
    return tmp_path


def run(folder: Path, *arguments: str, changes: str = "changes.toml") -> Result:
    save = str(folder / "01-new.vsav")
    name = changes if changes == "-" else str(folder / changes)
    return CliRunner().invoke(cli, ["edit", save, name, *arguments])


def test_changes_are_made_told_and_written(folder: Path) -> None:
    done = run(folder, "-o", str(folder / "out.vsav"))
    assert done.exit_code == 0, done.output
    assert "1st Inf moves 0303 -> 0605" in done.stdout
    assert "Draw is shuffled, seed 3" in done.stdout
    save = open_save(folder / "out.vsav")
    piece = save.piece("1st Inf")
    assert piece.location == "0605"
    assert piece["Step_Level"] == "2"
    assert piece["Strength"] == "2"
    assert save.piece("2nd Inf")["Facing_Degrees"] == "120"
    assert save.editor.position.property("VP") == "12"
    assert [one.location for one in save.editor.pieces("Supply")].count("0404") == 1
    assert not save.editor.pieces("Scout")


def test_the_same_changes_give_the_same_bytes(folder: Path) -> None:
    for name in ("one.vsav", "two.vsav"):
        assert run(folder, "-o", str(folder / name)).exit_code == 0
    assert (folder / "one.vsav").read_bytes() == (folder / "two.vsav").read_bytes()


def test_a_dry_run_tells_and_writes_nothing(folder: Path) -> None:
    before = sorted(folder.iterdir())
    done = run(folder, "--dry-run", "--json")
    assert done.exit_code == 0
    told = json.loads(done.stdout)
    assert told["written"] is False
    assert len(told["changes"]) == CHANGES.count("[[change]]")
    assert any("1st Inf moved from" in one for one in told["differences"])
    assert sorted(folder.iterdir()) == before


def test_nothing_is_written_over_without_force_and_never_the_save_itself(folder: Path) -> None:
    out = str(folder / "out.vsav")
    assert run(folder, "-o", out).exit_code == 0
    assert run(folder, "-o", out).exit_code == 2
    assert run(folder, "-o", out, "--force").exit_code == 0
    itself = run(folder, "-o", str(folder / "01-new.vsav"), "--force")
    assert itself.exit_code == 2
    original = GOLDEN / "kitchen" / "01-new.vsav"
    assert (folder / "01-new.vsav").read_bytes() == original.read_bytes()


def test_without_an_output_it_is_wrongly_called(folder: Path) -> None:
    assert run(folder).exit_code == 2


def test_what_cannot_be_done_is_listed_at_once_and_nothing_is_written(folder: Path) -> None:
    (folder / "bad.json").write_text(
        json.dumps(
            [
                {"move": "Nobody", "to": "0605"},
                {"move": "1st Inf", "to": "9999"},
                {"flip": "1st Inf"},
                {"draw": "No such deck", "to": "0605"},
            ]
        ),
        encoding="utf-8",
    )
    done = run(folder, "-o", str(folder / "out.vsav"), changes="bad.json")
    assert done.exit_code == 3
    assert "3 things are wrong" in done.stderr
    for number in (1, 2, 4):
        assert f"change {number} (" in done.stderr
    assert "change 3" not in done.stderr
    assert not (folder / "out.vsav").exists()


def test_changes_come_from_the_input_too(folder: Path) -> None:
    save = str(folder / "01-new.vsav")
    text = '[[change]]\nsay = "hello"\n'
    done = CliRunner().invoke(cli, ["edit", save, "-", "--dry-run"], input=text)
    assert done.exit_code == 0, done.output
    assert "chat: hello" in done.stdout


def test_no_changes_leave_the_bytes_as_they_are(folder: Path) -> None:
    (folder / "none.toml").write_text("", encoding="utf-8")
    done = run(folder, "-o", str(folder / "out.vsav"), changes="none.toml")
    assert done.exit_code == 0
    assert (folder / "out.vsav").read_bytes() == (folder / "01-new.vsav").read_bytes()


class TestLanguage:
    @pytest.mark.parametrize(
        ("text", "problem"),
        [
            ('[[change]]\nmvoe = "x"\nto = "0605"', "did you mean 'move'"),
            ('[[change]]\nset = "x"\npropery = "y"\nvalue = 1', "did you mean 'property'"),
            ('[[change]]\nset = "x"\nvalue = 1', "set needs 'property'"),
            ('[[change]]\nmove = "x"\nto = 7', "expected a place's name"),
            ('[[change]]\nmove = "x"\nto = [1, true]', "expected a place's name"),
            ('[[change]]\nmove = "x"\nto = "y"\nflip = "x"', "found move and flip"),
            ('[[change]]\nrotate = "x"', "either 'degrees' or 'facing'"),
            ("[[change]]\ndelete = 5", "expected a text for 'delete'"),
            ("chnage = 5", "unknown key 'chnage'"),
            ("change = 5", "expected a list of changes"),
            ("change = [5]", "expected a table"),
            ("[[change", "cannot be read"),
        ],
    )
    def test_what_a_change_cannot_say_is_named(self, text: str, problem: str) -> None:
        with pytest.raises(ChangesError, match=problem):
            read_changes(text, name="changes.toml")

    def test_all_that_is_wrong_is_told_at_once(self) -> None:
        text = '[[change]]\nmvoe = "x"\n[[change]]\nset = "x"\nwhat = 1\n'
        with pytest.raises(ChangesError) as caught:
            read_changes(text)
        assert len(caught.value.problems) == 4

    def test_every_verb_is_made_and_stands_in_the_help(self) -> None:
        assert set(_MAKERS) == {verb.name for verb in VERBS}
        assert edit.help is not None
        assert all(f"  {verb.name} " in edit.help for verb in VERBS)

    def test_toml_and_json_say_the_same(self) -> None:
        toml = read_changes('[[change]]\nmove = "x"\nto = [1, 2]\n')
        assert toml == read_changes('[{"move": "x", "to": [1, 2]}]', as_json=True)
        assert toml == read_changes('{"change": [{"move": "x", "to": [1, 2]}]}', as_json=True)


class TestProof:
    def edited(self) -> tuple[Save, Save]:
        path = GOLDEN / "kitchen" / "01-new.vsav"
        before, after = open_save(path), open_save(path)
        after.piece("1st Inf").move_to(("Theatre", 350, 290)).flip()
        return before, after

    def test_what_the_commands_do_is_proved(self) -> None:
        before, after = self.edited()
        prove(before, after, after.editor.commands)

    def test_a_change_that_no_command_made_is_caught(self) -> None:
        before, after = self.edited()
        line = next(after.commands.all("SetGlobalProperty"))
        line["value"] = "another"
        with pytest.raises(VerifyError):
            prove(before, after, after.editor.commands)

    def test_a_command_that_was_not_applied_is_caught(self) -> None:
        before, after = self.edited()
        piece = next(one for one in after.pieces if one.basic_name == "2nd Inf")
        with pytest.raises(VerifyError, match="another save"):
            prove(before, after, [*after.editor.commands, f"-/{piece.id}"])
