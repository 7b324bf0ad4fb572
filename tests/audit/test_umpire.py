"""Games that were played straight are clean; the umpire tells no secrets and accuses nobody."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.audit.tampering import GOLDEN, golden, replacing, with_start, with_step
from vassal_bridge.audit.codes import CODES, code_of, page
from vassal_bridge.audit.examples import EXAMPLES
from vassal_bridge.audit.finding import Severity
from vassal_bridge.audit.reading import Reading, read_all
from vassal_bridge.audit.umpire import check
from vassal_bridge.cli.main import cli
from vassal_bridge.errors import UnusableAnswer
from vassal_bridge.formats.logs.log import open_log
from vassal_bridge.formats.module import open_module
from vassal_bridge.formats.surroundings import viewer_of

HERE = Path(__file__).parent
BEACH = [f"turn{number}-{side}.vlog" for number in (1, 2, 3) for side in ("US", "JP")]
SAVES = ["0-setup.vsav", "2-after-turn-2.vsav"]
CHAIN = ["1-US.vlog", "2-JP.vlog", "3-US.vlog"]


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(cli, ["log", "check", *words])
    return result.exit_code, result.stdout


@pytest.mark.parametrize("with_module", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_a_game_of_three_turns_is_clean_in_any_order_and_with_saves_between(
    with_module: bool,
) -> None:
    module = open_module(GOLDEN / "beachhead.vmod") if with_module else None
    names = [*reversed(BEACH), *SAVES]
    report = check(read_all([open_log(GOLDEN / "beachhead" / name) for name in names], module))
    assert report.serious == ()
    order = [reading.name for reading in report.chain]
    assert [name for name in order if name.endswith("vlog")] == BEACH
    assert order.index("2-after-turn-2.vsav") == order.index("turn2-JP.vlog") + 1


def test_a_chain_by_mail_is_clean() -> None:
    report = check(read_all([golden(f"chain/{name}") for name in reversed(CHAIN)]))
    assert report.serious == ()
    assert [reading.name for reading in report.chain] == CHAIN


@pytest.mark.parametrize("pattern", ["pacman-ghost*/**/*.vlog", "riverwanderer*/**/*.vlog"])
@pytest.mark.slow
def test_public_logs_have_notes_at_most(corpus: Path, pattern: str) -> None:
    for path in sorted(corpus.glob(pattern)):
        found = check([Reading(open_log(path))]).serious
        assert found == (), path.name


def test_who_made_a_step_is_told_with_how_it_is_known() -> None:
    steps = Reading(golden("chain/1-US.vlog")).steps
    assert [(one.who.name, one.who.how) for one in steps[:4]] == [
        ("Ann O'Nym", "chat"),
        ("Ann O'Nym", "move"),
        ("Ann O'Nym", "move"),
        ("unknown", ""),
    ]


def test_a_hidden_piece_is_named_for_its_own_side_alone() -> None:
    log = golden("logs/c-decks-hidden.vlog")
    module = open_module(GOLDEN / "kitchen.vmod")
    told = {
        side: check([Reading(log, module, viewer_of(log.save, side))]).findings
        for side in ("US", "JP")
    }
    silent = {
        side: {name for one in found if one.step == 7 for name in one.pieces}
        for side, found in told.items()
    }
    assert "Southerner" not in str(silent["US"])
    assert all("secret" not in str(found) for found in told.values())


def test_reports_of_masked_and_hidden_pieces_are_no_contradiction_for_those_who_see_them() -> None:
    log = golden("logs/c-decks-hidden.vlog")
    module = open_module(GOLDEN / "kitchen.vmod")
    for side in ("US", "JP"):
        report = check([Reading(log, module, viewer_of(log.save, side))])
        assert "CHAT-MOVE" not in report.counts()


def test_whose_a_hidden_piece_is_is_not_told_to_an_observer() -> None:
    report = check([Reading(golden("logs/c-decks-hidden.vlog"))])
    moved = [one for one in report.findings if (one.code, one.step) == ("PIECE-OTHER-SIDE", 18)]
    assert not any("US" in one.evidence for one in moved)


def test_the_report_of_a_shifted_counter_names_places_and_accuses_nobody() -> None:
    folder = GOLDEN / "chain-shifted"
    module = str(GOLDEN / "kitchen.vmod")
    code, told = run(*(str(folder / name) for name in CHAIN), "--module", module)
    assert code == 1
    assert "CHAIN-BREAK" in told
    assert "Southerner" in told
    assert not any(word in told.lower() for word in ("cheat", "fraud", "forge", "secret"))


def test_a_clean_chain_ends_with_zero_and_strict_lists_its_notes() -> None:
    files = [str(GOLDEN / "chain" / name) for name in CHAIN]
    assert run(*files)[0] == 0
    code, told = run(*files, "--strict")
    assert code == 1
    assert "PIECE-CLONED" in told


def test_json_has_the_order_the_findings_and_the_notes() -> None:
    files = [str(GOLDEN / "chain-dice" / name) for name in ("2-JP-continued.vlog", "1-US.vlog")]
    code, told = run(*files, "--json")
    data = json.loads(told)
    assert code == 1
    assert [one["log"] for one in data["logs"]] == ["1-US.vlog", "2-JP-continued.vlog"]
    assert ("CHAIN-ROLL", 5) in {(one["code"], one["step"]) for one in data["findings"]}


def test_an_unreadable_log_ends_with_three(tmp_path: Path) -> None:
    broken = tmp_path / "broken.vlog"
    broken.write_bytes(b"no zip")
    assert run(str(broken))[0] == 3


def test_the_page_of_a_check_is_written(tmp_path: Path) -> None:
    out = tmp_path / "check.html"
    assert run(str(GOLDEN / "chain" / CHAIN[0]), "--html", str(out))[0] == 0
    assert out.read_text(encoding="utf-8").startswith("<!")


def test_each_code_is_explained() -> None:
    for row in CODES:
        assert code_of(row.code.lower()) is row
        assert f"## {row.code}" in page()
    with pytest.raises(UnusableAnswer, match="there is STEP-PLACE"):
        code_of("NOTHING")
    code, told = run("--explain", "step-place")
    assert code == 0
    assert "STEP-PLACE" in told


def test_each_code_has_an_example_on_its_page_and_a_test() -> None:
    names = [row.code for row in CODES]
    assert list(EXAMPLES) == names
    told = page()
    assert all(EXAMPLES[name] in told for name in names)
    tests = "".join(one.read_text(encoding="utf-8") for one in sorted(HERE.glob("test_*.py")))
    assert [name for name in names if f'"{name}"' not in tests] == []
    code, shown = run("--explain", "deck-within")
    assert code == 0
    assert EXAMPLES["DECK-WITHIN"] in shown


def test_each_finding_has_a_code_of_the_table_and_its_severity_or_a_lower_one() -> None:
    ranks = list(Severity)
    logs = ["logs/a-two-players.vlog", "logs/c-decks-hidden.vlog", "chain-dice/2-JP-continued.vlog"]
    for one in (one for name in logs for one in check([Reading(golden(name))]).findings):
        assert ranks.index(one.severity) <= ranks.index(code_of(one.code).severity)


def test_names_of_players_that_were_edited_into_a_start_change_no_other_finding() -> None:
    log = with_start(golden("chain/1-US.vlog"), replacing("Ann O'Nym", "Anna"))
    codes = {one.code for one in check([Reading(log)]).serious}
    assert codes == {"CHAT-NAME"}


def test_a_step_that_is_no_report_is_left_alone() -> None:
    log = with_step(golden("chain/1-US.vlog"), 6, replacing("attack on 0503", "* good luck *"))
    assert check([Reading(log)]).serious == ()
