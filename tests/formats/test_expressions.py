"""What the golden tables do not hold: hostile texts, printing, bounds, numbers, coverage."""

import math
import struct

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from vassal_bridge.errors import BridgeError
from vassal_bridge.formats.expressions import (
    OFF_PIECE,
    Kind,
    NotEvaluated,
    Options,
    Value,
    Values,
    coverage,
    parse,
)
from vassal_bridge.formats.expressions.decimals import float32, format_decimal
from vassal_bridge.formats.expressions.regex import full_match, split
from vassal_bridge.formats.expressions.values import EngineFault

PROPERTIES = Values({"Level": "3", "Name": "Tank", "Flag": "true", "Dec": "2.5", "Empty": ""})
ANYWHERE = Options(piece=OFF_PIECE)

WORDS = r"""
( ) { } [ ] + - * / % & | ^ ! ~ < > = ? : ; , . $ ' " \ @ # /* */ && || == != <= >= =~ !~ >>>
Level Name Flag Dec Empty Nope $Level$ Math Integer If( GetProperty( SumStack( (int) true null
.length() .substring( .matches( .replaceAll( .split( 1 05 0x1F 2147483648 1.5 1e3 1L
"a" "[" ".*" 'c' "$Name$" new while instanceof é 😀
"""
FRAGMENTS = st.sampled_from([*WORDS.split(), " ", "\n"])
TEXTS = st.one_of(
    st.text(),
    st.lists(FRAGMENTS, max_size=12).map("".join),
    st.lists(FRAGMENTS, max_size=12).map("".join).map("{{{}}}".format),
)
KINDS = st.sampled_from(list(Kind))


def outcome(text: str, kind: Kind | str) -> Value | str:
    """Return a text's value over PROPERTIES, or the reason why it has none."""
    try:
        return parse(text, kind).evaluate(PROPERTIES, ANYWHERE)
    except NotEvaluated as refusal:
        return refusal.reason


@given(TEXTS, KINDS)
def test_no_text_raises_anything_but_not_evaluated(text: str, kind: Kind) -> None:
    found = outcome(text, kind)
    assert isinstance(found, (Value, str))
    assert found == outcome(text, kind)


@given(TEXTS, KINDS)
@example("&& &&", Kind.FILTER)
def test_printing_reads_back_as_the_same_plan_and_prints_the_same(text: str, kind: Kind) -> None:
    expression = parse(text, kind)
    again = parse(str(expression), kind)
    assert again.plan == expression.plan
    assert str(again) == str(expression)


@given(TEXTS)
def test_a_refused_text_is_never_reported_as_covered(text: str) -> None:
    counts = coverage([text], Kind.BEANSHELL)
    assert counts.evaluated + sum(number for _, number in counts.reasons) == counts.total == 1


@pytest.mark.parametrize(
    "text",
    [
        "{" + "(" * 10_000 + "1" + ")" * 10_000 + "}",
        "{" + "(" * 10_000 + "}",
        "{" + "If(true," * 10_000 + "1" + ",1)" * 10_000 + "}",
        "{" + "-" * 2 + "(" * 5_000 + "}",
        "{" + "a[" * 10_000 + "}",
        "{" + "true ? " * 10_000 + "1" + " : 2" * 10_000 + "}",
        "{" + "a = " * 9_000 + "1}",
        "{" + "x" * 200_000 + "}",
        "{" + "1+" * 100_000 + "1}",
        "{" * 10_000 + "}" * 10_000,
    ],
    ids=lambda text: f"{text[:8]} of {len(text)}",
)
def test_hostile_depth_and_length_are_not_evaluated(text: str) -> None:
    assert parse(text, "beanshell").reasons
    with pytest.raises(NotEvaluated):
        parse(text, "beanshell").evaluate(PROPERTIES)


def test_long_flat_expressions_are_evaluated() -> None:
    assert outcome("{" + "1 + " * 5_000 + "1}", "beanshell") == Value("5001", "int")
    assert outcome("{" + "- " * 5_000 + "1}", "beanshell") == Value("1", "int")
    arms = "".join(f"Level == {number} ? {number} : " for number in range(1_000, 0, -1))
    assert outcome("{" + arms + "0}", "beanshell") == Value("3", "int")
    clauses = "Level = 4 || " * 5_000 + "Level = 3"
    assert outcome(clauses, "filter") == Value("true", "boolean")


@pytest.mark.parametrize(
    "text",
    [
        '{"x".repeat(1000).repeat(1000).repeat(1000).repeat(1000)}',
        '{"x".repeat(999999).replace("x", "x".repeat(999999))}',
        '{"x".repeat(999999).replaceAll("x", "yyyyyyyyyy")}',
    ],
)
def test_texts_that_would_fill_the_memory_are_not_evaluated(text: str) -> None:
    with pytest.raises(NotEvaluated):
        parse(text, "beanshell").evaluate(PROPERTIES)


@pytest.mark.parametrize(
    "pattern",
    ["(a+)+b", "(a|a)*b", "(a*)*b", "(.*)*x", "a*a*a*a*a*b", "(a|aa)+b", "a?" * 40 + "b"],
)
def test_patterns_that_could_take_long_are_not_run(pattern: str) -> None:
    with pytest.raises(NotEvaluated):
        full_match(pattern, "a" * 200)


@pytest.mark.parametrize("pattern", ["[", "[a-", "(a", "a)", "*a", "+", "a\\", "[z-a]"])
def test_patterns_that_java_refuses_are_faults(pattern: str) -> None:
    with pytest.raises(EngineFault):
        full_match(pattern, "a")


