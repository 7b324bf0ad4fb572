import tomllib
from collections.abc import Iterator
from typing import Any

import tomlkit
from hypothesis import given
from hypothesis import strategies as st

from vassal_bridge.builder.reading.tomllines import key_lines, line_of
from vassal_bridge.builder.recipe import shipped_recipes

TEXT = '''# a comment = 1
title = "a = [b]"
"odd key" = 1
[one.two]
list = [
  1,
  { deep = 2, "and more" = [3] },  # ] }
]
text = """
not = "a key"
"""
[[three]]
a.b = 1
[[three]]
[three.inner]
c = \'\'\'x\'\'\'
'''


def paths(value: Any, path: str = "") -> Iterator[str]:
    """Yield the path of every key and of every item of a list, as messages spell it."""
    if path:
        yield path
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from paths(inner, f"{path}.{key}".strip("."))
    elif isinstance(value, list):
        for number, inner in enumerate(value, 1):
            yield from paths(inner, f"{path}[{number}]")


def test_every_key_has_the_line_on_which_it_stands() -> None:
    lines = key_lines(TEXT)
    found = {path: lines[path] for path in paths(tomllib.loads(TEXT))}
    assert found["title"] == 2
    assert found["odd key"] == 3
    assert found["one.two.list"] == 5
    assert found["one.two.list[2].and more"] == 7
    assert found["one.two.text"] == 9
    assert found["three[1].a.b"] == 13
    assert found["three[2].inner.c"] == 16


def test_a_key_that_is_not_there_has_its_tables_line() -> None:
    lines = key_lines(TEXT)
    assert line_of(lines, "one.two.missing") == lines["one.two"]
    assert line_of(lines, "three[2].missing.deeper") == lines["three[2]"]
    assert line_of(lines, "missing") is None


def test_all_keys_of_the_shipped_recipes_are_found() -> None:
    for folder in shipped_recipes().values():
        for name in ("module.toml", "board.toml"):
            text = (folder / name).read_text(encoding="utf-8")
            lines = key_lines(text)
            rows = text.splitlines()
            for path in paths(tomllib.loads(text)):
                last = path.rpartition(".")[2].partition("[")[0]
                assert last in "".join(rows[max(0, lines[path] - 12) : lines[path]])


KEYS = st.text(st.characters(codec="ascii", exclude_categories=["Cc"]), min_size=1, max_size=4)
VALUES = st.recursive(
    st.one_of(st.integers(-9, 9), st.booleans(), st.text("ab=[]{}#\"'\\,.\n", max_size=6)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(KEYS, inner, max_size=3)),
    max_leaves=8,
)


def simple(path: str) -> bool:
    """Tell whether a path is unambiguous: quotes, dots and brackets of keys blur it."""
    return not set(path) & set("\"'\\")


@given(st.dictionaries(KEYS.filter(lambda key: not set(key) & set(".[]\"'\\")), VALUES, max_size=4))
def test_no_key_of_any_document_is_missed(document: dict[str, Any]) -> None:
    text = tomlkit.dumps(document)
    lines = key_lines(text)
    count = text.count("\n") + 1
    for path in paths(tomllib.loads(text)):
        if simple(path):
            assert 1 <= (line_of(lines, path) or 0) <= count
            top = path.partition(".")[0].partition("[")[0]
            assert top in lines
