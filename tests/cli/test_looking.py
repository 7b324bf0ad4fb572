"""The commands that look at files: dump, load, info, pieces, diff, players."""

import csv
import io
import json
import shutil
from collections import Counter
from pathlib import Path

import pytest

from tests.cli_kit import call
from tests.conftest import GOLDEN
from vassal_bridge.cli.output import put_csv
from vassal_bridge.cli.pieces import COLUMNS
from vassal_bridge.formats.archive import Archive
from vassal_bridge.formats.logs.log import open_log
from vassal_bridge.formats.roster import seats
from vassal_bridge.formats.save import open_save
from vassal_bridge.formats.text import same_content

KITCHEN = GOLDEN / "kitchen.vmod"
PLAYERS = GOLDEN / "kitchen" / "03-two-players.vsav"
DECKS = GOLDEN / "kitchen" / "04-decks.vsav"
LOG = GOLDEN / "logs" / "c-decks-hidden.vlog"
START = GOLDEN / "logs" / "start.vsav"
CHAIN = GOLDEN / "chain"
PASSWORDS = ("us-secret", "jp; secret", "secret/1", "secret\\/1")
MODULE = ("--module", str(KITCHEN))


def _pieces(*options: str, save: Path = PLAYERS) -> list[dict[str, object]]:
    result = call("pieces", save, *MODULE, "--json", *options)
    assert result.exit_code == 0, result.stderr
    found: list[dict[str, object]] = json.loads(result.stdout)
    return found


# --- what is hidden -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        *[
            ("pieces", str(save), *more)
            for save in (PLAYERS, LOG)
            for more in (
                (),
                ("--json", "--raw"),
                ("--raw",),
                ("--csv",),
                (*MODULE, "--viewer", "US", "--raw"),
                (*MODULE, "--viewer", "JP", "--raw", "--json"),
            )
        ],
        ("info", str(PLAYERS), str(LOG), str(KITCHEN)),
        ("info", str(PLAYERS), str(LOG), str(KITCHEN), "--json", "--grids"),
        ("diff", str(PLAYERS), str(DECKS), *MODULE),
        ("diff", str(PLAYERS), str(DECKS), "--viewer", "JP", "--json"),
        ("diff", str(GOLDEN / "kitchen" / "01-new.vsav"), str(PLAYERS), "--viewer", "US"),
        ("diff", str(START), str(LOG), "--json"),
        ("diff", str(START), str(LOG), "--ends", *MODULE),
        ("players", str(PLAYERS), "--json"),
        ("players", str(LOG)),
    ],
    ids=" ".join,
)
def test_no_password_is_shown(words: tuple[str, ...]) -> None:
    result = call(*words)
    assert result.exit_code in (0, 1), result.stderr
    for password in PASSWORDS:
        assert password not in result.stdout
        assert password not in result.stderr


@pytest.mark.parametrize("viewer", [None, "US", "JP"])
def test_pieces_are_called_as_the_engine_calls_them_for_each_viewer(viewer: str | None) -> None:
    ending = ".engine.json" if viewer is None else f".engine-{viewer}.json"
    view = json.loads(PLAYERS.with_name("03-two-players" + ending).read_text(encoding="utf-8"))
    hidden_maps = {None: ("JP Hand", "US War Room"), "US": ("JP Hand",), "JP": ("US War Room",)}
    wanted = Counter(
        (one["id"], piece["name"], piece["location"])
        for one in view["maps"]
        for piece in one["pieces"]
        if one["id"] not in hidden_maps[viewer]
        and not piece.get("invisibleToMe")
        and piece.get("deck") not in ("Draw", 'Events; "odd", a/b')
    )
    options = () if viewer is None else ("--viewer", viewer)
    found = Counter(
        (one["map"], one["name"], one["location"])
        for one in _pieces(*options)
        if one["map"] and one["sight"] != "face down"
    )
    assert found == wanted


def test_masked_and_face_down_pieces_have_no_id() -> None:
    hidden = [one for one in _pieces() if one["sight"] != "full"]
    assert {one["sight"] for one in hidden} == {"masked", "face down"}
    assert all(one["id"] == one["gpid"] == "" for one in hidden)


def test_a_filter_does_not_look_behind_a_mask() -> None:
    strong = ("--where", "Class=Infantry", "--map", "Theatre")
    names = {one["name"] for one in _pieces(*strong, "--viewer", "US")}
    assert "1st Inf(?)" in names
    assert "?" not in {one["name"] for one in _pieces(*strong)}


