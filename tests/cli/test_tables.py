"""`games` and `tables`: what is known, and how an owner types, exports and imports the rest."""

from __future__ import annotations

import csv
import json
import tomllib
from pathlib import Path

import pytest

from tests.cli_kit import call

EDITIONS = {"printed", "owner", "house"}


def known(table: str) -> dict[str, tuple[int, int]]:
    """Return for each edition how many cells of a table are known and missing."""
    found = json.loads(call("tables", "red_beach", "--json").stdout)
    return {
        row["edition"]: (row["known"], len(row["missing"]))
        for row in found
        if row["table"] == table
    }


def test_games_lists_scenarios_and_sequences() -> None:
    found = json.loads(call("games", "--json").stdout)
    game = next(each for each in found if each["name"] == "red_beach")
    facts = {"name", "title", "sides", "editions", "scenarios", "sequences", "settings"}
    assert set(game) == facts
    text = call("games").stdout
    assert all(f"    {name}" in text for name in game["sequences"])
    assert "night" in game["sequences"]


def test_the_overview_counts_what_each_edition_knows() -> None:
    result = call("tables", "red_beach")
    assert result.exit_code == 0
    heading = result.stdout.splitlines()[0].split()
    assert heading == ["table", "rule", "printed", "owner", "house", "title"]
    counts = known("tactical_night")
    assert set(counts) == EDITIONS
    assert counts["house"][1] == 0
    assert counts["owner"] == counts["printed"]
    assert counts["printed"][1] > 0


def test_one_table_shows_what_it_does_not_know_by_a_question_mark() -> None:
    house = call("tables", "red_beach", "crt", "--edition", "house")
    owner = call("tables", "red_beach", "crt")
    assert "house edition" in house.stdout
    body = house.stdout.split("\n", 1)[1]
    assert "?" not in body
    assert "?" in owner.stdout.split("\n", 1)[1]
    found = json.loads(call("tables", "red_beach", "crt", "--json").stdout)
    assert set(found) == {"table", "title", "rule", "edition", "rows"}


def test_fill_asks_for_each_missing_cell_says_what_is_wrong_and_can_be_resumed(
    bridge_home: Path,
) -> None:
    missing = known("tactical_drm_date")["owner"][1]
    assert missing == 4
    first = call("tables", "red_beach", "tactical_drm_date", "--fill", text="many\n1\nq\n")
    assert first.exit_code == 0
    assert "(1 of 4) row 20 Nov" in first.stderr
    assert "expected a whole number" in first.stderr
    assert "what you typed is kept" in first.stderr
    assert first.stdout == ""
    assert known("tactical_drm_date")["owner"] == (1, 3)
    second = call("tables", "red_beach", "tactical_drm_date", "--fill", text="\n2\n?\n")
    assert second.exit_code == 0
    assert "(1 of 3) row 21 Nov" in second.stderr
    assert "Done." in second.stderr
    assert known("tactical_drm_date")["owner"] == (2, 2)
    document = tomllib.loads((bridge_home / "red_beach" / "tables.toml").read_text("utf-8"))
    assert document == {"tactical_drm_date": {"20 Nov": 1, "22 Nov": 2}}


def test_fill_stops_where_the_typing_stops_and_keeps_it(bridge_home: Path) -> None:
    """The end of the input, or Ctrl-C, is no error: one goes on another day."""
    result = call("tables", "red_beach", "tactical_drm_date", "--fill", text="1\n")
    assert result.exit_code == 0
    assert "what you typed is kept" in result.stderr
    assert known("tactical_drm_date")["owner"] == (1, 3)


def test_fill_says_where_nothing_is_missing() -> None:
    result = call("tables", "red_beach", "naval", "--fill")
    assert result.exit_code == 0
    assert "Nothing is missing." in result.stderr


