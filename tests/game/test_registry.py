import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from vassal_bridge.errors import RuleError
from vassal_bridge.game.game import Game, load
from vassal_bridge.game.registry import GROUP, find_game, find_games, sequence_for

GOOD = """
from vassal_bridge.game.game import Game
def next_one(state):
    return state
def start(scenario, edition):
    return (scenario, edition)
GAME = Game(name="{name}", title="Title", sides=("a", "b"), editions=("house",),
    sequences={{"night": "{room}.{name}:next_one"}}, state="builtins:dict",
    start="{room}.{name}:start", next_sequence="{room}.{name}:next_one",
    binding="{room}.{name}:start", scenarios=("first",))
"""


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    folder = tmp_path / "room_of_games"
    for name, text in {
        "good": GOOD.format(room="room_of_games", name="good"),
        "broken": "raise OSError('no counters')",
        "nameless": "",
        "wrong": "GAME = 3",
    }.items():
        (folder / name).mkdir(parents=True)
        (folder / name / "__init__.py").write_text(text, encoding="utf-8")
    (folder / "__init__.py").write_text("", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in [name for name in sys.modules if name.startswith("room_of_games")]:
        monkeypatch.delitem(sys.modules, name)
    return "room_of_games"


def test_a_broken_game_is_reported_and_skipped(room: str) -> None:
    found = find_games(room, others=[])
    assert list(found.games) == ["good"]
    assert len(found.problems) == 3
    assert "no counters" in " ".join(map(str, found.problems))


def test_an_outside_game_is_found_and_may_not_take_a_name(room: str) -> None:
    point = EntryPoint("other", f"{room}.good:GAME", GROUP)
    found = find_games(room, others=[point])
    assert list(found.games) == ["good"]
    assert any("already is a game" in problem.message for problem in found.problems)


def test_a_game_gives_its_parts(room: str) -> None:
    game = find_games(room, others=[]).games["good"]
    assert game.new("first", "house") == ("first", "house")
    assert game.state_class() is dict
    assert game.sequence("night") is load(f"{room}.good:next_one")
    assert game.load_binding() is load(f"{room}.good:start")


def test_a_game_refuses_names_that_it_does_not_know(room: str) -> None:
    game = find_games(room, others=[]).games["good"]
    with pytest.raises(RuleError, match="no sequence 'day'; it has night"):
        game.sequence("day")
    with pytest.raises(RuleError, match="no scenario 'last'; it has first"):
        game.new("last", "house")
    with pytest.raises(RuleError, match="no edition 'owner'; it has house"):
        game.new("first", "owner")


def test_sequence_for_asks_the_game(room: str) -> None:
    game: Game = find_games(room, others=[]).games["good"]
    assert sequence_for(game, "night") == "night"  # type: ignore[arg-type] # a stand-in state
    assert sequence_for(game, None) is None  # type: ignore[arg-type] # a stand-in state
    with pytest.raises(RuleError, match="none of its sequences"):
        sequence_for(game, "dawn")  # type: ignore[arg-type] # a stand-in state


def test_an_unknown_game_is_refused_with_the_names() -> None:
    with pytest.raises(RuleError, match="there is no game 'chess'"):
        find_game("chess")


def test_a_reference_that_leads_nowhere_is_refused() -> None:
    with pytest.raises(RuleError, match="cannot load nowhere:at_all"):
        load("nowhere:at_all")