def test_raw_hides_what_is_behind_the_mask() -> None:
    result = call("pieces", PLAYERS, *MODULE, "--map", "Theatre", "--name", "[?]", "--raw")
    assert "the rest is hidden: masked" in result.stdout
    assert "1st Inf" not in result.stdout


# --- pieces ---------------------------------------------------------------------------------


def test_filters_narrow_the_list() -> None:
    everything = _pieces()
    on_map = _pieces("--map", "Depot")
    assert {one["map"] for one in on_map} == {"Depot"}
    assert len(on_map) < len(everything)
    assert {one["name"] for one in _pieces("--name", "Replacement*")} == {
        f"Replacement {number}" for number in range(4)
    }
    assert {one["side"] for one in _pieces("--side", "JP")} == {"JP"}
    assert {one["zone"] for one in _pieces("--zone", "Holding Box")} == {"Holding Box"}
    four = _pieces("--where", "Strength=4", "--map", "Theatre")
    assert {one["name"] for one in four} == {"Spare US", "Reserve; 3"}


def test_the_order_in_a_stack_is_counted_from_the_top() -> None:
    stack = [one for one in _pieces("--map", "Theatre") if one["of"] == 3]
    assert [one["order"] for one in stack] == [1, 2, 3]


def test_csv_has_the_keys_of_the_json() -> None:
    result = call("pieces", PLAYERS, *MODULE, "--csv")
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    assert list(rows[0]) == list(COLUMNS) == list(_pieces()[0])
    assert [row["name"] for row in rows] == [one["name"] for one in _pieces()]


def test_without_its_module_places_are_pixels_and_stderr_says_why() -> None:
    result = call("pieces", PLAYERS, "--map", "Theatre")
    assert result.exit_code == 0
    assert "(530, 325)" in result.stdout
    assert "name it with --module" in result.stderr


def test_the_module_is_found_beside_the_save(tmp_path: Path) -> None:
    shutil.copy(PLAYERS, tmp_path / "a.vsav")
    shutil.copy(KITCHEN, tmp_path / "any name.vmod")
    result = call("pieces", tmp_path / "a.vsav", "--name", "Leader")
    assert "T-1.A" in result.stdout
    assert result.stderr == ""


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--where", "Strength"), "PROP=VALUE"),
        (("--json", "--csv"), "one of --json and --csv"),
    ],
)
def test_wrong_options_are_refused(options: tuple[str, ...], told: str) -> None:
    result = call("pieces", PLAYERS, *options)
    assert result.exit_code == 2
    assert told in result.stderr


def test_a_side_that_is_none_is_refused_with_those_that_are() -> None:
    result = call("pieces", PLAYERS, *MODULE, "--viewer", "UK")
    assert result.exit_code == 3
    assert "there is no side 'UK'; there is US, JP" in result.stderr


# --- info -----------------------------------------------------------------------------------


def test_info_of_a_save_agrees_with_the_engine() -> None:
    view = json.loads(PLAYERS.with_suffix(".engine.json").read_text(encoding="utf-8"))
    (facts,) = json.loads(call("info", PLAYERS, *MODULE, "--json").stdout)
    assert facts["players"] == [
        {"name": one["name"], "side": one["side"]} for one in view["players"]
    ]
    assert facts["turns"] == {one["name"]: one["turn"] for one in view["turnTrackers"]}
    seen = {
        one["id"]: sum(not piece.get("invisibleToMe") for piece in one["pieces"])
        for one in view["maps"]
        if one["class"] == "Map"
    }
    told = {one["map"]: one["pieces"] for one in facts["maps"]}
    assert {name: told[name] for name in seen} == seen
    assert (facts["kind"], facts["module"], facts["steps"]) == ("save", "Kitchen Sink", 0)


def test_info_of_a_log_counts_its_steps() -> None:
    view = json.loads((CHAIN / "1-US.engine.json").read_text(encoding="utf-8"))
    (facts,) = json.loads(call("info", CHAIN / "1-US.vlog", "--json").stdout)
    assert (facts["kind"], facts["steps"]) == ("log", len(view["steps"]))