def lines(file: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(file.read_text(encoding="utf-8").splitlines()))


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_csv_goes_out_is_filled_in_a_spreadsheet_and_comes_back(
    tmp_path: Path, delimiter: str, encoding: str
) -> None:
    file = tmp_path / "my tables ü.csv"
    assert call("tables", "red_beach", "--export", file).exit_code == 0
    rows = lines(file)
    for row in rows:
        if row["table"] == "tactical_drm_date":
            assert row["value"] == "?"
            row["value"] = "1"
    with file.open("w", encoding=encoding, newline="") as stream:
        writer = csv.DictWriter(stream, list(rows[0]), delimiter=delimiter)
        writer.writeheader()
        writer.writerows(rows)
    result = call("tables", "red_beach", "--import", file)
    assert result.exit_code == 0, result.stderr
    assert "Took 4 cells" in result.stderr
    assert known("tactical_drm_date")["owner"] == (4, 0)


def test_toml_goes_out_and_comes_back_the_same(tmp_path: Path, bridge_home: Path) -> None:
    call("tables", "red_beach", "tactical_drm_date", "--fill", text="0\n1\n1\n2\n")
    file, again = tmp_path / "mine.toml", tmp_path / "again.toml"
    assert call("tables", "red_beach", "--export", file).exit_code == 0
    (bridge_home / "red_beach" / "tables.toml").unlink()
    assert known("tactical_drm_date")["owner"] == (0, 4)
    result = call("tables", "red_beach", "--import", file)
    assert result.exit_code == 0, result.stderr
    assert known("tactical_drm_date")["owner"] == (4, 0)
    call("tables", "red_beach", "--export", again)
    assert again.read_bytes() == file.read_bytes()


def test_own_bands_travel_with_a_toml(tmp_path: Path, bridge_home: Path) -> None:
    from modules.red_beach import GAME
    from vassal_bridge.game import owner

    tables = GAME.load_tables("owner")
    shape = tables.shape("tactical_night")
    first, last = shape.columns[0].partition("-")[0], shape.columns[-1].rpartition("-")[2]
    owner.set_owner_columns(GAME.owner_file(), tables, "tactical_night", [f"{first}-{last}"])
    tables = GAME.load_tables("owner")
    row = shape.rows[0]
    owner.set_owner_cell(GAME.owner_file(), tables, "tactical_night", row, None, "2 A")
    file = tmp_path / "mine.toml"
    call("tables", "red_beach", "--export", file)
    GAME.owner_file().unlink()
    assert call("tables", "red_beach", "--import", file).exit_code == 0
    after = GAME.load_tables("owner")
    assert after.shape("tactical_night").columns == (f"{first}-{last}",)
    assert after.lookup("tactical_night", row) == "2 A"


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("a.toml", "x = [", "expected TOML"),
        ("a.toml", "x = 1", "expected tables such as [crt], found x"),
        ("a.toml", "[nothing]\na = 1", "there is no table 'nothing'"),
        ("a.toml", '[tactical_drm_date]\n"20 Nov" = "many"', "many"),
        ("a.csv", "", "expected a first line"),
        ("a.csv", "table,row,column,value\ncrt,99,1:1,2\nnothing,1,1,1\n", "line 3"),
        ("a.csv", "table,row,column,value\ntactical_drm_date,20 Nov,value,many\n", "line 2"),
    ],
)
def test_a_wrong_import_is_3_with_every_wrong_place_and_takes_nothing(
    tmp_path: Path, bridge_home: Path, name: str, text: str, said: str
) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    result = call("tables", "red_beach", "--import", tmp_path / name)
    assert result.exit_code == 3
    assert result.stderr.startswith(f"Error: {name}")
    assert said in result.stderr
    assert not bridge_home.exists()


def test_an_import_in_no_known_encoding_is_3(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_bytes(b"table,row,column,value\ncrt,2,1:1,\xe4\n")
    result = call("tables", "red_beach", "--import", tmp_path / "a.csv")
    assert result.exit_code == 3
    assert "save it as UTF-8" in result.stderr


def test_an_export_replaces_nothing_without_force(tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_bytes(b"mine")
    assert call("tables", "red_beach", "--export", file).exit_code == 2
    assert file.read_bytes() == b"mine"
    assert call("tables", "red_beach", "--export", file, "--force").exit_code == 0
    assert lines(file)


def test_a_damaged_owners_file_is_named(bridge_home: Path) -> None:
    (bridge_home / "red_beach").mkdir(parents=True)
    (bridge_home / "red_beach" / "tables.toml").write_text("[crt", encoding="utf-8")
    result = call("tables", "red_beach")
    assert result.exit_code == 3
    assert "tables.toml" in result.stderr
