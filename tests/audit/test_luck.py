"""How dice fell: counted by player, button and kind, tested, told plainly, and reconciled."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree
from PIL import Image

from tests.conftest import GOLDEN
from vassal_bridge.audit.dice_figure import dice_figure
from vassal_bridge.audit.dice_journal import JournalRow, Match, read_journal, reconcile
from vassal_bridge.audit.hits import read_hit, scorer_of
from vassal_bridge.audit.luck import Score, Throw, dice_report
from vassal_bridge.audit.reading import Reading
from vassal_bridge.audit.throws import throws_of
from vassal_bridge.cli.main import cli
from vassal_bridge.errors import FormatError, UnusableAnswer
from vassal_bridge.formats.logs.log import Log, log_from, open_log
from vassal_bridge.formats.module import open_module
from vassal_bridge.formats.save import Save

KITCHEN = GOLDEN / "kitchen.vmod"
TWO = GOLDEN / "logs" / "a-two-players.vlog"


def throw(
    *faces: int, who: str = "Ann", step: int = 1, sides: int = 6, is_undone: bool = False
) -> Throw:
    kind = f"{len(faces)}d{sides}"
    return Throw("a.vlog", step, who, "chat", "dice", kind, sides, faces, is_undone)


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, ["dice", *map(str, arguments)])


def test_faces_are_counted_for_each_player_button_and_kind() -> None:
    report = dice_report([throw(1, 6), throw(6, who="Bob"), throw(6, 6), throw(3, sides=10)])
    groups = {(one.by, one.name, one.sides): one for one in report.groups}
    ann = groups["player", "Ann", 6]
    assert (ann.counts, ann.rolls, ann.total) == ((1, 0, 0, 0, 0, 3), 2, 19)
    assert (ann.expected, ann.expected_total) == (4 / 6, 14)
    assert groups["button", "dice", 6].counts == (1, 0, 0, 0, 0, 4)
    assert groups["kind", "2d6", 6].rolls == 2
    assert groups["player", "Ann", 10].counts == (0, 0, 1, *[0] * 7)


def test_the_longest_streaks_are_found_with_their_steps() -> None:
    totals = [2, 12, 11, 7, 8, 9, 10, 3, 2]
    faces = [(total // 2, total - total // 2) for total in totals]
    report = dice_report(throw(*two, step=step) for step, two in enumerate(faces, start=1))
    group = report.groups[0]
    assert (group.high.length, group.high.first, group.high.last) == (3, "a.vlog 5", "a.vlog 7")
    assert (group.low.length, group.low.first) == (2, "a.vlog 8")


def test_many_sixes_are_rare_and_nobody_is_blamed() -> None:
    report = dice_report(throw(6, 6, step=step) for step in range(1, 30))
    assert any(test.is_rare for test in report.tests)
    words = " ".join(report.words)
    assert "no proof" in words
    assert "cheat" not in words.lower()
    straight = dice_report(throw(1 + step % 6, 6 - step % 6, step=step) for step in range(30))
    faces = [test for test in straight.tests if test.outcome.name == "chi-squared"]
    assert not any(test.is_rare for test in faces)


@given(st.lists(st.lists(st.integers(1, 6), min_size=1, max_size=3), max_size=25))
def test_correction_only_makes_less_of_a_test(rolls: list[list[int]]) -> None:
    report = dice_report(throw(*faces) for faces in rolls)
    assert all(test.corrected >= test.outcome.p - 1e-12 for test in report.tests)
    assert sum(sum(one.counts) for one in report.groups if one.by == "player") == sum(
        map(len, rolls)
    )


def test_luck_is_of_rolls_that_stood_and_in_a_games_own_terms() -> None:
    throws = [throw(6, 6), throw(1, 1, is_undone=True), throw(4, who="Bob")]
    ann, bob = dice_report(throws).luck
    assert (ann.who, ann.rolls, ann.value - ann.expected) == ("Ann", 1, 5)
    assert (bob.value, bob.expected) == (4, 3.5)
    hits = dice_report(throws, lambda one: Score(one.faces.count(6), len(one.faces) / 6)).luck
    assert [(one.value, round(one.expected, 3)) for one in hits] == [(2, 0.333), (0, 0.167)]


@pytest.mark.parametrize(
    ("text", "chance"),
    [("2d6>=9", 10 / 36), ("1d6<=2", 1 / 3), (" 2d6 = 7 ", 1 / 6), ("3d6>=3", 1), ("1d10>=11", 0)],
)
def test_a_hit_has_the_chance_that_counting_gives(text: str, chance: float) -> None:
    assert read_hit(text).chance == pytest.approx(chance)


def test_luck_is_told_in_hits_of_the_dice_that_have_one() -> None:
    score = scorer_of([read_hit("2d6>=9"), read_hit("1d6<=2")])
    throws = [throw(4, 5), throw(4, 4), throw(2), throw(1, 1, 1)]
    (ann,) = dice_report(throws, score).luck
    assert (ann.rolls, ann.value) == (3, 2)
    assert ann.expected == pytest.approx(20 / 36 + 1 / 3)
    for text in ("9", "2d6", "d6>=2", "2d6>9x"):
        with pytest.raises(UnusableAnswer, match="expected a hit"):
            read_hit(text)


def readings(*paths: Path) -> list[Reading]:
    module = open_module(KITCHEN)
    return [Reading(open_log(path), module) for path in paths]


def test_rolls_of_the_engines_log_are_told_with_their_dice() -> None:
    throws = {one.step: one for one in throws_of(readings(TWO))}
    assert (throws[5].faces, throws[5].sides, throws[5].is_undone) == ((6, 2), 6, True)
    assert throws[15].sides == 0, "the best two of five dice are no fair sample"
    assert throws[16].sides == 0, "symbols are no dice"


def test_steps_that_a_log_repeats_are_counted_once() -> None:
    chain = GOLDEN / "chain"
    both = throws_of(readings(chain / "1-US.vlog", chain / "2-JP-continued.vlog"))
    assert [(one.log, one.faces) for one in both] == [
        ("1-US.vlog", (3, 1)),
        ("1-US.vlog", (6, 4)),
        ("2-JP-continued.vlog", (4, 1)),
    ]


def test_dice_that_only_the_chat_tells_are_guessed_where_many_were_told() -> None:
    steps = [[f"CHAT*** (IFT DR) {n % 6 + 1},{n // 6 + 1} ***   <Ann>"] for n in range(36)]
    save = open_log(GOLDEN / "logs" / "start.vsav").save
    whole = Log(Save.from_bytes(log_from(save, steps)))
    found = throws_of([Reading(whole)])
    assert {(one.sides, one.kind) for one in found} == {(6, "2d6?")}
    few = Log(Save.from_bytes(log_from(save, steps[:3])))
    assert {one.sides for one in throws_of([Reading(few)])} == {0}


def test_the_figure_is_a_drawing_with_each_count_and_no_markup_of_a_name() -> None:
    report = dice_report([throw(6, 6, who="<b>&\x07"), throw(1)])
    drawing = etree.fromstring(dice_figure(report).encode("utf-8"))
    texts = ["".join(one.itertext()) for one in drawing.iter("{*}text")]
    assert any("<b>&\ufffd" in text for text in texts)
    assert len(list(drawing.iter("{*}rect"))) == 12
    assert etree.fromstring(dice_figure(dice_report([])).encode("utf-8")).tag.endswith("svg")


def test_a_journal_is_compared_roll_by_roll() -> None:
    throws = [throw(1, 2), throw(3, 4), throw(5, 6), throw(2, 2)]
    rows = read_journal('player,Dice\nAnn,"1,2"\nann,3 4\nAnn,5+5\nAnn,2/2\nAnn,6+6\n')
    assert [one.match for one in reconcile(throws, rows)] == [
        Match.SAME,
        Match.SAME,
        Match.DIFFERS,
        Match.SAME,
        Match.NOT_IN_LOGS,
    ]
    assert [one.match for one in reconcile(throws, [])] == [Match.NOT_IN_JOURNAL] * 4
    totals = read_journal("total\n3\n7\n11\n4\n")
    assert {one.match for one in reconcile(throws, totals)} == {Match.SAME}


@pytest.mark.parametrize("text", ["", "a,b\n1,2\n", "faces\nnothing\n", "total\nmany\n"])
def test_what_is_no_journal_is_refused(text: str) -> None:
    with pytest.raises(FormatError, match="expected"):
        read_journal(text, "j.csv")


@given(st.lists(st.lists(st.integers(1, 6), min_size=1, max_size=3), max_size=12), st.data())
def test_every_roll_and_every_row_is_told_once(rolls: list[list[int]], data: st.DataObject) -> None:
    throws = [throw(*faces, step=step) for step, faces in enumerate(rolls)]
    kept = [one for one in throws if data.draw(st.booleans())]
    rows = [JournalRow(line, one.faces, None, "") for line, one in enumerate(kept)]
    compared = list(reconcile(throws, rows))
    assert [one.throw for one in compared if one.throw] == throws
    assert [one.row for one in compared if one.row] == rows
    assert all(one.match is not Match.NOT_IN_LOGS for one in compared)


def test_show_prints_counts_and_words_csv_and_json(tmp_path: Path) -> None:
    common = ("show", TWO, "--module", KITCHEN)
    result = run(*common)
    assert result.exit_code == 0, result.output
    assert "player Ann O'Nym" in result.stdout
    assert "corrected for their number" in result.stdout
    assert "1 hits, 0.8333 expected" in run(*common, "--hit", "1d6>=2").stdout
    rows = list(csv.DictReader(io.StringIO(run(*common, "--csv").stdout)))
    assert rows[0]["faces"] == "6+2"
    assert rows[0]["undone"] == "yes"
    data = json.loads(run(*common, "--json").stdout)
    assert [one["faces"] for one in data["rolls"]] == [row["faces"] for row in rows]
    assert {one["by"] for one in data["groups"]} == {"player", "button", "kind"}
    assert "us-secret" not in result.output + json.dumps(data)
    for name in ("dice.svg", "dice.png"):
        assert run(*common, "--figure", tmp_path / name).exit_code == 0
    with Image.open(tmp_path / "dice.png") as image:
        assert image.getextrema() != ((255, 255), (255, 255), (255, 255))
    assert run(*common, "--figure", tmp_path / "dice.png").exit_code == 2
    assert run(*common, "--figure", tmp_path / "dice.gif").exit_code == 2
    assert run(*common, "--csv", "--json").exit_code == 2


def test_a_csv_of_ours_is_a_journal_and_a_changed_one_is_seen(tmp_path: Path) -> None:
    journal = tmp_path / "dice.csv"
    text = run("show", TWO, "--module", KITCHEN, "--csv").stdout
    journal.write_text(text, encoding="utf-8")
    common = ("reconcile", TWO, "--module", KITCHEN, "--journal", journal)
    assert run(*common).exit_code == 0
    journal.write_text(text.replace(",6+2,", ",6+6,"), encoding="utf-8")
    result = run(*common, "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)[0]["match"] == "differs"


def test_two_players_roll_fair_dice_by_mail(tmp_path: Path) -> None:
    log, mail = GOLDEN / "chain" / "1-US.vlog", tmp_path / "mail.txt"
    mail.write_text("", encoding="utf-8")
    secrets = {name: tmp_path / f"{name}.secret" for name in ("Ann", "Bob")}

    def say(*arguments: object) -> str:
        result = run(*arguments)
        assert result.exit_code == 0, result.output
        with mail.open("a", encoding="utf-8") as file:
            file.write("\n> ".join(["", *result.stdout.splitlines()]) + "\n")
        return result.stderr

    for name, path in secrets.items():
        say("commit", "--game", "Tarawa 7", "--player", name, "--secret", path)
    by = {name: ("--secret", path, "--mail", mail) for name, path in secrets.items()}
    say("ask", log, "2d6 attack", "1d6", *by["Ann"])
    assert run("check", mail, "--log", log).exit_code == 1
    say("reveal", log, *by["Bob"])
    told = say("roll", *by["Ann"])
    assert "2d6 = " in told
    result = run("check", mail, "--log", log)
    assert (result.exit_code, result.stdout) == (0, "")
    assert json.loads(run("check", mail, "--json").stdout) == []
    other = run("check", mail, "--log", GOLDEN / "chain" / "2-JP.vlog")
    assert (other.exit_code, "log-unknown" in other.stdout) == (1, True)
    assert run("reveal", log, *by["Bob"]).exit_code == 2
    assert run("check").exit_code == 2
    assert run("commit", "--game", "x", "--player", "y", "--secret", mail).exit_code == 2