def test_info_of_a_module_and_its_grids() -> None:
    view = json.loads((GOLDEN / "kitchen.module.engine.json").read_text(encoding="utf-8"))
    (facts,) = json.loads(call("info", KITCHEN, "--json", "--grids").stdout)
    assert facts["sides"] == view["sides"]
    grids = {(one["board"], one["zone"]): one for one in facts["grids"]}
    assert grids["West", "Track"]["grid"] == "SquareGrid"
    assert grids["West", ""]["settings"]["dx"] == "60.0"
    assert "Holding Box" not in grids


def test_info_fits_a_screen_and_names_problems() -> None:
    result = call("info", GOLDEN / "broken" / "09-bad-coordinates.vsav")
    assert result.exit_code == 0
    assert len(result.stdout.splitlines()) < 25
    assert "expected a number for x" in result.stdout


def test_info_goes_on_behind_a_file_that_cannot_be_read() -> None:
    result = call("info", GOLDEN / "broken" / "01-truncated.vsav", PLAYERS, *MODULE)
    assert result.exit_code == 3
    assert "Kitchen Sink" in result.stdout
    assert "01-truncated.vsav: the zip is not complete" in result.stderr


# --- dump and load --------------------------------------------------------------------------


def test_a_save_comes_back_through_its_twin(tmp_path: Path) -> None:
    twin, back = tmp_path / "a.txt", tmp_path / "a.vsav"
    assert call("dump", PLAYERS, "-o", twin).exit_code == 0
    assert call("dump", PLAYERS).stdout_bytes == twin.read_bytes()
    assert call("load", twin, "-o", back).exit_code == 0
    assert same_content(Archive.read(back), Archive.read(PLAYERS))
    again = call("load", "-", "-o", tmp_path / "b.vsav", text=twin.read_text(encoding="utf-8"))
    assert again.exit_code == 0
    assert (tmp_path / "b.vsav").read_bytes() == back.read_bytes()


def test_dump_and_load_replace_nothing_unasked(tmp_path: Path) -> None:
    twin = tmp_path / "a.txt"
    twin.write_text("mine", encoding="utf-8")
    assert call("dump", PLAYERS, "-o", twin).exit_code == 2
    assert twin.read_text(encoding="utf-8") == "mine"
    assert call("dump", PLAYERS, "-o", twin, "--force").exit_code == 0
    assert call("load", twin, "-o", twin, "--force").exit_code == 2


def test_a_damaged_twin_writes_nothing(tmp_path: Path) -> None:
    twin, out = tmp_path / "a.txt", tmp_path / "a.vsav"
    twin.write_text("vassal-bridge twin 1\nus-secret what\n", encoding="utf-8")
    result = call("load", twin, "-o", out)
    assert result.exit_code == 3
    assert "a.txt: line 2" in result.stderr
    assert not out.exists()


def test_a_module_has_a_twin_too(tmp_path: Path) -> None:
    twin, back = tmp_path / "a.txt", tmp_path / "a.vmod"
    assert call("dump", GOLDEN / "broken" / "tiny.vmod", "-o", twin).exit_code == 0
    assert call("load", twin, "-o", back).exit_code == 0
    assert same_content(Archive.read(back), Archive.read(GOLDEN / "broken" / "tiny.vmod"))


# --- diff -----------------------------------------------------------------------------------


def test_diff_leaves_with_1_where_something_differs() -> None:
    result = call("diff", PLAYERS, DECKS, *MODULE)
    assert result.exit_code == 1
    assert "Card 2 was drawn from the deck Draw to Depot" in result.stdout


def test_diff_leaves_with_0_where_nothing_does() -> None:
    result = call("diff", PLAYERS, PLAYERS, *MODULE)
    assert (result.exit_code, result.stdout) == (0, "")


def test_the_end_of_a_log_is_the_save_made_there() -> None:
    result = call("diff", CHAIN / "1-US.vlog", CHAIN / "1-end.vsav", *MODULE, "--ends")
    assert (result.exit_code, result.stdout) == (0, "")


def test_diff_gives_stable_keys() -> None:
    found = json.loads(call("diff", PLAYERS, DECKS, *MODULE, "--json").stdout)
    assert list(found) == ["before", "after", "viewer", "differences"]
    keys = ["kind", "piece", "subject", "what", "before", "after", "place", "note", "text"]
    assert all(list(one) == keys for one in found["differences"])


# --- players --------------------------------------------------------------------------------


