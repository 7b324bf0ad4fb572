"""Every row of the engine's own tables: equal, or refused with a reason; never different."""

import csv
import json
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from tests.golden_pieces import GoldenGame
from vassal_bridge.formats.expressions import OFF_PIECE, NotEvaluated, Options, Value, Values, parse

Row = dict[str, str]


def rows(path: Path) -> list[Row]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def answer(value: Value) -> tuple[str, str, str]:
    error = f"thrown {value.thrown}" if value.thrown else "reported" if value.fault else ""
    return value.text, value.type, error


def wanted(row: Row) -> tuple[str, str, str]:
    return row["result"], row["type"], row["error"]


def test_every_row_off_a_piece_is_equal_or_refused(golden: Path) -> None:
    table = rows(golden / "expressions.csv")
    different: list[str] = []
    refused: Counter[str] = Counter()
    for row in table:
        options = Options(leading_zeros=row["options"] == "leadingZeros", piece=OFF_PIECE)
        expression = parse(row["expression"], row["kind"])
        try:
            value = expression.evaluate(Values(json.loads(row["context"])), options)
        except NotEvaluated as refusal:
            refused[refusal.reason] += 1
            continue
        if answer(value) != wanted(row):
            different.append(f"{row['n']}: {row['expression']!r} {wanted(row)} {answer(value)}")
    assert not different
    assert len(table) == 2081
    assert refused.total() <= 0.03 * len(table)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("{Random(6)}", "chance"),
        ("{IsRandom(50)}", "chance"),
        ('{Alert("x")}', "dialog"),
        ('{Audit("x")}', "log"),
        ("{Sleep(5)}", "waits"),
        ("{new String(5)}", "new"),
        ("{Level = 3}", "assignment"),
        ("{Level++}", "++"),
        ("{java.lang.Math.max(1,2)}", "java.lang"),
        ("{while (true) 1}", "while"),
        ("{Level instanceof Integer}", "instanceof"),
        ("{System.exit(1)}", "System.exit"),
        ('{Name.getClass().forName("x")}', "forName"),
    ],
)
def test_what_is_not_evaluated_says_why(text: str, part: str) -> None:
    expression = parse(text, "beanshell")
    assert any(part in reason for reason in expression.reasons)


@cache
def game(path: Path) -> GoldenGame:
    return GoldenGame(path)


def test_every_row_on_a_piece_is_equal_or_refused(golden: Path) -> None:
    kinds = {"formatted", "localized", "beanshell", "filter"}
    table = [row for row in rows(golden / "expressions_pieces.csv") if row["kind"] in kinds]
    different: list[str] = []
    refused: Counter[str] = Counter()
    for row in table:
        piece = game((golden / row["save"]).with_suffix(".engine.json")).by_id[row["piece"]]
        expression = parse(row["expression"], row["kind"])
        try:
            value = expression.evaluate(piece, Options(piece=piece))
        except NotEvaluated as refusal:
            refused[refusal.reason] += 1
            continue
        if answer(value) != wanted(row):
            different.append(f"{row['n']}: {row['expression']!r} {wanted(row)} {answer(value)}")
    assert not different
    assert set(refused) <= {"this description holds no grids"}
    assert refused.total() < 0.05 * len(table)
