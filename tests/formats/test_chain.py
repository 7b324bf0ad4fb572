import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from vassal_bridge.errors import UnencodableError
from vassal_bridge.formats.chain import Chain, texts_of
from vassal_bridge.formats.tokens import decode, encode

own_texts = st.text(alphabet="ab;'\\\t", max_size=6)
chain_texts = st.text(alphabet="a;'\\\t", max_size=24)


def _engine_write(texts: list[str]) -> str:
    """Encode level by level as VASSAL.counters.Decorator does."""
    text = texts[-1]
    for own in reversed(texts[:-1]):
        text = encode([own, text], "\t") or ""
    return text


def _engine_read(text: str) -> list[str]:
    """Decode level by level as the engine does, until a chain has no inner one."""
    found: list[str] = []
    while len(tokens := decode(text, "\t")) > 1:
        found.append(tokens[0])
        text = tokens[1]
    return [*found, text]


@given(chain_texts)
@example("'a\\\t'\\\t'")
@example("a\t'")
@example("a\t''")
@example("\t\t\t")
def test_any_text_is_printed_as_it_came(text: str) -> None:
    assert str(Chain(text)) == text


@given(chain_texts)
def test_any_text_is_read_level_by_level_as_the_engine_reads_it(text: str) -> None:
    assert list(Chain(text)) == list(texts_of(text)) == _engine_read(text)


@given(st.lists(own_texts, min_size=1, max_size=6))
def test_what_the_engine_writes_is_read_as_the_engine_reads_it(texts: list[str]) -> None:
    texts[-1] = "piece;;;a'"
    written = _engine_write(texts)
    chain = Chain(written)
    assert list(chain) == _engine_read(written)
    assert str(chain) == written


@given(st.lists(own_texts, min_size=2, max_size=6), own_texts, st.data())
def test_setting_one_text_changes_no_other(
    texts: list[str], value: str, data: st.DataObject
) -> None:
    texts[-1] = "piece;;;a.png;A"
    chain = Chain.of(texts)
    assert list(chain) == texts
    index = data.draw(st.integers(0, len(texts) - 2))
    chain[index] = value
    again = Chain(str(chain))
    assert list(again) == [*texts[:index], value, *texts[index + 1 :]]


def test_fifteen_hundred_traits_are_read_in_one_pass() -> None:
    texts = [f"mark;M{number}" for number in range(1500)]
    chain = Chain.of([*texts, "piece;;;x.png;N"])
    assert list(Chain(str(chain)))[:-1] == texts


def test_a_chain_with_surplus_tokens_is_kept_and_not_edited() -> None:
    chain = Chain("mark;A\tpiece;;;x.png;N\tleft over")
    assert list(chain) == ["mark;A", "piece;;;x.png;N"]
    with pytest.raises(UnencodableError, match="found more"):
        chain[0] = "mark;B"
    assert str(chain) == "mark;A\tpiece;;;x.png;N\tleft over"