def test_players_are_listed_with_their_sides() -> None:
    found = json.loads(call("players", PLAYERS, "--json").stdout)
    assert found["players"] == [
        {"name": "Ann O'Nym", "side": "US"},
        {"name": 'Kenji "健"', "side": "JP"},
    ]


def test_renaming_keeps_seat_password_and_pieces(tmp_path: Path) -> None:
    out = tmp_path / "a.vsav"
    assert call("players", PLAYERS, "--rename", "Ann O'Nym=Ann/e; \\2", "-o", out).exit_code == 0
    before, after = open_save(PLAYERS), open_save(out)
    assert [one.player for one in seats(after)] == [one.player for one in seats(before)]
    assert [one.name for one in seats(after)] == ["Ann/e; \\2", 'Kenji "健"']
    assert "O'Nym" not in after.text
    differing = [
        (one.kind, other.text)
        for one, other in zip(before.commands, after.commands, strict=True)
        if one.text != other.text
    ]
    assert Counter(kind for kind, _ in differing) == {"AddPlayer": 2, "DelayedNote": 6}


def test_dropping_frees_the_seat_in_both_rosters(tmp_path: Path) -> None:
    out = tmp_path / "a.vsav"
    result = call("players", PLAYERS, "--drop", "Ann O'Nym", "-o", out)
    assert result.exit_code == 0
    before, after = open_save(PLAYERS), open_save(out)
    assert [command["name"] for command in after.commands.all("AddPlayer")] == ['Kenji "健"'] * 2
    assert [piece.command.own for piece in after.pieces] == [
        piece.command.own for piece in before.pieces
    ]
    assert "stay hidden" in result.stderr


@pytest.mark.parametrize(
    ("options", "code", "told"),
    [
        (("--rename", "Bob=Rob"), 3, "there is no player 'Bob'"),
        (("--rename", 'Ann O\'Nym=Kenji "健"'), 3, "already"),
        (("--rename", "Ann"), 2, "OLD=NEW"),
        (("--rename", "Ann O'Nym="), 3, "expected a name"),
        (("--drop", "Bob"), 3, "there is no player 'Bob'"),
    ],
)
def test_a_wrong_edit_writes_nothing(
    options: tuple[str, ...], code: int, told: str, tmp_path: Path
) -> None:
    result = call("players", PLAYERS, *options, "-o", tmp_path / "a.vsav")
    assert result.exit_code == code
    assert told in result.stderr
    assert not (tmp_path / "a.vsav").exists()


def test_players_needs_an_output_for_edits_and_none_without() -> None:
    assert call("players", PLAYERS, "--drop", "Ann O'Nym").exit_code == 2
    assert call("players", PLAYERS, "-o", "nothing.vsav").exit_code == 2
    assert call("players", PLAYERS, "--drop", "Ann O'Nym", "-o", PLAYERS).exit_code == 2


def test_csv_quotes_what_needs_it(capsys: pytest.CaptureFixture[str]) -> None:
    put_csv(("a", "b"), [("x,y", 'say "z"'), (1, "")])
    assert capsys.readouterr().out == 'a,b\n"x,y","say ""z"""\n1,\n'


def test_a_log_with_a_renamed_or_dropped_player_is_walked_through_to_its_end(
    tmp_path: Path,
) -> None:
    log = GOLDEN / "logs" / "a-two-players.vlog"
    out = tmp_path / "a.vlog"
    whole = open_log(log)
    for edit in (("--rename", "Ann O'Nym=Anne"), ("--drop", "Ann O'Nym")):
        assert call("players", log, *edit, "-o", out, "--force").exit_code == 0
        edited = open_log(out)
        assert len(edited.steps) == len(whole.steps)
        assert "Ann O'Nym" not in {one.name for one in seats(edited.save)}
        assert [piece.command.own for piece in edited.replay().pieces] == [
            piece.command.own for piece in whole.replay().pieces
        ]
    assert {one.name for one in seats(whole.replay().save)} == {"Ann O'Nym"}


def test_a_name_is_changed_in_a_logs_steps_too(tmp_path: Path) -> None:
    out = tmp_path / "a.vlog"
    log = GOLDEN / "logs" / "a-two-players.vlog"
    assert call("players", log, "--rename", "Ann O'Nym=Anne", "-o", out).exit_code == 0
    names = {command["name"] for command in open_save(out).commands.all("AddPlayer")}
    assert names == {"Anne", 'Kenji "健"'}
