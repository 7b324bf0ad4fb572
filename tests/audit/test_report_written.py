"""`log check --html` writes the report beside its findings, as a side may see it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from lxml import html as lxml_html

from tests.conftest import GOLDEN
from vassal_bridge.cli.main import cli

DICE = GOLDEN / "chain-dice"
LOGS = (DICE / "2-JP-continued.vlog", DICE / "1-US.vlog")


def check(out: Path, *more: object) -> Result:
    words = ["log", "check", *LOGS, "--module", GOLDEN / "kitchen.vmod", "--html", out, *more]
    return CliRunner().invoke(cli, list(map(str, words)))


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("page") / "check.html"
    assert check(out).exit_code == 1
    return out


def test_the_page_holds_the_logs_in_order_and_the_findings(written: Path) -> None:
    whole = lxml_html.fromstring(written.read_bytes())
    assert whole.findtext(".//title") == "Check of 1-US.vlog, 2-JP-continued.vlog"
    assert len(whole.find_class("step")) == 23
    (marked,) = whole.find_class("found")
    assert marked.get("id") == "step2-5"
    assert "DICE-TEXT" in marked.text_content()
    assert "3,1" in marked.text_content()


def test_the_same_logs_give_the_same_page_and_none_is_written_over(
    written: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.html"
    assert check(other).exit_code == 1
    before = written.read_bytes()
    assert other.read_bytes() == before
    refused = check(written)
    assert refused.exit_code == 2
    assert written.read_bytes() == before