@pytest.mark.parametrize(
    "pattern", ["a*+", "\\p{L}", "(?<n>a)", "[a&&b]", "\\1", "[[a]]", "(?=a)a"]
)
def test_patterns_that_may_differ_are_not_run(pattern: str) -> None:
    with pytest.raises(NotEvaluated):
        full_match(pattern, "a")


def test_patterns_match_the_whole_text_and_a_dot_no_line_end() -> None:
    assert full_match("(?i)ta.k", "TANK")
    assert full_match("A[1-3]{2}|B\\d+", "B120")
    assert not full_match("T", "Tank")
    assert not full_match("a.b", "a\rb")
    assert split(",", "a,,b,,") == ("a", "", "b")
    assert split(",", "") == ("",)
    assert split("", "abc") == ("a", "b", "c")


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_double_reads_back_from_its_text(value: float) -> None:
    try:
        text = format_decimal(value)
    except NotEvaluated:
        return
    assert float(text) == value
    assert math.copysign(1, float(text)) == math.copysign(1, value)
    plain = 1e-3 <= abs(value) < 1e7 or value == 0
    assert ("E" not in text) == plain
    assert "." in text


@given(st.floats(width=32, allow_nan=False, allow_infinity=False))
def test_a_float_reads_back_from_its_text(value: float) -> None:
    try:
        text = format_decimal(value, single=True)
    except NotEvaluated:
        return
    assert float32(float(text)) == value == struct.unpack("f", struct.pack("f", value))[0]


@given(st.integers(-(2**31), 2**31 - 1), st.integers(-(2**31), 2**31 - 1))
def test_int_division_truncates_and_the_remainder_completes_it(left: int, right: int) -> None:
    over = Values({"A": str(left), "B": str(right)})
    quotient = parse("{A / B}", "beanshell").evaluate(over)
    check = parse("{A / B * B + A % B == A}", "beanshell").evaluate(over)
    if right == 0:
        assert quotient.fault
        assert quotient.text == ""
    else:
        assert check == Value("true", "boolean")
        assert (int(quotient.text) - int(left / right)) % 2**32 in (0, 1, 2**32 - 1)


def test_own_values_stand_before_the_pieces() -> None:
    report = parse("$oldLocation$ > $Name$", Kind.LOCALIZED)
    own = Values({"oldLocation": "0101", "Name": "Own"}, behind=PROPERTIES)
    assert report.evaluate(own).text == "0101 > Own"
    assert report.evaluate(PROPERTIES).text == " > Tank"


def test_a_layer_follows_a_name_with_blanks_or_an_expression() -> None:
    over = Values({"My Prop": "07", "Level": "3"})
    assert parse(" $My Prop$ ", Kind.PROPERTY).evaluate(over) == Value("07", "property")
    assert parse("{Level + 1}", Kind.PROPERTY).evaluate(over) == Value("4", "int")


def test_functions_that_ask_for_pieces_say_so_where_there_is_no_game() -> None:
    expression = parse('{SumStack("Strength") + 1}', Kind.BEANSHELL)
    assert expression.reasons == ()
    assert expression.evaluate(PROPERTIES, ANYWHERE).text == "1"
    with pytest.raises(NotEvaluated, match="pieces"):
        expression.evaluate(PROPERTIES)


def test_a_branch_that_is_not_taken_may_hold_what_is_refused() -> None:
    expression = parse("{Level > 5 ? Random(6) : Level}", Kind.BEANSHELL)
    assert expression.evaluate(PROPERTIES).text == "3"
    assert expression.reasons == ("Random: chance",)
    assert issubclass(NotEvaluated, BridgeError)


def test_an_alert_is_refused_or_gives_its_value_in_silence() -> None:
    expression = parse('{If(Level > 2, Alert("high"), "low") + "x"}', Kind.BEANSHELL)
    with pytest.raises(NotEvaluated, match="dialog"):
        expression.evaluate(PROPERTIES)
    assert expression.evaluate(PROPERTIES, Options(silent=True)).text == "x"
    with pytest.raises(NotEvaluated, match="chance"):
        parse("{Random(1)}", Kind.BEANSHELL).evaluate(PROPERTIES, Options(silent=True))


def test_what_is_silent_counts_as_evaluated_where_that_is_asked_for() -> None:
    texts = ['{Alert("x")}', "{Random(6)}", "{Level}"]
    assert coverage(texts, Kind.BEANSHELL).evaluated == 1
    silent = coverage(texts, Kind.BEANSHELL, silent=True)
    assert (silent.evaluated, silent.reasons) == (2, (("Random: chance", 1),))


def test_a_mask_is_not_seen_through_by_a_localized_expression() -> None:
    class Masked:
        def get(self, name: str, /) -> str | None:
            return "secret"

        def get_localized(self, name: str, /) -> str | None:
            return None

    assert parse("$Name$", Kind.LOCALIZED).evaluate(Masked()).text == ""
    assert parse("$Name$", Kind.FORMATTED).evaluate(Masked()).text == "secret"
    with pytest.raises(NotEvaluated, match="mask") as caught:
        parse("{Name}", Kind.LOCALIZED).evaluate(Masked())
    assert "secret" not in str(caught.value)


def test_coverage_counts_and_adds() -> None:
    first = coverage(["{Level}", "{Random(6)}", "{1 +}"], Kind.BEANSHELL)
    both = first + coverage(["Level = 1", "{IsRandom()}", "{Random(2)}"], Kind.FILTER)
    assert (first.total, first.evaluated, first.broken) == (3, 2, 1)
    assert (both.total, both.evaluated) == (6, 3)
    assert both.reasons == (("Random: chance", 2), ("IsRandom: chance", 1))
    assert both.share == 0.5
    assert coverage([], Kind.FILTER).share == 1.0
